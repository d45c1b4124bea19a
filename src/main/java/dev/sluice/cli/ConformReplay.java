package dev.sluice.cli;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Printable;
import dev.sluice.conformance.shim.Transcript;
import dev.sluice.trace.LogValue;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice conform replay}. */
@Command(
    name = "replay",
    description = {
      ConformReplay.WHAT,
      "",
      "FILE is a transcript of sluice conform run --out DIR. You may change its requests.",
      "",
      "The exit code is 1 if the case fails, 3 if it is not decided, and 4 if the shim never became"
          + " usable."
    },
    footer = {
      "",
      "Example:",
      "  sluice conform replay out/failures/rcm-np.5ms.1.shortest.jsonl -- ./shim"
    })
final class ConformReplay implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT = "Plays the requests of a transcript against a shim, and judges them.";

  private final Session session;

  @Mixin private ShimOptions shim = new ShimOptions();

  @Parameters(paramLabel = "SHIM", index = "1..*", arity = "0..*", description = ShimOptions.SHIM)
  void command(List<String> words) {
    shim.command(words);
  }

  @Parameters(index = "0", paramLabel = "FILE", description = "A transcript.")
  private Path file;

  ConformReplay(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException {
    Transcript written = read(file);
    Case one = of(file, written);
    try (Scratch scratch = Scratch.open(session);
        CaseRunner runner =
            new CaseRunner(
                shim.starter(session, scratch, "replay FILE"),
                Sluice.version(),
                ShimOptions.nonce())) {
      try {
        runner.declaration();
      } catch (Broken broken) {
        return ConformRun.unusable(session, broken);
      }
      runner.judge(level(written) == ConformLevel.STATE);
      runner.freeze(written.role(), written.header().declared().hidden());
      Result result = runner.replay(one, written.requests());
      possible(file, result);
      CaseText.of(session).print(result, requests(result), true);
      session.terminal().line("");
      session.terminal().line(since(written.header().verdict(), result.verdict()));
      return ConformRun.code(List.of(result.verdict()), session);
    }
  }

  /** Returns the length of a case in words. */
  static String requests(Result of) {
    return Words.some(of.exchanges().size() - 1, "request", "requests") + " after start";
  }

  /** Compares the verdict with the one of the transcript, which may be any text. */
  private static String since(String written, CaseVerdict now) {
    boolean failed =
        Arrays.stream(CaseVerdict.values())
            .anyMatch(each -> each.isFailure() && each.name().equals(written));
    return "The case %s; when it was written down, it %s %s."
        .formatted(
            now == CaseVerdict.PASS
                ? "passes now"
                : now.isFailure() ? "fails now with " + now : "ends now with " + now,
            failed ? "failed with" : "ended with",
            Printable.of(written));
  }

  /**
   * Reads a transcript.
   *
   * @throws Refusal if it cannot be read, or is none
   */
  static Transcript read(Path file) throws Refusal {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return Transcript.read(in);
    } catch (NoSuchFileException e) {
      throw Refusal.badInput("there is no file " + file + "; name a transcript first");
    } catch (IOException e) {
      throw Refusal.badInput(file + " cannot be read: " + e.getMessage());
    } catch (Transcript.Unreadable e) {
      throw Refusal.badInput(file + " is no transcript: " + e.getMessage());
    }
  }

  /** Returns the level at which the case was judged. */
  private static ConformLevel level(Transcript of) {
    return of.header().level().equals("wire") ? ConformLevel.WIRE : ConformLevel.STATE;
  }

  /**
   * Returns the case of a transcript.
   *
   * @throws Refusal if its role or its parameters are not possible
   */
  static Case of(Path file, Transcript written) throws Refusal {
    Player player =
        Players.of(written.role())
            .orElseThrow(
                () ->
                    Refusal.badInput(
                        file + ": " + ConformCommand.noRole(Printable.of(written.role()))));
    Map<String, LogValue> given = new LinkedHashMap<>(written.given());
    written.header().declared().hidden().forEach((name, values) -> given.put(name, values.get(0)));
    String fault = player.role().fault(given);
    if (fault.isEmpty()) {
      try {
        player.start(given);
      } catch (IllegalArgumentException | ArithmeticException e) {
        fault = "the parameters are not possible: " + e.getMessage();
      }
    }
    if (!fault.isEmpty()) {
      throw Refusal.badInput(file + ": " + fault);
    }
    String[] name = written.header().of().split("/", -1);
    boolean isNamed = name.length == 3 && name[2].matches("[0-9]{1,18}");
    return new Case(
        player,
        isNamed ? name[1] : "file",
        given,
        isNamed ? Long.parseLong(name[2]) : 0,
        written.requests().size());
  }

  /**
   * Looks at a result.
   *
   * @throws Refusal if a request cannot happen
   */
  static void possible(Path file, Result result) throws Refusal {
    if (result.verdict() == CaseVerdict.NOT_RUN) {
      throw Refusal.badInput(file + ": " + result.sentence());
    }
  }
}
