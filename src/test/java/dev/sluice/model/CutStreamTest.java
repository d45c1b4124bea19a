package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.ChangedSources;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What TLC streams of a graph is held against what TLC itself counts: a probe that leaves something
 * out, and is compiled from its own source with a line more, is a fault, and no model that holds.
 */
class CutStreamTest {
  private static final String STREAM = "model/tlc/probe/GraphStream.java";
  private static final String EDGE = "    void edge(TLCState from, TLCState to, boolean isNew,";
  private static final String BEGIN = " Action action) {\n";

  /** Nothing of states in which the last token has come. */
  private static final String WITHOUT_THREE =
      "if ((from + \" \" + to).contains(\"seen = 3\")) { return; }";

  @TempDir Path folder;

  @Test
  void aGraphThatLacksATransitionIsAFault() throws Exception {
    ModelResult result =
        check("if (!isNew && action.getName().toString().equals(\"Lose\")) { return; }");
    assertThat(result.states()).as("each is reached by another transition").isEqualTo(32);
    assertThat(result.transitions()).isLessThan(74);
    assertThat(result.problems())
        .contains("Relay/smoke: TLC generated 74 transitions and streamed " + result.transitions());
    assertThat(result.status()).isEqualTo(Status.FAULT);
  }

  @Test
  void aGraphThatLacksAStateIsAFault() throws Exception {
    ModelResult result = check(WITHOUT_THREE);
    assertThat(result.states()).isLessThan(32);
    assertThat(result.problems())
        .contains("Relay/smoke: TLC found 32 states and streamed " + result.states());
    assertThat(result.status()).isEqualTo(Status.FAULT);
  }

  @Test
  void aGraphWhoseEndIsMissingIsNotDecided() throws Exception {
    ModelResult result =
        check("if (to.toString().contains(\"seen = 3\")) { Runtime.getRuntime().halt(0); }");
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
  }

  /** Of somebody else's specification too, whose graph is written out. */
  @Test
  void aGraphOfAnybodysThatLacksAStateIsAFault() throws Exception {
    Path root = Toy.folder().resolve("Relay.tla");
    Configuration config = Configuration.of(Toy.folder().resolve("Relay.cfg"));
    Model model =
        new Model(
            "Relay", "Relay.cfg", root, config, Lane.FULL, "ok", -1, -1, -1, 0, -1, "", "", "", "");
    ModelCheck.Limits limits =
        new ModelCheck.Limits(1, 512, 60, false, false, false, true, TlcOptions.NONE);
    ModelResult result = check(model, limits, List.of(probe(WITHOUT_THREE)));
    assertThat(result.problems())
        .singleElement()
        .asString()
        .startsWith("Relay/Relay.cfg: TLC found 32 states and streamed 2");
    assertThat(result.status()).isEqualTo(Status.FAULT);
  }

  /** Checks the toy with a probe that does so first with each transition. */
  private ModelResult check(String first) throws Exception {
    Path root = folder.resolve("project");
    Path models = Files.createDirectories(root.resolve("spec/models"));
    Files.copy(Toy.folder().resolve("Relay.tla"), root.resolve("spec/Relay.tla"));
    Files.writeString(
        models.resolve("MCRelay.tla"), "---- MODULE MCRelay ----\nEXTENDS Relay\n====\n");
    Files.copy(Toy.folder().resolve("Relay.cfg"), models.resolve("MCRelay_smoke.cfg"));
    Files.writeString(root.resolve("spec/models.toml"), ModelCheckTest.HOLDS);
    ModelTable table = ModelTable.load(root);
    List<Path> library = new ArrayList<>(table.library());
    library.add(probe(first));
    ModelCheck.Limits limits = new ModelCheck.Limits(1, 512, 60, true, true, false);
    return check(table.models().get(0), limits, library);
  }

  private ModelResult check(Model model, ModelCheck.Limits limits, List<Path> library)
      throws Exception {
    Path run = Files.createDirectories(folder.resolve("run"));
    return new ModelCheck(new Tlc(JarInUse.jar()), library)
        .check(model, limits, run, graph -> {}, progress -> {}, phase -> {});
  }

  /** A jar with the changed probe; it comes before the project's own classes. */
  private Path probe(String first) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    String text = ChangedSources.text(STREAM);
    int at = text.indexOf(EDGE);
    assertThat(at).as("%s has %s", STREAM, EDGE).isNotNegative();
    int body = text.indexOf(BEGIN, at) + BEGIN.length();
    String changed = text.substring(0, body) + first + "\n" + text.substring(body);
    ChangedSources.compile(Map.of(STREAM, changed), classes);
    Path jar = folder.resolve("probe.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        packed.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, packed);
      }
    }
    return jar;
  }
}
