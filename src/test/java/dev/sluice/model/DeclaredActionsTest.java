package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Party;
import dev.sluice.kernel.Specification;
import dev.sluice.model.graph.TraceStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Action#by} of each action agrees with the specification in {@code spec/}, as a text. */
class DeclaredActionsTest {
  /** Actions that differ in {@code must} from the fairness of a specification, with the reason. */
  private static final Map<String, String> OTHER_DUTIES =
      Map.of(
          "CccLifecycle.Resend", "its network loses nothing, so that no claim needs the fairness",
          "PauseWatchdog.Begin", "a claim needs traffic, and PFC requires nobody to send",
          "RcccIncast.Ask", "it has a bound alone, which holds if nobody asks",
          "RcccIncast.Grant", "it has a bound alone, which holds if nothing is granted");

  /**
   * Variables of the network that are no messages: they count faults that may still happen, or
   * time.
   */
  private static final Set<String> COUNTERS = Set.of("faults", "waited");

  /** Actions of a message whose steps take none out of the network, with the reason. */
  private static final Map<String, String> TAKING_NONE =
      Map.of(
          "CccLifecycle.Accept", "the packet stays in the network to be received",
          "CccLifecycle.FollowClose", "the Close and its answer are two words of one variable",
          "CccLifecycle.EndClose", "the answer to the Close is a word",
          "CccScheduling.CreditUpdate", "credit is left open, and so are Credit packets",
          "PauseWatchdog.ReceivePause", "the far end may pause at any time");

  /** Actions of another kind whose steps take something out of the network, with the reason. */
  private static final Map<String, String> TAKING_SOME =
      Map.of(
          "CreditConservation.Close", "no acknowledgment reaches a context that has ended",
          "CreditConservation.InferLoss", "a packet is out of the network once its loss is seen",
          "NsccWindow.InferLoss", "flight counts packets until they are given up, too",
          "PawaWindow.Timeout", "what is under way then is lost",
          "PfcLossless.Release", "a frame in the buffer counts to the network");

  private static final Pattern FAIR = Pattern.compile("[WS]F_vars\\(");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern NAME = Pattern.compile("\\w+");

