package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.LESS;
import static dev.sluice.scenario.KeyRow.MORE;
import static dev.sluice.scenario.KeyRow.goes;
import static dev.sluice.scenario.KeyRow.is;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.refused;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The keys of HPCC++. */
final class HpccKeyRows {
  /** Two senders into one link of 100 Gb/s; T is 5 us, and W_init 62,500 B. */
  private static final String TWO =
      """
      until = "5ms"
      [topology]
      kind = "star"
      [roce]
      mtu = 1024
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "500KB"
      """;

  private static final String HPCC = TWO.replace("mtu", "cc = \"hpcc\"\nmtu");

  /** Fifty senders, each with more than a window. */
  private static final String MANY =
      HPCC.replace("senders = 2", "senders = 50").replace("500KB", "120KB");

  private static final ToLongFunction<Seen> LOAD = s -> s.figures.hpcc().loadMillionths();
  private static final ToLongFunction<Seen> WINDOW = s -> s.figures.hpcc().windowBytes();
  private static final ToLongFunction<Seen> QUEUE = s -> s.figures.hpcc().queueBytes();
  private static final ToLongFunction<Seen> FORM =
      s -> s.figures.hpcc().closed().orElseThrow().uMillionths();

  private HpccKeyRows() {}

  /** What packets of data take on a link, all counted, in the mean. */
  private static long frameBytes(Seen seen) {
    return seen.scenario.hpcc().orElseThrow().frameBytes();
  }

  static List<KeyRow> all() {
    List<KeyRow> rows = new ArrayList<>();
    rows.add(
        of(
            "roce.cc=hpcc",
            "hpcc",
            TWO,
            "each packet is acknowledged",
            s -> s.figures.roce().acknowledgments(),
            MORE));
    windows(rows);
    telemetry(rows);
    rows.add(of("hpcc.observe-from", "40us", HPCC, "without the first round trips", QUEUE, LESS));
    rows.add(of("hpcc.observe-until", "4us", HPCC, "of 4 us the first is idle", LOAD, LESS));
    return rows;
  }

  private static void windows(List<KeyRow> rows) {
    rows.add(of("hpcc.base-rtt", "10us", HPCC, "twice the window", WINDOW, MORE));
    rows.add(of("hpcc.eta", "50%", HPCC, "half of the link", FORM, goes(951_000, 510_000)));
    rows.add(
        of(
            "hpcc.max-stage",
            "100",
            HPCC.replace("[[workload]]", "[hpcc]\neta = \"50%\"\nflows = 1000\n[[workload]]"),
            "a window that fell too far comes back by steps alone",
            s -> s.figures.hpcc().uMillionths(),
            (before, after) -> before != after));
    rows.add(of("hpcc.reacts=ack", "ack", MANY, "windows collapse", LOAD, LESS));
    rows.add(of("hpcc.reacts=round", "round", MANY, "the queue stays longer", QUEUE, MORE));
    rows.add(
        refused(
            "hpcc.reacts=ack",
            "ack",
            HPCC.replace("[[workload]]", "[hpcc]\nform = \"receiver\"\n[[workload]]"),
            "a receiver's window moves once in T"));
    rows.add(of("hpcc.leaves-if=below", "below", MANY, "first windows are longer", QUEUE, MORE));
    rows.add(
        of("hpcc.flows", "10", HPCC, "N W_ai is ten times as much", FORM, goes(951_000, 960_000)));
    rows.add(of("hpcc.w-ai", "625B", HPCC, "1 % of B T each", FORM, goes(951_000, 970_000)));
    rows.add(of("hpcc.least-rate", "4G", MANY, "fifty of 4 Gb/s are two links", QUEUE, MORE));
    String atReceiver = HPCC.replace("[[workload]]", "[hpcc]\nform = \"receiver\"\n[[workload]]");
    rows.add(
        of(
            "hpcc.counted-flows",
            "10",
            atReceiver,
            "W_ai by two flows in place of a hundred",
            FORM,
            goes(951_000, 1_000_000)));
    rows.add(
        of(
            "hpcc.counted-flows",
            "10",
            HPCC,
            "the sender's W_ai by two flows in place of a hundred",
            FORM,
            goes(951_000, 1_000_000)));
    rows.add(
        refused(
            "hpcc.counted-flows",
            "10",
            HPCC.replace("[[workload]]", "[hpcc]\nreturned = \"notification\"\n[[workload]]"),
            "a count of flows comes back only where telemetry is returned whole"));
    rows.add(
        of(
            "hpcc.flow-silence",
            "100ns",
            atReceiver.replace("form =", "counted-flows = 10\nform ="),
            "a flow has ended between two of its packets, and the other one is alone",
            s -> s.figures.hpcc().windowBytes(),
            (before, after) -> before != after));
    rows.add(
        of(
            "hpcc.form=receiver",
            "receiver",
            HPCC,
            "senders know no U",
            s -> s.figures.hpcc().uMillionths(),
            (before, after) -> before > 0 && after == -1));
  }

