package dev.sluice.cc.nscc;

import static dev.sluice.cc.nscc.NsccFigures.SOURCE;
import static dev.sluice.cc.nscc.NsccFigures.US;
import static dev.sluice.cc.nscc.NsccFigures.bytes;
import static dev.sluice.cc.nscc.NsccFigures.given;
import static dev.sluice.cc.nscc.NsccFigures.uet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Signals as a target might send them that keeps to no rule. */
class HostileSignalsTest {
  private static final long MTU = bytes(4_096);

  /** A thousand seconds: more than any timer waits. */
  private static final long LONG_PS = 1_000_000_000_000_000L;

  private static final NsccParams[] PROFILES = {SOURCE, uet(100, 100, 6)};

  /** A call is refused, and changes nothing. */
  private static void refused(NsccWindow window, Supplier<String> call) {
    String before = NsccStates.shown(window, US).toString();
    assertThat(call.get()).isNotBlank();
    assertThat(NsccStates.shown(window, US).toString()).isEqualTo(before);
  }

  @Test
  @Requirement({"UET-2", "NSCC-9"})
  void whatNoFieldCanSayIsRefusedInBothProfiles() {
    for (NsccParams params : PROFILES) {
      NsccWindow window = given(params).cwnd(bytes(75_000)).inflight(bytes(50_000)).window();
      for (int penalty : new int[] {-1, 128, 255, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        refused(window, () -> window.ack(US, 0, 0, false, 0, penalty, false));
      }
      for (long below : new long[] {-1, Long.MIN_VALUE}) {
        refused(window, () -> window.ack(US, below, 0, false, 0, 0, false));
        refused(window, () -> window.ack(US, 0, below, false, 0, 0, false));
        refused(window, () -> window.ack(US, 0, 0, true, below, 0, false));
        refused(window, () -> window.nack(US, below, 0, NackReason.TRIMMED, 0));
        refused(window, () -> window.nack(US, 0, below, NackReason.TRIMMED, 0));
        refused(window, () -> window.nack(US, 0, 0, NackReason.OTHER, below));
        refused(window, () -> window.inferLoss(below));
      }
    }
  }

  /** Each packet trimmed, each one marked, any round trip, any penalty, and counts of anything. */
  @Property(seed = "77120", tries = 200)
  @Requirement({"CCC-12", "NSCC-2", "UET-2"})
  void theWindowStaysBetweenOnePacketAndItsLimitWhateverIsSaid(@ForAll long chance) {
    Random random = new Random(chance);
    for (NsccParams params : PROFILES) {
      NsccWindow window = new NsccWindow(params, 0);
      long limit = window.maxWnd();
      long flight = 0;
      long now = 0;
      for (int signal = 0; signal < 200; signal++) {
        now += random.nextInt(12_000_000);
        while (window.mayTransmit() && random.nextInt(4) > 0) {
          assertThat(window.send(MTU)).isNull();
          flight += MTU;
          assertThat(flight).isLessThanOrEqualTo(window.cwnd());
        }
        long freed = random.nextBoolean() ? 0 : Math.min(flight, MTU);
        long said = anything(random);
        long rtt = random.nextInt(3) == 0 ? 1 : Math.floorMod(anything(random), LONG_PS);
        if (random.nextInt(3) == 0) {
          NackReason reason = NackReason.values()[random.nextInt(NackReason.values().length)];
          assertThat(window.nack(now, Math.max(freed, MTU), freed, reason, rtt)).isNull();
        } else {
          boolean marked = random.nextBoolean();
          int penalty = random.nextInt(128);
          boolean restore = random.nextBoolean();
          assertThat(window.ack(now, said, freed, marked, rtt, penalty, restore)).isNull();
        }
        flight -= freed;
        assertThat(window.inflight()).as("the host's own count").isEqualTo(flight);
        assertThat(window.cwnd()).isBetween(MTU, limit);
        assertThat(window.maxWnd()).isBetween(MTU, limit);
        assertThat(window.baseRttPs()).isBetween(1L, params.configBaseRttPs());
      }
    }
  }

  /** A count of bytes, up to what 24 bits of 256 bytes hold, at times nothing. */
  private static long anything(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> bytes(1L << 31);
      default -> bytes(random.nextInt(1 << random.nextInt(31)));
    };
  }

  @Test
  @Requirement("UET-2")
  void thatAPenaltyIsOverRestoresNothingWhereThereWasNone() {
    NsccWindow window = given(uet(100, 100, 6)).cwnd(bytes(20_000)).window();
    assertThat(window.ack(US, 0, 0, false, NsccWindow.NO_SAMPLE, 0, true)).isNull();
    assertThat(window.cwnd()).isEqualTo(bytes(20_000));
    assertThat(window.ack(US, 0, 0, false, NsccWindow.NO_SAMPLE, 127, true)).isNull();
    assertThat(window.ack(US, 0, 0, false, NsccWindow.NO_SAMPLE, 127, true)).isNull();
    assertThat(window.savedCwnd).as("of before the first penalty").isEqualTo(bytes(20_000));
  }
}
