package dev.sluice.cc.ldcp;

import dev.sluice.cc.Ranges;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** Which configurations of LDCP are sound, up to the last one. */
class LdcpParamsTest {
  @Test
  @Requirement({"LDCP-4", "LDCP-6", "LDCP-7"})
  void aWindowsNumbersHaveTheirRanges() {
    Ranges.of(new PawaParams(16, 8, 8, 4, 64, true, 10, 20, TimerRtt.BASE))
        .has("one", 8, 32) // from the steps to half of the largest window
        .has("alpha", 1, 16)
        .has("beta", 1, 16)
        .has("gamma", 1, 15)
        .has("maxCw", 32, 1L << 36)
        .has("baseRttPs", 1, 20)
        .has("maxRttPs", 10, 1L << 40);
    Ranges.of(new PawaParams(2, 1, 1, 1, 1 << 20, true, 1, 1, TimerRtt.BASE))
        .has("one", 2, 1 << 16);
  }

  /** 2^18 LSNs, of which 2^17 may be under way. */
  @Test
  @Requirement("LDCP-12")
  void lsnsAreEnoughToTheLastOne() {
    Ranges.of(new LsnParams(1 << 18, 100_000, 1_000, 16, 0))
        .has("modulus", 200_000, 1L << 32)
        .has("window", 1_000, 1 << 17)
        .has("mtu", 1, 100_000)
        .has("empty", 1, 100_000)
        .has("overtake", 0, 1);
    Ranges.of(new LsnParams(1L << 32, 2_000, 10, 1, 7)).has("overtake", 0, 1 << 16);
    // 100 B and one packet of 90 B that overtakes, and as much again
    Ranges.of(new LsnParams(400, 100, 90, 1, 1)).has("modulus", 380, 1L << 32);
    Ranges.of(new LsnParams(400, 100, 1, 90, 1)).has("modulus", 380, 1L << 32);
    Ranges.of(new LsnParams(4, 1, 1, 1, 0)).has("modulus", 2, 1L << 32);
  }

  @Test
  @Requirement({"LDCP-4", "LDCP-13"})
  void aRatesNumbersHaveTheirRanges() {
    Ranges.of(new EventRate.Params(16, 8, 8, 1 << 20, 1 << 24, 1_000, 2_000, 1 << 20, 4))
        .has("one", 8, 1 << 16)
        .has("alpha", 1, 16)
        .has("beta", 1, 16)
        .has("minWindow", 1, (1 << 24) - 1)
        .has("maxWindow", (1 << 20) + 1, 1L << 36)
        .has("baseRttPs", 1, 1_999)
        .has("responsePs", 1_001, 1L << 40)
        .has("ratePerPs", 1, 1 << 26)
        .has("numbers", 2, 1L << 32);
    Ranges.of(new EventRate.Params(1, 1, 1, 2, 4, 1, 8, 4, 2))
        .has("one", 1)
        .has("ratePerPs", 4) // 2 parts in 8 ps
        .has("responsePs", 2, 8);
  }

  @Test
  @Requirement({"LDCP-3", "LDCP-8", "LDCP-9"})
  void whatElseIsConfiguredHasItsRange() {
    Ranges.of(new FastStart.Params(4, FastStart.TailOf.MESSAGE, FastStart.RoundEnd.IW_SENT, 10, 5))
        .has("iw", 1, 1 << 24)
        .has("baseRttPs", 1)
        .has("rtoPs", 0);
    Ranges.of(new AckPolicy.Params(4, true)).has("delayUpTo", 1, 1 << 16);
  }
}
