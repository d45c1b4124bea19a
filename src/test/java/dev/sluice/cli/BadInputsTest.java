package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Toy;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.ItfWriter;
import dev.sluice.trace.KeptReader;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user may type or bring that is wrong, row by row: {@code bad-inputs.txt} has the exit code
 * and the sentence for each. No file is touched, and nobody is shown the inside of the program.
 */
class BadInputsTest {
  private static final Path TABLE = Path.of("src/test/resources/bad-inputs.txt");

  private static final int AT_LEAST = 300;

  /** What only the program's own developers can read. */
  private static final Pattern INSIDE =
      Pattern.compile(
          "\tat |\\w+Exception\\b|\\bdev\\.sluice\\.|com\\.fasterxml|\\(null\\)|: null\\b");

  private static final String SCENARIO =
      """
      # Two hosts, one flow.
      cc = "nscc"
      [topology]
      kind = "star"
      hosts = 2
      [nic]
      mtu = 4096
      [queues]
      trim = "off"
      [[flow]]
      from = 0
      to = 1
      size = "4KiB"
      [expect]
      drops = 0
      """;

  private static final String LOG =
      """
      {"format":"sluice-log","version":1,"writer":{"name":"sluice","version":"1"},"profile":"uet-1.0",\
      "seed":"0x1","scenario":"sha256:%s","units":{"CccLifecycle.BaseRtt":"ps"},\
      "constants":{},"omits":[]}
      {"n":1,"t":0,"at":"host-0","spec":"CccLifecycle","do":"Post",\
      "of":{"role":"source","source":"host-0","destination":"host-1","class":0},\
      "in":{"r":"host-0#0"},"st":{"request":"WAITING"}}
      {"n":2,"t":0,"at":"host-0","spec":"CccLifecycle","do":"Allocate",\
      "of":{"role":"source","source":"host-0","destination":"host-1","class":0,"pdc":1},\
      "in":{"r":"host-0#0"},"st":{"request":"TAKEN","todo":4204}}
      {"n":3,"t":0,"at":"host-0","spec":"CccLifecycle","do":"AskCcc",\
      "of":{"role":"source","source":"host-0","destination":"host-1","class":0,"pdc":1},\
      "in":{"n":"host-0","p":1},"st":{"asked":[["host-0","host-1","0"]]}}
      {"n":4,"t":0,"at":"host-0","spec":"CccLifecycle","do":"Create",\
      "of":{"role":"source","source":"host-0","destination":"host-1","class":0,"ccc":1,"life":1},\
      "in":{"n":"host-0","f":["host-0","host-1","0"]},"st":{"asked":[]}}
      {"n":5,"end":true}
      """
          .formatted("0".repeat(64));

  @TempDir Path temp;
  private Path folder;
  private Path temporary;
  private Map<String, byte[]> laid = Map.of();

  /**
   * A row of the table.
   *
   * @param line where its command stands
   * @param edits what is done to the files before
   * @param code how the command must end
   * @param says what it must say first
   */
  private record Row(int line, List<String> edits, String command, int code, String says) {}

