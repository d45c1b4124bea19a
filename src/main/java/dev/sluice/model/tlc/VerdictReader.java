package dev.sluice.model.tlc;

import dev.sluice.model.tlc.TlcOutput.HowFar;
import dev.sluice.model.tlc.TlcOutput.Message;
import dev.sluice.model.tlc.Verdict.BadInput;
import dev.sluice.model.tlc.Verdict.Holds;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.Verdict.NotDecided;
import dev.sluice.model.tlc.Verdict.Violated;
import dev.sluice.model.tlc.probe.Budget;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says what a finished run came to, from TLC's exit code and what it printed.
 *
 * <p>Whatever is said here is said to people: a sentence of what is wrong, then TLC's own words
 * with the place, freed from what TLC says to developers of TLC.
 */
final class VerdictReader {
  private static final int WARNING = 3;

  /** A warning about the garbage collector, which Sluice chooses. */
  private static final int ABOUT_ITS_JVM = 2401;

  private static final int NESTED_EXPRESSIONS = 2103;
  private static final int INITIAL_STATES = 2189;
  private static final int NOTHING_FOUND = 2193;
  private static final int OUT_OF_MEMORY = 1001;
  private static final int STACK_OVERFLOW = 1005;
  private static final int NO_FINGERPRINT = 2147;

  private static final Pattern INVARIANT =
      Pattern.compile("Invariant (\\S+) is violated( by the initial state:)?.*");
  private static final Pattern ACTION_PROPERTY =
      Pattern.compile("Action property (?!line \\d+, col )(\\S+).* is violated.*");
  // An action property that is part of another formula, as in a refinement, has a place, no name.
  private static final Pattern ACTION_PROPERTY_AT =
      Pattern.compile("Action property (line \\d+, col .*) is violated.*");
  private static final Pattern TEMPORAL_NAMED =
      Pattern.compile("Temporal propert(?:y|ies) (\\S+) (?:was|were|is|are) violated.*");
  private static final Pattern TEMPORAL = Pattern.compile("(Temporal propert)\\S+ \\S+ violated.*");
  private static final Pattern DEADLOCK = Pattern.compile("(Deadlock) reached.*");
  private static final Pattern PROPERTY_INITIALLY =
      Pattern.compile("Property (\\S+) is violated by the initial state.*");
  private static final Pattern ASSUMPTION =
      Pattern.compile("Assumption (?:(\\S+) )?(line (\\d+), col .* of module (\\S+)) is false.*");
  private static final Pattern NO_VALUE = Pattern.compile("Evaluating assumption .* failed\\..*");
  private static final Pattern POSTCONDITION = Pattern.compile("Postcondition (.*) is false.*");
  private static final Pattern ASSERT =
      Pattern.compile(
          ".*The first argument of Assert evaluated to FALSE; the second argument was:\\s*(.*)");
  private static final Pattern POSITION =
      Pattern.compile("\\d+\\. Line (\\d+), column (\\d+) to line \\d+, column \\d+ in (\\S+)");
  private static final Pattern FOR_DEVELOPERS =
      Pattern.compile(
          "TLC threw an unexpected exception\\.|"
              + "This was probably caused by an error in the spec or model\\.|"
              + "See the User Output or TLC Console for clues to what happened\\.|"
              + "The exception was an? (?:java\\.lang\\.\\w+|tlc2?\\S*|util\\S*)\\s*:?|"
              + "(?:util\\.Assert\\$TLCRuntimeException|java\\.lang\\.RuntimeException):");

  /** All that is said where a class is missing. */
  private static final Pattern TYPE_OF_TLC = Pattern.compile("(?:tlc2|tla2sany|util)/[\\w/$]+");

  /** What TLC tells a behaviour of that leads to it. */
  private static final Set<Kind> LED_TO =
      EnumSet.of(Kind.INVARIANT, Kind.ACTION_PROPERTY, Kind.LIVENESS, Kind.DEADLOCK);

