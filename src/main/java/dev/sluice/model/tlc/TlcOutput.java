package dev.sluice.model.tlc;

import dev.sluice.model.tlc.probe.Probe;
import dev.sluice.model.tlc.probe.RandomNotes;
import dev.sluice.model.tlc.probe.SearchProgress;
import dev.sluice.model.tlc.probe.TemporalNotes;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Parsed;
import dev.sluice.trace.TlaNotation;
import dev.sluice.trace.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what TLC prints with {@code -tool}: framed messages, each with a code, and free text
 * between them.
 *
 * <p>Fed line by line while the process runs, so that a run that is stopped has been read up to
 * there. A message may hold another one, as where a version of TLC wraps the failure of an
 * evaluation in that of a worker: the inner one is read as a message of its own, and its words stay
 * in the outer one. No marker of a frame is ever part of a text.
 */
public final class TlcOutput {
  static final int STATE = 2217;
  static final int STUTTERING = 2218;
  static final int BACK_TO_STATE = 2122;
  static final int LIVENESS = 2212;

  private static final int ERROR = 1;
  private static final int VERSION = 2262;

  /** Messages that announce a behaviour: "The behavior up to this point is", and its like. */
  static final Set<Integer> ABOUT_BEHAVIOURS = Set.of(2121, 2264);

  private static final int STATISTICS = 2199;
  private static final int DISTINCT_INITIALS = 2190;
  private static final int DEPTH_REACHED = 2194;
  private static final int PARSED = 2219;
  private static final int COVERAGE_BEGINS = 2201;
  private static final int COVERED = 2221;
  private static final int SIMULATED = 2209;

  /** The most lines of free text that are kept; what a specification prints may be endless. */
  private static final int MOST_LINES = 10_000;

  private static final Pattern MARKER =
      Pattern.compile("@!@!@(?:STARTMSG (\\d+):(\\d+)|ENDMSG (\\d+)) @!@!@");
  private static final Pattern STATE_HEAD = Pattern.compile("(\\d+): <(.*?)>?");
  private static final Pattern ACTION =
      Pattern.compile("(.*) (line \\d+, col \\d+ to line \\d+, col \\d+ of module \\S+)");
  private static final Pattern STUTTERS = Pattern.compile("(\\d+): Stuttering");
  private static final Pattern BACK = Pattern.compile("(\\d+): Back to state.*");
  private static final Pattern COUNTS =
      Pattern.compile("([\\d,]+) states generated.*?, ([\\d,]+) distinct states found.*");
  private static final Pattern LEFT = Pattern.compile(".*, ([\\d,]+) states? left on queue\\.");
  private static final Pattern INITIALS =
      Pattern.compile("Finished computing initial states: ([\\d,]+) distinct states? generated.*");
  private static final Pattern DEPTH =
      Pattern.compile("The depth of the complete state graph search is (\\d+)\\.");
  private static final Pattern DRAWN =
      Pattern.compile("Progress\\(.*: ([\\d,]+) states generated, .*");
  private static final Pattern INITIALLY =
      Pattern.compile(".* is violated by the initial state:\\s*");
  private static final Pattern EXPRESSION =
      Pattern.compile(
          "[ |]*line (\\d+), col \\d+ to line \\d+, col \\d+ of module (\\S+): (\\d+).*");
  private static final Pattern HOW_FAR =
      Pattern.compile(Pattern.quote(SearchProgress.MARK) + "(\\d+) (\\d+) (\\d+) (-?\\d+)");

  /**
   * One framed message.
   *
   * @param code TLC's code for it
   * @param severity 0 plain, 1 error, 2 bug of TLC, 3 warning, 4 state
   * @param text its lines
   */
  public record Message(int code, int severity, List<String> text) {
    public Message {
      text = List.copyOf(text);
    }

    /** The message as one line. */
    public String line() {
      return String.join(" ", text).strip();
    }
  }

  /**
   * How far a search has come.
   *
   * @param generated states generated
   * @param distinct distinct states found
   * @param queue states whose successors have not been looked at
   * @param depth as TLC counts it
   */
  public record HowFar(long generated, long distinct, long queue, long depth) {}

  /** A message whose end has not come. */
  private record Open(int code, int severity, List<String> text) {}

