package dev.sluice.model.tlc;

/** What kind of process a run of TLC gets. */
public enum Housing {
  /** One of its own, for minutes or hours: compiled with every optimisation, by all cores. */
  LONG,
  /** One of its own, for seconds: the JVM compiles less, and starts faster. */
  BRIEF,
  /**
   * One that serves several runs, one after another. Starting Java and compiling TLC costs six
   * times what a small run does; here that is paid once.
   *
   * <p>TLC is not written for this. What it keeps in static tables is put back between two runs, as
   * far as we know of it, but for one: it orders strings as it first met them, so that of several
   * counterexamples to a liveness property another one may be found. So only a run whose outcome is
   * pinned belongs here, by the size of its graph or the length of its counterexample, and whatever
   * is not that outcome is to be run again alone. With a jar that we do not know this is {@link
   * #BRIEF}.
   */
  SHARED,
  /**
   * One that serves hundreds of runs of one specification, compiled with every optimisation. The
   * strings of its specifications it has met before the first run, so that TLC orders them alike in
   * each such process. With a jar that we do not know this is {@link #LONG}.
   */
  KEPT
}
