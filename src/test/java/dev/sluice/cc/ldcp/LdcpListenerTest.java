package dev.sluice.cc.ldcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Face;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What LDCP's kernels tell a listener: each action once, when it has been taken and before their
 * owner hears of it, and no refusal. And what they say of themselves.
 */
class LdcpListenerTest {
  private static final LsnParams LSNS = new LsnParams(1 << 18, 100_000, 1_000, 16, 0);

  private final List<String> told = new ArrayList<>();

  private void hears(Object kernel, Action action, Object... arguments) {
    told.add(action.name() + Arrays.asList(arguments));
  }

  private List<String> told() {
    List<String> all = List.copyOf(told);
    told.clear();
    return all;
  }

  private static <K> void set(Face<K> face, K kernel, String variable, long value) {
    face.variable(variable).writer().set(kernel, 0, value);
  }

  @Test
  void aWindow() {
    PawaParams params = new PawaParams(4, 2, 2, 1, 16, true, 10, 10, TimerRtt.BASE);
    PawaWindow window = new PawaWindow(params, 16, 0);
    window.tell(this::hears);
    assertThat(window.goBack()).isNotNull();
    for (int i = 0; i < 2; i++) {
      assertThat(window.transmit(0, ecn -> told.add("a packet"))).isNull();
    }
    assertThat(window.receiveAck(1, true, 12)).isNull();
    assertThat(window.receiveAck(2, true, 12)).isNotNull();
    assertThat(window.goBack()).isNull();
    assertThat(window.timeout()).isNotNull();
    assertThat(window.transmit(0, ecn -> told.add("a packet"))).isNull();
    assertThat(window.timeout()).isNull();
    assertThat(told())
        .containsExactly(
            "Transmit[]",
            "a packet",
            "Transmit[]",
            "a packet",
            "ReceiveAck[12, 1, true]",
            "GoBack[]",
            "Transmit[]",
            "a packet",
            "Timeout[]");
    assertThat(window).hasToString("cw 4, 0 in flight");
  }

  @Test
  void aWindowThatDoesNotFitItsBounds() {
    PawaParams params = new PawaParams(4, 2, 2, 2, 16, true, 10, 10, TimerRtt.BASE);
    PawaWindow window = new PawaWindow(params, 16, 0);
    for (long fits : new long[] {2, 16}) {
      set(PawaWindow.FACE, window, "cw", fits);
      assertThat(window.broken()).isNull();
    }
    for (long beyond : new long[] {1, 17}) {
      set(PawaWindow.FACE, window, "cw", beyond);
      assertThat(window.broken()).isEqualTo("a window of " + beyond + " parts of a packet");
    }
    set(PawaWindow.FACE, window, "cw", 5);
    set(PawaWindow.FACE, window, "rest", 4);
    assertThat(window.broken()).isNull();
    for (long beyond : new long[] {-1, 5}) {
      set(PawaWindow.FACE, window, "rest", beyond);
      assertThat(window.broken()).isEqualTo(beyond + " left over of a window of 5");
    }
  }

  @Test
  void aFirstRoundTrip() {
    FastStart sender =
        new FastStart(new FastStart.Params(2, TailOf.MESSAGE, RoundEnd.IW_SENT, 10, 20), false);
    sender.tell(this::hears);
    assertThat(sender.transmit(0, false, true, (psn, ecn) -> told.add("packet " + psn))).isNull();
    assertThat(sender.transmit(1, true, false, (psn, ecn) -> told.add("packet " + psn))).isNull();
    assertThat(sender.transmit(1, true, false, (psn, ecn) -> told.add("packet " + psn)))
        .isNotNull();
    assertThat(sender.receiveAck(12, false, 1)).isNull();
    assertThat(sender.timeout(31)).isNotNull();
    assertThat(sender.timeout(32)).isNull();
    assertThat(told())
        .containsExactly(
            "Transmit[false, true, 0, 0]",
            "packet 0",
            "Transmit[true, false, 1, 2]",
            "packet 1",
            "ReceiveAck[false, 1]",
            "Timeout[]");
  }

  @Test
  void aFirstRoundTripThatDoesNotFitTogether() {
    FastStart.Params params = new FastStart.Params(4, TailOf.MESSAGE, RoundEnd.IW_SENT, 10, 0);
    FastStart fast = new FastStart(params, false);
    set(FastStart.FACE, fast, "next", 4);
    assertThat(fast.broken()).isNull();
    set(FastStart.FACE, fast, "next", 5);
    assertThat(fast.broken()).isEqualTo("a window of 0 in stage FAST, 0 to 5");
    set(FastStart.FACE, fast, "una", 5);
    assertThat(fast.broken()).isNull();
    set(FastStart.FACE, fast, "una", 6);
    assertThat(fast.broken()).endsWith("6 to 5");
    FastStart other = new FastStart(params, false);
    set(FastStart.FACE, other, "cw", 1);
    assertThat(other.broken()).as("a window before the stable stage").isNotNull();
    FastStart stable = new FastStart(params, true);
    for (long fits : new long[] {1, 4}) {
      set(FastStart.FACE, stable, "cw", fits);
      assertThat(stable.broken()).isNull();
    }
    for (long beyond : new long[] {0, 5}) {
      set(FastStart.FACE, stable, "cw", beyond);
      assertThat(stable.broken()).startsWith("a window of " + beyond + " in stage STABLE");
    }
  }

