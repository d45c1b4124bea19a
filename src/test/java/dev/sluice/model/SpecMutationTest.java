package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Whole;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The suite watches its own specifications: an action that is deleted from {@code Next} has no
 * witness left, and an invariant that is weakened lets a control through.
 */
class SpecMutationTest {
  /** An action of each of a few modules; every build deletes one. */
  static List<Arguments> deleted() {
    return Whole.drawn(
        List.of(
            Arguments.of("CccLifecycle", "Signal"),
            Arguments.of("PdcHandshake", "RepeatClose"),
            Arguments.of("CreditConservation", "LoseAck"),
            Arguments.of("CccScheduling", "CreditUpdate")),
        1);
  }

  /** Controls and what catches them; every build weakens one. */
  static List<Arguments> weakened() {
    return Whole.drawn(
        List.of(
            Arguments.of("CccLifecycle/fault_early_data", "DataNeedsReadyInv"),
            Arguments.of("PdcHandshake/fault_accept_twice", "OnePdcPerKeyInv"),
            Arguments.of("CreditConservation/fault_adds_total", "CreditIsIssuedInv"),
            Arguments.of("CccScheduling/fault_any_packet", "OverdrawsLessThanAPacketInv")),
        1);
  }

  @TempDir Path root;

  @ParameterizedTest(name = "{0} without {1}")
  @MethodSource("deleted")
  void aDeletedActionHasNoWitnessLeft(String module, String action) throws Exception {
    copySpecifications();
    Path file = moduleFile(module);
    String text = Files.readString(file);
    String without =
        Pattern.compile("(?<![A-Za-z0-9_])" + action + "(\\([^()]*\\))?(?! *==|[A-Za-z0-9_(])")
            .matcher(text)
            .replaceAll("FALSE");
    assertThat(without).isNotEqualTo(text);
    Files.writeString(file, without);
    ModelResult result = check(module + "/trace");
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.problems())
        .anyMatch(
            problem -> problem.contains("no transition witnesses the actions [" + action + "]"));
  }

  @ParameterizedTest(name = "{1} without a body lets {0} through")
  @MethodSource("weakened")
  void aWeakenedInvariantLetsItsControlThrough(String control, String property) throws Exception {
    copySpecifications();
    Path file = moduleFile(control.substring(0, control.indexOf('/')));
    String text = Files.readString(file);
    Matcher definition =
        Pattern.compile("(?m)^" + property + " ==[\\s\\S]*?(?=\\n\\n|\\n\\\\\\*|\\n---|\\n===)")
            .matcher(text);
    assertThat(definition.find()).isTrue();
    Files.writeString(file, definition.replaceFirst(property + " == TRUE"));
    ModelResult result = check(control);
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.problems()).anyMatch(problem -> problem.contains("nothing is violated"));
  }

  private ModelResult check(String id) throws Exception {
    ModelTable table = ModelTable.load(root);
    Model model =
        table.models().stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
    ModelCheck check = new ModelCheck(new Tlc(TlcJar.shipped()), table.library());
    Path folder = Files.createTempDirectory(root, "run");
    var limits = new ModelCheck.Limits(1, 1024, 300, true, true, false);
    return check.check(model, limits, folder, graph -> {}, progress -> {}, phase -> {});
  }

  private Path moduleFile(String module) throws IOException {
    try (Stream<Path> all = Files.walk(root.resolve("spec"))) {
      return all.filter(path -> path.getFileName().toString().equals(module + ".tla"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void copySpecifications() throws IOException {
    Path from = Path.of("spec");
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path to = root.resolve("spec").resolve(from.relativize(file).toString());
      Files.createDirectories(to.getParent());
      Files.copy(file, to);
    }
  }
}
