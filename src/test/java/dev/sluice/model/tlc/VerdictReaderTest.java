package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.model.tlc.Verdict.BadInput;
import dev.sluice.model.tlc.Verdict.Holds;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.Verdict.NotDecided;
import dev.sluice.model.tlc.Verdict.Violated;
import dev.sluice.trace.Counterexample.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts on runs, from an exit code and lines as TLC prints them. */
class VerdictReaderTest {
  private static final int ERROR = 1;
  private static final int BUG = 2;
  private static final int WARNING = 3;
  private static final int STATE = 4;
  private static final int BEGUN = 2189;
  private static final int NOTHING_FOUND = 2193;
  private static final int INVARIANT = 2110;

  @TempDir Path folder;

  private Path module;
  private String config = "SPECIFICATION Spec\nINVARIANT AInv\n";
  private TlcOptions options = TlcOptions.NONE;
  private TlcOutput said = new TlcOutput();

  @BeforeEach
  void specification() throws IOException {
    module = folder.resolve("Pump.tla");
    Files.writeString(module, "---- MODULE Pump ----\n====\n");
  }

  private VerdictReaderTest says(int code, int severity, String... lines) {
    said.line("@!@!@STARTMSG " + code + ":" + severity + " @!@!@");
    List.of(lines).forEach(said::line);
    said.line("@!@!@ENDMSG " + code + " @!@!@");
    return this;
  }

  /** Has TLC print a behaviour of two states. */
  private VerdictReaderTest shows() {
    String place = " line 3, col 1 to line 3, col 9 of module Pump>";
    says(2217, STATE, "1: <Initial predicate>", "x = 0");
    return says(2217, STATE, "2: <Fill" + place, "x = 1");
  }

  private VerdictReader reader() throws IOException {
    TlcRequest request =
        new TlcRequest(
            module,
            Configuration.made("Pump.cfg", config, "Pump.cfg"),
            List.of(),
            1,
            77,
            9,
            Reporting.NOTHING,
            Housing.BRIEF,
            options);
    return new VerdictReader(request, TlcJar.shipped(), said);
  }

  private Verdict verdict(int exit) throws IOException {
    return reader().verdict(exit);
  }

  private void violated(int exit, Kind kind, String property, String sentence) throws IOException {
    assertThat(verdict(exit))
        .isInstanceOfSatisfying(
            Violated.class,
            violated -> {
              assertThat(violated.kind()).isEqualTo(kind);
              assertThat(violated.property()).as("property").isEqualTo(property);
              assertThat(violated.sentence()).startsWith(sentence);
              assertThat(violated.further()).as("further violations").isEmpty();
            });
    said = new TlcOutput();
  }

  private NotDecided notDecided(int exit, String... words) throws IOException {
    NotDecided cut = (NotDecided) verdict(exit);
    assertThat(cut.why()).contains(words);
    said = new TlcOutput();
    return cut;
  }

  private BadInput bad(int exit, String what, String... details) throws IOException {
    BadInput bad = (BadInput) verdict(exit);
    assertThat(bad.what()).isEqualTo(what);
    assertThat(bad.details().stream().map(each -> each.replace(folder + "/", "")))
        .containsExactly(details);
    said = new TlcOutput();
    return bad;
  }

  // ---------------------------------------------------------------- the end of a search

  @Test
  void aSearchHoldsOnlyIfTlcSaysThatItHasSearchedAll() throws IOException {
    says(NOTHING_FOUND, 0, "Model checking completed. No error has been found.");
    assertThat(verdict(0)).isEqualTo(new Holds());
    said = new TlcOutput();
    assertThat(notDecided(0, "without saying that it had searched everything").broken())
        .as("whether the machine is to blame")
        .isTrue();
    options = new TlcOptions(new TlcOptions.Simulation(1, 1, 1), null, false, List.of(), List.of());
    assertThat(verdict(0)).as("behaviours drawn at random").isEqualTo(new Holds());
  }

  @Test
  void aSearchThatLeavesStatesOnTheQueueIsNotDecided() throws IOException {
    says(NOTHING_FOUND, 0, "Model checking completed. No error has been found.");
    says(2199, 0, "9 states generated, 5 distinct states found, 1 state left on queue.");
    notDecided(0, "with 5 distinct states found, 1 of them still on the queue");
    says(NOTHING_FOUND, 0, "Model checking completed. No error has been found.");
    says(2199, 0, "9 states generated, 5 distinct states found, 0 states left on queue.");
    assertThat(verdict(0)).isEqualTo(new Holds());
  }

