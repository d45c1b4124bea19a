package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Toy;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's own jar, with upstream's state writer, gives the same graph as the one Sluice comes
 * with.
 */
class UpstreamJarTest {
  @Test
  void upstreamsSignatureStreamsTheSameGraph(@TempDir Path scratch) throws Exception {
    Path jar = UpstreamJar.make(scratch);
    TlcRequest request =
        new TlcRequest(
            Toy.folder().resolve("Relay.tla"),
            Toy.folder().resolve("Relay.cfg"),
            List.of(),
            1,
            512,
            60,
            Reporting.GRAPH,
            Housing.BRIEF,
            TlcOptions.NONE);
    TlcRun run =
        new Tlc(TlcJar.of(jar))
            .run(request, Files.createDirectory(scratch.resolve("run")), x -> {});
    assertThat(run.verdict()).isEqualTo(new Verdict.Holds());
    assertThat(run.command()).anyMatch(word -> word.startsWith(jar.toString()));
    StateGraph theirs = GraphReader.read(run.graph());
    StateGraph ours = GraphReader.read(Toy.run(scratch, "Relay.tla", "Relay.cfg", 1).graph());
    assertThat(theirs.alphabet()).isEqualTo(ours.alphabet());
    assertThat(theirs.states()).isEqualTo(ours.states());
    assertThat(theirs.reportedTransitions()).isEqualTo(ours.reportedTransitions());
    assertThat(theirs.countByAction()).isEqualTo(ours.countByAction());
    assertThat(theirs.constants()).isEqualTo(ours.constants());
  }
}
