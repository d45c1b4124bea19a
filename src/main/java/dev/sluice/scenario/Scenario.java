package dev.sluice.scenario;

import dev.sluice.fabric.Topology;
import dev.sluice.host.load.Load;
import dev.sluice.host.roce.RoceParams;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.host.uet.NicParams;
import dev.sluice.wire.ip.Vlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A run as it is asked for: all that decides what happens.
 *
 * @param name what it is called: a ready scenario's name, or a file's
 * @param title one line about it; may be empty
 * @param control the word for what holds senders back
 * @param seed where all chance comes from
 * @param untilPs when the run ends even if flows are still under way
 * @param topology hosts, switches, links
 * @param queues what holds at the switches' ports
 * @param nic how the NICs are configured, as UET has them
 * @param roce the same for RoCEv2
 * @param ldcp what a run of LDCP is held against; empty without
 * @param hpcc the same of HPCC++
 * @param pdcIds the number before each host's first PDC id, gone through by host
 * @param cccIds the same for CCC ids
 * @param flows in the order in which they begin
 * @param loads what is sent beside them, whatever becomes of it
 * @param faults what goes wrong with links
 * @param expectations what must come out
 * @param sweep what is gone through, if anything
 * @param changes what the command line says differently from the file, path by path
 * @param digest of the file and the changes: {@code sha256:} and 64 digits
 */
