package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.RedMarker;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.TelemetryWriter;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.host.Addresses;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.host.roce.ldcp.LdcpAcks;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.host.roce.rcm.Reaction;
import dev.sluice.house.Whole;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.sim.RunEnd;
import dev.sluice.trace.EventCollector;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.RoceProbe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Host 2 has connections with two hosts that have some with each other, and hands them frames whose
 * fields it has chosen: copies of frames of the run with other numbers, old ones, of other
 * connections, and whole ones that nobody has sent. They are read as the NIC reads any frame.
 */
class HostileQpTest {
  private static final int HOSTILE = 2;

  /** The first flow of host 2, which names the memory that its frames write to. */
  private static final int FLOW = 2;

  private static final int MTU = 1_024;
  private static final long WINDOW = 32;
  private static final int PORT = 50_000;
  private static final long US = RoceLab.US;
  private static final long ONE = 4_096;

  /** Runs of each kind: the seeds of a build are the first of all. */
  private static final int RUNS = Integer.getInteger("sluice.hostile", Whole.IS_ASKED ? 25 : 10);

  /** Frames that are handed over in each run. */
  private static final int FRAMES = 400;

  /** What the hosts speak. */
  enum Spoken {
    NOTHING,
    RCM,
    LDCP,
    LDCP_STABLE_AND_DELAYED,
    HPCC,
    HPCC_AT_RECEIVER,
    HPCC_BY_PROBES;

    boolean isHpcc() {
      return ordinal() >= HPCC.ordinal();
    }

    HpccEnds ends() {
      return isHpcc()
          ? HpccRuns.ends(
              HpccRuns.COARSE, 5, MTU, 1, this == HPCC_BY_PROBES, this == HPCC_AT_RECEIVER)
          : HpccEnds.NONE;
    }

    RoceParams params() {
      RoceParams usual =
          RoceParams.usual()
              .with(MTU, WINDOW)
              .counting(0, 1)
              .retrying(3, 7, 7)
              .receiving(64, US, 1);
      return switch (this) {
        case NOTHING -> usual;
        case RCM ->
            usual
                .noticing(
                    Notices.sent(
                        new NotificationPoint.Params(4 * US, Answers.INTERVAL_END, Ecn.ECT_1)))
                .by(Reaction.points(RcmProfile.PAPER_2015::reaction, true));
        case LDCP -> usual.acknowledging(acks(1, 0)).by(windows(false));
        case LDCP_STABLE_AND_DELAYED -> usual.acknowledging(acks(3, US)).by(windows(true));
        default -> usual.telling(ends());
      };
    }

    private static LdcpAcks acks(long upTo, long gapPs) {
      return new LdcpAcks(true, new AckPolicy.Params(upTo, true), gapPs);
    }

    private static LongFunction<SenderRole> windows(boolean stable) {
      LdcpSender.Params params =
          new LdcpSender.Params(
              new PawaParams(
                  ONE, ONE, ONE, ONE / 4, 40 * ONE, true, 2 * US, 8 * US, TimerRtt.MEASURED),
              new FastStart.Params(12, TailOf.MESSAGE, RoundEnd.IW_SENT, 2 * US, 32 * US),
              stable);
      return LdcpSender.windows(rate -> params);
    }
  }

  /** A frame: all of its headers, and what of its payload is named. */
  private record Frame(byte[] header, int region, long offset, int bytes) {
    static Frame of(Packets packets, int packet) {
      int at = packets.at(packet);
      int end = at + packets.headerBytes(packet);
      byte[] header = Arrays.copyOfRange(packets.octets(), at, end);
      int unwritten = Icrc.SIZE + Bth.padding(packets.payloadBytes(packet));
      Arrays.fill(header, header.length - unwritten, header.length, (byte) 0);
      return new Frame(
          header,
          packets.payloadBytes(packet) > 0 ? packets.payloadRegion(packet) : FLOW,
          packets.payloadOffset(packet),
          packets.payloadBytes(packet));
    }
  }

  private static final class Attack implements FabricObserver {
    final Spoken spoken;

