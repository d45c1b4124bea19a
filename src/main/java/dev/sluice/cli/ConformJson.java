package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.trace.LogValue;
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
    ObjectNode hidden = document.putObject("hidden");
    told.roles()
        .forEach(
            (role, part) ->
                part.hidden()
                    .forEach(
                        (name, values) -> {
                          ArrayNode left = hidden.withObjectProperty(role).putArray(name);
                          values.forEach(value -> left.add(value(value)));
                        }));
    ObjectNode counts = document.putObject("counts");
    CaseOutcome.counts(results).forEach((verdict, count) -> counts.put(verdict.name(), count));
    ArrayNode cases = document.putArray("cases");
    for (CaseOutcome each : results) {
      outcome(cases.addObject(), each);
    }
    return document;
  }

  private static JsonNode value(LogValue of) {
    if (of instanceof LogValue.Num number) {
      return LongNode.valueOf(number.value());
    }
    return of instanceof LogValue.Truth truth
        ? BooleanNode.valueOf(truth.value())
        : TextNode.valueOf(((LogValue.Str) of).value());
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
