package dev.sluice.model;

import dev.sluice.model.tlc.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * One row of a table of models.
 *
 * @param module the specification it is a model of
 * @param name short name, unique in the module
 * @param rootModule file of the module that TLC is started on
 * @param config its configuration
 * @param lane when it runs
 * @param expect {@code "ok"}, or the property that must be violated
 * @param states pinned number of distinct states; −1 where nothing is pinned
 * @param depth pinned breadth-first depth; −1 where nothing is pinned
 * @param transitions pinned number of transitions; −1 where nothing is pinned
 * @param kept how many steps of its behaviours stand in {@code model-traces/}; {@link #ALL} of a
 *     trace model, 0 of most others
 * @param length pinned number of states in the counterexample; −1 where nothing is pinned
 * @param replay name of the twin that replays it, or {@code "none: "} and the reason; {@code ""}
 *     for a model that must fail
 * @param finding the finding that it shows, or {@code ""}
 * @param shows one line: what it shows, or why it has this size
 * @param row where its row stands: {@code spec/uet/models.toml:12}; {@code ""} where it has none
 */
public record Model(
    String module,
    String name,
    Path rootModule,
    Configuration config,
    Lane lane,
    String expect,
    int states,
    int depth,
    int transitions,
    int kept,
    int length,
    String replay,
    String finding,
    String shows,
    String row)
    implements Comparable<Model> {
  /** All behaviours that cover the model are kept. */
  public static final int ALL = Integer.MAX_VALUE;

  public Model {
    Objects.requireNonNull(rootModule);
    Objects.requireNonNull(config);
  }

  /** Returns the same model of a copy of its root module. */
  public Model in(Path other) {
    return new Model(
        module,
        name,
        other,
        config,
        lane,
        expect,
        states,
        depth,
        transitions,
        kept,
        length,
        replay,
        finding,
        shows,
        row);
  }

  /** The name by which people ask for it: {@code CreditConservation/trace}. */
  public String id() {
    return module + "/" + name;
  }

  /** Whether it is a specification of somebody else's, and no row of the table. */
  public boolean isOwn() {
    return mustHold() && replay.isEmpty();
  }

  /**
   * Returns the assignments of its configuration by constant: {@code = 2} or {@code <- MCJobs}.
   *
   * @throws IllegalArgumentException if TLC would not read the configuration
   */
  public Map<String, String> assignments() throws IOException {
    return Assignments.read(config).values();
  }

  /** Whether it must hold, rather than fail. */
  public boolean mustHold() {
    return expect.equals("ok");
  }

  /** Whether a twin replays it. */
  public boolean replayed() {
    return mustHold() && !replay.startsWith("none:");
  }

  /** Why no twin replays it, or {@code ""}. */
  public String whyNotReplayed() {
    return replay.startsWith("none:") ? replay.substring("none:".length()).strip() : "";
  }

  @Override
  public int compareTo(Model other) {
    return id().compareTo(other.id());
  }
}
