package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Numbers on pages outside of computed blocks: each stands in a test, a golden file, a pin or the
 * catalogue as well, or is listed in {@code unchecked-numbers.txt}.
 *
 * <p>That a number stands in a test does not show that the test checks this number. The list keeps
 * new ones from appearing on a page without any test.
 */
class PageNumbersTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Path LIST =
      ROOT.resolve("src/test/resources/dev/sluice/house/unchecked-numbers.txt");

  /** Measured on a machine of a day, so that no test can repeat them. */
  private static final Set<String> MEASURED =
      Set.of("docs/speed.md", "CONTRIBUTING.md", "CHANGELOG.md");

  private static final Pattern COMPUTED =
      Pattern.compile("<!-- begin.*?<!-- end[^>]*-->", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\w.,/-])(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+\\.\\d+|\\d{3,})(?![\\w/-])");
  private static final Pattern LITERAL = Pattern.compile("\\d[\\d_,]*(?:\\.\\d+)?");

  /** Logs and computed steps have any number, and check none of a page. */
  private static final Path KEPT =
      ROOT.resolve("src/test/resources/dev/sluice/model/validate/kept");

  private static final String[] PLACES = {"src/test", "spec", "docs", "src/main/resources"};
  private static final Pattern CHECKED = Pattern.compile(".*\\.(java|txt|toml|csv|py|cfg|tla)");

  private static List<Path> under(String place) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static Set<String> literals() throws IOException {
    Set<String> literals = new HashSet<>();
    for (String place : PLACES) {
      for (Path file : under(place)) {
        if (file.equals(LIST)
            || !CHECKED.matcher(file.toString()).matches()
            || file.startsWith(KEPT)) {
          continue;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        for (Matcher literal = LITERAL.matcher(text); literal.find(); ) {
          literals.add(literal.group().replace("_", "").replaceAll(",(?=\\d{3})|,$", ""));
        }
      }
    }
    return literals;
  }

  private static boolean isThere(String number, Set<String> literals) {
    String plain = number.replace(",", "");
    if (literals.contains(plain) || !plain.contains(".")) {
      return literals.contains(plain);
    }
    String scaled = plain.replace(".", "").replaceFirst("^0+", "");
    return literals.contains(plain.replaceFirst("\\.?0+$", "")) || literals.contains(scaled);
  }

  private static Map<String, Set<String>> unchecked() throws IOException {
    Set<String> literals = literals();
    List<Path> pages = new ArrayList<>();
    for (String place : new String[] {"docs", "spec", "model-traces"}) {
      pages.addAll(under(place));
    }
    pages.add(ROOT.resolve("README.md"));
    Map<String, Set<String>> unchecked = new TreeMap<>();
    for (Path page : pages) {
      String name = ROOT.relativize(page).toString().replace('\\', '/');
      if (!name.endsWith(".md") || MEASURED.contains(name)) {
        continue;
      }
      String text = COMPUTED.matcher(Files.readString(page)).replaceAll("");
      text = CODE.matcher(text).replaceAll("");
      for (Matcher number = NUMBER.matcher(text); number.find(); ) {
        if (!isThere(number.group(1), literals)) {
          unchecked.computeIfAbsent(name, any -> new TreeSet<>()).add(number.group(1));
        }
      }
    }
    return unchecked;
  }

  @Test
  void eachNumberStandsInATestOrInTheList() throws IOException {
    StringBuilder list = new StringBuilder();
    unchecked()
        .forEach((page, numbers) -> list.append(page + ": " + String.join(" ", numbers) + "\n"));
    Golden.hold(LIST, list.toString(), PageNumbersTest.class);
    assertThat(list.toString().lines().count()).as("pages with such numbers").isLessThan(15);
  }

  @Test
  void aNumberIsFoundAsItIsWrittenOrScaled() {
    Set<String> literals = Set.of("1234", "56789", "0.5");
    assertThat(isThere("1,234", literals)).isTrue();
    assertThat(isThere("56.789", literals)).isTrue();
    assertThat(isThere("0.50", literals)).isTrue();
    assertThat(isThere("12,345", literals)).isFalse();
    assertThat(isThere("5.6789", literals)).isTrue();
    assertThat(isThere("999.1", literals)).isFalse();
  }
}
