package dev.sluice.scenario;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.cc.rcm.ReactionParams.Clamp;
import dev.sluice.cc.rcm.ReactionParams.Rise;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.requirement.Requirement;
import java.util.Locale;

/** What a scenario says of RoCEv2 congestion management at the hosts. */
final class RcmTables {
  private static final long MEGABIT = 1_000_000;

  private final Section rcm;
  private final RcmProfile profile;

  RcmTables(Section rcm) {
    this.rcm = rcm;
    profile = RcmProfile.of(rcm.text("profile"));
  }

  /** Whether hosts have reaction points. */
  boolean reacts() {
    return rcm.truth("react");
  }

  /** How marks are answered. */
  @Requirement({"RCM-3", "RCM-4", "RCM-12"})
  Notices notices() {
    NotificationPoint.Params usual = profile.notification();
    return new Notices(
        rcm.truth("notify"),
        new NotificationPoint.Params(
            rcm.number("cnp-interval", usual.intervalPs()),
            Answers.valueOf(word("cnp-answers")),
            rcm.is("cnp-ecn", "ect1")
                ? Ecn.ECT_1
                : rcm.is("cnp-ecn", "ect0") ? Ecn.ECT_0 : Ecn.NOT_ECT),
        (int) rcm.number("cnp-dscp"));
  }

  private String word(String key) {
    return rcm.text(key).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * What a reaction point is configured with.
   *
   * @param line the rate of its link in Mb/s
   * @throws IllegalArgumentException if such a one is not possible
   */
  @Requirement({"RCM-5", "RCM-6"})
  ReactionParams reaction(long line) {
    ReactionParams usual = profile.reaction(line);
    boolean cutsByPart = rcm.values().get("cut") instanceof Long;
    return new ReactionParams(
        line,
        rate("min-rate", usual.minRate()),
        ReactionParams.PER_BYTE,
        usual.scale(),
        cutsByPart ? 0 : part("g", usual.scale(), usual.gain()),
        cutsByPart
            ? part("cut", 2 * usual.scale(), 0)
            : part("initial-alpha", usual.scale(), usual.alphaStart()),
        cutsByPart ? 0 : rcm.number("alpha-timer", usual.decayTime()),
        rcm.number("cut-gap", usual.cutGap()),
        rcm.is("clamp", RcmKeys.PROFILE) ? usual.clamp() : Clamp.valueOf(word("clamp")),
        rcm.is("rise", "step") ? Rise.STEP : Rise.DCQCN,
        rcm.number("rise-timer", usual.riseTime()),
        rcm.number("rise-bytes", usual.riseBytes()),
        rcm.is("rise-after", "both"),
        (int) rcm.number("fast-steps", usual.fastSteps()),
        rcm.truth("counts-first"),
        rate("step", usual.stepAdd()),
        rate("hyper-step", usual.stepHyper()));
  }

  private long rate(String key, long usual) {
    return rcm.number(key, usual * MEGABIT) / MEGABIT;
  }

  /** Of so many parts, rounded toward zero. */
  private long part(String key, long scale, long usual) {
    return rcm.values().get(key) instanceof Long of32 ? scale * of32 >> 32 : usual;
  }
}
