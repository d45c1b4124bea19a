package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.Shims;
import dev.sluice.conformance.TranscriptLog;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.house.Whole;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.HpccWindowProjection;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.PawaWindowProjection;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.RcmLoopProjection;
import dev.sluice.model.validate.TelemetryRecordsProjection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Has TLC judge the dialogues of cases, as event logs: a second judge, which shares no rule with
 * the first one.
 */
class TranscriptLogTest {
  private static final int SEEDS = 3;
  private static final int STEPS = 60;

  /** Cases of a role, and mistakes, that a build judges. */
  private static final int FEW_CASES = 4;

  private static final int FEW_MISTAKES = 6;

  /** Cases in which a build looks for a mistake. */
  private static final int FIRST_CASES = 9;

  private static final int SLOWER = 4;

  private static final String ACCEPTED = "accepted";
  private static final String REJECTED = "rejected";

  /** The end of a reason: no integer of TLC has the value that a mistake has led to. */
  private static final String WIDE = " holds a number beyond 32 bits";

  /** Verdicts of a judge; the others are of the dialogue itself. */
  private static final Set<CaseVerdict> JUDGED =
      Set.of(
          CaseVerdict.EARLY,
          CaseVerdict.LATE,
          CaseVerdict.VALUE,
          CaseVerdict.ACCEPTED_FORBIDDEN,
          CaseVerdict.REFUSED_ALLOWED);

  /** A role, its implementation, and the list of its mistakes. */
  private enum Tried {
    REACTION(
        "rcm-rp", "rcm.py", "loop", place -> place < 62 || place > 86, new RcmLoopProjection()),
    NOTIFICATION(
        "rcm-np", "rcm.py", "loop", place -> place > 61 && place < 72, new RcmLoopProjection()),
    WINDOW("ldcp-pawa", "pawa.py", "pawa", place -> true, new PawaWindowProjection()),
    TELEMETRY(
        "hpcc-sender",
        "hpcc.py",
        "hpcc",
        place -> true,
        new HpccWindowProjection(),
        new TelemetryRecordsProjection());

    private final Player player;
    private final String shim;
    private final String list;
    private final IntPredicate isOfRole;
    private final List<Projection> projections;

    /**
     * Describes a role.
     *
     * @param isOfRole whether the mistake at a place of the list is of the role
     * @param projections of the specifications that judge it
     */
    Tried(String role, String shim, String list, IntPredicate isOfRole, Projection... projections) {
      this.player = Players.of(role).orElseThrow();
      this.shim = shim;
      this.list = list;
      this.isOfRole = isOfRole;
      this.projections = List.of(projections);
    }

    /** Returns the cases that logs can have. */
    List<Case> cases() {
      List<Case> all = new ArrayList<>(CaseRunner.plan(player, 1, SEEDS, STEPS));
      all.addAll(player.seedless());
      all.removeIf(each -> !TranscriptLog.unjudged(each).isEmpty());
      return all;
    }

    List<String> mistakes() throws Exception {
      Path file = Path.of("src/test/python/kept", list + "_mistakes.py");
      long count =
          Files.readString(file).lines().filter(line -> line.startsWith("    (\"")).count();
      return IntStream.range(0, (int) count)
          .filter(isOfRole)
          .mapToObj(place -> list + ":" + place)
          .toList();
    }

    CaseRunner runner(Map<String, String> variables) {
      return new CaseRunner(
          Shims.python(shim, Limits.STANDARD.slower(SLOWER), variables), "test", "0123456789ab");
    }

    /**
     * Returns TLC's verdict on a dialogue: accepted if it accepts one of the logs, rejected if it
     * rejects each of them, or why it decides neither.
     */
    String verdict(List<EventLog> logs) throws Exception {
      String verdict = REJECTED;
      for (EventLog log : logs) {
        List<Judged> judged = new ArrayList<>();
        for (Projection each : projections) {
          judged.addAll(SpecJudges.pool().through(each, judge -> judge.judge(log)));
        }
        if (judged.stream().allMatch(Judged::isAccepted)) {
          return ACCEPTED;
        } else if (judged.stream().noneMatch(Judged::isRejected)) {
          verdict = judged.stream().flatMap(each -> each.why().stream()).findFirst().orElseThrow();
        }
      }
      return verdict;
    }
  }

