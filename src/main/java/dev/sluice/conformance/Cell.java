package dev.sluice.conformance;

import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * States that differ only in the values of the variables with a grain: one device, and an interval
 * for each of these variables, in {@link Device#PARTS} of its unit. Without such variables it is
 * one state.
 *
 * <p>A step is taken from the corners and from the middle of the intervals, and from both sides of
 * each value at which another rule begins. Between these, each variable is assumed to be monotone
 * in each of the others, as those of the kernels are, so that its values after the step lie between
 * those after a step from the corners. Corners whose outcomes or rules differ end in different
 * cells, and each cell then extends to the border of its outcome.
 *
 * <p>A device that computes in whole units gets values in whole units: an interval then ends at
 * these, and a step widens it by the rounding of the device.
 */
final class Cell {
  /** The step in which an implementation keeps each variable, in parts, by name. */
  private final TreeMap<String, Long> grain;

  private final Device device;
  private final TreeMap<String, Range> ranges;

  /** An interval. */
  private record Range(long least, long most) {
    Range with(long value) {
      return new Range(Math.min(least, value), Math.max(most, value));
    }

    Range within(long from, long to) {
      return new Range(Math.max(least, from), Math.min(most, to));
    }
  }

  /**
   * The states after a step with one outcome.
   *
   * @param outcome that of one of the states
   * @param changes the least change of each variable with a grain that the step changes in all of
   *     the states, in parts
   */
  record After<R>(Cell cell, R outcome, Map<String, Long> changes) {}

  /**
   * A state after a step.
   *
   * @param changes how far each variable with a grain has moved
   * @param kind all that must be equal in the states of one cell
   */
  private record Ran<R>(
      Map<String, Long> from,
      Device to,
      Map<String, Long> values,
      Map<String, Long> changes,
      R outcome,
      Object kind) {}

  private Cell(TreeMap<String, Long> grain, Device device, TreeMap<String, Range> ranges) {
    this.grain = grain;
    this.device = device;
    this.ranges = ranges;
  }

  /**
   * Returns the cell of a device whose variables are known within the grain of some.
   *
   * @param grain the step in which an implementation keeps them, in the unit of each
   */
  static Cell of(Device device, Map<String, Long> grain) {
    TreeMap<String, Long> parts = new TreeMap<>();
    TreeMap<String, Range> ranges = new TreeMap<>();
    grain.forEach(
        (name, unit) -> {
          if (device.shown(0).get(name) instanceof LogValue.Num value) {
            long step = Math.multiplyExact(unit, Device.PARTS);
            parts.put(name, step);
            ranges.put(name, new Range(value.value() - step, value.value() + step));
          }
        });
    return new Cell(parts, device, ranges);
  }

  /** Returns one of the states. It is not to be changed. */
  Device device() {
    return device;
  }

  /** Returns the variables of one of the states, each in its unit. */
  Map<String, LogValue> shown(long nowPs) {
    Map<String, LogValue> shown = new TreeMap<>(device.shown(nowPs));
    for (String name : grain.keySet()) {
      shown.put(name, LogValue.of(Math.floorDiv(number(shown, name), Device.PARTS)));
    }
    return shown;
  }

  private static long number(Map<String, LogValue> shown, String name) {
    return ((LogValue.Num) shown.get(name)).value();
  }

  // ---------------------------------------------------------------- steps

  /**
   * Takes an event in each of the states, which stay. Outcomes are the reasons why it is refused,
   * or null.
   */
  List<After<String>> event(ShimRequest event) {
    long nowPs = event.untilPs();
    Function<Device, String> rest =
        device -> device.event(nowPs, event.action(), event.arguments(), event.message());
    Function<String, String> kind = why -> why == null ? "taken" : "refused";
    if (grain.isEmpty()) {
      return after(nowPs, rest, kind);
    }
    Device.Step first =
        new Device.Step(
            event.action(),
            device -> device.begin(nowPs, event.action(), event.arguments(), event.message()));
    List<After<String>> all = new ArrayList<>();
    for (After<Boolean> begun : after(nowPs, first.taking(), took -> "")) {
      for (After<String> done : begun.cell().after(nowPs, rest, kind)) {
        Map<String, Long> changes = new TreeMap<>(done.changes());
        begun.changes().forEach((name, parts) -> changes.merge(name, parts, Long::sum));
        all.add(new After<>(done.cell(), done.outcome(), changes));
      }
    }
    return all;
  }

  /**
   * Takes a step in each of the states, which stay.
   *
   * @param kind tells outcomes apart that must not share a cell
   */
  <R> List<After<R>> after(long nowPs, Function<Device, R> step, Function<R, String> kind) {
    List<Ran<R>> ends = new ArrayList<>();
    points().forEach(point -> ends.add(run(point, nowPs, step, kind)));
    Map<Object, List<Ran<R>>> groups = new LinkedHashMap<>();
    Consumer<Ran<R>> found =
        ran -> groups.computeIfAbsent(ran.kind(), fresh -> new ArrayList<>()).add(ran);
    ends.forEach(found);
    if (groups.size() > 1) {
      for (int at = 0; at < ends.size(); at++) {
        Ran<R> one = ends.get(at);
        for (Ran<R> other : ends.subList(0, at)) {
          if (isNear(one, other)) {
            between(one, other, point -> run(point, nowPs, step, kind), found);
          }
        }
      }
    }
    return groups.values().stream().map(group -> closed(group, groups.size() > 1)).toList();
  }

  private <R> Ran<R> run(
      Map<String, Long> point, long nowPs, Function<Device, R> step, Function<R, String> kind) {
    Device to = at(point);
    if (grain.isEmpty()) {
      R outcome = step.apply(to);
      return new Ran<>(point, to, Map.of(), Map.of(), outcome, kind.apply(outcome));
    }
    Map<String, Long> before = values(to.shown(nowPs));
    R outcome = step.apply(to);
    Map<String, LogValue> shown = to.shown(nowPs);
    Map<String, Long> after = values(shown);
    Map<String, Long> changes = new TreeMap<>();
    after.forEach((name, value) -> changes.put(name, Math.abs(value - before.get(name))));
    return new Ran<>(
        point,
        to,
        after,
        changes,
        outcome,
        List.of(kind.apply(outcome), rest(to, shown, nowPs), rules(point)));
  }

  /** Returns which of the values at which another rule begins a state has reached. */
  private List<Boolean> rules(Map<String, Long> point) {
    List<Boolean> reached = new ArrayList<>();
    device
        .borders()
        .forEach((name, values) -> values.forEach(value -> reached.add(point.get(name) >= value)));
    return reached;
  }

  /** Returns a new device in one of the states. */
  private Device at(Map<String, Long> point) {
    return point.isEmpty() ? device.copy() : device.with(point);
  }

  private Map<String, Long> values(Map<String, LogValue> shown) {
    Map<String, Long> values = new TreeMap<>();
    grain.keySet().forEach(name -> values.put(name, number(shown, name)));
    return values;
  }

  /** Returns all that tells two states apart beside the variables with a grain. */
  private Object rest(Device of, Map<String, LogValue> shown, long nowPs) {
    Map<String, LogValue> exact = new HashMap<>(shown);
    exact.keySet().removeAll(grain.keySet());
    return List.of(exact, of.timerPs(), of.due(), of.hidden(nowPs));
  }

  /** Returns the corners of the intervals, also at the borders of rules, and their middle. */
  private List<Map<String, Long>> points() {
    Set<Map<String, Long>> all = new LinkedHashSet<>();
    all.add(Map.of());
    for (Map.Entry<String, Range> each : ranges.entrySet()) {
      Set<Map<String, Long>> more = new LinkedHashSet<>();
      for (Map<String, Long> point : all) {
        for (long value : corners(each.getKey(), each.getValue())) {
          Map<String, Long> next = new TreeMap<>(point);
          next.put(each.getKey(), value);
          more.add(next);
        }
      }
      all = more;
    }
    if (!ranges.isEmpty()) {
      Map<String, Long> middle = new TreeMap<>();
      ranges.forEach((name, in) -> middle.put(name, in.least() + (in.most() - in.least()) / 2));
      all.add(middle);
    }
    return List.copyOf(all);
  }

  private Set<Long> corners(String name, Range in) {
    Set<Long> corners = new LinkedHashSet<>(List.of(in.least(), in.most()));
    for (long border : device.borders().getOrDefault(name, Set.of())) {
      if (border > in.least() && border <= in.most()) {
        corners.add(border - 1);
        corners.add(border);
      }
    }
    return corners;
  }

  /** Returns whether two points differ in one variable, or one of them is the middle. */
  private static boolean isNear(Ran<?> one, Ran<?> other) {
    long differing =
        one.from().entrySet().stream()
            .filter(each -> !each.getValue().equals(other.from().get(each.getKey())))
            .count();
    return differing == 1 || differing == one.from().size();
  }

  /** Finds the last state of each outcome on the way between two states. */
  private <R> void between(
      Ran<R> one, Ran<R> other, Function<Map<String, Long>, Ran<R>> run, Consumer<Ran<R>> found) {
    if (one.kind().equals(other.kind())) {
      return;
    }
    long whole = wholeParts();
    Map<String, Long> middle = new TreeMap<>();
    one.from()
        .forEach(
            (name, from) ->
                middle.put(name, from + (other.from().get(name) - from) / 2 / whole * whole));
    if (!middle.equals(one.from())) {
      Ran<R> ran = run.apply(middle);
      found.accept(ran);
      between(one, ran, run, found);
      between(ran, other, run, found);
    }
  }

  /** Returns the parts in which the device tells values apart. */
  private long wholeParts() {
    return device.roundingUnits() == 0 ? 1 : Device.PARTS;
  }

  /**
   * Returns the cell of the states of a group. A variable that changes or is computed may be off by
   * its grain, and by the rounding of the device. Another one keeps its interval, which may reach
   * beyond the range of the variable, since an implementation rounds.
   *
   * @param isPart whether other states have another outcome; the border between the outcomes may
   *     then lie beyond the last part, or the last unit
   */
  private <R> After<R> closed(List<Ran<R>> group, boolean isPart) {
    Ran<R> one = group.get(0);
    long rounding = device.roundingUnits() * Device.PARTS;
    long whole = wholeParts();
    Map<String, Long> changes = new TreeMap<>();
    TreeMap<String, Range> next = new TreeMap<>();
    grain.forEach(
        (name, step) -> {
          Range values = null;
          Range moves = null;
          for (Ran<R> each : group) {
            long move = each.changes().get(name);
            long value = (move == 0 ? each.from() : each.values()).get(name);
            values = values == null ? new Range(value, value) : values.with(value);
            moves = moves == null ? new Range(move, move) : moves.with(move);
          }
          boolean stays = moves.most() == 0 && !one.to().computed().contains(name);
          long slack = (isPart ? whole : 0) + (stays ? 0 : step + rounding);
          Range wide =
              new Range(
                  Math.floorDiv(values.least() - slack, whole) * whole,
                  -Math.floorDiv(-values.most() - slack, whole) * whole);
          next.put(name, stays ? ranges.get(name).within(wide.least(), wide.most()) : wide);
          if (moves.least() > 0) {
            changes.put(name, moves.least());
          }
        });
    return new After<>(new Cell(grain, one.to(), next), one.outcome(), changes);
  }

  // ---------------------------------------------------------------- times

  /** Returns how long ago the last packet was sent, in picoseconds; 0 if the role does not tell. */
  long sinceSentPs(long nowPs) {
    return device.shown(nowPs).get(Device.SINCE_SENT) instanceof LogValue.Num since
        ? since.value()
        : 0;
  }

  /** Returns the time from which a packet of the backlog may leave in all of the states. */
  long latestPs(long nowPs) {
    return points().stream().mapToLong(point -> at(point).notBeforePs(nowPs)).max().orElseThrow();
  }

  // ---------------------------------------------------------------- variables

  /**
   * A variable with a value that it has in none of the states.
   *
   * @param sentence the difference
   * @param expected the values that it should have
   */
  record Differing(String sentence, String expected) {
    static Differing of(String name, LogValue value, String expected) {
      return new Differing(
          "%s is %s and should be %s".formatted(name, ShownValues.of(value), expected), expected);
    }
  }

  /** Returns the variables that have a value in none of the states. */
  Map<String, Differing> differing(Map<String, LogValue> told, long nowPs) {
    Map<String, LogValue> is = device.shown(nowPs);
    Map<String, Differing> differing = new TreeMap<>();
    told.forEach(
        (name, value) -> {
          if (ranges.containsKey(name)) {
            long least = least(name);
            long most = most(name);
            if (!(value instanceof LogValue.Num number)
                || number.value() < least
                || number.value() > most) {
              differing.put(name, Differing.of(name, value, "from " + least + " to " + most));
            }
          } else if (is.containsKey(name)) {
            LogValue expected = is.get(name);
            boolean isSet =
                device.sets().contains(name)
                    && value instanceof LogValue.Items
                    && expected instanceof LogValue.Items;
            if (isSet) {
              String parts =
                  differing(((LogValue.Items) value).items(), ((LogValue.Items) expected).items());
              if (!parts.isEmpty()) {
                differing.put(name, new Differing(name + " " + parts, ShownValues.of(expected)));
              }
            } else if (!value.equals(expected) && !goesOn(name, value, expected, nowPs)) {
              differing.put(name, Differing.of(name, value, ShownValues.of(expected)));
            }
          }
        });
    return differing;
  }

  /** Returns whether a variable is an age that stands still in the states, and has gone on. */
  private boolean goesOn(String name, LogValue value, LogValue expected, long nowPs) {
    return device.ages().contains(name)
        && value instanceof LogValue.Num more
        && expected instanceof LogValue.Num age
        && more.value() > age.value()
        && expected.equals(device.shown(nowPs + 1).get(name));
  }

  /** Returns the least value of a variable with a grain that a reply may show, in its unit. */
  private long least(String name) {
    return -Math.floorDiv(grain.get(name) - ranges.get(name).least(), Device.PARTS);
  }

  /** Returns the largest value of a variable with a grain that a reply may show, in its unit. */
  private long most(String name) {
    return Math.floorDiv(ranges.get(name).most() + grain.get(name), Device.PARTS);
  }

  /** Returns how the members of a set differ from those expected; empty if they do not. */
  private static String differing(List<LogValue> members, List<LogValue> expected) {
    List<LogValue> more = new ArrayList<>(members);
    expected.forEach(more::remove);
    List<LogValue> fewer = new ArrayList<>(expected);
    members.forEach(fewer::remove);
    List<String> differing = new ArrayList<>();
    more.forEach(each -> differing.add("has " + ShownValues.of(each) + " too much"));
    fewer.forEach(each -> differing.add("lacks " + ShownValues.of(each)));
    return String.join("; ", differing);
  }

  /** Returns this cell with the choices made that values of variables tell. */
  Cell settled(Map<String, LogValue> told, long nowPs) {
    Device settled = device.settled(nowPs, told);
    return settled == device ? this : new Cell(grain, settled, ranges);
  }

  /** Returns the states of this cell that may show values which do not differ from it. */
  Cell showing(Map<String, LogValue> told) {
    TreeMap<String, Range> next = new TreeMap<>(ranges);
    grain.forEach(
        (name, step) -> {
          if (told.get(name) instanceof LogValue.Num number) {
            long value = number.value() * Device.PARTS;
            next.put(name, ranges.get(name).within(value - step, value + step));
          }
        });
    return new Cell(grain, device, next);
  }

  /** Returns all that tells a cell from others at a time, except for the intervals. */
  Object key(long nowPs) {
    Map<String, Long> least = new TreeMap<>();
    grain.keySet().forEach(name -> least.put(name, Long.MIN_VALUE));
    Device at = least.isEmpty() ? device : at(least);
    return List.of(rest(at, at.shown(nowPs), nowPs), at.notBeforePs(nowPs));
  }

  /** Returns the key of a cell without a variable and without the time of the next packet. */
  Object keyWithout(String name, long nowPs) {
    Map<String, LogValue> shown = new HashMap<>(device.shown(nowPs));
    shown.remove(name);
    return rest(device, shown, nowPs);
  }

  /** Returns the states of this cell and of another one with the same key, and those between. */
  Cell and(Cell other) {
    TreeMap<String, Range> next = new TreeMap<>();
    ranges.forEach(
        (name, in) ->
            next.put(
                name, in.with(other.ranges.get(name).least()).with(other.ranges.get(name).most())));
    return new Cell(grain, device, next);
  }
}
