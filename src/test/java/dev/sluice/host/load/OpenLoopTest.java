package dev.sluice.host.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.uet.NicParams;
import dev.sluice.host.uet.NicSystem;
import dev.sluice.host.uet.UetHeaderFormat;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.sim.RunEnd;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Open-loop sources beside NICs of UET, on links of 100 Gb/s: 80 ps a byte, 50,000 ps of fibre and
 * 150,000 of FEC, and a switch of 400,000 ps.
 */
class OpenLoopTest {
  private static final BaseRtt.Link HUNDRED = Topologies.link(100, 10);
  private static final long WAY_PS = 2 * 200_000 + 400_000;
  private static final int OVERHEAD = NicSystem.FRAME_OVERHEAD_BYTES;

  private final EventLoop loop = new EventLoop();
  private Fabric fabric;
  private NicSystem nics;

  private static Load udp(int from, int to, long rateBps, int frameBytes, long forPs) {
    return new Load(from, to, false, rateBps, frameBytes, 8, Ecn.NOT_ECT, 0, forPs, Load.ALWAYS, 0);
  }

  private static PortRules rules(PortRules.Queue low) {
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    return new PortRules(PortRules.UNLIMITED, List.of(plain, plain, low));
  }

  private OpenLoop start(PortRules.Queue low, Load... loads) {
    RandomStreams streams = new RandomStreams(1);
    fabric =
        new Fabric(
            Topologies.star(4, host -> HUNDRED, SwitchSpec.cutThrough(400_000)),
            new FabricConfig(
                new UetHeaderFormat(),
                TrafficClasses.standard(),
                FabricRules.everywhere(rules(low)),
                OVERHEAD,
                false),
            NicSystem.packets(),
            loop,
            streams);
    nics = new NicSystem(fabric, loop, streams, NicParams.uet10());
    return new OpenLoop(fabric, loop, OVERHEAD, false, List.of(loads));
  }

  private static PortRules.Queue open() {
    return PortRules.Queue.plain(PortRules.UNLIMITED);
  }

  private void run() {
    assertThat(loop.run(Long.MAX_VALUE - 1, 1_000_000)).isEqualTo(RunEnd.IDLE);
  }

  /** 1,500 B at 10 Gb/s take 1,200,000 ps: in 10 us frames 0 to 8, each alone on its way. */
  @Test
  void framesComeAtTheirRateAndTakeWhatTheFabricTakes() {
    OpenLoop loads = start(open(), udp(0, 1, 10_000_000_000L, 1_500, 10_000_000));
    run();
    long alone = WAY_PS + 1_500 * 80;
    assertThat(loads.counts(0)).isEqualTo(new LoadCounts(9, 9, 0, 0, alone, alone));
    assertThat(fabric.counts().sent()).isEqualTo(9);
    assertThat(fabric.packets().used()).isZero();
  }

  /**
   * A second source a picosecond later meets the first at the port: each of its frames waits for
   * what is left of one of the first, of 120,000 ps.
   */
  @Test
  void whatMeetsAnotherWaits() {
    OpenLoop loads =
        start(
            open(),
            udp(0, 2, 10_000_000_000L, 1_500, 10_000_000),
            new Load(1, 2, false, 10_000_000_000L, 1_500, 8, 0, 1, 10_000_000, Load.ALWAYS, 0));
    run();
    long alone = WAY_PS + 1_500 * 80;
    assertThat(loads.counts(0).longestPs()).isEqualTo(alone);
    assertThat(loads.counts(1).shortestPs()).isEqualTo(alone + 120_000 - 1);
    assertThat(loads.counts(1).longestPs()).isEqualTo(alone + 120_000 - 1);
  }

  /** Twice 60 Gb/s into 100: what finds no room is gone, and the sources go on as they did. */
  @Test
  @Requirement("RCM-9")
  void whatIsDroppedIsNotSentAgainAndNothingSlowsDown() {
    OpenLoop loads =
        start(
            PortRules.Queue.plain(20_000),
            udp(0, 2, 60_000_000_000L, 1_500, 100_000_000),
            udp(1, 2, 60_000_000_000L, 1_500, 100_000_000));
    run();
    // a frame in 200,000 ps, of 100,000,000
    assertThat(loads.counts(0).sentFrames()).isEqualTo(500);
    assertThat(loads.counts(1).sentFrames()).isEqualTo(500);
    long came = loads.counts(0).deliveredFrames() + loads.counts(1).deliveredFrames();
    assertThat(1_000 - came).isEqualTo(fabric.dropped(DropReason.NO_ROOM)).isPositive();
    // 1,000 frames come in 100 us, of which 833 1/3 leave, and 13 wait at the end
    assertThat(came).isBetween(833L, 850L);
  }

  /** Capable ones are marked from 3,000 B on, in the same queue as others, which are not. */
  @Test
  @Requirement("RCM-2")
  void marksAreCountedWhereTheyArrive() {
    Load capable =
        new Load(1, 2, true, 60_000_000_000L, 1_500, 8, Ecn.ECT_1, 0, 50_000_000, Load.ALWAYS, 0);
    OpenLoop loads =
        start(
            new PortRules.Queue(PortRules.UNLIMITED, false, Optional.of(RedMarker.step(3_000))),
            udp(0, 2, 60_000_000_000L, 1_500, 50_000_000),
            capable);
    run();
    assertThat(loads.counts(0).markedFrames()).isZero();
    assertThat(loads.counts(1).markedFrames())
        .isPositive()
        .isEqualTo(fabric.counts().marked())
        .isLessThan(250);
  }

