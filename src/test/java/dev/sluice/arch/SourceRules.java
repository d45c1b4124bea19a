package dev.sluice.arch;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Rules about sources, which class files do not show: what is documented, and that it is. */
final class SourceRules {
  /** The project's own sources. */
  static final Path MAIN = Path.of("src", "main", "java");

  private SourceRules() {}

  /** Public types and methods without a docstring; zero sources is an offence of its own. */
  static List<String> undocumented(Path sources) throws IOException {
    List<String> offences = new ArrayList<>();
    List<Path> files = javaFiles(sources);
    if (files.isEmpty()) {
      return List.of("no Java sources under " + sources);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Scan(docs, offences).scan(unit, null);
      }
    }
    return offences;
  }

  /** Packages with a public type and no package-info.java that says what they are for. */
  static List<String> unexplained(Path sources) throws IOException {
    List<Path> files = javaFiles(sources);
    if (files.isEmpty()) {
      return List.of("no Java sources under " + sources);
    }
    TreeSet<Path> folders = new TreeSet<>();
    files.forEach(file -> folders.add(file.getParent()));
    List<String> offences = new ArrayList<>();
    for (Path folder : folders) {
      Path info = folder.resolve("package-info.java");
      String room = sources.relativize(folder).toString();
      if (!Files.exists(info)) {
        offences.add(room + " has no package-info.java");
      } else if (!Files.readString(info).startsWith("/**")) {
        offences.add(room + "/package-info.java says nothing");
      }
    }
    return offences;
  }

  /** Names that two files have, with the files; zero sources is an offence of its own. */
  static List<String> namesakes(Path sources) throws IOException {
    List<Path> files = javaFiles(sources);
    if (files.isEmpty()) {
      return List.of("no Java sources under " + sources);
    }
    TreeMap<String, List<String>> byName = new TreeMap<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.equals("package-info.java")) {
        String room = sources.relativize(file.getParent()).toString().replace('\\', '/');
        byName.computeIfAbsent(name, any -> new ArrayList<>()).add(room);
      }
    }
    return byName.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> each.getKey() + " in " + String.join(", ", each.getValue()))
        .toList();
  }

  /** Files with more lines than this; zero sources is an offence of its own. */
  static List<String> longerThan(int lines, Path sources) throws IOException {
    List<Path> files = javaFiles(sources);
    if (files.isEmpty()) {
      return List.of("no Java sources under " + sources);
    }
    List<String> offences = new ArrayList<>();
    for (Path file : files) {
      int has = Files.readAllLines(file).size();
      if (has > lines) {
        offences.add(sources.relativize(file) + " has " + has + " lines");
      }
    }
    return offences;
  }

  private static List<Path> javaFiles(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static final class Scan extends TreePathScanner<Void, Void> {
    private final DocTrees docs;
    private final List<String> offences;

    Scan(DocTrees docs, List<String> offences) {
      this.docs = docs;
      this.offences = offences;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      if (!isPublic(type)) {
        return null;
      }
      need(type.getSimpleName().toString());
      return super.visitClass(type, nothing);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      boolean inherited =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
      boolean compact = method.getReturnType() == null;
      boolean main = method.getName().contentEquals("main");
      ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
      if (!inherited
          && !compact
          && !main
          && (method.getModifiers().getFlags().contains(Modifier.PUBLIC)
              || (owner.getKind() == Tree.Kind.INTERFACE
                  && !method.getModifiers().getFlags().contains(Modifier.PRIVATE)))) {
        need(owner.getSimpleName() + "." + method.getName());
      }
      return null; // what is inside a method is nobody else's business
    }

    /** Members of a public interface are public without saying so. */
    private boolean isPublic(ClassTree type) {
      TreePath parent = getCurrentPath().getParentPath();
      return type.getModifiers().getFlags().contains(Modifier.PUBLIC)
          || (parent.getLeaf() instanceof ClassTree around
              && around.getKind() == Tree.Kind.INTERFACE);
    }

    private void need(String name) {
      String said = docs.getDocComment(getCurrentPath());
      if (said == null || said.isBlank()) {
        CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
        long line =
            unit.getLineMap()
                .getLineNumber(
                    docs.getSourcePositions().getStartPosition(unit, getCurrentPath().getLeaf()));
        offences.add(Path.of(unit.getSourceFile().getName()) + ":" + line + " " + name);
      }
    }
  }
}