  /** Returns the text of a module without its comments. */
  private static String text(String module) throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("spec"))) {
      Path file =
          folders
              .map(each -> each.resolve(module + ".tla"))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      return Files.readString(file)
          .replaceAll("\\\\\\*[^\\n]*", "")
          .replaceAll("(?s)\\(\\*.*?\\*\\)", "");
    }
  }

  /** Returns the body of a definition, up to the next line that is empty or begins another one. */
  private static Optional<String> body(String text, String name) {
    Matcher begins = Pattern.compile("(?m)^" + name + "(\\([^)\\n]*\\))? ==").matcher(text);
    if (!begins.find()) {
      return Optional.empty();
    }
    Matcher ends = Pattern.compile("\\n\\s*\\n|\\n(?=\\w)").matcher(text);
    return Optional.of(
        text.substring(begins.end(), ends.find(begins.end()) ? ends.start() : text.length()));
  }

  /** Returns the text within a parenthesis that is open at a place. */
  private static String within(String text, int from) {
    int depth = 1;
    int at = from;
    while (depth > 0) {
      depth += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
      at++;
    }
    return text.substring(from, at - 1);
  }

  /** Returns the actions that a specification is fair to, alone or in a disjunction. */
  private static Set<String> fair(String text, Set<String> actions) {
    Set<String> found = new TreeSet<>();
    Matcher fairness = FAIR.matcher(text);
    while (fairness.find()) {
      gather(text, within(text, fairness.end()), actions, found, new HashSet<>());
    }
    return found;
  }

  private static void gather(
      String text, String expression, Set<String> actions, Set<String> found, Set<String> seen) {
    Matcher names = NAME.matcher(expression);
    while (names.find()) {
      String name = names.group();
      if (actions.contains(name)) {
        found.add(name);
      } else if (seen.add(name)) {
        body(text, name).ifPresent(inner -> gather(text, inner, actions, found, seen));
      }
    }
  }

  /** Returns the kinds of the actions of a specification that its next step can be, by name. */
  private static Map<String, Set<By>> declared(Specification specification, String text) {
    Map<String, Set<By>> kinds = new TreeMap<>();
    for (Face<?> face : specification.faces()) {
      for (Action action : face.actions()) {
        kinds.computeIfAbsent(action.name(), fresh -> new TreeSet<>()).add(action.by());
      }
    }
    Set<String> steps = new TreeSet<>();
    gather(text, "Next", kinds.keySet(), steps, new HashSet<>());
    kinds.keySet().retainAll(steps);
    return kinds;
  }

  @Test
  void partsOfAnActionInSeveralKernelsAreOfOneKind() throws IOException {
    for (Specification specification : Systems.specifications()) {
      declared(specification, text(specification.name()))
          .forEach(
              (action, kinds) ->
                  assertThat(kinds).as("%s.%s", specification.name(), action).hasSize(1));
    }
  }

  @Test
  void anActionMustHappenIfAndOnlyIfTheSpecificationIsFairToIt() throws IOException {
    Set<String> other = new TreeSet<>();
    int compared = 0;
    for (Specification specification : Systems.specifications()) {
      String text = text(specification.name());
      Map<String, Set<By>> kinds = declared(specification, text);
      Set<String> fair = fair(text, kinds.keySet());
      for (Map.Entry<String, Set<By>> each : kinds.entrySet()) {
        boolean must = each.getValue().contains(By.MUST);
        if (must || each.getValue().contains(By.MAY)) {
          compared++;
          if (must != fair.contains(each.getKey())) {
            other.add(specification.name() + "." + each.getKey());
          }
        }
      }
    }
    assertThat(other)
        .as("actions whose 'must' or 'may' differs from the fairness of the specification")
        .isEqualTo(OTHER_DUTIES.keySet());
    assertThat(compared).isGreaterThan(35);
  }

  @Test
  void anActionIsAMessageIfAndOnlyIfTheSpecificationTakesOne() throws Exception {
    Map<String, Set<String>> taking = new TreeMap<>();
    TraceStore store = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath())).store();
    for (TraceStore.Entry entry : store.index()) {
      if (entry.isWhole()) {
        note(
            Systems.specification(entry.module()).orElseThrow(),
            JSON.readTree(Path.of("model-traces", entry.id() + ".json").toFile()),
            taking.computeIfAbsent(entry.module(), fresh -> new TreeSet<>()));
      }
    }
    Set<String> none = new TreeSet<>();
    Set<String> some = new TreeSet<>();
    for (Map.Entry<String, Set<String>> module : taking.entrySet()) {
      Specification specification = Systems.specification(module.getKey()).orElseThrow();
      declared(specification, text(module.getKey()))
          .forEach(
              (action, kinds) -> {
                boolean takes = module.getValue().contains(action);
                if (takes != kinds.contains(By.MESSAGE)) {
                  (takes ? some : none).add(module.getKey() + "." + action);
                }
              });
    }
    assertThat(List.of(none, some))
        .as("messages that are not taken, and other actions that take one")
        .isEqualTo(List.of(TAKING_NONE.keySet(), TAKING_SOME.keySet()));
  }

  /** Notes the actions of kept steps after which the network has less than before. */
  private static void note(Specification specification, JsonNode kept, Set<String> taking) {
    List<String> network = new ArrayList<>();
    for (JsonNode variable : kept.path("vars")) {
      boolean isBetween =
          specification.holder(variable.asText()).equals(Optional.of(Party.NETWORK));
      if (isBetween && !COUNTERS.contains(variable.asText())) {
        network.add(variable.asText());
      }
    }
    for (JsonNode step : kept.path("steps")) {
      JsonNode before = kept.path("states").path(step.path("from").asInt());
      JsonNode after = kept.path("states").path(step.path("to").asInt());
      if (step.has("takes")
          || network.stream().anyMatch(one -> size(after.get(one)) < size(before.get(one)))) {
        taking.add(step.path("action").asText());
      }
    }
  }

  /** Returns how many messages, or how many bytes or packets, a variable has. */
  private static int size(JsonNode value) {
    if (value.has("#set")) {
      return value.path("#set").size();
    }
    int size = value.isInt() ? value.asInt() : 0;
    for (JsonNode within : value) {
      boolean isMessage =
          value.isArray() && within.isObject() && !within.has("#set") && !within.has("#map");
      size += isMessage ? 1 : size(within);
    }
    return size;
  }
}
