package dev.sluice.cli;

import dev.sluice.model.BadTable;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The processes that judge logs for all test classes; they are warm for all but the first. */
final class SpecJudges {
  /** As many as tests run at a time. */
  private static final JudgePool POOL = started(Housing.BRIEF, 2);

  private SpecJudges() {}

  static JudgePool pool() {
    return POOL;
  }

  /** Processes that end with the JVM. */
  static JudgePool started(Housing housing, int processes) {
    try {
      Path folder = Files.createTempDirectory("sluice-judges-");
      JudgePool pool =
          new Validation(new Tlc(JarInUse.jar()), ModelTable.load(Path.of("")))
              .pool(housing, processes, folder);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(pool, folder)));
      return pool;
    } catch (IOException | BadTable failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void end(JudgePool pool, Path folder) {
    pool.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException left) {
      System.err.println("left behind: " + left.getMessage());
    }
  }
}
