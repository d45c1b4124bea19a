package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItfTest {
  private static final String DIGEST = "0123456789abcdef".repeat(4);
  private static final ItfReader.Expected EXPECTED =
      ItfReader.Expected.of(DIGEST, Set.of("Grant", "Learn"));

  private static ItfTrace example() {
    Map<Value, Value> limits = new TreeMap<>();
    limits.put(Value.of(0), Value.of(true));
    limits.put(Value.of(2), Value.of(false));
    return new ItfTrace(
        new ItfTrace.Meta(
            "",
            "Rccc",
            "trace",
            DIGEST,
            Map.of(
                "Sender", Value.set(Value.of("b"), Value.of("a")),
                "Limit", Value.function(limits))),
        List.of("credit", "flight"),
        List.of(
            new ItfTrace.State(Optional.empty(), List.of(Value.of(0), Value.EMPTY_SET)),
            new ItfTrace.State(
                Optional.of(
                    new ItfTrace.Step(
                        "Learn",
                        List.of(Value.field("s", Value.of("a")), Value.field("n", Value.of(2))))),
                List.of(
                    Value.seq(Value.of(-1), Value.EMPTY_SEQ),
                    Value.set(
                        Value.rec(
                            Value.field("to", Value.of("a")),
                            Value.field("credit", Value.of(2))))))));
  }

  /** The example as older versions wrote it, with plain integers: it is still read. */
  private static final String EXAMPLE =
      """
      {"#meta":{"format":"ITF","format-description":"https://apalache-mc.org/docs/adr/015adr-trace.html",\
      "module":"Rccc","model":"trace","spec-sha256":"%s",\
      "constants":{"Limit":{"#map":[[0,true],[2,false]]},"Sender":{"#set":["a","b"]}}},
      "vars":["credit","flight"],
      "states":[
      {"#meta":{"index":0},"credit":0,"flight":{"#set":[]}},
      {"#meta":{"index":1,"action":"Learn","arguments":{"s":"a","n":2}},"credit":[-1,[]],"flight":{"#set":[{"credit":2,"to":"a"}]}}]}
      """
          .formatted(DIGEST);

  private static BadTrace refusal(String text) {
    return refusal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static BadTrace refusal(byte[] bytes) {
    return catchThrowableOfType(
        BadTrace.class, () -> ItfReader.read("a.itf.json", bytes, EXPECTED));
  }

  private static ItfTrace read(String text) throws BadTrace {
    return ItfReader.read("a.itf.json", text.getBytes(StandardCharsets.UTF_8), EXPECTED);
  }

  @Test
  void theBytesAreTheseAndNoOthers() throws BadTrace {
    String bytes =
        """
        {"#meta":{"format":"ITF","format-description":"https://apalache-mc.org/docs/adr/015adr-trace.html",\
        "module":"Rccc","model":"trace","spec-sha256":"%s",\
        "constants":{"Limit":{"#map":[[{"#bigint":"0"},true],[{"#bigint":"2"},false]]},"Sender":{"#set":["a","b"]}}},
        "vars":["credit","flight"],
        "states":[
        {"#meta":{"index":0},"credit":{"#bigint":"0"},"flight":{"#set":[]}},
        {"#meta":{"index":1,"action":"Learn","arguments":{"s":"a","n":{"#bigint":"2"}}},\
        "credit":[{"#bigint":"-1"},[]],"flight":{"#set":[{"credit":{"#bigint":"2"},"to":"a"}]}}]}
        """
            .formatted(DIGEST);
    assertThat(new String(ItfWriter.bytes(example()), StandardCharsets.UTF_8)).isEqualTo(bytes);
    assertThat(read(EXAMPLE)).isEqualTo(example());
  }

  @Test
  void whatIsWrittenReadsBack(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("new/0001.itf.json");
    ItfWriter.write(example(), file);
    assertThat(ItfReader.read(file, EXPECTED)).isEqualTo(example());
    assertThat(ItfReader.read(file, ItfReader.Expected.ANY)).isEqualTo(example());
  }

  @Test
  void aLassoNamesTheStateItGoesBackTo() throws Exception {
    ItfTrace trace = example();
    ItfTrace lasso =
        new ItfTrace(trace.meta(), trace.variables(), trace.states(), OptionalInt.of(1));
    String text = new String(ItfWriter.bytes(lasso), StandardCharsets.UTF_8);
    assertThat(text).contains("\n\"loop\":1,\n");
    assertThat(read(text)).isEqualTo(lasso);
    assertThat(refusal(text.replace("\"loop\":1", "\"loop\":2"))).hasMessageContaining("'loop'");
  }

  @Test
  void aCounterexampleIsABehaviourThatEndsStaysOrGoesRound() throws Exception {
    ItfTrace.State first = example().states().get(0);
    ItfTrace.State second = example().states().get(1);
    List<Counterexample.Step> steps =
        List.of(
            new Counterexample.Step(
                "Init",
                List.of(),
                "",
                Map.of("flight", first.values().get(1), "credit", first.values().get(0))),
            new Counterexample.Step(
                "Learn",
                second.step().orElseThrow().arguments(),
                "line 1, col 1 to line 1, col 9 of module Rccc",
                Map.of("flight", second.values().get(1), "credit", second.values().get(0))));
    ItfTrace.Meta meta = example().meta();
    assertThat(ItfTrace.of(new Counterexample(steps, Counterexample.End.STATE, 0), meta))
        .isEqualTo(example());
    assertThat(
            ItfTrace.of(new Counterexample(steps, Counterexample.End.STUTTERING, 0), meta).loop())
        .hasValue(1);
    assertThat(ItfTrace.of(new Counterexample(steps, Counterexample.End.LOOP, 1), meta).loop())
        .hasValue(0);
  }

  @Test
  void aStepPrintsAsTheActionInstance() {
    assertThat(example().states().get(1).step()).hasToString("Optional[Learn(\"a\", 2)]");
  }

  /** Other writers of ITF order keys otherwise, wrap integers, and add to #meta. */
  @Test
  void otherWritersNotationsAreRead() throws Exception {
    String other =
        """
        {"states": [
          {"flight": {"#set": []}, "credit": {"#bigint": "0"}, "#meta": {"index": 0, "x": [{}]}},
          {"#meta": {"arguments": {"s": "a", "n": {"#bigint": "2"}}, "action": "Learn", "index": 1},
           "credit": {"#tup": [{"#bigint": "-1"}, {"#map": []}]},
           "flight": {"#set": [{"#map": [["to", "a"], ["credit", 2]]}]}}],
         "vars": ["credit", "flight"],
         "#meta": {"spec-sha256": "%s", "model": "trace", "module": "Rccc", "format": "ITF",
           "timestamp": 1701944461444.5, "varTypes": {"credit": "Int"},
           "constants": {"Limit": {"#map": [[2, false], [0, true]]}, "Sender": {"#set": ["b", "a"]}}}
        }
        """
            .formatted(DIGEST);
    assertThat(read(other)).isEqualTo(example());
  }

  @Test
  void aFieldThatLooksLikeASignOfItfGoesIntoAMap() throws Exception {
    Value odd = Value.rec(Value.field("#set", Value.of(1)), Value.field("a", Value.of(2)));
    ItfTrace trace =
        new ItfTrace(
            example().meta(),
            List.of("x"),
            List.of(new ItfTrace.State(Optional.empty(), List.of(odd))));
    String text = new String(ItfWriter.bytes(trace), StandardCharsets.UTF_8);
    assertThat(text)
        .contains("{\"#map\":[[\"#set\",{\"#bigint\":\"1\"}],[\"a\",{\"#bigint\":\"2\"}]]}");
    assertThat(read(text)).isEqualTo(trace);
  }

  /** One edit of the example, and what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "\"credit\":0 ~ \"credit\":2147483648 ~ 4 ~ 0 ~ 2147483648 is outside -2147483648 .. 2147483647",
        "\"credit\":0 ~ \"credit\":-2147483649 ~ 4 ~ 0 ~ -2147483649 is outside",
        "\"credit\":0 ~ \"credit\":5570000000 ~ 4 ~ 0 ~ 5570000000 is outside",
        "\"credit\":0 ~ \"credit\":{\"#bigint\":\"2147483648\"} ~ 4 ~ 0 ~ 2147483648 is outside",
        "\"credit\":0 ~ \"credit\":{\"#bigint\":\"1e3\"} ~ 4 ~ 0 ~ #bigint is a string of digits",
        "\"credit\":0 ~ \"credit\":{\"#bigint\":3} ~ 4 ~ 0 ~ #bigint is a string of digits",
        "\"credit\":0 ~ \"credit\":1.5 ~ 4 ~ 0 ~ 1.5 is written with a fraction",
        "\"credit\":0 ~ \"credit\":1.0 ~ 4 ~ 0 ~ 1.0 is written with a fraction",
        "\"credit\":0 ~ \"credit\":1e3 ~ 4 ~ 0 ~ 1e3 is written with a fraction or an exponent",
        "\"credit\":0 ~ \"credit\":null ~ 4 ~ 0 ~ TLA+ has no value for null",
        "\"credit\":0 ~ \"credit\":NaN ~ 4 ~ 0 ~ not JSON",
        "\"credit\":0 ~ \"credit\":01 ~ 4 ~ 0 ~ not JSON",
        "\"credit\":0 ~ \"credit\":\"\\u0007\" ~ 4 ~ 0 ~ control characters",
        "\"credit\":0 ~ \"credit\":\"\\ud800\" ~ 4 ~ 0 ~ half a character",
        "\"credit\":0 ~ \"credit\":{\"#set\":[1,2,1]} ~ 4 ~ 0 ~ the set holds 1 twice",
        "\"credit\":0 ~ \"credit\":{\"#set\":[[1],{\"#tup\":[1]}]} ~ 4 ~ 0 ~ the set holds <<1>> twice",
        "\"credit\":0 ~ \"credit\":{\"#map\":[[1,2],[1,3]]} ~ 4 ~ 0 ~ the map has 1 twice",
        "\"credit\":0 ~ \"credit\":{\"#map\":[[1]]} ~ 4 ~ 0 ~ an array of pairs",
        "\"credit\":0 ~ \"credit\":{\"#map\":[1]} ~ 4 ~ 0 ~ an array of pairs",
        "\"credit\":0 ~ \"credit\":{\"#bag\":[1]} ~ 4 ~ 0 ~ '#bag' is not a sign of ITF",
        "\"credit\":0 ~ \"credit\":{\"#unserializable\":\"Int\"} ~ 4 ~ 0 ~ #unserializable",
        "\"credit\":0 ~ \"credit\":{\"#set\":[],\"a\":1} ~ 4 ~ 0 ~ '#set' stands alone",
        "\"credit\":0 ~ \"credit\":{\"a\":1,\"#set\":[]} ~ 4 ~ 0 ~ '#set' stands alone",
        "\"credit\":0 ~ \"credit\":{\"a\":1,\"a\":1} ~ 4 ~ 0 ~ the key \"a\" stands here twice",
        "\"credit\":0 ~ \"credit\":0,\"credit\":0 ~ 4 ~ 0 ~ the key \"credit\" stands here twice",
        "\"index\":1 ~ \"index\":1,\"x\":{\"y\":1,\"y\":2} ~ 5 ~ 1 ~ the key \"y\" stands here twice",
        "\"credit\":0, ~ `` ~ 4 ~ 0 ~ the variable 'credit' has no value",
        "\"credit\":0 ~ \"credit\":0,\"debit\":1 ~ 4 ~ 0 ~ 'debit' is not declared in 'vars'",
        "[\"credit\", ~ [\"credit\",\"credit\", ~ 2 ~ -1 ~ 'credit' in 'vars' is given twice",
        "[\"credit\", ~ [1, ~ 2 ~ -1 ~ 'vars' is an array of names; found 1",
        "\"action\":\"Learn\" ~ \"action\":\"Lern\" ~ 5 ~ 1 ~ 'Lern' is unknown; the model has Grant, Learn",
        "\"action\":\"Learn\", ~ `` ~ 5 ~ 1 ~ no action leads to this state",
        "\"index\":0 ~ \"index\":0,\"action\":\"Grant\" ~ 4 ~ 0 ~ an action leads to the initial state",
        "\"index\":1 ~ \"index\":2 ~ 5 ~ 1 ~ the index 2 where 1 is due",
        "{\"index\":0} ~ {} ~ 4 ~ 0 ~ no index where 0 is due",
        "\"#meta\":{\"index\":0}, ~ `` ~ 4 ~ 0 ~ no '#meta' with its index",
        "\"ITF\" ~ \"ITG\" ~ 1 ~ -1 ~ the format is 'ITG'",
        "\"model\":\"trace\", ~ `` ~ 1 ~ -1 ~ #meta has no 'model'",
        "\"spec-sha256\":\"01 ~ \"spec-sha256\":\"02 ~ 1 ~ -1 ~ taken from another specification",
        "\"spec-sha256\":\"01 ~ \"spec-sha256\":\"0A ~ 1 ~ -1 ~ not 64 hexadecimal digits",
        "\"vars\" ~ \"params\" ~ 2 ~ -1 ~ 'params' is not used here",
        "\"vars\" ~ \"wars\" ~ 2 ~ -1 ~ a trace has no key 'wars'",
        "\"vars\":[\"credit\",\"flight\"], ~ `` ~ 5 ~ -1 ~ the trace has no 'vars'",
        "\"arguments\":{\"s\":\"a\",\"n\":2} ~ \"arguments\":[1] ~ 5 ~ 1 ~ arguments are an object; found an array"
      })
  void oneEditIsRefusedWithItsPlace(String old, String edit, int line, int state, String what) {
    assertThat(EXAMPLE).contains(old);
    BadTrace refusal =
        refusal(
            EXAMPLE.replaceFirst(
                java.util.regex.Pattern.quote(old),
                java.util.regex.Matcher.quoteReplacement(edit)));
    assertThat(refusal).isNotNull().hasMessageContaining(what);
    assertThat(refusal.file()).isEqualTo("a.itf.json");
    assertThat(List.of(refusal.line(), refusal.state())).containsExactly(line, state);
    assertThat(refusal.getMessage()).startsWith("a.itf.json, line " + line).endsWith(".");
    assertThat(refusal.next()).isNotEmpty();
  }

  @Test
  void aFileCutOffAnywhereIsRefusedAndNeverReadInPart() {
    byte[] bytes = EXAMPLE.getBytes(StandardCharsets.UTF_8);
    for (int length = 1; length < bytes.length - 1; length++) {
      BadTrace refusal = refusal(java.util.Arrays.copyOf(bytes, length));
      assertThat(refusal).as("cut to %d bytes", length).isNotNull();
      assertThat(refusal.what()).as("cut to %d bytes", length).contains("it has been cut off");
    }
    assertThat(refusal("")).hasMessageContaining("the file is empty");
  }

  @Test
  void whatFollowsTheTraceIsRefused() {
    assertThat(refusal(EXAMPLE + "{}")).hasMessageContaining("something follows the end");
    assertThat(refusal(EXAMPLE + "}")).hasMessageContaining("not JSON");
    assertThat(refusal(EXAMPLE + "\0")).hasMessageContaining("not JSON");
  }

  @Test
  void whatIsNotATraceIsRefused(@TempDir Path directory) {
    assertThat(refusal("[]")).hasMessageContaining("a trace is a JSON object; found an array");
    assertThat(refusal("VARIABLES x")).hasMessageContaining("not JSON");
    assertThat(refusal("\ufeff" + EXAMPLE)).hasMessageContaining("not JSON");
    assertThat(refusal(EXAMPLE.getBytes(StandardCharsets.UTF_16LE))).isNotNull();
    assertThat(refusal(new byte[] {'{', (byte) 0xff, '}'})).hasMessageContaining("not UTF-8");
    BadTrace missing =
        catchThrowableOfType(
            BadTrace.class, () -> ItfReader.read(directory.resolve("no.json"), EXPECTED));
    assertThat(missing).hasMessageContaining("there is no such file");
    BadTrace folder =
        catchThrowableOfType(BadTrace.class, () -> ItfReader.read(directory, EXPECTED));
    assertThat(folder).hasMessageContaining("it cannot be read");
  }

  @Test
  void hostileSizesAreRefusedWithTheLimit() {
    String deep = "[".repeat(100_000);
    assertThat(refusal(EXAMPLE.replaceFirst("\"credit\":0", "\"credit\":" + deep)))
        .hasMessageContaining("values may be nested 64 deep");
    assertThat(refusal(EXAMPLE.replaceFirst("\"index\":0", "\"index\":0,\"x\":" + deep)))
        .hasMessageContaining("nesting depth (257) exceeds the maximum allowed (256)");
    assertThat(refusal(EXAMPLE.replaceFirst("\"credit\":0", "\"credit\":\"" + "a".repeat(70_000))))
        .hasMessageContaining("exceeds the maximum allowed (65536)");
    assertThat(refusal(EXAMPLE.replaceFirst("\"credit\":0", "\"credit\":" + "9".repeat(999))))
        .hasMessageContaining("9… is outside");
    assertThat(refusal(EXAMPLE.replaceFirst("\"credit\":0", "\"credit\":" + "9".repeat(99_999))))
        .hasMessageContaining("exceeds the maximum allowed");
    String many = "[" + "0,".repeat(4_000_000) + "0]";
    assertThat(refusal(EXAMPLE.replaceFirst("\"credit\":0", "\"credit\":" + many)))
        .hasMessageContaining("more than 4000000 values");
    assertThat(refusal(new byte[ItfReader.MAX_BYTES + 1])).hasMessageContaining("longer than");
  }

  @Test
  void whatCouldNotBeReadIsNotWritten() {
    for (String text : List.of("\0", "\u001b[31m", "\ud800", "\udc00a", "\u0085")) {
      ItfTrace.State state = new ItfTrace.State(Optional.empty(), List.of(Value.of(text)));
      ItfTrace trace = new ItfTrace(example().meta(), List.of("x"), List.of(state));
      assertThatIllegalArgumentException().isThrownBy(() -> ItfWriter.bytes(trace));
    }
  }
}
