package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.replay.Mismatch;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A result as one JSON document. The same result gives the same bytes: keys stand in a fixed order,
 * models in that of the table, and there are no times in it.
 *
 * <p>At the top: {@code format} ({@value #FORMAT}), {@code sluice} (version), {@code command},
 * {@code status} and {@code exit} (the exit code), {@code models}, {@code specifications} (controls
 * caught, actions witnessed), {@code parts} (traces, requirements), {@code scope} (how many of the
 * models and transitions were checked), {@code notShown} (sentences), {@code requirements} (the
 * catalogue's rows, as {@code list requirements --json} has them). A status is one of {@code
 * as-expected}, {@code not-decided}, {@code failed}, {@code bad-input}, {@code interrupted}, {@code
 * fault}. What does not apply to a model is left out. Values are in TLA+ notation.
 */
final class ResultJson {
  /** Names this form; the number goes up when a field changes its meaning. */
  static final String FORMAT = "sluice-result/1";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ResultJson() {}

  /** The document as text. */
  static String of(RunResult result) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("sluice", Sluice.version());
    root.put("command", result.command());
    root.put("status", key(result.status()));
    root.put("exit", result.status().exitCode());
    ArrayNode models = root.putArray("models");
    result.models().forEach(done -> model(done, models.addObject()));
    ArrayNode specifications = root.putArray("specifications");
    ModelTableText.bySpecification(result.models())
        .forEach((module, all) -> specification(module, all, specifications.addObject()));
    ArrayNode parts = root.putArray("parts");
    for (Part part : result.parts()) {
      ObjectNode node = parts.addObject();
      node.put("name", part.name());
      node.put("status", key(part.status()));
      node.put("summary", part.summary());
      texts(node, "problems", part.problems());
      if (!part.details().isEmpty()) {
        texts(node, "details", part.details());
      }
    }
    if (!result.ofAll().isEmpty()) {
      scope(result, root.putObject("scope"));
    }
    texts(root, "notShown", result.notShown());
    if (result.catalogue() != null) {
      root.set(
          "requirements",
          JSON.<JsonNode>valueToTree(result.catalogue().report()).path("requirements"));
    }
    return print(root);
  }

  private static void scope(RunResult result, ObjectNode node) {
    node.put("models", result.models().size());
    node.put("modelsOfAll", result.ofAll().size());
    node.put(
        "transitionsReplayed",
        result.models().stream()
            .filter(done -> done.result().replay() != null)
            .mapToLong(done -> done.result().replay().replayed())
            .sum());
    node.put("transitionsOfAll", result.transitionsOfAll());
  }

  /** A document, indented, with line feeds on every machine. */
  static String print(JsonNode node) {
    DefaultIndenter indent = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentArraysWith(indent);
    printer.indentObjectsWith(indent);
    try {
      return JSON.writer(printer).writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Any record or list as a document. */
  static String print(Object data) {
    return print(JSON.<JsonNode>valueToTree(data));
  }

  /** A status, or what kind of thing is violated, as a word. */
  static String key(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A row of the table of models, as {@code list models} shows it. */
  static ObjectNode row(Model model) {
    ObjectNode node = JSON.createObjectNode();
    node.put("id", model.id());
    node.put("lane", model.lane().key());
    node.put("expect", model.expect());
    number(node, "states", model.states());
    number(node, "depth", model.depth());
    number(node, "transitions", model.transitions());
    number(node, "length", model.length());
    if (model.mustHold()) {
      node.put("replay", model.replay());
    }
    if (!model.finding().isEmpty()) {
      node.put("finding", model.finding());
    }
    node.put("shows", model.shows());
    return node;
  }

  private static void model(Done done, ObjectNode node) {
    ModelResult result = done.result();
    node.put("id", done.model().id());
    node.put("lane", done.model().lane().key());
    node.put("expect", done.model().expect());
    node.put("status", key(result.status()));
    node.put("outcome", result.outcome());
    if (result.verdict() instanceof Verdict.Violated violated) {
      violated(violated, node);
    }
    texts(node, "problems", done.problems());
    if (!result.notes().isEmpty()) {
      texts(node, "notes", result.notes());
    }
    if (!done.warnings().isEmpty()) {
      texts(node, "warnings", done.warnings());
    }
    number(node, "states", result.states());
    number(node, "depth", result.depth());
    number(node, "transitions", result.transitions());
    number(node, "length", result.length());
    if (!result.actionCounts().isEmpty()) {
      ObjectNode actions = node.putObject("actions");
      result.actionCounts().forEach(actions::put);
    }
    if (!result.constants().isEmpty()) {
      values(node, "constants", result.constants());
    }
    if (result.replay() != null) {
      replay(result.replay(), node.putObject("replay").put("twin", done.model().replay()));
    } else if (!done.model().whyNotReplayed().isEmpty()) {
      node.put("notReplayed", done.model().whyNotReplayed());
    }
    if (result.run() != null) {
      if (result.run().generated() > 0) {
        node.put("generated", result.run().generated());
      }
      said(result.run(), node);
    }
    if (result.counterexample() != null && !result.counterexample().steps().isEmpty()) {
      counterexample(result.counterexample(), node.putObject("counterexample"));
    }
    if (result.verdict() instanceof Verdict.Violated violated && !violated.further().isEmpty()) {
      ArrayNode further = node.putArray("further");
      for (Verdict.Violated each : violated.further()) {
        ObjectNode one = further.addObject();
        violated(each, one);
        counterexample(each.counterexample(), one.putObject("counterexample"));
      }
    }
  }

  private static void violated(Verdict.Violated violated, ObjectNode node) {
    node.put("kind", key(violated.kind()));
    if (!violated.property().isEmpty()) {
      node.put("property", violated.property());
    }
  }

  /** What the specification printed, and how often each of its lines was evaluated. */
  private static void said(TlcRun run, ObjectNode node) {
    List<String> printed = run.printed().stream().filter(line -> !line.isBlank()).toList();
    if (!printed.isEmpty()) {
      texts(node, "printed", printed);
    }
    if (!run.coverage().isEmpty()) {
      ObjectNode modules = node.putObject("coverage");
      EvaluationsText.byLine(run.coverage())
          .forEach(
              (module, lines) -> {
                ObjectNode counts = modules.putObject(module);
                lines.forEach((line, count) -> counts.put(Integer.toString(line), count.most()));
              });
    }
  }

  private static void replay(ReplayReport report, ObjectNode node) {
    node.put("transitions", report.transitions());
    node.put("replayed", report.replayed());
    node.put("walked", report.walked());
    node.put("steps", report.steps());
    node.put("lives", report.lives());
    node.put("refused", report.refused());
    node.put("absent", report.absent());
    node.put("mismatched", report.mismatched());
    ArrayNode mismatches = node.putArray("mismatches");
    for (Mismatch mismatch : report.mismatches()) {
      ObjectNode one = mismatches.addObject();
      one.put("kind", mismatch.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      one.put("alive", mismatch.alive());
      texts(one, "path", mismatch.path().stream().map(MismatchText::action).toList());
      ActionInstance action = mismatch.action();
      if (action != null) {
        one.put("action", MismatchText.action(action));
      }
      one.put("because", mismatch.because());
      texts(one, "requirements", mismatch.requirements());
      texts(one, "differing", mismatch.differing());
      state(one, "before", mismatch.variables(), mismatch.before());
      state(one, "expected", mismatch.variables(), mismatch.expected());
      state(one, "reached", mismatch.variables(), mismatch.reached());
    }
  }

  private static void state(
      ObjectNode node, String name, List<String> variables, List<Value> values) {
    if (!values.isEmpty()) {
      ObjectNode state = node.putObject(name);
      for (int i = 0; i < values.size(); i++) {
        state.put(variables.get(i), values.get(i).toString());
      }
    }
  }

  private static void counterexample(Counterexample counterexample, ObjectNode node) {
    node.put("end", counterexample.end().name().toLowerCase(Locale.ROOT));
    if (counterexample.end() == Counterexample.End.LOOP) {
      node.put("backTo", counterexample.backTo());
    }
    ArrayNode steps = node.putArray("steps");
    for (Counterexample.Step step : counterexample.steps()) {
      ObjectNode one = steps.addObject();
      one.put("action", CounterexampleText.action(step));
      values(one, "state", step.state());
    }
  }

  private static void specification(String module, List<Done> all, ObjectNode node) {
    List<Done> controls = all.stream().filter(done -> done.model().lane() == Lane.CONTROL).toList();
    Map<String, Integer> actions = ModelTableText.actions(all);
    node.put("module", module);
    node.put("controls", controls.size());
    node.put(
        "controlsCaught",
        controls.stream().filter(done -> done.status() == Status.AS_EXPECTED).count());
    node.put("actions", actions.size());
    node.put("actionsWitnessed", actions.values().stream().filter(count -> count > 0).count());
  }

  private static void values(ObjectNode node, String name, Map<String, Value> values) {
    ObjectNode inside = node.putObject(name);
    values.forEach((key, value) -> inside.put(key, value.toString()));
  }

  private static void number(ObjectNode node, String name, int number) {
    if (number >= 0) {
      node.put(name, number);
    }
  }

  private static void texts(ObjectNode node, String name, List<String> texts) {
    ArrayNode array = node.putArray(name);
    texts.forEach(array::add);
  }
}
