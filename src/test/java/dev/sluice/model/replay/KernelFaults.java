package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.ChangedSources;
import dev.sluice.house.Whole;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;

/** Faults planted in the sources of kernels, and what the replay of a model finds of them. */
final class KernelFaults {
  static final String NONE = "";

  /**
   * A build plants a fault in so many sources of each protocol: each streams a model of its own.
   */
  private static final int SOURCES = 1;

  private KernelFaults() {}

  /**
   * One fault.
   *
   * @param says what is wrong then
   * @param model whose graph is replayed: specification, twin and model, by slashes
   * @param source the file, within {@code dev/sluice}
   * @param from what stands there, once
   * @param to what stands there in its place
   */
  record Fault(String says, String model, String source, String from, String to) {}

  /** What a replay finds once the fault is there; nothing is found before. */
  static String replayed(Fault fault, Map<String, Path> graphs, Path scratch) throws Exception {
    Path graph = graphs.get(fault.model());
    if (graph == null) {
      Path folder = Files.createDirectory(scratch.resolve("graph-" + graphs.size()));
      graph = ModelGraph.streamed(module(fault.model()), name(fault.model()), folder);
      graphs.put(fault.model(), graph);
      assertThat(replay(graph, module(fault.model()))).isEqualTo(NONE);
    }
    Path folder = Files.createTempDirectory(scratch, "fault-");
    compile(fault, folder);
    return replayed(folder, graph, module(fault.model()));
  }

  /**
   * A test for each fault: the replay of its model finds it, and nothing without it. Every build
   * tries one in each of a few sources, and all are tried where that is asked for.
   */
  static List<DynamicTest> eachIsFound(List<Fault> faults, Path scratch) {
    Map<String, Path> graphs = new HashMap<>();
    List<DynamicTest> tests = new ArrayList<>();
    for (Fault fault : some(faults)) {
      tests.add(
          DynamicTest.dynamicTest(
              fault.says(), () -> assertThat(replayed(fault, graphs, scratch)).isNotEqualTo(NONE)));
    }
    return tests;
  }

  private static List<Fault> some(List<Fault> faults) {
    return Whole.drawn(Whole.ofEach(faults, Fault::source), SOURCES);
  }

  private static String module(String model) {
    return model.substring(0, model.indexOf('/'));
  }

  private static String name(String model) {
    return model.substring(model.indexOf('/') + 1);
  }

  static void compile(Fault fault, Path folder) throws IOException {
    String text = ChangedSources.text(fault.source());
    String changed = ChangedSources.replaced(text, fault.from(), fault.to());
    ChangedSources.compile(Map.of(fault.source(), changed), folder);
  }

  /** Replays with all of this project's classes loaded anew, those with the fault before others. */
  private static String replayed(Path folder, Path graph, String twin) throws Exception {
    try (URLClassLoader loader = ChangedSources.loader(folder)) {
      Class<?> there = loader.loadClass(KernelFaults.class.getName());
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
}
