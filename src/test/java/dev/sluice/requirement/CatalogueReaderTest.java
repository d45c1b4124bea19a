package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way to spoil the catalogue, planted in a copy of it, and the sentence that must result. */
class CatalogueReaderTest {
  private static final String FOLDER = "spec/requirements";

  @TempDir Path root;

  @BeforeEach
  void copyTheCatalogue() throws IOException {
    Files.createDirectories(root.resolve(FOLDER));
    try (Stream<Path> files = Files.list(Path.of(FOLDER))) {
      for (Path file : files.toList()) {
        Files.copy(file, root.resolve(FOLDER).resolve(file.getFileName().toString()));
      }
    }
  }

  @Test
  void anUntouchedCopyLoads() {
    assertThat(Catalogue.load(root).rows()).hasSize(230);
  }

  @Test
  void aMisspeltFieldIsNamedWithTheNearestOne() throws IOException {
    edit("rtt", "figure = [\"50 m", "figures = [\"50 m");

    assertThat(problems())
        .containsExactly(
            at("RTT-3") + ": RTT-3 has an unknown field `figures`; did you mean `figure`?");
  }

  @Test
  void aMissingFieldIsNamed() throws IOException {
    edit("rtt", "standing = \"stated\"\nfigure = [\"50 m", "figure = [\"50 m");

    assertThat(problems())
        .containsExactly(
            at("RTT-3")
                + ": RTT-3 has no `standing`; add it (spec/requirements/README.md lists the"
                + " fields)");
  }

  @Test
  void aRowWithoutRevisionIsRefused() throws IOException {
    edit("rtt", "= 250 ns\"]\nrevision = 1\n", "= 250 ns\"]\n");

    assertThat(problems())
        .containsExactly(
            at("RTT-3") + ": RTT-3 has no `revision`; write revision = 1 for a new row");
  }

  @Test
  void aRevisionIsAWholeNumberFromOneOn() throws IOException {
    edit("rtt", "= 250 ns\"]\nrevision = 1\n", "= 250 ns\"]\nrevision = 0\n");

    assertThat(problems())
        .containsExactly(
            at("RTT-3") + ": `revision` of RTT-3 must be a whole number from 1 on, not 0");
  }

  @Test
  void anIdGivenTwiceIsNamedWithItsFirstPlace() throws IOException {
    edit("rtt", "id = \"RTT-3\"", "id = \"RTT-2\"");

    assertThat(problems())
        .contains(
            at("RTT-3")
                + ": RTT-2 is defined twice, first at spec/requirements/"
                + at("RTT-2")
                + "; give one"
                + " of the two a new number");
  }

  @Test
  void aLostRowIsNoticed() throws IOException {
    edit("rccc", "id = \"RCCC-18\"", "id = \"RCCC-19\"");

    assertThat(problems())
        .containsExactly(
            at("RCCC-18")
                + ": RCCC-19 stands where RCCC-18 was expected; rows are numbered without"
                + " gaps so that a lost one is noticed");
  }

  /** Takes a row out of the middle: the rows after it are not wrong as well. */
  @Test
  void aLostRowIsOneProblemHoweverManyFollow() throws IOException {
    Path file = root.resolve(FOLDER).resolve("rccc.toml");
    String text = Files.readString(file);
    int from = text.indexOf("[[requirement]]\nid = \"RCCC-5\"");
    int to = text.indexOf("[[requirement]]\nid = \"RCCC-6\"");
    assertThat(from).as("place of RCCC-5").isBetween(1, to);
    Files.writeString(file, text.substring(0, from) + text.substring(to));

    assertThat(problems())
        .singleElement()
        .asString()
        .contains(": RCCC-6 stands where RCCC-5 was expected");
  }

  @Test
  void aRowInTheWrongFileIsNoticed() throws IOException {
    edit("rccc", "id = \"RCCC-18\"", "id = \"NSCC-14\"");

    assertThat(problems())
        .contains(
            at("RCCC-18")
                + ": NSCC-14 does not belong in this file, whose ids begin with RCCC-; move"
                + " the row");
  }

  @Test
  void anIdMustBeSpeltLikeOne() throws IOException {
    edit("rccc", "id = \"RCCC-18\"", "id = \"RCCC18\"");

    assertThat(problems())
        .containsExactly(
            at("RCCC-18")
                + ": \"RCCC18\" is not spelt like an id; write the family and a number, as"
                + " in RCCC-5 or X16");
  }

  @Test
  void anUnknownStandingListsTheKnownOnes() throws IOException {
    edit("rtt", "standing = \"stated\"\nfigure = [\"50 m", "standing = \"sure\"\nfigure = [\"50 m");

    assertThat(problems())
        .containsExactly(
            at("RTT-3")
                + ": `standing` of RTT-3 is \"sure\"; it must be one of \"stated\","
                + " \"derived\", \"contradiction\", \"suspected\", \"shown\", \"withdrawn\","
                + " \"observed\"");
  }

