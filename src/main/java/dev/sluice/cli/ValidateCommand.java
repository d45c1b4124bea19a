package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.Systems;
import dev.sluice.model.tlc.Gone;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Compared;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.LogEnds;
import dev.sluice.model.validate.LogMerge;
import dev.sluice.model.validate.MergedLog;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Shrinking;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.LogExtent;
import dev.sluice.trace.LogFile;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice validate}: is what a system logged a behaviour of the specifications? */
@Command(
    name = "validate",
    description = {
      ValidateCommand.WHAT,
      "",
      "A LOG is what `sluice run --log` writes, or what another system writes in that form:"
          + " docs/eventlog.md."
    },
    footer = {
      "",
      "Exit codes: 0 accepted; 1 rejected; 2 empty, not readable, or of another version; 3 accepted"
          + " as far as it was judged: the log is unfinished, something does not fit TLC's 32 bits,"
          + " or something happened outside the specifications.",
      "",
      "Examples:",
      "  sluice run first-windows --log windows.log && sluice validate windows.log",
      "  sluice validate --spec NsccWindow --shrink small.log windows.log"
    })
final class ValidateCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Has TLC decide whether what a system logged is a behaviour of the specifications: every"
          + " event must be a step of its action, and invariants stay on. A log that is not is"
          + " explained: the first event that does not fit, the conjunct that stops it with both"
          + " sides' values, the state before, and the last steps.";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Logs of more hold about 20,000 events of each specification. */
  private static final long LONG_BYTES = 64L << 20;

  /** By how much a log is longer than what gzip or zstd makes of it, or more. */
  private static final int PACKED = 10;

  private final Session session;

  @Parameters(
      paramLabel = "LOG",
      arity = "1..*",
      description = "What to judge; - is standard input. What gzip or zstd has packed is unpacked.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--spec",
      paramLabel = "NAME",
      description = "Only this specification; may be given several times (default: all).")
  private List<String> specs = new ArrayList<>();

  @Option(
      names = "--shrink",
      paramLabel = "FILE",
      description =
          "Write the smallest log that is rejected for the same reason; with one LOG only.")
  private Path shrink;

  @Option(
      names = "--merge",
      description =
          "Judge all LOGs as one: merge them by causality, each host's own order kept, and report"
              + " the orders that the clocks contradict.")
  private boolean merge;

  @Option(
      names = "--coverage",
      paramLabel = "FILE",
      description =
          "Add what the accepted behaviours exercised of each specification to FILE, and print what"
              + " it holds by then.")
  private Path coverageFile;

  @Option(
      names = "--require-coverage",
      paramLabel = "PERCENT",
      description =
          "Reject a log that tells fewer than PERCENT of a hundred values that the events of a"
              + " specification have; with --spec, one without its events, too.")
  private Integer required;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private RunOptions options = new RunOptions();

  ValidateCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    List<Projection> projections = projections();
    if (files.stream().filter(LogFile.STANDARD_INPUT::equals).count() > 1) {
      throw Refusal.badInput("- stands for standard input, which can be read once only");
    }
    if (required != null && (required < 0 || required > 100)) {
      throw Refusal.badInput("--require-coverage is from 0 to 100, not " + required);
    }
    options.refuseAllBut("with validate", "--tla2tools", "--jobs", "--trust");
    if (shrink != null && files.size() > 1 && !merge) {
      throw Refusal.badInput("--shrink goes with one log, not with " + files.size());
    }
    Outputs outputs = new Outputs(session).filesOnly();
    files.forEach(file -> outputs.reads("the log", file));
    outputs
        .writes("--shrink", shrink, Outputs.Kind.EVENT_LOG)
        .writes("--coverage", coverageFile, Outputs.Kind.COVERAGE)
        .check();
    CoverageFile coverage = coverageFile == null ? null : CoverageFile.open(coverageFile);
    try (Scratch scratch = Scratch.open(session)) {
      options.lookForCode(session, session.table().library());
      Tlc tlc = new Tlc(options.jar(session), scratch.shared());
      session.interrupts().onSignal(tlc::stop);
      Validation plain = new Validation(tlc, session.table());
      Validation validation = coverage == null ? plain : plain.counting();
      int processes = Math.min(options.jobs(), projections.size());
      ObjectNode document = JSON.createObjectNode();
      document.put("format", "sluice-validation/1");
      ArrayNode logs = document.putArray("logs");
      Status worst = Status.AS_EXPECTED;
      try (JudgePool pool = validation.pool(housing(), processes, scratch.judges())) {
        if (merge) {
          worst = one(new Merging(files), projections, pool, coverage, logs);
        } else {
          for (Path file : files) {
            worst = worst.or(one(new Reading(file), projections, pool, coverage, logs));
          }
        }
      }
      if (coverage != null) {
        worst = worst.or(keep(coverage, validation, projections));
      }
      document.put("exit", worst.exitCode());
      if (json) {
        session.terminal().out().print(ResultJson.print(document));
      }
      return worst.exitCode();
    }
  }

  private Status keep(CoverageFile coverage, Validation validation, List<Projection> projections) {
    try {
      coverage.write();
      if (!json) {
        session.terminal().line("");
        coverage.lines(validation, projections).forEach(session.terminal()::line);
      }
      return Status.AS_EXPECTED;
    } catch (IOException failed) {
      session.terminal().tell(DiskTrouble.notWritten(coverageFile, failed));
      return Status.NOT_DECIDED;
    }
  }

  /** Judging a long log well takes a while; a short one is judged before that pays. */
  private Housing housing() {
    long bytes = 0;
    for (Path file : files) {
      boolean isPacked = file.toString().matches(".*\\.(gz|zst)");
      // none of what cannot be read, which is said in its turn
      bytes += file.toFile().length() * (isPacked ? PACKED : 1);
    }
    boolean isUnknown = files.contains(LogFile.STANDARD_INPUT);
    return isUnknown || bytes > LONG_BYTES ? Housing.LONG : Housing.BRIEF;
  }

  private List<Projection> projections() throws Refusal {
    List<Projection> all = Systems.projections();
    List<String> names = all.stream().map(Projection::spec).toList();
    for (String name : specs) {
      if (!names.contains(name)) {
        String near = Words.nearest(name, names);
        throw Refusal.badInput(
            "no log is held against "
                + name
                + (near.isEmpty() ? "" : "; did you mean " + near + "?")
                + "; there are "
                + String.join(", ", names));
      }
    }
    return all.stream().filter(each -> specs.isEmpty() || specs.contains(each.spec())).toList();
  }

  /** Where a log to be judged comes from. */
  private interface Source {
    String name();

    EventLog read() throws BadTrace, BadLog;

    /** Prints how it was read, if that is more than reading a file. */
    default void report(Terminal terminal) {}

    /** Adds the same to a document. */
    default void report(ObjectNode node) {}

    /** Returns whether lines of a file are the log's own. */
    boolean hasLines();

    /** Returns how much of a log a verdict applies to whose writer did not finish it. */
    String prefix(String cut, EventLog log);

    /** Returns the messages of a rejected log that arrive before they leave. */
    List<MergedLog.Contradiction> contradictions(EventLog log) throws BadLog;
  }

  private record Reading(Path file) implements Source {
    @Override
    public String name() {
      return LogFile.name(file);
    }

    @Override
    public EventLog read() throws BadTrace {
      return EventLog.read(file);
    }

    @Override
    public boolean hasLines() {
      return true;
    }

    @Override
    public String prefix(String cut, EventLog log) {
      return "The log is unfinished: "
          + cut
          + ". The verdict applies to its first "
          + Words.some(log.extent().lines(), "line", "lines")
          + ", "
          + Words.some(log.events().size(), "event", "events")
          + ".";
    }

    @Override
    public List<MergedLog.Contradiction> contradictions(EventLog log) throws BadLog {
      return LogMerge.contradictions(log, Systems.projections());
    }
  }

  private static final class Merging implements Source {
    private final List<Path> files;
    private MergedLog merged;

    Merging(List<Path> files) {
      this.files = files;
    }

    @Override
    public String name() {
      return files.stream().map(LogFile::name).collect(Collectors.joining(" + "));
    }

    @Override
    public EventLog read() throws BadTrace, BadLog {
      List<EventLog> logs = new ArrayList<>();
      for (Path file : files) {
        logs.add(EventLog.readUnordered(file));
      }
      merged = LogMerge.of(logs, Systems.projections());
      return merged.log();
    }

    @Override
    public void report(Terminal terminal) {
      MergeText.lines(merged).forEach(terminal::line);
    }

    @Override
    public void report(ObjectNode node) {
      MergeText.json(merged, node.putObject("merge"));
    }

    @Override
    public boolean hasLines() {
      return false;
    }

    @Override
    public String prefix(String cut, EventLog log) {
      return "A log is unfinished: "
          + cut
          + ". The verdict applies to the first "
          + Words.some(log.events().size(), "event", "events")
          + ", up to those that rest on what is missing.";
    }

    @Override
    public List<MergedLog.Contradiction> contradictions(EventLog log) {
      return List.of(); // none is left
    }
  }

  private Status one(
      Source source,
      List<Projection> projections,
      JudgePool pool,
      CoverageFile coverage,
      ArrayNode logs)
      throws InterruptedException {
    ObjectNode node = logs.addObject();
    node.put("log", source.name());
    try {
      long begun = session.nanos().getAsLong();
      EventLog log = source.read();
      if (log.events().isEmpty()) {
        return refused(
            node, source.name() + ": the log holds no event. Nothing can be said about it.");
      }
      LogEnds.check(log, projections);
      Systems.frame().check(log);
      Validation.Result result = Validation.judge(log, projections, pool);
      if (coverage != null) {
        coverage.add(result.judged());
      }
      Status status = report(source, log, result, projections, node);
      session
          .terminal()
          .tell(
              Words.some(log.events().size(), "event", "events")
                  + " in "
                  + Words.seconds(session.nanos().getAsLong() - begun)
                  + " s");
      if (shrink != null) {
        status = status.or(shrink(log, result.judged(), projections, pool));
      }
      return status;
    } catch (BadTrace bad) {
      Status refused = refused(node, bad.getMessage());
      return bad.isGap() ? Status.FAILED : refused;
    } catch (BadLog bad) {
      String line = bad.line() > 0 && source.hasLines() ? ", line " + bad.line() : "";
      return refused(node, source.name() + line + ": " + bad.getMessage());
    } catch (IOException failed) {
      if (session.interrupts().isEnding()) {
        throw new InterruptedException();
      }
      String why =
          DiskTrouble.isFull(failed) && !(failed instanceof Gone)
              ? DiskTrouble.notUsable(Scratch.base(session.environment()), failed)
              : DiskTrouble.why(failed);
      Status refused = refused(node, source.name() + ": " + why);
      return failed instanceof Gone || DiskTrouble.isFull(failed) ? Status.NOT_DECIDED : refused;
    }
  }

  private Status refused(ObjectNode node, String sentence) {
    node.put("refused", sentence);
    session.terminal().tell(sentence);
    return Status.BAD_INPUT;
  }

  // ---------------------------------------------------------------- the result

  private Status report(
      Source source,
      EventLog log,
      Validation.Result result,
      List<Projection> projections,
      ObjectNode node)
      throws BadLog {
    List<Judged> judged = result.judged();
    Terminal terminal = session.terminal();
    TextTable table =
        new TextTable(
            "",
            "specification",
            ">behaviours",
            ">events",
            ">judged",
            ">not judged",
            ">compared",
            ">of",
            "");
    long told = 0;
    long all = 0;
    boolean isPartial = !log.header().omits().isEmpty();
    List<String> thin = new ArrayList<>();
    Status worst = Status.AS_EXPECTED;
    ArrayNode rows = node.putArray("specifications");
    for (Projection projection : projections) {
      List<Judged> mine =
          judged.stream().filter(each -> each.spec().equals(projection.spec())).toList();
      long events = log.of(projection.spec()).size();
      long sure = mine.stream().mapToLong(Judged::events).sum();
      Compared coverage = Compared.of(mine);
      boolean isLeftOut = events == 0 && !log.constants(projection.spec()).isEmpty();
      boolean isPartOnly = isLeftOut || !log.omits(projection.spec()).isEmpty();
      isPartial |= isPartOnly;
      Outcome outcome = Outcome.of(mine, events, sure, coverage, isPartOnly);
      BadLog refused = result.refused().get(projection.spec());
      if (refused != null) {
        outcome = new Outcome("??", Status.NOT_DECIDED, "refused: " + refused.getMessage());
      } else if (required != null) {
        outcome = outcome.requiring(required, coverage, events == 0 && !specs.isEmpty());
      }
      worst = worst.or(outcome.status());
      told += events;
      all += sure;
      table.row(
          List.of(
              outcome.mark(),
              projection.spec(),
              Words.count(mine.size()),
              Words.count(events),
              Words.count(sure),
              Words.count(events - sure),
              Words.count(coverage.compared()),
              Words.count(coverage.values()),
              outcome.sentence()));
      if (events > 0) {
        unseen(projection.spec(), coverage).ifPresent(thin::add);
      }
      ObjectNode row = rows.addObject();
      row.put("specification", projection.spec());
      row.put("behaviours", mine.size());
      row.put("events", events);
      row.put("judged", sure);
      row.put("verdict", outcome.sentence());
      row.put("partial", isPartOnly);
      row.put("compared", coverage.compared());
      row.put("values", coverage.values());
      if (events > 0) {
        coverage.untold().forEach(row.putArray("untold")::add);
        coverage.unseen().forEach(row.putArray("unseen")::add);
      }
      mine.stream()
          .filter(Judged::isRejected)
          .findFirst()
          .ifPresent(bad -> ValidationJson.rejection(bad, row.putObject("rejection")));
    }
    LogExtent extent = log.extent();
    if (result.isRejected()) {
      worst = Status.FAILED;
    }
    if (told == 0 || extent.isPrefix()) {
      worst = worst.or(Status.NOT_DECIDED);
    }
    extent.cut().ifPresent(cut -> prefix(log, cut, node.putObject("prefix")));
    if (extent.originPs().signum() > 0) {
      node.put("originPs", extent.originPs());
    }
    source.report(node);
    ValidationJson.disagreements(result.disagreements(), node);
    List<MergedLog.Contradiction> early =
        result.isRejected() ? source.contradictions(log) : List.of();
    if (!early.isEmpty()) {
      MergeText.contradictions(early, node);
    }
    node.put("exit", worst.exitCode());
    if (json) {
      return worst;
    }
    terminal.line(
        source.name()
            + ": "
            + log.header().writer()
            + " "
            + log.header().writerVersion()
            + ", profile "
            + log.header().profile()
            + ", "
            + Words.some(log.events().size(), "event", "events"));
    table.lines().forEach(terminal::line);
    thin.forEach(terminal::line);
    source.report(terminal);
    terminal.line(sentence(worst, told, all, isPartial));
    extent.cut().ifPresent(cut -> terminal.line(source.prefix(cut, log)));
    if (extent.originPs().signum() > 0) {
      terminal.line("Times count from the first event, at " + extent.originPs() + " ps.");
    }
    if (!log.header().omits().isEmpty()) {
      terminal.line("The log says that it leaves out:");
      log.header().omits().forEach(omitted -> terminal.line("  " + omitted));
    }
    for (MergedLog.Contradiction each : early) {
      terminal.line(
          "In this log "
              + MergeText.early(each)
              + ". If its hosts have clocks of their own, judge it with --merge.");
    }
    ValidationText.disagreements(result.disagreements()).forEach(terminal::line);
    for (Judged each : judged) {
      if (each.isRejected()) {
        terminal.line("");
        ValidationText.lines(each).forEach(terminal::line);
      }
    }
    return worst;
  }

  /** Adds how much of the file a verdict applies to. */
  private static void prefix(EventLog log, String cut, ObjectNode node) {
    node.put("lines", log.extent().lines());
    node.put("events", log.events().size());
    node.put("cut", cut);
  }

  /** What the table says of one specification. */
  private record Outcome(String mark, Status status, String sentence) {
    /**
     * @param judged the specification's behaviours
     * @param events how many events the log tells of it
     * @param sure of how many of them something was decided
     * @param isPartial whether the log says that it leaves something out
     */
    static Outcome of(
        List<Judged> judged, long events, long sure, Compared coverage, boolean isPartial) {
      for (Judged each : judged) {
        if (each.isRejected()) {
          String sentence = "rejected at event " + each.rejected().orElseThrow().number();
          return new Outcome("no", Status.FAILED, sentence);
        }
      }
      if (sure < events) {
        String why =
            judged.stream()
                .flatMap(each -> each.why().stream())
                .findFirst()
                .orElse("not judged: no behaviour takes these events");
        return new Outcome("??", Status.NOT_DECIDED, why);
      }
      if (events == 0) {
        return new Outcome(
            "",
            Status.AS_EXPECTED,
            isPartial ? "nothing logged, and the header tells of it" : "nothing logged");
      }
      if (coverage.isNothing()) {
        return new Outcome("??", Status.NOT_DECIDED, "not judged: the log tells no value");
      }
      return new Outcome(
          "ok", Status.AS_EXPECTED, isPartial ? "accepted, as a partial log" : "accepted");
    }

    /** The same, where so many of a hundred values must have been compared. */
    Outcome requiring(int percent, Compared coverage, boolean isMissing) {
      if (isMissing) {
        return new Outcome("no", Status.FAILED, "too thin: no event of it is logged");
      } else if (coverage.percent() < percent) {
        String sentence =
            "too thin: %d %% of the values were compared, and %d %% are required"
                .formatted(coverage.percent(), percent);
        return status == Status.FAILED ? this : new Outcome("no", Status.FAILED, sentence);
      }
      return this;
    }
  }

  /** What of a specification the log never told. */
  private static Optional<String> unseen(String spec, Compared coverage) {
    List<String> parts = new ArrayList<>();
    if (!coverage.untold().isEmpty()) {
      parts.add("no value of " + String.join(", ", coverage.untold()));
    }
    if (!coverage.unseen().isEmpty()) {
      parts.add("no event " + String.join(", ", coverage.unseen()));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("Never seen of " + spec + ": " + String.join("; ", parts));
  }

  private static String sentence(Status status, long told, long judged, boolean isPartial) {
    return switch (status) {
      case AS_EXPECTED ->
          (isPartial ? "Accepted, as a partial log: " : "Accepted: ")
              + Words.some(judged, "event is", "events are")
              + " steps of the specifications, and every invariant held.";
      case NOT_DECIDED ->
          "Accepted as far as it was judged: "
              + Words.count(judged)
              + " of "
              + Words.some(told, "event", "events")
              + ".";
      default -> "Rejected: the log is no behaviour of the specifications.";
    };
  }

  // ---------------------------------------------------------------- shrinking

  private Status shrink(
      EventLog log, List<Judged> judged, List<Projection> projections, JudgePool pool)
      throws BadLog, IOException, InterruptedException {
    Optional<Judged> rejected = judged.stream().filter(Judged::isRejected).findFirst();
    if (rejected.isEmpty()) {
      session.terminal().tell("nothing was rejected, so nothing is shrunk");
      return Status.AS_EXPECTED;
    }
    Projection through =
        projections.stream()
            .filter(each -> each.spec().equals(rejected.get().spec()))
            .findFirst()
            .orElseThrow();
    EventLog small =
        pool.through(through, judge -> new Shrinking(judge).smallest(log, rejected.get()));
    try {
      WholeFile.write(shrink, small::write);
    } catch (IOException failed) {
      session.terminal().tell(DiskTrouble.notWritten(shrink, failed));
      return Status.NOT_DECIDED;
    }
    session
        .terminal()
        .tell(
            shrink
                + " holds "
                + Words.some(small.events().size(), "event", "events")
                + " of "
                + Words.count(log.events().size())
                + ", and is rejected for the same reason");
    return Status.AS_EXPECTED;
  }
}
