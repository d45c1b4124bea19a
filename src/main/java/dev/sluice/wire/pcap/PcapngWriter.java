package dev.sluice.wire.pcap;

import dev.sluice.wire.Octets;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a capture file in the pcapng format, with times in nanoseconds, rounded down.
 *
 * <p>The format has picoseconds, too, but widespread readers show such times wrong from 2^64 /
 * 10^15 s on, which is 18.4 ms. Packets of one nanosecond keep their order, that of the file.
 *
 * <p>The same packets give the same bytes on every machine: big-endian throughout, and nothing in
 * the file tells of the machine or the hour. A frame may be given shorter than it was on the wire,
 * if only its headers are of interest.
 */
public final class PcapngWriter implements Closeable {
  static final int SECTION_HEADER = 0x0A0D_0D0A;
  static final int INTERFACE_DESCRIPTION = 1;
  static final int ENHANCED_PACKET = 6;
  static final int BYTE_ORDER = 0x1A2B_3C4D;

  static final int OPTION_COMMENT = 1;
  static final int OPTION_IF_NAME = 2;
  static final int OPTION_USER_APPLICATION = 4;
  static final int OPTION_IF_TSRESOL = 9;

  /** Ten to the minus ninth of a second. */
  private static final byte[] NANOSECONDS = {9};

  private static final long PS_PER_NS = 1_000;

  private final OutputStream out;
  private final int interfaces;

  /**
   * Begins a file.
   *
   * @param out takes the file; closed with the writer
   * @param interfaces names of the places where packets are captured, all of them Ethernet
   */
  public PcapngWriter(OutputStream out, List<String> interfaces) throws IOException {
    this.out = out;
    this.interfaces = interfaces.size();
    Block section = new Block(SECTION_HEADER);
    section.word(BYTE_ORDER).word(1 << 16).word(-1).word(-1); // version 1.0, length unknown
    section.option(OPTION_USER_APPLICATION, ascii("Sluice")).endOfOptions().to(out);
    for (String name : interfaces) {
      Block description = new Block(INTERFACE_DESCRIPTION);
      description.word(CaptureFile.ETHERNET << 16).word(0); // no limit to a packet's length
      description
          .option(OPTION_IF_NAME, ascii(name))
          .option(OPTION_IF_TSRESOL, NANOSECONDS)
          .endOfOptions()
          .to(out);
    }
  }

  /**
   * Writes a frame.
   *
   * @param interfaceId index of the interface
   * @param timePs when it was seen, in picoseconds
   * @param octets holds the frame
   * @param from where it begins
   * @param to where it ends, or where the capture of it ends
   * @param originalLength octets of the frame on the wire
   * @param comment shown by tools beside the packet; empty for none
   */
  public void packet(
      int interfaceId,
      long timePs,
      byte[] octets,
      int from,
      int to,
      int originalLength,
      String comment)
      throws IOException {
    if (interfaceId < 0 || interfaceId >= interfaces || originalLength < to - from) {
      throw new IllegalArgumentException(
          "interface %d, %d octets of %d".formatted(interfaceId, to - from, originalLength));
    }
    Block block = new Block(ENHANCED_PACKET);
    long timeNs = Math.floorDiv(timePs, PS_PER_NS);
    block.word(interfaceId).word((int) (timeNs >>> 32)).word((int) timeNs);
    block.word(to - from).word(originalLength).padded(octets, from, to - from);
    if (!comment.isEmpty()) {
      block.option(OPTION_COMMENT, comment.getBytes(StandardCharsets.UTF_8)).endOfOptions();
    }
    block.to(out);
  }

  /** Ends the file. */
  @Override
  public void close() throws IOException {
    out.close();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** One block: its type, its length, a body of whole words, its length again. */
  private static final class Block {
    private final int type;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final byte[] word = new byte[4];

    Block(int type) {
      this.type = type;
    }

    Block word(int value) {
      Octets.putBits32(word, 0, value);
      body.write(word, 0, 4);
      return this;
    }

    Block padded(byte[] octets, int from, int length) {
      body.write(octets, from, length);
      for (int i = length; (i & 3) != 0; i++) {
        body.write(0);
      }
      return this;
    }

    Block option(int code, byte[] value) {
      return word(code << 16 | Octets.fitting(value.length, 0xFFFF)).padded(value, 0, value.length);
    }

    Block endOfOptions() {
      return word(0);
    }

    void to(OutputStream out) throws IOException {
      byte[] head = new byte[8];
      Octets.putBits32(head, 0, type);
      Octets.putBits32(head, 4, body.size() + 12);
      out.write(head);
      body.writeTo(out);
      out.write(head, 4, 4);
    }
  }
}