  /** The message that a value has no fingerprint, with the reason, which TLC also reports alone. */
  private static final Pattern FINGERPRINT =
      Pattern.compile("TLC was unable to fingerprint\\. Fingerprint Stack Trace: .* Reason: (.*)");

  private static final Pattern FINGERPRINT_POSITION =
      Pattern.compile("\\d+\\) line (\\d+), col (\\d+) to line \\d+, col \\d+ of module (\\S+)");
  private static final Pattern NO_VALUE_YET =
      Pattern.compile(
          "In evaluation, the identifier (\\S+) is either undefined or not an operator\\..*");
  private static final String NO_ACTION =
      "No next state actions defined to generate successor states from.";

  private static final int POSITIONS = 5;

  private final TlcRequest request;
  private final TlcOutput said;
  private final SanyReport parsed;
  private final List<Message> messages;
  private final Counterexample behaviour;

  VerdictReader(TlcRequest request, TlcJar jar, TlcOutput said) {
    this.request = request;
    this.said = said;
    this.parsed = new SanyReport(request, jar, said.freeText());
    this.messages = said.messages();
    this.behaviour = said.counterexample();
  }

  /** Reads one error of several, and the behaviour that belongs to it. */
  private VerdictReader(VerdictReader whole, Message error, Counterexample behaviour) {
    this.request = whole.request;
    this.said = whole.said;
    this.parsed = whole.parsed;
    this.messages = List.of(error);
    this.behaviour = behaviour;
  }

  /**
   * Returns warnings of TLC, its parser and Sluice, each on one line with the place if it has one.
   */
  List<String> warnings() {
    Set<String> warnings = new LinkedHashSet<>(parsed.warnings());
    for (Message message : said.messages()) {
      if (message.severity() == WARNING && message.code() != ABOUT_ITS_JVM) {
        warnings.add(parsed.placed(words(message)));
      }
    }
    for (String code : said.runningCode()) {
      warnings.add(JavaCode.ran(code));
    }
    for (String place : said.assumed()) {
      String[] parts = place.split(" ");
      warnings.add(
          parsed.at(parts[0], parts[1], parts[2])
              + "this property is a fairness condition that the specification assumes, so that it"
              + " holds of any actions");
    }
    return List.copyOf(warnings);
  }

  /** Returns the operators by which the search drew values at random, each with its place. */
  List<String> drawn() {
    List<String> drawn = new ArrayList<>();
    for (String operator : said.drawn()) {
      String[] parts = operator.split(" ");
      String place = parsed.at(parts[1], parts[2], parts[3]).replaceFirst(": $", "");
      drawn.add(parts[0] + " (" + place + ")");
    }
    return drawn;
  }

  /** What an interrupted run came to. */
  NotDecided interrupted() {
    return new NotDecided("the run was interrupted" + reached(), false);
  }

  /** What a run came to that took longer than it may. */
  NotDecided timedOut() {
    return new NotDecided(
        "TLC was still searching after "
            + request.timeoutSeconds()
            + " s"
            + reached()
            + "; allow more time with --timeout, or check a smaller model",
        false);
  }

