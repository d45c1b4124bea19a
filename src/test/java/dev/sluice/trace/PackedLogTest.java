package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed logs are read to their very end. */
class PackedLogTest {
  private static final byte[] TEXT =
      "{\"format\":\"sluice-log\"}\n".repeat(9000).getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(text);
    }
    return packed.toByteArray();
  }

  private static byte[] zstd(byte[] text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(packed)) {
      out.write(text);
    }
    return packed.toByteArray();
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private byte[] read(byte[] packed) throws IOException {
    Path file = Files.write(folder.resolve("log"), packed);
    try (InputStream in = LogFile.open(file)) {
      return in.readAllBytes();
    }
  }

  @Test
  void oneOrSeveralMembersAreOneText() throws IOException {
    assertThat(read(gzip(TEXT))).isEqualTo(TEXT);
    assertThat(read(zstd(TEXT))).isEqualTo(TEXT);
    byte[] random = new byte[200_000];
    new Random(1).nextBytes(random);
    byte[] twice = joined(TEXT, random);
    assertThat(read(joined(gzip(TEXT), gzip(random)))).isEqualTo(twice);
    assertThat(read(joined(zstd(TEXT), zstd(random)))).isEqualTo(twice);
    assertThat(read(joined(gzip(new byte[0]), gzip(TEXT)))).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 15, 26, 27, 1000, 100_000})
  void otherDataAfterTheLastMemberIsAnError(int octets) throws IOException {
    for (byte other : new byte[] {0, 'g', 0x1F, 0x28}) {
      byte[] garbage = new byte[octets];
      Arrays.fill(garbage, other);
      assertThatThrownBy(() -> read(joined(gzip(TEXT), garbage)))
          .isInstanceOf(ZipException.class)
          .hasMessage("other data follows the packed data");
      assertThatThrownBy(() -> read(joined(zstd(TEXT), garbage)))
          .isInstanceOf(IOException.class)
          .hasMessage("it is not whole, or not packed by zstd");
    }
  }

  @Test
  void aTextThatIsCutIsAnErrorAtEachOctet() throws IOException {
    byte[] text = Arrays.copyOf(TEXT, 300);
    for (byte[] packed : new byte[][] {gzip(text), zstd(text)}) {
      for (int length = 4; length < packed.length; length++) {
        byte[] cut = Arrays.copyOf(packed, length);
        assertThatThrownBy(() -> read(cut)).as("%d octets", length).isInstanceOf(IOException.class);
      }
    }
    byte[] cut = Arrays.copyOf(gzip(text), 40);
    assertThatThrownBy(() -> read(cut)).isInstanceOf(EOFException.class);
  }

  @Test
  void aWrongChecksumOrLengthIsAnError() throws IOException {
    for (int back : new int[] {8, 5, 4, 1}) {
      byte[] packed = gzip(TEXT);
      packed[packed.length - back] ^= 1;
      assertThatThrownBy(() -> read(packed))
          .isInstanceOf(ZipException.class)
          .hasMessage("the checksum of the packed data is not that of its text");
    }
  }

  /** Writes a member with all fields of the header, as RFC 1952 orders them. */
  @Test
  void fieldsOfTheHeaderAreSkipped() throws IOException {
    byte[] packed = gzip(TEXT);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(packed, 0, 3);
    out.write(2 | 4 | 8 | 16);
    out.write(packed, 4, 6);
    out.write(new byte[] {3, 0, 'a', 'b', 'c'});
    out.write("name\0comment\0".getBytes(StandardCharsets.UTF_8));
    out.write(new byte[] {1, 2});
    out.write(packed, 10, packed.length - 10);
    InputStream in = new GzipMembers(new ByteArrayInputStream(out.toByteArray()));
    assertThat(in.readAllBytes()).isEqualTo(TEXT);
  }
}
