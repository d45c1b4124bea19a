package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.host.Addresses;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.host.roce.rcm.Reaction;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Opcode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Notification points and reaction points at hosts, over a switch that marks each packet that can
 * be marked. A way over it takes 800,000 ps, a byte 80; a packet of 1,024 B is a frame of 1,106 B,
 * the first of a WRITE 16 B more.
 */
class RcmHostTest {
  private static final long WAY = 800_000;
  private static final long INTERVAL = 50 * RoceLab.US;
  private static final int WHOLE = 1_106;

  /** A frame as a host sent it. */
  private record Left(
      long atPs, int host, int to, int opcode, int queuePair, int dscp, int ecn, int flags) {}

  private final List<Left> left = new ArrayList<>();
  private final List<Long> rates = new ArrayList<>();

  private static RoceParams params(NotificationPoint.Params notification, ReactionParams reaction) {
    return RoceParams.usual()
        .with(1_024, 8_192)
        .noticing(Notices.sent(notification))
        .by(Reaction.points(line -> reaction, true));
  }

  private static NotificationPoint.Params notification(Answers answers) {
    return new NotificationPoint.Params(INTERVAL, answers, Ecn.ECT_1);
  }

  private static ReactionParams paper() {
    return RcmProfile.PAPER_2015.reaction(100_000);
  }

  private RoceLab lab(RoceParams params, RedMarker marker) {
    RoceLab lab = RoceLab.marking(3, params, marker, 1);
    lab.nics.observe(
        new RoceObserver() {
          @Override
          public void cnpReceived(long atPs, int host, long rateBps) {
            rates.add(rateBps);
          }
        });
    lab.watch(
        (packets, packet, atPs) -> {
          byte[] octets = packets.octets();
          int ip = packets.at(packet);
          int bth = ip + 28;
          left.add(
              new Left(
                  atPs,
                  Addresses.source(octets, ip),
                  Addresses.destination(octets, ip),
                  Bth.opcode(octets, bth),
                  Bth.destinationQp(octets, bth),
                  Ip.dscp(octets, ip),
                  Ip.ecn(octets, ip),
                  octets[bth + 4]));
        });
    return lab;
  }

  private RoceLab lab(RoceParams params) {
    return lab(params, RedMarker.step(0));
  }

  private List<Left> cnps() {
    return left.stream().filter(frame -> frame.opcode == Opcode.CNP).toList();
  }

  private List<Left> data() {
    return left.stream()
        .filter(frame -> frame.opcode != Opcode.CNP && frame.opcode != Opcode.ACKNOWLEDGE)
        .toList();
  }

