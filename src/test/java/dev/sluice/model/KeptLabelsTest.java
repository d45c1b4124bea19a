package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Party;
import dev.sluice.kernel.Specification;
import dev.sluice.model.graph.TraceStore;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * {@code model-traces/index.json} tells implementers whose each variable is, where each field of a
 * message stands on the wire, and where each action happens and why.
 */
class KeptLabelsTest {
  private static final Pattern VARIABLES = Pattern.compile("(?s)\nVARIABLES\n(.*?)\n\n");
  private static final Pattern VARIABLE =
      Pattern.compile("(?m)^    (\\w+),? +\\\\\\* ([^:\n]+): .*$");
  private static final Set<String> WITNESS = Set.of("witness", "whoever looks on");
  private static final Set<String> BETWEEN = Set.of("network", "environment", "time");

  private List<TraceStore.Entry> index;
  private TraceStore store;

  @BeforeEach
  void open() throws Exception {
    store = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath())).store();
    index = store.index();
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
      assertThat(entry.fields().values())
          .as(
              "%s: declare each field with 'carrying' or 'carryingNo': %s",
              entry.id(), entry.fields())
          .doesNotContain("");
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

  /** Names the kind of a message by its field for that, or by the fields that it has. */
  private static String kind(Value message) {
    if (!(message instanceof Value.Rec record)) {
      return "a number";
    }
    return Stream.of("type", "kind")
        .map(record::get)
        .filter(Objects::nonNull)
        .map(Value::toString)
        .findFirst()
        .orElseGet(() -> record.fields().stream().map(Value.Field::name).toList().toString());
  }

  @Test
  void messagesOfAKindHaveOneAddressee() throws Exception {
    Map<String, Set<String>> addressees = new TreeMap<>();
    for (TraceStore.Entry entry : index) {
      for (ItfTrace behaviour : store.read(entry, entry.specSha256())) {
        for (ItfTrace.State state : behaviour.states()) {
          if (state.step().isPresent() && state.step().get().takes().isPresent()) {
            TraceStore.Action action = entry.actions().get(state.step().get().action());
            assertThat(action.by())
                .as("cause of %s of %s", state.step().get(), entry.id())
                .isIn("", By.MESSAGE.label());
            addressees
                .computeIfAbsent(
                    entry.module() + " " + kind(state.step().get().takes().get()),
                    fresh -> new TreeSet<>())
                .add(action.party());
          }
        }
      }
    }
    // Of RcmLoop, data and CNPs have the same fields, and a switch takes the data first.
    assertThat(addressees.remove("RcmLoop [ecn, qp]")).hasSize(3);
    Set<String> ends = Set.of(Party.SENDER.label(), Party.RECEIVER.label(), Party.EITHER.label());
    assertThat(addressees).hasSizeGreaterThan(25);
    assertThat(addressees)
        .as("the addressees of each kind of message, one of them an end")
        .allSatisfy((kind, to) -> assertThat(to).as(kind).hasSize(1).isSubsetOf(ends));
  }

  @Test
  void totalsOfCreditAreAsOnTheWire() throws Exception {
    Set<Integer> moduli = new TreeSet<>();
    for (TraceStore.Entry entry : index) {
      if (!entry.module().equals("CreditConservation")) {
        continue;
      }
      for (ItfTrace behaviour : store.read(entry, entry.specSha256())) {
        int modulus = number(behaviour.meta().constants().get("Modulus"));
        for (ItfTrace.State state : behaviour.states()) {
          for (Value message : messages(state)) {
            for (String field : List.of("total", "target")) {
              Value value = ((Value.Rec) message).get(field);
              if (value != null) {
                moduli.add(modulus);
                assertThat(number(value))
                    .as("%s of %s in %s, modulo %d", field, message, entry.id(), modulus)
                    .isBetween(0, modulus - 1);
              }
            }
          }
        }
      }
    }
    assertThat(moduli).isNotEmpty();
  }

  private static int number(Value value) {
    return ((Value.Int) value).value();
  }

  private static List<Value> messages(ItfTrace.State state) {
    return state.step().stream()
        .flatMap(step -> Stream.concat(step.takes().stream(), step.sends().stream()))
        .collect(Collectors.toList());
  }
}
