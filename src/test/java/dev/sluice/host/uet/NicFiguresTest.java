package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.nscc.EntropyPolicy;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.CcType;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.CreditPlacement;
import dev.sluice.wire.uet.CreditState;
import dev.sluice.wire.uet.NackCode;
import dev.sluice.wire.uet.NsccState;
import dev.sluice.wire.uet.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a NIC does when a packet is lost, marked, trimmed or repeated, in figures. */
class NicFiguresTest {
  private static final long US = NicLab.US;
  private static final int MTU = 4_096;

  /** What becomes of data frames that host 0 sends, counted from 0 as they come to a port. */
  private static final class Fate {
    private final Map<Integer, PortVerdict> verdicts = new HashMap<>();
    private int came;

    Fate of(PortVerdict verdict, int... frames) {
      for (int frame : frames) {
        verdicts.put(frame, verdict);
      }
      return this;
    }

    PortVerdict next() {
      return verdicts.getOrDefault(came++, PortVerdict.PASS);
    }

    /** Of frames on their way from one node to another. */
    FabricRules between(String from, String to) {
      PortRules.Queue plain = PortRules.Queue.plain(PortRules.UNLIMITED);
      PortRules.Queue data =
          PortRules.Queue.of(PortRules.UNLIMITED, (queue, free, frame, ecn, draw) -> next())
              .trimming();
      return (topology, port) ->
          topology.name(topology.portFrom(port)).equals(from)
                  && topology.name(topology.portTo(port)).equals(to)
              ? new PortRules(PortRules.UNLIMITED, List.of(plain, plain, data))
              : PortRules.unlimited(3);
    }
  }

  private static NicParams with(boolean documents, CongestionControl control) {
    return (documents ? NicParams.sourceDocuments() : NicParams.uet10())
        .with()
        .congestionControl(control)
        .rtoPs(60 * US)
        .lifetimePs(1_000 * US)
        .build();
  }

  private static NicLab star(NicParams params, Fate fate) {
    Topology topology = Topologies.star(2, host -> NicLab.HUNDRED, NicLab.SWITCH);
    return new NicLab(topology, fate.between("switch-0", "host-1"), params);
  }

  private static List<Tap.Seen> requests(Tap tap) {
    return tap.seen.stream()
        .filter(frame -> frame.from() == 0 && frame.packet().pds() instanceof Request)
        .toList();
  }

  private static Request request(Tap.Seen frame) {
    return (Request) frame.packet().pds();
  }

  private static List<AckCc> acks(Tap tap) {
    return tap.from(1).stream()
        .filter(packet -> packet.pds() instanceof AckCc)
        .map(packet -> (AckCc) packet.pds())
        .toList();
  }

