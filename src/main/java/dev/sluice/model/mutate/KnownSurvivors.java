package dev.sluice.model.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.BadTable;
import dev.sluice.model.EntryList;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The survivors of a specification that its author knows, with the reasons for which no claim has
 * to notice them. A survivor is named by its definition, its operator and its lines before and
 * after, so that an entry stays valid if other definitions change.
 */
public final class KnownSurvivors {
  /** The first line of a file of these. */
  public static final String HEAD =
      "# Mutants that no claim notices; sluice mutate --keep wrote them.";

  /** The reason of a survivor without one yet. */
  public static final String OPEN = "open";

  private static final Set<String> KEYS =
      Set.of("module", "definition", "operator", "from", "to", "occurrence", "because");

  private final Path file;
  private final Map<Key, String> reasons = new LinkedHashMap<>();

  private record Key(String module, Mutant.Name name) {
    static Key of(Mutant mutant) {
      return new Key(mutant.module(), mutant.name());
    }
  }

  private KnownSurvivors(Path file) {
    this.file = file;
  }

  /**
   * Reads a file; one that does not exist has no entries.
   *
   * @throws BadTable if an entry is invalid
   */
  public static KnownSurvivors read(Path file) throws BadTable {
    KnownSurvivors known = new KnownSurvivors(file);
    for (JsonNode node : EntryList.read(file, "survivor")) {
      known.add(node);
    }
    return known;
  }

  private void add(JsonNode node) throws BadTable {
    String where =
        file + ", entry " + (reasons.size() + 1) + " (" + node.path("definition").asText() + ")";
    EntryList.check(
        where, node, KEYS, List.of("module", "definition", "operator", "from", "to", "because"));
    Mutant.Name name =
        new Mutant.Name(
            node.path("definition").asText(),
            node.path("operator").asText(),
            node.path("from").asText(),
            node.path("to").asText(),
            node.path("occurrence").asInt(1));
    if (reasons.put(new Key(node.path("module").asText(), name), node.path("because").asText())
        != null) {
      throw new BadTable(where + ": a second entry of the same mutant; delete one of the two");
    }
  }

  /** Returns the reason for which no claim notices a mutant, or {@code null}. */
  public String reason(Mutant mutant) {
    return reasons.get(Key.of(mutant));
  }

  /** Returns the survivors that have no entry. */
  public List<Mutant> unknown(Collection<Mutant> survivors) {
    return survivors.stream().filter(mutant -> reason(mutant) == null).toList();
  }

  /** Returns the entries whose mutant does not survive, as phrases. */
  public List<String> stale(Collection<Mutant> survivors) {
    Set<Key> keys = new HashSet<>();
    survivors.forEach(mutant -> keys.add(Key.of(mutant)));
    List<String> stale = new ArrayList<>();
    for (Key key : reasons.keySet()) {
      if (!keys.contains(key)) {
        stale.add(
            key.module()
                + "/"
                + key.name().definition()
                + ", "
                + key.name().operator()
                + ": "
                + key.name().from()
                + "  becomes  "
                + key.name().to());
      }
    }
    return stale;
  }

  /** Writes the file anew with these survivors, and keeps the reasons of those that it had. */
  public void write(Collection<Mutant> survivors) throws IOException {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    for (Mutant mutant : survivors) {
      text.append("\n[[survivor]]\n");
      text.append("module = \"").append(mutant.module()).append("\"\n");
      text.append("definition = ").append(EntryList.quoted(mutant.definition())).append('\n');
      text.append("operator = \"").append(mutant.operator().key()).append("\"\n");
      text.append("from = ").append(EntryList.quoted(mutant.from())).append('\n');
      text.append("to = ").append(EntryList.quoted(mutant.to())).append('\n');
      if (mutant.occurrence() > 1) {
        text.append("occurrence = ").append(mutant.occurrence()).append('\n');
      }
      String reason = reason(mutant);
      text.append("because = ")
          .append(EntryList.quoted(reason == null ? OPEN : reason))
          .append('\n');
    }
    WholeFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
