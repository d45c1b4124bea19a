package dev.sluice.arch;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;

/** This project's classes, as rules look at them: read once for all that do. */
public final class Imported {
  private Imported() {}

  /** The classes of the project itself. */
  public static JavaClasses project() {
    return Project.CLASSES;
  }

  /** Those of its tests. */
  static JavaClasses tests() {
    return Tests.CLASSES;
  }

  private static JavaClasses classes(String folder) {
    return new ClassFileImporter().importPath(Path.of("target", folder));
  }

  private static final class Project {
    static final JavaClasses CLASSES = classes("classes");
  }

  private static final class Tests {
    static final JavaClasses CLASSES = classes("test-classes");
  }
}
