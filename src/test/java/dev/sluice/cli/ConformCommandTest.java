package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.ConformCalls.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Calls {@code sluice conform} as a user does. */
class ConformCommandTest {
  /** The place of "a cut is always a half" in {@code loop_mistakes.py}. */
  private static final String ALWAYS_HALF = "loop:25";

  /** The place of a mistake in {@code loop_mistakes.py} with which CNPs leave too early. */
  private static final String EARLY = "loop:64";

  @TempDir Path folder;

  private Ran run(Map<String, String> variables, String... args) {
    return ConformCalls.run(folder, variables, args);
  }

  private Ran shim(Map<String, String> variables, String... args) {
    return ConformCalls.shim(folder, variables, args);
  }

  @Test
  void aCorrectImplementationPassesWithItsDenominators() {
    Ran ran = shim(Map.of(), "run", "--seeded-only", "--seeds", "2");
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.OK);
    assertThat(ran.out())
        .contains("shim python-rcm 1, implementation python-rcm 1 (software); judged: departures")
        .contains("rcm-rp  paper-2015")
        .contains("34 cases: 34 PASS. 5 of 5 requirements of these roles were exercised.");
  }

  @Test
  void toursAndExamplesArePlayedBesideSeeds() {
    Ran all = shim(Map.of(), "run", "--role", "rcm-np", "--seeds", "1");
    assertThat(all.code()).as(all.out() + all.err()).isEqualTo(ExitCodes.OK);
    assertThat(all.out())
        .containsPattern("rcm-np +tour-end +1 +33 +1 PASS")
        .contains("8 cases: 8 PASS.");
    Ran walk = shim(Map.of(), "run", "--case", "rcm-np/tour-next/1");
    assertThat(walk.out()).contains("1 cases: 1 PASS.");
    Ran none = shim(Map.of(), "run", "--case", "rcm-np/tour-next/2");
    assertThat(none.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(none.err())
        .contains("rcm-np/tour-next/2: the cases of rcm-np/tour-next have the numbers 1 to 1");
    Ran tour = shim(Map.of(), "run", "--case", "rcm-rp/tour-step");
    assertThat(tour.out()).as(tour.err()).containsPattern("rcm-rp +tour-step +[0-9]{2} +");
    Ran suite = shim(Map.of(), "run", "--case", "rcm-np/5ms", "--seeds", "3");
    assertThat(suite.out()).containsPattern("rcm-np +5ms +3 +").contains("3 cases: 3 PASS.");
  }

  @Test
  void aFailureIsShortenedAndRepeatedByOneCommand() {
    Map<String, String> mistake = Map.of("SHIM_MISTAKE", ConformCalls.FORGETS);
    Ran ran = shim(mistake, "run", "--seeded-only", "--role", "rcm-np", "--seeds", "1");
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out())
        .containsPattern("\\d+ VALUE")
        .contains(
            "parameters: Answers \"INTERVAL_END\", CnpEcn \"ECT_1\", Interval 50000000, Peer 7")
        .contains("shortest case found: ");
    String repeat =
        ran.out()
            .lines()
            .filter(line -> line.contains("repeat: "))
            .findFirst()
            .orElseThrow()
            .replaceAll(".*--case (\\S+).*", "$1");
    assertThat(ran.out()).contains("sluice conform run --case " + repeat);
    Ran again = shim(mistake, "run", "--case", repeat);
    assertThat(again.code()).as(again.out() + again.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(again.out()).contains("1 cases: 1 VALUE");
  }

  @Test
  void theShortestCaseHasNoRequestThatItCanDoWithout() {
    Ran ran = shim(Map.of("SHIM_MISTAKE", ALWAYS_HALF), "run", "--case", "rcm-rp/generic/1");
    assertThat(ran.out())
        .as("two requests show a cut that is too deep: time that passes, and a CNP")
        .containsPattern("shortest case found: [12] of ");
  }

  /**
   * Cuts to a half always: the full case fails when the rate has risen, the shortest at the cut.
   */
  @Test
  void theReportShowsTheLastStepWhole() {
    Ran ran = shim(Map.of("SHIM_MISTAKE", ALWAYS_HALF), "run", "--case", "rcm-rp/generic/1");
    assertThat(ran.out())
        .containsPattern("rate +100000 +50000 +87500 +<")
        .as("a variable that is not at fault")
        .containsPattern("byteStage +0 +0 +0\\s*\n");
    Ran other = shim(Map.of("SHIM_MISTAKE", "loop:63"), "run", "--case", "rcm-np/50us/1");
    assertThat(other.out())
        .contains("signature: VALUE Receive owed; of the shortest case: VALUE Receive\n");
    Ran early = shim(Map.of("SHIM_MISTAKE", EARLY), "run", "--case", "rcm-np/50us/1");
    assertThat(early.out())
        .containsPattern(
            "departures of the last request:\n +\\d+ ps: \\w+ with ecn \"ECT_1\", qp 7\n");
  }

  @Test
  void theWireAloneShowsAMistake() {
    Map<String, String> mistake = Map.of("SHIM_MISTAKE", ALWAYS_HALF);
    Ran ran = shim(mistake, "run", "--level", "wire", "--case", "rcm-rp/generic/1");
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out()).containsPattern("\\d+ (EARLY|LATE)").doesNotContain("VALUE");
  }

  @Test
  void otherRepliesToTheSameRequestsAreAFailureIfTheShimRulesThemOut() {
    Map<String, String> random = new HashMap<>(Map.of("SHIM_LENIENT", "random"));
    Ran ran = shim(random, "run", "--seeded-only", "--role", "rcm-np", "--seeds", "2");
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out())
        .contains("NONDETERMINISTIC  rcm-np/50us/1")
        .contains("the shim declares that runs do not differ, and in reply 2 next was ")
        .contains("10 cases: 9 PASS, 1 NONDETERMINISTIC");
    random.put("SHIM_DETERMINISM", "none");
    Ran declared = shim(random, "run", "--seeded-only", "--role", "rcm-np", "--seeds", "2");
    assertThat(declared.out()).contains("10 cases: 10 PASS");
  }

  @Test
  void casesWithValuesThatTheShimDoesNotDeclareAreUnsupported() {
    Map<String, String> reasons = new HashMap<>();
    reasons.put("{\"Interval\": [0, 50000000]}", "Interval is 5000000000, and the shim declares");
    reasons.put("{\"Interval\": [0, 49999999]}", "Interval is 50000000, and the shim declares");
    reasons.put("{\"Answers\": [\"INTERVAL_END\"]}", "Answers is \"NEXT_MARK\", and the shim ");
    reasons.put("{\"Answers\": [true]}", "Answers is \"NEXT_MARK\", and the shim declares [true]");
    Map<String, Integer> unsupported =
        Map.of("50000000]", 2, "49999999]", 3, "\"INTERVAL_END\"]", 2, "[true]", 5);
    reasons.forEach(
        (ranges, reason) -> {
          Ran ran =
              shim(
                  Map.of("SHIM_RANGES", ranges),
                  "run",
                  "--seeded-only",
                  "--role",
                  "rcm-np",
                  "--seeds",
                  "1");
          int most =
              unsupported.entrySet().stream()
                  .filter(each -> ranges.contains(each.getKey()))
                  .mapToInt(Map.Entry::getValue)
                  .findFirst()
                  .orElseThrow();
          assertThat(ran.code())
              .as(ranges + ran.out() + ran.err())
              .isEqualTo(most == 5 ? ExitCodes.NOT_DECIDED : ExitCodes.OK);
          assertThat(ran.out()).contains(reason).contains(most + " UNSUPPORTED");
        });
    Ran wrong = shim(Map.of("SHIM_RANGES", "{\"Peer\": [7]}"), "run");
    assertThat(wrong.code()).isEqualTo(ExitCodes.UNUSABLE);
    assertThat(wrong.err())
        .contains("the range of \"Peer\" is a list of its least and largest value, or of words");
  }

  @Test
  void variablesThatAreNotJudgedAreNamed() {
    Ran ran = shim(Map.of("SHIM_OBSERVE", "owed"), "run", "--case", "rcm-np/50us/1");
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out())
        .contains("rcm-np: 1 of 2 variables are observed; not judged: sinceCnp\n")
        .contains("1 PROTOCOL")
        .contains("\"st\" has sinceCnp, which \"observe\" of the declaration lacks");
    Ran unknown =
        shim(Map.of("SHIM_OBSERVE", "owed,sinceCnp,owned"), "run", "--case", "rcm-np/50us/1");
    assertThat(unknown.out())
        .contains("1 PROTOCOL")
        .contains("\"st\" lacks owned, which \"observe\" of the declaration has");
    Ran all = shim(Map.of(), "run", "--seeded-only", "--role", "rcm-np", "--seeds", "1");
    assertThat(all.out()).contains("5 PASS").doesNotContain("not judged");
  }

  @Test
  void theDemonstrationFailsWhereAnIntervalNeedsMoreThan32Bits() {
    Ran ran = run(Map.of(), "conform", "--demo");
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out())
        .containsPattern("rcm-np +50us +12 +\\d+ +12 PASS")
        .containsPattern("rcm-np +5ms +12 +\\d+ +12 EARLY")
        .contains("repeat: sluice conform run --case rcm-np/5ms/1 --demo");
    Ran again = run(Map.of(), "conform", "run", "--case", "rcm-np/5ms/1", "--demo");
    assertThat(again.out()).contains("1 cases: 1 EARLY");
  }

  @Test
  void buildServersReadTheResults() throws Exception {
    Path file = folder.resolve("results.xml");
    Ran ran =
        shim(
            Map.of("SHIM_MISTAKE", ConformCalls.FORGETS),
            "run",
            "--seeded-only",
            "--role",
            "rcm-np",
            "--seeds",
            "2",
            "--junit",
            file.toString());
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    NodeList suites = root.getElementsByTagName("testsuite");
    assertThat(suites.getLength()).as("suites, one for each configuration").isEqualTo(5);
    int failures = 0;
    for (int at = 0; at < suites.getLength(); at++) {
      Element suite = (Element) suites.item(at);
      assertThat(suite.getAttribute("tests")).as("cases of a configuration").isEqualTo("2");
      failures += Integer.parseInt(suite.getAttribute("failures"));
    }
    assertThat(root.getElementsByTagName("testcase").getLength()).as("cases").isEqualTo(10);
    assertThat(root.getElementsByTagName("failure").getLength())
        .as("cases that fail, as the suites count them and as the command does")
        .isEqualTo(failures)
        .isEqualTo(
            ran.out()
                .lines()
                .filter(line -> line.startsWith("10 cases: "))
                .mapToInt(line -> 10 - Integer.parseInt(line.split(" ")[2]))
                .sum());
    Element failure = (Element) root.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message")).as("the verdict").isEqualTo("VALUE");
    assertThat(failure.getTextContent()).as("the deviation").contains("owed is ");
  }

  @Test
  void aReportInAFolderThatIsAFileIsRefusedBeforeTheRun() throws IOException {
    Files.writeString(folder.resolve("mine"), "text");
    Ran ran = run(Map.of(), "conform", "run", "--junit", folder.resolve("mine") + "", "--", "./no");
    assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ran.err()).contains("is there already and is not a file of results in JUnit XML");
    assertThat(Files.readString(folder.resolve("mine"))).isEqualTo("text");
  }

  @Test
  void jsonHasEachCase() throws IOException {
    Ran ran = shim(Map.of(), "run", "--seeded-only", "--role", "rcm-np", "--seeds", "1", "--json");
    JsonNode document = new ObjectMapper().readTree(ran.out());
    assertThat(document.get("format").asText()).isEqualTo("sluice-conform/1");
    assertThat(document.get("counts").get("PASS").asInt()).as("cases that pass").isEqualTo(5);
    assertThat(document.get("cases")).hasSize(5);
  }

  @Test
  void aShimIsCheckedByItself() throws IOException {
    Ran good = shim(Map.of(), "check");
    assertThat(good.code()).as(good.out() + good.err()).isEqualTo(ExitCodes.OK);
    assertThat(good.out()).contains("22 checks: 22 PASS, 0 FAIL, 0 NOT_RUN");
    Ran bad = shim(Map.of("SHIM_LENIENT", "past"), "check", "--channel", "unix");
    assertThat(bad.code()).as(bad.out() + bad.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(bad.out())
        .contains("rcm-rp: a time in the past is refused: the shim carries it out");
    Ran json = shim(Map.of("SHIM_LENIENT", "exit-code"), "check", "--json");
    JsonNode checks = new ObjectMapper().readTree(json.out()).get("checks");
    assertThat(checks.get(checks.size() - 1).get("because").asText())
        .isEqualTo("its exit code is 1");
  }

  @Test
  void aProgramThatIsNoShimIsUnusable() {
    for (String command : List.of("check", "run")) {
      Ran ended = run(Map.of(), "conform", command, "--", "true");
      assertThat(ended.code()).as(command + " with true").isEqualTo(ExitCodes.UNUSABLE);
      assertThat(ended.out() + ended.err()).contains("exit code 0");
      Ran missing = run(Map.of(), "conform", command, "--", "./no-such-shim");
      assertThat(missing.code()).as(command + " with no file").isEqualTo(ExitCodes.UNUSABLE);
      assertThat(missing.out() + missing.err())
          .contains("./no-such-shim cannot be started: there is no such program");
    }
  }

  @Test
  void wrongUsageIsRefusedWithANextStep() {
    Map<String[], String> refusals =
        Map.of(
            new String[] {"conform", "run"},
            "put its program and arguments after --",
            new String[] {"conform", "run", "--demo", "--", "true"},
            "--demo plays a shim of its own",
            new String[] {"conform", "check"},
            "put its program and arguments after --",
            new String[] {"conform", "run", "--seeded-only", "--role", "rcm", "--", "true"},
            "there is no role rcm; there are rcm-rp, rcm-np",
            new String[] {"conform", "run", "--case", "rcm-rp", "--", "true"},
            "rcm-rp is no case; a case is ROLE/CONFIGURATION/SEED, such as rcm-rp/paper-2015/3",
            new String[] {"conform", "run", "--case", "rcm-rp/paper", "--", "true"},
            "the role rcm-rp has no configuration paper; there are paper-2015",
            new String[] {"conform", "run", "--case", "rcm-rp/paper/1", "--", "true"},
            "the role rcm-rp has no configuration paper; there are paper-2015",
            new String[] {"conform", "list", "rp"},
            "there is no role rp; there are rcm-rp, rcm-np");
    refusals.forEach(
        (args, sentence) -> {
          Ran ran = run(Map.of(), args);
          assertThat(ran.code()).as(String.join(" ", args)).isEqualTo(ExitCodes.BAD_INPUT);
          assertThat(ran.err()).as(String.join(" ", args)).contains(sentence);
        });
  }

  @Test
  void rolesAndLimitsAreListed() {
    assertThat(run(Map.of(), "conform", "list").out()).contains("rcm-rp").contains("rcm-np");
    assertThat(run(Map.of(), "conform", "list", "rcm-np").out())
        .contains("Interval")
        .contains("Receive")
        .contains("sinceCnp")
        .containsPattern("Receive +to the implementation +message ")
        .containsPattern("CnpTimer +in sends +time");
    assertThat(run(Map.of(), "conform", "list", "--json").out())
        .contains("\"sluice-roles/1\"")
        .containsPattern("\"Resend\" ?: ?\"may\"");
    assertThat(run(Map.of(), "conform", "limits").out()).contains("1048576");
  }

  /** Plays a template that was not filled in, in a language of {@code conform init}. */
  private void templateFails(Path file, String... shim) {
    List<String> words = new ArrayList<>(List.of("conform", "check", "--timeout-scale", "4", "--"));
    words.addAll(List.of(shim));
    Ran checked = run(Map.of(), words.toArray(String[]::new));
    assertThat(checked.code()).as(checked.out() + checked.err()).isEqualTo(ExitCodes.OK);
    words.set(1, "run");
    Ran played = run(Map.of(), words.toArray(String[]::new));
    assertThat(played.code()).as(played.out() + played.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(played.out())
        .as("the first failure of %s", file)
        .contains("63 LATE")
        .contains("Receive with ecn \"ECT_1\", qp 7 is due at ");
  }

  /** Keeps the state of the first run over the second start. */
  @Test
  void theReportOfDifferingRunsShowsBothAndEndsThere() {
    Ran ran = shim(Map.of("SHIM_LENIENT", "no-restart"), "run", "--case", "rcm-np/50us/1");
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out())
        .containsPattern("NONDETERMINISTIC .* in reply 1 sinceCnp was 50000000 and then \\d+")
        .contains("usual causes: state of an earlier case that start does not reset")
        .containsPattern("key +before +first run +second run *\n")
        .containsPattern("sinceCnp +50000000 +\\d+ +< *\n")
        .as("the dialogue ends at the request")
        .containsPattern("> +0 +start *\n\n");
  }

  @Test
  void theTemplateInPythonFailsGenuinely() throws IOException {
    Path file = folder.resolve("shim.py");
    Ran ran = run(Map.of(), "conform", "init", "--lang", "python", file.toString());
    assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCodes.OK);
    assertThat(ran.out()).contains("sluice conform run -- python3 " + file);
    assertThat(Files.readString(file)).doesNotContain("@").contains("TODO");
    templateFails(file, "python3", file.toString());
    Ran again = run(Map.of(), "conform", "init", "--lang", "python", file.toString());
    assertThat(again.code()).as("an existing file").isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(again.err()).contains("is there already");
  }

  @Test
  void theTemplateInCFailsGenuinely() throws Exception {
    Path file = folder.resolve("nic.c");
    Ran ran = run(Map.of(), "conform", "init", "--lang", "c", file.toString());
    assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCodes.OK);
    assertThat(Files.readString(file).lines().count())
        .as("lines of the template")
        .isLessThanOrEqualTo(150);
    compile(file, "shim");
    templateFails(file, folder.resolve("shim").toString());
  }

  /** Lets a template observe all variables with the line that it has for that. */
  @ParameterizedTest
  @EnumSource(ConformInit.Language.class)
  void theLineOfAllVariablesCanBePasted(ConformInit.Language language) throws Exception {
    Path file = folder.resolve(language == ConformInit.Language.C ? "rp.c" : "rp.py");
    run(Map.of(), "conform", "init", "--lang", language.name(), "--role", "rcm-rp", file + "");
    String text = Files.readString(file);
    boolean isC = language == ConformInit.Language.C;
    String line =
        text.lines()
            .filter(each -> each.matches("(/\\* |# ).*OBSERVE.*"))
            .findFirst()
            .orElseThrow();
    String pasted = line.replaceAll("^(/\\* |# )|( \\*/)$", "");
    Files.writeString(
        file, text.replaceAll("(?m)^(#define )?OBSERVE .*$", "").replace(line, pasted));
    List<String> shim = List.of("python3", file.toString());
    if (isC) {
      compile(file, "shim");
      shim = List.of(folder.resolve("shim").toString());
    }
    List<String> words = new ArrayList<>(List.of("conform", "check", "--"));
    words.addAll(shim);
    Ran ran = run(Map.of(), words.toArray(String[]::new));
    assertThat(ran.out())
        .as(ran.err())
        .contains("1 FAIL")
        .contains(
            "\"st\" lacks alpha, byteStage, lastBytes, limited, rate, sentBytes, sinceCut,"
                + " sinceDecay, sinceRise, sinceSent, target, timeStage, which");
  }

  @Test
  void theTemplateInCRefusesEventsAndReportsRepliesThatAreTooLong() throws Exception {
    String notifier = ConformInit.notifier("notifier.c");
    String refusing = notifier.replace("return 1;\n}", "return 0;\n}");
    assertThat(refusing).isNotEqualTo(notifier);
    compile(Files.writeString(folder.resolve("refusing.c"), refusing), "refusing");
    String shim = folder.resolve("refusing").toString();
    Ran refused = run(Map.of(), "conform", "run", "--case", "rcm-np/50us/1", "--", shim);
    assertThat(refused.out())
        .contains("REFUSED_ALLOWED  rcm-np/50us/1")
        .contains("Receive must be taken, and the shim answers error 13: refused in this state");
    String flooding =
        notifier.replace(
            "leaves(t, action, msg);",
            "for (int at = 0; at < 20000; at++) leaves(t, action, msg);");
    assertThat(flooding).isNotEqualTo(notifier);
    compile(Files.writeString(folder.resolve("flooding.c"), flooding), "flooding");
    shim = folder.resolve("flooding").toString();
    Ran flooded = run(Map.of(), "conform", "run", "--case", "rcm-np/50us/1", "--", shim);
    assertThat(flooded.out())
        .contains("CRASH  rcm-np/50us/1")
        .contains("exit code 1")
        .contains("shim: sends is too small for a reply");
    String endless =
        notifier.replace("add(out, size, \"{}\");", "for (;;) add(out, size, \"%9999d,\", 0);");
    assertThat(endless).isNotEqualTo(notifier);
    compile(Files.writeString(folder.resolve("endless.c"), endless), "endless");
    shim = folder.resolve("endless").toString();
    Ran ended = run(Map.of(), "conform", "run", "--case", "rcm-np/50us/1", "--", shim);
    assertThat(ended.out())
        .contains("CRASH  rcm-np/50us/1")
        .contains("shim: state is too small for a reply");
  }

  @Test
  void theTemplateInCPassesWithItsFunctionsFilledIn() throws Exception {
    Path file = Files.writeString(folder.resolve("notifier.c"), ConformInit.notifier("notifier.c"));
    compile(file, "notifier");
    for (String part : List.of("check", "run")) {
      Ran ran = run(Map.of(), "conform", part, "--", folder.resolve("notifier").toString());
      assertThat(ran.code()).as(part + ran.out() + ran.err()).isEqualTo(ExitCodes.OK);
    }
  }

  /** Reads lists of requests with the functions of the template. */
  @Test
  void theTemplateInCReadsLists() throws Exception {
    Path file = folder.resolve("lists.c");
    run(Map.of(), "conform", "init", "--lang", "c", "--role", "hpcc-sender", file + "");
    String text = Files.readString(file);
    String main =
        """
        int main(void) {
          strcpy(line, "{\\"given\\":{\\"None\\":[],\\"Words\\":[\\"a,]b\\",[7,8],9]},"
                       "\\"msg\\":{\\"hops\\":[{\\"ts\\":1,\\"tx\\":2},{\\"ts\\":3,\\"tx\\":4}]}}");
          const char *words = value("given", "Words"), *hops = value("msg", "hops");
          printf("%d %d", element(value("given", "None"), 0) == NULL, element(hops, 2) == NULL);
          for (int at = 0; element(hops, at) != NULL; at++)
            printf(" %d", (int)whole(find(element(hops, at), "tx")));
          printf(" %.6s", element(words, 0));
          printf(" %d", (int)whole(element(element(words, 1), 1)));
          printf(" %d %d", (int)whole(element(words, 2)), element(words, 3) == NULL);
          (void)events, (void)parameters, (void)is;
          return (int)number(NULL, "none") + 1;
        }
        """;
    String before = text.substring(0, text.indexOf("/* TODO Forget"));
    compile(Files.writeString(file, before + main), "lists");
    Process lists = new ProcessBuilder(folder.resolve("lists").toString()).start();
    assertThat(new String(lists.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("1 1 2 4 \"a,]b\" 8 9 1");
    assertThat(lists.waitFor()).isZero();
  }

  private void compile(Path file, String program) throws Exception {
    Process compiler;
    try {
      compiler =
          new ProcessBuilder(
                  "cc",
                  "-std=c99",
                  "-Wall",
                  "-Wextra",
                  "-Wpedantic",
                  "-Werror",
                  "-o",
                  folder.resolve(program).toString(),
                  file.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException missing) {
      assumeTrue(false, "there is no C compiler: " + missing.getMessage());
      return;
    }
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(compiler.waitFor()).as("the compiler says %s", said).isZero();
  }
}
