package dev.sluice.wire.pcap;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads capture files in the pcapng format, of either byte order.
 *
 * <p>Read are sections, interface descriptions and enhanced packets; other blocks are passed over.
 * Interfaces of several sections are numbered through. A hostile file is a sentence, never an
 * exception, and never costs more memory than its own size.
 */
public final class PcapngReader {
  private static final long PS_PER_SECOND = 1_000_000_000_000L;

  private final ByteBuffer file;
  private final List<CaptureFile.Interface> interfaces = new ArrayList<>();
  private final List<Resolution> resolutions = new ArrayList<>();
  private final List<CaptureFile.Captured> packets = new ArrayList<>();
  private int sectionFirst;

  private PcapngReader(byte[] file) {
    this.file = ByteBuffer.wrap(file);
  }

  /** Units of time of an interface: so many to a second. */
  private record Resolution(long unitsPerSecond) {
    /** Picoseconds, or −1 if they do not fit. */
    long ps(long units) {
      long seconds = Long.divideUnsigned(units, unitsPerSecond);
      long rest = Long.remainderUnsigned(units, unitsPerSecond);
      if (seconds > Long.MAX_VALUE / PS_PER_SECOND - 1) {
        return -1;
      }
      return seconds * PS_PER_SECOND + scaled(rest);
    }

    private long scaled(long rest) {
      return PS_PER_SECOND % unitsPerSecond == 0
          ? rest * (PS_PER_SECOND / unitsPerSecond)
          : rest * PS_PER_SECOND / unitsPerSecond; // binary, below 2^20 times 2^40
    }
  }

  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1;
    private final int at;

    Stop(int at, String because) {
      super(because, null, false, false);
      this.at = at;
    }
  }

  /** Reads a whole file. */
  public static Decoded<CaptureFile> read(byte[] file) {
    PcapngReader reader = new PcapngReader(file);
    try {
      reader.blocks();
    } catch (Stop stop) {
      return new Bad<>(stop.at, stop.getMessage());
    }
    return new Good<>(new CaptureFile(reader.interfaces, reader.packets), List.of());
  }

  private void blocks() throws Stop {
    int at = 0;
    if (file.limit() < 12 || file.getInt(0) != PcapngWriter.SECTION_HEADER) {
      throw new Stop(0, "the file does not begin with a section of pcapng");
    }
    while (at < file.limit()) {
      need(at, 12, file.limit(), "a block");
      int type = file.getInt(at);
      if (type == PcapngWriter.SECTION_HEADER) {
        section(at);
      }
      int length = file.getInt(at + 4);
      if (length < 12 || (length & 3) != 0 || length > file.limit() - at) {
        throw new Stop(at + 4, "a block cannot have a length of " + length);
      }
      if (file.getInt(at + length - 4) != length) {
        throw new Stop(at + length - 4, "a block says two lengths");
      }
      int end = at + length - 4;
      switch (type) {
        case PcapngWriter.INTERFACE_DESCRIPTION -> description(at + 8, end);
        case PcapngWriter.ENHANCED_PACKET -> packet(at + 8, end);
        default -> {}
      }
      at += length;
    }
  }

  private void section(int at) throws Stop {
    file.order(ByteOrder.BIG_ENDIAN);
    if (file.getInt(at + 8) != PcapngWriter.BYTE_ORDER) {
      file.order(ByteOrder.LITTLE_ENDIAN);
    }
    if (file.getInt(at + 8) != PcapngWriter.BYTE_ORDER) {
      throw new Stop(at + 8, "this is no byte order of pcapng");
    }
    sectionFirst = interfaces.size();
  }

  private void description(int at, int end) throws Stop {
    need(at, 8, end, "an interface");
    int linkType = file.getShort(at) & 0xFFFF;
    String name = "";
    Resolution resolution = new Resolution(1_000_000);
    for (Option option : options(at + 8, end)) {
      if (option.code == PcapngWriter.OPTION_IF_NAME) {
        name = option.text();
      } else if (option.code == PcapngWriter.OPTION_IF_TSRESOL) {
        resolution = resolution(at, option.value);
      }
    }
    interfaces.add(new CaptureFile.Interface(name, linkType));
    resolutions.add(resolution);
  }

  private static Resolution resolution(int at, byte[] value) throws Stop {
    int exponent = value.length == 1 ? value[0] & 0x7F : -1;
    boolean binary = value.length == 1 && value[0] < 0;
    if (exponent < 0 || exponent > (binary ? 20 : 12)) {
      throw new Stop(at, "times of this resolution are not read");
    }
    long units = 1;
    for (int i = 0; i < exponent; i++) {
      units *= binary ? 2 : 10;
    }
    return new Resolution(units);
  }

  private void packet(int at, int end) throws Stop {
    need(at, 20, end, "a packet");
    int interfaceId = file.getInt(at);
    if (interfaceId < 0 || interfaceId >= interfaces.size() - sectionFirst) {
      throw new Stop(at, "a packet of an interface that is not described");
    }
    long units = (file.getInt(at + 4) & 0xFFFF_FFFFL) << 32 | file.getInt(at + 8) & 0xFFFF_FFFFL;
    long timePs = resolutions.get(sectionFirst + interfaceId).ps(units);
    if (timePs < 0) {
      throw new Stop(at + 4, "a time beyond 106 days does not fit");
    }
    int captured = file.getInt(at + 12);
    int original = file.getInt(at + 16);
    if (captured < 0 || captured > end - at - 20 || original < captured) {
      throw new Stop(at + 12, "%d octets captured of %d".formatted(captured, original));
    }
    String comment = "";
    for (Option option : options(at + 20 + padded(captured), end)) {
      if (option.code == PcapngWriter.OPTION_COMMENT) {
        comment = option.text();
      }
    }
    packets.add(
        new CaptureFile.Captured(
            sectionFirst + interfaceId, timePs, bytes(at + 20, captured), original, comment));
  }

  private record Option(int code, byte[] value) {
    String text() {
      return new String(value, StandardCharsets.UTF_8);
    }
  }

  private List<Option> options(int from, int end) throws Stop {
    List<Option> options = new ArrayList<>();
    int at = from;
    while (end - at >= 4) {
      int code = file.getShort(at) & 0xFFFF;
      int length = file.getShort(at + 2) & 0xFFFF;
      if (code == 0) {
        break;
      }
      need(at + 4, length, end, "an option");
      options.add(new Option(code, bytes(at + 4, length)));
      at += 4 + padded(length);
    }
    return options;
  }

  private static int padded(int length) {
    return length + 3 & ~3;
  }

  private byte[] bytes(int at, int length) {
    byte[] bytes = new byte[length];
    file.get(at, bytes);
    return bytes;
  }

  private static void need(int at, int length, int end, String what) throws Stop {
    if (length > end - at) {
      throw new Stop(at, what + " is cut off");
    }
  }
}
