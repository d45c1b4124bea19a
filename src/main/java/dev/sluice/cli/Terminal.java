package dev.sluice.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a command's words go.
 *
 * <p>A stream whose reader has gone away swallows what follows: {@code sluice … | head} ends
 * quietly.
 *
 * @param out the result
 * @param err progress, timings and complaints
 * @param outIsTerminal whether somebody watches the result being printed
 * @param errIsTerminal whether somebody watches the progress
 * @param colours whether the result may be coloured; colour never says anything alone
 */
record Terminal(
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean colours) {
  private static volatile String lost = "";

  /** The process's own streams: UTF-8 and line feeds, whatever the machine's locale. */
  static Terminal ofProcess(Map<String, String> environment) {
    boolean outIsTerminal = isTerminal(1);
    boolean dumb = "dumb".equals(environment.get("TERM"));
    boolean noColour = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(
        stream(FileDescriptor.out),
        stream(FileDescriptor.err),
        outIsTerminal,
        isTerminal(2),
        outIsTerminal && !dumb && !noColour);
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new Remembering(new FileOutputStream(descriptor))),
        true,
        StandardCharsets.UTF_8);
  }

  /** Why the last write failed although somebody still reads, or {@code ""}: a full disk, say. */
  static String lost() {
    return lost;
  }

  /** Remembers a failure that {@link PrintStream} swallows, unless the reader has gone away. */
  private static final class Remembering extends FilterOutputStream {
    Remembering(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        String why = String.valueOf(e.getMessage());
        if (!why.contains("pipe")) {
          lost = why;
        }
        throw e;
      }
    }
  }

  /** Linux tells for each stream; elsewhere Java tells for standard input and output together. */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (!Files.isSymbolicLink(link)) {
      return System.console() != null;
    }
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/") || target.matches("/dev/(tty|console).*");
    } catch (IOException e) {
      return false;
    }
  }

  /** Prints a line of the result. */
  void line(String text) {
    out.print(text + "\n");
  }

  /** Tells the user something that is not the result. */
  void tell(String sentence) {
    err.print("sluice: " + sentence + "\n");
  }

  String good(String text) {
    return paint("32", text);
  }

  String bad(String text) {
    return paint("31;1", text);
  }

  String doubtful(String text) {
    return paint("33", text);
  }

  String strong(String text) {
    return paint("1", text);
  }

  private String paint(String code, String text) {
    return colours && !text.isBlank() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
