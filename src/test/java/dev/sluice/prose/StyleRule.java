package dev.sluice.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Pattern of the house style ("Writing style", 28 November 2026) that the ratchet counts. A pattern
 * of that page is absent here if its matches include much correct English, such as "part" or
 * "where" inside a sentence.
 */
enum StyleRule {
  WHAT(
      Scope.ALL,
      "what",
      "\\bwhat(?:ever)?\\b",
      "use a noun: \"what came\" is \"the received packet\"",
      30),
  WHO(
      Scope.ALL,
      "who",
      "(?:(?:^\\s*|[.:;]\\s+)who\\b(?![^.]*\\?)"
          + "|\\b(?:says?|said|tells?|told|asks?|asked|knows?|by|for|with|of|to|from|and|or|than|is"
          + "|are|whether|though|wants?|writes?|names?|sees?|but)\\s+who\\b)",
      "use a noun: \"who sends\" is \"the sender\""),
  WHERE_NONE(
      Scope.ALL,
      "where there",
      "\\bwhere there (?:is|are|was|were) (?:none|nothing|no)\\b",
      "write \"if absent\""),
  WHERE_IF(
      Scope.ALL,
      "where",
      "(?:^\\s*|[.:;]\\s+)(?-i:Where)\\b(?=[^.?]*,)",
      "write \"if\" for a condition"),
  OPENS_WHAT(Scope.SUMMARIES, "what", "^\\s*what(?:ever)?\\b", Advice.OPENER),
  OPENS_WHETHER(Scope.SUMMARIES, "whether", "^\\s*whether\\b", Advice.OPENER),
  OPENS_SAME(Scope.SUMMARIES, "the", "^\\s*the same\\b", Advice.OPENER),
  /** A verb in the third person ends in "s"; the words listed here end in "s" and are no verbs. */
  NO_VERB(
      Scope.METHOD_SUMMARIES,
      "",
      "^\\s*(?!(?!(?:this|its|as|is|was|always|those|these|thus|less|unless|plus|us|yes|others"
          + "|acknowledgments|bits|bytes|constants|hosts|nics|octets|packets|pdcs|responses|units"
          + "|words)\\b)[a-z-]*s\\b)\\S",
      Advice.OPENER),
  THROWS_IF(Scope.THROWS, "", "^\\s*(?!if\\b)\\S", "begin the description of @throws with \"if\""),
  BUT_FOR(Scope.ALL, "but", "\\bbut for\\b", "write \"except\""),
  NONE_BUT(Scope.ALL, "none", "\\bnone but\\b", "write \"only\""),
  NOBODY(Scope.ALL, "nobody", "\\bnobody\\b", Advice.ACTOR),
  WHOEVER(Scope.ALL, "ever", "\\bwho(?:so)?ever\\b", Advice.ACTOR),
  AS_IT_IS(
      Scope.ALL,
      "as ",
      "\\bas (?:it is|it was|they are|they were)\\b",
      "use an adjective, such as \"unmodified\""),
  OF_WHICH(Scope.ALL, "which", "\\bof which\\b", "write two sentences"),
  COMES_TO(
      Scope.ALL,
      "to",
      "\\b(?:comes?|came|coming) to\\b",
      "use the verb of the event, such as \"arrives\""),
  STANDS_FOR(
      Scope.ALL,
      "for",
      "\\b(?:stands?|stood|standing) for\\b",
      "write \"represents\" or \"means\""),
  TOLD_OF(Scope.ALL, "told", "\\btold of\\b", "name the event or the message"),
  IS_TO(
      Scope.ALL,
      "to ",
      "\\b(?:is|are|was|were) to (?!(?:the|an?|its?|their|this|that|each|one)\\b)\\p{L}",
      "use \"must\", \"may\" or \"can\""),
  SHALL(Scope.ALL, "shall", "\\bshall\\b", "write \"must\""),
  ONCE_MORE(Scope.ALL, "once", "\\bonce more\\b", "write \"duplicate\" or \"again\""),
  ON_ITS_WAY(Scope.ALL, "way", "\\bon (?:its|their) way\\b", "write \"in flight\""),
  SENT_AGAIN(Scope.ALL, "again", "\\bsen(?:t|ds?|ding) (?:\\w+ )?again\\b", "write \"retransmit\""),
  TAKE_AWAY(
      Scope.ALL,
      "away",
      "\\bt(?:akes?|ook|aken|aking) (?:\\w+ )?away\\b",
      "write \"drop\" or \"remove\""),
  TIME_HAS_COME(Scope.ALL, "time", "\\btime has come\\b", "write \"times out\" or \"is due\""),
  IS_NONE(Scope.ALL, "none", "\\bthat (?:is|are|was|were) none\\b", "write \"invalid\""),
  CLEAN(
      Scope.ALL,
      "clean",
      "\\bclean (?:packets?|acks?|acknowledge?ments?|samples?|ones?)\\b",
      "write \"unmarked\""),
  QUESTION(Scope.HEADINGS, "?", "\\?\\s*$", "make the heading a noun phrase"),
  /** Sentences of more than 40 words: twice the average that the style sets. */
  LONG(Scope.SENTENCES, "", "", "split the sentence; the goal is 20 words on average"),
  YOU(Scope.READERS, "you", "\\byou(?:r|rs|rself)?\\b", "address the reader");

