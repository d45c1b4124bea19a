package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Holds the mutants of compiled classes that no test kills: each has an argument, and no other has.
 * Not part of a build: {@code mvn -Ppit test} and {@code mvn -Ppit,judges test} make the mutants
 * and then run this (docs/mutation.md).
 */
class CompiledMutants {
  private static final Path REPORT = Path.of("target/pit-reports/mutations.xml");
  private static final Path ARGUED = Path.of("src/test/pit/argued.toml");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final String ROOM = "dev.sluice.";

  private static final List<Mutant> MUTANTS = new ArrayList<>();

  /**
   * A mutant of the report.
   *
   * @param type the class, without the project's own package
   * @param change what was done, in PIT's words
   * @param line the text of the line to which it was done
   */
  private record Mutant(
      String type, String method, String change, String line, int number, String outcome) {
    boolean lives() {
      return outcome.equals("SURVIVED") || outcome.equals("NO_COVERAGE");
    }

    /** Whether it took more time or memory than there was, which is up to the machine. */
    boolean isSlow() {
      return outcome.equals("TIMED_OUT") || outcome.equals("MEMORY_ERROR");
    }

    String room() {
      return type.substring(0, type.lastIndexOf('.'));
    }

    /** What it is called in {@link #ARGUED}: the place in the file is not part of it. */
    List<String> name() {
      return List.of(type, method, change, line);
    }
  }

  /** An entry's arguments, by the mutants that they are about. */
  private record Argued(String kind, String because, Map<List<String>, Integer> mutants) {}

  @BeforeAll
  static void read() throws Exception {
    Element report =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(REPORT.toFile())
            .getDocumentElement();
    Map<Path, List<String>> sources = new HashMap<>();
    NodeList all = report.getElementsByTagName("mutation");
    for (int i = 0; i < all.getLength(); i++) {
      Element one = (Element) all.item(i);
      String type = text(one, "mutatedClass");
      String folder = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
      Path source = SOURCES.resolve(folder).resolve(text(one, "sourceFile"));
      if (!sources.containsKey(source)) {
        sources.put(source, Files.readAllLines(source));
      }
      int number = Integer.parseInt(text(one, "lineNumber"));
      MUTANTS.add(
          new Mutant(
              type.substring(ROOM.length()),
              text(one, "mutatedMethod"),
              text(one, "description").replaceFirst(" for \\S+$", ""),
              sources.get(source).get(number - 1).strip(),
              number,
              one.getAttribute("status")));
    }
  }

  private static String text(Element of, String tag) {
    return of.getElementsByTagName(tag).item(0).getTextContent();
  }

  private static List<Argued> argued() throws IOException {
    List<Argued> argued = new ArrayList<>();
    for (JsonNode entry : new TomlMapper().readTree(ARGUED.toFile()).path("argued")) {
      Map<List<String>, Integer> mutants = new HashMap<>();
      for (JsonNode mutant : entry.path("mutants")) {
        List<String> name =
            List.of(
                entry.path("class").asText(),
                entry.path("method").asText(),
                mutant.path(0).asText(),
                mutant.path(1).asText());
        mutants.merge(name, 1, Integer::sum);
      }
      argued.add(new Argued(entry.path("kind").asText(), entry.path("because").asText(), mutants));
    }
    return argued;
  }

  @Test
  void eachThatSurvivesIsArguedAndNothingElseIs() throws IOException {
    assertThat(MUTANTS).isNotEmpty();
    Map<List<String>, Integer> left = new HashMap<>();
    argued().forEach(entry -> entry.mutants().forEach((k, n) -> left.merge(k, n, Integer::sum)));
    Map<List<String>, Integer> slow = new HashMap<>();
    Set<String> mutated = new TreeSet<>();
    List<String> unexplained = new ArrayList<>();
    for (Mutant mutant : MUTANTS) {
      mutated.add(mutant.type());
      if (mutant.isSlow()) { // how slow is up to the machine: an entry may speak of it, or none
        slow.merge(mutant.name(), 1, Integer::sum);
      } else if (mutant.lives() && left.merge(mutant.name(), -1, Integer::sum) < 0) {
        unexplained.add(
            "%s.%s, line %d: ['%s', '%s'] %s"
                .formatted(
                    mutant.type(),
                    mutant.method(),
                    mutant.number(),
                    mutant.change(),
                    mutant.line(),
                    mutant.outcome()));
      }
    }
    assertThat(unexplained).as("survivors that %s says nothing of", ARGUED).isEmpty();
    left.keySet().removeIf(name -> !mutated.contains(name.get(0)));
    left.keySet().removeIf(name -> left.get(name) <= slow.getOrDefault(name, 0));
    assertThat(left).as("entries of %s whose mutants are killed, or are no more", ARGUED).isEmpty();
  }

  @Test
  void everyArgumentSaysItsKindAndItsReason() throws IOException {
    for (Argued entry : argued()) {
      assertThat(entry.kind()).isIn("equivalent", "room", "fault", "words");
      assertThat(entry.because()).endsWith(".").hasSizeGreaterThan(20);
      assertThat(entry.mutants()).isNotEmpty();
    }
  }

  /** Prints what {@code docs/mutation.md} shows. */
  @Test
  void figures() {
    Map<String, int[]> rows = new TreeMap<>();
    for (Mutant mutant : MUTANTS) {
      for (String room : List.of(mutant.room(), "~ all")) {
        int[] row = rows.computeIfAbsent(room, name -> new int[5]);
        row[0]++;
        switch (mutant.outcome()) {
          case "KILLED" -> row[1]++;
          case "SURVIVED" -> row[3]++;
          case "NO_COVERAGE" -> row[4]++;
          default -> row[2]++; // it never came to an end, or took all memory
        }
      }
    }
    System.out.println(
        "| package | mutants | killed | timed out | survived | not reached | killed |");
    rows.forEach(
        (room, n) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %d | %d | %.1f %% |%n",
                room.replace("~ ", ""),
                n[0],
                n[1],
                n[2],
                n[3],
                n[4],
                100.0 * (n[1] + n[2]) / n[0]));
    assertThat(rows).isNotEmpty();
  }
}
