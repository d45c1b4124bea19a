package dev.sluice.model.validate;

import dev.sluice.cc.Profile;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import dev.sluice.uet.Uet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One behaviour of {@code CccScheduling} for each life of a sender's context.
 *
 * <p>The module names a packet by its PDC and its number there: {@code 1.1/7} is {@code <<"1.1",
 * 7>>}, and {@code 1.1/7..9} are three of them.
 */
public final class CccSchedulingProjection implements Projection {
  private static final Pattern PACKETS = Pattern.compile("(.+)/(\\d{1,9})(?:\\.\\.(\\d{1,9}))?");

  /** The most packets for which one name may stand. */
  private static final int MOST_PACKETS = 100_000;

  /** In place of a window or of credit that a log does not tell, since there is no limit. */
  private static final LogValue ENOUGH = LogValue.of(1_000_000_000);

  @Override
  public String spec() {
    return Uet.SCHEDULING.name();
  }

  @Override
  public Set<String> network() {
    return Set.of("copies");
  }

  @Override
  public Set<String> constants() {
    return Set.of("Mtu", "OwnSize", "Overdraft");
  }

  /** A sender whose window or credit limits nothing may have none. */
  @Override
  public boolean isMissing(String variable, Step step, EventLog log) {
    LogValue yes = LogValue.of(true);
    return switch (variable) {
      case "credit" -> !log.constant(spec(), "Overdraft").equals(Optional.of(yes));
      case "window", "nsccInflight" -> !log.constant(spec(), "OwnSize").equals(Optional.of(yes));
      default -> true;
    };
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of("event", List.of("steps", "marked", "packets", "bytes"));
  }

  @Override
  public Map<String, String> untold() {
    return Map.of("Lose", OF_THE_NETWORK);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    Map<String, Cut> cuts = new LinkedHashMap<>();
    HeaderConstants told = new HeaderConstants(log, spec());
    if (told.number("Mtu").isPresent() && !LogValue.fitsTlc(told.number("Mtu", 0))) {
      throw BadLog.header("constants.CccScheduling.Mtu is beyond TLC's 32 bits");
    }
    told.truth("OwnSize", false);
    told.truth("Overdraft", false);
    for (LogEvent event : log.of(spec())) {
      isOfASource(log, event);
      String key =
          event
              .instance()
              .map(of -> of.flow() + " life " + of.life() + " " + of.role())
              .orElse(LogInstance.SOURCE);
      if (!cuts.containsKey(key)) {
        boolean credits =
            event.variables().containsKey("credit")
                || log.constant(spec(), "Overdraft").equals(Optional.of(LogValue.of(false)));
        cuts.put(
            key,
            new Cut(
                log, key, constants(log, event), event.variables().containsKey("window"), credits));
      }
      cuts.get(key).add(event);
    }
    return cuts.values().stream().map(Cut::behaviour).toList();
  }

  private static void isOfASource(EventLog log, LogEvent event) throws BadLog {
    if (!log.header().profile().equals(Profile.UET_1_0.label())) {
      throw BadLog.of(event, "is of the profile " + Profile.UET_1_0.label() + " alone");
    }
    LogInstance of = event.instance().orElse(null);
    if (of != null && (of.pdc() != 0 || !of.role().equals(LogInstance.SOURCE))) {
      throw BadLog.of(event, "is of the source's CCC, and of no single PDC");
    }
  }

  private Map<String, Value> constants(EventLog log, LogEvent first) throws BadLog {
    Optional<LogValue> mtu = log.constant(spec(), "Mtu");
    if (mtu.isEmpty()) {
      throw new BadLog(
          "the log has events of CccScheduling, but does not tell the largest packet; give its"
              + " header constants.CccScheduling.Mtu");
    }
    LogValue credit = first.variables().get("credit");
    LogValue window = first.variables().getOrDefault("window", ENOUGH);
    Map<String, Value> constants = new TreeMap<>();
    constants.put("Mtu", Step.exact("Mtu", mtu.get()));
    constants.put("OwnSize", truth(log, "OwnSize", false));
    constants.put("Overdraft", truth(log, "Overdraft", credit == null));
    initial(constants, "InitialWindow", "Windows", window);
    initial(constants, "InitialCredit", "Credits", credit == null ? ENOUGH : credit);
    return constants;
  }

  private Value truth(EventLog log, String name, boolean otherwise) {
    return Step.exact(name, log.constant(spec(), name).orElse(LogValue.of(otherwise)));
  }

