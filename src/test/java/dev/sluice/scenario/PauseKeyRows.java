package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.MORE;
import static dev.sluice.scenario.KeyRow.appears;
import static dev.sluice.scenario.KeyRow.by;
import static dev.sluice.scenario.KeyRow.goes;
import static dev.sluice.scenario.KeyRow.is;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.vanishes;

import dev.sluice.fabric.DropReason;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The keys of priority flow control: four senders into one link of 100 Gb/s, 5 m long.
 *
 * <p>Both ways of the link and its switch carry what they hold of 50 ns, 300 ns and twice 150 ns: a
 * frame of 1,146 B so needs a headroom of 1,146 + 84 + 8,125 + 25,216 + 1,146 B.
 */
final class PauseKeyRows {
  /** Where nothing is paused, and 800 KB wait at most. */
  private static final String SMALL =
      """
      [topology]
      kind = "star"
      hosts = 5
      [queues]
      ecn-min = "off"
      buffer = "800KB"
      shared-buffer = "3MB"
      [roce]
      mtu = 1024
      [[workload]]
      kind = "incast"
      transport = "roce"
      senders = 4
      size = "500KB"
      """;

  static final String PAUSED =
      SMALL.replace("buffer = \"800KB\"\n", "") + "[pause]\nlossless = \"data\"\n";
  private static final String SHARE = PAUSED + "threshold = \"dynamic\"\n";

  /** A host that storms, and a flow to it. */
  private static final String STORM =
      """
      until = "2ms"
      [topology]
      kind = "star"
      hosts = 2
      [pause]
      lossless = "data"
      [[flow]]
      transport = "roce"
      from = 0
      to = 1
      [[fault]]
      link = "host-1>switch-0"
      storm = true
      """;

  static final String WATCHED =
      STORM.replace("lossless = \"data\"", "lossless = \"data\"\nwatchdog = \"100us\"");

  private static final ToLongFunction<Seen> DROPS = s -> s.figures.frames().dropped();
  private static final ToLongFunction<Seen> QUEUE = s -> s.figures.peakQueueBytes();
  private static final ToLongFunction<Seen> XOFFS = s -> s.figures.value(Metric.XOFFS);
  private static final ToLongFunction<Seen> REPEATED =
      s -> s.figures.value(Metric.XOFFS) - s.figures.value(Metric.XONS);

  private PauseKeyRows() {}

  static List<KeyRow> all() {
    return List.of(
        of("pause.lossless", "data", SMALL, "nothing is dropped", DROPS, vanishes()),
        of(
            "pause.lossless=all",
            "all",
            SMALL,
            "ports are told to pause",
            s -> s.figures.pauses().size(),
            is(4)),
        of(
            "pause.frames=802.3x",
            "802.3x",
            PAUSED.replace("\"data\"", "\"all\""),
            "frames of the other kind",
            s -> PauseCapture.ofWholeLinks(s.scenario),
            appears()),
        of(
            "pause.threshold",
            "20KB",
            PAUSED,
            "each of four lanes holds 80,000 B less",
            QUEUE,
            (before, after) -> Math.abs(before - after - 320_000) < 8 * 1_146),
        of(
            "pause.threshold=dynamic",
            "dynamic",
            PAUSED,
            "more is free than 100 KB for each",
            QUEUE,
            (before, after) -> after > before + 100_000),
        of(
            "pause.beta",
            "1",
            SHARE,
            "an eighth of what is free",
            QUEUE,
            (before, after) -> after < before - 100_000),
        of(
            "pause.gap",
            "60KB",
            PAUSED,
            "a pause is longer, and there are fewer",
            XOFFS,
            (before, after) -> 3 * after <= 2 * before),
        of("pause.headroom", "5KB", PAUSED, "what is under way finds no room", DROPS, appears()),
        of(
            "pause.quanta",
            "500",
            PAUSED + "gap = \"60KB\"\n",
            "it is told again before 2.56 us are over",
            REPEATED,
            appears()),
        of(
            "pause.response",
            "1394",
            PAUSED,
            "a thousand quanta, 64,000 B more in each of four lanes, while as much leaves",
            QUEUE,
            (before, after) -> Math.abs(after - before - 192_000) < 8 * 1_146),
        of(
            "pause.watchdog",
            "100us",
            STORM,
            "frames that the storm holds up are dropped",
            s -> s.figures.drops().getOrDefault(DropReason.WATCHDOG, 0L),
            appears()),
        of(
            "pause.watchdog-action=forward",
            "forward",
            WATCHED,
            "frames leave in spite of the storm",
            s -> s.figures.completed(),
            goes(0, 1)),
        of(
            "pause.watchdog-poll",
            "10us",
            WATCHED,
            "the storm is found after 100 us and one poll",
            s -> s.figures.storms().get(0).foundPs(),
            goes(150_000_000, 110_000_000)),
        of(
            "pause.watchdog-restore",
            "400us",
            WATCHED.replace("storm = true\n", "storm = true\nfor = \"1ms\"\n"),
            "the storm is over that much later",
            s -> s.figures.storms().get(0).endPs(),
            by(300_000_000)),
        of(
            "fault.storm=true",
            "true",
            PAUSED + "[[fault]]\nlink = \"host-4>switch-0\"\ncorruption = \"0.000001%\"\n",
            "the port to the host that storms is paused",
            s -> s.figures.pauses().get(0).pausedPs(),
            MORE));
  }
}