  // ------------------------------------------------------------------------- the table

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    List<String> edits = new ArrayList<>();
    String command = null;
    List<String> lines = Files.readAllLines(TABLE);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("$")) {
        command = line.substring(1).strip();
      } else if (command == null) {
        edits.add(line);
      } else {
        rows.add(
            new Row(
                i, edits, command, Integer.parseInt(line.split(" ")[0]), line.split(" ", 2)[1]));
        edits = new ArrayList<>();
        command = null;
      }
    }
    assertThat(command).as("a row without its end").isNull();
    return rows;
  }

  // ------------------------------------------------------------------------- the files

  /** What lies in the folder before a row edits it, by path. */
  private Map<String, byte[]> files() throws IOException, BadTrace {
    Map<String, byte[]> files = new TreeMap<>();
    Path scratch = Files.createDirectory(temp.resolve("scratch"));
    Project project = Project.of(scratch, Project.HOLDS, Project.CAUGHT);
    collect(project.root(), "project/", files);
    for (String each : List.of("Relay.tla", "Relay.cfg")) {
      files.put(each, Files.readAllBytes(Toy.folder().resolve(each)));
    }
    files.put("mine.toml", text(SCENARIO));
    files.put("letter.txt", text("Dear reader,\nall is well.\n"));
    files.put("empty", new byte[0]);
    files.put("picture.bin", new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, 0, -1, -2});
    Path kept = Path.of("model-traces/CreditConservation/trace.json");
    files.put("kept.json", Files.readAllBytes(kept));
    files.put(
        "kept.itf.json", ItfWriter.bytes(KeptReader.read(kept, ItfReader.Expected.ANY).get(0)));
    files.put("log.ndjson", text(LOG));
    return files;
  }

  private static void collect(Path from, String prefix, Map<String, byte[]> into)
      throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        into.put(prefix + from.relativize(each), Files.readAllBytes(each));
      }
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String written(String text) {
    StringBuilder result = new StringBuilder();
    Matcher escape = Pattern.compile("\\\\(n|r|t|0|\\\\|u[0-9A-F]{4})").matcher(text);
    while (escape.find()) {
      String one = escape.group(1);
      String meant =
          switch (one.charAt(0)) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case '0' -> "\0";
            case '\\' -> "\\";
            default -> String.valueOf((char) Integer.parseInt(one.substring(1), 16));
          };
      escape.appendReplacement(result, Matcher.quoteReplacement(meant));
    }
    return escape.appendTail(result).toString();
  }

  /** Does what the lines before a command say; each begins with a verb. */
  private static void edit(Map<String, byte[]> files, String edit) throws IOException {
    String[] words = edit.split(" ", 3);
    String file = words[1];
    byte[] old = files.getOrDefault(file, new byte[0]);
    switch (words[0]) {
      case "write" -> files.put(file, text(written(words[2])));
      case "append" -> {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(old);
        all.write(text(written(words[2])));
        files.put(file, all.toByteArray());
      }
      case "edit" -> {
        String[] sides = words[2].split(" => ?", 2);
        String before = new String(old, StandardCharsets.UTF_8);
        int at = before.indexOf(written(sides[0]));
        assertThat(at).as("%s: %s has it not", edit, file).isNotNegative();
        files.put(
            file,
            text(
                before.substring(0, at)
                    + written(sides[1])
                    + before.substring(at + written(sides[0]).length())));
      }
      case "cut" -> files.put(file, Arrays.copyOf(old, Integer.parseInt(words[2])));
      case "copy" -> files.put(words[2], old);
      case "delete" -> files.remove(file);
      case "gzip", "zstd" -> {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out =
            words[0].equals("gzip") ? new GZIPOutputStream(packed) : new ZstdOutputStream(packed)) {
          out.write(old);
        }
        files.put(words[2], packed.toByteArray());
      }
      case "catalogue" -> collect(Path.of("spec/requirements"), file + "/", files);
      default -> throw new IllegalArgumentException(edit);
    }
  }

  /** Has the folder hold these files and no others; writes those that are not there already. */
  private void lay(Map<String, byte[]> files) throws IOException {
    for (String gone : laid.keySet()) {
      if (!files.containsKey(gone)) {
        Path file = folder.resolve(gone);
        Files.delete(file);
        if (file.getParent().toFile().list().length == 0) {
          Files.delete(file.getParent());
        }
      }
    }
    for (Map.Entry<String, byte[]> each : files.entrySet()) {
      if (laid.get(each.getKey()) != each.getValue()) {
        Path file = folder.resolve(each.getKey());
        Files.createDirectories(file.getParent());
        Files.write(file, each.getValue());
      }
    }
    laid = files;
  }

  /** What the folder holds that was not laid there, or holds otherwise, or holds no more. */
  private List<String> changed() throws IOException {
    List<String> changed = new ArrayList<>(laid.keySet());
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        String name = folder.relativize(each).toString();
        if (Arrays.equals(Files.readAllBytes(each), laid.get(name))) {
          changed.remove(name);
        } else if (!laid.containsKey(name)) {
          changed.add(name);
        }
      }
    }
    try (Stream<Path> left = Files.list(temporary)) {
      left.forEach(each -> changed.add(each.toString()));
    }
    return changed;
  }

  // ------------------------------------------------------------------------- what comes of a row

  /** The words of a command; those in quotes may hold blanks, and {@code ./} is the folder. */
  private List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = Pattern.compile("'([^']*)'|\\S+").matcher(command);
    while (word.find()) {
      String one = written(word.group(1) == null ? word.group() : word.group(1));
      words.add(one.replaceFirst("^(@|--[a-z-]+=)?\\./", "$1" + folder + "/"));
    }
    return words;
  }

  /** What is wrong with how a row ends, or nothing. */
  private String wrong(Row row, Map<String, byte[]> files) throws IOException {
    Map<String, byte[]> own = new TreeMap<>(files);
    Map<String, String> variables = new HashMap<>();
    Path home = folder.resolve("project");
    for (String edit : row.edits()) {
      if (edit.startsWith("home ")) {
        home = folder.resolve(edit.substring("home ".length()));
      } else if (edit.startsWith("set ")) {
        String[] sides = edit.substring("set ".length()).split("=", 2);
        variables.put(sides[0], sides[1].replaceFirst("^\\./", folder + "/"));
      } else {
        edit(own, edit);
      }
    }
    lay(own);
    Project project = Project.at(home, temporary);
    int code = project.run(variables, words(row.command()).toArray(String[]::new));
    List<String> changed = changed();
    assertThat(changed).as("what line %d has changed: $ %s", row.line(), row.command()).isEmpty();
    String all = (project.err() + project.out()).replace(folder + "/", "./");
    String first = all.lines().findFirst().orElse("").replaceFirst("^sluice: ", "");
    if (code != row.code() || !isSaid(row.says(), first, all)) {
      return code + " " + first;
    } else if (INSIDE.matcher(all).find()) {
      return "shows its inside: " + all;
    }
    return "";
  }

  /** Whether the first line, or any, is that of the row. */
  private static boolean isSaid(String says, String first, String all) {
    Stream<String> lines =
        says.startsWith("> ") ? all.lines().map(String::strip) : Stream.of(first);
    String line = says.replaceFirst("^> ", "");
    return line.endsWith("…")
        ? lines.anyMatch(each -> each.startsWith(line.substring(0, line.length() - 1)))
        : lines.anyMatch(line::equals);
  }

  @Test
  void eachIsRefusedWithItsSentenceAndNoFileIsTouched() throws Exception {
    List<Row> rows = rows();
    Map<String, byte[]> files = files();
    folder = Files.createDirectory(temp.resolve("here"));
    temporary = Files.createDirectory(temp.resolve("temporary"));
    Files.createDirectory(folder.resolve("folder"));
    List<String> wrong = new ArrayList<>();
    for (Row row : rows) {
      String what = wrong(row, files);
      if (!what.isEmpty()) {
        wrong.add(
            "line %d: $ %s%n    must: %d %s%n    is:   %s"
                .formatted(row.line(), row.command(), row.code(), row.says(), what));
      }
    }
    System.out.printf("bad inputs: %d, %d not as they must be%n", rows.size(), wrong.size());
    assertThat(wrong).isEmpty();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(AT_LEAST);
    assertThat(rows.stream().map(row -> row.edits() + row.command())).doesNotHaveDuplicates();
  }

  /** Each command has a row, and so has each option with a value, with one that it cannot have. */
  @Test
  void noCommandAndNoOptionIsForgotten() throws IOException {
    List<String> commands = rows().stream().map(Row::command).toList();
    Project project = Project.own(temp);
    List<String> forgotten = new ArrayList<>();
    for (String command : StartTest.COMMANDS) {
      if (commands.stream().noneMatch(each -> (each + " ").startsWith(command + " "))) {
        forgotten.add(command);
      }
      project.run((command + " --help").split(" "));
      Pattern.compile("--[a-z0-9-]+(?==|\\[=)")
          .matcher(project.out())
          .results()
          .map(option -> option.group())
          .filter(
              option -> commands.stream().noneMatch(each -> (each + " ").contains(option + " ")))
          .forEach(option -> forgotten.add(command + " " + option));
    }
    assertThat(forgotten).isEmpty();
  }
}
