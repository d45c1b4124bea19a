package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.JudgedRuns;
import dev.sluice.host.uet.PlantedFault;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.LogHeader;
import dev.sluice.wire.Decoded;
import dev.sluice.wire.ip.IpHeader;
import dev.sluice.wire.pcap.CaptureFile;
import dev.sluice.wire.pcap.PcapngReader;
import dev.sluice.wire.uet.Packet;
import dev.sluice.wire.uet.PacketDecoder;
import dev.sluice.wire.uet.Ses;
import dev.sluice.wire.uet.UetPacket;
import dev.sluice.wire.uet.WireChoices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;

/** What holds in every system, whatever the scenario. */
@AddLifecycleHook(Lane.class)
class SystemProperties {
  @AfterContainer
  static void tell() {
    JudgedRuns.told().ifPresent(System.out::println);
  }

  @Provide
  Arbitrary<ScenarioText> scenarios() {
    return Scenarios.of(Scenarios.any());
  }

  @Property(seed = "5001", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-5", "PDC-12", "CCC-11", "RCCC-15", "UET-1", "UET-4"})
  void everyByteIsCommittedOnceAndInItsPlace(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Memories())).isEmpty();
  }

  @Property(seed = "5002", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"CCC-11", "PDC-11", "RCCC-15"})
  void allEndsInTimeAndNothingIsLeft(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Rest())).isEmpty();
  }

  @Provide
  Arbitrary<ScenarioText> counting() {
    return Scenarios.of(Scenarios.any().map(Plan::counting));
  }

  /**
   * Whatever is given up because too much has come after it, all comes once, and nothing is left.
   */
  @Property(seed = "5031", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"UET-9", "PDC-5", "CCC-11"})
  void whoTellsLossesByWhatComesAfterThemDeliversAllOnce(@ForAll("counting") ScenarioText text) {
    assertThat(Rig.wrong(text, new Memories(), new Rest())).isEmpty();
  }

  @Property(seed = "5004", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"RCCC-4", "PDC-12"})
  void nothingIsAcknowledgedBeforeItIsInMemory(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Acknowledgments())).isEmpty();
  }

  @Property(seed = "5005", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"CCC-12", "NSCC-2"})
  void whatIsInFlightKeepsToTheWindow(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Windows())).isEmpty();
  }

  @Property(seed = "5006", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"RCCC-3", "RCCC-5", "RCCC-6", "RCCC-7", "RCCC-8", "RCCC-16", "X16"})
  void creditAndBacklogAreConserved(@ForAll("credited") ScenarioText text) {
    assertThat(Rig.wrong(text, new Credits())).isEmpty();
  }

  @Provide
  Arbitrary<ScenarioText> credited() {
    return Scenarios.of(Scenarios.with(Arbitraries.of("rccc", "both")));
  }

  @Property(seed = "5007", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-2", "PDC-3", "PDC-4", "PDC-5", "PDC-6", "PDC-7", "PDC-8", "PDC-9", "PDC-11"})
  void pdcsAreOpenedAndAddressedAsTheRulesSay(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Syns())).isEmpty();
  }

  @Property(seed = "5008", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"CCC-5", "CCC-6", "CCC-11"})
  void noDataLeavesWithoutAContextThatIsReady(@ForAll("scenarios") ScenarioText text) {
    Contexts contexts = new Contexts();
    assertThat(Rig.wrong(text, PlantedFault.NONE, contexts.log(), contexts)).isEmpty();
  }

  @Property(seed = "5009", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-5", "PDC-11", "FIND-1"})
  void idsRestBeforeTheyAreUsedAgain(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Ids())).isEmpty();
  }

  @Property(seed = "5010", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"NSCC-10", "NSCC-11"})
  void marksAreToldAndHeeded(@ForAll("marking") ScenarioText text) {
    assertThat(Rig.wrong(text, new Marks())).isEmpty();
  }

  @Provide
  Arbitrary<ScenarioText> marking() {
    return Scenarios.of(Scenarios.sticky());
  }

  // ---------------------------------------------------------------- calm weather

  @Provide
  Arbitrary<ScenarioText> equals() {
    return Scenarios.of(Scenarios.equalSenders());
  }

  /** Equal senders that begin together, on links that are all alike, without faults. */
  @Property(seed = "5011", tries = 30, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"RCCC-12", "NSCC-7", "RCCC-10"})
  void equalSendersGetEqualShares(@ForAll("equals") ScenarioText text) {
    Figures figures = Run.of(Rig.read(text));
    assertThat(figures.completed()).isEqualTo(figures.flows().size());
    assertThat(figures.fairnessMillionths())
        .as("Jain's index, in millionths")
        .isGreaterThanOrEqualTo(950_000);
  }

  @Provide
  Arbitrary<ScenarioText> alone() {
    return Scenarios.of(Scenarios.aloneWithOneBdp());
  }

  /** One flow, in a window of one BDP that stays as it is, with every packet acknowledged. */
  @Property(seed = "5012", tries = 30, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"NSCC-1", "NSCC-4"})
  void aWindowOfOneBdpFillsTheLink(@ForAll("alone") ScenarioText text) {
    Scenario scenario = Rig.read(text);
    Figures figures = Run.of(scenario);
    var topology = scenario.topology();
    long bytes = scenario.demandBytes();
    long mtu = scenario.nic().mtuBytes();
    long packets = (bytes + mtu - 1) / mtu;
    long gbps =
        Math.min(
                topology.hostRateBps(scenario.flows().get(0).from()),
                topology.hostRateBps(scenario.flows().get(0).to()))
            / 1_000_000_000;
    // Ethernet with preamble and gap 38, IPv4 20, UDP 8, request 12, semantic header 44
    long sendingPs = (bytes + 122 * packets) * 8_000 / gbps;
    assertThat(figures.fctPs(0))
        .as("sending takes %d ps, the base round trip %d", sendingPs, scenario.nic().baseRttPs())
        .isBetween(sendingPs, sendingPs + scenario.nic().baseRttPs());
  }

  // ---------------------------------------------------------------- the same again

  private record Recorded(Figures figures, byte[] log, byte[] capture) {
    static Recorded of(Scenario scenario) throws IOException {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      ByteArrayOutputStream capture = new ByteArrayOutputStream();
      try (EventLogWriter writer = writer(log)) {
        Figures figures = Run.of(scenario, new Run.Recording(true, writer, capture, null));
        writer.finish();
        return new Recorded(figures, log.toByteArray(), capture.toByteArray());
      }
    }
  }

  private static EventLogWriter writer(ByteArrayOutputStream out) {
    return new EventLogWriter(
        out, new LogHeader("sluice", "test", "drawn", 1, "", Map.of(), Map.of(), List.of()));
  }

  @Property(seed = "5003", tries = 30, edgeCases = EdgeCasesMode.NONE)
  void theSameTextGivesTheSameFiguresLogAndCapture(@ForAll("scenarios") ScenarioText text)
      throws IOException {
    Recorded first = Recorded.of(Rig.read(text));
    Recorded second = Recorded.of(Rig.read(text));
    assertThat(second.figures).isEqualTo(first.figures);
    assertThat(second.log).isEqualTo(first.log);
    assertThat(second.capture).isEqualTo(first.capture);
    Figures plain = Run.of(Rig.read(text));
    assertThat(plain.flows()).as("recording changes nothing").isEqualTo(first.figures.flows());
    assertThat(plain.frames()).isEqualTo(first.figures.frames());
  }

  // ---------------------------------------------------------------- captures

  /** A frame as a host sent or got it; its UDP checksum aside, which only captures have. */
  private record Seen(
      long atPs, int host, int length, IpHeader ip, UetPacket pds, Optional<Ses> ses) {
    Seen(long atPs, int host, int length, Packet packet) {
      this(atPs, host, length, packet.ip(), packet.pds(), packet.ses());
    }
  }

  /** Writes down what every host sends and gets. */
  private static final class Frames extends Judge {
    private final List<Seen> seen = new ArrayList<>();

    @Override
    void sent(long atPs, int host, Frame frame) {
      int header = rig.fabric.packets().headerBytes(frame.slot());
      int length = Math.max(60, 14 + header + frame.payloadBytes()); // Ethernet pads
      seen.add(new Seen(atPs / 1_000 * 1_000, host, length, frame.packet())); // as captures do
    }

    @Override
    void came(long atPs, int host, Frame frame) {
      sent(atPs, host, frame);
    }
  }

  @Property(seed = "5013", tries = 30, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"UET-3", "PDC-8", "PDC-9"})
  void capturesReadBackWhatWasSent(@ForAll("scenarios") ScenarioText text) throws IOException {
    Frames frames = new Frames();
    assertThat(Rig.wrong(text, frames)).isEmpty();
    ByteArrayOutputStream capture = new ByteArrayOutputStream();
    Figures figures = Run.of(Rig.read(text), new Run.Recording(false, null, capture, null));
    assertThat(figures.endPs()).as("the same run").isEqualTo(frames.rig.loop.nowPs());
    Decoded<CaptureFile> file = PcapngReader.read(capture.toByteArray());
    assertThat(file).isInstanceOf(Decoded.Good.class);
    List<Seen> read = new ArrayList<>();
    for (CaptureFile.Captured each : ((Decoded.Good<CaptureFile>) file).value().packets()) {
      // payload may have been cut off
      byte[] whole = Arrays.copyOf(each.octets(), each.originalLength());
      var decoded = PacketDecoder.packet(whole, 14, whole.length, WireChoices.DEFAULT);
      assertThat(decoded).isInstanceOf(Decoded.Good.class);
      Packet packet = ((Decoded.Good<Packet>) decoded).value();
      read.add(new Seen(each.timePs(), each.interfaceId(), each.originalLength(), packet));
    }
    for (int i = 0; i < Math.min(read.size(), frames.seen.size()); i++) {
      assertThat(read.get(i)).as("frame %d", i).isEqualTo(frames.seen.get(i));
    }
    assertThat(read).hasSameSizeAs(frames.seen);
  }
}
