package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a build leaves out of tests is done by a step of {@code .ci/long}. */
class WholeTest {
  private static final Path TESTS = Path.of("src/test/java");

  /** The step: {@code whole=} and the names of test classes, between commas. */
  private static final Pattern STEP = Pattern.compile("(?m)^whole=(\\S+)$");

  private static final String TEST = "\\w+(Test|Properties)";

  /** A step that names too few proves less than it says, and nothing else would tell. */
  @Test
  void theStepNamesEveryTestThatHasAPart() throws IOException {
    Matcher step = STEP.matcher(Files.readString(Path.of(".ci/long")));
    assertThat(step.find()).isTrue();
    assertThat(Set.of(step.group(1).split(","))).isEqualTo(withAPart());
  }

  /**
   * The tests that use {@link Whole}, or a class of the tests' own that does; but for those to whom
   * {@code Rig} lends its systems, whose runs are judged by the way.
   */
  private static Set<String> withAPart() throws IOException {
    Set<String> using = using(Set.of("Whole"), "\\.\\w");
    using.addAll(using(Set.of("@WholeOnly"), "\\b"));
    Set<String> helpers = new TreeSet<>(using);
    helpers.removeIf(name -> name.matches(TEST));
    using.addAll(using(helpers, "\\.\\w"));
    using.removeIf(name -> !name.matches(TEST) || name.equals("WholeTest"));
    return using;
  }

  /** The classes in whose text one of these names stands, followed by this. */
  private static Set<String> using(Set<String> names, String followed) throws IOException {
    Pattern use = Pattern.compile("(?<![\\w.#\"])(" + String.join("|", names) + ")" + followed);
    Set<String> using = new TreeSet<>();
    try (Stream<Path> files = Files.walk(TESTS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        if (use.matcher(Files.readString(file)).find()) {
          using.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    return using;
  }

  @Test
  void aDrawIsTheSameEachTimeAndInOrder() {
    List<Integer> all = IntStream.range(0, 100).boxed().toList();
    List<Integer> drawn = Whole.drawn(all, 10);
    if (Whole.IS_ASKED) {
      assertThat(drawn).isEqualTo(all);
      return;
    }
    assertThat(drawn).hasSize(10).isSorted().isSubsetOf(all).isEqualTo(Whole.drawn(all, 10));
    assertThat(Whole.drawn(all, 200)).isEqualTo(all);
  }

  @Test
  void ofEachKindThereIsOne() {
    List<String> all = new ArrayList<>(List.of("a1", "b1", "a2", "c1", "b2", "a3"));
    List<String> some = Whole.ofEach(all, each -> each.substring(0, 1));
    assertThat(some).isSubsetOf(all);
    assertThat(some.stream().map(each -> each.substring(0, 1)).distinct())
        .containsExactlyInAnyOrder("a", "b", "c");
    assertThat(some).hasSize(Whole.IS_ASKED ? 6 : 3);
  }
}
