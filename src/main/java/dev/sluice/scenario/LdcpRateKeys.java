package dev.sluice.scenario;

import static dev.sluice.scenario.Key.of;
import static dev.sluice.scenario.TopologyKeys.TIME;

import java.util.List;
import java.util.Map;

/** What a scenario says of LDCP by rates at the hosts. */
final class LdcpRateKeys {
  /** Its table, which has the name of the algorithm. */
  static final String NAME = "ldcp-rate";

  static final Table LDCP_RATE =
      new Table(
          NAME,
          false,
          "LDCP at hosts whose NICs send at a rate, all alike, where `roce.cc` is `ldcp-rate`: they"
              + " speak RoCEv2 as it is, measure one round trip after another by packets of their own, and"
              + " those who receive marked packets answer by CNPs. Each response adds `alpha` to a"
              + " window, each CNP takes `beta`, and the window over the last round trip is the"
              + " rate. All packets are ECN-capable. Which of them are marked is the switches' to"
              + " say: `ecn-min`, `ecn-max` and `ecn-chance` of a [[queue]].",
          List.of(
              of(
                  "alpha",
                  Kind.chance(),
                  "1",
                  "What a response adds to a window, in packets; kept in parts of 4,096, as `beta`"
                      + " and `gamma` are."),
              of("beta", Kind.chance(), "1", "What a CNP takes."),
              of("gamma", Kind.chance(), "1/16", "The least window, in packets."),
              of(
                  "max-window",
                  Kind.count(2, 1 << 19).or(LdcpKeys.AUTO),
                  LdcpKeys.AUTO,
                  "The largest window, in packets; `auto`: two initial ones."),
              of(
                  "initial-window",
                  Kind.count(1, 1 << 18).or(LdcpKeys.AUTO),
                  LdcpKeys.AUTO,
                  "The window that a queue pair begins with, in packets; `auto`: a BDP, all counted"
                      + " that a packet takes on a link, so that it begins at the rate of its link."),
              of(
                  "base-rtt",
                  Kind.of(Quantity.TIME, "1ns", "500us").or(LdcpKeys.AUTO),
                  LdcpKeys.AUTO,
                  "The round trip without a queue, below which none is believed; `auto`: that of a"
                      + " whole packet and its acknowledgment over the longest path."),
              of(
                  "response-time",
                  Kind.of(Quantity.TIME, "1ns", "1s").or(LdcpKeys.AUTO),
                  LdcpKeys.AUTO,
                  "How long the response to a request is waited for, and so the longest round trip"
                      + " that is measured; `auto`: 64 base RTTs, and at most 2 ms, at which the"
                      + " least window still has a rate. Logs are judged up to 1 ms."),
              of(
                  "cnp-interval",
                  TIME,
                  "0us",
                  "Two CNPs for one queue pair are so far apart at least. 0us: each mark has its"
                      + " own. Longer: one may stand for several marks, and takes `beta` once."),
              of(
                  "cnp-dscp",
                  Kind.count(0, 63),
                  "48",
                  "The DSCP of CNPs, and with it the queue that they wait in.")),
          Map.of());

  private LdcpRateKeys() {}
}
