package dev.sluice.model.mutate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.Model;
import dev.sluice.trace.NotWritten;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * What became of the mutants of one specification, kept in a file as it becomes known, so that a
 * run that was stopped is taken up where it was.
 *
 * <p>The first line says what all of it rests on: a digest of the modules, the configurations, the
 * rows of the table and the settings. Where that is another, the file begins anew. Each further
 * line is one mutant's, written whole; a last line that was cut off does not count.
 */
final class Ledger {
  /** Rises when another fate comes of the same run. */
  private static final int REVISION = 2;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Map<String, Fate> fates = new HashMap<>();

  private Ledger(Path file) {
    this.file = file;
  }

  /**
   * Opens a ledger.
   *
   * @param fresh whether what it holds is to be forgotten
   * @param tlc which TLC it is that runs
   */
  static Ledger open(Path file, Mutable specification, Settings settings, String tlc, boolean fresh)
      throws IOException {
    Ledger ledger = new Ledger(file);
    ObjectNode head = JSON.createObjectNode();
    head.put("sluice-mutants", REVISION);
    head.put("specification", specification.module());
    head.put("digest", digest(specification, settings, tlc));
    String text = Files.exists(file) && !fresh ? Files.readString(file) : "";
    text = text.substring(0, text.lastIndexOf('\n') + 1);
    if (!text.startsWith(head + "\n")) {
      text = head + "\n";
    }
    WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    text.lines().skip(1).forEach(ledger::read);
    return ledger;
  }

  private void read(String line) {
    try {
      JsonNode node = JSON.readTree(line);
      fates.put(
          key(
              node.path("mutant").asText(),
              node.path("from").asText(),
              node.path("to").asText(),
              node.path("occurrence").asInt()),
          new Fate(
              Kill.of(node.path("fate").asText()),
              node.path("by").asText(),
              node.path("model").asText(),
              node.path("detail").asText()));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      // not a line that we wrote: the mutant is run again
    }
  }

  /** What became of a mutant, or {@code null} where that is not known. */
  synchronized Fate fate(Mutant mutant) {
    return fates.get(key(mutant));
  }

  /** What a mutant says; its number may belong to another where other mutants are made. */
  private static String key(Mutant mutant) {
    return key(mutant.id(), mutant.from(), mutant.to(), mutant.occurrence());
  }

  private static String key(String id, String from, String to, int occurrence) {
    return String.join("\n", id.replaceFirst("-\\d+$", ""), from, to, String.valueOf(occurrence));
  }

  /** Enters a mutant. */
  synchronized void enter(Mutant mutant, Fate fate) throws NotWritten {
    fates.put(key(mutant), fate);
    ObjectNode line = JSON.createObjectNode();
    line.put("mutant", mutant.id());
    line.put("from", mutant.from());
    line.put("to", mutant.to());
    line.put("occurrence", mutant.occurrence());
    line.put("fate", fate.kill().key());
    line.put("by", fate.by());
    line.put("model", fate.model());
    line.put("detail", fate.detail());
    try {
      Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new NotWritten(file, e);
    }
  }

  private static String digest(Mutable specification, Settings settings, String tlc)
      throws IOException {
    MessageDigest digest = GraphSum.sha256();
    add(digest, settings.budget() + " " + settings.glance() + " " + settings.replay() + " " + tlc);
    for (Path each : specification.files()) {
      add(digest, each.getFileName() + "\n" + Files.readString(each));
    }
    for (Model model : specification.all()) {
      add(digest, model.config().text());
      add(
          digest,
          String.join(
              " ",
              model.id(),
              model.rootModule().getFileName().toString(),
              model.expect(),
              String.valueOf(model.states()),
              String.valueOf(model.depth()),
              String.valueOf(model.transitions()),
              String.valueOf(model.length()),
              model.replay()));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }
}