  @Test
  void anErrorAtTheEndIsOneOfTheSpecification() throws IOException {
    config = "SPECIFICATION Spec\nPROPERTIES P Q\n";
    says(2103, ERROR, "nested");
    says(2154, ERROR, "Attempted to compare 1 and TRUE");
    bad(
        0,
        "TLC cannot evaluate the specification",
        "Pump.tla: Attempted to compare 1 and TRUE",
        "Pump.cfg:2:12: this was met in one of the temporal properties P, Q, at an initial state;"
            + " TLC does not name the place");
    config = "SPECIFICATION Spec\n";
    says(2154, ERROR, "odd");
    bad(0, "TLC cannot evaluate the specification", "Pump.tla: odd");
  }

  // ---------------------------------------------------------------- ends before the end

  @Test
  void arunOutOfMemoryIsNotDecided() throws IOException {
    notDecided(3, "ran out of memory with a heap of 77 MiB; allow more with --heap");
    said.line("@!@!@SLUICE-AT 30000 20000 10 5");
    says(1001, ERROR, "no more");
    assertThat(
            notDecided(
                    1,
                    "MiB, with at least 20,000 distinct states found, 10 of them still on the"
                        + " queue, at depth 5; allow")
                .broken())
        .isFalse();
    said.line("java.lang.OutOfMemoryError: Java heap space");
    notDecided(1, "ran out of memory");
    said.line("@!@!@SLUICE-BROKEN java.lang.OutOfMemoryError");
    notDecided(1, "ran out of memory");
    says(1000, ERROR, "java.lang.OutOfMemoryError: Java heap space");
    notDecided(1, "ran out of memory");
    said.line("@!@!@STARTMSG 1000:1 @!@!@");
    said.line("java.lang.OutOfMemoryError: Java heap space");
    notDecided(1, "ran out of memory");
    says(2219, 0, "parsed");
    said.line("java.lang.OutOfMemoryError: what a specification prints");
    says(NOTHING_FOUND, 0, "no error");
    assertThat(verdict(0)).as("a specification that prints so").isEqualTo(new Holds());
    notDecidedAfterParsing(1, "ran out of memory");
  }

