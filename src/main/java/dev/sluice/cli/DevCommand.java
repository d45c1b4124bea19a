package dev.sluice.cli;

import dev.sluice.impact.Build;
import dev.sluice.impact.Candidate;
import dev.sluice.impact.Candidate.Kind;
import dev.sluice.impact.ChangedFiles;
import dev.sluice.impact.ClassGraph;
import dev.sluice.impact.ClassGraph.Reached;
import dev.sluice.impact.Durations;
import dev.sluice.impact.Impact;
import dev.sluice.impact.Plan;
import dev.sluice.model.ModelTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice dev}: the checks that an edit affects, within a minute. */
@Command(
    name = "dev",
    description = {
      DevCommand.WHAT,
      "",
      "The edit is the difference between the checkout and a commit, with untracked files. Sluice"
          + " compiles the changed sources, and all that depend on a changed interface. It then"
          + " chooses test classes by the uses between class files, models by the modules that they"
          + " read, and replays by the twins that reach a changed kernel; the nearest come first."
          + " Checks that do not fit into the time are listed with the commands that run them.",
      "",
      "This command does not replace `mvn verify` and `./sluice verify`."
    })
final class DevCommand implements Callable<Integer> {
  /** First paragraph of the help, and line in the list of commands. */
  static final String WHAT =
      "Runs the checks that an edit affects, in at most a minute, and says why it chose them.";

  private static final int DEFAULT_SECONDS = 60;

  /** Number of checks that are listed one by one if they do not fit into the time. */
  private static final int LISTED = 20;

  private final Session session;

  @Option(
      names = "--base",
      paramLabel = "REV",
      defaultValue = "HEAD",
      description = "The commit to compare with (default: HEAD).")
  private String base;

  @Option(names = "--list", description = "Choose checks and list them, but run none.")
  private boolean list;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      description = "The time for all of it, compilation included (default: 60).")
  private Integer seconds;

  DevCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException, IOException {
    long begun = session.nanos().getAsLong();
    Path root = session.root();
    Terminal terminal = session.terminal();
    ChangedFiles git = new ChangedFiles(root);
    List<String> files;
    try {
      files = git.since(base);
    } catch (ChangedFiles.Unknown e) {
      throw Refusal.badInput(e.getMessage());
    }
    if (files.isEmpty()) {
      terminal.line("Nothing differs from " + base + ".");
      terminal.tell("name an earlier commit to check the commits since then: --base HEAD~1");
      return ExitCodes.OK;
    }
    DevRun run = new DevRun(session, root, begun, seconds == null ? DEFAULT_SECONDS : seconds);
    Build build = new Build(root, run.libraries());
    try {
      int compiled = build.run();
      terminal.tell(
          Words.some(compiled, "source", "sources") + " compiled, " + run.used() + " s so far");
    } catch (Build.Broken e) {
      terminal.line(e.getMessage());
      terminal.line("");
      terminal.line(terminal.bad("FAILED") + ": the edit does not compile");
      return ExitCodes.FAILED;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    List<Candidate> tests = new ArrayList<>();
    List<Candidate> others = new ArrayList<>();
    List<String> without = choose(root, git, build, files, tests, others);
    Plan first = Plan.fit(tests, run.left());
    Plan second = Plan.fit(others, run.leftForModels());
    print(first, second);
    remarks(files, without, first, second);
    if (first.chosen().isEmpty() && second.chosen().isEmpty()) {
      terminal.line(terminal.doubtful("NOT DECIDED") + ": no check was chosen");
      return ExitCodes.NOT_DECIDED;
    }
    return list ? ExitCodes.OK : run.all(build, files, first.chosen(), second.chosen());
  }

  /** Chooses tests and other checks, and returns the files for which there are none. */
  private List<String> choose(
      Path root,
      ChangedFiles git,
      Build build,
      List<String> files,
      List<Candidate> tests,
      List<Candidate> others)
      throws IOException, Refusal, InterruptedException {
    Durations durations = Durations.read(root);
    Impact impact = new Impact(ClassGraph.read(build.mainClasses(), build.testClasses()));
    Map<String, Reached> twins = new HashMap<>();
    for (Reached reached : impact.of(files)) {
      String name = reached.name();
      if (impact.isTestClass(name)) {
        tests.add(
            new Candidate(
                Kind.TEST, name, reached.reason(), reached.distance(), durations.of(name)));
      } else if (name.endsWith("Twin")) {
        twins.put(name.substring(name.lastIndexOf('.') + 1), reached);
      }
    }
    boolean isFormatted = Files.readString(root.resolve("pom.xml")).contains("spotless");
    if (isFormatted && files.stream().anyMatch(file -> DevRun.isSource(root, file))) {
      others.add(new Candidate(Kind.FORMAT, "format", "sources changed", 0, 4));
    }
    ModelTable table = session.table();
    AffectedModels models = new AffectedModels(table, files, twins, durations);
    try {
      for (Path file : ModelTable.files(root)) {
        String name = root.relativize(file).toString().replace('\\', '/');
        String now = Files.readString(file);
        models.compareRows(name, now, files.contains(name) ? git.text(base, name) : now);
      }
    } catch (ChangedFiles.Unknown e) {
      throw Refusal.badInput(e.getMessage());
    }
    others.addAll(models.candidates());
    List<String> without = new ArrayList<>(impact.withoutTests(files));
    without.removeIf(models::reads);
    return without;
  }

  // ------------------------------------------------------------------ output

  private void print(Plan... plans) {
    TextTable table = new TextTable("check", "reason", ">expected s");
    for (Plan plan : plans) {
      for (Candidate each : plan.chosen()) {
        table.row(List.of(each.shortName(), each.reason(), tenths(each.seconds())));
      }
    }
    table.lines().forEach(session.terminal()::line);
    session.terminal().line("");
  }

  private static String tenths(double seconds) {
    return Words.seconds((long) (seconds * 1e9));
  }

  private void remarks(List<String> files, List<String> without, Plan... plans) {
    Terminal terminal = session.terminal();
    List<Candidate> leftOut = new ArrayList<>();
    for (Plan plan : plans) {
      leftOut.addAll(plan.leftOut());
    }
    if (!leftOut.isEmpty()) {
      terminal.line(
          terminal.strong(
              "Affected, but left out for time: "
                  + Words.some(leftOut.size(), "check", "checks")
                  + "; the nearest:"));
      leftOut.stream()
          .limit(LISTED)
          .forEach(each -> terminal.line("  " + each.command() + "  # " + each.reason()));
      terminal.line("");
    }
    for (String file : without) {
      terminal.line("No check is known for " + file + "; run `mvn verify` and `./sluice verify`.");
    }
    if (files.contains("pom.xml")) {
      terminal.line("pom.xml changed: only `mvn verify` checks the build itself.");
    }
  }
}
