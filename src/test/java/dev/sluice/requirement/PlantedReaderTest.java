package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Citation.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts a row only if its deviation is planted where it says, and found by a check of it. */
class PlantedReaderTest {
  private static final String CONTROL =
      """
      [[planted]]
      id = "RCCC-6"
      control = "Relay/fault_late"
      """;
  private static final String SOURCE =
      """
      [[planted]]
      id = "RCCC-6"
      says = "One more is sent."
      source = "src/main/java/Relay.java"
      find = "next <= last"
      replace = ""
      test = "dev.sluice.RelayTest#sendsNoMore"
      """;

  private static final String CONTROLS =
      """
      [[control]]
      module = "Relay"
      name = "fault_late"
      catches = "InOrder"
      """;

  @TempDir Path root;

  @BeforeEach
  void project() throws IOException {
    write("spec/relay/models.toml", CONTROLS);
    write(
        "spec/relay/models/MCRelay_fault_late.cfg",
        "INIT Init\nNEXT LateNext\nINVARIANT InOrder\nINVARIANT Bounded\n");
    write("src/main/java/Relay.java", "while (next <= last) { next++; last(last); }\n");
    write("src/main/resources/Relay.java", "next <= last\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static Citation citation(String id, Kind kind, String name, String lacking) {
    String file = kind == Kind.TEST ? "src/test/java/dev/sluice/RelayTest.java" : "spec/Relay.tla";
    return new Citation(id, kind, name, new Place(file, 7), lacking);
  }

  /** Returns the citations that both rows need. */
  private static List<Citation> cited() {
    return List.of(
        citation("RCCC-6", Kind.INVARIANT, "Relay!InOrder", ""),
        citation("RCCC-6", Kind.TEST, "RelayTest.sendsNoMore", ""));
  }

  private PlantedReader read(String table, List<Citation> cited) throws IOException {
    write(PlantedReader.FILE, table);
    return new PlantedReader(root, Models.read(root), cited).read();
  }

  private void refused(String table, List<Citation> cited, int line, String problem)
      throws IOException {
    PlantedReader reader = read(table, cited);
    assertThat(reader.sound()).as("rows that count").isEmpty();
    assertThat(reader.problems())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.place()).isEqualTo(new Place(PlantedReader.FILE, line));
              assertThat(each.text()).contains(problem);
            });
  }

  @Test
  void bothKindsOfRowsCountInTheirOrder() throws IOException {
    PlantedReader reader = read(SOURCE + "\n" + CONTROL, cited());
    assertThat(reader.problems()).isEmpty();
    assertThat(reader.sound())
        .extracting(Planted::name)
        .containsExactly("dev.sluice.RelayTest#sendsNoMore", "Relay/fault_late");
    assertThat(reader.sound())
        .extracting(Planted::place)
        .containsExactly(new Place(PlantedReader.FILE, 1), new Place(PlantedReader.FILE, 9));
  }

  @Test
  void aTestClassThatCitesTheRowIsEnough() throws IOException {
    List<Citation> ofClass = List.of(citation("RCCC-6", Kind.TEST, "RelayTest", ""));
    assertThat(read(SOURCE, ofClass).sound()).hasSize(1);
  }

  @Test
  void noTableIsNoProblem() throws IOException {
    PlantedReader reader = new PlantedReader(root, Models.read(root), cited()).read();
    assertThat(reader.sound()).isEmpty();
    assertThat(reader.problems()).isEmpty();
  }

  @Test
  void aControlThatNobodyHasIsRefused() throws IOException {
    refused(
        CONTROL.replace("fault_late", "fault_lates"),
        cited(),
        1,
        "there is no control Relay/fault_lates; did you mean Relay/fault_late?");
  }

  /** Refuses another row, another property, one of another module, and one that checks nothing. */
  @ParameterizedTest
  @CsvSource({
    "RCCC-7, INVARIANT, Relay!InOrder, ''",
    "RCCC-6, INVARIANT, Relay!Bounded, ''",
    "RCCC-6, INVARIANT, Delay!InOrder, ''",
    "RCCC-6, INVARIANT, RelaySize!InOrder, ''",
    "RCCC-6, INVARIANT, Relay!NotInOrder, ''",
    "RCCC-6, INVARIANT, Relay!InOrder, no model lists it",
    "RCCC-6, OPERATOR, Relay!InOrder, ''"
  })
  void aControlMustBeCaughtByACheckOfTheRow(String id, Kind kind, String name, String lacking)
      throws IOException {
    refused(
        "\n" + CONTROL,
        List.of(citation(id, kind, name, lacking)),
        2,
        "Relay/fault_late is caught by InOrder, which is no check cited for RCCC-6");
  }

  /** Roots a control in a module that rests on the specification, and in that module's faults. */
  @ParameterizedTest
  @CsvSource({
    "RelaySize, RelaySize!InOrder, 1",
    "RelaySizeFaults, RelaySize!InOrder, 1",
    "RelaySize, Relay!InOrder, 1",
    "RelaySize, RelaySizes!InOrder, 0",
    "RelaySize, RelayStart!InOrder, 0"
  })
  void aControlMayBeCaughtByAPropertyOfItsRoot(String name, String property, int sound)
      throws IOException {
    write("spec/relay/models.toml", CONTROLS + "root = \"" + name + "\"\n");
    List<Citation> cited = List.of(citation("RCCC-6", Kind.INVARIANT, property, ""));
    assertThat(read(CONTROL, cited).sound())
        .as("rows that count if %s is the root and %s is cited", name, property)
        .hasSize(sound);
  }

  /** Refuses another row, another method, another class, and no test. */
  @ParameterizedTest
  @CsvSource({
    "RCCC-7, TEST, RelayTest.sendsNoMore",
    "RCCC-6, TEST, RelayTest.sendsMore",
    "RCCC-6, TEST, DelayTest",
    "RCCC-6, INVARIANT, RelayTest.sendsNoMore"
  })
  void aTestMustBeCitedForTheRow(String id, Kind kind, String name) throws IOException {
    refused(
        SOURCE,
        List.of(citation(id, kind, name, "")),
        1,
        "dev.sluice.RelayTest#sendsNoMore is no test cited for RCCC-6");
  }

  /** Cites a row beside the tests, in a class that the build does not run. */
  @Test
  void aClassThatTheBuildDoesNotRunIsNoTest() throws IOException {
    String helper = SOURCE.replace("RelayTest", "RelayRig");
    Place place = new Place("src/test/java/dev/sluice/RelayRig.java", 7);
    refused(
        helper,
        List.of(new Citation("RCCC-6", Kind.CODE, "RelayRig.sendsNoMore", place, "")),
        1,
        "dev.sluice.RelayRig#sendsNoMore is no test cited for RCCC-6");
  }

  @Test
  void aTestOfTheSameNameInAnotherPackageIsAnother() throws IOException {
    refused(
        SOURCE.replace("dev.sluice.RelayTest", "dev.sluice.cli.RelayTest"),
        cited(),
        1,
        "dev.sluice.cli.RelayTest#sendsNoMore is no test cited for RCCC-6");
  }

  @ParameterizedTest
  @CsvSource({"next >= last, nowhere", "last, more than once", "next, more than once"})
  void theTextStandsInItsSourceOnce(String find, String where) throws IOException {
    refused(
        SOURCE.replace("next <= last", find),
        cited(),
        1,
        "for RCCC-6 stands in src/main/java/Relay.java " + where + ", and must stand there once");
  }

  /** Looks at the first octet of a file, too. */
  @Test
  void theTextMayStandAtTheBegin() throws IOException {
    assertThat(read(SOURCE.replace("next <= last", "while"), cited()).sound()).hasSize(1);
  }

  @Test
  void aTextAtTheBeginMayStandAgainBehindIt() throws IOException {
    write("src/main/java/Relay.java", "next = next;\n");
    refused(
        SOURCE.replace("next <= last", "next"),
        cited(),
        1,
        "for RCCC-6 stands in src/main/java/Relay.java more than once");
  }

  /** Gives the table's first line to a row that has no line of its own. */
  @Test
  void aRowWithoutAHeadingStandsOnTheFirstLine() throws IOException {
    PlantedReader reader =
        read("\nplanted = [{ id = \"RCCC-6\", control = \"Relay/fault_late\" }]\n", cited());
    assertThat(reader.problems()).isEmpty();
    assertThat(reader.sound())
        .extracting(Planted::place)
        .containsExactly(new Place(PlantedReader.FILE, 1));
  }

  @ParameterizedTest
  @CsvSource({"src/main/java/Delay.java", "src/main/resources/Relay.java", "src/main/java"})
  void onlyASourceIsChanged(String source) throws IOException {
    refused(
        SOURCE.replace("src/main/java/Relay.java", source),
        cited(),
        1,
        source + " is no source in src/main/java, as it must be");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "says = \"One more is sent.\"; ; needs a text as its `says`; find, id, replace",
        "RCCC-6; ' '; needs a text as its `id`; find, id, replace",
        "\"next <= last\"; 7; needs a text as its `find`; find, id, replace",
        "replace = \"\"; ; needs a text as its `replace`; find, id, replace",
        "says =; said =; has a field `said`; find, id, replace",
        "RelayTest#sendsNoMore; RelayTest; `test` is a class and its method; as in"
      })
  void aRowHasAllItsFieldsAndNoOther(String find, String replace, String problem, String also)
      throws IOException {
    String row = SOURCE.replace(find, replace == null ? "" : replace);
    assertThat(row).isNotEqualTo(SOURCE);
    refused(row, cited(), 1, problem);
    assertThat(read(row, cited()).problems().get(0).text()).contains(also);
  }

  @Test
  void aRowOfAControlHasNoFieldOfASource() throws IOException {
    refused(
        CONTROL + "says = \"x\"\n",
        cited(),
        1,
        "has a field `says`; a row like this has control, id");
  }

  @Test
  void whatIsNoTomlOrNoTableOfRowsIsRefused() throws IOException {
    refused("\n[[planted\n", cited(), 2, "is no TOML");
    PlantedReader reader = read(CONTROL + "\n[[plant]]\nid = \"RCCC-6\"\n", cited());
    assertThat(reader.sound()).hasSize(1);
    assertThat(reader.problems())
        .singleElement()
        .satisfies(each -> assertThat(each.text()).contains("`plant` is nothing that this table"));
  }
}
