package dev.sluice.model.tlc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The processes that wait for a further run of TLC, all started in the same way.
 *
 * <p>Whoever asks for one started otherwise ends them: one table's models all run alike.
 */
final class SharedProcesses {
  private final Consumer<Process> ended;
  private final Deque<Lodging> idle = new ArrayDeque<>();
  private List<String> idleFor = List.of();

  /** A process, how it was started, and both ends of the talk with it. */
  record Lodging(List<String> key, Process process, BufferedReader reader) {
    Lodging(List<String> key, Process process) {
      this(
          key,
          process,
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    /**
     * Asks for a run.
     *
     * @param end what the line that ends it begins with
     */
    void ask(String end, List<String> arguments) throws IOException {
      StringBuilder text = new StringBuilder(end).append('\n');
      arguments.forEach(argument -> text.append(argument).append('\n'));
      OutputStream out = process.getOutputStream();
      out.write(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }

  /**
   * @param ended told each process that was ended here
   */
  SharedProcesses(Consumer<Process> ended) {
    this.ended = ended;
  }

  /** A process of this key that is free, or {@code null}. */
  synchronized Lodging take(List<String> key) {
    if (!key.equals(idleFor)) {
      end();
    }
    return idle.poll();
  }

  /** Gives one back that has ended its run well. */
  synchronized void leave(Lodging lodging) {
    if (!lodging.key().equals(idleFor)) {
      end();
      idleFor = lodging.key();
    }
    idle.push(lodging);
  }

  /** Ends all that are free. */
  synchronized void end() {
    for (Lodging lodging : idle) {
      lodging.process().destroyForcibly().onExit().join(); // its folder is about to be deleted
      ended.accept(lodging.process());
    }
    idle.clear();
  }
}
