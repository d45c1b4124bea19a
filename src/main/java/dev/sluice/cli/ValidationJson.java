package dev.sluice.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.probe.Misfit;
import dev.sluice.model.validate.Agreements.Disagreement;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Step;
import java.util.List;

/** Why a log was rejected, for programs. */
final class ValidationJson {
  private ValidationJson() {}

  /** Adds the disagreements of a log's parts to its node. */
  static void disagreements(List<Disagreement> all, ObjectNode node) {
    ArrayNode rows = node.putArray("disagreements");
    for (Disagreement each : all) {
      ObjectNode row = rows.addObject();
      row.put("of", each.what());
      row.put("event", each.event().number());
      row.put("at", each.event().at());
      row.put("t", each.event().atPs());
      row.put("flow", each.event().instance().orElseThrow().flow());
      each.told().forEach(row.putArray("told")::add);
    }
  }

  /** Fills a node. */
  static void rejection(Judged judged, ObjectNode node) {
    Rejected rejected = (Rejected) judged.verdict();
    Step step = judged.rejected().orElseThrow();
    node.put("behaviour", judged.behaviour().key());
    node.put("event", step.number());
    node.put("action", step.action());
    node.put("at", step.at());
    node.put("t", step.atPs());
    node.put("broken", rejected.broken());
    node.put("states", rejected.states());
    ObjectNode before = node.putObject("before");
    rejected.before().forEach(before::put);
    if (rejected.misfit().isPresent()) {
      Misfit misfit = rejected.misfit().get();
      ObjectNode conjunct = node.putObject("conjunct");
      conjunct.put("text", misfit.conjunct());
      conjunct.put("module", misfit.module());
      conjunct.put("line", misfit.line());
      misfit.within().forEach(conjunct.putArray("within")::add);
      conjunct.put("relation", misfit.relation());
      conjunct.put("left", misfit.left());
      conjunct.put("leftValue", misfit.leftValue());
      conjunct.put("right", misfit.right());
      conjunct.put("rightValue", misfit.rightValue());
      ObjectNode bindings = conjunct.putObject("bindings");
      misfit.bindings().forEach(bindings::put);
      ObjectNode locals = conjunct.putObject("locals");
      misfit.locals().forEach(locals::put);
    }
    var fitting = node.putArray("fitting");
    for (int index : rejected.fitting()) {
      fitting.add(judged.behaviour().steps().get(index).number());
    }
  }
}
