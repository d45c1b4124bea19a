package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.replay.BehaviourReplay;
import dev.sluice.model.replay.Twin;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.KeptReader;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Drives the kernels along behaviours read from files, without TLC. */
final class TraceReplay {
  /** A number, a string or a truth value. */
  private static final Pattern PLAIN = Pattern.compile("= (\\d+|\"[^\"]*\"|TRUE|FALSE)");

  private final ModelTable table;
  private final Terminal terminal;

  TraceReplay(ModelTable table, Terminal terminal) {
    this.table = table;
    this.terminal = terminal;
  }

  /** Whether a name on the command line stands for a trace. */
  static boolean isFile(String name) {
    return name.endsWith(".json");
  }

  /** Replays every file, and prints a line for each and an explanation where one parts. */
  Status all(List<String> files) {
    TextTable lines = new TextTable("", "trace", "model", ">steps", ">replayed", ">refused");
    List<String> explained = new ArrayList<>();
    Status worst = Status.AS_EXPECTED;
    for (String file : files) {
      List<String> row = new ArrayList<>(List.of(file, "", "", "", ""));
      Status status = one(file, row, explained);
      row.add(0, ModelTableText.mark(status));
      lines.row(row);
      worst = worst.or(status);
    }
    lines.lines().forEach(terminal::line);
    explained.forEach(terminal::line);
    return worst;
  }

  private Status one(String file, List<String> row, List<String> explained) {
    try {
      byte[] bytes = KeptReader.bytes(Path.of(file));
      ItfTrace.Meta meta = KeptReader.readEither(file, bytes, ItfReader.Expected.ANY).get(0).meta();
      String id = meta.module() + "/" + meta.model();
      row.set(1, id);
      Model model =
          table.models().stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
      if (model == null) {
        explained.add("");
        explained.add(
            file
                + ": it is a behaviour of "
                + id
                + ", and there is no such model; `sluice list models` shows them all");
        return Status.BAD_INPUT;
      }
      if (!model.replayed()) {
        explained.add("");
        explained.add(
            file
                + ": no kernel replays "
                + id
                + (model.mustHold() ? " (" + model.whyNotReplayed() + ")" : ", a control"));
        return Status.NOT_DECIDED;
      }
      Optional<String> other = otherConstant(meta, model);
      if (other.isPresent()) {
        explained.add("");
        explained.add(file + ": " + other.get());
        return Status.BAD_INPUT;
      }
      Twin<?> twin = Systems.twin(model.replay(), meta.constants());
      Set<String> actions =
          twin.actions().stream()
              .map(Twin.Action::name)
              .collect(Collectors.toCollection(TreeSet::new));
      String digest = SpecDigest.of(model.rootModule(), model.config().bytes(), table.library());
      List<ItfTrace> behaviours =
          KeptReader.readEither(file, bytes, ItfReader.Expected.of(digest, actions));
      return follow(file, behaviours, twin, row, explained);
    } catch (BadTrace e) {
      explained.add("");
      explained.add(e.getMessage());
      return Status.BAD_INPUT;
    } catch (IllegalArgumentException e) {
      explained.add("");
      explained.add(file + ": its constants do not fit the kernels: " + e.getMessage());
      return Status.BAD_INPUT;
    } catch (IOException e) {
      explained.add("");
      explained.add(file + ": the specification cannot be read: " + DiskTrouble.why(e));
      return Status.NOT_DECIDED;
    }
  }

  /** Returns a sentence if a constant is not one of the model, or has another value there. */
  private static Optional<String> otherConstant(ItfTrace.Meta meta, Model model)
      throws IOException {
    Map<String, String> assigned = new TreeMap<>(model.assignments());
    for (Map.Entry<String, Value> each : meta.constants().entrySet()) {
      String name = each.getKey();
      String value = assigned.get(name);
      if (value == null) {
        return Optional.of(
            "its constants have %s, which %s has not; it has %s"
                .formatted(name, model.id(), String.join(", ", assigned.keySet())));
      }
      if (PLAIN.matcher(value).matches() && !value.equals("= " + each.getValue())) {
        return Optional.of(
            "its constant %s is %s, and that of %s is %s"
                .formatted(name, each.getValue(), model.id(), value.substring("= ".length())));
      }
    }
    return Optional.empty();
  }

  /** Follows a file's behaviours up to the first that the kernels do not follow to its end. */
  private static Status follow(
      String file,
      List<ItfTrace> behaviours,
      Twin<?> twin,
      List<String> row,
      List<String> explained) {
    int steps = behaviours.stream().mapToInt(each -> each.states().size() - 1).sum();
    row.set(2, Words.count(steps));
    int replayed = 0;
    int refused = 0;
    for (int number = 0; number < behaviours.size(); number++) {
      BehaviourReplay.Report report = BehaviourReplay.run(behaviours.get(number), twin);
      replayed += report.steps();
      refused += report.refused();
      row.set(3, Words.count(replayed));
      row.set(4, Words.count(refused));
      if (!report.faithful()) {
        explained.add("");
        explained.add(file + (behaviours.size() == 1 ? ":" : ", behaviour " + number + ":"));
        explained.addAll(report.misfits());
        report.mismatch().ifPresent(mismatch -> explained.addAll(MismatchText.lines(mismatch)));
        if (behaviours.get(number).states().size() == 1) {
          explained.add("it has no step: nothing was shown");
        }
        return Status.FAILED;
      }
    }
    return Status.AS_EXPECTED;
  }
}