  /**
   * A behaviour that TLC prints, and the error that it belongs to. With {@code -continue} TLC may
   * report one error of many states: the first behaviour is kept, and the others are counted.
   */
  static final class Behaviour {
    private final Message error;
    private final List<Counterexample.Step> steps = new ArrayList<>();
    private Counterexample.End end = Counterexample.End.STATE;
    private int backTo;
    private long times = 1;
    private boolean isOver;

    private Behaviour(Message error) {
      this.error = error;
    }

    /** Returns the last error before the behaviour, or {@code null}. */
    Message error() {
      return error;
    }

    /** Returns the behaviour that TLC printed first. */
    Counterexample first() {
      return new Counterexample(steps, end, backTo);
    }

    /** Returns the number of behaviours that TLC printed for this error. */
    long times() {
      return times;
    }
  }

  private final List<Message> messages = new ArrayList<>();
  private final List<String> freeText = new ArrayList<>();
  private final List<String> printed = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private final List<Evaluations> coverage = new ArrayList<>();
  private final List<Behaviour> behaviours = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();
  private final List<String> assumed = new ArrayList<>();
  private final List<String> drawn = new ArrayList<>();
  private final Set<String> refusedCode = new LinkedHashSet<>();
  private final Set<String> runningCode = new LinkedHashSet<>();
  private boolean ignoredConstant;
  private Behaviour current;
  private Message error;
  private boolean parsed;
  private long morePrinted;
  private long generated;
  private long distinct;
  private long left;
  private long initials = -1;
  private int depth;
  private HowFar howFar;

  /** Takes the next line. */
  public void line(String line) {
    if (line.startsWith(Probe.BROKEN)) {
      broken.add(line.substring(Probe.BROKEN.length()));
      return;
    }
    if (line.startsWith(Probe.REFUSES_CODE)) {
      refusedCode.add(line.substring(Probe.REFUSES_CODE.length()));
      return;
    }
    if (line.startsWith(Probe.RUNS_CODE)) {
      runningCode.add(line.substring(Probe.RUNS_CODE.length()));
      return;
    }
    if (line.startsWith(TemporalNotes.ASSUMED)) {
      assumed.add(line.substring(TemporalNotes.ASSUMED.length()));
      return;
    }
    if (line.startsWith(RandomNotes.DRAWN)) {
      drawn.add(line.substring(RandomNotes.DRAWN.length()));
      return;
    }
    if (line.equals(TemporalNotes.IGNORED)) {
      ignoredConstant = true;
      return;
    }
    Matcher far = HOW_FAR.matcher(line);
    if (far.matches()) {
      howFar =
          new HowFar(
              Long.parseLong(far.group(1)),
              Long.parseLong(far.group(2)),
              Long.parseLong(far.group(3)),
              Math.max(0, Long.parseLong(far.group(4))));
      return;
    }
    Matcher marker = MARKER.matcher(line);
    int from = 0;
    while (marker.find()) {
      if (marker.start() > from) {
        text(line.substring(from, marker.start()));
      }
      from = marker.end();
      if (marker.group(1) != null) {
        open.push(
            new Open(
                Integer.parseInt(marker.group(1)),
                Integer.parseInt(marker.group(2)),
                new ArrayList<>()));
      } else {
        close(Integer.parseInt(marker.group(3)));
      }
    }
    if (from == 0 || from < line.length()) {
      text(line.substring(from));
    }
  }

  private void text(String line) {
    if (!open.isEmpty()) {
      open.peek().text().add(line);
    } else if (parsed && printed.size() < MOST_LINES) {
      printed.add(line);
    } else if (parsed) {
      morePrinted++;
    } else if (freeText.size() < MOST_LINES) {
      freeText.add(line);
    }
  }

  /** Ends the innermost message of this code, and those within it that have no end of their own. */
  private void close(int code) {
    if (open.stream().noneMatch(message -> message.code() == code)) {
      return;
    }
    Open closed;
    do {
      closed = open.pop();
      message(new Message(closed.code(), closed.severity(), closed.text()));
      if (!open.isEmpty()) {
        open.peek().text().addAll(closed.text());
      }
    } while (closed.code() != code);
  }

