package dev.sluice.model.mutate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No search is spared that could have noticed a mutant, where it leaves a model's graph as it is.
 */
class ShortcutTest {
  /** The fairness of Open is that of Next; that of Knock is about a step that Next has not. */
  private static final String MODULE =
      """
      ---- MODULE Door ----
      EXTENDS Naturals
      CONSTANT Last
      VARIABLES count, open
      vars == <<count, open>>
      TypeOK == count \\in 0 .. Last /\\ open \\in BOOLEAN
      Init == count = 0 /\\ open = FALSE
      Allowed(n) == n >= 0
      Enough(n) == count >= n
      Knock(n) == Allowed(n) /\\ count < Last /\\ count' = count + 1 /\\ UNCHANGED open
      Open == count = Last /\\ Enough(1) /\\ open' = TRUE /\\ UNCHANGED count
      Next == Knock(1) \\/ Open
      Fairness == WF_vars(Knock(0)) /\\ WF_vars(Open)
      Spec == Init /\\ [][Next]_vars /\\ Fairness
      OpenInv == open => Enough(Last)
      CountsProp == [][count' >= count]_vars
      OpensProp == <>open
      ====
      """;

  private static final String CONFIGURATION =
      """
      SPECIFICATION Spec
      CONSTANT Last = 3
      INVARIANTS TypeOK OpenInv
      PROPERTIES CountsProp OpensProp
      CHECK_DEADLOCK FALSE
      """;

  private static final String ROW =
      """
      [[model]]
      module = "Door"
      name = "trace"
      lane = "trace"
      states = 5
      depth = 5
      transitions = 5
      replay = "none: it has no kernel"
      """;

  /** Caught farther from where it begins than the model has states. */
  private static final String CONTROL =
      """

      [[control]]
      module = "Door"
      name = "crowd"
      on = "trace"
      set = ["Last = 30"]
      catches = "FewInv"
      length = 26
      says = "More knocks than a door bears."
      """;

  /** A larger model, and a control whose fault lets the world grow without end. */
  private static final String ENDLESS =
      """

      [[model]]
      module = "Door"
      name = "smoke"
      lane = "smoke"
      states = 42
      depth = 42
      transitions = 42
      replay = "none: it has no kernel"

      [[control]]
      module = "Door"
      name = "endless"
      on = "trace"
      plant = "Knock <- KnockOn"
      catches = "ThreeInv"
      length = 5
      says = "Knocks without end."
      """;

  @TempDir Path folder;
  private ModelTable table;

  @BeforeEach
  void writeProject() throws Exception {
    Path root = Files.createDirectories(folder.resolve("project"));
    Path models = Files.createDirectories(root.resolve("spec/models"));
    Files.writeString(root.resolve("spec/Door.tla"), MODULE);
    Files.writeString(
        models.resolve("MCDoor.tla"), "---- MODULE MCDoor ----\nEXTENDS Door\n====\n");
    Files.writeString(models.resolve("MCDoor_trace.cfg"), CONFIGURATION);
    Files.writeString(root.resolve("spec/models.toml"), ROW);
    table = ModelTable.load(root);
  }

  @Test
  void noMutantIsMissedWhereTheGraphIsTheSame() throws Exception {
    Map<String, Fate> fates = fates(2, any -> true);
    assertThat(fates)
        .as("a claim rests on what changes; the guard that does, too, is as true as before")
        .containsEntry(
            "Door/Enough/comparison-1", new Fate(Kill.PROPERTY, "OpenInv", "trace", "in 5 states"))
        .as("nothing but fairness changes")
        .hasEntrySatisfying("Door/Fairness/fairness-1", ShortcutTest::isNoticedByLiveness)
        .hasEntrySatisfying("Door/Fairness/fairness-3", ShortcutTest::isNoticedByLiveness)
        .as("fairness rests on what changes, and speaks of a step that is none of Next")
        .hasEntrySatisfying("Door/Allowed/comparison-1", ShortcutTest::isNoticedByLiveness)
        .as("what only Next could notice, and does not")
        .containsEntry(
            "Door/Open/guard-2", new Fate(Kill.SURVIVES, "", "", "the same graph in all models"));
    // A model that is searched at once says the same of each, though another claim may say it.
    Map<String, Fate> atOnce = fates(1000, any -> true);
    assertThat(kills(fates)).hasSizeGreaterThan(20).isEqualTo(kills(atOnce));
    assertThat(kills(fates).values()).contains(Kill.PROPERTY, Kill.TYPE, Kill.PIN, Kill.SURVIVES);
  }

