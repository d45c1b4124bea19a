package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Topologies;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** Faults that a maker of NICs might make, planted: each is noticed, and nothing is without it. */
class PlantedFaultsTest {
  private static final NicParams DOCUMENTS = NicParams.sourceDocuments();

  private static NicLab lab(NicParams params, FaultPoints points) {
    return new NicLab(
        Topologies.star(3, host -> NicLab.HUNDRED, NicLab.SWITCH),
        NicLab.open(),
        params,
        points,
        1);
  }

  @Test
  @Requirement({"RCCC-5", "FIND-14"})
  void creditThatIsCountedTwiceOnARepeatedAck() {
    FaultPoints faulty = PlantedFault.CREDIT_COUNTED_TWICE.points();
    assertThat(repeatedAcks(FaultPoints.NONE)).isEmpty();
    assertThat(repeatedAcks(faulty)).anyMatch(wrong -> wrong.startsWith("credit of"));
  }

  private static Iterable<String> repeatedAcks(FaultPoints points) {
    NicLab lab = lab(DOCUMENTS, points);
    int port = lab.fabric.topology().hostPort(1);
    lab.fabric.disturb(port, new LinkFaults(0, 0, LinkFaults.CERTAIN, 0, 0));
    lab.write(0, 1, 300_000);
    lab.run(200 * NicLab.US);
    return lab.judge.wrong;
  }

  @Test
  @Requirement({"CCC-12", "NSCC-2"})
  void aWindowThatIsCheckedOffByOnePacket() {
    FaultPoints faulty = PlantedFault.WINDOW_OFF_BY_ONE_PACKET.points();
    assertThat(window(FaultPoints.NONE)).isEmpty();
    assertThat(window(faulty)).anyMatch(wrong -> wrong.contains("in a window of"));
  }

  private static Iterable<String> window(FaultPoints points) {
    NicParams params =
        DOCUMENTS
            .with()
            .congestionControl(CongestionControl.FIXED_WINDOW)
            .initialCwndBytes(20_000)
            .build();
    NicLab lab = lab(params, points);
    lab.write(0, 1, 300_000);
    lab.run(200 * NicLab.US);
    return lab.judge.wrong;
  }

  @Test
  @Requirement({"RCCC-4", "PDC-12"})
  void anAcknowledgmentBeforeTheCommit() {
    FaultPoints faulty = PlantedFault.ACK_BEFORE_COMMIT.points();
    assertThat(slowMemory(FaultPoints.NONE)).isEmpty();
    assertThat(slowMemory(faulty)).anyMatch(wrong -> wrong.contains("in memory"));
  }

  private static Iterable<String> slowMemory(FaultPoints points) {
    NicLab lab = lab(DOCUMENTS.with().commitPs(5 * NicLab.US).build(), points);
    lab.write(0, 1, 300_000);
    lab.run(200 * NicLab.US);
    return lab.judge.wrong;
  }

  @Test
  @Requirement({"NSCC-10", "NSCC-11"})
  void anInstructionToChangeTheEntropyValueThatIsIgnored() {
    FaultPoints faulty = PlantedFault.MARK_IGNORED.points();
    assertThat(entropyValues(FaultPoints.NONE)).isEqualTo(2);
    assertThat(entropyValues(faulty)).isEqualTo(1);
  }

  private static int entropyValues(FaultPoints points) {
    NicParams params = DOCUMENTS.with().congestionControl(CongestionControl.NSCC).build();
    NicLab lab = NicTest.marked(params, points, 10 * NicLab.US, 11 * NicLab.US);
    lab.write(0, 1, 400_000);
    lab.run(200 * NicLab.US);
    return lab.judge.entropies.get(0).size();
  }

  @Test
  @Requirement({"PDC-5", "PDC-11", "FIND-1"})
  void anIdThatIsUsedAgainTooEarly() {
    FaultPoints faulty = PlantedFault.ID_REUSED_TOO_EARLY.points();
    assertThat(inSuccession(FaultPoints.NONE)).isEmpty();
    assertThat(inSuccession(faulty)).anyMatch(wrong -> wrong.contains("too early"));
  }

  private static Iterable<String> inSuccession(FaultPoints points) {
    NicLab lab = lab(DOCUMENTS.with().lifetimePs(20 * NicLab.US).build(), points);
    for (int i = 0; i < 20; i++) {
      lab.nics.write(0, 1 + i % 2, 1, 0, 5_000, 5 * i * NicLab.US);
    }
    lab.run(500 * NicLab.US);
    assertThat(lab.nics.completedFlows()).isEqualTo(20);
    return lab.judge.wrong;
  }
}