    /** What stands behind the headers of frames that are handed over. */
    final byte litter;

    final Random chance;
    final RoceLab lab;
    final List<Frame> own = new ArrayList<>();
    final List<Frame> others = new ArrayList<>();
    final List<Integer> honest = new ArrayList<>();
    final Set<String> heard = new TreeSet<>();
    final List<Long> bytes = new ArrayList<>();
    int handed;
    int ignored;

    Attack(Spoken spoken, long seed, byte litter) {
      this.spoken = spoken;
      this.litter = litter;
      chance = new Random(seed);
      Topology topology = Topologies.star(3, host -> RoceLab.HUNDRED, RoceLab.SWITCH);
      RoceParams params = spoken.params();
      lab = new RoceLab(topology, this::rules, params, seed);
      lab.nics.log(
          new EventCollector(event -> heard.add(event.instance().orElseThrow().flow()), null));
      lab.fabric.observe(this);
      lab.ignored = () -> ignored++;
      List<Op> ops = List.of(Op.WRITE, Op.READ, Op.SEND, Op.ATOMIC, Op.READ, Op.WRITE_IMM);
      for (int round = 0; round < 3; round++) {
        for (Op op : ops) {
          for (int[] pair : new int[][] {{0, 1}, {1, 0}, {2, 0}, {2, 1}, {0, 2}, {1, 2}}) {
            long size = op == Op.ATOMIC ? 8 : 1 + chance.nextInt(12 * MTU);
            int flow = lab.nics.ask(op, pair[0], pair[1], 1, size, round * 12 * US);
            bytes.add(op == Op.ATOMIC ? 0 : size);
            if (pair[0] != HOSTILE && pair[1] != HOSTILE) {
              honest.add(flow);
            }
          }
        }
      }
      long atPs = US;
      for (int i = 0; i < FRAMES; i++) {
        atPs += chance.nextInt(250_000);
        lab.loop.at(atPs, subject -> attack(), 0);
      }
    }

    private PortRules rules(Topology of, int port) {
      if (of.isHost(of.portFrom(port))) {
        return PortRules.unlimited(3);
      }
      PortRules.Queue queue =
          PortRules.Queue.of(PortRules.UNLIMITED, RedMarker.perMillion(3_000, 30_000, 400_000));
      if (spoken.isHpcc()) {
        queue =
            PortRules.Queue.plain(PortRules.UNLIMITED)
                .leaving(
                    new TelemetryWriter(
                        spoken.ends().format(), -1, HpccRuns.COARSE, 1, List.of(100_000L)));
      }
      return new PortRules(PortRules.UNLIMITED, List.of(queue, queue, queue));
    }

    @Override
    public void delivered(long atPs, int host, int packet) {
      Packets packets = lab.fabric.packets();
      int from = Addresses.source(packets.octets(), packets.at(packet));
      if (from == HOSTILE) {
        own.add(Frame.of(packets, packet));
      } else {
        others.add(Frame.of(packets, packet));
      }
    }

    /** Hands a frame to the host that it is for. */
    private void attack() {
      if (own.isEmpty()) {
        return;
      }
      Frame frame = chosen();
      Packets packets = lab.fabric.packets();
      int to = Addresses.destination(frame.header, 0);
      RoceNic nic = lab.nics.nic(to == HOSTILE ? chance.nextInt(2) : to);
      nic.host.settle();
      nic.host.feed();
      int packet = packets.allocate(frame.header.length);
      int at = packets.at(packet);
      Arrays.fill(packets.octets(), at, at + packets.at(1) - packets.at(0), litter);
      System.arraycopy(frame.header, 0, packets.octets(), at, frame.header.length);
      packets.payload(packet, frame.region, frame.offset, frame.bytes);
      heard.clear();
      nic.host.deliver(packet, lab.loop.nowPs());
      packets.release(packet);
      handed++;
      assertThat(nic.broken()).isNull();
      assertThat(heard).as("whom it moves").allMatch(flow -> flow.contains("host-2/"));
    }

