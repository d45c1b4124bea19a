package dev.sluice.scenario;

import static dev.sluice.scenario.Key.of;
import static dev.sluice.scenario.TopologyKeys.TIME;

import java.util.List;
import java.util.Map;

/** What a scenario says of LDCP at the hosts. */
final class LdcpKeys {
  /** In place of a value: one that follows from the rest. */
  static final String AUTO = "auto";

  static final Table LDCP =
      new Table(
          "ldcp",
          false,
          "PFC-free low delay control (LDCP) at the hosts, all alike, where `roce.cc` is `ldcp`. Its"
              + " source gives no values but for gamma. Which packets are marked or dropped is the"
              + " switches' to say, in one [[queue]] for its DSCP alone: `ecn-min`, `ecn-max`,"
              + " `ecn-chance`, `not-ect-limit` and `limit` are K_min, K_max, P_max, K and buf_max."
              + " Frames have a header of LDCP's own, of 8 B, READs and the responses to them of"
              + " 12 B; responses have a window at their sender.",
          List.of(
              of(
                  "alpha",
                  Kind.chance(),
                  "1",
                  "What a round of clean acknowledgments adds to a window, in packets; kept in parts"
                      + " of 4,096, as `beta` and `gamma` are."),
              of("beta", Kind.chance(), "1", "What an acknowledgment with a mark takes."),
              of(
                  "gamma",
                  Kind.chance(),
                  "1/16",
                  "The step below one packet, and the least window. `4095/4096` is a floor of one"
                      + " packet."),
              of(
                  "floor",
                  Kind.truth(),
                  "true",
                  "Whether gamma bounds each decrease. `false`: as published those from below one"
                      + " packet alone, so that a window may come to nothing and stay there"
                      + " (FIND-10)."),
              of(
                  "max-window",
                  Kind.count(2, 1 << 20).or(AUTO),
                  AUTO,
                  "The largest window, in packets; `auto`: two initial ones."),
              of(
                  "base-rtt",
                  Kind.of(Quantity.TIME, "1ns", "500us").or(AUTO),
                  AUTO,
                  "The round trip without a queue; `auto`: that of a whole packet and its"
                      + " acknowledgment over the longest path."),
              of(
                  "timer-rtt",
                  Kind.choice("base", "measured"),
                  "base",
                  "Which round trip clocks a window below one packet: a packet leaves each RTT ÷ cw."),
              of(
                  "max-rtt",
                  Kind.of(Quantity.TIME, "1ns", "1s").or(AUTO),
                  AUTO,
                  "With `measured`, the longest one that is believed; `auto`: 64 base RTTs."),
              of(
                  "initial-window",
                  Kind.count(1, 1 << 19).or(AUTO),
                  AUTO,
                  "IW, which is sent in the first round trip, in packets; `auto`: a BDP, all counted"
                      + " that a packet takes on a link, rounded up."),
              of(
                  "begins",
                  Kind.choice("fast", "stable"),
                  "fast",
                  "In which stage a queue pair begins. `stable`: with the initial window."),
              of(
                  "tail-of",
                  Kind.choice("message", "posted"),
                  "message",
                  "Which packet is an ECN-capable tail in fast start: the last one of each `message`,"
                      + " as published, or the last one that is `posted` on the queue pair (FIND-28)."),
              of(
                  "round-end",
                  Kind.choice("iw-sent", "first-ack", "base-rtt"),
                  "iw-sent",
                  "What ends the first round trip, from when on packets are ECN-capable: IW has been"
                      + " sent, the first acknowledgment, or the base RTT."),
              of(
                  "ack-up-to",
                  Kind.count(1, 1 << 16),
                  "1",
                  "m: for how many clean packets an acknowledgment may stand while a receiver is"
                      + " busy."),
              of(
                  "ack-gap",
                  TIME,
                  "0us",
                  "How long the receiver of a queue pair that has acknowledged is busy."),
              of(
                  "clean-first",
                  Kind.truth(),
                  "true",
                  "Whether clean packets that wait as a mark comes have an acknowledgment of their"
                      + " own. `false`: as published they share that of the marked one (FIND-20)."),
              of(
                  "observe-from",
                  TIME,
                  "0us",
                  "From when on queue, window, marks and load are averaged for the result."),
              of("observe-until", TIME.or("end"), "end", "Until when they are.")),
          Map.of());

  private LdcpKeys() {}
}
