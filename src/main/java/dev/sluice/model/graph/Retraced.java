package dev.sluice.model.graph;

import dev.sluice.model.tlc.probe.Probe;
import dev.sluice.model.tlc.probe.Segment;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the probe found when it went along a behaviour that TLC had printed once more: what TLC
 * itself does not print, or not in every version.
 *
 * @param variables in the order in which the specification declares them
 * @param constants as TLC evaluated them, by name; without operators and infinite sets
 * @param steps for each state but the first, the action instances that may have led to it
 */
public record Retraced(
    List<String> variables, Map<String, Value> constants, List<List<ActionInstance>> steps) {
  public Retraced {
    variables = List.copyOf(variables);
    constants = Map.copyOf(constants);
    steps = steps.stream().map(List::copyOf).toList();
  }

  /**
   * Reads what a run left in its folder; nothing where it left nothing.
   *
   * @throws GraphBroken if the run ended while it wrote
   */
  public static Retraced read(Path directory) throws IOException, GraphBroken {
    List<String> variables = new ArrayList<>();
    Map<String, Value> constants = new TreeMap<>();
    List<List<ActionInstance>> steps = new ArrayList<>();
    Path file = directory.resolve(Probe.BEHAVIOUR_FILE);
    if (Files.exists(file)) {
      try (SegmentReader in = new SegmentReader(file)) {
        for (int tag = in.number(); tag != Segment.END; tag = in.number()) {
          switch (tag) {
            case Segment.VARIABLES -> {
              for (int left = in.number(); left > 0; left--) {
                variables.add(in.text());
              }
            }
            case Segment.CONSTANT -> constants.put(in.text(), in.value());
            case Segment.STEP -> {
              List<ActionInstance> by = new ArrayList<>();
              for (int left = in.number(); left > 0; left--) {
                by.add(in.action());
              }
              steps.add(by);
            }
            default -> throw new GraphBroken(file + " holds a record of unknown kind " + tag);
          }
        }
      }
    }
    return new Retraced(variables, constants, steps);
  }

  /** The behaviour with arguments, and with its variables as the specification declares them. */
  public Counterexample fill(Counterexample printed) {
    List<Counterexample.Step> filled = new ArrayList<>();
    for (int i = 0; i < printed.steps().size(); i++) {
      Counterexample.Step step = printed.steps().get(i);
      filled.add(
          new Counterexample.Step(
              step.action(),
              i == 0 || i > steps.size() ? List.of() : arguments(step.action(), steps.get(i - 1)),
              step.location(),
              declared(step.state())));
    }
    return new Counterexample(filled, printed.end(), printed.backTo());
  }

  /** Those of the first instance by name and arguments, which depends on no order of TLC's. */
  private static List<Value.Field> arguments(String action, List<ActionInstance> instances) {
    List<Value.Field> fields = new ArrayList<>();
    instances.stream()
        .filter(instance -> instance.name().equals(action))
        .sorted()
        .findFirst()
        .ifPresent(
            instance -> {
              for (int i = 0; i < instance.parameters().size(); i++) {
                fields.add(Value.field(instance.parameters().get(i), instance.arguments().get(i)));
              }
            });
    return fields;
  }

  private Map<String, Value> declared(Map<String, Value> state) {
    Map<String, Value> ordered = new LinkedHashMap<>();
    for (String variable : variables) {
      if (state.containsKey(variable)) {
        ordered.put(variable, state.get(variable));
      }
    }
    state.forEach(ordered::putIfAbsent);
    return ordered;
  }
}
