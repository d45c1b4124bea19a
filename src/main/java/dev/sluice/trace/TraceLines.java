package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.util.Set;

/**
 * The layout of traces: a line for each entry of the outermost object, and of some arrays in it.
 */
final class TraceLines extends MinimalPrettyPrinter {
  private static final long serialVersionUID = 1L;

  private final transient Set<String> arrays;

  /** With a line for each element of the arrays under these keys. */
  TraceLines(Set<String> arrays) {
    this.arrays = Set.copyOf(arrays);
  }

  private boolean isByLine(JsonStreamContext array) {
    JsonStreamContext outermost = array.getParent();
    return outermost.getParent() != null
        && outermost.getParent().inRoot()
        && arrays.contains(outermost.getCurrentName());
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
    json.writeRaw(json.getOutputContext().getParent().inRoot() ? ",\n" : ",");
  }

  @Override
  public void beforeArrayValues(JsonGenerator json) throws IOException {
    if (isByLine(json.getOutputContext())) {
      json.writeRaw('\n');
    }
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
    json.writeRaw(isByLine(json.getOutputContext()) ? ",\n" : ",");
  }
}
