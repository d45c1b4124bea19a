package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Broken.Kind;
import dev.sluice.conformance.shim.Dialogue;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.house.Waiting;
import dev.sluice.house.Whole;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Talks to shims that misbehave. Each breaks its dialogue in the expected way and in time, and
 * leaves no process behind. {@code .ci/long} runs each 20 times.
 */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class HostileShimsTest {
  /** Runs of each shim. Some breaches depend on the order in which processes and threads run. */
  private static final int RUNS = Whole.IS_ASKED ? 20 : 3;

  /** Times that no busy machine exceeds. */
  private static final long LONG_MILLIS = 60_000;

  /** The time after which a shim that says nothing is ended. */
  private static final long SHORT_MILLIS = 1_000;

  /** Returns limits that are short only for the stage at which a shim says nothing. */
  private static Limits limits(Kind kind, String at) {
    boolean times = kind == Kind.TIMEOUT;
    return new Limits(
        1 << 20,
        8L << 20,
        16L << 20,
        times && at.equals("hello") ? SHORT_MILLIS : LONG_MILLIS,
        times ? SHORT_MILLIS : LONG_MILLIS,
        times ? SHORT_MILLIS : LONG_MILLIS);
  }

  private static void talk(String name, String at, Limits limits) throws Broken {
    CaseRunner.Starter starter =
        Shims.python("hostile.py", limits, Map.of("SHIM_HOSTILE", name, "SHIM_AT", at));
    try (Dialogue dialogue = starter.start()) {
      dialogue.hello("test", "0123456789abcdef");
      dialogue.start(ShimRequest.start("rcm-np", "c-1", Map.of()));
      dialogue.ask(ShimRequest.advance(1_000, false));
      dialogue.ask(ShimRequest.advance(2_000, false));
      dialogue.ask(ShimRequest.may(2_000, "CnpTimer"));
      dialogue.bye();
    }
  }

  /** Returns the processes that descend from a shim of a name, by the environment they inherit. */
  private static List<String> left(String name) throws IOException {
    List<String> left = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : all) {
        try {
          String environment = Files.readString(each.resolve("environ"));
          if (environment.contains("SHIM_HOSTILE=" + name + "\0")
              && !Files.readString(each.resolve("stat")).contains(") Z ")) {
            left.add(each.getFileName().toString());
          }
        } catch (IOException goneOrAnothers) {
          continue;
        }
      }
    }
    return left;
  }

  private static void assertNoneLeft(String name) {
    Waiting.until(() -> left(name).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "silent, hello, TIMEOUT, it has said nothing",
    "silent, start, TIMEOUT, no reply came within 1000 ms",
    "silent, event, TIMEOUT, no reply came within 1000 ms",
    "silent, bye, TIMEOUT, no reply came within 1000 ms",
    "half-a-line, event, TIMEOUT, it has begun a line",
    "no-line-feed, event, TIMEOUT, it has begun a line",
    "endless-line, event, OVERFLOW, longer than 1048576 bytes",
    "endless-lines, event, PROTOCOL, ",
    "one-byte-a-while, event, TIMEOUT, it has begun a line",
    "long-line, event, OVERFLOW, longer than 1048576 bytes",
    "bad-utf8, event, PROTOCOL, not UTF-8",
    "byte-order-mark, hello, PROTOCOL, byte-order mark",
    "nul, event, PROTOCOL, not JSON",
    "blank-line, event, PROTOCOL, it is blank",
    "banner, hello, PROTOCOL, --channel=unix",
    "banner, event, PROTOCOL, Welcome to the simulator",
    "escape-sequences, event, PROTOCOL, \\x1b[2J",
    "two-replies, event, PROTOCOL, another reply to request",
    "wrong-id, event, PROTOCOL, its id is",
    "no-id, event, PROTOCOL, the key \"id\" is missing",
    "text-id, event, PROTOCOL, \"id\" is a whole number",
    "old-id, event, PROTOCOL, another reply to request",
    "float, event, PROTOCOL, whole number",
    "exponent, event, PROTOCOL, whole number",
    "large, event, PROTOCOL, beyond 2^53 - 1",
    "huge, event, PROTOCOL, beyond 2^53 - 1",
    "nan, event, PROTOCOL, not JSON",
    "null, event, PROTOCOL, whole number",
    "duplicate-keys, event, PROTOCOL, stands here twice",
    "duplicate-variables, event, PROTOCOL, stands here twice",
    "deep, event, PROTOCOL, not JSON",
    "deep-state, event, PROTOCOL, 12 deep",
    "many-members, event, PROTOCOL, more than 4096 members",
    "long-text, event, PROTOCOL, not JSON",
    "array, event, PROTOCOL, a reply is a JSON object",
    "number, event, PROTOCOL, a reply is a JSON object",
    "two-objects, event, PROTOCOL, something follows the object",
    "cut-object, event, PROTOCOL, not JSON",
    "single-quotes, event, PROTOCOL, not JSON",
    "comment, event, PROTOCOL, not JSON",
    "unknown-key, event, PROTOCOL, has no key \"verdict\"",
    "state-is-a-list, event, PROTOCOL, \"st\" is an object",
    "sends-is-an-object, event, PROTOCOL, \"sends\" is a list",
    "departure-without-time, event, PROTOCOL, a time \"t\"",
    "departure-with-more, event, PROTOCOL, a departure has no key \"ok\"",
    "departure-in-the-future, event, PROTOCOL, departures are in order of time",
    "departure-before-time, event, PROTOCOL, departures are in order of time",
    "departures-out-of-order, event, PROTOCOL, departures are in order of time",
    "next-is-past, event, PROTOCOL, which is past",
    "next-is-a-text, event, PROTOCOL, \"next\" is a time",
    "error-without-code, event, PROTOCOL, an error has a \"code\"",
    "error-without-definite, event, PROTOCOL, \"definite\"",
    "error-and-reply, event, PROTOCOL, has other keys too",
    "error-is-a-text, event, PROTOCOL, \"error\" is an object",
    "error-with-bad-text, event, PROTOCOL, has characters that are not read",
    "silent, may, TIMEOUT, no reply came within 1000 ms",
    "answer-is-a-text, may, PROTOCOL, \"may\" is true or false",
    "answer-is-missing, may, PROTOCOL, \"may\" is true or false",
    "answer-and-departures, may, PROTOCOL, \"sends\"",
    "exit-0, hello, CRASH, exit code 0",
    "exit-0, event, CRASH, exit code 0",
    "exit-3, event, CRASH, exit code 3",
    "exit-in-a-line, event, CRASH, in the middle of a line",
    "exception, event, CRASH, exit code 1",
    "abort, event, CRASH, signal 6",
    "kill, event, CRASH, signal 9",
    "segmentation-fault, event, CRASH, signal 11",
    "stop, event, TIMEOUT, no reply came within 1000 ms",
    "close-the-channel, event, TIMEOUT, no reply came",
    "stderr-flood, event, OVERFLOW, beside it",
    "ignores-sigterm, event, TIMEOUT, no reply came",
    "child-keeps-the-channel, event, TIMEOUT, no reply came",
    "detached-then-silent, event, TIMEOUT, no reply came",
    "detached-then-exit, event, CRASH, exit code 0",
    "many-children, event, TIMEOUT, no reply came",
    "never-reads, start, TIMEOUT, no reply came",
    "says-nothing-of-protocol, hello, PROTOCOL, \"protocol\" is 1",
    "other-protocol, hello, PROTOCOL, \"protocol\" is 1",
    "other-nonce, hello, PROTOCOL, \"nonce\" repeats",
    "no-roles, hello, PROTOCOL, names a role at least",
    "role-is-a-list, hello, PROTOCOL, is an object",
    "role-with-unknown-key, hello, PROTOCOL, has no key \"pass\"",
    "grain-of-0, hello, PROTOCOL, from 1 to 1000000000",
    "range-backwards, hello, PROTOCOL, least and largest",
    "latency-below-0, hello, PROTOCOL, \"latency\" is a time",
    "observes-twice, hello, PROTOCOL, each of them once",
    "unknown-kind, hello, PROTOCOL, is one of",
    "stays-after-bye, bye, TIMEOUT, after bye",
  })
  void itsDialogueBreaks(String name, String at, Kind kind, String says) throws Exception {
    inParallel(() -> breaks(name, at, kind, says));
    assertNoneLeft(name);
  }

  /** Runs a dialogue so many times, three at once. */
  private static void inParallel(Callable<Void> dialogue) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      for (Future<Void> each : threads.invokeAll(Collections.nCopies(RUNS, dialogue))) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void breaks(String name, String at, Kind kind, String says) {
    try {
      talk(name, at, limits(kind, at));
      fail("the dialogue with the shim %s went on", name);
    } catch (Broken broken) {
      assertThat(broken.kind()).as("%s: %s", name, broken.getMessage()).isEqualTo(kind);
      if (says != null) {
        assertThat(broken.getMessage()).as("what is said of the shim %s", name).contains(says);
      }
      assertThat(broken.getMessage().chars().allMatch(c -> c >= ' '))
          .as("control characters in: %s", broken.getMessage())
          .isTrue();
    }
    return null;
  }

  /** Talks to shims that do odd things, and none that is forbidden. */
  @ParameterizedTest
  @CsvSource({
    "stderr-then-fine, event",
    "stderr-endless-line-then-fine, event",
    "name-with-escapes, hello",
    "exit-1-after-bye, bye",
    "writes-after-bye, never",
  })
  void itsDialogueGoesOn(String name, String at) throws Exception {
    inParallel(
        () -> {
          talk(name, at, limits(Kind.PROTOCOL, at));
          return null;
        });
    assertNoneLeft(name);
  }
}
