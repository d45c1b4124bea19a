package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.LyingRun.Lie;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.telemetry.HopRecord;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryFrames;
import dev.sluice.wire.telemetry.TelemetryHead;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.CcType;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.CreditPlacement;
import dev.sluice.wire.uet.NsccState;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Prologue;
import dev.sluice.wire.uet.Request;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The share that a lying peer gains of a link that its flow shares with three honest flows. */
class LyingPeersTest {
  private static final long US = 1_000_000;

  /** The host that receives flow 0. */
  private static final int LIAR = 4;

  /** No flow of 4 MB is complete by then, even at line rate. */
  private static final long SHORT = 300 * US;

  private static final String ROCE = "transport = \"roce\"\n";

  private static final String CORE =
      """
      until = "40ms"
      [topology]
      kind = "leaf-spine"
      leaves = 2
      spines = 1
      hosts-per-leaf = 4
      rate = "100G"
      core-rate = "100G"
      """;

  /** Returns four flows, each between hosts of its own, over one link between leaf and spine. */
  private static String flows(String transport, int megabytes) {
    StringBuilder flows = new StringBuilder();
    for (int host = 0; host < 4; host++) {
      flows.append(
          "[[flow]]\n%sfrom = %d\nto = %d\nsize = \"%dMB\"\n"
              .formatted(transport, host, host + LIAR, megabytes));
    }
    return flows.toString();
  }

  private static Scenario scenario(String text) {
    try {
      return Scenario.read("lying", "lying", text, Map.of());
    } catch (BadScenario e) {
      throw new AssertionError(e);
    }
  }

  /** The receiver takes marked packets for unmarked ones. */
  private static final Lie HIDES_MARKS =
      (octets, at, end) -> {
        if (Ipv4.ecn(octets, at) == Ecn.CE) {
          octets[at + 1] = (byte) (octets[at + 1] & ~3 | Ecn.ECT_0);
          checksum(octets, at);
        }
      };

  /** Writes the checksum of an IPv4 header anew. */
  private static void checksum(byte[] octets, int at) {
    octets[at + 10] = 0;
    octets[at + 11] = 0;
    int sum = 0;
    for (int i = at; i < at + Ipv4.SIZE; i += 2) {
      sum += (octets[i] & 0xFF) << 8 | octets[i + 1] & 0xFF;
    }
    sum = (sum & 0xFFFF) + (sum >> 16);
    sum = ~((sum & 0xFFFF) + (sum >> 16));
    octets[at + 10] = (byte) (sum >> 8);
    octets[at + 11] = (byte) sum;
  }

  /** Returns a receiver's lie: each packet has waited there for so many units of 128 ns. */
  private static Lie waits(int units) {
    return (octets, at, end) -> {
      int pds = at + Ipv4.SIZE + Udp.SIZE;
      if (Addresses.source(octets, at) == LIAR
          && Prologue.type(octets, pds) == PacketType.ACK_CC
          && AckCc.ccType(octets, pds) == CcType.CC_NSCC) {
        NsccState.put(
            octets,
            pds,
            units,
            NsccState.restoreCwnd(octets, pds),
            NsccState.rcvCwndPend(octets, pds),
            NsccState.rcvdBytes(octets, pds),
            NsccState.oooCount(octets, pds));
      }
    };
  }

  /** Returns a sender's lie: it asks for so much more credit than it needs. */
  private static Lie asksForMore(int more) {
    return (octets, at, end) -> {
      int pds = at + Ipv4.SIZE + Udp.SIZE;
      if (Addresses.source(octets, at) != 0) {
        return;
      }
      if (Prologue.type(octets, pds) == PacketType.RUD_CC_REQ) {
        int id = Request.cccId(octets, pds);
        Request.putCccState(octets, pds, id, Request.creditTarget(octets, pds) + more & 0xFFFFFF);
      } else if (Prologue.type(octets, pds) == PacketType.CONTROL
          && Control.controlType(octets, pds) == ControlType.CREDIT_REQUEST) {
        int field = CreditPlacement.LAST.credit(Control.payload(octets, pds)) + more & 0xFFFFFF;
        Control.put(
            octets,
            pds,
            ControlType.CREDIT_REQUEST,
            0,
            Control.psn(octets, pds),
            Control.spdcid(octets, pds),
            Control.dpdcid(octets, pds),
            CreditPlacement.LAST.payload(field));
      }
    };
  }