  @Test
  void anUnknownSourceIsNamedWithTheNearestOne() throws IOException {
    edit(
        "rcm",
        "source = [\"RCM\"]\nstanding = \"stated\"\nrevision = 1\n\n[[requirement]]\nid = \"RCM-2\"",
        "source = [\"RCN\"]\nstanding = \"stated\"\nrevision = 1\n\n[[requirement]]\nid = \"RCM-2\"");

    assertThat(problems())
        .containsExactly(
            at("RCM-1")
                + ": RCM-1 cites source RCN, which spec/requirements/sources.toml does not"
                + " define; did you mean RCM?");
  }

  @Test
  void seePointsToARow() throws IOException {
    edit("rtt", "see = [\"FIND-22\", \"RTT-6\"]", "see = [\"FIND-99\", \"RTT-6\"]");

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("rtt.toml:")
        .contains("RTT-7 points to FIND-99 in `see`, which is not in the catalogue");
  }

  @Test
  void aDerivedRowNeedsItsReason() throws IOException {
    edit(
        "rtt",
        "standing = \"stated\"\nfigure = [\"50 m",
        "standing = \"derived\"\nfigure = [\"50 m");

    assertThat(problems())
        .containsExactly(
            at("RTT-3")
                + ": RTT-3 is derived but has no note of kind \"derived\" that gives the"
                + " reason");
  }

  @Test
  void aContradictionNeedsItsReadings() throws IOException {
    edit(
        "rtt",
        "standing = \"stated\"\nfigure = [\"50 m",
        "standing = \"contradiction\"\nfigure = [\"50 m");

    assertThat(problems())
        .containsExactly(
            at("RTT-3")
                + ": RTT-3 is a contradiction but has no note of kind \"contradiction\" with"
                + " the readings");
  }

  @Test
  void aDerivedNoteSaysWhatTheOtherChoiceWouldDo() throws IOException {
    edit("rtt", "otherwise = \"Rounding to the nearest", "other = \"Rounding to the nearest");

    assertThat(problems())
        .hasSize(2)
        .anySatisfy(
            text -> assertThat(text).contains("a note of RTT-6 has an unknown field `other`"))
        .anySatisfy(text -> assertThat(text).contains("a note of RTT-6 has no `otherwise`"));
  }

  @Test
  void aContradictionHasMoreThanOneReading() throws IOException {
    edit("rtt", "readings = [\"150 ns, the number printed\", ", "readings = [");

    assertThat(problems())
        .singleElement()
        .asString()
        .contains("a note of RTT-5 gives one reading only; name the others too");
  }

  @Test
  void onlyASuspicionHasAMend() throws IOException {
    edit(
        "rtt",
        "standing = \"stated\"\nfigure = [\"50 m",
        "standing = \"stated\"\nmend = \"None.\"\nfigure = [\"50 m");

    assertThat(problems())
        .containsExactly(at("RTT-3") + ": RTT-3 has a mend, which only a hole can have; drop it");
  }

  @Test
  void anEmptyTextIsRefused() throws IOException {
    edit("rtt", "title = \"Propagation takes 5 ns a metre of fibre\"", "title = \" \"");

    assertThat(problems())
        .containsExactly(
            at("RTT-3") + ": `title` of RTT-3 must be a text that is not empty, not \" \"");
  }

  @Test
  void aTitleThatNoTableHasRoomForIsRefused() throws IOException {
    edit("rtt", "5 ns a metre of fibre\"", "5 ns a metre of fibre" + " and so on".repeat(5) + "\"");

    assertThat(problems())
        .containsExactly(
            at("RTT-3")
                + ": the title of RTT-3 is longer than 72 characters; shorten it, the"
                + " statement has room");
  }

  @Test
  void aFigureIsAListOfTexts() throws IOException {
    edit("rtt", "figure = [\"50 m × 5 ns/m = 250 ns\"]", "figure = 250");

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith(at("RTT-3") + ": `figure` of RTT-3 must be a list of different texts");
  }

  @Test
  void brokenTomlIsReportedWithItsLine() throws IOException {
    edit("rtt", "id = \"RTT-3\"", "id = RTT-3");

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith(below("RTT-3") + ": is not well-formed TOML: ");
  }

  @Test
  void aMissingFileIsReported() throws IOException {
    Files.delete(root.resolve(FOLDER).resolve("hpcc.toml"));

    assertThat(problems())
        .contains("hpcc.toml:1: cannot be read (it is not there); restore it from the repository");
  }

  @Test
  void aFileThatNobodyReadsIsReported() throws IOException {
    Files.writeString(root.resolve(FOLDER).resolve("extra.toml"), "title = \"Extra\"\n");

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("extra.toml:1: is no file of the catalogue, so its rows would never be read");
  }

  @Test
  void aFolderWithoutCatalogueIsReported(@TempDir Path elsewhere) {
    var thrown = catchThrowableOfType(CatalogueException.class, () -> Catalogue.load(elsewhere));

    assertThat(thrown.getMessage())
        .contains("spec/requirements:1: cannot be listed (it is not there); run from a complete");
  }

