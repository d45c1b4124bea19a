package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.Observer.Finding;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.house.Whole;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Judges senders of HPCC++ and of LDCP that keep their windows in floating point or in whole bytes.
 *
 * <p>The numbers of LDCP are those of {@code usual}: 4,096 parts of a packet. A mark subtracts
 * 3,072, and a round trip takes 2,000,000 ps.
 */
class WindowGrainTest {
  private static final long ONE = 4_096;

  /** With fewer parts of a packet, or of U, a byte is too small a part of one. */
  private static final String RANGES = "{\"One\":[1000,4294967295]}";

  /** A window of a packet is within the grain of a window below. */
  private static final String FORGIVEN = "one packet has the rules below one";

  // ---------------------------------------------------------------- one step

  /** Makes a sender of LDCP whose window is a packet, within the grain. */
  private static Observer onePacket(long grain) {
    Player player = Players.of("ldcp-pawa").orElseThrow();
    Map<String, LogValue> given = new HashMap<>(player.configurations().get("usual"));
    given.put("StartCw", LogValue.of(ONE));
    given.put("StartInFlight", LogValue.of(1));
    return new Observer(
        List.of(player.play().startInParts(given)),
        Set.of(),
        Set.of("cw"),
        ObserverTest.within(Device.NEVER_PS),
        Map.of("cw", grain));
  }

  private static String acknowledgedTo(Observer observer, boolean ece, long cw) {
    return observer
        .observe(
            ShimRequest.event(
                0,
                "ReceiveAck",
                Map.of("rtt", LogValue.of(2_000_000)),
                Map.of("n", LogValue.of(1), "ece", LogValue.of(ece))),
            ObserverTest.reply(Map.of("cw", LogValue.of(cw))))
        .map(Finding::sentence)
        .orElse("");
  }

  /**
   * Marks a window of 4,092 to 4,100: below a packet it is halved, and from there on 3,072 less.
   */
  @Test
  void aMarkHasTheRuleOfEitherSideOfAPacket() {
    for (long cw : new long[] {1_014, 1_024, 1_038, 2_036, 2_048, 2_057}) {
      assertThat(acknowledgedTo(onePacket(4), true, cw)).as("a window of %d", cw).isEmpty();
    }
    for (long cw : new long[] {1_013, 1_039, 1_500, 2_035, 2_058}) {
      assertThat(acknowledgedTo(onePacket(4), true, cw)).as("a window of %d", cw).contains("cw is");
    }
  }

  /** Adds 2,048 ÷ 4,096 packets of 4,096 parts, or 1,024 parts below a packet. */
  @Test
  void anIncreaseHasTheRuleOfEitherSideOfAPacket() {
    for (long cw : new long[] {5_106, 5_120, 5_129, 6_134, 6_144, 6_156}) {
      assertThat(acknowledgedTo(onePacket(4), false, cw)).as("a window of %d", cw).isEmpty();
    }
    for (long cw : new long[] {5_105, 5_130, 5_600, 6_133, 6_157}) {
      assertThat(acknowledgedTo(onePacket(4), false, cw)).as("a window of %d", cw).isNotEmpty();
    }
  }

  /** Lets a packet leave with one in flight: the window is less than a packet, by any amount. */
  @Test
  void aWindowOfNearlyAPacketHasTheGapOfNearlyARoundTrip() {
    for (long gap : new long[] {2_000_000, 2_000_001, 2_000_400, 2_001_000}) {
      assertThat(transmitted(onePacket(4), gap)).as("a gap of %d ps", gap).isEmpty();
    }
    assertThat(transmitted(onePacket(4), 1_999_999)).startsWith("at 1999999 ps Transmit leaves");
  }

  private static String transmitted(Observer observer, long atPs) {
    return observer
        .observe(
            ShimRequest.advance(atPs, true),
            ObserverTest.reply(
                Map.of("cw", LogValue.of(ONE)),
                ObserverTest.departure(atPs, "Transmit", Map.of("ecn", LogValue.of("ECT_0")))))
        .map(Finding::sentence)
        .orElse("");
  }

  /** Adds 60,000 ÷ 2²⁰ parts a hundred times. No step of the specification adds a whole part. */
  @Test
  void incrementsOfLessThanAPartAddUp() {
    Player player = Players.of("ldcp-pawa").orElseThrow();
    Map<String, LogValue> given = player.configurations().get("large");
    long start = ((LogValue.Num) given.get("StartCw")).value();
    Observer observer =
        new Observer(
            List.of(player.play().startInParts(given)),
            Set.of(),
            Set.of("cw"),
            ObserverTest.within(Device.NEVER_PS),
            Map.of("cw", 1L));
    for (int at = 1; at <= 100; at++) {
      assertThat(acknowledgedTo(observer, false, start + at * 60_000L / (1 << 20)))
          .as("acknowledgment %d", at)
          .isEmpty();
    }
  }

  /** Rounds the least window of 1,202 units to two bytes, so that gaps are longer. */
  @Test
  void aBoundOfAWindowMayBeRounded() {
    Player player = Players.of("hpcc-sender").orElseThrow();
    Observer observer =
        new Observer(
            List.of(player.play().startInParts(player.configurations().get("receiver"))),
            Set.of(),
            Set.of("w"),
            ObserverTest.within(0),
            Map.of("w", 512L));
    long first = 6_400_000;
    ObserverTest.passes(
        observer,
        ShimRequest.advance(0, true),
        ObserverTest.reply(Map.of("w", LogValue.of(first)), packet(0, 0)));
    Map<String, LogValue> message =
        Map.of("seq", LogValue.of(1), "w", LogValue.of(1), "n", LogValue.of(-1));
    Map<String, LogValue> least = Map.of("w", LogValue.of(1_024));
    ObserverTest.passes(
        observer, ShimRequest.event(0, "ReceiveAck", Map.of(), message), ObserverTest.reply(least));
    long gap = 1_174L * 512 * 5_000_000 / 1_024;
    ObserverTest.passes(
        observer, ShimRequest.advance(gap, true), ObserverTest.reply(least, packet(gap, 1)));
  }

