package dev.sluice.conformance.oracle;

import dev.sluice.conformance.Example;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.Role;
import dev.sluice.conformance.Tour;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Specification;
import dev.sluice.kernel.Variable;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogValue;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Gathers a role from the declarations of kernels, and configurations to play it in. */
final class KernelRole {
  private final String name;
  private final String spec;
  private final String about;
  private final Map<String, Map<String, LogValue>> configurations = new LinkedHashMap<>();
  private final Map<String, Map<String, LogValue>> worlds = new LinkedHashMap<>();
  private final Map<String, Example> examples = new LinkedHashMap<>();
  private final List<Role.Event> events = new ArrayList<>();
  private final List<String> departures = new ArrayList<>();
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final Map<String, Set<String>> citations = new LinkedHashMap<>();

  /**
   * Begins a role without anything.
   *
   * @param of the specification of the role
   * @param about the role in a few words
   */
  KernelRole(String name, Specification of, String about) {
    this.name = name;
    this.spec = of.name();
    this.about = about;
  }

  /**
   * Adds the variables of a kernel, and the requirements that its actions cite.
   *
   * @throws IllegalArgumentException if another kernel of the role has a variable of the same name
   */
  KernelRole kernel(Class<?> kernel, Face<?> face) {
    for (Variable<?> variable : face.shown()) {
      if (variables.put(variable.name(), variable.unit().label()) != null) {
        throw new IllegalArgumentException("two kernels have a variable " + variable.name());
      }
    }
    for (Action action : face.actions()) {
      for (Method method : kernel.getDeclaredMethods()) {
        Requirement cites = method.getAnnotation(Requirement.class);
        if (method.getName().equals(action.method()) && cites != null) {
          cite(action.name(), cites);
        }
      }
    }
    return this;
  }

  private void cite(String name, Requirement cites) {
    citations.computeIfAbsent(name, fresh -> new LinkedHashSet<>()).addAll(List.of(cites.value()));
  }

  /**
   * Adds the requirements of the rule of a variable: those that methods cite which compute it.
   *
   * @param kernel the class of the methods
   * @throws IllegalArgumentException if the role has no such variable, or one of the methods cites
   *     nothing
   */
  KernelRole rule(String variable, Class<?> kernel, String... methods) {
    if (!variables.containsKey(variable)) {
      throw new IllegalArgumentException("the role has no variable " + variable);
    }
    return rule(variable, kernel, List.of(methods));
  }

  /**
   * Adds the requirements of the time of a departure: those that methods cite which compute it.
   *
   * @throws IllegalArgumentException if the role has no such departure, or one of the methods cites
   *     nothing
   */
  KernelRole time(Action departure, Class<?> kernel, String... methods) {
    if (!departures.contains(departure.name())) {
      throw new IllegalArgumentException("the role has no departure " + departure.name());
    }
    return rule(Player.timeOf(departure.name()), kernel, List.of(methods));
  }

  private KernelRole rule(String name, Class<?> kernel, List<String> methods) {
    for (String each : methods) {
      Requirement cites =
          Arrays.stream(kernel.getDeclaredMethods())
              .filter(method -> method.getName().equals(each))
              .map(method -> method.getAnnotation(Requirement.class))
              .filter(Objects::nonNull)
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "%s.%s cites no requirement".formatted(kernel.getSimpleName(), each)));
      cite(name, cites);
    }
    return this;
  }

  /** Adds a variable that is no number of a kernel. */
  KernelRole variable(String variable, String unit) {
    variables.put(variable, unit);
    return this;
  }

  /** Adds a configuration. The first one has values that every implementation should take. */
  KernelRole configuration(String configuration, Map<String, LogValue> given) {
    configurations.put(configuration, given);
    return this;
  }

  /** Adds a small world, through which a tour goes. */
  KernelRole tour(String tour, Map<String, LogValue> given) {
    worlds.put(tour, given);
    return this;
  }

  /** Adds an example that a source document works out. */
  KernelRole example(String example, Map<String, LogValue> given, ShimRequest... requests) {
    examples.put(example, new Example(given, List.of(requests)));
    return this;
  }

  /** Returns how many configurations there are so far. */
  int count() {
    return configurations.size();
  }

  /** Adds an event with a message that it may have. */
  KernelRole event(Action action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    events.add(new Role.Event(action.name(), arguments, message, Set.of(), false));
    return this;
  }

  /** Lets messages of the last event lack some of the fields. */
  KernelRole optional(String... fields) {
    Role.Event last = events.remove(events.size() - 1);
    events.add(
        new Role.Event(
            last.action(), last.arguments(), last.message(), Set.of(fields), last.isRefused()));
    return this;
  }

  /** Lets implementations refuse the last event in some of their states. */
  KernelRole refused() {
    Role.Event last = events.remove(events.size() - 1);
    events.add(
        new Role.Event(last.action(), last.arguments(), last.message(), last.optional(), true));
    return this;
  }

  /** Adds actions that departures may name. */
  KernelRole departures(Action... actions) {
    Arrays.stream(actions).map(Action::name).forEach(departures::add);
    return this;
  }

  /** Returns the player of the role. */
  Player played(Player.Play play) {
    Map<String, LogValue> example = configurations.values().iterator().next();
    Map<String, Tour> tours = new LinkedHashMap<>();
    worlds.forEach((tour, given) -> tours.put(tour, new Tour(play, given)));
    return new Player(
        new Role(name, spec, about, example, events, departures, variables),
        configurations,
        tours,
        examples,
        counted(play.unshown()),
        play);
  }

  /**
   * Returns the citations without those of requirements that no case shows.
   *
   * @throws IllegalArgumentException if nothing cites one of these
   */
  private Map<String, Set<String>> counted(Set<String> unshown) {
    Set<String> left = new TreeSet<>(unshown);
    Map<String, Set<String>> counted = new LinkedHashMap<>();
    citations.forEach(
        (rule, cited) -> {
          Set<String> rows = new LinkedHashSet<>(cited);
          rows.removeAll(unshown);
          left.removeAll(cited);
          counted.put(rule, rows);
        });
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(name + " cites nowhere " + left);
    }
    return counted;
  }
}
