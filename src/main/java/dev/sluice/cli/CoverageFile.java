package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.StepKind;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What logs have exercised of each specification, added up over runs of {@code validate} in a JSON
 * file: how many steps there were of each kind.
 */
final class CoverageFile {
  /** Names this form; the number goes up when a field changes its meaning. */
  static final String FORMAT = "sluice-coverage/1";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final SortedMap<String, SortedMap<StepKind, Long>> specs = new TreeMap<>();

  private CoverageFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the file, if it is there.
   *
   * @throws Refusal if it is there and is not of this form
   */
  static CoverageFile open(Path file) throws Refusal {
    CoverageFile coverage = new CoverageFile(file);
    if (!Files.exists(file) || WholeFile.isSpecial(file)) {
      return coverage;
    }
    try {
      JsonNode root = JSON.readTree(Files.readString(file));
      if (root == null || !root.path("format").asText().equals(FORMAT)) {
        throw Refusal.badInput(
            file + " is no coverage of this version (" + FORMAT + "); name another file");
      }
      if (!root.path("specifications").isObject()) {
        throw Refusal.badInput(file + " cannot be read as coverage; name another file");
      }
      for (Map.Entry<String, JsonNode> spec : root.path("specifications").properties()) {
        for (Map.Entry<String, JsonNode> kind : spec.getValue().properties()) {
          coverage.add(spec.getKey(), StepKind.parse(kind.getKey()), kind.getValue().asLong());
        }
      }
      return coverage;
    } catch (JsonProcessingException | IndexOutOfBoundsException broken) {
      throw Refusal.badInput(file + " cannot be read as coverage; name another file");
    } catch (IOException failed) {
      throw Refusal.badInput(file + " cannot be read: " + failed.getMessage());
    }
  }

  /** Adds the steps of behaviours that were accepted. */
  void add(List<Judged> judged) {
    for (Judged each : judged) {
      if (each.verdict() instanceof Accepted accepted) {
        accepted.kinds().forEach((kind, count) -> add(each.spec(), kind, count));
      }
    }
  }

  private void add(String spec, StepKind kind, long count) {
    specs.computeIfAbsent(spec, key -> new TreeMap<>()).merge(kind, count, Long::sum);
  }

  /** Writes the file, whole or not at all. */
  void write() throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    ObjectNode all = root.putObject("specifications");
    specs.forEach(
        (spec, kinds) -> {
          ObjectNode node = all.putObject(spec);
          kinds.forEach((kind, count) -> node.put(kind.toString(), count));
        });
    byte[] text = ResultJson.print(root).getBytes(StandardCharsets.UTF_8);
    WholeFile.write(file, text);
  }

  /** The table, and the actions that no log has told of so far. */
  List<String> lines(Validation validation, List<Projection> projections) throws IOException {
    TextTable table = new TextTable("in " + file, ">steps", ">kinds", ">actions", ">of");
    List<String> never = new ArrayList<>();
    for (Projection projection : projections) {
      Map<StepKind, Long> kinds = specs.getOrDefault(projection.spec(), new TreeMap<>());
      SortedSet<String> actions = validation.actions(projection);
      long known = actions.size();
      kinds.keySet().forEach(kind -> actions.remove(kind.action()));
      table.row(
          List.of(
              projection.spec(),
              Words.count(kinds.values().stream().mapToLong(Long::longValue).sum()),
              Words.count(kinds.size()),
              Words.count(known - actions.size()),
              Words.count(known)));
      if (!actions.isEmpty()) {
        never.add("not seen: " + projection.spec() + " " + String.join(", ", actions));
      }
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(never);
    return lines;
  }
}