  @Test
  void allProblemsComeAtOnceSortedByPlace() throws IOException {
    edit("rtt", "standing = \"stated\"\nfigure = [\"50 m", "figure = [\"50 m");
    edit("ccc", "id = \"CCC-15\"", "id = \"CCC15\"");

    assertThat(problems()).hasSize(2).first().asString().startsWith("ccc.toml:");
  }

  private static String row(String id, String text) {
    return text.substring(text.indexOf("id = \"" + id + "\""));
  }

  /** Gives a row whose only note has a contradiction the standing of a derived one. */
  @Test
  void anyOtherNoteIsNoReasonOfADerivedRow() throws IOException {
    Path file = root.resolve(FOLDER).resolve("rtt.toml");
    String text = Files.readString(file);
    String row = row("RTT-5", text);
    String derived = row.replaceFirst("standing = \"\\w+\"", "standing = \"derived\"");
    Files.writeString(file, text.replace(row, derived));

    assertThat(problems())
        .contains(
            at("RTT-5")
                + ": RTT-5 is derived but has no note of kind \"derived\" that gives the reason");
  }

  @Test
  void anUnsettledNoteHasMoreThanOneReading() throws IOException {
    edit("hpcc", ", \"T well above the round trip\"]", "]");

    assertThat(problems())
        .singleElement()
        .asString()
        .contains("a note of HPCC-11 gives one reading only; name the others too");
  }

  @Test
  void aContradictionNeedsAReason() throws IOException {
    edit("rtt", "reason = \"The printed base RTT", "otherwise = \"The printed base RTT");

    assertThat(problems()).singleElement().asString().contains("a note of RTT-5 has no `reason`");
  }

  /** Has a list whose last item alone is as it must be: of texts, and of tables. */
  @Test
  void everyItemOfAListCounts() throws IOException {
    edit("rtt", "figure = [\"50 m × 5 ns/m = 250 ns\"]", "figure = [\" \", \"250 ns\"]");
    assertThat(problems())
        .singleElement()
        .asString()
        .contains("`figure` of RTT-3 must be a list of different texts");
    String note = "{kind = \"unsettled\", about = \"a\", readings = [\"x\", \"y\"], taken = \"x\"}";
    edit("rtt", "figure = [\" \", \"250 ns\"]", "note = [7, " + note + "]");
    assertThat(problems())
        .containsExactly(at("RTT-3") + ": RTT-3 needs tables headed [[note]], and has none");
  }

  @Test
  void aSourceIsDefinedOnce() throws IOException {
    String twin = "\n[[source]]\nkey = \"CCC\"\ntitle = \"t\"\ndate = \"d\"\nkind = \"document\"\n";
    Path file = root.resolve(FOLDER).resolve("sources.toml");
    Files.writeString(file, Files.readString(file) + twin);

    assertThat(problems())
        .singleElement()
        .asString()
        .contains("source CCC is defined twice; give one of the two another key");
  }

  @Test
  void eachPrefixOfAFamilyHasARow() throws IOException {
    edit("uet", "\"X\", \"D\"]", "\"X\", \"D\", \"RTT-\"]");

    assertThat(problems())
        .containsExactly(
            "uet.toml:1: has no row whose id begins with RTT-; add one or drop the prefix");
  }

  @Test
  void aTextOfSeveralLinesIsReadAsOne() throws IOException {
    edit(
        "rtt",
        "title = \"Propagation takes 5 ns a metre of fibre\"",
        "title = \"\"\"\nPropagation takes\n  5 ns a metre  of\tfibre\"\"\"");

    assertThat(Catalogue.load(root).row("RTT-3").orElseThrow().title())
        .isEqualTo("Propagation takes 5 ns a metre of fibre");
  }

  /** Where the row with this id begins in the untouched catalogue. */
  private static String at(String id) throws IOException {
    return place(id, 0);
  }

  /** The line below. */
  private static String below(String id) throws IOException {
    return place(id, 1);
  }

  private static String place(String id, int further) throws IOException {
    String file = id.substring(0, id.indexOf('-')).toLowerCase(Locale.ROOT) + ".toml";
    List<String> lines = Files.readAllLines(Path.of(FOLDER, file));
    return file + ":" + (lines.indexOf("id = \"" + id + "\"") + further);
  }

  private void edit(String family, String old, String replacement) throws IOException {
    Path file = root.resolve(FOLDER).resolve(family + ".toml");
    String text = Files.readString(file);
    assertThat(text).containsOnlyOnce(old);
    Files.writeString(file, text.replace(old, replacement));
  }

  /** The problems, sorted, without the folder. */
  private List<String> problems() {
    var thrown = catchThrowableOfType(CatalogueException.class, () -> Catalogue.load(root));
    assertThat(thrown).isNotNull();
    assertThat(thrown.problems()).isSorted();
    return thrown.problems().stream()
        .map(problem -> problem.toString().substring(FOLDER.length() + 1))
        .toList();
  }
}
