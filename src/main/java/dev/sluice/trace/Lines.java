package dev.sluice.trace;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads lines of bounded length, and keeps the bytes behind the line feed for the next one. */
public final class Lines {
  /** No line follows: the stream has ended, and nothing stands behind the last line feed. */
  public static final int END = -1;

  /** The stream has ended in the middle of a line, which {@link #bytes} has. */
  public static final int UNFINISHED = -2;

  /** The line is longer than the limit; {@link #bytes} has its beginning. */
  public static final int TOO_LONG = -3;

  private final InputStream in;
  private final int most;
  private final byte[] buffer = new byte[1 << 16];
  private int from;
  private int to;
  private byte[] line = new byte[1 << 10];
  private int length;
  private long total;

  /**
   * Reads from a stream.
   *
   * @param most the longest line, in bytes without its line feed
   */
  public Lines(InputStream in, int most) {
    this.in = in;
    this.most = most;
  }

  /**
   * Reads the next line into {@link #bytes}.
   *
   * @return its length in bytes without the line feed, or {@link #END}, {@link #UNFINISHED} or
   *     {@link #TOO_LONG}
   */
  public int next() throws IOException {
    length = 0;
    while (true) {
      if (from == to) {
        from = 0;
        to = in.read(buffer);
        if (to <= 0) {
          to = 0;
          return length > 0 ? UNFINISHED : END;
        }
        total += to;
      }
      int end = from;
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      int more = Math.min(end - from, most + 1 - length);
      if (length + more > line.length) {
        line = Arrays.copyOf(line, Math.max(2 * line.length, length + more));
      }
      System.arraycopy(buffer, from, line, length, more);
      length += more;
      from += more;
      if (length > most) {
        return TOO_LONG;
      } else if (end < to) {
        from++;
        return length;
      }
    }
  }

  /** Returns the bytes of the last line; those from {@link #length} on mean nothing. */
  public byte[] bytes() {
    return line;
  }

  /** Returns how many bytes the last line has. */
  public int length() {
    return length;
  }

  /** Returns whether more than the last line has come already. */
  public boolean hasMore() throws IOException {
    return from < to || in.available() > 0;
  }

  /** Returns how many bytes have come in all. */
  public long total() {
    return total;
  }
}
