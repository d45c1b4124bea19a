package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.CcType;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.CreditPlacement;
import dev.sluice.wire.uet.CreditState;
import dev.sluice.wire.uet.NackCode;
import dev.sluice.wire.uet.NsccState;
import dev.sluice.wire.uet.Request;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames of a stranger, host 2, to NICs that talk with each other: nothing comes of them. */
class HostileFramesTest {
  private static final long US = NicLab.US;
  private static final int STRANGER = 2;

  private static NicParams params(boolean documents, CongestionControl control) {
    return (documents ? NicParams.sourceDocuments() : NicParams.uet10())
        .with()
        .congestionControl(control)
        .rtoPs(60 * US)
        .lifetimePs(1_000 * US)
        .build();
  }

  private static Frames frames(NicLab lab) {
    return new Frames(lab.fabric.packets(), Addresses.of(STRANGER), TrafficClasses.DSCP_CONTROL);
  }

  private static void control(NicLab lab, int to, int type, int psn, int pdc, int payload) {
    lab.fabric.send(
        STRANGER,
        frames(lab).control(to, EntropyChoice.FIRST, type, Control.AR, psn, pdc, pdc, payload));
  }

  @ParameterizedTest
  @CsvSource({"true, RCCC", "true, NSCC", "false, NSCC", "false, RCCC", "false, NSCC_AND_RCCC"})
  @Requirement({"PDC-6", "UET-4", "RCCC-5"})
  void requestsOfAStrangerAreNotAnswered(boolean documents, CongestionControl control) {
    NicParams params = params(documents, control).with().ackTriggerBytes(1_000_000).build();
    NicLab lab = NicLab.star(3, params);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 3 * 4_096);
    lab.run(2 * US / 2);
    int start = ((Request) tap.from(0).get(0).pds()).psn();
    lab.run(100 * US);
    int before = tap.from(0).size() + tap.from(1).size();
    control(lab, 1, ControlType.ACK_REQUEST, start + 2, 1, 0);
    control(lab, 1, ControlType.CREDIT_REQUEST, 0, 1, CreditPlacement.LAST.payload(1_000_000));
    control(lab, 0, ControlType.CREDIT, 0, 1, CreditPlacement.LAST.payload(1_000_000));
    lab.run(100 * US);
    assertThat(tap.from(0).size() + tap.from(1).size()).as("frames of both").isEqualTo(before);
    assertThat(lab.runToRest(1_000_000)).isTrue();
    assertThat(lab.nics.isAtRest()).isTrue();
  }

  /**
   * What is in memory and not told of is told to its source, when that asks, and to nobody else.
   */
  @Test
  @Requirement("UET-4")
  void aStrangerLearnsNothingOfWhatIsThere() {
    NicParams params =
        params(true, CongestionControl.FIXED_WINDOW).with().ackTriggerBytes(1_000_000).build();
    NicLab lab = NicLab.star(3, params);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 18 * 4_096);
    lab.run(2 * US);
    int start = ((Request) tap.from(0).get(0).pds()).psn();
    control(lab, 1, ControlType.ACK_REQUEST, start + 10, 1, 0);
    lab.run(2 * US);
    assertThat(tap.from(1)).as("nobody whom it has to tell has asked").isEmpty();
  }

  /** Nothing arrives, and a stranger says that all of it has. */
  @ParameterizedTest
  @EnumSource(
      value = CongestionControl.class,
      names = {"FIXED_WINDOW", "NSCC", "RCCC"})
  @Requirement({"PDC-6", "PDC-10", "UET-1"})
  void anAcknowledgmentOfAStrangerIsNone(CongestionControl control) {
    NicLab lab = NicLab.star(3, params(true, control));
    Tap tap = new Tap(lab.fabric);
    int port = lab.fabric.topology().hostPort(0);
    lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN));
    int flow = lab.write(0, 1, 4_096);
    lab.run(10 * US);
    int start = ((Request) tap.from(0).get(0).pds()).psn();
    int frame =
        frames(lab)
            .ackCc(
                0, EntropyChoice.FIRST, 0, start, start, 9, 1, CcType.CC_CREDIT, 8, start + 1, 0);
    int at = lab.fabric.packets().at(frame) + Frames.PDS;
    CreditState.put(lab.fabric.packets().octets(), at, 0, 0);
    lab.fabric.send(STRANGER, frame);
    lab.run(20 * US);
    assertThat(lab.nics.completedPs(flow)).as("not complete").isEqualTo(Long.MAX_VALUE);
    lab.fabric.disturb(port, LinkFaults.loss(0));
    assertThat(lab.runToRest(1_000_000)).isTrue();
    assertThat(lab.judge.isWhole(flow)).isTrue();
    assertThat(lab.nics.isAtRest()).isTrue();
  }

  /** Thousands of frames of any content, while two flows go on. */
  @ParameterizedTest
  @CsvSource({
    "true, FIXED_WINDOW",
    "true, NSCC",
    "true, RCCC",
    "false, NSCC",
    "false, RCCC",
    "false, NSCC_AND_RCCC"
  })
  @Requirement({"PDC-5", "PDC-6", "UET-1", "UET-4"})
  void whateverAStrangerSaysBothFlowsAreWhole(boolean documents, CongestionControl control) {
    NicLab lab = NicLab.star(3, params(documents, control).with().lifetimePs(40 * US).build());
    int forth = lab.write(0, 1, 300_000);
    int back = lab.write(1, 0, 300_000);
    Random random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      lab.loop.at(1 + i * 50_000L, s -> lab.fabric.send(STRANGER, anything(lab, random)), 0);
    }
    assertThat(lab.runToRest(5_000_000)).isTrue();
    assertThat(lab.judge.isWhole(forth)).isTrue();
    assertThat(lab.judge.isWhole(back)).isTrue();
    assertThat(lab.nics.completedFlows()).isEqualTo(2);
  }

  private static int number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(4);
      case 1 -> -random.nextInt(4);
      default -> random.nextInt();
    };
  }

  private static int id(Random random) {
    return random.nextInt(4) == 0 ? random.nextInt(1 << 16) : random.nextInt(4);
  }

  private static int anything(NicLab lab, Random random) {
    Frames frames = frames(lab);
    int to = random.nextInt(2);
    int psn = number(random);
    int spdcid = id(random);
    int dpdcid = id(random);
    List<Integer> types =
        List.of(
            ControlType.CLOSE_COMMAND,
            ControlType.ACK_REQUEST,
            ControlType.CREDIT_REQUEST,
            ControlType.CREDIT);
    return switch (random.nextInt(3)) {
      case 0 ->
          frames.control(
              to,
              EntropyChoice.FIRST,
              types.get(random.nextInt(types.size())),
              random.nextBoolean() ? Control.SYN : Control.AR,
              psn,
              spdcid,
              dpdcid,
              CreditPlacement.LAST.payload(random.nextInt(1 << 24)));
      case 1 -> {
        int type = random.nextBoolean() ? CcType.CC_CREDIT : CcType.CC_NSCC;
        int frame =
            frames.ackCc(
                to,
                EntropyChoice.FIRST,
                random.nextInt(4) << 4,
                psn,
                psn,
                spdcid,
                dpdcid,
                type,
                8,
                psn + 1,
                random.nextLong());
        int at = lab.fabric.packets().at(frame) + Frames.PDS;
        byte[] octets = lab.fabric.packets().octets();
        if (type == CcType.CC_CREDIT) {
          CreditState.put(octets, at, random.nextInt(1 << 24), random.nextInt(1 << 16));
        } else {
          NsccState.put(
              octets,
              at,
              random.nextInt(1 << 16),
              random.nextBoolean(),
              random.nextInt(128),
              random.nextInt(1 << 24),
              random.nextInt(1 << 16));
        }
        yield frame;
      }
      default ->
          frames.nack(
              to,
              EntropyChoice.FIRST,
              0,
              List.of(NackCode.TRIMMED, NackCode.TRIMMED_LASTHOP, NackCode.INV_DPDCID)
                  .get(random.nextInt(3)),
              psn,
              spdcid,
              dpdcid);
    };
  }

  /** A SYN that names no PDC of its sender. */
  @Test
  @Requirement({"PDC-1", "PDC-4"})
  void aSynWithoutAnIdOpensNothing() {
    NicLab lab = NicLab.star(3, params(true, CongestionControl.FIXED_WINDOW));
    Tap tap = new Tap(lab.fabric);
    Message message = Message.write(0, 1, 1, 100);
    lab.fabric.send(
        STRANGER,
        frames(lab)
            .data(
                1,
                TrafficClasses.DSCP_DATA,
                EntropyChoice.FIRST,
                Request.SYN,
                -1,
                500,
                0,
                0,
                -1,
                0,
                message,
                0,
                100));
    lab.run(100 * US);
    assertThat(lab.nics.openPdcs(1)).isZero();
    assertThat(tap.from(1)).noneMatch(packet -> packet.pds() instanceof AckCc);
  }

  /** Data that answers a read which nobody has made. */
  @Test
  @Requirement("PDC-12")
  void anAnswerThatNobodyHasAskedForIsNotTaken() {
    NicLab lab = NicLab.star(3, params(true, CongestionControl.FIXED_WINDOW));
    Message answer = Message.answer(0, 1, 1, 100, 77);
    lab.fabric.send(
        STRANGER,
        frames(lab)
            .data(
                1,
                TrafficClasses.DSCP_DATA,
                EntropyChoice.FIRST,
                Request.SYN,
                -1,
                500,
                1,
                0,
                -1,
                0,
                answer,
                0,
                100));
    lab.run(100 * US);
    assertThat(lab.judge.wrong).isEmpty();
    int read = lab.nics.read(1, 0, 1, 0, 10_000, lab.loop.nowPs());
    lab.run(100 * US);
    assertThat(lab.nics.completedPs(read)).as("one that was asked for").isLessThan(200 * US);
  }
}
