package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.house.Whole;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Judges implementations that make every choice of their specification by lot: none of them fails.
 *
 * <p>{@code .ci/long} judges 10,000 of them at least.
 */
class LegalDevicesTest {
  private static final int ALL = Whole.IS_ASKED ? 12_000 : 1_200;
  private static final int STEPS = 60;
  private static final long[] LATENCIES = {0, Device.NEVER_PS, 1, 1_000_003};

  static List<String> roles() {
    return Players.all().stream().map(player -> player.role().name()).toList();
  }

  private static LegalDevice device(Device begun, boolean shows, long latency, int seed) {
    LegalDevice device = new LegalDevice(begun, shows, latency, seed);
    return seed / LATENCIES.length % 2 == 0 ? device : device.answering();
  }

  @ParameterizedTest
  @MethodSource("roles")
  void noLegalChoiceFails(String role) {
    Player player = Players.of(role).orElseThrow();
    List<String> configurations = List.copyOf(player.configurations().keySet());
    int each = Math.max(1, ALL / Players.all().size() / configurations.size());
    Map<CaseVerdict, Integer> verdicts = new EnumMap<>(CaseVerdict.class);
    Map<String, String> wrong = new TreeMap<>();
    for (String configuration : configurations) {
      for (int seed = 1; seed <= each; seed++) {
        long latency = LATENCIES[seed % LATENCIES.length];
        Case one =
            new Case(
                player, configuration, player.configurations().get(configuration), seed, STEPS);
        boolean shows = seed % 3 != 0;
        Declaration.Part part =
            new Declaration.Part(shows ? player.role().variables().keySet() : Set.of(), latency);
        Result result = one.play(device(player.start(one.given()), shows, latency, seed), part);
        verdicts.merge(result.verdict(), 1, Integer::sum);
        if (result.verdict() != CaseVerdict.PASS) {
          wrong.put(one.name() + " with a latency of " + latency, result.sentence());
        }
      }
    }
    assertThat(wrong).as("legal choices that do not pass").isEmpty();
    assertThat(verdicts)
        .as("cases of the role")
        .containsEntry(CaseVerdict.PASS, each * configurations.size());
  }
}
