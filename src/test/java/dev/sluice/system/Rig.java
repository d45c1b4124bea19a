package dev.sluice.system;

import dev.sluice.cli.JudgedRuns;
import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.host.uet.NicObserver;
import dev.sluice.host.uet.NicParams;
import dev.sluice.host.uet.NicSystem;
import dev.sluice.host.uet.PlantedFault;
import dev.sluice.host.uet.UetHeaderFormat;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Fault;
import dev.sluice.scenario.PlannedFlow;
import dev.sluice.scenario.Scenario;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.sim.RunEnd;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogEvent;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.uet.Packet;
import dev.sluice.wire.uet.PacketDecoder;
import dev.sluice.wire.uet.WireChoices;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A scenario that happens as {@code ./sluice run} has it happen, with judges that look on. It may
 * have a fault planted in its NICs.
 */
public final class Rig {
  /** Far more than any drawn scenario needs. */
  private static final long MOST_EVENTS = 3_000_000;

  private static final LinkFaults NONE = new LinkFaults(0, 0, 0, 0, 0);

  final Scenario scenario;
  final EventLoop loop = new EventLoop();
  final Fabric fabric;
  final NicSystem nics;
  RunEnd ending;
  private final List<Judge> judges;
  private final List<String> unreadable = new ArrayList<>();

  /** What is logged, where TLC is to judge it too; otherwise nothing. */
  private final List<LogEvent> logged = new ArrayList<>();

  private final boolean isJudged;

  Rig(ScenarioText text, PlantedFault fault, EventSink log, List<Judge> judges) {
    scenario = read(text);
    this.judges = judges;
    RandomStreams streams = new RandomStreams(scenario.seed());
    fabric =
        new Fabric(
            scenario.topology(),
            new FabricConfig(
                new UetHeaderFormat(),
                scenario.queues().classes(),
                scenario.queues(),
                NicSystem.FRAME_OVERHEAD_BYTES,
                true),
            NicSystem.packets(),
            loop,
            streams);
    nics = fault.system(fabric, loop, streams, scenario::nic);
    judges.forEach(judge -> judge.rig = this);
    fabric.observe(new Tap());
    nics.observe(toAll(judges));
    isJudged = log == null && fault == PlantedFault.NONE && JudgedRuns.isAsked();
    nics.log(isJudged ? new EventCollector(logged::add, null) : log);
    for (PlannedFlow flow : scenario.flows()) {
      nics.write(
          flow.from(), flow.to(), flow.job(), flow.trafficClass(), flow.bytes(), flow.startPs());
    }
    scenario.faults().forEach(this::schedule);
    judges.forEach(Judge::begin);
  }

  /** Has a scenario happen, and answers all that the judges found wrong. */
  static List<String> wrong(ScenarioText text, Judge... judges) {
    return wrong(text, PlantedFault.NONE, null, judges);
  }

  static List<String> wrong(ScenarioText text, PlantedFault fault, EventSink log, Judge... judges) {
    return new Rig(text, fault, log, List.of(judges)).run();
  }

  /**
   * Has a scenario happen on NICs with a fault.
   *
   * @param log told every transition
   */
  public static void logged(String toml, PlantedFault fault, EventSink log) {
    new Rig(new ScenarioText(toml), fault, log, List.of()).run();
  }

