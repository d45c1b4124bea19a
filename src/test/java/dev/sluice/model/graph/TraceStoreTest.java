package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.model.Toy;
import dev.sluice.model.graph.TraceStore.Difference;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.ItfTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceStoreTest {
  private static final Set<String> ALL = Set.of("Relay/trace");
  private static StateGraph graph;
  private static StateGraph graphOfTwoWorkers;
  private static String digest;

  @TempDir Path folder;
  private TraceStore store;
  private TraceStore.Share share;

  @BeforeAll
  static void stream(@TempDir Path scratch) throws Exception {
    graph = Toy.graph(scratch, "Relay", 1);
    graphOfTwoWorkers = Toy.graph(scratch, "Relay", 2);
    digest =
        SpecDigest.of(
            Toy.folder().resolve("Relay.tla"),
            Files.readAllBytes(Toy.folder().resolve("Relay.cfg")),
            List.of());
  }

  @BeforeEach
  void write() throws Exception {
    store = new TraceStore(folder.resolve("model-traces"));
    share = share(graph, "trace");
    store.write(List.of(share), ALL);
  }

  private static TraceStore.Share share(StateGraph of, String model) {
    return TraceStore.share(
        of,
        Behaviours.covering(of, "Relay", model, digest),
        new TraceStore.Labels(
            variable -> variable.equals("wire") ? "network" : "",
            field -> "",
            action -> action.equals("Lose") ? "network" : "either end",
            action -> action.equals("Lose") ? "" : "must"));
  }

  private static final TraceStore.Labels NOTHING =
      new TraceStore.Labels(variable -> "", field -> "", action -> "", action -> "");

  private Path file(String name) {
    return folder.resolve("model-traces").resolve(name);
  }

  private List<String> differences() throws IOException {
    return store.compare(List.of(share), ALL).stream().map(Difference::toString).toList();
  }

  @Test
  void theBytesAreTheSameHoweverManyWorkersTlcHas() {
    TraceStore.Share other = share(graphOfTwoWorkers, "trace");
    assertThat(other.entry()).isEqualTo(share.entry());
    assertThat(text(other)).isEqualTo(text(share));
  }

  private static String text(TraceStore.Share share) {
    return new String(share.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void theIndexSaysWhatThereIs() throws Exception {
    TraceStore.Entry entry = store.index().get(0);
    assertThat(entry).isEqualTo(share.entry());
    assertThat(entry.id()).isEqualTo("Relay/trace");
    assertThat(entry.transitions()).isEqualTo(graph.transitions());
    assertThat(entry.actions().get("Lose").parameters()).containsExactly("n");
    assertThat(entry.actions().values().stream().mapToInt(TraceStore.Action::transitions).sum())
        .isEqualTo(graph.transitions());
    assertThat(file("index.json"))
        .content()
        .startsWith("{\"format\":\"sluice-model-traces/4\",\n\"models\":[\n{\"module\":\"Relay\"")
        .endsWith("}}}]}\n");
  }

  @Test
  void whatIsReadBackIsAllThatTheIndexSays() throws Exception {
    TraceStore.Entry entry = store.index().get(0);
    List<ItfTrace> behaviours = store.read(entry, digest);
    assertThat(entry.shortfalls(behaviours)).isEmpty();
    assertThat(behaviours.get(0).meta().constants()).isEqualTo(graph.constants()).isNotEmpty();
    List<ItfTrace> allButOne = behaviours.subList(1, behaviours.size());
    assertThat(entry.shortfalls(allButOne))
        .contains(
            "Relay/trace: the behaviours hold %d behaviours, the index says %d"
                .formatted(allButOne.size(), behaviours.size()))
        .anyMatch(sentence -> sentence.contains(" distinct transitions, the index says 74"));
    assertThat(entry.shortfalls(List.of()))
        .contains("Relay/trace: the behaviours hold 0 distinct transitions, the index says 74");
  }

  /** Of a larger model some behaviours are enough, as long as nobody takes them for all. */
  @Test
  void someBehavioursAreNotTakenForAll() throws Exception {
    List<ItfTrace> two =
        PairCoverage.choose(Behaviours.covering(graph, "Relay", "part", digest), 9);
    assertThat(two).isNotEmpty();
    TraceStore.Share part = TraceStore.share(graph, two, NOTHING);
    assertThat(part.entry().behaviours()).isEqualTo(two.size());
    assertThat(part.entry().steps()).isEqualTo(9);
    assertThat(part.entry().all()).isEqualTo(74);
    assertThat(part.entry().transitions()).isPositive().isLessThan(74);
    assertThat(part.entry().states()).isPositive().isLessThanOrEqualTo(graph.states());
    assertThat(part.entry().isWhole()).isFalse();
    assertThat(share.entry().isWhole()).isTrue();
    assertThat(part.entry().actions().keySet()).isEqualTo(share.entry().actions().keySet());
    assertThat(part.entry().shortfalls(two)).isEmpty();
    assertThat(part.entry().shortfalls(two.subList(1, two.size()))).isNotEmpty();
  }

  @Test
  void whatWasJustWrittenIsClean() throws Exception {
    assertThat(differences()).isEmpty();
  }

  @Test
  void everyKindOfDriftIsNamed() throws Exception {
    Path kept = file("Relay/trace.json");
    List<String> lines = Files.readAllLines(kept);
    Files.createDirectories(file("Relay/old"));
    Files.copy(kept, file("Relay/old/0001.itf.json"));
    Files.writeString(kept, Files.readString(kept).replace(lines.get(9), lines.get(8)));
    Files.writeString(file("index.json"), "{}");
    assertThat(differences())
        .containsExactly(
            "extra: Relay/old/0001.itf.json",
            "different: Relay/trace.json, first in line 10",
            "different: index.json, first in line 1");
    Files.delete(kept);
    assertThat(differences()).contains("missing: Relay/trace.json");
    store.write(List.of(share), ALL);
    assertThat(differences()).isEmpty();
    assertThat(file("Relay/old")).doesNotExist();
  }

  @Test
  void aStoreThatIsNotThereIsAllMissing() throws Exception {
    store = new TraceStore(folder.resolve("nowhere"));
    assertThat(differences()).hasSize(2).allMatch(line -> line.startsWith("missing: "));
    assertThat(store.index()).isEmpty();
  }

  @Test
  void aModelWithoutAShareIsLeftAsItIs() throws Exception {
    TraceStore.Share other = share(graph, "second");
    store.write(List.of(other), Set.of("Relay/trace", "Relay/second"));
    assertThat(store.index()).containsExactly(other.entry(), share.entry());
    assertThat(file("Relay/trace.json")).exists();
    assertThat(store.compare(List.of(other), Set.of("Relay/trace", "Relay/second"))).isEmpty();
    store.write(List.of(other), Set.of("Relay/second"));
    assertThat(store.index()).containsExactly(other.entry());
    assertThat(file("Relay/trace.json")).doesNotExist();
    assertThat(file("Relay/second.json")).exists();
  }

  @Test
  void aBehaviourOfAnotherSpecificationIsRefused() throws Exception {
    TraceStore.Entry entry = store.index().get(0);
    assertThatThrownBy(() -> store.read(entry, "f".repeat(64)))
        .isInstanceOf(BadTrace.class)
        .hasMessageContaining("taken from another specification");
    Files.delete(file("Relay/trace.json"));
    assertThatThrownBy(() -> store.read(entry, digest))
        .isInstanceOf(BadTrace.class)
        .hasMessageContaining("trace.json: there is no such file");
  }

  @Test
  void anIndexThatCannotBeReadIsRefused() throws Exception {
    for (String bad :
        List.of(
            "",
            "{",
            "{\"format\":\"x\"}",
            Files.readString(file("index.json")) + "{}",
            Files.readString(file("index.json")).replace("\"Relay\"", "\"../..\""),
            Files.readString(file("index.json")).replace("\"steps\":", "\"steps\":1.5,\"x\":"))) {
      Files.writeString(file("index.json"), bad);
      assertThatThrownBy(() -> store.index()).as(bad).isInstanceOf(BadTrace.class);
    }
  }

  /** The reader that other people start from, on the same store. */
  @Test
  void thePythonReaderCountsTheSameSteps() throws Exception {
    Process python;
    try {
      python =
          new ProcessBuilder("python3", "model-traces/read.py", file(".").toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException none) {
      assumeTrue(false, "there is no python3 here: model-traces/read.py was not tried");
      return;
    }
    String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(output).isZero();
    Map<String, Integer> steps = new HashMap<>();
    for (ItfTrace behaviour : store.read(store.index().get(0), digest)) {
      behaviour
          .states()
          .forEach(state -> state.step().ifPresent(s -> steps.merge(s.action(), 1, Integer::sum)));
    }
    assertThat(output)
        .isEqualTo(
            "Relay trace Lose=%d Receive=%d Send=%d\n"
                .formatted(steps.get("Lose"), steps.get("Receive"), steps.get("Send")));
  }

  /** Writes another share of a model that the index has, beside a model that has none. */
  @Test
  void aShareTakesThePlaceOfItsOldLineInTheIndex() throws Exception {
    Set<String> both = Set.of("Relay/trace", "Relay/second");
    store.write(List.of(share(graph, "second")), both);
    List<ItfTrace> some =
        PairCoverage.choose(Behaviours.covering(graph, "Relay", "second", digest), 9);
    TraceStore.Share shorter = TraceStore.share(graph, some, NOTHING);
    assertThat(store.compare(List.of(shorter), both).stream().map(Difference::file))
        .as("files that differ before the share is written")
        .containsExactly("Relay/second.json", TraceStore.INDEX);
    store.write(List.of(shorter), both);
    assertThat(store.index()).containsExactly(shorter.entry(), share.entry());
  }

  /** Returns a share whose figures all differ. */
  private static TraceStore.Share other(String model) {
    return new TraceStore.Share(
        new TraceStore.Entry(
            "Relay",
            model,
            "0".repeat(64),
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            new TreeMap<>(Map.of("x", "source")),
            new TreeMap<>(Map.of("psn", "BTH")),
            new TreeMap<>(
                Map.of("Send", new TraceStore.Action(List.of("n", "m"), "either end", "must", 8)))),
        "{}\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void eachFigureOfTheIndexIsReadBack() throws Exception {
    TraceStore.Share one = other("second");
    store.write(List.of(one), Set.of("Relay/second"));
    assertThat(store.index()).as("index").containsExactly(one.entry());
  }

  /** Writes a share beside a model that is kept without one, and beside one that is not kept. */
  @Test
  void aModelThatIsNotToBeKeptLeavesTheIndex() throws Exception {
    store.write(List.of(other("old")), Set.of("Relay/trace", "Relay/old"));
    TraceStore.Share fresh = other("fresh");
    store.write(List.of(fresh), Set.of("Relay/trace", "Relay/fresh"));
    assertThat(store.index())
        .as("index without Relay/old")
        .containsExactly(fresh.entry(), share.entry());
  }

  @Test
  void filesBesideTheIndexAreLeftAlone() throws Exception {
    Files.writeString(file("schema.json"), "{}");
    assertThat(differences()).as("differences").isEmpty();
    store.write(List.of(share), ALL);
    assertThat(file("schema.json")).exists();
  }

  @Test
  void foldersThatAreEmptiedAreRemovedUpToTheStore() throws Exception {
    Files.createDirectories(file("Gone/by/chance"));
    Files.writeString(file("Gone/by/chance/old.json"), "{}");
    store.write(List.of(share), ALL);
    assertThat(file("Gone")).as("the outermost folder that is empty now").doesNotExist();
    assertThat(file("Relay")).isDirectory();
  }

  @Test
  void behavioursOfAnotherModelAreRefused() throws Exception {
    store.write(List.of(share(graph, "second")), Set.of("Relay/trace", "Relay/second"));
    Files.copy(
        file("Relay/second.json"), file("Relay/trace.json"), StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> store.read(share.entry(), digest))
        .isInstanceOf(BadTrace.class)
        .hasMessageContaining("the behaviours are those of Relay/second, not of Relay/trace");
  }

  /** Gives the index a negative count, and other values where a text belongs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"steps\": | \"steps\":-1,\"x\": | 'steps' is not a count",
        "\"variables\":{ | \"variables\":{\"y\":7, | 'variables' has no text for 'y'",
        "\"fields\":{ | \"fields\":{\"y\":true | 'fields' has no text for 'y'",
        "\"by\": | \"by\":7,\"x\": | 'by' is not a text"
      })
  void anEntryOfAnotherKindIsRefused(String there, String instead, String problem)
      throws Exception {
    String index = Files.readString(file("index.json"));
    Files.writeString(file("index.json"), index.replace(there, instead));
    assertThatThrownBy(() -> store.index())
        .isInstanceOf(BadTrace.class)
        .hasMessageContaining(problem);
  }
}