    // -------------------------------------------------------------- what is chosen

    private Frame chosen() {
      if (chance.nextInt(12) == 0 && !others.isEmpty()) {
        Frame copied = any(others);
        byte[] header = copied.header.clone();
        System.arraycopy(any(own).header, 12, header, 12, 4); // in its own name
        Frame own = any(this.own);
        return mutated(new Frame(header, own.region, own.offset, copied.bytes));
      }
      Frame frame = any(own);
      return chance.nextInt(6) == 0 ? frame : mutated(frame);
    }

    /** One of the newest, mostly. */
    private Frame any(List<Frame> frames) {
      int back = chance.nextInt(4) == 0 ? frames.size() : Math.min(frames.size(), 12);
      return frames.get(frames.size() - 1 - chance.nextInt(back));
    }

    private int bth(byte[] header) {
      return lab.nics.nic(0).frames.bth(header, 0);
    }

    private Frame mutated(Frame of) {
      byte[] header = of.header.clone();
      if (chance.nextInt(4) == 0) {
        header = with(header, opcode());
      }
      int bth = bth(header);
      int known = Math.min(Opcode.headerSize(Bth.opcode(header, bth)), header.length - bth);
      int bytes = of.bytes;
      int changes = 1 + chance.nextInt(3);
      for (int i = 0; i < changes; i++) {
        switch (chance.nextInt(10)) {
          case 0, 1 -> put24(header, bth + 9, number(Bth.psn(header, bth), 1)); // PSN
          case 2, 3, 4 -> word(header, bth + known); // LSN, or what an ACK brings back
          case 5 -> word(header, bth + known + 8); // the other LSN
          case 6 -> octet(header, bth + known + 4, chance.nextInt(4) << 6); // echo, again
          case 7 -> {
            int at = bth + Bth.SIZE + 4 * chance.nextInt(Math.max(1, (known - Bth.SIZE) / 4));
            word(header, at); // RETH, AETH, operands of ATOMICs
          }
          case 8 -> {
            if (chance.nextInt(3) == 0) {
              octet(header, bth + 7, chance.nextInt(12)); // queue pair
            } else if (chance.nextBoolean()) {
              octet(header, 1, header[1] & ~3 | chance.nextInt(4)); // ECN
            } else {
              octet(header, bth + 8, chance.nextInt(2) << 7); // whether an ACK is asked for
            }
          }
          default -> {
            if (bth > 28 && chance.nextBoolean()) {
              octet(header, 28 + chance.nextInt(bth - 28), chance.nextInt(256)); // telemetry
            } else if (chance.nextBoolean()) {
              octet(header, bth + known + chance.nextInt(20), chance.nextInt(256));
            } else {
              bytes = List.of(0, 1, MTU - 1, MTU, MTU + 1, 9_000).get(chance.nextInt(6));
            }
          }
        }
      }
      if (chance.nextInt(8) == 0) {
        header[bth] = (byte) opcode(); // with the headers of another one
      }
      if (chance.nextInt(10) == 0) {
        int length = Math.max(bth + Bth.SIZE, header.length - 4 * chance.nextInt(12));
        header = Arrays.copyOf(header, length);
      }
      return new Frame(header, of.region, of.offset, bytes);
    }

    private int opcode() {
      return switch (chance.nextInt(12)) {
        case 0 -> Opcode.CNP;
        case 1 -> RoceProbe.OPCODE;
        case 2 -> AckTelemetry.NOTICE_OPCODE;
        case 3 -> chance.nextInt(256);
        default -> chance.nextInt(Opcode.FETCH_ADD + 1);
      };
    }

    /** The same with another opcode, whose headers are all there, and hold anything. */
    private byte[] with(byte[] header, int opcode) {
      int bth = bth(header);
      int behind = chance.nextInt(3) == 0 ? 8 : 12;
      int size = Opcode.isKnown(opcode) ? Opcode.headerSize(opcode) : Bth.SIZE;
      int more = spoken.isHpcc() && size <= Bth.SIZE + 4 ? chance.nextInt(50) : 0;
      byte[] made = new byte[bth + size + behind + more + Icrc.SIZE];
      byte[] any = new byte[made.length];
      chance.nextBytes(any);
      System.arraycopy(any, 0, made, 0, made.length);
      System.arraycopy(header, 0, made, 0, Math.min(bth + Bth.SIZE, header.length));
      made[bth] = (byte) opcode;
      return made;
    }

