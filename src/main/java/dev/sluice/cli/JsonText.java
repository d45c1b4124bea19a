package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** JSON documents with one value on each line, the same bytes on every system. */
final class JsonText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonText() {}

  static String of(JsonNode root) {
    try {
      DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
      printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
      printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
      return JSON.writer(printer).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
