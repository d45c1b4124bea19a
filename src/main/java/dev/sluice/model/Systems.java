package dev.sluice.model;

import dev.sluice.cc.Profile;
import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.pfc.Pfc;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.kernel.Specification;
import dev.sluice.model.replay.CccLifecycleTwin;
import dev.sluice.model.replay.CccSchedulingTwin;
import dev.sluice.model.replay.CccTeardownTwin;
import dev.sluice.model.replay.CreditConservationTwin;
import dev.sluice.model.replay.EventRateTwin;
import dev.sluice.model.replay.FastStartTwin;
import dev.sluice.model.replay.HpccWindowTwin;
import dev.sluice.model.replay.LossRecoveryTwin;
import dev.sluice.model.replay.LsnSpaceTwin;
import dev.sluice.model.replay.NsccWindowTwin;
import dev.sluice.model.replay.PauseWatchdogTwin;
import dev.sluice.model.replay.PawaWindowTwin;
import dev.sluice.model.replay.PdcHandshakeTwin;
import dev.sluice.model.replay.PfcLosslessTwin;
import dev.sluice.model.replay.RcTransportTwin;
import dev.sluice.model.replay.RcccIncastTwin;
import dev.sluice.model.replay.RcmLoopTwin;
import dev.sluice.model.replay.TelemetryRecordsTwin;
import dev.sluice.model.replay.Twin;
import dev.sluice.model.validate.CccLifecycleProjection;
import dev.sluice.model.validate.CccSchedulingProjection;
import dev.sluice.model.validate.CreditConservationProjection;
import dev.sluice.model.validate.EventRateProjection;
import dev.sluice.model.validate.FastStartProjection;
import dev.sluice.model.validate.HpccWindowProjection;
import dev.sluice.model.validate.LogFrame;
import dev.sluice.model.validate.LossRecoveryProjection;
import dev.sluice.model.validate.LsnSpaceProjection;
import dev.sluice.model.validate.NsccWindowProjection;
import dev.sluice.model.validate.PawaWindowProjection;
import dev.sluice.model.validate.PdcHandshakeProjection;
import dev.sluice.model.validate.PfcLosslessProjection;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.RcTransportProjection;
import dev.sluice.model.validate.RcmLoopProjection;
import dev.sluice.model.validate.TelemetryRecordsProjection;
import dev.sluice.roce.Roce;
import dev.sluice.trace.Value;
import dev.sluice.uet.Uet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The protocols that are modelled: the one list of them, which all that concerns models reads. */
public final class Systems {
  /** UET: contexts, credit and windows. */
  public static final Modelled UET =
      Modelled.of(Uet.PROTOCOL)
          .replayedBy(Uet.LIFE, CccLifecycleTwin::new)
          .replayedBy(Uet.HANDSHAKE, PdcHandshakeTwin::new)
          .replayedBy(Uet.CREDIT, CreditConservationTwin::new)
          .replayedBy(Uet.NSCC, NsccWindowTwin::new)
          .replayedBy(Uet.SCHEDULING, CccSchedulingTwin::new)
          .replayedBy(Uet.TEARDOWN, CccTeardownTwin::new)
          .replayedBy(Uet.GAPS, LossRecoveryTwin::new)
          .replayedBy(Uet.INCAST, RcccIncastTwin::new)
          .seenThrough(
              new CccLifecycleProjection(),
              new PdcHandshakeProjection(),
              new CreditConservationProjection(),
              new NsccWindowProjection(),
              new CccSchedulingProjection(),
              new LossRecoveryProjection());

  /** RoCEv2: reliable connections. */
  public static final Modelled ROCE =
      Modelled.of(Roce.PROTOCOL)
          .replayedBy(Roce.TRANSPORT, RcTransportTwin::new)
          .seenThrough(new RcTransportProjection());

  /** Priority flow control: lossless classes. */
  public static final Modelled PFC =
      Modelled.of(Pfc.PROTOCOL)
          .replayedBy(Pfc.LOSSLESS, PfcLosslessTwin::new)
          .replayedBy(Pfc.WATCHDOG, PauseWatchdogTwin::new)
          .seenThrough(new PfcLosslessProjection());

  /** RoCEv2 congestion management. */
  public static final Modelled RCM =
      Modelled.of(Rcm.PROTOCOL)
          .replayedBy(Rcm.LOOP, RcmLoopTwin::new)
          .seenThrough(new RcmLoopProjection());

  /** PFC-free low delay control. */
  public static final Modelled LDCP =
      Modelled.of(Ldcp.PROTOCOL)
          .replayedBy(Ldcp.STABLE, PawaWindowTwin::new)
          .replayedBy(Ldcp.FIRST, FastStartTwin::new)
          .replayedBy(Ldcp.EVENTS, EventRateTwin::new)
          .replayedBy(Ldcp.SPACES, LsnSpaceTwin::new)
          .seenThrough(
              new FastStartProjection(),
              new PawaWindowProjection(),
              new EventRateProjection(),
              new LsnSpaceProjection());

  /** High-precision congestion control. */
  public static final Modelled HPCC =
      Modelled.of(Hpcc.PROTOCOL)
          .replayedBy(Hpcc.WINDOW, HpccWindowTwin::new)
          .replayedBy(Hpcc.RECORDS, TelemetryRecordsTwin::new)
          .seenThrough(new HpccWindowProjection(), new TelemetryRecordsProjection());

  private static final List<Modelled> ALL = List.of(UET, ROCE, PFC, RCM, LDCP, HPCC);

  private Systems() {}

  /** All protocols. */
  public static List<Modelled> all() {
    return ALL;
  }

  /** The names of all twins, as tables of models may use them, sorted. */
  public static SortedSet<String> twins() {
    SortedSet<String> names = new TreeSet<>();
    ALL.forEach(system -> names.addAll(system.twins().keySet()));
    return names;
  }

  /**
   * The twin of a specification, for a model's constants.
   *
   * @param constants the model's constants by name, as TLC evaluated them
   * @throws IllegalArgumentException if no twin has this name, or a constant is missing or not of
   *     the form that the twin's kernels take
   */
  public static Twin<?> twin(String name, Map<String, Value> constants) {
    for (Modelled system : ALL) {
      Function<Map<String, Value>, Twin<?>> twin = system.twins().get(name);
      if (twin != null) {
        return twin.apply(constants);
      }
    }
    throw new IllegalArgumentException("no twin is called " + name + "; there are " + twins());
  }

  /** Returns the declarations of all specifications, in the order of the protocols. */
  public static List<Specification> specifications() {
    return ALL.stream().flatMap(system -> system.protocol().specifications().stream()).toList();
  }

  /** What a protocol declares of the specification of this name, if one does. */
  public static Optional<Specification> specification(String name) {
    return specifications().stream()
        .filter(specification -> specification.name().equals(name))
        .findFirst();
  }

  /** All projections, in the order in which specifications are listed. */
  public static List<Projection> projections() {
    return ALL.stream().flatMap(system -> system.projections().stream()).toList();
  }

  /** What logs of these protocols may tell beside what is of a single specification. */
  public static LogFrame frame() {
    Map<String, String> units = new TreeMap<>();
    ALL.forEach(system -> units.putAll(system.protocol().units()));
    return new LogFrame(
        projections(), units, Arrays.stream(Profile.values()).map(Profile::label).toList());
  }
}
