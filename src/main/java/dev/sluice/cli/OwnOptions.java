package dev.sluice.cli;

import dev.sluice.model.tlc.TlcOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a check that only a specification of the user's own has. */
final class OwnOptions {
  /**
   * TLC's flags that cannot be passed on: Sluice sets them itself or has an option for what they
   * do, they write files into a folder that is gone afterwards, or change what Sluice reads.
   */
  private static final List<String> RESERVED =
      List.of(
          "-tool",
          "-config",
          "-metadir",
          "-dump",
          "-dumpTrace",
          "-dumptrace",
          "-simulate",
          "-depth",
          "-seed",
          "-dfid",
          "-deadlock",
          "-difftrace",
          "-recover",
          "-userFile",
          "-workers",
          "-coverage",
          "-generateSpecTE",
          "-teSpecOutDir",
          "-h",
          "-help",
          "-Djava.io.tmpdir",
          "-DTLA-Library",
          "-Dfile.encoding");

  /** Start of an option that sets a system property in TLC's JVM. */
  private static final String PROPERTY = "-D";

  /** A property by which a TLC finds Java classes that replace operators. */
  private static final Pattern OVERRIDES = Pattern.compile("(?i)-Dtlc2\\..*overrides.*");

  @Mixin private OwnLibrary library = new OwnLibrary();

  @Option(
      names = "--simulate",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "1000",
      converter = Many.class,
      description =
          "Draw N behaviours at random (default: 1000) in place of a search: each worker draws as"
              + " many.")
  private Long simulate;

  @Option(
      names = "--depth",
      paramLabel = "N",
      converter = Many.class,
      description = "The most states of a behaviour drawn with --simulate (default: 100).")
  private Long depth;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of --simulate (default: 1): the same draws the same behaviours.")
  private Long seed;

  @Option(
      names = "--coverage",
      description = "Say how often each line of the specification was evaluated.")
  private boolean coverage;

  @Option(
      names = "--dump",
      paramLabel = "dot|json|FILE",
      description =
          "Write the graph of states and transitions: to a FILE that ends in .dot or .json, or with"
              + " dot or json alone to MODULE.dot or MODULE.json in this folder.")
  private String dump;

  /** Whether any of them was given. */
  boolean given() {
    return library.given()
        || simulate != null
        || depth != null
        || seed != null
        || coverage
        || dump != null;
  }

  /** Returns where modules are found. */
  OwnLibrary library() {
    return library;
  }

  /** Whether each line's count of evaluations is to be printed. */
  boolean coverage() {
    return coverage;
  }

  /**
   * How the specification is to be searched.
   *
   * @param flags TLC's own, and properties for its JVM, as the user gave them
   * @param trusts whether a property may name Java classes for TLC to load
   */
  TlcOptions tlc(List<String> flags, boolean trusts) throws Refusal {
    if (simulate == null && (depth != null || seed != null)) {
      throw Refusal.badInput((depth == null ? "--seed" : "--depth") + " goes with --simulate");
    }
    if (simulate != null && dump != null) {
      throw Refusal.badInput("--dump wants a search; --simulate draws only some of the behaviours");
    }
    List<String> properties = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String flag : flags) {
      if (RESERVED.contains(flag.startsWith(PROPERTY) ? flag.replaceFirst("=.*", "") : flag)) {
        throw Refusal.badInput(
            flag
                + " cannot be passed on to TLC: Sluice sets it itself, or has an option for it; see"
                + " sluice check --help");
      }
      if (!trusts && OVERRIDES.matcher(flag).matches()) {
        throw Refusal.badInput(
            flag
                + " has TLC load Java classes in place of operators; read their code, and add"
                + " --trust to run it, or leave the property out");
      }
      if (flag.startsWith("-X")) {
        throw Refusal.badInput(
            flag
                + " cannot be passed on to TLC's JVM: give its heap with --heap, and properties as"
                + " -Dname=value");
      }
      (flag.startsWith(PROPERTY) ? properties : others).add(flag);
    }
    TlcOptions.Simulation simulation =
        simulate == null
            ? null
            : new TlcOptions.Simulation(
                simulate,
                depth == null ? 100 : (int) Math.min(depth, Integer.MAX_VALUE),
                seed == null ? 1 : seed);
    return new TlcOptions(simulation, library.deadlock(), coverage, properties, others);
  }

  /**
   * Where the graph is to be written, or {@code null}.
   *
   * @param module the module checked
   */
  Path dump(String module) throws Refusal {
    if (dump == null) {
      return null;
    }
    if (dump.equals("dot") || dump.equals("json")) {
      return Path.of(module + "." + dump);
    }
    if (dump.endsWith(".dot") || dump.endsWith(".json")) {
      return Path.of(dump);
    }
    throw Refusal.badInput(
        "--dump takes dot, json, or a file that ends in .dot or .json; not '" + dump + "'");
  }

  /** A number from 1 up. */
  static final class Many implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        long number = Long.parseLong(text.replace("_", ""));
        if (number >= 1) {
          return number;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new TypeConversionException("'" + text + "' is not a number from 1 up");
    }
  }
}
