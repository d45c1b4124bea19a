package dev.sluice.scenario;

import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.uet.CongestionControl;
import dev.sluice.host.uet.NicParams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tables of a scenario that say what switch ports hold, mark, trim and send first. */
final class QueueTables {
  /** Keys of the ready queues, and what stands there if nothing is said. */
  private static final Map<String, String> READY =
      Map.of(
          "ecn-max", "auto",
          "ecn-min", "auto",
          "last-hop-ecn", "auto",
          "last-hop-queue", "unlimited",
          "trim", "off");

  private final ScenarioReader reader;
  private final Section ports;
  private final List<Section> own;
  private final PauseTables pause;

  QueueTables(ScenarioReader reader, Map<String, List<Section>> sections) {
    this.reader = reader;
    ports = sections.get("queues").get(0);
    own = sections.get("queue");
    pause = new PauseTables(reader, sections);
  }

  /** Whether frames have tags, which are part of them. */
  boolean areTagged() {
    return ports.is("select-by", "pcp");
  }

  /** Whether some queue trims. */
  boolean trim() {
    return !ports.is("trim", "off") || own.stream().anyMatch(queue -> !queue.is("trim", "off"));
  }

  /**
   * What queues hold, mark and trim, and whether they pause; with complaints, null.
   *
   * @param frameBytes the largest frame of the run
   */
  QueueRules rules(NicParams nic, Topology topology, int frameBytes) {
    List<QueueRule> rules = new ArrayList<>();
    if (own.isEmpty()) {
      ready(nic, rules);
    } else {
      refuseReady();
      own.forEach(queue -> rules.add(rule(queue, nic)));
    }
    List<Integer> queueOf = own.isEmpty() && !areTagged() ? readyClasses() : ownClasses();
    if (queueOf == null) {
      return null;
    }
    long shared = ports.number("shared-buffer", PortRules.UNLIMITED);
    return new QueueRules(
        ports.number("buffer", PortRules.UNLIMITED),
        shared,
        ports.truth("count-ingress"),
        rules,
        !own.isEmpty(),
        areTagged(),
        queueOf,
        nic.baseRttPs(),
        pause.rule(topology, rules, shared, frameBytes),
        Optional.empty());
  }

  /** Acknowledgments, trimmed packets, data. */
  private void ready(NicParams nic, List<QueueRule> rules) {
    rules.add(QueueRule.plain("control"));
    rules.add(QueueRule.plain("trimmed"));
    rules.add(rule(ports, nic));
  }

  private static List<Integer> readyClasses() {
    TrafficClasses standard = TrafficClasses.standard();
    return IntStream.range(0, 64).map(standard::classOf).boxed().toList();
  }

  private void refuseReady() {
    READY.keySet().stream()
        .sorted()
        .filter(key -> !ports.is(key, READY.get(key)))
        .forEach(
            key ->
                reader.complain(
                    ports.at(key),
                    ports.at(key) + " belongs to the ready queues, and there are [[queue]] tables",
                    "limit, ecn-min and others of each [[queue]]",
                    ""));
  }

  private QueueRule rule(Section queue, NicParams nic) {
    boolean isOwn = queue != ports;
    boolean lastHop =
        queue.is("last-hop-ecn", "on")
            || queue.is("last-hop-ecn", "auto") && !nic.congestionControl().rccc();
    boolean ecn = !queue.is("ecn-min", "off");
    if (isOwn && !queue.given().contains("ecn-min")) {
      refuseMarking(queue);
    }
    long min = queue.number("ecn-min", QueueRule.AUTO);
    long max = queue.number("ecn-max", QueueRule.AUTO);
    if (ecn && min != QueueRule.AUTO && max != QueueRule.AUTO && max < min) {
      reader.complain(
          queue.at("ecn-max"),
          queue.at("ecn-max") + " is " + max + " B, less than ecn-min",
          "at least " + min + " B",
          "");
    }
    if (!queue.is("trim", "off") && nic.congestionControl() == CongestionControl.NONE) {
      reader.complain(
          queue.at("trim"),
          "data is to be trimmed while cc is none: nothing slows the senders down, each trimmed"
              + " packet is sent again at once, and headers crowd out the data",
          "off; or another cc",
          "");
    }
    for (String key : List.of("ecn-min", "ecn-max")) {
      if (queue.number(key, 0) > QueueRule.LARGEST) {
        reader.complain(queue.at(key), queue.at(key) + " is too large", "at most 1GiB", "1GiB");
      }
    }
    return new QueueRule(
        isOwn ? queue.text("name") : "data",
        isOwn ? queue.number("limit", PortRules.UNLIMITED) : PortRules.UNLIMITED,
        isOwn ? PortRules.UNLIMITED : queue.number("last-hop-queue", PortRules.UNLIMITED),
        ecn,
        min,
        max,
        isOwn ? queue.number("ecn-chance") : QueueRule.CERTAIN,
        isOwn && queue.is("ecn-at", "dequeue"),
        lastHop,
        isOwn && !queue.is("not-ect-limit", "off")
            ? queue.number("not-ect-limit", QueueRule.AUTO)
            : PortRules.UNLIMITED,
        !queue.is("trim", "off"),
        queue.number("trim", QueueRule.AUTO),
        isOwn ? (int) queue.number("rank") : 0,
        isOwn ? queue.number("quantum", 0) : 0);
  }

