package dev.sluice.cli;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.CasePool;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice bench conform}: the speed of cases beside that of a bare exchange of lines. */
@Command(
    name = "conform",
    description = {
      ConformBench.WHAT,
      "",
      "The shim is the template in C with the notification point of RCM filled in; cc compiles it."
          + " cat answers the bare lines. Both are measured in turn, in this process, and the"
          + " figures are those of the round in the middle. The exit code is 1 if the ratio is"
          + " above the limit."
    },
    footer = {"", "Example:", "  sluice bench conform --rounds 5"})
final class ConformBench implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT =
      "Plays cases against a shim in C, and prints the requests a second and their ratio to a bare"
          + " exchange of lines.";

  /**
   * The most bare exchanges that a request may take: where 84,000 of them are made a second, that
   * is 40,000 requests.
   */
  private static final double LIMIT = 2.1;

  private static final String ROLE = "rcm-np";
  private static final int SEEDS = 160;
  private static final int STEPS = 60;
  private static final int EXCHANGES = 50_000;
  private static final double NANOS = 1e9;

  private final Session session;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      defaultValue = "5",
      description = "How often both are measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  ConformBench(Session session) {
    this.session = session;
  }

  /**
   * One round.
   *
   * @param bare lines a second
   * @param requests requests a second
   */
  private record Round(double bare, double requests) {
    double ratio() {
      return bare / requests;
    }
  }

  @Override
  public Integer call() throws Refusal, IOException, InterruptedException {
    try (Scratch scratch = Scratch.open(session)) {
      ShimOptions shim = new ShimOptions();
      shim.command(List.of(compiled(scratch.folder()).toString()));
      CaseRunner.Starter starter = shim.starter(session, scratch, "bench");
      List<Round> all = new ArrayList<>();
      for (int round = 0; round <= rounds; round++) {
        Round one = new Round(bare(), requests(starter));
        if (round > 0) { // in the first one, the JVM compiles
          all.add(one);
        }
      }
      all.sort((one, other) -> Double.compare(one.ratio(), other.ratio()));
      Round middle = all.get(all.size() / 2);
      Terminal terminal = session.terminal();
      terminal.line("bare exchanges of lines  " + perSecond(middle.bare()));
      terminal.line(
          "requests of cases        %s; each takes %s bare exchanges, and at most %s"
              .formatted(
                  perSecond(middle.requests()),
                  String.format(Locale.ROOT, "%.2f", middle.ratio()),
                  LIMIT));
      return middle.ratio() <= LIMIT ? ExitCodes.OK : ExitCodes.FAILED;
    } catch (Broken broken) {
      return ConformRun.unusable(session, broken);
    }
  }

  private static String perSecond(double rate) {
    return Words.count(Math.round(rate)) + " a second";
  }

  /** Compiles the template with the functions of a notification point. */
  private static Path compiled(Path folder) throws Refusal, IOException, InterruptedException {
    Path program = folder.resolve("notifier");
    try {
      Process cc =
          new ProcessBuilder("cc", "-O2", "-x", "c", "-o", program.toString(), "-")
              .redirectErrorStream(true)
              .start();
      try (OutputStream source = cc.getOutputStream()) {
        source.write(ConformInit.notifier("notifier.c").getBytes(StandardCharsets.UTF_8));
      }
      String said = new String(cc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (cc.waitFor() != 0) {
        throw Refusal.notDecided("cc does not compile the shim: " + said);
      }
      return program;
    } catch (IOException e) {
      throw Refusal.notDecided("there is no C compiler, cc: " + e.getMessage());
    }
  }

  /** Returns how many lines a second {@code cat} repeats, of the length of a usual reply. */
  private double bare() throws IOException {
    byte[] line = "{\"id\":100000,\"st\":{},\"sends\":[]}\n".getBytes(StandardCharsets.UTF_8);
    Process cat = new ProcessBuilder("cat").start();
    try (OutputStream out = cat.getOutputStream();
        InputStream in = cat.getInputStream()) {
      long begun = session.nanos().getAsLong();
      for (int at = 0; at < EXCHANGES; at++) {
        out.write(line);
        out.flush();
        in.readNBytes(line.length);
      }
      return EXCHANGES * NANOS / (session.nanos().getAsLong() - begun);
    } finally {
      cat.destroy();
    }
  }

  /** Returns how many requests of cases a second are made, answered and judged. */
  private double requests(CaseRunner.Starter starter) throws Broken {
    Player player = Players.of(ROLE).orElseThrow();
    List<Case> cases = CaseRunner.plan(player, 1, SEEDS, STEPS);
    try (CaseRunner runner = new CaseRunner(starter, Sluice.version(), "bench")) {
      runner.declaration();
      long begun = session.nanos().getAsLong();
      List<Result> results = new CasePool(runner, 1).run(cases, () -> true, result -> {});
      long nanos = session.nanos().getAsLong() - begun;
      long requests = 0;
      for (Result each : results) {
        if (each.verdict() != CaseVerdict.PASS) {
          throw new IllegalStateException(each.of().name() + ": " + each.sentence());
        }
        requests += each.exchanges().size();
      }
      return requests * NANOS / nanos;
    }
  }
}
