package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.house.Whole;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Judges implementations that fetch packets of the backlog before they leave. */
class CommitTest {
  private static final int STEPS = 60;

  /** Percent of the cases of a role. The others have more states than an observer keeps. */
  private static final int LEAST_DECIDED = 85;

  private static final int SEEDS = Whole.IS_ASKED ? 24 : 2;

  /** Configurations of a role in a build. */
  private static final int CONFIGURATIONS = 4;

  /** The longest times that a fetched packet waits, in picoseconds. */
  private static final long[] TIMES = {0, 1_003, 700_001, 9_000_000};

  /** Roles whose packets of the backlog wait for a pace or a window. */
  static List<String> roles() {
    return List.of("rcm-rp", "hpcc-sender", "ldcp-pawa", "credit-spender");
  }

  /** An implementation with a pipeline, and the pipeline that it declares. */
  private record Played(Case of, int packets, long timePs, boolean shows) {
    Result declaring(Declaration.Commit commit, long latencyPs) {
      Player player = of.player();
      Set<String> shown = shows ? player.role().variables().keySet() : Set.of();
      LegalDevice device =
          new LegalDevice(player.start(of.given()), shows, latencyPs, of.seed())
              .committing(packets, timePs);
      return of.play(
          device,
          new Declaration.Part(shown, Map.of(), Map.of(), Set.of(), latencyPs, commit, Map.of()));
    }
  }

  /**
   * Sends packets of 1,122 bytes at a line of 40,000 Mb/s, which are 224,400 ps apart, and a CNP at
   * 100,000 ps, which halves the rate.
   *
   * @return the deviation; empty if there is none
   */
  private static String packets(Declaration.Commit commit, long... atPs) {
    Player player = Players.of("rcm-rp").orElseThrow();
    Observer observer =
        new Observer(
            List.of(player.start(player.configurations().get("paper-2015"))),
            Set.of(),
            Set.of(),
            Pipeline.of(
                new Declaration.Part(
                    Set.of(),
                    Map.of(),
                    Map.of(),
                    Set.of(),
                    Declaration.UNDECLARED,
                    commit,
                    Map.of())),
            Map.of());
    Map<String, LogValue> packet = Map.of("bytes", LogValue.of(1_122), "ecn", LogValue.of("ECT_0"));
    LogValue[] later =
        Arrays.stream(atPs)
            .mapToObj(at -> ObserverTest.departure(at, "Transmit", packet))
            .toArray(LogValue[]::new);
    assertThat(
            observer.observe(
                ShimRequest.advance(100_000, true),
                ObserverTest.reply(ObserverTest.departure(0, "Transmit", packet))))
        .isEmpty();
    assertThat(
            observer.observe(
                ShimRequest.event(100_000, "ReceiveCnp", Map.of(), Map.of()), ObserverTest.reply()))
        .isEmpty();
    return observer
        .observe(ShimRequest.advance(2_000_000, true), ObserverTest.reply(later))
        .map(found -> found.verdict() + ": " + found.sentence())
        .orElse("");
  }

  private static Declaration.Commit commit(int packets) {
    return new Declaration.Commit(packets, Declaration.UNDECLARED);
  }

  /** Lets the first packet after the CNP leave as soon as the port is free. */
  @Test
  void packetsThatWereFetchedBeforeACnpLeaveAtTheOldPace() {
    assertThat(packets(Declaration.Commit.NONE, 224_400, 448_800)).startsWith("EARLY");
    assertThat(packets(commit(1), 224_400, 448_800)).isEmpty();
    assertThat(packets(commit(1), 224_400, 448_799)).startsWith("EARLY");
    assertThat(packets(commit(1), 224_400, 448_800, 673_200)).startsWith("EARLY");
    assertThat(packets(commit(2), 224_400, 448_800, 673_200)).isEmpty();
  }

  @Test
  void thePacketAfterThemKeepsTheNewPace() {
    assertThat(packets(commit(2), 224_400, 448_800, 673_200, 1_121_999)).startsWith("EARLY");
    assertThat(packets(commit(2), 224_400, 448_800, 673_200, 1_122_000)).isEmpty();
  }

  @Test
  void fetchedPacketsLeaveWithinTheDeclaredTimeAfterTheCnp() {
    Declaration.Commit within = new Declaration.Commit(2, 348_800);
    assertThat(packets(within, 224_400, 448_800, 673_200)).isEmpty();
    assertThat(packets(new Declaration.Commit(2, 348_799), 224_400, 448_800, 673_200))
        .startsWith("EARLY");
  }

  @Test
  void aPipelineWithAGrainIsUnsupported() {
    Player player = Players.of("rcm-rp").orElseThrow();
    Case one = new Case(player, "gap", player.configurations().get("gap"), 1, 1);
    Declaration.Part declared =
        new Declaration.Part(
            Set.of(), Map.of("rate", 1L), Map.of(), Set.of(), 0, commit(1), Map.of());
    assertThat(one.unsupported(declared))
        .contains("\"commit\" and \"grain\" cannot be declared together");
  }

  private static List<Played> all(String role) {
    Player player = Players.of(role).orElseThrow();
    List<Played> all = new ArrayList<>();
    Whole.drawn(List.copyOf(player.configurations().keySet()), CONFIGURATIONS)
        .forEach(
            name -> {
              for (int seed = 1; seed <= SEEDS; seed++) {
                all.add(
                    new Played(
                        new Case(player, name, player.configurations().get(name), seed, STEPS),
                        1 + seed % 3,
                        TIMES[seed % TIMES.length],
                        seed % 2 == 0));
              }
            });
    return all;
  }

  @ParameterizedTest
  @MethodSource("roles")
  void noFetchedPacketIsAtFaultIfItIsDeclared(String role) {
    Map<CaseVerdict, Integer> verdicts = new EnumMap<>(CaseVerdict.class);
    Map<String, String> wrong = new TreeMap<>();
    for (Played each : all(role)) {
      for (long latency : new long[] {Device.NEVER_PS, 9_000_000}) {
        for (long time : new long[] {Declaration.UNDECLARED, each.timePs()}) {
          Result result = each.declaring(new Declaration.Commit(each.packets(), time), latency);
          verdicts.merge(result.verdict(), 1, Integer::sum);
          if (result.verdict().isFailure()) {
            wrong.put(each.of().name() + " " + each, result.verdict() + " " + result.sentence());
          }
        }
      }
    }
    assertThat(wrong).as("pipelines that fail, of " + verdicts).isEmpty();
    int all = verdicts.values().stream().mapToInt(count -> count).sum();
    assertThat(verdicts.get(CaseVerdict.PASS))
        .as("pipelines that pass, of " + verdicts)
        .isGreaterThan(all * LEAST_DECIDED / 100);
  }

  @ParameterizedTest
  @MethodSource("roles")
  void aLongerPipelineThanDeclaredFails(String role) {
    Map<String, Integer> failed = new TreeMap<>();
    for (Played each : all(role)) {
      Map.of(
              "none", Declaration.Commit.NONE,
              "one packet", new Declaration.Commit(1, Declaration.UNDECLARED),
              "no time after an event", new Declaration.Commit(Declaration.Commit.MOST_PACKETS, 0))
          .forEach(
              (name, commit) ->
                  failed.merge(
                      name,
                      each.declaring(commit, Device.NEVER_PS).verdict().isFailure() ? 1 : 0,
                      Integer::sum));
    }
    assertThat(failed).allSatisfy((name, count) -> assertThat(count).as(name).isPositive());
  }
}