public record Scenario(
    String name,
    String title,
    String control,
    long seed,
    long untilPs,
    Topology topology,
    QueueRules queues,
    NicParams nic,
    RoceParams roce,
    Optional<LdcpPlan> ldcp,
    Optional<HpccPlan> hpcc,
    List<Integer> pdcIds,
    List<Integer> cccIds,
    List<PlannedFlow> flows,
    List<Load> loads,
    List<Fault> faults,
    List<Expectation> expectations,
    Optional<Sweep> sweep,
    Map<String, String> changes,
    String digest) {
  /**
   * What a full packet takes on a link beyond its payload: Ethernet with preamble, gap and check
   * sequence 38, IPv4 20, UDP 8, request 16, semantic header 44.
   */
  public static final int HEADER_BYTES = 126;

  /**
   * The most that a packet of RoCEv2 takes on a link beyond its payload: Ethernet with preamble,
   * gap and check sequence 38, IPv6 40, UDP 8, BTH 12, RETH 16, immediate data 4, ICRC 4.
   */
  static final int ROCE_HEADER_BYTES = 122;

  public Scenario {
    pdcIds = List.copyOf(pdcIds);
    cccIds = List.copyOf(cccIds);
    flows = List.copyOf(flows);
    loads = List.copyOf(loads);
    faults = List.copyOf(faults);
    expectations = List.copyOf(expectations);
  }

  /**
   * Reads a scenario.
   *
   * @param name what it is called
   * @param file the file as the user named it, for complaints
   * @param text what stands in it
   * @param sweep what is gone through, if anything
   * @param changes what is to hold instead, by path, such as {@code workload[0].senders}
   * @throws BadScenario with all that is wrong with it
   */
  public static Scenario read(String name, String file, String text, Map<String, String> changes)
      throws BadScenario {
    return read(name, file, text, changes, NamedFiles.NONE);
  }

  /**
   * The same of a scenario that may name files.
   *
   * @param files reads them
   * @throws BadScenario with all that is wrong with it, and with them
   */
  public static Scenario read(
      String name, String file, String text, Map<String, String> changes, NamedFiles files)
      throws BadScenario {
    return new ScenarioReader(file, files).read(name, text, changes);
  }

  /**
   * Reads a scenario as another algorithm runs it.
   *
   * @param files reads the files that it may name
   * @param algorithm that takes the place of the scenario's own
   * @throws BadScenario with all that is wrong with it
   */
  public static Scenario read(
      String name,
      String file,
      String text,
      Map<String, String> changes,
      NamedFiles files,
      Algorithm algorithm)
      throws BadScenario {
    return new ScenarioReader(file, files).read(name, text, changes, Optional.of(algorithm));
  }

  /** The same of one that names no files. */
  public static Scenario read(
      String name, String file, String text, Map<String, String> changes, Algorithm algorithm)
      throws BadScenario {
    return read(name, file, text, changes, NamedFiles.NONE, algorithm);
  }

  /** Returns what a flow would take alone, in picoseconds: see {@link Metric#SLOWDOWN_P99}. */
  public long idealPs(PlannedFlow flow) {
    long pathBps = topology.pathRateBps(flow.source(), flow.destination());
    return FlowResult.idealPs(flow.bytes(), pathBps, nic.baseRttPs());
  }

  /**
   * What all flows would take if hosts alone held them up, from the first one's beginning on: as
   * long as the host that has most to send, or to take, needs for it from its own first flow on,
   * and a base RTT; and no less than what any flow takes at its slower host's rate, from its
   * beginning on.
   */
  public long leastPs() {
    int hosts = topology.hosts();
    long[] bytes = new long[2 * hosts]; // of each host what it sends, and then what it takes
    long[] starts = new long[2 * hosts];
    Arrays.fill(starts, Long.MAX_VALUE);
    long first = Long.MAX_VALUE;
    long least = 0;
    for (PlannedFlow flow : flows) {
      first = Math.min(first, flow.startPs());
      for (int place : new int[] {flow.source(), hosts + flow.destination()}) {
        bytes[place] += flow.bytes();
        starts[place] = Math.min(starts[place], flow.startPs());
      }
      for (int host : new int[] {flow.source(), flow.destination()}) {
        least = Math.max(least, flow.startPs() + atHostPs(host, flow.bytes()));
      }
    }
    for (int place = 0; place < bytes.length; place++) {
      if (bytes[place] > 0) {
        least = Math.max(least, starts[place] + atHostPs(place % hosts, bytes[place]));
      }
    }
    return flows.isEmpty() ? 0 : least - first;
  }

  private long atHostPs(int host, long bytes) {
    return FlowResult.idealPs(bytes, topology.hostRateBps(host), nic.baseRttPs());
  }

  /** What a full packet takes on a link, with a tag where frames have one. */
  public int frameBytes() {
    return nic.mtuBytes() + HEADER_BYTES + (queues.byPriority() ? Vlan.SIZE : 0);
  }

  /** Bytes of all flows. */
  public long demandBytes() {
    return flows.stream().mapToLong(PlannedFlow::bytes).reduce(0, Math::addExact);
  }

  /** The numbers of the flows that RoCEv2 carries, or of those that UET does. */
  int[] flowsOf(boolean isRoce) {
    return IntStream.range(0, flows.size())
        .filter(flow -> flows.get(flow).isRoce() == isRoce)
        .toArray();
  }

  /**
   * Whether this is what closed forms speak of: flows of RoCEv2 that begin together, each from a
   * host of its own, into one host, over one switch.
   */
  boolean isOneIncast() {
    return flows.stream().allMatch(PlannedFlow::isRoce)
        && flows.stream().map(PlannedFlow::destination).distinct().count() == 1
        && flows.stream().map(PlannedFlow::source).distinct().count() == flows.size()
        && flows.stream().map(PlannedFlow::startPs).distinct().count() == 1
        && topology.nodes() - topology.hosts() == 1;
  }

  /** Returns whether many hosts read from one, so that data leave it: an outcast. */
  public boolean isOutcastOfReads() {
    return flows.size() > 1
        && flows.stream().allMatch(PlannedFlow::isRead)
        && flows.stream().map(PlannedFlow::to).distinct().count() == 1
        && flows.stream().map(PlannedFlow::from).distinct().count() > 1;
  }

  /** Whether RoCEv2 carries a flow. */
  public boolean hasRoce() {
    return flows.stream().anyMatch(PlannedFlow::isRoce);
  }

  /** What LDCP by rates is configured with, at the first host; empty where it is not spoken. */
  public Optional<LdcpRate.Params> ldcpRate() {
    return hasRoce() ? roce.ldcpRate(topology.hostRateBps(0)) : Optional.empty();
  }

  /** Whether UET carries a flow. */
  public boolean hasUet() {
    return !flows.stream().allMatch(PlannedFlow::isRoce);
  }

  /** How a host's NIC is configured. */
  public NicParams nic(int host) {
    return nic.with()
        .pdcIdBase(pdcIds.get(host % pdcIds.size()))
        .cccIdBase(cccIds.get(host % cccIds.size()))
        .build();
  }
}
