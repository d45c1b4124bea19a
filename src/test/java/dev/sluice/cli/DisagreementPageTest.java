package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.ChangedSources;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disagreement that docs/method.md shows is what {@code sluice replay} prints once the fault is
 * planted that stands before it; {@code mvn test -Dtest=DisagreementPageTest -Dsluice.pages=write}
 * writes it anew.
 */
class DisagreementPageTest {
  private static final Path PAGE = Path.of("docs/method.md");
  private static final String SOURCE = "cc/rccc/CreditSpender.java";
  private static final String SOUND = "credit = Math.addExact(credit, gained);";
  private static final String PLANTED = "credit = Math.addExact(credit, gained + 1);";
  private static final Pattern SHOWN =
      Pattern.compile(
          "(<!-- begin disagreement [^>]*-->\\n+```text\\n)(.*?)(```\\n+<!-- end disagreement -->)",
          Pattern.DOTALL);

  @TempDir Path scratch;

  @Test
  void thePageShowsWhatAPlantedFaultPrints() throws Exception {
    Path changed = Files.createDirectory(scratch.resolve("changed"));
    String text = ChangedSources.replaced(ChangedSources.text(SOURCE), SOUND, PLANTED);
    ChangedSources.compile(Map.of(SOURCE, text), changed);
    String printed;
    try (URLClassLoader loader = ChangedSources.loader(changed)) {
      Class<?> there = loader.loadClass(DisagreementPageTest.class.getName());
      Method replayed = there.getDeclaredMethod("replayed", Path.class);
      replayed.setAccessible(true); // for another loader it is another package
      printed = (String) replayed.invoke(null, scratch);
    }
    String page = Files.readString(PAGE);
    assertThat(page).contains("`" + SOUND + "`", "`" + PLANTED + "`");
    Matcher shown = SHOWN.matcher(page);
    assertThat(shown.find()).isTrue();
    String should =
        page.substring(0, shown.start(2)) + first(printed) + page.substring(shown.end(2));
    if ("write".equals(System.getProperty("sluice.pages")) && !should.equals(page)) {
      Files.writeString(PAGE, should);
      return;
    }
    assertThat(page)
        .as("write it with: mvn test -Dtest=DisagreementPageTest -Dsluice.pages=write")
        .isEqualTo(should);
  }

  /** From the line that counts the places to the end of the first of them. */
  private static String first(String printed) {
    Matcher part =
        Pattern.compile(
                "(?s)CreditConservation/trace: model and kernels part in.*?\\n\\n.*?\\n(?=\\n)")
            .matcher(printed);
    assertThat(part.find()).as(printed).isTrue();
    return part.group();
  }

  /** What the command prints, of the classes that this one is loaded with. */
  static String replayed(Path scratch) throws Exception {
    Project project = Project.own(Files.createDirectories(scratch.resolve("tmp")));
    assertThat(project.run("replay", "CreditConservation/trace")).isEqualTo(ExitCodes.FAILED);
    return project.out();
  }
}
