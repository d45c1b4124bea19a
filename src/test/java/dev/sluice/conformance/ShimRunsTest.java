package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.house.Whole;
import dev.sluice.trace.LogValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Plays cases against implementations in Python that share nothing with the kernels, unmodified and
 * with a mistake of implementers in them.
 */
class ShimRunsTest {
  private static final int SEEDS = 6;
  private static final int STEPS = 60;

  /** Parameters of each role that a build keeps in too few bits. */
  private static final int MOST_WIDTHS = 2;

  /** An implementation behind a shim, and the list of its mistakes. */
  private enum Tried {
    /**
     * The two ends of RoCEv2's congestion management. The shim runs each timer when it is due, so
     * that there is no time beyond for 125 and 126 to carry.
     */
    LOOP(
        "rcm.py",
        List.of("rcm-rp", "rcm-np"),
        Set.of(
            6, 7, 15, 42, 70, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 127, 137,
            138),
        Set.of(125, 126),
        Set.of(2, 22, 36, 59, 98, 131)),

    /**
     * The sender of HPCC++. Its receiver is elsewhere, and so is its user's count of packets. 9
     * moves incStage alone, because W is the same on both sides where U is just eta. 130 sets N
     * without telemetry. The next telemetry sets N anew before a window is computed by it.
     */
    HPCC(
        "hpcc.py",
        List.of("hpcc-sender"),
        Set.of(73, 74, 75, 76, 77, 78, 79, 80, 88, 89, 125, 126, 127, 128, 129, 132),
        Set.of(),
        Set.of(9, 130)),

    /**
     * The records of links that the sender of HPCC++ keeps. Elsewhere are switches, the receiver
     * and records for another domain. The longest silence is a parameter. 43 and 44 give a
     * measurement over no time another value, and its weight is 0. The sources leave the case of 0
     * open, half of all times.
     */
    RECORDS(
        "hpcc.py",
        List.of("hpcc-sender"),
        Set.of(13, 14, 15, 33, 34, 35, 36, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57),
        Set.of(0, 43, 44),
        Set.of()),

    /**
     * The window of LDCP's stable stage. Its receiver is elsewhere. So are its user's counts of
     * packets. 20, 22 and 83 move the remainder at the largest window. No increase uses it there,
     * and a cut clears it. 4 has a window of one part in place of none. The timer of one part runs
     * longer than a case.
     */
    PAWA(
        "pawa.py",
        List.of("ldcp-pawa"),
        Set.of(
            36, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 67, 89, 95, 108,
            109, 110, 111, 112),
        Set.of(),
        Set.of(4, 20, 22, 83)),

    /**
     * The source of receiver credit. The receiver is elsewhere. 61 differs at an odd modulus alone,
     * and no field has one. 17 keeps credit that the next message overwrites, and 73 begins with
     * the place after which the first PDC has its turn, too.
     */
    CREDIT(
        "credit.py",
        List.of("credit-spender"),
        Set.of(
            7, 9, 10, 11, 12, 13, 14, 15, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44,
            45, 46, 47, 48, 49, 50, 51, 52),
        Set.of(61),
        Set.of(17, 73)),

    /**
     * The target of PDCs. 23 and 24 give CCCs other ids, which no answer tells. 121 keeps a key
     * beside its new PDC, which packets find first.
     */
    TARGET("pdc.py", List.of("pdc-target"), Set.of(), Set.of(), Set.of(23, 24, 121));

    private final String shim;
    private final List<String> roles;
    private final Set<Integer> elsewhere;
    private final Set<Integer> unseen;
    private final Set<Integer> stateAlone;

    /**
     * Names the mistakes that cases do not show.
     *
     * @param elsewhere mistakes in parts that the shim does not use: the switch, other queue pairs,
     *     guards of calls
     * @param unseen mistakes that no configuration and no stimulus can show
     * @param stateAlone mistakes that change no departure and no time of one
     */
    Tried(
        String shim,
        List<String> roles,
        Set<Integer> elsewhere,
        Set<Integer> unseen,
        Set<Integer> stateAlone) {
      this.shim = shim;
      this.roles = roles;
      this.elsewhere = elsewhere;
      this.unseen = unseen;
      this.stateAlone = stateAlone;
    }

    String module() {
      return name().toLowerCase(Locale.ROOT);
    }

    List<Case> cases() {
      List<Case> all = new ArrayList<>();
      for (String role : roles) {
        all.addAll(CaseRunner.plan(Players.of(role).orElseThrow(), 1, SEEDS, STEPS));
      }
      return all;
    }

    /** Returns the places of the mistakes that the shim uses. */
    List<Integer> mistakes() throws Exception {
      Path list =
          Stream.of(Path.of("src/test/python/kept"), Shims.FOLDER)
              .map(folder -> folder.resolve(module() + "_mistakes.py"))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      int count =
          (int) Files.readString(list).lines().filter(line -> line.startsWith("    (\"")).count();
      return IntStream.range(0, count).boxed().filter(each -> !elsewhere.contains(each)).toList();
    }
  }

