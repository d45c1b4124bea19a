package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlaNotationTest {
  private static Value read(String text) {
    return TlaNotation.parse(text).get();
  }

  private static Value integers(int from, int to) {
    return TlaNotation.parse(from + ".." + to).get();
  }

  /** {@code Printed.out} is what TLC says about {@code Printed.tla}, both beside this class. */
  private static Map<String, Value> printedByTlc() throws IOException {
    try (InputStream in = TlaNotationTest.class.getResourceAsStream("Printed.out")) {
      return TlaNotation.parseState(new String(in.readAllBytes(), StandardCharsets.UTF_8)).get();
    }
  }

  @Test
  void aStateIsReadAsTlcPrintsItInTheOrderItPrints() throws IOException {
    assertThat(printedByTlc().keySet())
        .containsExactly(
            "text", "rec", "n", "seq", "set", "interval", "model", "int", "fun", "wide");
  }

  @Test
  void everyKindOfValueThatTlcPrintsIsRead() throws IOException {
    Map<String, Value> state = printedByTlc();
    Value m1 = new Value.Model("m1");
    Value m2 = new Value.Model("m2");
    assertThat(state)
        .containsEntry("n", Value.of(0))
        .containsEntry(
            "int",
            Value.seq(
                Value.of(0),
                Value.of(-7),
                Value.of(Integer.MAX_VALUE),
                Value.of(Integer.MIN_VALUE)))
        .containsEntry(
            "text",
            Value.seq(
                Value.of(""),
                Value.of("hello"),
                Value.of("a\"b\\c\td\ne\ff\rg"),
                Value.of(
                    "a long string, with {brackets}, [so |-> that] a pretty printer would"
                        + " <<like>> to break it /\\ x = 1")))
        .containsEntry(
            "interval",
            Value.rec(
                Value.field("one", Value.set(Value.of(4))),
                Value.field("none", Value.EMPTY_SET),
                Value.field("some", Value.set(Value.of(1), Value.of(2), Value.of(3))),
                Value.field("low", integers(-2, 2))))
        .containsEntry(
            "model", Value.seq(m1, Value.set(m1, m2), Value.function(Map.of(m1, m1, m2, m2))))
        .containsEntry(
            "rec",
            Value.seq(
                Value.rec(Value.field("a", Value.of(1)), Value.field("b", Value.EMPTY_SET)),
                Value.rec(Value.field("a", Value.of(0)), Value.field("b", Value.of(0))),
                Value.rec(Value.field("x", Value.of(1)), Value.field("IF", Value.of(2))),
                Value.rec(Value.field("a-b", Value.of(1)), Value.field("c d", Value.of(2)))));
    assertThat(((Value.Seq) state.get("fun")).items())
        .hasSize(4)
        .allMatch(function -> function instanceof Value.Fun);
  }

  @Test
  void aWideValueSpreadOverLinesIsReadWhole() throws IOException {
    Value.Rec wide = (Value.Rec) printedByTlc().get("wide");
    assertThat(((Value.Set) wide.get("set")).items())
        .hasSize(4)
        .contains(
            Value.rec(
                Value.field("from", Value.of("beta")),
                Value.field("to", Value.of("x |-> y")),
                Value.field("kind", Value.of("a,b ,  c"))));
    Value.Fun fun = (Value.Fun) wide.get("fun");
    Value.Rec inner = (Value.Rec) fun.entries().get(3).value();
    assertThat(((Value.Fun) inner.get("b")).entries().get(0))
        .isEqualTo(
            new Value.Entry(
                Value.of(-1),
                Value.seq(
                    Value.of("a string of some length"),
                    Value.of(3),
                    Value.of("b"),
                    Value.of(-1))));
    assertThat(((Value.Rec) wide.get("nest")).get("another name")).isInstanceOf(Value.Set.class);
  }

  @Test
  void whatIsPrintedIsOneLineAndReadsBack() throws IOException {
    for (Value value : printedByTlc().values()) {
      assertThat(TlaNotation.print(value)).doesNotContain("\n");
      assertThat(read(TlaNotation.print(value))).isEqualTo(value);
    }
  }

  @Test
  void theOneVariableOfAModuleStandsWithoutBullet() {
    assertThat(TlaNotation.parseState("n = 2147483646\n").get())
        .isEqualTo(Map.of("n", Value.of(2147483646)));
  }

  @Test
  void printsTheNotationOfTla() {
    Map<Value, Value> function = new TreeMap<>();
    function.put(Value.of(2), Value.of("b"));
    function.put(Value.of(0), Value.of("a"));
    assertThat(
            Value.seq(
                Value.set(Value.of(3), Value.of(-1)),
                Value.rec(Value.field("b", Value.of(true)), Value.field("a", Value.EMPTY_SEQ)),
                Value.rec(Value.field("IF", Value.of(1)), Value.field("a b", Value.of(2))),
                Value.function(function)))
        .hasToString(
            "<<{-1, 3}, [a |-> <<>>, b |-> TRUE], (\"IF\" :> 1 @@ \"a b\" :> 2),"
                + " (0 :> \"a\" @@ 2 :> \"b\")>>");
  }

  @Test
  void notationsOfOneValueAreOneValue() {
    assertThat(read("(1 :> \"x\" @@ 2 :> \"y\")")).isEqualTo(read("<<\"x\", \"y\">>"));
    assertThat(read("(\"b\" :> 1 @@ \"a\" :> 2)")).isEqualTo(read("[a |-> 2, b |-> 1]"));
    assertThat(read("{3, 1, 2}")).isEqualTo(read("1..3"));
    assertThat(read("3..1")).isEqualTo(Value.EMPTY_SET);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "2147483648 # 1 # 1 # does not fit 32 bits",
        "<<1, -2147483649>> # 1 # 6 # does not fit 32 bits",
        "99999999999999999999 # 1 # 1 # does not fit 32 bits",
        "{1, 2 # 1 # 6 # expected } or a comma, found the end of the text",
        "<<1, 2} # 1 # 7 # expected >> or a comma, found '}'",
        "[a -> 1] # 1 # 4 # expected |-> after the field a, found '-> 1]'",
        "[a |-> 1, a |-> 2] # 1 # 11 # the field a is given twice",
        "(1 :> 2 @@ 1 :> 3) # 1 # 12 # the argument 1 is given twice",
        "1 2 # 1 # 3 # expected the end, found '2'",
        "SUBSET {1} # 1 # 1 # written out",
        "1..99999999 # 1 # 1 # an interval of 99999999 integers; at most 65536",
        "1.. # 1 # 4 # expected an integer, found the end of the text",
        "- # 1 # 1 # expected an integer",
        "'\"abc' # 1 # 1 # the text ends within the string that begins here",
        "'\"\\q\"' # 1 # 2 # has no escape",
        "'' # 1 # 1 # the text ends where a value was expected",
        "@ # 1 # 1 # expected a value, found '@'"
      })
  void badTextIsRefusedWithItsPlace(String text, int line, int column, String because) {
    assertThat(TlaNotation.parse(text))
        .isInstanceOfSatisfying(
            Parsed.Bad.class,
            bad -> {
              assertThat(List.of(bad.line(), bad.column())).containsExactly(line, column);
              assertThat(bad.because()).contains(because);
            });
  }

  @Test
  void aBadStateIsRefusedWithItsLine() {
    assertThat(TlaNotation.parseState("/\\ a = 1\n/\\ b = <<1,\n   ?>>"))
        .hasToString("line 3, column 4: expected a value, found '?>>'");
    assertThat(TlaNotation.parseState("/\\ a = 1\n/\\ a = 2"))
        .hasToString("line 2, column 4: the variable a is given twice");
    assertThat(TlaNotation.parseState("/\\ a = 1 b = 2"))
        .hasToString("line 1, column 10: expected /\\ before the next variable, found 'b = 2'");
    assertThat(TlaNotation.parseState("/\\ a = null /\\ b = null"))
        .as("a model value may have this name")
        .isInstanceOf(Parsed.Good.class);
    assertThat(TlaNotation.parseState("")).isInstanceOf(Parsed.Bad.class);
  }

  @Test
  void deepNestingIsRefusedBeforeTheStackEnds() {
    String text = "{".repeat(1_000_000);
    assertThat(TlaNotation.parse(text))
        .hasToString("line 1, column 65: values may be nested 64 deep, not deeper");
    assertThat(TlaNotation.parse("{".repeat(63) + "1" + "}".repeat(63)))
        .isInstanceOf(Parsed.Good.class);
  }
}
