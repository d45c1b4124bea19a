package dev.sluice.conformance.shim;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the free text of a shim on a thread of its own, and keeps the last of it: a shim that
 * nothing reads from would stop.
 */
final class Tail implements Runnable {
  private static final int LINES = 64;
  private static final int LINE_LENGTH = 512;
  private static final int KEPT_BYTES = LINES * LINE_LENGTH;

  private final InputStream in;
  private final Runnable overflow;
  private final long most;
  private final byte[] last = new byte[KEPT_BYTES];
  private long from;
  private long total;

  /**
   * Reads a stream.
   *
   * @param most bytes from one {@link #restart} to the next
   * @param overflow called once they have come
   */
  Tail(InputStream in, long most, Runnable overflow) {
    this.in = in;
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
    byte[] buffer = new byte[1 << 16];
    boolean over = false;
    try {
      int length = in.read(buffer);
      while (length > 0) {
        boolean isOver = keep(buffer, length);
        if (isOver && !over) {
          over = true;
          overflow.run();
        }
        length = in.read(buffer);
      }
    } catch (IOException ended) {
      // The process has gone, and the stream with it.
      return;
    }
  }

  private synchronized boolean keep(byte[] bytes, int length) {
    for (int at = Math.max(0, length - KEPT_BYTES); at < length; at++) {
      last[(int) ((total + at) % KEPT_BYTES)] = bytes[at];
    }
    total += length;
    return total - from > most;
  }

  /** Counts bytes anew from here on. */
  synchronized void restart() {
    from = total;
  }

  /** Returns the last lines, escaped and shortened, with line feeds between them. */
  synchronized String text() {
    int length = (int) Math.min(total, KEPT_BYTES);
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = last[(int) ((total - length + at) % KEPT_BYTES)];
    }
    List<String> lines = new ArrayList<>();
    new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .forEach(
            line ->
                lines.add(
                    Printable.of(
                        line.length() > LINE_LENGTH
                            ? line.substring(0, LINE_LENGTH) + "…"
                            : line)));
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
  }
}
