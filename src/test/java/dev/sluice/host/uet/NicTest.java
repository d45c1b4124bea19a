package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.LongestPath;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.LogHeader;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.ip.Ipv4;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.CcType;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.CreditState;
import dev.sluice.wire.uet.Packet;
import dev.sluice.wire.uet.PacketType;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.ResponseWithData;
import dev.sluice.wire.uet.SesOpcode;
import dev.sluice.wire.uet.StandardRequest;
import dev.sluice.wire.uet.SynField;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** NICs by example, with the figures of the source documents. */
class NicTest {
  private static final long US = NicLab.US;
  private static final NicParams DOCUMENTS = NicParams.sourceDocuments();

  private static NicParams with(CongestionControl control) {
    return DOCUMENTS.with().congestionControl(control).build();
  }

  private static void assertWhole(NicLab lab) {
    assertThat(lab.runToRest(20_000_000)).as("comes to rest").isTrue();
    assertThat(lab.judge.wrong).isEmpty();
    for (int flow = 0; flow < lab.nics.flows(); flow++) {
      assertThat(lab.judge.isWhole(flow)).as("flow %d", flow).isTrue();
    }
    assertThat(lab.nics.completedFlows()).isEqualTo(lab.nics.flows());
    assertThat(lab.nics.isAtRest()).as("everything is released").isTrue();
    assertThat(lab.fabric.packets().used()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "SOURCE_DOCUMENTS, NONE", "SOURCE_DOCUMENTS, FIXED_WINDOW", "SOURCE_DOCUMENTS, NSCC",
    "SOURCE_DOCUMENTS, RCCC", "SOURCE_DOCUMENTS, NSCC_AND_RCCC", "UET_1_0, FIXED_WINDOW",
    "UET_1_0, NSCC", "UET_1_0, RCCC", "UET_1_0, NSCC_AND_RCCC"
  })
  @Requirement({"PDC-11", "CCC-11", "PDC-12", "RCCC-15", "UET-1", "UET-4"})
  void aWriteIsCommittedOnceAndEverythingIsReleased(Profile profile, CongestionControl control) {
    NicParams base = profile == Profile.SOURCE_DOCUMENTS ? DOCUMENTS : NicParams.uet10();
    NicLab lab = NicLab.star(2, base.with().congestionControl(control).build());
    int flow = lab.write(0, 1, 1_000_000);
    assertWhole(lab);
    assertThat(lab.nics.completedPs(flow))
        .as("245 packets of 4,222 bytes at 80 ps are 82.75 us, and a round trip")
        .isBetween(82 * US, (base.isSourceDocuments() ? 90 : 100) * US);
  }

  @Test
  @Requirement({"CCC-8", "CCC-11", "CCC-1", "RCCC-7", "RCCC-17"})
  void manyPdcsShareOneCcc() {
    NicLab lab = NicLab.star(3, DOCUMENTS);
    for (int i = 0; i < 24; i++) {
      lab.nics.write(0, 1, i % 6, 0, 10_000 + 777 * i, i * 3 * US);
    }
    lab.nics.write(0, 2, 1, 0, 50_000, 0);
    lab.nics.write(0, 2, 1, 1, 50_000, 0);
    lab.run(3 * US);
    assertThat(lab.nics.openCccs(0)).as("two classes towards 2, one towards 1").isEqualTo(3);
    lab.run(20 * US);
    assertThat(lab.nics.openPdcs(0)).as("six jobs, and one in each class").isEqualTo(8);
    assertThat(lab.nics.openCccs(0)).isEqualTo(3);
    assertThat(lab.nics.openCccs(1)).isEqualTo(1);
    assertThat(lab.nics.activeSenders(2)).isEqualTo(2);
    assertWhole(lab);
  }

