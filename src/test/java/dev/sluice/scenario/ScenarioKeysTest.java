package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.house.Whole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every key that a scenario may have does something, and what its documentation says. A key without
 * a row of its own fails, and so does a row that holds of a run without the key's value.
 */
class ScenarioKeysTest {
  private static final Map<String, Seen> RUNS = new HashMap<>();

  static Stream<KeyRow> rows() {
    List<KeyRow> rows = new ArrayList<>(TopologyKeyRows.all());
    rows.addAll(NicKeyRows.all());
    rows.addAll(TrafficKeyRows.all());
    rows.addAll(RoceKeyRows.all());
    rows.addAll(RcmKeyRows.all());
    rows.addAll(LdcpKeyRows.all());
    rows.addAll(LdcpRateKeyRows.all());
    rows.addAll(HpccKeyRows.all());
    rows.addAll(PauseKeyRows.all());
    return rows.stream();
  }

  /** What must have a row: each key of each kind, and each word that is not the default. */
  private static Set<String> ids() {
    Set<String> ids = new TreeSet<>();
    for (Table table : ScenarioKeys.ALL) {
      String name = table.name().isEmpty() ? "" : table.name() + ".";
      if (table.variants().isEmpty()) {
        table.common().forEach(key -> add(ids, name, key));
      } else {
        table.common().stream().filter(key -> isKind(key)).forEach(key -> add(ids, name, key));
        for (String kind : table.variants().keySet()) {
          table.keys(kind).stream()
              .filter(key -> !isKind(key))
              .forEach(key -> add(ids, table.name() + "/" + kind + ".", key));
        }
      }
    }
    return ids;
  }

  private static boolean isKind(Key key) {
    return key.name().equals("kind");
  }

  private static void add(Set<String> ids, String prefix, Key key) {
    if (!key.kind().type().equals("word") && !key.kind().type().equals("truth value")) {
      ids.add(prefix + key.name());
    }
    for (String word : key.kind().words()) {
      if (!word.equals(key.fallback())) {
        ids.add(prefix + key.name() + "=" + word);
      }
    }
  }

  @Test
  void everyKeyHasARow() {
    Set<String> rows = new TreeSet<>(rows().map(KeyRow::id).toList());
    for (Metric metric : Metric.values()) {
      rows.add("expect." + metric.key()); // of which ExpectKeysTest has the rows
    }
    rows.add("expect.completed=all");
    assertThat(rows).containsExactlyElementsOf(ids());
  }

  /** Returns the rows that a build tries: a fifth of all. */
  static List<KeyRow> some() {
    List<KeyRow> all = rows().toList();
    return Whole.drawn(all, all.size() / 5);
  }

  @ParameterizedTest
  @MethodSource("some")
  void aKeyDoesWhatItSays(KeyRow row) throws BadScenario {
    if (row.refusal() != null) {
      row.before();
      BadScenario bad = catchThrowableOfType(BadScenario.class, row::after);
      assertThat(bad).as("%s", row).isNotNull();
      assertThat(bad.getMessage()).contains(row.refusal());
      return;
    }
    Scenario base = row.before();
    long before = row.figure().applyAsLong(RUNS.computeIfAbsent(row.base(), any -> new Seen(base)));
    long after = row.figure().applyAsLong(new Seen(row.after()));
    assertThat(row.holds().holds(before, before))
        .as("%s, of a key that does nothing", row)
        .isFalse();
    assertThat(row.holds().holds(before, after)).as("%s: %d, %d", row, before, after).isTrue();
  }
}
