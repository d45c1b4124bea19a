package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Party;
import dev.sluice.kernel.Specification;
import dev.sluice.model.graph.TraceStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * {@code model-traces/index.json} tells implementers whose each variable is, where each field of a
 * message stands on the wire, and where each action happens and why.
 */
class KeptLabelsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern VARIABLES = Pattern.compile("(?s)\nVARIABLES\n(.*?)\n\n");
  private static final Pattern VARIABLE =
      Pattern.compile("(?m)^    (\\w+),? +\\\\\\* ([^:\n]+): .*$");
  private static final Set<String> WITNESS = Set.of("witness", "whoever looks on");
  private static final Set<String> BETWEEN = Set.of("network", "environment", "time");

  private static List<TraceStore.Entry> index;

  @BeforeAll
  static void open() throws Exception {
    index = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath())).store().index();
    assertThat(index).isNotEmpty();
  }

  /** Returns whose a variable is by the comment beside its declaration, for all of a module. */
  private static Map<String, String> declared(String module) throws Exception {
    try (Stream<Path> files = Files.walk(Path.of("spec"))) {
      Path file = files.filter(each -> each.endsWith(module + ".tla")).findFirst().orElseThrow();
      Matcher block = VARIABLES.matcher(Files.readString(file));
      assertThat(block.find()).as(module).isTrue();
      Map<String, String> holders = new TreeMap<>();
      Matcher line = VARIABLE.matcher(block.group(1));
      while (line.find()) {
        holders.put(line.group(1), line.group(2));
      }
      return holders;
    }
  }

  @Test
  void everyVariableIsLabelledAsTheCommentBesideItSays() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (TraceStore.Entry entry : index) {
      Map<String, String> declared = declared(entry.module());
      assertThat(declared.keySet())
          .as("%s: each variable has a comment 'holder: meaning'", entry.module())
          .isEqualTo(entry.variables().keySet());
      declared.forEach(
          (variable, holder) -> {
            String label = entry.variables().get(variable);
            boolean fits =
                WITNESS.contains(holder)
                    ? label.equals(Party.ONLOOKER.label())
                    : BETWEEN.contains(holder)
                        ? label.equals(Party.NETWORK.label())
                        : !Set.of("", Party.ONLOOKER.label(), Party.NETWORK.label())
                            .contains(label);
            if (!fits) {
              wrong.add(
                  "%s.%s: the comment says '%s', and index.json '%s'"
                      .formatted(entry.id(), variable, holder, label));
            }
          });
    }
    assertThat(wrong).as("a witness is an onlooker's; other variables are an end's").isEmpty();
  }

  @Test
  void everyFieldOfAMessageSaysWhereItIsOnTheWire() {
    Map<String, Set<String>> shown = new TreeMap<>();
    for (TraceStore.Entry entry : index) {
      Map<String, String> places = Systems.specification(entry.module()).orElseThrow().fields();
      entry
          .fields()
          .forEach(
              (field, place) ->
                  assertThat(place)
                      .as(
                          "place of %s in %s: declare it with 'carrying' or 'carryingNo'",
                          field, entry.id())
                      .isNotEmpty()
                      .isEqualTo(places.get(field)));
      shown
          .computeIfAbsent(entry.module(), module -> new TreeSet<>())
          .addAll(entry.fields().keySet());
    }
    shown.forEach(
        (module, fields) ->
            assertThat(Systems.specification(module).map(Specification::fields).orElseThrow())
                .as("%s declares no field that no kept message has", module)
                .containsOnlyKeys(fields));
  }

  @Test
  void everyActionHasAPartyAndACause() {
    for (TraceStore.Entry entry : index) {
      Specification specification = Systems.specification(entry.module()).orElseThrow();
      entry
          .actions()
          .forEach(
              (name, action) -> {
                assertThat(action.party())
                    .as("party of %s.%s: declare it with 'acting'", entry.id(), name)
                    .isEqualTo(specification.actor(name).map(Party::label).orElse("a party"));
                assertThat(action.by())
                    .as("cause of %s.%s: `./sluice traces`", entry.id(), name)
                    .isEqualTo(specification.by(name).map(By::label).orElse(""));
              });
    }
  }

  /** Reads the kept steps of all models; the file of each model is read anew. */
  private static void steps(Steps of) throws IOException {
    for (TraceStore.Entry entry : index) {
      JsonNode kept = JSON.readTree(Path.of("model-traces", entry.id() + ".json").toFile());
      for (JsonNode step : kept.path("steps")) {
        of.hold(entry, kept.path("constants"), step);
      }
    }
  }

  /** Takes the kept steps of models. */
  private interface Steps {
    void hold(TraceStore.Entry entry, JsonNode constants, JsonNode step);
  }

  /** Names the kind of a message by its field for that, or by the fields that it has. */
  private static String kind(JsonNode message) {
    List<String> names = new ArrayList<>();
    message.fieldNames().forEachRemaining(names::add);
    return message.path("type").asText(message.path("kind").asText(names.toString()));
  }

  @Test
  void messagesOfAKindHaveOneAddressee() throws Exception {
    Map<String, Set<String>> addressees = new TreeMap<>();
    steps(
        (entry, constants, step) -> {
          if (step.has("takes")) {
            TraceStore.Action action = entry.actions().get(step.path("action").asText());
            assertThat(action.by())
                .as("cause of %s of %s, which takes a message", step, entry.id())
                .isIn("", By.MESSAGE.label());
            addressees
                .computeIfAbsent(
                    entry.module() + " " + kind(step.path("takes")), fresh -> new TreeSet<>())
                .add(action.party());
          }
        });
    // Of RcmLoop, data and CNPs have the same fields, and a switch takes the data first.
    assertThat(addressees.remove("RcmLoop [ecn, qp]")).hasSize(3);
    Set<String> ends = Set.of(Party.SENDER.label(), Party.RECEIVER.label(), Party.EITHER.label());
    assertThat(addressees).hasSizeGreaterThan(25);
    assertThat(addressees)
        .as("the addressees of each kind of message, one of them an end")
        .allSatisfy((kind, to) -> assertThat(to).as(kind).hasSize(1).isSubsetOf(ends));
  }

  /** Counters of messages that wrap, each with the constant of its modulus. */
  private static final Map<String, String> WRAPPING =
      Map.ofEntries(
          Map.entry("CreditConservation.target", "Modulus"),
          Map.entry("CreditConservation.total", "Modulus"),
          Map.entry("EventRate.number", "Numbers"),
          Map.entry("HpccWindow.message", "Modulus"),
          Map.entry("HpccWindow.seq", "Modulus"),
          Map.entry("LsnSpace.from", "Modulus"),
          Map.entry("LsnSpace.lsn", "Modulus"),
          Map.entry("PdcHandshake.cack", "Modulus"),
          Map.entry("PdcHandshake.psn", "Modulus"),
          Map.entry("RcTransport.msn", "Modulus"),
          Map.entry("RcTransport.psn", "Modulus"),
          Map.entry("TelemetryRecords.ts", "TsModulus"),
          Map.entry("TelemetryRecords.tx", "TxModulus"));

  /** Counters of messages that do not wrap in a specification, with the reason. */
  private static final Map<String, String> NOT_WRAPPING =
      Map.of(
          "CccTeardown.total", "it has less credit than the field, and no modulus",
          "CreditConservation.acked", "a sum of bytes, which PSNs tell",
          "FastStart.psn", "its first round trip is shorter than a turn, and it has no modulus",
          "LossRecovery.cack", "it numbers packets from 0, and has no modulus",
          "LossRecovery.number", "it numbers packets from 0, and has no modulus",
          "LossRecovery.shown", "a set of numbers of packets from 0",
          "PawaWindow.n", "a number of packets, which two LSNs tell",
          "PdcHandshake.offset", "a distance within the window of SYNs");

  private static final Pattern COUNTER =
      Pattern.compile("(?i).*(psn|lsn|msn\\b|: credit|number$).*");

  @Test
  void countersOfMessagesAreAsOnTheWire() throws Exception {
    Set<String> seen = new TreeSet<>();
    steps(
        (entry, constants, step) -> {
          List<JsonNode> messages = new ArrayList<>();
          step.path("sends").forEach(messages::add);
          if (step.has("takes")) {
            messages.add(step.path("takes"));
          }
          for (JsonNode message : messages) {
            counters(entry.module(), Specification.WHOLE, message)
                .forEach(
                    (counter, values) -> {
                      int modulus = constants.path(WRAPPING.get(counter)).asInt();
                      seen.add(counter);
                      assertThat(values)
                          .as("%s in %s of %s, modulo %d", counter, step, entry.id(), modulus)
                          .allMatch(value -> 0 <= value && value < modulus);
                    });
          }
        });
    assertThat(seen).isEqualTo(WRAPPING.keySet());
  }

  /** Returns the values of counters that wrap in a message, and within its fields. */
  private static Map<String, List<Long>> counters(String module, String name, JsonNode value) {
    Map<String, List<Long>> values = new TreeMap<>();
    if (value.isIntegralNumber() && WRAPPING.containsKey(module + "." + name)) {
      values.put(module + "." + name, List.of(value.asLong()));
    }
    if (value.isArray()) {
      for (JsonNode item : value) {
        merge(values, counters(module, name, item));
      }
    } else {
      value.properties().forEach(e -> merge(values, counters(module, e.getKey(), e.getValue())));
    }
    return values;
  }

  private static void merge(Map<String, List<Long>> into, Map<String, List<Long>> more) {
    more.forEach(
        (name, values) ->
            into.merge(
                name,
                values,
                (one, other) -> Stream.of(one, other).flatMap(List::stream).toList()));
  }

  @Test
  void everyCounterIsKnownToWrapOrNot() {
    Set<String> declared = new TreeSet<>();
    for (TraceStore.Entry entry : index) {
      entry
          .fields()
          .forEach(
              (field, place) -> {
                if (COUNTER.matcher(place).matches()) {
                  declared.add(entry.module() + "." + field);
                }
              });
    }
    Set<String> known = new TreeSet<>(WRAPPING.keySet());
    known.addAll(NOT_WRAPPING.keySet());
    known.removeAll(Set.of("TelemetryRecords.ts", "TelemetryRecords.tx")); // fields of a record
    assertThat(declared).isEqualTo(known);
  }
}
