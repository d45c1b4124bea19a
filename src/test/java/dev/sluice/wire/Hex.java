package dev.sluice.wire;

import java.util.HexFormat;
import java.util.stream.Collectors;

/** Octets as people write them down: hexadecimal, one field a line, its meaning behind a bar. */
public final class Hex {
  private Hex() {}

  /** The octets; what stands behind a bar is for the reader. */
  public static byte[] octets(String text) {
    String digits =
        text.lines().map(line -> line.replaceFirst("\\|.*", "")).collect(Collectors.joining());
    return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
  }
}
