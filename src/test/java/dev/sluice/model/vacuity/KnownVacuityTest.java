package dev.sluice.model.vacuity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.tlc.probe.PartKind;
import dev.sluice.model.vacuity.KnownVacuity.VacuityLane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries of parts that nothing exercises: read strictly, compared both ways, reasons kept. */
class KnownVacuityTest {
  private static final VacuousPart.Name LEFT =
      new VacuousPart.Name("Lamp", "OnInv", PartKind.CONSEQUENT, "level = \"high\"", 1);
  private static final VacuousPart.Name RIGHT = LEFT.numbered(2);

  @TempDir Path root;
  private Path file;

  @BeforeEach
  void folder() throws Exception {
    file = Files.createDirectories(root.resolve("spec/vacuity")).resolve("Lamp.toml");
  }

  private static VacuousPart part(VacuousPart.Name name) {
    return new VacuousPart(name, "spec/Lamp.tla:7", List.of());
  }

  @Test
  void eachDifferenceIsNamed() throws Exception {
    known().write(VacuityLane.QUICK, List.of(part(LEFT)), Map.of());
    assertThat(known().differences(VacuityLane.QUICK, List.of(part(LEFT)))).isEmpty();
    assertThat(known().differences(VacuityLane.QUICK, List.of(part(LEFT), part(RIGHT))))
        .containsExactly(
            "spec/Lamp.tla:7: no model of the lane quick exercises Lamp: OnInv, consequent 2:"
                + " level = \"high\"");
    assertThat(known().differences(VacuityLane.QUICK, List.of()))
        .containsExactly(
            "spec/vacuity/Lamp.toml: exercised in the lane quick by now, or no longer a part of the"
                + " claim: Lamp: OnInv, consequent: level = \"high\"");
    assertThat(known().differences(VacuityLane.ALL, List.of(part(LEFT)))).hasSize(1);
    assertThat(known().differences(VacuityLane.ALL, List.of())).isEmpty();
    assertThat(known().differences(VacuityLane.FULL, List.of(part(LEFT)))).isEmpty();
    assertThat(known().differences(VacuityLane.FULL, List.of(part(RIGHT)))).hasSize(1);
  }

  @Test
  void anEntryWithoutAReasonGetsTheModelOfALargerLane() throws Exception {
    known().write(VacuityLane.QUICK, List.of(part(LEFT), part(RIGHT)), Map.of());
    assertThat(known().open(VacuityLane.QUICK)).isEqualTo(2);
    Path parts = Path.of("src/test/resources/vacuity/Parts.tla");
    Model model = Searched.model(parts, "large");
    known().write(VacuityLane.ALL, List.of(part(RIGHT)), Map.of(LEFT, model));
    assertThat(known().open(VacuityLane.QUICK)).isEqualTo(1);
    assertThat(known().open(VacuityLane.ALL)).isEqualTo(1);
    assertThat(file)
        .content()
        .contains("because = \"Parts/large exercises it, and is not in the lane quick.\"")
        .contains("lanes = [\"quick\", \"all\"]\nbecause = \"open\"");
    known().write(VacuityLane.QUICK, List.of(), Map.of());
    known().write(VacuityLane.ALL, List.of(), Map.of());
    assertThat(file).doesNotExist();
  }

  @Test
  void entriesAreReadStrictly() throws Exception {
    refused("[[parts]]\n", "unknown key parts");
    String entry = "[[part]]\nclaim = \"A\"\nkind = \"body\"\ntext = \"x\"\nbecause = \"y\"\n";
    refused(entry, "lanes is missing");
    refused(entry + "lanes = [\"slow\"]\n", "lanes has \"slow\"; it is one of quick, all, full");
    refused(entry.replace("body", "bodies") + "lanes = [\"all\"]\n", "kind has \"bodies\"");
    refused(entry + "lanes = [\"all\"]\nmore = 1\n", "unknown key more");
    refused((entry + "lanes = [\"all\"]\n").repeat(2), "a second entry of the same part");
  }

  private void refused(String text, String why) throws Exception {
    Files.writeString(file, text);
    assertThatThrownBy(this::known).isInstanceOf(BadTable.class).hasMessageContaining(why);
  }

  private KnownVacuity known() throws BadTable {
    return KnownVacuity.load(root, "Lamp");
  }
}
