package dev.sluice.cli;

import dev.sluice.model.ModelCheck;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one temporary folder of a run: everything that TLC writes is in there, and it is gone at the
 * end, however the run ends. If the process is killed outright, the next one removes it: a lock
 * shows that its owner lives, in whatever container that is.
 */
final class Scratch implements AutoCloseable {
  private static final String PREFIX = "sluice-";

  /** The file in a folder that its owner holds locked. */
  private static final String LOCK = "owner.lock";

  /** The folders of this process, whose locks it must not touch. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel lock;
  private final AtomicInteger next = new AtomicInteger();

  private final Interrupts interrupts;
  private final Runnable clear = this::delete;

  private Scratch(Path folder, FileChannel lock, Interrupts interrupts) {
    this.folder = folder;
    this.lock = lock;
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
      clearUp(base);
      return interrupts.making(() -> make(base, interrupts));
    } catch (IOException e) {
      String sentence = DiskTrouble.notUsable(base, e);
      throw DiskTrouble.isFull(e) ? Refusal.notDecided(sentence) : Refusal.badInput(sentence);
    }
  }

  private static Scratch make(Path base, Interrupts interrupts) throws IOException {
    Path folder = Files.createTempDirectory(base, PREFIX).toRealPath();
    OWN.add(folder);
    try {
      return new Scratch(folder, locked(folder), interrupts);
    } catch (IOException | RuntimeException e) {
      ModelCheck.delete(folder);
      OWN.remove(folder);
      throw e;
    }
  }

  /** Locks a folder; the lock is there before its file has the name that others look for. */
  private static FileChannel locked(Path folder) throws IOException {
    Path file = folder.resolve(LOCK + ".part");
    FileChannel lock =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      lock.tryLock();
    } catch (IOException noLocks) {
      return lock; // a file system without locks: nobody finds the folder
    }
    Files.move(file, folder.resolve(LOCK));
    return lock;
  }

  /** Removes the folders of processes that were killed; of one that lives, the lock is held. */
  private static void clearUp(Path base) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(base, PREFIX + "*")) {
      for (Path each : all) {
        Path file = each.resolve(LOCK);
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && !OWN.contains(each.toRealPath())) {
          clearUp(each, file);
        }
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      return; // the folder itself is tried next
    }
  }

  private static void clearUp(Path folder, Path file) {
    try (FileChannel lock = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (lock.tryLock() != null) {
        ModelCheck.delete(folder);
      }
    } catch (IOException | OverlappingFileLockException another) {
      return; // of another user, or removed by another process
    }
  }

  /** A new folder in it. */
  Path folder() throws IOException {
    return Files.createDirectory(folder.resolve("run-" + next.incrementAndGet()));
  }

  /** Returns the path of a file in it that is not there. */
  Path unused(String name) {
    return folder.resolve(name + "-" + next.incrementAndGet());
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
        lock.close();
        OWN.remove(folder);
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