  /** Scenarios of all kinds, the same for the same seed. */
  public static List<String> drawn(int count, long seed) {
    Random chance = new Random(seed);
    var drawn = Scenarios.any().generator(1_000);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Plan plan = drawn.next(chance).value();
      all.add((i % 4 == 3 ? plan.counting() : plan).toml());
    }
    return all;
  }

  static Scenario read(ScenarioText text) {
    try {
      return Scenario.read("drawn", "drawn.toml", text.toml(), Map.of());
    } catch (BadScenario e) {
      throw new IllegalArgumentException(e.getMessage() + text, e);
    }
  }

  private List<String> run() {
    ending = loop.run(scenario.untilPs(), MOST_EVENTS);
    judges.forEach(Judge::end);
    List<String> all = new ArrayList<>(unreadable);
    judges.forEach(judge -> all.addAll(judge.wrong));
    if (isJudged) {
      all.addAll(JudgedRuns.wrong(scenario, logged));
    }
    return all;
  }

  /** Of a host's NIC. */
  NicParams params() {
    return scenario.nic();
  }

  /** What a packet with so much payload counts for in windows and credit. */
  long size(int bytes) {
    return bytes + params().overheadBytes();
  }

  // ---------------------------------------------------------------- faults

  private void schedule(Fault fault) {
    at(fault.fromPs(), () -> change(fault, fault.disturbance(), false));
    boolean ends = fault.toPs() != Long.MAX_VALUE;
    if (ends) {
      at(fault.toPs(), () -> change(fault, NONE, true));
    }
    if (!fault.links().isEmpty() && fault.reroutePs() >= 0) {
      at(fault.fromPs() + fault.reroutePs(), fabric::computeRoutes);
      if (ends) {
        at(fault.toPs() + fault.reroutePs(), fabric::computeRoutes);
      }
    }
  }

  private void at(long atPs, Runnable happens) {
    if (atPs <= loop.nowPs()) {
      happens.run();
    } else {
      loop.at(atPs, subject -> happens.run(), 0);
    }
  }

  private void change(Fault fault, LinkFaults to, boolean up) {
    fault.ports().forEach(port -> fabric.disturb(port, to));
    fault.links().forEach(link -> fabric.setLink(link, up));
  }

  // ---------------------------------------------------------------- observers

  private static NicObserver toAll(List<Judge> judges) {
    return (NicObserver)
        Proxy.newProxyInstance(
            Rig.class.getClassLoader(),
            new Class<?>[] {NicObserver.class},
            (proxy, method, arguments) -> {
              for (Judge judge : judges) {
                try {
                  method.invoke(judge, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }
              return null;
            });
  }

  private final class Tap implements FabricObserver {
    @Override
    public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
      judges.forEach(judge -> judge.dequeued(atPs, port, packet, trafficClass, queueBytes));
      int host = fabric.topology().hostOf(fabric.topology().portFrom(port));
      if (host >= 0) {
        Frame frame = decode(packet);
        if (frame != null) {
          judges.forEach(judge -> judge.sent(atPs, host, frame));
        }
      }
    }

    @Override
    public void delivered(long atPs, int host, int packet) {
      judges.forEach(judge -> judge.delivered(atPs, host, packet));
      Frame frame = decode(packet);
      if (frame != null) {
        judges.forEach(judge -> judge.came(atPs, host, frame));
      }
    }

    @Override
    public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
      judges.forEach(judge -> judge.enqueued(atPs, port, packet, trafficClass, queueBytes));
    }

    @Override
    public void marked(long atPs, int port, int packet, long queueBytes) {
      judges.forEach(judge -> judge.marked(atPs, port, packet, queueBytes));
    }

    @Override
    public void trimmed(long atPs, int port, int packet) {
      judges.forEach(judge -> judge.trimmed(atPs, port, packet));
    }

    @Override
    public void dropped(long atPs, int port, int packet, DropReason why) {
      judges.forEach(judge -> judge.dropped(atPs, port, packet, why));
      int host = fabric.topology().hostOf(fabric.topology().portFrom(port));
      Frame frame = host < 0 || why == DropReason.DAMAGED ? null : decode(packet);
      if (frame != null) {
        judges.forEach(judge -> judge.lost(atPs, host, frame));
      }
    }
  }

  /** A stranger's reading of a frame's octets; what cannot be read is an offence. */
  private Frame decode(int packet) {
    var packets = fabric.packets();
    int at = packets.at(packet);
    int header = packets.headerBytes(packet);
    byte[] octets = Arrays.copyOfRange(packets.octets(), at, at + header);
    byte[] whole = Arrays.copyOf(octets, header + packets.payloadBytes(packet));
    Decoded<Packet> decoded = PacketDecoder.packet(whole, 0, whole.length, WireChoices.DEFAULT);
    if (decoded instanceof Decoded.Good<Packet> good) {
      if (!packets.isTrimmed(packet)) {
        good.notices().forEach(notice -> unreadable.add("a frame: " + notice));
      }
      return new Frame(
          packet,
          packets.from(packet),
          packets.to(packet),
          good.value(),
          packets.payloadBytes(packet),
          packets.isTrimmed(packet));
    }
    unreadable.add("a frame: " + ((Decoded.Bad<Packet>) decoded).because());
    return null;
  }
}
