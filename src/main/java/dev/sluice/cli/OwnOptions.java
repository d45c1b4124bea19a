package dev.sluice.cli;

import dev.sluice.model.tlc.TlcOptions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
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

  @Option(
      names = "--library",
      paramLabel = "DIR|FILE.jar",
      description =
          "Where modules are found beside the FILE.tla's own folder, or a jar of modules such as"
              + " CommunityModules-deps.jar; may be given several times. Then come the folders of"
              + " the environment variable TLA_PATH, then Sluice's own specifications.")
  private List<Path> library = new ArrayList<>();

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
      names = "--deadlock",
      paramLabel = "on|off",
      arity = "1",
      converter = OnOffs.class,
      description =
          "Whether a state without successors is a violation (default: as the configuration says,"
              + " and on where it says nothing).")
  private OnOff deadlock;

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
    return !library.isEmpty()
        || simulate != null
        || depth != null
        || seed != null
        || deadlock != null
        || coverage
        || dump != null;
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
    return new TlcOptions(
        simulation, deadlock == null ? null : deadlock == OnOff.ON, coverage, properties, others);
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

  /**
   * Where modules are found, in order.
   *
   * @param environment for {@code TLA_PATH}; folders of it that are not there are passed over, as
   *     other tools do
   * @throws Refusal if a folder or jar that was named is not there
   */
  List<Path> library(Map<String, String> environment) throws Refusal {
    Set<Path> all = new LinkedHashSet<>();
    for (Path each : library) {
      Path whole = each.toAbsolutePath().normalize();
      boolean jar = whole.toString().endsWith(".jar");
      if (jar ? !Files.isRegularFile(whole) : !Files.isDirectory(whole)) {
        throw Refusal.badInput(
            Files.exists(whole)
                ? "--library: " + whole + " is neither a folder nor a jar; name its folder"
                : "--library: there is no " + (jar ? "jar " : "folder ") + whole);
      }
      all.add(whole);
    }
    for (String folder :
        environment.getOrDefault("TLA_PATH", "").split(Pattern.quote(File.pathSeparator))) {
      if (!folder.isBlank() && Files.isDirectory(Path.of(folder))) {
        all.add(Path.of(folder).toAbsolutePath().normalize());
      }
    }
    return List.copyOf(all);
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

  /** On or off. */
  enum OnOff {
    ON,
    OFF
  }

  /** Reads one of the two: for a truth value picocli would take an option without a value. */
  static final class OnOffs implements ITypeConverter<OnOff> {
    @Override
    public OnOff convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "on" -> OnOff.ON;
        case "off" -> OnOff.OFF;
        default -> throw new TypeConversionException("'" + text + "' is neither on nor off");
      };
    }
  }
}
