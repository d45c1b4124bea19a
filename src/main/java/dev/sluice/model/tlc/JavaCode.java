package dev.sluice.model.tlc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Java code that comes with specifications. TLC replaces operators of a module by the methods of a
 * class with the module's name, from the folders of modules and from jars; {@code
 * docs/own-specifications.md} has the rules.
 */
public final class JavaCode {
  /** The error of a specification whose code the user has not trusted. */
  static final String WOULD_RUN = "TLC would run Java code that comes with the specification";

  private static final String KNOWN = "community-modules.txt";
  private static final String CLASS = ".class";
  private static final String INDEX = "META-INF/INDEX.LIST";
  private static final String OVERRIDES = "tlc2.overrides.TLCOverrides";
  private static final String NEXT_STEP =
      "read the code, and add --trust to run it, or move it away";
  private static final int SHOWN = 3;

  private JavaCode() {}

  /**
   * Returns whether a run ended without a verdict because of code that the user has not trusted.
   */
  public static boolean isRefused(Verdict.BadInput bad) {
    return bad.what().equals(WOULD_RUN);
  }

  /** Returns a sentence about a class that was not loaded, from a line of the probe. */
  static String refused(String moduleAndFile) {
    String[] parts = moduleAndFile.split(" ", 2);
    return parts[1] + ": this class would replace operators of " + of(parts[0]) + "; " + NEXT_STEP;
  }

  /** Returns the warning about a class that TLC has loaded, from a line of the probe. */
  static String ran(String moduleAndFile) {
    String[] parts = moduleAndFile.split(" ", 2);
    return parts[1]
        + ": this Java class replaces operators of "
        + of(parts[0])
        + ", so that the result is about its code, not about the module's text";
  }

  private static String of(String module) {
    return module.equals(OVERRIDES) ? "any module" : "module " + module;
  }

  /**
   * Returns the classes in folders of modules, with their files.
   *
   * @param library folders and jars
   * @return sentences; of those in jars as well, unless they are a release of the CommunityModules
   */
  public static List<String> in(List<Path> library) throws IOException {
    List<String> all = new ArrayList<>();
    for (Path each : library) {
      if (Files.isRegularFile(each)) {
        inJar(each).ifPresent(all::add);
      } else if (Files.isDirectory(each)) {
        Path overrides = each.resolve(OVERRIDES.replace('.', '/') + CLASS);
        if (Files.exists(overrides)) {
          all.add(overrides + " (" + of(OVERRIDES) + ")");
        }
        try (Stream<Path> files = Files.list(each)) {
          files
              .filter(file -> file.toString().endsWith(CLASS) && Files.exists(file))
              .sorted()
              .forEach(file -> all.add(file + " (" + of(stem(file.getFileName())) + ")"));
        }
      }
    }
    return all;
  }

  private static String stem(Path name) {
    return name.toString().substring(0, name.toString().length() - CLASS.length());
  }

  /**
   * Returns the code that a jar of modules adds to TLC; empty if it has none, or if it is a release
   * of the CommunityModules.
   *
   * @throws IOException if it is no jar, or cannot be read
   */
  public static Optional<String> inJar(Path jar) throws IOException {
    return inJar(jar, releases());
  }

  /** Returns the same, with the digests of jars that are known. */
  static Optional<String> inJar(Path jar, List<String> releases) throws IOException {
    TreeSet<String> classes = new TreeSet<>();
    boolean hasFurther;
    try (JarFile opened = new JarFile(jar.toFile())) {
      opened.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(CLASS))
          .forEach(classes::add);
      Manifest manifest = opened.getManifest();
      hasFurther =
          opened.getEntry(INDEX) != null
              || manifest != null
                  && manifest.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH);
    }
    if (classes.isEmpty() && !hasFurther || releases.contains(digest(jar))) {
      return Optional.empty();
    }
    if (classes.isEmpty()) {
      return Optional.of(jar + " (it names further jars or folders with classes)");
    }
    String shown =
        classes.stream()
            .sorted(Comparator.comparing((String name) -> ofEntry(name).isEmpty()))
            .limit(SHOWN)
            .map(name -> name + ofEntry(name))
            .collect(Collectors.joining(", "));
    return Optional.of(
        jar
            + " ("
            + shown
            + (classes.size() > SHOWN ? ", and " + (classes.size() - SHOWN) + " more" : "")
            + ")");
  }

  /** Returns the modules whose operators a class in a jar may replace, as words; or nothing. */
  private static String ofEntry(String name) {
    String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
    String module = type.replaceFirst("^tlc2\\.module\\.", "");
    return type.startsWith("tlc2.overrides.")
        ? " for any module"
        : module.matches("\\w+") ? " for module " + module : "";
  }

  /** Returns the SHA-256 digest of a file, in hexadecimal digits. */
  static String digest(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest sum = MessageDigest.getInstance("SHA-256");
      byte[] block = new byte[1 << 16];
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        sum.update(block, 0, read);
      }
      return HexFormat.of().formatHex(sum.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Returns the digests of releases of the CommunityModules. */
  static List<String> releases() throws IOException {
    try (InputStream in = JavaCode.class.getResourceAsStream(KNOWN)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" ")[0])
          .toList();
    }
  }

  /** Returns the refusal of a jar, from the description that {@link #inJar} returns. */
  public static String refusal(String code) {
    return "--library: " + WOULD_RUN + ": " + code + "; " + NEXT_STEP;
  }
}
