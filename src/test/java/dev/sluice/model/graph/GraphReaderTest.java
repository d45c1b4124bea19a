package dev.sluice.model.graph;

import static dev.sluice.model.graph.Octets.CONSTANT;
import static dev.sluice.model.graph.Octets.INITIAL;
import static dev.sluice.model.graph.Octets.INT;
import static dev.sluice.model.graph.Octets.STATE;
import static dev.sluice.model.graph.Octets.VALUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The graph that two worker threads wrote, octet by octet: the format stands in {@code Segment},
 * and these octets are written without it.
 *
 * <p>States by fingerprint and value of {@code x}: 100 is 0, 200 is 1, 300 is 2, 400 is 3. {@code
 * Step(1)} leads 100 to 200 and 200 to 300, {@code Step(2)} 100 to 300, {@code Back} 300 to 100 and
 * to itself, and {@code Leap} 300 to 400. {@code Never} never fires.
 */
class GraphReaderTest {
  @TempDir Path folder;

  /** Knows three of the states, and names the fourth. */
  private static Octets first() {
    return new Octets()
        .variables("x")
        .numbers(CONSTANT)
        .text("Last")
        .numbers(INT, 6)
        .action(0, "Step", 2)
        .action(1, "Step", 1)
        .action(2, "Leap")
        .action(3, "Never", 7)
        .value(0, 0)
        .state(INITIAL, 100, 0)
        .from(100)
        .edge(0, 300)
        .edge(1, 200)
        .value(1, 2)
        .state(STATE, 200, 1)
        .from(300)
        .edge(2, 400)
        .edge(2, 400)
        .end(4);
  }

  /** Numbers actions and values otherwise, and repeats an initial state and an edge. */
  private static Octets second() {
    return new Octets()
        .variables("x")
        .action(0, "Back")
        .action(1, "Step", 1)
        .value(0, 6)
        .state(STATE, 400, 0)
        .value(1, 4)
        .state(STATE, 300, 1)
        .value(2, 0)
        .state(INITIAL, 100, 2)
        .from(200)
        .edge(1, 300)
        .from(300)
        .edge(0, 300)
        .edge(0, 100)
        .from(100)
        .edge(1, 200)
        .end(4);
  }

  private StateGraph read(Octets... segments) throws IOException, GraphBroken {
    return read(folder, Arrays.stream(segments).map(each -> each.octets()).toList());
  }

  private static StateGraph read(Path room, List<byte[]> segments) throws IOException, GraphBroken {
    Path folder = Files.createTempDirectory(room, "graph");
    for (int i = 0; i < segments.size(); i++) {
      Files.write(folder.resolve("segment-" + i), segments.get(i));
    }
    Files.writeString(folder.resolve("notes"), "no segment");
    return GraphReader.read(folder);
  }

  private static int state(StateGraph graph, int x) {
    for (int state = 0; state < graph.states(); state++) {
      if (graph.value(state, 0).equals(Value.of(x))) {
        return state;
      }
    }
    throw new AssertionError("no state has x = " + x);
  }

