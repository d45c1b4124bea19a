package dev.sluice.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The house holds together: who imports whom, and what no room does. Each rule is seen to fail on
 * planted violations, and on nothing at all.
 */
class ArchitectureTest {
  private static JavaClasses ours;

  @BeforeAll
  static void readTheProject() {
    ours = Imported.project();
  }

  // ------------------------------------------------------------- rooms

  @Test
  void everyPackageIsARoomOfTheTable() throws IOException {
    Set<String> homeless = new TreeSet<>();
    for (JavaClass type : ours) {
      if (Room.of(type.getPackageName()).isEmpty()) {
        homeless.add(type.getPackageName());
      }
    }
    assertThat(homeless).as("packages without a line in Room.TABLE").isEmpty();
  }

  @TestFactory
  List<DynamicTest> everyRoomImportsOnlyWhatItMay() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Room room : builtRooms()) {
      tests.add(dynamicTest(room.name(), () -> directionOf(room).check(ours)));
    }
    assertThat(tests).as("rooms that are built").hasSizeGreaterThan(3);
    return tests;
  }

  /** The rooms that have sources, so that a room whose classes are not seen fails as empty. */
  private static List<Room> builtRooms() throws IOException {
    try (Stream<Path> files = Files.walk(SourceRules.MAIN)) {
      Set<Room> built =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(file -> SourceRules.MAIN.relativize(file.getParent()).toString())
              .map(folder -> Room.of(folder.replace('/', '.').replace('\\', '.')))
              .flatMap(Optional::stream)
              .collect(Collectors.toSet());
      return Room.TABLE.stream().filter(built::contains).toList();
    }
  }

  private static ArchRule directionOf(Room room) {
    return ArchRuleDefinition.noClasses()
        .that(room.classes())
        .should()
        .dependOnClassesThat(room.outOfBounds());
  }

  /** One class for every pair of rooms: exactly those that cross a wall are named. */
  @Test
  void aRoomThatImportsWhatItMayNotIsNamed(@TempDir Path folder) throws IOException {
    List<String> sources = new ArrayList<>();
    for (Room of : Room.TABLE) {
      sources.add("package " + of.packageName() + ";\npublic interface Target {}\n");
      for (Room other : Room.TABLE) {
        sources.add(
            "package %s;\npublic class %s { %s.Target field; }\n"
                .formatted(of.packageName(), pair(other), other.packageName()));
      }
    }
    JavaClasses classes = Planted.classes(folder, sources);
    for (Room room : Room.TABLE) {
      String failures = failures(directionOf(room), classes);
      for (Room other : Room.TABLE) {
        String field = "<" + room.packageName() + "." + pair(other) + ".field>";
        assertThat(failures.contains(field))
            .as("%s imports %s", room.name(), other.name())
            .isEqualTo(!room.mayUse(other.packageName()));
      }
    }
  }

  private static String pair(Room other) {
    return "Uses_" + other.name().replace('.', '_');
  }

  @Test
  void theTableSaysWhatTheHouseIsFor() {
    assertThat(walls("cc", "uet", "cc.nscc", "trace", "sim")).allMatch(open -> !open);
    assertThat(walls("cc.rccc", "cc.nscc", "uet", "model")).allMatch(open -> !open);
    assertThat(walls("uet", "sim", "trace", "model", "cc.hpcc")).allMatch(open -> !open);
    assertThat(walls("model", "sim", "fabric", "host", "cli")).allMatch(open -> !open);
    assertThat(walls("host", "uet", "host.uet", "cc.nscc", "cc.rccc", "trace", "scenario"))
        .allMatch(open -> !open);
    assertThat(walls("host.uet", "host", "uet", "cc.nscc", "trace")).allMatch(open -> open);
    assertThat(walls("host.roce", "cc.ldcp", "cc.hpcc", "host.uet", "scenario"))
        .allMatch(open -> !open);
    assertThat(walls("host.roce.ldcp", "host.roce", "host.roce.hpcc", "host.roce.rcm", "cc.hpcc"))
        .allMatch(open -> !open);
    assertThat(walls("host.roce.hpcc", "host.roce", "host.roce.ldcp", "host.roce.rcm", "cc.ldcp"))
        .allMatch(open -> !open);
    assertThat(walls("host.roce.rcm", "host.roce", "host.roce.ldcp", "host.roce.hpcc", "roce"))
        .allMatch(open -> !open);
    assertThat(walls("host.roce.connection", "host.roce", "host.roce.ldcp", "cc.rcm", "sim"))
        .allMatch(open -> !open);
    assertThat(walls("host.roce", "host.roce.connection", "host.roce.ldcp", "host.roce.hpcc"))
        .allMatch(open -> open);
    assertThat(walls("host.roce.ldcp", "cc.ldcp", "cc.rcm", "host.roce.connection", "roce"))
        .allMatch(open -> open);
    assertThat(walls("conformance", "cc", "uet", "model.replay")).allMatch(open -> !open);
    assertThat(walls("model.graph", "cc", "uet", "model.replay")).allMatch(open -> !open);
    assertThat(walls("trace", "model", "cc")).allMatch(open -> !open);
    assertThat(walls("requirement", "trace", "cc", "units")).allMatch(open -> !open);
    assertThat(walls("model", "trace", "cc", "cc.rccc", "uet.pdc", "requirement"))
        .allMatch(open -> open);
    assertThat(walls("uet", "cc", "cc.rccc", "units", "requirement")).allMatch(open -> open);
  }

  private static List<Boolean> walls(String room, String... others) {
    Room of = Room.of("dev.sluice." + room).orElseThrow();
    return Stream.of(others).map(other -> of.mayUse("dev.sluice." + other)).toList();
  }

  // ------------------------------------------------------------- what no room does

  @TestFactory
  List<DynamicTest> everyRuleHolds() {
    return Rules.all().stream()
        .map(rule -> dynamicTest(rule.claim(), () -> rule.rule().check(ours)))
        .toList();
  }

  @TestFactory
  List<DynamicTest> everyRuleFailsOnEachPlantedViolation(@TempDir Path folder) throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Rules rule : Rules.all()) {
      List<String> sources = new ArrayList<>(rule.helpers());
      List<String> names = new ArrayList<>();
      for (String violation : rule.violations()) {
        names.add("Planted%03d".formatted(tests.size() + names.size()));
        sources.add(violation.replaceAll("\\bPlanted\\b", names.get(names.size() - 1)));
      }
      assertThat(names).as(rule.claim()).isNotEmpty();
      String failures =
          failures(rule.rule(), Planted.classes(folder.resolve(names.get(0)), sources));
      for (String name : names) {
        String violation = rule.violations().get(names.indexOf(name));
        tests.add(
            dynamicTest(
                rule.claim() + ": " + violation.lines().skip(1).collect(Collectors.joining(" ")),
                () -> assertThat(failures).contains(name)));
      }
    }
    return tests;
  }

  @TestFactory
  List<DynamicTest> everyRuleFailsWhereItMeetsNothing(@TempDir Path folder) throws IOException {
    JavaClasses elsewhere =
        Planted.classes(folder, List.of("package elsewhere;\npublic class Bystander {}\n"));
    JavaClasses none = elsewhere.that(com.tngtech.archunit.base.DescribedPredicate.alwaysFalse());
    Map<String, ArchRule> rules = new LinkedHashMap<>();
    Room.TABLE.forEach(room -> rules.put(room.name(), directionOf(room)));
    Rules.all().forEach(rule -> rules.put(rule.claim(), rule.rule()));
    return rules.entrySet().stream()
        .map(
            rule ->
                dynamicTest(
                    rule.getKey(),
                    () ->
                        assertThatThrownBy(() -> rule.getValue().check(none))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("failed to check any classes")))
        .toList();
  }

  @Test
  void exactArithmeticPassesTheRuleAgainstFloatingPoint(@TempDir Path folder) throws IOException {
    List<String> exact =
        List.of(
            """
            package dev.sluice.cc;
            import java.util.*;
            public class Planted {
              record Floor(long Double, Map<String, List<Long>> FED) {}
              <T extends Comparable<T>> T grow(T DF, long[] by, boolean ok, char c, short s, byte b) {
                long sum = Math.addExact(by[0], 1L << 9) / 3;
                Object o = new Floor(sum, new HashMap<>());
                return o.toString().equals("" + sum + ok + c + s + b) ? DF : null;
              }
            }
            """);
    JavaClasses classes = Planted.classes(folder, exact);
    for (Rules rule : Rules.all()) {
      if (rule.claim().startsWith("kernels")) {
        rule.rule().check(classes);
      }
    }
  }

  private static String failures(ArchRule rule, JavaClasses classes) {
    EvaluationResult result = rule.evaluate(classes);
    return result.hasViolation() ? String.join("\n", result.getFailureReport().getDetails()) : "";
  }
}
