package dev.sluice.cli;

import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.SpecJudge;
import dev.sluice.model.validate.Validation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A TLC process for each specification, for all tests of a class; who uses one locks it. */
final class SpecJudges implements AutoCloseable {
  private final Map<String, SpecJudge> bySpec = new TreeMap<>();

  /**
   * Starts them.
   *
   * @param folder an empty folder
   */
  SpecJudges(Path folder) throws Exception {
    Validation validation = new Validation(new Tlc(TlcJar.shipped()), ModelTable.load(Path.of("")));
    for (Projection projection : Validation.projections()) {
      Path own = Files.createDirectory(folder.resolve(projection.spec()));
      bySpec.put(projection.spec(), validation.through(projection, own));
    }
  }

  /** The process of a specification. */
  SpecJudge of(String spec) {
    return bySpec.get(spec);
  }

  @Override
  public void close() {
    bySpec.values().forEach(SpecJudge::close);
  }
}
