package dev.sluice.cli;

import dev.sluice.model.ModelCheck;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one temporary folder of a run: everything that TLC writes is in there, and it is gone at the
 * end, however the run ends.
 */
final class Scratch implements AutoCloseable {
  private final Path folder;
  private final AtomicInteger next = new AtomicInteger();

  private final Interrupts interrupts;
  private final Runnable clear = this::delete;

  private Scratch(Path folder, Interrupts interrupts) {
    this.folder = folder;
    this.interrupts = interrupts;
    interrupts.leaves(clear);
  }

  /** The folder in which temporary folders are made: {@code TMPDIR}, which Java itself ignores. */
  static Path base(Map<String, String> environment) {
    String named = environment.getOrDefault("TMPDIR", "");
    return Path.of(named.isEmpty() ? System.getProperty("java.io.tmpdir") : named).toAbsolutePath();
  }

  /**
   * Makes the folder.
   *
   * @throws Refusal if it cannot be made
   */
  static Scratch open(Session session) throws Refusal {
    Path base = base(session.environment());
    try {
      Interrupts interrupts = session.interrupts();
      return interrupts.making(() -> make(base, interrupts));
    } catch (IOException e) {
      String sentence = DiskTrouble.notUsable(base, e);
      throw DiskTrouble.isFull(e) ? Refusal.notDecided(sentence) : Refusal.badInput(sentence);
    }
  }

  private static Scratch make(Path base, Interrupts interrupts) throws IOException {
    return new Scratch(Files.createTempDirectory(base, "sluice-").toRealPath(), interrupts);
  }

  /** A new folder in it. */
  Path folder() throws IOException {
    return Files.createDirectory(folder.resolve("run-" + next.incrementAndGet()));
  }

  /** The folder of those that judge logs; they make it. */
  Path judges() {
    return folder.resolve("judges");
  }

  /** The folder for files that several runs of TLC share. */
  Path shared() {
    return folder;
  }

  /** Deletes it all. */
  @Override
  public void close() {
    delete();
    interrupts.cleared(clear);
  }

  /** A process that has just been killed may write a last file: try again. */
  private void delete() {
    for (int attempt = 0; attempt < 5; attempt++) {
      try {
        ModelCheck.delete(folder);
        return;
      } catch (IOException e) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
