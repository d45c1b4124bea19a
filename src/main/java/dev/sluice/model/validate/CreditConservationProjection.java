package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import dev.sluice.uet.Uet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One behaviour of {@code CreditConservation} for each receiver, with all its senders.
 *
 * <p>Two of the network's choices are read off the log, since it tells how they ended: whether a
 * request comes twice, and how many ACK_CCs one that is learnt from was on its way with.
 */
public final class CreditConservationProjection implements Projection {
  private static final String SPEC = Uet.CREDIT.name();

  private static final List<String> NUMBERS =
      List.of(
          "Quantum",
          "Mtu",
          "Header",
          "GrantUnits",
          "InitialCredit",
          "Cap",
          "Overshoot",
          "Modulus",
          "SliceBudget",
          "Window");

  /** More than any ACK_CC is late by in a network, and well within 32 bits. */
  private static final long LAG = 1L << 22;

  /** PDCs have a place of 16 bits, as their ids on the wire; each is a constant of its own. */
  private static final long MOST_PDCS = 0xffff;

  /** ACK_CCs that may be on their way in any case. */
  private static final int FEW_ACKS = 8;

  @Override
  public String spec() {
    return SPEC;
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("Learn", "Receive", "ReceiveTrimmed");
  }

  @Override
  public void traffic(LogEvent event, Traffic traffic) {
    String sender = " " + event.arguments().get("s");
    Map<String, LogValue> message = event.message();
    String packet = "packet" + sender + message.get("packet");
    long known = traffic.recall("credit" + sender, Long.MAX_VALUE);
    long credit =
        event.variables().get("credit") instanceof LogValue.Num told ? told.value() : known;
    traffic.remember("credit" + sender, credit);
    switch (event.action()) {
      case "Transmit", "Resend" -> traffic.departs(packet, 1);
      case "Ask" -> traffic.departs("ask" + sender, 1);
      case "ReceiveTrimmed" -> traffic.arrives(packet);
      case "Receive" -> {
        if (message.containsKey("packet")) {
          traffic.arrives(packet);
        } else {
          traffic.arrives("ask" + sender, 1);
        }
      }
      case "Commit", "Grant" -> {
        traffic.departs("credit" + sender + message.get("credit"), 1);
        if (message.get("size") instanceof LogValue.Num size) {
          traffic.departs("committed" + sender, size.value());
        }
      }
      case "Learn" -> {
        if (credit > known) { // else it may tell what was known from the start
          traffic.arrives("credit" + sender + message.get("credit"));
        }
        if (event.variables().get("acked") instanceof LogValue.Num acked) {
          traffic.arrives(
              "committed" + sender, acked.value() - traffic.recall("acked" + sender, 0));
          traffic.remember("acked" + sender, acked.value());
        }
      }
      case "Close" -> {
        traffic.departs("no more" + sender, 1);
        traffic.remember("acked" + sender, 0);
      }
      case "Forget" -> traffic.arrives("no more" + sender, 1);
      default -> {}
    }
  }

  @Override
  public Set<String> network() {
    return Set.of("requests", "acks", "faults", "closes", "messages");
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(
        "Trim",
        OF_THE_NETWORK,
        "LoseRequest",
        OF_THE_NETWORK,
        "LoseGivenUp",
        "no end learns of it: the source counted the packet when it gave it up",
        "LoseAck",
        OF_THE_NETWORK,
        "Doubt",
        "InferLoss tells of it: no end knows whether the packet has come");
  }

  @Override
  public Set<String> constants() {
    Set<String> all = new TreeSet<>(NUMBERS);
    all.addAll(List.of("Profile", "TargetSays", "Packets", "Separate"));
    return all;
  }

  @Override
  public Set<String> fixes(String action) {
    return action.equals("Want") ? Set.of("Jobs") : Set.of();
  }

  @Override
  public Set<String> added() {
    return Set.of("Receive.twice");
  }

