package dev.sluice.model;

import dev.sluice.kernel.Protocol;
import dev.sluice.kernel.Specification;
import dev.sluice.model.replay.Twin;
import dev.sluice.model.validate.Projection;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A protocol, with what replays its specifications and what sees its logs through them.
 *
 * @param protocol what it declares of itself
 * @param twins by specification's name, the twin for a model's constants
 * @param projections in the order in which specifications are listed
 */
public record Modelled(
    Protocol protocol,
    SortedMap<String, Function<Map<String, Value>, Twin<?>>> twins,
    List<Projection> projections) {

  /** The protocol with nothing attached. */
  static Modelled of(Protocol protocol) {
    return new Modelled(protocol, new TreeMap<>(), List.of());
  }

  /** The same, with a twin that replays one of its specifications. */
  Modelled replayedBy(Specification specification, Function<Map<String, Value>, Twin<?>> twin) {
    if (!protocol.specifications().contains(specification)) {
      throw new IllegalArgumentException(
          protocol.name() + " has no specification " + specification.name());
    }
    SortedMap<String, Function<Map<String, Value>, Twin<?>>> more = new TreeMap<>(twins);
    more.put(specification.name(), twin);
    return new Modelled(protocol, more, projections);
  }

  /** The same, with these projections. */
  Modelled seenThrough(Projection... all) {
    return new Modelled(protocol, twins, List.of(all));
  }
}
