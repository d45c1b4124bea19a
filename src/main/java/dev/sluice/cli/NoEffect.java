package dev.sluice.cli;

import java.util.Map;

/**
 * Refuses options that would change nothing: whoever gave one expects something of it, and would
 * take the result for what it is not.
 */
final class NoEffect {
  private NoEffect() {}

  /**
   * Refuses the first of some options that was given.
   *
   * @param given of each option, by its name, its value: {@code null} or false where it was not
   * @param when where it has no effect, to stand behind those words: {@code without --pcap}
   */
  static void refuse(Map<String, ?> given, String when) throws Refusal {
    for (Map.Entry<String, ?> option : given.entrySet()) {
      if (option.getValue() != null && !option.getValue().equals(false)) {
        throw Refusal.badInput(option.getKey() + " has no effect " + when + "; leave it out");
      }
    }
  }

  /** Refuses one option. */
  static void refuse(String option, Object value, String when) throws Refusal {
    if (value != null) {
      refuse(Map.of(option, value), when);
    }
  }
}
