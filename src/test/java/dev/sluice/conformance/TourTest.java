package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Talk;
import dev.sluice.conformance.shim.Transcript.Exchange;
import dev.sluice.house.Whole;
import dev.sluice.trace.LogValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks through the small worlds of roles: each request is made in each state. */
class TourTest {
  private static final int RANDOM_STEPS = Whole.IS_ASKED ? 200_000 : 4_000;
  private static final int WALKS = 4;

  /** A world through which a tour goes. */
  private record World(Player player, String name) {
    Tour tour() {
      return player.tours().get(name);
    }

    List<Case> walks() {
      return player.seedless(name);
    }

    Declaration.Part declares(long latencyPs) {
      return new Declaration.Part(player.role().variables().keySet(), latencyPs);
    }

    @Override
    public String toString() {
      return player.role().name() + "/" + name;
    }
  }

  private static List<Case> walks(Player player) {
    return player.tours().keySet().stream()
        .flatMap(tour -> player.seedless(tour).stream())
        .toList();
  }

  static Stream<World> worlds() {
    return Players.all().stream()
        .flatMap(player -> player.tours().keySet().stream().map(name -> new World(player, name)));
  }

  /**
   * Returns a state as replies show it with a request in it. Times count from the present one, and
   * counters of a link from its record before.
   */
  private static String pair(
      Map<String, LogValue> shown, ShimRequest request, long nowPs, Map<String, LogValue> before) {
    Map<String, LogValue> keys = new LinkedHashMap<>(request.keys());
    keys.replaceAll(
        (key, value) ->
            key.equals("t") || key.equals("advance")
                ? LogValue.of(request.untilPs() - nowPs)
                : value);
    Map<String, LogValue> record = record(request, Map.of());
    if (!record.isEmpty()) {
      Map<String, LogValue> message = new LinkedHashMap<>(request.message());
      Map<String, LogValue> since = new TreeMap<>(record);
      before.forEach((name, value) -> since.put(name, minus(record.get(name), value)));
      message.put("hops", new LogValue.Fields(since));
      keys.put("msg", new LogValue.Fields(message));
    }
    return new TreeMap<>(shown) + " " + keys;
  }

  /**
   * Returns the record of a link that a request has; the one before if it has none or is as old.
   */
  private static Map<String, LogValue> record(ShimRequest request, Map<String, LogValue> before) {
    if (request.message().get("hops") instanceof LogValue.Items hops) {
      Map<String, LogValue> record = ((LogValue.Fields) hops.items().get(0)).fields();
      return record.get("ts").equals(before.get("ts")) ? before : record;
    }
    return before;
  }

  private static LogValue minus(LogValue one, LogValue other) {
    return LogValue.of(((LogValue.Num) one).value() - ((LogValue.Num) other).value());
  }

  /** Writes down which requests an implementation has in which of its states. */
  private static final class Noted implements Talk {
    private final Talk of;
    private final Set<String> pairs;
    private Map<String, LogValue> shown = Map.of();
    private Map<String, LogValue> record = Map.of();
    private long nowPs;

    Noted(Talk of, Set<String> pairs) {
      this.of = of;
      this.pairs = pairs;
    }

    @Override
    public Reply start(ShimRequest start) throws Broken {
      Reply reply = of.start(start);
      shown = reply.state();
      record = Map.of();
      nowPs = 0;
      return reply;
    }

    @Override
    public Reply ask(ShimRequest request) throws Broken {
      pairs.add(pair(shown, request, nowPs, record));
      record = record(request, record);
      nowPs = request.untilPs();
      Reply reply = of.ask(request);
      shown = reply.isGood() ? reply.state() : shown;
      return reply;
    }
  }

  private static LegalDevice prompt(World world) {
    return LegalDevice.prompt(world.player().start(world.tour().given()));
  }

