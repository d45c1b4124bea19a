package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Toy;
import dev.sluice.model.graph.KeptGraph;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Walks go over each edge, without a gap, and then on at random; and end where they should. */
class LivingWalksTest {
  private static final int NO_LIMIT = 1_000_000;
  private static StateGraph relay;

  /** A model that begins in two states. */
  private static StateGraph starts;

  @BeforeAll
  static void graphs(@TempDir Path scratch) throws Exception {
    relay = Toy.graph(scratch, "Relay", 1);
    starts = Toy.graph(scratch, "RelayStarts", 1);
  }

  /** Follows without kernels; holds each step against the place that the last one led to. */
  private static final class Follower implements LivingWalks.Walker {
    private final StateGraph graph;
    private final int goodSteps;
    private final List<Integer> edges = new ArrayList<>();
    private final List<Integer> begun = new ArrayList<>();

    /** For each of these the number of steps before it. */
    private final List<Integer> begunAfter = new ArrayList<>();

    private int at = -1;

    Follower(StateGraph graph, int goodSteps) {
      this.graph = graph;
      this.goodSteps = goodSteps;
    }

    @Override
    public void begin(int initial) {
      assertThat(graph.initials()).as("initial states").contains(initial);
      begun.add(initial);
      begunAfter.add(edges.size());
      at = initial;
    }

    @Override
    public boolean step(int from, int edge) {
      assertThat(from).as("where step %d begins", edges.size()).isEqualTo(at);
      assertThat(edge)
          .as("an edge of the state")
          .isBetween(graph.firstEdge(from), graph.firstEdge(from + 1) - 1);
      edges.add(edge);
      at = graph.target(edge);
      return edges.size() <= goodSteps;
    }

    /** Returns the number of steps after which each edge has been taken. */
    int whole() {
      Set<Integer> taken = new HashSet<>();
      int steps = 0;
      while (taken.size() < graph.transitions()) {
        taken.add(edges.get(steps++));
      }
      return steps;
    }
  }

  private static Follower follow(StateGraph graph, int mostSteps, int goodSteps) {
    LivingWalks walks = new LivingWalks(graph, mostSteps);
    Follower follower = new Follower(graph, goodSteps);
    walks.run(follower);
    assertThat(walks.steps()).as("steps").isEqualTo(follower.edges.size());
    assertThat(walks.walks()).as("new kernels").isEqualTo(follower.begun.size());
    assertThat(walks.covered())
        .as("edges that were walked")
        .isEqualTo((int) follower.edges.stream().distinct().count());
    return follower;
  }

  @Test
  void eachEdgeIsWalkedAndThenAsManyStepsAtRandom() {
    Follower follower = follow(relay, NO_LIMIT, NO_LIMIT);
    List<Integer> atRandom = follower.edges.subList(follower.whole(), follower.edges.size());
    assertThat(atRandom).as("steps at random").hasSize(relay.transitions());
    assertThat(Set.copyOf(atRandom))
        .as("different edges at random, of %d", relay.transitions())
        .hasSizeGreaterThan(relay.transitions() / 3);
    Set<Integer> fromTheStart = new HashSet<>(atRandom);
    int initial = relay.initials()[0];
    fromTheStart.removeIf(edge -> edge >= relay.firstEdge(initial + 1));
    fromTheStart.removeIf(edge -> edge < relay.firstEdge(initial));
    assertThat(fromTheStart).as("a walk at random begins anew").isNotEmpty();
  }

  @Test
  void walksAtRandomBeginInEachInitialState() {
    Follower follower = follow(starts, NO_LIMIT, NO_LIMIT);
    assertThat(follower.begun).contains(starts.initials()[0], starts.initials()[1]);
    int walked = follower.whole();
    assertThat(follower.edges.size() - walked).as("at random").isEqualTo(starts.transitions());
    List<Integer> atRandom = new ArrayList<>();
    for (int life = 0; life < follower.begun.size(); life++) {
      if (follower.begunAfter.get(life) >= walked) {
        atRandom.add(follower.begun.get(life));
      }
    }
    assertThat(atRandom)
        .as("where walks at random begin")
        .contains(starts.initials()[0], starts.initials()[1]);
  }

  /** Begins a new life if the nearest edge that is left may be too far to look for. */
  @Test
  void aWideGraphIsWalkedWhole() throws Exception {
    int width = 2_500;
    List<ItfTrace> behaviours = new ArrayList<>();
    ItfTrace.Meta meta = new ItfTrace.Meta("", "Star", "wide", "0".repeat(64), Map.of());
    ItfTrace.State centre = new ItfTrace.State(Optional.empty(), List.of(Value.of(0)));
    for (int n = 1; n <= width; n++) {
      List<Value.Field> to = List.of(Value.field("n", Value.of(n)));
      behaviours.add(
          new ItfTrace(
              meta,
              List.of("at"),
              List.of(
                  centre,
                  new ItfTrace.State(
                      Optional.of(new ItfTrace.Step("Go", to)), List.of(Value.of(n))),
                  new ItfTrace.State(
                      Optional.of(new ItfTrace.Step("Back", List.of())), centre.values()))));
    }
    StateGraph star = KeptGraph.of(behaviours);
    assertThat(star.transitions()).isEqualTo(2 * width);
    assertThat(follow(star, NO_LIMIT, NO_LIMIT).whole()).as("steps").isEqualTo(2 * width);
  }

  @Test
  void stepsRunOutWhereverTheWalkIs() {
    Follower whole = follow(relay, NO_LIMIT, NO_LIMIT);
    for (int most = 1; most < whole.edges.size(); most++) {
      Follower follower = follow(relay, most, NO_LIMIT);
      if (most > whole.whole()) {
        assertThat(follower.edges).as("the same walk, cut").isEqualTo(whole.edges.subList(0, most));
      } else {
        assertThat(follower.edges.size())
            .as("steps, of %d; a way that is begun is gone to its end", most)
            .isBetween(most, most + relay.depth());
      }
    }
  }

  @Test
  void theStepThatDoesNotArriveIsTheLast() {
    Follower whole = follow(relay, NO_LIMIT, NO_LIMIT);
    for (int good = 0; good < whole.edges.size(); good++) {
      assertThat(follow(relay, NO_LIMIT, good).edges)
          .as("after %d good steps", good)
          .isEqualTo(whole.edges.subList(0, good + 1));
    }
  }
}
