package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Profile;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.Topologies;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.Nack;
import dev.sluice.wire.uet.NackCode;
import dev.sluice.wire.uet.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Mistakes that public implementations have made, tried on these NICs. */
class DefectsTest {
  private static final NicParams DOCUMENTS = NicParams.sourceDocuments();

  private static NicParams with(CongestionControl control) {
    return DOCUMENTS.with().congestionControl(control).build();
  }

  private static void assertWhole(NicLab lab) {
    assertThat(lab.runToRest(5_000_000)).isTrue();
    assertThat(lab.judge.wrong).isEmpty();
    assertThat(lab.nics.completedFlows()).isEqualTo(lab.nics.flows());
    assertThat(lab.nics.isAtRest()).isTrue();
  }

  private static void silence(NicLab lab, int host, boolean silent) {
    lab.fabric.disturb(
        lab.fabric.topology().hostPort(host), LinkFaults.loss(silent ? LinkFaults.CERTAIN : 0));
  }

  private static List<Request> requests(Tap tap, int host) {
    return tap.from(host).stream()
        .filter(packet -> packet.pds() instanceof Request)
        .map(packet -> (Request) packet.pds())
        .toList();
  }

  @Test
  @Requirement({"D1", "D6", "X6"})
  void theRangeIsAdvertisedInUnitsOf128() {
    NicLab lab = NicLab.star(2, DOCUMENTS);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 100_000);
    assertWhole(lab);
    assertThat(tap.wrong).isEmpty();
    assertThat(tap.from(1)).isNotEmpty().allMatch(packet -> ((AckCc) packet.pds()).mpr() == 8);
  }

  @Test
  @Requirement({"D2", "CCC-12"})
  void noMoreThanTheRangeIsOutstanding() {
    NicLab lab = NicLab.star(2, with(CongestionControl.NONE).with().mpRange(256).build());
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 4_000_000);
    lab.loop.at(5 * NicLab.US, s -> silence(lab, 1, true), 0);
    lab.loop.at(400 * NicLab.US, s -> silence(lab, 1, false), 0);
    lab.run(399 * NicLab.US);
    int acknowledged = 0;
    int last = 0;
    for (Tap.Seen frame : tap.seen) {
      if (frame.packet().pds() instanceof AckCc ack && frame.atPs() < 5 * NicLab.US) {
        acknowledged = ack.ack().cackPsn();
      } else if (frame.packet().pds() instanceof Request request) {
        last = Math.max(last, request.psn()); // the first one was drawn, and none wraps
      }
    }
    assertThat(last - acknowledged).as("no acknowledgment after 5 us arrives").isEqualTo(256);
    assertWhole(lab);
  }

  @Test
  @Requirement({"D7", "PDC-3"})
  void thePacketBehindTheSynWindowIsHeldBack() {
    NicParams.Builder params = with(CongestionControl.NONE).with().mpRange(32_640);
    NicLab lab = NicLab.star(2, params.rtoPs(10_000 * NicLab.US).build()); // 1.4 ms fill the window
    Tap tap = new Tap(lab.fabric);
    silence(lab, 1, true);
    lab.write(0, 1, 4_200 * 4_096L);
    lab.run(1_450 * NicLab.US);
    silence(lab, 1, false);
    Set<Integer> offsets = new HashSet<>();
    List<Request> sent = requests(tap, 0);
    for (Request request : sent) {
      assertThat(request.syn()).isTrue();
      offsets.add(request.psn() - sent.get(0).psn());
    }
    assertThat(offsets).as("psn_offset 0 to 4095").hasSize(4_096);
    assertWhole(lab);
  }

  @Test
  @Requirement({"D10", "UET-4"})
  void sequenceNumbersWrap() {
    FaultPoints nearTheEnd =
        new FaultPoints() {
          @Override
          long startPsn(long drawn) {
            return (1L << 32) - 5;
          }
        };
    for (Profile profile : Profile.values()) {
      NicLab lab =
          new NicLab(
              Topologies.star(2, host -> NicLab.HUNDRED, NicLab.SWITCH),
              NicLab.open(),
              LossyTest.params(profile, CongestionControl.NSCC_AND_RCCC),
              nearTheEnd,
              1);
      for (int port = 0; port < 4; port++) {
        lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN / 20));
      }
      lab.write(0, 1, 100_000);
      assertWhole(lab);
    }
  }

  @Test
  @Requirement({"D11", "D3", "UET-4"})
  void pdcsBetweenTheSameHostsStartAtDifferentNumbers() {
    NicLab lab = NicLab.star(2, DOCUMENTS);
    Tap tap = new Tap(lab.fabric);
    for (int job = 0; job < 8; job++) {
      lab.nics.write(0, 1, job, 0, 100, 0);
    }
    assertWhole(lab);
    List<Request> requests = requests(tap, 0);
    for (Request one : requests) {
      assertThat(one.spdcid()).isPositive();
      for (Request other : requests) {
        int apart = Math.abs(one.psn() - other.psn());
        assertThat(one.spdcid() == other.spdcid() || apart >= 1 << 16 || apart < 0).isTrue();
      }
    }
    assertThat(requests.stream().map(Request::spdcid).distinct().count()).isEqualTo(8);
  }

  @Test
  @Requirement({"D12", "D8", "PDC-4", "PDC-5"})
  void aTargetOutOfPdcsSaysSoAndServesLater() {
    NicParams params =
        LossyTest.params(Profile.SOURCE_DOCUMENTS, CongestionControl.RCCC)
            .with()
            .pdcPool(3)
            .build();
    NicLab lab = NicLab.star(6, params);
    Tap tap = new Tap(lab.fabric);
    for (int source = 0; source < 5; source++) {
      lab.nics.write(source, 5, 1, 0, 20_000, 0);
      lab.nics.write(source, 5, 2, 0, 20_000, 0);
    }
    assertWhole(lab);
    List<Integer> codes =
        tap.from(5).stream()
            .filter(packet -> packet.pds() instanceof Nack)
            .map(packet -> ((Nack) packet.pds()).code())
            .toList();
    assertThat(codes)
        .as("out of PDCs, and before that of CCCs, so that one is left for a second PDC of a flow")
        .containsOnly(NackCode.NO_PDC, NackCode.NO_CCC);
  }

  @Test
  @Requirement({"D14", "RCCC-5", "UET-5"})
  void creditWrapsAndIdsOfCccsAreUsedAgain() {
    for (Profile profile : Profile.values()) {
      NicParams params =
          LossyTest.params(profile, CongestionControl.RCCC).with().cccIdBase(0xFC).build();
      NicLab lab = NicLab.star(2, params);
      lab.write(0, 1, 20_000_000);
      assertWhole(lab);
      lab.write(0, 1, 20_000_000);
      assertWhole(lab);
    }
  }

  @Test
  @Requirement({"X5", "D4"})
  void whatAcknowledgmentsSayIsConsistent() {
    NicLab lab = NicLab.star(2, with(CongestionControl.NSCC));
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 500_000);
    assertWhole(lab);
    for (var packet : tap.from(1)) {
      Ack ack = ((AckCc) packet.pds()).ack();
      assertThat(ack.ackPsn() - ack.cackPsn()).isLessThanOrEqualTo(64);
    }
  }

  @Test
  @Requirement({"FIND-9", "RCCC-15", "RCCC-8"})
  void firstPacketsThatAreLostWithTheInitialCreditAreSentAgain() {
    NicParams params =
        LossyTest.params(Profile.UET_1_0, CongestionControl.RCCC).with().mtuBytes(8_192).build();
    NicLab lab = NicLab.star(2, params);
    silence(lab, 0, true);
    lab.write(0, 1, 50_000);
    lab.loop.at(5 * NicLab.US, s -> silence(lab, 0, false), 0);
    assertWhole(lab);
  }

  @Test
  @Requirement({"RCCC-5", "RCCC-15", "CCC-8", "CCC-11"})
  void aPdcStaysOpenWhileAnotherOfItsCccIsNotKnownToTheTarget() {
    for (Profile profile : Profile.values()) {
      NicLab lab = NicLab.star(2, LossyTest.params(profile, CongestionControl.RCCC));
      // All but the last bytes of the initial credit are spent. The PDC closes 40 us after its last
      // SYN, which it sends at 676 ns; just before that, another one of its CCC wants to begin.
      lab.nics.write(0, 1, 1, 0, 12_000, 0);
      lab.nics.write(0, 1, 2, 0, 60_000, 40 * NicLab.US + NicLab.US / 2);
      assertWhole(lab);
    }
  }

  @Test
  @Requirement({"RCCC-15", "CCC-11", "UET-1"})
  void oneOfThePdcsThatAreDoneWaitsForOneWhoseSynIsLost() {
    for (Profile profile : Profile.values()) {
      NicLab lab = NicLab.star(2, LossyTest.params(profile, CongestionControl.RCCC));
      Tap tap = new Tap(lab.fabric);
      lab.nics.write(0, 1, 1, 0, 12_000, 0);
      lab.nics.write(0, 1, 2, 0, 12_000, 0);
      lab.nics.write(0, 1, 3, 0, 60_000, 40 * NicLab.US);
      lab.loop.at(39 * NicLab.US, s -> silence(lab, 0, true), 0);
      lab.loop.at(99 * NicLab.US, s -> silence(lab, 0, false), 0);
      assertWhole(lab);
      int last = requests(tap, 0).stream().mapToInt(Request::spdcid).max().orElseThrow();
      long known =
          tap.seen.stream()
              .filter(
                  frame -> frame.packet().pds() instanceof AckCc ack && ack.ack().dpdcid() == last)
              .mapToLong(Tap.Seen::atPs)
              .min()
              .orElseThrow();
      assertThat(known).isGreaterThan(99 * NicLab.US);
      assertThat(closed(tap.seen, known)).as("of two, in %s", profile).hasSize(1);
      assertThat(closed(tap.seen, Long.MAX_VALUE)).hasSize(3);
    }
  }

  /** The PDCs that were told to close before this time. */
  private static Set<Integer> closed(List<Tap.Seen> seen, long beforePs) {
    Set<Integer> closed = new HashSet<>();
    for (Tap.Seen frame : seen) {
      if (frame.atPs() < beforePs
          && frame.packet().pds() instanceof Control control
          && control.controlType() == ControlType.CLOSE_COMMAND) {
        closed.add(control.spdcid());
      }
    }
    return closed;
  }

  @Test
  @Requirement({"PDC-4", "RCCC-15", "CCC-11"})
  void aTargetOutOfPdcsGetsThemBackFromCccsThatOpenMore() {
    for (Profile profile : Profile.values()) {
      NicParams params =
          LossyTest.params(profile, CongestionControl.RCCC).with().pdcPool(2).build();
      NicLab lab = NicLab.star(3, params);
      for (int job = 1; job <= 2; job++) {
        lab.nics.write(0, 2, job, 0, 20_000, 0);
        lab.nics.write(1, 2, job, 0, 20_000, 0);
      }
      assertWhole(lab);
    }
  }

  @Test
  @Requirement({"D5", "UET-3"})
  void whatATargetMayForgetIsSaidInRequestsAndNeverInAPacketOfItsOwn() {
    NicLab lab = NicLab.star(2, with(CongestionControl.NSCC));
    for (int port = 0; port < 4; port++) {
      lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN / 20));
    }
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 400_000);
    lab.write(1, 0, 200_000);
    assertWhole(lab);
    Map<Integer, Set<Integer>> toldOf = new HashMap<>();
    Map<Integer, Integer> latest = new HashMap<>();
    for (Tap.Seen frame : tap.seen) {
      if (frame.packet().pds() instanceof AckCc ack) {
        toldOf.computeIfAbsent(ack.ack().dpdcid(), id -> new HashSet<>()).add(ack.ack().cackPsn());
      } else if (frame.packet().pds() instanceof Request request) {
        int pdc = frame.from() << 16 | request.spdcid();
        Integer before = latest.put(pdc, request.clearPsn());
        Set<Integer> told = toldOf.getOrDefault(request.spdcid(), Set.of());
        assertThat(
                before == null || before == request.clearPsn() || told.contains(request.clearPsn()))
            .as("what was acknowledged last, or before the first acknowledgment nothing")
            .isTrue();
        assertThat(request.clearPsn() - request.psn()).isNegative();
      } else if (frame.packet().pds() instanceof Control control) {
        assertThat(control.controlType())
            .isNotIn(ControlType.CLEAR_COMMAND, ControlType.CLEAR_REQUEST);
      }
    }
    assertThat(toldOf).isNotEmpty();
    assertThat(latest.values())
        .anyMatch(psn -> toldOf.values().stream().anyMatch(t -> t.contains(psn)));
  }
}
