package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.tlc.TlcOutput.HowFar;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Counterexample.Step;
import dev.sluice.trace.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What TLC prints, in the forms that its versions have. */
class TlcOutputTest {
  private static TlcOutput of(String text) {
    TlcOutput said = new TlcOutput();
    text.lines().forEach(said::line);
    return said;
  }

  @Test
  void aMessageWithinAnotherIsReadAndItsWordsStayInTheOuterOne() {
    TlcOutput said =
        of(
            """
            @!@!@STARTMSG 1000:1 @!@!@
            TLC threw an unexpected exception.
            : util.Assert$TLCRuntimeException: @!@!@STARTMSG 2215:0 @!@!@
            TLC expected a boolean value.
            @!@!@ENDMSG 2215 @!@!@
            @!@!@ENDMSG 1000 @!@!@
            after
            """);
    assertThat(said.messages()).extracting(TlcOutput.Message::code).containsExactly(2215, 1000);
    assertThat(said.first(1000).line())
        .isEqualTo(
            "TLC threw an unexpected exception. : util.Assert$TLCRuntimeException:  TLC expected a"
                + " boolean value.");
    assertThat(said.freeText()).containsExactly("after");
  }

  @Test
  void aMessageThatNeverEndsIsKept() {
    TlcOutput said = of("@!@!@STARTMSG 2110:1 @!@!@\nInvariant A is violated.\n");
    assertThat(said.messages()).isEmpty();
    assertThat(said.unfinished()).containsExactly("Invariant A is violated.");
    said.line("@!@!@ENDMSG 7 @!@!@");
    assertThat(said.messages()).as("an end that belongs to nothing").isEmpty();
  }

  @Test
  void labelsWithArgumentsGiveTheActionsNameWhateverStandsInThem() {
    Counterexample shown =
        of("""
                @!@!@STARTMSG 2217:4 @!@!@
                1: <Initial predicate>
                x = 0
                @!@!@ENDMSG 2217 @!@!@
                @!@!@STARTMSG 2217:4 @!@!@
                2: <Create("a",<<"a", ">> line 5, col 1 (", "low">>) line 220, col 5 to line 225, col 40 of module M>
                /\\ x = 1
                /\\ y = [n \\in Nat |-> 0]
                @!@!@ENDMSG 2217 @!@!@
                """)
            .counterexample();
    assertThat(shown.steps()).extracting(Step::action).containsExactly("Init", "Create");
    Step step = shown.steps().get(1);
    assertThat(step.location()).isEqualTo("line 220, col 5 to line 225, col 40 of module M");
    assertThat(step.state())
        .containsEntry("x", Value.of(1))
        .containsEntry("y", Value.of("[n \\in Nat |-> 0]"));
  }

  @Test
  void anInitialStateWithinAMessageIsAState() {
    Counterexample shown =
        of("""
                @!@!@STARTMSG 2107:1 @!@!@
                Invariant A is violated by the initial state:
                /\\ x = 0
                /\\ y = <<>>
                @!@!@ENDMSG 2107 @!@!@
                """)
            .counterexample();
    assertThat(shown.steps()).hasSize(1);
    assertThat(shown.steps().get(0).state()).containsOnlyKeys("x", "y");
  }

  @Test
  void ofSeveralBehavioursTheFirstIsTold() {
    String state =
        "@!@!@STARTMSG 2217:4 @!@!@\n%d: <Step line 1, col 1 to line 1, col 2 of module M>\nx = %d\n"
            + "@!@!@ENDMSG 2217 @!@!@\n";
    Counterexample shown =
        of(String.format(state, 1, 0)
                + String.format(state, 2, 1)
                + String.format(state, 1, 7)
                + "@!@!@STARTMSG 2218:4 @!@!@\n2: Stuttering\n@!@!@ENDMSG 2218 @!@!@\n")
            .counterexample();
    assertThat(shown.steps()).hasSize(2);
    assertThat(shown.end()).isEqualTo(Counterexample.End.STATE);
  }

