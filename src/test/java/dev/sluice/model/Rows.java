package dev.sluice.model;

import java.nio.file.Path;

/** Rows of this project's tables, by the names that people use. */
public final class Rows {
  private Rows() {}

  /** A model or control. */
  public static Model of(String id) throws BadTable {
    return ModelTable.load(Path.of("")).models().stream()
        .filter(model -> model.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new BadTable("there is no row " + id));
  }
}