  @ParameterizedTest
  @EnumSource(CongestionControl.class)
  @Requirement({"PDC-12", "CCC-7"})
  void aReadBringsTheDataBack(CongestionControl control) {
    NicLab lab = NicLab.star(2, with(control));
    Tap tap = new Tap(lab.fabric);
    lab.judge.slack = 44;
    int flow = lab.nics.read(0, 1, 7, 0, 100_000, 0);
    assertWhole(lab);
    assertThat(tap.wrong).isEmpty();
    assertThat(lab.nics.completedPs(flow)).isBetween(8 * US, 14 * US);
    List<ResponseWithData> answers =
        tap.from(1).stream()
            .flatMap(packet -> packet.ses().stream())
            .map(ResponseWithData.class::cast)
            .toList();
    if (control.rccc()) { // 12,500 = 3 x 4,096 + 212, and 87,500 = 21 x 4,096 + 1,484
      assertThat(answers).hasSize(26);
      assertThat(answers.get(25).messageOffset()).isEqualTo(100_000 - 1_484);
    } else {
      assertThat(answers).hasSize(25);
      assertThat(answers.get(24).messageOffset()).isEqualTo(24 * 4_096);
    }
  }

  @Test
  @Requirement({"CCC-3", "CCC-5", "CCC-6"})
  void nothingIsSentBeforeTheCccIsReady() {
    NicLab lab = NicLab.star(2, DOCUMENTS.with().contextPs(7 * US).build());
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 10_000);
    lab.nics.write(0, 1, 2, 0, 10_000, 3 * US);
    assertWhole(lab);
    assertThat(tap.seen.get(0).atPs()).isEqualTo(7 * US);
  }

  // ---------------------------------------------------------------- octets

  @Test
  @Requirement({
    "PDC-1", "PDC-2", "PDC-3", "PDC-4", "PDC-6", "PDC-7", "PDC-8", "PDC-9", "X11", "D4"
  })
  void theHandshakeInOctets() {
    NicParams source = DOCUMENTS.with().pdcIdBase(0x4000).cccIdBase(0xA0).build();
    NicLab lab = NicLab.star(2, source);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 60_000);
    assertWhole(lab);
    assertThat(tap.wrong).isEmpty();
    List<Packet> out = tap.from(0);
    List<Packet> back = tap.from(1);
    long firstAck = tap.seen.stream().filter(f -> f.from() == 1).findFirst().orElseThrow().atPs();
    int start = ((Request) out.get(0).pds()).psn();
    int index = 0;
    for (Tap.Seen frame : tap.seen) {
      if (frame.from() != 0 || !(frame.packet().pds() instanceof Request request)) {
        continue;
      }
      assertThat(request.type()).isEqualTo(PacketType.RUD_CC_REQ);
      assertThat(request.spdcid()).isEqualTo(0x4001);
      assertThat(request.cccId()).isEqualTo(0xA1);
      assertThat(request.psn()).isEqualTo(start + index);
      assertThat(frame.packet().ip().dscp()).isEqualTo(TrafficClasses.DSCP_DATA);
      assertThat(frame.packet().ip().ecn()).isEqualTo(Ecn.ECT_0);
      if (request.syn()) {
        assertThat(SynField.pdcInfo(request.dpdcid())).isZero();
        assertThat(SynField.psnOffset(request.dpdcid())).isEqualTo(index);
        assertThat(request.startPsn()).isEqualTo(start);
      } else {
        assertThat(request.dpdcid()).as("the target's own id").isEqualTo(0x4001);
        assertThat(frame.atPs()).isGreaterThan(firstAck);
      }
      StandardRequest ses = (StandardRequest) frame.packet().ses().orElseThrow();
      assertThat(ses.opcode()).isEqualTo(SesOpcode.WRITE);
      assertThat((ses.flags() & SesOpcode.SOM) != 0).isEqualTo(index == 0);
      index++;
    }
    assertThat(index).as("12,500 = 3 x 4,096 + 212, and 47,500 = 11 x 4,096 + 2,444").isEqualTo(16);
    assertThat(((Request) out.get(0).pds()).syn()).isTrue();
    assertThat(((Request) out.get(4).pds()).syn()).as("after the first ACK_CC").isFalse();
    for (Packet packet : back) {
      AckCc ack = (AckCc) packet.pds();
      assertThat(ack.ccType()).isEqualTo(CcType.CC_CREDIT);
      assertThat(ack.ack().spdcid()).isEqualTo(0x4001);
      assertThat(ack.ack().dpdcid()).isEqualTo(0x4001);
      assertThat(packet.ip().dscp()).isEqualTo(TrafficClasses.DSCP_CONTROL);
    }
  }

  @Test
  @Requirement({"PDC-3", "X11"})
  void aPacketSentAgainAfterTheFirstAckCarriesNoSyn() {
    NicLab lab = NicLab.star(2, DOCUMENTS);
    Tap tap = new Tap(lab.fabric);
    int port = lab.fabric.topology().hostPort(0);
    lab.write(0, 1, 12_288);
    lab.loop.at(400_000, s -> lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN)), 0);
    lab.loop.at(900_000, s -> lab.fabric.disturb(port, LinkFaults.loss(0)), 0);
    assertWhole(lab);
    List<Request> requests =
        tap.from(0).stream()
            .filter(packet -> packet.pds() instanceof Request)
            .map(packet -> (Request) packet.pds())
            .toList();
    assertThat(requests).hasSizeGreaterThan(4);
    assertThat(requests.subList(0, 4))
        .as("three packets, and the first again, since nobody asked for its acknowledgment")
        .allMatch(Request::syn);
    assertThat(requests.subList(4, requests.size()))
        .isNotEmpty()
        .allMatch(again -> !again.syn() && (again.flags() & Request.RETX) != 0)
        .allMatch(again -> again.dpdcid() == 1);
  }

  // ---------------------------------------------------------------- receiver credits

  @Test
  @Requirement({"RCCC-7", "RCCC-8", "RCCC-9", "RCCC-16", "RCCC-5", "RCCC-2", "PDC-7"})
  void theWalkThroughOf256Megabytes() {
    NicLab lab = NicLab.star(2, DOCUMENTS);
    Tap tap = new Tap(lab.fabric);
    List<Long> credits = new ArrayList<>();
    List<Long> backlogs = new ArrayList<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void creditChanged(long at, int host, int to, long credit, long backlog) {
            if (credits.isEmpty() || credits.get(credits.size() - 1) != credit) {
              credits.add(credit);
              backlogs.add(backlog);
            }
          }
        });
    lab.write(0, 1, 256_000_000);
    lab.run(12 * US);
    assertThat(credits).startsWith(12_500L, 25_000L, 37_500L);
    assertThat(backlogs).startsWith(255_987_500L, 255_975_000L, 255_962_500L);
    List<Packet> out = tap.from(0);
    assertThat(out.stream().limit(4).map(Packet::payloadLength))
        .as("12,500 = 3 · 4,096 + 212")
        .containsExactly(4_096, 4_096, 4_096, 212);
    assertThat(((Request) out.get(0).pds()).creditTarget())
        .as("of 255,987,500 beyond the credit, as far as a total of 24 bits can be read")
        .isEqualTo(12_500 + 0x7F_FFFF);
    assertThat(tap.from(1).stream().map(NicTest::total).distinct().limit(3))
        .as("the target counts the initial credit, too; 12,500 a slice come on top of it")
        .containsExactly(12_500, 25_000, 37_500);
  }

  private static int total(Packet ackCc) {
    return CreditState.of(((AckCc) ackCc.pds()).ccState()).credit();
  }

  /**
   * With wires between the ends, so that grants run ahead of the data. Headers, which credit does
   * not count, let them run on until the window of credit is full, after two hundred slices.
   */
  @Test
  @Requirement({"RCCC-18", "RCCC-2"})
  void aLoneSenderIsGrantedEverySliceWhole() {
    long bytes = 192 * 12_500;
    NicLab lab = NicLab.star(2, DOCUMENTS);
    List<Long> grants = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void creditGranted(long at, int host, int source, long granted, long total) {
            grants.add(granted);
            times.add(at);
            totals.add(total);
          }
        });
    lab.write(0, 1, bytes);
    assertThat(lab.runToRest(20_000_000)).isTrue();
    assertThat(lab.nics.completedFlows()).isEqualTo(1);
    assertThat(grants).as("the initial credit is worth a slice").hasSize(191);
    assertThat(grants).containsOnly(12_500L);
    for (int slice = 1; slice < times.size(); slice++) {
      assertThat(times.get(slice) - times.get(slice - 1)).as("slice %d", slice).isEqualTo(US);
    }
    assertThat(totals.get(totals.size() - 1)).isEqualTo(bytes);
  }

  /** What the two ends of a transfer do about credit and window, each by its observer's name. */
  private static Set<String> algorithms(CongestionControl control) {
    NicLab lab = marked(with(control), FaultPoints.NONE, 10 * US, 11 * US);
    Set<String> seen = new TreeSet<>();
    Set<Long> windows = new HashSet<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void windowChanged(long at, int host, int to, long cwnd, long inFlight) {
            if (windows.add(cwnd) && windows.size() > 1) {
              seen.add("host " + host + " moves its window");
            }
          }

          @Override
          public void creditChanged(long at, int host, int to, long credit, long backlog) {
            seen.add("host " + host + " keeps credit");
          }

          @Override
          public void creditGranted(long at, int host, int source, long bytes, long total) {
            seen.add("host " + host + " grants host " + source);
          }
        });
    lab.write(0, 1, 400_000);
    lab.run(15 * US);
    for (int host = 0; host < 2; host++) {
      if (lab.nics.activeSenders(host) > 0) {
        seen.add("host " + host + " has an active sender");
      }
    }
    assertThat(lab.runToRest(5_000_000)).isTrue();
    assertThat(lab.nics.completedFlows()).isEqualTo(1);
    return seen;
  }

  @Test
  @Requirement("CCC-13")
  void theSendersCccRunsNsccAndSpendsCreditAndTheReceiversGrantsIt() {
    String window = "host 0 moves its window";
    String[] credit = {
      "host 0 keeps credit", "host 1 grants host 0", "host 1 has an active sender"
    };
    assertThat(algorithms(CongestionControl.NONE)).isEmpty();
    assertThat(algorithms(CongestionControl.NSCC)).containsExactly(window);
    assertThat(algorithms(CongestionControl.RCCC)).containsExactlyInAnyOrder(credit);
    assertThat(algorithms(CongestionControl.NSCC_AND_RCCC))
        .hasSize(4)
        .contains(window)
        .contains(credit);
  }

  /** Two sources have the same ids of PDC and CCC: only the address tells whose an ACK_CC is. */
  @Test
  @Requirement({"PDC-10", "PDC-6"})
  void anAckCcGoesToTheFepOfItsAddressAndThereToThePdcOfItsDpdcid() {
    NicLab lab = NicLab.star(3, DOCUMENTS);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 100_000);
    lab.write(2, 1, 100_000);
    lab.nics.write(0, 1, 2, 0, 100_000, 0); // another PDC of the same CCC
    lab.run(200 * US);
    Map<String, Set<Integer>> psns = new TreeMap<>();
    for (int host : new int[] {0, 2}) {
      for (Packet packet : tap.from(host)) {
        String fep = Addresses.of(host) + "/";
        if (packet.pds() instanceof Request request) {
          psns.computeIfAbsent(fep + request.spdcid(), any -> new HashSet<>()).add(request.psn());
        } else if (packet.pds() instanceof Control close) { // it has a PSN of its own
          psns.get(fep + close.spdcid()).add(close.psn());
        }
      }
    }
    assertThat(psns.keySet()).as("PDCs 1 and 2 of host 0, and PDC 1 of host 2").hasSize(3);
    int acknowledgments = 0;
    for (Packet packet : tap.from(1)) {
      if (packet.pds() instanceof AckCc ack) {
        int address = ((Ipv4) packet.ip()).destination();
        assertThat(psns.get(address + "/" + ack.ack().dpdcid()))
            .as("what the source at this address has sent on this PDC")
            .contains(ack.ack().ackPsn());
        acknowledgments++;
      }
    }
    assertThat(acknowledgments).isGreaterThan(10);
    assertWhole(lab);
  }

  @Test
  @Requirement({"RCCC-10", "RCCC-12", "RCCC-14"})
  void twoSendersShareTheTargetsLinkAndTheQueueStaysBounded() {
    long[] peaks = new long[2];
    for (int k = 0; k < 2; k++) {
      CongestionControl control = k == 0 ? CongestionControl.RCCC : CongestionControl.NONE;
      NicParams params =
          DOCUMENTS
              .with()
              .congestionControl(control)
              .grantShare(4_096, 4_222) // whole packets with their headers fill the link
              .packets(CreditParams.Packets.SAVED)
              .build();
      NicLab lab = new NicLab(Topologies.twoLeaves(10, 20, NicLab.SWITCH), NicLab.open(), params);
      lab.nics.observe(null);
      int a = lab.write(0, 2, 2_000_000);
      int b = lab.write(1, 2, 2_000_000);
      var topology = lab.fabric.topology();
      int last = topology.port(topology.attachedTo(2), topology.portFrom(topology.hostPort(2)));
      long peak = 0;
      while (lab.nics.completedFlows() < 2) {
        lab.run(US / 4);
        peak = Math.max(peak, lab.fabric.heldBytes(last));
      }
      peaks[k] = peak;
      long both = Math.max(lab.nics.completedPs(a), lab.nics.completedPs(b));
      assertThat(both)
          .as("978 packets of 4,222 bytes over 100G are 330 us")
          .isBetween(330 * US, 345 * US);
      long apart = Math.abs(lab.nics.completedPs(a) - lab.nics.completedPs(b));
      assertThat(apart).as("50 Gb/s each").isLessThan(5 * US);
    }
    assertThat(peaks[0])
        .as("both initial credits come at once, one slice more, and a packet")
        .isLessThan(2 * 12_500 + 12_500 + 4_222);
    assertThat(peaks[1]).as("without credit").isGreaterThan(500_000);
  }

  @Test
  @Requirement({"RCCC-15", "FIND-16"})
  void aSenderWhoseGrantsAreLostAsks() {
    NicLab lab = NicLab.star(2, DOCUMENTS.with().askPs(50 * US).build());
    int port = lab.fabric.topology().hostPort(1);
    lab.write(0, 1, 2_000_000);
    lab.loop.at(20 * US, s -> lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN)), 0);
    lab.loop.at(70 * US, s -> lab.fabric.disturb(port, LinkFaults.loss(0)), 0);
    assertWhole(lab);
  }

  // ---------------------------------------------------------------- windows

  @Test
  @Requirement({"NSCC-4", "NSCC-1", "CCC-12"})
  void aWindowOfOneBdpFillsTheLink() {
    NicParams params = with(CongestionControl.FIXED_WINDOW).with().ackTriggerBytes(0).build();
    NicLab lab =
        new NicLab(
            Topologies.star(2, host -> Topologies.link(100, 200), NicLab.SWITCH),
            NicLab.open(),
            params);
    long[] most = new long[1];
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void windowChanged(long at, int host, int to, long cwnd, long inFlight) {
            assertThat(cwnd).isEqualTo(75_000);
            most[0] = Math.max(most[0], inFlight);
          }
        });
    lab.write(0, 1, 20_000_000);
    int port = lab.fabric.topology().hostPort(0);
    lab.run(20 * US);
    long before = lab.fabric.sentBytes(port);
    lab.run(1_000 * US);
    assertThat(lab.fabric.sentBytes(port) - before)
        .as("a millisecond at 80 ps a byte is 12,500,000 bytes")
        .isBetween(12_500_000L - 4_222, 12_500_000L + 4_222);
    assertThat(most[0]).isBetween(75_000L - 2 * 4_096, 75_000L);
  }

  @ParameterizedTest
  @EnumSource(
      value = CongestionControl.class,
      names = {"NSCC", "RCCC", "NSCC_AND_RCCC", "FIXED_WINDOW"})
  @Requirement({"RTT-7", "RTT-6"})
  void noRoundTripOfAnEmptyFabricExceedsTheBase(CongestionControl control) {
    NicParams params = with(control);
    NicLab lab = NicLab.star(2, params);
    var path = LongestPath.of(lab.fabric.topology(), 4_222);
    long base = BaseRtt.oneWay(path, 4_222).roundTripPs(params.commitPs());
    long[] samples = new long[2];
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void acknowledged(long at, int host, int to, long bytes, long rtt, boolean m) {
            samples[0]++;
            samples[1] = Math.max(samples[1], rtt);
          }
        });
    lab.write(0, 1, 4_096);
    assertThat(lab.runToRest(1_000_000)).isTrue();
    assertThat(samples[0]).isPositive();
    assertThat(samples[1]).isBetween(1L, base);
  }

  /** 65,535 · 128 ns is 8.38848 ms. What is longer is not known, so that there is no sample. */
  @ParameterizedTest
  @CsvSource({"8380, true", "9000, false"})
  @Requirement({"NSCC-9", "UET-2"})
  void aServiceTimeThatIsTooLongForItsFieldMakesNoSample(long commitUs, boolean isSampled) {
    NicParams slow =
        NicParams.uet10()
            .with()
            .congestionControl(CongestionControl.NSCC)
            .commitPs(commitUs * US)
            .rtoPs(100_000 * US)
            .build();
    NicLab lab = NicLab.star(2, slow);
    List<Long> samples = new ArrayList<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void acknowledged(long at, int host, int to, long bytes, long rtt, boolean m) {
            samples.add(rtt);
          }
        });
    lab.write(0, 1, 4_096);
    lab.run(20_000 * US);
    assertThat(samples).hasSize(1);
    assertThat(samples.get(0) > 0).isEqualTo(isSampled);
    assertThat(samples.get(0)).isLessThan(100 * US);
  }

  @Test
  @Requirement({"CCC-15"})
  void withBothTheFirstBurstIsTheCredit() {
    NicLab lab = NicLab.star(2, with(CongestionControl.NSCC_AND_RCCC));
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 1_000_000);
    lab.run(1_300_000);
    assertThat(tap.from(0).stream().mapToInt(Packet::payloadLength).sum())
        .as("of 75,000 and 12,500")
        .isEqualTo(12_500);
  }

  // ---------------------------------------------------------------- marks

  /** Marks every data frame in a span of time. */
  private static FabricRules marking(NicLab[] lab, long fromPs, long toPs) {
    PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
    PortRules.Queue marks =
        new PortRules.Queue(
            PortRules.UNLIMITED,
            false,
            Optional.of(
                (queue, free, frame, ecn, draw) ->
                    lab[0].loop.nowPs() >= fromPs && lab[0].loop.nowPs() < toPs
                        ? PortVerdict.MARK
                        : PortVerdict.PASS));
    return FabricRules.everywhere(new PortRules(PortRules.UNLIMITED, List.of(plain, plain, marks)));
  }

  static NicLab marked(NicParams params, FaultPoints points, long fromPs, long toPs) {
    NicLab[] lab = new NicLab[1];
    lab[0] =
        new NicLab(
            Topologies.star(2, host -> NicLab.HUNDRED, NicLab.SWITCH),
            marking(lab, fromPs, toPs),
            params,
            points,
            1);
    return lab[0];
  }

  @Test
  @Requirement({"NSCC-10", "NSCC-11", "NSCC-9"})
  void oneBurstOfMarksChangesTheEntropyValueOnce() {
    NicLab lab = marked(with(CongestionControl.NSCC), FaultPoints.NONE, 10 * US, 11 * US);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 400_000);
    assertWhole(lab);
    List<Integer> values = new ArrayList<>();
    for (Packet packet : tap.from(0)) {
      int value = packet.udp().orElseThrow().sourcePort();
      if (packet.pds() instanceof Request
          && (values.isEmpty() || values.get(values.size() - 1) != value)) {
        values.add(value);
      }
    }
    assertThat(values).as("before the marks, and after").hasSize(2);
  }

  @Test
  @Requirement({"NSCC-10", "UET-6"})
  void sprayedPacketsTakeValuesInTurnAndPassOverWhatWasMarked() {
    NicParams params =
        NicParams.uet10().with().congestionControl(CongestionControl.NSCC).entropies(8).build();
    NicLab lab = marked(params, FaultPoints.NONE, 10 * US, 11 * US);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 400_000);
    assertWhole(lab);
    List<Integer> steps = new ArrayList<>();
    int last = -1;
    for (Packet packet : tap.from(0)) {
      if (packet.pds() instanceof Request) {
        int value = packet.udp().orElseThrow().sourcePort();
        if (last >= 0) {
          steps.add(value - last & 7);
        }
        last = value;
      }
    }
    assertThat(steps.subList(0, 20)).as("before the marks").containsOnly(1);
    assertThat(steps.stream().filter(step -> step != 1))
        .as("two values, side by side, are passed over once")
        .containsExactly(3);
  }

  // ---------------------------------------------------------------- determinism

  private static String log(long seed) throws IOException {
    NicLab lab =
        new NicLab(
            Topologies.star(4, host -> NicLab.HUNDRED, NicLab.SWITCH),
            NicLab.open(),
            LossyTest.params(Profile.UET_1_0, CongestionControl.NSCC_AND_RCCC),
            FaultPoints.NONE,
            seed);
    for (int port = 0; port < lab.fabric.topology().ports(); port++) {
      lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN / 50));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LogHeader header =
        new LogHeader("test", "1", "uet-1.0", seed, "", Map.of(), Map.of(), List.of());
    try (EventLogWriter writer = new EventLogWriter(out, header)) {
      lab.nics.log(writer);
      for (int i = 0; i < 6; i++) {
        lab.nics.write(i % 3, 3, i, 0, 30_000 + i, i * US);
      }
      assertWhole(lab);
    }
    return out.toString(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  @Requirement("UET-4")
  void theSameSeedGivesTheSameOctetsOfTheLog() throws IOException {
    String one = log(1);
    assertThat(one).isEqualTo(log(1)).isNotEqualTo(log(2));
    for (String action :
        List.of(
            "Post",
            "Allocate",
            "AskCcc",
            "Create",
            "Configure",
            "Bind",
            "MakeReady",
            "Open",
            "Transmit",
            "Admit",
            "ReceiveSyn",
            "ReceiveRequest",
            "ReceiveAck",
            "Close",
            "ReceiveClose",
            "Release",
            "Want",
            "Receive",
            "Commit",
            "Slice",
            "Grant",
            "Learn",
            "Forget",
            "Send",
            "Ack",
            "InferLoss",
            "NewData",
            "Nscc",
            "Rccc",
            "Mark",
            "Settle",
            "EndClose",
            "FollowClose",
            "CloseCcc")) {
      assertThat(one).contains("\"" + action + "\"");
    }
  }
}
