package dev.sluice.prose;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All prose below a folder. The changelog is left out as history, and so are the modules in {@code
 * src/test/resources/others}, which imitate the texts of other authors.
 */
final class ProseTree {
  private static final String HELP_PACKAGE = "dev.sluice.cli";
  private static final Set<String> NO_PROSE = Set.of("CHANGELOG.md");
  private static final Set<String> NO_PROSE_BELOW = Set.of("target", "src/test/resources/others");

  private ProseTree() {}

  /** Returns the passages below a folder, in the order of their files for each kind. */
  static List<Passage> passages(Path root) throws IOException {
    List<Passage> passages = new ArrayList<>();
    List<Path> sources = new ArrayList<>();
    HelpProse.read(root, HELP_PACKAGE, passages::add);
    Set<String> help = HelpProse.texts(passages);
    for (Path file : files(root)) {
      String name = name(root, file);
      if (name.endsWith(".md")) {
        MarkdownProse.read(name, Files.readString(file), passages::add);
      } else if (name.endsWith(".tla") || name.endsWith(".cfg")) {
        TlaProse.read(name, Files.readString(file), passages::add);
      } else if (name.endsWith(".java")) {
        sources.add(file);
      }
    }
    JavaSources.read(
        root,
        sources,
        passage -> {
          boolean isHelp =
              passage.kind() == ProseKind.MESSAGES
                  && help.contains(passage.text().replaceAll("\\s+", " ").strip());
          if (!isHelp) {
            passages.add(passage);
          }
        });
    return passages;
  }

  private static Set<Path> files(Path root) throws IOException {
    Set<Path> found = new TreeSet<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes any) {
            boolean isHidden =
                !folder.equals(root) && folder.getFileName().toString().startsWith(".");
            return isHidden || NO_PROSE_BELOW.contains(name(root, folder))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes any) {
            if (!NO_PROSE.contains(name(root, file))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private static String name(Path root, Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }
}
