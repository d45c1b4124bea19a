package dev.sluice.cli;

import dev.sluice.model.mutate.Mutant;
import dev.sluice.model.mutate.MutationOperator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The mutants that a command selects.
 *
 * @param names patterns; a mutant has to match one of them, if there are any
 * @param operators the kinds of edits; none selects all
 * @param sample the number of mutants drawn; {@code null} for all
 * @param seed the seed of the draw; {@code null} for 1
 */
record MutantChoice(
    List<String> names, Set<MutationOperator> operators, Integer sample, Long seed) {

  /** Returns whether it selects all mutants. */
  boolean isWhole() {
    return names.isEmpty() && operators.isEmpty() && sample == null;
  }

  /** Returns the mutants selected, in their order. */
  List<Mutant> of(List<Mutant> all) throws Refusal {
    List<Mutant> chosen = new ArrayList<>();
    for (Mutant mutant : all) {
      if ((operators.isEmpty() || operators.contains(mutant.operator())) && isMeant(mutant)) {
        chosen.add(mutant);
      }
    }
    if (chosen.isEmpty()) {
      throw Refusal.notDecided(
          "nothing selected: there is no mutant of this name; --list shows them");
    }
    if (sample == null) {
      return chosen;
    }
    // By a digest of the name, so that an edit elsewhere leaves the others in the sample.
    long by = seed == null ? 1 : seed;
    List<Mutant> drawn = new ArrayList<>(chosen);
    drawn.sort(Comparator.comparing(mutant -> drawn(by, mutant)));
    drawn = drawn.subList(0, Math.min(sample, drawn.size()));
    chosen.retainAll(new HashSet<>(drawn));
    return chosen;
  }

  private boolean isMeant(Mutant mutant) {
    String definition = mutant.module() + "/" + mutant.definition();
    for (String name : names) {
      Pattern glob = Selection.glob(name);
      boolean whole = name.indexOf('/') < 0 && glob.matcher(mutant.module()).matches();
      boolean local = name.indexOf('/') < 0 && glob.matcher(mutant.definition()).matches();
      if (whole
          || local
          || glob.matcher(definition).matches()
          || glob.matcher(mutant.id()).matches()) {
        return true;
      }
    }
    return names.isEmpty();
  }

  private static String drawn(long seed, Mutant mutant) {
    try {
      byte[] text = (seed + " " + mutant.id()).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
