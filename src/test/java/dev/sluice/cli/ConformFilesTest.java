package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.ConformCalls.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes and reads the files of {@code sluice conform}. */
class ConformFilesTest {
  private static final Map<String, String> MISTAKE = Map.of("SHIM_MISTAKE", ConformCalls.FORGETS);
  private static final String[] NOTIFIER = {"run", "--seeded-only", "--role", "rcm-np"};

  @TempDir Path folder;

  private Ran run(String... args) {
    return ConformCalls.run(folder, Map.of(), args);
  }

  private Ran shim(Map<String, String> variables, String... args) {
    return ConformCalls.shim(folder, variables, args);
  }

  private static String[] with(String... more) {
    List<String> all = new ArrayList<>(List.of(NOTIFIER));
    Collections.addAll(all, more);
    return all.toArray(String[]::new);
  }

  @Test
  void aTranscriptIsPlayedAgainAndExplainedWithoutAShim() throws IOException {
    Path out = folder.resolve("out");
    Ran ran = shim(MISTAKE, "run", "--case", "rcm-np/50us/1", "--out", out.toString());
    Path shortest = out.resolve("failures/rcm-np.50us.1.shortest.jsonl");
    assertThat(ran.out()).contains("repeat: sluice conform replay " + shortest + " -- python3 ");
    Ran again = shim(MISTAKE, "replay", shortest.toString());
    assertThat(again.code()).as(again.out() + again.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(again.out())
        .contains("VALUE  rcm-np/50us/1")
        .contains("RCM-3  The receiver answers marks with CNPs, merged per QP")
        .containsPattern("owed +false +false +true +<")
        .contains("The case fails now with VALUE; when it was written down, it failed with VALUE.");
    Ran mended = shim(Map.of(), "replay", shortest.toString());
    assertThat(mended.code()).as(mended.out() + mended.err()).isEqualTo(ExitCodes.OK);
    assertThat(mended.out())
        .contains("PASS  rcm-np/50us/1")
        .contains("The case passes now; when it was written down, it failed with VALUE.");
    Ran explained = run("conform", "explain", shortest.toString());
    assertThat(explained.code()).as(explained.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(again.out()).as("the same as with the shim").contains(explained.out());
    assertThat(explained.out()).contains("A valid RoCEv2 packet that arrives with CE makes");
    Ran chart = run("conform", "explain", shortest.toString(), "--chart", "-");
    assertThat(chart.out())
        .isEqualTo(Files.readString(out.resolve("failures/rcm-np.50us.1.mmd")))
        .startsWith("sequenceDiagram\n")
        .contains("I->>E: ")
        .contains("Note over E,I: VALUE: at ")
        .as("quotation marks mean something to Mermaid")
        .doesNotContain("\"");
    assertThat(new ObjectMapper().readTree(out.resolve("results.json").toFile()).get("counts"))
        .hasToString("{\"VALUE\":1}");
    assertThat(Files.readString(out.resolve("junit.xml"))).contains("failures=\"1\"");
    Ran twice = shim(MISTAKE, "run", "--case", "rcm-np/50us/1", "--out", out.toString());
    assertThat(twice.code()).as("a folder that is there").isEqualTo(ExitCodes.BAD_INPUT);
  }

  /** Plays an implementation with a gain of 5, and of 4 at a line of 400 Gb/s. */
  @Test
  void aTranscriptHasTheHiddenValuesThatCalibrationFound() throws IOException {
    String has = "{\"\": {\"Gain\": 5}, \"400000\": {\"Gain\": 4}}";
    String hidden = "{\"rcm-rp\": {\"Gain\": [4, 5]}}";
    Map<String, String> changes = Map.of("SHIM_HIDDEN", hidden, "SHIM_HAS", has);
    Path out = folder.resolve("out");
    Ran ran = shim(changes, "run", "--case", "rcm-rp/short-timers/2", "--out", out.toString());
    assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(ran.out()).containsPattern("rcm-rp: Gain 5, by [0-9]+ cases of calibration");
    assertThat(new ObjectMapper().readTree(out.resolve("results.json").toFile()).get("hidden"))
        .hasToString("{\"rcm-rp\":{\"Gain\":[5]}}");
    String shortest = out.resolve("failures/rcm-rp.short-timers.2.shortest.jsonl").toString();
    Ran explained = run("conform", "explain", shortest);
    assertThat(explained.code()).as(explained.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(explained.out()).contains("with Gain 5, at ");
    Ran again = shim(changes, "replay", shortest);
    assertThat(again.out()).as(again.err()).contains(explained.out());
    Map<String, String> keeps = Map.of("SHIM_HIDDEN", hidden, "SHIM_HAS", "{\"\": {\"Gain\": 5}}");
    assertThat(shim(keeps, "replay", shortest).code()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void aTranscriptThatCannotBeIsRefusedWithItsPlace() throws IOException {
    String head =
        "{\"format\":\"sluice-transcript/1\",\"case\":\"rcm-np/mine/1\",\"declared\":{}}\n";
    String start =
        "{\"id\":1,\"start\":{\"role\":\"rcm-np\",\"case\":\"c\",\"given\":{\"Interval\":5,"
            + "\"Answers\":\"NEXT_MARK\",\"CnpEcn\":\"ECT_0\",\"Peer\":1}}}\n";
    String event =
        "{\"id\":2,\"t\":0,\"do\":\"Receive\",\"in\":{\"valid\":true},\"msg\":{\"ecn\":\"CE\"}}\n";
    Map<String, String> refusals = new HashMap<>();
    refusals.put("", "is no transcript: it is empty");
    refusals.put(head, "line 2: it has no request");
    refusals.put(head.replace("transcript", "log"), "line 1: a transcript begins with");
    refusals.put(head + event, "line 2: request 1 has another id");
    refusals.put(head + start.replace("rcm-np", "rcm"), "there is no role rcm; there are rcm-rp");
    refusals.put(head + start.replace("Peer", "Pear"), "\"given\" lacks \"Peer\"");
    refusals.put(head + start.replace(":5,", ":-5,"), "the parameters are not possible: ");
    refusals.put(head + start.replace(":5,", ":\"5\","), "\"Interval\" is \"5\", and should look");
    refusals.put(head + start + "{\"id\":1,\"given\":7,\"y\":1}\n", "it is no reply to request 1");
    String begun = head + start + "{\"id\":1,\"given\":" + start.split("given\":")[1];
    begun = begun.replace("}}}\n{\"id\":1,\"given\":", "}}}\n{\"id\":1,\"given\":");
    begun = begun.substring(0, begun.length() - "}}\n".length()) + "}\n";
    refusals.put(
        begun + event.replace("Receive", "Recieve"),
        "request 2: the role rcm-np has no event Recieve; it has Receive");
    refusals.put(begun + event.replace("ecn", "ECN"), "request 2: \"msg\" lacks \"ecn\"");
    refusals.put(
        begun + event.replace("CE", "C") + "{\"id\":2}\n", "request 2: no codepoint is called C");
    refusals.put(begun + event + event, "line 5: it is no reply to request 2");
    refusals.put(begun + event.replace(":0", ":-1"), "line 4: \"t\" is a time in picoseconds");
    Path file = folder.resolve("case.jsonl");
    for (Map.Entry<String, String> each : refusals.entrySet()) {
      Files.writeString(file, each.getKey());
      for (String command : List.of("explain", "replay")) {
        Ran ran =
            command.equals("explain")
                ? run("conform", command, file.toString())
                : run("conform", command, file.toString(), "--", "./no");
        if (command.equals("explain") || !each.getKey().startsWith(begun)) {
          assertThat(ran.code()).as(command + " " + each.getKey()).isEqualTo(ExitCodes.BAD_INPUT);
          assertThat(ran.err()).as(each.getKey()).contains(each.getValue());
        }
      }
    }
    Files.writeString(file, begun + event);
    Ran broken = run("conform", "explain", file.toString());
    assertThat(broken.code()).as(broken.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(broken.out()).contains("CRASH").contains("has no reply to request 2");
  }

  @Test
  void noResultDependsOnTheNumberOfProcesses() throws IOException {
    Path one = folder.resolve("one");
    Path three = folder.resolve("two");
    Ran single = shim(MISTAKE, with("--seeds", "9", "--out", one.toString()));
    Ran several = shim(MISTAKE, with("--seeds", "9", "--out", three.toString(), "--jobs", "3"));
    assertThat(several.out().replace(three.toString(), one.toString())).isEqualTo(single.out());
    for (String name : List.of("results.json", "junit.xml", "failures/rcm-np.50us.1.jsonl")) {
      assertThat(Files.readString(three.resolve(name)))
          .as(name)
          .isEqualTo(Files.readString(one.resolve(name)));
    }
    assertThat(sorted(three)).as("outcomes come in another order").isEqualTo(sorted(one));
  }

  private static List<String> sorted(Path out) throws IOException {
    return Files.readAllLines(out.resolve("journal.jsonl")).stream().sorted().toList();
  }

  @Test
  void aRunThatWasCutOffGoesOnWithTheOutcomesThatItHad() throws IOException {
    Path whole = folder.resolve("whole");
    Ran ran = shim(MISTAKE, with("--seeds", "2", "--out", whole.toString()));
    List<String> journal = Files.readAllLines(whole.resolve("journal.jsonl"));
    assertThat(journal).as("the head, and a line for each case").hasSize(11);
    for (int kept : new int[] {0, 3, 11}) {
      Path cut = folder.resolve("cut-" + kept);
      Files.createDirectories(cut);
      String begun = kept < journal.size() ? journal.get(kept).substring(0, 20) : "";
      String lines = String.join("\n", journal.subList(0, kept)) + (kept > 0 ? "\n" : "");
      // The kept outcomes say so in their requests, and the cases are not played again.
      Files.writeString(
          cut.resolve("journal.jsonl"),
          lines.replaceAll("\"requests\":[0-9]+", "\"requests\":1000") + begun);
      Ran rest = shim(MISTAKE, with("--seeds", "2", "--out", cut.toString(), "--resume"));
      assertThat(rest.code()).as(rest.err()).isEqualTo(ExitCodes.FAILED);
      String results = Files.readString(cut.resolve("results.json"));
      assertThat(results.split("\"requests\" : 1000", -1))
          .as("cases that were not played again of %d lines", kept)
          .hasSize(Math.max(1, kept));
      assertThat(results.replaceAll("\"requests\" : [0-9]+", ""))
          .as("results after %d lines", kept)
          .isEqualTo(
              Files.readString(whole.resolve("results.json"))
                  .replaceAll("\"requests\" : [0-9]+", ""));
      assertThat(Files.readString(cut.resolve("failures/rcm-np.50us.1.shortest.jsonl")))
          .as("the failure of a case that was not played again")
          .isEqualTo(Files.readString(whole.resolve("failures/rcm-np.50us.1.shortest.jsonl")));
      assertThat(Files.readAllLines(cut.resolve("journal.jsonl"))).hasSize(11);
    }
    assertThat(ran.code()).isEqualTo(ExitCodes.FAILED);
    Path fresh = folder.resolve("fresh");
    Ran begun = shim(Map.of(), "run", "--case", "rcm-np/5ms/1", "--out", fresh + "", "--resume");
    assertThat(begun.err())
        .isEqualTo("sluice: there is no journal in " + fresh + "; the run begins afresh\n");
    assertThat(begun.code()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void aJournalOfAnotherRunIsNotGoneOnWith() throws IOException {
    Path out = folder.resolve("out");
    shim(MISTAKE, with("--seeds", "2", "--out", out.toString()));
    Map<String[], String> refusals = new HashMap<>();
    refusals.put(with("--seeds", "2", "--level", "wire"), "its level is STATE, and not WIRE");
    refusals.put(with("--seeds", "3"), "its cases is 10, seeds 2, and not 15, seeds 3");
    refusals.put(
        new String[] {"run", "--seeded-only", "--role", "rcm-rp", "--seeds", "2"},
        "its cases is 10");
    for (Map.Entry<String[], String> each : refusals.entrySet()) {
      List<String> args = new ArrayList<>(List.of(each.getKey()));
      args.addAll(List.of("--out", out.toString(), "--resume"));
      Ran ran = shim(MISTAKE, args.toArray(String[]::new));
      assertThat(ran.code()).as(args + ran.err()).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(ran.err()).contains("is the journal of another run").contains(each.getValue());
    }
    Ran other =
        shim(
            Map.of("SHIM_DETERMINISM", "none"),
            with("--seeds", "2", "--out", out + "", "--resume"));
    assertThat(other.err()).contains("its declaration is ");
    Ran nowhere = shim(MISTAKE, with("--resume"));
    assertThat(nowhere.err()).contains("name it with --out");
    Files.writeString(out.resolve("journal.jsonl"), "{\"format\":\"other\"}\n");
    Ran none = shim(MISTAKE, with("--seeds", "2", "--out", out.toString(), "--resume"));
    assertThat(none.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(none.err()).contains("line 1 is none of a journal");
  }

  @Test
  void knownFailuresAreExpectedByTheirSignatures() throws IOException {
    Path file = folder.resolve("known.toml");
    Ran first = shim(MISTAKE, with("--seeds", "2", "--write-expect", file.toString()));
    assertThat(first.out()).contains("signature: VALUE Receive owed");
    assertThat(Files.readString(file))
        .contains("\"rcm-np/50us/*\"")
        .contains("signature = \"VALUE Receive owed\"");
    Ran known = shim(MISTAKE, with("--seeds", "2", "--expect", file.toString()));
    assertThat(known.code()).as(known.out() + known.err()).isEqualTo(ExitCodes.OK);
    assertThat(known.out()).contains("10 cases: 6 PASS, 4 EXPECTED.").doesNotContain("VALUE ");
    Ran mended = shim(Map.of(), with("--seeds", "2", "--expect", file.toString()));
    assertThat(mended.code()).as("a listed case passes").isEqualTo(ExitCodes.FAILED);
    assertThat(mended.out()).contains("10 cases: 6 PASS, 4 UNEXPECTED_PASS.");
    Ran other =
        shim(Map.of("SHIM_MISTAKE", "loop:64"), with("--seeds", "2", "--expect", file.toString()));
    assertThat(other.code()).as("they fail in another way").isEqualTo(ExitCodes.FAILED);
    assertThat(other.out()).contains("4 EARLY").doesNotContain("EXPECTED");
    Path empty = folder.resolve("empty.toml");
    Ran none = shim(Map.of(), with("--seeds", "1", "--write-expect", empty.toString()));
    assertThat(none.err()).contains("no case failed; " + empty + " has no rows");
    Files.writeString(file, Files.readString(file).replace("50us", "51us"));
    Ran stale = shim(Map.of(), "run", "--case", "rcm-rp/gap/1", "--expect", file.toString());
    assertThat(stale.code()).as("no case has the name").isEqualTo(ExitCodes.FAILED);
    assertThat(stale.err()).contains("row 1 is stale: no case is called rcm-np/51us/*");
  }

  @Test
  void aFileOfExpectedFailuresIsReadStrictly() throws IOException {
    Path file = folder.resolve("known.toml");
    String row = "[[failure]]\ncases = [\"rcm-np/50us/*\"]\nsignature = \"VALUE\"\n";
    Map<String, String> refusals = new HashMap<>();
    refusals.put("[[failure", "known.toml:1 is no TOML");
    refusals.put("[[case]]\n", "has a key case; its rows begin with [[failure]]");
    refusals.put(row, "row 1 lacks a reason");
    refusals.put(row + "reason = \"r\"\nskip = true\n", "row 1 has a key skip; it can have cases");
    refusals.put("[[failure]]\nreason = \"r\"\n", "row 1 lacks cases, a list of names");
    refusals.put(row.replace("/*", ""), "row 1 has the case rcm-np/50us; it is ROLE/");
    for (Map.Entry<String, String> each : refusals.entrySet()) {
      Files.writeString(file, each.getKey());
      Ran ran = shim(Map.of(), with("--seeds", "2", "--expect", file.toString()));
      assertThat(ran.code()).as(each.getKey()).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(ran.err()).contains(each.getValue());
    }
    Ran none = shim(Map.of(), with("--seeds", "2", "--expect", folder.resolve("none").toString()));
    assertThat(none.err()).contains("there is no file ");
  }
}
