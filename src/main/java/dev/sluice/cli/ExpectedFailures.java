package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.shim.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Failures that are known, each with the signature with which it must fail, as a file of TOML has
 * them.
 */
final class ExpectedFailures {
  /** The first line of a file that Sluice writes. */
  static final String HEAD = "# Expected failures of sluice conform run\n";

  private static final String TABLE = "failure";
  private static final Set<String> KEYS = Set.of("cases", "signature", "reason", "issue");

  private final Path file;
  private final List<Entry> entries;

  private ExpectedFailures(Path file, List<Entry> entries) {
    this.file = file;
    this.entries = entries;
  }

  /**
   * One row.
   *
   * @param cases names of cases; a part {@code *} matches any
   * @param signature that of the failure, see {@link CaseOutcome}
   */
  private record Entry(int number, List<String> cases, String signature, String reason) {
    boolean lists(String name) {
      return cases.stream().anyMatch(pattern -> matches(pattern, name));
    }
  }

  private static boolean matches(String pattern, String name) {
    String[] parts = pattern.split("/", -1);
    String[] of = name.split("/", -1);
    for (int at = 0; at < of.length; at++) {
      if (!parts[at].equals("*") && !parts[at].equals(of[at])) {
        return false;
      }
    }
    return true;
  }

  // ---------------------------------------------------------------- reading

  /**
   * Reads a file.
   *
   * @throws Refusal if it cannot be read, or a row is wrong
   */
  static ExpectedFailures read(Path file) throws Refusal {
    try {
      JsonNode tree = new TomlMapper().readTree(Files.readString(file, StandardCharsets.UTF_8));
      for (String key : keys(tree)) {
        if (!key.equals(TABLE)) {
          throw Refusal.badInput(
              "%s has a key %s; its rows begin with [[%s]]"
                  .formatted(file, Printable.of(key), TABLE));
        }
      }
      List<Entry> entries = new ArrayList<>();
      for (JsonNode row : tree.path(TABLE)) {
        entries.add(entry(file, entries.size() + 1, row));
      }
      return new ExpectedFailures(file, entries);
    } catch (NoSuchFileException e) {
      throw Refusal.badInput("there is no file " + file);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw Refusal.badInput(file + ":" + line + " is no TOML: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw Refusal.badInput(file + " cannot be read: " + e.getMessage());
    }
  }

  private static Set<String> keys(JsonNode of) {
    Set<String> keys = new TreeSet<>();
    of.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private static Entry entry(Path file, int number, JsonNode row) throws Refusal {
    for (String key : keys(row)) {
      if (!KEYS.contains(key)) {
        throw wrong(
            file,
            number,
            "has a key %s; it can have %s"
                .formatted(Printable.of(key), String.join(", ", new TreeSet<>(KEYS))));
      }
    }
    List<String> cases = new ArrayList<>();
    row.path("cases").forEach(each -> cases.add(each.asText()));
    if (cases.isEmpty()) {
      throw wrong(file, number, "lacks cases, a list of names such as \"rcm-rp/gap/*\"");
    }
    for (String each : cases) {
      if (!each.matches("[^/]+/[^/]+/([0-9]{1,18}|\\*)")) {
        throw wrong(
            file, number, "has the case " + Printable.of(each) + "; it is ROLE/CONFIGURATION/SEED");
      }
    }
    for (String key : List.of("signature", "reason")) {
      if (!row.path(key).isTextual() || row.path(key).asText().isBlank()) {
        throw wrong(file, number, "lacks a " + key);
      }
    }
    return new Entry(number, cases, row.path("signature").asText(), row.path("reason").asText());
  }

  private static Refusal wrong(Path file, int number, String sentence) {
    return Refusal.badInput("%s: row %d %s".formatted(file, number, sentence));
  }

  // ---------------------------------------------------------------- use

  /**
   * Returns the names of rows that no case can match, whichever were selected.
   *
   * @param players the players of all roles
   */
  List<String> stale(List<Player> players) {
    List<String> stale = new ArrayList<>();
    for (Entry each : entries) {
      for (String pattern : each.cases()) {
        boolean isKnown =
            players.stream()
                .anyMatch(
                    player ->
                        player.suites().stream()
                            .anyMatch(
                                name ->
                                    matches(
                                        pattern.replaceFirst("[^/]+$", "*"),
                                        player.role().name() + "/" + name + "/0")));
        if (!isKnown) {
          stale.add(
              "%s: row %d is stale: no case is called %s"
                  .formatted(file, each.number(), Printable.of(pattern)));
        }
      }
    }
    return stale;
  }

  /** Returns an outcome as the file makes it. */
  CaseOutcome judged(CaseOutcome of) {
    Optional<Entry> row = entries.stream().filter(each -> each.lists(of.of().name())).findFirst();
    if (row.isEmpty()) {
      return of;
    } else if (of.verdict() == CaseVerdict.PASS) {
      return of.as(
          CaseVerdict.UNEXPECTED_PASS,
          "row %d of %s lists it with the signature %s; remove it"
              .formatted(row.get().number(), file, Printable.of(row.get().signature())));
    }
    List<String> signatures =
        entries.stream().filter(each -> each.lists(of.of().name())).map(Entry::signature).toList();
    return of.verdict().isFailure() && signatures.contains(of.signature())
        ? of.as(CaseVerdict.EXPECTED, row.get().reason())
        : of;
  }

  // ---------------------------------------------------------------- writing

  /** Returns the text of a file that has all failures. */
  static String text(List<CaseOutcome> outcomes) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    CaseOutcome.bySuite(outcomes)
        .forEach(
            (suite, cases) -> {
              Set<String> signatures =
                  cases.stream().map(CaseOutcome::signature).collect(Collectors.toSet());
              for (CaseOutcome each : cases) {
                if (!each.signature().isEmpty()) {
                  String name = signatures.size() == 1 ? suite + "/*" : each.of().name();
                  List<String> names =
                      rows.computeIfAbsent(each.signature(), fresh -> new ArrayList<>());
                  if (!names.contains(name)) {
                    names.add(name);
                  }
                }
              }
            });
    StringBuilder out = new StringBuilder(HEAD);
    rows.forEach(
        (signature, names) -> {
          out.append("\n[[").append(TABLE).append("]]\ncases = [\n");
          names.forEach(name -> out.append("  \"").append(name).append("\",\n"));
          out.append("]\nsignature = \"").append(signature).append("\"\n");
          out.append("reason = \"TODO\"\n");
        });
    return out.toString();
  }
}