  /** Returns whether the specification has no such dialogue: a CNP comes before any packet. */
  private static boolean beginsWithCnp(EventLog log) {
    return !log.events().isEmpty() && log.events().get(0).action().equals("ReceiveCnp");
  }

  @ParameterizedTest
  @EnumSource
  void tlcAcceptsWhatPasses(Tried tried) throws Exception {
    int judged = 0;
    try (CaseRunner runner = tried.runner(Map.of())) {
      for (Case each : Whole.drawn(tried.cases(), FEW_CASES)) {
        Result result = runner.play(each);
        assertThat(result.verdict()).as(each.name()).isEqualTo(CaseVerdict.PASS);
        List<EventLog> logs = TranscriptLog.of(each, result.exchanges());
        if (!beginsWithCnp(logs.get(0))) {
          assertThat(tried.verdict(logs)).as(each.name()).isEqualTo(ACCEPTED);
          judged++;
        }
      }
    }
    System.out.printf("%s: TLC accepts %d dialogues that pass%n", tried, judged);
    assertThat(judged).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void tlcRejectsWhatFails(Tried tried) throws Exception {
    Map<String, Integer> counts = new TreeMap<>();
    List<String> accepted = new ArrayList<>();
    List<Case> all = tried.cases();
    List<Case> cases = Whole.IS_ASKED ? all : all.subList(0, Math.min(FIRST_CASES, all.size()));
    for (String mistake : Whole.drawn(tried.mistakes(), FEW_MISTAKES)) {
      Optional<Result> failed = failed(tried, mistake, cases);
      if (failed.isPresent()) {
        List<EventLog> logs = TranscriptLog.of(failed.get().of(), failed.get().exchanges());
        String reason = reason(failed.get());
        String verdict = logs.get(0).events().isEmpty() ? ACCEPTED : tried.verdict(logs);
        boolean isWide = verdict.endsWith(WIDE);
        counts.merge(
            isWide
                ? "not decided:" + WIDE
                : verdict.equals(ACCEPTED) ? "accepted: " + reason : verdict,
            1,
            Integer::sum);
        if (!isWide && !verdict.equals(REJECTED) && reason.isEmpty()) {
          accepted.add(
              "%s %s: %s; TLC: %s"
                  .formatted(mistake, failed.get().of().name(), failed.get().sentence(), verdict));
        }
      }
    }
    System.out.printf("%s: of the dialogues that fail, TLC has %s%n", tried, counts);
    assertThat(accepted).as("dialogues of %s that fail, and that TLC accepts", tried).isEmpty();
  }

  /** Returns the first case that a mistake fails. */
  private static Optional<Result> failed(Tried tried, String mistake, List<Case> cases) {
    try (CaseRunner runner = tried.runner(Map.of("SHIM_MISTAKE", mistake))) {
      for (Case each : cases) {
        Result result = runner.play(each);
        if (JUDGED.contains(result.verdict())) {
          return Optional.of(result);
        } else if (result.verdict() != CaseVerdict.PASS) {
          return Optional.empty(); // the process is gone
        }
      }
      return Optional.empty();
    }
  }

  /** Returns why a specification may accept a dialogue that fails; empty if it must not. */
  private static String reason(Result failed) {
    if (failed.verdict() == CaseVerdict.LATE) {
      return "the specification has no deadline";
    } else if (failed.exchanges().size() == 1) {
      return "no event tells the first state";
    } else if (failed.expected().containsKey("next")) {
      return "no event tells the next action";
    } else if (!failed.expected().isEmpty()
        && failed.expected().keySet().stream().allMatch(name -> name.startsWith("since"))) {
      return "a clock that has run out does not tell its value at the last event";
    }
    return "";
  }

  @Test
  void eachRoleThatHasLogsIsTried() {
    assertThat(TranscriptLog.roles())
        .containsExactlyInAnyOrder("rcm-rp", "rcm-np", "ldcp-pawa", "hpcc-sender")
        .hasSize(Tried.values().length);
  }
}
