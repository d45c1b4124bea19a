package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.host.roce.HpccRuns;
import dev.sluice.host.roce.LdcpRuns;
import dev.sluice.host.roce.RcmRuns;
import dev.sluice.host.roce.RoceRuns;
import dev.sluice.house.Whole;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.trace.LogSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The judge looks at every field that the format has: of each one wrong value, in a log that is
 * sound otherwise, costs the log its acceptance. The fields are those of the schema, and one that
 * is new there, and has no wrong value here, is missed.
 */
@Order(1) // among the longest
class LogFieldsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SCENARIO =
      """
      cc = "both"
      [nic]
      rto = "20us"
      [[workload]]
      kind = "incast"
      senders = 2
      size = "12KB"
      [[fault]]
      link = "*"
      loss = "3%"
      """;

  /** A log that is left as it is: it must be accepted. */
  private static final String NOTHING = "nothing";

  @TempDir static Path home;
  private static final List<ObjectNode> SOUND = new ArrayList<>();

  @BeforeAll
  static void run() throws IOException {
    Path scenario = Files.writeString(home.resolve("small.toml"), SCENARIO);
    Path log = home.resolve("sound.log");
    Project.own(home).run("run", scenario.toString(), "--log", log.toString());
    SOUND.clear();
    for (String line : Files.readAllLines(log)) {
      SOUND.add((ObjectNode) JSON.readTree(line));
    }
    ofConnections();
  }

  /** Connections of RoCEv2 and their loops, behind all that the run has told. */
  private static void ofConnections() throws IOException {
    ObjectNode end = SOUND.remove(SOUND.size() - 1);
    add(RoceRuns.logs().values().iterator().next(), "blade-");
    add(RcmRuns.logs().get("RCM: hosts without reaction points"), "disk-");
    add(LdcpRuns.logs().get("LDCP: links that lose"), "rack-");
    Map<String, EventLog> ofHpcc = HpccRuns.logs();
    add(first(160, ofHpcc.get("HPCC: paths change")), "host-");
    add(first(120, ofHpcc.get("HPCC: the receiver runs the algorithm")), "node-");
    end.put("n", SOUND.size());
    SOUND.add(end);
  }

  /** Returns the events before an event's instant, so that no instant is cut. */
  private static EventLog first(int events, EventLog log) {
    long atPs = log.events().get(events).atPs();
    return log.with(log.events().stream().filter(event -> event.atPs() < atPs).toList());
  }

  /** Adds a log with other names of its hosts: a connection is of one log. */
  private static void add(EventLog log, String hosts) throws IOException {
    ObjectNode units = (ObjectNode) SOUND.get(0).get("units");
    log.header().units().forEach(units::put);
    long begun = SOUND.get(SOUND.size() - 1).get("t").asLong();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    log.write(out);
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    for (String line : lines.subList(1, lines.size() - 1)) {
      ObjectNode event = (ObjectNode) JSON.readTree(line.replace("host-", hosts));
      event.put("n", SOUND.size());
      event.put("t", begun + event.get("t").asLong());
      later(event, begun);
      tellWide(event);
      SOUND.add(event);
    }
  }

  /** Times of the run that stand inside of an event: so much later, too. */
  private static void later(JsonNode node, long by) {
    if (node instanceof ObjectNode fields) {
      for (String time : List.of("heardAt", "Begun")) {
        if (fields.path(time).asLong(-1) >= 0) {
          fields.put(time, fields.get(time).asLong() + by);
        }
      }
    }
    node.forEach(inner -> later(inner, by));
  }

  /** Which values hold a number that does not fit 32 bits. */
  private static void tellWide(ObjectNode event) {
    ArrayNode wide = JSON.createArrayNode();
    for (String part : List.of("in", "st", "given", "msg")) {
      for (Map.Entry<String, JsonNode> each : event.path(part).properties()) {
        if (isWide(each.getValue())) {
          wide.add(each.getKey());
        }
      }
    }
    event.remove("wide");
    if (!wide.isEmpty()) {
      event.set("wide", wide);
    }
  }

  private static boolean isWide(JsonNode value) {
    for (JsonNode inner : value) {
      if (isWide(inner)) {
        return true;
      }
    }
    return value.isNumber() && value.asLong() != value.asInt();
  }

  // ---------------------------------------------------------------- the schema's fields

  /** By field of the schema, what makes a sound log wrong there alone. */
  private static Map<String, Consumer<List<ObjectNode>>> wrong() {
    Map<String, Consumer<List<ObjectNode>>> all = new TreeMap<>();
    all.put("header.format", header(h -> h.put("format", "sluice-lag")));
    all.put("header.version", header(h -> h.put("version", 2)));
    all.put("header.writer", header(h -> h.put("writer", "sluice")));
    all.put("header.writer.name", header(h -> writer(h).put("name", "")));
    all.put("header.writer.version", header(h -> writer(h).put("version", "")));
    all.put("header.profile", header(h -> h.put("profile", "source-documents")));
    all.put("header.seed", header(h -> h.put("seed", "1")));
    all.put("header.scenario", header(h -> h.put("scenario", "sha256:0")));
    all.put(
        "header.units",
        header(h -> ((ObjectNode) h.get("units")).put("NsccWindow.cwnd", "furlong")));
    all.put(
        "header.constants",
        header(h -> ((ObjectNode) h.at("/constants/CccLifecycle")).put("BaseRtt", 7)));
    all.put("header.omits", header(h -> ((ArrayNode) h.get("omits")).add("target: no targets.")));
    all.put("event.n", any(e -> e.put("n", e.get("n").asLong() + 1)));
    all.put("event.t", of("NsccWindow", "Ack", e -> e.put("t", e.get("t").asLong() + 1)));
    all.put("event.at", any(e -> e.put("at", "mars")));
    all.put("event.spec", any(e -> e.put("spec", "NsccWindo")));
    all.put("event.do", any(e -> e.put("do", "Sedn")));
    all.put("event.of", any(e -> e.remove("of")));
    all.put("event.of.role", any(e -> of(e).put("role", "target")));
    all.put("event.of.source", any(e -> of(e).put("source", "mars")));
    all.put("event.of.destination", any(e -> of(e).put("destination", "mars")));
    all.put("event.of.class", any(e -> of(e).put("class", 7)));
    all.put("event.of.ccc", any(e -> of(e).put("ccc", of(e).get("ccc").asInt() + 1)));
    all.put("event.of.life", any(e -> of(e).put("life", 9)));
    all.put("event.of.pdc", of("PdcHandshake", "Transmit", e -> of(e).put("pdc", 9)));
    all.put("event.of.sourceQp", of("RcTransport", "Receive", e -> of(e).put("sourceQp", 77)));
    all.put(
        "event.of.destinationQp",
        of("RcTransport", "Transmit", e -> of(e).put("destinationQp", 77)));
    all.put("event.in", of("NsccWindow", "Ack", e -> put(e, "/in", "n", 1)));
    all.put("event.st", of("CreditConservation", "Learn", e -> put(e, "/st", "backlog", 1)));
    all.put("event.given", of("CreditConservation", "Want", e -> put(e, "/given", "Jobs", 1)));
    all.put("event.msg", of("CreditConservation", "Grant", e -> put(e, "/msg", "credit", 1)));
    all.put("event.outside", any(e -> e.put("outside", true)));
    all.put("event.wide", any(e -> e.putArray("wide").add("st")));
    all.put("end.n", lines -> last(lines).put("n", last(lines).get("n").asLong() + 1));
    all.put("end.end", lines -> last(lines).put("end", false));
    return all;
  }

  /** Events of these have every field between them. */
  private static final Set<String> FIELDS =
      Set.of("CccLifecycle", "CreditConservation", "NsccWindow", "PdcHandshake", "RcTransport");

  /**
   * The specifications in whose events these fields are spoilt; elsewhere those of all contexts.
   */
  private static final Map<String, Set<String>> OF =
      Map.of(
          "header.profile", Set.of("CreditConservation", "NsccWindow"),
          "event.t", Set.of("NsccWindow"),
          "event.in", Set.of("NsccWindow"),
          "event.st", Set.of("CreditConservation"),
          "event.given", Set.of("CreditConservation"),
          "event.msg", Set.of("CreditConservation"),
          "event.of.pdc", Set.of("PdcHandshake"),
          "event.of.sourceQp", Set.of("RcTransport"),
          "event.of.destinationQp", Set.of("RcTransport"));

  @Test
  void ofEveryFieldOneWrongValueIsSeen() throws IOException {
    Map<String, Consumer<List<ObjectNode>>> wrong = wrong();
    assertThat(fields()).as("each field of the schema has a wrong value").isEqualTo(wrong.keySet());
    List<Spoilt> spoilt = new ArrayList<>();
    Map<Set<String>, List<ObjectNode>> sound = new LinkedHashMap<>();
    wrong.forEach(
        (field, change) -> {
          Set<String> specs = new TreeSet<>(OF.getOrDefault(field, Set.of()));
          specs.add("CccLifecycle");
          sound.computeIfAbsent(specs, of -> only(of::contains));
          spoilt.add(new Spoilt(field, sound.get(specs), change));
        });
    sound.forEach(
        (specs, lines) -> spoilt.add(new Spoilt(NOTHING + " of " + specs, lines, same -> {})));
    spoilt.add(new Spoilt(NOTHING + " of all", SOUND, lines -> {}));
    assertThat(sound.keySet().stream().flatMap(Set::stream).distinct())
        .containsExactlyInAnyOrderElementsOf(FIELDS);
    assertThat(accepted(spoilt))
        .hasSize(sound.size() + 1)
        .allMatch(what -> what.startsWith(NOTHING));
  }

  /** The paths of all fields in the schema. */
  private static TreeSet<String> fields() throws IOException {
    TreeSet<String> fields = new TreeSet<>();
    JsonNode schema = JSON.readTree(LogSchema.text());
    for (String line : List.of("header", "event", "end")) {
      fields(line, schema.at("/$defs/" + line), fields);
    }
    return fields;
  }

  private static void fields(String path, JsonNode of, TreeSet<String> into) {
    for (Map.Entry<String, JsonNode> each : of.path("properties").properties()) {
      into.add(path + "." + each.getKey());
      fields(path + "." + each.getKey(), each.getValue(), into);
    }
  }

  // ---------------------------------------------------------------- whose event it is

  /**
   * In the events of every specification. What is told of the same contexts to CccLifecycle is
   * judged along with them: a class that is wrong, or a life, PdcHandshake alone does not see.
   */
  @Test
  void whoseEventItIsIsSeenInEverySpecification() throws IOException {
    Map<String, Consumer<ObjectNode>> changes = new TreeMap<>();
    changes.put("at", e -> e.put("at", "mars"));
    changes.put("role", e -> turn(of(e)));
    changes.put("source", e -> of(e).put("source", "mars"));
    changes.put("destination", e -> of(e).put("destination", "mars"));
    changes.put("class", e -> of(e).put("class", 1));
    changes.put("ccc", e -> of(e).put("ccc", of(e).get("ccc").asInt() + 1));
    changes.put("life", e -> of(e).put("life", 2));
    changes.put("pdc", e -> of(e).put("pdc", 9));
    changes.put("sourceQp", e -> of(e).put("sourceQp", 77));
    changes.put("destinationQp", e -> of(e).put("destinationQp", 77));
    List<Spoilt> spoilt = new ArrayList<>();
    for (Projection projection : Systems.projections()) {
      // Of the same contexts CccLifecycle tells, too.
      Set<String> specs = new TreeSet<>(List.of(projection.spec(), "CccLifecycle"));
      List<ObjectNode> sound = only(specs::contains);
      spoilt.add(new Spoilt(NOTHING + " of " + projection.spec(), sound, lines -> {}));
      for (String role : List.of("source", "target")) {
        changes.forEach(
            (field, change) -> {
              List<ObjectNode> mine =
                  sound.stream()
                      .filter(e -> e.path("spec").asText().equals(projection.spec()))
                      .filter(e -> e.at("/of/role").asText().equals(role))
                      .filter(e -> e.has(field) || e.path("of").has(field))
                      .toList();
              if (!mine.isEmpty()) {
                int n = mine.get(mine.size() / 2).get("n").asInt();
                String what = projection.spec() + "." + field + " of a " + role;
                spoilt.add(new Spoilt(what, sound, lines -> change.accept(lines.get(n))));
              }
            });
      }
    }
    assertThat(spoilt).hasSizeGreaterThan(40 + Systems.projections().size());
    // A build spoils each field once, in one specification or another.
    List<Spoilt> some = Whole.ofEach(spoilt, each -> each.what().replaceFirst("^\\w+\\.", ""));
    assertThat(accepted(some))
        .hasSameSizeAs(Systems.projections())
        .allMatch(what -> what.startsWith(NOTHING));
  }

  /** What the header says of every constant. */
  @Test
  void everyConstantIsSeen() throws IOException {
    List<Spoilt> spoilt = new ArrayList<>();
    Map<String, JsonNode> told = new TreeMap<>();
    SOUND.get(0).get("constants").properties().forEach(e -> told.put(e.getKey(), e.getValue()));
    for (Map.Entry<String, JsonNode> spec : told.entrySet()) {
      List<ObjectNode> sound = only(spec.getKey()::equals);
      spoilt.add(new Spoilt(NOTHING + " of " + spec.getKey(), sound, lines -> {}));
      for (Map.Entry<String, JsonNode> constant : spec.getValue().properties()) {
        String name = constant.getKey();
        String what = spec.getKey() + "." + name;
        spoilt.add(
            new Spoilt(what, sound, header(h -> constants(h, spec.getKey()).put(name, "mars"))));
        if (constant.getValue().isNumber()) {
          spoilt.add(
              new Spoilt(
                  what + " < 0", sound, header(h -> constants(h, spec.getKey()).put(name, -1))));
        }
      }
    }
    assertThat(spoilt).hasSizeGreaterThan(20 + told.size());
    // A build spoils one constant of each specification.
    List<Spoilt> some = Whole.ofEach(spoilt, each -> each.what().replaceFirst("\\..*", ""));
    assertThat(accepted(some))
        .hasSameSizeAs(told.keySet())
        .allMatch(what -> what.startsWith(NOTHING));
  }

  private static ObjectNode constants(ObjectNode header, String spec) {
    return (ObjectNode) header.get("constants").get(spec);
  }

  // ---------------------------------------------------------------- spoilt logs

  private static Consumer<List<ObjectNode>> header(Consumer<ObjectNode> change) {
    return lines -> change.accept(lines.get(0));
  }

  /** In one event of a source that has a CCC, from the middle of them. */
  private static Consumer<List<ObjectNode>> any(Consumer<ObjectNode> change) {
    return lines -> {
      List<ObjectNode> mine =
          lines.stream()
              .filter(e -> e.at("/of/role").asText().equals("source") && of(e).has("ccc"))
              .toList();
      change.accept(mine.get(mine.size() / 2));
    };
  }

  /** In the last event of an action. */
  private static Consumer<List<ObjectNode>> of(
      String spec, String action, Consumer<ObjectNode> change) {
    return lines -> {
      List<ObjectNode> mine =
          lines.stream()
              .filter(e -> e.path("spec").asText().equals(spec))
              .filter(e -> e.path("do").asText().equals(action))
              .toList();
      change.accept(mine.get(mine.size() - 1));
    };
  }

  private static ObjectNode of(ObjectNode event) {
    return (ObjectNode) event.get("of");
  }

  private static void turn(ObjectNode of) {
    of.put("role", of.get("role").asText().equals("source") ? "target" : "source");
  }

  private static ObjectNode writer(ObjectNode header) {
    return (ObjectNode) header.get("writer");
  }

  private static ObjectNode last(List<ObjectNode> lines) {
    return lines.get(lines.size() - 1);
  }

  private static void put(ObjectNode event, String part, String name, long more) {
    ObjectNode values = (ObjectNode) event.at(part);
    values.put(name, values.get(name).asLong() + more);
  }

  /** The sound log with the events of some specifications alone: they take no notice of others. */
  private static List<ObjectNode> only(Predicate<String> spec) {
    List<ObjectNode> lines = new ArrayList<>();
    for (ObjectNode line : SOUND) {
      boolean isEvent = line.has("spec");
      if (!isEvent || spec.test(line.get("spec").asText())) {
        ObjectNode copy = line.deepCopy();
        if (isEvent || line.has("end")) {
          copy.put("n", lines.size());
        } else {
          ((ObjectNode) copy.get("constants")).properties().removeIf(e -> !spec.test(e.getKey()));
        }
        lines.add(copy);
      }
    }
    return lines;
  }

  /**
   * A sound log, and what is done to it.
   *
   * @param what in words
   * @param sound its lines, which stay as they are
   */
  private record Spoilt(String what, List<ObjectNode> sound, Consumer<List<ObjectNode>> change) {}

  /** Which of these logs are accepted. */
  private static List<String> accepted(List<Spoilt> spoilt) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    List<String> arguments = new ArrayList<>(List.of("validate", "--json"));
    for (Spoilt each : spoilt) {
      List<ObjectNode> lines = new ArrayList<>();
      each.sound().forEach(line -> lines.add(line.deepCopy()));
      each.change().accept(lines);
      StringBuilder text = new StringBuilder();
      lines.forEach(line -> text.append(line).append('\n'));
      Path file = home.resolve("log-" + files.size() + ".log");
      Files.writeString(file, text);
      files.put(file.toString(), each.what());
      arguments.add(file.toString());
    }
    Project project = Project.own(home);
    project.run(arguments.toArray(String[]::new));
    List<String> accepted = new ArrayList<>();
    for (JsonNode log : JSON.readTree(project.out()).get("logs")) {
      if (!log.has("refused") && log.get("exit").asInt() == ExitCodes.OK) {
        accepted.add(files.get(log.get("log").asText()));
      }
    }
    return accepted;
  }
}
