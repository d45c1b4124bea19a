package dev.sluice.scenario;

import static dev.sluice.scenario.Key.of;
import static dev.sluice.scenario.TopologyKeys.TIME;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a scenario says of RoCEv2: the NICs' table, and the keys of flows that choose it. */
final class RoceKeys {
  static final Table ROCE =
      new Table(
          "roce",
          false,
          "The hosts' NICs as RoCEv2 has them, all alike, for flows whose `transport` is `roce`. Beside"
              + " UET they share each host's link with it, in turns. Connections are there when"
              + " they are needed: how they are set up is not simulated.",
          List.of(
              of(
                  "mtu",
                  Kind.powerOfTwo(256, 4096),
                  "4096",
                  "The path MTU: the payload of a whole packet, bytes."),
              of(
                  "ip",
                  Kind.choice("ipv4", "ipv6"),
                  "ipv4",
                  "The IP version of all frames. A frame takes 38 B of Ethernet, 20 B of IPv4 or 40 B"
                      + " of IPv6, 8 B of UDP, 12 B of base header and 4 B of ICRC beside its"
                      + " payload; the first of a WRITE 16 B more, an acknowledgment 4 B."),
              of(
                  "dscp",
                  Kind.count(0, 63),
                  "26",
                  "The DSCP of all frames, acknowledgments included: it says in which queue they"
                      + " wait, and which priority a tag has."),
              of(
                  "window",
                  Kind.count(1, 1 << 23),
                  "8192",
                  "How many PSNs of a connection may be out. A READ takes one for each packet of its"
                      + " response."),
              of(
                  "ack-every",
                  Kind.count(0, 65_536),
                  "16",
                  "After so many packets of a message an acknowledgment is asked for; at its end, and"
                      + " where the window is full, always. 0: there alone."),
              of(
                  "depth",
                  Kind.count(1, 255),
                  "16",
                  "How many READs and ATOMICs of a connection may be out; as many results are kept at"
                      + " the other end."),
              of(
                  "timeout",
                  Kind.count(1, 31),
                  "8",
                  "The retransmission timer: 4.096 us times two to this power; 8 is 1.048576 ms."),
              of(
                  "retries",
                  Kind.count(0, 7),
                  "7",
                  "How often in a row all is sent again, without anything acknowledged, before a"
                      + " connection fails with all its flows."),
              of(
                  "rnr-retries",
                  Kind.count(0, 7),
                  "7",
                  "The same for receives that were not posted (RNR NAKs); 7: any number."),
              of(
                  "rnr-timer",
                  Kind.count(0, 31),
                  "1",
                  "The code of how long an RNR NAK has a sender wait: 1 is 10 us, 0 is 655.36 ms."),
              of(
                  "receives",
                  Kind.count(0, 1 << 30),
                  "1048576",
                  "Receives that each connection has posted at first: a SEND uses one up, and so does"
                      + " immediate data."),
              of(
                  "repost",
                  TIME,
                  "0us",
                  "How long after a message has come its receive is posted again."),
              of(
                  "first-psn",
                  Kind.count(0, (1 << 24) - 1).or("drawn"),
                  "drawn",
                  "The first PSN of each connection."),
              of(
                  "rate",
                  Kind.of(Quantity.RATE, "1M", "1600G").or("line"),
                  "line",
                  "At which rate a connection spaces out its packets, all that a frame takes on a link"
                      + " counted, with gaps that carry what does not divide; of flows with"
                      + " `selected` alone. `line`: as fast as the link takes them."),
              of(
                  "cc",
                  Kind.choice("none", "rcm", "ldcp", "ldcp-rate", "hpcc"),
                  "none",
                  "The congestion control of flows with `selected`. `rcm`: those who receive marked"
                      + " packets notify their senders, whose rates fall and rise, as [rcm] says. `ldcp`: each"
                      + " packet is acknowledged, and windows move with each acknowledgment, as"
                      + " [ldcp] says. `ldcp-rate`: the same for NICs that send at a rate, as"
                      + " [ldcp-rate] says. `hpcc`: the same by what switches write into packets, as"
                      + " [hpcc] says.")),
          Map.of());

  private RoceKeys() {}

  /** The keys by which a flow, or a pattern of flows, says what carries it and how. */
  static List<Key> ofFlows(String operations) {
    return List.of(
        of(
            "transport",
            Kind.choice("uet", "roce"),
            "uet",
            "What carries it: UET as `[nic]` says, or a reliable connection of RoCEv2 as `[roce]`"
                + " says."),
        of(
            "operation",
            Kind.choice("write", "write-immediate", "send", "send-immediate", "read", "atomic"),
            "write",
            operations),
        of(
            "dscp",
            Kind.count(0, 63).or("auto"),
            "auto",
            "With `roce`: the DSCP of its frames; flows of different DSCPs share no connection."
                + " `auto`: that of `[roce]`."),
        of(
            "selected",
            Kind.truth(),
            "true",
            "With `roce`: whether its application has selected it for congestion control: its packets"
                + " are ECT(0) and go at `roce.rate`. `false`: Not-ECT, and at the link's rate."));
  }

  /** These keys, and others. */
  static List<Key> and(List<Key> keys, List<Key> more) {
    List<Key> all = new ArrayList<>(keys);
    all.addAll(more);
    return all;
  }
}