  /** The first mark is answered at once, with a CNP for the queue pair that sent the packet. */
  @Test
  @Requirement({"RCM-3", "RCM-4", "RCM-11"})
  void theFirstMarkIsAnsweredAtOnce() {
    RoceLab lab = lab(params(notification(Answers.INTERVAL_END), paper()));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 8, 0); // its queue pairs are 2 at either end
    lab.nics.ask(Op.WRITE, 0, 1, 2, 8, 10 * RoceLab.US); // and of this one 3
    assertThat(lab.runToRest()).isTrue();
    long came = (8 + 98) * 80 + WAY;
    assertThat(cnps())
        .containsExactly(
            new Left(came, 1, 0, Opcode.CNP, 2, 48, Ecn.ECT_1, Bth.BECN),
            new Left(10 * RoceLab.US + came, 1, 0, Opcode.CNP, 3, 48, Ecn.ECT_1, Bth.BECN));
    assertThat(lab.nics.completedFlows()).as("marked packets are delivered").isEqualTo(2);
  }

  /** Marks within the interval: at its end to the picosecond, or with the next mark behind it. */
  @ParameterizedTest
  @EnumSource(Answers.class)
  @Requirement("RCM-3")
  void marksWithinTheIntervalAreAnsweredOnce(Answers answers) {
    RoceLab lab = lab(params(notification(answers), paper()));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 8, 0);
    for (int more = 1; more <= 5; more++) {
      lab.nics.ask(Op.WRITE, 0, 1, 1, 8, more * 12 * RoceLab.US); // the last behind the interval
    }
    assertThat(lab.runToRest()).isTrue();
    long came = (8 + 98) * 80 + WAY;
    List<Long> times = cnps().stream().map(Left::atPs).toList();
    if (answers == Answers.INTERVAL_END) {
      assertThat(times)
          .containsExactly(came, came + INTERVAL, came + 2 * INTERVAL)
          .as("the last mark is answered, too");
    } else {
      assertThat(times).hasSize(2);
      assertThat(times.get(0)).isEqualTo(came);
      assertThat(times.get(1)).isBetween(came + 60 * RoceLab.US, came + 61 * RoceLab.US);
    }
  }

  /**
   * A CNP halves the rate while alpha is 1: from then on frames begin 160 ps a byte apart, and 80
   * before. A rise by time has them half way nearer to the line.
   */
  @Test
  @Requirement({"RCM-5", "RCM-6"})
  void aRateFallsWithTheNotificationAndRisesWithTime() {
    RoceLab lab = lab(params(notification(Answers.NEXT_MARK), paper()));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024 * 600, 0);
    lab.loop.run(49 * RoceLab.US, Long.MAX_VALUE);
    long heard = (WHOLE + 16) * 80 + WAY + cnpBytes() * 80 + WAY;
    List<Left> data = data();
    for (int i = 2; i < data.size(); i++) {
      long apart = data.get(i).atPs - data.get(i - 1).atPs;
      assertThat(apart)
          .as("%d", data.get(i).atPs)
          .isEqualTo(data.get(i - 1).atPs < heard ? WHOLE * 80L : WHOLE * 160L);
    }
    assertThat(rates).containsExactly(50_000_000_000L);
    assertThat(lab.runToRest()).as("the rate is the line's again").isTrue();
  }

  private static int cnpBytes() {
    return 74 + 4 + 8 + 12;
  }

  /** With steps by time alone, two rises bring half of the line back, and nothing is kept. */
  @Test
  @Requirement("RCM-6")
  void aRateRisesAfterTheTimeWithoutANotification() {
    ReactionParams steps = ReactionParams.generic(100_000, 1, 1, 2, 10 * RoceLab.US, 0, 25_000);
    RoceLab lab = lab(params(notification(Answers.NEXT_MARK), steps));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024 * 600, 0);
    lab.loop.run(45 * RoceLab.US, Long.MAX_VALUE);
    long heard = (WHOLE + 16) * 80 + WAY + cnpBytes() * 80 + WAY;
    for (int i = 1; i < data().size(); i++) {
      long from = data().get(i - 1).atPs;
      long apart = data().get(i).atPs - from;
      long after = from - heard;
      if (after > 0 && after < 9 * RoceLab.US) {
        assertThat(apart).isEqualTo(WHOLE * 160L);
      } else if (after > 10 * RoceLab.US && after < 19 * RoceLab.US) {
        assertThat(apart).as("75 Gb/s: 106 2/3 ps a byte").isEqualTo(117_974); // 117,973.3
      } else if (after > 20 * RoceLab.US) {
        assertThat(apart).isEqualTo(WHOLE * 80L);
      }
    }
    assertThat(data().get(data().size() - 1).atPs).isGreaterThan(heard + 30 * RoceLab.US);
  }

  /** A host without either goes on as ever, and so does its peer. */
  @Test
  @Requirement("RCM-12")
  void aHostWithoutCongestionManagementGoesOn() {
    RoceParams plain = RoceParams.usual().with(1_024, 8_192);
    RoceLab without = lab(plain);
    without.nics.ask(Op.WRITE, 0, 1, 1, 100_000, 0);
    assertThat(without.runToRest()).isTrue();
    assertThat(cnps()).as("no mark is answered").isEmpty();
    long alone = without.nics.completedPs(0);

    RoceParams ignoring =
        plain
            .noticing(Notices.sent(new NotificationPoint.Params(0, Answers.NEXT_MARK, Ecn.ECT_1)))
            .by(Reaction.points(line -> paper(), false));
    RoceLab ignored = lab(ignoring);
    ignored.nics.ask(Op.WRITE, 0, 1, 1, 100_000, 0);
    assertThat(ignored.runToRest()).isTrue();
    assertThat(cnps()).as("each mark has its own").hasSize(98);
    assertThat(ignored.nics.completedPs(0)).isBetween(alone, alone + cnpBytes() * 80L);
  }

  /** Responses to a READ are the responder's to slow down: the CNP goes there. */
  @Test
  @Requirement({"RCM-3", "RCM-5"})
  void marksOfResponsesSlowTheResponderDown() {
    RoceLab lab = lab(params(notification(Answers.NEXT_MARK), paper()));
    lab.nics.ask(Op.READ, 0, 1, 1, 1_024 * 100, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(cnps()).filteredOn(cnp -> cnp.host == 0).hasSize(1);
    assertThat(cnps()).filteredOn(cnp -> cnp.host == 1).as("the request was marked").hasSize(1);
    List<Left> responses =
        data().stream().filter(frame -> frame.opcode == Opcode.READ_RESPONSE_MIDDLE).toList();
    long last = responses.size() - 1;
    assertThat(responses.get((int) last).atPs - responses.get((int) last - 1).atPs)
        .isEqualTo(WHOLE * 160L);
  }

  /** A CNP that was marked on its way is heeded, and not answered. */
  @Test
  @Requirement({"RCM-4", "FIND-13"})
  void aMarkedNotificationIsNotAnswered() {
    RoceLab lab = lab(params(notification(Answers.INTERVAL_END), paper()));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 8, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(lab.fabric.counts().marked()).as("data and CNP").isEqualTo(2);
    assertThat(cnps()).hasSize(1);
    assertThat(rates).containsExactly(50_000_000_000L);
  }
}