  private void message(Message message) {
    switch (message.code()) {
      case STATE -> state(message);
      case STUTTERING -> stutters();
      case BACK_TO_STATE -> {
        Matcher back = BACK.matcher(message.line());
        goesBack(back.matches() ? Integer.parseInt(back.group(1)) : 0);
      }
      case COVERED -> {
        Matcher expression = EXPRESSION.matcher(String.join("", message.text()));
        if (expression.matches()) {
          coverage.add(
              new Evaluations(
                  expression.group(2),
                  Integer.parseInt(expression.group(1)),
                  Long.parseLong(expression.group(3))));
        }
      }
      default -> {
        messages.add(message);
        if (message.severity() == ERROR && !ABOUT_BEHAVIOURS.contains(message.code())) {
          error = message;
        }
        initially(message);
        Matcher counts = COUNTS.matcher(message.line());
        Matcher found = DEPTH.matcher(message.line());
        Matcher begun = INITIALS.matcher(message.line());
        Matcher drawn = DRAWN.matcher(message.line());
        if (message.code() == STATISTICS && counts.matches()) {
          generated = number(counts.group(1));
          distinct = number(counts.group(2));
          Matcher queue = LEFT.matcher(message.line());
          left = queue.matches() ? number(queue.group(1)) : 0;
        } else if (message.code() == DEPTH_REACHED && found.matches()) {
          depth = Integer.parseInt(found.group(1));
        } else if (message.code() == DISTINCT_INITIALS && begun.matches()) {
          initials = number(begun.group(1));
        } else if (message.code() == SIMULATED && drawn.matches()) {
          generated = number(drawn.group(1));
        } else if (message.code() == PARSED) {
          parsed = true;
        } else if (message.code() == COVERAGE_BEGINS) {
          coverage.clear(); // TLC tells of it now and then: the last time counts
        }
      }
    }
  }

  /** An initial state that is wrong stands in the message itself, without a frame of its own. */
  private void initially(Message message) {
    for (int i = 0; i < message.text().size(); i++) {
      if (INITIALLY.matcher(message.text().get(i)).matches()) {
        String state = String.join("\n", message.text().subList(i + 1, message.text().size()));
        Map<String, Value> variables = variables(state);
        if (!variables.isEmpty()) {
          begin();
          step(new Counterexample.Step("Init", List.of(), "", variables));
        }
        return;
      }
    }
  }

  private static long number(String digits) {
    return Long.parseLong(digits.replace(",", ""));
  }

  /** Begins a behaviour, unless one with the same error has been kept. */
  private void begin() {
    if (current != null) {
      current.isOver = true;
    }
    for (Behaviour kept : behaviours) {
      if (headline(kept.error).equals(headline(error))) {
        kept.times++;
        current = kept;
        return;
      }
    }
    current = new Behaviour(error);
    behaviours.add(current);
  }

  /** Returns the first line of an error: an initial state may follow it. */
  private static String headline(Message error) {
    return error == null || error.text().isEmpty() ? "" : error.text().get(0);
  }

  private void step(Counterexample.Step step) {
    if (!current.isOver) {
      current.steps.add(step);
    }
  }

  private void stutters() {
    if (current != null && !current.isOver) {
      current.end = Counterexample.End.STUTTERING;
    }
  }

  private void goesBack(int state) {
    if (current != null && !current.isOver) {
      current.end = Counterexample.End.LOOP;
      current.backTo = state;
    }
  }

  private void state(Message message) {
    if (message.text().isEmpty()) {
      return;
    }
    String head = message.text().get(0).strip();
    Matcher back = BACK.matcher(head);
    if (STUTTERS.matcher(head).matches()) {
      stutters();
      return;
    }
    if (back.matches()) {
      goesBack(Integer.parseInt(back.group(1)));
      return;
    }
    if (current == null || head.startsWith("1: ")) {
      begin();
    }
    Matcher numbered = STATE_HEAD.matcher(head);
    String label = numbered.matches() ? numbered.group(2) : "";
    Matcher action = ACTION.matcher(label);
    String name = action.matches() ? action.group(1).strip() : label;
    // Some versions print arguments behind the name: they are found otherwise, for all versions.
    name = name.contains("(") ? name.substring(0, name.indexOf('(')) : name;
    String text =
        String.join(
            "\n", message.text().subList(numbered.matches() ? 1 : 0, message.text().size()));
    step(
        new Counterexample.Step(
            current.steps.isEmpty() ? "Init" : name,
            List.of(),
            action.matches() ? action.group(2) : "",
            variables(text)));
  }

