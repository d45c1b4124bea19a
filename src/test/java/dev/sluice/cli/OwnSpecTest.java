package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.house.WholeOnly;
import dev.sluice.model.Toy;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.Value;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check FILE.tla} offers beyond plain TLC; {@link OthersTest} has the verdicts. */
@Order(1) // among the longest
class OwnSpecTest {
  private static final Path OTHERS = Path.of("src/test/resources/others").toAbsolutePath();
  private static final String RELAY = Toy.folder().resolve("Relay.tla").toString();

  @TempDir Path folder;
  private Project project;

  @BeforeEach
  void makeAProject() throws IOException {
    project = Project.of(folder, Project.HOLDS);
  }

  private static String other(String name) {
    return OTHERS.resolve(name).toString();
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private String caller() throws IOException {
    write("mine/Caller.cfg", "INIT Init\nNEXT Next\n");
    return write(
            "mine/Caller.tla",
            "---- MODULE Caller ----\nEXTENDS Naturals, Helper\nVARIABLE x\nInit == x = 0\n"
                + "Next == x' = Turn(x)\n====\n")
        .toString();
  }

  @Test
  void modulesAreFoundInLibrariesAndInTheFoldersOfTheEnvironment() throws IOException {
    String caller = caller();
    assertThat(project.run("check", caller)).isEqualTo(2);
    assertThat(project.out())
        .contains(
            folder.resolve("mine/Caller.tla").toRealPath()
                + ": module Caller extends or instantiates Helper, and there is no Helper.tla in ")
        .contains("name the folder that holds it with --library DIR");
    Path helper =
        write(
            "library/Helper.tla",
            "---- MODULE Helper ----\nEXTENDS Naturals\nTurn(x) == (x + 1) % 5\n====\n");
    String library = helper.getParent().toString();
    assertThat(project.run("check", caller, "--library", library)).isEqualTo(0);
    assertThat(project.out()).containsPattern("ok  Caller/Caller.cfg +holds +5 +5 +5\n");
    String paths = folder.resolve("nowhere") + java.io.File.pathSeparator + library;
    assertThat(project.run(Map.of("TLA_PATH", paths), "check", caller)).isEqualTo(0);
    assertThat(project.run("check", caller, "--library", "nowhere")).isEqualTo(2);
    assertThat(project.err()).contains("--library: there is no folder");
  }

  /** Compares values of different kinds in a fairness condition, after the search has begun. */
  @Test
  void anErrorOfTheSearchIsOneOfTheModule() throws IOException {
    write("Mixed.cfg", "SPECIFICATION Spec\nPROPERTY Live\n");
    Path mixed =
        write(
            "Mixed.tla",
            """
            ---- MODULE Mixed ----
            VARIABLE x
            Init == x = {}
            Grow == x' = [of |-> 1]
            Next == Grow \\/ UNCHANGED x
            Spec == Init /\\ [][Next]_x /\\ WF_<<x>>(Grow)
            Live == []<>(x # {})
            ====
            """);
    assertThat(project.run("check", mixed.toString())).isEqualTo(2);
    assertThat(project.out())
        .contains("TLC cannot evaluate the specification\n")
        .contains("Mixed.tla: Attempted to check equality of the set {} with the value: ");
  }

  @Test
  void aModuleOfTheCommunityIsNamedAsOne() throws IOException {
    write("Uses.cfg", "");
    Path uses = write("Uses.tla", "---- MODULE Uses ----\nEXTENDS SequencesExt\n====\n");
    assertThat(project.run("check", uses.toString())).isEqualTo(2);
    assertThat(project.out()).contains("it is one of the CommunityModules").contains("--library");
  }

  @Test
  void theGraphIsWrittenForOtherTools() throws Exception {
    Path dot = folder.resolve("relay.dot");
    assertThat(project.run("check", RELAY, "--dump", dot.toString())).isEqualTo(0);
    assertThat(Files.readString(dot))
        .startsWith("digraph \"Relay\" {\n")
        .contains("  1 [label=\"next = 1\\lwire = {}\\lseen = 0\", style=bold];\n")
        .contains("  1 -> 2 [label=\"Send\"];\n")
        .containsPattern("-> [0-9]+ \\[label=\"Receive\\(3\\)\"\\];\n");
    Path json = folder.resolve("relay.json");
    assertThat(project.run("check", RELAY, "--dump", json.toString())).isEqualTo(0);
    JsonNode graph = new ObjectMapper().readTree(json.toFile());
    assertThat(graph.get("format").asText()).isEqualTo("sluice-graph/1");
    assertThat(graph.get("constants").get("Last").asText()).isEqualTo("3");
    assertThat(graph.get("states")).hasSize(32);
    assertThat(graph.get("transitions")).hasSize(74);
    assertThat(graph.get("transitions").get(0).toString())
        .isEqualTo("{\"from\":1,\"action\":\"Send\",\"arguments\":{},\"to\":2}");
    assertThat(project.run("check", RELAY, "--dump", "relay.svg")).isEqualTo(2);
    assertThat(project.err()).contains("--dump takes dot, json, or a file that ends in");
  }

  @Test
  void behavioursAreDrawnAtRandomAndTheSameSeedDrawsTheSame() {
    String ratchet = other("Ratchet.tla");
    String config = other("Ratchet_back.cfg");
    String[] drawn = {"check", ratchet, "--config", config, "--simulate", "500", "--depth", "12"};
    assertThat(project.run(drawn)).isEqualTo(1);
    assertThat(project.out()).contains("violates NeverBack").contains("Slip");
    String first = project.out();
    assertThat(project.run(drawn)).isEqualTo(1);
    assertThat(project.out()).isEqualTo(first);
    assertThat(project.run("check", RELAY, "--simulate", "20")).isEqualTo(0);
    assertThat(project.out())
        .contains("nothing found in 20 behaviours drawn at random")
        .contains("NOTHING FOUND: ")
        .containsPattern("[0-9,]+ states were generated; what was not drawn was not looked at");
    assertThat(project.run("check", RELAY, "--depth", "12")).isEqualTo(2);
    assertThat(project.err()).contains("--depth goes with --simulate");
  }

  @Test
  @WholeOnly // a build draws twice with the default seed
  void anotherSeedDrawsAnotherWayToADeadlock() {
    String ends = Toy.folder().resolve("Relay_ends.cfg").toString();
    String[] seven = {"check", RELAY, "--config", ends, "--simulate", "50", "--seed", "7"};
    String[] nine = {"check", RELAY, "--config", ends, "--simulate", "50", "--seed", "9"};
    assertThat(project.run(seven)).isEqualTo(1);
    String deadlock = project.out();
    assertThat(project.run(seven)).isEqualTo(1);
    assertThat(project.out()).isEqualTo(deadlock);
    assertThat(project.run(nine)).isEqualTo(1);
    assertThat(project.out())
        .as("another seed, another way to the deadlock")
        .isNotEqualTo(deadlock);
  }

  @Test
  void deadlocksAreCheckedAsTheUserSays() {
    String still = other("Still.tla");
    String allowed = other("Still_allowed.cfg");
    assertThat(project.run("check", still, "--config", allowed)).isEqualTo(0);
    assertThat(project.run("check", still, "--config", allowed, "--deadlock", "on")).isEqualTo(1);
    assertThat(project.out()).contains("it deadlocks: a state is reached that no step leads out");
    assertThat(project.run("check", still, "--deadlock", "off")).isEqualTo(0);
    assertThat(project.run("check", still, "--deadlock", "maybe")).isEqualTo(2);
    assertThat(project.err()).contains("'maybe' is neither on nor off");
  }

  @Test
  void coverageIsToldByLineAndDeadActionsByName() {
    assertThat(project.run("check", other("Dead.tla"), "--coverage")).isEqualTo(0);
    assertThat(project.out())
        .contains("Dead/Dead.cfg: no step takes Down, Never\n")
        .contains("Dead.tla: how often each line was evaluated; 1 line never was; * a part of it")
        .contains("          4*  Down == x = 9 /\\ x' = 0\n")
        .contains("      never   Never == FALSE /\\ x' = 5\n");
  }

  @Test
  void whatTheSpecificationPrintsIsShown() {
    assertThat(project.run("check", other("Printing.tla"))).isEqualTo(0);
    assertThat(project.out())
        .contains("Printing/Printing.cfg printed:\n  \"Error: Invariant Nothing is violated.\"\n")
        .contains("  <<\"step from\", 2, \"<<2, \\\"quoted\\\">>\">>\n");
  }

  @Test
  void anExpressionThatCannotBeEvaluatedComesWithTheWayThere() {
    assertThat(project.run("check", other("ErrDomain.tla"))).isEqualTo(2);
    assertThat(project.out())
        .contains("ErrDomain.tla: Attempted to apply function: <<20, 4, 9>> to argument 4, which")
        .contains("this was met at line 6, column 12 of ErrDomain, within line 7, column 21")
        .contains("the behaviour up to what cannot be evaluated\n")
        .containsPattern("4  Move +at: 3 -> 4\n")
        .doesNotContain("java.lang");
  }

  @Test
  void argumentsAndConstantsAreKeptUnderSymmetry() throws Exception {
    Path itf = folder.resolve("full.itf.json");
    String[] full = {
      "check", other("Lockers.tla"), "--config", other("Lockers_full.cfg"), "--itf", itf.toString()
    };
    assertThat(project.run(full)).isEqualTo(1);
    assertThat(project.out()).containsPattern("2  [A-Z]\\w*\\(\"?\\w+\"?.*\\)");
    JsonNode meta = new ObjectMapper().readTree(itf.toFile()).get("#meta");
    assertThat(meta.toString()).contains("onstants");
  }

  @Test
  void modelValuesAreNoStrings() throws Exception {
    write("Twin.cfg", "INIT Init\nNEXT Next\nCONSTANT a = a\nINVARIANT Inv\n");
    Path twin =
        write(
            "Twin.tla",
            "---- MODULE Twin ----\nCONSTANT a\nVARIABLE x\nInit == x = [v |-> \"a\"]\n"
                + "Flip == x' = [v |-> a]\nNext == Flip\nInv == x.v # a\n====\n");
    Path itf = folder.resolve("twin.itf.json");
    assertThat(project.run("check", twin.toString(), "--itf", itf.toString())).isEqualTo(1);
    assertThat(project.out()).containsPattern("2  Flip +x.v: \"a\" -> a\n");
    JsonNode trace = new ObjectMapper().readTree(itf.toFile());
    assertThat(trace.get("states"))
        .extracting(state -> state.get("x").toString())
        .containsExactly("{\"v\":\"a\"}", "{\"v\":{\"#unserializable\":\"a\"}}");
    assertThat(trace.get("#meta").get("constants").toString())
        .isEqualTo("{\"a\":{\"#unserializable\":\"a\"}}");
    assertThat(ItfReader.read(itf, ItfReader.Expected.ANY).states().get(1).values())
        .containsExactly(Value.rec(Value.field("v", new Value.Model("a"))));
  }

  @Test
  void flagsBehindTheDashesAreTlcs() {
    assertThat(project.run("check", RELAY, "--", "-lncheck", "default")).isEqualTo(0);
    assertThat(project.run("check", RELAY, "--", "-nonsense")).isEqualTo(2);
    assertThat(project.out()).contains("unrecognized option: -nonsense").doesNotContain("@!@!@");
    assertThat(project.run("check", RELAY, "--", "-metadir", "x")).isEqualTo(2);
    assertThat(project.err()).contains("-metadir cannot be passed on to TLC");
    assertThat(project.run("check", "Relay/trace", "--coverage")).isEqualTo(2);
    assertThat(project.err()).contains("go with a FILE.tla of your own");
  }

  @Test
  void aKeywordThatThisTlcDoesNotKnowIsNamed() {
    assertThat(project.run("check", other("Aliased.tla"))).isEqualTo(2);
    assertThat(project.out())
        .contains("the configuration uses ALIAS, which the TLC that Sluice comes with does not");
  }

  @Test
  void aTimeoutSaysWhatWasReached() {
    int seconds = 4; // until the slowest machine has something to tell
    do {
      seconds *= 2;
      String limit = seconds + "s";
      assertThat(project.run("check", other("Counting.tla"), "--timeout", limit)).isEqualTo(3);
    } while (!project.out().contains("distinct states found"));
    assertThat(project.out())
        .containsPattern(
            "still searching after "
                + seconds
                + " s, with at least [0-9,]+ distinct states found, [0-9,]+ of"
                + " them still on the queue, at depth [0-9]+");
  }

  @Test
  void theDoctorTriesTheJar() throws IOException {
    assertThat(project.run("doctor")).isEqualTo(0);
    assertThat(project.out())
        .contains("ok  TLC          Version 2.18 of 20 March 2023, the one that Sluice comes with")
        .contains("ok  TLC's graph  a model of four states was searched, and its graph read");
  }

  @Test
  void allViolationsAreReportedIfTlcGoesOn() throws Exception {
    write("Two.cfg", "INIT Init\nNEXT Next\nINVARIANTS A B\nCHECK_DEADLOCK FALSE\n");
    Path two =
        write(
            "Two.tla",
            "---- MODULE Two ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
                + "Next == x < 6 /\\ x' = x + 1\nA == x # 2\nB == x < 4\n====\n");
    assertThat(project.run("check", two.toString(), "--", "-continue")).isEqualTo(1);
    assertThat(project.out())
        .contains("FAIL  Two/Two.cfg  violates A; violates B\n")
        .contains("Two/Two.cfg: the invariant A is violated\n")
        .contains("Two/Two.cfg: the invariant B is violated; TLC reports it 3 times\n")
        .containsPattern("Two/Two.cfg: invariant A is violated\n(.*\n){4} +3  Next +x: 1 -> 2\n")
        .containsPattern("Two/Two.cfg: invariant B is violated\n(.*\n){6} +5  Next +x: 3 -> 4\n");
    assertThat(project.run("check", two.toString(), "--json", "--", "-continue")).isEqualTo(1);
    JsonNode model = new ObjectMapper().readTree(project.out()).get("models").get(0);
    assertThat(model.get("property").asText()).isEqualTo("A");
    assertThat(model.get("further")).hasSize(1);
    assertThat(model.get("further").get(0).get("property").asText()).isEqualTo("B");
    assertThat(model.get("further").get(0).get("counterexample").get("steps")).hasSize(5);
  }

  @Test
  void propertiesReachTheJvmOfTlc() {
    assertThat(project.run("check", RELAY, "--", "-Djava.security.manager=NoClass"))
        .as("a JVM that cannot begin")
        .isEqualTo(3);
  }

  @Test
  void aConstantThatNobodyCanWriteOutDoesNotBreakTheRun() throws IOException {
    write("Huge.cfg", "CONSTANT Range <- MCRange\nINIT Init\nNEXT Next\n");
    Path huge =
        write(
            "Huge.tla",
            "---- MODULE Huge ----\nEXTENDS Naturals\nCONSTANT Range\nVARIABLE x\n"
                + "MCRange == 0..2000000000\nInit == x = 0\nNext == x' = 1 - x /\\ x' \\in Range\n====\n");
    assertThat(project.run("check", huge.toString())).as(project.out()).isEqualTo(0);
  }

  @Test
  void anAssumptionThatCannotBeEvaluatedIsNotAFalseOne() throws IOException {
    write("Div.cfg", "");
    Path div =
        write("Div.tla", "---- MODULE Div ----\nEXTENDS Integers\nASSUME 1 \\div 0 = 1\n====\n");
    assertThat(project.run("check", div.toString())).isEqualTo(2);
    assertThat(project.out()).contains("BAD  Div/Div.cfg");
  }

  @Test
  void aConfigurationMayHaveCommentsInAnyEncoding() throws IOException {
    byte[] config = "\\* für alle\nINIT Init\nNEXT Next\n".getBytes(ISO_8859_1);
    Files.write(folder.resolve("Latin.cfg"), config);
    Path latin =
        write(
            "Latin.tla",
            "---- MODULE Latin ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
                + "Next == x' = 1 - x\n====\n");
    assertThat(project.run("check", latin.toString())).as(project.out()).isEqualTo(0);
  }

  @Test
  void aConfigurationMayStandWithinTheModule() throws IOException {
    String text =
        """
        ---- MODULE Inner ----
        EXTENDS Naturals
        VARIABLE x
        Init == x = 0
        Next == x' = x + 1
        Inv == x < 2
        ====
        ---- CONFIG Other ----
        INVARIANT Nothing
        ====
        ----- CONFIG  Inner -----
        INIT Init
        NEXT Next
        INVARIANT Imv
        =====
        INVARIANT Nothing
        """;
    String inner = write("Inner.tla", text).toString();
    assertThat(project.run("check", inner)).isEqualTo(2);
    assertThat(project.out()).contains(inner + ":14:11: The invariant Imv specified in the");
    write("Inner.tla", text.replace("Imv", "Inv"));
    assertThat(project.run("check", inner, "--config", inner)).isEqualTo(1);
    assertThat(project.out()).contains("FAIL  Inner/Inner.tla  violates Inv in 3 states");
    assertThat(project.run("check", inner, "--config", RELAY)).isEqualTo(2);
    assertThat(project.err())
        .contains("Relay.tla holds no configuration: a line ---- CONFIG Relay ---- begins one");
  }

  @Test
  void byteOrderMarksAreNamedAndLinesMayEndAsOnWindows() throws IOException {
    String config = "INIT Init\r\nNEXT Next\r\nINVARIANT Low\r\n";
    Path marked =
        write(
            "Marked.tla",
            "\uFEFF---- MODULE Marked ----\r\nEXTENDS Naturals\r\nVARIABLE x\r\nInit == x = 0\r\n"
                + "Next == x' = 1 - x\r\nLow == x < 1\r\n====\r\n");
    write("Marked.cfg", config);
    assertThat(project.run("check", marked.toString())).isEqualTo(1);
    assertThat(project.out())
        .contains("violates Low in 2 states")
        .contains(
            "warning: " + marked + " begins with a byte order mark (EF BB BF), which TLC skips");
    write("Marked.cfg", "\uFEFF" + config);
    assertThat(project.run("check", marked.toString())).isEqualTo(2);
    assertThat(project.out()).contains("Marked.cfg begins with a byte order mark (EF BB BF)");
    Files.write(folder.resolve("Marked.cfg"), ("\uFEFF" + config).getBytes(UTF_16LE));
    assertThat(project.run("check", marked.toString())).isEqualTo(2);
    assertThat(project.out()).contains("Marked.cfg is encoded in UTF-16, which TLC cannot read");
  }

  @Test
  void plusCalWithoutATranslationIsNamed() throws IOException {
    write("Raw.cfg", "SPECIFICATION Spec\n");
    String algorithm = "(* --fair algorithm raw {\n  { go: skip; }\n} *)\n";
    Path raw = write("Raw.tla", "---- MODULE Raw ----\n" + algorithm + "====\n");
    assertThat(project.run("check", raw.toString())).isEqualTo(2);
    assertThat(project.out())
        .contains("Raw.cfg:1:15: The name Spec specified in the configuration file")
        .contains(raw + ":2:4: the module has an algorithm in PlusCal and no translation of it");
  }

  private String errorsOf(String name, String module, String config) throws IOException {
    write(name + ".cfg", config);
    Path file = write(name + ".tla", module);
    assertThat(project.run("check", file.toString())).as(project.out()).isEqualTo(2);
    return project.out().replace(file.getParent() + File.separator, "");
  }

  @Test
  void aVariableThatIsReadBeforeItHasAValueComesWithAHint() throws IOException {
    assertThat(
            errorsOf(
                "Field",
                """
                ---- MODULE Field ----
                VARIABLE q
                Init == q = [len |-> 0]
                Next == q.len' = 1
                Spec == Init /\\ [][Next]_q
                ====
                """,
                "SPECIFICATION Spec\n"))
        .contains(
            "  Field.tla: q has no value yet at this point: TLC reads conjuncts from left to right,"
                + " and only q' = ... or q' \\in ... as a conjunct of its own gives q its next value;"
                + " to change a part of q, write q' = [q EXCEPT ...]\n");
    assertThat(
            errorsOf(
                "Early",
                "---- MODULE Early ----\nVARIABLES a, b\nSpec == b = a /\\ a = 1 /\\ [][FALSE]_<<a, b>>\n"
                    + "====\n",
                "SPECIFICATION Spec\n"))
        .contains(
            "  Early.tla: a has no value yet at this point: TLC reads conjuncts from left to right,"
                + " and only a = ... or a \\in ... as a conjunct of its own gives a its first"
                + " value\n");
  }

  @Test
  void aNextStateRelationWithoutAnActionComesWithTheReason() throws IOException {
    String module =
        """
        ---- MODULE Boots ----
        CONSTANT Hosts
        VARIABLE up
        Init == up = {}
        Next == \\E h \\in Hosts : up' = up \\cup {h}
        ====
        """;
    assertThat(errorsOf("Boots", module, "CONSTANT Hosts = {}\nINIT Init\nNEXT Next\n"))
        .contains(
            "  Boots.tla: TLC finds no action in the next-state relation: its quantifiers range over"
                + " an empty set, such as a constant that is {}; give that set an element\n")
        .doesNotContain("No next state actions");
  }

  @Test
  void aRecursiveOperatorInATemporalPropertyIsNamedAsAPossibleCause() throws IOException {
    String module =
        """
        ---- MODULE Keeps ----
        EXTENDS Naturals
        VARIABLE x
        RECURSIVE Keep(_)
        Keep(n) == IF n = 0 THEN [][x' # x]_x ELSE Keep(n - 1)
        Spec == x = TRUE /\\ [][x' = ~x]_x
        Prop == Keep(2)
        ====
        """;
    assertThat(errorsOf("Keeps", module, "SPECIFICATION Spec\nPROPERTY Prop\n"))
        .contains("a recursive definition has no end, or goes very deep (StackOverflowError)\n")
        .contains(
            "  Keeps.cfg:2:10: TLC cannot expand a recursive operator in a temporal formula; if the"
                + " temporal property Prop uses one, write it without recursion\n");
  }

  @Test
  void aValueThatHasNoFingerprintComesWithItsPlaceOnce() throws IOException {
    String module =
        """
        ---- MODULE Union ----
        EXTENDS Naturals
        VARIABLES k, msgs
        Init == k = 0 /\\ msgs = {[kind |-> "ack"]}
        Next == k = 0 /\\ k' = 1 /\\ msgs' = msgs \\cup [kind |-> "cnp"]
        ====
        """;
    assertThat(errorsOf("Union", module, "INIT Init\nNEXT Next\n"))
        .containsOnlyOnce("are not both enumerable")
        .contains("  Union.tla: this was met at line 5, column 36 of Union\n")
        .doesNotContain("fingerprint");
  }

  @Test
  void anErrorInATemporalPropertyAtAnInitialStateNamesTheProperty() throws IOException {
    String module =
        """
        ---- MODULE First ----
        EXTENDS Naturals, Sequences
        VARIABLE n
        Spec == n = 0 /\\ [][n' = 1 - n]_n
        Reply == <>(Head(SubSeq(<<n>>, 2, 1)) = 0)
        ====
        """;
    assertThat(errorsOf("First", module, "SPECIFICATION Spec\nPROPERTY Reply\n"))
        .contains("  First.tla: Attempted to apply Head to the empty sequence.\n")
        .contains(
            "  First.cfg:2:10: this was met in the temporal property Reply, at an initial state; TLC"
                + " does not name the place\n");
  }

  @Test
  void aFileWithoutAModuleIsNamed() throws IOException {
    write("Empty.cfg", "");
    Path empty = write("Empty.tla", "");
    assertThat(project.run("check", empty.toString())).isEqualTo(2);
    assertThat(project.out()).contains("Empty.tla: there is no module in it; it must begin with");
  }

  @Test
  void whatCannotBeWrittenIsRefusedBeforeTheSearch() throws IOException {
    Path file = write("file", "");
    assertThat(project.run("check", RELAY, "--itf", file + "/x.itf.json")).isEqualTo(2);
    assertThat(project.err()).contains("--itf ").contains("cannot be written");
    String[] merged = {"check", other("Lockers.tla"), "--dump", "dot"};
    assertThat(project.run(merged)).isEqualTo(2);
    assertThat(project.err()).contains("has SYMMETRY or VIEW");
  }
}