  /** Times between frames. */
  private static List<Long> gaps(List<Tap.Seen> frames) {
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < frames.size(); i++) {
      gaps.add(frames.get(i).atPs() - frames.get(i - 1).atPs());
    }
    return gaps;
  }

  // ---------------------------------------------------------------- timeouts

  @ParameterizedTest
  @CsvSource({"true, FIXED_WINDOW", "true, NSCC", "true, RCCC", "false, NSCC", "false, RCCC"})
  @Requirement("UET-4")
  void aTimeoutDoublesWithEachLossAndIsTheFirstOneAgainAfterAnAnswer(
      boolean documents, CongestionControl control) {
    Fate fate = new Fate().of(PortVerdict.DROP, 0, 1, 2, 4, 5);
    NicLab lab = star(with(documents, control), fate);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 1_000);
    lab.run(500 * US);
    assertThat(gaps(requests(tap))).containsExactly(60 * US, 120 * US, 240 * US);
    assertThat(acks(tap)).hasSize(1);
    lab.write(0, 1, 1_000); // on the same PDC
    lab.run(400 * US);
    List<Tap.Seen> second = requests(tap).subList(4, requests(tap).size());
    assertThat(request(second.get(0)).spdcid()).isEqualTo(request(requests(tap).get(0)).spdcid());
    assertThat(gaps(second)).containsExactly(60 * US, 120 * US);
    assertThat(lab.nics.completedFlows()).isEqualTo(2);
  }

  @Test
  @Requirement("UET-4")
  void aTimeoutDoublesFiveTimesAtMost() {
    Fate fate = new Fate().of(PortVerdict.DROP, 0, 1, 2, 3, 4, 5, 6, 7);
    NicLab lab = star(with(true, CongestionControl.FIXED_WINDOW), fate);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 1_000);
    lab.run(10_000 * US);
    assertThat(gaps(requests(tap)))
        .as("32 · 60 us is 1.92 ms")
        .containsExactly(
            60 * US, 120 * US, 240 * US, 480 * US, 960 * US, 1_920 * US, 1_920 * US, 1_920 * US);
  }

  /** Three packets that left together are lost together: that is one loss, and not three. */
  @Test
  @Requirement("UET-4")
  void packetsThatAreLostTogetherDoubleTheTimeoutOnce() {
    Fate fate = new Fate().of(PortVerdict.DROP, 0, 1, 2, 3, 4, 5);
    NicParams params = with(true, CongestionControl.FIXED_WINDOW).with().firstAgain(false).build();
    NicLab lab = star(params, fate);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 3 * MTU);
    lab.run(500 * US);
    List<Tap.Seen> sent = requests(tap);
    assertThat(sent).hasSize(9);
    for (int packet = 0; packet < 3; packet++) {
      long first = sent.get(packet).atPs();
      assertThat(sent.get(packet + 3).atPs() - first).as("packet %d", packet).isEqualTo(60 * US);
      assertThat(sent.get(packet + 6).atPs() - sent.get(packet + 3).atPs()).isEqualTo(120 * US);
    }
  }

  @Test
  @Requirement({"PDC-11", "UET-4"})
  void aCloseThatIsNotAnsweredLeavesAgainAfterTheSameTimes() {
    NicLab lab = star(with(true, CongestionControl.FIXED_WINDOW), new Fate());
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 1_000);
    lab.run(500 * US);
    int port = lab.fabric.topology().hostPort(1);
    lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN));
    lab.run(1_000 * US + 500 * US);
    List<Tap.Seen> closes =
        tap.seen.stream()
            .filter(
                frame ->
                    frame.packet().pds() instanceof Control control
                        && control.controlType() == ControlType.CLOSE_COMMAND)
            .toList();
    assertThat(gaps(closes)).startsWith(60 * US, 120 * US, 240 * US);
    lab.fabric.disturb(port, LinkFaults.loss(0));
    assertThat(lab.runToRest(1_000_000)).isTrue();
    assertThat(lab.nics.isAtRest()).isTrue();
  }

  // ---------------------------------------------------------------- entropy values

  private static final int ENTROPIES = 8;

  /** Steps from each request's entropy value to the next one's, of eight values. */
  private static List<Integer> steps(Tap tap) {
    List<Integer> steps = new ArrayList<>();
    int last = -1;
    for (Tap.Seen frame : requests(tap)) {
      int value = frame.packet().udp().orElseThrow().sourcePort();
      if (last >= 0) {
        steps.add(value - last & ENTROPIES - 1);
      }
      last = value;
    }
    return steps;
  }

  private static NicParams spraying(CongestionControl control) {
    return with(false, control)
        .with()
        .trimming(true)
        .entropy(EntropyPolicy.SPRAYED)
        .entropies(ENTROPIES)
        .build();
  }

  /** Two leaves and a spine; host 0 is on the first leaf, host 1 on the second. */
  private static NicLab leaves(NicParams params, Fate fate, String from, String to) {
    Topology topology =
        Topologies.leafSpine(2, 1, 1, host -> NicLab.HUNDRED, NicLab.HUNDRED, NicLab.SWITCH);
    return new NicLab(topology, fate.between(from, to), params);
  }

  /** Frame 20 is trimmed, or marked, within the fabric or at its last hop. */
  @ParameterizedTest
  @CsvSource({
    "TRIM, leaf-0, spine-0, true", "MARK, leaf-0, spine-0, true",
    "MARK, leaf-1, host-1, true", "TRIM, leaf-1, host-1, false"
  })
  @Requirement({"NSCC-10", "UET-6"})
  void aSprayedValueThatWasMarkedOrTrimmedIsPassedOverOnceAndThenUsedAgain(
      PortVerdict verdict, String from, String to, boolean isPassedOver) {
    Fate fate = new Fate().of(verdict, 20);
    NicLab lab = leaves(spraying(CongestionControl.FIXED_WINDOW), fate, from, to);
    List<Integer> codes = new ArrayList<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void refused(long atPs, int host, int destination, int code) {
            codes.add(code);
          }
        });
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 100 * MTU);
    assertThat(lab.runToRest(1_000_000)).isTrue();
    boolean isTrimmed = verdict == PortVerdict.TRIM;
    if (isTrimmed) {
      assertThat(codes).containsExactly(isPassedOver ? NackCode.TRIMMED : NackCode.TRIMMED_LASTHOP);
    }
    List<Tap.Seen> sent = requests(tap);
    assertThat(sent).hasSize(isTrimmed ? 101 : 100);
    List<Integer> steps = steps(tap);
    if (!isPassedOver) {
      assertThat(steps).as("a trim at the last hop tells nothing of the path").containsOnly(1);
      return;
    }
    assertThat(steps.stream().filter(step -> step != 1)).as("once").containsExactly(2);
    int left = sent.get(20).packet().udp().orElseThrow().sourcePort();
    int over = steps.indexOf(2);
    assertThat(over).isGreaterThan(20);
    int before = sent.get(over).packet().udp().orElseThrow().sourcePort();
    assertThat(left - before & ENTROPIES - 1).as("the value itself is passed over").isEqualTo(1);
    assertThat(sent.get(over + ENTROPIES).packet().udp().orElseThrow().sourcePort())
        .as("and used in its next turn")
        .isEqualTo(left);
  }

  /** Two PDCs of one CCC without credit: they take turns, packet by packet. */
  @ParameterizedTest
  @EnumSource(
      value = CongestionControl.class,
      names = {"FIXED_WINDOW", "NSCC"})
  @Requirement({"CCC-8", "RCCC-17"})
  void pdcsOfOneContextTakeTurns(CongestionControl control) {
    NicLab lab = star(with(true, control), new Fate());
    Tap tap = new Tap(lab.fabric);
    lab.nics.write(0, 1, 1, 0, 8 * MTU, 0);
    lab.nics.write(0, 1, 2, 0, 8 * MTU, 0);
    lab.run(20 * US);
    List<Integer> ids = new ArrayList<>();
    requests(tap).forEach(frame -> ids.add(request(frame).spdcid()));
    assertThat(ids).hasSize(16);
    for (int packet = 2; packet < 14; packet++) {
      assertThat(ids.get(packet)).as("packet %d", packet).isNotEqualTo(ids.get(packet - 1));
    }
  }

  /** Contexts begin with values of their own, or flows that begin together would share a path. */
  @Test
  @Requirement("NSCC-10")
  void contextsBeginWithDifferentEntropyValues() {
    NicParams params = with(true, CongestionControl.FIXED_WINDOW);
    Topology topology = Topologies.star(9, host -> NicLab.HUNDRED, NicLab.SWITCH);
    NicLab lab = new NicLab(topology, NicLab.open(), params);
    Tap tap = new Tap(lab.fabric);
    for (int source = 1; source < 9; source++) {
      lab.write(source, 0, 1_000);
    }
    lab.run(50 * US);
    List<Integer> values = new ArrayList<>();
    for (Tap.Seen frame : tap.seen) {
      if (frame.packet().pds() instanceof Request) {
        values.add(frame.packet().udp().orElseThrow().sourcePort());
      }
    }
    assertThat(values).hasSize(8);
    assertThat(values.stream().distinct()).hasSizeGreaterThan(5);
  }

  // ---------------------------------------------------------------- what acknowledgments tell

  /** Acknowledgments overtake each other; each received byte is told to the window once. */
  @Test
  @Requirement({"UET-2", "UET-3"})
  void aLateCountOfReceivedBytesCountsNothingTwice() {
    NicParams params = with(false, CongestionControl.NSCC).with().ackTriggerBytes(0).build();
    NicLab lab = star(params, new Fate());
    List<LogEvent> events = new ArrayList<>();
    lab.nics.log(new EventCollector(events::add, null));
    int port = lab.fabric.topology().hostPort(1);
    lab.fabric.disturb(port, new LinkFaults(0, 0, 0, LinkFaults.CERTAIN / 2, 5 * US));
    lab.write(0, 1, 100 * MTU);
    assertThat(lab.runToRest(1_000_000)).isTrue();
    long told = 0;
    for (LogEvent event : events) {
      if (event.spec().equals("NsccWindow") && event.action().equals("Ack")) {
        told += ((LogValue.Num) event.arguments().get("n")).value();
      }
    }
    // 100 packets of 4,096 bytes and 108 of headers are 420,400 B: 1,642 units of 256 B, and 48 B
    assertThat(told / 512).isEqualTo(1_643 * 256);
  }

  private static int oooCount(AckCc ack) {
    return ack.ccType() == CcType.CC_CREDIT
        ? CreditState.of(ack.ccState()).oooCount()
        : NsccState.of(ack.ccState()).oooCount();
  }

  @ParameterizedTest
  @CsvSource({"true, FIXED_WINDOW", "true, RCCC", "false, NSCC", "false, NSCC_AND_RCCC"})
  @Requirement({"UET-3", "UET-9"})
  void anAcknowledgmentTellsHowManyPacketsAreHeldBeyondTheMissingOne(
      boolean documents, CongestionControl control) {
    NicParams params =
        with(documents, control)
            .with()
            .initialCredit(49 * 256 * 4)
            .creditWindowBytes(49 * 256 * 8)
            .ackTriggerBytes(0)
            .build();
    Fate fate = new Fate().of(PortVerdict.DROP, 2, 5);
    NicLab lab = star(params, fate);
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 10 * MTU);
    lab.run(50 * US);
    int start = request(requests(tap).get(0)).psn();
    List<AckCc> acks =
        acks(tap).stream().filter(ack -> (ack.ack().flags() & Ack.RETX) == 0).toList();
    assertThat(acks.stream().map(ack -> ack.ack().ackPsn() - start))
        .as("packets 2 and 5 are lost")
        .containsExactly(0, 1, 3, 4, 6, 7, 8, 9);
    assertThat(acks.stream().map(NicFiguresTest::oooCount)).containsExactly(0, 0, 1, 2, 3, 4, 5, 6);
    assertThat(acks.stream().map(ack -> ack.ack().cackPsn() - start))
        .containsExactly(0, 1, 1, 1, 1, 1, 1, 1);
    lab.run(50 * US);
    List<AckCc> again =
        acks(tap).stream().filter(ack -> (ack.ack().flags() & Ack.RETX) != 0).toList();
    assertThat(again.get(0).ack().ackPsn() - start).isEqualTo(2);
    assertThat(oooCount(again.get(0))).as("6 to 9, beyond packet 5").isEqualTo(4);
    assertThat(again.get(0).ack().cackPsn() - start).isEqualTo(4);
    assertThat(oooCount(acks(tap).get(acks(tap).size() - 1))).isZero();
  }

  /** Has host 0 say something that its NIC does not. */
  private static void say(NicLab lab, int type, int flags, int psn, int spdcid, int dpdcid) {
    Frames frames = new Frames(lab.fabric.packets(), Addresses.of(0), TrafficClasses.DSCP_CONTROL);
    lab.fabric.send(0, frames.control(1, EntropyChoice.FIRST, type, flags, psn, spdcid, dpdcid, 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Requirement("UET-4")
  void anAckRequestIsAnsweredByWhatIsThereAndByEachPacketUpToItsOwn(boolean documents) {
    NicParams params =
        with(documents, CongestionControl.FIXED_WINDOW)
            .with()
            .ackTriggerBytes(1_000_000) // nothing is acknowledged unasked
            .build();
    NicLab lab = star(params, new Fate());
    Tap tap = new Tap(lab.fabric);
    lab.write(0, 1, 18 * MTU); // 73,728 of a window of 75,000
    lab.run(2 * US);
    int start = request(requests(tap).get(0)).psn();
    assertThat(acks(tap)).isEmpty();
    lab.loop.at(
        3 * US,
        s -> say(lab, ControlType.ACK_REQUEST, Control.AR | Control.SYN, start + 10, 1, 0),
        0);
    lab.run(2 * US);
    assertThat(acks(tap)).isNotEmpty();
    int there = acks(tap).get(0).ack().cackPsn() - start;
    assertThat(there).isBetween(6, 9);
    AckCc answer = acks(tap).get(0);
    assertThat(answer.ack().ackPsn()).as("what came last").isEqualTo(start + there);
    assertThat(answer.ack().flags() & (Ack.RETX | Ack.M))
        .as("no round trip can be taken from it")
        .isEqualTo(Ack.RETX);
    lab.run(20 * US);
    List<Integer> told = new ArrayList<>();
    acks(tap).forEach(ack -> told.add(ack.ack().cackPsn() - start));
    List<Integer> asked = new ArrayList<>(List.of(there));
    for (int packet = there + 1; packet <= 10; packet++) {
      asked.add(packet);
    }
    asked.add(17); // the last packet of a message asks itself
    assertThat(told).isEqualTo(asked);
    long before = acks(tap).size();
    say(lab, ControlType.ACK_REQUEST, Control.AR | Control.SYN, start + 17, 1, 0);
    lab.run(20 * US);
    assertThat(acks(tap)).as("nothing is left to be told").hasSize((int) before);
  }

  /** The acknowledgment is lost, and a switch marks the packet when it comes again. */
  @ParameterizedTest
  @EnumSource(
      value = CongestionControl.class,
      names = {"FIXED_WINDOW", "NSCC"})
  @Requirement({"NSCC-10", "UET-4"})
  void aMarkOnARepeatedPacketIsToldAndHeeded(CongestionControl control) {
    Fate fate = new Fate().of(PortVerdict.MARK, 1);
    NicLab lab = star(with(true, control), fate);
    List<Integer> changes = new ArrayList<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void entropyChanged(long atPs, int host, int destination, int from, int to) {
            changes.add(from);
          }
        });
    Tap tap = new Tap(lab.fabric);
    int port = lab.fabric.topology().hostPort(1);
    lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN));
    lab.loop.at(30 * US, s -> lab.fabric.disturb(port, LinkFaults.loss(0)), 0);
    lab.write(0, 1, 1_000);
    lab.run(200 * US);
    assertThat(requests(tap)).hasSize(2);
    assertThat(acks(tap).stream().map(ack -> ack.ack().flags() & (Ack.M | Ack.RETX)))
        .as("of the first, which was lost, and of the repeated one")
        .containsExactly(0, Ack.M | Ack.RETX);
    int value = requests(tap).get(1).packet().udp().orElseThrow().sourcePort();
    assertThat(changes).containsExactly(value);
  }

  // ---------------------------------------------------------------- credit

  /** The acknowledgment of the first packets is lost; Credit comes on the slice timer. */
  @Test
  @Requirement({"X16", "UET-3", "RCCC-5", "RCCC-6"})
  void creditThatComesWhileThePdcIsBeingCreatedIsSpent() {
    NicParams params =
        with(false, CongestionControl.NSCC_AND_RCCC).with().initialCredit(49 * 256).build();
    NicLab lab = star(params, new Fate());
    List<Long> credits = new ArrayList<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void creditChanged(long at, int host, int to, long credit, long backlog) {
            if (credits.isEmpty() || credits.get(credits.size() - 1) != credit) {
              credits.add(credit);
            }
          }
        });
    Tap tap = new Tap(lab.fabric);
    int port = lab.fabric.topology().hostPort(1);
    lab.fabric.disturb(port, LinkFaults.loss(LinkFaults.CERTAIN));
    lab.write(0, 1, 40 * MTU);
    lab.run(2 * US);
    assertThat(credits).containsExactly(12_544L);
    int unasked = requests(tap).size();
    assertThat(unasked).as("12,544 = 2 · 4,204 + 4,136").isEqualTo(2);
    lab.fabric.disturb(port, LinkFaults.loss(0));
    lab.run(3 * US);
    assertThat(credits.get(1)).as("12,544 and a grant of 16,384").isEqualTo(28_928);
    Tap.Seen third = requests(tap).get(2);
    assertThat(request(third).syn()).as("the target's id is not known").isTrue();
    assertThat(request(third).psn() - request(requests(tap).get(0)).psn()).isEqualTo(2);
    assertThat(third.atPs()).isLessThan(60 * US); // no timeout has had a part in it
    assertThat(tap.seen)
        .as("no acknowledgment has left since they are not lost any more")
        .noneMatch(frame -> frame.packet().pds() instanceof AckCc && frame.atPs() >= 2 * US);
    assertThat(lab.runToRest(1_000_000)).isTrue();
    assertThat(lab.nics.completedFlows()).isEqualTo(1);
  }

  @Test
  @Requirement({"CCC-5", "X16"})
  void creditThatComesBeforeTheContextIsReadyChangesNothing() {
    NicParams params =
        with(false, CongestionControl.NSCC_AND_RCCC).with().contextPs(20 * US).build();
    NicLab lab = star(params, new Fate());
    Tap tap = new Tap(lab.fabric);
    List<Long> credits = new ArrayList<>();
    lab.nics.observe(
        new NicObserver() {
          @Override
          public void creditChanged(long at, int host, int to, long credit, long backlog) {
            credits.add(credit);
          }
        });
    lab.write(0, 1, 10 * MTU);
    Frames frames = new Frames(lab.fabric.packets(), Addresses.of(1), TrafficClasses.DSCP_CONTROL);
    lab.loop.at(
        5 * US,
        s ->
            lab.fabric.send(
                1,
                frames.control(
                    0,
                    EntropyChoice.FIRST,
                    ControlType.CREDIT,
                    0,
                    0,
                    1,
                    1,
                    CreditPlacement.LAST.payload(5_000))),
        0);
    lab.run(19 * US);
    assertThat(credits).isEmpty();
    assertThat(requests(tap)).isEmpty();
    lab.run(2 * US);
    assertThat(credits.get(0)).as("the initial credit").isEqualTo(12_544);
    assertThat(lab.runToRest(1_000_000)).isTrue();
    assertThat(lab.nics.completedFlows()).isEqualTo(1);
    assertThat(lab.nics.isAtRest()).isTrue();
  }
}
