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
}