  /** What the first event tells of a variable that its action leaves alone, as all there may be. */
  private static void initial(
      Map<String, Value> constants, String name, String all, LogValue value) {
    Value fitting = value.toTlc().orElse(Value.of(Integer.MAX_VALUE)); // never used up
    constants.put(name, fitting);
    constants.put(all, Value.set(fitting, Value.of(Integer.MAX_VALUE)));
  }

  // ---------------------------------------------------------------- names of packets

  private static List<Value> packets(String name) {
    Matcher parts = PACKETS.matcher(name);
    if (!parts.matches()) {
      return List.of(packet(name, -1));
    }
    int first = Integer.parseInt(parts.group(2));
    int last = parts.group(3) == null ? first : Integer.parseInt(parts.group(3));
    if (last < first || last - first >= MOST_PACKETS) {
      return List.of(packet(name, -1));
    }
    List<Value> all = new ArrayList<>();
    for (int number = first; number <= last; number++) {
      all.add(packet(parts.group(1), number));
    }
    return all;
  }

  private static Value packet(String pdc, int number) {
    return Value.seq(Value.of(pdc), Value.of(number));
  }

  private static Value arguments(LogEvent event) {
    Map<String, Value> arguments = new TreeMap<>();
    event
        .arguments()
        .forEach(
            (name, value) -> {
              if (name.equals("p") && value instanceof LogValue.Str packet) {
                List<Value> one = packets(packet.value());
                arguments.put(name, one.size() == 1 ? one.get(0) : Value.seq(one));
              } else if (name.equals("S") && value instanceof LogValue.Items ranges) {
                List<Value> all = new ArrayList<>();
                for (LogValue range : ranges.items()) {
                  if (range instanceof LogValue.Str packet) {
                    all.addAll(packets(packet.value()));
                  } else {
                    all.add(Step.exact(name, range));
                  }
                }
                arguments.put(name, Value.seq(all));
              } else {
                arguments.put(name, Step.exact(name, value));
              }
            });
    return Step.fields(arguments);
  }

  private static Value variables(LogEvent event) {
    Map<String, Value> variables = new TreeMap<>();
    event
        .variables()
        .forEach(
            (name, value) -> {
              if (name.equals("event") && value instanceof LogValue.Fields underWay) {
                Map<String, Value> fields = new TreeMap<>();
                underWay
                    .fields()
                    .forEach((field, each) -> fields.put(field, underWay(field, each)));
                variables.put(name, Step.fields(fields));
              } else {
                variables.put(name, Step.exact(name, value));
              }
            });
    return Step.fields(variables);
  }

  private static Value underWay(String field, LogValue value) {
    if (field.equals("marked") && value instanceof LogValue.Str packet) {
      return packet.value().isEmpty()
          ? Value.EMPTY_SET
          : Value.set(packets(packet.value()).toArray(Value[]::new));
    }
    return Step.exact(field, value);
  }

  // ---------------------------------------------------------------- one context

  /** The behaviour of one context, as it grows. */
  private static final class Cut extends Growing {
    private final Set<String> pdcs = new TreeSet<>();
    private final boolean hasWindow;
    private final boolean hasCredit;

    Cut(
        EventLog log,
        String key,
        Map<String, Value> constants,
        boolean hasWindow,
        boolean hasCredit) {
      super(log, key, constants);
      this.hasWindow = hasWindow;
      this.hasCredit = hasCredit;
    }

    @Override
    protected void take(LogEvent event) {
      if (hasWindow && isSilent(event, "Nscc", "w", "window")
          || hasCredit && isSilent(event, "Rccc", "c", "credit")) {
        tally.stop(event, "it does not tell what the algorithm allows now");
        return;
      }
      Value none = Value.EMPTY_SEQ;
      steps.add(Step.of(event, arguments(event), variables(event), none, none));
      String pdc = Step.text(event.arguments(), "x");
      if (!pdc.isEmpty()) {
        pdcs.add(pdc);
      }
    }

    /** Whether a step after which the variable may have any value leaves it out. */
    private static boolean isSilent(LogEvent event, String step, String argument, String variable) {
      return event.action().equals(step)
          && !event.arguments().containsKey(argument)
          && !event.variables().containsKey(variable);
    }

    @Override
    Behaviour behaviour() {
      Map<String, Value> none = new TreeMap<>();
      pdcs.forEach(pdc -> none.put(pdc, Value.of(0)));
      constants.put("Pdc", Value.set(pdcs.stream().map(Value::of).toArray(Value[]::new)));
      constants.put("MaxPackets", Step.fields(none));
      return super.behaviour();
    }
  }
}
