package dev.sluice.model.tlc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32;

/**
 * The file in which the JVM keeps TLC's loaded classes, so that later processes start faster.
 *
 * <p>With the bundled TLC it stays beside the jars of Sluice, for all later commands. With a user's
 * jar, or if that folder is read-only, it serves one command. Java archives classes from jars only:
 * a Sluice that runs from class folders has no archive. Without one everything works, and starts
 * more slowly.
 *
 * <p>Thread-safe.
 */
final class ClassArchive {
  private static final String PREFIX = "tlc-";
  private static final String SUFFIX = ".jsa";

  /** Archive, or {@code null} if there can be none. */
  private final Path file;

  /** Probe's jar if the archive lasts as long as that jar, or {@code null}. */
  private final Path jar;

  private final AtomicBoolean claimed = new AtomicBoolean();

  ClassArchive(Path file, Path jar) {
    this.file = file;
    this.jar = jar;
  }

  /**
   * Returns the archive for a TLC.
   *
   * @param home a folder for the files of one command, or {@code null}
   */
  static ClassArchive of(TlcJar jar, Path home) {
    try {
      Path probe = TlcJar.probe();
      if (!Files.isRegularFile(probe)) {
        return new ClassArchive(null, null);
      } else if (jar.bundled() && Files.isWritable(probe.getParent())) {
        return new ClassArchive(probe.resolveSibling(name(List.of(jar.path(), probe))), probe);
      }
      return new ClassArchive(home == null ? null : home.resolve("classes.jsa"), null);
    } catch (IOException damaged) {
      return new ClassArchive(null, null); // the first run says which jar is missing
    }
  }

  /** Returns a name that changes with the JVM and the jars, the only ones that can use a file. */
  private static String name(List<Path> jars) throws IOException {
    StringBuilder key = new StringBuilder();
    key.append(System.getProperty("java.home")).append('\n');
    key.append(System.getProperty("java.vm.version")).append('\n');
    for (Path each : jars) {
      key.append(each.toAbsolutePath()).append('\n');
      key.append(Files.size(each)).append(' ');
      key.append(Files.getLastModifiedTime(each).toMillis()).append('\n');
    }
    CRC32 sum = new CRC32();
    sum.update(key.toString().getBytes(StandardCharsets.UTF_8));
    return PREFIX + String.format("%08x", sum.getValue()) + SUFFIX;
  }

  /**
   * Tells whether a process with these library folders and jars can use the archive: the JVM
   * compares the class path, and a lasting archive is without the user's jars.
   */
  private boolean fits(List<Path> library) {
    return file != null
        && !(jar != null && library.stream().anyMatch(each -> each.toString().endsWith(".jar")));
  }

  /** Adds the archive to the command of a process, if there is one that fits. */
  void use(List<String> command, List<Path> library) {
    if (fits(library) && Files.exists(file)) {
      command.add(1, "-XX:SharedArchiveFile=" + file);
    }
  }

  /** Tells whether there is no archive yet, and a process with this library can make it. */
  boolean isMissing(List<Path> library) {
    return fits(library) && !claimed.get() && !Files.exists(file);
  }

  /**
   * Makes a process write an archive when it ends. Only one process is asked.
   *
   * @param folder a folder for the process's own files
   * @return the file that it writes, or {@code null} if it was not asked
   */
  Path leave(List<String> command, List<Path> library, Path folder) {
    if (!isMissing(library) || !claimed.compareAndSet(false, true)) {
      return null;
    }
    Path left = folder.resolve("classes.jsa");
    command.add(1, "-XX:ArchiveClassesAtExit=" + left);
    command.add(2, "-Xlog:cds=off");
    command.add(3, "-Xlog:cds+dynamic=off");
    return left;
  }

  /** Puts an archive that a process has written in its place, whole or not at all. */
  void keep(Path left) {
    try {
      Path part = Files.createTempFile(file.getParent(), PREFIX, ".part");
      try {
        Files.move(left, part, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel written = FileChannel.open(part, StandardOpenOption.READ)) {
          written.force(true); // every JVM would die of an archive that a power failure cut
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
      if (jar != null) {
        removeOlder();
      }
    } catch (IOException noRoom) {
      return; // later processes start without it
    }
  }

  /** Deletes the archives of earlier builds. A process that uses one keeps it. */
  private void removeOlder() throws IOException {
    FileTime built = Files.getLastModifiedTime(jar);
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(file.getParent(), PREFIX + "*" + SUFFIX)) {
      for (Path each : all) {
        if (Files.getLastModifiedTime(each).compareTo(built) < 0) {
          Files.deleteIfExists(each);
        }
      }
    }
  }
}
