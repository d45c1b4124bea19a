package dev.sluice.trace;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks a gzip file (RFC 1952) of one or several members, to its very end.
 *
 * <p>The JDK's own stream ignores data that follows the last member. Here such data is an error: it
 * may be the rest of a log that was damaged.
 */
final class GzipMembers extends InputStream {
  private static final int BLOCK = 1 << 16;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private final PushbackInputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private final byte[] block = new byte[BLOCK];
  private int length;
  private boolean isOver;

  /**
   * Begins to unpack.
   *
   * @param packed the file from its first octet on
   * @throws IOException if it does not begin with a member
   */
  GzipMembers(InputStream packed) throws IOException {
    in = new PushbackInputStream(packed, BLOCK);
    header(octet());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int at, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    try {
      while (!isOver) {
        int count = inflater.inflate(into, at, most);
        if (count > 0) {
          sum.update(into, at, count);
          return count;
        } else if (inflater.finished()) {
          next();
        } else if (inflater.needsDictionary()) {
          throw new ZipException("it needs a dictionary, which gzip does not have");
        } else {
          fill();
        }
      }
      return -1;
    } catch (DataFormatException broken) {
      throw new ZipException(
          broken.getMessage() == null ? "invalid packed data" : broken.getMessage());
    }
  }

  private void fill() throws IOException {
    length = in.read(block, 0, block.length);
    if (length < 0) {
      throw new EOFException("Unexpected end of packed data");
    }
    inflater.setInput(block, 0, length);
  }

  /** Checks the end of a member, and begins the next one if there is one. */
  private void next() throws IOException {
    int unread = inflater.getRemaining();
    in.unread(block, length - unread, unread);
    if (number() != sum.getValue() || number() != (inflater.getBytesWritten() & 0xFFFFFFFFL)) {
      throw new ZipException("the checksum of the packed data is not that of its text");
    }
    inflater.reset();
    sum.reset();
    int first = in.read();
    if (first < 0) {
      isOver = true;
      return;
    }
    try {
      header(first);
    } catch (IOException noMember) {
      throw new ZipException("other data follows the packed data");
    }
  }

  private void header(int first) throws IOException {
    if (first != 0x1F || octet() != 0x8B || octet() != DEFLATE) {
      throw new ZipException("Not in GZIP format");
    }
    int flags = octet();
    skip(6); // time, flags of the method, system
    if ((flags & EXTRA) != 0) {
      skip(octet() | octet() << 8);
    }
    for (int text : new int[] {NAME, COMMENT}) {
      if ((flags & text) != 0) {
        while (octet() != 0) {
          // up to the NUL that ends it
        }
      }
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
  }

  private void skip(int octets) throws IOException {
    for (int i = 0; i < octets; i++) {
      octet();
    }
  }

  private long number() throws IOException {
    return octet() | octet() << 8 | octet() << 16 | (long) octet() << 24;
  }

  private int octet() throws IOException {
    int octet = in.read();
    if (octet < 0) {
      throw new EOFException("Unexpected end of packed data");
    }
    return octet;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
