package dev.sluice.prose;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Passages of the help: the descriptions, headers and footers of picocli's annotations, read at run
 * time. Examples, which are indented, are left out. Options that code declares count as messages.
 */
final class HelpProse {
  private HelpProse() {}

  /**
   * Reads the help that the classes of a package declare.
   *
   * @param root folder of the sources
   * @param packageName package whose compiled classes are on the class path
   */
  static void read(Path root, String packageName, Consumer<Passage> to) throws IOException {
    Path folder = root.resolve("src/main/java").resolve(packageName.replace('.', '/'));
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> sources;
    try (Stream<Path> files = Files.list(folder)) {
      sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    for (Path source : sources) {
      String simple = source.getFileName().toString().replaceFirst("\\.java$", "");
      if (!simple.equals("package-info")) {
        String name = root.relativize(source).toString().replace('\\', '/');
        read(load(packageName + "." + simple), name, Files.readString(source), to);
      }
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, HelpProse.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("\"" + name + "\" is not compiled; run mvn test-compile", e);
    }
  }

  /** Reads the help of one class and of its nested classes. */
  static void read(Class<?> type, String file, String source, Consumer<Passage> to) {
    Consumer<String[]> texts = lines -> passages(lines, file, source, to);
    help(type, texts);
    Stream.of(type.getDeclaredFields()).forEach(field -> help(field, texts));
    Stream.of(type.getDeclaredMethods()).forEach(method -> help(method, texts));
    Stream.of(type.getDeclaredClasses()).forEach(inner -> read(inner, file, source, to));
  }

  private static void help(AnnotatedElement element, Consumer<String[]> to) {
    Command command = element.getAnnotation(Command.class);
    Option option = element.getAnnotation(Option.class);
    Parameters words = element.getAnnotation(Parameters.class);
    if (command != null) {
      List.of(command.header(), command.description(), command.footer()).forEach(to);
    }
    if (option != null) {
      to.accept(option.description());
    }
    if (words != null) {
      to.accept(words.description());
    }
  }

  private static void passages(String[] lines, String file, String source, Consumer<Passage> to) {
    for (String line : lines) {
      if (!line.startsWith("  ")) {
        String said = line.replaceAll("`[^`]*`|\\$\\{[^}]*}|%n", Passage.CODE);
        new PassageText()
            .append(lineOf(line, source), said)
            .flush(ProseKind.HELP, PassageRole.BODY, file, to);
      }
    }
  }

  /** Returns the line on which a description begins, or 1 if it is composed of constants. */
  private static int lineOf(String text, String source) {
    String begin = text.substring(0, Math.min(24, text.length())).replace("\"", "\\\"");
    int at = source.indexOf('"' + begin);
    return 1 + (int) source.substring(0, Math.max(0, at)).chars().filter(c -> c == '\n').count();
  }

  /** Returns the texts of passages, by which messages that annotations use are recognised. */
  static Set<String> texts(List<Passage> passages) {
    return passages.stream()
        .filter(passage -> passage.kind() == ProseKind.HELP)
        .map(passage -> passage.text().replaceAll("\\s+", " ").strip())
        .collect(Collectors.toUnmodifiableSet());
  }
}
