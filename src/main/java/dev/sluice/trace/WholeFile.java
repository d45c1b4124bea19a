package dev.sluice.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts files in place whole or not at all.
 *
 * <p>The bytes go to a temporary file in the same directory, whose name begins with a dot and the
 * file's name and ends in {@code sluice-unfinished}; when all are written it takes the file's name
 * in one move. Whoever fails on the way, the writer, a full disk, or the user with Ctrl-C, the old
 * file stands as it was, and the temporary one is removed.
 *
 * <p>Links are followed: what a link points to is replaced, and the link stays. What is no regular
 * file is written to as it is.
 */
public final class WholeFile {
  /** So many links in a row are followed, as Linux does. */
  private static final int LINKS = 40;

  /** The most octets that a name has in most file systems. */
  private static final int LONGEST_NAME = 255;

  private static final Set<Path> UNFINISHED = new HashSet<>();
  private static boolean ending;
  private static boolean writesAtEnd;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(WholeFile::end, "unfinished"));
    } catch (IllegalStateException endsAlready) {
      ending = true;
    }
  }

  private WholeFile() {}

  /** What a file is to hold. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it; may fail at any point. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Puts these bytes in place; missing directories are made. */
  public static void write(Path file, byte[] bytes) throws NotWritten {
    write(file, out -> out.write(bytes));
  }

  /** Puts in place what {@code content} writes; missing directories are made. */
  public static void write(Path named, Content content) throws NotWritten {
    try {
      put(named, content);
    } catch (NotWritten another) {
      throw another; // one that is written together with this one
    } catch (IOException e) {
      throw new NotWritten(named, e);
    } catch (UncheckedIOException e) {
      throw new NotWritten(named, e.getCause());
    }
  }

  /**
   * Returns the first name on the way to a file, or to the temporary file beside it, that is longer
   * than file systems allow; {@code null} if there is none.
   *
   * @param file a regular file, or none yet
   */
  public static Path tooLong(Path file) {
    for (Path name : file.toAbsolutePath().resolveSibling(part(file, 0))) {
      if (name.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
        return name;
      }
    }
    return null;
  }

  private static String part(Path file, int number) {
    return "." + file.getFileName() + "." + number + ".sluice-unfinished";
  }

  private static void put(Path named, Content content) throws IOException {
    if (isSpecial(named)) {
      try (OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(named, StandardOpenOption.APPEND))) {
        content.writeTo(out);
      }
      return;
    }
    Path file = target(named);
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

  /**
   * Whether a name stands for something that bytes are written to in turn, and that cannot be
   * replaced: a device, a FIFO, a socket, or a stream of this process, such as {@code /dev/stdout}
   * and what a shell's {@code >(…)} becomes.
   */
  public static boolean isSpecial(Path file) {
    try {
      Path target = target(file);
      return isOfTheSystem(target)
          || Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
    } catch (IOException e) {
      return false;
    }
  }

  /** These folders hold devices and processes' own streams, whatever those are linked to. */
  private static boolean isOfTheSystem(Path file) {
    return file.startsWith("/dev") || file.startsWith("/proc");
  }

  /**
   * What a name stands for, links followed as far as there are any; it need not be there.
   *
   * @return an absolute path
   * @throws IOException if links lead round in a circle, or cannot be read
   */
  public static Path target(Path file) throws IOException {
    Path target = file.toAbsolutePath().normalize();
    for (int links = 0; !isOfTheSystem(target) && Files.isSymbolicLink(target); links++) {
      if (links == LINKS) {
        throw new FileSystemLoopException(file + ": its links lead round in a circle");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target)).normalize();
    }
    Path above = target.getParent();
    return above != null && Files.exists(above)
        ? above.toRealPath().resolve(target.getFileName())
        : target;
  }

  /**
   * From here on files are written after a signal, too, of what was done until it came; the caller
   * sees to it that the process waits for them, and calls {@link #giveUp} if it does not.
   */
  public static void writeAtEnd() {
    synchronized (UNFINISHED) {
      writesAtEnd = true;
    }
  }

  /** Nothing more is begun, and what is not finished goes. */
  public static void giveUp() {
    synchronized (UNFINISHED) {
      writesAtEnd = false;
    }
    end();
  }

  /** The process ends: what is not finished goes, and nothing more is begun. */
  private static void end() {
    synchronized (UNFINISHED) {
      if (writesAtEnd) {
        return;
      }
      ending = true;
      List.copyOf(UNFINISHED).forEach(WholeFile::remove);
    }
  }

  private static Path begin(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    for (int i = 0; ; i++) {
      Path part = directory.resolve(part(file, i));
      try {
        synchronized (UNFINISHED) {
          if (ending) {
            throw new IOException("the process is about to end");
          }
          Files.createFile(part);
          UNFINISHED.add(part);
        }
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
      synchronized (UNFINISHED) {
        UNFINISHED.remove(part);
      }
    }
  }
}
