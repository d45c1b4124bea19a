package dev.sluice.cli;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.shim.Transcript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice conform explain}. */
@Command(
    name = "explain",
    description = {
      ConformExplain.WHAT,
      "",
      "No shim is needed: the replies are those of the transcript. The exit code is 1 if the case"
          + " fails, and 3 if it is not decided."
    },
    footer = {
      "",
      "Examples:",
      "  sluice conform explain out/failures/rcm-np.5ms.1.shortest.jsonl",
      "  sluice conform explain out/failures/rcm-np.5ms.1.jsonl --chart case.mmd"
    })
final class ConformExplain implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT =
      "Judges a transcript again, and shows its deviation with the requirements in full.";

  private final Session session;

  @Parameters(index = "0", paramLabel = "FILE", description = "A transcript.")
  private Path file;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "Write the dialogue as a sequence chart for Mermaid; - prints it alone.")
  private Path chart;

  ConformExplain(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException {
    Outputs outputs =
        new Outputs(session)
            .reads("the transcript", file)
            .writes("--chart", chart, Outputs.Kind.SEQUENCE_CHART);
    outputs.check();
    Transcript written = ConformReplay.read(file);
    Case one = ConformReplay.of(file, written);
    Result result = one.judge(written);
    ConformReplay.possible(file, result);
    if (chart != null) {
      byte[] text = CaseChart.of(result).getBytes(StandardCharsets.UTF_8);
      outputs.write(chart, out -> out.write(text));
    }
    if (!outputs.takeStandardOutput()) {
      CaseText.of(session).print(result, ConformReplay.requests(result), true);
    }
    return ConformRun.code(List.of(result.verdict()), session);
  }
}
