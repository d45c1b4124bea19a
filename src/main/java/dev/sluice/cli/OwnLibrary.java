package dev.sluice.cli;

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

/** Options for the modules of a specification of the user's own, and for its deadlocks. */
final class OwnLibrary {
  @Option(
      names = "--library",
      paramLabel = "DIR|FILE.jar",
      description =
          "Where modules are found beside the FILE.tla's own folder, or a jar of modules such as"
              + " CommunityModules-deps.jar; may be given several times. Then come the folders of"
              + " the environment variable TLA_PATH, then Sluice's own specifications.")
  private List<Path> library = new ArrayList<>();

  @Option(
      names = "--deadlock",
      paramLabel = "on|off",
      arity = "1",
      converter = OnOffs.class,
      description =
          "Whether a state without successors is a violation (default: as the configuration says,"
              + " and on where it says nothing).")
  private OnOff deadlock;

  /** Returns whether the user gave any of them. */
  boolean given() {
    return !library.isEmpty() || deadlock != null;
  }

  /**
   * Returns whether a state without successors is a violation; {@code null}: as the configuration
   * says.
   */
  Boolean deadlock() {
    return deadlock == null ? null : deadlock == OnOff.ON;
  }

  /** Returns the folders that the user names. */
  List<Path> folders() {
    return library.stream().map(each -> each.toAbsolutePath().normalize()).toList();
  }

  /**
   * Returns the folders and jars of modules, in the order of the search.
   *
   * @param environment for {@code TLA_PATH}; folders of it that are not there are passed over, as
   *     other tools do
   * @throws Refusal if a folder or jar that was named is not there
   */
  List<Path> in(Map<String, String> environment) throws Refusal {
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
