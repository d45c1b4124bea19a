package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.replay.Mismatch;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.probe.PhaseTimes;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Counterexample.End;
import dev.sluice.trace.Counterexample.Step;
import dev.sluice.trace.Value;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is printed, made from results that nobody had to compute. */
class RenderingTest {
  private static final Map<String, Integer> ACTIONS = Map.of("Grant", 5, "Learn", 0);

  @Test
  void aTerminalGetsSecondsAndColoursAndNothingElseDoes() {
    List<Done> all = List.of(holds("trace", Status.AS_EXPECTED), control("fault_a", Status.FAILED));
    String plain = print(false, new RunResult("verify", all, List.of(), List.of()));
    assertThat(plain)
        .isEqualTo(
            """
                  model          outcome                         states  depth  transitions  replayed  alive
            ------------------------------------------------------------------------------------------------
            ok    Rccc/trace     holds                            1,234     14        5,678     5,678  5,678
            FAIL  Rccc/fault_a   caught by CreditInv in 1 state
            FAIL  Rccc controls  0 of 1 caught
            FAIL  Rccc actions   1 of 2 witnessed

            Not as expected:
              Rccc/fault_a: 1 states of the counterexample, and spec/uet/models.toml:7 pins 2

            Rccc/fault_a: caught by CreditInv
            step  action     what changes
            -----------------------------
               1  Init       credit = 0

            FAILED: 1 of 2 models as expected, 5,678 of 5,678 transitions replayed, 5,678 walked alive
            """);
    String coloured = print(true, new RunResult("verify", all, List.of(), List.of()));
    assertThat(coloured).contains("seconds").contains("\u001b[32mok\u001b[0m").contains("1.5");
    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).contains("FAIL  Rccc/fault_a");
  }

  @Test
  void onlyWhatChangesIsTold() {
    Value before = Value.set(packet(0, "a"), packet(7, "b"));
    Value after = Value.set(packet(1, "a"), Value.of(3));
    assertThat(ValueChanges.between("net", before, after))
        .containsExactly(
            "net: age: 0 -> 1  of [psn |-> 0, to |-> \"a\"]",
            "net: - [age |-> 7, psn |-> 0, to |-> \"b\"]",
            "net: + 3");
    assertThat(
            ValueChanges.between(
                "credit",
                Value.rec(Value.field("a", Value.of(0)), Value.field("b b", Value.of(1))),
                Value.rec(Value.field("a", Value.of(2)), Value.field("b b", Value.of(4)))))
        .containsExactly("credit.a: 0 -> 2", "credit[\"b b\"]: 1 -> 4");
    assertThat(
            ValueChanges.between(
                "bag",
                Value.function(Map.of(Value.of(7), Value.of(1), Value.of(8), Value.of(1))),
                Value.function(Map.of(Value.of(8), Value.of(2), Value.of(9), Value.of(1)))))
        .containsExactly("bag[7]: gone, was 1", "bag[8]: 1 -> 2", "bag[9]: new, 1");
    Value queue = Value.seq(Value.of(1), Value.of(2));
    assertThat(ValueChanges.between("q", queue, Value.seq(Value.of(1), Value.of(2), Value.of(9))))
        .containsExactly("q: at its end + 9");
    assertThat(ValueChanges.between("q", queue, Value.seq(Value.of(2))))
        .containsExactly("q: from its front - 1");
    assertThat(ValueChanges.between("q", queue, Value.seq(Value.of(1), Value.of(3))))
        .containsExactly("q[2]: 2 -> 3");
    assertThat(ValueChanges.between("q", queue, queue)).isEmpty();
  }

  @Test
  void aBehaviourThatGoesRoundSaysWhereItGoesBackTo() {
    Step init = new Step("Init", List.of(), "", state("x", 0));
    Step up = new Step("Set", List.of(Value.field("to", Value.of(1))), "", state("x", 1));
    Step down = new Step("Set", List.of(Value.field("to", Value.of(2))), "", state("x", 2));
    assertThat(CounterexampleText.lines(new Counterexample(List.of(init, up, down), End.LOOP, 2)))
        .containsExactly(
            "step  action     what changes",
            "---------------------------------------------------",
            "   1  Init       x = 0",
            " > 2  Set(1)     x: 0 -> 1",
            "   3  Set(2)     x: 1 -> 2",
            " ...  (again)    back to step 2, and round for ever");
    assertThat(CounterexampleText.lines(new Counterexample(List.of(init, up), End.STUTTERING, 0)))
        .endsWith(" ...  (nothing)  stays like this for ever");
  }

  @Test
  void aLongActionAndALongChangeKeepThePageNarrow() {
    List<Value.Field> arguments = List.of(Value.field("m", Value.of("m".repeat(60))));
    Value wide = Value.set(Value.of("a".repeat(50)), Value.of("b".repeat(50)));
    Step init = new Step("Init", List.of(), "", Map.of("x", wide));
    Step long1 = new Step("Receive", arguments, "", Map.of("x", Value.EMPTY_SET));
    List<String> lines =
        CounterexampleText.lines(new Counterexample(List.of(init, long1), End.STATE, 0));
    assertThat(lines).allMatch(line -> line.length() <= 118);
    assertThat(lines).contains("   2  Receive(\"" + "m".repeat(60) + "\")");
  }

  @Test
  void aMismatchTellsThePathBothStatesAndTheRequirements() {
    ActionInstance grant = new ActionInstance("Grant", List.of(), List.of(), "");
    ActionInstance learn = new ActionInstance("Learn", List.of("total"), List.of(Value.of(2)), "");
    Mismatch mismatch =
        new Mismatch(
            Mismatch.Kind.OTHER_STATE,
            List.of(grant),
            learn,
            List.of("credit", "sent"),
            List.of(Value.of(0), Value.of(0)),
            List.of(Value.of(2), Value.of(0)),
            List.of(Value.of(4), Value.of(0)),
            List.of("credit"),
            "",
            List.of("RCCC-5", "RCCC-8"),
            false);
    assertThat(MismatchText.lines(mismatch))
        .containsExactly(
            "Model and kernels part at Learn(2): both take it, and arrive at different states",
            "  requirements   RCCC-5, RCCC-8",
            "  shortest path  1 step",
            "    1  Grant",
            "    then  Learn(2)",
            "  state before",
            "    credit = 0",
            "    sent = 0",
            "  state after    differs in credit",
            "  * credit = 2   in the model",
            "           = 4   in the kernels",
            "    sent = 0");
  }

  @Test
  void aMismatchOfLivingKernelsTellsItsLastStepsAndHowManyWentBefore() {
    ActionInstance grant = new ActionInstance("Grant", List.of(), List.of(), "");
    List<ActionInstance> life = new ArrayList<>(Collections.nCopies(100, grant));
    Mismatch mismatch =
        new Mismatch(
            Mismatch.Kind.BROKEN,
            life,
            grant,
            List.of("credit"),
            List.of(Value.of(0)),
            List.of(Value.of(2)),
            List.of(Value.of(2)),
            List.of(),
            "3 entries wait, and 2 want something",
            List.of("RCCC-12"),
            true);
    assertThat(MismatchText.lines(mismatch))
        .hasSize(51)
        .contains(
            "  reason         3 entries wait, and 2 want something",
            "  one life       100 steps",
            "    … 60 steps before, see --json",
            "    61  Grant",
            "    100  Grant",
            "    then  Grant",
            "  state after    differs in nothing that is shown");
  }

  @Test
  void aRefusalTellsTheKernelsReason() {
    ActionInstance send = new ActionInstance("Send", List.of(), List.of(), "");
    Mismatch mismatch =
        new Mismatch(
            Mismatch.Kind.REFUSED,
            List.of(),
            send,
            List.of("next"),
            List.of(Value.of(3)),
            List.of(Value.of(4)),
            List.of(),
            List.of(),
            "all tokens are sent",
            List.of(),
            false);
    assertThat(MismatchText.lines(mismatch))
        .containsExactly(
            "Model and kernels part at Send: the model takes it, the kernel refuses it",
            "  reason         all tokens are sent",
            "  requirements   none cited on the kernel's method",
            "  shortest path  (none: in the initial state)",
            "    then  Send",
            "  state before",
            "    next = 3",
            "  the model's state after",
            "  * next = 4",
            "  the kernels' state after: none");
  }

  @Test
  void buildServersSeeFailuresErrorsAndWhatWasSkipped() {
    List<Done> all =
        List.of(
            holds("trace", Status.AS_EXPECTED),
            control("fault_<a>", Status.FAILED),
            Done.without(model("smoke", Lane.SMOKE), Status.INTERRUPTED, "interrupted", List.of()),
            Done.without(model("full", Lane.FULL), Status.NOT_DECIDED, "cut", List.of("x & y")));
    assertThat(JUnitXml.of(RunResult.of("verify", all)))
        .contains("<testsuite name=\"Rccc\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\">")
        .contains("name=\"fault_&lt;a&gt;\"")
        .contains("<skipped message=\"interrupted\"/>")
        .contains("<error message=\"cut\">x &amp; y</error>");
  }

  @Test
  void theWorstOfAllPartsIsTheVerdict() {
    Part traces = new Part("traces", Status.FAILED, "drifted", List.of("one"));
    Part requirements = new Part("requirements", Status.BAD_INPUT, "unknown id", List.of("two"));
    List<Done> models = List.of(holds("trace", Status.AS_EXPECTED));
    assertThat(new RunResult("verify", models, List.of(traces), List.of()).status().exitCode())
        .isEqualTo(1);
    RunResult both = new RunResult("verify", models, List.of(traces, requirements), List.of());
    assertThat(both.status().exitCode()).isEqualTo(2);
    assertThat(print(false, both))
        .contains("\nFAIL  traces: drifted\nBAD   requirements: unknown id\n")
        .contains("Not as expected:\n  one\n  two\n")
        .contains("BAD INPUT: 1 of 1 model as expected");
  }

  private static Model model(String name, Lane lane) {
    boolean control = lane == Lane.CONTROL;
    return new Model(
        "Rccc",
        name,
        Path.of("MCRccc.tla"),
        Configuration.of(Path.of("MCRccc.cfg")),
        lane,
        control ? "CreditInv" : "ok",
        -1,
        -1,
        -1,
        0,
        -1,
        control ? "" : "Rccc",
        "",
        "",
        "spec/uet/models.toml:7");
  }

  private static Done holds(String name, Status status) {
    ReplayReport report =
        new ReplayReport(
            1234, 5678, 5678, 5678, 9000, 7, 9, 9, 0, List.of(), ACTIONS, List.of(), List.of(),
            List.of());
    return new Done(
        new ModelResult(
            model(name, Lane.TRACE),
            status,
            "holds",
            List.of(),
            List.of(),
            List.of(),
            1234,
            14,
            5678,
            -1,
            ACTIONS,
            Map.of(),
            report,
            null,
            null),
        1_500_000_000L,
        new PhaseTimes());
  }

  private static Done control(String name, Status status) {
    Step init = new Step("Init", List.of(), "", state("credit", 0));
    return new Done(
        new ModelResult(
            model(name, Lane.CONTROL),
            status,
            "caught by CreditInv",
            List.of(
                "Rccc/"
                    + name
                    + ": 1 states of the counterexample, and spec/uet/models.toml:7 pins 2"),
            List.of(),
            List.of(),
            -1,
            -1,
            -1,
            1,
            Map.of(),
            Map.of(),
            null,
            new Counterexample(List.of(init), End.STATE, 0),
            null),
        600_000_000L,
        new PhaseTimes());
  }

  private static Map<String, Value> state(String variable, int value) {
    Map<String, Value> state = new LinkedHashMap<>();
    state.put(variable, Value.of(value));
    return state;
  }

  private static Value packet(int age, String to) {
    return Value.rec(
        Value.field("age", Value.of(age)),
        Value.field("to", Value.of(to)),
        Value.field("psn", Value.of(0)));
  }

  private static String print(boolean terminal, RunResult result) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    new Report(new Terminal(stream, stream, terminal, terminal, terminal), false, false)
        .print(result);
    return out.toString(StandardCharsets.UTF_8);
  }
}
