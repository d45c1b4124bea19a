package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Transcript.Exchange;
import dev.sluice.trace.LogValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Looks at the requests of {@code hpcc-sender}, which leave open points of the sources alone. */
class HpccSenderCasesTest {
  private static final int SEEDS = 20;
  private static final int STEPS = 60;
  private static final long TIMES = 1L << 24;

  /** The window at which the kernel stops to count. */
  private static final long LARGEST = 1L << 40;

  private static final Player PLAYER = Players.of("hpcc-sender").orElseThrow();

  /** Plays a case against a sender without a mistake, and returns the dialogue. */
  private static List<Exchange> dialogue(Case one) {
    Result result =
        one.play(
            LegalDevice.prompt(PLAYER.start(one.given())),
            new Declaration.Part(PLAYER.role().variables().keySet(), 0));
    assertThat(result.verdict() + " " + result.sentence()).isEqualTo("PASS ");
    return result.exchanges();
  }

  private static List<Case> cases() {
    return CaseRunner.plan(PLAYER, 1, SEEDS, STEPS);
  }

  private static long number(Map<String, LogValue> from, String name) {
    return ((LogValue.Num) from.get(name)).value();
  }

  private static void assertNotHalf(long seen, long own, long modulus, String name) {
    assertThat(2 * Math.floorMod(seen - own, modulus)).as(name).isNotEqualTo(modulus);
  }

  /** Expects no distance that is the same in both directions. */
  @Test
  void noNumberIsHalfOfAllAwayFromOneThatItIsComparedWith() {
    for (Case each : cases()) {
      long modulus = number(each.given(), "Modulus");
      Map<String, LogValue> before = Map.of();
      Map<List<Long>, Long> times = new HashMap<>();
      for (Exchange one : dialogue(each)) {
        Map<String, LogValue> message = one.request().message();
        if (message.containsKey("seq")) {
          for (String own : List.of("sndUna", "sndNxt", "lastUpdateSeq")) {
            assertNotHalf(number(message, "seq"), number(before, own), modulus, each.name());
          }
        }
        if (message.get("hops") instanceof LogValue.Items hops) {
          List<Long> of = List.of(number(message, "path"), number(message, "nHop"));
          long hop = number(message, "first");
          for (LogValue record : hops.items()) {
            Map<String, LogValue> fields = ((LogValue.Fields) record).fields();
            long ts = number(fields, "ts");
            List<Long> link = List.of(of.get(0), of.get(1), hop++, number(fields, "speed"));
            long kept = times.getOrDefault(link, ts);
            assertNotHalf(ts, kept, TIMES, each.name());
            times.put(link, Math.floorMod(ts - kept, TIMES) < TIMES / 2 ? ts : kept);
          }
        }
        before = one.reply().state();
      }
    }
  }

  /** Expects windows below a limit of the kernel, since the sources give windows none. */
  @Test
  void noWindowReachesTheLargestThatTheKernelCounts() {
    long most = 0;
    for (Case each : CaseRunner.plan(PLAYER, 1, 5 * SEEDS, STEPS)) {
      if (each.configuration().equals("published")) {
        for (Exchange one : dialogue(each)) {
          most = Math.max(most, number(one.reply().state(), "wc"));
        }
      }
    }
    assertThat(most).isBetween(1L << 22, LARGEST - 1);
  }
}
