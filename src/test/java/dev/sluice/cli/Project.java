package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.model.Toy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A small project made of the toy specification, and the commands run in it. */
final class Project {
  static final String HOLDS =
      """
      [[model]]
      module = "Relay"
      name = "trace"
      lane = "trace"
      states = 32
      depth = 7
      transitions = 74
      replay = "none: the toy has no kernel"
      """;

  static final String CAUGHT =
      """
      [[control]]
      module = "Relay"
      name = "fault_late"
      on = "trace"
      plant = "Send <- SendLate"
      catches = "SeenWasSentInv"
      length = 2
      says = "A token is counted before it is sent."
      """;

  private final Path root;
  private final Path temporary;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Things to do as soon as so many models are done, by their number. */
  private final Map<Integer, Runnable> during = new HashMap<>();

  private Project(Path root, Path temporary) {
    this.root = root;
    this.temporary = temporary;
  }

  /** A project with these rows in its table, in a new folder. */
  static Project of(Path folder, String... rows) throws IOException {
    Path root = Files.createDirectories(folder.resolve("project"));
    Path models = Files.createDirectories(root.resolve("spec/models"));
    Files.copy(Toy.folder().resolve("Relay.tla"), root.resolve("spec/Relay.tla"));
    Files.copy(Toy.folder().resolve("RelayFaults.tla"), models.resolve("RelayFaults.tla"));
    Files.writeString(
        models.resolve("MCRelay.tla"), "---- MODULE MCRelay ----\nEXTENDS Relay\n====\n");
    Files.copy(Toy.folder().resolve("Relay.cfg"), models.resolve("MCRelay_trace.cfg"));
    Files.writeString(root.resolve("spec/models.toml"), String.join("\n", rows));
    return new Project(root, Files.createDirectories(folder.resolve("tmp")));
  }

  /** This project itself, whose temporary folders go to the one given. */
  static Project own(Path temporary) {
    return at(Path.of("").toAbsolutePath(), temporary);
  }

  /** The project in a folder, or what a user takes for one. */
  static Project at(Path root, Path temporary) {
    return new Project(root, temporary);
  }

  Path root() {
    return root;
  }

  /** Where this project's commands make their temporary folders. */
  Path temporary() {
    return temporary;
  }

  /**
   * Runs a command in this process, its output no terminal; what it printed before is forgotten.
   */
  int run(String... args) {
    return run(Map.of(), args);
  }

  /** The same with more variables in the environment. */
  int run(Map<String, String> variables, String... args) {
    out.reset();
    err.reset();
    Terminal terminal =
        new Terminal(stream(out), new PrintStream(new Watched(), true, UTF_8), false, false, false);
    Map<String, String> environment = new HashMap<>(variables);
    environment.putIfAbsent("TMPDIR", temporary.toString());
    return Sluice.run(
        new Session(terminal, environment, System::nanoTime, new Interrupts(), root), args);
  }

  /** Has something done in the next runs, as soon as so many models are done. */
  void during(int models, Runnable action) {
    during.put(models, action);
  }

  /** Standard error, on which the progress is told. */
  private final class Watched extends OutputStream {
    @Override
    public void write(int octet) {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] from, int at, int length) {
      err.write(from, at, length);
      String text = new String(from, at, length, UTF_8);
      during.forEach(
          (models, action) -> {
            if (text.contains("[" + models + "/")) {
              action.run();
            }
          });
    }
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, UTF_8);
  }

  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }
}
