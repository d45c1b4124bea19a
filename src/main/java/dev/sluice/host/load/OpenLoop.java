package dev.sluice.host.load;

import dev.sluice.cc.Ecn;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.HostSide;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.ip.Vlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Sources of traffic that react to nothing, and what their receivers count, beside whatever else
 * the hosts speak. Each frame carries, behind its headers, when it was sent.
 */
@Requirement("RCM-9")
public final class OpenLoop {
  /** The discard port: what comes there is for nobody. */
  static final int PORT = 9;

  /** The source port of the first source; those of the others follow. */
  private static final int FIRST_PORT = 49_152;

  /** How many sources there may be: as many as there are ports from the first on. */
  public static final int MOST = (1 << 16) - FIRST_PORT;

  private static final int HOPS = 64;

  /** Octets of the time that a frame was sent at. */
  private static final int STAMP = 8;

  private static final class Source {
    final Load load;
    final Pace pace;
    int timer;
    long sent;
    long delivered;
    long marked;
    long trimmed;
    long shortestPs = -1;
    long longestPs = -1;

    Source(Load load) {
      this.load = load;
      pace = new Pace(load.frameBytes(), load.rateBps(), load.onPs(), load.offPs());
    }

    /** When the next frame is sent; negative if there is none. */
    long nextPs() {
      long afterPs = pace.nextPs();
      return afterPs < load.forPs() ? load.startPs() + afterPs : -1;
    }
  }

  private final Fabric fabric;
  private final EventLoop loop;
  private final int overheadBytes;
  private final List<Source> sources = new ArrayList<>();

  /**
   * Sources at hosts to which all else is attached already.
   *
   * @param overheadBytes what a frame takes on a link beside its IP packet and a tag
   * @param areTagged whether the fabric gives every frame a tag
   * @param loads at most {@link #MOST}
   */
  public OpenLoop(
      Fabric fabric, EventLoop loop, int overheadBytes, boolean areTagged, List<Load> loads) {
    this.fabric = fabric;
    this.loop = loop;
    this.overheadBytes = overheadBytes + (areTagged ? Vlan.SIZE : 0);
    boolean[] counts = new boolean[fabric.topology().hosts()];
    for (Load load : loads) {
      Source source = new Source(load);
      sources.add(source);
      source.timer = loop.timer(this::send, sources.size() - 1);
      if (source.nextPs() >= 0) {
        loop.set(source.timer, source.nextPs());
      }
      if (!counts[load.to()]) {
        counts[load.to()] = true;
        fabric.attach(load.to(), new Counter(fabric.side(load.to())));
      }
    }
  }

  private void send(int number) {
    Source source = sources.get(number);
    fabric.send(source.load.from(), frame(number, source.load));
    source.sent++;
    source.pace.begun();
    long nextPs = source.nextPs();
    if (nextPs >= 0) {
      loop.set(source.timer, nextPs);
    }
  }

  private int frame(int number, Load load) {
    int headers = Ipv4.SIZE + (load.isTcp() ? Tcp.SIZE : Udp.SIZE) + STAMP;
    Packets packets = fabric.packets();
    int packet = packets.allocate(headers);
    int payload = load.frameBytes() - overheadBytes - headers;
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    int behindIp =
        Ipv4.put(
            octets,
            at,
            load.dscp(),
            load.ecn(),
            headers + payload,
            HOPS,
            load.isTcp() ? Tcp.PROTOCOL : Ip.UDP,
            Addresses.of(load.from()),
            Addresses.of(load.to()));
    int port = FIRST_PORT + number;
    int behind =
        load.isTcp()
            ? Tcp.put(octets, behindIp, port, PORT)
            : Udp.put(octets, behindIp, port, PORT, headers + payload - Ipv4.SIZE);
    Octets.putBits64(octets, behind, loop.nowPs());
    packets.payload(packet, -1 - number, sources.get(number).sent * payload, payload);
    return packet;
  }

  /** How many sources there are. */
  public int sources() {
    return sources.size();
  }

  /** What a source sends. */
  public Load load(int source) {
    return sources.get(source).load;
  }

  /** What has become of a source's frames. */
  public LoadCounts counts(int source) {
    Source of = sources.get(source);
    return new LoadCounts(
        of.sent, of.delivered, of.marked, of.trimmed, of.shortestPs, of.longestPs);
  }

  /** The source of a frame; negative if it is of none. */
  private int sourceOf(byte[] octets, int at) {
    int protocol = Ipv4.protocol(octets, at);
    boolean isOurs =
        (protocol == Ip.UDP || protocol == Tcp.PROTOCOL)
            && Udp.destinationPort(octets, at + Ipv4.SIZE) == PORT;
    int number = Udp.sourcePort(octets, at + Ipv4.SIZE) - FIRST_PORT;
    return isOurs && number < sources.size() ? number : -1;
  }

  private void count(Source source, int packet, long atPs) {
    Packets packets = fabric.packets();
    if (packets.isTrimmed(packet)) {
      source.trimmed++;
      return;
    }
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    source.delivered++;
    if (Ipv4.ecn(octets, at) == Ecn.CE) {
      source.marked++;
    }
    long tookPs = atPs - Octets.bits64(octets, at + packets.headerBytes(packet) - STAMP);
    source.shortestPs = source.shortestPs < 0 ? tookPs : Math.min(source.shortestPs, tookPs);
    source.longestPs = Math.max(source.longestPs, tookPs);
  }

  /** A host that counts what sources send it, and gives all else to what it speaks otherwise. */
  private final class Counter implements HostSide {
    private final HostSide other;

    Counter(HostSide other) {
      this.other = other;
    }

    @Override
    public void deliver(int packet, long atPs) {
      int source = sourceOf(fabric.packets().octets(), fabric.packets().at(packet));
      if (source >= 0) {
        count(sources.get(source), packet, atPs);
      } else if (other != null) {
        other.deliver(packet, atPs);
      }
    }

    @Override
    public int pull(long atPs, int paused) {
      return other.pull(atPs, paused);
    }

    @Override
    public void resumed() {
      if (other != null) {
        other.resumed();
      }
    }

    @Override
    public long pullAgainPs() {
      return other.pullAgainPs();
    }

    @Override
    public long lookAt(int packet, int step) {
      boolean isOthers =
          other != null
              && (packet == Packets.NONE
                  || sourceOf(fabric.packets().octets(), fabric.packets().at(packet)) < 0);
      return isOthers ? other.lookAt(packet, step) : 0;
    }
  }
}
