package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.trace.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts of transitions by action, from the file of a run that streams no graph. */
class ActionCountsTest {
  private static ActionInstance send(int token, String location) {
    return new ActionInstance("Send", List.of("n"), List.of(Value.of(token)), location);
  }

  /** Writes counts of several instances, one of them twice, as two worker threads do. */
  @Test
  void countsOfAllInstancesOfANameAddUp(@TempDir Path folder) throws Exception {
    Files.write(
        folder.resolve("counts"),
        new Octets()
            .constant("Last", 3)
            .taken(4, "Send", 1)
            .taken(2, "Send", 2)
            .taken(5, "Send", 1)
            .taken(0, "Lose")
            .end(0)
            .octets());
    ActionCounts counts = ActionCounts.read(folder);
    assertThat(counts.byName())
        .as("transitions by name")
        .containsExactly(entry("Lose", 0L), entry("Send", 11L));
    assertThat(counts.transitions()).as("all transitions").isEqualTo(11);
    assertThat(counts.taken().values()).as("transitions by instance").containsExactly(0L, 9L, 2L);
    assertThat(counts.constants()).containsExactly(entry("Last", Value.of(3)));
    assertThat(ActionCounts.read(folder.resolve("none")).byName()).as("without a file").isEmpty();
  }

  @Test
  void instancesAreSortedByNameThenArgumentsThenPlace() {
    ActionInstance lose = new ActionInstance("Lose", List.of(), List.of(), "line 9");
    List<ActionInstance> inOrder =
        List.of(lose, send(1, "line 3"), send(1, "line 4"), send(2, "line 1"));
    assertThat(new TreeSet<>(List.of(inOrder.get(3), inOrder.get(2), inOrder.get(1), lose)))
        .as("instances, of which two differ in their place alone")
        .containsExactlyElementsOf(inOrder);
  }
}