  /** Returns a receiver's lie: queues are empty, and links carry a quarter of the bytes. */
  private static Lie forgesRecords(TelemetryFormat format) {
    int[] last = new int[TelemetryHead.MOST_HOPS];
    int[] told = new int[TelemetryHead.MOST_HOPS];
    int[] rest = new int[TelemetryHead.MOST_HOPS];
    return (octets, at, end) -> {
      if (!TelemetryFrames.isOne(format, octets, at, end)) {
        return;
      }
      int head = TelemetryFrames.at(octets, at);
      for (int slot = 0; slot < format.records(TelemetryHead.nHop(octets, head)); slot++) {
        HopRecord seen = HopRecord.read(octets, head + TelemetryHead.SIZE + slot * HopRecord.SIZE);
        rest[slot] += seen.txBytes() - last[slot] & 0xF_FFFF;
        last[slot] = seen.txBytes();
        told[slot] = told[slot] + rest[slot] / 4 & 0xF_FFFF;
        rest[slot] %= 4;
        long forged = new HopRecord(seen.speed(), seen.timestamp(), told[slot], 0).bits();
        TelemetryFrames.record(octets, at, slot, forged);
      }
    };
  }

  /** Runs the four flows twice, and the second time with lies. */
  private record Pair(LyingRun honest, LyingRun lying) {
    static Pair of(Scenario scenario, Map<Integer, Lie> lies, long observedPs) {
      return new Pair(
          LyingRun.of(scenario, Map.of(), observedPs), LyingRun.of(scenario, lies, observedPs));
    }

    /** Compares goodputs: of flow 0 by the others' mean, and of the slowest by an even share. */
    void requireGains(String text) {
      assertThat(honest.isComplete()).isTrue();
      assertThat(lying.isComplete()).isTrue();
      assertThat(
              "%d -> %d, others %d -> %d"
                  .formatted(
                      honest.gainOfFirst(),
                      lying.gainOfFirst(),
                      honest.leastHonest(),
                      lying.leastHonest()))
          .isEqualTo(text);
    }
  }

  /** Returns flows that all begin with about a quarter of the BDP. */
  private static Scenario uet(String profile) {
    String head = "cc = \"nscc\"\nprofile = \"%s\"\n".formatted(profile);
    return scenario(head + CORE + "[nic]\ninitial-window = \"16KB\"\n" + flows("", 8));
  }

  /**
   * Compares with 1.5 BDP: 86,400 B by the configured base RTT, and 82,824 B by the measured one.
   */
  @Test
  @Requirement({"NSCC-2", "UET-2"})
  void aTargetThatHidesMarksKeepsToTheLargestWindowOfNscc() {
    Pair runs = Pair.of(uet("uet-1.0"), Map.of(LIAR, HIDES_MARKS), 2 * SHORT);
    assertThat(runs.lying.window(0)).isEqualTo(82_824);
    runs.requireGains("901 -> 3189, others 971 -> 550");
  }

  @Test
  @Requirement({"NSCC-2", "NSCC-12"})
  void aTargetThatHidesMarksIsFollowedByItsRoundTrips() {
    Pair runs = Pair.of(uet("source-documents"), Map.of(LIAR, HIDES_MARKS), 2 * SHORT);
    assertThat(runs.lying.window(0)).isLessThanOrEqualTo(86_400);
    runs.requireGains("1316 -> 1546, others 807 -> 748");
  }

  /** Takes half a microsecond off, a part of the queue's delay. */
  @Test
  @Requirement("UET-2")
  void aTargetThatUnderstatesDelaysALittleGainsNextToNothing() {
    Pair runs = Pair.of(uet("uet-1.0"), Map.of(0, waits(4)), 2 * SHORT);
    assertThat(runs.lying.window(0)).isLessThanOrEqualTo(86_400);
    runs.requireGains("901 -> 907, others 971 -> 976");
  }

  /** Lowers the base RTT by samples below it, and with it the largest window. */
  @Test
  @Requirement({"UET-2", "FIND-3"})
  void aTargetThatUnderstatesDelaysALotLoses() {
    Pair runs = Pair.of(uet("uet-1.0"), Map.of(0, waits(28)), 2 * SHORT);
    assertThat(runs.lying.window(0)).isLessThanOrEqualTo(86_400);
    runs.requireGains("901 -> 478, others 971 -> 1109");
  }

