package dev.sluice.host.roce;

import dev.sluice.kernel.Face;
import dev.sluice.model.validate.EventLog;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.RequesterParams;
import dev.sluice.roce.Responder;
import dev.sluice.roce.ResponseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Faults that makers of RoCEv2 NICs have made, to be planted in a whole system. */
public enum RoceFault {
  /** None: the NICs as they are. */
  NONE(RoceFaultPoints::new),

  /** A responder executes an ATOMIC again that has come before. */
  ATOMIC_EXECUTED_TWICE(
      () ->
          new RoceFaultPoints() {
            @Override
            void receive(
                Responder responder, RequestPacket packet, boolean allowed, Responder.Sink sink) {
              long behind = Math.floorMod(responder.epsn() - packet.psn(), RequesterParams.MODULUS);
              if (packet.op() == Op.ATOMIC && behind > 0 && behind < RequesterParams.MODULUS / 2) {
                sink.execute(packet);
              }
              super.receive(responder, packet, allowed, sink);
            }
          }),

  /** A READ that is asked for from its middle skips a packet. */
  READ_RESUMED_FROM_WRONG_PSN(
      () ->
          new RoceFaultPoints() {
            private long begin = -1;
            private long end;

            @Override
            String transmit(Requester requester, Requester.Sink sink) {
              if (begin < requester.next() && requester.next() + 1 < end) {
                set(Requester.FACE, requester, "next", requester.next() + 1);
              }
              return super.transmit(requester, new Watched(sink));
            }

            /** Sees where the last READ begins and ends. */
            class Watched extends Passing {
              Watched(Requester.Sink to) {
                super(to);
              }

              @Override
              public void send(long number, RequestPacket packet) {
                if (packet.op() == Op.READ && packet.first()) {
                  begin = number;
                  end = number + packet.span();
                }
                super.send(number, packet);
              }
            }
          }),

  /** Each packet behind a gap draws a NAK. */
  NAK_FOR_EACH_PACKET(
      () ->
          new RoceFaultPoints() {
            @Override
            void receive(
                Responder responder, RequestPacket packet, boolean allowed, Responder.Sink sink) {
              set(Responder.FACE, responder, "silent", 0);
              super.receive(responder, packet, allowed, sink);
            }
          }),

  /** An RNR NAK is taken for one of a sequence error. */
  RNR_TAKEN_FOR_SEQUENCE_ERROR(
      () ->
          new RoceFaultPoints() {
            @Override
            void receiveResponse(
                Requester requester, ResponseKind kind, long psn, long msn, Requester.Sink sink) {
              ResponseKind taken = kind == ResponseKind.RNR ? ResponseKind.NAK : kind;
              super.receiveResponse(requester, taken, psn, msn, sink);
            }
          }),

  /** A requester does not wait for the RNR timer. */
  RNR_TIMER_IGNORED(
      () ->
          new RoceFaultPoints() {
            @Override
            void receiveResponse(
                Requester requester, ResponseKind kind, long psn, long msn, Requester.Sink sink) {
              super.receiveResponse(requester, kind, psn, msn, sink);
              set(Requester.FACE, requester, "waits", 0);
            }
          }),

  /** A responder counts the first message twice. */
  MSN_OFF_BY_ONE(
      () ->
          new RoceFaultPoints() {
            private boolean isCounted;

            @Override
            void receive(
                Responder responder, RequestPacket packet, boolean allowed, Responder.Sink sink) {
              if (!isCounted && packet.last()) {
                isCounted = true;
                set(Responder.FACE, responder, "msn", responder.msn() + 1);
              }
              super.receive(responder, packet, allowed, sink);
            }
          }),

  /** A request is complete once its last packet has left. */
  COMPLETE_ONCE_SENT(
      () ->
          new RoceFaultPoints() {
            @Override
            String transmit(Requester requester, Requester.Sink sink) {
              List<RequestPacket> left = new ArrayList<>();
              String refused =
                  super.transmit(
                      requester,
                      new Passing(sink) {
                        @Override
                        public void send(long number, RequestPacket packet) {
                          super.send(number, packet);
                          left.add(packet);
                        }
                      });
              for (RequestPacket packet : left) {
                if (packet.last() && !packet.op().isAnswered()) {
                  long psn = packet.psn();
                  requester.receiveResponse(ResponseKind.ACK, psn, Requester.NO_MSN, sink);
                }
              }
              return refused;
            }
          }),

  /** Timeouts are not counted. */
  RETRY_COUNT_IGNORED(
      () ->
          new RoceFaultPoints() {
            @Override
            String timeout(Requester requester, Requester.Sink sink) {
              set(Requester.FACE, requester, "tries", 0);
              return super.timeout(requester, sink);
            }
          }),

  /** A message leaves the receive that it was put into. */
  RECEIVE_USED_TWICE(
      () ->
          new RoceFaultPoints() {
            @Override
            void receive(
                Responder responder, RequestPacket packet, boolean allowed, Responder.Sink sink) {
              long before = responder.receives();
              super.receive(responder, packet, allowed, sink);
              set(Responder.FACE, responder, "receives", before);
            }
          });

  private final Supplier<RoceFaultPoints> points;

  RoceFault(Supplier<RoceFaultPoints> points) {
    this.points = points;
  }

  private static <K> void set(Face<K> face, K kernel, String name, long value) {
    face.variable(name).writer().set(kernel, 0, value);
  }

  /** Hands on what a requester has its owner do. */
  private static class Passing implements Requester.Sink {
    private final Requester.Sink to;

    Passing(Requester.Sink to) {
      this.to = to;
    }

    @Override
    public void send(long number, RequestPacket packet) {
      to.send(number, packet);
    }

    @Override
    public void returned(long number) {
      to.returned(number);
    }

    @Override
    public void told(long request, Completion what) {
      to.told(request, what);
    }
  }

  /** The log of a run in which the fault shows, where all NICs have it, or none has. */
  public EventLog log(boolean isPlanted) {
    return RoceRuns.showing(this).log(host -> isPlanted ? points.get() : RoceFaultPoints.NONE);
  }
}
