package dev.sluice.wire.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Decoded;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What hosts send is what a stranger reads, and goes by the rules of opcodes and PSNs. */
class RunFramesTest {
  private static final List<byte[]> PACKETS = RunFrames.packets();

  @Test
  @Requirement("RC-15")
  void everyPacketIsReadWithoutANotice() {
    TreeSet<String> opcodes = new TreeSet<>();
    for (byte[] packet : PACKETS) {
      byte[] frame = RoceSample.frame(packet, null);
      Decoded<RoceDecoder.Content> decoded = RoceDecoder.frame(frame, 0, frame.length);
      assertThat(decoded).isInstanceOf(Decoded.Good.class);
      var good = (Decoded.Good<RoceDecoder.Content>) decoded;
      assertThat(good.notices()).isEmpty();
      opcodes.add(Opcode.name(((RoceDecoder.Packet) good.value()).bth().opcode()));
      assertThat(Icrc.isIntact(packet, 0)).isTrue();
    }
    assertThat(opcodes)
        .contains("SEND First", "SEND Middle", "SEND Last", "SEND Only")
        .contains("RDMA WRITE First", "RDMA WRITE Middle", "RDMA WRITE Last", "RDMA WRITE Only")
        .contains("RDMA WRITE Last with Immediate", "RDMA READ Request", "FetchAdd")
        .contains("RDMA READ Response First", "RDMA READ Response Middle")
        .contains("RDMA READ Response Last", "Acknowledge", "ATOMIC Acknowledge");
  }

  /** By queue pair: what is new has the PSN behind that of what was new before it. */
  @Test
  @Requirement({"RC-1", "RC-9"})
  void psnsOfRequestsGoOnWithoutAGap() {
    Map<Integer, Integer> next = new HashMap<>();
    int wraps = 0;
    for (byte[] packet : PACKETS) {
      int opcode = Bth.opcode(packet, 28);
      boolean isRequest = opcode < Opcode.READ_RESPONSE_FIRST || opcode > Opcode.ATOMIC_ACKNOWLEDGE;
      if (isRequest) {
        int to = Arrays.hashCode(Arrays.copyOfRange(packet, 12, 20));
        int queuePair = 31 * to + Bth.destinationQp(packet, 28);
        int psn = Bth.psn(packet, 28);
        int length = opcode == Opcode.READ_REQUEST ? (int) Reth.dmaLength(packet, 40) : 1;
        int span = opcode == Opcode.READ_REQUEST ? (length + 255) / 256 : 1;
        int due = next.getOrDefault(queuePair, 0xFFFFFD);
        int ahead = psn - due & 0xFFFFFF;
        assertThat(ahead == 0 || ahead > 0x800000).as("PSN %x, due %x", psn, due).isTrue();
        if (ahead == 0) {
          next.put(queuePair, due + span & 0xFFFFFF);
          wraps += due + span > 0xFFFFFF ? 1 : 0;
        }
      }
    }
    assertThat(wraps).isPositive();
  }
}
