package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/**
 * This project's own sources with other text in some places, compiled beside what was built, and
 * loaded in its place: so a test shows what would happen if a line were another one, and no line of
 * the sources has to know.
 */
public final class ChangedSources {
  private static final Path SOURCES = Path.of("src/main/java/dev/sluice");
  private static final List<Path> BUILT =
      List.of(Path.of("target/classes"), Path.of("target/test-classes"));

  private ChangedSources() {}

  /**
   * The text of a source.
   *
   * @param source the file, within {@code dev/sluice}
   */
  public static String text(String source) throws IOException {
    return Files.readString(SOURCES.resolve(source));
  }

  /** A text with another one in the place of a part of it, which must stand there once. */
  public static String replaced(String text, String from, String to) {
    assertThat(text.split(java.util.regex.Pattern.quote(from), -1))
        .as("it stands there once: %s", from)
        .hasSize(2);
    return text.replace(from, to);
  }

  /**
   * Compiles sources into a folder.
   *
   * @param texts by the file, within {@code dev/sluice}
   */
  public static void compile(Map<String, String> texts, Path folder) throws IOException {
    List<String> arguments = new ArrayList<>();
    Collections.addAll(arguments, "-proc:none", "-nowarn", "-d", folder.toString());
    Collections.addAll(arguments, "-cp", System.getProperty("java.class.path"));
    for (Map.Entry<String, String> each : texts.entrySet()) {
      Path changed = folder.resolve("changed").resolve(each.getKey());
      Files.createDirectories(changed.getParent());
      Files.writeString(changed, each.getValue());
      arguments.add(changed.toString());
    }
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(exit).as("compiled: %s", texts.keySet()).isZero();
  }

  /** Loads all of this project's classes anew, those in a folder before others. */
  public static URLClassLoader loader(Path folder) throws IOException {
    List<URL> places = new ArrayList<>();
    places.add(folder.toUri().toURL());
    for (Path built : BUILT) {
      places.add(built.toUri().toURL());
    }
    return new Anew(places.toArray(URL[]::new));
  }

  /** Loads the project's own classes itself, in place of those that are there. */
  private static final class Anew extends URLClassLoader {
    Anew(URL[] places) {
      super(places, ChangedSources.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.sluice.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }
}
