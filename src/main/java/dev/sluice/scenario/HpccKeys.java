package dev.sluice.scenario;

import static dev.sluice.scenario.Key.of;
import static dev.sluice.scenario.TopologyKeys.TIME;

import java.util.List;
import java.util.Map;

/** What a scenario says of HPCC++ at the hosts and the switches. */
final class HpccKeys {
  /** In place of a value: one that follows from the rest. */
  private static final String AUTO = "auto";

  static final Table HPCC =
      new Table(
          "hpcc",
          false,
          "HPCC++ at the hosts, all alike, where `roce.cc` is `hpcc`: data packets carry the draft's"
              + " header, switches write into it as a packet begins to leave, acknowledgments bring"
              + " back what they wrote, and windows follow the fullest link. Each packet asks for an"
              + " acknowledgment, unless notifications come back. Responses to READs have windows"
              + " at their senders, and each is acknowledged.",
          List.of(
              of(
                  "base-rtt",
                  Kind.of(Quantity.TIME, "100ns", "500us").or(AUTO),
                  AUTO,
                  "T, one for all flows; `auto`: 5 us, or, where that is longer, the round trip of a"
                      + " whole packet and its acknowledgment over the longest path."),
              of(
                  "eta",
                  Kind.chance(),
                  "95%",
                  "The utilisation aimed at; kept in parts, of which 20,000,000 are 1."),
              of(
                  "max-stage",
                  Kind.count(0, 1_000_000),
                  "5",
                  "maxStage: additive steps before a multiplicative one."),
              of(
                  "reacts",
                  Kind.choice("both", "ack", "round"),
                  "both",
                  "What a sender moves with which acknowledgments. `both`: the window with each, and"
                      + " its reference once a round, as the draft has it. For comparison, `ack`:"
                      + " both with each; `round`: both once a round."),
              of(
                  "leaves-if",
                  Kind.choice("fits", "below"),
                  "fits",
                  "When the window lets a packet leave. `fits`: if all of it fits into the window"
                      + " beside the packets in flight, or if none is in flight. `below`: if less"
                      + " than the window is in flight, so that a packet may pass the window; as in"
                      + " the simulator of HPCC's authors."),
              of(
                  "flows",
                  Kind.count(1, 1_000_000),
                  "100",
                  "N, the most flows that are expected on a link: W_ai is W_init (1 - eta) ÷ N."),
              of(
                  "w-ai",
                  Kind.of(Quantity.SIZE, "1B", "1MB").or(AUTO),
                  AUTO,
                  "W_ai, what an additive step adds; `auto`: by `flows`."),
              of(
                  "least-rate",
                  Kind.of(Quantity.RATE, "1M", "1600G"),
                  "100M",
                  "The least window is this rate times T, or a packet where that is less."),
              of(
                  "form",
                  Kind.choice("sender", "receiver"),
                  "sender",
                  "Who runs the algorithm. `receiver`: acknowledgments bring a window, once in T."),
              of(
                  "counted-flows",
                  Kind.count(0, 1_000_000),
                  "0",
                  "For how many flows a host has room that counts those that come to it: W_ai is"
                      + " W_init (1 - eta) over the flows that are there, as long as the host's own"
                      + " link is the fullest (HPCC-17). If the sender runs the algorithm, telemetry"
                      + " that comes back brings it the count, up to 65,535; set `returned` to"
                      + " `whole`. If windows are of one to two packets, set `leaves-if` to `below`,"
                      + " too: with `fits` flows stop together (HPCC-6). 0: none are counted, and"
                      + " `flows` or `w-ai` says what a step adds."),
              of(
                  "flow-silence",
                  Kind.of(Quantity.TIME, "1ns", "1s"),
                  "100us",
                  "After which silence a flow has ended for a host that counts them."),
              of(
                  "header-every",
                  Kind.count(1, 1_000),
                  "1",
                  "Of how many packets of a connection one carries the header: all by default."),
              of(
                  "carried",
                  Kind.choice("data", "probe"),
                  "data",
                  "What carries the header. `probe`: a packet of its own behind the same headers, one in T"
                      + " while data are in flight, which comes back at once."),
              of(
                  "returned",
                  Kind.choice("whole", "link", "notification"),
                  "whole",
                  "In what comes back what packets have gathered. `whole`: in acknowledgments, and of"
                      + " probes in a packet of their own. `link`: of probes, the record of the path's"
                      + " fullest link alone. `notification`: a packet over UDP for each that has"
                      + " telemetry, which also says how far the receiver has got, so that"
                      + " `roce.ack-every` may be more than 1."),
              of(
                  "notice-port",
                  Kind.count(1, 65_535),
                  "50001",
                  "Where notifications go; not 4791, nor where packets with the header go."),
              of(
                  "waits",
                  Kind.choice("length", "sojourn"),
                  "length",
                  "What a record says of the queue: its length, or, in its place, for how long the"
                      + " packet has waited."),
              of(
                  "hops",
                  Kind.count(1, 15),
                  "5",
                  "For how many records a packet has room, from the start: 4 B and 8 B for each."
                      + " Switches beyond are counted, and write none."),
              of(
                  "udp-port",
                  Kind.count(1, 65_535),
                  "50000",
                  "Where packets with the header go; not 4789, 4790 or 4791, whose readers would take"
                      + " the header for something else."),
              of(
                  "units",
                  Kind.choice("every-speed", "hpcc-artifact"),
                  "every-speed",
                  "What the fields of records count, and which speeds have a code."),
              of(
                  "counts",
                  Kind.choice("sent", "received"),
                  "sent",
                  "What switches write as txBytes. `received`: what has come for the port, in place of"
                      + " what it has sent, for comparison (HPCC-21)."),
              of(
                  "observe-from",
                  TIME,
                  "0us",
                  "From when on queue, load, U and window are looked at for the result."),
              of("observe-until", TIME.or("end"), "end", "Until when they are.")),
          Map.of());

  private HpccKeys() {}
}
