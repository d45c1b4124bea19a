package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests of each rule on texts that it must match, and on similar texts that it must not match. */
class StyleRuleTest {
  /** Texts for one rule; the role of each passage is the one that the rule needs. */
  private record Case(StyleRule rule, List<String> hits, List<String> misses) {}

  private static final List<Case> CASES =
      List.of(
          of(StyleRule.WHAT, "Counts what came.", "Whatever came.", "What\nis it?")
              .but("Counts somewhat more.", "So-called Whatnots."),
          of(StyleRule.WHO, "It says who sends.", "Who rounds up.", "Sent to\nwho asked.")
              .but("The host who sends.", "Whole frames.", "Who wants this?"),
          of(StyleRule.WHERE_NONE, "The limit, where there is none: 0.", "where there are\nnone")
              .but("A folder where there is one file.", "There is none."),
          of(StyleRule.WHERE_IF, "Where the two part, it stops.", "It runs. Where it ends, it is.")
              .but("The folder where it lies, is empty.", "Where to find it."),
          of(StyleRule.OPENS_WHAT, "What it says.", " Whatever it says.")
              .but("Says what it is.", "Whats."),
          of(StyleRule.OPENS_WHETHER, "Whether it is open.").but("Returns whether it is open."),
          of(StyleRule.OPENS_SAME, "The same\nas JSON.").but("Returns the same text.", "The sum."),
          of(StyleRule.NO_VERB, "The sum.", "Whether it is open.", "Its sum.", "\u25A1 as text.")
              .but("Returns the sum.", "Re-reads it.", "Has a frame leave."),
          of(StyleRule.THROWS_IF, "with a sentence, if it is absent", "for a frame of no bytes")
              .but("if it is absent", "If it is absent"),
          of(StyleRule.BUT_FOR, "All but for one.").but("All but one.", "But, for once, all."),
          of(StyleRule.NONE_BUT, "None but the last.").but("None of them, but all of these."),
          of(StyleRule.NOBODY, "Nobody asks.").but("No body of a method."),
          of(StyleRule.WHOEVER, "Whoever sends.").but("However, it sends."),
          of(StyleRule.AS_IT_IS, "Left as it is.", "Read as they\nwere.")
              .but("As is.", "It is as large.", "As its name says."),
          of(StyleRule.OF_WHICH, "Two links, of which one is idle.").but("Knows which of them."),
          of(StyleRule.COMES_TO, "A frame comes to it.", "It came\nto rest.")
              .but("A frame comes. To it.", "Becomes too large.", "Welcome to it."),
          of(StyleRule.STANDS_FOR, "One unit stands for a packet.", "They stand for it.")
              .but("It stands here.", "Forms stand. For it."),
          of(StyleRule.TOLD_OF, "It is told of losses.").but("It told officers."),
          of(StyleRule.IS_TO, "The packet is to leave.", "All are to\nend.")
              .but("It is to the left.", "It is too late.", "This leads to it.", "is to 3"),
          of(StyleRule.SHALL, "It shall end.").but("A shallow copy.", "Marshall."),
          of(StyleRule.ONCE_MORE, "It arrives once more.").but("More than once.", "At once."),
          of(StyleRule.ON_ITS_WAY, "A frame on its way.", "All on their\nway.")
              .but("It stands in its way.", "On the way."),
          of(StyleRule.SENT_AGAIN, "It is sent again.", "Sends it again.")
              .but("It is sent. Again it ends.", "It asks again.", "It went away again."),
          of(StyleRule.TAKE_AWAY, "It takes packets away.", "It is taken away.")
              .but("It goes away.", "Take a way."),
          of(StyleRule.TIME_HAS_COME, "Its time has come.").but("The time of a packet."),
          of(StyleRule.IS_NONE, "A route that is none.").but("There is none.", "Nonetheless."),
          of(StyleRule.CLEAN, "A clean ACK.", "Clean packets.").but("A clean folder.", "Cleans."),
          of(StyleRule.QUESTION, "Is it open?", "Open? ").but("Open", "Open? Closed."),
          of(
                  StyleRule.LONG,
                  "x ".repeat(41) + "end.",
                  "One. " + "y ".repeat(41),
                  "x ".repeat(30) + "e.g. with " + "y ".repeat(30))
              .but(
                  "x ".repeat(40),
                  ("X " + "y ".repeat(38) + "z. ").repeat(3),
                  "\u25A1 ".repeat(90)),
          of(StyleRule.YOU, "If you set it.", "Your file.").but("Young.", "Bayou."));

  private record Hits(StyleRule rule, List<String> hits) {
    Case but(String... misses) {
      return new Case(rule, hits, List.of(misses));
    }
  }

  private static Hits of(StyleRule rule, String... hits) {
    return new Hits(rule, List.of(hits));
  }

  @TestFactory
  Stream<DynamicTest> matchesItsTextsAndNoOthers() {
    return CASES.stream()
        .map(
            each ->
                dynamicTest(
                    each.rule.id(),
                    () -> {
                      each.hits.forEach(
                          hit -> assertThat(rules(each.rule, hit)).as(hit).contains(each.rule));
                      each.misses.forEach(
                          miss ->
                              assertThat(rules(each.rule, miss))
                                  .as(miss)
                                  .doesNotContain(each.rule));
                    }));
  }

  @Test
  void everyRuleIsTested() {
    assertThat(CASES.stream().map(Case::rule)).containsExactly(StyleRule.values());
    assertThat(CASES).noneMatch(each -> each.hits.isEmpty() || each.misses.isEmpty());
  }

  @Test
  void rulesForJavadocApplyToJavadocOnly() {
    Set<StyleRule> javadoc =
        EnumSet.of(
            StyleRule.OPENS_WHAT,
            StyleRule.OPENS_WHETHER,
            StyleRule.OPENS_SAME,
            StyleRule.NO_VERB,
            StyleRule.THROWS_IF);
    for (StyleRule rule : StyleRule.values()) {
      assertThat(rule.covers(ProseKind.JAVADOC))
          .as(rule.id())
          .isEqualTo(rule != StyleRule.QUESTION && rule != StyleRule.YOU);
      assertThat(rule.covers(ProseKind.TLA) || rule.covers(ProseKind.PAGES))
          .as(rule.id())
          .isNotEqualTo(javadoc.contains(rule));
    }
  }

  @Test
  void anOccurrenceNamesItsLineAndTheWordsAroundIt() {
    Passage passage =
        new Passage(
            ProseKind.PAGES,
            PassageRole.BODY,
            "docs/a.md",
            7,
            "The first line of a longer paragraph.\nA second one says\nwhat came, and then it ends here.");
    assertThat(StyleRule.occurrences(passage))
        .singleElement()
        .hasToString("docs/a.md:9: …raph. A second one says what came, and then it ends…");
  }

  private static Set<StyleRule> rules(StyleRule rule, String text) {
    ProseKind kind =
        Stream.of(ProseKind.PAGES, ProseKind.JAVADOC)
            .filter(rule::covers)
            .findFirst()
            .orElseThrow();
    PassageRole role =
        switch (rule) {
          case OPENS_WHAT, OPENS_WHETHER, OPENS_SAME, NO_VERB -> PassageRole.METHOD_SUMMARY;
          case THROWS_IF -> PassageRole.THROWS;
          case QUESTION -> PassageRole.HEADING;
          default -> PassageRole.BODY;
        };
    return StyleRule.occurrences(new Passage(kind, role, "a", 1, text)).stream()
        .map(Occurrence::rule)
        .collect(Collectors.toSet());
  }
}
