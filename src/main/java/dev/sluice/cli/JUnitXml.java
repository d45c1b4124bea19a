package dev.sluice.cli;

import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.model.ModelResult.Status;
import java.util.List;
import java.util.Map;

/**
 * Writes results in the form that build servers read.
 *
 * <p>Those of {@code verify} have a suite for each specification, with a case for each model, and a
 * suite for the rest. Those of {@code conform run} have a suite for each configuration of a role.
 */
final class JUnitXml {
  private final StringBuilder out = new StringBuilder();

  private JUnitXml() {}

  /** The document. */
  static String of(RunResult result) {
    JUnitXml xml = new JUnitXml();
    xml.out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sluice\">\n");
    for (Map.Entry<String, List<Done>> group :
        ModelTableText.bySpecification(result.models()).entrySet()) {
      List<Done> models = group.getValue();
      xml.suite(group.getKey(), models.stream().map(Done::status).toList());
      for (Done done : models) {
        xml.open(group.getKey(), done.model().name(), done.nanos());
        xml.close(done.status(), done.result().outcome(), done.problems());
      }
      xml.out.append("  </testsuite>\n");
    }
    if (!result.parts().isEmpty()) {
      xml.suite("project", result.parts().stream().map(Part::status).toList());
      for (Part part : result.parts()) {
        xml.open("project", part.name(), 0);
        xml.close(part.status(), part.summary(), part.problems());
      }
      xml.out.append("  </testsuite>\n");
    }
    return xml.out.append("</testsuites>\n").toString();
  }

  /** Returns the document for cases of conformance. */
  static String of(List<CaseOutcome> results) {
    JUnitXml xml = new JUnitXml();
    xml.out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sluice\">\n");
    CaseOutcome.bySuite(results)
        .forEach(
            (name, group) -> {
              xml.suite(name, group.stream().map(each -> status(each.verdict())).toList());
              for (CaseOutcome each : group) {
                xml.open(name, each.of().name(), 0);
                xml.close(status(each.verdict()), each.verdict().name(), List.of(each.sentence()));
              }
              xml.out.append("  </testsuite>\n");
            });
    return xml.out.append("</testsuites>\n").toString();
  }

  /** Returns the status that a build server shows for a verdict. */
  private static Status status(CaseVerdict verdict) {
    if (verdict.isFailure()) {
      return Status.FAILED;
    }
    return switch (verdict) {
      case PASS, EXPECTED -> Status.AS_EXPECTED;
      case UNSUPPORTED, NOT_RUN -> Status.INTERRUPTED;
      default -> Status.NOT_DECIDED;
    };
  }

  private void suite(String name, List<Status> all) {
    out.append("  <testsuite name=\"").append(escaped(name)).append("\" tests=\"");
    out.append(all.size()).append("\" failures=\"");
    out.append(all.stream().filter(status -> status == Status.FAILED).count());
    out.append("\" errors=\"").append(all.stream().filter(JUnitXml::isError).count());
    out.append("\" skipped=\"");
    out.append(all.stream().filter(status -> status == Status.INTERRUPTED).count());
    out.append("\">\n");
  }

  private static boolean isError(Status status) {
    return status == Status.NOT_DECIDED || status == Status.BAD_INPUT || status == Status.FAULT;
  }

  private void open(String suite, String name, long nanos) {
    out.append("    <testcase classname=\"").append(escaped(suite)).append("\" name=\"");
    out.append(escaped(name)).append("\" time=\"").append(Words.seconds(nanos)).append('"');
  }

  private void close(Status status, String outcome, List<String> problems) {
    if (status == Status.AS_EXPECTED) {
      out.append("/>\n");
      return;
    }
    String kind = status == Status.FAILED ? "failure" : isError(status) ? "error" : "skipped";
    out.append(">\n      <").append(kind).append(" message=\"").append(escaped(outcome));
    if (problems.isEmpty()) {
      out.append("\"/>\n    </testcase>\n");
      return;
    }
    out.append("\">").append(escaped(String.join("\n", problems)));
    out.append("</").append(kind).append(">\n    </testcase>\n");
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        default -> safe.append(c < ' ' && c != '\n' ? '?' : c);
      }
    }
    return safe.toString();
  }
}
