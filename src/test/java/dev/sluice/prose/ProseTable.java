package dev.sluice.prose;

import java.util.Locale;

/** Table of rules and kinds: present rates, recorded rates and goals. */
final class ProseTable {
  private final ProseCheck check;

  ProseTable(ProseCheck check) {
    this.check = check;
  }

  /**
   * Returns the short table: the rate of each rule per 1,000 words. A minus marks a rate that is
   * lower than recorded, a plus one that is higher.
   */
  String rates() {
    StringBuilder text = new StringBuilder("%-22s".formatted("prose, per 1,000 words"));
    for (ProseKind kind : ProseKind.values()) {
      text.append("%9s ".formatted(kind.id()));
    }
    text.append("%5s\n%-22s".formatted("goal", "words"));
    for (ProseKind kind : ProseKind.values()) {
      text.append(String.format(Locale.ROOT, "%,9d ", check.now().sum(kind).words()));
    }
    text.append('\n');
    for (StyleRule rule : StyleRule.values()) {
      text.append("%-22s".formatted(rule.id()));
      for (ProseKind kind : ProseKind.values()) {
        String rate = rule.covers(kind) ? check.now().sum(kind).rate(rule) : "";
        text.append("%9s%s".formatted(rate, mark(kind, rule)));
      }
      text.append("%5s\n".formatted(goal(rule)));
    }
    return text.toString();
  }

  private String mark(ProseKind kind, StyleRule rule) {
    ProseCount is = check.after(kind);
    ProseCount was = check.before(kind);
    int sign = Long.compare(is.of(rule) * was.words(), was.of(rule) * is.words());
    return sign < 0 ? "-" : sign > 0 ? "+" : " ";
  }

  private static String goal(StyleRule rule) {
    return rule.isWanted() ? "more" : "%d.%d".formatted(rule.goal() / 100, rule.goal() % 100 / 10);
  }

  /** Returns the long report: counts, rates, recorded rates, goals and each occurrence. */
  String report() {
    StringBuilder text = new StringBuilder();
    for (ProseKind kind : ProseKind.values()) {
      ProseCount all = check.now().sum(kind);
      for (StyleRule rule : StyleRule.values()) {
        if (rule.covers(kind)) {
          text.append(
              "%s \"%s\": %d occurrences in %d words, %s per 1,000 words, goal %s; recorded files: %s, recorded %s\n"
                  .formatted(
                      kind.id(),
                      rule.id(),
                      all.of(rule),
                      all.words(),
                      all.rate(rule),
                      goal(rule),
                      check.after(kind).rate(rule),
                      check.before(kind).rate(rule)));
          check
              .now()
              .occurrences(kind, rule)
              .forEach(each -> text.append("  ").append(each).append('\n'));
        }
      }
    }
    return text.toString();
  }
}