  @Test
  void whatIsPrintedIsToldFromWhatTheParserSays() {
    TlcOutput said =
        of(
            """
            Parsing file A.tla
            @!@!@STARTMSG 2219:0 @!@!@
            SANY finished.
            @!@!@ENDMSG 2219 @!@!@
            "hello"
            @!@!@SLUICE-AT 30 20 10 5
            """);
    assertThat(said.freeText()).isEqualTo(List.of("Parsing file A.tla"));
    assertThat(said.printed()).containsExactly("\"hello\"");
    assertThat(said.howFar()).isEqualTo(new HowFar(30, 20, 10, 5));
  }

  @Test
  void whatASpecificationPrintsWithoutEndIsCounted() {
    TlcOutput said = of("@!@!@STARTMSG 2219:0 @!@!@\n@!@!@ENDMSG 2219 @!@!@\n");
    for (int i = 0; i < 10_100; i++) {
      said.line("again");
    }
    assertThat(said.printed()).hasSize(10_000);
    assertThat(said.morePrinted()).isEqualTo(100);
  }

  private static TlcOutput framed(int code, int severity, String... lines) {
    return of(frame(code, severity, lines));
  }

  private static String frame(int code, int severity, String... lines) {
    return "@!@!@STARTMSG %d:%d @!@!@\n%s\n@!@!@ENDMSG %d @!@!@\n"
        .formatted(code, severity, String.join("\n", lines), code);
  }

  @Test
  void countsAreReadOfTheMessagesThatTellThem() {
    TlcOutput said =
        of(
            frame(2262, 0, "TLC2 Version 2.19 of Day Month 20??")
                + frame(
                    2190,
                    0,
                    "Finished computing initial states: 1,004 distinct states generated at 1.")
                + frame(
                    2199,
                    0,
                    "12,345 states generated, 6,789 distinct states found, 12 states left on queue.")
                + frame(2194, 0, "The depth of the complete state graph search is 17.")
                + frame(
                    2200,
                    0,
                    "9 states generated, 9 distinct states found, 9 states left on queue."));
    assertThat(said.version()).isEqualTo("Version 2.19 of Day Month 20??");
    assertThat(said.initials()).as("initial states").isEqualTo(1004);
    assertThat(said.generated()).as("generated").isEqualTo(12_345);
    assertThat(said.distinct()).as("distinct").isEqualTo(6_789);
    assertThat(said.left()).as("left on the queue").isEqualTo(12);
    assertThat(said.depth()).as("depth").isEqualTo(17);
    assertThat(framed(2209, 0, "Progress(1): 4,321 states generated, 7 traces").generated())
        .as("drawn at random")
        .isEqualTo(4_321);
  }

  /** Takes words of other messages, and other words of these, for no counts. */
  @Test
  void nothingIsCountedInOtherMessages() {
    String counts = "5 states generated, 4 distinct states found, 3 states left on queue.";
    String depth = "The depth of the complete state graph search is 17.";
    String initials = "Finished computing initial states: 2 distinct states generated.";
    String drawn = "Progress(1): 4,321 states generated, 7 traces";
    TlcOutput said =
        of(
            frame(1, 0, counts)
                + frame(1, 0, depth)
                + frame(1, 0, initials)
                + frame(1, 0, drawn)
                + frame(2199, 0, "odd")
                + frame(2194, 0, "odd")
                + frame(2190, 0, "odd")
                + frame(2209, 0, "odd"));
    assertThat(said.generated()).as("generated").isZero();
    assertThat(said.distinct()).as("distinct").isZero();
    assertThat(said.left()).as("left").isZero();
    assertThat(said.depth()).as("depth").isZero();
    assertThat(said.initials()).as("initial states").isEqualTo(-1);
    assertThat(said.version()).as("version").isNull();
    assertThat(said.howFar()).as("how far").isNull();
    assertThat(said.messages()).hasSize(8);
    TlcOutput none = framed(2199, 0, "5 states generated, 4 distinct states found.");
    assertThat(none.left()).as("no queue").isZero();
    TlcOutput last =
        of(
            frame(2199, 0, "5 states generated, 4 distinct states found, 3 states left on queue.")
                + frame(2199, 0, "9 states generated, 8 distinct states found."));
    assertThat(last.left()).as("left by the last statistics, which tell of no queue").isZero();
    assertThat(none.distinct()).as("distinct").isEqualTo(4);
  }