  /** Where nothing is marked, keys that say how have no effect; unless it is said to be off. */
  private void refuseMarking(Section queue) {
    List.of("ecn-max", "ecn-chance", "ecn-at", "last-hop-ecn").stream()
        .filter(queue.given()::contains)
        .forEach(
            key ->
                reader.complain(
                    queue.at(key),
                    queue.at(key) + " belongs to ecn-min, and this queue has none",
                    "ecn-min, from which frames are marked",
                    ""));
  }

  // ---------------------------------------------------------------- which frames

  /** For each DSCP, or each priority, the number of its queue; with complaints, null. */
  private List<Integer> ownClasses() {
    String key = areTagged() ? "pcp" : "dscp";
    String other = areTagged() ? "dscp" : "pcp";
    if (own.isEmpty()) {
      reader.complain(
          ports.at("select-by"),
          "queues are chosen by PCP, and there are none",
          "a [[queue]] for each, with its pcp",
          "");
      return null;
    }
    if (own.size() > 8) {
      reader.complain(own.get(8).path(), "there are " + own.size() + " queues", "at most 8", "");
      return null;
    }
    Set<String> names = new HashSet<>();
    Integer[] queueOf = new Integer[areTagged() ? 8 : 64];
    int others = -1;
    boolean isWhole = true;
    for (int i = 0; i < own.size(); i++) {
      Section queue = own.get(i);
      if (!queue.text("name").matches("[A-Za-z0-9_.-]{1,64}")) {
        isWhole =
            complain(
                queue.at("name"),
                "a queue is called \"" + queue.text("name") + "\"",
                "letters, digits, - _ .");
      }
      if (!names.add(queue.text("name"))) {
        isWhole = complain(queue.at("name"), "two queues are called " + queue.text("name"), "");
      }
      if (queue.has(other)) {
        isWhole =
            complain(
                queue.at(other),
                queue.at(other) + " chooses nothing where queues are chosen by " + key,
                key + "; or queues.select-by = \"" + other + "\"");
      }
      if (!queue.has(key)) {
        isWhole = complain(queue.path(), queue.at(key) + " is missing", "numbers, or others");
      } else if (!queue.is(key, "others")) {
        isWhole &= take(queue, key, i, queueOf);
      } else if (others < 0) {
        others = i;
      } else {
        isWhole = complain(queue.at(key), "two queues take all others", "one of them");
      }
    }
    return isWhole ? rest(key, others, queueOf) : null;
  }

  private boolean take(Section queue, String key, int number, Integer[] queueOf) {
    boolean isFree = true;
    for (long each : queue.numbers(key)) {
      if (queueOf[(int) each] != null) {
        String first = own.get(queueOf[(int) each]).text("name");
        isFree =
            complain(
                queue.at(key),
                "%s %d is in %s already".formatted(key, each, first),
                "each number in one queue");
      } else {
        queueOf[(int) each] = number;
      }
    }
    return isFree;
  }

  private List<Integer> rest(String key, int others, Integer[] queueOf) {
    List<Integer> left =
        IntStream.range(0, queueOf.length).filter(i -> queueOf[i] == null).boxed().toList();
    if (others < 0 && !left.isEmpty()) {
      String some = left.stream().limit(8).map(String::valueOf).collect(Collectors.joining(", "));
      reader.complain(
          "queue",
          "no queue takes frames of " + key + " " + some + (left.size() > 8 ? ", …" : ""),
          "one queue with " + key + " = \"others\"",
          "");
      return null;
    }
    left.forEach(each -> queueOf[each] = others);
    return Collections.unmodifiableList(Arrays.asList(queueOf));
  }

  /** Says what is wrong, and that something is. */
  private boolean complain(String path, String what, String allowed) {
    reader.complain(path, what, allowed, "");
    return false;
  }
}
