package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ctrl-C and SIGTERM at moments drawn by lot.
 *
 * <p>{@code -Dsluice.interrupts=100} draws a hundred for each command, prints what they came to,
 * and holds the longest against three seconds; otherwise one is drawn for each, and no clock
 * decides.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 1, unit = TimeUnit.HOURS) // several hundred processes
class InterruptedAnywhereTest {
  private static final int DRAWS = Integer.getInteger("sluice.interrupts", 0);
  private static final long SEED = Long.getLong("sluice.interrupts.seed", 1);

  /** A signal comes within so much of the start, early ones as often as late ones. */
  private static final int LATEST_MILLIS = 4000;

  private static final long LONGEST_MILLIS = 3000;

  /** What must not be told of a command that was interrupted. */
  private static final List<String> LIES =
      List.of(
          "\tat ",
          "Exception",
          "could not be",
          "cannot be",
          "was killed",
          "ended before",
          "a fault of Sluice");

  @TempDir Path temp;

  /** A command that takes longer than the latest signal, as a rule. */
  enum Command {
    VERIFY("verify --jobs 2 --out result"),
    CHECK("check Pdc* CreditConservation --jobs 2"),
    RUN("run incast --senders 8 --size 20MB --log run.ndjson --pcap run.pcapng --csv flows.csv"),
    VALIDATE("validate long.ndjson long.ndjson long.ndjson --coverage seen.json");

    private final List<String> words;

    Command(String words) {
      this.words = List.of(words.split(" "));
    }
  }

  private record Draw(int number, String signal, boolean toAll, long afterMillis) {}

  /** How a run ended that was to be interrupted. */
  private record Outcome(int code, long millis) {}

  @ParameterizedTest
  @EnumSource
  void aCommandEndsCleanlyWheneverItIsInterrupted(Command command) throws Exception {
    Random lot = new Random(SEED * 31 + command.ordinal());
    List<Outcome> outcomes = new ArrayList<>();
    Path log = temp.resolve("long.ndjson");
    if (command == Command.VALIDATE) {
      Project project = Project.own(Files.createDirectory(temp.resolve("tmp")));
      assertThat(project.run("run", "incast", "--size", "1MB", "--log", log.toString())).isZero();
    }
    for (int i = 0; i < Math.max(1, DRAWS); i++) {
      boolean interrupt = lot.nextBoolean();
      Draw draw =
          new Draw(
              i,
              interrupt ? "INT" : "TERM",
              interrupt || lot.nextBoolean(),
              (long) (LATEST_MILLIS * lot.nextDouble() * (DRAWS == 0 ? 0.3 : 1)));
      outcomes.add(interrupted(command, draw, log));
    }
    if (DRAWS > 0) {
      long longest = outcomes.stream().mapToLong(Outcome::millis).max().orElseThrow();
      System.out.printf(
          "%s, seed %d: %d signals, %d ended with 130, %d with 143, %d before the signal;"
              + " longest %d ms%n",
          command,
          SEED,
          outcomes.size(),
          outcomes.stream().filter(each -> each.code() == 130).count(),
          outcomes.stream().filter(each -> each.code() == 143).count(),
          outcomes.stream().filter(each -> each.code() < 128).count(),
          longest);
      assertThat(longest).isLessThanOrEqualTo(LONGEST_MILLIS);
    }
  }

  private Outcome interrupted(Command command, Draw draw, Path log) throws Exception {
    Path folder = Files.createDirectory(temp.resolve(command + "-" + draw.number()));
    Path temporary = Files.createDirectory(temp.resolve(command + "-tmp-" + draw.number()));
    if (command == Command.VALIDATE) {
      Files.createSymbolicLink(folder.resolve("long.ndjson"), log);
    }
    List<String> all = Launched.sluice("-D" + BothCompilers.LEFT_OUT + "=true");
    all.addAll(command.words);
    try (Launched launched = Launched.start(folder, temporary, Map.of(), all)) {
      TimeUnit.MILLISECONDS.sleep(draw.afterMillis());
      boolean inTime = launched.process().isAlive();
      long begun = System.nanoTime();
      launched.signal(draw.signal(), draw.toAll());
      Launched.Ended ended = launched.end();
      for (ProcessHandle other : launched.others()) {
        other.onExit().get(); // one that is not ended keeps the test waiting
      }
      long millis = inTime ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) : 0;
      String said = draw + " of " + command + " said: " + ended.out() + ended.err();
      int expected = draw.signal().equals("INT") ? 130 : 143;
      if (ended.code() < 128) {
        assertThat(ended.code()).as("it ended before. %s", said).isZero();
      } else {
        assertThat(ended.code()).as(said).isEqualTo(expected);
        assertThat(LIES).as(said).noneMatch((ended.out() + ended.err())::contains);
        String told = ended.out() + ended.err();
        assertThat(
                told.isBlank() || told.toLowerCase(java.util.Locale.ROOT).contains("interrupted"))
            .as(said)
            .isTrue();
      }
      assertThat(Launched.inside(temporary)).as(said).isEmpty();
      assertThat(Launched.inside(folder))
          .as(said)
          .noneMatch(name -> name.contains("sluice-unfinished"))
          .noneMatch(name -> name.startsWith(".sluice-out"));
      return new Outcome(ended.code(), millis);
    }
  }
}
