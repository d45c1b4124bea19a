package dev.sluice.model.tlc;

import java.util.Set;

/**
 * Modules that many specifications use and none defines: of TLA+, of TLC, of TLAPS, the
 * community's.
 */
public final class LibraryModules {
  /** Modules that come with TLC or with TLAPS. */
  private static final Set<String> SHIPPED =
      Set.of(
          "Apalache",
          "Bags",
          "FiniteSets",
          "FiniteSetTheorems",
          "FunctionTheorems",
          "Integers",
          "Json",
          "NaturalsInduction",
          "Naturals",
          "Option",
          "Peano",
          "ProtoReals",
          "Randomization",
          "RealTime",
          "Reals",
          "SequenceTheorems",
          "SequenceOpTheorems",
          "Sequences",
          "SequencesTheorems",
          "TLAPS",
          "TLC",
          "TLCExt",
          "Toolbox",
          "Variants",
          "WellFoundedInduction");

  /** Modules of the community, which no TLC has. */
  private static final Set<String> COMMUNITY =
      Set.of(
          "BagsExt",
          "Bitwise",
          "CSV",
          "Combinatorics",
          "DifferentialEquations",
          "DyadicRationals",
          "FiniteSetsExt",
          "FiniteSetsExtTheorems",
          "Folds",
          "Functions",
          "Graphs",
          "GraphViz",
          "HTML",
          "IOUtils",
          "Json",
          "Relation",
          "SVG",
          "SequencesExt",
          "SequencesExtTheorems",
          "ShiViz",
          "Statistics",
          "UndirectedGraphs",
          "VectorClocks");

  private LibraryModules() {}

  /** Returns whether a module is a library's. */
  public static boolean contains(String module) {
    return SHIPPED.contains(module) || COMMUNITY.contains(module);
  }

  /** Returns whether a module is one of the community's, which TLC does not bring. */
  static boolean isCommunity(String module) {
    return COMMUNITY.contains(module);
  }
}
