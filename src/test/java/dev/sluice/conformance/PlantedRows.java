package dev.sluice.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.conformance.shim.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The table of mistakes by which each requirement of a role is seen to fail, and of the
 * requirements that no case shows.
 *
 * @param planted the mistakes
 * @param unshown the requirements that no case shows
 */
public record PlantedRows(List<Planted> planted, List<Unshown> unshown) {
  private static final Path FILE =
      Path.of("src/test/resources/dev/sluice/conformance/planted-rows.toml");

  private static final Path PYTHON = Shims.FOLDER.getParent();

  private static final int SLOWER = 4;

  /** The shim of each role. */
  private static final Map<String, String> SHIMS =
      Map.of(
          "rcm-rp", "rcm.py",
          "rcm-np", "rcm.py",
          "hpcc-sender", "hpcc.py",
          "ldcp-pawa", "pawa.py",
          "credit-spender", "credit.py",
          "pdc-target", "pdc.py");

  /**
   * A mistake against the rule of a requirement.
   *
   * @param says the mistake
   * @param list the list that has it; empty if it is the replacement of a text in a file
   * @param file the file, below the folder of Python programs
   * @param found the case that finds it
   * @param state the verdict if variables are judged
   * @param wire the verdict if departures alone are judged
   */
  public record Planted(
      String role,
      String id,
      String says,
      String list,
      String file,
      String find,
      String replace,
      String found,
      String state,
      String wire) {
    @Override
    public String toString() {
      return role + " " + id + ": " + says;
    }

    /** Returns whether the mistake is found if departures alone are judged. */
    public boolean isOnTheWire() {
      return !wire.equals(CaseVerdict.PASS.name());
    }

    /** Returns the case that finds it. */
    Case one(List<Case> all) {
      return all.stream().filter(each -> each.name().equals(found)).findFirst().orElseThrow();
    }

    /**
     * Returns the starter of an implementation that has the mistake.
     *
     * @param folder an empty folder for changed programs
     */
    CaseRunner.Starter starter(Path folder) throws IOException {
      Limits limits = Limits.STANDARD.slower(SLOWER);
      return list.isEmpty()
          ? Shims.python(changed(folder), limits, Map.of())
          : Shims.python(SHIMS.get(role), limits, Map.of("SHIM_MISTAKE", list + ":" + index()));
    }

    /** Returns the place of the mistake in its list. */
    private int index() throws IOException {
      Path file =
          Stream.of(PYTHON.resolve("kept"), Shims.FOLDER)
              .map(each -> each.resolve(list + "_mistakes.py"))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      List<String> all = Files.readAllLines(file);
      all.removeIf(line -> !line.startsWith("    (\""));
      List<String> same =
          all.stream().filter(line -> line.startsWith("    (\"%s\", ".formatted(says))).toList();
      if (same.size() != 1) {
        throw new IllegalStateException(file + " has \"" + says + "\" " + same.size() + " times");
      }
      return all.indexOf(same.get(0));
    }

    /** Writes the programs with the mistake, and returns the shim among them. */
    private Path changed(Path folder) throws IOException {
      for (String each : List.of("kept", "shims")) {
        Files.createDirectories(folder.resolve(each));
        try (Stream<Path> files = Files.list(PYTHON.resolve(each))) {
          for (Path from : files.filter(Files::isRegularFile).toList()) {
            Path to = folder.resolve(each).resolve(from.getFileName());
            Files.copy(from, to);
          }
        }
      }
      String text = Files.readString(folder.resolve(file));
      if (text.split(Pattern.quote(find), -1).length != 2) {
        throw new IllegalStateException(file + " has not once \"" + find + "\"");
      }
      Files.writeString(folder.resolve(file), text.replace(find, replace));
      return folder.resolve("shims").resolve(SHIMS.get(role));
    }
  }

  /**
   * A requirement that no case shows.
   *
   * @param needs the constant, or the observation, that would show it
   */
  public record Unshown(String role, String id, String needs) {}

  /** Reads the table. */
  public static PlantedRows read() {
    try {
      JsonNode tree = new TomlMapper().readTree(Files.readString(FILE));
      List<Planted> planted = new ArrayList<>();
      for (JsonNode each : tree.path("planted")) {
        planted.add(
            new Planted(
                text(each, "role"),
                text(each, "id"),
                text(each, "says"),
                each.path("list").asText(),
                each.path("file").asText(),
                each.path("find").asText(),
                each.path("replace").asText(),
                text(each, "case"),
                text(each, "state"),
                text(each, "wire")));
      }
      List<Unshown> unshown = new ArrayList<>();
      for (JsonNode each : tree.path("unshown")) {
        unshown.add(new Unshown(text(each, "role"), text(each, "id"), text(each, "needs")));
      }
      return new PlantedRows(planted, unshown);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String text(JsonNode row, String field) {
    if (!row.path(field).isTextual()) {
      throw new IllegalArgumentException(FILE + ": " + row + " has no " + field);
    }
    return row.path(field).asText();
  }

  /** Returns the requirements of a role that have a mistake, in the order of the table. */
  public List<String> shown(String role) {
    return planted.stream()
        .filter(each -> each.role().equals(role))
        .map(Planted::id)
        .distinct()
        .toList();
  }

  /** Returns the requirements of a role that no case shows. */
  public Set<String> unshown(String role) {
    Set<String> ids = new TreeSet<>();
    unshown.stream().filter(each -> each.role().equals(role)).forEach(each -> ids.add(each.id()));
    return ids;
  }
}
