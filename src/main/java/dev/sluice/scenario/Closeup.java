package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.Topology;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.Uet;
import dev.sluice.units.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A run seen from near by: what the first flow's contexts did, step by step, and how busy the links
 * were. It is made of the events of the log, and of the frames that leave at each port.
 */
public final class Closeup implements FabricObserver {
  /** Over how long a time a link's highest load is taken. */
  public static final long LOAD_PS = 100_000_000;

  /** How many first values are kept of what changes over and over. */
  public static final int FIRST = 4;

  /** One value after another, the first few of them kept. */
  public static final class Course {
    private final List<Long> first = new ArrayList<>();
    private long last = Long.MIN_VALUE;

    private void to(long value) {
      if (value != last) {
        last = value;
        if (first.size() < FIRST) {
          first.add(value);
        }
      }
    }

    /** The first values, each different from the one before. */
    public List<Long> first() {
      return List.copyOf(first);
    }

    /** The last value. */
    public long last() {
      return last;
    }
  }

  /**
   * How busy a link was, in one direction.
   *
   * @param name of the port
   * @param rateBps of the link
   * @param meanBps from the first flow's beginning to the last one's end
   * @param highestBps in the busiest {@link #LOAD_PS}
   */
  public record Load(String name, long rateBps, long meanBps, long highestBps) {}

  private final Topology topology;
  private final Scenario scenario;
  private final String source;
  private final String target;
  private Packets packets;

  private long spdcid;
  private long cccId;
  private long pdcid;
  private long targetCccId;
  private long firstTarget = -1;

  private final Course backlogs = new Course();
  private final Course credits = new Course();
  private long demandBytes;
  private long burstBytes;
  private long burstPackets;
  private boolean isAnswered;

  private final Course windows = new Course();
  private long rises;
  private long falls;
  private long firstSteps;
  private long lastRisePs = -1;
  private long leastApartPs = Long.MAX_VALUE;
  private long mostApartPs;

  private final long[] sentBytes;
  private final long[] nowBucket;
  private final long[] nowBusyPs;
  private final long[] mostBusyPs;

  /** Looks at a run of this scenario. */
  public Closeup(Scenario scenario) {
    this.scenario = scenario;
    topology = scenario.topology();
    PlannedFlow first = scenario.flows().get(0);
    source = name(first.source());
    target = name(first.destination());
    sentBytes = new long[topology.ports()];
    nowBucket = new long[topology.ports()];
    nowBusyPs = new long[topology.ports()];
    mostBusyPs = new long[topology.ports()];
  }

  private String name(int host) {
    return topology.hostName(host);
  }

  /** Takes the events of the log. */
  EventSink events(EventSink next) {
    return new EventCollector(this::told, next);
  }

  /** Is told whose frames it will see. */
  void of(Packets all) {
    packets = all;
  }

  // ---------------------------------------------------------------- contexts

  /** What is read of the events of each specification. */
  private final Map<String, Consumer<LogEvent>> readers =
      Map.of(
          Uet.LIFE.name(), this::life,
          Uet.HANDSHAKE.name(), event -> isAnswered |= event.action().equals("ReceiveAck"),
          Uet.CREDIT.name(), this::credit,
          Uet.NSCC.name(), this::window);

  private static OptionalLong number(LogEvent event, String name) {
    return number(event.variables().get(name));
  }

  private static OptionalLong number(LogValue value) {
    return value instanceof LogValue.Num number
        ? OptionalLong.of(number.value())
        : OptionalLong.empty();
  }

  private static long argument(LogEvent event, String name) {
    return event.arguments().get(name) instanceof LogValue.Num number ? number.value() : 0;
  }

  private void told(LogEvent event) {
    LogInstance of = event.instance().orElse(null);
    if (of == null || !of.source().equals(source) || !of.destination().equals(target)) {
      return;
    }
    if (of.role().equals(LogInstance.TARGET)) {
      pdcid = pdcid == 0 ? of.pdc() : pdcid;
      targetCccId = targetCccId == 0 ? of.ccc() : targetCccId;
      return;
    }
    spdcid = spdcid == 0 ? of.pdc() : spdcid;
    cccId = cccId == 0 ? of.ccc() : cccId;
    readers.getOrDefault(event.spec(), other -> {}).accept(event);
  }

  private static OptionalLong field(LogEvent event, String name, String field) {
    return event.variables().get(name) instanceof LogValue.Fields record
            && record.fields().get(field) instanceof LogValue.Num number
        ? OptionalLong.of(number.value())
        : OptionalLong.empty();
  }

  private void life(LogEvent event) {
    switch (event.action()) {
      case "Configure" ->
          field(event, "ccc", "cwnd").ifPresent(cwnd -> windows.to(Bytes.ofWhole(cwnd)));
      case "Allocate" -> {
        if (demandBytes == 0) {
          demandBytes = number(event, "todo").orElse(0);
        }
      }
      case "Send" -> {
        if (!isAnswered) {
          burstBytes += argument(event, "size");
          burstPackets++;
        }
      }
      case "Acknowledge" -> isAnswered = true;
      default -> {}
    }
  }

