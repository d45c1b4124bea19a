package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small project of its own: what the table pins, what TLC finds, and what becomes of the two. */
class ModelCheckTest {
  @TempDir Path root;

  // By hand: with k tokens sent, 2^k states have seen nothing, and 2^(k-1) each have seen token 1 …
  // k;
  // 1 + 3 + 8 + 20 = 32. Send leaves 1 + 3 + 8 of them; 31 tokens in flight are received or lost.
  static final String HOLDS =
      """
      [[model]]
      module = "Relay"
      name = "smoke"
      lane = "smoke"
      states = 32
      depth = 7
      transitions = 74
      replay = "none: the toy has no kernel"
      """;

  private static final String CAUGHT =
      """
      [[control]]
      module = "Relay"
      name = "fault_late"
      on = "smoke"
      plant = "Send <- SendLate"
      catches = "SeenWasSentInv"
      length = 2
      says = "A token is counted before it is sent."
      """;

  @BeforeEach
  void project() throws IOException {
    Path models = Files.createDirectories(root.resolve("spec/models"));
    Files.copy(Toy.folder().resolve("Relay.tla"), root.resolve("spec/Relay.tla"));
    Files.copy(Toy.folder().resolve("RelayFaults.tla"), models.resolve("RelayFaults.tla"));
    Files.writeString(
        models.resolve("MCRelay.tla"), "---- MODULE MCRelay ----\nEXTENDS Relay\n====\n");
    Files.copy(Toy.folder().resolve("Relay.cfg"), models.resolve("MCRelay_smoke.cfg"));
  }

  @Test
  void aModelThatHoldsWithItsPinnedCountsIsAsExpected() throws Exception {
    ModelResult result = check(HOLDS);
    assertThat(result.problems()).isEmpty();
    assertThat(result.status()).isEqualTo(Status.AS_EXPECTED);
    assertThat(result.outcome()).isEqualTo("holds");
    assertThat(result.actionCounts()).containsOnlyKeys("Lose", "Receive", "Send");
  }

