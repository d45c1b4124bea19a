package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.mutate.Change;
import dev.sluice.model.mutate.Mutant;
import dev.sluice.model.mutate.OwnScore;
import dev.sluice.model.vacuity.VacuousPart;
import java.nio.file.Path;
import java.util.List;

/** Survivors, and parts of claims that nothing exercises, as a SARIF log, which editors read. */
final class Sarif {
  /** The schema of the log. */
  static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private static final String SURVIVOR = "survivor";
  private static final String MISSING = "missing-steps";
  private static final String FAIRNESS = "unneeded-fairness";
  private static final String VACUOUS = "never-exercised";

  private static final ObjectMapper JSON = new ObjectMapper();

  private Sarif() {}

  /**
   * Returns the log. Files are named from the folder in which the command runs, if they are below.
   */
  static String of(OwnScore score, List<VacuousPart> never) {
    ObjectNode root = JSON.createObjectNode();
    root.put("$schema", SCHEMA);
    root.put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver");
    driver.put("name", "sluice mutate");
    ArrayNode rules = driver.putArray("rules");
    rule(rules, SURVIVOR, "No claim notices this change of the specification.");
    rule(rules, MISSING, "No claim notices that steps are missing.");
    rule(rules, FAIRNESS, "No claim needs this fairness.");
    rule(rules, VACUOUS, "No state or step exercises this part of a claim.");
    ArrayNode results = run.putArray("results");
    List<Mutant> unneeded = score.unneeded();
    for (Mutant mutant : score.survivors()) {
      boolean fewer = Change.of(score.fates().get(mutant)) == Change.FEWER;
      String rule = unneeded.contains(mutant) ? FAIRNESS : fewer ? MISSING : SURVIVOR;
      ObjectNode result =
          result(
              results,
              rule,
              rule.equals(SURVIVOR) ? "warning" : "note",
              mutant.id()
                  + ": no claim notices that "
                  + mutant.operator().words()
                  + ": "
                  + mutant.from()
                  + "  becomes  "
                  + mutant.to());
      ArrayNode locations = result.putArray("locations");
      Path file = score.files().get(mutant.module());
      Integer pluscal = score.pluscal().get(mutant);
      location(locations, file, pluscal == null ? mutant.line() : pluscal);
      if (pluscal != null) {
        location(result.putArray("relatedLocations"), file, mutant.line());
      }
      result.putObject("partialFingerprints").put("mutant", mutant.id());
    }
    for (VacuousPart part : never) {
      ObjectNode result =
          result(
              results,
              VACUOUS,
              "note",
              part.name().claim()
                  + ": nothing exercises this part ("
                  + part.name().kind().key()
                  + "): "
                  + part.name().text());
      int colon = part.place().lastIndexOf(':');
      location(
          result.putArray("locations"),
          Path.of(part.place().substring(0, colon)),
          Integer.parseInt(part.place().substring(colon + 1)));
    }
    return ResultJson.print(root);
  }

  private static void rule(ArrayNode rules, String id, String text) {
    ObjectNode rule = rules.addObject();
    rule.put("id", id);
    rule.putObject("shortDescription").put("text", text);
  }

  private static ObjectNode result(ArrayNode results, String rule, String level, String text) {
    ObjectNode result = results.addObject();
    result.put("ruleId", rule);
    result.put("level", level);
    result.putObject("message").put("text", text);
    return result;
  }

  private static void location(ArrayNode locations, Path file, int line) {
    Path here = Path.of("").toAbsolutePath();
    Path whole = file.toAbsolutePath().normalize();
    ObjectNode place = locations.addObject().putObject("physicalLocation");
    place
        .putObject("artifactLocation")
        .put(
            "uri",
            whole.startsWith(here)
                ? here.relativize(whole).toString().replace('\\', '/')
                : whole.toUri().toString());
    place.putObject("region").put("startLine", line);
  }
}
