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
 * @param given its parameters
 */
public record Example(Map<String, LogValue> given, List<ShimRequest> requests) {
  public Example {
    given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    requests = List.copyOf(requests);
  }
}
