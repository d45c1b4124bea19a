package dev.sluice.model.validate;

import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code RcmLoop} for each direction of a connection: the reaction point of the
 * queue pair that sends its data, and the notification point of the one that takes them.
 *
 * <p>Each point fixes its constants with its first event. Before an event stands a step in which
 * the time passes that the log's times are apart, and one in which the network does its part.
 */
public final class RcmLoopProjection implements Projection {
  private static final String TICK = "Tick";
  private static final String COMES = "Comes";
  private static final String TRANSMIT = "Transmit";
  private static final String RECEIVE = "Receive";
  private static final String RECEIVE_CNP = "ReceiveCnp";
  private static final String CNP_TIMER = "CnpTimer";
  private static final String REACTS = "Reacts";
  private static final List<String> OF_REACTION =
      List.of(
          REACTS,
          "Line",
          "MinRate",
          "Scale",
          "Gain",
          "AlphaStart",
          "DecayTime",
          "CutGap",
          "Clamp",
          "Rise",
          "RiseTime",
          "RiseBytes",
          "Both",
          "FastSteps",
          "CountsFirst",
          "StepAdd",
          "StepHyper");
  private static final List<String> OF_NOTIFICATION = List.of("Interval", "Answers", "CnpEcn");

  /** The longest time that is counted, in picoseconds: two of them fit TLC's integers. */
  private static final long LONG = 1_000_000_000;

  private static final long MICROSECOND = 1_000_000;

  /** So long a time fits in whole microseconds, whatever it is added to. */
  private static final long MOST_MICROSECONDS = MICROSECOND;

  @Override
  public String spec() {
    return Rcm.LOOP.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("Receive", "ReceiveCnp");
  }

  @Override
  public Set<String> network() {
    return Set.of(
        "waiting",
        "link",
        "queue",
        "cnps",
        "lost",
        "repeated",
        "marked",
        "corrupted",
        "sent",
        "delivered",
        "quiet",
        "unanswered",
        "calm",
        "passed");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  private static boolean isOfNotification(String action) {
    return action.equals(RECEIVE) || action.equals(CNP_TIMER);
  }

  @Override
  public Set<String> fixes(String action) {
    return Set.copyOf(isOfNotification(action) ? OF_NOTIFICATION : OF_REACTION);
  }

  @Override
  public Set<String> reads(String action) {
    return switch (action) {
      case TRANSMIT -> Set.of("bytes");
      case RECEIVE -> Set.of("ecn");
      default -> Set.of();
    };
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of(
        "rp",
        names(ReactionPoint.FACE),
        "np",
        names(NotificationPoint.FACE),
        "cnp",
        List.of("qp", "ecn"));
  }

  private static List<String> names(Face<?> face) {
    return face.shown().stream().map(Variable::name).toList();
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(
        "LoseCnp",
        OF_THE_NETWORK,
        "MarkCnp",
        OF_THE_NETWORK,
        "Enqueue",
        "switches log nothing",
        TICK,
        "the log's times say it");
  }

  @Override
  public Set<String> added() {
    return Set.of(TICK);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean hasNotifiers = !UnloggedTarget.isLeftOut(log);
    return ConnectionEnds.behaviours(
        log.of(spec()),
        event -> isOfNotification(event.action()),
        key -> new Cut(log, key, hasNotifiers));
  }

  // ---------------------------------------------------------------- one direction

  /** The behaviour of one direction of a connection, as it grows. */
  private static final class Cut extends Growing {
    private final boolean hasNotifier;
    private boolean hasReaction;
    private boolean hasNotification;
    private long nowPs = -1;

    Cut(EventLog log, String key, boolean hasNotifier) {
      super(log, key, new TreeMap<>());
      this.hasNotifier = hasNotifier;
    }

    @Override
    protected void take(LogEvent event) throws BadLog {
      fix(event);
      Map<String, LogValue> message = event.message();
      Map<String, Value> in = new TreeMap<>();
      in.put("comes", Value.of("nothing"));
      switch (event.action()) {
        case TRANSMIT -> {
          if (!(message.get("bytes") instanceof LogValue.Num bytes)) {
            tally.stop(event, "it does not tell the size of the packet that leaves");
            return;
          }
          in.put("bytes", Step.exact("bytes", bytes));
        }
        case RECEIVE -> {
          if (!(message.get("ecn") instanceof LogValue.Str codepoint)) {
            tally.stop(event, "it does not tell the codepoint of the packet that has come");
            return;
          }
          in.put("comes", Value.of("packet"));
          in.put("ecn", Value.of(codepoint.value()));
        }
        case RECEIVE_CNP -> {
          in.put("comes", Value.of("cnp"));
          in.put("told", Value.of(hasNotifier));
        }
        default -> {}
      }
      pass(event);
      steps.add(Step.implied(event, COMES, Step.fields(in)));
      Value shown = Step.record(message);
      steps.add(Step.of(event, shown, variables(event), Value.EMPTY_SEQ, shown));
    }

    /** The time since the event before. */
    private void pass(LogEvent event) {
      long passed = nowPs < 0 ? 0 : event.atPs() - nowPs;
      nowPs = event.atPs();
      if (passed > 0) {
        Map<String, Value> in = new TreeMap<>();
        in.put("time", Value.of((int) Math.min(passed, LONG)));
        in.put("whole", Value.of((int) Math.min(passed / MICROSECOND, MOST_MICROSECONDS)));
        in.put("rest", Value.of((int) (passed % MICROSECOND)));
        steps.add(Step.implied(event, TICK, Step.fields(in)));
      }
    }

    private void fix(LogEvent event) throws BadLog {
      boolean isOfTarget = event.isOfTarget();
      List<String> names = isOfTarget ? OF_NOTIFICATION : OF_REACTION;
      boolean isFirst = isOfTarget ? !hasNotification : !hasReaction;
      Given.hold(event, isFirst, names, "point", "a point");
      if (isFirst) {
        for (String name : names) {
          constants.put(name, constant(event, name, event.given().get(name)));
        }
      }
      hasNotification |= isOfTarget;
      hasReaction |= !isOfTarget;
    }

    private static Value constant(LogEvent event, String name, LogValue told) throws BadLog {
      if (name.equals(REACTS)) {
        return told.equals(LogValue.of(true)) ? Value.set(List.of(Value.of(1))) : Value.EMPTY_SET;
      }
      if (told instanceof LogValue.Num number && number.value() > LONG) {
        throw BadLog.of(
            event, "fixes %s to more than %d, up to which logs are judged".formatted(name, LONG));
      }
      return Step.exact(name, told);
    }

    private static Value variables(LogEvent event) {
      Map<String, Value> variables = new TreeMap<>();
      event.variables().forEach((name, value) -> variables.put(name, counted(name, value)));
      return Step.fields(variables);
    }

    /** Times as far as they are counted. */
    private static Value counted(String name, LogValue told) {
      if (!(told instanceof LogValue.Fields record)) {
        return Step.exact(name, told);
      }
      Map<String, Value> fields = new TreeMap<>();
      record
          .fields()
          .forEach(
              (field, value) ->
                  fields.put(
                      field,
                      field.equals("sinceSent") && value instanceof LogValue.Num number
                          ? Value.of((int) Math.min(number.value(), LONG))
                          : Step.exact(name + "." + field, value)));
      return Step.fields(fields);
    }
  }
}
