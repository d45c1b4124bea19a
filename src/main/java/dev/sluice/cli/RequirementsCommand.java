package dev.sluice.cli;

import dev.sluice.requirement.Catalogue;
import dev.sluice.requirement.CatalogueException;
import dev.sluice.requirement.Citations;
import dev.sluice.requirement.Coverage;
import dev.sluice.requirement.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice list requirements}: each row of the catalogue, and what stands for it. */
@Command(
    name = "requirements",
    description = {
      RequirementsCommand.WHAT,
      "",
      "A row is open while no property of a model that must hold, no replayed action and no test"
          + " checks it; a suspected hole, while no model shows it. The last column says who has been"
          + " seen to notice a deviation from the row: `verify`, which runs a control for it; `tests`,"
          + " those of the build; or nobody, so that the row is merely cited."
    },
    footer = {
      "",
      "--json: requirements (id, family, title, statement, source, standing, figure, see, mend,"
          + " notes, revision, open, state, planted, places); families and total (family, rows, and"
          + " how many of them have a property, action, kernel, test, model, how many are seen red by"
          + " verify, by tests, are merely cited, are open). state is verify, tests, cited or open;"
          + " planted lists the deviations of spec/planted.toml: a control, or test, source and says."
    })
final class RequirementsCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Shows every requirement of the catalogue, how many properties, replayed actions, kernels,"
          + " tests and models stand for it, who has been seen to notice a deviation from it, and"
          + " which are still open.";

  /** Wide enough for most titles; the same wherever the result goes, so that it can be compared. */
  private static final int WIDTH = 100;

  private final Session session;

  @Parameters(
      paramLabel = "FAMILY|ID",
      arity = "0..*",
      description =
          "Families such as rccc, or X and D for the conflicts and defects of public material; or"
              + " ids such as RCCC-5, each shown in full with every place that cites it (default:"
              + " all).")
  private List<String> names = List.of();

  @Option(names = "--open", description = "Only those that nothing checks yet.")
  private boolean open;

  @Option(names = "--json", description = "As JSON, with every place.")
  private boolean json;

  RequirementsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal {
    Path root = session.root();
    Catalogue catalogue;
    try {
      catalogue = Catalogue.load(root);
    } catch (CatalogueException e) {
      throw Refusal.badInput("the catalogue cannot be used:\n" + e.getMessage());
    }
    Citations citations = Citations.scan(root);
    Coverage all = Coverage.of(catalogue, citations);
    Coverage selected = selected(all);
    if (json) {
      print(ResultJson.print(selected.report()));
    } else if (!names.isEmpty() && names.stream().allMatch(name -> all.line(name).isPresent())) {
      print(details(selected));
    } else {
      print(tables(selected));
    }
    List<Problem> problems = citations.problems(catalogue);
    problems.forEach(problem -> session.terminal().tell(problem.toString()));
    return problems.isEmpty() ? ExitCodes.OK : ExitCodes.BAD_INPUT;
  }

  private Coverage selected(Coverage all) throws Refusal {
    Coverage chosen = all;
    if (!names.isEmpty()) {
      List<Coverage.Line> lines = new ArrayList<>();
      for (String name : names) {
        List<Coverage.Line> meant = all.lines().stream().filter(line -> means(name, line)).toList();
        if (meant.isEmpty()) {
          throw unknown(all, name);
        }
        lines.addAll(meant);
      }
      chosen = new Coverage(all.lines().stream().filter(lines::contains).toList());
    }
    return open ? chosen.onlyOpen() : chosen;
  }

  private static boolean means(String name, Coverage.Line line) {
    return line.row().id().equalsIgnoreCase(name)
        || line.row().family().equalsIgnoreCase(name)
        || prefix(line).equalsIgnoreCase(name);
  }

  /** The family as the id spells it: {@code RCCC}, {@code X}. */
  private static String prefix(Coverage.Line line) {
    return line.row().id().replaceFirst("-?[0-9]+$", "");
  }

  private static Refusal unknown(Coverage all, String name) {
    TreeSet<String> known = new TreeSet<>();
    for (Coverage.Line line : all.lines()) {
      known.add(line.row().id());
      known.add(prefix(line).toLowerCase(Locale.ROOT));
    }
    String nearest = Words.nearest(name, known);
    return Refusal.badInput(
        "there is no requirement or family "
            + name
            + (nearest.isEmpty() ? "; " : "; did you mean " + nearest + "? ")
            + "`sluice list requirements` shows them all");
  }

  private String none() {
    return (names.isEmpty() ? "no requirement" : "none of " + String.join(" ", names))
        + " is open\n";
  }

  private String tables(Coverage coverage) {
    if (coverage.lines().isEmpty()) {
      return none();
    }
    return coverage.table(WIDTH) + "\n" + coverage.summary() + "\n" + coverage.closing() + "\n";
  }

  private String details(Coverage coverage) {
    List<String> texts = new ArrayList<>();
    coverage.lines().forEach(line -> texts.add(Coverage.detail(line, WIDTH)));
    return texts.isEmpty() ? none() : String.join("\n", texts);
  }

  private void print(String text) {
    session.terminal().out().print(text);
  }
}
