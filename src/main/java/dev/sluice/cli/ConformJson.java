package dev.sluice.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.shim.Declaration;
import java.util.List;
import java.util.Locale;

/** Writes the results of {@code conform run} as JSON. */
final class ConformJson {
  private ConformJson() {}

  /** Returns the document. */
  static ObjectNode of(Declaration told, ConformLevel level, List<CaseOutcome> results) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("format", "sluice-conform/1");
    document.put("shim", told.shim()).put("implementation", told.implementation());
    document.put("kind", told.kind()).put("level", level.name().toLowerCase(Locale.ROOT));
    ObjectNode counts = document.putObject("counts");
    CaseOutcome.counts(results).forEach((verdict, count) -> counts.put(verdict.name(), count));
    ArrayNode cases = document.putArray("cases");
    for (CaseOutcome each : results) {
      outcome(cases.addObject(), each);
    }
    return document;
  }

  /** Writes the outcome of a case. */
  static void outcome(ObjectNode one, CaseOutcome each) {
    one.put("case", each.of().name()).put("verdict", each.verdict().name());
    one.put("because", each.sentence()).put("signature", each.signature());
    one.put("requests", each.requests());
    ArrayNode rests = one.putArray("requirements");
    each.requirements().forEach(rests::add);
    ArrayNode changes = one.putArray("grain");
    each.changes()
        .forEach(
            (change, count) ->
                changes
                    .addObject()
                    .put("variable", change.variable())
                    .put("action", change.action())
                    .put("changes", count.all())
                    .put("hidden", count.hidden()));
  }
}
