package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.tlc.LogVerdict;
import dev.sluice.model.tlc.LogVerdict.Undecided;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour.Unjudged;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Shrinking;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice validate}: is what a system logged a behaviour of the specifications? */
@Command(
    name = "validate",
    description = {
      "Has TLC decide whether what a system logged is a behaviour of the specifications: every"
          + " event must be a step of its action, and invariants stay on. A log that is not is"
          + " explained: the first event that does not fit, the conjunct that stops it with both"
          + " sides' values, the state before, and the last steps.",
      "",
      "A LOG is what `sluice run --log` writes, or what another system writes in that form:"
          + " docs/eventlog.md."
    },
    footer = {
      "",
      "Exit codes: 0 accepted; 1 rejected; 2 empty, not readable, or of another version; 3 accepted"
          + " as far as it was judged: something does not fit TLC's 32 bits, or happened outside"
          + " the specifications.",
      "",
      "Examples:",
      "  sluice run first-windows --log windows.log && sluice validate windows.log",
      "  sluice validate --spec NsccWindow --shrink small.log windows.log"
    })
final class ValidateCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Session session;

  @Parameters(paramLabel = "LOG", arity = "1..*", description = "What to judge.")
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

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private RunOptions options = new RunOptions();

  ValidateCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    List<Projection> projections = projections();
    if (shrink != null && files.size() > 1) {
      throw Refusal.badInput("--shrink goes with one log, not with " + files.size());
    }
    Path spec = session.root().resolve("spec");
    try (Scratch scratch = Scratch.open(session)) {
      Tlc tlc = new Tlc(options.jar(session), scratch.archive());
      session.interrupts().onSignal(tlc::stop);
      Validation validation =
          new Validation(tlc, spec.resolve("uet").resolve("log"), session.table().library());
      ObjectNode document = JSON.createObjectNode();
      document.put("format", "sluice-validation/1");
      ArrayNode logs = document.putArray("logs");
      int worst = ExitCodes.OK;
      for (Path file : files) {
        int code = one(file, projections, validation, scratch, logs);
        worst = worse(worst, code);
      }
      document.put("exit", worst);
      if (json) {
        session.terminal().out().print(ResultJson.print(document));
      }
      return worst;
    }
  }

  private List<Projection> projections() throws Refusal {
    List<Projection> all = Validation.projections();
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

  /** 2 is worse than 1, 1 worse than 3, and 3 worse than 0. */
  private static int worse(int one, int other) {
    List<Integer> order =
        List.of(ExitCodes.OK, ExitCodes.NOT_DECIDED, ExitCodes.FAILED, ExitCodes.BAD_INPUT);
    return order.indexOf(one) >= order.indexOf(other) ? one : other;
  }

  private int one(
      Path file,
      List<Projection> projections,
      Validation validation,
      Scratch scratch,
      ArrayNode logs)
      throws Refusal, InterruptedException {
    ObjectNode node = logs.addObject();
    node.put("log", file.toString());
    try {
      long begun = session.nanos().getAsLong();
      EventLog log = EventLog.read(file);
      if (log.events().isEmpty()) {
        return refused(node, file + ": the log holds no event. Nothing can be said about it.");
      }
      Path folder = scratch.folder();
      int processes = Math.min(options.jobs(), projections.size());
      List<Judged> judged = validation.judge(log, projections, processes, folder);
      int code = report(file, log, judged, projections, node);
      session
          .terminal()
          .tell(
              Words.some(log.events().size(), "event", "events")
                  + " in "
                  + Words.seconds(session.nanos().getAsLong() - begun)
                  + " s");
      if (shrink != null) {
        shrink(log, judged, projections, validation, scratch);
      }
      return code;
    } catch (BadTrace bad) {
      int code = bad.isGap() ? ExitCodes.FAILED : ExitCodes.BAD_INPUT;
      refused(node, bad.getMessage());
      return code;
    } catch (BadLog bad) {
      return refused(node, file + ": " + bad.getMessage());
    } catch (IOException failed) {
      throw Refusal.badInput(String.valueOf(failed.getMessage()));
    }
  }

  private int refused(ObjectNode node, String sentence) {
    node.put("refused", sentence);
    session.terminal().tell(sentence);
    return ExitCodes.BAD_INPUT;
  }

  // ---------------------------------------------------------------- the result

  private int report(
      Path file, EventLog log, List<Judged> judged, List<Projection> projections, ObjectNode node) {
    Terminal terminal = session.terminal();
    TextTable table =
        new TextTable("", "specification", ">behaviours", ">events", ">judged", ">not judged", "");
    long told = 0;
    long all = 0;
    int code = ExitCodes.OK;
    ArrayNode rows = node.putArray("specifications");
    for (Projection projection : projections) {
      List<Judged> mine =
          judged.stream().filter(each -> each.spec().equals(projection.spec())).toList();
      long events = log.of(projection.spec()).size();
      long sure = mine.stream().mapToLong(ValidateCommand::judgedEvents).sum();
      Judged bad = mine.stream().filter(Judged::isRejected).findFirst().orElse(null);
      int mineCode =
          bad != null ? ExitCodes.FAILED : sure < events ? ExitCodes.NOT_DECIDED : ExitCodes.OK;
      code = worse(code, mineCode);
      told += events;
      all += sure;
      String verdict =
          bad != null
              ? "rejected at event " + bad.rejected().number()
              : events == 0 ? "nothing logged" : sure < events ? why(mine) : "accepted";
      String mark = bad != null ? "no" : sure < events ? "??" : events == 0 ? "" : "ok";
      table.row(
          List.of(
              mark,
              projection.spec(),
              Words.count(mine.size()),
              Words.count(events),
              Words.count(sure),
              Words.count(events - sure),
              verdict));
      ObjectNode row = rows.addObject();
      row.put("specification", projection.spec());
      row.put("behaviours", mine.size());
      row.put("events", events);
      row.put("judged", sure);
      row.put("verdict", verdict);
      if (bad != null) {
        ValidationJson.rejection(bad, row.putObject("rejection"));
      }
    }
    if (told == 0) {
      code = worse(code, ExitCodes.NOT_DECIDED);
    }
    node.put("exit", code);
    if (json) {
      return code;
    }
    terminal.line(
        file
            + ": "
            + log.header().writer()
            + " "
            + log.header().writerVersion()
            + ", profile "
            + log.header().profile()
            + ", "
            + Words.some(log.events().size(), "event", "events"));
    table.lines().forEach(terminal::line);
    terminal.line(sentence(code, told, all));
    if (!log.header().omits().isEmpty()) {
      terminal.line("The log says that it leaves out:");
      log.header().omits().forEach(omitted -> terminal.line("  " + omitted));
    }
    for (Judged each : judged) {
      if (each.isRejected()) {
        terminal.line("");
        ValidationText.lines(each).forEach(terminal::line);
      }
    }
    return code;
  }

  private static long judgedEvents(Judged judged) {
    if (judged.isRejected()) {
      return judged.rejected().number() == 0 ? 0 : before(judged);
    }
    if (judged.verdict() instanceof Undecided undecided) {
      return undecided.event() < 0 ? 0 : distinct(judged, undecided.event());
    }
    return judged.behaviour().events();
  }

  private static long before(Judged judged) {
    return distinct(judged, ((LogVerdict.Rejected) judged.verdict()).event()) + 1;
  }

  /** From how many of the log's events the first steps come. */
  private static long distinct(Judged judged, int steps) {
    return judged.behaviour().steps().subList(0, steps).stream()
        .mapToLong(step -> step.number())
        .distinct()
        .count();
  }

  private static String why(List<Judged> judged) {
    for (Judged each : judged) {
      if (each.verdict() instanceof Undecided undecided) {
        return "not judged: " + undecided.why();
      }
      Optional<Unjudged> rest = each.behaviour().unjudged();
      if (rest.isPresent()) {
        return "not judged from event " + rest.get().from() + ": " + rest.get().why();
      }
    }
    return "not judged: no behaviour takes these events";
  }

  private static String sentence(int code, long told, long judged) {
    return switch (code) {
      case ExitCodes.OK ->
          "Accepted: "
              + Words.some(judged, "event is", "events are")
              + " steps of the specifications, and every invariant held.";
      case ExitCodes.NOT_DECIDED ->
          "Accepted as far as it was judged: "
              + Words.count(judged)
              + " of "
              + Words.some(told, "event", "events")
              + ".";
      default -> "Rejected: the log is no behaviour of the specifications.";
    };
  }

  // ---------------------------------------------------------------- shrinking

  private void shrink(
      EventLog log,
      List<Judged> judged,
      List<Projection> projections,
      Validation validation,
      Scratch scratch)
      throws BadLog, IOException, InterruptedException {
    Optional<Judged> rejected = judged.stream().filter(Judged::isRejected).findFirst();
    if (rejected.isEmpty()) {
      session.terminal().tell("nothing was rejected, so nothing is shrunk");
      return;
    }
    Projection through =
        projections.stream()
            .filter(each -> each.spec().equals(rejected.get().spec()))
            .findFirst()
            .orElseThrow();
    EventLog small;
    try (SpecJudge judge = validation.through(through, scratch.folder())) {
      small = new Shrinking(judge).smallest(log, rejected.get());
    }
    WholeFile.write(shrink, small::write);
    session
        .terminal()
        .tell(
            shrink
                + " holds "
                + Words.some(small.events().size(), "event", "events")
                + " of "
                + Words.count(log.events().size())
                + ", and is rejected for the same reason");
  }
}
