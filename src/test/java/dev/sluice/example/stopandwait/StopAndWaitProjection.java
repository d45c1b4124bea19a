package dev.sluice.example.stopandwait;

import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Step;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A log holds one behaviour, of as many packets as its header says. */
final class StopAndWaitProjection implements Projection {
  @Override
  public String spec() {
    return StopAndWaitHost.SPEC;
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    Optional<LogValue> last = log.constant(spec(), "Last");
    Value told = Step.exact("Last", last.orElseThrow(() -> new BadLog("Last is not told")));
    List<Step> steps = log.of(spec()).stream().map(Step::of).toList();
    Map<String, Value> constants = Map.of("Last", told);
    return List.of(new Behaviour("both ends", constants, steps, steps.size(), Optional.empty()));
  }
}
