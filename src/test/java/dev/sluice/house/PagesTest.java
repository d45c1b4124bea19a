package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** The pages lead to what is there, and leave no command, variable or library out. */
class PagesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();

  /** The most lines that a front door has. */
  private static final int README_LINES = 150;

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.walk(ROOT)) {
      pages =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .filter(file -> !ROOT.relativize(file).startsWith("target"))
              .toList();
    }
    List<String> broken = new ArrayList<>();
    int links = 0;
    int headings = 0;
    for (Path page : pages) {
      for (String link : Pages.links(Files.readString(page))) {
        links++;
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.getParent().resolve(parts[0]);
        boolean leads = Files.exists(file);
        if (leads && parts.length == 2) {
          headings++;
          leads =
              file.toString().endsWith(".md")
                  && Pages.anchors(Files.readString(file)).contains(parts[1]);
        }
        if (!leads) {
          broken.add(ROOT.relativize(page) + " -> " + link);
        }
      }
    }
    assertThat(links).isGreaterThan(50);
    assertThat(headings).isGreaterThan(10);
    assertThat(broken).isEmpty();
  }

  @Test
  void linksAreReadOutsideOfCodeAndHeadingsAsGitHubNamesThem() {
    String page =
        """
        # A page: `code`, and more
        ## FIND-5 — Credit [comes](down.md)
        ## Again
        ## Again
        ```
        ## [no](no.md)
        ```
        [one](a.md#b) and `f[s](x)` and ![two](c/d.svg), [three](#again), [not here](https://x.y/z)
        """;
    assertThat(Pages.links(page)).containsExactly("down.md", "a.md#b", "c/d.svg", "#again");
    assertThat(Pages.anchors(page))
        .containsExactly("a-page-code-and-more", "find-5--credit-comes", "again", "again-1");
  }

  @Test
  void theReadmeIsShortAndLeadsToEveryPage() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    assertThat(readme.lines().count()).isLessThanOrEqualTo(README_LINES);
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      assertThat(pages.filter(page -> page.toString().endsWith(".md")))
          .hasSizeGreaterThan(5)
          .allSatisfy(page -> assertThat(readme).contains("(docs/" + page.getFileName() + ")"));
    }
  }

  @Test
  void aPageNamesEveryCommandAndEveryVariable() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/commands.md"));
    Set<String> commands = new TreeSet<>();
    for (JavaClass type : new ClassFileImporter().importPackages("dev.sluice.cli")) {
      if (type.isAnnotatedWith(Command.class)) {
        commands.add(type.getAnnotationOfType(Command.class).name());
      }
    }
    assertThat(commands).contains("verify", "check", "replay");
    for (String command : commands) {
      assertThat(page).containsPattern("`[^`\\n]*\\b" + command + "\\b[^`\\n]*`");
    }
    List<Path> sources = new ArrayList<>(List.of(ROOT.resolve("sluice")));
    for (String script : List.of(".ci/run", ".ci/long", ".ci/steps")) {
      sources.add(ROOT.resolve(script));
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("src/main/java"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.getParent().endsWith("probe")) // set by Sluice for its own child
          .forEach(sources::add);
    }
    Set<String> variables =
        Pages.words(
            Pattern.compile("\\b(SLUICE_[A-Z0-9_]+|NO_COLOR|TMPDIR|JAVA_HOME)\\b"), sources);
    assertThat(variables).contains("SLUICE_TLA2TOOLS", "NO_COLOR", "TMPDIR");
    assertThat(variables).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  @Test
  void theNoticeNamesEveryJarThatIsPassedOn() throws IOException {
    String notice = Files.readString(ROOT.resolve("NOTICE"));
    Set<String> named =
        Pattern.compile("(?m)^  (\\S+-[0-9][0-9.]*)\\s+\\S+  ")
            .matcher(notice)
            .results()
            .map(found -> found.group(1) + ".jar")
            .collect(Collectors.toCollection(TreeSet::new));
    Pattern forTests =
        Pattern.compile(
            "(junit|jqwik|assertj|archunit|asm|slf4j|opentest4j|apiguardian|byte-buddy|surefire"
                + "|json-schema-validator|itu|jackson-dataformat-yaml|snakeyaml|jmh|jopt|commons-math).*");
    Set<String> passedOn =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).getFileName().toString())
            .filter(name -> name.endsWith(".jar") && !forTests.matcher(name).matches())
            .collect(Collectors.toCollection(TreeSet::new));
    passedOn.remove("sluice.jar"); // the tests' class path has it, or its class folder
    assertThat(passedOn).hasSizeGreaterThan(5);
    assertThat(named).isEqualTo(passedOn);
  }
}
