package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A whole header as it was read: head, records in the order of the hops, and the last word.
 *
 * @param records what the head's count and the format's room say there are
 * @param lastWord empty where the format has none
 */
@Requirement("HPCC-7")
public record TelemetryBlock(
    TelemetryHead head, List<HopRecord> records, Optional<LastWord> lastWord) {
  public TelemetryBlock {
    records = List.copyOf(records);
  }

  /** As it leaves the sender. */
  public static TelemetryBlock fresh(TelemetryFormat format) {
    return new TelemetryBlock(
        TelemetryHead.FRESH,
        List.of(),
        format.hasLastWord() ? Optional.of(LastWord.EMPTY) : Optional.empty());
  }

  /**
   * Writes the header, and answers where the next one begins. Room that no record takes is zeros.
   *
   * @throws IllegalArgumentException if it has not as many records as the format says
   */
  public int put(TelemetryFormat format, byte[] octets, int at) {
    if (records.size() != format.records(head.nHop())
        || lastWord.isPresent() != format.hasLastWord()) {
      throw new IllegalArgumentException(
          "%d records after %d hops do not go with %s"
              .formatted(records.size(), head.nHop(), format));
    }
    int end = at + format.size(head.nHop());
    int next = head.put(octets, at);
    for (HopRecord each : records) {
      next = each.put(octets, next);
    }
    Arrays.fill(octets, next, end, (byte) 0);
    lastWord.ifPresent(word -> word.put(octets, end - LastWord.SIZE));
    return end;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static TelemetryBlock read(TelemetryFormat format, byte[] octets, int at) {
    TelemetryHead head = TelemetryHead.read(octets, at);
    List<HopRecord> records = new ArrayList<>();
    for (int slot = 0; slot < format.records(head.nHop()); slot++) {
      records.add(HopRecord.read(octets, recordAt(at, slot)));
    }
    int end = at + format.size(head.nHop());
    return new TelemetryBlock(
        head,
        records,
        format.hasLastWord()
            ? Optional.of(LastWord.read(octets, end - LastWord.SIZE))
            : Optional.empty());
  }

  /** Where a record stands in a header that begins there. */
  public static int recordAt(int at, int slot) {
    return at + TelemetryHead.SIZE + slot * HopRecord.SIZE;
  }

  /** The records as the 64 bits that are on the wire, for kernels. */
  public long[] bits() {
    return records.stream().mapToLong(HopRecord::bits).toArray();
  }
}
