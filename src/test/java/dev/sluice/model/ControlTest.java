package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configuration is made of a control's row, and what is said of a row that does not fit. */
class ControlTest {
  @TempDir Path root;

  private static final String BASE =
      """
      \\* Small numbers.
      CONSTANTS
        Mtu = 2   (* a packet *) Kinds = {"a","b" , c}
        Jobs <- MCJobs
        Later <- [Net]MCLater
      INVARIANTS TypeOK SentInv
      PROPERTY GrowsProp Served
      SPECIFICATION FairSpec
      SYMMETRY Turns
      CHECK_DEADLOCK FALSE
      """;

  private static final String MODEL =
      """
      [[model]]
      module = "Foo"
      name = "smoke"
      lane = "smoke"
      replay = "none: the toy has no kernel"
      """;

  private static final String ROW =
      """
      [[control]]
      module = "Foo"
      name = "fault_adds"
      on = "smoke"
      plant = "Learn <- LearnAdds"
      set = "Mtu = 3"
      catches = "SentInv"
      length = 2
      says = "A total is taken as a step."
      """;

  @BeforeEach
  void project() throws Exception {
    write(
        "spec/foo/Foo.tla",
        "---- MODULE Foo ----\nLearn(s) == s\nSent == 1\nSentInv == TRUE\n====\n");
    write(
        "spec/foo/models/MCFoo.tla",
        "---- MODULE MCFoo ----\nEXTENDS Foo\nMCJobs == 1\nMCMoreJobs == 2\nMCLater == 1\n"
            + "GrowsProp == TRUE\nServed == TRUE\nLoose == TRUE\n====\n");
    write(
        "spec/foo/models/FooFaults.tla",
        "---- MODULE FooFaults ----\nEXTENDS MCFoo\nSentTwice == Learn(2)\n\nLOCAL LearnAdds(f(_, _),\n    s) == s\n====\n");
    write("spec/foo/models/MCFoo_smoke.cfg", BASE);
  }

  @Test
  void theConfigurationIsTheModelsWithWhatTheRowChangesAndTheOneProperty() throws Exception {
    Model control = table(MODEL, ROW).models().get(1);
    assertThat(control.config().text())
        .isEqualTo(
            """
            \\* Foo/fault_adds, made of its row in spec/foo/models.toml on smoke.
            \\* A total is taken as a step.
            SPECIFICATION FairSpec
            CHECK_DEADLOCK FALSE
            SYMMETRY Turns
            CONSTANTS
                Mtu = 3
                Kinds = {"a", "b", c}
                Jobs <- MCJobs
                Later <- [Net]MCLater
                Learn <- LearnAdds
            INVARIANT SentInv
            """);
    assertThat(control.config().name()).isEqualTo("MCFoo_fault_adds.cfg");
    assertThat(control.rootModule()).hasFileName("FooFaults.tla");
    assertThat(control.lane()).isEqualTo(Lane.CONTROL);
    assertThat(control.expect()).isEqualTo("SentInv");
    assertThat(control.length()).isEqualTo(2);
    assertThat(control.shows()).isEqualTo("A total is taken as a step.");
    assertThat(control.row()).isEqualTo("spec/foo/models.toml:6");
  }

  @Test
  void aRowMaySetAndPlantSeveralOrNothing() throws Exception {
    String several =
        ROW.replace("\"Learn <- LearnAdds\"", "[\"Learn <- LearnAdds\", \"Sent <- SentTwice\"]")
            .replace("\"Mtu = 3\"", "['Kinds = {\"d\"}', \"Jobs <- MCMoreJobs\"]");
    assertThat(text(several))
        .contains("Kinds = {\"d\"}\n    Jobs <- MCMoreJobs\n")
        .contains("    Learn <- LearnAdds\n    Sent <- SentTwice\nINVARIANT SentInv\n");
    String nothing = ROW.replaceAll("(plant|set) = .*\n", "");
    assertThat(text(nothing)).contains("Mtu = 2\n").doesNotContain("Learn");
  }

  @Test
  void thePropertyIsListedAsTheModelListsItOrAsItsNameSays() throws Exception {
    assertThat(text(catching("GrowsProp"))).endsWith("\nPROPERTY GrowsProp\n");
    assertThat(text(catching("Served"))).endsWith("\nPROPERTY Served\n");
    write("spec/foo/models/MCFoo_smoke.cfg", "SPECIFICATION Spec\nCONSTANT Mtu = 2\n");
    assertThat(text(catching("GrowsProp"))).endsWith("\nPROPERTY GrowsProp\n");
    assertThat(text(catching("SentInv"))).endsWith("\nINVARIANT SentInv\n");
    refused(catching("Served"), "nothing says whether that is an invariant");
  }

  @Test
  void theSameRowsMakeTheSameTextWhereverTheyStand() throws Exception {
    String text = text(ROW);
    Model moved = table("# moved\n\n" + ROW, MODEL).models().get(0);
    assertThat(moved.row()).isEqualTo("spec/foo/models.toml:3");
    assertThat(moved.config().text()).isEqualTo(text);
  }

