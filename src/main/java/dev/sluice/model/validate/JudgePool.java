package dev.sluice.model.validate;

import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.LogJudge;
import dev.sluice.model.tlc.Tlc;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A few TLC processes that judge logs through any specification. Thread-safe.
 *
 * <p>Starting TLC, and getting it warm, costs more than judging a small log, so that a process
 * serves one specification after another. It parses a specification whenever it turns to it; one
 * that has it already is preferred. Processes start when they are needed.
 */
public final class JudgePool implements Closeable {
  private static final int HEAP_MIB = 1024;

  private final Tlc tlc;
  private final List<Path> library;
  private final boolean counts;
  private final Housing housing;
  private final int processes;
  private final Path folder;

  private final List<LogJudge> idle = new ArrayList<>();
  private final List<LogJudge> lent = new ArrayList<>();
  private int alive;
  private int started;
  private boolean closed;

  /** What is done with a judge while nobody else has it. */
  @FunctionalInterface
  public interface Use<T> {
    /**
     * @param judge not to be kept
     */
    T by(SpecJudge judge) throws BadLog, IOException;
  }

  /**
   * @param library folders in which modules are looked for
   * @param counts whether kinds of steps are counted
   * @param housing {@link Housing#LONG} for logs of many ten thousand events
   * @param processes how many there may be at a time, from 1
   * @param folder for what they write; it is made if need be
   */
  JudgePool(
      Tlc tlc, List<Path> library, boolean counts, Housing housing, int processes, Path folder) {
    this.tlc = tlc;
    this.library = library;
    this.counts = counts;
    this.housing = housing;
    this.processes = processes;
    this.folder = folder;
  }

  /**
   * Lends a judge of one specification; waits while all processes are lent.
   *
   * @return what {@code use} returned
   * @throws BadLog if {@code use} did
   * @throws IOException if {@code use} did, or no process can be started; its process is ended, and
   *     another takes its place
   * @throws InterruptedException if the driver was stopped
   */
  public <T> T through(Projection projection, Use<T> use)
      throws BadLog, IOException, InterruptedException {
    Path module = module(projection, library);
    LogJudge process = taken(module);
    boolean isUsable = false;
    try {
      T result = use.by(new SpecJudge(projection, module, process, counts));
      isUsable = true;
      return result;
    } catch (BadLog bad) {
      isUsable = true;
      throw bad;
    } finally {
      back(process, isUsable);
    }
  }

  /**
   * The log module of a specification.
   *
   * @param library folders in which modules are looked for
   * @throws NoSuchFileException if no folder has it
   */
  static Path module(Projection projection, List<Path> library) throws NoSuchFileException {
    String name = projection.spec() + "Log.tla";
    for (Path folder : library) {
      if (Files.isRegularFile(folder.resolve(name))) {
        return folder.resolve(name);
      }
    }
    throw new NoSuchFileException(name, null, "no folder under spec/ has it");
  }

  private synchronized LogJudge taken(Path module) throws IOException, InterruptedException {
    while (idle.isEmpty() && alive == processes && !closed) {
      wait();
    }
    if (closed) {
      throw new InterruptedException("the pool is closed");
    }
    for (LogJudge process : idle) {
      if (process.hasLoaded(module)) {
        idle.remove(process);
        lent.add(process);
        return process;
      }
    }
    if (alive < processes) {
      Path own = Files.createDirectories(folder.resolve("judge-" + ++started));
      LogJudge process = tlc.judge(library, own, housing, HEAP_MIB);
      alive++;
      lent.add(process);
      return process;
    }
    LogJudge process = idle.remove(0);
    lent.add(process);
    return process;
  }

  private synchronized void back(LogJudge process, boolean isUsable) {
    lent.remove(process);
    if (isUsable && !closed) {
      idle.add(process);
    } else {
      process.close();
      alive--;
    }
    notifyAll();
  }

  /**
   * Ends the processes, also those that are lent: whoever uses one is told that it has gone. Their
   * files may be deleted afterwards, for none of them lives then and none is started any more.
   */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll(); // whoever waits for one gets none
    idle.forEach(LogJudge::close);
    alive -= idle.size();
    idle.clear();
    lent.forEach(LogJudge::close);
    boolean isInterrupted = false;
    while (!lent.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true; // those who use one need no more than its end
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