  /** How far the search had come when it was cut short. */
  private String reached() {
    HowFar far = said.howFar();
    if (far == null) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        ", with at least %,d distinct states found, %,d of them still on the queue, at depth %d",
        far.distinct(),
        far.queue(),
        far.depth());
  }

  /** What a run came to that ended by itself. */
  Verdict verdict(int exit) throws IOException {
    if (!said.refusedCode().isEmpty()) {
      return new BadInput(
          JavaCode.WOULD_RUN,
          said.refusedCode().stream().map(JavaCode::refused).toList(),
          behaviour);
    }
    boolean decided = exit == 0 || exit >= 10 && exit <= 14;
    // Java's own last words come outside every frame, as what a specification prints does.
    String everything =
        String.join("\n", said.broken())
            + allText()
            + (decided ? "" : String.join("\n", said.printed()));
    if (exit == 3 || everything.contains("OutOfMemoryError") || said.first(OUT_OF_MEMORY) != null) {
      return new NotDecided(
          "TLC ran out of memory with a heap of "
              + request.heapMib()
              + " MiB"
              + reached()
              + "; allow more with --heap, or check a smaller model",
          false);
    }
    if (everything.contains(Budget.SPENT)) {
      return new Verdict.Spent(request.options().mostStates());
    }
    if (DiskTrouble.saysFull(everything)) {
      return new NotDecided(
          "the disk is full: TLC keeps its queue and its graph in the temporary folder; free some"
              + " space there, or point TMPDIR elsewhere",
          true);
    }
    if (exit > 128 && exit <= 128 + 15) {
      return new NotDecided(
          "TLC was killed by signal " + (exit - 128) + " before its end; run it again", true);
    }
    if (decided && request.options().goesOn()) {
      List<Violated> all = violations();
      if (!all.isEmpty()) {
        return all.get(0).with(all.subList(1, all.size()));
      }
    }
    return switch (exit) {
      case 0 -> ended();
      case 10 -> assumed();
      case 11 -> deadlock();
      case 12 -> invariant();
      case 13 -> temporal();
      case 14 -> assertion();
      case 75, 76, 77 -> unevaluated();
      case 150 -> bad("the specification does not parse", parseErrors());
      case 151 -> bad("the configuration does not fit the specification", configErrors());
      default -> other(exit);
    };
  }

  /**
   * Returns all violations that TLC reports with its flag {@code -continue}, with which it goes on
   * after one, and ends as if there were none.
   */
  private List<Violated> violations() throws IOException {
    List<Violated> all = new ArrayList<>();
    for (TlcOutput.Behaviour each : said.behaviours()) {
      if (each.error() != null
          && new VerdictReader(this, each.error(), each.first()).violation()
              instanceof Violated violated) {
        all.add(violated.times(each.times()));
      }
    }
    return all;
  }

  /** Returns the violation that the one error reports, or {@code null} if it is no violation. */
  private Verdict violation() throws IOException {
    if (!named(INVARIANT).isEmpty()) {
      return invariant();
    }
    if (!named(DEADLOCK).isEmpty()) {
      return deadlock();
    }
    if (!asserted().isEmpty()) {
      return assertion();
    }
    return Stream.of(
                ACTION_PROPERTY, ACTION_PROPERTY_AT, PROPERTY_INITIALLY, TEMPORAL_NAMED, TEMPORAL)
            .anyMatch(pattern -> !named(pattern).isEmpty())
        ? temporal()
        : null;
  }

  private Verdict ended() throws IOException {
    if (said.first(NOTHING_FOUND) != null && said.left() > 0) {
      return new NotDecided(
          String.format(
              Locale.ROOT,
              "TLC found no violation, but ended its search before its end, with %,d distinct states"
                  + " found, %,d of them still on the queue, as TLCSet(\"exit\", TRUE) has it do; take"
                  + " that out, or bound the model by guards of its actions",
              said.distinct(),
              said.left()),
          false);
    }
    if (said.first(NOTHING_FOUND) != null || request.options().simulation() != null) {
      return new Holds();
    }
    if (!moduleErrors().isEmpty()) {
      // TLC ends as if all were well.
      return unevaluated(
          ofProperties("this was met in ", ", at an initial state; TLC does not name the place"));
    }
    return new NotDecided(
        "TLC ended without saying that it had searched everything" + lastWords(), true);
  }

  private Verdict other(int exit) throws IOException {
    boolean hasErrors = !errors().isEmpty();
    if (said.first(STACK_OVERFLOW) != null
        || !said.counterexample().steps().isEmpty()
        || said.first(INITIAL_STATES) != null && hasErrors
        || allText().contains("StackOverflowError")) {
      boolean begun = said.first(INITIAL_STATES) != null;
      return unevaluated(begun ? List.of() : recursive());
    }
    if (allText().contains("unrecognized option")) {
      return bad(
          "TLC does not know one of the flags that it was given",
          List.of(allText().replaceAll("(?s).*(unrecognized option: \\S+).*", "$1")));
    }
    return hasErrors
        ? bad("TLC cannot start on this input", configErrors())
        : new NotDecided("TLC ended with exit code " + exit + lastWords(), true);
  }

  private BadInput bad(String what, List<String> details) throws IOException {
    List<String> all = new ArrayList<>(details);
    PlusCal.hint(request.module()).ifPresent(all::add);
    return new BadInput(what, all, said.counterexample());
  }

  private Verdict violated(Kind kind, String property, String sentence) {
    if (LED_TO.contains(kind) && behaviour.steps().isEmpty()) {
      // It reads the states back from a file, and says nothing of what goes wrong there.
      return new NotDecided(
          sentence
              + ", and TLC could not tell the behaviour that leads to it, as where the disk is full;"
              + " free some space in the temporary folder, or point TMPDIR elsewhere",
          true);
    }
    return new Violated(kind, property, sentence, behaviour);
  }

  /** TLC has one exit code for an assumption that is false and one that has no value. */
  private Verdict assumed() throws IOException {
    return said.messages().stream().anyMatch(message -> NO_VALUE.matcher(message.line()).matches())
        ? unevaluated()
        : assumption();
  }

  /** Returns a sentence about the temporal properties, with the place of the first. */
  private List<String> ofProperties(String before, String after) throws IOException {
    List<String> names = request.config().read().properties();
    if (names.isEmpty()) {
      return List.of();
    }
    return List.of(
        request.config()
            + TlcConfig.placeOf(request.config().text(), names.get(0))
            + ": "
            + before
            + (names.size() == 1 ? "the temporal property " : "one of the temporal properties ")
            + String.join(", ", names)
            + after);
  }

  /** Returns a hint about recursion that TLC meets before it begins to search. */
  private List<String> recursive() throws IOException {
    return ofProperties(
        "TLC cannot expand a recursive operator in a temporal formula; if ",
        " uses one, write it without recursion");
  }

  private Verdict unevaluated() throws IOException {
    return unevaluated(List.of());
  }

  private Verdict unevaluated(List<String> hints) throws IOException {
    if (!asserted().isEmpty()) {
      return assertion(); // in an invariant, say: TLC has another exit code for it there
    }
    List<String> details = new ArrayList<>(moduleErrors());
    String positions = positions();
    if (!positions.isEmpty()) {
      details.add(request.module() + ": " + positions);
    }
    for (String error : errors()) {
      Matcher unassigned = NO_VALUE_YET.matcher(error);
      if (unassigned.matches()) {
        details.add(request.module() + ": " + noValueYet(unassigned.group(1)));
      }
    }
    details.addAll(hints);
    return bad("TLC cannot evaluate the specification", details);
  }

  /** Returns a hint about a name that is declared, or the parser would refuse it. */
  private String noValueYet(String name) {
    boolean initially = said.counterexample().steps().isEmpty();
    String variable = name + (initially ? "" : "'");
    return name
        + " has no value yet at this point: TLC reads conjuncts from left to right, and only "
        + variable
        + " = ... or "
        + variable
        + " \\in ... as a conjunct of its own gives "
        + name
        + (initially
            ? " its first value"
            : " its next value; to change a part of "
                + name
                + ", write "
                + variable
                + " = ["
                + name
                + " EXCEPT ...]");
  }

  // ---------------------------------------------------------------- what is violated

  private Verdict assumption() {
    for (Message message : said.messages()) {
      Matcher matcher = ASSUMPTION.matcher(message.line());
      Matcher afterwards = POSTCONDITION.matcher(message.line());
      if (afterwards.matches()) {
        return violated(
            Kind.POSTCONDITION,
            afterwards.group(1),
            "the postcondition (" + afterwards.group(1) + ") is false");
      }
      if (matcher.matches()) {
        String name = matcher.group(1) == null ? "" : matcher.group(1) + " ";
        String place = "line " + matcher.group(3) + " of " + matcher.group(4);
        return violated(
            Kind.ASSUMPTION,
            matcher.group(2),
            "the assumption " + name + "in " + place + " is false");
      }
    }
    return violated(Kind.ASSUMPTION, "", "an assumption is false" + lastWords());
  }

  private Verdict invariant() {
    String name = named(INVARIANT);
    boolean initially =
        messages.stream()
            .map(message -> INVARIANT.matcher(message.line()))
            .anyMatch(matcher -> matcher.matches() && matcher.group(2) != null);
    return violated(
        Kind.INVARIANT,
        name,
        "the invariant " + name + " is violated" + (initially ? " by an initial state" : ""));
  }

  private Verdict deadlock() {
    return violated(
        Kind.DEADLOCK,
        "Deadlock",
        "it deadlocks: a state is reached that no step leads out of (where that is meant to"
            + " happen: --deadlock off, or CHECK_DEADLOCK FALSE)");
  }

  private Verdict assertion() {
    return violated(
        Kind.ASSERTION, "Assert", "an Assert of the specification fails; it says " + asserted());
  }

  /** What a failed Assert says, or {@code ""} where none has failed. */
  private String asserted() {
    return named(ASSERT);
  }

  private Verdict temporal() throws IOException {
    String action = named(ACTION_PROPERTY);
    if (!action.isEmpty()) {
      return violated(
          Kind.ACTION_PROPERTY, action, "the action property " + action + " is violated");
    }
    List<String> properties = request.config().read().properties();
    String name = named(TEMPORAL_NAMED);
    if (name.isEmpty()) {
      name = named(PROPERTY_INITIALLY);
    }
    if (name.isEmpty() && properties.size() == 1) {
      name = properties.get(0); // some versions do not name it; it can be no other
    }
    String place = named(ACTION_PROPERTY_AT);
    Kind kind = place.isEmpty() ? Kind.LIVENESS : Kind.ACTION_PROPERTY;
    String sentence =
        name.isEmpty()
            ? "one of the properties "
                + String.join(", ", properties)
                + " is violated; this TLC does not say which"
            : "the " + kind.words() + " " + name + " is violated";
    return violated(kind, name, sentence + (place.isEmpty() ? "" : " (" + place + ")"));
  }

  private String named(Pattern pattern) {
    for (Message message : messages) {
      Matcher matcher = pattern.matcher(message.line());
      if (matcher.matches()) {
        return matcher.group(1);
      }
    }
    return "";
  }

  // ---------------------------------------------------------------- what cannot be checked

  private List<String> configErrors() throws IOException {
    String text = request.config().text();
    return errors().stream().map(words -> ConfigError.of(request.config(), words, text)).toList();
  }

  private List<String> moduleErrors() {
    return errors().stream().map(words -> request.module() + ": " + words).toList();
  }

  /** Returns TLC's errors, each on one line. */
  private Set<String> errors() {
    Set<String> lines = new LinkedHashSet<>();
    for (Message message : said.messages()) {
      boolean error = message.severity() == 1 || message.severity() == 2;
      int code = message.code();
      if (error && !TlcOutput.ABOUT_BEHAVIOURS.contains(code) && code != NESTED_EXPRESSIONS) {
        String words = words(message);
        if (!words.isEmpty()) {
          lines.add(words);
        }
      }
    }
    return lines;
  }

  private static String words(Message message) {
    String whole = message.line();
    if (message.code() == STACK_OVERFLOW || whole.contains("StackOverflowError")) {
      return "the stack of TLC overflowed: a recursive definition has no end, or goes very deep"
          + " (StackOverflowError)";
    }
    List<String> lines = new ArrayList<>();
    for (String line : message.text()) {
      if (!line.startsWith("\tat ")) {
        lines.add(line.strip());
      }
    }
    String words = FOR_DEVELOPERS.matcher(String.join(" ", lines)).replaceAll(" ");
    words = words.replaceAll("\\s+", " ").strip().replaceFirst("^: ", "");
    if (words.equals(NO_ACTION)) {
      return "TLC finds no action in the next-state relation: its quantifiers range over an empty"
          + " set, such as a constant that is {}; give that set an element";
    }
    Matcher fingerprint = FINGERPRINT.matcher(words);
    if (fingerprint.matches()) {
      return fingerprint.group(1);
    }
    if (TYPE_OF_TLC.matcher(words).matches()) {
      return "the Java code of a module needs "
          + words.replace('/', '.')
          + ", which this TLC does not have; take the modules' own text in place of their jar, or a"
          + " newer tla2tools.jar";
    }
    return words;
  }

  /** Where TLC was in the text when it could not go on, from the inside out. */
  private String positions() {
    Message nested = said.first(NESTED_EXPRESSIONS);
    Message fingerprint = said.first(NO_FINGERPRINT);
    if (nested == null && fingerprint == null) {
      return "";
    }
    Pattern form = nested == null ? FINGERPRINT_POSITION : POSITION;
    List<String> places = new ArrayList<>();
    for (String line : (nested == null ? fingerprint : nested).text()) {
      Matcher position = form.matcher(line.strip());
      if (position.matches()) {
        String place =
            "line "
                + position.group(1)
                + ", column "
                + position.group(2)
                + " of "
                + position.group(3);
        places.remove(place);
        places.add(0, place);
      }
    }
    if (places.isEmpty()) {
      return "";
    }
    int shown = Math.min(POSITIONS, places.size());
    return "this was met at "
        + String.join(", within ", places.subList(0, shown))
        + (shown < places.size() ? ", and so on" : "");
  }

  private List<String> parseErrors() {
    if (!parsed.errors().isEmpty()) {
      return parsed.errors();
    }
    if (allText().contains("Module-Table lookup failure")) {
      return List.of(
          request.module()
              + ": there is no module in it; it must begin with ---- MODULE "
              + SanyReport.module(request.module())
              + " ---- and end with ====");
    }
    return moduleErrors();
  }

  // ---------------------------------------------------------------- whatever it said

  private String allText() {
    StringBuilder text = new StringBuilder();
    said.freeText().forEach(line -> text.append(line).append('\n'));
    said.messages().forEach(message -> text.append(message.line()).append('\n'));
    said.unfinished().forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  /** What it said last: errors first, then what came outside every frame, as exceptions do. */
  private String lastWords() {
    if (!said.broken().isEmpty()) {
      return ", its words: " + said.broken().get(0);
    }
    for (Message message : said.messages()) {
      if ((message.severity() == 1 || message.severity() == 2) && !words(message).isEmpty()) {
        return ", its words: " + words(message);
      }
    }
    List<String> lines = new ArrayList<>(said.printed());
    if (said.printed().stream().allMatch(String::isBlank)) {
      lines.addAll(said.freeText());
      lines.removeIf(line -> line.startsWith("Parsing file ") || line.startsWith("Semantic proc"));
    }
    lines.addAll(said.unfinished());
    lines.removeIf(String::isBlank);
    return lines.stream()
        .filter(line -> line.startsWith("Exception in thread") || line.startsWith("Error: "))
        .findFirst()
        .or(() -> lines.stream().skip(Math.max(0, lines.size() - 1)).findFirst())
        .map(line -> ", its last words: " + line.strip())
        .orElse(", without saying why");
  }
}
