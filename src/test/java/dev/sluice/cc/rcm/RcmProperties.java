package dev.sluice.cc.rcm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.SenderRole;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds of a reaction point at full size, whatever comes and whenever. */
class RcmProperties {
  private static final int TRIES = 8;
  private static final long SEED = 18;
  private static final long LINE = 10_000;

  /** What left while the rate was held down, when, and how often it had been let go by then. */
  private record Sent(long atPs, long bytes, long rate, int releases) {}

  /**
   * A queue pair that sends as fast as it may, while CNPs come by chance for a while; then they
   * stay away.
   */
  private static List<Sent> run(ReactionPoint point, Random random, int cnps) {
    List<Sent> all = new ArrayList<>();
    long now = 0;
    long nextCnp = random.nextInt(1_000_000);
    int left = cnps;
    int releases = 0;
    while (left > 0 || point.limited()) {
      long timer = point.timerPs();
      long cnp = left > 0 ? nextCnp : SenderRole.NEVER_PS;
      long sends = point.notBeforePs(now);
      now = Math.max(now, Math.min(cnp, Math.min(timer, sends)));
      if (cnp <= now) {
        taken(point.receiveCnp(now) == null);
        left--;
        nextCnp = now + random.nextInt(200_000_000);
      } else if (timer <= now) {
        boolean rose = point.riseTimer(now) == null;
        taken(rose | point.alphaTimer(now) == null);
      } else {
        long bytes = 1 + random.nextInt(9_216);
        long rate = point.rate();
        boolean limited = point.limited();
        taken(point.transmit(now, bytes, ecn -> {}) == null);
        if (limited) {
          all.add(new Sent(now, bytes, rate, releases));
        } else {
          now += 1 + random.nextInt(1_000_000);
        }
      }
      releases += point.limited() ? 0 : 1;
      taken(point.broken() == null);
    }
    return all;
  }

  private static void taken(boolean is) {
    if (!is) {
      throw new AssertionError("an action was refused that was due, or left something broken");
    }
  }

  /** When CNPs stay away, each profile comes back to the line rate and keeps nothing. */
  @Property(tries = TRIES, seed = "18")
  @Requirement("RCM-6")
  void theLineRateComesBack(@ForAll @IntRange(max = 3) int profile, @ForAll long seed) {
    RcmProfile of = RcmProfile.values()[profile];
    ReactionPoint point = new ReactionPoint(of.reaction(LINE), true, true);
    run(point, new Random(SEED ^ seed), 10);
    assertThat(point.limited()).isFalse();
    assertThat(point.rate()).isEqualTo(LINE);
    assertThat(point.target()).isEqualTo(LINE);
  }

  /** A packet takes its time at the rate at which the next one leaves, to the bit. */
  @Property(tries = TRIES, seed = "18")
  @Requirement("RCM-5")
  void nothingLeavesFasterThanItsRate(@ForAll @IntRange(max = 3) int profile, @ForAll long seed) {
    ReactionParams params = RcmProfile.values()[profile].reaction(LINE);
    List<Sent> all = run(new ReactionPoint(params, true, true), new Random(SEED ^ seed), 5);
    int pairs = 0;
    for (int at = 1; at < all.size(); at++) {
      Sent before = all.get(at - 1);
      Sent next = all.get(at);
      if (before.releases == next.releases) {
        assertThat((next.atPs - before.atPs) * next.rate)
            .as("packet " + at)
            .isGreaterThanOrEqualTo(before.bytes * 8_000_000);
        pairs++;
      }
    }
    assertThat(pairs).isPositive();
  }

  /** Whatever the rate and alpha are, a CNP beyond the gap cuts, but to the least rate. */
  @Property(tries = TRIES, seed = "18")
  @Requirement("RCM-5")
  void eachCnpCuts(@ForAll @IntRange(max = 3) int profile, @ForAll long seed) {
    ReactionParams params = RcmProfile.values()[profile].reaction(100_000);
    ReactionPoint point = new ReactionPoint(params, true, true);
    Random random = new Random(SEED ^ seed);
    long now = 0;
    for (int cnp = 0; cnp < 50; cnp++) {
      now += params.cutGap() + random.nextInt(500_000_000);
      while (point.timerPs() <= now) {
        long at = point.timerPs();
        boolean rose = point.riseTimer(at) == null;
        assertThat(rose | point.alphaTimer(at) == null).isTrue();
      }
      long before = point.rate();
      assertThat(point.receiveCnp(now)).isNull();
      assertThat(point.rate() < before || before == params.minRate()).isTrue();
    }
  }
}
