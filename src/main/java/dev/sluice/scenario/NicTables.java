package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.Bdp;
import dev.sluice.cc.Profile;
import dev.sluice.cc.nscc.EntropyPolicy;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.Signals;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.fabric.LongestPath;
import dev.sluice.fabric.Topology;
import dev.sluice.host.uet.CongestionControl;
import dev.sluice.host.uet.HoldBack;
import dev.sluice.host.uet.NicParams;
import dev.sluice.host.uet.NicSystem;
import dev.sluice.wire.ip.Vlan;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of a scenario that say how NICs are configured. */
final class NicTables {
  /** Windows are kept in 2⁻⁹ byte; of longer paths their products do not fit. */
  private static final long LONGEST_RTT_PS = 500_000_000;

  private final ScenarioReader reader;
  private final Map<String, List<Section>> sections;
  private final Section top;
  private final Topology topology;

  NicTables(ScenarioReader reader, Map<String, List<Section>> sections, Topology topology) {
    this.reader = reader;
    this.sections = sections;
    this.topology = topology;
    top = sections.get("").get(0);
  }

  /** How all NICs are configured; with complaints, null. */
  NicParams nic() {
    Section nic = sections.get("nic").get(0);
    boolean source = top.is("profile", Profile.SOURCE_DOCUMENTS.label());
    NicParams basis = source ? NicParams.sourceDocuments() : NicParams.uet10();
    QueueTables queues = new QueueTables(reader, sections);
    int tag = queues.areTagged() ? Vlan.SIZE : 0;
    int mtu = (int) nic.number("mtu");
    long commit = nic.number("commit");
    long mpRange = nic.number("mp-range");
    if (mpRange % 128 != 0) {
      reader.complain(
          "nic.mp-range",
          "nic.mp-range is " + mpRange,
          "a multiple of 128",
          Long.toString((mpRange + 64) / 128 * 128));
      return null;
    }
    long initialCredit = nic.number("initial-credit", basis.initialCreditBytes());
    int unit = CreditParams.UET_QUANTUM_BYTES;
    if (!source && initialCredit % unit != 0) {
      reader.complain(
          "nic.initial-credit",
          "nic.initial-credit is " + initialCredit + " B",
          "in uet-1.0 a multiple of " + unit + " B",
          (initialCredit + unit / 2) / unit * unit + "B");
    }
    long baseRtt = nic.number("base-rtt", 0);
    if (baseRtt == 0) {
      int frame = mtu + Scenario.HEADER_BYTES + tag;
      BaseRtt.Path path = LongestPath.of(topology, frame);
      baseRtt =
          nic.is("base-rtt", "exact")
                  || nic.is("base-rtt", "auto") && !source && control(top.text("cc")).nscc()
              ? BaseRtt.fineBaseRttPs(path, frame, NicSystem.ACK_FRAME_BYTES + tag, commit)
              : BaseRtt.configBaseRttPs(BaseRtt.oneWay(path, frame).roundTripPs(commit));
    }
    if (!source) {
      for (String key : List.of("scaling-factor", "theta")) {
        if (!nic.is(key, "auto")) {
          reader.complain(
              "nic." + key, "nic." + key + " belongs to the profile source-documents", "auto", "");
        }
      }
    }
    if (!source) {
      for (String key : List.of("credit-target", "packets")) {
        if (nic.is(key, "backlog") || nic.is(key, "cut")) {
          String own = key.equals("packets") ? "auto" : "total";
          reader.complain(
              "nic." + key, "nic." + key + " belongs to the profile source-documents", own, "");
          return null;
        }
      }
    }
    if (source && !nic.is("delay-weight", "auto")) {
      reader.complain(
          "nic.delay-weight", "nic.delay-weight belongs to the profile uet-1.0", "auto", "");
    }
    if (!source && nic.is("window-signals", "rtt")) {
      reader.complain(
          "nic.window-signals",
          "nic.window-signals rtt belongs to the profile source-documents",
          "both",
          "");
    }
    int overhead = (int) nic.number("packet-overhead", basis.overheadBytes());
    if (!isSound(nic, mtu + overhead, baseRtt, initialCredit)) {
      return null;
    }
    long maxWnd = nic.number("max-window");
    long ackTrigger =
        control(top.text("cc")).nscc()
            ? AckTrigger.bytes(topology, mtu, overhead, tag, baseRtt, commit, maxWnd)
            : NsccParams.ACK_GEN_TRIGGER_BYTES;
    EntropyPolicy entropy =
        switch (nic.text("entropy")) {
          case "sticky" -> EntropyPolicy.STICKY;
          case "sprayed" -> EntropyPolicy.SPRAYED;
          default -> basis.entropy();
        };
    try {
      return basis
          .with()
          .congestionControl(control(top.text("cc")))
          .mtuBytes(mtu)
          .overheadBytes(overhead)
          .baseRttPs(baseRtt)
          .maxWnd(maxWnd, 100)
          .initialCwndBytes(nic.number("initial-window", basis.initialCwndBytes()))
          .scalingFactor(nic.number("scaling-factor", basis.scalingFactor()))
          .thetaPs(nic.number("theta", basis.thetaPs()))
          .delayWeight(nic.number("delay-weight", basis.delayWeight()))
          .signals(Signals.of(nic.text("window-signals")))
          .publishedWindow(nic.is("window-rules", "published"))
          .initialCredit(initialCredit)
          .creditWindowBytes(nic.number("credit-window", basis.creditWindowBytes()))
          .creditCapBytes(nic.number("credit-cap", 0))
          .slicePs(nic.number("slice"))
          .targetSays(CreditParams.TargetSays.of(nic.text("credit-target")))
          .packets(nic.is("packets", "auto") ? null : CreditParams.Packets.of(nic.text("packets")))
          .grant(nic.number("grant", source ? 0 : basis.grantBytes()))
          .grantShare(
              nic.number("grant-share", basis.grantNumerator()),
              nic.is("grant-share", "auto") ? basis.grantDenominator() : 100)
          .commitPs(commit)
          .contextPs(nic.number("context"))
          .pdcPool((int) nic.number("pdc-pool"))
          .ackTriggerBytes((int) nic.number("ack-bytes", ackTrigger))
          .rtoPs(nic.number("rto"))
          .rtoFromSending(nic.is("rto-from", "sending"))
          .askPs(nic.number("ask"))
          .lifetimePs(nic.number("lifetime"))
          .mpRange((int) mpRange)
          .firstAgain(nic.is("unanswered", "first"))
          .holdBack(HoldBack.valueOf(nic.text("hold-back").toUpperCase(Locale.ROOT)))
          .gaps(nic.is("gaps", "on"))
          .entropy(entropy)
          .entropies((int) nic.number("entropies"))
          .trimming(queues.trim())
          .build();
    } catch (IllegalArgumentException e) {
      reader.complain("nic", "such NICs are not possible: " + e.getMessage(), "", "");
      return null;
    }
  }

