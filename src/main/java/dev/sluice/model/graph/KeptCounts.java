package dev.sluice.model.graph;

import dev.sluice.kernel.Specification;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What there is in some behaviours of one model, counted without its graph. */
final class KeptCounts {
  private record Taken(List<Value> from, List<Value.Field> arguments, List<Value> to) {}

  private final Set<List<Value>> states = new HashSet<>();
  private final Set<List<Value>> initial = new HashSet<>();
  private final Map<String, Set<Taken>> taken = new TreeMap<>();
  private final Set<String> fields = new TreeSet<>();
  private int steps;
  private int messages;
  private int refused;

  /** Counts one more behaviour. */
  void add(ItfTrace behaviour) {
    List<Value> before = behaviour.states().get(0).values();
    initial.add(before);
    states.add(before);
    for (ItfTrace.State state : behaviour.states()) {
      refused += state.refused().size();
      if (state.step().isEmpty()) {
        continue;
      }
      ItfTrace.Step step = state.step().orElseThrow();
      messages += step.sends().size() + (step.takes().isPresent() ? 1 : 0);
      step.takes().ifPresent(this::addFields);
      step.sends().forEach(this::addFields);
      taken
          .computeIfAbsent(step.action(), action -> new HashSet<>())
          .add(new Taken(before, step.arguments(), state.values()));
      before = state.values();
      states.add(before);
      steps++;
    }
  }

  private void addFields(Value message) {
    if (message instanceof Value.Rec record) {
      record.fields().forEach(field -> fields.add(field.name()));
    } else {
      fields.add(Specification.WHOLE);
    }
  }

  /** The fields of these messages; {@link Specification#WHOLE} of a message that has none. */
  Set<String> fields() {
    return fields;
  }

  /** The steps of all behaviours together. */
  int steps() {
    return steps;
  }

  /** The messages that they take and send. */
  int messages() {
    return messages;
  }

  /** The calls that they name as refused. */
  int refused() {
    return refused;
  }

  /** Distinct first states. */
  int initial() {
    return initial.size();
  }

  /** Distinct states. */
  int states() {
    return states.size();
  }

  /** Distinct transitions. */
  int transitions() {
    return taken.values().stream().mapToInt(Set::size).sum();
  }

  /** Distinct transitions of one action; 0 of one that is not taken. */
  int transitions(String action) {
    return taken.getOrDefault(action, Set.of()).size();
  }

  /** The actions that are taken, by name. */
  Set<String> actions() {
    return taken.keySet();
  }
}
