package dev.sluice.impact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.impact.ClassGraph.Reached;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of changed file reaches the tests that depend on it, with a reason. */
class ImpactTest {
  @TempDir static Path temp;
  private static Impact impact;

  @BeforeAll
  static void compile() throws Exception {
    Build build =
        new Sources(temp)
            .main("Window", "class Window { static class Inner {} }")
            .main("WindowList", "class WindowList { Window.Inner first; }")
            .main("Host", "class Host { WindowList list; }")
            .main("Nic", "class Nic { Host host; }")
            .main("Alone", "class Alone { String table = \"spec/rows.toml\"; }")
            .main("Lonely", "class Lonely { String table = \"lonely.toml\"; }")
            .main("Scenarios", "class Scenarios { String first = \"incast\"; }")
            .test("WindowTest", "class WindowTest { String unit = \"octets\"; }")
            .test("WindowProperties", "class WindowProperties { Window window; }")
            .test("WindowListTest", "class WindowListTest { WindowList list; }")
            .test("HostTest", "class HostTest { Host host; }")
            .test("NicTest", "class NicTest { Nic nic; }")
            .test("AloneTest", "class AloneTest { Alone alone; }")
            .test("ScenariosTest", "class ScenariosTest { Scenarios all; }")
            .test("Pages", "class Pages { String folder = \"docs\"; }")
            .test("PagesTest", "class PagesTest { Pages pages; }")
            .test("CommandsPageTest", "class CommandsPageTest { String p = \"docs/commands.md\"; }")
            .test("OtherPageTest", "class OtherPageTest { String p = \"docs/more-commands.md\"; }")
            .test("WholeFolderTest", "class WholeFolderTest { String folder = \"docs/\"; }")
            .test("MarkdownTest", "class MarkdownTest { String end = \".md\"; }")
            .test("LauncherTest", "class LauncherTest { String script = \"sluice\"; }")
            .build();
    build.run();
    impact = new Impact(ClassGraph.read(build.mainClasses(), build.testClasses()));
  }

  /** Returns the reasons of the chosen tests by their names, in order. */
  private static Map<String, String> chosen(String... files) {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (Reached each : impact.of(List.of(files))) {
      if (impact.isTestClass(each.name())) {
        chosen.put(ClassGraph.simple(each.name()), each.reason());
      }
    }
    return chosen;
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of(
            "src/main/java/a/Window.java",
            "WindowProperties: named after Window; WindowTest: named after Window;"
                + " WindowListTest: uses WindowList, which uses Window;"
                + " HostTest: uses Host, which reaches Window;"
                + " NicTest: uses Nic, which reaches Window"),
        Arguments.of(
            "src/main/java/a/Host.java",
            "HostTest: named after Host; NicTest: uses Nic, which uses Host"),
        Arguments.of("src/test/java/a/NicTest.java", "NicTest: changed"),
        Arguments.of("src/test/java/a/Pages.java", "PagesTest: uses Pages directly"),
        Arguments.of(
            "docs/commands.md",
            "CommandsPageTest: names commands.md; WholeFolderTest: reads the folder docs;"
                + " MarkdownTest: reads files *.md; PagesTest: uses Pages, which reads the folder docs"),
        Arguments.of("README.md", "MarkdownTest: reads files *.md"),
        Arguments.of("spec/rows.toml", "AloneTest: uses Alone, which names rows.toml"),
        Arguments.of(
            "src/main/resources/a/incast.toml",
            "ScenariosTest: uses Scenarios, which names incast"),
        Arguments.of("sluice", "LauncherTest: names sluice"),
        Arguments.of("pom.xml", ""));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangedFileReachesItsTests(String file, String expected) {
    StringBuilder text = new StringBuilder();
    chosen(file)
        .forEach(
            (name, reason) ->
                text.append(text.isEmpty() ? "" : "; ").append(name).append(": ").append(reason));
    assertThat(text).hasToString(expected);
  }

  @Test
  void theNearestReasonOfTwoEditsIsGiven() {
    assertThat(chosen("src/main/java/a/Window.java", "src/main/java/a/Nic.java"))
        .containsEntry("NicTest", "named after Nic")
        .containsEntry("HostTest", "uses Host, which reaches Window");
  }

  @Test
  void aFileThatNoTestReadsIsReported() {
    assertThat(impact.withoutTests(List.of("pom.xml", "docs/commands.md", "spec/lonely.toml")))
        .containsExactly("pom.xml", "spec/lonely.toml");
  }
}
