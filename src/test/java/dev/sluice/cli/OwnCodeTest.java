package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java classes that come with specifications run only if the user trusts them. */
class OwnCodeTest {
  private static final String WOULD_RUN =
      "TLC would run Java code that comes with the specification";

  /** Violated in the third step; a class that replaces Ok hides it. */
  private static final String MODULE =
      """
      ---- MODULE Counts ----
      EXTENDS Naturals, Bound
      VARIABLE x
      Init == x = 0
      Next == x < 3 /\\ x' = x + 1
      Spec == Init /\\ [][Next]_x
      Inv == Ok(x)
      ====
      """;

  @TempDir Path folder;
  private Project project;
  private Path ran;
  private Path spec;
  private Path elsewhere;

  @BeforeEach
  void writeASpecification() throws IOException {
    project = Project.of(folder, Project.HOLDS);
    ran = folder.resolve("ran");
    spec = Files.createDirectories(folder.resolve("mine"));
    elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Files.writeString(spec.resolve("Counts.tla"), MODULE);
    Files.writeString(
        spec.resolve("Bound.tla"),
        "---- MODULE Bound ----\nEXTENDS Naturals\nOk(y) == y <= 2\n====\n");
    Files.writeString(
        spec.resolve("Counts.cfg"), "SPECIFICATION Spec\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\n");
  }

