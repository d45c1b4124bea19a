package dev.sluice.scenario;

import static dev.sluice.scenario.Key.of;

import dev.sluice.cc.rcm.RcmProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What a scenario says of RoCEv2 congestion management at the hosts. */
final class RcmKeys {
  /** In place of a value: that of the profile. */
  static final String PROFILE = "profile";

  private static final long MEGABIT = 1_000_000;

  static final Table RCM =
      new Table(
          "rcm",
          false,
          "RoCEv2 congestion management (RCM) at the hosts, all alike, where `roce.cc` is `rcm`: how"
              + " those who receive marked packets notify their senders by a packet (CNP), and what"
              + " senders make of it. Which packets are marked is the switches' to say: `ecn-min`,"
              + " `ecn-max` and `ecn-chance` of a [[queue]]. `profile` stands for the value of the"
              + " profile.",
          List.of(
              of(
                  "profile",
                  Kind.choice(
                      Arrays.stream(RcmProfile.values())
                          .map(RcmProfile::label)
                          .toArray(String[]::new)),
                  RcmProfile.PAPER_2015.label(),
                  "Whose values hold where no key says another. Public sources differ by up to fifty"
                      + " times, and none has the defaults of DCQCN: the paper of 2015; a listing of"
                      + " a network card's firmware; the sample of a public simulator; the timers of"
                      + " HPCC's simulator, here fed by CNPs, which it has none of. Marking is not"
                      + " part of it here. `paper-2015` leaves half of a link idle for milliseconds"
                      + " after a first queue, since each cut lowers its target (`clamp`)."),
              of(
                  "notify",
                  Kind.truth(),
                  "true",
                  "Whether hosts have notification points: without, no mark is answered."),
              of(
                  "react",
                  Kind.truth(),
                  "true",
                  "Whether hosts have reaction points: without, CNPs change nothing."),
              of(
                  "cnp-interval",
                  time(),
                  PROFILE,
                  "Two CNPs for one queue pair are so far apart at least. 0us: each mark has its"
                      + " own. If rates rise within it, `run` warns (FIND-27)."),
              of(
                  "cnp-answers",
                  Kind.choice("interval-end", "next-mark"),
                  "interval-end",
                  "What answers marks that come within the interval: a CNP at its end, or the one for"
                      + " the first mark behind it."),
              of(
                  "cnp-ecn",
                  Kind.choice("ect1", "ect0", "not-ect"),
                  "ect1",
                  "The codepoint of CNPs. A switch may mark those that are capable, which changes"
                      + " nothing: a CNP is known by its opcode, and never answered by one."),
              of(
                  "cnp-dscp",
                  Kind.count(0, 63),
                  "48",
                  "The DSCP of CNPs, and with it the queue that they wait in."),
              of("min-rate", rate("1M"), PROFILE, "No cut goes below this rate."),
              of(
                  "cut",
                  Kind.chance().or(PROFILE),
                  PROFILE,
                  "The part of the rate that each CNP cuts, above 0 and below 100 %. It replaces alpha:"
                      + " you cannot set `g`, `initial-alpha` or `alpha-timer` with it. `profile`: half"
                      + " of alpha."),
              of(
                  "g",
                  Kind.chance().or(PROFILE),
                  PROFILE,
                  "How much of alpha is new with each CNP that cuts, and is lost each time that its"
                      + " timer runs out."),
              of(
                  "initial-alpha",
                  Kind.chance().or(PROFILE),
                  PROFILE,
                  "Alpha at the first CNP; a cut takes half of alpha off the rate."),
              of(
                  "alpha-timer",
                  time(),
                  PROFILE,
                  "Each time that no CNP has come for so long, alpha falls. 0us: it never does."),
              of(
                  "cut-gap",
                  time(),
                  PROFILE,
                  "Two cuts are so far apart at least; what comes between has the rise begin anew, and"
                      + " does no more. 0us: each CNP cuts."),
              of(
                  "clamp",
                  Kind.choice(PROFILE, "always", "after-time"),
                  PROFILE,
                  "Which cuts take the target rate down to the rate before: all, or the first and"
                      + " those before which the rise timer has run out since the last cut."),
              of(
                  "rise",
                  Kind.choice("half-way", "step"),
                  "half-way",
                  "How a rate rises: half way to its target, which rises by `step` later on; or by"
                      + " `step`, to the rate of the link."),
              of(
                  "rise-timer",
                  time(),
                  PROFILE,
                  "A rate rises each time that no CNP has come for so long. 0us: by bytes alone."),
              of(
                  "rise-bytes",
                  Kind.of(Quantity.SIZE, "0B", "1GB").or(PROFILE),
                  PROFILE,
                  "And each time that frames of so many bytes have been sent without one. 0: by time"
                      + " alone."),
              of(
                  "rise-after",
                  Kind.choice("either", "both"),
                  "either",
                  "Whether time or bytes are enough for a rise, or it takes both."),
              of(
                  "fast-steps",
                  Kind.count(0, 1_000).or(PROFILE),
                  PROFILE,
                  "After so many rises by time, or by bytes, the target rises, too."),
              of(
                  "counts-first",
                  Kind.truth(),
                  "false",
                  "Whether a rise counts before it is compared with `fast-steps`: one less is fast"
                      + " then. No source says."),
              of("step", rate("1M"), PROFILE, "What the target, or the rate, rises by."),
              of(
                  "hyper-step",
                  rate("0M"),
                  PROFILE,
                  "What the target rises by, once more each time, after more than `fast-steps` rises"
                      + " by time and by bytes. 0M: there is no such stage.")),
          Map.of());

  private RcmKeys() {}

  private static Kind time() {
    return Kind.of(Quantity.TIME, "0us", "1s").or(PROFILE);
  }

  /** A rate as reaction points count it. */
  private static Kind rate(String least) {
    Kind any = Kind.of(Quantity.RATE, least, "1600G");
    return new Kind(
            any.type(),
            any.range() + ", whole Mb/s",
            any.allowed() + ", in whole Mb/s",
            any.words(),
            node -> any.reads().apply(node).filter(rate -> (Long) rate % MEGABIT == 0))
        .or(PROFILE);
  }
}