  private static final int LONG_WORDS = 40;

  private static final Pattern END =
      Pattern.compile("[.!?]['\")\\]]*(?=\\s+[\\p{Lu}\u25A1\"(]|\\s*$)");

  private final Scope scope;
  private final String hint;
  private final Pattern pattern;
  private final String advice;
  private final int goal;

  /**
   * Creates a rule.
   *
   * @param hint lower-case text that each match contains, to skip most passages quickly
   * @param goal see {@link #goal}
   */
  StyleRule(Scope scope, String hint, String regex, String advice, int goal) {
    this.scope = scope;
    this.hint = hint;
    this.pattern = Pattern.compile(regex.replace(" ", "\\s+"), Pattern.CASE_INSENSITIVE);
    this.advice = advice;
    this.goal = goal;
  }

  StyleRule(Scope scope, String hint, String regex, String advice) {
    this(scope, hint, regex, advice, 0);
  }

  /** Returns the name of this rule in the table and in the ratchet. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the remedy for an occurrence. */
  String advice() {
    return advice;
  }

  /**
   * Returns the highest rate that the style allows, in occurrences per 100,000 words: 30 for {@link
   * #WHAT}, which is the rate of Apalache's documentation, and 0 for a phrase to avoid.
   */
  int goal() {
    return goal;
  }

  /** Returns whether the number may rise and must not fall. */
  boolean isWanted() {
    return this == YOU;
  }

  /** Returns whether the rule applies to a kind of prose. */
  boolean covers(ProseKind kind) {
    return scope.kinds.test(kind);
  }

  /** Returns the occurrences of all rules in one passage. */
  static List<Occurrence> occurrences(Passage passage) {
    String lower = passage.text().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    List<Occurrence> found = new ArrayList<>();
    for (StyleRule rule : values()) {
      boolean applies = rule.covers(passage.kind()) && rule.scope.roles.test(passage.role());
      if (applies && lower.contains(rule.hint)) {
        rule.find(passage, found);
      }
    }
    return found;
  }

  private void find(Passage passage, List<Occurrence> found) {
    if (this == LONG) {
      longSentences(passage, found);
      return;
    }
    pattern
        .matcher(passage.text())
        .results()
        .forEach(match -> found.add(new Occurrence(this, passage, match.start(), match.end())));
  }

  private static void longSentences(Passage passage, List<Occurrence> found) {
    String text = passage.text();
    List<Integer> ends =
        new ArrayList<>(END.matcher(text).results().map(MatchResult::end).toList());
    ends.add(text.length());
    int from = 0;
    for (int to : ends) {
      if (passage.words(from, to) > LONG_WORDS) {
        found.add(new Occurrence(LONG, passage, from, to));
      }
      from = to;
    }
  }

  /** Passages to which a rule applies. */
  private enum Scope {
    ALL(kind -> true, role -> true),
    /** Running text; messages have no sentences to measure. */
    SENTENCES(kind -> kind != ProseKind.MESSAGES, role -> true),
    READERS(kind -> kind.addressesReader(), role -> true),
    HEADINGS(kind -> kind == ProseKind.PAGES, role -> role == PassageRole.HEADING),
    SUMMARIES(ProseKind::isJavadoc, PassageRole::isSummary),
    METHOD_SUMMARIES(ProseKind::isJavadoc, role -> role == PassageRole.METHOD_SUMMARY),
    THROWS(ProseKind::isJavadoc, role -> role == PassageRole.THROWS);

    private final Predicate<ProseKind> kinds;
    private final Predicate<PassageRole> roles;

    Scope(Predicate<ProseKind> kinds, Predicate<PassageRole> roles) {
      this.kinds = kinds;
      this.roles = roles;
    }
  }

  /** Remedies that several rules share. */
  private static final class Advice {
    static final String OPENER = "open with a verb, such as \"Returns whether\"";
    static final String ACTOR = "name the actor";
  }
}
