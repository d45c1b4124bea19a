package dev.sluice.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.hpcc.TelemetryProfile;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.TcpHeader;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.HopRecord;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.RoceResponse;
import dev.sluice.wire.telemetry.TcpTelemetry;
import dev.sluice.wire.telemetry.TelemetryBlock;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Switches of the fabric stamp what leaves them, each number with its arithmetic. */
class TelemetryWriterTest {
  /** Nanoseconds and single bytes; 100G is code 1 and 400G code 2. */
  private static final TelemetryUnits UNITS =
      new TelemetryUnits(1_000, 1, 1, List.of(25_000L, 100_000L, 400_000L));

  private static final TelemetryFormat FORMAT = new TelemetryFormat(50_000, 2, true, false);
  private static final int DSCP = 44;
  private static final List<Long> PORTS = List.of(100_000L, 400_000L);

  /** Where a frame of this test has its IP header: behind what its fabric routes by. */
  private static final int IP_AT = PlainHeader.LEAST_BYTES;

  private static final int FRAME_BYTES = 1_000;

  private static DequeueRole behindPlainHeader(TelemetryWriter writer) {
    return (now, queue, waited, sent, ps, ecn, draw, octets, at, length) ->
        writer.onDequeue(
            now, queue, waited, sent, ps, ecn, draw, octets, at + IP_AT, length - IP_AT);
  }

  private static void send(Lab lab, int from) {
    int packet = lab.make(from, 2, FRAME_BYTES, TrafficClasses.DSCP_DATA, Ecn.ECT_0, 0);
    byte[] octets = lab.fabric.packets().octets();
    int ip = lab.fabric.packets().at(packet) + IP_AT;
    int length = FRAME_BYTES - IP_AT;
    int udp = Ipv4.put(octets, ip, 0, Ecn.ECT_0, length, 64, Ip.UDP, from, 2);
    int at = Udp.put(octets, udp, 0xC000, FORMAT.udpPort(), length - Ipv4.SIZE);
    TelemetryBlock.fresh(FORMAT).put(FORMAT, octets, at);
    lab.fabric.send(from, packet);
  }

  private static TelemetryBlock both(HopRecord near, HopRecord far) {
    return new TelemetryBlock(new TelemetryHead(2, 0x0FF, 0), List.of(near, far), Optional.empty());
  }

  private static HopRecord at(int ns, int sent, int queued) {
    return new HopRecord(2, ns, sent, queued);
  }

  private static HopRecord last(int ns, int sent, int queued) {
    return new HopRecord(1, ns, sent, queued);
  }

  /**
   * Two hosts on one leaf, their target on another: a first bit takes 200 ns to the leaf, 400 ns
   * through it, 650 ns over 100 m to the other one, and 400 ns through that. A frame of 80 ns that
   * goes on in 20 begins 60 later, unless the port is busy until then.
   */
  @Test
  @Requirement({"HPCC-1", "HPCC-7"})
  void aPacketTellsOfEachPortAsItBeganToLeaveIt() {
    FabricRules rules =
        (topology, port) -> {
          if (topology.isHost(topology.portFrom(port))) {
            return PortRules.unlimited(3); // hosts are no part of the path
          }
          int id = topology.leadsToHost(port) ? 0x00F : 0x0F0;
          PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
          DequeueRole role = behindPlainHeader(new TelemetryWriter(FORMAT, DSCP, UNITS, id, PORTS));
          return new PortRules(PortRules.UNLIMITED, List.of(plain, plain, plain.leaving(role)));
        };
    SwitchSpec kind = SwitchSpec.cutThrough(400_000);
    for (boolean punctual : new boolean[] {true, false}) {
      Lab lab =
          new Lab(
              Topologies.twoLeaves(10, 100, kind), TrafficClasses.standard(), rules, punctual, 1);
      List<TelemetryBlock> arrived = new ArrayList<>();
      Packets packets = lab.fabric.packets();
      lab.fabric.attach(
          2,
          (packet, atPs) -> {
            int at = packets.at(packet) + IP_AT + Ipv4.SIZE + Udp.SIZE;
            arrived.add(TelemetryBlock.read(FORMAT, packets.octets(), at));
          });
      for (int host : new int[] {0, 1, 0, 1}) {
        send(lab, host);
      }
      lab.runToTheEnd();
      assertThat(arrived)
          .containsExactly(
              both(at(660, 0, 0), last(1_710, 0, 0)),
              both(at(680, 1_000, 0), last(1_790, 1_000, 0)),
              both(at(740, 2_000, 0), last(1_870, 2_000, 1_000)),
              both(at(760, 3_000, 0), last(1_950, 3_000, 0)));
    }
  }