  /** Compiles a class that says that it has run, and returns the folder with its class file. */
  private Path compiled(String type, String body) throws IOException {
    Path source = Files.createDirectories(folder.resolve("source")).resolve(simple(type) + ".java");
    String room = type.contains(".") ? type.substring(0, type.lastIndexOf('.')) : "";
    Files.writeString(
        source,
        (room.isEmpty() ? "" : "package " + room + ";\n")
            + "public class "
            + simple(type)
            + body.formatted(
                "static { try { java.nio.file.Files.writeString(java.nio.file.Path.of(\""
                    + ran
                    + "\"), \"ran\"); } catch (java.io.IOException e) { throw new Error(e); } }"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-d", classes.toString(), "-classpath", System.getProperty("java.class.path"));
      assertThat(
              compiler
                  .getTask(said, files, null, options, null, files.getJavaFileObjects(source))
                  .call())
          .as(said.toString())
          .isTrue();
    }
    return classes;
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** Compiles a class whose Ok is true of everything. */
  private Path replacing(String type) throws IOException {
    return compiled(
        type,
        " { %s public static tlc2.value.impl.Value Ok(tlc2.value.impl.Value y) {"
            + " return tlc2.value.impl.BoolValue.ValTrue; } }");
  }

  private Path placed(String type, Path where) throws IOException {
    Path compiled = replacing(type).resolve(type.replace('.', '/') + ".class");
    return Files.move(compiled, where.resolve(compiled.getFileName()));
  }

  private Path jar(String... entries) throws IOException {
    return jar(new Manifest(), entries);
  }

  /** Makes a jar of the classes that were compiled, each under a name of its own. */
  private Path jar(Manifest manifest, String... entries) throws IOException {
    Path file = folder.resolve("modules.jar");
    manifest.getMainAttributes().putIfAbsent(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (String entry : entries) {
        jar.putNextEntry(new JarEntry(entry));
        try (Stream<Path> all = Files.walk(folder.resolve("classes"))) {
          Path simple = Path.of(entry).getFileName();
          jar.write(
              Files.readAllBytes(all.filter(each -> each.endsWith(simple)).findFirst().get()));
        }
      }
    }
    return file;
  }

  private int check(String... options) {
    return project.run(
        Stream.concat(Stream.of("check", spec.resolve("Counts.tla").toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  private void refuses(int code, String... words) {
    assertThat(code).as(project.out() + project.err()).isEqualTo(2);
    assertThat(project.out() + project.err()).contains(WOULD_RUN).contains(words);
    assertThat(project.out() + project.err()).contains("add --trust to run it");
    assertThat(ran).doesNotExist();
  }

  @Test
  void aClassBesideTheModuleIsRefused() throws IOException {
    assertThat(check()).isEqualTo(1);
    Path file = placed("Bound", spec);
    refuses(
        check(),
        file.toRealPath() + ": this class would replace operators of module Bound; read the code",
        "BAD INPUT");
  }

  @Test
  void aClassIsAnnouncedAndRunsIfItIsTrusted() throws IOException {
    Path file = placed("Bound", spec);
    assertThat(check("--trust")).as(project.out()).isEqualTo(0);
    assertThat(ran).exists();
    assertThat(project.err())
        .contains("--trust: TLC may run " + file.toRealPath() + " (module Bound)")
        .satisfies(
            said ->
                assertThat(said.indexOf("--trust: TLC may run"))
                    .isLessThan(said.indexOf("1 model in")));
    assertThat(project.out())
        .contains("HOLDS, but with 1 warning")
        .contains("this Java class replaces operators of module Bound, so that the result");
  }

  /** Covers a module that comes with TLC, and one that every specification has. */
  @Test
  void aClassWithTheNameOfAStandardModuleIsRefused() throws IOException {
    placed("Naturals", spec);
    refuses(check(), "would replace operators of module Naturals");
    Files.delete(spec.resolve("Naturals.class"));
    placed("Strings", spec);
    refuses(check(), "would replace operators of module Strings");
  }

  @Test
  void allClassesAreNamedAtOnce() throws IOException {
    placed("Bound", spec);
    placed("Counts", spec);
    refuses(check(), "operators of module Bound;", "operators of module Counts;");
  }

  @Test
  void aClassInALibraryOrInAFolderOfTheEnvironmentIsRefused() throws IOException {
    Files.move(spec.resolve("Bound.tla"), elsewhere.resolve("Bound.tla"));
    Path file = placed("Bound", elsewhere);
    refuses(check("--library", elsewhere.toString()), file.toRealPath().toString());
    String counts = spec.resolve("Counts.tla").toString();
    refuses(
        project.run(Map.of("TLA_PATH", elsewhere.toString()), "check", counts),
        file.toRealPath().toString());
  }

  @Test
  void aLinkToAClassIsRefused() throws IOException {
    Files.createSymbolicLink(spec.resolve("Bound.class"), placed("Bound", elsewhere));
    refuses(check(), spec.toRealPath().resolve("Bound.class").toString());
  }

  @Test
  void drawingBehavioursRunsNoClassEither() throws IOException {
    placed("Bound", spec);
    refuses(check("--simulate", "10"), "would replace operators of module Bound");
  }

  /** Relies on TLC, which loads the class of the package because of a file of this name. */
  @Test
  void aClassThatReplacesOperatorsOfAnyModuleIsRefused() throws IOException {
    Path classes =
        compiled(
            "tlc2.overrides.TLCOverrides",
            " implements ITLCOverrides { %s public Class[] get() { return new Class[0]; } }");
    Path room = Files.createDirectories(spec.resolve("tlc2/overrides"));
    Path type = classes.resolve("tlc2/overrides/TLCOverrides.class");
    Files.copy(type, room.resolve("TLCOverrides.class"));
    assertThat(check()).as("a class in a subfolder is not loaded").isEqualTo(1);
    assertThat(ran).doesNotExist();
    Files.copy(type, spec.resolve("tlc2.overrides.TLCOverrides.class"));
    refuses(check(), "would replace operators of any module");
    assertThat(check("--trust")).isEqualTo(1);
    assertThat(ran).as("TLC loads it if it is trusted").exists();
  }

  /** Relies on TLC, which also looks below the last of the folders with modules. */
  @Test
  void aClassBelowTheLastFolderIsRefused() throws IOException {
    project = Project.at(folder, Files.createDirectories(folder.resolve("tmp")));
    Files.createDirectories(folder.resolve("project/none"));
    Path classes =
        compiled(
            "tlc2.overrides.TLCOverrides",
            " implements ITLCOverrides { %s public Class[] get() { return new Class[0]; } }");
    String type = "tlc2/overrides/TLCOverrides.class";
    for (Path last : List.of(spec, elsewhere)) {
      String[] library = last.equals(spec) ? new String[0] : new String[] {"--library", "" + last};
      assertThat(check(library)).isEqualTo(1);
      Files.createDirectories(last.resolve("tlc2/overrides"));
      Files.copy(classes.resolve(type), last.resolve(type));
      refuses(check(library), last.toRealPath().resolve(type) + ": this class would replace");
      assertThat(
              check(Stream.concat(Stream.of("--trust"), Stream.of(library)).toArray(String[]::new)))
          .isEqualTo(1);
      assertThat(ran).as("TLC loads it if it is trusted").exists();
      assertThat(project.err()).contains("TLC may run " + last.toRealPath().resolve(type));
      Files.delete(ran);
      Files.delete(last.resolve(type));
    }
  }

  @Test
  void aJarWithClassesIsRefused() throws IOException {
    replacing("Bound");
    for (String entry :
        List.of(
            "Bound.class",
            "tlc2/module/Bound.class",
            "tla2sany/StandardModules/Bound.class",
            "META-INF/versions/17/Bound.class")) {
      refuses(check("--library", jar(entry).toString()), "--library: ", entry);
    }
    compiled(
        "tlc2.overrides.TLCOverrides",
        " implements ITLCOverrides { %s public Class[] get() { return new Class[0]; } }");
    String overrides = "tlc2/overrides/TLCOverrides.class";
    refuses(check("--library", jar(overrides).toString()), overrides + " for any module");
    Path link = Files.createSymbolicLink(folder.resolve("link.jar"), folder.resolve("modules.jar"));
    refuses(check("--library", link.toString()), overrides + " for any module");
    assertThat(check("--library", jar("Bound.class").toString(), "--trust")).isEqualTo(0);
    assertThat(project.err()).contains("modules.jar (Bound.class for module Bound)");
    assertThat(ran).exists();
  }

  @Test
  void aJarThatNamesFurtherJarsIsRefused() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "elsewhere/");
    placed("Bound", elsewhere);
    refuses(
        check("--library", jar(manifest).toString()),
        "modules.jar (it names further jars or folders with classes)");
  }

  @Test
  void aJarWithoutClassesIsALibrary() throws IOException {
    Files.createDirectories(folder.resolve("classes"));
    Files.move(spec.resolve("Bound.tla"), folder.resolve("classes/Bound.tla"));
    assertThat(check("--library", jar("Bound.tla").toString())).as(project.out()).isEqualTo(1);
  }

  @Test
  void aClassThatNoModuleNamesIsNoCodeOfTheSpecification() throws IOException {
    placed("Unrelated", spec);
    assertThat(check()).isEqualTo(1);
    assertThat(ran).doesNotExist();
  }

  @Test
  void aPropertyThatNamesOverridesIsRefused() {
    assertThat(check("--", "-Dtlc2.overrides.TLCOverrides=Bound")).isEqualTo(2);
    assertThat(project.err())
        .contains("-Dtlc2.overrides.TLCOverrides=Bound has TLC load Java classes")
        .contains("add --trust");
    assertThat(check("--trust", "--", "-Dtlc2.overrides.TLCOverrides=Bound")).isEqualTo(1);
  }

  /** Passes on a property that Sluice itself sets. */
  @Test
  void noPropertyOpensTheGate() throws IOException {
    placed("Bound", spec);
    refuses(check("--", "-Dsluice.trust=true"), "would replace operators of module Bound");
  }

  @Test
  void aProjectsOwnTableGoesThroughTheSameGate() throws IOException {
    placed("Relay", project.root().resolve("spec"));
    String[][] commands = {
      {"check"}, {"verify"}, {"traces", "--check"}, {"mutate", "Relay", "--sample", "1"},
    };
    for (String[] command : commands) {
      int code = project.run(command);
      assertThat(project.out() + project.err())
          .as(String.join(" ", command))
          .contains(project.root().resolve("spec/Relay.class") + ": this class would replace")
          .contains("operators of module Relay; read the code, and add --trust to run it");
      assertThat(code).as(String.join(" ", command)).isEqualTo(2);
      assertThat(ran).doesNotExist();
    }
    assertThat(project.run("check", "--trust")).as(project.out()).isEqualTo(0);
    assertThat(project.out()).contains("class replaces operators of module Relay, so that");
  }

  @Test
  void judgesOfLogsGoThroughTheSameGate() throws IOException {
    Path root = folder.resolve("theirs");
    Path from = Path.of("spec").toAbsolutePath();
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        Path to = root.resolve("spec").resolve(from.relativize(each).toString());
        Files.createDirectories(to.getParent());
        Files.copy(each, to);
      }
    }
    Project theirs = Project.at(root, Files.createDirectories(folder.resolve("theirs-tmp")));
    Path log = folder.resolve("run.ndjson");
    assertThat(theirs.run("run", "handshake", "--log", log.toString())).as(theirs.err()).isZero();
    String[] validate = {"validate", "--spec", "PdcHandshake", log.toString()};
    placed("PdcHandshakeLog", root.resolve("spec/uet/log"));
    assertThat(theirs.run(validate)).as(theirs.out() + theirs.err()).isEqualTo(2);
    assertThat(theirs.out() + theirs.err())
        .contains("PdcHandshakeLog.class: this class would replace operators of module ");
    assertThat(ran).doesNotExist();
    theirs.run("validate", "--trust", "--spec", "PdcHandshake", log.toString());
    assertThat(theirs.err()).contains("--trust: TLC may run ");
    assertThat(theirs.out()).as(theirs.err()).contains("Accepted");
  }
}