  /** A flow of UET beside it is complete, and neither takes the other's frames for its own. */
  @Test
  void aNicAtTheSameHostGetsItsOwn() {
    OpenLoop loads =
        start(
            open(),
            udp(0, 1, 20_000_000_000L, 1_500, 20_000_000),
            udp(1, 0, 20_000_000_000L, 700, 20_000_000));
    int flow = nics.write(0, 1, 1, 0, 200_000, 0);
    int back = nics.read(0, 1, 1, 0, 200_000, 0);
    run();
    assertThat(nics.completedPs(flow)).isPositive();
    assertThat(nics.completedPs(back)).isPositive();
    assertThat(nics.isAtRest()).as(nics.describe()).isTrue();
    assertThat(loads.counts(0).deliveredFrames()).isEqualTo(loads.counts(0).sentFrames());
    assertThat(loads.counts(0).sentFrames()).as("20,000,000 / 600,000").isEqualTo(34);
    assertThat(loads.counts(1).deliveredFrames()).as("20,000,000 / 280,000").isEqualTo(72);
    assertThat(fabric.counts().inFlight()).isZero();
  }

  /** What a link repeats comes twice; what it loses, not at all. */
  @Test
  void itCountsWhatComes() {
    OpenLoop loads = start(open(), udp(0, 1, 10_000_000_000L, 1_500, 100_000_000));
    fabric.disturb(
        fabric.topology().hostPort(0),
        new LinkFaults(LinkFaults.CERTAIN / 4, 0, LinkFaults.CERTAIN / 4, 0, 0));
    run();
    assertThat(loads.counts(0).deliveredFrames())
        .isEqualTo(
            loads.counts(0).sentFrames()
                - fabric.dropped(DropReason.LOST)
                + fabric.counts().repeated());
    assertThat(fabric.counts().repeated()).isPositive();
  }

  /** Lengths, ports, protocol, and the moment of sending in the first octets of the data. */
  @Test
  void itsHeadersAreThoseOfUdpAndTcp() {
    Load tcp =
        new Load(0, 1, true, 10_000_000_000L, 1_538, 10, Ecn.ECT_0, 7_000, 1_000, Load.ALWAYS, 0);
    start(open(), udp(0, 1, 10_000_000_000L, 1_538, 1_000), tcp);
    List<byte[]> headers = new ArrayList<>();
    Packets packets = fabric.packets();
    fabric.observe(
        new FabricObserver() {
          @Override
          public void delivered(long atPs, int host, int packet) {
            int at = packets.at(packet);
            headers.add(
                java.util.Arrays.copyOfRange(
                    packets.octets(), at, at + packets.headerBytes(packet)));
            assertThat(packets.headerBytes(packet) + packets.payloadBytes(packet)).isEqualTo(1_500);
            assertThat(packets.frameBytes(packet)).isEqualTo(1_538);
          }
        });
    run();
    byte[] first = headers.get(0);
    assertThat(Ipv4.read(first, 0))
        .isEqualTo(new Ipv4(8, Ecn.NOT_ECT, 1_500, 64, Ip.UDP, 0x0A000001, 0x0A000002));
    assertThat(Udp.read(first, 20)).isEqualTo(new Udp(49_152, 9, 1_480, 0));
    assertThat(Octets.bits64(first, 28)).isZero();
    byte[] second = headers.get(1);
    assertThat(Ipv4.read(second, 0))
        .isEqualTo(new Ipv4(10, Ecn.ECT_0, 1_500, 64, 6, 0x0A000001, 0x0A000002));
    assertThat(Octets.u16(second, 20)).isEqualTo(49_153);
    assertThat(Octets.u16(second, 22)).isEqualTo(9);
    assertThat(Octets.u16(second, 32)).as("20 octets, an acknowledgment").isEqualTo(0x5010);
    assertThat(Octets.bits64(second, 40)).isEqualTo(7_000);
  }

  /**
   * The checksum of a segment of "ab" from 10.0.0.1 port 49152 to 10.0.0.2 port 9, number 1,
   * acknowledging 1: 0a00 + 0001 + 0a00 + 0002 + 0006 + 0016, c000 + 0009 + 0001 + 0001 + 5010 +
   * ffff, and 6162 are 2859b; 859b and the carry are 859d.
   */
  @Test
  void theChecksumCoversAddressesHeaderAndData() {
    byte[] octets = new byte[64];
    Ipv4.put(octets, 0, 0, 0, 42, 64, 6, 0x0A000001, 0x0A000002);
    Tcp.put(octets, 20, 49_152, 9);
    octets[40] = 'a';
    octets[41] = 'b';
    Tcp.seal(octets, 0);
    assertThat(Octets.u16(octets, 36)).as("the complement").isEqualTo(0x7a62);
  }
}
