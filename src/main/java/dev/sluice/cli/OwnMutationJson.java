package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.Model;
import dev.sluice.model.mutate.Change;
import dev.sluice.model.mutate.Fate;
import dev.sluice.model.mutate.Kill;
import dev.sluice.model.mutate.OwnScore;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.vacuity.VacuousPart;
import java.util.List;

/** The mutants of a specification of the user's own as one JSON document. */
final class OwnMutationJson {
  private static final String FORMAT = "sluice-own-mutants/1";
  private static final ObjectMapper JSON = new ObjectMapper();

  private OwnMutationJson() {}

  static String of(
      Model model, TlcRun run, OwnScore score, List<VacuousPart> never, List<String> problems) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("module", model.module());
    root.put("config", model.name());
    root.put("states", run.distinct());
    root.put("depth", run.depth());
    root.put("whole", score.whole());
    root.put("made", score.made());
    root.put("counted", score.counted());
    root.put("noticed", score.noticed());
    ObjectNode counts = root.putObject("counts");
    for (Kill kill : Kill.values()) {
      counts.put(kill.key(), score.count(kill));
    }
    ObjectNode claims = root.putObject("claims");
    for (String claim : score.claims()) {
      ObjectNode one = claims.putObject(claim);
      one.put("first", score.first().get(claim));
      one.put("notices", score.any().get(claim));
      one.put("alone", score.alone().get(claim));
    }
    ArrayNode vacuity = root.putArray("neverExercised");
    for (VacuousPart part : never) {
      ObjectNode one = vacuity.addObject();
      one.put("claim", part.name().claim());
      one.put("kind", part.name().kind().key());
      one.put("place", part.place());
      one.put("text", part.name().text());
    }
    ArrayNode mutants = root.putArray("mutants");
    score
        .fates()
        .forEach(
            (mutant, fate) -> {
              ObjectNode node = mutants.addObject();
              node.put("mutant", mutant.id());
              node.put("operator", mutant.operator().key());
              node.put("file", score.files().get(mutant.module()).toString());
              node.put("line", mutant.line());
              if (score.pluscal().containsKey(mutant)) {
                node.put("pluscalLine", score.pluscal().get(mutant));
              }
              node.put("from", mutant.from());
              node.put("to", mutant.to());
              fate(node, fate);
            });
    problems.forEach(root.putArray("problems")::add);
    return ResultJson.print(root);
  }

  private static void fate(ObjectNode node, Fate fate) {
    node.put("fate", fate.kill().key());
    Change change = Change.of(fate);
    if (change != null) {
      node.put("change", change.key());
      return;
    }
    node.put("by", fate.by());
    node.put("detail", fate.detail());
    fate.also().forEach(node.putArray("also")::add);
  }
}