  @Test
  @Requirement("HPCC-7")
  void whatCannotBeWrittenIsAnErrorWhereItIsConfigured() {
    TelemetryFormat grows = new TelemetryFormat(50_000, 5, false, false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TelemetryWriter(grows, DSCP, UNITS, 1, PORTS))
        .withMessage("a packet that grows on its way has no length here");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new TelemetryWriter(
                    FORMAT,
                    DSCP,
                    TelemetryProfile.HPCC_ARTIFACT.units(100_000),
                    1,
                    List.of(40_000L)))
        .withMessageContaining("a port of 40000 Mb/s has no code of Speed");
    TelemetryWriter writer = new TelemetryWriter(FORMAT, DSCP, UNITS, 1, PORTS);
    byte[] octets = new byte[64];
    int udp = Ipv4.put(octets, 0, 0, 0, 64, 64, Ip.UDP, 1, 2);
    Udp.put(octets, udp, 0, FORMAT.udpPort(), 44);
    assertThatThrownBy(() -> writer.onDequeue(0, 0, 0, 0, 200, 0, 0, octets, 0, 64))
        .as("40G, which nobody has configured")
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("40000 Mb/s");
    byte[] before = octets.clone();
    Udp.put(before, udp, 0, 4791, 44);
    byte[] other = before.clone();
    assertThat(writer.onDequeue(0, 0, 0, 0, 80, 0, 0, other, 0, 64)).isEqualTo(PortVerdict.PASS);
    assertThat(other).as("another port's packets pass as they are").isEqualTo(before);
    HopRecord none = new HopRecord(1, 0, 0, 0);
    assertThat(writer.onDequeue(0, 0, 0, 0, 80, 0, 0, octets, 0, 64)).isEqualTo(PortVerdict.PASS);
    assertThat(TelemetryBlock.read(FORMAT, octets, 28))
        .isEqualTo(new TelemetryBlock(new TelemetryHead(1, 1, 0), List.of(none), Optional.empty()));
    assertThat(Ipv4.isIntact(octets, 0)).isTrue();
  }

  private static byte[] stamped(byte[] packet) {
    byte[] octets = packet.clone();
    TelemetryWriter writer = new TelemetryWriter(FORMAT, DSCP, UNITS, 0x801, PORTS);
    for (int time = 1; time <= 3; time++) {
      assertThat(writer.onDequeue(1_000L * time, 7, 5, 9, 80, 0, 0, octets, 0, octets.length))
          .isEqualTo(PortVerdict.PASS);
    }
    return octets;
  }

  /** Three switches of one id, and room for two: 0x801 is there an odd number of times. */
  private static final TelemetryBlock WRITTEN =
      new TelemetryBlock(
          new TelemetryHead(3, 0x801, 0),
          List.of(new HopRecord(1, 1, 9, 7), new HopRecord(1, 2, 9, 7)),
          Optional.empty());

  @Test
  @Requirement("HPCC-12")
  void aProbeOverRoceIsStampedAndItsResponseIsNot() {
    byte[] probe = new byte[Ipv4.SIZE + Udp.SIZE + RoceProbe.size(2)];
    int udp = Ipv4.put(probe, 0, 0, Ecn.ECT_0, probe.length, 64, Ip.UDP, 1, 2);
    int base = Udp.put(probe, udp, 0xC000, WellKnown.PORT, probe.length - udp);
    RoceProbe.put(probe, base, 1, 2, 3, 2);
    RoceProbe.seal(probe, 0);
    byte[] read = stamped(probe);
    assertThat(RoceProbe.isIntact(read, 0)).isTrue();
    RoceProbe gathered = RoceProbe.read(read, base, 2);
    assertThat(gathered.block()).isEqualTo(WRITTEN);
    for (int opcode : new int[] {RoceResponse.OPCODE, 0x04}) {
      probe[base] = (byte) opcode;
      assertThat(stamped(probe)).as("opcode 0x%02x", opcode).isEqualTo(probe);
    }
    probe[base] = (byte) RoceProbe.OPCODE;
    probe[3] += 4; // longer than what stands there
    assertThat(stamped(probe)).isEqualTo(probe);
  }

  @Test
  @Requirement("HPCC-18")
  void aProbeOverTcpIsStampedAndItsResponseIsNot() {
    TcpTelemetry probe = TcpTelemetry.probe(1, 2, 3, 4, 2);
    byte[] octets = new byte[Ipv4.SIZE + TcpTelemetry.size(2)];
    int tcp = Ipv4.put(octets, 0, DSCP, Ecn.ECT_0, octets.length, 64, TcpHeader.PROTOCOL, 1, 2);
    probe.put(octets, tcp);
    TcpHeader.seal(octets, 0);
    byte[] read = stamped(octets);
    assertThat(TcpHeader.isIntact(read, 0)).isTrue();
    TcpTelemetry gathered = TcpTelemetry.read(read, tcp);
    assertThat(gathered.block()).isEqualTo(WRITTEN);
    byte[] data = octets.clone();
    Ip.setDscp(data, 0, 0);
    assertThat(stamped(data)).as("in the class of data").isEqualTo(data);
    gathered.response().put(octets, tcp);
    assertThat(stamped(octets)).isEqualTo(octets);
    TelemetryWriter without = new TelemetryWriter(FORMAT, -1, UNITS, 1, PORTS);
    byte[] before = read.clone();
    without.onDequeue(0, 0, 0, 0, 80, 0, 0, read, 0, read.length);
    assertThat(read).isEqualTo(before);
  }
}