  @Test
  void aControlThatIsCaughtFarOffIsWaitedFor() throws Exception {
    Path spec = folder.resolve("project/spec");
    Files.writeString(
        spec.resolve("models/DoorFaults.tla"),
        "---- MODULE DoorFaults ----\nEXTENDS MCDoor\n====\n");
    Files.writeString(
        spec.resolve("Door.tla"),
        MODULE.replace("CountsProp ==", "FewInv == count < 25\nCountsProp =="));
    Files.writeString(
        spec.resolve("models/MCDoor_trace.cfg"),
        CONFIGURATION.replace("TypeOK OpenInv", "TypeOK OpenInv FewInv"));
    Files.writeString(spec.resolve("models.toml"), ROW + CONTROL);
    table = ModelTable.load(folder.resolve("project"));
    assertThat(fates(2, "Door/Open/guard-2"::equals))
        .as("what changes nothing is not noticed by a control that takes long")
        .containsEntry(
            "Door/Open/guard-2", new Fate(Kill.SURVIVES, "", "", "the same graph in all models"));
  }

  @Test
  void aControlThatIsNotCaughtInTenTimesItsStatesIsNoLongerCaught() throws Exception {
    Path spec = folder.resolve("project/spec");
    Files.writeString(
        spec.resolve("models/DoorFaults.tla"),
        "---- MODULE DoorFaults ----\nEXTENDS MCDoor\n"
            + "KnockOn(n) == count' = count + 1 /\\ UNCHANGED open\n====\n");
    Files.writeString(
        spec.resolve("Door.tla"),
        MODULE.replace("CountsProp ==", "ThreeInv == count <= 3\nCountsProp =="));
    Files.writeString(
        spec.resolve("models/MCDoor_trace.cfg"),
        CONFIGURATION.replace("TypeOK OpenInv", "TypeOK OpenInv ThreeInv"));
    Files.writeString(
        spec.resolve("models/MCDoor_smoke.cfg"), CONFIGURATION.replace("Last = 3", "Last = 40"));
    Files.writeString(spec.resolve("models.toml"), ROW + ENDLESS);
    table = ModelTable.load(folder.resolve("project"));
    assertThat(fates(2, "Door/ThreeInv/conjunct-1"::equals))
        .containsEntry(
            "Door/ThreeInv/conjunct-1",
            new Fate(Kill.CONTROL, "ThreeInv", "endless", "not caught within 84 states"));
  }

  private static Map<String, Kill> kills(Map<String, Fate> fates) {
    Map<String, Kill> kills = new TreeMap<>();
    fates.forEach((mutant, fate) -> kills.put(mutant, fate.kill()));
    return kills;
  }

  private static void isNoticedByLiveness(Fate fate) {
    assertThat(fate.kill()).isEqualTo(Kill.PROPERTY);
    assertThat(fate.by()).isEqualTo("OpensProp");
  }

  /** Runs the mutants with these ids. */
  private Map<String, Fate> fates(int glance, Predicate<String> ids) throws Exception {
    TlcJar jar = TlcJar.shipped();
    Path scratch = Files.createTempDirectory(folder, "run");
    Mutable specification = Mutable.read(Suite.of(table), "Door", new Tlc(jar), scratch);
    Settings settings = new Settings(2, glance, false, false, 512, 60);
    Campaign campaign =
        new Campaign(
            Suite.of(table), jar, settings, 1, Files.createDirectories(scratch.resolve("work")));
    Map<String, Fate> fates = new TreeMap<>();
    campaign
        .run(
            specification,
            Campaign.mutants(specification).stream().filter(one -> ids.test(one.id())).toList(),
            scratch.resolve("results"),
            false,
            (mutant, fate, finished) -> {})
        .forEach((mutant, fate) -> fates.put(mutant.id(), fate));
    return fates;
  }
}
