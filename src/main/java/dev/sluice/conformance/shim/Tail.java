package dev.sluice.conformance.shim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads the free text of a shim on a thread of its own, and keeps its last lines: a shim that
 * nothing reads from would stop.
 */
final class Tail implements Runnable {
  private static final int LINES = 64;
  private static final int LINE_BYTES = 512;

  private final Lines in;
  private final Runnable overflow;
  private final long most;
  private final Deque<String> last = new ArrayDeque<>();
  private long from;
  private long total;

  /**
   * Reads a stream.
   *
   * @param most bytes from one {@link #restart} to the next
   * @param overflow called once they have come
   */
  Tail(InputStream in, long most, Runnable overflow) {
    this.in = new Lines(in, LINE_BYTES);
    this.most = most;
    this.overflow = overflow;
  }

  /** Reads in the background. */
  Thread start(String name) {
    Thread thread = new Thread(this, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void run() {
    try {
      int length = in.next();
      boolean over = false;
      while (length != Lines.END) {
        keep(Printable.of(in.bytes(), in.length(), LINE_BYTES));
        if (!over && isOver(in.total())) {
          over = true;
          overflow.run();
        }
        length = in.next();
      }
    } catch (IOException | UncheckedIOException ended) {
      // The process has gone, and the stream with it.
      return;
    }
  }

  private synchronized void keep(String line) {
    if (last.size() == LINES) {
      last.removeFirst();
    }
    last.addLast(line);
  }

  private synchronized boolean isOver(long bytes) {
    total = bytes;
    return total - from > most;
  }

  /** Counts bytes anew from here on. */
  synchronized void restart() {
    from = total;
  }

  /** Returns the last lines, escaped, each ended by a line feed but for the last. */
  synchronized String text() {
    return String.join("\n", last);
  }
}
