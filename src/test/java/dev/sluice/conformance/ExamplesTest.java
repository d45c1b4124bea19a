package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogValue;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Holds the cases of the documents' examples against the figures that the documents print. */
class ExamplesTest {
  /** The parts of a byte in which HPCC++ counts windows. */
  private static final long PARTS = 512;

  /** Plays an example, and returns the replies to its requests. */
  private static List<Reply> replies(String role, String example) {
    Player player = Players.of(role).orElseThrow();
    Case one = player.seedless(example).get(0);
    Result result =
        one.play(
            LegalDevice.prompt(player.start(one.given())),
            new Declaration.Part(player.role().variables().keySet(), 0));
    assertThat(result.verdict() + " " + result.sentence()).isEqualTo("PASS ");
    return result.exchanges().stream().skip(1).map(each -> each.reply()).toList();
  }

  private static LongStream numbers(Reply reply, String field) {
    return reply.sends().stream()
        .mapToLong(each -> ((LogValue.Num) each.message().get(field)).value());
  }

  private static long number(Reply reply, String variable) {
    return ((LogValue.Num) reply.state().get(variable)).value();
  }

  /** Writes 256 MB, and begins with the 12,500 B of the initial credit: 3 × 4,096 + 212. */
  @Test
  @Requirement({"RCCC-7", "RCCC-8", "RCCC-13", "RCCC-16", "PDC-7"})
  void theFirstRequestsOfAWriteTellTheBacklogThatIsLeft() {
    List<Reply> replies = replies("credit-spender", "example-write");
    assertThat(numbers(replies.get(1), "size")).containsExactly(4_096L, 4_096L, 4_096L, 212L);
    assertThat(number(replies.get(1), "backlog")).isEqualTo(255_987_500);
    assertThat(number(replies.get(3), "backlog")).isEqualTo(255_975_000);
    assertThat(number(replies.get(5), "backlog")).isEqualTo(255_962_500);
    assertThat(numbers(replies.get(1), "credit_target"))
        .as("a field of 24 bits, which is full")
        .containsOnly(0xFF_FFFFL);
    for (int burst = 1; burst <= 5; burst += 2) {
      assertThat(numbers(replies.get(burst), "size").sum()).as("burst %d", burst).isEqualTo(12_500);
    }
  }

  /** Acknowledges a window of 100 packets without a mark. */
  @Test
  @Requirement({"LDCP-4", "LDCP-18"})
  void aRoundOfAcknowledgmentsAddsAboutAlpha() {
    List<Reply> replies = replies("ldcp-pawa", "example-round");
    assertThat(replies).hasSize(100);
    long grown = number(replies.get(99), "cw") - 100 * 65_536;
    assertThat(Math.round(1_000.0 * grown / 65_536)).as("thousandths of a packet").isEqualTo(995);
  }

  @Test
  @Requirement({"HPCC-2", "HPCC-3", "HPCC-20"})
  void oneMultiplicativeUpdateReachesTheTarget() {
    List<Reply> replies = replies("hpcc-sender", "example-overload");
    assertThat(number(replies.get(1), "wc")).isEqualTo(75_000 * PARTS);
    assertThat(number(replies.get(3), "w")).isEqualTo((59_375 + 375) * PARTS);
  }

  @Test
  @Requirement({"PDC-4", "PDC-5"})
  void anInitiatorGetsOnePdc() {
    List<Reply> replies = replies("pdc-target", "example-write");
    LogValue.Items pdcs = (LogValue.Items) replies.get(2).state().get("target");
    assertThat(pdcs.items()).hasSize(1);
    Map<String, LogValue> pdc = ((LogValue.Fields) pdcs.items().get(0)).fields();
    assertThat(pdc).containsEntry("fa", LogValue.of("10.0.0.1"));
    assertThat(pdc).containsEntry("spdcid", LogValue.of(0x4001));
  }
}
