package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of the kind that implementations of pause have had, planted in the source of its kernels:
 * each is found by the replay of one of the models.
 */
class PlantedInPfcTest {
  private static final String SENDER = "cc/pfc/PauseSender.java";
  private static final String RECEIVER = "cc/pfc/PauseReceiver.java";
  private static final String PARAMS = "cc/pfc/PauseParams.java";

  private static final List<Fault> FAULTS =
      List.of(
          fault(
              "a pause never runs out",
              "trace_gap",
              RECEIVER,
              "left = Math.max(0, left - time);",
              "left = Math.max(0, left);"),
          fault(
              "a pause counts from when it is heeded",
              "trace_response",
              RECEIVER,
              "left = Math.max(0, time - age);",
              "left = time;"),
          fault(
              "an XON is not heeded",
              "trace",
              RECEIVER,
              "left = Math.max(0, time - age);",
              "left = time == 0 ? left : Math.max(0, time - age);"),
          fault("a paused port sends on", "trace", RECEIVER, "if (left > 0) {", "if (left < 0) {"),
          fault(
              "the lane is paused as it meets its threshold",
              "trace_gap",
              SENDER,
              "!pausing && with > threshold",
              "!pausing && with >= threshold"),
          fault(
              "the lane is paused with the next frame",
              "trace_gap",
              SENDER,
              "!pausing && with > threshold",
              "!pausing && held > threshold"),
          fault(
              "the headroom begins behind the frame that came",
              "trace_gap",
              SENDER,
              "limit = Math.max(held, threshold);",
              "limit = with;"),
          fault(
              "the headroom begins at a threshold that has fallen",
              "trace_moves",
              SENDER,
              "limit = Math.max(held, threshold);",
              "limit = threshold;"),
          fault(
              "there is no headroom",
              "trace",
              SENDER,
              "boolean fits = !pausing || with <= limit + params.headroom();",
              "boolean fits = !pausing || with <= limit;"),
          fault(
              "the last unit of the headroom is not used",
              "trace",
              SENDER,
              "boolean fits = !pausing || with <= limit + params.headroom();",
              "boolean fits = !pausing || with < limit + params.headroom();"),
          fault(
              "what is dropped counts",
              "trace_gap",
              SENDER,
              "held = fits ? with : held;",
              "held = with;"),
          fault(
              "no gap is kept",
              "smoke_thresholds",
              SENDER,
              "held + params.gap() <= threshold",
              "held <= threshold"),
          fault(
              "the limit outlives the pause",
              "trace_gap",
              SENDER,
              "      pausing = false;\n      limit = 0;\n",
              "      pausing = false;\n"),
          fault(
              "an XON is owed to nobody",
              "trace",
              SENDER,
              "      limit = 0;\n      owed = true;\n",
              "      limit = 0;\n"),
          fault(
              "a pause frame says what held when it was asked for",
              "trace",
              SENDER,
              "long time = pausing ? params.pause() : 0;",
              "long time = params.pause();"),
          fault(
              "a pause is as long as a refresh",
              "trace",
              SENDER,
              "long time = pausing ? params.pause() : 0;",
              "long time = pausing ? params.refreshAfter() : 0;"),
          fault(
              "no refresh is appointed",
              "trace",
              SENDER,
              "untilRefresh = pausing ? params.refreshAfter() : 0;",
              "untilRefresh = 0;"),
          fault(
              "a refresh is appointed behind an XON",
              "trace",
              SENDER,
              "untilRefresh = pausing ? params.refreshAfter() : 0;",
              "untilRefresh = params.refreshAfter();"),
          fault(
              "what has ended is refreshed",
              "trace",
              SENDER,
              "return pausing && !owed && untilRefresh == 0;",
              "return !owed && untilRefresh == 0;"),
          fault(
              "it is refreshed at any time",
              "trace",
              SENDER,
              "return pausing && !owed && untilRefresh == 0;",
              "return pausing && !owed;"),
          fault(
              "a pause frame is owed for ever",
              "trace",
              SENDER,
              "    owed = false;\n    long time",
              "    long time"),
          fault(
              "the time until a refresh stands still",
              "trace",
              SENDER,
              "untilRefresh = Math.max(0, untilRefresh - time);",
              "untilRefresh = Math.max(0, untilRefresh);"),
          fault(
              "a frame takes its size of the buffer",
              "trace_cells",
              PARAMS,
              "return (size + cell - 1) / cell * cell;",
              "return size;"),
          fault(
              "a frame that fills its cells takes another one",
              "smoke",
              PARAMS,
              "return (size + cell - 1) / cell * cell;",
              "return (size + cell) / cell * cell;"),
          fault(
              "a pause is not shortened by one that asks for less",
              "chaos_port",
              RECEIVER,
              "left = Math.max(0, time - age);",
              "left = time == 0 ? 0 : Math.max(left, time - age);"),
          fault(
              "a pause of the least time is no pause",
              "chaos_port",
              RECEIVER,
              "left = Math.max(0, time - age);",
              "left = time == 1 ? left : Math.max(0, time - age);"),
          fault(
              "a pause that has run out by the time it is heeded is taken for none",
              "chaos_port",
              RECEIVER,
              "left = Math.max(0, time - age);",
              "left = time > 0 && time <= age ? left : Math.max(0, time - age);"),
          fault(
              "whoever has been told to pause is trusted with the headroom",
              "chaos_buffer",
              SENDER,
              "boolean fits = !pausing ||",
              "boolean fits = !pausing || !owed ||"),
          fault(
              "a frame that comes in a pause is kept, and not counted",
              "chaos_buffer",
              SENDER,
              "held = fits ? with : held;",
              "held = fits && (starts || !pausing || !owed) ? with : held;"),
          fault(
              "a lane that is flooded asks for a pause each time",
              "chaos_buffer",
              SENDER,
              "boolean starts = !pausing && with > threshold;",
              "boolean starts = with > threshold;"),
          watchdog(
              "a storm is found one poll late",
              "trace",
              "!storming && polls == detectPolls",
              "!storming && polls > detectPolls"),
          watchdog(
              "polls that find the class stuck need not follow each other",
              "trace",
              "polls = counts ? polls + 1 : 0;",
              "polls = counts ? polls + 1 : polls;"),
          watchdog(
              "a storm is over as soon as the class is not stuck",
              "trace_forward",
              "storming ? quiet : stuck",
              "storming ? !stuck : stuck"),
          watchdog(
              "the count of one storm goes on in the next",
              "trace_forward",
              "storming = finds;\n      polls = 0;",
              "storming = finds;"),
          watchdog(
              "a class is stuck though it went on between two polls",
              "trace",
              "unbroken = false;",
              "unbroken = unbroken;"),
          watchdog("an XOFF is forgotten", "trace_forward", "came = true;", "came = false;"),
          watchdog("an XOFF is kept in mind", "trace_forward", "    came = false;\n", ""),
          watchdog(
              "frames that have just come count as held up",
              "trace",
              "waited = waits;",
              "waited = true;"),
          watchdog(
              "a poll takes the pause's start from no poll",
              "trace",
              "unbroken = isPaused;",
              "unbroken = true;"));

  private static Fault watchdog(String says, String model, String from, String to) {
    return new Fault(says, "PauseWatchdog/" + model, "cc/pfc/PauseWatchdog.java", from, to);
  }

  private static Fault fault(String says, String model, String source, String from, String to) {
    return new Fault(says, "PfcLossless/" + model, source, from, to);
  }

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}
