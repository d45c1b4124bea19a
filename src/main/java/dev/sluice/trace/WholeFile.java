package dev.sluice.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts files in place whole or not at all.
 *
 * <p>The bytes go to a temporary file in the same directory, whose name begins with a dot and ends
 * in {@code .part}; when all are written it takes the file's name in one move. Whoever fails on the
 * way, the writer, a full disk, or the user with Ctrl-C, the old file stands as it was, and the
 * temporary one is removed.
 */
public final class WholeFile {
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> UNFINISHED.forEach(WholeFile::remove), "unfinished"));
  }

  private WholeFile() {}

  /** What a file is to hold. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it; may fail at any point. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Puts these bytes in place; missing directories are made. */
  public static void write(Path file, byte[] bytes) throws IOException {
    write(file, out -> out.write(bytes));
  }

  /** Puts in place what {@code content} writes; missing directories are made. */
  public static void write(Path file, Content content) throws IOException {
    Path part = begin(file);
    try {
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
        content.writeTo(out);
        out.flush();
      }
      move(part, file);
    } finally {
      remove(part);
    }
  }

  private static Path begin(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    for (int i = 0; ; i++) {
      Path part = directory.resolve("." + file.getFileName() + "." + i + ".part");
      try {
        Files.createFile(part);
        UNFINISHED.add(part);
        return part;
      } catch (FileAlreadyExistsException another) {
        // Somebody else is at it, or was cut off: the next name.
      }
    }
  }

  private static void move(Path part, Path file) throws IOException {
    try {
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException noSuchMove) {
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Removes what is left of a temporary file; after the move there is nothing left. */
  private static void remove(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException remains) {
      // The directory itself is out of reach: there is nothing more to be done about it.
    } finally {
      UNFINISHED.remove(part);
    }
  }
}
