package dev.sluice.cli;

import dev.sluice.model.validate.EventLog;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Small runs of every ready scenario and of a few more, in which every kind of event happens. */
final class LoggedRuns {
  /** Runs in which everything happens that an event tells of. */
  private static final Map<String, String> OWN =
      Map.of(
          "losses, both algorithms",
          """
          cc = "both"
          seed = 4
          [nic]
          base-rtt = "microseconds"
          rto = "20us"
          [[workload]]
          kind = "incast"
          senders = 3
          size = "150KB"
          [[fault]]
          link = "*"
          loss = "3%"
          reordering = "5%"
          late = "80us"
          """,
          "losses, documents",
          """
          profile = "source-documents"
          cc = "both"
          [[workload]]
          kind = "incast"
          senders = 3
          size = "150KB"
          [[fault]]
          link = "*"
          loss = "3%"
          """,
          "marks, documents",
          """
          profile = "source-documents"
          cc = "nscc"
          [[workload]]
          kind = "incast"
          senders = 4
          size = "200KB"
          """,
          "marks that do not count, documents",
          """
          profile = "source-documents"
          cc = "nscc"
          [nic]
          window-signals = "rtt"
          [[workload]]
          kind = "incast"
          senders = 4
          size = "200KB"
          """,
          "trimming",
          """
          [queues]
          trim = "20KB"
          [[workload]]
          kind = "incast"
          senders = 8
          size = "100KB"
          """,
          "backlogs that are told again, credit saved for whole packets",
          """
          profile = "source-documents"
          cc = "rccc"
          [nic]
          credit-target = "backlog"
          packets = "saved"
          [[workload]]
          kind = "incast"
          senders = 3
          size = "60KB"
          """,
          "trimming, both algorithms",
          """
          cc = "both"
          [queues]
          trim = "10KB"
          [[workload]]
          kind = "incast"
          senders = 6
          size = "60KB"
          """,
          "timeouts, documents",
          """
          profile = "source-documents"
          cc = "rccc"
          [nic]
          rto = "10us"
          [[workload]]
          kind = "incast"
          senders = 1
          size = "200KB"
          [[fault]]
          link = "*"
          loss = "4%"
          reordering = "5%"
          late = "30us"
          """,
          "links of three speeds, repetitions",
          """
          cc = "both"
          [topology]
          hosts = 3
          rate = ["100G", "400G", "100G"]
          [nic]
          mtu = 1024
          commit = "3us"
          ack-bytes = "0B"
          [[workload]]
          kind = "incast"
          senders = 2
          size = "60KB"
          [[fault]]
          link = "*"
          repetition = "20%"
          """,
          "few PDCs, read and write",
          """
          [topology]
          hosts = 5
          [nic]
          pdc-pool = 2
          context = "1us"
          [[workload]]
          kind = "incast"
          senders = 4
          size = "20KB"
          [[flow]]
          from = 0
          to = 1
          operation = "read"
          size = "20KB"
          [[flow]]
          from = 0
          to = 2
          size = "20KB"
          job = 1
          [[flow]]
          from = 0
          to = 2
          size = "20KB"
          job = 1
          """);

  /** The same of fabrics of several hops, with caps on credit, and with few entropy values. */
  private static final Map<String, String> HOPS =
      Map.of(
          "a cap on credit, three speeds, losses at every hop, documents",
          """
          profile = "source-documents"
          cc = "rccc"
          [topology]
          kind = "leaf-spine"
          leaves = 2
          spines = 2
          hosts-per-leaf = 2
          rate = ["100G", "400G", "800G"]
          core-rate = "400G"
          [nic]
          credit-cap = "100KB"
          rto = "30us"
          [[workload]]
          kind = "incast"
          senders = 3
          size = "60KB"
          [[fault]]
          link = "*"
          loss = "2%"
          """,
          "a cap on credit",
          """
          cc = "both"
          [nic]
          credit-cap = "80KB"
          [[workload]]
          kind = "incast"
          senders = 3
          size = "60KB"
          """,
          "eight sprayed values, trimming and losses within the fabric",
          """
          [topology]
          kind = "leaf-spine"
          leaves = 2
          spines = 1
          hosts-per-leaf = 3
          rate = "400G"
          core-rate = "100G"
          [nic]
          entropy = "sprayed"
          entropies = 8
          rto = "30us"
          [queues]
          trim = "10KB"
          [[workload]]
          kind = "permutation"
          size = "60KB"
          [[fault]]
          link = "leaf-0>spine-0"
          loss = "2%"
          """);

