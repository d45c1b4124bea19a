package dev.sluice.cli;

import dev.sluice.model.BadTable;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.vacuity.KnownVacuity;
import dev.sluice.model.vacuity.KnownVacuity.VacuityLane;
import dev.sluice.model.vacuity.LaneParts;
import dev.sluice.model.vacuity.VacuousPart;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes the parts of claims from the searches of models, reports those that no model exercises, and
 * compares them with the known ones or writes those anew.
 */
final class VacuityKeeper implements Runner.Watcher {
  private static final String NAME = "vacuity";

  private final Path root;
  private final LaneParts parts;
  private final Set<String> missing = new TreeSet<>();

  VacuityKeeper(ModelTable table) {
    this.root = table.root();
    this.parts = new LaneParts(table.root(), table.library());
  }

  @Override
  public synchronized void done(Done done, Path folder) throws IOException {
    if (!done.model().mustHold() || done.model().isOwn()) {
      return;
    }
    boolean known =
        done.status() == Status.AS_EXPECTED
            && done.result().run() != null
            && parts.add(done.model(), done.result().run().graph());
    if (!known) {
      missing.add(done.model().id());
    }
  }

  /**
   * Reports the parts that no model exercises, and compares them with nothing.
   *
   * @param text whether the parts of several specifications are listed with their text, too
   */
  Part report(boolean text) {
    try {
      List<VacuousPart> never = parts.never();
      List<String> details = text || parts.modules().size() == 1 ? details(never) : claims(never);
      return new Part(NAME, Status.AS_EXPECTED, summary(never), List.of(), details);
    } catch (IOException e) {
      return unread(e);
    }
  }

  /**
   * Compares the parts that no model exercises with the known ones of a lane.
   *
   * @param details whether the parts are listed with their text
   */
  Part compare(VacuityLane lane, boolean details) {
    if (!missing.isEmpty()) {
      return new Part(
          NAME,
          Status.NOT_DECIDED,
          "not compared: without the result of " + String.join(", ", missing),
          List.of());
    }
    try {
      List<VacuousPart> never = parts.never();
      List<String> problems = new ArrayList<>();
      long open = 0;
      for (String module : new TreeSet<>(parts.modules())) {
        KnownVacuity known = KnownVacuity.load(root, module);
        problems.addAll(known.differences(lane, of(module, never)));
        open += known.open(lane);
      }
      return new Part(
          NAME,
          problems.isEmpty() ? Status.AS_EXPECTED : Status.FAILED,
          summary(never)
              + (!problems.isEmpty()
                  ? "; the list in spec/vacuity/ differs"
                  : never.isEmpty() ? "" : ", all known")
              + (open == 0
                  ? ""
                  : "; " + Words.some(open, "entry has", "entries have") + " no reason"),
          problems,
          details ? details(never) : List.of());
    } catch (BadTable e) {
      return new Part(NAME, Status.BAD_INPUT, "the list cannot be read", List.of(e.getMessage()));
    } catch (IOException e) {
      return unread(e);
    }
  }

  /** Writes the known parts of a lane anew. */
  Part write(VacuityLane lane) {
    if (!missing.isEmpty()) {
      return compare(lane, false);
    }
    try {
      List<VacuousPart> never = parts.never();
      for (String module : parts.modules()) {
        KnownVacuity.load(root, module).write(lane, of(module, never), parts.exercisedBy());
      }
      return new Part(NAME, Status.AS_EXPECTED, summary(never) + ": written", List.of());
    } catch (BadTable e) {
      return new Part(NAME, Status.BAD_INPUT, "the list cannot be read", List.of(e.getMessage()));
    } catch (IOException e) {
      return new Part(
          NAME,
          Status.NOT_DECIDED,
          "not written",
          List.of(DiskTrouble.notWritten("spec/vacuity", e)));
    }
  }

  private static Part unread(IOException e) {
    return new Part(
        NAME, Status.NOT_DECIDED, "the specifications cannot be read", List.of(DiskTrouble.why(e)));
  }

  private static List<VacuousPart> of(String module, List<VacuousPart> all) {
    return all.stream().filter(part -> part.name().module().equals(module)).toList();
  }

  private String summary(List<VacuousPart> never) {
    return summary(parts, never);
  }

  /** Returns the number of parts that nothing exercises, in words. */
  static String summary(LaneParts parts, List<VacuousPart> never) {
    Set<String> claims = new LinkedHashSet<>();
    never.forEach(part -> claims.add(part.name().module() + "/" + part.name().claim()));
    return (never.isEmpty() ? "every part" : Words.some(never.size(), "part", "parts"))
        + " of "
        + (never.isEmpty()
            ? Words.some(parts.claims(), "claim", "claims") + " is exercised"
            : Words.some(claims.size(), "claim", "claims")
                + (never.size() == 1 ? " is" : " are")
                + " never exercised")
        + ", of "
        + Words.some(parts.forms(), "part", "parts")
        + " of "
        + Words.some(parts.claims(), "claim", "claims");
  }

  /** Returns a line for each specification, with the names of its claims. */
  private static List<String> claims(List<VacuousPart> never) {
    SortedMap<String, Set<String>> claims = new TreeMap<>();
    for (VacuousPart part : never) {
      claims
          .computeIfAbsent(part.name().module(), unseen -> new TreeSet<>())
          .add(part.name().claim());
    }
    List<String> lines = new ArrayList<>();
    claims.forEach((module, names) -> lines.add(module + ": " + String.join(", ", names)));
    return lines;
  }

  /** Returns the parts with their places and texts. */
  static List<String> details(List<VacuousPart> never) {
    List<String> lines = new ArrayList<>();
    for (VacuousPart part : never) {
      lines.add(
          part.place()
              + ": "
              + part.name().module()
              + ", "
              + part.name().claim()
              + ", "
              + part.name().kind().key()
              + ": "
              + part.name().kind().meaning());
      part.marked().forEach(line -> lines.add("    " + line));
    }
    return lines;
  }
}
