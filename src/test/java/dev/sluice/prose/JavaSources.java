package dev.sluice.prose;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java files, parsed by the JDK's compiler without attribution. */
final class JavaSources {
  private JavaSources() {}

  /**
   * Parses files and hands each to the readers of its Javadoc and of its messages.
   *
   * @param root folder to which the passages' file names are relative
   */
  static void read(Path root, List<Path> files, Consumer<Passage> to) throws IOException {
    if (files.isEmpty()) {
      return;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        Path file = Path.of(unit.getSourceFile().toUri());
        String name = root.toAbsolutePath().relativize(file).toString().replace('\\', '/');
        boolean isMain = name.startsWith("src/main/");
        new JavadocProse(docs, isMain ? ProseKind.JAVADOC : ProseKind.TESTS, name, to)
            .scan(unit, null);
        if (isMain) {
          String source = unit.getSourceFile().getCharContent(true).toString();
          new MessageProse(docs.getSourcePositions(), source, name, to).scan(unit, null);
        }
      }
    }
  }
}