  @Override
  public Optional<Omission> hardest() {
    return Optional.of(Omission.VALUES);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean separate = LogValue.of(true).equals(log.constant(SPEC, "Separate").orElse(null));
    boolean isLeftOut = UnloggedTarget.isLeftOut(log);
    Map<String, Cut> cuts = new LinkedHashMap<>();
    HeaderConstants told = new HeaderConstants(log, SPEC);
    told.truth("Separate", false);
    for (String name : NUMBERS) {
      if (!(log.constant(SPEC, name).orElse(null) instanceof LogValue.Fields)) {
        told.number(name);
      }
    }
    for (LogEvent event : log.of(SPEC)) {
      String receiver = event.instance().map(LogInstance::destination).orElse("");
      if (event.instance().isPresent()) {
        isOfItsSender(event, event.instance().get());
      }
      Cut cut = cuts.computeIfAbsent(receiver, key -> new Cut(key, separate, Packed.events(log)));
      if (isLeftOut) {
        cut.leave(event);
      } else {
        cut.add(event);
      }
    }
    List<Behaviour> behaviours = new ArrayList<>();
    for (Cut cut : cuts.values()) {
      behaviours.add(cut.behaviour(log));
    }
    return behaviours;
  }

  /** The sender that the arguments name is that of the flow, and the PDC that of the packet. */
  private static void isOfItsSender(LogEvent event, LogInstance of) throws BadLog {
    String sender = Step.text(event.arguments(), "s");
    boolean isSource = of.role().equals(LogInstance.SOURCE);
    if (!sender.isEmpty()
        && !(isSource
            ? sender.equals(of.source() + "/" + of.ccc())
            : Sender.host(sender).equals(of.source()))) {
      throw BadLog.of(
          event,
          "is about the sender \"%s\", but \"of\" says that it is of CCC %d of the flow %s"
              .formatted(sender, of.ccc(), of.flow()));
    }
    if (isSource && event.action().equals("Slice")) {
      throw BadLog.of(event, "is of a source, but only receivers have slices");
    }
    String packet = Step.text(event.message(), "packet");
    if (of.pdc() != 0 && !(isSource && packet.startsWith(of.pdc() + "/"))) {
      throw BadLog.of(event, "has a PDC in of.pdc that is not that of a packet in its message");
    }
  }

  /** A sender's place in the Active Sender Table: by source, then class, then CCC_ID. */
  private record Sender(String name, int trafficClass) {
    private static final Comparator<Sender> IN_ORDER =
        Comparator.comparing((Sender sender) -> host(sender.name), NameOrder.IN_ORDER)
            .thenComparing(Sender::trafficClass)
            .thenComparing(Sender::name, NameOrder.IN_ORDER);

    private static String host(String name) {
      int end = name.lastIndexOf('/');
      return end < 0 ? name : name.substring(0, end);
    }
  }

  /** The behaviour at one receiver, as it grows. */
  private static final class Cut {
    private final String receiver;
    private final boolean separate;
    private final Tally tally = new Tally();
    private final List<LogEvent> events;
    private final BitSet twice = new BitSet();
    private final Map<String, Sender> senders = new TreeMap<>();
    private final Map<String, Map<Long, List<Value>>> jobs = new HashMap<>();
    private final Map<String, Flight> flights = new HashMap<>();
    private int places = 1;
    private int mostAcks = 1;

    /**
     * @param separate whether credit travels by itself, and ACK_CCs tell of memory alone
     * @param events an empty list for its events
     */
    Cut(String receiver, boolean separate, List<LogEvent> events) {
      this.events = events;
      this.receiver = receiver;
      this.separate = separate;
    }

    /** What of one sender is on its way. */
    private static final class Flight {
      private final Map<String, Integer> requests = new HashMap<>();
      private final Map<String, Integer> lastReceived = new HashMap<>();
      private final List<long[]> told = new ArrayList<>();
      private long committed;
      private long acked;
    }

    /** Of an initiator whose receiver is not in the log. */
    void leave(LogEvent event) {
      if (tally.judges(event)) {
        String why = "the log leaves out the receiver, whose slices, turns and budget decide";
        tally.stop(event, why);
      }
    }

