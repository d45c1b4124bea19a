package dev.sluice.cli;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.ShownValues;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.Transcript.Exchange;
import dev.sluice.trace.LogValue;
import java.util.List;
import java.util.Map;

/** Draws the dialogue of a case as a sequence chart in the language of Mermaid. */
final class CaseChart {
  /** The first line of each chart. */
  static final String HEAD = "sequenceDiagram\n";

  private static final int SHOWN_STEPS = 60;
  private static final int SHOWN_SENDS = 3;

  private final StringBuilder out = new StringBuilder(HEAD);

  private CaseChart() {}

  /** Returns the chart. */
  static String of(Result result) {
    CaseChart chart = new CaseChart();
    chart.out.append("  participant E as environment\n  participant I as ");
    chart.out.append(text(result.of().player().role().name())).append('\n');
    List<Exchange> all = result.exchanges();
    List<Map<String, LogValue>> changes = CaseText.changes(all);
    int from = Math.max(0, all.size() - SHOWN_STEPS);
    if (from > 0) {
      chart.note("not shown: " + Words.some(from, "request", "requests") + " before");
    }
    for (int at = from; at < all.size(); at++) {
      chart.exchange(all.get(at), changes.get(at));
    }
    chart.note(result.verdict() + (result.sentence().isEmpty() ? "" : ": " + result.sentence()));
    return chart.out.toString();
  }

  private void exchange(Exchange of, Map<String, LogValue> changed) {
    arrow("E->>I: ", of.request().untilPs() + " ps: " + CaseText.request(of.request()));
    if (of.reply() == null) {
      note("no reply");
      return;
    }
    of.reply().error().ifPresent(error -> arrow("I--xE: ", error.toString()));
    List<Reply.Departure> sends = of.reply().sends();
    int hidden = Math.max(0, sends.size() - SHOWN_SENDS);
    if (hidden > 0) {
      arrow("I->>E: ", Words.some(hidden, "departure", "departures"));
    }
    for (Reply.Departure each : sends.subList(hidden, sends.size())) {
      arrow(
          "I->>E: ", each.atPs() + " ps: " + each.action() + " " + ShownValues.of(each.message()));
    }
    if (!changed.isEmpty()) {
      note(ShownValues.of(changed));
    }
  }

  private void arrow(String arrow, String text) {
    out.append("  ").append(arrow).append(text(text)).append('\n');
  }

  private void note(String text) {
    out.append("  Note over E,I: ").append(text(text)).append('\n');
  }

  /** Returns a text in which nothing has a meaning to Mermaid. */
  private static String text(String of) {
    StringBuilder safe = new StringBuilder();
    of.codePoints()
        .forEach(
            point -> {
              boolean isPlain =
                  Character.isLetterOrDigit(point) || " .,:_-+/()'".indexOf(point) >= 0;
              if (isPlain) {
                safe.appendCodePoint(point);
              } else {
                safe.append('#').append(point).append(';');
              }
            });
    return safe.toString();
  }
}