  /** The variables of a state; what is no plain value stands there as TLC printed it. */
  private static Map<String, Value> variables(String text) {
    if (TlaNotation.parseState(text) instanceof Parsed.Good<Map<String, Value>> good) {
      return good.value();
    }
    Map<String, Value> variables = new LinkedHashMap<>();
    for (String part : text.strip().split("\\R(?=/\\\\ \\w+ = )")) {
      String assignment = part.replaceFirst("^/\\\\ ", "").strip();
      int equals = assignment.indexOf(" = ");
      if (equals > 0) {
        String value = assignment.substring(equals + 3).strip();
        variables.put(
            assignment.substring(0, equals),
            TlaNotation.parse(value) instanceof Parsed.Good<Value> good
                ? good.value()
                : Value.of(value.replaceAll("\\s+", " ")));
      }
    }
    return variables;
  }

  /** The messages so far, the states of a counterexample left out. */
  public List<Message> messages() {
    return List.copyOf(messages);
  }

  /** The lines outside every frame up to the end of parsing: SANY's report. */
  public List<String> freeText() {
    return List.copyOf(freeText);
  }

  /** The first message of this code, or {@code null}. */
  public Message first(int code) {
    return messages.stream().filter(message -> message.code() == code).findFirst().orElse(null);
  }

  /**
   * Returns the places of properties that are assumed fairness conditions: module, line, column.
   */
  List<String> assumed() {
    return List.copyOf(assumed);
  }

  /**
   * Returns the operators by which the search drew values at random: name, module, line, column.
   */
  List<String> drawn() {
    return List.copyOf(drawn);
  }

  /** Returns the states that were still on the queue when the search ended. */
  long left() {
    return left;
  }

  /** Returns the Java classes that TLC would have loaded: the module of each, and its file. */
  List<String> refusedCode() {
    return List.copyOf(refusedCode);
  }

  /** Returns the Java classes that TLC loaded: the module of each, and its file. */
  List<String> runningCode() {
    return List.copyOf(runningCode);
  }

  /** Returns whether TLC ignored a constant of a temporal property that it reports as violated. */
  boolean ignoredConstant() {
    return ignoredConstant;
  }

  /** Returns the behaviours that TLC printed, the first one of each error. */
  List<Behaviour> behaviours() {
    return List.copyOf(behaviours);
  }

  /** Returns the first behaviour as printed; without steps if there is none. */
  public Counterexample counterexample() {
    return behaviours.isEmpty() ? new Behaviour(null).first() : behaviours.get(0).first();
  }

  /** States generated, initial ones included. */
  public long generated() {
    return generated;
  }

  /** Distinct states found. */
  public long distinct() {
    return distinct;
  }

  /**
   * Returns the number of initial states; −1 if TLC generated some of them more than once, or left
   * some out.
   */
  public long initials() {
    return initials;
  }

  /** TLC's own depth; with several workers not the breadth-first depth. */
  public int depth() {
    return depth;
  }

  /** What TLC calls itself, or {@code null} where it has not said so. */
  public String version() {
    Message version = first(VERSION);
    return version == null ? null : version.line().replaceFirst("^TLC2 ", "");
  }

  /** How far the search has come as last told, or {@code null}. */
  public HowFar howFar() {
    return howFar;
  }

  /** What the specification itself printed, with {@code Print} and {@code PrintT}. */
  public List<String> printed() {
    return List.copyOf(printed);
  }

  /** Why the process could not go on, as Java says it; nothing where it could. */
  public List<String> broken() {
    return List.copyOf(broken);
  }

  /** How often each expression was evaluated, where TLC was asked to count it. */
  public List<Evaluations> coverage() {
    return List.copyOf(coverage);
  }

  /** How many more lines it printed than are kept. */
  public long morePrinted() {
    return morePrinted;
  }

  /** The messages that were begun, and never ended: the process went away within them. */
  public List<String> unfinished() {
    List<String> lines = new ArrayList<>();
    open.descendingIterator().forEachRemaining(message -> lines.addAll(message.text()));
    return lines;
  }
}
