package dev.sluice.conformance.shim;

import dev.sluice.conformance.shim.Broken.Kind;
import dev.sluice.trace.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A shim's process with all that it starts, and its channel.
 *
 * <p>One thread asks and reads. Another one counts ticks while it waits, and ends the processes if
 * they are too many: a pause of the whole machine is no delay of the shim.
 */
public final class ShimProcess implements AutoCloseable {
  private static final long TICK_MILLIS = 20;
  private static final int SHOWN_BYTES = 512;

  /** The longest wait for the last lines of standard error, of processes that have ended. */
  private static final long LAST_LINES_MILLIS = 1_000;

  private static final int STATUS_OF_SIGNALS = 128;

  private final Limits limits;
  private final Family family;
  private final Tail errors;
  private final Tail banner;
  private final Thread errorsReader;
  private final ServerSocketChannel server;
  private InputStream in;
  private OutputStream out;
  private Lines lines;
  private long outFrom;

  private volatile long waitedFor;
  private volatile long allowedMillis;
  private volatile Kind ended;
  private volatile boolean closed;

  private ShimProcess(Family family, Limits limits, ServerSocketChannel server) {
    this.family = family;
    this.limits = limits;
    this.server = server;
    Process process = family.process();
    errors = new Tail(process.getErrorStream(), limits.errBytes(), () -> end(Kind.OVERFLOW));
    errorsReader = errors.start("standard error of a shim");
    if (server == null) {
      banner = null;
      in = process.getInputStream();
      out = process.getOutputStream();
      lines = new Lines(in, limits.lineBytes());
    } else {
      banner = new Tail(process.getInputStream(), limits.errBytes(), () -> end(Kind.OVERFLOW));
      banner.start("standard output of a shim");
    }
    Thread watchdog = new Thread(this::watch, "watchdog of a shim");
    watchdog.setDaemon(true);
    watchdog.start();
  }

  /**
   * Starts a shim.
   *
   * @param socket the Unix socket that it connects to, which {@code SLUICE_SOCKET} names; null for
   *     standard input and output
   * @throws Broken if it cannot be started
   */
  public static ShimProcess start(Family.Command command, Path socket, Limits limits)
      throws Broken {
    ServerSocketChannel server = null;
    try {
      if (socket != null) {
        server = ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX);
        server.bind(java.net.UnixDomainSocketAddress.of(socket));
      }
      return new ShimProcess(Family.start(command, socket), limits, server);
    } catch (IOException e) {
      closeQuietly(server);
      throw new Broken(
          Kind.CRASH,
          "%s cannot be started: %s"
              .formatted(Printable.of(command.words().get(0)), Family.reason(e)),
          "");
    }
  }

  private static void closeQuietly(AutoCloseable it) {
    if (it != null) {
      try {
        it.close();
      } catch (Exception gone) {
        // Nothing can be done, and nothing depends on it.
        return;
      }
    }
  }

  /** Counts sizes anew, since a case begins. */
  void restart() {
    outFrom = lines == null ? 0 : lines.total();
    errors.restart();
    if (banner != null) {
      banner.restart();
    }
  }

  /**
   * Sends a line and waits for the next one.
   *
   * @param line without its line feed, in UTF-8
   * @param millis time for the answer, in milliseconds
   * @return the answer's line
   * @throws Broken if none comes, or one that is too long
   */
  Lines ask(byte[] line, long millis) throws Broken {
    allowedMillis = millis;
    waitedFor++; // odd: somebody waits
    try {
      connect();
      out.write(line);
      out.write('\n');
      out.flush();
      int length = lines.next();
      if (lines.total() - outFrom > limits.outBytes()) {
        end(Kind.OVERFLOW);
      }
      if (length < 0 || ended != null) {
        throw broken(length);
      }
      return lines;
    } catch (IOException gone) {
      throw broken(Lines.END);
    } finally {
      waitedFor++;
    }
  }

  private void connect() throws IOException {
    if (lines == null) {
      SocketChannel channel = server.accept();
      in = Channels.newInputStream(channel);
      out = Channels.newOutputStream(channel);
      lines = new Lines(in, limits.lineBytes());
    }
  }

  /** Returns whether more has come than was asked for. */
  boolean saysMore() {
    try {
      return lines != null && lines.hasMore();
    } catch (IOException gone) {
      return false;
    }
  }

  private Broken broken(int length) {
    if (ended == Kind.TIMEOUT) {
      String begun =
          lines == null || lines.length() == 0
              ? "it has said nothing"
              : "it has begun a line: " + Printable.of(lines.bytes(), lines.length(), SHOWN_BYTES);
      return broken(Kind.TIMEOUT, "no reply came within " + allowedMillis + " ms; " + begun);
    } else if (ended == Kind.OVERFLOW) {
      return broken(
          Kind.OVERFLOW,
          "the shim wrote more than "
              + limits.outBytes()
              + " bytes on the channel, or "
              + limits.errBytes()
              + " bytes beside it, in one case");
    } else if (length == Lines.TOO_LONG) {
      end(Kind.OVERFLOW);
      return broken(
          Kind.OVERFLOW,
          "a line is longer than %d bytes: %s"
              .formatted(
                  limits.lineBytes(), Printable.of(lines.bytes(), lines.length(), SHOWN_BYTES)));
    }
    return broken(Kind.CRASH, exit(length));
  }

  private String exit(int length) {
    boolean gone = family.awaitExit(limits.byeMillis());
    end(Kind.CRASH);
    String begun =
        length == Lines.UNFINISHED
            ? " in the middle of a line: "
                + Printable.of(lines.bytes(), lines.length(), SHOWN_BYTES)
            : "";
    if (!gone) {
      return "the shim closed its channel" + begun + ", and did not end";
    }
    int status = family.process().exitValue();
    return status > STATUS_OF_SIGNALS
        ? "the shim was ended by signal " + (status - STATUS_OF_SIGNALS) + begun
        : "the shim ended with exit code " + status + begun;
  }

  /** Says why the dialogue ends, with the last lines of standard error. */
  Broken broken(Kind kind, String sentence) {
    end(kind);
    try {
      errorsReader.join(LAST_LINES_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String free = banner == null || banner.text().isEmpty() ? "" : banner.text() + "\n";
    return new Broken(kind, sentence, (free + errors.text()).strip());
  }

  /** Counts the ticks of one wait; each ends with an even number. */
  private void watch() {
    long last = 0;
    long ticks = 0;
    while (!closed && ended == null) {
      try {
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      long now = waitedFor;
      ticks = now == last && now % 2 == 1 ? ticks + 1 : 0;
      last = now;
      if (ticks * TICK_MILLIS >= allowedMillis && ticks > 0) {
        end(Kind.TIMEOUT);
      }
    }
  }

  private void end(Kind why) {
    synchronized (this) {
      if (ended != null) {
        return;
      }
      ended = why;
    }
    family.kill();
    closeQuietly(server);
  }

  /**
   * Waits for the process to end by itself, as it should after {@code bye}.
   *
   * @return its exit code
   * @throws Broken if it does not end, or says more
   */
  int awaitEnd() throws Broken {
    closeQuietly(out);
    if (!family.awaitExit(limits.byeMillis())) {
      throw broken(
          Kind.TIMEOUT, "the shim did not end within " + limits.byeMillis() + " ms after bye");
    }
    return family.process().exitValue();
  }

  /** Returns whether it was closed. */
  public boolean isClosed() {
    return closed;
  }

  /** Ends the process and all that it has started. */
  @Override
  public void close() {
    closed = true;
    family.kill();
    closeQuietly(server);
  }
}
