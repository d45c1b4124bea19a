package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.GrainChanges.Change;
import dev.sluice.conformance.GrainChanges.Count;
import dev.sluice.conformance.Observer.Finding;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.house.Whole;
import dev.sluice.trace.LogValue;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Judges implementations that keep variables in another step than the specification. The numbers
 * are those of {@code paper-2015}: a line of 40,000 Mb/s, which the first CNP halves, and packets
 * of 1,122 bytes, which are 448,800 ps apart at 20,000 Mb/s.
 */
class GrainTest {
  private static final Map<String, Long> ONE = Map.of("rate", 1L, "target", 1L, "alpha", 1L);
  private static final Map<String, LogValue> PACKET =
      Map.of("bytes", LogValue.of(1_122), "ecn", LogValue.of("ECT_0"));

  private static Observer observer(Map<String, Long> grain) {
    Player player = Players.of("rcm-rp").orElseThrow();
    return new Observer(
        List.of(player.play().startInParts(player.configurations().get("paper-2015"))),
        Set.of(),
        Set.of("rate", "target"),
        ObserverTest.within(0),
        grain);
  }

  private static String cutTo(Observer observer, long rate) {
    return observer
        .observe(
            ShimRequest.event(0, "ReceiveCnp", Map.of(), Map.of()),
            ObserverTest.reply(Map.of("rate", LogValue.of(rate))))
        .map(Finding::sentence)
        .orElse("");
  }

  /** Sends a packet at 0 and another one, and returns the deviation. */
  private static String packets(Observer observer, long secondPs) {
    return observer
        .observe(
            ShimRequest.advance(secondPs, true),
            ObserverTest.reply(
                ObserverTest.departure(0, "Transmit", PACKET),
                ObserverTest.departure(secondPs, "Transmit", PACKET)))
        .map(Finding::sentence)
        .orElse("");
  }

  /** Allows for the grain of the step and that of the value. */
  @Test
  void aValueMayBeOffByTheGrainAlone() {
    assertThat(cutTo(observer(ONE), 20_002)).as("off by two grains").isEmpty();
    assertThat(cutTo(observer(ONE), 20_003))
        .isEqualTo("at 0 ps rate is 20003 and should be from 19998 to 20002");
    assertThat(cutTo(observer(ONE), 19_997)).contains("should be from 19998 to 20002");
  }

  /** Shows a rate of 20,000, which may be from 19,999 to 20,001: 448,823 to 448,778 ps. */
  @Test
  void aPacketMayLeaveAtAnyRateWithinTheGrain() {
    for (long gap : new long[] {448_778, 448_800, 448_823}) {
      Observer observer = observer(ONE);
      assertThat(cutTo(observer, 20_000)).isEmpty();
      assertThat(packets(observer, gap)).as("a gap of %d ps", gap).isEmpty();
    }
    Observer early = observer(ONE);
    assertThat(cutTo(early, 20_000)).isEmpty();
    assertThat(packets(early, 448_777)).contains("no packet leaves before");
    Observer late = observer(ONE);
    assertThat(cutTo(late, 20_000)).isEmpty();
    assertThat(packets(late, 448_824)).contains("may leave from 448823 ps on, and none has left");
  }

  /** Shows a rate of 20,002 after a step to 20,000, which can only be 20,001. */
  @Test
  void aValueThatIsShownBindsTheNextPackets() {
    for (long gap : new long[] {448_778, 448_800}) {
      Observer observer = observer(ONE);
      assertThat(cutTo(observer, 20_002)).isEmpty();
      assertThat(packets(observer, gap))
          .as("a gap of %d ps", gap)
          .contains(gap == 448_778 ? "" : "may leave from 448778 ps on, and none has left");
    }
  }

  @Test
  void statesOfTwoWaysReachFromOneToTheOther() {
    Device device =
        Players.of("rcm-rp")
            .orElseThrow()
            .play()
            .startInParts(Players.of("rcm-rp").orElseThrow().configurations().get("paper-2015"));
    assertThat(device.event(0, "ReceiveCnp", Map.of(), Map.of())).isNull();
    Cell low = Cell.of(device.with(Map.of("rate", 20_000L * Device.PARTS)), ONE);
    Cell high = Cell.of(device.with(Map.of("rate", 30_000L * Device.PARTS)), ONE);
    for (long rate : new long[] {19_998, 25_000, 30_002}) {
      assertThat(low.and(high).differing(Map.of("rate", LogValue.of(rate)), 0))
          .as("a rate of %d Mb/s", rate)
          .isEmpty();
    }
    assertThat(low.differing(Map.of("rate", LogValue.of(25_000)), 0).get("rate").sentence())
        .isEqualTo("rate is 25000 and should be from 19998 to 20002");
    assertThat(low.and(high).differing(Map.of("rate", LogValue.of(30_003)), 0)).hasSize(1);
  }

  /** Sends two packets: the gap before the first tells more of the rate than the reply did. */
  @Test
  void departuresNarrowTheRate() {
    Observer observer = observer(Map.of("rate", 1_000L, "target", 1L, "alpha", 1L));
    assertThat(cutTo(observer, 20_000)).isEmpty();
    assertThat(packets(observer, 448_800)).isEmpty();
    Reply next = ObserverTest.reply(ObserverTest.departure(448_800 + 470_000, "Transmit", PACKET));
    assertThat(observer.observe(ShimRequest.advance(918_800, true), next).map(Finding::sentence))
        .as("a gap of 470,000 ps after one of 448,800 ps")
        .get()
        .asString()
        .contains("may leave from 8976");
  }

