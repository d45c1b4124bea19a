package dev.sluice.host.roce;

import static dev.sluice.host.roce.LdcpRateRuns.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.RedMarker;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.host.Addresses;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.RttMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * LDCP by rates at hosts. A way over the switch takes 800,000 ps, a byte 80; a packet of 1,024 B is
 * a frame of 1,106 B, the first of a WRITE 16 B more, a CNP 98 B, and a request or a response 86 B.
 * A window of a packet over the base RTT of 2 us is 8 x 1,106 / 2,000,000 = 4.424 Gb/s.
 */
class LdcpRateHostTest {
  private static final long WAY = 800_000;
  private static final long US = RoceLab.US;
  private static final long PACKET_BPS = 4_424_000_000L;
  private static final RedMarker NO_MARKS = RedMarker.perMillion(1 << 29, 1 << 30, 0);

  /** A frame as a host sent it. */
  private record Left(
      long atPs, int host, int opcode, int queuePair, int dscp, int ecn, int number) {
    boolean isData() {
      return Opcode.isKnown(opcode) && opcode != Opcode.CNP && opcode != Opcode.ACKNOWLEDGE;
    }
  }

  private final List<Left> left = new ArrayList<>();
  private final List<Long> rates = new ArrayList<>();
  private final List<Long> cnpsPs = new ArrayList<>();
  private final List<LogEvent> events = new ArrayList<>();

  private RoceLab lab(LdcpRate.Params sender, RedMarker marker) {
    return lab(sender, marker, LdcpRateFault.NONE);
  }

  private RoceLab lab(LdcpRate.Params sender, RedMarker marker, LdcpRateFault fault) {
    RoceParams params = LdcpRateRuns.params(sender, 0).with(1_024, 8_192).counting(0, 16);
    RoceLab lab =
        new LdcpRateRuns.Plan(3, params, marker, RoceRuns.faults(0, 0, 0), 1, List.of()).lab();
    lab.nics.plant(host -> fault.points());
    lab.nics.log(new EventCollector(events::add, null));
    lab.nics.observe(
        new RoceObserver() {
          @Override
          public void cnpReceived(long atPs, int host, long rateBps) {
            rates.add(rateBps);
            cnpsPs.add(atPs);
          }
        });
    lab.watch(
        (packets, packet, atPs) -> {
          byte[] octets = packets.octets();
          int ip = packets.at(packet);
          int bth = ip + 28;
          int opcode = Bth.opcode(octets, bth);
          left.add(
              new Left(
                  atPs,
                  Addresses.source(octets, ip),
                  opcode,
                  Bth.destinationQp(octets, bth),
                  Ip.dscp(octets, ip),
                  Ip.ecn(octets, ip),
                  RttMessage.isOne(opcode) ? RttMessage.number(octets, bth) : -1));
        });
    return lab;
  }

  private List<Left> of(int opcode) {
    return left.stream().filter(frame -> frame.opcode == opcode).toList();
  }

  private List<Left> data() {
    return left.stream().filter(Left::isData).toList();
  }

  /** What the senders' events tell: their time, name, and window in parts. */
  private List<String> told(String... actions) {
    return events.stream()
        .filter(event -> event.spec().equals(Ldcp.EVENTS.name()) && !event.isOfTarget())
        .filter(event -> List.of(actions).contains(event.action()))
        .map(
            event -> event.action() + " " + number(event, "number") + " " + number(event, "window"))
        .toList();
  }

  private static long number(LogEvent event, String name) {
    Map<String, LogValue> w = ((LogValue.Fields) event.variables().get("w")).fields();
    return ((LogValue.Num) w.get(name)).value();
  }

