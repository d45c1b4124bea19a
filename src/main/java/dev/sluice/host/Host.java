package dev.sluice.host;

import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.HostSide;
import dev.sluice.fabric.Packets;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventHandler;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * One end host, whatever it speaks: its link, the senders that take turns at it, those that wait
 * for the time that their algorithm names, and timers.
 *
 * <p>The link asks for a frame whenever it is free, which may be told late; so everything that
 * changes this host begins by letting out what must have begun by then, and ends by saying whether
 * there is more. A handler made by {@link #handler} does both.
 */
public final class Host implements HostSide {
  private final Fabric fabric;
  private final EventLoop loop;
  private final RandomStreams streams;
  private final int number;
  private final String name;
  private Transport transport;

  /** The senders that have a packet to send and may, in turn: the first and the last of them. */
  private Sender first;

  private Sender last;

  /** Whether the link asks for frames. */
  private boolean isPulled;

  /** Senders that may send at a later time, in the order of these times. */
  private final List<Sender> paced = new ArrayList<>(0);

  private int paceTimer = -1;

  /** Senders whose next packet is of a class that the far end has paused. */
  private final List<Sender> held = new ArrayList<>(0);

  /** The host of this number in a fabric. */
  public Host(Fabric fabric, EventLoop loop, RandomStreams streams, int number) {
    this.fabric = fabric;
    this.loop = loop;
    this.streams = streams;
    this.number = number;
    name = fabric.topology().hostName(number);
  }

  /** All hosts of a fabric, of which none speaks anything yet, by their numbers. */
  public static IntFunction<Host> all(Fabric fabric, EventLoop loop, RandomStreams streams) {
    Host[] hosts = new Host[fabric.topology().hosts()];
    Arrays.setAll(hosts, host -> new Host(fabric, loop, streams, host));
    return host -> hosts[host];
  }

  /**
   * Says what it speaks, and has the fabric know it. What it speaks already, it speaks besides: the
   * senders of both take turns at one link, and each frame goes to the one that takes it.
   */
  public void speaks(Transport spoken) {
    transport = transport == null ? spoken : new Beside(spoken, transport);
    fabric.attach(number, this);
  }

  // ---------------------------------------------------------------- what it is and has

  /** Its number. */
  public int number() {
    return number;
  }

  /** Its name in the topology. */
  public String name() {
    return name;
  }

  /** Another host's name in the topology. */
  public String nameOf(int host) {
    return fabric.topology().hostName(host);
  }

  /** The rate of its link. */
  public long rateBps() {
    return rateBps(number);
  }

  /** The rate of another host's link. */
  public long rateBps(int host) {
    return fabric.topology().hostRateBps(host);
  }

  /** The frames. */
  public Packets packets() {
    return fabric.packets();
  }

  /** Time. */
  public EventLoop loop() {
    return loop;
  }

  /** The instant of what happens. */
  public long nowPs() {
    return loop.nowPs();
  }

  /** A source of chance of its own. */
  public RandomStream chance(String purpose) {
    return streams.stream("nic/" + name + "/" + purpose);
  }

  /** What a frame of this header and payload takes on a link, all counted. */
  public int frameBytes(int packet) {
    return fabric.frameBytes(packet);
  }

  /** By how much later than it was the link may ask for a frame, at most. */
  public long lateByPs() {
    return fabric.pullsLateByPs(number);
  }

  // ---------------------------------------------------------------- what happens at it

  /**
   * What a timer of this host does: lets out what must have begun by now, acts, and says whether
   * there is more to send.
   *
   * @param whose what it acts on, by its subject, to be looked at beforehand; null for nothing
   */
  public EventHandler handler(EventHandler acts, IntFunction<? extends Connection> whose) {
    return new EventHandler() {
      @Override
      public void fire(int subject) {
        settle();
        acts.fire(subject);
        feed();
      }

      @Override
      public long lookAt(int subject, int step) {
        Connection looked = whose == null ? null : whose.apply(subject);
        return looked == null ? 0 : looked.look(step);
      }
    };
  }

  /** Lets out every frame that must have begun by now; before anything changes. */
  public void settle() {
    fabric.settle(number);
  }

  /** Has the link ask for frames, if there are any; last in whatever happens here. */
  public void feed() {
    if (!isPulled && first != null) {
      isPulled = true;
      fabric.ready(number);
    }
  }

  /** Sends a frame beside those of the senders, before all of its class or a less urgent one. */
  public void send(int packet) {
    fabric.send(number, packet);
  }

  @Override
  public void deliver(int packet, long atPs) {
    Packets packets = fabric.packets();
    transport.deliver(packets.octets(), packets.at(packet), packet);
    feed();
  }

  // ---------------------------------------------------------------- turns

  /** Puts a sender among those that send, or among those that wait for their time. */
  void wake(Sender sender, boolean can) {
    if (sender.pacedPs != SenderRole.NEVER_PS) {
      if (can && sender.role().notBeforePs(loop.nowPs()) == sender.pacedPs) {
        return;
      }
      forget(sender);
    }
    if (can) {
      add(sender);
    } else {
      sender.blocked(loop.nowPs(), loop.nowPs());
    }
  }

  /** A sender does not wait for its time any more. */
  void forget(Sender sender) {
    paced.remove(sender);
    sender.pacedPs = SenderRole.NEVER_PS;
  }

  private void add(Sender sender) {
    sender.isOnRing = true;
    if (first == null) {
      first = sender;
    } else {
      last.next = sender;
    }
    last = sender;
  }

  /** The next frame, of the sender whose turn it is, but for those of paused classes. */
  @Override
  @Requirement({"PFC-4", "RCM-9"})
  public int pull(long atPs, int paused) {
    isPulled = true;
    endPacing(atPs);
    Sender sender;
    while ((sender = first) != null) {
      first = sender.next;
      sender.next = null;
      if (sender.maySend()) {
        long notBeforePs = sender.role().notBeforePs(atPs);
        if (notBeforePs > atPs) {
          sender.isOnRing = false;
          pace(sender, notBeforePs);
          continue;
        }
        boolean droppable = sender.role().isDroppable();
        if (paused != 0 && (paused & 1 << fabric.classOf(sender.dscp(droppable))) != 0) {
          held.add(sender); // and counts as one that takes turns
          continue;
        }
        int packet = sender.send(atPs, droppable);
        if (sender.isOnRing) {
          add(sender);
        }
        return packet;
      }
      sender.isOnRing = false;
      sender.blocked(atPs, atPs + lateByPs());
    }
    isPulled = false;
    setPaceTimer();
    return Packets.NONE;
  }

  /** Those that were held up take turns again, in the order in which they had them. */
  @Override
  public void resumed() {
    held.forEach(this::add);
    held.clear();
    feed();
  }

  // ---------------------------------------------------------------- pacing

  /** Has a sender wait for its time; behind those that wait for the same. */
  private void pace(Sender sender, long untilPs) {
    if (untilPs == SenderRole.NEVER_PS) {
      return; // not until something else happens
    }
    sender.pacedPs = untilPs;
    int at = paced.size();
    while (at > 0 && paced.get(at - 1).pacedPs > untilPs) {
      at--;
    }
    paced.add(at, sender);
  }

  /** Those whose time has come take turns again, in the order of their times. */
  private void endPacing(long nowPs) {
    while (!paced.isEmpty() && paced.get(0).pacedPs <= nowPs) {
      Sender sender = paced.remove(0);
      sender.pacedPs = SenderRole.NEVER_PS;
      add(sender);
    }
  }

  private void setPaceTimer() {
    long nextPs = pullAgainPs();
    if (nextPs > loop.nowPs() && nextPs != NEVER) {
      if (paceTimer < 0) {
        paceTimer = loop.timer(handler(subject -> endPacing(loop.nowPs()), null), number);
      }
      if (loop.deadlinePs(paceTimer) != nextPs) {
        loop.set(paceTimer, nextPs);
      }
    }
  }

  @Override
  public long pullAgainPs() {
    return paced.isEmpty() ? NEVER : paced.get(0).pacedPs;
  }

  // ---------------------------------------------------------------- looking ahead

  @Override
  public long lookAt(int packet, int step) {
    if (packet == Packets.NONE) {
      return first == null ? 0 : first.look(step);
    }
    Packets packets = fabric.packets();
    int at = packets.at(packet);
    if (step == 0) {
      return packets.payloadOffset(packet) + packets.octets()[at];
    }
    Connection connection = transport.connection(packets.octets(), at);
    return connection == null ? 0 : connection.look(step - 1);
  }
}
