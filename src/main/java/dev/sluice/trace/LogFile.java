package dev.sluice.trace;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where an event log comes from: a file, or standard input; as it is, or packed by gzip or zstd.
 * How it is packed its first octets say, whatever its name is.
 */
public final class LogFile {
  /** What names standard input in the place of a file. */
  public static final Path STANDARD_INPUT = Path.of("-");

  private static final int[] GZIP = {0x1F, 0x8B};
  private static final int[] ZSTD = {0x28, 0xB5, 0x2F, 0xFD};

  /** A frame of zstd (RFC 8878) without content: its only block is the last one, and is empty. */
  private static final byte[] EMPTY_FRAME = {
    0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0x20, 0, 1, 0, 0
  };

  private LogFile() {}

  /**
   * Opens a log.
   *
   * @param file its path, or {@link #STANDARD_INPUT}
   * @return its text, unpacked as it is read; whatever is broken in it is an {@code IOException}
   * @throws IOException if it cannot be opened, or ends within the first octets of its packing
   */
  public static InputStream open(Path file) throws IOException {
    InputStream raw = file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file);
    BufferedInputStream in = new BufferedInputStream(raw, 1 << 16);
    try {
      if (begins(in, GZIP)) {
        return new GzipMembers(in);
      }
      return begins(in, ZSTD) ? new Unpacked(new ZstdInputStream(withEnd(in))) : in;
    } catch (IOException broken) {
      in.close();
      throw broken;
    }
  }

  /**
   * Returns packed data with an empty frame behind it. The library ignores up to three octets that
   * follow the last frame; with this frame behind them they are an error.
   */
  private static InputStream withEnd(InputStream packed) {
    return new SequenceInputStream(packed, new ByteArrayInputStream(EMPTY_FRAME));
  }

  /** What messages call it. */
  public static String name(Path file) {
    return file.equals(STANDARD_INPUT) ? "standard input" : file.toString();
  }

  private static boolean begins(InputStream in, int[] octets) throws IOException {
    in.mark(octets.length);
    boolean all = true;
    for (int octet : octets) {
      all = all && in.read() == octet;
    }
    in.reset();
    return all;
  }

  /**
   * What the library says of broken input is for programmers, and not always an {@code
   * IOException}.
   */
  private static final class Unpacked extends InputStream {
    private final InputStream from;

    Unpacked(InputStream from) {
      this.from = from;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      try {
        return from.read(into, at, length);
      } catch (IOException | RuntimeException broken) {
        throw new IOException("it is not whole, or not packed by zstd", broken);
      }
    }

    @Override
    public void close() throws IOException {
      from.close();
    }
  }
}