  private void credit(LogEvent event) {
    if (firstTarget < 0 && event.action().equals("Transmit")) {
      firstTarget = number(event.message().get("credit_target")).orElse(-1);
    }
    isAnswered |= event.action().equals("Learn");
    number(event, "credit").ifPresent(credits::to);
    number(event, "backlog").ifPresent(backlogs::to);
  }

  private void window(LogEvent event) {
    field(event, "window", "cwnd").ifPresent(cwnd -> window(event.atPs(), cwnd));
  }

  private void window(long atPs, long cwnd) {
    long before = windows.last();
    if (cwnd > before) {
      if (lastRisePs >= 0) {
        leastApartPs = Math.min(leastApartPs, atPs - lastRisePs);
        mostApartPs = Math.max(mostApartPs, atPs - lastRisePs);
      }
      lastRisePs = atPs;
      firstSteps = rises == 0 ? cwnd - before : firstSteps;
      rises++;
    } else if (cwnd < before) {
      falls++;
    }
    windows.to(cwnd);
  }

  /** The host whose data the first flow is. */
  public String source() {
    return source;
  }

  /** The host that it goes to. */
  public String target() {
    return target;
  }

  /** Its PDC's id at the source; 0 if none was opened. */
  public long spdcid() {
    return spdcid;
  }

  /** Its CCC's id at the source. */
  public long cccId() {
    return cccId;
  }

  /** Its PDC's id at the target; 0 if none was opened. */
  public long pdcid() {
    return pdcid;
  }

  /** Its CCC's id at the target. */
  public long targetCccId() {
    return targetCccId;
  }

  /** Bytes that it wants to send. */
  public long demandBytes() {
    return demandBytes;
  }

  /** Bytes that leave before the first answer, as the window and the credit count them. */
  public long burstBytes() {
    return burstBytes;
  }

  /** Packets of these. */
  public long burstPackets() {
    return burstPackets;
  }

  /** The backlog of its CCC, in bytes. */
  public Course backlogs() {
    return backlogs;
  }

  /** The cumulative credit of its CCC, in bytes. */
  public Course credits() {
    return credits;
  }

  /** Returns the field credit_target of its first request, as logged; -1 if it sent none. */
  public long firstTarget() {
    return firstTarget;
  }

  /** NSCC's window of its CCC, in units of 2⁻⁹ byte. */
  public Course windows() {
    return windows;
  }

  /** How often the window rose. */
  public long rises() {
    return rises;
  }

  /** How often it fell. */
  public long falls() {
    return falls;
  }

  /** How much it rose the first time, in units of 2⁻⁹ byte. */
  public long firstStep() {
    return firstSteps;
  }

  /** The shortest time between two rises; −1 with less than two. */
  public long leastApartPs() {
    return rises < 2 ? -1 : leastApartPs;
  }

  /** The longest time between two rises; −1 with less than two. */
  public long mostApartPs() {
    return rises < 2 ? -1 : mostApartPs;
  }

  // ---------------------------------------------------------------- links

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    long bytes = packets.frameBytes(packet);
    sentBytes[port] += bytes;
    long from = atPs;
    long left = bytes * BaseRtt.psPerByte(topology.link(port).rateBps());
    while (left > 0) {
      long bucket = from / LOAD_PS;
      if (bucket != nowBucket[port]) {
        nowBucket[port] = bucket;
        nowBusyPs[port] = 0;
      }
      long here = Math.min(left, (bucket + 1) * LOAD_PS - from);
      nowBusyPs[port] += here;
      mostBusyPs[port] = Math.max(mostBusyPs[port], nowBusyPs[port]);
      from += here;
      left -= here;
    }
  }

  /** The busiest links of a finished run, the one that carried most first. */
  public List<Load> loads(Figures figures, int most) {
    long first = scenario.flows().stream().mapToLong(PlannedFlow::startPs).min().orElse(0);
    long end =
        figures.flows().stream()
            .mapToLong(flow -> flow.isComplete() ? flow.endPs() : figures.endPs())
            .max()
            .orElse(0);
    return IntStream.range(0, sentBytes.length)
        .filter(port -> sentBytes[port] > 0)
        .boxed()
        .sorted(Comparator.comparingLong((Integer port) -> -sentBytes[port])) // stable
        .limit(most)
        .map(port -> load(port, end - first))
        .toList();
  }

  private Load load(int port, long timePs) {
    long rate = topology.link(port).rateBps();
    return new Load(
        topology.portName(port),
        rate,
        FlowResult.rate(sentBytes[port], timePs),
        FlowResult.rate(mostBusyPs[port] / BaseRtt.psPerByte(rate), LOAD_PS));
  }
}
