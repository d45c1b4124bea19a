package dev.sluice.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table of a scenario file and its keys.
 *
 * @param name as in the file; empty for the top
 * @param repeated whether it stands in double brackets, any number of times
 * @param says what it is for
 * @param common keys that it always has; if there are variants, the first of them is {@code kind}
 * @param variants by the value of {@code kind}, more keys; empty if there is but one shape
 */
record Table(
    String name, boolean repeated, String says, List<Key> common, Map<String, List<Key>> variants) {

  /** The keys of a variant, or all common ones where there is no such variant. */
  List<Key> keys(String kind) {
    List<Key> keys = new ArrayList<>(common);
    keys.addAll(variants.getOrDefault(kind, List.of()));
    return keys;
  }

  /** The key of that name. */
  static Optional<Key> find(Collection<Key> keys, String name) {
    return keys.stream().filter(key -> key.name().equals(name)).findFirst();
  }
}
