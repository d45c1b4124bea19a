package dev.sluice.cli;

import dev.sluice.model.mutate.KnownSurvivors;
import dev.sluice.scenario.FlowFile;
import dev.sluice.trace.NotWritten;
import dev.sluice.trace.WholeFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The files that one command is going to write, looked at before it does anything.
 *
 * <p>A file that Sluice did not write stays: an output is refused where its name is a folder's, an
 * input's of the same command, another output's, or that of an existing file of another kind. One
 * of its own kind is replaced as a whole, and an empty one taken. Links are followed. What is no
 * regular file, such as a device, a FIFO or a process substitution, is written to, and {@code -} is
 * standard output.
 */
final class Outputs {
  /** How standard output is named. */
  static final Path STANDARD_OUTPUT = Path.of("-");

  /** The system's own names for it. */
  private static final List<Path> STANDARD_OUTPUTS =
      List.of(Path.of("/dev/stdout"), Path.of("/dev/fd/1"), Path.of("/proc/self/fd/1"));

  /** So much of an existing file is read to tell what it is, bytes. */
  private static final int HEAD_BYTES = 4096;

  /** What a file holds, and how an existing one is known. */
  enum Kind {
    EVENT_LOG("an event log", head -> head.startsWith("{\"format\":\"sluice-log\"")),
    CAPTURE("a pcapng capture", head -> head.startsWith("\n\r\r\n")),
    FLOWS("a table of flows", head -> head.startsWith(RunJson.CSV_HEAD)),
    FLOW_FILE("a file of flows", head -> head.startsWith(FlowFile.HEAD)),
    COMPARISON("a table of compared runs", head -> head.startsWith(CompareJson.CSV_HEAD)),
    SERIES("a table of curves", head -> head.startsWith(Plots.SERIES_HEAD)),
    CHART("an SVG picture", head -> head.contains("<svg")),
    PICTURE("a PNG picture", head -> head.startsWith("\u0089PNG")),
    RESULTS("a file of results in JUnit XML", head -> head.contains("<testsuites")),
    SEQUENCE_CHART("a sequence chart for Mermaid", head -> head.startsWith(CaseChart.HEAD)),
    EXPECTED_FAILURES(
        "a file of expected failures", head -> head.startsWith(ExpectedFailures.HEAD)),
    TRACE("an ITF trace", head -> head.contains("\"#meta\"")),
    SARIF("a SARIF log", head -> head.contains(Sarif.SCHEMA)),
    SURVIVORS("a file of survivors", head -> head.startsWith(KnownSurvivors.HEAD)),
    DOT("a graph for Graphviz", head -> head.startsWith("digraph ")),
    GRAPH("a graph in JSON", head -> head.contains("\"" + GraphDump.FORMAT + "\"")),
    COVERAGE(
        "coverage of this version (" + CoverageFile.FORMAT + ")",
        head -> head.contains("\"" + CoverageFile.FORMAT + "\""));

    private final String name;
    private final Predicate<String> isOne;

    Kind(String name, Predicate<String> isOne) {
      this.name = name;
      this.isOne = isOne;
    }
  }

  /** One file, and the words of the command line that ask for it. */
  private record Output(String option, Path file, Kind kind) {
    String words() {
      return option + " " + file;
    }
  }

  private final Session session;
  private final Map<Path, String> inputs = new LinkedHashMap<>();
  private final List<Output> outputs = new ArrayList<>();
  private boolean printsJson;
  private boolean filesOnly;

  Outputs(Session session) {
    this.session = session;
  }

  /** The command reads this file; what cannot be found is not looked at here. */
  Outputs reads(String what, Path file) {
    if (file != null && Files.exists(file)) {
      inputs.put(file, what);
    }
    return this;
  }

  /** Standard output is taken by one JSON document. */
  Outputs prints(boolean json) {
    printsJson = json;
    return this;
  }

  /** What the command prints has to stay readable: none of its files goes to standard output. */
  Outputs filesOnly() {
    filesOnly = true;
    return this;
  }

  /** An option asks for this file, or, if null, does not. */
  Outputs writes(String option, Path file, Kind kind) {
    if (file != null) {
      outputs.add(new Output(option, file, kind));
    }
    return this;
  }

  /** An option asks for these files in this folder, or, if it is null, does not. */
  Outputs fills(String option, Path folder, Map<String, Kind> files) throws Refusal {
    if (folder == null) {
      return this;
    }
    if (folder.toString().isEmpty()) {
      throw Refusal.badInput(option + " names no folder; . is this one");
    }
    if (isStandardOutput(folder)) {
      throw Refusal.badInput(
          option + " " + folder + ": pictures do not go to standard output; name a folder");
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw Refusal.badInput(option + " " + folder + " is not a folder; name one, or a new one");
    }
    files.forEach((name, kind) -> writes(option, folder.resolve(name), kind));
    return this;
  }

