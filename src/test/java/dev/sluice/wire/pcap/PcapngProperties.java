package dev.sluice.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.wire.Decoded;
import dev.sluice.wire.Decoded.Bad;
import dev.sluice.wire.Decoded.Good;
import dev.sluice.wire.pcap.CaptureFile.Captured;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PcapngProperties {
  private static final List<String> INTERFACES = List.of("a", "switch 1 port 2", "");

  @Provide
  Arbitrary<Captured> captured() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.longs().between(0, Long.MAX_VALUE / 2_000),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(70),
            Arbitraries.integers().between(0, 9000),
            Arbitraries.strings().withCharRange(' ', 'ÿ').ofMaxLength(9))
        .as(
            (place, timeNs, octets, more, comment) ->
                new Captured(place, 1_000 * timeNs, octets, octets.length + more, comment));
  }

  private static byte[] file(List<Captured> packets) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PcapngWriter writer = new PcapngWriter(out, INTERFACES)) {
      for (Captured packet : packets) {
        byte[] octets = packet.octets();
        writer.packet(
            packet.interfaceId(),
            packet.timePs(),
            octets,
            0,
            octets.length,
            packet.originalLength(),
            packet.comment());
      }
    }
    return out.toByteArray();
  }

  @Property(seed = "31", edgeCases = EdgeCasesMode.NONE)
  void capturesReadBackEqual(@ForAll @Size(max = 6) List<@From("captured") Captured> p)
      throws IOException {
    List<CaptureFile.Interface> interfaces = new ArrayList<>();
    INTERFACES.forEach(name -> interfaces.add(new CaptureFile.Interface(name, 1)));
    assertThat(PcapngReader.read(file(p)))
        .isEqualTo(new Good<>(new CaptureFile(interfaces, p), List.of()));
  }

  @Property(seed = "32", tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aDamagedFileIsACaptureOrASentence(
      @ForAll @Size(max = 3) List<@From("captured") Captured> packets,
      @ForAll @Size(max = 3) int[] places,
      @ForAll byte with,
      @ForAll @IntRange(max = 1000) int cut)
      throws IOException {
    byte[] file = file(packets);
    for (int place : places) {
      file[Math.floorMod(place, file.length)] = with;
    }
    Decoded<CaptureFile> read =
        PcapngReader.read(cut < file.length ? Arrays.copyOf(file, cut) : file);
    if (read instanceof Bad<CaptureFile> bad) {
      assertThat(bad.because()).isNotBlank();
      assertThat(bad.at()).isBetween(0, file.length);
    }
  }
}