  @Test
  void theLastCoverageCounts() {
    String line = "line 3, col 1 to line 3, col 9 of module Pump: ";
    TlcOutput said =
        of(
            frame(2201, 0, "The coverage statistics at 1")
                + frame(2221, 0, "  " + line + "7")
                + frame(2201, 0, "The coverage statistics at 2")
                + frame(2221, 0, "  |" + line + "8")
                + frame(2221, 0, "odd"));
    assertThat(said.coverage()).containsExactly(new Evaluations("Pump", 3, 8));
  }

  @Test
  void theProbesOwnLinesArePartOfNoText() {
    TlcOutput said =
        of(
            """
            @!@!@SLUICE-BROKEN it broke
            @!@!@SLUICE-REFUSES Pump a.class
            @!@!@SLUICE-RUNS Pump b.class
            @!@!@SLUICE-ASSUMED Pump 3 4
            @!@!@SLUICE-DRAWN RandomElement Pump 5 6
            @!@!@SLUICE-IGNORED
            @!@!@SLUICE-AT 3 2 1 -7
            """);
    assertThat(said.broken()).containsExactly("it broke");
    assertThat(said.refusedCode()).containsExactly("Pump a.class");
    assertThat(said.runningCode()).containsExactly("Pump b.class");
    assertThat(said.assumed()).containsExactly("Pump 3 4");
    assertThat(said.drawn()).containsExactly("RandomElement Pump 5 6");
    assertThat(said.ignoredConstant()).as("a constant was ignored").isTrue();
    assertThat(said.howFar()).isEqualTo(new HowFar(3, 2, 1, 0));
    assertThat(said.freeText()).isEmpty();
    assertThat(of("other\n").ignoredConstant()).as("nothing was ignored").isFalse();
  }

  @Test
  void textBesideMarkersIsRead() {
    TlcOutput said = of("a@!@!@STARTMSG 5:0 @!@!@b@!@!@ENDMSG 5 @!@!@c\n\n");
    assertThat(said.freeText()).containsExactly("a", "c", "");
    assertThat(said.first(5).line()).isEqualTo("b");
    assertThat(said.first(6)).isNull();
  }

  @Test
  void messagesWithoutEndsAreListedFromTheOutermost() {
    TlcOutput said = of("@!@!@STARTMSG 1:0 @!@!@\nouter\n@!@!@STARTMSG 2:0 @!@!@\ninner\n");
    assertThat(said.unfinished()).containsExactly("outer", "inner");
    said.line("@!@!@ENDMSG 1 @!@!@");
    assertThat(said.messages()).extracting(TlcOutput.Message::code).containsExactly(2, 1);
    assertThat(said.unfinished()).isEmpty();
  }

  @Test
  void freeTextWithoutEndIsCut() {
    TlcOutput said = new TlcOutput();
    for (int i = 0; i < 10_001; i++) {
      said.line("again");
    }
    assertThat(said.freeText()).hasSize(10_000);
    assertThat(said.morePrinted()).as("printed by the specification").isZero();
  }

  private static final String STATES =
      frame(2217, 4, "1: <Initial predicate>", "x = 0")
          + frame(2217, 4, "2: <Step line 1, col 1 to line 1, col 2 of module M>", "x = 1");

  @Test
  void aBehaviourEndsInAStateStuttersOrGoesBack() {
    assertThat(of(STATES).counterexample().end()).isEqualTo(Counterexample.End.STATE);
    for (String end : List.of(frame(2218, 4, "3: Stuttering"), frame(2217, 4, "3: Stuttering"))) {
      assertThat(of(STATES + end).counterexample().end()).isEqualTo(Counterexample.End.STUTTERING);
    }
    for (String end :
        List.of(
            frame(2122, 4, "1: Back to state: <Step line 1, col 1>"),
            frame(2217, 4, "1: Back to state"))) {
      Counterexample shown = of(STATES + end).counterexample();
      assertThat(shown.end()).isEqualTo(Counterexample.End.LOOP);
      assertThat(shown.backTo()).isEqualTo(1);
      assertThat(shown.steps()).hasSize(2);
    }
    assertThat(of(STATES + frame(2122, 4, "odd")).counterexample().backTo()).isZero();
  }

