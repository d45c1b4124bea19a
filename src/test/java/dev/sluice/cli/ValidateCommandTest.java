package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.Projection;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user meets it: what it accepts, refuses and writes, and how it ends. */
@Order(1) // among the longest
class ValidateCommandTest {
  @TempDir static Path home;
  private static List<String> sound;

  @TempDir Path folder;

  private record Ran(int code, String out, String err) {}

  @BeforeAll
  static void log() throws IOException {
    Path log = home.resolve("sound.log");
    Project project = Project.own(home);
    project.run("run", "first-windows", "--log", log.toString());
    sound = Files.readAllLines(log);
  }

  private Ran run(String... args) {
    Project project = Project.own(folder);
    int code = project.run(args);
    return new Ran(code, project.out(), project.err());
  }

  private String file(String name, UnaryOperator<List<String>> change) throws IOException {
    Path file = folder.resolve(name);
    StringBuilder text = new StringBuilder();
    change.apply(new ArrayList<>(sound)).forEach(line -> text.append(line).append('\n'));
    Files.writeString(file, text);
    return file.toString();
  }

  private Ran judged(UnaryOperator<List<String>> change) throws IOException {
    return run("validate", "--spec", "CccLifecycle", file("a.log", change));
  }

  @Test
  void whatNobodyCanJudgeIsRefused() throws IOException {
    Ran empty = judged(lines -> List.of());
    assertThat(empty.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(empty.err()).contains("empty");
    assertThat(judged(lines -> lines.subList(0, 1)).err()).contains("the log holds no event");
    Ran headerOnly = judged(lines -> List.of(lines.get(0), "{\"n\":1,\"end\":true}"));
    assertThat(headerOnly.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(headerOnly.err()).contains("no event");
    Ran other =
        judged(
            lines -> {
              lines.set(0, lines.get(0).replace("\"version\":1", "\"version\":99"));
              return lines;
            });
    assertThat(other.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(other.err()).contains("99");
    assertThat(run("validate", folder.resolve("none.log").toString()).code())
        .isEqualTo(ExitCodes.BAD_INPUT);
    Ran misspelt = run("validate", "--spec", "CccLifecycel", file("a.log", lines -> lines));
    assertThat(misspelt.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(misspelt.err()).contains("did you mean CccLifecycle");
  }

  /** Has the writer crash within its 45th line: the lines before are judged, as a prefix. */
  @Test
  void theCompleteLinesOfAnUnfinishedLogAreJudged() throws IOException {
    Path cut = folder.resolve("cut.log");
    String before = String.join("\n", sound.subList(0, 44)) + "\n";
    Files.writeString(cut, before + sound.get(44).substring(0, 30));
    Ran judged = run("validate", "--spec", "CccLifecycle", cut.toString());
    assertThat(judged.code()).isEqualTo(ExitCodes.NOT_DECIDED);
    assertThat(judged.out())
        .contains(
            "The log is unfinished: its last line is incomplete. The verdict applies to its first"
                + " 44 lines, 43 events.");
    Files.writeString(cut, before);
    JsonNode prefix =
        new ObjectMapper()
            .readTree(run("validate", "--spec", "CccLifecycle", "--json", cut.toString()).out())
            .path("logs")
            .path(0)
            .path("prefix");
    assertThat(prefix.path("lines").asInt()).isEqualTo(44);
    assertThat(prefix.path("events").asInt()).isEqualTo(43);
    assertThat(prefix.path("cut").asText()).contains("{\"n\":44,\"end\":true}");
    Files.writeString(
        cut, before.replaceFirst("\\{\"n\":3,.*\n", "").replace("\"n\":4,", "\"n\":3,"));
    assertThat(run("validate", "--spec", "CccLifecycle", cut.toString()).code())
        .as("a prefix from which a line is missing")
        .isEqualTo(ExitCodes.FAILED);
  }

  @Test
  void aLogOfOneNicOrWithoutItsBeginningIsRefused() throws IOException {
    Ran oneNic = judged(lines -> numbered(lines, line -> !line.contains("\"at\":\"host-8\"")));
    assertThat(oneNic.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(oneNic.err())
        .contains("a.log, line ")
        .contains("takes an answer of host-8, and the log has no event of host-8 as a target");
    List<String> rest = new ArrayList<>(sound.subList(1, sound.size()));
    Ran suffix =
        judged(lines -> numbered(lines, line -> rest.indexOf(line) < 0 || rest.indexOf(line) > 9));
    assertThat(suffix.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(suffix.err()).contains("events before it are missing");
  }

  /** Merges the log of host-8, whose clock is 5 us late, and that of all others. */
  @Test
  void logsOfSeveralHostsAreMerged() throws IOException {
    UnaryOperator<String> late =
        line ->
            Pattern.compile("\"t\":([0-9]+),")
                .matcher(line)
                .replaceFirst(at -> "\"t\":" + (5_000_000 + Long.parseLong(at.group(1))) + ",");
    Predicate<String> isOfTarget = line -> line.contains("\"at\":\"host-8\"");
    Predicate<String> isLast = line -> line.contains("\"end\":true");
    String others = file("others.log", lines -> numbered(lines, isOfTarget.negate()));
    String target =
        file(
            "host-8.log",
            lines ->
                numbered(lines, isOfTarget.or(isLast)).stream()
                    .map(line -> isOfTarget.test(line) ? late.apply(line) : line)
                    .toList());
    Ran merged = run("validate", "--merge", "--spec", "PdcHandshake", others, target);
    assertThat(merged.code()).as(merged.err()).isEqualTo(ExitCodes.OK);
    assertThat(merged.out())
        .contains("others.log + ")
        .contains("Merged by causality: events of host-0, host-1, ")
        .containsPattern(
            "The clocks contradict the order: [0-9]+ events? at host-0 takes? messages before host-8"
                + " sends them, by up to [0-9.]+ us\\.")
        .containsPattern("Times of host-0 are set forward by [0-9.]+ us\\.");
    JsonNode merge =
        new ObjectMapper()
            .readTree(
                run("validate", "--merge", "--spec", "PdcHandshake", "--json", others, target)
                    .out())
            .path("logs")
            .path(0)
            .path("merge");
    assertThat(merge.path("aligned").asBoolean()).isTrue();
    assertThat(merge.path("hosts")).hasSize(9);
    assertThat(merge.path("contradictions").path(0).path("from").asText()).isEqualTo("host-8");
    assertThat(run("validate", "--merge", others, others).err())
        .contains("others.log: host-0 has events in two of the logs");
    Ran byTime =
        judged(
            lines -> {
              List<String> body = new ArrayList<>(lines.subList(1, lines.size() - 1));
              body.replaceAll(line -> isOfTarget.test(line) ? late.apply(line) : line);
              body.sort(
                  Comparator.comparingLong(
                      line -> Long.parseLong(line.replaceAll(".*?\"t\":([0-9]+),.*", "$1"))));
              body.add(0, lines.get(0));
              body.add(lines.get(lines.size() - 1));
              return numbered(body, line -> true);
            });
    assertThat(byTime.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(byTime.out())
        .contains("If its hosts have clocks of their own, judge it with --merge.");
  }

  /** Returns the header and those other lines that are such, numbered from 1. */
  private static List<String> numbered(List<String> lines, Predicate<String> such) {
    List<String> kept = new ArrayList<>(List.of(lines.get(0)));
    for (String line : lines.subList(1, lines.size())) {
      if (such.test(line)) {
        kept.add(line.replaceFirst("\"n\":[0-9]+", "\"n\":" + kept.size()));
      }
    }
    return kept;
  }

  @Test
  void timesOfAWallClockAreJudgedFromTheFirstOn() throws IOException {
    Ran judged =
        judged(
            lines -> {
              lines.replaceAll(
                  line ->
                      Pattern.compile("\"t\":([0-9]+),")
                          .matcher(line)
                          .replaceFirst(
                              at ->
                                  "\"t\":"
                                      + (1_700_000_000_000_000_000L + Long.parseLong(at.group(1)))
                                      + ","));
              return lines;
            });
    assertThat(judged.code()).isEqualTo(ExitCodes.OK);
    assertThat(judged.out())
        .contains("Times count from the first event, at 1700000000000000000 ps.\n");
  }

  @Test
  void aJarWithoutATlcThatCanJudgeIsRefused() throws IOException {
    String log = file("a.log", lines -> lines);
    Path jar = folder.resolve("own.jar");
    Files.writeString(jar, "no");
    assertThat(with(jar, log).err()).contains("own.jar is not a jar");
    archive(jar, "else");
    assertThat(with(jar, log).err()).contains("own.jar is a jar, but TLC is not in it");
    archive(jar, "tlc2/TLC.class", "tlc2/util/IStateWriter.class");
    assertThat(with(jar, log).err())
        .contains("TLC's process ended before it had judged: ")
        .contains("NoClassDefFoundError")
        .contains("own.jar");
  }

  private Ran with(Path jar, String log) {
    Ran ran = run("validate", "--spec", "CccLifecycle", "--tla2tools", jar.toString(), log);
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    return ran;
  }

  private static void archive(Path jar, String... entries) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    }
  }

  @Test
  void aNumberThatIsMissingIsARejection() throws IOException {
    Ran gap =
        judged(
            lines -> {
              lines.remove(5);
              return lines;
            });
    assertThat(gap.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(gap.err()).contains("a.log, line 6");
  }

  @Test
  void whatLogsExercisedIsAddedUp() throws IOException {
    String log = file("a.log", lines -> lines);
    String kept = folder.resolve("coverage.json").toString();
    Ran once = run("validate", "--spec", "CccLifecycle", log, "--coverage", kept);
    assertThat(once.code()).isEqualTo(ExitCodes.OK);
    assertThat(once.out()).contains("not seen: CccLifecycle Assign, GiveUp, Renew, Resend, Signal");
    long steps = opened(kept);
    assertThat(steps).isPositive();
    run("validate", "--spec", "CccLifecycle", log, log, "--coverage", kept);
    assertThat(opened(kept)).isEqualTo(3 * steps);
    Files.writeString(folder.resolve("other.json"), "{\"format\":\"else\"}");
    Ran wrong = run("validate", log, "--coverage", folder.resolve("other.json").toString());
    assertThat(wrong.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(wrong.err()).contains("sluice-coverage/1");
  }

  /** How many CCCs became READY, as the file says. */
  private static long opened(String file) throws IOException {
    JsonNode kinds =
        new ObjectMapper()
            .readTree(Files.readString(Path.of(file)))
            .path("specifications")
            .path("CccLifecycle");
    return kinds.properties().stream()
        .filter(kind -> kind.getKey().startsWith("MakeReady: "))
        .mapToLong(kind -> kind.getValue().asLong())
        .sum();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatCannotBeWrittenCostsNoVerdict() throws IOException {
    String log = file("a.log", lines -> lines);
    Ran ran = run("validate", "--json", "--spec", "CccLifecycle", log, "--coverage", "/dev/full");
    assertThat(ran.code()).isEqualTo(ExitCodes.NOT_DECIDED);
    assertThat(ran.err()).contains("could not be written: the disk is full");
    JsonNode document = new ObjectMapper().readTree(ran.out());
    assertThat(document.path("exit").asInt()).isEqualTo(ExitCodes.NOT_DECIDED);
    assertThat(document.path("logs").get(0).path("exit").asInt()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void oneBadLogCostsNothingOfTheOthers() throws IOException {
    String log = file("a.log", lines -> lines);
    String none = folder.resolve("none.log").toString();
    Ran ran = run("validate", "--json", "--spec", "CccLifecycle", none, log);
    assertThat(ran.code()).isEqualTo(ExitCodes.BAD_INPUT);
    JsonNode logs = new ObjectMapper().readTree(ran.out()).path("logs");
    assertThat(logs.get(0).path("refused").asText()).contains("there is no such file");
    assertThat(logs.get(1).path("specifications").get(0).path("verdict").asText())
        .isEqualTo("accepted");
  }

  private Ran changed(UnaryOperator<String> line, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("validate", "--spec", "CccLifecycle"));
    arguments.addAll(List.of(more));
    arguments.add(file("b.log", lines -> lines.stream().map(line).toList()));
    return run(arguments.toArray(String[]::new));
  }

  @Test
  void aNameThatMeansNothingIsRefusedWithItsLineAndTheNearest() throws IOException {
    Ran variable = changed(line -> line.replace("\"request\":", "\"reqest\":"));
    assertThat(variable.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(variable.err())
        .contains("b.log, line 2: event 1, CccLifecycle.Post, tells \"reqest\" in \"st\"")
        .contains("did you mean \"request\"? there may be request");
    Ran deep = changed(line -> line.replace("\"cwnd\":", "\"cwd\":"));
    assertThat(deep.err()).contains("tells \"cwd\" in \"st.ccc\"").contains("\"cwnd\"?");
    Ran wanted = changed(line -> line.replace("\"mode\":", "\"modes\":"));
    assertThat(wanted.err()).contains("tells \"modes\" in \"given.Work\"");
    Ran argument = changed(line -> line.replace("\"in\":{", "\"in\":{\"zz\":1,"));
    assertThat(argument.err()).contains("tells \"zz\" in \"in\"").doesNotContain("did you mean");
    Ran action = changed(line -> line.replace("\"do\":\"Bind\"", "\"do\":\"Blind\""));
    assertThat(action.err()).contains("did you mean \"Bind\"?");
    Ran module = changed(line -> line.replace("\"spec\":\"PdcHandshake\"", "\"spec\":\"PdcHand\""));
    assertThat(module.err()).contains("is of no specification").contains("CreditConservation");
    Ran constant = changed(line -> line.replace("\"BaseRtt\":", "\"BaseRt\":"));
    assertThat(constant.err()).contains("b.log, line 1: the header's constants.CccLifecycle");
    Ran unit = changed(line -> line.replace("\"CccLifecycle.cwnd\":", "\"CccLifecycle.cwd\":"));
    assertThat(unit.err()).contains("line 1: the header's units has a name \"CccLifecycle.cwd\"");
    Ran profile = changed(line -> line.replace("\"source-documents\"", "\"source-document\""));
    assertThat(profile.err()).contains("did you mean \"source-documents\"?");
    for (Ran each : List.of(deep, wanted, argument, action, module, constant, unit, profile)) {
      assertThat(each.code()).isEqualTo(ExitCodes.BAD_INPUT);
    }
  }

  @Test
  void theVerdictTellsHowMuchWasCompared() throws IOException {
    Ran whole = changed(line -> line, "--json", "--require-coverage=100");
    assertThat(whole.code()).isEqualTo(ExitCodes.OK);
    JsonNode all = row(whole);
    assertThat(all.path("compared").asLong()).isPositive().isEqualTo(all.path("values").asLong());
    assertThat(all.path("partial").asBoolean()).isFalse();
    assertThat(all.path("untold")).isEmpty();
    assertThat(all.path("unseen"))
        .extracting(JsonNode::asText)
        .containsExactly("Assign", "GiveUp", "Resend", "Signal");
    UnaryOperator<String> thinner =
        line -> line.contains("\"do\":\"Send\"") ? line.replaceFirst("\"todo\":\\d+,", "") : line;
    Ran thin = changed(thinner, "--json");
    assertThat(thin.code()).isEqualTo(ExitCodes.OK);
    assertThat(row(thin).path("compared").asLong()).isLessThan(row(thin).path("values").asLong());
    Ran required = changed(thinner, "--require-coverage=100");
    assertThat(required.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(required.out()).contains("too thin: 9").contains("Never seen of CccLifecycle");
    assertThat(changed(thinner, "--require-coverage=50").code()).isEqualTo(ExitCodes.OK);
    assertThat(changed(thinner, "--require-coverage=101").code()).isEqualTo(ExitCodes.BAD_INPUT);
  }

  private static JsonNode row(Ran ran) throws IOException {
    return new ObjectMapper().readTree(ran.out()).at("/logs/0/specifications/0");
  }

  @Test
  void aLogThatLeavesThingsOutSaysSo() throws IOException {
    UnaryOperator<String> without =
        line -> line.replaceFirst("\"todo\":\\d+,?", "").replace(",}", "}");
    Ran silent = changed(without);
    assertThat(silent.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(silent.err()).contains("let a sentence of omits begin with \"CccLifecycle.todo:\"");
    UnaryOperator<String> said =
        line -> line.replace("\"omits\":[]", "\"omits\":[\"CccLifecycle.todo: not kept.\"]");
    Ran partial = changed(line -> said.apply(without.apply(line)));
    assertThat(partial.code()).isEqualTo(ExitCodes.OK);
    assertThat(partial.out())
        .contains("accepted, as a partial log")
        .contains("no value of todo")
        .contains("CccLifecycle.todo: not kept.");
    Ran told = changed(said);
    assertThat(told.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(told.err()).contains("tells todo, though the header's omits say");
    Ran free = changed(line -> line.replace("\"omits\":[]", "\"omits\":[\"todo is not kept\"]"));
    assertThat(free.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(free.err()).contains("does not begin with the name");
    Ran nothing = changed(ValidateCommandTest::withoutValues);
    assertThat(nothing.code()).isEqualTo(ExitCodes.NOT_DECIDED);
    assertThat(nothing.out()).contains("not judged: the log tells no value");
  }

  /** A line that tells no variable; the header says so. */
  private static String withoutValues(String line) {
    try {
      ObjectNode event = (ObjectNode) new ObjectMapper().readTree(line);
      if (event.has("omits")) {
        event.putArray("omits").add("st: no value is logged.");
      } else if (event.has("st")) {
        ObjectNode told = (ObjectNode) event.get("st");
        List<JsonNode> wide = new ArrayList<>();
        event.path("wide").forEach(wide::add);
        wide.removeIf(name -> told.has(name.asText()));
        event.remove("wide");
        if (!wide.isEmpty()) {
          event.putArray("wide").addAll(wide);
        }
        told.removeAll();
      }
      return event.toString();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Test
  void constantsThatBreakAnAssumptionAreRefusedInWords() throws IOException {
    Ran mtu = changed(line -> line.replaceFirst("\"Mtu\":\\d+", "\"Mtu\":-1"));
    assertThat(mtu.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(mtu.err())
        .contains("Mtu, the largest packet, has at least one byte. This is PacketAssumption")
        .contains("but -1 is not");
    Ran word = changed(line -> line.replaceFirst("\"Mtu\":\\d+", "\"Mtu\":\"1500\""));
    assertThat(word.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(word.err()).contains("constants.CccLifecycle.Mtu is not a number");
  }

  /** Every assumption that constants of a log may break has its words. */
  @Test
  void everyAssumptionIsThereInWords() throws IOException {
    List<String> silent = new ArrayList<>();
    for (Projection projection : Systems.projections()) {
      Path log = SpecFiles.log(projection, ".tla");
      String text = Files.readString(SpecFiles.module(projection.spec()));
      Matcher assumed =
          Pattern.compile("(?m)^ASSUME (\\w+) ==").matcher(text + Files.readString(log));
      while (assumed.find()) {
        if (!Files.readString(log).contains("\n\\*   " + assumed.group(1) + ": ")) {
          silent.add(projection.spec() + " " + assumed.group(1));
        }
      }
    }
    assertThat(silent).isEmpty();
  }

  @Test
  void aLogMayComePackedOrFromStandardInput() throws IOException {
    Path plain = Path.of(file("a.log", lines -> lines));
    Path gzip = folder.resolve("a.log.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      Files.copy(plain, out);
    }
    Path zstd = folder.resolve("a.log.zst");
    try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(zstd))) {
      Files.copy(plain, out);
    }
    for (Path each : List.of(gzip, zstd)) {
      assertThat(run("validate", "--spec", "CccLifecycle", each.toString()).code())
          .as(each.toString())
          .isEqualTo(ExitCodes.OK);
      byte[] cut = Files.readAllBytes(each);
      Path half = Files.write(folder.resolve("half"), Arrays.copyOf(cut, cut.length / 2));
      Ran broken = run("validate", "--spec", "CccLifecycle", half.toString());
      assertThat(broken.code()).as("half of %s", each).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(broken.err()).contains("cannot be read");
    }
    InputStream usual = System.in;
    try (InputStream in = Files.newInputStream(gzip)) {
      System.setIn(in);
      Ran ran = run("validate", "--spec", "CccLifecycle", "-");
      assertThat(ran.code()).isEqualTo(ExitCodes.OK);
      assertThat(ran.out()).contains("standard input: sluice");
    } finally {
      System.setIn(usual);
    }
    assertThat(run("validate", "-", "-").code()).isEqualTo(ExitCodes.BAD_INPUT);
  }
}