  private static LogValue packet(long atPs, long seq) {
    return ObserverTest.departure(atPs, "Transmit", Map.of("seq", LogValue.of(seq)));
  }

  /**
   * Plays the example with a U of 1.2, within the grain of U: the window is 36,480,000 ÷ U +
   * 192,000.
   */
  @Test
  void theErrorOfUReachesTheWindowInTheSameStep() {
    long narrow = 1;
    long wide = 2_000_000; // a tenth of U
    assertThat(overload(narrow, 30_592_000)).isEmpty();
    assertThat(overload(narrow, 30_593_000)).contains("w is 30593000");
    for (long w : new long[] {36_480_000L * 10 / 13 + 192_000, 36_480_000L * 10 / 11 + 192_000}) {
      assertThat(overload(narrow, w)).as("a window of %d", w).contains("w is " + w);
      assertThat(overload(wide, w)).as("a window of %d", w).isEmpty();
    }
    assertThat(overload(wide, 36_480_000L + 192_000)).contains("w is");
  }

  private static String overload(long grainOfU, long w) {
    Player player = Players.of("hpcc-sender").orElseThrow();
    Example example = player.examples().get("example-overload");
    Observer observer =
        new Observer(
            List.of(player.play().startInParts(example.given())),
            Set.of(),
            Set.of("u", "w"),
            ObserverTest.within(Device.NEVER_PS),
            Map.of("u", grainOfU, "w", 1L, "wc", 1L));
    List<ShimRequest> requests = example.requests();
    for (ShimRequest each : requests.subList(0, requests.size() - 1)) {
      ObserverTest.passes(observer, each, ObserverTest.reply());
    }
    return observer
        .observe(
            requests.get(requests.size() - 1),
            ObserverTest.reply(Map.of("u", LogValue.of(24_000_000), "w", LogValue.of(w))))
        .map(Finding::sentence)
        .orElse("");
  }

  // ---------------------------------------------------------------- whole implementations

  private static List<Case> cases(String role, int seeds) {
    return CaseRunner.plan(Players.of(role).orElseThrow(), 1, seeds, 60);
  }

  /** Plays cases until one fails. */
  private static List<Result> run(
      String shim, Map<String, String> variables, boolean state, List<Case> cases) {
    Map<String, String> all = new HashMap<>(variables);
    all.put("SHIM_RANGES", RANGES);
    return Shims.untilFailure(Shims.python(shim, Limits.STANDARD.slower(4), all), cases, state);
  }

  @ParameterizedTest
  @CsvSource({
    "hpcc-sender, hpcc_rounded.py, all",
    "hpcc-sender, hpcc_rounded.py, bytes",
    "ldcp-pawa, pawa_rounded.py, all",
    "ldcp-pawa, pawa_rounded.py, bytes"
  })
  void correctCodeInAnotherArithmeticPasses(String role, String shim, String keeps) {
    List<Case> cases = Whole.drawn(cases(role, 12), 5);
    Map<String, String> variables = Map.of("SHIM_KEEPS", keeps);
    for (boolean state : new boolean[] {true, false}) {
      Set<CaseVerdict> verdicts = new TreeSet<>();
      for (Result result : run(shim, variables, state, cases)) {
        verdicts.add(result.verdict());
        assertThat(result.verdict().isFailure())
            .as("%s %s: %s", keeps, result.of().name(), result.sentence())
            .isFalse();
      }
      assertThat(verdicts).contains(CaseVerdict.PASS);
    }
    List<Result> exact =
        run(shim, Map.of("SHIM_KEEPS", keeps, "SHIM_GRAIN", "none"), true, cases(role, 2));
    assertThat(exact.get(exact.size() - 1).verdict())
        .as("the verdict without a grain")
        .isEqualTo(CaseVerdict.VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "hpcc-sender, hpcc_rounded.py, all",
    "hpcc-sender, hpcc_rounded.py, bytes",
    "ldcp-pawa, pawa_rounded.py, all",
    "ldcp-pawa, pawa_rounded.py, bytes"
  })
  void mistakesAreFoundInSpiteOfTheGrain(String role, String shim, String keeps)
      throws IOException {
    String text = Files.readString(Shims.FOLDER.resolve(shim));
    List<String> mistakes = text.lines().filter(line -> line.startsWith("    (\"")).toList();
    boolean[] levels = Whole.IS_ASKED ? new boolean[] {true, false} : new boolean[] {true};
    Set<String> survivors = new TreeSet<>();
    for (String mistake : Whole.drawn(mistakes, 1)) {
      Map<String, String> variables =
          Map.of("SHIM_KEEPS", keeps, "SHIM_MISTAKE", Integer.toString(mistakes.indexOf(mistake)));
      for (boolean state : levels) {
        boolean isForgiven =
            run(shim, variables, state, cases(role, Whole.IS_ASKED ? 4 : 1)).stream()
                .noneMatch(result -> result.verdict().isFailure());
        if (isForgiven != mistake.contains(FORGIVEN)) {
          survivors.add(mistake + (state ? "" : " by departures"));
        }
      }
    }
    assertThat(survivors).as("mistakes that the grain forgives, or not, unlike expected").isEmpty();
  }
}
