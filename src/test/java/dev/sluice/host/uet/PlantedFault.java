package dev.sluice.host.uet;

import dev.sluice.cc.nscc.NsccStates;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.CreditStates;
import dev.sluice.fabric.Fabric;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.ccc.Windowless;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.uet.pdc.ReceiveWindow;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Faults that a maker of NICs might make, to be planted in a whole system. */
public enum PlantedFault {
  /** None: the NICs as they are. */
  NONE(FaultPoints::new),

  /** A repeated acknowledgment gives the credit of the one before once more. */
  CREDIT_COUNTED_TWICE(
      () ->
          new FaultPoints() {
            private long lastWire = -1;
            private long lastGain;

            @Override
            void learn(CreditSpender credit, CreditParams params, long wireCredit, long acked) {
              long gain = params.progress(wireCredit, credit.credit());
              boolean repeated = wireCredit == lastWire;
              lastWire = wireCredit;
              if (repeated) {
                super.learn(credit, params, params.wireCredit(credit.credit() + lastGain), acked);
                return;
              }
              lastGain = gain;
              super.learn(credit, params, wireCredit, acked);
            }
          }),

  /** A packet is sent as long as there is any room, whether it fits or not. */
  WINDOW_OFF_BY_ONE_PACKET(
      () ->
          new FaultPoints() {
            @Override
            long window(Ccc ccc, SendPermission permission) {
              return ccc.cwnd() + permission.mtu() - 1;
            }

            @Override
            String send(Ccc ccc, long size) {
              return Windowless.send(ccc, size);
            }
          }),

  /** What has come is acknowledged, whether it is in memory or not. */
  ACK_BEFORE_COMMIT(
      () ->
          new FaultPoints() {
            @Override
            TargetPdc told(TargetPdc received, TargetPdc committed) {
              return received;
            }
          }),

  /** A packet is handed to its context twice, of which nothing is to be seen in the context. */
  PACKET_TAKEN_TWICE(
      () ->
          new FaultPoints() {
            @Override
            String receive(Ccc ccc, long size, Ccc.Sink sink) {
              String refused = super.receive(ccc, size, sink);
              return refused == null ? super.receive(ccc, size, sink) : refused;
            }
          }),

  /** A mark that comes back changes no entropy value. */
  MARK_IGNORED(
      () ->
          new FaultPoints() {
            @Override
            boolean obeysMark() {
              return false;
            }
          }),

  /** A PDC's id is free again as soon as the PDC has ended. */
  ID_REUSED_TOO_EARLY(
      () ->
          new FaultPoints() {
            @Override
            long idSafety(long lifetimePs) {
              return 0;
            }
          }),

  /** An acknowledgment that comes late counts as one whose credit has wrapped since (D14). */
  OLD_CREDIT_TAKEN_FOR_A_WRAP(
      () ->
          new FaultPoints() {
            @Override
            void learn(CreditSpender credit, CreditParams params, long wireCredit, long acked) {
              long known = params.wireCredit(credit.credit());
              if (wireCredit >= known || !credit.open()) {
                super.learn(credit, params, wireCredit, acked);
                return;
              }
              long gain = params.quantumBytes() * (params.modulus() + wireCredit - known);
              CreditStates.gain(credit, gain);
            }
          }),

  /** A request asks for what it brings once more. */
  BACKLOG_NOT_REDUCED(
      () ->
          new FaultPoints() {
            @Override
            long creditTarget(long target, long size) {
              return target == 0 ? 0 : target + size;
            }
          }),

  /** What a slice leaves over when it is divided is lost, not carried to the next. */
  REMAINDER_DROPPED(
      () ->
          new FaultPoints() {
            @Override
            String slice(CreditGranter granter) {
              String refused = super.slice(granter);
              if (refused == null) {
                CreditStates.dropRemainder(granter);
              }
              return refused;
            }
          }),

  /** The distance from the first PSN is cut to a few bits; its field has twelve (D7). */
  PSN_OFFSET_MASKED(
      () ->
          new FaultPoints() {
            @Override
            long psnOffset(long offset) {
              return offset & 3;
            }
          }),

