package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Profile;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.uet.NackCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Switches that trim: what is cut off is asked for at once, and all arrives. */
class TrimTest {
  private static FabricRules trimming(long bytes) {
    PortRules.Queue plain = PortRules.Queue.plain(1_000_000);
    return FabricRules.everywhere(
        new PortRules(
            PortRules.UNLIMITED, List.of(plain, plain, PortRules.Queue.plain(bytes).trimming())));
  }

  @ParameterizedTest
  @EnumSource(
      value = CongestionControl.class,
      names = {"FIXED_WINDOW", "NSCC", "RCCC", "NSCC_AND_RCCC"})
  @Requirement({"UET-6", "UET-4", "UET-1", "X17"})
  void whatIsTrimmedIsSentAgainWithoutATimeout(CongestionControl control) {
    NicParams params =
        LossyTest.params(Profile.UET_1_0, control)
            .with()
            .trimming(true)
            .rtoPs(1_000 * NicLab.US)
            .build();
    for (boolean lastHop : new boolean[] {true, false}) {
      // The last hop, or one of 100G between two leaves, is too slow for three senders.
      NicLab lab =
          new NicLab(
              lastHop
                  ? Topologies.star(4, host -> NicLab.HUNDRED, NicLab.SWITCH)
                  : Topologies.leafSpine(
                      2, 1, 3, host -> NicLab.HUNDRED, NicLab.HUNDRED, NicLab.SWITCH),
              trimming(20_000),
              params);
      List<Integer> codes = new ArrayList<>();
      long[] timeouts = new long[1];
      NicObserver judge = lab.judge;
      lab.nics.observe(
          new NicObserver() {
            @Override
            public void refused(long atPs, int host, int destination, int code) {
              codes.add(code);
            }

            @Override
            public void timedOut(long atPs, int host, int destination, int pdc) {
              timeouts[0]++;
            }

            @Override
            public void packetCommitted(
                long at,
                int host,
                int flow,
                int region,
                long offset,
                int bytes,
                int from,
                long of) {
              judge.packetCommitted(at, host, flow, region, offset, bytes, from, of);
            }
          });
      for (int source = 0; source < 3; source++) {
        lab.write(source, lastHop ? 3 : 3 + source, 300_000);
      }
      assertThat(lab.runToRest(5_000_000)).isTrue();
      assertThat(lab.judge.wrong).isEmpty();
      assertThat(lab.nics.completedFlows()).isEqualTo(3);
      assertThat(lab.nics.isAtRest()).isTrue();
      if (lab.fabric.counts().trimmed() > 0) {
        assertThat(codes)
            .hasSize((int) lab.fabric.counts().trimmed())
            .allMatch(code -> code == (lastHop ? NackCode.TRIMMED_LASTHOP : NackCode.TRIMMED));
      }
      assertThat(lab.fabric.counts().trimmed() > 0)
          .as("credit keeps the last hop free, and sees nothing of the core")
          .isEqualTo(!lastHop || !control.rccc());
      assertThat(timeouts[0]).isZero();
    }
  }
}