  @Test
  void anEndWithoutABehaviourIsNone() {
    TlcOutput said =
        of(
            frame(2218, 4, "3: Stuttering")
                + frame(2122, 4, "1: Back to state")
                + frame(2217, 4, "3: Stuttering")
                + frame(2217, 4, "1: Back to state")
                + "@!@!@STARTMSG 2217:4 @!@!@\n@!@!@ENDMSG 2217 @!@!@\n");
    assertThat(said.behaviours()).isEmpty();
    assertThat(said.counterexample().steps()).isEmpty();
  }

  @Test
  void aStateWithoutAHeadHasItsVariablesAll() {
    Counterexample shown = of(frame(2217, 4, "/\\ x = 0", "/\\ y = 1")).counterexample();
    assertThat(shown.steps().get(0).state()).containsOnlyKeys("x", "y");
    Step labelled =
        of(STATES + frame(2217, 4, "3: <Fill>", "x = 2")).counterexample().steps().get(2);
    assertThat(labelled.action()).isEqualTo("Fill");
    assertThat(labelled.location()).isEmpty();
    assertThat(labelled.state()).containsEntry("x", Value.of(2));
  }

  @Test
  void behavioursOfOneErrorAreCountedAndTheFirstIsKept() {
    String one = frame(2110, 1, "Invariant A is violated.");
    String other = frame(2110, 1, "Invariant B is violated.");
    String about = frame(2121, 1, "The behavior up to this point is:");
    String longer =
        STATES + frame(2217, 4, "3: <Step line 1, col 1 to line 1, col 2 of module M>", "x = 2");
    TlcOutput said =
        of(
            one
                + about
                + STATES
                + other
                + about
                + longer
                + one
                + about
                + longer
                + frame(2218, 4, "4: Stuttering")
                + frame(2122, 4, "1: Back to state"));
    assertThat(said.behaviours()).hasSize(2);
    TlcOutput.Behaviour first = said.behaviours().get(0);
    assertThat(first.error().line()).isEqualTo("Invariant A is violated.");
    assertThat(first.times()).as("times").isEqualTo(2);
    assertThat(first.first().steps()).hasSize(2);
    assertThat(first.first().end()).isEqualTo(Counterexample.End.STATE);
    assertThat(said.behaviours().get(1).times()).as("times of the other").isEqualTo(1);
    assertThat(said.behaviours().get(1).first().steps()).hasSize(3);
  }

  @Test
  void anInitialStateThatCannotBeReadBeginsNothing() {
    assertThat(framed(2107, 1, "Invariant A is violated by the initial state:").behaviours())
        .isEmpty();
    assertThat(framed(2107, 1, "Invariant A is violated.", "x = 0").behaviours()).isEmpty();
    String own =
        frame(2107, 1, "Invariant A is violated by the initial state:", "x = 0")
            + frame(2107, 1, "Invariant A is violated by the initial state:", "x = 7");
    assertThat(of(own).behaviours())
        .singleElement()
        .satisfies(each -> assertThat(each.times()).isEqualTo(2));
  }

  @Test
  void aVariableThatIsNoPlainValueStandsAsItWasPrinted() {
    Counterexample shown =
        of(frame(
                2217,
                4,
                "1: <Initial predicate>",
                "/\\ f = [n \\in Nat |->",
                "   0]",
                "/\\ x = 3",
                "odd"))
            .counterexample();
    assertThat(shown.steps().get(0).state())
        .containsEntry("f", Value.of("[n \\in Nat |-> 0]"))
        .containsKey("x");
    Counterexample plain =
        of(frame(2217, 4, "1: <Initial predicate>", "/\\ x = 3", "/\\ f = [n \\in Nat |-> 0]"))
            .counterexample();
    assertThat(plain.steps().get(0).state()).containsEntry("x", Value.of(3));
  }
}