  /**
   * Each packet is marked, and each mark has its CNP, which takes a packet. The first request goes
   * before the first packet, and its response adds one before the first CNP: 20 packets are 21, and
   * then 20, 19, 18, 17 and 16.
   */
  @Test
  @Requirement({"LDCP-13", "LDCP-19"})
  void eachNotificationTakesBeta() {
    RoceLab lab = lab(LdcpRateRuns.sender(20, ONE, ONE, 32), RedMarker.step(0));
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024 * 600, 0);
    lab.loop.run(2_150_000, Long.MAX_VALUE);
    assertThat(rates)
        .containsExactly(
            20 * PACKET_BPS, 19 * PACKET_BPS, 18 * PACKET_BPS, 17 * PACKET_BPS, 16 * PACKET_BPS);
    long first = 86 * 80 + (1_106 + 16) * 80 + WAY + 98 * 80 + WAY;
    assertThat(cnpsPs.get(0)).isEqualTo(first);
    // 88.48 Gb/s: 1,122 B take 101,447 ps, 1,106 B 100,000 ps
    for (int k = 1; k < 5; k++) {
      assertThat(cnpsPs.get(k)).isEqualTo(101_447 + (k - 1) * 100_000 + first - 16 * 80);
    }
    assertThat(told("ReceiveResponse"))
        .containsExactly("ReceiveResponse 1 " + 21 * ONE)
        .as("20 and one more");
    assertThat(of(Opcode.CNP)).hasSizeGreaterThan(10).allMatch(cnp -> cnp.dscp == 48);
  }

  /** Between two responses packets are spaced out alike, and one packet of window closer each. */
  @Test
  @Requirement("LDCP-13")
  void eachResponseAddsAlpha() {
    RoceLab lab = lab(LdcpRateRuns.sender(10, ONE, ONE, 32), NO_MARKS);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024 * 600, 0);
    lab.loop.run(12 * US, Long.MAX_VALUE);
    List<Left> requests = of(RttMessage.REQUEST);
    assertThat(requests).extracting(Left::number).startsWith(0, 1, 2, 3, 4, 5);
    assertThat(requests)
        .allMatch(one -> one.host == 0 && one.ecn == Ecn.ECT_0 && one.dscp == 26)
        .as("of the data's class");
    assertThat(of(RttMessage.RESPONSE)).allMatch(one -> one.host == 1 && one.ecn == Ecn.ECT_0);
    List<Long> at =
        events.stream()
            .filter(event -> event.action().equals("ReceiveResponse"))
            .filter(event -> event.spec().equals("EventRate"))
            .map(LogEvent::atPs)
            .toList();
    assertThat(at.size()).isBetween(6, 7);
    assertThat(told("ReceiveResponse"))
        .startsWith(
            "ReceiveResponse 1 " + 11 * ONE,
            "ReceiveResponse 2 " + 12 * ONE,
            "ReceiveResponse 3 " + 13 * ONE);
    List<Left> data = data();
    for (int i = 2; i < data.size(); i++) {
      long from = data.get(i - 1).atPs;
      long before = at.stream().filter(each -> each <= from).count();
      long exact = 2_000_000 / (10 + before);
      assertThat(data.get(i).atPs - from)
          .as("after %d responses, at %d", before, from)
          .isBetween(exact, exact + 1 + (isAskedWithin(from, data.get(i).atPs) ? 86 * 80 : 0));
    }
  }

  /** A packet whose time has come waits for a request that is on the link. */
  private boolean isAskedWithin(long fromPs, long toPs) {
    return of(RttMessage.REQUEST).stream().anyMatch(one -> fromPs <= one.atPs && one.atPs < toPs);
  }

  /**
   * What answers no request that is out changes nothing; the next one leaves as the wait is over.
   */
  @Test
  @Requirement("LDCP-13")
  void theNextRequestLeavesAfterTheWait() {
    assertThat(requestsWithoutAnAnswer(LdcpRateFault.NONE)).isEqualTo(List.of(0L, 32L, 64L, 96L));
    assertThat(told("Timeout"))
        .containsExactly("Timeout 1 " + 10 * ONE, "Timeout 2 " + 10 * ONE, "Timeout 3 " + 10 * ONE);
    assertThat(told("ReceiveResponse")).hasSize(4).allMatch(each -> each.endsWith("" + 10 * ONE));
  }

  /** Who waits for ever asks once. */
  @Test
  @Requirement("LDCP-13")
  void aWaitWithoutAnEndIsSeen() {
    assertThat(requestsWithoutAnAnswer(LdcpRateFault.TIMEOUT_IGNORED)).isEqualTo(List.of(0L));
  }

  /** When requests leave of which none has its answer, in microseconds. */
  private List<Long> requestsWithoutAnAnswer(LdcpRateFault fault) {
    RoceLab lab = lab(LdcpRateRuns.sender(10, ONE, ONE, 32), NO_MARKS);
    RoceFaultPoints waits = fault.points();
    lab.nics.plant(host -> host == 0 ? waits : LdcpRateFault.ANSWERED_WITH_ANOTHER_NUMBER.points());
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024 * 600, 0);
    lab.loop.run(100 * US, Long.MAX_VALUE);
    return events.stream()
        .filter(event -> event.spec().equals("EventRate") && event.action().equals("Request"))
        .map(event -> event.atPs() / US)
        .toList();
  }

  /**
   * A flow is what there is to send: in a pause nothing leaves, and the window stays. The first
   * response is there before the packet is acknowledged, the second one after it.
   */
  @Test
  @Requirement("LDCP-13")
  void nothingIsAskedForInAPause() {
    RoceLab lab = lab(LdcpRateRuns.sender(10, ONE, ONE, 32), NO_MARKS);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024, 0);
    lab.nics.ask(Op.WRITE, 0, 1, 1, 1_024, 500 * US);
    assertThat(lab.runToRest()).isTrue();
    assertThat(told("Request", "ReceiveResponse"))
        .containsExactly(
            "Request 0 " + 10 * ONE,
            "ReceiveResponse 1 " + 11 * ONE,
            "Request 1 " + 11 * ONE,
            "ReceiveResponse 2 " + 12 * ONE,
            "Request 2 " + 12 * ONE,
            "ReceiveResponse 3 " + 13 * ONE,
            "Request 3 " + 13 * ONE,
            "ReceiveResponse 4 " + 14 * ONE);
    assertThat(of(RttMessage.REQUEST)).hasSize(4);
    assertThat(of(RttMessage.REQUEST).get(2).atPs).isEqualTo(500 * US);
    assertThat(data().get(1).atPs).as("behind it").isEqualTo(500 * US + 86 * 80);
  }

  /** Responses to READs are the responder's data: it asks for round trips, and is slowed down. */
  @Test
  @Requirement({"LDCP-13", "LDCP-19"})
  void responsesToReadsKeepToARate() {
    RoceLab lab = lab(LdcpRateRuns.sender(10, ONE / 16, ONE / 4, 32), RedMarker.step(0));
    lab.nics.ask(Op.READ, 0, 1, 1, 1_024 * 60, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(of(RttMessage.REQUEST)).filteredOn(one -> one.host == 1).hasSizeGreaterThan(4);
    assertThat(of(Opcode.CNP)).filteredOn(cnp -> cnp.host == 0).hasSize(60);
    List<Left> responses =
        data().stream().filter(frame -> frame.opcode == Opcode.READ_RESPONSE_MIDDLE).toList();
    assertThat(responses.get(1).atPs - responses.get(0).atPs).isEqualTo(200_000);
    assertThat(responses.get(57).atPs - responses.get(56).atPs).isGreaterThan(400_000);
  }

  /** What its application has not selected goes at the rate of the link, and asks for nothing. */
  @Test
  @Requirement("LDCP-13")
  void whatIsNotSelectedIsNotHeldBack() {
    RoceLab lab = lab(LdcpRateRuns.sender(1, ONE, ONE, 32), RedMarker.step(0));
    Service plain = new Service(26, false, false);
    lab.nics.ask(Verb.WRITE, plain, 0, 1, 1, 1_024 * 20, 0);
    assertThat(lab.runToRest()).isTrue();
    assertThat(of(RttMessage.REQUEST)).isEmpty();
    assertThat(of(Opcode.CNP)).isEmpty();
    assertThat(data().get(10).atPs - data().get(9).atPs).isEqualTo(1_106 * 80);
  }

  /** Each fault moves what the tests above look at; the sound NIC is as they say. */
  @ParameterizedTest
  @EnumSource
  @Requirement({"LDCP-13", "LDCP-19"})
  void eachFaultMovesWhatTheHostDoes(LdcpRateFault fault) {
    String sound = seen(LdcpRateFault.NONE);
    String planted = seen(fault);
    if (fault == LdcpRateFault.NONE) {
      assertThat(planted).isEqualTo(sound);
    } else {
      assertThat(planted).isNotEqualTo(sound);
    }
  }

  private String seen(LdcpRateFault fault) {
    left.clear();
    RoceLab lab =
        lab(
            LdcpRateRuns.sender(20, ONE / 2, ONE, 3),
            RedMarker.perMillion(2_000, 20_000, 300_000),
            fault);
    for (int job = 1; job <= 2; job++) {
      lab.nics.ask(Op.WRITE, 0, 2, job, 200_000, 0);
      lab.nics.ask(Op.WRITE, 1, 2, job, 200_000, 0);
    }
    lab.loop.run(2_000 * US, 2_000_000);
    return left.toString();
  }
}