  /** PSNs are compared as numbers: those behind the wrap are not taken (D10). */
  PSN_COMPARED_PLAINLY(
      () ->
          new FaultPoints() {
            @Override
            long startPsn(long drawn) {
              return Psn.WIRE_MODULUS - 20;
            }

            @Override
            long psnModulus() {
              return 2 * Psn.WIRE_MODULUS; // behind the wrap they are far away
            }
          }),

  /** A SYN that is refused has been given a PDC before, which never comes back (D8). */
  REFUSED_SYN_KEEPS_ITS_PDC(
      () ->
          new FaultPoints() {
            private static final long NOWHERE = (1L << 47) - 1;
            private final Target.Params none = new Target.Params(Psn.WIRE_MODULUS, 1, 0);
            private int refused;
            private int lost;

            @Override
            boolean canAdmit(Target target, Target.Flow flow) {
              while (lost < refused && target.target().free() > 0) {
                int id = target.target().leastFree();
                PdcKey nobodys = new PdcKey(NOWHERE, ++lost);
                target.target().put(id, new TargetPdc(none, id, nobodys, 1, 0));
              }
              boolean can = super.canAdmit(target, flow);
              refused += can ? 0 : 1;
              return can;
            }
          }),

  /** A target counts each packet beyond the missing one twice. */
  LATER_ONES_COUNTED_TWICE(
      () ->
          new FaultPoints() {
            @Override
            int ahead(ReceiveWindow got) {
              return 2 * super.ahead(got);
            }
          }),

  /** What went out again is given up with the next acknowledgment, as if it were still missing. */
  RESENT_ONES_GIVEN_UP_AGAIN(
      () ->
          new FaultPoints() {
            @Override
            String retransmit(LossRecovery recovery, long packet) {
              return null;
            }
          }),

  /** The end of a recovery moves on with what is sent. */
  RECOVERY_WITHOUT_END(
      () ->
          new FaultPoints() {
            @Override
            String receiveAck(
                LossRecovery recovery,
                long cack,
                long acked,
                int count,
                boolean waits,
                long threshold,
                long window,
                LossRecovery.Packets packets) {
              if (recovery.recovering()) {
                long sent = LossRecovery.FACE.variable("sent").reader().of(recovery, 0);
                LossRecovery.FACE.variable("point").writer().set(recovery, 0, sent);
              }
              return super.receiveAck(
                  recovery, cack, acked, count, waits, threshold, window, packets);
            }
          }),

  /** The count of an overtaken acknowledgment is taken for one of now. */
  OLD_COUNT_TAKEN(
      () ->
          new FaultPoints() {
            @Override
            String receiveAck(
                LossRecovery recovery,
                long cack,
                long acked,
                int count,
                boolean waits,
                long threshold,
                long window,
                LossRecovery.Packets packets) {
              return super.receiveAck(
                  recovery, acked, acked, count, waits, threshold, window, packets);
            }
          }),

  /** What is to be added once in a period is added with every step (D9). */
  ETA_WITH_EVERY_STEP(
      () ->
          new FaultPoints() {
            @Override
            void acknowledged(NsccWindow window, long nowPs, long cwndBefore) {
              boolean isStep =
                  NsccWindow.FACE.variable("receivedBytes").reader().of(window, nowPs) == 0
                      && window.cwnd() > cwndBefore;
              boolean isPeriodic = window.sinceAdjust(nowPs) == 0;
              if (isStep && !isPeriodic) {
                long eta = window.params().increase().eta();
                NsccStates.cwnd(window, Math.min(window.cwnd() + eta, window.maxWnd()));
              }
            }
          });

  private final Supplier<FaultPoints> points;

  PlantedFault(Supplier<FaultPoints> points) {
    this.points = points;
  }

  /** What one NIC that has this fault does at its fault points; some remember what came before. */
  FaultPoints points() {
    return points.get();
  }

  /** NICs that all have this fault. */
  public NicSystem system(
      Fabric fabric, EventLoop loop, RandomStreams streams, IntFunction<NicParams> params) {
    return new NicSystem(fabric, loop, streams, params, host -> points());
  }
}
