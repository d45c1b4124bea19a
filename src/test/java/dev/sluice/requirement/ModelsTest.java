package dev.sluice.requirement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads tables of models and configurations for the matrix. */
class ModelsTest {
  @TempDir Path root;

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void aModelThatMustHoldListsInvariantsAndProperties() throws IOException {
    write("spec/models.toml", "[[model]]\nmodule = \"Foo\"\nname = \"trace\"\n");
    write(
        "spec/models/MCFoo_trace.cfg",
        """
        SPECIFICATION Spec
        INVARIANTS TypeOK, GoodInv (* OldInv
          OlderInv *) LastInv
        PROPERTIES Served \\* Lost
        PROPERTY Ends
        CONSTANT N = 1
        """);
    Models models = Models.read(root);
    assertThat(models.invariants()).containsExactlyInAnyOrder("TypeOK", "GoodInv", "LastInv");
    assertThat(models.properties()).containsExactlyInAnyOrder("Served", "Ends");
  }

  /** Has two models list a property, one of them from another root module. */
  @Test
  void allRootsThatListAPropertyAreKnown() throws IOException {
    write(
        "spec/models.toml",
        "[[model]]\nmodule = \"Foo\"\nname = \"a\"\nroot = \"FooSize\"\n"
            + "[[model]]\nmodule = \"Bar\"\nname = \"a\"\n");
    write("spec/models/MCFoo_a.cfg", "INVARIANT GoodInv\nPROPERTY Served\n");
    write("spec/models/MCBar_a.cfg", "INVARIANT GoodInv\nPROPERTY Served\n");
    Models models = Models.read(root);
    assertThat(models.listing("GoodInv")).as("GoodInv").containsExactly("Bar", "FooSize");
    assertThat(models.listing("Served")).as("Served").containsExactly("Bar", "FooSize");
    assertThat(models.listing("Lost")).as("a property that no model lists").isEmpty();
  }

  @Test
  void onlyTablesInSpecAndInItsFoldersAreRead() throws IOException {
    String table = "[[model]]\nmodule = \"%s\"\nname = \"trace\"\nreplay = \"Twin\"\n";
    write("spec/models.toml", table.formatted("Top"));
    write("spec/foo/models.toml", table.formatted("Foo"));
    write("spec/foo/models/models.toml", table.formatted("Deep"));
    write("spec/old-models.toml", table.formatted("Old"));
    assertThat(Models.read(root).replayed()).containsExactlyInAnyOrder("Top", "Foo");
  }

  @Test
  void aModelWithoutAKernelOrATwinIsNotReplayed() throws IOException {
    write(
        "spec/models.toml",
        """
        [[model]]
        module = "Foo"
        name = "trace"
        replay = "none: no kernel"

        [[model]]
        module = "Bar"
        name = "trace"
        """);
    assertThat(Models.read(root).replayed()).isEmpty();
  }

  @Test
  void aFindingStandsOnTheLineOfItsRow() throws IOException {
    write(
        "spec/models.toml",
        """
        [[model]]
        module = "Foo"
        name = "trace"

        [[model]]
        module = "Foo"
        name = "smoke"
        finding = "FIND-2 FIND-3"

          [[control]]
        module = "Foo"
        name = "find_1"
        finding = "FIND-1"
        catches = "AInv"
        """);
    Models models = Models.read(root);
    assertThat(models.findings())
        .extracting(each -> each.id() + " " + each.model() + " " + each.place())
        .containsExactly(
            "FIND-2 Foo/smoke spec/models.toml:5",
            "FIND-3 Foo/smoke spec/models.toml:5",
            "FIND-1 Foo/find_1 spec/models.toml:10");
    assertThat(models.controls())
        .containsExactly(entry("Foo/find_1", new Models.Control("Foo", "Foo", "AInv")));
  }

  /** Gives the table's first line to a row that has no line of its own. */
  @Test
  void aRowWithoutAHeadingStandsOnTheFirstLine() throws IOException {
    write(
        "spec/models.toml",
        "x = 1\nmodel = [{ module = \"Foo\", name = \"trace\", finding = \"FIND-2\" }]\n");
    assertThat(Models.read(root).findings())
        .extracting(Models.Finding::place)
        .containsExactly(new Place("spec/models.toml", 1));
  }

  @Test
  void aTableThatIsNoTomlHasNoRows() throws IOException {
    write("spec/models.toml", "[[model\n");
    write("spec/foo/models.toml", "[[control]]\nmodule = \"Foo\"\nname = \"a\"\ncatches = \"B\"\n");
    Models models = Models.read(root);
    assertThat(models.controls()).containsOnlyKeys("Foo/a");
    assertThat(models.findings()).isEmpty();
  }
}