  @Test
  void aRowThatDoesNotFitIsRefusedWithItsPlaceAndTheReason() {
    refused(ROW.replace("on = \"smoke\"", "on = \"smok\""), "on is \"smok\"", "[smoke]");
    refused(ROW.replace("on = \"smoke\"\n", ""), "on is \"\"", "these hold: [smoke]");
    refused(ROW.replace("fault_adds", "x") + ROW.replace("smoke", "x"), "on is \"x\"", "[smoke]");
    refused(set("Mtv = 3"), "set gives Mtv a value, which smoke does not", "[Mtu, Kinds");
    refused(set("Mtu = 2"), "set says \"Mtu = 2\", and so does smoke");
    refused(set("Mtu"), "it ends where TLC reads = or <-");
    refused(set("Mtu = -1"), "\"-\" stands where TLC reads a value");
    refused(set("Mtu = 3000000000"), "a number from 0 to 2147483647");
    refused(set("Mtu = 1 .. 2"), "\".\" stands where TLC reads a name");
    refused(set("Mtu = 3 Jobs <- MCMoreJobs"), "is not one statement");
    refused(set("Mtu = {1 2}"), "where TLC reads a comma or }");
    refused(set("Mtu = {1"), "where TLC reads }");
    refused(
        set("Jobs <- MCNoJobs"), "\"Jobs <- MCNoJobs\" names MCNoJobs", "neither FooFaults nor");
    refused(ROW.replace("\"Mtu = 3\"", "3"), "set is a text such as");
    refused(plant("Lern <- LearnAdds"), "plant replaces Lern", "define it there");
    refused(plant("Learn <- LearnAdd"), "names LearnAdd,", "define it there");
    refused(plant("Learn = 3"), "it puts an operator in another's place by <-");
    refused(plant("Jobs <- MCMoreJobs"), "plant replaces Jobs", "that is for set");
    refused(
        ROW.replace("\"Learn <- LearnAdds\"", "[\"Sent <- SentTwice\", \"Sent <- LearnAdds\"]"),
        "plant replaces Sent twice");
    refused(catching("SendInv"), "catches names \"SendInv\"", "defines it");
    refused(catching(""), "catches names \"\"");
    refused(catching("Loose"), "let its name end in Inv or Prop");
    refused(ROW.replace("A total is taken as a step.", " "), "says is empty");
    refused(ROW.replace("length = 2", "length = 0"), "length is not a whole number");
    refused(ROW + "lane = \"control\"\n", "there is no key lane");
    refused(ROW + "root = \"FooFauts\"\n", "there is no module FooFauts");
    refused(ROW + ROW, "two rows are called Foo/fault_adds; the other is spec/foo/models.toml:6");
  }

  @Test
  void aModelWithoutFaultsNeedsARootInEachRow() throws Exception {
    Files.delete(root.resolve("spec/foo/models/FooFaults.tla"));
    refused(ROW, "there is no module FooFaults", "from which it would be checked");
    String row = plant("Learn <- MCLater") + "root = \"MCFoo\"\n";
    assertThat(table(MODEL, row).models().get(1).rootModule()).hasFileName("MCFoo.tla");
  }

  @Test
  void aRowAndAFileForOneControlAreOneTooMany() throws Exception {
    write("spec/foo/models/MCFoo_fault_adds.cfg", BASE);
    refused(ROW, "MCFoo_fault_adds.cfg is there, too; delete that file");
  }

  @Test
  void aModelWhoseConstantsCannotBeReadHasNoControls() throws Exception {
    write("spec/foo/models/MCFoo_smoke.cfg", "CONSTANT Mtu = <<1>>\nSPECIFICATION Spec\n");
    refused(ROW, "MCFoo_smoke.cfg", "\"<\" stands where TLC reads a value");
  }

  @Test
  void tablesOfSeveralSystemsAreReadInOrderEachOfItsOwnModules() throws Exception {
    write("spec/bar/Bar.tla", "---- MODULE Bar ----\n====\n");
    write("spec/bar/models/MCBar.tla", "---- MODULE MCBar ----\nEXTENDS Bar\n====\n");
    write("spec/bar/models/MCBar_smoke.cfg", "SPECIFICATION Spec\n");
    write("spec/bar/models.toml", MODEL.replace("Foo", "Bar"));
    assertThat(table(MODEL, ROW).models())
        .extracting(Model::id)
        .containsExactly("Bar/smoke", "Foo/smoke", "Foo/fault_adds");
    assertThat(ModelTable.files(root))
        .extracting(file -> root.relativize(file).toString())
        .containsExactly("spec/bar/models.toml", "spec/foo/models.toml");
    write("spec/bar/models.toml", MODEL);
    assertThatThrownBy(() -> ModelTable.load(root))
        .isInstanceOf(BadTable.class)
        .hasMessageContaining("bar/models.toml:1 (Foo/smoke): the module Foo lies in")
        .hasMessageContaining("its rows go into the table of that system");
  }

  @Test
  void aTableThatNobodyReadsIsRefused() {
    assertThatThrownBy(() -> table(MODEL, ROW.replace("[[control]]", "[[contol]]")))
        .isInstanceOf(BadTable.class)
        .hasMessageContaining("nobody reads the table contol; there are [control, model, proof]");
  }

  private static String set(String statement) {
    return ROW.replace("Mtu = 3", statement);
  }

  private static String plant(String statement) {
    return ROW.replace("Learn <- LearnAdds", statement);
  }

  private static String catching(String property) {
    return ROW.replace("SentInv", property);
  }

  private void refused(String row, String... because) {
    assertThatThrownBy(() -> table(MODEL, row))
        .isInstanceOf(BadTable.class)
        .hasMessageContaining("spec/foo/models.toml:")
        .hasMessageContaining("(Foo/")
        .hasMessageContainingAll(because);
  }

  private String text(String row) throws Exception {
    return table(MODEL, row).models().get(1).config().text();
  }

  private ModelTable table(String... rows) throws Exception {
    write("spec/foo/models.toml", String.join("", rows));
    return ModelTable.load(root);
  }

  private void write(String file, String text) throws Exception {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
