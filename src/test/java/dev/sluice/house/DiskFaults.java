package dev.sluice.house;

import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What {@link WritePlaces} calls from every place where a file is written: there the disk is full,
 * if the environment says so. Goes along into processes that have no other class of the tests.
 */
public final class DiskFaults {
  /** The place, and whether opening fails there or writing: {@code 12:open}, {@code 12:write}. */
  public static final String FAULT = "SLUICE_TEST_FAULT";

  /** A file to which each place that is come by is added, and each fault. */
  public static final String SEEN = "SLUICE_TEST_SEEN";

  private DiskFaults() {}

  /** A file is about to be made, opened, or moved. */
  public static void open(int place) throws IOException {
    seen(place + ":open");
    fail(place + ":open");
  }

  /** What is written into it. */
  public static OutputStream stream(OutputStream out, int place) {
    seen(place + ":write");
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        fail(place + ":write");
        out.write(bytes, from, length);
      }

      @Override
      public void write(int octet) throws IOException {
        fail(place + ":write");
        out.write(octet);
      }
    };
  }

  /** The same of text. */
  public static BufferedWriter writer(BufferedWriter out, int place) {
    seen(place + ":write");
    return new BufferedWriter(
        new FilterWriter(out) {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            fail(place + ":write");
            out.write(text, from, length);
          }
        });
  }

  private static void fail(String fault) throws IOException {
    if (fault.equals(System.getenv(FAULT))) {
      seen("fired");
      throw new IOException("No space left on device");
    }
  }

  private static void seen(String what) {
    String file = System.getenv(SEEN);
    if (file != null) {
      try (FileOutputStream out = new FileOutputStream(file, true)) {
        out.write((what + "\n").getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
