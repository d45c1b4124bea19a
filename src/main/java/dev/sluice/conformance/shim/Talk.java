package dev.sluice.conformance.shim;

/** Answers the requests of cases: a process does, or a transcript of one. */
public interface Talk {
  /** Begins a case. */
  Reply start(ShimRequest start) throws Broken;

  /** Asks for anything else. */
  Reply ask(ShimRequest request) throws Broken;
}
