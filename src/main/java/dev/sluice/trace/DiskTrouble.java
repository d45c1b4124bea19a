package dev.sluice.trace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.regex.Pattern;

/** Says in words why a file could not be read or written. */
public final class DiskTrouble {
  /** How systems say that there is no room. */
  private static final Pattern FULL =
      Pattern.compile("No space left on device|[Qq]uota exceeded|File too large");

  private DiskTrouble() {}

  /** Whether a text says that there was no room to write, for whatever reason. */
  public static boolean saysFull(String text) {
    return FULL.matcher(text).find();
  }

  /** Whether the disk was full. */
  public static boolean isFull(Throwable failed) {
    for (Throwable each = failed; each != null; each = each.getCause()) {
      if (saysFull(String.valueOf(each.getMessage()))) {
        return true;
      }
    }
    return false;
  }

  /** The reason, without the name of the file where that is not what matters. */
  public static String why(Throwable failed) {
    if (isFull(failed)) {
      return "the disk is full";
    } else if (failed instanceof NoSuchFileException missing) {
      return "there is no " + missing.getFile();
    } else if (failed instanceof AccessDeniedException denied) {
      return "you may not open " + denied.getFile();
    } else if (failed instanceof FileAlreadyExistsException there) {
      return "there is a " + there.getFile() + " already";
    } else if (failed instanceof ReadOnlyFileSystemException) {
      return "nothing can be written there";
    } else if (failed instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason() + " (" + system.getFile() + ")";
    } else if (failed instanceof IOException && failed.getMessage() != null) {
      return failed.getMessage();
    }
    return failed.toString();
  }
}
