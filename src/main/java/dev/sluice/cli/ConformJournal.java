package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Case;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.GrainChanges.Change;
import dev.sluice.conformance.GrainChanges.Count;
import dev.sluice.trace.NotWritten;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The outcomes of the cases of a run, written as they come, so that a run which was cut off can go
 * on: a line with all that the outcomes depend on, and then a line for each case.
 */
final class ConformJournal implements AutoCloseable {
  private static final String FORMAT = "sluice-journal/1";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final FileChannel channel;
  private final Map<String, CaseOutcome> done;
  private IOException failed;

  private ConformJournal(Path file, FileChannel channel, Map<String, CaseOutcome> done) {
    this.file = file;
    this.channel = channel;
    this.done = done;
  }

  /** Returns the file in a folder. */
  static Path file(Path folder) {
    return folder.resolve("journal.jsonl");
  }

  /**
   * Begins a journal, or goes on with the one that is there.
   *
   * @param of all that the outcomes depend on, by its name
   * @param cases the cases of the run
   * @throws Refusal if the journal that is there is of another run
   */
  static ConformJournal open(Path folder, Map<String, String> of, List<Case> cases)
      throws Refusal, IOException {
    Path file = file(folder);
    ObjectNode head = JSON.createObjectNode().put("format", FORMAT);
    of.forEach(head::put);
    try {
      Files.createDirectories(folder);
      Map<String, CaseOutcome> done = new HashMap<>();
      long whole = 0;
      if (Files.exists(file)) {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        String complete = text.substring(0, text.lastIndexOf('\n') + 1);
        whole = complete.getBytes(StandardCharsets.UTF_8).length;
        done.putAll(read(file, complete.lines().toList(), of, cases));
      }
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.truncate(whole); // a line that was cut off
      channel.position(whole);
      ConformJournal journal = new ConformJournal(file, channel, done);
      if (whole == 0) {
        journal.line(head);
      }
      return journal;
    } catch (IOException e) {
      throw new NotWritten(file, e);
    }
  }

  private static Map<String, CaseOutcome> read(
      Path file, List<String> lines, Map<String, String> of, List<Case> cases) throws Refusal {
    Map<String, Case> planned = new HashMap<>();
    cases.forEach(each -> planned.put(each.name(), each));
    Map<String, CaseOutcome> done = new HashMap<>();
    int number = 0;
    for (String line : lines) {
      number++;
      JsonNode node;
      try {
        node = JSON.readTree(line);
        if (number == 1) {
          same(file, node, of);
        } else {
          Case one = planned.get(node.path("case").asText());
          if (one == null) {
            throw new IllegalArgumentException("no case of the run");
          }
          done.put(one.name(), outcome(one, node));
        }
      } catch (JsonProcessingException | IllegalArgumentException e) {
        throw Refusal.badInput(
            "%s: line %d is none of a journal; name a new folder with --out"
                .formatted(file, number));
      }
    }
    return done;
  }

  private static void same(Path file, JsonNode head, Map<String, String> of) throws Refusal {
    if (!head.path("format").asText().equals(FORMAT)) {
      throw new IllegalArgumentException("no journal");
    }
    for (Map.Entry<String, String> each : new TreeMap<>(of).entrySet()) {
      String was = head.path(each.getKey()).asText();
      if (!was.equals(each.getValue())) {
        throw Refusal.badInput(
            "%s is the journal of another run: its %s is %s, and not %s; name a new folder with --out"
                .formatted(file, each.getKey(), was, each.getValue()));
      }
    }
  }

  private static CaseOutcome outcome(Case one, JsonNode node) {
    Set<String> taken = new TreeSet<>();
    node.path("taken").forEach(each -> taken.add(each.asText()));
    Map<Change, Count> changes = new TreeMap<>();
    node.path("grain")
        .forEach(
            each ->
                changes.put(
                    new Change(each.path("variable").asText(), each.path("action").asText()),
                    new Count(each.path("hidden").asInt(), each.path("changes").asInt())));
    return new CaseOutcome(
        one,
        CaseVerdict.valueOf(node.path("verdict").asText()),
        node.path("because").asText(),
        node.path("signature").asText(),
        node.path("requests").asInt(),
        taken,
        changes);
  }

  /** Returns the outcomes that were there before, by the names of their cases. */
  Map<String, CaseOutcome> done() {
    return done;
  }

  /** Returns why an outcome could not be written; null if all could. */
  IOException failed() {
    return failed == null ? null : new NotWritten(file, failed);
  }

  /** Writes an outcome. */
  void add(CaseOutcome one) {
    ObjectNode node = JSON.createObjectNode();
    ConformJson.outcome(node, one);
    ArrayNode taken = node.putArray("taken");
    one.taken().forEach(taken::add);
    try {
      line(node);
    } catch (IOException e) {
      failed = e;
    }
  }

  private void line(ObjectNode node) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((node + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
