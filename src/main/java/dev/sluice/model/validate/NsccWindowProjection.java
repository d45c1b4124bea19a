package dev.sluice.model.validate;

import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import dev.sluice.uet.Uet;
import dev.sluice.units.Bytes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** One behaviour of {@code NsccWindow} for each life of a sender's context. */
public final class NsccWindowProjection implements Projection {
  private static final String CONFIG = "Config";
  private static final String BOTH = "both";
  private static final String RTT = "rtt";

  /** A target counts whole units, so that each PDC's count is up to a unit less a byte ahead. */
  private static final int ROUNDED =
      Math.toIntExact(Bytes.ofWhole(NsccParams.RECEIVED_UNIT_BYTES - 1));

  /** PDCs of one context, where the log does not tell. */
  private static final int MOST_COUNTERS = 1_024;

  /** PDCs of one context that count: with more of them sums would not fit TLC's integers. */
  private static final int MOST_TOLD = 8_192;

  @Override
  public String spec() {
    return Uet.NSCC.name();
  }

  @Override
  public Set<String> network() {
    return Set.of("ev", "strays");
  }

  @Override
  public Set<String> constants() {
    return Set.of("Profile", "Signals");
  }

  @Override
  public Set<String> fixes(String action) {
    return Set.of(CONFIG);
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of(CONFIG, names(NsccParams.FACE), "window", names(NsccWindow.FACE));
  }

  private static List<String> names(Face<?> face) {
    return face.shown().stream().map(Variable::name).toList();
  }

  @Override
  public Set<String> added() {
    return Set.of("Tick");
  }

  @Override
  public Optional<Omission> hardest() {
    return Optional.of(Omission.VALUES);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    Map<String, Long> begun = new HashMap<>();
    Map<String, Cut> cuts = new LinkedHashMap<>();
    Map<String, Set<Integer>> pdcs = new HashMap<>();
    for (LogEvent event : log.of(Uet.HANDSHAKE.name())) {
      event
          .instance()
          .filter(of -> of.role().equals(LogInstance.SOURCE))
          .ifPresent(of -> pdcs.computeIfAbsent(of.flow(), any -> new HashSet<>()).add(of.pdc()));
    }
    for (LogEvent event : log.events()) {
      String key = key(event);
      if (event.spec().equals(Uet.LIFE.name()) && event.action().equals("Configure")) {
        begun.putIfAbsent(key, event.atPs());
      } else if (event.spec().equals(spec())) {
        isOfItsSender(event);
        Cut cut = cuts.get(key);
        if (cut != null && !event.given().isEmpty()) {
          throw BadLog.of(event, "fixes Config again; a window has the one of its first event");
        }
        if (cut == null) {
          cut = new Cut(log, key, constants(log, event), event, begun.get(key));
          String flow = event.instance().map(LogInstance::flow).orElse("");
          int counters =
              pdcs.containsKey(flow) ? Math.min(pdcs.get(flow).size(), MOST_TOLD) : MOST_COUNTERS;
          cut.constants.put("Rounding", Value.of(counters * ROUNDED));
          cuts.put(key, cut);
        }
        cut.add(event);
      }
    }
    return cuts.values().stream().map(Cut::behaviour).toList();
  }

  /** The sender that the arguments name is the one that acts. */
  private static void isOfItsSender(LogEvent event) throws BadLog {
    LogInstance of = event.instance().orElse(null);
    LogValue named = event.arguments().get("S");
    if (of == null || event.isOutside()) {
      return;
    }
    String sender = of.source() + "/" + of.ccc();
    if (!new LogValue.Items(List.of(LogValue.of(sender))).equals(named)
        || !of.role().equals(LogInstance.SOURCE)) {
      throw BadLog.of(
          event, "is of the source's CCC \"%s\", and in.S must be the set of it".formatted(sender));
    }
    if (of.pdc() != 0) {
      throw BadLog.of(event, "has a PDC in of.pdc, but is about none");
    }
  }

  private static String key(LogEvent event) {
    return event
        .instance()
        .map(of -> of.flow() + " life " + of.life() + " " + of.role())
        .orElse(LogInstance.SOURCE);
  }

  private Map<String, Value> constants(EventLog log, LogEvent first) throws BadLog {
    LogValue config = first.given().get(CONFIG);
    if (!(first.arguments().get("S") instanceof LogValue.Items senders)
        || senders.items().size() != 1
        || !(senders.items().get(0) instanceof LogValue.Str sender)
        || !(config instanceof LogValue.Fields fields)) {
      throw BadLog.of(
          first,
          "is the first of its window, but does not tell what it is configured with; give it in.S"
              + " with one name, and given.Config with all its fields");
    }
    Map<String, LogValue> fitting = new TreeMap<>();
    fields.fields().forEach((name, value) -> fitting.put(name, capped(value)));
    Map<String, Value> constants = new TreeMap<>();
    constants.put("Profile", Value.of(log.header().profile()));
    constants.put("Signals", Value.of(signals(log)));
    constants.put("Sender", Value.set(Value.of(sender.value())));
    constants.put(CONFIG, Value.rec(Value.field(sender.value(), Step.record(fitting))));
    return constants;
  }

  /** What lowers the window, by the header; where it does not say, what is taken by default. */
  private String signals(EventLog log) throws BadLog {
    LogValue told = log.constant(spec(), "Signals").orElse(LogValue.of(BOTH));
    boolean mayBeRtt = log.header().profile().equals("source-documents");
    if (told.equals(LogValue.of(BOTH)) || mayBeRtt && told.equals(LogValue.of(RTT))) {
      return ((LogValue.Str) told).value();
    }
    throw new BadLog(
        "the header's constants.NsccWindow.Signals is not one of the profile's readings; give it \""
            + BOTH
            + (mayBeRtt ? "\" or \"" + RTT : "")
            + "\", or leave it out for \""
            + BOTH
            + "\"");
  }

  /** A limit beyond TLC's integers is never reached by what fits them. */
  private static LogValue capped(LogValue value) {
    return value instanceof LogValue.Num number && number.value() > Integer.MAX_VALUE
        ? LogValue.of(Integer.MAX_VALUE)
        : value;
  }

  /** The behaviour of one window, as it grows. */
  private static final class Cut extends Growing {
    private long atPs;

    Cut(EventLog log, String key, Map<String, Value> constants, LogEvent first, Long begunPs) {
      super(log, key, constants);
      this.atPs = begunPs != null ? begunPs : first.atPs() - elapsed(first);
    }

    /** How long the window had stood, by its own clocks. */
    private static long elapsed(LogEvent first) {
      return first.variables().get("window") instanceof LogValue.Fields window
              && window.fields().get("sinceDecrease") instanceof LogValue.Num since
          ? since.value()
          : 0;
    }

    @Override
    protected void take(LogEvent event) {
      long passed = event.atPs() - atPs;
      Step step = Step.of(event);
      if (passed > 0) {
        Value time = Value.of((int) Math.min(passed, Integer.MAX_VALUE)); // clocks stop before
        steps.add(Step.implied(event, "Tick", Value.rec(Value.field("time", time))));
      }
      steps.add(step);
      atPs = event.atPs();
    }
  }
}
