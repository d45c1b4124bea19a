package dev.sluice.cli;

import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What the running system keeps to, held against bounds at full size, and written into {@code
 * docs/figures.md}: each of these was broken once, and no expectation of a scenario saw it.
 */
class SystemFiguresTest {
  /**
   * A bound.
   *
   * @param broken what came out once
   * @param command what follows {@code ./sluice run}
   * @param metric the expectation that is held
   * @param bound what it may be
   */
  private record Kept(String what, String broken, String command, String metric, String bound) {
    String whole() {
      return command + " --set expect." + metric + "='" + bound + "'";
    }
  }

  private static final List<Kept> ALL =
      List.of(
          new Kept(
              "No sender waits for a timer that lacks nothing",
              "969.4 us",
              "many-to-many",
              "fct-p99",
              "<150us"),
          permutation(1),
          permutation(2),
          permutation(3),
          permutation(4),
          permutation(5),
          new Kept(
              "A thousand senders into one trimming port resend less than they send",
              "58.4",
              "trimmed-incast --senders 1000",
              "resent-share",
              "<1"),
          new Kept(
              "A lone flow under NSCC fills its link",
              "87.746 Gb/s",
              "incast --senders 1 --cc nscc",
              "goodput",
              ">=96.9G"),
          new Kept(
              "32 senders under NSCC into a trimming port share it alike: the worst of eight seeds",
              "0.754",
              "fair-incast --set seed=8",
              "fairness",
              ">=0.94"),
          new Kept(
              "The first of two flows under NSCC, the second 500 us late (even: 2,816 us): the worst of eight seeds with a weight of 8",
              "3,270 us",
              "latecomer --set seed=6",
              "fct-max",
              "<=3050us"),
          new Kept(
              "A lone flow under RCCC loses little to its first grants",
              "192.7 us",
              "incast --senders 1 --size 2MB",
              "fct-max",
              "<177us"),
          new Kept(
              "… of which an initial credit of one window saves three microseconds",
              "",
              "incast --senders 1 --size 2MB --set nic.initial-credit=50176B",
              "fct-max",
              "<170us"));

  private static Kept permutation(int seed) {
    return new Kept(
        "128 hosts, each to another, under RCCC: seed " + seed,
        seed == 1 ? "1,228 us" : "",
        "permutation --cc rccc --seed " + seed,
        "fct-max",
        "<260us");
  }

  @Test
  @Requirement({"RCCC-8", "UET-2", "UET-8"})
  void theSystemKeepsToItsBounds() throws IOException {
    StringBuilder table =
        new StringBuilder("\n| what | was | `./sluice run …` | prints |\n|---|---|---|---|\n");
    for (Kept each : ALL) {
      String line =
          FiguresPage.run(each.whole(), ExitCodes.OK)
              .lines()
              .filter(found -> found.startsWith("ok  ") && found.contains(" " + each.metric + " "))
              .findFirst()
              .orElseThrow(() -> new AssertionError(each.whole()));
      table.append(
          "| %s | %s | `%s` | `%s` |\n"
              .formatted(
                  each.what, each.broken, each.whole(), line.strip().replaceAll(" {2,}", " ")));
    }
    table.append("\n");
    FiguresPage.hold("system", table.toString(), SystemFiguresTest.class);
  }
}
