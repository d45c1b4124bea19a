package dev.sluice.nic;

import dev.sluice.cc.Outcome;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.fabric.Fabric;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Faults that a maker of NICs might make, to be planted in a whole system. */
public enum PlantedFault {
  /** None: the NICs as they are. */
  NONE(Pieces::new),

  /** A repeated acknowledgment gives the credit of the one before once more. */
  CREDIT_COUNTED_TWICE(
      () ->
          new Pieces() {
            private long lastWire = -1;
            private long lastGain;

            @Override
            Outcome<CreditSpender.State> learn(
                CreditSpender.State state, CreditParams params, long wireCredit, long acked) {
              long gain = params.progress(wireCredit, state.credit());
              boolean repeated = wireCredit == lastWire;
              lastWire = wireCredit;
              if (repeated) {
                return super.learn(
                    state, params, params.wireCredit(state.credit() + lastGain), acked);
              }
              lastGain = gain;
              return super.learn(state, params, wireCredit, acked);
            }
          }),

  /** A packet is sent as long as there is any room, whether it fits or not. */
  WINDOW_OFF_BY_ONE_PACKET(
      () ->
          new Pieces() {
            @Override
            boolean hasRoom(Ccc.State state, long size) {
              return state.room() > 0;
            }

            @Override
            Outcome<Ccc.State> send(Ccc.State state, long size) {
              return Outcome.accepted(
                  new Ccc.State(
                      state.phase(),
                      state.flow(),
                      state.maxWnd(),
                      state.cwnd(),
                      state.inflight() + size,
                      state.pdcs()));
            }
          }),

  /** What has come is acknowledged, whether it is in memory or not. */
  ACK_BEFORE_COMMIT(
      () ->
          new Pieces() {
            @Override
            TargetPdc.State told(TargetPdc.State received, TargetPdc.State committed) {
              return received;
            }
          }),

  /** A mark that comes back changes no entropy value. */
  MARK_IGNORED(
      () ->
          new Pieces() {
            @Override
            boolean obeysMark() {
              return false;
            }
          }),

  /** A PDC's id is free again as soon as the PDC has ended. */
  ID_REUSED_TOO_EARLY(
      () ->
          new Pieces() {
            @Override
            long idSafety(long lifetimePs) {
              return 0;
            }
          });

  private final Supplier<Pieces> pieces;

  PlantedFault(Supplier<Pieces> pieces) {
    this.pieces = pieces;
  }

  /** The pieces of one NIC that has this fault; some remember what came before. */
  Pieces pieces() {
    return pieces.get();
  }

  /** NICs that all have this fault. */
  public NicSystem system(
      Fabric fabric, EventLoop loop, RandomStreams streams, IntFunction<NicParams> params) {
    return new NicSystem(fabric, loop, streams, params, host -> pieces());
  }
}