  /** Explores a world by lot, and expects no request in no state that the tour does not have. */
  @ParameterizedTest
  @MethodSource("worlds")
  void noWayLeadsToARequestThatTheTourDoesNotMake(World world) throws Broken {
    Set<String> made = new HashSet<>();
    for (Case walk : world.walks()) {
      Result result = walk.play(new Noted(prompt(world), made), world.declares(0));
      assertThat(result.sentence()).as("the outcome of %s", walk.name()).isEmpty();
    }
    Random lot = new Random(7);
    Map<String, Integer> missing = new HashMap<>();
    Map<String, LogValue> given = world.tour().given();
    Observer observer = null;
    LegalDevice device = prompt(world);
    Map<String, LogValue> shown = Map.of();
    Map<String, LogValue> record = Map.of();
    long nowPs = 0;
    for (int step = 0; step < RANDOM_STEPS; step++) {
      if (step % 200 == 0) {
        ShimRequest start = ShimRequest.start(world.player().role().name(), "c-1", given);
        shown = device.start(start).state();
        observer =
            new Observer(
                List.of(world.player().start(given)),
                world.player().role().refusable(),
                world.player().role().variables().keySet(),
                ObserverTest.within(0),
                Map.of());
        record = Map.of();
        nowPs = 0;
      }
      List<ShimRequest> all = world.player().play().requests(observer.state(), nowPs, given);
      ShimRequest request = all.get(lot.nextInt(all.size()));
      String pair = pair(shown, request, nowPs, record);
      if (!made.contains(pair)) {
        missing.merge(pair, 1, Integer::sum);
      }
      record = record(request, record);
      Reply reply = device.ask(request);
      assertThat(observer.observe(request, reply)).as("step %d by lot", step).isEmpty();
      shown = reply.isGood() ? reply.state() : shown;
      nowPs = request.untilPs();
    }
    assertThat(missing.keySet().stream().limit(3))
        .as("requests in states that the tour lacks")
        .isEmpty();
  }

  static Stream<Player> players() {
    return Players.all().stream().filter(player -> !player.tours().isEmpty());
  }

  /** Takes each event on tours, and refuses each that must be refused in some states. */
  @ParameterizedTest
  @MethodSource("players")
  void toursHaveEachEventOfTheirRole(Player player) {
    Set<String> taken = new TreeSet<>();
    Set<String> refused = new TreeSet<>();
    for (Case walk : walks(player)) {
      World world = new World(player, walk.configuration());
      for (Exchange each : walk.play(prompt(world), world.declares(0)).exchanges()) {
        (each.reply().isGood() ? taken : refused).add(each.request().action());
      }
    }
    taken.remove(""); // time passes
    assertThat(taken)
        .as("events that are taken")
        .containsExactlyInAnyOrderElementsOf(
            player.role().events().stream().map(Role.Event::action).toList());
    assertThat(refused)
        .as("events that are refused")
        .containsExactlyInAnyOrderElementsOf(player.role().refusable());
  }

  /** Has implementations make each choice by lot, where times of different steps often meet. */
  @ParameterizedTest
  @MethodSource("worlds")
  void noLegalChoiceFails(World world) throws Broken {
    for (Case walk : Whole.drawn(world.walks(), WALKS)) {
      for (long latency : new long[] {0, 1, 3, Device.NEVER_PS}) {
        Result result =
            walk.play(
                new LegalDevice(world.player().start(walk.given()), true, latency, walk.seed()),
                world.declares(latency));
        assertThat(result.verdict() + " " + result.sentence())
            .as("%s with a latency of %d ps", walk.name(), latency)
            .isEqualTo("PASS ");
      }
    }
  }

  /** Answers one request in one of the states as if it were refused, or taken. */
  private static final class WrongOnce implements Talk {
    private final Noted noted;
    private final String pair;

    WrongOnce(Noted noted, String pair) {
      this.noted = noted;
      this.pair = pair;
    }

    @Override
    public Reply start(ShimRequest start) throws Broken {
      return noted.start(start);
    }

    @Override
    public Reply ask(ShimRequest request) throws Broken {
      boolean isWrong = pair(noted.shown, request, noted.nowPs, noted.record).equals(pair);
      Reply right = noted.ask(request);
      return !isWrong || right.isGood()
          ? right
          : new Reply(
              Map.of(
                  "st", new LogValue.Fields(noted.shown), "sends", new LogValue.Items(List.of())),
              Optional.empty());
    }
  }

  /** Takes one event that must be refused, in one state alone. */
  @Test
  void aRefusalThatOneStateLacksIsFound() throws Broken {
    World world = new World(Players.of("credit-spender").orElseThrow(), "tour-uet");
    Set<String> refused = new HashSet<>();
    for (Case walk : world.walks()) {
      Result result = walk.play(prompt(world), world.declares(0));
      Noted again = new Noted(prompt(world), new HashSet<>());
      again.start(result.exchanges().get(0).request());
      for (ShimRequest request : result.requests()) {
        String pair = pair(again.shown, request, again.nowPs, again.record);
        if (!again.ask(request).isGood()) {
          refused.add(pair);
        }
      }
    }
    assertThat(refused).as("states and requests that are refused in them").hasSizeGreaterThan(300);
    for (String pair : Whole.drawn(refused.stream().sorted().toList(), 12)) {
      Set<CaseVerdict> verdicts = new HashSet<>();
      for (Case walk : world.walks()) {
        Noted noted = new Noted(prompt(world), new HashSet<>());
        verdicts.add(walk.play(new WrongOnce(noted, pair), world.declares(0)).verdict());
      }
      assertThat(verdicts).as("taken: %s", pair).contains(CaseVerdict.ACCEPTED_FORBIDDEN);
    }
  }
}