  @Test
  void bothEndsOfASpaceOfLsns() {
    LsnTold owner = new LsnTold();
    LsnWindow requests = new LsnWindow(LSNS, 0);
    requests.tell(owner::took);
    assertThat(requests.timeout()).isNotNull();
    assertThat(requests.transmit(10, 100, owner)).isNull();
    assertThat(requests.timeout()).isNull();
    assertThat(requests.receiveAck(false, 10, owner)).isNull();
    LsnReceiver at = new LsnReceiver(LSNS, 0);
    at.tell(owner::took);
    assertThat(at.receive(0, 0, true, owner)).isNotNull();
    assertThat(at.receive(0, 10, true, owner)).isNull();
    assertThat(at.flush(owner)).isNull();
    assertThat(owner.since())
        .containsExactly(
            "Transmit[100, 0, 10]",
            "send 0 10",
            "Timeout[]",
            "ReceiveAck[false, 10]",
            "freed 10",
            "Receive[true, 0, 10]",
            "take",
            "Flush[]",
            "ack 10");
    assertThat(at).hasToString("LSN 10 expected");
    assertThat(at.broken()).isNull();
    set(LsnReceiver.FACE, at, "expected", 1 << 18);
    assertThat(at.broken()).isEqualTo("LSN 262144 is expected");
    set(LsnWindow.FACE, requests, "next", 11);
    assertThat(requests.broken()).isEqualTo("1 B in flight, of 0");
    set(LsnWindow.FACE, requests, "sent", 100_010);
    assertThat(requests.broken()).isNull();
    set(LsnWindow.FACE, requests, "sent", 100_011);
    assertThat(requests.broken()).isEqualTo("1 B in flight, of 100001");
  }

  @Test
  void whoAsksForAReadAgain() {
    ReadRepeat reads = new ReadRepeat();
    reads.tell(this::hears);
    assertThat(reads.askAgain()).isNotNull();
    reads.asked(9);
    assertThat(reads.askAgain()).isNull();
    assertThat(told()).containsExactly("AskAgain[]");
    assertThat(reads.broken()).isNull();
    assertThat(reads).hasToString("9 B of responses are missing");
    set(ReadRepeat.FACE, reads, "missing", 0);
    assertThat(reads.broken()).as("nothing is missing, and is asked for").isNotNull();
    set(ReadRepeat.FACE, reads, "again", 0);
    assertThat(reads.broken()).isNull();
    set(ReadRepeat.FACE, reads, "missing", -1);
    assertThat(reads.broken()).isEqualTo("-1 B of responses are missing");
  }

  @Test
  void whoAcknowledges() {
    AckPolicy policy = new AckPolicy(new AckPolicy.Params(3, true));
    policy.tell(this::hears);
    AckPolicy.Sink sink = (n, ece) -> told.add("ack for " + n);
    assertThat(policy.flush(sink)).isNotNull();
    assertThat(policy.receive(false, true, sink)).isNull();
    assertThat(policy).hasToString("1 packets wait");
    assertThat(policy.flush(sink)).isNull();
    assertThat(told()).containsExactly("Receive[false, true]", "Flush[]", "ack for 1");
    for (long fits : new long[] {0, 2}) {
      set(AckPolicy.FACE, policy, "held", fits);
      assertThat(policy.broken()).isNull();
    }
    for (long beyond : new long[] {-1, 3}) {
      set(AckPolicy.FACE, policy, "held", beyond);
      assertThat(policy.broken()).isEqualTo(beyond + " packets wait");
    }
  }

  @Test
  void aRateThatDoesNotFitItsWindow() {
    EventRate.Params params = new EventRate.Params(4, 1, 1, 8, 16, 2, 8, 4, 2);
    for (String variable : List.of("window", "rate")) {
      for (long beyond : variable.equals("window") ? new long[] {7, 17} : new long[] {15, 17}) {
        EventRate flow = new EventRate(params, 8);
        assertThat(flow.broken()).isNull();
        set(EventRate.FACE, flow, variable, beyond);
        assertThat(flow.broken()).startsWith("a " + variable + " of " + beyond);
      }
    }
    EventRate flow = new EventRate(params, 16);
    assertThat(flow.broken()).isNull();
    assertThat(flow.params()).isSameAs(params);
    set(EventRate.FACE, flow, "rtt", 65);
    set(EventRate.FACE, flow, "rate", 0);
    assertThat(flow.broken()).as("no rate at all").startsWith("a rate of 0");
  }
}
