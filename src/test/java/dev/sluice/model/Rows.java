package dev.sluice.model;

import java.nio.file.Path;

/** Rows of this project's tables, by the names that people use. */
public final class Rows {
  private static ModelTable table;

  private Rows() {}

  /** A model or control. */
  public static synchronized Model of(String id) throws BadTable {
    table = table == null ? ModelTable.load(Path.of("").toAbsolutePath()) : table;
    return table.models().stream()
        .filter(model -> model.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new BadTable("there is no row " + id));
  }
}