  @Test
  void aDriftOfAnyCountIsAFailureThatNamesBothNumbers() throws Exception {
    String drifted = HOLDS.replace("states = 32", "states = 31").replace("depth = 7", "depth = 8");
    ModelResult result = check(drifted);
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.problems())
        .containsExactly(
            "Relay/smoke: 32 distinct states, and spec/models.toml:1 pins 31",
            "Relay/smoke: 7 breadth-first depth, and spec/models.toml:1 pins 8");
  }

  @Test
  void aCountThatIsNotPinnedIsAFailure() throws Exception {
    for (String pinned : List.of("states = 32\n", "depth = 7\n", "transitions = 74\n")) {
      String rest = HOLDS.replace(pinned, "");
      ModelResult result = check(rest);
      assertThat(result.status()).isEqualTo(Status.FAILED);
      assertThat(result.problems())
          .singleElement()
          .asString()
          .contains("pins no " + pinned.replaceAll(" .*\n", ""));
    }
  }

  @Test
  void aControlThatIsCaughtByTheNamedPropertyIsAsExpected() throws Exception {
    ModelResult result = check(HOLDS + CAUGHT);
    assertThat(result.problems()).isEmpty();
    assertThat(result.outcome()).isEqualTo("caught by SeenWasSentInv");
    assertThat(result.length()).isEqualTo(2);
  }

  @Test
  void aCounterexampleOfAnotherLengthThanPinnedIsAFailureThatNamesBoth() throws Exception {
    for (int length : new int[] {1, 3}) {
      ModelResult result = check(HOLDS + CAUGHT.replace("length = 2", "length = " + length));
      assertThat(result.status()).isEqualTo(Status.FAILED);
      assertThat(result.outcome()).isEqualTo("caught by SeenWasSentInv");
      assertThat(result.problems())
          .singleElement()
          .asString()
          .startsWith("Relay/fault_late: 2 states of the counterexample, and spec/models.toml:")
          .endsWith(" pins " + length);
    }
    ModelResult unpinned = check(HOLDS + CAUGHT.replace("length = 2\n", ""));
    assertThat(unpinned.status()).isEqualTo(Status.FAILED);
    assertThat(unpinned.problems()).singleElement().asString().contains("pins no length");
  }

  @Test
  void aCounterexampleCarriesTheArgumentsThatTlcDoesNotPrint() throws Exception {
    String latest =
        CAUGHT
            .replace("fault_late", "fault_latest")
            .replace("Send <- SendLate", "Receive <- ReceiveLatest")
            .replace("SeenWasSentInv", "SeenNeverFallsProp")
            .replace("length = 2", "length = 5");
    ModelResult result = check(HOLDS + latest);
    assertThat(result.problems()).isEmpty();
    assertThat(result.counterexample().steps())
        .extracting(
            step -> step.action() + step.arguments().stream().map(Value.Field::value).toList())
        .containsExactly("Init[]", "Send[]", "Send[]", "ReceiveLatest[2]", "ReceiveLatest[1]");
  }

  @Test
  void aControlThatAnotherPropertyCatchesIsAFailure() throws Exception {
    Files.copy(
        Toy.folder().resolve("Relay_ends.cfg"), root.resolve("spec/models/MCRelay_ends.cfg"));
    String ends = HOLDS.replace("smoke\"\nlane", "ends\"\nlane");
    ModelResult result =
        check(
            ends + CAUGHT.replace("on = \"smoke\"\nplant = \"Send <- SendLate\"", "on = \"ends\""));
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.problems().get(0))
        .contains("must be caught by SeenWasSentInv, and Deadlock is violated");
  }

  @Test
  void aControlThatNothingCatchesIsAFailure() throws Exception {
    ModelResult result = check(HOLDS + CAUGHT.replace("plant = \"Send <- SendLate\"\n", ""));
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.problems().get(0)).contains("nothing is violated");
  }

  @Test
  void aModelThatMustHoldAndDoesNotIsAFailureWithItsCounterexample() throws Exception {
    Files.copy(
        Toy.folder().resolve("Relay_ends.cfg"), root.resolve("spec/models/MCRelay_ends.cfg"));
    ModelResult result = check(HOLDS.replace("smoke\"\nlane", "ends\"\nlane"));
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.outcome()).isEqualTo("deadlocks");
    assertThat(result.counterexample().steps()).isNotEmpty();
  }

  @Test
  void whatIsNotAsPinnedAmongOthersIsFoundOutAlone() throws Exception {
    for (int states : new int[] {32, 33}) {
      ModelTable table = table(HOLDS.replace("states = 32", "states = " + states));
      Tlc tlc = new Tlc(TlcJar.shipped(), root);
      Path folder = Files.createTempDirectory(root, "run");
      AtomicInteger graphs = new AtomicInteger();
      ModelResult result =
          new ModelCheck(tlc, List.copyOf(table.library()))
              .check(
                  table.models().get(0),
                  new ModelCheck.Limits(1, 512, 60, true, true, true),
                  folder,
                  graph -> graphs.incrementAndGet(),
                  said -> {},
                  phase -> {});
      tlc.rest();
      boolean pinned = states == 32;
      assertThat(result.status()).isEqualTo(pinned ? Status.AS_EXPECTED : Status.FAILED);
      assertThat(result.run().output())
          .isEqualTo(folder.resolve(pinned ? "shared/tlc.out" : "tlc.out"));
      assertThat(graphs).hasValue(1);
    }
  }

  @Test
  void aTableIsReadStrictly() {
    refused(HOLDS + "stats = 3\n", "there is no key stats");
    refused(HOLDS.replace("lane = \"smoke\"", "lane = \"smoky\""), "it is trace, smoke or full");
    refused(HOLDS.replace("module = \"Relay\"", "module = \"Ralay\""), "no module Ralay");
    refused(
        HOLDS.replace("name = \"smoke\"", "name = \"absent\""), "MCRelay_absent.cfg is missing");
    refused(HOLDS.replace("none: the toy has no kernel", "none:"), "states the reason");
    refused(HOLDS.replace("none: the toy has no kernel", "Ferry"), "it is one of the twins");
    refused(HOLDS + HOLDS, "two rows are called Relay/smoke");
    refused(HOLDS.replace("states = 32", "states = 0"), "states is not a whole number");
    refused(HOLDS.replace("lane = \"smoke\"", "lane = \"control\""), "it is a row [[control]]");
    refused(HOLDS.replace("states = 32", "length = 32"), "there is no key length");
    refused("[[model\n", ":1: not TOML");
    refused("[[proof]]\nfile = \"none.smt2\"\nobligations = 1\n", "a proof needs file");
  }

  private void refused(String table, String because) {
    assertThatThrownBy(() -> table(table))
        .isInstanceOf(BadTable.class)
        .hasMessageContaining(because)
        .hasMessageContaining("models.toml");
  }

  private ModelTable table(String rows) throws Exception {
    Files.writeString(root.resolve("spec/models.toml"), rows);
    return ModelTable.load(root);
  }

  private ModelResult check(String row) throws Exception {
    ModelTable table = table(row);
    Model model = table.models().get(table.models().size() - 1);
    Path folder = Files.createTempDirectory(root, "run");
    ModelCheck check = new ModelCheck(new Tlc(TlcJar.shipped()), List.copyOf(table.library()));
    return check.check(
        model,
        new ModelCheck.Limits(1, 512, 60, true, true, false),
        folder,
        g -> {},
        p -> {},
        phase -> {});
  }
}
