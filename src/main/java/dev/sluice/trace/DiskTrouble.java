package dev.sluice.trace;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.regex.Pattern;

/** Says in words why a file could not be read or written. */
public final class DiskTrouble {
  private static final String NO_ROOM = "the disk is full";

  /** How systems say that there is no room, and how we do. */
  private static final Pattern FULL =
      Pattern.compile("No space left on device|[Qq]uota exceeded|File too large|" + NO_ROOM);

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

  /** That something could not be written, why, and what to do, as one sentence. */
  public static String notWritten(Object what, Throwable failed) {
    String why = failed instanceof AccessDeniedException ? "you may not write there" : why(failed);
    return what
        + " could not be written: "
        + why
        + (isFull(failed) ? "; free some space there, or name another place" : "");
  }

  /** That the folder for temporary files is of no use, why, and what to do, as one sentence. */
  public static String notUsable(Path temporary, Throwable failed) {
    if (isFull(failed)) {
      return "the temporary folder "
          + temporary
          + " cannot be used: the disk is full; free some space there, or point TMPDIR elsewhere";
    }
    return "the temporary folder "
        + temporary
        + " cannot be used: "
        + (failed instanceof AccessDeniedException
            ? "you may not write there"
            : Files.isDirectory(temporary) ? why(failed) : "it is not a folder")
        + "; point TMPDIR to a folder that can be written to";
  }

  /** The reason, without the name of the file where that is not what matters. */
  public static String why(Throwable failed) {
    if (isFull(failed)) {
      String said = String.valueOf(failed.getMessage());
      return said.contains(NO_ROOM) ? said : NO_ROOM; // a sentence of ours says more
    } else if (failed instanceof NoSuchFileException missing) {
      return "there is no " + missing.getFile();
    } else if (failed instanceof AccessDeniedException denied) {
      return "you may not open " + denied.getFile();
    } else if (failed instanceof FileAlreadyExistsException there) {
      return "there is a " + there.getFile() + " already";
    } else if (failed instanceof ReadOnlyFileSystemException) {
      return "nothing can be written there";
    } else if (failed instanceof CharacterCodingException) {
      return "it is not UTF-8 text";
    } else if (failed instanceof EOFException) {
      return "it ends in the middle";
    } else if (String.valueOf(failed.getMessage()).contains("Is a directory")) {
      return "it is a folder";
    } else if (failed instanceof FileSystemException system && system.getReason() != null) {
      return system.getReason() + " (" + system.getFile() + ")";
    } else if (failed instanceof IOException && failed.getMessage() != null) {
      return failed.getMessage();
    }
    return failed.toString();
  }
}