  /** Returns the first case that does not pass; null if all do. */
  private static Result first(Tried tried, Map<String, String> variables, boolean state)
      throws Broken {
    return Shims.firstFailure(
        Shims.python(tried.shim, Limits.STANDARD.slower(4), variables), tried.cases(), state);
  }

  @ParameterizedTest
  @EnumSource
  void aCorrectImplementationPassesEachCase(Tried tried) throws Exception {
    for (boolean state : new boolean[] {true, false}) {
      Result failed = first(tried, Map.of(), state);
      assertThat(failed == null ? "" : failed.of().name() + ": " + failed.sentence())
          .as("the first case that fails, state judged: %s", state)
          .isEmpty();
    }
  }

  /** Keeps each parameter in one bit less than its largest value needs. */
  @ParameterizedTest
  @EnumSource(
      value = Tried.class,
      names = {"RECORDS"},
      mode = EnumSource.Mode.EXCLUDE)
  void aParameterInTooFewBitsIsFound(Tried tried) throws Exception {
    Set<String> survivors = new TreeSet<>();
    for (String role : tried.roles) {
      Map<String, Long> most = new TreeMap<>();
      for (Map<String, LogValue> given : Players.of(role).orElseThrow().configurations().values()) {
        given.forEach(
            (name, value) -> {
              if (value instanceof LogValue.Num number && number.value() > 0) {
                most.merge(name, number.value(), Math::max);
              }
            });
      }
      for (String name : Whole.drawn(List.copyOf(most.keySet()), MOST_WIDTHS)) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(most.get(name)) - 1;
        String parameter = role + " " + name;
        if (first(tried, Map.of("SHIM_WIDTH", name + ":" + bits), true) == null) {
          survivors.add(parameter);
        }
      }
    }
    assertThat(survivors).as("parameters that no case needs whole").isEmpty();
  }

  /** Has a target of PDCs choose other ids, forget at other times, and answer late. */
  @Test
  void choicesOfAnImplementationAreNoMistakes() throws Exception {
    List<Map<String, String>> choices =
        List.of(
            Map.of("SHIM_IDS", "lowest", "SHIM_FORGET", "at-once"),
            Map.of("SHIM_IDS", "seed7", "SHIM_FORGET", "1000000000000", "SHIM_LATE", "300000"),
            Map.of("SHIM_IDS", "round-robin", "SHIM_FORGET", "777777"),
            Map.of("SHIM_IDS", "lowest", "SHIM_LATE", "1500000"));
    for (Map<String, String> choice : Whole.drawn(choices, 2)) {
      for (boolean state : new boolean[] {true, false}) {
        Result failed = first(Tried.TARGET, choice, state);
        assertThat(failed == null ? "" : failed.of().name() + ": " + failed.sentence())
            .as("the first case that fails with %s, state judged: %s", choice, state)
            .isEmpty();
      }
    }
  }

  @Test
  void aReplyWithoutADeclaredVariableIsInvalid() throws Exception {
    Result failed = first(Tried.LOOP, Map.of("SHIM_LENIENT", "other-variables"), true);
    assertThat(failed.verdict()).isEqualTo(CaseVerdict.PROTOCOL);
    assertThat(failed.sentence())
        .isEqualTo("\"st\" lacks sinceSent, which \"observe\" of the declaration has");
    assertThat(first(Tried.LOOP, Map.of("SHIM_LENIENT", "other-variables"), false)).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void mistakesAreFound(Tried tried) throws Exception {
    survivors(tried, true, 8, tried.unseen);
  }

  @ParameterizedTest
  @EnumSource
  void mistakesAreFoundWithoutReadingState(Tried tried) throws Exception {
    Set<Integer> unseen = new TreeSet<>(tried.unseen);
    unseen.addAll(tried.stateAlone);
    survivors(tried, false, 5, unseen);
  }

  /**
   * Plays mistakes, and expects exactly some of them not to be found.
   *
   * @param most how many mistakes are drawn in each build
   */
  private static void survivors(Tried tried, boolean state, int most, Set<Integer> expected)
      throws Exception {
    Set<Integer> survivors = new TreeSet<>();
    Set<Integer> unseen = new TreeSet<>();
    for (int mistake : Whole.drawn(tried.mistakes(), most)) {
      if (expected.contains(mistake)) {
        unseen.add(mistake);
      }
      String named = tried.module() + ":" + mistake;
      Result failed = first(tried, Map.of("SHIM_MISTAKE", named), state);
      if (failed == null) {
        survivors.add(mistake);
      } else {
        assertThat(failed.verdict().isFailure())
            .as("mistake %s: %s %s", named, failed.verdict(), failed.sentence())
            .isTrue();
      }
    }
    assertThat(survivors)
        .as("mistakes in %s_mistakes.py that no case shows", tried.module())
        .isEqualTo(unseen);
  }
}
