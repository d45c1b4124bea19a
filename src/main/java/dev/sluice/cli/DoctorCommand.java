package dev.sluice.cli;

import dev.sluice.model.tlc.TlcJar;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sluice doctor}: whether this machine has what Sluice needs. */
@Command(name = "doctor", description = DoctorCommand.WHAT)
final class DoctorCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Checks whether this machine has what Sluice needs, and says what to do if it has not.";

  private static final int LEAST_MEMORY_MIB = 2048;
  private static final int LEAST_SPACE_MIB = 1024;

  private final Session session;
  private final List<String> advice = new ArrayList<>();
  private boolean wrong;
  private TextTable table;

  @Mixin private RunOptions options = new RunOptions();

  DoctorCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal {
    options.refuseAllBut("with doctor", "--tla2tools", "--jobs", "--heap");
    table = new TextTable("", "what", "found");
    table.row(List.of("ok", "Sluice", Sluice.version()));
    java();
    tlc();
    project();
    machine();
    temporary();
    Terminal terminal = session.terminal();
    table.row(
        List.of(
            "ok",
            "output",
            (terminal.outIsTerminal() ? "a terminal" : "not a terminal")
                + (terminal.colours() ? ", colours" : ", no colours")));
    table.lines().forEach(terminal::line);
    if (!advice.isEmpty()) {
      terminal.line("");
      advice.forEach(terminal::line);
    }
    return wrong ? ExitCodes.BAD_INPUT : ExitCodes.OK;
  }

  private void row(boolean good, String what, String found, String advise) {
    table.row(List.of(good ? "ok" : "FAIL", what, found));
    if (!good) {
      wrong = true;
      advice.add(what + ": " + advise);
    }
  }

  private void java() {
    String home = System.getProperty("java.home");
    row(
        Runtime.version().feature() >= 17 && Files.isExecutable(Path.of(home, "bin", "java")),
        "Java",
        Runtime.version() + ", " + home,
        "Sluice needs Java 17 or newer; install one, and set JAVA_HOME to it");
  }

  private void tlc() {
    TlcJar jar;
    try {
      jar = options.jar(session);
    } catch (Refusal e) {
      row(false, "TLC", "unusable", e.getMessage());
      return;
    }
    Trial trial;
    try (Scratch scratch = Scratch.open(session)) {
      trial = Trial.of(jar, scratch);
    } catch (Refusal e) {
      row(false, "TLC", "not tried: there is no temporary folder", e.getMessage());
      return;
    } catch (IOException e) {
      row(
          false,
          "TLC",
          "not tried: the temporary folder cannot be used",
          DiskTrouble.notUsable(Scratch.base(session.environment()), e));
      return;
    }
    String which = jar.bundled() ? "the one that Sluice comes with" : jar.path().toString();
    row(
        trial.version() != null,
        "TLC",
        (trial.version() == null ? "does not start" : trial.version()) + ", " + which,
        trial.why() + "; name another tla2tools.jar with --tla2tools, or leave the option out");
    if (trial.version() != null) {
      row(
          trial.works(),
          "TLC's graph",
          trial.works() ? "a model of four states was searched, and its graph read" : "unusable",
          trial.why()
              + "; Sluice knows the versions that docs/own-specifications.md names: use one of those, or leave"
              + " --tla2tools and SLUICE_TLA2TOOLS out");
    }
  }

  private void project() {
    try {
      int models = session.table().models().size();
      row(
          models > 0,
          "project",
          session.root() + ", " + Words.some(models, "model", "models"),
          "no table under spec/ has a model; is this the whole project?");
    } catch (Refusal e) {
      row(false, "project", "unusable", e.getMessage());
    }
  }

  private void machine() {
    long memory = RunOptions.memoryMib();
    row(true, "cores", RunOptions.cores() + ", " + options.jobs() + " at a time", "");
    row(
        memory >= LEAST_MEMORY_MIB,
        "memory",
        Words.count(memory) + " MiB",
        "less than "
            + Words.count(LEAST_MEMORY_MIB)
            + " MiB; use --jobs 1 --heap 256m, and leave the full lane out");
  }

  private void temporary() {
    Path base = Scratch.base(session.environment());
    try (Scratch scratch = Scratch.open(session)) {
      scratch.folder();
      FileStore store = Files.getFileStore(base);
      long free = store.getUsableSpace() >> 20;
      row(
          free >= LEAST_SPACE_MIB,
          "temporary",
          base + ", " + Words.count(free) + " MiB free",
          "TLC keeps its queue and its graph there; free some space, or point TMPDIR elsewhere");
    } catch (Refusal e) {
      row(false, "temporary", base + ", unusable", e.getMessage());
    } catch (IOException e) {
      row(false, "temporary", base + ", unusable", DiskTrouble.notUsable(base, e));
    }
  }
}
