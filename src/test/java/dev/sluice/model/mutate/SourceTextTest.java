package dev.sluice.model.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.mutate.SourceText.Edit;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceTextTest {
  private static final List<String> LINES =
      List.of(
          "A == \\* a comment",
          "    /\\ x < 3 \\* another \"one\"",
          "    /\\ LET y == 1",
          "       IN y = \"a \\* b\" /\\ y < 2 => /\\ x",
          "                                   /\\ z",
          "====",
          "");
  private static final SourceText TEXT = new SourceText(String.join("\n", LINES));
  private static final Edit GROWS = new Edit(4, 29, 4, 29, "<=", 5);

  /** Counts columns as TLC's parser does: a tab reaches the next multiple of 8. */
  @Test
  void aTabTakesAsManyColumnsAsTheParserCounts() {
    SourceText tabs = new SourceText("A ==\t/\\\tx < 3\r\n\t  \ty");
    assertThat(tabs.with(new Edit(1, 17, 1, 21, "TRUE", 0)))
        .isEqualTo("A ==    /\\      TRUE\n                y");
  }

  @Test
  void everyOtherLineAndColumnStaysWhereItIs() {
    assertThat(TEXT.with(new Edit(2, 8, 2, 12, "TRUE", 0)))
        .isEqualTo(String.join("\n", LINES).replace("x < 3", "TRUE "));
    assertThat(lines(new Edit(3, 8, 4, 13, "TRUE", 0)).subList(1, 5))
        .containsExactly(
            LINES.get(1),
            "    /\\ TRUE",
            "              \"a \\* b\" /\\ y < 2 => /\\ x",
            LINES.get(4));
  }

  @Test
  void aListThatBeginsBehindWhatGrowsMovesWithIt() {
    assertThat(lines(GROWS).subList(3, 6))
        .containsExactly(
            "       IN y = \"a \\* b\" /\\ y <= 2 => /\\ x",
            "                                    /\\ z",
            "====");
  }

  @Test
  void linesAreToldWithoutCommentsAndSpace() {
    Edit edit = new Edit(2, 10, 2, 10, ">", 0);
    assertThat(TEXT.before(edit)).isEqualTo("/\\ x < 3");
    assertThat(TEXT.after(edit)).isEqualTo("/\\ x > 3");
    assertThat(TEXT.before(GROWS)).isEqualTo("IN y = \"a \\* b\" /\\ y < 2 => /\\ x");
  }

  @Test
  void theDiffHasEveryLineThatChangesAndThreeAround() {
    assertThat(TEXT.diff(GROWS, "A.tla"))
        .isEqualTo(
            String.join(
                "\n",
                "--- a/A.tla",
                "+++ b/A.tla",
                "@@ -1,6 +1,6 @@",
                " " + LINES.get(0),
                " " + LINES.get(1),
                " " + LINES.get(2),
                "-" + LINES.get(3),
                "-" + LINES.get(4),
                "+" + LINES.get(3).replace("<", "<="),
                "+ " + LINES.get(4),
                " ====",
                ""));
  }

  private static List<String> lines(Edit edit) {
    return TEXT.with(edit).lines().toList();
  }
}
