package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.ShimRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plays requests of a file, which may have been edited. */
class CaseReplayTest {
  private static Result replay(ShimRequest... requests) {
    Player player = Players.of("rcm-rp").orElseThrow();
    Case one = new Case(player, "gap", player.configurations().get("gap"), 1, requests.length);
    return one.replay(
        LegalDevice.prompt(player.start(one.given())),
        new Declaration.Part(player.role().variables().keySet(), Device.NEVER_PS),
        List.of(requests));
  }

  private static ShimRequest cnp(long atPs) {
    return ShimRequest.event(atPs, "ReceiveCnp", Map.of(), Map.of());
  }

  @Test
  void aRequestInThePastIsNotTheFaultOfTheShim() {
    assertThat(replay(ShimRequest.advance(10, false), cnp(10)).verdict())
        .isEqualTo(CaseVerdict.PASS);
    Result past = replay(ShimRequest.advance(10, false), cnp(9));
    assertThat(past.verdict()).isEqualTo(CaseVerdict.NOT_RUN);
    assertThat(past.sentence()).isEqualTo("request 3: it happens at 9 ps, after 10 ps");
    assertThat(replay(cnp(7), ShimRequest.advance(6, true)).verdict())
        .isEqualTo(CaseVerdict.NOT_RUN);
  }
}