  /** The same of NICs that tell losses by what comes after them. */
  private static final Map<String, String> COUNTING =
      Map.of(
          "losses told by what comes after, both algorithms",
          """
          cc = "both"
          [nic]
          gaps = "on"
          rto = "30us"
          [[workload]]
          kind = "incast"
          senders = 2
          size = "300KB"
          [[fault]]
          link = "*"
          loss = "2%"
          reordering = "5%"
          late = "10us"
          repetition = "2%"
          """,
          "losses told by what comes after, trimming, documents",
          """
          profile = "source-documents"
          cc = "nscc"
          [nic]
          gaps = "on"
          mtu = 1024
          [queues]
          trim = "10KB"
          [[workload]]
          kind = "incast"
          senders = 3
          size = "60KB"
          [[fault]]
          link = "*"
          loss = "2%"
          """);

  /** What goes wrong, and what responds late, in runs of connections of RoCEv2. */
  private static final String SPOILT =
      """
      [topology]
      hosts = 3
      [[fault]]
      link = "*"
      loss = "2%"
      repetition = "2%"
      reordering = "5%"
      late = "10us"
      [[queue]]
      name = "roce"
      dscp = 26
      ecn-min = "8KB"
      ecn-max = "8KB"
      ecn-chance = "100%"
      [[queue]]
      name = "others"
      dscp = "others"
      rank = 1
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 2
      size = "100KB"
      [[flow]]
      transport = "roce"
      operation = "read"
      from = 1
      to = 2
      size = "60KB"
      [roce]
      mtu = 1024
      timeout = 4
      """;

  /** The same of connections of RoCEv2, with each algorithm. */
  private static final Map<String, String> ROCE =
      Map.of(
          "RoCEv2, losses, receives that are posted late",
          SPOILT
              + """
              receives = 1
              repost = "20us"
              """
              + """
              [[flow]]
              transport = "roce"
              operation = "send"
              from = 1
              to = 2
              size = "3KB"
              """
                  .repeat(2),
          "RCM, losses",
          "until = \"1ms\"\n" + SPOILT + "cc = \"rcm\"\n",
          "LDCP, losses, acknowledgments that wait",
          SPOILT
              + """
              cc = "ldcp"
              [ldcp]
              ack-up-to = 4
              ack-gap = "1us"
              initial-window = 8
              """,
          "LDCP, nothing of the first round comes",
          """
          [topology]
          hosts = 2
          [roce]
          cc = "ldcp"
          timeout = 4
          [[flow]]
          transport = "roce"
          from = 0
          to = 1
          size = "100KB"
          [[fault]]
          link = "host-0>switch-0"
          loss = "100%"
          for = "20us"
          """,
          "LDCP, the last responses are lost",
          """
          [topology]
          hosts = 2
          [roce]
          cc = "ldcp"
          mtu = 1024
          timeout = 4
          [[flow]]
          transport = "roce"
          operation = "read"
          from = 0
          to = 1
          size = "60KB"
          [[fault]]
          link = "switch-0>host-0"
          loss = "100%"
          at = "4us"
          for = "30us"
          """,
          "LDCP at a rate, losses",
          SPOILT + "cc = \"ldcp-rate\"\n",
          "HPCC++ by a number of flows that receivers report, losses",
          SPOILT
              + """
              cc = "hpcc"
              [hpcc]
              counted-flows = 8
              """,
          "HPCC++ by its receivers, losses",
          SPOILT
              + """
              cc = "hpcc"
              [hpcc]
              form = "receiver"
              """,
          "HPCC++ by probes, one link comes back, losses",
          SPOILT
              + """
              cc = "hpcc"
              [hpcc]
              carried = "probe"
              returned = "link"
              """,
          "pauses that are repeated",
          """
          [topology]
          hosts = 3
          [[queue]]
          name = "roce"
          dscp = 26
          [[queue]]
          name = "others"
          dscp = "others"
          rank = 1
          [pause]
          lossless = "roce"
          threshold = "20KB"
          quanta = 600
          [[workload]]
          kind = "incast"
          transport = "roce"
          senders = 2
          size = "500KB"
          """);

  private LoggedRuns() {}

