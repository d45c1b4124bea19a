package dev.sluice.cli;

import dev.sluice.model.BadTable;
import dev.sluice.model.ModelTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What a command has around it.
 *
 * @param terminal where it prints
 * @param environment the environment's variables
 * @param nanos a running clock, in nanoseconds
 * @param interrupts what it is told when the user has had enough
 * @param home the project's root, or {@code null} where none was found
 */
record Session(
    Terminal terminal,
    Map<String, String> environment,
    LongSupplier nanos,
    Interrupts interrupts,
    Path home) {

  /**
   * The project's root.
   *
   * @throws Refusal if it was not found
   */
  Path root() throws Refusal {
    if (home == null) {
      throw Refusal.badInput(
          "the project's folder was not found; start sluice by its launcher, or set SLUICE_HOME to"
              + " the folder that holds spec/");
    }
    if (!hasProject()) {
      throw Refusal.badInput(
          home
              + " holds no spec/<system>/models.toml; set SLUICE_HOME to the folder of the project");
    }
    return home;
  }

  /** Whether the project was found: specifications of the user's own are checked without. */
  boolean hasProject() {
    return home != null && !ModelTable.files(home).isEmpty();
  }

  /**
   * The table of models.
   *
   * @throws Refusal if it cannot be used
   */
  ModelTable table() throws Refusal {
    try {
      return ModelTable.load(root());
    } catch (BadTable e) {
      throw Refusal.badInput(e.getMessage());
    }
  }
}
