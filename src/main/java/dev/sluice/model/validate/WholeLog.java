package dev.sluice.model.validate;

import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A specification of whose events a log holds one behaviour, with constants that its header has.
 */
record WholeLog(String spec, Set<String> constants) implements Projection {
  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    Map<String, Value> told = new TreeMap<>();
    for (String name : constants) {
      Optional<LogValue> value = log.constant(spec, name);
      told.put(name, Step.exact(name, value.orElseThrow(() -> new BadLog(name + " is not told"))));
    }
    List<Step> steps = log.of(spec).stream().map(Step::of).toList();
    return List.of(new Behaviour(spec, told, steps, steps.size(), Optional.empty()));
  }
}
