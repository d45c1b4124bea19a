package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All behaviours of a model in one file: the bytes, and what a reader refuses. */
class KeptTest {
  private static final String DIGEST = "0123456789abcdef".repeat(4);
  private static final ItfReader.Expected EXPECTED =
      ItfReader.Expected.of(DIGEST, Set.of("Learn", "Spend"));
  private static final ItfTrace.Meta META =
      new ItfTrace.Meta("", "Rccc", "trace", DIGEST, Map.of("Limit", Value.of(2)));

  private static final ItfTrace.Step LEARN =
      new ItfTrace.Step(
          "Learn",
          List.of(Value.field("s", Value.of("a")), Value.field("n", Value.of(2))),
          Optional.of(Value.of(7)),
          List.of());
  private static final ItfTrace.Step SPEND =
      new ItfTrace.Step("Spend", List.of(), Optional.empty(), List.of(Value.EMPTY_SET));

  private static ItfTrace.State state(ItfTrace.Step step, int credit, ItfTrace.Step... refused) {
    return new ItfTrace.State(
        Optional.ofNullable(step), List.of(Value.of(credit)), List.of(refused));
  }

  private static ItfTrace trace(ItfTrace.State... states) {
    return new ItfTrace(META, List.of("credit"), List.of(states));
  }

  /** Two behaviours that have a step in common, of which one comes back to a state. */
  private static List<ItfTrace> example() {
    ItfTrace.Step call = new ItfTrace.Step("Spend", List.of());
    return List.of(
        trace(state(null, 0, call), state(LEARN, 2), state(SPEND, 0)),
        trace(state(null, 0), state(LEARN, 2), state(SPEND, 1)));
  }

  private static final String EXAMPLE =
      """
      {"format":"sluice-model-traces/4",
      "module":"Rccc",
      "model":"trace",
      "spec-sha256":"%s",
      "constants":{"Limit":2},
      "vars":["credit"],
      "states":[
      {"credit":0,"#refused":[{"action":"Spend","arguments":{}}]},
      {"credit":2},
      {"credit":1}],
      "steps":[
      {"from":0,"to":1,"action":"Learn","arguments":{"s":"a","n":2},"takes":7},
      {"from":1,"to":0,"action":"Spend","arguments":{},"sends":[{"#set":[]}]},
      {"from":1,"to":2,"action":"Spend","arguments":{},"sends":[{"#set":[]}]}],
      "behaviours":[
      [0,1],
      [0,2]]}
      """
          .formatted(DIGEST);

  private static BadTrace refusal(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return catchThrowableOfType(
        BadTrace.class, () -> KeptReader.read("trace.json", bytes, EXPECTED));
  }

  @Test
  void eachStateAndEachStepStandsThereOnce() {
    assertThat(new String(KeptWriter.bytes(example()), StandardCharsets.UTF_8)).isEqualTo(EXAMPLE);
  }

  @Test
  void whatIsWrittenIsReadBack(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("trace.json"), EXAMPLE);
    assertThat(KeptReader.read(file, EXPECTED)).isEqualTo(example());
    assertThat(KeptReader.readEither(file.toString(), KeptReader.bytes(file), EXPECTED))
        .isEqualTo(example());
    Files.write(file, ItfWriter.bytes(example().get(1)));
    assertThat(KeptReader.readEither(file.toString(), KeptReader.bytes(file), EXPECTED))
        .containsExactly(example().get(1));
  }

  @Test
  void aBehaviourWithoutAStepIsOne() throws Exception {
    List<ItfTrace> still = List.of(trace(state(null, 0)));
    assertThat(KeptReader.read("trace.json", KeptWriter.bytes(still), EXPECTED)).isEqualTo(still);
  }

  @Test
  void onlyBehavioursOfOneModelFromOneStateAreWrittenTogether() {
    ItfTrace elsewhere = trace(state(null, 1), state(LEARN, 2));
    ItfTrace loop =
        new ItfTrace(META, List.of("credit"), List.of(state(null, 0)), OptionalInt.of(0));
    for (ItfTrace other : List.of(elsewhere, loop)) {
      List<ItfTrace> both = List.of(trace(state(null, 0)), other);
      assertThatIllegalArgumentException().isThrownBy(() -> KeptWriter.bytes(both));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "/4\" | /3\" | 1 | the format is 'sluice-model-traces/3', not 'sluice-model-traces/4'",
        "\"constants\":{\"Limit\":2}, | | 17 | there is no 'constants'",
        "\"vars\" | \"names\" | 6 | kept behaviours have no key 'names'",
        "0123456789abcdef\", | 0123456789abcde0\", | 4 | taken from another specification",
        "\"Learn\" | \"Lern\" | 12 | the action 'Lern' is unknown",
        "{\"credit\":2} | {\"credit\":0} | 17 | state 1 stands there already, under a smaller number",
        "{\"credit\":2} | {\"debit\":2} | 9 | (state 1): the variable 'credit' has no value",
        "{\"credit\":2} | {\"credit\":2,\"x\":1} | 9 | (state 1): 'x' is not declared in 'vars'",
        "{\"credit\":2} | {\"credit\":2.5} | 9 | written with a fraction",
        "{\"credit\":1} | {\"credit\":1},{\"credit\":3} | 17 | no behaviour comes to state 3",
        "\"to\":2 | \"to\":0 | 17 | step 2 stands there already, under a smaller number",
        "\"to\":2 | \"to\":3 | 17 | behaviour 1 is in state 1, and step 2 leads to a state that is not there, 3",
        "\"to\":2, | | 14 | step 2 has no 'to'",
        "\"from\":1,\"to\":2 | \"from\":2,\"to\":2 | 17 | behaviour 1 is in state 1, and step 2 is taken in state 2",
        "\"takes\":7 | \"task\":7 | 12 | a step has no key 'task'",
        "[0,2]] | [0,1]] | 17 | no behaviour comes to state 2",
        "[0,1], | [0,2], | 17 | no behaviour comes to step 1",
        "]}], | ]},{\"from\":2,\"to\":0,\"action\":\"Spend\",\"arguments\":{}}], | 17 | no behaviour comes to step 3",
        "[0,2]] | [0,3]] | 17 | behaviour 1 is in state 1, and step 3 is not there",
        "[0,2]] | [-1]] | 17 | behaviour 1 is in state 0, and step -1 is not there",
        "[0,2]] | [0,\"2\"]] | 17 | an integer belongs here",
        "[0,2]]} | [0,2] | 18 | the file ends in the middle",
        "[0,2]]} | [0,2]]}{} | 17 | something follows the end",
      })
  void whatWouldHaveToBeGuessedAtIsRefused(String old, String now, int line, String says) {
    assertThat(EXAMPLE).contains(old);
    int at = EXAMPLE.lastIndexOf(old);
    String with = now == null ? "" : now;
    BadTrace refused =
        refusal(EXAMPLE.substring(0, at) + with + EXAMPLE.substring(at + old.length()));
    assertThat(refused).isNotNull().hasMessageContaining(says);
    assertThat(refused.line()).isEqualTo(line);
  }
}
