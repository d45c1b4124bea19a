package dev.sluice.model.graph;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The digest that ties a trace to the specification it was taken from.
 *
 * <p>SHA-256 over the root module, every module that it extends or instantiates, directly or not,
 * as far as a file is found (the standard modules come with TLC and are left out), and the
 * configuration. The modules go in sorted by name; each part is preceded by a line that says what
 * it is and how long. Line ends count as line feeds, whatever the checkout made of them.
 */
public final class SpecDigest {
  private static final Pattern USES =
      Pattern.compile("\\bEXTENDS\\s+(\\w+(?:\\s*,\\s*\\w+)*)|\\bINSTANCE\\s+(\\w+)");

  private SpecDigest() {}

  /**
   * The digest of one model.
   *
   * @param root the root module's file; its folder is searched first
   * @param config the bytes of the configuration
   * @param library further folders in which modules are found, as TLC is given them
   * @return 64 hexadecimal digits in lower case
   * @throws IOException if the root, or a module that was found cannot be read
   */
  public static String of(Path root, byte[] config, List<Path> library) throws IOException {
    MessageDigest digest = sha256();
    for (var module : modules(root, library).entrySet()) {
      add("module " + module.getKey(), module.getValue(), digest);
    }
    add("config", normalised(config), digest);
    return HexFormat.of().formatHex(digest.digest());
  }

  /** A specification tree's folders: the root and all below it, sorted. */
  public static List<Path> folders(Path spec) throws IOException {
    try (var folders = Files.walk(spec)) {
      return folders
          .filter(Files::isDirectory)
          .filter(folder -> !isLeftByAnEditor(spec, folder))
          .sorted()
          .toList();
    }
  }

  /**
   * Whether a file or folder is, or lies in, what an editor leaves beside specifications: the
   * Toolbox keeps its models, with copies of modules, in folders {@code NAME.toolbox}.
   *
   * @param spec the root of the specification tree
   */
  public static boolean isLeftByAnEditor(Path spec, Path path) {
    for (Path part : spec.relativize(path)) {
      if (part.toString().endsWith(".toolbox")) {
        return true;
      }
    }
    return false;
  }

  /**
   * The files of a root module and of every module that it extends or instantiates, as far as they
   * are found, by name.
   */
  public static SortedMap<String, Path> files(Path root, List<Path> library) throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    modules(root, library, files);
    return files;
  }

  private static SortedMap<String, byte[]> modules(Path root, List<Path> library)
      throws IOException {
    return modules(root, library, new TreeMap<>());
  }

  private static SortedMap<String, byte[]> modules(
      Path root, List<Path> library, SortedMap<String, Path> found) throws IOException {
    List<Path> folders = new ArrayList<>();
    folders.add(root.toAbsolutePath().getParent());
    folders.addAll(library);
    SortedMap<String, byte[]> modules = new TreeMap<>();
    Deque<Path> files = new ArrayDeque<>(List.of(root));
    while (!files.isEmpty()) {
      Path file = files.remove();
      byte[] bytes = normalised(file);
      found.put(name(file), file);
      if (modules.put(name(file), bytes) == null) {
        for (String used : uses(new String(bytes, StandardCharsets.UTF_8))) {
          if (!modules.containsKey(used)) {
            find(used, folders).ifPresent(files::add);
          }
        }
      }
    }
    return modules;
  }

  private static String name(Path file) {
    return file.getFileName().toString().replaceFirst("\\.tla$", "");
  }

  private static Optional<Path> find(String module, List<Path> folders) {
    return folders.stream()
        .map(folder -> folder.resolve(module + ".tla"))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** The names after EXTENDS and INSTANCE, comments and strings left out. */
  public static List<String> uses(String module) {
    List<String> names = new ArrayList<>();
    String text = withoutComments(module);
    Matcher uses = USES.matcher(text);
    int from = keyword(text, 0);
    while (from >= 0 && uses.find(from)) {
      String list = uses.group(1) != null ? uses.group(1) : uses.group(2);
      names.addAll(List.of(list.split("\\s*,\\s*")));
      from = keyword(text, uses.end());
    }
    return names;
  }

  /** Returns the index of the next keyword that may name modules, or −1. */
  private static int keyword(String text, int from) {
    int first = text.indexOf("EXTENDS", from);
    int second = text.indexOf("INSTANCE", from);
    return first < 0 || second < 0 ? Math.max(first, second) : Math.min(first, second);
  }

  private static String withoutComments(String text) {
    StringBuilder out = new StringBuilder();
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        quoted = c != '"' && c != '\n';
        i += c == '\\' ? 1 : 0;
      } else if (text.startsWith("(*", i)) {
        depth++;
        i++;
      } else if (depth > 0 && text.startsWith("*)", i)) {
        depth--;
        i++;
        out.append(' ');
      } else if (depth == 0 && text.startsWith("\\*", i)) {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
        out.append('\n');
      } else if (depth == 0) {
        quoted = c == '"';
        out.append(c);
      }
    }
    return out.toString();
  }

  private static void add(String what, byte[] bytes, MessageDigest digest) {
    digest.update((what + " " + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }

  /** The file's bytes, each CR LF made a LF. */
  private static byte[] normalised(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return normalised(Files.readAllBytes(file));
  }

  private static byte[] normalised(byte[] bytes) {
    byte[] out = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '\r' || i + 1 == bytes.length || bytes[i + 1] != '\n') {
        out[length++] = bytes[i];
      }
    }
    return java.util.Arrays.copyOf(out, length);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
