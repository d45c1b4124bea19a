package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Profile;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Topologies;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links that lose, repeat, damage and reorder: all bytes arrive once, and all ends. */
class LossyTest {
  private static final long OF_A_HUNDRED = LinkFaults.CERTAIN / 100;

  static NicParams params(Profile profile, CongestionControl control) {
    NicParams base =
        profile == Profile.SOURCE_DOCUMENTS ? NicParams.sourceDocuments() : NicParams.uet10();
    return base.with()
        .congestionControl(control)
        .rtoPs(60 * NicLab.US)
        .askPs(60 * NicLab.US)
        .lifetimePs(40 * NicLab.US)
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "SOURCE_DOCUMENTS, RCCC", "SOURCE_DOCUMENTS, FIXED_WINDOW", "SOURCE_DOCUMENTS, NONE",
    "SOURCE_DOCUMENTS, NSCC", "SOURCE_DOCUMENTS, NSCC_AND_RCCC", "UET_1_0, RCCC",
    "UET_1_0, FIXED_WINDOW", "UET_1_0, NSCC", "UET_1_0, NSCC_AND_RCCC"
  })
  @Requirement({"PDC-5", "PDC-11", "CCC-11", "RCCC-15", "RCCC-8", "UET-1", "UET-4"})
  void everyByteIsCommittedOnceAndEverythingEnds(Profile profile, CongestionControl control) {
    for (long seed = 1; seed <= 5; seed++) {
      NicLab lab =
          new NicLab(
              Topologies.star(5, host -> NicLab.HUNDRED, NicLab.SWITCH),
              NicLab.open(),
              params(profile, control),
              FaultPoints.NONE,
              seed);
      for (int port = 0; port < lab.fabric.topology().ports(); port++) {
        lab.fabric.disturb(
            port,
            new LinkFaults(
                2 * OF_A_HUNDRED, OF_A_HUNDRED, 2 * OF_A_HUNDRED, 3 * OF_A_HUNDRED, 5 * NicLab.US));
      }
      RandomStream chance = new RandomStreams(seed).stream("test");
      int flows = 30;
      for (int flow = 0; flow < flows; flow++) {
        int source = (int) chance.below(5);
        int destination = (source + 1 + (int) chance.below(4)) % 5;
        boolean reads = chance.below(4) == 0;
        if (reads) {
          lab.judge.slack += 200; // a request and its header
        }
        NicLab.Post post = reads ? lab.nics::read : lab.nics::write;
        post.flow(
            source,
            destination,
            1 + (int) chance.below(3),
            0,
            1 + chance.below(100_000),
            chance.below(200 * NicLab.US));
      }
      assertThat(lab.runToRest(5_000_000)).as("comes to rest, seed %d", seed).isTrue();
      assertThat(lab.judge.wrong).isEmpty();
      for (int flow = 0; flow < flows; flow++) {
        assertThat(lab.judge.isWhole(flow)).as("flow %d", flow).isTrue();
      }
      assertThat(lab.nics.completedFlows()).isEqualTo(flows);
      assertThat(lab.nics.isAtRest()).isTrue();
      assertThat(lab.fabric.packets().used()).isZero();
    }
  }
}