  @Test
  void changesThatTheGrainHidesAreCounted() {
    Map<String, LogValue> before = Map.of("rate", LogValue.of(40_000));
    for (long grain : new long[] {19_999, 20_000}) {
      Observer observer = observer(Map.of("rate", grain, "target", 1L, "alpha", 1L));
      assertThat(observer.started(ObserverTest.reply(before))).isEmpty();
      assertThat(cutTo(observer, 20_000)).isEmpty();
      boolean hides = grain == 20_000;
      assertThat(observer.changes().counts())
          .as("changes with a grain of %d", grain)
          .containsEntry(new Change("rate", "ReceiveCnp"), new Count(hides ? 1 : 0, 1));
      assertThat(observer.changes().hidden())
          .as("variables whose changes a grain of %d hides", grain)
          .isEqualTo(hides ? Set.of("rate") : Set.of());
    }
  }

  @Test
  void aVariableWithoutDivisionsHasNoGrain() {
    Player player = Players.of("rcm-rp").orElseThrow();
    Case one = new Case(player, "gap", player.configurations().get("gap"), 1, 1);
    Declaration.Part declared =
        new Declaration.Part(
            Set.of(),
            Map.of("sentBytes", 4L, "rate", 4L),
            Map.of(),
            Set.of(),
            0,
            Declaration.Commit.NONE,
            Map.of());
    assertThat(one.unsupported(declared)).contains("sentBytes cannot have a grain in this role");
  }

  /** Declares the largest grain, with which the intervals of a whole case must not overflow. */
  @Test
  void theLargestGrainFitsAndALargerOneIsUnusable() throws Exception {
    Case one = cases(1).get(0);
    Result result = run(variables("SHIM_GRAIN", "1000000000"), false, List.of(one)).get(0);
    assertThat(result.verdict()).as(result.sentence()).isEqualTo(CaseVerdict.PASS);
    try (CaseRunner runner =
        new CaseRunner(
            Shims.python(
                "doubles.py", Limits.STANDARD.slower(4), variables("SHIM_GRAIN", "1000000001")),
            "test",
            "0123")) {
      assertThatThrownBy(runner::declaration)
          .hasMessageContaining("the grain of \"rate\" is a whole number from 1 to 1000000000");
    }
  }

  // ---------------------------------------------------------------- whole implementations

  private static List<Case> cases(int seeds) {
    return CaseRunner.plan(Players.of("rcm-rp").orElseThrow(), 1, seeds, 60);
  }

  /** Plays cases until one fails. */
  private static List<Result> run(Map<String, String> variables, boolean state, List<Case> cases) {
    return Shims.untilFailure(
        Shims.python("doubles.py", Limits.STANDARD.slower(4), variables), cases, state);
  }

  private static Map<String, String> variables(String... words) {
    Map<String, String> all = new HashMap<>();
    for (int at = 0; at < words.length; at += 2) {
      all.put(words[at], words[at + 1]);
    }
    return all;
  }

  /** Plays textbook code in doubles, and code that keeps rates in steps of 5 Mb/s. */
  @Test
  void correctCodeInAnotherArithmeticPasses() {
    List<Case> cases = Whole.drawn(cases(12), 4);
    for (boolean state : new boolean[] {true, false}) {
      for (Map<String, String> each :
          List.of(variables("SHIM_GRAIN", "1"), variables("SHIM_GRAIN", "5", "SHIM_KEEPS", "1"))) {
        for (Result result : run(each, state, cases)) {
          assertThat(result.verdict())
              .as("%s %s: %s", each, result.of().name(), result.sentence())
              .isIn(CaseVerdict.PASS, CaseVerdict.INCONCLUSIVE);
          assertThat(each.get("SHIM_GRAIN").equals("5") || result.verdict() == CaseVerdict.PASS)
              .as("%s passes with a grain of 1: %s", result.of().name(), result.sentence())
              .isTrue();
        }
      }
    }
  }

  @Test
  void aGrainThatHidesAllChangesDecidesNothing() {
    List<Case> cases = cases(1).stream().filter(each -> each.name().contains("/floor/")).toList();
    Result result = run(variables("SHIM_GRAIN", "1000"), true, cases).get(0);
    assertThat(result.verdict()).as(result.sentence()).isEqualTo(CaseVerdict.INCONCLUSIVE);
    assertThat(result.sentence()).contains("the grain of rate");
  }

  @Test
  void mistakesAreFoundInSpiteOfTheGrain() throws Exception {
    String text = Files.readString(Shims.FOLDER.resolve("doubles.py"));
    int mistakes = (int) text.lines().filter(line -> line.startsWith("    (\"")).count();
    Set<Integer> survivors = new TreeSet<>();
    for (int mistake : Whole.drawn(IntStream.range(0, mistakes).boxed().toList(), 3)) {
      List<Result> results =
          run(variables("SHIM_MISTAKE", Integer.toString(mistake)), true, cases(2));
      if (results.stream().noneMatch(result -> result.verdict().isFailure())) {
        survivors.add(mistake);
      }
    }
    assertThat(survivors).as("mistakes that a grain of 1 forgives").isEmpty();
  }
}
