package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the comparison with recorded numbers. */
class ProseCheckTest {
  private static final String BAD = "It says what came.\n";
  private static final String GOOD = "The sender counts its packets.\n";
  private static final String OLD = BAD.repeat(3) + GOOD.repeat(3);

  private final List<Passage> before = new ArrayList<>();
  private final List<Passage> after = new ArrayList<>();

  private static void page(List<Passage> to, String file, String text) {
    to.add(new Passage(ProseKind.PAGES, PassageRole.BODY, file, 1, text));
  }

  private ProseCheck check() {
    return new ProseCheck(ProseRatchet.of(new ProseCensus(before)), new ProseCensus(after));
  }

  @Test
  void theSameTextPasses() {
    page(before, "a.md", OLD);
    page(after, "a.md", OLD);
    assertThat(check().failures()).isEmpty();
    assertThat(check().isBetter()).isFalse();
  }

  @Test
  void anotherOccurrenceFailsAndNamesTheFileAndThePlaces() {
    page(before, "a.md", OLD);
    page(before, "b.md", OLD);
    page(after, "a.md", OLD);
    page(after, "b.md", OLD + BAD);
    assertThat(check().failures())
        .containsExactly(
            """
            pages "what": occurrences 7, recorded 6; per 1,000 words of these files 120.68, recorded 111.11; \
            use a noun: "what came" is "the received packet"
              b.md has 4, recorded 3
                b.md:1: It says what came. It says what came…
                b.md:2: …says what came. It says what came. It says what came…
                b.md:3: …says what came. It says what came. The sender counts…\
            """);
  }

  @Test
  void proportionateTextPassesInAFileWithALine() {
    page(before, "a.md", OLD);
    page(after, "a.md", OLD.repeat(2));
    assertThat(check().failures()).isEmpty();
  }

  @Test
  void fewerOccurrencesPassAndAreBetter() {
    page(before, "a.md", OLD);
    page(after, "a.md", BAD + GOOD);
    assertThat(check().failures()).isEmpty();
    page(after, "a.md", GOOD);
    assertThat(check().failures()).isEmpty();
    assertThat(check().isBetter()).isTrue();
  }

  @Test
  void deletedWordsPassThoughTheRateRises() {
    page(before, "a.md", OLD);
    page(after, "a.md", BAD.repeat(3));
    assertThat(check().failures()).isEmpty();
    assertThat(check().isBetter()).isFalse();
  }

  @Test
  void oneWordFewerAndOneOccurrenceMoreFails() {
    page(before, "a.md", OLD);
    page(after, "a.md", OLD.replaceFirst("The sender counts", "what counts"));
    assertThat(check().failures()).singleElement().asString().contains("occurrences 4, recorded 3");
  }

  @Test
  void textMayMoveBetweenFilesWithLines() {
    page(before, "a.md", OLD);
    page(before, "b.md", OLD);
    page(after, "a.md", OLD + BAD + GOOD);
    page(after, "b.md", BAD.repeat(2) + GOOD.repeat(2));
    assertThat(check().failures()).isEmpty();
  }

  @Test
  void aNewFileWithOneOccurrenceFails() {
    page(before, "a.md", OLD);
    page(after, "a.md", OLD);
    page(after, "new.md", GOOD + "Nobody counts.\n");
    assertThat(check().failures())
        .containsExactly(
            """
            pages "nobody": new.md must meet the goals, but has 1 in 7 words; name the actor
                new.md:2: …der counts its packets. Nobody counts.""");
  }

  @Test
  void aNewFileInGoodStylePasses() {
    page(before, "a.md", OLD);
    page(after, "a.md", OLD);
    page(after, "new.md", GOOD + "You may count them.\n");
    assertThat(check().failures()).isEmpty();
  }