    void add(LogEvent event) {
      if (!tally.judges(event)) {
        return;
      }
      if (!event.wide().isEmpty()) {
        tally.stop(event, event.wide() + " hold numbers beyond 32 bits");
        return;
      }
      if (event.action().equals("Learn") && !event.variables().containsKey("acked")) {
        tally.stop(event, "it does not tell acked, and nothing else shows which ACK_CC came");
        return;
      }
      long place =
          Math.max(Step.number(event.arguments(), "p"), Step.number(event.message(), "pdc"));
      if (place > MOST_PDCS) {
        tally.stop(event, "it names PDC %d, and none has more than 16 bits".formatted(place));
        return;
      }
      events.add(event);
      String name = Step.text(event.arguments(), "s");
      if (name.isEmpty()) {
        return;
      }
      int trafficClass = event.instance().map(LogInstance::trafficClass).orElse(0);
      senders.computeIfAbsent(name, key -> new Sender(key, trafficClass));
      places = (int) Math.max(places, place);
      if (event.variables().get("queue") instanceof LogValue.Items queue) {
        places = Math.max(places, queue.items().size());
      }
      Flight flight = flights.computeIfAbsent(name, key -> new Flight());
      switch (event.action()) {
        case "Want" ->
            jobs.computeIfAbsent(name, key -> new TreeMap<>())
                .computeIfAbsent(place, key -> new ArrayList<>())
                .add(Value.of(Math.toIntExact(Step.number(event.given(), "Jobs"))));
        case "Transmit", "Resend" -> flight.requests.merge(request(event), 1, Integer::sum);
        case "Ask" -> flight.requests.put(request(event), 1);
        case "Receive" -> {
          received(flight, event);
          if (Step.number(event.message(), "size") == 0) {
            tell(flight, event);
          }
        }
        case "ReceiveTrimmed" -> flight.requests.computeIfPresent(request(event), Cut::less);
        case "Commit", "Grant" -> tell(flight, event);
        case "Learn" -> learn(flight, event);
        case "Forget" -> flights.remove(name);
        default -> {}
      }
    }

    /** Counts one less of the same in flight. */
    private static int less(String request, int count) {
      return Math.max(0, count - 1);
    }

    private static String request(LogEvent event) {
      Map<String, LogValue> message = event.message();
      return Step.text(message, "packet") + " " + Step.number(message, "credit_target");
    }

    /** A request that has not been sent as often as it came has come twice before. */
    private void received(Flight flight, LogEvent event) {
      String request = request(event);
      int left = flight.requests.getOrDefault(request, 0);
      Integer last = flight.lastReceived.put(request, events.size() - 1);
      if (left > 0) {
        flight.requests.put(request, left - 1);
      } else if (last != null) {
        twice.set(last);
      }
    }

    private void tell(Flight flight, LogEvent event) {
      if (event.variables().get("committed") instanceof LogValue.Num committed) {
        flight.committed = committed.value();
      } else if (event.action().equals("Commit")) {
        flight.committed += Step.number(event.message(), "size");
      }
      flight.told.add(new long[] {Step.number(event.message(), "credit"), flight.committed});
    }

    /**
     * How many ACK_CCs were on their way, from the oldest that the log module may hear here on.
     * Each is heard once, so that one that tells more does not make up for it.
     */
    private void learn(Flight flight, LogEvent event) {
      long acked = Step.number(event.variables(), "acked");
      long credit = Step.number(event.message(), "credit");
      boolean toldMemory = acked > flight.acked;
      flight.acked = Math.max(flight.acked, acked);
      int needed = 0;
      for (int k = flight.told.size() - 1; k >= 0; k--) {
        long[] told = flight.told.get(k);
        if (toldMemory && told[1] < acked) {
          break; // those before it tell no more
        }
        if (told[0] == credit || toldMemory && separate) {
          needed = flight.told.size() - k;
          if (!toldMemory) {
            break; // any will do
          }
        }
      }
      mostAcks = Math.max(mostAcks, needed);
    }

    Behaviour behaviour(EventLog log) throws BadLog {
      List<String> order =
          senders.isEmpty()
              ? List.of(receiver + "/1") // the module has one at least
              : senders.values().stream().sorted(Sender.IN_ORDER).map(Sender::name).toList();
      List<Step> steps = Packed.steps(log);
      for (int k = 0; k < events.size(); k++) {
        steps.add(step(events.get(k), twice.get(k)));
      }
      return new Behaviour(
          receiver, constants(log, order), steps, tally.judged(), tally.unjudged());
    }

    private static Step step(LogEvent event, boolean comesTwice) {
      Map<String, LogValue> in = new TreeMap<>(event.arguments());
      Map<String, LogValue> message = new TreeMap<>(event.message());
      in.computeIfPresent("p", (name, place) -> LogValue.of(place(Step.number(in, name))));
      message.computeIfPresent(
          "pdc", (name, place) -> LogValue.of(place(Step.number(message, name))));
      if (comesTwice) {
        in.put("twice", LogValue.of(true));
      }
      return Step.of(
          event,
          Step.record(in),
          Step.record(event.variables()),
          Step.record(event.given()),
          Step.record(message));
    }

    private static String place(long number) {
      return Long.toString(number);
    }

