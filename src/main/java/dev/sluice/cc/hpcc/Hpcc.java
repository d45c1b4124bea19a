package dev.sluice.cc.hpcc;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.FIXED_POINT;
import static dev.sluice.kernel.Unit.MEGABIT_RATE;
import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Party;
import dev.sluice.kernel.Protocol;
import dev.sluice.kernel.Specification;
import java.util.List;

/** What HPCC++ declares of itself: its specifications, the kernels, and what quantities count. */
public final class Hpcc {
  /** The window, its reference, and the rounds that move both. */
  public static final Specification WINDOW =
      Specification.of("HpccWindow", HpccWindow.FACE, HpccSender.FACE, HpccReceiver.FACE)
          .with(PACKET, "done lost Packets")
          .with(PICOSECOND, "time tau T Begun")
          .with(FIXED_POINT, "WInit Wai MinW Size")
          .holding(Party.EITHER, "c")
          .holding(Party.ONLOOKER, "told")
          .holding(Party.SENDER, "s done")
          .holding(Party.RECEIVER, "r")
          .holding(Party.NETWORK, "data acks lost")
          .acting(Party.NETWORK, "LoseData LoseAck Tick")
          .carrying(Specification.WHOLE, "BTH: PSN")
          .carrying("seq", "BTH: PSN")
          .carrying("w", "telemetry of an ACK: window")
          .carrying("n", "telemetry of an ACK: flows");

  /** What comes of the records that packets bring. */
  public static final Specification RECORDS =
      Specification.of("TelemetryRecords", LinkRecords.FACE)
          .with(PICOSECOND, "now since time at heardAt tau T Life MaxTime Transit")
          .with(PICOSECOND, "TimeUnit WaitUnit Silence")
          .with(BYTE, "TxUnit QueueUnit")
          .with(MEGABIT_RATE, "speed Speeds Fastest")
          .holding(Party.SENDER, "s")
          .holding(Party.RECEIVER, "r")
          .holding(Party.ONLOOKER, "truth last")
          .holding(Party.NETWORK, "now links path probe next net told changes")
          .acting(Party.SENDER, "Send Hear")
          .acting(Party.RECEIVER, "Receive")
          .acting(Party.NETWORK, "Emit Lose Forge Reroute Tick")
          .carrying("path", "telemetry: id of the path")
          .carrying("nHop", "telemetry: number of hops")
          .carrying("first", "telemetry: hop of the first record")
          .carrying("hops", "telemetry: records, with speed, timestamp, bytes sent and queue");

  /** The protocol. */
  public static final Protocol PROTOCOL = new Protocol("hpcc", List.of(WINDOW, RECORDS));

  private Hpcc() {}
}
