package dev.sluice.cli;

import dev.sluice.conformance.Player;
import dev.sluice.conformance.Role;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice conform init}. */
@Command(
    name = "init",
    description = {
      ConformInit.WHAT,
      "",
      "The template runs at once, passes `conform check`, and fails `conform run` with a genuine"
          + " failure. Four functions are marked TODO. An existing file is never replaced."
    },
    footer = {
      "",
      "Examples:",
      "  sluice conform init --lang python",
      "  sluice conform init --lang c --role rcm-rp nic.c"
    })
final class ConformInit implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT = "Writes a shim to start from, in C or Python.";

  /** Languages that have a template. */
  enum Language {
    /** C of 1999, with its standard library. */
    C("shim.c", "cc -O2 -o shim %s", "./shim"),
    /** Python 3, with its standard library. */
    PYTHON("shim.py", "", "python3 %s");

    private final String file;
    private final String build;
    private final String run;

    Language(String file, String build, String run) {
      this.file = file;
      this.build = build;
      this.run = run;
    }
  }

  private final Session session;

  @Option(
      names = "--lang",
      paramLabel = "LANGUAGE",
      required = true,
      description = "The language: c or python.")
  private Language language;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "rcm-np",
      description = "The role that the shim plays (default: ${DEFAULT-VALUE}).")
  private String role;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "The file to write (default: shim.c or shim.py).")
  private Path file;

  ConformInit(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException {
    Role played =
        Players.of(role)
            .map(Player::role)
            .orElseThrow(() -> Refusal.badInput(ConformCommand.noRole(role)));
    Path written = file == null ? Path.of(language.file) : file;
    if (Files.exists(written)) {
      throw Refusal.badInput(written + " is there already; name another file, or delete that one");
    }
    String text = filled(language, played, written.toString());
    WholeFile.write(written, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    Terminal terminal = session.terminal();
    terminal.line("wrote " + written + ", a shim for the role " + role + "; next:");
    if (!language.build.isEmpty()) {
      terminal.line("  " + language.build.formatted(written));
    }
    terminal.line("  sluice conform check -- " + language.run.formatted(written));
    terminal.line("  sluice conform run -- " + language.run.formatted(written));
    return ExitCodes.OK;
  }

  /**
   * Returns the template in C with the four functions of a notification point.
   *
   * @param name the name of the file
   */
  static String notifier(String name) throws IOException {
    String template = filled(Language.C, Players.of("rcm-np").orElseThrow().role(), name);
    try (InputStream in = shipped("notifier.c")) {
      return template.substring(0, template.indexOf("/* TODO "))
          + new String(in.readAllBytes(), StandardCharsets.UTF_8)
          + template.substring(template.indexOf("static void error("));
    }
  }

  private static String filled(Language language, Role played, String name) throws IOException {
    try (InputStream in = shipped(language.file)) {
      boolean isC = language == Language.C;
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@ROLE@", played.name())
          .replace("@FILE@", name)
          .replace("@VARIABLES@", observed(played.variables().keySet(), isC))
          .replace("@EVENTS@", list(played.events().stream().map(Role.Event::action).toList(), isC))
          .replace("@PARAMETERS@", list(played.given().keySet(), isC));
    }
  }

  /** Opens a text that the program is built with: a template, or the demonstration. */
  static InputStream shipped(String file) {
    InputStream in = Role.class.getResourceAsStream(file);
    if (in == null) {
      throw new IllegalStateException("the program was built without " + file);
    }
    return in;
  }

  /** Returns the list of variables as the template has it in its language. */
  private static String observed(Collection<String> names, boolean isC) {
    String all = list(names, false);
    return isC ? all.replace("\"", "\\\"") : all;
  }

  private static String list(Collection<String> words, boolean bare) {
    String all = words.stream().map(word -> '"' + word + '"').collect(Collectors.joining(", "));
    return bare ? all : "[" + all + "]";
  }
}
