package dev.sluice.arch;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Small sources written and compiled on the spot, to see a rule fail on them. */
final class Planted {
  private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
  private static final Pattern TYPE = Pattern.compile("(?:class|record|interface|enum) (\\w+)");

  private Planted() {}

  /** Writes sources into a folder, each where its package and its first type say. */
  static void write(Path folder, List<String> sources) throws IOException {
    for (String source : sources) {
      Matcher type = TYPE.matcher(source);
      Path file =
          folder
              .resolve(first(PACKAGE.matcher(source), source).replace('.', '/'))
              .resolve(first(type, source) + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, source);
    }
  }

  /** Compiles sources and imports what comes out, and nothing else. */
  static JavaClasses classes(Path folder, List<String> sources) throws IOException {
    Path from = folder.resolve("sources");
    Path to = Files.createDirectories(folder.resolve("classes"));
    write(from, sources);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> all = new ArrayList<>();
      try (var walk = Files.walk(from)) {
        walk.filter(Files::isRegularFile).forEach(all::add);
      }
      List<String> options =
          List.of("-d", to.toString(), "-classpath", System.getProperty("java.class.path"));
      boolean compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(all))
              .call();
      if (!compiled) {
        throw new IllegalArgumentException("a planted source does not compile:\n" + said);
      }
    }
    return new ClassFileImporter().importPath(to);
  }

  private static String first(Matcher matcher, String source) {
    if (!matcher.find()) {
      throw new IllegalArgumentException("a planted source needs a package and a type: " + source);
    }
    return matcher.group(1);
  }
}
