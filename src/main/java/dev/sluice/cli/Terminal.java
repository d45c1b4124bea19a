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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

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

  /**
   * The process's own streams: UTF-8 and line feeds, whatever the machine's locale.
   *
   * @param lost told why the result could not be written although somebody still reads: a full
   *     disk, say
   * @param mute whether nothing more is to be printed
   */
  static Terminal ofProcess(
      Map<String, String> environment, Consumer<String> lost, BooleanSupplier mute) {
    boolean outIsTerminal = isTerminal(1);
    boolean dumb = "dumb".equals(environment.get("TERM"));
    boolean noColour = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(
        stream(FileDescriptor.out, lost, mute),
        stream(FileDescriptor.err, why -> {}, mute),
        outIsTerminal,
        isTerminal(2),
        outIsTerminal && !dumb && !noColour);
  }

  private static PrintStream stream(
      FileDescriptor descriptor, Consumer<String> lost, BooleanSupplier mute) {
    return new PrintStream(
        new BufferedOutputStream(new Telling(new FileOutputStream(descriptor), lost, mute)),
        true,
        StandardCharsets.UTF_8);
  }

  /** Tells of a failure that {@link PrintStream} swallows, unless the reader has gone away. */
  private static final class Telling extends FilterOutputStream {
    private final Consumer<String> lost;
    private final BooleanSupplier mute;

    Telling(OutputStream out, Consumer<String> lost, BooleanSupplier mute) {
      super(out);
      this.lost = lost;
      this.mute = mute;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (mute.getAsBoolean()) {
        return;
      }
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        String why = String.valueOf(e.getMessage());
        if (!why.contains("pipe")) {
          lost.accept(why);
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

  /** The same with lines of the result beside the words, where standard output holds a file. */
  Terminal aside() {
    return new Terminal(err, err, errIsTerminal, errIsTerminal, false);
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
