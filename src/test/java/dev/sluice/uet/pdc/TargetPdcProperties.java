package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class TargetPdcProperties {
  private static final Target.Params PARAMS = new Target.Params(Psn.WIRE_MODULUS, 64, 0);
  private static final long FA = 0x0A000001;
  private static final int SPDCID = 7;
  private static final int PDCID = 3;

  @Property(seed = "50229", tries = 300)
  @Requirement({"PDC-5", "PDC-6"})
  void aPdcWorkedOnInPlaceTakesWhatTheFunctionsTake(
      @ForAll @LongRange(min = Psn.WIRE_MODULUS - 100, max = Psn.WIRE_MODULUS + 100) long near,
      @ForAll @Size(max = 200) List<@IntRange(max = 200) Integer> steps) {
    long start = near % Psn.WIRE_MODULUS;
    TargetPdc.State state =
        new TargetPdc.State(PDCID, new PdcKey(FA, SPDCID), 1, start, ReceiveWindow.empty());
    TargetPdc.Draft draft = new TargetPdc.Draft(state);
    for (int step : steps) { // the awaited one, one ahead, or one beyond the range
      int ahead = step % 3 == 0 ? step / 3 + 1 : 0;
      long psn = Psn.at(start, state.got().awaited() + ahead, Psn.WIRE_MODULUS);
      boolean isNew;
      Outcome<TargetPdc.State> outcome;
      if (step % 2 == 0) {
        long offset =
            state.got().awaited() + (step % 7 == 0 ? ahead + 1 : ahead); // or another PDC's
        Packet.Syn syn = new Packet.Syn(FA, 0, SPDCID, psn, offset, 0);
        isNew = draft.receiveSyn(PARAMS, syn);
        outcome = TargetPdc.receiveSyn(state, PARAMS, syn);
      } else {
        isNew = draft.receiveRequest(PARAMS, psn);
        outcome =
            TargetPdc.receiveRequest(state, PARAMS, new Packet.Request(FA, SPDCID, PDCID, psn, 0));
      }
      TargetPdc.State next = ((Outcome.Accepted<TargetPdc.State>) outcome).next();
      assertThat(isNew).isEqualTo(!next.equals(state));
      state = next;
      assertThat(draft.toState()).isEqualTo(state);
    }
  }
}
