package dev.sluice.conformance.shim;

import dev.sluice.trace.LogValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Declaration of a shim and its implementation, as the reply to {@code hello} has it.
 *
 * @param shim the shim's name and version
 * @param implementation the implementation's name and version
 * @param kind {@code software}, {@code rtl-sim}, {@code fpga} or {@code nic}
 * @param determinism whether two runs of a case are the same
 * @param verbs the optional verbs that it has
 * @param roles the roles that it plays, by name
 */
public record Declaration(
    String shim,
    String implementation,
    String kind,
    Determinism determinism,
    Set<String> verbs,
    Map<String, Part> roles) {
  /** A latency that is not declared. */
  public static final long UNDECLARED = Long.MAX_VALUE;

  /** A grain beyond all rates, with which sums of parts stay far below 64 bits. */
  private static final long MOST_GRAIN = 1_000_000_000;

  /** With more combinations of hidden values, a case has too many states. */
  private static final int MOST_COMBINATIONS = 256;

  /** The keys of a role. */
  private static final Set<String> KEYS =
      Set.of("observe", "grain", "ranges", "missing", "latency", "commit", "hidden");

  /** The verb of a whole case. */
  private static final String PLAY = "play";

  private static final Set<String> VERBS = Set.of(PLAY, Reply.MAY);

  private static final Set<String> KINDS = Set.of("software", "rtl-sim", "fpga", "nic");

  public Declaration {
    verbs = Set.copyOf(verbs);
    roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
  }

  /** Returns whether a whole case is sent at once. */
  public boolean isAtOnce() {
    return verbs.contains(PLAY);
  }

  /** Returns whether the shim answers questions. */
  public boolean answersMay() {
    return verbs.contains(Reply.MAY);
  }

  /** Returns the declaration with fewer values of the hidden parameters of a role. */
  public Declaration hiding(String role, Map<String, List<LogValue>> fewer) {
    Map<String, Part> all = new LinkedHashMap<>(roles);
    all.computeIfPresent(role, (name, part) -> part.hiding(fewer));
    return new Declaration(shim, implementation, kind, determinism, verbs, all);
  }

  /** Returns the declaration as a line of JSON, with all on which verdicts depend. */
  public String line() {
    Map<String, LogValue> parts = new LinkedHashMap<>();
    new TreeMap<>(roles)
        .forEach((name, part) -> parts.put(name, new LogValue.Fields(part.fields())));
    Map<String, LogValue> all = new LinkedHashMap<>();
    all.put("implementation", LogValue.of(implementation));
    all.put("determinism", LogValue.of(determinism.name()));
    all.put("roles", new LogValue.Fields(parts));
    if (!verbs.isEmpty()) {
      all.put("verbs", Part.names(verbs));
    }
    return ShimRequest.text(new LogValue.Fields(all));
  }

  /** Sameness of two runs of a case. */
  public enum Determinism {
    /** They are. */
    FULL,
    /** They are with the same seed. */
    SEEDED,
    /** They need not be. */
    NONE
  }

  /**
   * A role that an implementation plays.
   *
   * @param observe variables whose values the replies show
   * @param grain of some of them, the step in which the implementation keeps them, in the unit of
   *     the variable; the others are exact
   * @param ranges of some parameters, the values that can be set
   * @param missing features that the implementation does not have, by name
   * @param latencyPs the time within which a departure leaves that may, in picoseconds; {@link
   *     #UNDECLARED} if it may take any time
   * @param commit packets that are fetched before they leave
   * @param hidden of parameters that cannot be set, all values that each may have, by name
   */
  public record Part(
      Set<String> observe,
      Map<String, Long> grain,
      Map<String, Range> ranges,
      Set<String> missing,
      long latencyPs,
      Commit commit,
      Map<String, List<LogValue>> hidden) {
    /** Declares exact variables, and parameters that can all be set. */
    public Part(Set<String> observe, long latencyPs) {
      this(observe, Map.of(), Map.of(), Set.of(), latencyPs, Commit.NONE, Map.of());
    }

    public Part {
      observe = Set.copyOf(observe);
      grain = Collections.unmodifiableMap(new LinkedHashMap<>(grain));
      ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
      missing = Set.copyOf(missing);
      hidden = Collections.unmodifiableMap(new LinkedHashMap<>(hidden));
    }

    /** Returns the declaration as the reply to {@code hello} has it. */
    Map<String, LogValue> fields() {
      Map<String, LogValue> fields = new LinkedHashMap<>();
      fields.put("observe", names(observe));
      Map<String, LogValue> steps = new LinkedHashMap<>();
      grain.forEach((name, step) -> steps.put(name, LogValue.of(step)));
      fields.put("grain", new LogValue.Fields(steps));
      Map<String, LogValue> limits = new LinkedHashMap<>();
      ranges.forEach((name, range) -> limits.put(name, range.told()));
      fields.put("ranges", new LogValue.Fields(limits));
      fields.put("missing", names(missing));
      if (latencyPs != UNDECLARED) {
        fields.put("latency", LogValue.of(latencyPs));
      }
      if (commit.packets() > 0) {
        fields.put("commit", commit.told());
      }
      if (!hidden.isEmpty()) {
        Map<String, LogValue> lists = new LinkedHashMap<>();
        hidden.forEach((name, values) -> lists.put(name, new LogValue.Items(values)));
        fields.put("hidden", new LogValue.Fields(lists));
      }
      return fields;
    }

    private static LogValue names(Set<String> of) {
      return new LogValue.Items(new TreeSet<>(of).stream().map(LogValue::of).toList());
    }

    /** Returns the same without variables. */
    public Part onTheWire() {
      return new Part(Set.of(), grain, ranges, missing, latencyPs, commit, hidden);
    }

    /** Returns the same with fewer values of the hidden parameters. */
    public Part hiding(Map<String, List<LogValue>> fewer) {
      return new Part(observe, grain, ranges, missing, latencyPs, commit, fewer);
    }
  }

  /**
   * Packets that an implementation fetches before they leave. They may leave although an event that
   * comes in between would have them wait.
   *
   * @param packets the most packets that have been fetched and have not left; 0 if undeclared
   * @param timePs the longest time from the moment a packet is fetched until it leaves, in
   *     picoseconds; {@link #UNDECLARED} if it may take any time
   */
  public record Commit(int packets, long timePs) {
    /** Packets are fetched when they leave. */
    public static final Commit NONE = new Commit(0, UNDECLARED);

    /** More fetched packets than this leave too many states open. */
    public static final int MOST_PACKETS = 8;

    LogValue told() {
      Map<String, LogValue> fields = new LinkedHashMap<>();
      fields.put("packets", LogValue.of(packets));
      if (timePs != UNDECLARED) {
        fields.put("time", LogValue.of(timePs));
      }
      return new LogValue.Fields(fields);
    }
  }

  /** Values of a parameter that can be set. */
  public sealed interface Range {
    /** Returns whether it has a value. */
    boolean has(LogValue value);

    /** Returns it as a declaration has it. */
    LogValue told();
  }

  /**
   * Numbers of a range.
   *
   * @param least the least value
   * @param most the largest value, from {@code least} on
   */
  public record Numbers(long least, long most) implements Range {
    @Override
    public boolean has(LogValue value) {
      return value instanceof LogValue.Num number
          && number.value() >= least
          && number.value() <= most;
    }

    @Override
    public LogValue told() {
      return new LogValue.Items(List.of(LogValue.of(least), LogValue.of(most)));
    }
  }

  /** A list of words or truth values. */
  public record Listed(List<LogValue> values) implements Range {
    public Listed {
      values = List.copyOf(values);
    }

    @Override
    public boolean has(LogValue value) {
      return values.contains(value);
    }

    @Override
    public LogValue told() {
      return new LogValue.Items(values);
    }
  }

  /** A reply to {@code hello} that declares nothing usable. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String sentence) {
      super(sentence);
    }
  }

  /**
   * Reads a declaration.
   *
   * @param nonce the one that the request had
   * @throws Unusable if a key is missing or wrong
   */
  static Declaration of(Map<String, LogValue> reply, String nonce) throws Unusable {
    if (!LogValue.of(1).equals(reply.get("protocol"))) {
      throw new Unusable("\"protocol\" is 1, the version that both speak");
    }
    if (!LogValue.of(nonce).equals(reply.get("nonce"))) {
      throw new Unusable("\"nonce\" repeats the request's, \"" + nonce + "\"");
    }
    Map<String, LogValue> implementation = object("implementation", reply);
    String kind = text("kind", "implementation", implementation);
    if (!KINDS.contains(kind)) {
      throw new Unusable("the \"kind\" of an implementation is one of " + sorted(KINDS));
    }
    Map<String, Part> roles = new LinkedHashMap<>();
    for (Map.Entry<String, LogValue> each : object("roles", reply).entrySet()) {
      roles.put(each.getKey(), part(each.getKey(), object(each.getKey(), object("roles", reply))));
    }
    if (roles.isEmpty()) {
      throw new Unusable("\"roles\" names a role at least");
    }
    return new Declaration(
        named("shim", reply),
        named("implementation", reply),
        kind,
        determinism(reply),
        verbs(reply),
        roles);
  }

  private static Set<String> verbs(Map<String, LogValue> reply) throws Unusable {
    Set<String> verbs = words("verbs", reply);
    if (!VERBS.containsAll(verbs)) {
      throw new Unusable("the words in \"verbs\" are some of " + sorted(VERBS));
    }
    return verbs;
  }

  private static String sorted(Set<String> words) {
    return String.join(", ", new TreeSet<>(words));
  }

  private static String named(String key, Map<String, LogValue> reply) throws Unusable {
    Map<String, LogValue> fields = object(key, reply);
    return Printable.of(text("name", key, fields) + " " + text("version", key, fields));
  }

  private static Determinism determinism(Map<String, LogValue> reply) throws Unusable {
    String told = text("determinism", "the reply", reply);
    for (Determinism each : Determinism.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(told)) {
        return each;
      }
    }
    throw new Unusable("\"determinism\" is full, seeded or none");
  }

  /**
   * Reads the declaration of a role.
   *
   * @throws Unusable if a key is wrong
   */
  static Part part(String role, Map<String, LogValue> fields) throws Unusable {
    for (String key : fields.keySet()) {
      if (!KEYS.contains(key) && !key.startsWith("x_")) {
        throw new Unusable("the role " + Printable.of(role) + " has no key \"" + key + "\"");
      }
    }
    Map<String, Long> grain = new LinkedHashMap<>();
    for (Map.Entry<String, LogValue> each : optional("grain", fields).entrySet()) {
      if (!(each.getValue() instanceof LogValue.Num step)
          || step.value() < 1
          || step.value() > MOST_GRAIN) {
        throw new Unusable(
            "the grain of \"%s\" is a whole number from 1 to %d"
                .formatted(Printable.of(each.getKey()), MOST_GRAIN));
      }
      grain.put(each.getKey(), step.value());
    }
    Map<String, Range> ranges = new LinkedHashMap<>();
    for (Map.Entry<String, LogValue> each : optional("ranges", fields).entrySet()) {
      ranges.put(each.getKey(), range(each.getKey(), each.getValue()));
    }
    return new Part(
        words("observe", fields),
        grain,
        ranges,
        words("missing", fields),
        time("latency", fields),
        commit(fields),
        hidden(fields));
  }

  private static long time(String key, Map<String, LogValue> fields) throws Unusable {
    LogValue told = fields.get(key);
    if (told == null) {
      return UNDECLARED;
    } else if (told instanceof LogValue.Num time && time.value() >= 0) {
      return time.value();
    }
    throw new Unusable("\"" + key + "\" is a time in picoseconds, from 0 on");
  }

  private static Commit commit(Map<String, LogValue> fields) throws Unusable {
    if (!fields.containsKey("commit")) {
      return Commit.NONE;
    }
    Map<String, LogValue> told = object("commit", fields);
    if (told.isEmpty() || !Set.of("packets", "time").containsAll(told.keySet())) {
      throw new Unusable("\"commit\" has the keys \"packets\" and \"time\", or one of them");
    }
    LogValue packets = told.getOrDefault("packets", LogValue.of(Commit.MOST_PACKETS));
    if (packets instanceof LogValue.Num number
        && number.value() >= 1
        && number.value() <= Commit.MOST_PACKETS) {
      return new Commit((int) number.value(), time("time", told));
    }
    throw new Unusable(
        "\"packets\" of \"commit\" is a whole number from 1 to " + Commit.MOST_PACKETS);
  }

  private static Map<String, List<LogValue>> hidden(Map<String, LogValue> fields) throws Unusable {
    Map<String, List<LogValue>> all = new LinkedHashMap<>();
    long combinations = 1;
    for (Map.Entry<String, LogValue> each : optional("hidden", fields).entrySet()) {
      if (!(each.getValue() instanceof LogValue.Items list)
          || list.items().isEmpty()
          || !list.items().stream()
              .allMatch(
                  value ->
                      value instanceof LogValue.Num
                          || value instanceof LogValue.Str
                          || value instanceof LogValue.Truth)
          || Set.copyOf(list.items()).size() < list.items().size()) {
        throw new Unusable(
            "\"%s\" of \"hidden\" is a list of the numbers, words or truth values that it may have"
                .formatted(Printable.of(each.getKey())));
      }
      all.put(each.getKey(), list.items());
      combinations *= list.items().size();
      if (combinations > MOST_COMBINATIONS) {
        throw new Unusable(
            "\"hidden\" has more than %d combinations of values".formatted(MOST_COMBINATIONS));
      }
    }
    return all;
  }

  private static Range range(String name, LogValue value) throws Unusable {
    List<LogValue> values = value instanceof LogValue.Items items ? items.items() : List.of();
    if (values.size() == 2
        && values.get(0) instanceof LogValue.Num least
        && values.get(1) instanceof LogValue.Num most
        && least.value() <= most.value()) {
      return new Numbers(least.value(), most.value());
    }
    if (!values.isEmpty()
        && values.stream()
            .allMatch(each -> each instanceof LogValue.Str || each instanceof LogValue.Truth)) {
      return new Listed(values);
    }
    throw new Unusable(
        "the range of \""
            + Printable.of(name)
            + "\" is a list of its least and largest value, or of words or truth values");
  }

  private static Map<String, LogValue> optional(String key, Map<String, LogValue> fields)
      throws Unusable {
    return fields.containsKey(key) ? object(key, fields) : Map.of();
  }

  private static Map<String, LogValue> object(String key, Map<String, LogValue> fields)
      throws Unusable {
    if (fields.get(key) instanceof LogValue.Fields object) {
      return object.fields();
    }
    throw new Unusable("\"" + Printable.of(key) + "\" is an object");
  }

  private static String text(String key, String of, Map<String, LogValue> fields) throws Unusable {
    if (fields.get(key) instanceof LogValue.Str text && !text.value().isBlank()) {
      return text.value();
    }
    throw new Unusable("\"" + key + "\" of " + of + " is a text");
  }

  private static Set<String> words(String key, Map<String, LogValue> fields) throws Unusable {
    Optional<LogValue> told = Optional.ofNullable(fields.get(key));
    if (told.isEmpty()) {
      return Set.of();
    }
    Set<String> words = new LinkedHashSet<>();
    if (told.get() instanceof LogValue.Items items) {
      for (LogValue each : items.items()) {
        if (!(each instanceof LogValue.Str word) || !words.add(word.value())) {
          throw new Unusable("\"" + key + "\" is a list of names, each of them once");
        }
      }
      return words;
    }
    throw new Unusable("\"" + key + "\" is a list of names");
  }
}