  private static List<String> leaving(StateGraph graph, int x) {
    List<String> edges = new ArrayList<>();
    int state = state(graph, x);
    for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
      ActionInstance action = graph.alphabet().get(graph.action(edge));
      edges.add(action.name() + action.arguments() + " " + graph.state(graph.target(edge)).get(0));
    }
    return edges;
  }

  @Test
  void segmentsAreJoinedByFingerprintAndByValue() throws Exception {
    StateGraph graph = read(first(), second());
    assertThat(graph.variables()).containsExactly("x");
    assertThat(graph.constants()).containsExactly(entry("Last", Value.of(3)));
    assertThat(graph.states()).as("states").isEqualTo(4);
    assertThat(graph.valueCount(0)).as("values of x").isEqualTo(4);
    assertThat(graph.initials()).as("initial states").containsExactly(state(graph, 0));
    assertThat(leaving(graph, 0)).as("leave 0").containsExactlyInAnyOrder("Step[1] 1", "Step[2] 2");
    assertThat(leaving(graph, 1)).as("leave 1").containsExactly("Step[1] 2");
    assertThat(leaving(graph, 2))
        .as("leave 2")
        .containsExactlyInAnyOrder("Back[] 2", "Back[] 0", "Leap[] 3");
    assertThat(leaving(graph, 3)).as("leave 3").isEmpty();
  }

  @Test
  void arepeatedTransitionIsReportedTwiceAndKeptOnce() throws Exception {
    StateGraph graph = read(first(), second());
    assertThat(graph.reportedTransitions()).as("reported").isEqualTo(8);
    assertThat(graph.transitions()).as("kept").isEqualTo(6);
    assertThat(graph.countByAction())
        .containsExactly(entry("Back", 2), entry("Leap", 1), entry("Never", 0), entry("Step", 3));
    assertThat(graph.reportedByAction())
        .as("reported by action")
        .containsExactly(
            entry("Back", 2L), entry("Leap", 2L), entry("Never", 0L), entry("Step", 4L));
  }

  /** Returns a graph's beginning: two initial states, a third one, and no edge. */
  private static Octets twoInitialStates() {
    return new Octets()
        .variables("x")
        .action(0, "Step", 1)
        .value(0, 0)
        .state(INITIAL, 100, 0)
        .value(1, 2)
        .state(INITIAL, 200, 1)
        .value(2, 4)
        .state(STATE, 300, 2);
  }

  /** States that are numbered one behind another come by one action to one state. */
  @Test
  void aTransitionOfTheStateBeforeIsNoRepetition() throws Exception {
    StateGraph graph =
        read(twoInitialStates().from(100).edge(0, 300).from(200).edge(0, 300).end(2));
    assertThat(leaving(graph, 0)).as("leave 0").containsExactly("Step[1] 2");
    assertThat(leaving(graph, 1)).as("leave 1").containsExactly("Step[1] 2");
    assertThat(graph.transitions()).as("kept").isEqualTo(2);
  }

  /** Sorts all that worker threads may find in any order. */
  @Test
  void actionsAreSortedAndSoAreTheEdgesOfEachState() throws Exception {
    StateGraph graph = read(first(), second());
    assertThat(graph.alphabet())
        .extracting(each -> each.name() + each.arguments())
        .containsExactly("Back[]", "Leap[]", "Never[7]", "Step[1]", "Step[2]");
    for (int state = 0; state < graph.states(); state++) {
      for (int edge = graph.firstEdge(state) + 1; edge < graph.firstEdge(state + 1); edge++) {
        assertThat((long) graph.action(edge) << 32 | graph.target(edge))
            .as("edge %d of state %d after the one before it", edge, state)
            .isGreaterThan((long) graph.action(edge - 1) << 32 | graph.target(edge - 1));
      }
    }
  }

  @Test
  void placesPathsAndDepthAreThoseOfTheShortestWays() throws Exception {
    StateGraph graph = read(first(), second());
    assertThat(graph.depth()).as("depth, an initial state's being 1").isEqualTo(3);
    assertThat(graph.place(state(graph, 0))).as("place of 0").isZero();
    assertThat(graph.place(state(graph, 3))).as("place of 3").isEqualTo(3);
    for (int place = 0; place < graph.states(); place++) {
      assertThat(graph.place(graph.breadthFirst(place))).as("place").isEqualTo(place);
    }
    List<Integer> path = graph.pathTo(state(graph, 3));
    assertThat(path).extracting(graph::target).containsExactly(state(graph, 2), state(graph, 3));
    assertThat(graph.start(state(graph, 3))).as("start").isEqualTo(state(graph, 0));
    assertThat(graph.pathTo(state(graph, 0))).as("path to the start").isEmpty();
  }

  @Test
  void twoInitialStatesAreOneLevelAndBeginTheirOwnPaths() throws Exception {
    StateGraph graph = read(twoInitialStates().from(200).edge(0, 300).end(1));
    assertThat(graph.depth()).as("depth").isEqualTo(2);
    assertThat(graph.initials()).containsExactly(state(graph, 0), state(graph, 1));
    assertThat(graph.start(state(graph, 2))).as("start of 2").isEqualTo(state(graph, 1));
    assertThat(graph.start(state(graph, 0))).as("start of 0").isEqualTo(state(graph, 0));
  }

  @Test
  void everyKindOfValueIsRead() throws Exception {
    String text = "ä".repeat(100);
    Octets octets = new Octets().variables("x", "y").numbers(VALUE, 0, 0, 7, 8);
    octets.text("a").numbers(INT, 1).text("b").numbers(INT, 0xffff_ffff);
    octets.text("c").numbers(INT, 0xffff_fffe).text("d").numbers(2).text("e").numbers(3);
    octets.text("f").numbers(4).text(text).text("g").numbers(5, 2, INT, 2, INT, 4);
    octets.text("h").numbers(6, 2, 9).text("m").numbers(9).text("k");
    octets.numbers(VALUE, 1, 0, 8, 2, INT, 10, INT, 20, INT, 12, INT, 22);
    octets.numbers(INITIAL).fixed(-1L).numbers(0, 0).end(0);
    StateGraph graph = read(octets);
    assertThat(graph.value(0, 0))
        .isEqualTo(
            Value.rec(
                Value.field("a", Value.of(-1)),
                Value.field("b", Value.of(Integer.MIN_VALUE)),
                Value.field("c", Value.of(Integer.MAX_VALUE)),
                Value.field("d", Value.of(false)),
                Value.field("e", Value.of(true)),
                Value.field("f", Value.of(text)),
                Value.field("g", Value.seq(Value.of(1), Value.of(2))),
                Value.field("h", Value.set(new Value.Model("k"), new Value.Model("m")))));
    assertThat(graph.value(0, 1))
        .isEqualTo(
            Value.function(
                Map.of(
                    Value.of(5), Value.of(10),
                    Value.of(6), Value.of(11))));
  }

  /** Reads more states than there is room for at first, and as many values of one variable. */
  @Test
  void alongChainIsReadWhole() throws Exception {
    int last = 5_000;
    Octets octets = new Octets().variables("x").action(0, "Step", 1);
    for (int x = 0; x <= last; x++) {
      octets.value(x, 2 * x).state(x == 0 ? INITIAL : STATE, 7L * x + 3, x);
      if (x < last) {
        octets.from(7L * x + 3).edge(0, 7L * (x + 1) + 3);
      }
    }
    StateGraph graph = read(octets.end(last));
    assertThat(graph.states()).isEqualTo(last + 1);
    assertThat(graph.depth()).isEqualTo(last + 1);
    assertThat(graph.value(graph.breadthFirst(4_321), 0)).isEqualTo(Value.of(4_321));
    assertThat(graph.pathTo(graph.breadthFirst(last))).hasSize(last);
  }

  private void broken(String message, Octets... segments) {
    assertThatThrownBy(() -> read(segments))
        .isInstanceOf(GraphBroken.class)
        .hasMessageContaining(message);
  }

  @Test
  void aGraphThatIsNotWholeIsRefused() {
    broken("holds no segment");
    broken("does not hold as many transitions as it says", new Octets().variables("x").end(1));
    broken("names a state that was never written", first());
    broken("disagree on the variables", first(), new Octets().variables("y").end(0));
    broken("a record of unknown kind 11", new Octets().numbers(11));
    broken("a value of unknown kind 10", new Octets().variables("x").numbers(VALUE, 0, 0, 10));
    broken("a number of more than 32 bits", new Octets().fixed(-1L));
    broken(
        "1 of 2 states cannot be reached",
        new Octets()
            .variables("x")
            .value(0, 0)
            .state(INITIAL, 100, 0)
            .value(1, 2)
            .state(STATE, 200, 1)
            .end(0));
  }

  /** Reads five octets, and a sixth that could end the number. */
  @Test
  void aNumberOfSixOctetsIsRefused() {
    Octets octets = new Octets();
    octets.raw(-1, -1, -1, -1, -1, 0);
    broken("a number of more than 32 bits", octets.fixed(0));
  }

  @Test
  void avalueThatNoRecordGaveIsNone() {
    Octets octets = new Octets().variables("x").value(0, 0).state(INITIAL, 100, 1).end(0);
    assertThatThrownBy(() -> read(octets)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void asegmentThatIsCutAnywhereIsRefused() throws Exception {
    byte[] whole = second().octets();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(folder, List.of(first().octets(), cut)))
          .as("%d octets of %d", length, whole.length)
          .isInstanceOf(GraphBroken.class)
          .hasMessageContaining("ends in the middle");
    }
  }

  @Test
  void afileOfAnotherVersionIsRefused() {
    byte[] octets = second().octets();
    octets[3]++;
    assertThatThrownBy(() -> read(folder, List.of(octets)))
        .isInstanceOf(GraphBroken.class)
        .hasMessageContaining("is not a graph segment of this version of Sluice");
  }

  /** Asks for behaviours that take every transition, which begin in one state. */
  @Test
  void noBehavioursAreMadeOfAModelWithSeveralInitialStates() throws Exception {
    StateGraph graph = read(twoInitialStates().from(200).edge(0, 300).end(1));
    assertThatThrownBy(() -> Behaviours.covering(graph, "Foo", "trace", "0".repeat(64)))
        .as("behaviours of a model with two initial states")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one initial state, and this model has 2");
  }

  @Test
  void anArgumentStandsUnderItsOwnParameter() throws Exception {
    ActionInstance pass =
        new ActionInstance("Pass", List.of("from", "to"), List.of(Value.of(1), Value.of(2)), "");
    StateGraph graph =
        new StateGraph(
            List.of("x"),
            Map.of(),
            List.of(pass),
            List.<Value[]>of(new Value[] {Value.of(0)}),
            new int[] {0},
            new int[] {0},
            new StateGraph.Edges(new int[] {0, 1}, new int[] {0}, new int[] {0}, new long[] {1}));
    assertThat(
            Behaviours.covering(graph, "Foo", "trace", "0".repeat(64))
                .get(0)
                .states()
                .get(1)
                .step())
        .get()
        .extracting(step -> step.arguments())
        .isEqualTo(List.of(Value.field("from", Value.of(1)), Value.field("to", Value.of(2))));
  }
}