  @Test
  void aFileThatMetTheGoalsMustMeetThem() {
    page(before, "a.md", OLD);
    page(before, "good.md", GOOD);
    page(before, "you.md", GOOD + "You count.\n");
    before.forEach(
        each -> page(after, each.file(), each.text() + (each.file().equals("a.md") ? "" : BAD)));
    assertThat(check().failures())
        .anyMatch(each -> each.contains("good.md must meet the goals"))
        .anyMatch(each -> each.contains("you.md must meet the goals"));
  }

  @Test
  void theGoalForWhatIsThreeInTenThousandWords() {
    page(after, "enough.md", "Word. ".repeat(3_333) + "what");
    assertThat(check().failures()).isEmpty();
    page(after, "short.md", "Word. ".repeat(3_332) + "what");
    assertThat(check().failures()).singleElement().asString().contains("short.md");
  }

  @Test
  void aDeletedFileDropsOut() {
    page(before, "a.md", OLD);
    page(before, "b.md", GOOD.repeat(100) + BAD);
    page(after, "a.md", OLD);
    assertThat(check().failures()).isEmpty();
    after.clear();
    page(after, "b.md", GOOD.repeat(100) + BAD.repeat(2));
    assertThat(check().failures()).singleElement().asString().contains("b.md has 2, recorded 1");
  }

  @Test
  void aRenamedFileKeepsItsNumbersButOneCopyOnly() {
    page(before, "a.md", OLD);
    page(after, "b.md", OLD);
    assertThat(check().failures()).isEmpty();
    page(after, "c.md", OLD);
    assertThat(check().failures()).singleElement().asString().contains("c.md must meet the goals");
    after.clear();
    page(after, "b.md", OLD + BAD);
    assertThat(check().failures()).singleElement().asString().contains("b.md must meet the goals");
  }

  @Test
  void theReaderMustNotBeAddressedLess() {
    page(before, "a.md", OLD + "You count. You add.\n");
    page(after, "a.md", OLD + "You count. They add.\n");
    assertThat(check().failures())
        .singleElement()
        .asString()
        .startsWith("pages \"you\": occurrences 1, recorded 2")
        .endsWith("address the reader\n  a.md has 1, recorded 2");
    page(after, "a.md", "You add more.");
    assertThat(check().failures()).isEmpty();
  }

  @Test
  void kindsAreJudgedSeparately() {
    page(before, "a.md", OLD);
    page(after, "a.md", GOOD);
    before.add(new Passage(ProseKind.TLA, PassageRole.BODY, "A.tla", 1, OLD));
    after.add(new Passage(ProseKind.TLA, PassageRole.BODY, "A.tla", 1, OLD + BAD));
    assertThat(check().failures()).singleElement().asString().startsWith("tla \"what\"");
  }

  @Test
  void fourFilesAreCountedAndThreeNamed() {
    for (String file : List.of("a.md", "b.md", "c.md", "d.md")) {
      page(before, file, OLD);
      page(after, file, OLD + BAD);
    }
    assertThat(check().failures())
        .singleElement()
        .asString()
        .contains("a.md has", "b.md has", "c.md has")
        .endsWith("and files beyond these: 1");
  }

  @Test
  void theTableShowsRatesGoalsAndChanges() {
    page(before, "a.md", OLD);
    page(after, "a.md", OLD.replace("sender", "nobody").replaceFirst("what came", "packets came"));
    ProseTable table = new ProseTable(check());
    assertThat(table.rates())
        .containsPattern("words +27 ")
        .containsPattern("what +74.07- .* 0.3\n")
        .containsPattern("nobody +111.11\\+ .* 0.0\n")
        .containsPattern("whoever +0.00  .* 0.0\n")
        .containsPattern("you +0.00  .* more\n");
    assertThat(table.rates().lines()).hasSize(2 + StyleRule.values().length);
    assertThat(table.report())
        .contains(
            "pages \"what\": 2 occurrences in 27 words, 74.07 per 1,000 words, goal 0.3; recorded"
                + " files: 74.07, recorded 111.11\n  a.md:2: ");
  }
}