  private static void telemetry(List<KeyRow> rows) {
    rows.add(
        of(
            "hpcc.header-every",
            "8",
            HPCC,
            "44 B less in seven of eight packets",
            s -> s.figures.hpcc().queueBytes(),
            (before, after) -> before != after));
    rows.add(
        of(
            "hpcc.carried=probe",
            "probe",
            HPCC,
            "no packet of data has the header",
            HpccKeyRows::frameBytes,
            by(44)));
    rows.add(
        of(
            "hpcc.returned=notification",
            "notification",
            HPCC,
            "acknowledgments for sixteen packets",
            s -> s.figures.roce().acknowledgments(),
            LESS));
    rows.add(
        refused("hpcc.returned=link", "link", HPCC, "a response with one link answers a probe"));
    rows.add(
        of(
            "hpcc.returned=link",
            "link",
            HPCC.replace("[[workload]]", "[hpcc]\ncarried = \"probe\"\nhops = 15\n[[workload]]"),
            "the receiver hears of links, too, as it has to choose one",
            s -> s.count("TelemetryRecords", "Receive"),
            MORE));
    rows.add(
        refused(
            "hpcc.notice-port",
            "50000",
            HPCC.replace("[[workload]]", "[hpcc]\nreturned = \"notification\"\n[[workload]]"),
            "notifications to UDP port 50000, which other packets go to"));
    rows.add(
        of(
            "hpcc.waits=sojourn",
            "sojourn",
            MANY,
            "a wait in whole nanoseconds",
            s -> s.scenario.hpcc().orElseThrow().rule().units().sojournUnitPs(),
            goes(0, 1_000)));
    rows.add(of("hpcc.hops", "2", HPCC, "three records less", HpccKeyRows::frameBytes, by(24)));
    rows.add(
        of(
            "hpcc.udp-port",
            "51000",
            HPCC,
            "what switches look for",
            s -> s.scenario.hpcc().orElseThrow().rule().format().udpPort(),
            is(51_000)));
    rows.add(
        refused(
            "hpcc.udp-port",
            "4791",
            HPCC,
            "UDP port 4791 is that of RoCEv2, which readers would take the header for"));
    rows.add(
        refused(
            "hpcc.units=hpcc-artifact",
            "hpcc-artifact",
            HPCC.replace("\"star\"", "\"star\"\nrate = \"40G\""),
            "a port of 40000 Mb/s has no code of Speed"));
    rows.add(
        of(
            "hpcc.counts=received",
            "received",
            HPCC,
            "what waits is counted twice",
            s -> s.figures.hpcc().loadMillionths(),
            (before, after) -> before != after));
  }

  private static KeyRow.Relation by(long less) {
    return (before, after) -> before - after == less;
  }
}