    private Map<String, Value> constants(EventLog log, List<String> order) throws BadLog {
      Map<String, Value> constants = new TreeMap<>();
      constants.put("Profile", Value.of(log.header().profile()));
      for (String name :
          List.of("Quantum", "Mtu", "InitialCredit", "Modulus", "SliceBudget", "Window")) {
        constants.put(name, needed(log, name));
      }
      constants.put("Overshoot", other(log, "Overshoot", Value.of(0)));
      constants.put("Header", other(log, "Header", Value.of(0)));
      boolean isSource = log.header().profile().equals("source-documents");
      constants.put(
          "TargetSays",
          isSource
              ? word(log, "TargetSays", "backlog", "total")
              : word(log, "TargetSays", "total"));
      constants.put(
          "Packets",
          isSource ? word(log, "Packets", "cut", "saved") : word(log, "Packets", "saved"));
      constants.put("Cap", other(log, "Cap", Value.of(0)));
      constants.put("GrantUnits", other(log, "GrantUnits", constants.get("Mtu")));
      constants.put("Separate", other(log, "Separate", Value.of(false)));
      long quantum = new HeaderConstants(log, SPEC).number("Quantum", 1);
      long modulus = new HeaderConstants(log, SPEC).number("Modulus", 1);
      long lag = quantum > 0 && modulus > 0 ? Math.min(modulus / 2, LAG / quantum) * quantum : 0;
      constants.put("Lag", Value.ofExact(lag)); // of what breaks an assumption anyway nobody asks
      constants.put("MaxAcks", Value.of(2 * mostAcks + FEW_ACKS));
      constants.put("SenderOrder", Value.seq(order.stream().<Value>map(Value::of).toList()));
      List<Value> pdcs = new ArrayList<>();
      for (int p = 1; p <= places; p++) {
        pdcs.add(Value.of(place(p)));
      }
      constants.put("PdcOrder", Value.seq(pdcs));
      Map<Value, Value> bySender = new TreeMap<>();
      for (String name : order) {
        Map<Value, Value> byPdc = new TreeMap<>();
        for (long p = 1; p <= places; p++) {
          List<Value> sizes = jobs.getOrDefault(name, Map.of()).getOrDefault(p, List.of());
          byPdc.put(Value.of(place(p)), Value.seq(sizes));
        }
        bySender.put(Value.of(name), Value.function(byPdc));
      }
      constants.put("Jobs", Value.function(bySender));
      constants.put("Windows", windows(log, order));
      return constants;
    }

    /** How far each sender asks ahead: what the constant is at its own host. */
    private Value windows(EventLog log, List<String> order) throws BadLog {
      Map<Value, Value> windows = new TreeMap<>();
      for (String name : order) {
        windows.put(Value.of(name), needed(log, "Window", Sender.host(name)));
      }
      return Value.function(windows);
    }

    private Value needed(EventLog log, String name) throws BadLog {
      return needed(log, name, receiver);
    }

    private static Value needed(EventLog log, String name, String host) throws BadLog {
      Value value = other(log, name, host, null);
      if (value == null) {
        throw new BadLog(
            "the header does not tell the constant "
                + name
                + " of "
                + SPEC
                + " for "
                + host
                + "; give it under constants."
                + SPEC);
      }
      return value;
    }

    /** Which of the profile's readings the run follows; untold, the first, as it is published. */
    private static Value word(EventLog log, String name, String... readings) throws BadLog {
      LogValue told = log.constant(SPEC, name).orElse(LogValue.of(readings[0]));
      for (String reading : readings) {
        if (told.equals(LogValue.of(reading))) {
          return Value.of(reading);
        }
      }
      throw new BadLog(
          "the header's constants.%s.%s is not one of the profile's readings; give it \"%s\", or leave it out for \"%s\""
              .formatted(SPEC, name, String.join("\" or \"", readings), readings[0]));
    }

    private Value other(EventLog log, String name, Value otherwise) throws BadLog {
      return other(log, name, receiver, otherwise);
    }

    /** A constant of the run, or of this host. */
    private static Value other(EventLog log, String name, String host, Value otherwise)
        throws BadLog {
      LogValue value = log.constant(SPEC, name).orElse(null);
      if (value instanceof LogValue.Fields) {
        value = LogValue.of(new HeaderConstants(log, SPEC).number(name, host).orElseThrow());
      }
      try {
        return value == null ? otherwise : Step.exact(name, value);
      } catch (ArithmeticException wide) {
        throw new BadLog("the constant " + name + " of " + SPEC + " is beyond TLC's 32 bits");
      }
    }
  }
}