  /** All of them, plain ones first. */
  static List<Scenario> scenarios() throws BadScenario {
    List<String> names = new ArrayList<>(ReadyScenarios.names());
    Collections.reverse(names);
    List<Scenario> all = new ArrayList<>();
    for (String name : names) {
      Scenario ready = ready(name);
      if (!ready.hasRoce()) { // see ofRoce
        all.add(ready);
      }
    }
    add(all, OWN);
    add(all, HOPS);
    add(all, COUNTING);
    return all;
  }

  /**
   * The ready scenarios with connections of RoCEv2, of which a few requests tell enough; and a few
   * runs more.
   */
  static List<Scenario> ofRoce() throws BadScenario {
    List<Scenario> all = new ArrayList<>();
    for (String name : ReadyScenarios.names()) {
      Scenario ready = ready(name);
      if (ready.hasRoce()) {
        all.add(ready);
      }
    }
    add(all, ROCE);
    return all;
  }

  private static Scenario ready(String name) throws BadScenario {
    return Scenario.read(name, name, ReadyScenarios.text(name).orElseThrow(), smaller(name));
  }

  private static void add(List<Scenario> all, Map<String, String> texts) throws BadScenario {
    for (Map.Entry<String, String> own : new TreeMap<>(texts).entrySet()) {
      all.add(Scenario.read(own.getKey(), own.getKey(), own.getValue(), Map.of()));
    }
  }

  /** Logs of {@link #scenarios}, by name. */
  static Map<String, EventLog> logs() throws BadScenario, IOException {
    return logs(scenarios());
  }

  /** Logs of {@link #ofRoce}, by name. */
  static Map<String, EventLog> logsOfRoce() throws BadScenario, IOException {
    return logs(ofRoce());
  }

  /** Both. */
  static Map<String, EventLog> all() throws BadScenario, IOException {
    Map<String, EventLog> all = logs();
    all.putAll(logsOfRoce());
    return all;
  }

  private static Map<String, EventLog> logs(List<Scenario> scenarios) throws IOException {
    Map<String, EventLog> logs = new LinkedHashMap<>();
    for (Scenario scenario : scenarios) {
      logs.put(scenario.name(), log(scenario));
    }
    return logs;
  }

  /** What a run logs. */
  static EventLog log(Scenario scenario) throws IOException {
    List<LogEvent> events = new ArrayList<>();
    EventCollector collector = new EventCollector(events::add, null);
    Run.of(scenario, new Run.Recording(false, collector, null, null));
    return new EventLog(RunLog.header(scenario), events);
  }

  private static Map<String, String> smaller(String name) throws BadScenario {
    Map<String, String> changes = new HashMap<>();
    String text = ReadyScenarios.text(name).orElseThrow();
    changes.put(text.contains("[[flow]]") ? "flow[*].size" : "workload[*].size", "20KB");
    if (text.contains("flows = ") && !text.contains("cc = \"hpcc\"")) {
      changes.put("workload[*].flows", "20");
    }
    if (text.contains("kind = \"drawn\"")) {
      changes.remove("workload[*].size");
      changes.put("workload[*].flows", "3"); // of 200 KB and less
    }
    if (text.contains("senders = 256")) {
      // A log of credit is judged by what all senders of a port hold together, at each event.
      changes.put("workload[*].senders", "12");
      changes.put("workload[*].size", "60KB");
    }
    if (text.contains("cc = \"rcm\"")) {
      // A rate that was cut takes thousands of timers to come back.
      changes.put("until", "400us");
    }
    if (text.contains("cc = \"ldcp\"") && text.contains("[[workload]]")) {
      changes.put("workload[*].size", "20KB");
    }
    if (text.contains("senders = 1000")) {
      changes.put("workload[*].senders", "12");
    }
    if (text.contains("senders = 60")) {
      changes.put("workload[*].senders", "24");
      changes.put("workload[*].size", "40KB");
    }
    if (text.contains("start = \"10ms\"")) {
      changes.put("flow[*].size", "200KB");
      changes.put("flow[1].start", "10us");
    }
    if (text.contains("senders = 32") && text.contains("[sweep]")) {
      changes.put("workload[*].senders", "8");
    }
    if (text.contains("\n[fault]") || name.equals("link-failure")) {
      changes.put("workload[*].size", "40KB");
    }
    return changes;
  }
}
