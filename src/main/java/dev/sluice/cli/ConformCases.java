package dev.sluice.cli;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.oracle.Players;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Selects the cases that the options of {@code conform run} name. */
final class ConformCases {
  /** Requests of a case with a seed. */
  static final int STEPS = 60;

  private static final int PARTS_OF_A_SUITE = 2;
  private static final int PARTS_OF_A_CASE = 3;

  private ConformCases() {}

  /**
   * Returns the cases with a seed.
   *
   * @param roles the names of the roles; all if it is empty
   * @param seeds how many cases of each configuration
   * @throws Refusal if there is no role of a name
   */
  static List<Case> seeded(List<String> roles, int seeds) throws Refusal {
    Set<String> left = new LinkedHashSet<>(roles);
    List<Case> all = new ArrayList<>();
    for (Player player : Players.all()) {
      if (roles.isEmpty() || left.remove(player.role().name())) {
        all.addAll(CaseRunner.plan(player, 1, seeds, STEPS));
      }
    }
    if (!left.isEmpty()) {
      throw Refusal.badInput(ConformCommand.noRole(left.iterator().next()));
    }
    return all;
  }

  /**
   * Returns the cases of a name: one with a number, or all of a configuration, example or tour.
   *
   * @param name ROLE/NAME/N or ROLE/NAME
   * @param seeds how many cases a configuration has
   * @throws Refusal if there is no such case
   */
  static List<Case> named(String name, int seeds) throws Refusal {
    String[] parts = name.split("/", -1);
    Player player =
        Players.of(parts[0]).orElseThrow(() -> Refusal.badInput(ConformCommand.noRole(parts[0])));
    boolean hasNumber = parts.length == PARTS_OF_A_CASE;
    if (!hasNumber && parts.length != PARTS_OF_A_SUITE
        || hasNumber && !parts[2].matches("[0-9]{1,18}")) {
      throw Refusal.badInput(
          "%s is no case; a case is ROLE/CONFIGURATION/SEED, such as %s/%s/3; without /SEED, all"
              .formatted(name, parts[0], player.suites().get(0))
              .concat(" cases of the configuration are played"));
    }
    String suite = parts[1];
    if (!player.suites().contains(suite)) {
      throw Refusal.badInput(
          "the role %s has no configuration %s; there are %s"
              .formatted(parts[0], suite, String.join(", ", player.suites())));
    }
    List<Case> seedless = player.seedless(suite);
    if (!hasNumber) {
      return seedless.isEmpty()
          ? CaseRunner.plan(player, 1, seeds, STEPS).stream()
              .filter(each -> each.configuration().equals(suite))
              .toList()
          : seedless;
    }
    long number = Long.parseLong(parts[2]);
    if (seedless.isEmpty()) {
      return List.of(new Case(player, suite, player.configurations().get(suite), number, STEPS));
    } else if (number < 1 || number > seedless.size()) {
      throw Refusal.badInput(
          "%s: the cases of %s/%s have the numbers 1 to %d"
              .formatted(name, parts[0], suite, seedless.size()));
    }
    return List.of(seedless.get((int) number - 1));
  }
}
