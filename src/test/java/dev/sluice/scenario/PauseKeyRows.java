package dev.sluice.scenario;

import static dev.sluice.scenario.KeyRow.appears;
import static dev.sluice.scenario.KeyRow.is;
import static dev.sluice.scenario.KeyRow.of;
import static dev.sluice.scenario.KeyRow.vanishes;

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
            (before, after) -> Math.abs(after - before - 192_000) < 8 * 1_146));
  }
}
