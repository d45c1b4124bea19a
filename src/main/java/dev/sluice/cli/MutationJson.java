package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.mutate.Arguments;
import dev.sluice.model.mutate.Kill;
import dev.sluice.model.mutate.Score;
import dev.sluice.model.mutate.Settings;
import java.util.List;

/** The result of {@code sluice mutate} as one JSON document. */
final class MutationJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private MutationJson() {}

  static String of(List<Score> scores, Settings settings) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", "sluice-mutants/1");
    root.put("budget", settings.budget());
    root.put("replay", settings.replay());
    ArrayNode all = root.putArray("specifications");
    for (Score score : scores) {
      ObjectNode one = all.addObject();
      one.put("specification", score.specification().module());
      one.put("whole", score.whole());
      one.put("made", score.made());
      one.put("mutants", score.counted());
      ObjectNode counts = one.putObject("counts");
      for (Kill kill : Kill.values()) {
        counts.put(kill.key(), score.count(kill));
      }
      one.put("argued", score.argued().size());
      one.put("gaps", score.gaps().size());
      one.put("settled", score.settled());
      one.put("strong", score.strong());
      ObjectNode by = one.putObject("byProperty");
      score.byProperty().forEach(by::put);
      ArrayNode problems = one.putArray("problems");
      score.problems().forEach(problems::add);
      ArrayNode mutants = one.putArray("fates");
      score
          .fates()
          .forEach(
              (mutant, fate) -> {
                ObjectNode node = mutants.addObject();
                node.put("mutant", mutant.id());
                node.put("operator", mutant.operator().key());
                node.put("ofProperty", mutant.ofProperty());
                node.put("line", mutant.line());
                node.put("from", mutant.from());
                node.put("to", mutant.to());
                node.put("fate", fate.kill().key());
                node.put("by", fate.by());
                node.put("model", fate.model());
                node.put("detail", fate.detail());
                Arguments.Entry entry = score.argued().get(mutant);
                entry = entry == null ? score.gaps().get(mutant) : entry;
                if (entry != null) {
                  node.put("standing", entry.standing().key());
                  node.put("because", entry.because());
                }
              });
    }
    return ResultJson.print(root);
  }
}
