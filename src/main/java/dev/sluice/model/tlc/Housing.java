package dev.sluice.model.tlc;

/** What kind of process a run of TLC gets. */
public enum Housing {
  /** One of its own, for minutes or hours: compiled with every optimisation, by all cores. */
  LONG,
  /** One of its own, for seconds: the JVM compiles less, and starts faster. */
  BRIEF,
  /**
   * One that serves several runs of the same root module, one after another. Starting Java and
   * compiling TLC costs six times what a small run does; here that is paid once.
   *
   * <p>TLC is not written for this. It keeps the names of variables and definitions in static
   * tables, which are the same for one module, and it keeps more than that for liveness: such a run
   * ends in an error now and then. So only a run whose outcome is pinned to the length of its
   * counterexample belongs here, and whatever is not that outcome is to be run again alone. Where
   * processes cannot be shared, with a jar that we do not know, this is {@link #BRIEF}.
   */
  SHARED
}
