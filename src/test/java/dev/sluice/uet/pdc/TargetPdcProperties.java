package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** A PDC writes each packet within its range once, and acknowledges what a set of them would. */
class TargetPdcProperties {
  private static final int RANGE = 64;
  private static final Target.Params PARAMS = new Target.Params(Psn.WIRE_MODULUS, RANGE, 0);
  private static final long FA = 0x0A000001;
  private static final int SPDCID = 7;
  private static final int PDCID = 3;
  private static final PdcKey KEY = new PdcKey(FA, SPDCID);

  @Property(seed = "50229", tries = 300)
  @Requirement({"PDC-5", "PDC-6"})
  void aPdcTakesWhatASetWouldTake(
      @ForAll @LongRange(min = Psn.WIRE_MODULUS - 100, max = Psn.WIRE_MODULUS + 100) long near,
      @ForAll @Size(max = 200) List<@IntRange(max = 200) Integer> steps) {
    long start = near % Psn.WIRE_MODULUS;
    TargetPdc pdc = new TargetPdc(PARAMS, PDCID, KEY, 1, start);
    TreeSet<Long> set = new TreeSet<>();
    long awaited = 0;
    Asked asked = new Asked();
    for (int step : steps) { // the awaited one, one ahead, or one beyond the range
      long packet = awaited + (step % 3 == 0 ? step / 3 + 1 : 0);
      long psn = Psn.at(start, packet, Psn.WIRE_MODULUS);
      boolean isOwn = step % 2 != 0 || step % 7 != 0;
      if (step % 2 == 0) {
        long offset = isOwn ? packet : packet + 1; // or another PDC's
        Packet.Syn syn = new Packet.Syn(FA, 0, SPDCID, psn, offset, step);
        pdc.answer(pdc.take(syn), offset, step, asked);
      } else {
        pdc.receiveRequest(psn, step, asked);
      }
      List<Object> expected = new ArrayList<>();
      if (isOwn && packet < awaited + RANGE) {
        if (set.add(packet)) {
          expected.add(new Asked.Written(KEY, step, packet));
        }
        while (set.contains(awaited)) {
          awaited++;
        }
        long cack = (start + awaited) % Psn.WIRE_MODULUS;
        expected.add(new Packet.AckCc(FA, PDCID, SPDCID, cack));
        assertThat(pdc.cack()).isEqualTo(cack);
      }
      assertThat(asked.since()).isEqualTo(expected);
      assertThat(pdc.got().awaited()).isEqualTo(awaited);
      assertThat(pdc.got().ahead()).isEqualTo(set.tailSet(awaited).size());
    }
  }
}
