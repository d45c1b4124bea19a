package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.in;
import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.items;

import dev.sluice.cc.pfc.PauseParams;
import dev.sluice.cc.pfc.PauseReceiver;
import dev.sluice.cc.pfc.PauseSender;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The Java side of {@code spec/rcm/PfcLossless.tla}: for each link the port that sends and the
 * buffer at its other end, and the frames and pause frames between and behind them.
 */
public final class PfcLosslessTwin implements Twin<PfcLosslessTwin.World> {
  private final Wire wire = new Wire();
  private final List<Part<World>> parts = table();
  private final int links;
  private final List<List<Integer>> flows = new ArrayList<>();
  private final int largest;
  private final PauseParams params;

  /** Whether a lane can hold any frame at all; where it cannot, all are lost. */
  private final boolean holds;

  private final boolean countsLastBit;
  private final int ownFrame;
  private final int pauseFrame;
  private final int cable;
  private final int response;
  private final Honest honest;

  /** The ends that keep to the rules; a chaos peer has them receive any message. */
  private enum Honest {
    /** There is no chaos peer. */
    ALL,
    /** The chaos peer replaces the buffers. */
    PORT,
    /** The chaos peer replaces the ports that send. */
    BUFFER,
    /** The chaos peer is a third party on the links. */
    BOTH;

    /** Returns whether messages leave the model with the next unit of time. */
    private boolean isOpen() {
      return this == PORT || this == BUFFER;
    }
  }

  /** A frame on a link, and how long until it counts. */
  private record OnLink(int flow, int size, int due) {}

  /** A pause frame, and how long until it arrives; below 0 how long ago it has. */
  private record OnWay(long time, int due) {}

  /** All links, and what is on them and behind them. */
  public final class World implements PauseSender.Sink {
    private final PauseSender[] senders = new PauseSender[links];
    private final PauseReceiver[] receivers = new PauseReceiver[links];
    private final int[] busy;
    private final int[][][] waiting = new int[links][flows.size()][];
    private final List<List<OnLink>> onLink = new ArrayList<>();
    private final List<List<OnWay>> pauses = new ArrayList<>();
    private final int[] waited;
    private boolean lost;

    /** Whose kernel is in hand, and what it said of the frame that came. */
    private int lane;

    private boolean drops;

    private World() {
      busy = new int[links];
      waited = new int[links];
      for (int l = 0; l < links; l++) {
        senders[l] = new PauseSender(params);
        receivers[l] = new PauseReceiver();
        onLink.add(new ArrayList<>());
        pauses.add(new ArrayList<>());
        for (int f = 0; f < flows.size(); f++) {
          waiting[l][f] = new int[largest];
        }
      }
    }

    private List<List<List<Integer>>> waitingNow() {
      return Arrays.stream(waiting)
          .map(
              lane ->
                  Arrays.stream(lane).map(sizes -> Arrays.stream(sizes).boxed().toList()).toList())
          .toList();
    }

    private World(World from) {
      busy = from.busy.clone();
      waited = from.waited.clone();
      lost = from.lost;
      for (int l = 0; l < links; l++) {
        senders[l] = from.senders[l].copy();
        receivers[l] = from.receivers[l].copy();
        onLink.add(new ArrayList<>(from.onLink.get(l)));
        pauses.add(new ArrayList<>(from.pauses.get(l)));
        for (int f = 0; f < flows.size(); f++) {
          waiting[l][f] = from.waiting[l][f].clone();
        }
      }
    }

    @Override
    public void owe() {
      // the model asks the lane whether it owes one
    }

    @Override
    public void drop() {
      drops = true;
    }

    @Override
    public void pause(long time) {
      OnWay leaves = new OnWay(time, pauseFrame + cable);
      pauses.get(lane).add(leaves);
      wire.sends(() -> Value.rec(Value.field("time", Value.ofExact(time))));
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public PfcLosslessTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    links = of.integer("Links");
    for (Value flow : of.items("Flows")) {
      flows.add(items(flow).stream().map(l -> integer(l) - 1).toList());
    }
    List<Integer> sizes = of.items("Sizes").stream().map(Constants::integer).sorted().toList();
    largest = sizes.get(sizes.size() - 1);
    params =
        new PauseParams(
            of.integer("Gap"),
            of.integer("Headroom"),
            of.integer("Cell"),
            of.integer("Pause"),
            of.integer("RefreshAfter"));
    int cell = of.integer("Cell");
    int threshold =
        of.items("Thresholds").stream().mapToInt(Constants::integer).max().orElseThrow();
    holds = (sizes.get(0) + cell - 1) / cell * cell <= threshold + of.integer("Headroom");
    countsLastBit = of.string("Counts").equals("LAST_BIT");
    ownFrame = of.integer("OwnFrame");
    pauseFrame = of.integer("PauseFrame");
    cable = of.integer("Cable");
    response = of.integer("Response");
    boolean isChaos = of.has("Honest");
    honest = isChaos ? Honest.valueOf(of.string("Honest")) : Honest.ALL;
  }

