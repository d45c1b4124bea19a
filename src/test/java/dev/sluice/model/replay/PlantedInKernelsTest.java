package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Systems;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults in what a living kernel carries from step to step, planted in its source and compiled:
 * each is found by the replay of one of the models that the project keeps, and the kernels as they
 * are replay every one of these.
 */
class PlantedInKernelsTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/sluice");
  private static final Path CLASSES = Path.of("target/classes");
  private static final Path TESTS = Path.of("target/test-classes");
  private static final String NONE = "";

  /**
   * One fault.
   *
   * @param says what is wrong then
   * @param model whose graph is replayed: specification, twin and model, by slashes
   * @param source the file, within {@code dev/sluice}
   * @param from what stands there, once
   * @param to what stands there in its place
   */
  private record Fault(String says, String model, String source, String from, String to) {}

  private static final String GRANTER = "cc/rccc/CreditGranter.java";
  private static final String ENTRIES = "cc/rccc/Entries.java";
  private static final String SPENDER = "cc/rccc/CreditSpender.java";
  private static final String SHARE = "CreditConservation/trace_share";
  private static final String LEFTOVER = "CreditConservation/smoke_leftover";
  private static final String CAP = "CreditConservation/live_cap";

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "a share is counted from where the slices stand, not from where it was",
              SHARE,
              GRANTER,
              "entry.base = Math.min(before, entry.wanted) - level;",
              "entry.base = Math.min(before, entry.wanted);"),
          new Fault(
              "credit that a forgotten sender did not use stays outstanding",
              LEFTOVER,
              GRANTER,
              "outstanding -= entry.granted - entry.arrived;",
              "outstanding -= 0;"),
          new Fault(
              "who leaves is still counted among those that want something",
              LEFTOVER,
              GRANTER,
              "waiting -= entry.isWaiting() ? 1 : 0;",
              "waiting -= 0;"),
          new Fault(
              "the initial credit is not outstanding",
              CAP,
              GRANTER,
              "outstanding += made.granted;",
              "outstanding += 0;"),
          new Fault(
              "what is granted stays where it was due",
              SHARE,
              GRANTER,
              "      changed(slot, entry, wasWaiting);\n    }\n    sink.ackCc(",
              "      waiting += (entry.isWaiting() ? 1 : 0) - (wasWaiting ? 1 : 0);\n    }\n    sink.ackCc("),
          new Fault(
              "two copies of a receiver share their entries",
              SHARE,
              ENTRIES,
              "copy.entries[slot] = entries[slot].copy();",
              "copy.entries[slot] = entries[slot];"),
          new Fault(
              "entries that move together leave their rows behind",
              SHARE,
              ENTRIES,
              "        rows[0][to++] = rows[0][from];",
              "        to++;"),
          new Fault(
              "a refused commit has used the budget",
              SHARE,
              GRANTER,
              "      return NOT_ARRIVED;",
              "      budget--;\n      return NOT_ARRIVED;"),
          new Fault(
              "two copies of a context share what their PDCs want",
              SHARE,
              SPENDER,
              "    FACE.copy(this, copy);",
              "    FACE.copy(this, copy);\n    copy.queue = queue;"),
          new Fault(
              "a context that closes and opens again remembers what was acknowledged",
              LEFTOVER,
              SPENDER,
              "    spent = 0;\n    acked = 0;",
              "    spent = 0;"),
          new Fault(
              "a packet that is lost has spent its credit for good",
              "CreditConservation/trace",
              SPENDER,
              "spent -= bytes;",
              "spent -= 0;"));

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    Map<String, Path> graphs = new HashMap<>();
    List<DynamicTest> tests = new ArrayList<>();
    for (Fault fault : FAULTS) {
      tests.add(
          DynamicTest.dynamicTest(
              fault.says(),
              () -> {
                Path graph = graphs.get(fault.model());
                if (graph == null) {
                  Path folder = Files.createDirectory(scratch.resolve("graph-" + graphs.size()));
                  graph = ModelGraph.streamed(module(fault.model()), name(fault.model()), folder);
                  graphs.put(fault.model(), graph);
                  assertThat(replay(graph, module(fault.model()))).isEqualTo(NONE);
                }
                Path folder = Files.createTempDirectory(scratch, "fault-");
                compile(fault, folder);
                assertThat(replayed(folder, graph, module(fault.model()))).isNotEqualTo(NONE);
              }));
    }
    return tests;
  }

  private static String module(String model) {
    return model.substring(0, model.indexOf('/'));
  }

  private static String name(String model) {
    return model.substring(model.indexOf('/') + 1);
  }

  private static void compile(Fault fault, Path folder) throws IOException {
    Path source = SOURCES.resolve(fault.source());
    String text = Files.readString(source);
    assertThat(text.split(java.util.regex.Pattern.quote(fault.from()), -1))
        .as("%s holds once: %s", fault.source(), fault.from())
        .hasSize(2);
    Path changed = folder.resolve(source.getFileName());
    Files.writeString(changed, text.replace(fault.from(), fault.to()));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int exit =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-nowarn",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            folder.toString(),
            changed.toString());
    assertThat(exit).as("compiled: %s", fault.says()).isZero();
  }

  /** Replays with all of this project's classes loaded anew, those with the fault before others. */
  private static String replayed(Path folder, Path graph, String twin) throws Exception {
    URL[] places = {
      folder.toUri().toURL(), CLASSES.toUri().toURL(), TESTS.toUri().toURL(),
    };
    try (Anew loader = new Anew(places)) {
      Class<?> there = loader.loadClass(PlantedInKernelsTest.class.getName());
      Method replay = there.getDeclaredMethod("replay", Path.class, String.class);
      replay.setAccessible(true); // for another loader it is another package
      return (String) replay.invoke(null, graph, twin);
    }
  }

  /** What a replay finds first; empty if it finds nothing. */
  static String replay(Path folder, String twin) throws Exception {
    StateGraph graph = GraphReader.read(folder);
    ReplayReport report = Replay.run(graph, Systems.twin(twin, graph.constants()));
    return report.faithful() ? NONE : report.mismatches().get(0).toString();
  }

  /** Loads the project's own classes itself, in place of those that are there. */
  private static final class Anew extends URLClassLoader {
    Anew(URL[] places) {
      super(places, PlantedInKernelsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.sluice.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }
}
