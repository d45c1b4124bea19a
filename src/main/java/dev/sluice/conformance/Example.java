package dev.sluice.conformance;

import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of an example that a source document works out.
 *
 * <p>The clock has advanced to the time of each event before.
 *
 * @param given its parameters
 */
public record Example(Map<String, LogValue> given, List<ShimRequest> requests) {
  public Example {
    given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    requests = List.copyOf(requests);
    long nowPs = 0;
    for (ShimRequest each : requests) {
      if (!each.advances() && each.untilPs() != nowPs) {
        throw new IllegalArgumentException(
            "an event at %d ps, to which nothing has advanced the clock".formatted(each.untilPs()));
      }
      nowPs = each.untilPs();
    }
  }
}