  private long slowest() {
    long slowest = Long.MAX_VALUE;
    for (int host = 0; host < topology.hosts(); host++) {
      slowest = Math.min(slowest, topology.hostRateBps(host));
    }
    return slowest;
  }

  /** What a NIC would find out too late: windows and credit that no packet fits into. */
  private boolean isSound(Section nic, long packet, long baseRtt, long initialCredit) {
    if (baseRtt > LONGEST_RTT_PS) {
      reader.complain(
          nic.values().get("base-rtt") instanceof Long ? "nic.base-rtt" : "topology",
          "the base RTT is " + Quantity.TIME.print(baseRtt),
          "at most " + Quantity.TIME.print(LONGEST_RTT_PS),
          "");
      return false;
    }
    for (int before : ids("pdc-ids")) {
      long last = before + nic.number("pdc-pool");
      if (last > 0xFFFF) {
        reader.complain(
            "nic.pdc-ids",
            "the last PDC id would be " + last + ", pdc-ids and pdc-pool together",
            "at most " + 0xFFFF,
            "");
        return false;
      }
    }
    String cc = top.text("cc");
    long slowest = slowest();
    if (Bdp.bytes(slowest, slowest, nic.number("slice"), 99, 100) == 0) {
      reader.complain(
          "nic.slice",
          "in a slice of "
              + Quantity.TIME.print(nic.number("slice"))
              + " a link of "
              + Quantity.RATE.print(slowest)
              + " carries no byte",
          "a longer one",
          "");
      return false;
    }
    long largest = Bdp.bytes(slowest, slowest, baseRtt, nic.number("max-window"), 100);
    boolean uet = !top.is("profile", Profile.SOURCE_DOCUMENTS.label());
    boolean atMaxWnd = uet && control(cc).nscc();
    long most = Bdp.bytes(slowest, slowest, baseRtt);
    most = atMaxWnd ? largest : Math.min(most, largest);
    long initial = nic.number("initial-window", most);
    if (initial > most) {
      reader.complain(
          "nic.initial-window",
          "nic.initial-window is " + initial + " B",
          "at most "
              + (atMaxWnd ? "MaxWnd" : "one BDP")
              + " of the slowest host, at "
              + Quantity.RATE.print(slowest)
              + " and a base RTT of "
              + Quantity.TIME.print(baseRtt)
              + " "
              + most
              + " B",
          most + "B");
      return false;
    }
    if (!cc.equals("none") && Math.min(largest, initial) < packet) {
      reader.complain(
          initial < largest && nic.values().get("initial-window") instanceof Long
              ? "nic.initial-window"
              : "nic.base-rtt",
          "a window of "
              + Math.min(largest, initial)
              + " B, at "
              + Quantity.RATE.print(slowest)
              + " and a base RTT of "
              + Quantity.TIME.print(baseRtt)
              + ", holds no packet",
          "at least " + packet + " B; or a longer base RTT, or a smaller mtu",
          "");
      return false;
    }
    boolean credits = cc.equals("rccc") || cc.equals("both");
    if (credits && initialCredit < packet) {
      reader.complain(
          nic.is("initial-credit", "auto") ? "nic.mtu" : "nic.initial-credit",
          "an initial credit of " + initialCredit + " B lets no packet out",
          "an initial-credit of at least " + packet + " B, or a smaller mtu",
          "");
      return false;
    }
    return true;
  }

  /** The first ids of each host in turn. */
  List<Integer> ids(String key) {
    return sections.get("nic").get(0).numbers(key).stream().map(Math::toIntExact).toList();
  }

  private static CongestionControl control(String word) {
    return switch (word) {
      case "none" -> CongestionControl.NONE;
      case "window" -> CongestionControl.FIXED_WINDOW;
      case "rccc" -> CongestionControl.RCCC;
      case "both" -> CongestionControl.NSCC_AND_RCCC;
      default -> CongestionControl.NSCC;
    };
  }
}