    private static void octet(byte[] header, int at, int value) {
      if (at < header.length) {
        header[at] = (byte) value;
      }
    }

    private static void put24(byte[] header, int at, long value) {
      octet(header, at, (int) (value >> 16));
      octet(header, at + 1, (int) (value >> 8));
      octet(header, at + 2, (int) value);
    }

    private void word(byte[] header, int at) {
      if (at + 4 <= header.length) {
        long was = Octets.bits32(header, at) & 0xFFFF_FFFFL;
        Octets.putBits32(header, at, (int) number(was, MTU));
      }
    }

    /** Near what was there, at a limit, or anything. */
    private long number(long was, int step) {
      return switch (chance.nextInt(8)) {
        case 0 -> was + step * (long) (chance.nextInt(9) - 4);
        case 1, 2 -> was + chance.nextInt(9 * step) - 4L * step;
        case 3 -> List.of(0L, 1L, -1L, 1L << 31, 1L << 30, 1L << 23).get(chance.nextInt(6));
        case 4 -> was + List.of(1L << 31, 1L << 30, 1L << 23, -1L << 31).get(chance.nextInt(4));
        case 5 -> was + WINDOW * step;
        case 6 -> chance.nextInt(1 << 16);
        default -> chance.nextLong();
      };
    }
  }

  /** Nothing is thrown, honest connections are as if nobody had been there, and the run ends. */
  @ParameterizedTest
  @EnumSource
  @Requirement({"RC-9", "RC-16", "LDCP-12", "HPCC-11", "HPCC-15", "RCM-5"})
  void whateverAPeerSaysNobodyElseHearsOfIt(Spoken spoken) {
    int handed = 0;
    for (int seed = 1; seed <= RUNS; seed++) {
      Attack attack = run(spoken, seed, 0);
      RoceLab lab = attack.lab;
      for (int flow : attack.honest) {
        assertThat(lab.nics.ending(flow)).as("flow %d", flow).isEqualTo(Completion.DONE);
        assertThat(lab.delivered.getOrDefault(flow, 0L))
            .as("%s, seed %d, flow %d", spoken, seed, flow)
            .isEqualTo(attack.bytes.get(flow));
      }
      handed += attack.handed;
    }
    assertThat(handed).isGreaterThan(RUNS * FRAMES * 3 / 4);
  }

  private static Attack run(Spoken spoken, long seed, int litter) {
    Attack attack = new Attack(spoken, seed, (byte) litter);
    try {
      assertThat(attack.lab.loop.run(Long.MAX_VALUE - 1, 3_000_000))
          .as("%s, seed %d", spoken, seed)
          .isEqualTo(RunEnd.IDLE);
    } catch (RuntimeException thrown) {
      throw new AssertionError(spoken + ", seed " + seed + ": " + thrown, thrown);
    }
    return attack;
  }

  /** What stands in a host's memory behind a frame that is too short is not read. */
  @ParameterizedTest
  @EnumSource
  @Requirement({"RC-16", "HPCC-15"})
  void nothingIsReadBehindTheEndOfAFrame(Spoken spoken) {
    for (int seed = 1; seed <= RUNS / 2; seed++) {
      Attack one = run(spoken, seed, 0);
      for (int litter : List.of(0xFF, 0x40)) {
        Attack other = run(spoken, seed, litter);
        assertThat(other.lab.said).as("%s, seed %d", spoken, seed).isEqualTo(one.lab.said);
        assertThat(other.lab.nics.describe()).isEqualTo(one.lab.nics.describe());
        assertThat(other.ignored).isEqualTo(one.ignored);
      }
    }
  }
}