  @Override
  public Wire wire() {
    return wire;
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    Action inject = Action.of(PfcLosslessTwin.class, "Inject", "m");
    Action elapse = Action.of(PauseSender.class, "Elapse");
    List<Action> ofPort = List.of(Action.of(PauseReceiver.class, "Begin", "f", "size"));
    List<Action> ofBuffer =
        List.of(
            Action.of(PauseSender.class, "Release", "l", "f", "size", "t"),
            Action.of(PauseSender.class, "SendPause", "l"),
            Action.of(PauseSender.class, "Refresh", "l"));
    List<Action> ofLink =
        List.of(
            Action.of(PauseReceiver.class, "ReceivePause", "l"),
            Action.of(PauseSender.class, "Admit", "l", "t"));
    return Stream.of(
            honest == Honest.BUFFER ? List.<Action>of() : ofPort,
            honest == Honest.PORT ? List.<Action>of() : ofBuffer,
            honest.isOpen() ? List.<Action>of() : ofLink,
            honest == Honest.ALL ? List.<Action>of() : List.of(inject),
            List.of(elapse))
        .flatMap(List::stream)
        .filter(action -> holds || !action.name().equals("Release"))
        .toList();
  }

  @Override
  public World initial() {
    return new World();
  }

  @Override
  public World copy(World world) {
    return new World(world);
  }