  /** Compares with a window of 1.5 BDP for one sender, and a cap of 200,000 B for all. */
  @Test
  @Requirement({"RCCC-3", "RCCC-12"})
  void aSenderThatAsksForMoreThanItHasGetsItsShare() {
    Scenario scenario =
        scenario(
            """
            cc = "rccc"
            profile = "source-documents"
            until = "40ms"
            [topology]
            kind = "star"
            hosts = 5
            rate = "100G"
            [nic]
            credit-cap = "200KB"
            [[workload]]
            kind = "incast"
            senders = 4
            target = 4
            size = "3MB"
            """);
    Pair runs = Pair.of(scenario, Map.of(4, asksForMore(4_000_000)), SHORT);
    assertThat(runs.lying.credit()).isEqualTo(56_250);
    assertThat(runs.lying.allCredit()).isLessThanOrEqualTo(200_000).isGreaterThan(150_000);
    runs.requireGains("1006 -> 1006, others 997 -> 997");
  }

  private static final String NOTIFIED =
      """
      [[queue]]
      name = "cnp"
      dscp = 48
      [[queue]]
      name = "roce"
      dscp = "others"
      rank = 1
      ecn-min = "40KB"
      ecn-max = "400KB"
      ecn-chance = "20%"
      [roce]
      """;

  /** Lets the line alone bound the liar; the others rise again once it is done. */
  @Test
  @Requirement({"RCM-3", "RCM-5"})
  void aReceiverThatSendsNoCnpsOfRcmIsBoundedByTheLine() {
    String text = "cc = \"rcm\"\n[rcm]\nprofile = \"paper-2015\"\n";
    Scenario scenario = scenario(CORE + NOTIFIED + text + flows(ROCE, 14));
    Pair.of(scenario, Map.of(LIAR, HIDES_MARKS), 1_000 * US)
        .requireGains("1078 -> 12177, others 847 -> 246");
  }

  @Test
  @Requirement("LDCP-13")
  void aReceiverThatSendsNoCnpsOfLdcpGainsByAlphaAloneInARoundTrip() {
    String text = "cc = \"ldcp-rate\"\n[ldcp-rate]\nalpha = \"1/4\"\nbeta = \"1/4\"\n";
    String windows = "initial-window = 4\nmax-window = 28\n";
    Scenario scenario = scenario(CORE + NOTIFIED + text + windows + flows(ROCE, 14));
    Pair.of(scenario, Map.of(LIAR, HIDES_MARKS), 1_000 * US)
        .requireGains("966 -> 1317, others 945 -> 882");
  }

  private static final String OWN_QUEUE =
      """
      [[queue]]
      name = "own"
      dscp = 26
      %s
      [[queue]]
      name = "others"
      dscp = "others"
      rank = 1
      """;

  /** Compares with two initial windows, each of a BDP of 48 packets. */
  @Test
  @Requirement({"LDCP-2", "LDCP-4"})
  void aReceiverThatHidesMarksKeepsToTheLargestWindowOfLdcp() {
    String marks =
        """
        ecn-min = "10KB"
        ecn-max = "100KB"
        ecn-chance = "50%"
        not-ect-limit = "60KB"
        """;
    String text = OWN_QUEUE.formatted(marks) + "[roce]\ncc = \"ldcp\"\nmtu = 1024\n";
    Pair runs =
        Pair.of(scenario(CORE + text + flows(ROCE, 8)), Map.of(LIAR, HIDES_MARKS), 2 * SHORT);
    assertThat(runs.lying.window(0)).isEqualTo(96);
    assertThat(runs.lying.window(1)).isEqualTo(48);
    runs.requireGains("1056 -> 7378, others 747 -> 382");
  }

  /** Compares with T times the line rate: 5 us make 62,500 B. */
  @Test
  @Requirement({"HPCC-3", "HPCC-4"})
  void aReceiverThatForgesTelemetryKeepsToTheWindowAtLineRate() {
    String text =
        OWN_QUEUE.formatted("") + "[pause]\nlossless = [\"own\"]\n[roce]\ncc = \"hpcc\"\n";
    Scenario scenario = scenario(CORE + text + flows(ROCE, 8));
    Pair runs =
        Pair.of(scenario, Map.of(LIAR, forgesRecords(scenario.roce().hpcc().format())), 2 * SHORT);
    assertThat(runs.lying.window(0)).isEqualTo(62_500);
    runs.requireGains("946 -> 32400, others 845 -> 106");
  }
}