  private void notDecidedAfterParsing(int exit, String words) throws IOException {
    assertThat(((NotDecided) verdict(exit)).why()).contains(words);
    said = new TlcOutput();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 11, 12, 13, 14})
  void aDecidedRunMayPrintAnything(int exit) throws IOException {
    says(2219, 0, "parsed");
    said.line("No space left on device");
    assertThat(verdict(exit))
        .satisfies(
            verdict -> {
              if (verdict instanceof NotDecided cut) {
                assertThat(cut.why()).doesNotContain("is full: TLC keeps");
              }
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 15, 75})
  void anUndecidedRunThatPrintsOfAFullDiskMetOne(int exit) throws IOException {
    says(2219, 0, "parsed");
    said.line("No space left on device");
    assertThat(notDecided(exit, "the disk is full").broken()).isTrue();
  }

  @Test
  void aSearchThatSpentItsBudgetSaysSo() throws IOException {
    options = TlcOptions.within(40);
    said.line("SLUICE-BUDGET-SPENT");
    assertThat(verdict(1)).isEqualTo(new Verdict.Spent(40));
  }

  @ParameterizedTest
  @CsvSource({"129, 1", "137, 9", "143, 15"})
  void aKilledRunNamesItsSignal(int exit, int signal) throws IOException {
    assertThat(notDecided(exit, "killed by signal " + signal + " before its end").broken())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 144})
  void anotherExitCodeIsNoSignal(int exit) throws IOException {
    notDecided(exit, "ended with exit code " + exit + ", without saying why");
  }

  @Test
  void arunThatIsStoppedSaysHowFarItCame() throws IOException {
    assertThat(reader().interrupted()).isEqualTo(new NotDecided("the run was interrupted", false));
    assertThat(reader().timedOut().why())
        .isEqualTo(
            "TLC was still searching after 9 s; allow more time with --timeout, or check a smaller"
                + " model");
    said.line("@!@!@SLUICE-AT 3 2 1 -5");
    assertThat(reader().interrupted().why())
        .endsWith(
            "with at least 2 distinct states found, 1 of them still on the queue, at depth 0");
    assertThat(reader().timedOut().why()).contains("2 distinct states").endsWith("smaller model");
    assertThat(reader().timedOut().broken()).isFalse();
  }

  @Test
  void codeThatTheUserDoesNotTrustComesFirst() throws IOException {
    said.line("@!@!@SLUICE-REFUSES Pump " + folder + "/Pump.class");
    shows();
    BadInput bad =
        bad(
            3,
            "TLC would run Java code that comes with the specification",
            "Pump.class: this class would replace operators of module Pump; read the code, and add"
                + " --trust to run it, or move it away");
    assertThat(bad.behaviour().steps()).hasSize(2);
  }

  // ---------------------------------------------------------------- violations

  @Test
  void anInvariantIsNamed() throws IOException {
    says(INVARIANT, ERROR, "Invariant AInv is violated.").shows();
    violated(12, Kind.INVARIANT, "AInv", "the invariant AInv is violated");
    says(2107, ERROR, "Invariant AInv is violated by the initial state:", "/\\ x = 0");
    violated(12, Kind.INVARIANT, "AInv", "the invariant AInv is violated by an initial state");
    says(INVARIANT, ERROR, "Invariant AInv is violated.").shows();
    assertThat(((Violated) verdict(12)).sentence()).doesNotContain("initial");
    assertThat(((Violated) verdict(12)).counterexample().steps())
        .extracting(Step::action)
        .containsExactly("Init", "Fill");
  }

  @Test
  void aViolationWithoutItsBehaviourIsNotDecided() throws IOException {
    says(INVARIANT, ERROR, "Invariant AInv is violated.");
    assertThat(
            notDecided(12, "the invariant AInv is violated, and TLC could not tell the behaviour")
                .broken())
        .isTrue();
    notDecided(11, "it deadlocks");
    notDecided(13, "one of the properties", "could not tell the behaviour");
  }

  @Test
  void aDeadlockIsNamed() throws IOException {
    says(2114, ERROR, "Deadlock reached.").shows();
    violated(11, Kind.DEADLOCK, "Deadlock", "it deadlocks: a state is reached");
  }

  @Test
  void temporalPropertiesAreNamedAsFarAsTlcNamesThem() throws IOException {
    config = "SPECIFICATION Spec\nPROPERTIES P Q\n";
    says(2112, ERROR, "Action property AProp is violated.").shows();
    violated(13, Kind.ACTION_PROPERTY, "AProp", "the action property AProp is violated");
    says(2116, ERROR, "Temporal properties Q were violated.").shows();
    violated(13, Kind.LIVENESS, "Q", "the temporal property Q is violated");
    says(2116, ERROR, "Temporal properties were violated.").shows();
    violated(
        13,
        Kind.LIVENESS,
        "",
        "one of the properties P, Q is violated; this TLC does not say which");
    says(2111, ERROR, "Property P is violated by the initial state:", "/\\ x = 0");
    violated(13, Kind.LIVENESS, "P", "the temporal property P is violated");
    String at = "line 7, col 2 to line 7, col 9 of module Pump";
    says(2112, ERROR, "Action property " + at + " is violated.").shows();
    violated(
        13,
        Kind.ACTION_PROPERTY,
        "",
        "one of the properties P, Q is violated; this TLC does not say which (" + at + ")");
    config = "SPECIFICATION Spec\nPROPERTY P\n";
    says(2112, ERROR, "Action property " + at + " is violated.").shows();
    violated(13, Kind.ACTION_PROPERTY, "P", "the action property P is violated (" + at + ")");
    says(2116, ERROR, "Temporal properties were violated.").shows();
    violated(13, Kind.LIVENESS, "P", "the temporal property P is violated");
  }

  @Test
  void assertionsSayTheirWords() throws IOException {
    String[] failed = {
      "The first argument of Assert evaluated to FALSE; the second argument was:", "\"too full\""
    };
    says(2132, ERROR, failed);
    violated(
        14, Kind.ASSERTION, "Assert", "an Assert of the specification fails; it says \"too full\"");
    says(2132, ERROR, failed);
    violated(75, Kind.ASSERTION, "Assert", "an Assert of the specification fails; it says");
  }

  @Test
  void assumptionsAndPostconditionsHaveTheirPlace() throws IOException {
    String at = "line 5, col 8 to line 5, col 12 of module Pump";
    says(2104, ERROR, "Assumption " + at + " is false.");
    violated(10, Kind.ASSUMPTION, at, "the assumption in line 5 of Pump is false");
    says(1, 0, "first").says(2104, ERROR, "Assumption Small " + at + " is false.");
    violated(10, Kind.ASSUMPTION, at, "the assumption Small in line 5 of Pump is false");
    says(2105, ERROR, "Postcondition Post is false.");
    violated(10, Kind.POSTCONDITION, "Post", "the postcondition (Post) is false");
    says(2105, ERROR, "odd");
    violated(10, Kind.ASSUMPTION, "", "an assumption is false, its words: odd");
    says(2105, ERROR, "Evaluating assumption A failed.", "1 = TRUE");
    bad(
        10,
        "TLC cannot evaluate the specification",
        "Pump.tla: Evaluating assumption A failed. 1 = TRUE");
  }

  @Test
  void aSearchThatGoesOnTellsAllViolations() throws IOException {
    options = new TlcOptions(null, null, false, List.of(), List.of("-continue"));
    says(2154, ERROR, "no violation").shows();
    says(INVARIANT, ERROR, "Invariant AInv is violated.").shows();
    says(INVARIANT, ERROR, "Invariant AInv is violated.").shows();
    says(2114, ERROR, "Deadlock reached.").shows();
    says(
        2132, ERROR, "The first argument of Assert evaluated to FALSE; the second argument was: 1");
    shows();
    says(2116, ERROR, "Temporal properties were violated.").shows();
    says(2112, ERROR, "Action property AProp is violated.").shows();
    says(NOTHING_FOUND, 0, "done");
    Violated first = (Violated) verdict(0);
    assertThat(first.sentence())
        .isEqualTo("the invariant AInv is violated; TLC reports it 2 times");
    assertThat(first.further())
        .extracting(Violated::kind)
        .containsExactly(Kind.DEADLOCK, Kind.ASSERTION, Kind.LIVENESS, Kind.ACTION_PROPERTY);
    assertThat(first.further().get(0).sentence()).doesNotContain("times");
    assertThat(verdict(75)).as("a search that could not go on").isNotInstanceOf(Holds.class);
    assertThat(((BadInput) bad75()).what()).isEqualTo("TLC cannot evaluate the specification");
  }

  /** Lets each form in which TLC tells of a property follow a violated invariant. */
  @ParameterizedTest
  @CsvSource({
    "2112, Action property P is violated., ACTION_PROPERTY",
    "'2112', 'Action property line 3, col 4 to line 3, col 9 of module Pump is violated.', ACTION_PROPERTY",
    "2107, Property P is violated by the initial state:, LIVENESS",
    "2116, Temporal property P was violated., LIVENESS",
    "2116, Temporal properties P were violated., LIVENESS",
    "2116, Temporal properties were violated., LIVENESS"
  })
  void aSearchThatGoesOnTellsOfAPropertyInEachForm(int code, String words, Kind kind)
      throws IOException {
    options = new TlcOptions(null, null, false, List.of(), List.of("-continue"));
    config = "SPECIFICATION Spec\nINVARIANT AInv\nPROPERTY P\n";
    says(INVARIANT, ERROR, "Invariant AInv is violated.").shows();
    says(code, ERROR, words).shows();
    says(NOTHING_FOUND, 0, "done");
    assertThat(((Violated) verdict(0)).further())
        .as("violations beside that of AInv, where TLC says \"%s\"", words)
        .extracting(Violated::kind, Violated::property)
        .containsExactly(tuple(kind, "P"));
  }

  private Verdict bad75() throws IOException {
    said = new TlcOutput();
    says(INVARIANT, ERROR, "Invariant AInv is violated.").shows();
    Verdict verdict = verdict(75);
    said = new TlcOutput();
    return verdict;
  }

  // ---------------------------------------------------------------- what cannot be checked

  @Test
  void aNameWithoutAValueGetsAHint() throws IOException {
    String words = "In evaluation, the identifier x is either undefined or not an operator.";
    says(2155, ERROR, words);
    BadInput bad = (BadInput) verdict(75);
    assertThat(bad.details().get(1))
        .endsWith(
            "and only x = ... or x \\in ... as a conjunct of its own gives x its first value");
    shows();
    bad = (BadInput) verdict(76);
    assertThat(bad.details().get(1))
        .contains("only x' = ... or x' \\in ...")
        .endsWith("gives x its next value; to change a part of x, write x' = [x EXCEPT ...]");
    assertThat(bad.behaviour().steps()).hasSize(2);
    assertThat(verdict(77)).isInstanceOf(BadInput.class);
  }

  @Test
  void thePlacesOfAFailureAreToldFromTheInsideOut() throws IOException {
    String[] nested = new String[9];
    nested[0] = "The error occurred when TLC was evaluating the nested";
    nested[1] = "expressions at the following positions:";
    for (int i = 2; i < nested.length; i++) {
      nested[i] = i - 2 + ". Line " + i + ", column 5 to line 9, column 6 in Pump";
    }
    says(2154, ERROR, "odd").says(2103, ERROR, nested);
    bad(
        75,
        "TLC cannot evaluate the specification",
        "Pump.tla: odd",
        "Pump.tla: this was met at line 8, column 5 of Pump, within line 7, column 5 of Pump,"
            + " within line 6, column 5 of Pump, within line 5, column 5 of Pump, within line 4,"
            + " column 5 of Pump, and so on");
    says(
        2103,
        ERROR,
        "0. Line 2, column 5 to line 9, column 6 in Pump",
        "1. Line 3, column 5 to line 9, column 6 in Pump",
        "2. Line 2, column 5 to line 9, column 6 in Pump");
    bad(
        75,
        "TLC cannot evaluate the specification",
        "Pump.tla: this was met at line 2, column 5 of Pump, within line 3, column 5 of Pump");
    says(2103, ERROR, "nowhere");
    bad(75, "TLC cannot evaluate the specification");
  }

  @Test
  void aValueWithoutAFingerprintHasItsReasonAndPlace() throws IOException {
    says(
        2147,
        ERROR,
        "TLC was unable to fingerprint.",
        "",
        "Fingerprint Stack Trace:",
        "0) line 4, col 7 to line 4, col 9 of module Pump",
        "",
        "Reason:",
        "it is infinite");
    bad(
        75,
        "TLC cannot evaluate the specification",
        "Pump.tla: it is infinite",
        "Pump.tla: this was met at line 4, column 7 of Pump");
  }

  @Test
  void wordsForDevelopersAreLeftOut() throws IOException {
    says(
        1000,
        BUG,
        "TLC threw an unexpected exception.",
        "This was probably caused by an error in the spec or model.",
        "The exception was a java.lang.RuntimeException",
        ": the queue broke",
        "\tat tlc2.tool.Worker.run(Worker.java)");
    bad(151, "the configuration does not fit the specification", "Pump.cfg: the queue broke");
    says(2121, ERROR, "The behavior up to this point is:");
    says(2264, ERROR, "The following behavior constitutes a counter-example:");
    says(1, 0, "no error")
        .says(1, WARNING, "no error")
        .says(2, ERROR, "TLC threw an unexpected exception.");
    bad(151, "the configuration does not fit the specification");
  }

  @Test
  void wordsThatTlcSaysOddlyAreSaidPlainly() throws IOException {
    says(1, ERROR, "No next state actions defined to generate successor states from.");
    assertThat(((BadInput) verdict(75)).details().get(0)).contains("range over an empty set");
    said = new TlcOutput();
    says(1, ERROR, "tlc2/value/impl/KSubsetValue");
    assertThat(((BadInput) verdict(75)).details().get(0))
        .contains("needs tlc2.value.impl.KSubsetValue, which this TLC does not have");
    said = new TlcOutput();
    says(1005, ERROR, "overflow");
    assertThat(((BadInput) verdict(75)).details().get(0)).contains("the stack of TLC overflowed");
    said = new TlcOutput();
    says(1000, ERROR, "java.lang.StackOverflowError");
    assertThat(((BadInput) verdict(75)).details().get(0)).contains("the stack of TLC overflowed");
  }

  @Test
  void aSpecificationThatDoesNotParseHasItsErrors() throws IOException {
    said.line("Parsing file " + module);
    said.line("*** Errors: 1");
    said.line("line 4, col 7 to line 4, col 9 of module Pump");
    said.line("Unknown operator: `Foo'.");
    bad(150, "the specification does not parse", "Pump.tla:4:7: Unknown operator: `Foo'.");
    said.line("Module-Table lookup failure for module name Pump");
    bad(
        150,
        "the specification does not parse",
        "Pump.tla: there is no module in it; it must begin with ---- MODULE Pump ---- and end with"
            + " ====");
    says(1, ERROR, "odd");
    bad(150, "the specification does not parse", "Pump.tla: odd");
  }

  @Test
  void anAlgorithmThatWasNotTranslatedIsNamed() throws IOException {
    Files.writeString(module, "---- MODULE Pump ----\n(* --algorithm fill\nbegin skip; *)\n====\n");
    BadInput bad = (BadInput) verdict(150);
    assertThat(bad.details()).singleElement().asString().contains("no translation of it");
  }

  // ---------------------------------------------------------------- any other end

  @Test
  void anErrorBeforeTheSearchIsOneOfTheConfiguration() throws IOException {
    says(1, ERROR, "odd");
    bad(1, "TLC cannot start on this input", "Pump.cfg: odd");
    said.line("Error: unrecognized option: -foo");
    bad(1, "TLC does not know one of the flags that it was given", "unrecognized option: -foo");
  }

  @Test
  void anErrorOfTheSearchIsOneOfTheSpecification() throws IOException {
    config = "SPECIFICATION Spec\nPROPERTY P\n";
    says(BEGUN, 0, "Finished computing").says(1, ERROR, "odd");
    bad(1, "TLC cannot evaluate the specification", "Pump.tla: odd");
    says(BEGUN, 0, "Finished computing");
    notDecided(1, "ended with exit code 1");
    shows();
    bad(
        1,
        "TLC cannot evaluate the specification",
        "Pump.cfg:2:10: TLC cannot expand a recursive operator in a temporal formula; if the"
            + " temporal property P uses one, write it without recursion");
    String stack =
        "Pump.tla: the stack of TLC overflowed: a recursive definition has no end, or goes very"
            + " deep (StackOverflowError)";
    says(BEGUN, 0, "Finished computing").says(1005, ERROR, "overflow");
    bad(1, "TLC cannot evaluate the specification", stack);
    says(1005, 0, "overflow");
    assertThat(((BadInput) verdict(1)).details()).singleElement().asString().contains("recursive");
    said = new TlcOutput();
    said.line("java.lang.StackOverflowError");
    assertThat(((BadInput) verdict(1)).details()).singleElement().asString().contains("recursive");
  }

  @Test
  void theLastWordsOfARunAreTold() throws IOException {
    notDecided(9, "ended with exit code 9, without saying why");
    said.line("Parsing file Pump.tla");
    said.line("Semantic processing of module Pump");
    said.line(" ");
    notDecided(9, "without saying why");
    said.line("one");
    said.line("  two ");
    notDecided(9, ", its last words: two");
    said.line("Error: first");
    said.line("Error: second");
    said.line("third");
    notDecided(9, ", its last words: Error: first");
    said.line("Exception in thread main");
    said.line("third");
    notDecided(9, ", its last words: Exception in thread main");
    said.line("free");
    says(2219, 0, "parsed");
    said.line("printed");
    notDecided(9, ", its last words: printed");
    said.line("free");
    says(2219, 0, "parsed");
    said.line(" ");
    notDecided(9, ", its last words: free");
    said.line("free");
    said.line("@!@!@STARTMSG 1:1 @!@!@");
    said.line("unfinished");
    notDecided(9, ", its last words: unfinished");
    said.line("@!@!@SLUICE-BROKEN it broke");
    said.line("free");
    notDecided(9, ", its words: it broke");
    says(1, ERROR, "an error");
    notDecided(12, "could not tell the behaviour");
    says(2121, ERROR, "The behavior up to this point is:");
    notDecided(9, ", its words: The behavior up to this point is:");
  }

  // ---------------------------------------------------------------- warnings

  @Test
  void warningsHaveTheirPlace() throws IOException {
    says(2500, WARNING, "odd at line 4, col 7 to line 4, col 9 of module Pump");
    says(2401, WARNING, "Please run the Java VM with -XX:+UseParallelGC");
    says(2501, WARNING, "odd");
    says(1, ERROR, "an error");
    said.line("@!@!@SLUICE-RUNS Pump Pump.class");
    said.line("@!@!@SLUICE-ASSUMED Pump 3 9");
    List<String> warnings =
        reader().warnings().stream().map(each -> each.replace(folder + "/", "")).toList();
    assertThat(warnings)
        .containsExactly(
            "Pump.tla:4:7: odd at line 4, col 7 to line 4, col 9 of module Pump",
            "Pump.tla: odd",
            "Pump.class: this Java class replaces operators of module Pump, so that the result is"
                + " about its code, not about the module's text",
            "Pump.tla:3:9: this property is a fairness condition that the specification assumes, so"
                + " that it holds of any actions");
  }

  @Test
  void operatorsThatDrawValuesHaveTheirPlace() throws IOException {
    said.line("@!@!@SLUICE-DRAWN RandomElement Pump 3 9");
    assertThat(reader().drawn().stream().map(each -> each.replace(folder + "/", "")))
        .containsExactly("RandomElement (Pump.tla:3:9)");
  }
}