  @Override
  public String broken(World world) {
    for (int l = 0; l < links; l++) {
      String sender = world.senders[l].broken();
      String receiver = world.receivers[l].broken();
      if (sender != null || receiver != null) {
        return "lane " + (l + 1) + ": " + (sender == null ? receiver : sender);
      }
    }
    return null;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    if (action.equals("Inject")) {
      return inject(arguments.get(0));
    }
    int[] of = arguments.stream().mapToInt(Constants::integer).toArray();
    return switch (action) {
      case "Begin" -> world -> begin(world, flows.get(of[0] - 1).get(0), of[0] - 1, of[1]);
      case "ReceivePause" -> world -> receivePause(world, of[0] - 1);
      case "Admit" -> world -> admit(world, of[0] - 1, of[1]);
      case "Release" -> world -> release(world, of[0] - 1, of[1] - 1, of[2], of[3]);
      case "SendPause" -> world -> sendPause(world, of[0] - 1);
      case "Refresh" -> world -> refresh(world, of[0] - 1);
      case "Elapse" -> this::elapse;
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private Attempt begin(World world, int link, int flow, int size) {
    if (world.busy[link] > 0) {
      return Attempt.ABSENT;
    }
    Attempt begun = Attempt.of(world.receivers[link].begin());
    if (begun.isTaken()) {
      world.busy[link] = size;
      world.onLink.get(link).add(new OnLink(flow, size, countsLastBit ? cable + size : cable));
    }
    return begun;
  }

  private Attempt receivePause(World world, int l) {
    List<OnWay> pauses = world.pauses.get(l);
    if (pauses.isEmpty() || pauses.get(0).due > 0) {
      return Attempt.ABSENT;
    }
    return takePause(world, l, pauses.remove(0));
  }

  private Attempt takePause(World world, int l, OnWay came) {
    wire.takes(() -> Value.rec(Value.field("time", Value.ofExact(came.time))));
    return Attempt.of(world.receivers[l].receivePause(came.time, -came.due));
  }

  private Attempt admit(World world, int l, int threshold) {
    List<OnLink> onLink = world.onLink.get(l);
    if (onLink.isEmpty() || onLink.get(0).due > 0) {
      return Attempt.ABSENT;
    }
    return takeFrame(world, l, onLink.remove(0), threshold);
  }

  private Attempt takeFrame(World world, int l, OnLink came, int threshold) {
    world.lane = l;
    world.drops = false;
    Attempt admitted = Attempt.of(world.senders[l].admit(came.size, threshold, world));
    world.lost |= world.drops;
    world.waiting[l][came.flow][came.size - 1] += world.drops ? 0 : 1;
    return admitted;
  }

  /** Returns the step in which a port or a buffer receives a message of the chaos peer. */
  @Requirement({"PFC-3", "PFC-6"})
  private Step<World> inject(Value message) {
    int l = integer(in(message, "lane")) - 1;
    if (((Value.Rec) message).get("time") != null) {
      OnWay pause = new OnWay(integer(in(message, "time")), integer(in(message, "due")));
      return world -> takePause(world, l, pause);
    }
    int flow = integer(in(message, "flow")) - 1;
    int threshold = integer(in(message, "threshold"));
    OnLink frame = new OnLink(flow, integer(in(message, "size")), 0);
    return world -> takeFrame(world, l, frame, threshold);
  }

  private Attempt release(World world, int l, int flow, int size, int threshold) {
    if (world.waiting[l][flow][size - 1] == 0) {
      return Attempt.ABSENT;
    }
    int at = flows.get(flow).indexOf(l);
    if (at + 1 < flows.get(flow).size()) {
      Attempt begun = begin(world, flows.get(flow).get(at + 1), flow, size);
      if (!begun.isTaken()) {
        return begun;
      }
    }
    world.waiting[l][flow][size - 1]--;
    world.lane = l;
    return Attempt.of(world.senders[l].release(size, threshold, world));
  }

  private Attempt sendPause(World world, int l) {
    if (world.pauses.get(l).stream().anyMatch(one -> one.due > cable)) {
      return Attempt.ABSENT;
    }
    world.lane = l;
    Attempt sent = Attempt.of(world.senders[l].sendPause(world));
    if (sent.isTaken()) {
      world.waited[l] = 0;
    }
    return sent;
  }

  private Attempt refresh(World world, int l) {
    world.lane = l;
    return Attempt.of(world.senders[l].refresh(world));
  }

  private Attempt elapse(World world) {
    for (int l = 0; l < links; l++) {
      PauseSender sender = world.senders[l];
      List<OnLink> onLink = world.onLink.get(l);
      List<OnWay> pauses = world.pauses.get(l);
      if (sender.isOwed() && world.waited[l] == ownFrame
          || !honest.isOpen() && !onLink.isEmpty() && onLink.get(0).due == 0
          || !honest.isOpen() && !pauses.isEmpty() && pauses.get(0).due == -response) {
        return Attempt.ABSENT;
      }
      if (sender.untilRefresh() == 0) {
        return Attempt.of(sender.elapse(1)); // refuses, before anything has changed
      }
    }
    if (honest.isOpen()) {
      world.onLink.forEach(List::clear);
      world.pauses.forEach(List::clear);
    }
    for (int l = 0; l < links; l++) {
      world.senders[l].elapse(1);
      world.receivers[l].elapse(1);
      world.busy[l] = Math.max(0, world.busy[l] - 1);
      world.onLink.get(l).replaceAll(one -> new OnLink(one.flow, one.size, one.due - 1));
      world.pauses.get(l).replaceAll(one -> new OnWay(one.time, one.due - 1));
      world.waited[l] = world.senders[l].isOwed() ? world.waited[l] + 1 : 0;
    }
    return Attempt.TAKEN;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    List<Part<World>> table = new ArrayList<>();
    table.addAll(ofEach(PauseSender.FACE, world -> world.senders));
    table.addAll(ofEach(PauseReceiver.FACE, world -> world.receivers));
    table.add(numbers("busy", world -> world.busy));
    table.add(Part.of("waiting", World::waitingNow, PfcLosslessTwin::ofWaiting));
    table.add(
        Part.of(
            "onLink",
            world -> world.onLink.stream().map(List::copyOf).toList(),
            lanes -> seq(lanes, frames -> seq(frames, PfcLosslessTwin::ofFrame))));
    table.add(
        Part.of(
            "pauses",
            world -> world.pauses.stream().map(List::copyOf).toList(),
            lanes -> seq(lanes, pauses -> seq(pauses, PfcLosslessTwin::ofPause))));
    table.add(numbers("waited", world -> world.waited));
    table.add(Part.of("lost", world -> world.lost, Value::of));
    return table;
  }

  /** What each variable of a face is in each lane. */
  private static <K> List<Part<World>> ofEach(Face<K> face, Function<World, K[]> kernels) {
    List<Part<World>> parts = new ArrayList<>();
    for (Variable<K> variable : face.shown()) {
      parts.add(
          Part.of(
              variable.name(),
              world ->
                  Arrays.stream(kernels.apply(world))
                      .map(kernel -> variable.reader().of(kernel, 0))
                      .toList(),
              numbers -> seq(numbers, number -> Numbers.value(variable, number))));
    }
    return parts;
  }

  private static Part<World> numbers(String name, Function<World, int[]> of) {
    return Part.of(
        name, world -> Arrays.stream(of.apply(world)).boxed().toList(), all -> seq(all, Value::of));
  }

  private static <T> Value seq(List<T> items, Function<T, Value> each) {
    return Value.seq(items.stream().map(each).toList());
  }

  private static Value ofWaiting(List<List<List<Integer>>> lanes) {
    return seq(lanes, flows -> seq(flows, sizes -> seq(sizes, Value::of)));
  }

  private static Value ofFrame(OnLink one) {
    return Value.rec(
        Value.field("flow", Value.of(one.flow + 1)),
        Value.field("size", Value.of(one.size)),
        Value.field("due", Value.of(one.due)));
  }

  private static Value ofPause(OnWay one) {
    return Value.rec(
        Value.field("time", Value.ofExact(one.time)), Value.field("due", Value.of(one.due)));
  }
}
