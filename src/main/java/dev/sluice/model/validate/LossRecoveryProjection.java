package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import dev.sluice.uet.Uet;
import dev.sluice.uet.pdc.LossRecovery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One behaviour of {@code LossRecovery} for each PDC, from its first packet to its end.
 *
 * <p>A source names a packet {@code SPDCID.turn/number}, and a target, which knows of no turns,
 * {@code SPDCID/number}: it is of the turn that has begun last. Before an event that takes a
 * message stands a step that has it come.
 */
public final class LossRecoveryProjection implements Projection {
  private static final Pattern PACKET = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?/(\\d{1,9})");

  private static final String COMES = "Comes";
  private static final String RECEIVE = "Receive";
  private static final String RECEIVE_ACK = "ReceiveAck";
  private static final String THRESHOLD = "Threshold";
  private static final String WINDOW = "Window";

  /** A packet that there is not. */
  private static final int NOWHERE = -1;

  /** The most packets of one PDC that are judged. */
  private static final int MOST_PACKETS = 100_000;

  /**
   * So many packets that are not sent are kept at a time: each step costs by how many there are.
   */
  private static final int SPAN = 32;

  @Override
  public String spec() {
    return Uet.GAPS.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("Receive", "ReceiveAck");
  }

  @Override
  public Set<String> network() {
    return Set.of("data", "acks", "lost", "lostAcks", "repeated");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  @Override
  public Set<String> fixes(String action) {
    return action.equals(RECEIVE_ACK) ? Set.of(THRESHOLD, WINDOW) : Set.of();
  }

  @Override
  public Set<String> reads(String action) {
    return switch (action) {
      case RECEIVE -> Set.of("packet");
      case RECEIVE_ACK -> Set.of("cack", "count", "shown");
      default -> Set.of();
    };
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of("packet", List.of("FLYING", "WAITING"));
  }

  @Override
  public Map<String, String> untold() {
    return Map.of("Lose", OF_THE_NETWORK, "LoseAck", OF_THE_NETWORK);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean hasTargets = !UnloggedTarget.isLeftOut(log);
    Map<String, Cut> cuts = new LinkedHashMap<>();
    Map<String, String> turns = new HashMap<>();
    for (LogEvent event : log.of(spec())) {
      LogInstance of = event.instance().orElse(null);
      if (of == null || of.source().isEmpty() || of.destination().isEmpty()) {
        throw new BadLog(
            "event "
                + event.number()
                + " does not tell whose it is; give it of.role, of.source and of.destination");
      }
      Name name = Name.of(event);
      String id = name.spdcid == NOWHERE ? Integer.toString(of.pdc()) : "" + name.spdcid;
      String pdc = of.source() + ">" + of.destination() + " PDC " + id;
      if (!name.turn.isEmpty()) {
        turns.put(pdc, name.turn);
      }
      String key = pdc + " turn " + turns.getOrDefault(pdc, "0");
      cuts.computeIfAbsent(key, each -> new Cut(each, hasTargets)).add(event, name.number);
    }
    return cuts.values().stream().map(Cut::behaviour).toList();
  }

  /** How an event names its packet; what is no name is of no packet. */
  private record Name(int spdcid, String turn, int number) {
    static Name of(LogEvent event) {
      String text =
          event.isOfTarget()
              ? Step.text(event.message(), "packet")
              : Step.text(event.arguments(), "p");
      Matcher parts = PACKET.matcher(text);
      if (!parts.matches()) {
        return new Name(NOWHERE, "", NOWHERE);
      }
      return new Name(
          Integer.parseInt(parts.group(1)),
          parts.group(2) == null ? "" : parts.group(2),
          Integer.parseInt(parts.group(3)));
    }
  }

  // ---------------------------------------------------------------- one PDC

  /** The behaviour of one PDC, as it grows. */
  private static final class Cut {
    private final String key;
    private final boolean hasTarget;
    private final List<Step> steps = new ArrayList<>();
    private final Tally tally = new Tally();
    private int packets = 1;
    private boolean counts = true;

    Cut(String key, boolean hasTarget) {
      this.key = key;
      this.hasTarget = hasTarget;
    }

    void add(LogEvent event, int number) {
      if (!tally.judges(event)) {
        return;
      }
      if (number >= MOST_PACKETS) {
        tally.stop(event, "a PDC is judged up to its packet " + (MOST_PACKETS - 1));
        return;
      }
      try {
        Map<String, Value> in = new TreeMap<>();
        if (event.action().equals(RECEIVE)) {
          in.put("p", Value.of(number)); // for readers of what is wrong
          steps.add(comes(event, "data", in));
        } else if (event.action().equals(RECEIVE_ACK)) {
          if (!hasAck(event)) {
            tally.stop(event, "it does not tell the acknowledgment, or what it is held against");
            return;
          }
          steps.add(comes(event, "ack", acknowledgment(event)));
          in.put("cack", Step.exact("cack", event.message().get("cack")));
          in.put("count", Step.exact("count", event.message().get("count")));
        } else {
          in.put("p", Value.of(number));
          if (event.action().equals("Timeout")) {
            steps.add(comes(event, "nothing", Map.of()));
          } else if (event.action().equals("Transmit")) {
            if (number >= 0 && (number + 1) % SPAN == 0) {
              steps.add(comes(event, "more", Map.of("to", Value.of(number + 1 + SPAN))));
            }
            packets = Math.max(packets, number + 1);
          }
        }
        Value none = Value.EMPTY_SEQ;
        steps.add(Step.of(event, Step.fields(in), variables(event), none, none));
      } catch (ArithmeticException wide) {
        tally.stop(event, wide.getMessage());
      }
    }

    private static Step comes(LogEvent event, String what, Map<String, Value> more) {
      Map<String, Value> in = new TreeMap<>(more);
      in.put("comes", Value.of(what));
      return Step.implied(event, COMES, Step.fields(in));
    }

    private static boolean hasAck(LogEvent event) {
      return event.message().get("cack") instanceof LogValue.Num
          && event.message().get("count") instanceof LogValue.Num
          && event.given().get(THRESHOLD) instanceof LogValue.Num
          && event.given().get(WINDOW) instanceof LogValue.Num;
    }

    private Map<String, Value> acknowledgment(LogEvent event) {
      Map<String, LogValue> message = event.message();
      LogValue none = new LogValue.Items(List.of());
      counts &= Step.number(message, "count") != LossRecovery.NOT_COMPUTED;
      return Map.of(
          "ack",
          Value.rec(
              Value.field("cack", Step.exact("cack", message.get("cack"))),
              Value.field("count", Step.exact("count", message.get("count"))),
              Value.field("shown", Ranges.set(message.getOrDefault("shown", none)))),
          "limits",
          Value.rec(
              Value.field("threshold", Step.exact(THRESHOLD, event.given().get(THRESHOLD))),
              Value.field("window", Step.exact(WINDOW, event.given().get(WINDOW)))),
          "told",
          Value.of(hasTarget));
    }

    private static Value variables(LogEvent event) {
      Map<String, Value> variables = new TreeMap<>();
      event
          .variables()
          .forEach(
              (name, value) ->
                  variables.put(
                      name,
                      switch (name) {
                        case "got" -> Ranges.countedFrom(0, value);
                        case "again" -> Ranges.set(value);
                        case "packet" -> standings(value);
                        default -> Step.exact(name, value);
                      }));
      return Step.fields(variables);
    }

    private static Value standings(LogValue told) {
      Map<String, Value> standings = new TreeMap<>();
      if (told instanceof LogValue.Fields fields) {
        fields.fields().forEach((name, ranges) -> standings.put(name, Ranges.set(ranges)));
      }
      return Step.fields(standings);
    }

    Behaviour behaviour() {
      Map<String, Value> constants = new TreeMap<>();
      constants.put("Packets", Value.of(packets));
      constants.put("SackBits", Value.of(packets));
      constants.put("Span", Value.of(SPAN));
      constants.put("Counting", Value.of(counts));
      return new Behaviour(key, constants, steps, tally.judged(), tally.unjudged());
    }
  }
}