  /** Whether standard output is taken by one of the files, so that words go elsewhere. */
  boolean takeStandardOutput() {
    return outputs.stream().anyMatch(output -> isStandardOutput(output.file()));
  }

  /** Whether another process could write them all: none of them is this one's own. */
  boolean canBeHandedOver() {
    return outputs.stream()
        .noneMatch(
            output -> !isStandardOutput(output.file()) && WholeFile.isSpecial(output.file()));
  }

  /**
   * Looks at all of them.
   *
   * @throws Refusal if one cannot be written, or would destroy something
   */
  void check() throws Refusal {
    Map<Path, Output> named = new LinkedHashMap<>();
    for (Output output : outputs) {
      boolean standard = isStandardOutput(output.file());
      if (standard && filesOnly) {
        throw Refusal.badInput(
            output.words() + ": this file does not go to standard output; name another");
      }
      if (standard && printsJson) {
        throw Refusal.badInput(
            output.words() + " and --json both go to standard output; name a file for one");
      }
      if (!standard && WholeFile.isSpecial(output.file())) {
        if (!Files.exists(output.file())) {
          throw Refusal.badInput(
              output.words()
                  + " cannot be written: no file can be made there, and there is none of this name;"
                  + " name another place");
        }
        continue; // it takes whatever comes, and from several as well
      }
      Path place = standard ? STANDARD_OUTPUT : place(output);
      Output other = named.put(place, output);
      if (other != null) {
        throw Refusal.badInput(
            other.words()
                + " and "
                + output.words()
                + " are one file; name another one for either");
      }
    }
    named.remove(STANDARD_OUTPUT);
    for (Map.Entry<Path, Output> one : named.entrySet()) {
      check(one.getValue(), one.getKey());
    }
  }

  private void check(Output output, Path place) throws Refusal {
    if (output.file().toString().isEmpty()) {
      throw Refusal.badInput(output.option() + " names no file");
    }
    for (Map.Entry<Path, String> input : inputs.entrySet()) {
      if (isSame(input.getKey(), place)) {
        throw Refusal.badInput(
            output.words() + " is " + input.getValue() + ", which it would replace; name another");
      }
    }
    Path above = place.getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent(); // missing ones are made
    }
    if (Files.isDirectory(place)) {
      throw Refusal.badInput(output.words() + " is a folder; name a file");
    }
    if (above == null || !Files.isDirectory(above)) {
      throw Refusal.badInput(
          output.words() + " cannot be written: " + above + " is not a folder; name another place");
    }
    if (!Files.isWritable(above) || Files.exists(place) && !Files.isWritable(place)) {
      throw Refusal.badInput(
          output.words() + " cannot be written: you may not write there; name another place");
    }
    if (WholeFile.tooLong(place) != null) {
      throw Refusal.badInput(
          output.words()
              + " cannot be written: with the ending of its temporary file, a name of it is longer"
              + " than 255 octets; name another file");
    }
    String head = Files.exists(place) ? head(output, place) : "";
    if (!head.isEmpty() && !output.kind().isOne.test(head)) {
      throw Refusal.badInput(
          output.words()
              + " is there already and is not "
              + output.kind().name
              + "; name another file, or delete that one");
    }
  }

  /** Where its bytes will be: links followed, as far as there are any. */
  private static Path place(Output output) throws Refusal {
    try {
      return WholeFile.target(output.file());
    } catch (IOException e) {
      throw Refusal.badInput(output.words() + " cannot be written: " + e.getMessage());
    }
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.exists(other) && Files.isSameFile(one, other);
    } catch (IOException e) {
      return false; // gone since
    }
  }

  /** The beginning of a file, a character for each byte. */
  private static String head(Output output, Path place) throws Refusal {
    try (InputStream in = Files.newInputStream(place)) {
      return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw Refusal.badInput(
          output.words() + " is there already and cannot be read: " + e.getMessage());
    }
  }

  /** Writes one of them. */
  void write(Path file, WholeFile.Content content) throws IOException {
    if (!isStandardOutput(file)) {
      WholeFile.write(file, content);
      return;
    }
    OutputStream out = new BufferedOutputStream(session.terminal().out());
    try {
      content.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new NotWritten(file, e);
    }
  }

  private static boolean isStandardOutput(Path file) {
    return file.equals(STANDARD_OUTPUT) || STANDARD_OUTPUTS.contains(file.toAbsolutePath());
  }
}
