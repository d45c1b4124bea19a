package dev.sluice.model.tlc.probe;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A conjunct that is false, and what stands around it; everything as text.
 *
 * @param held how many conjuncts held before it
 * @param within the definitions that it stands in, outermost first
 * @param conjunct as it is written
 * @param module where
 * @param line where in the module
 * @param relation what its two sides should be to each other; empty where it has not two sides
 * @param left its left side as it is written
 * @param right its right side
 * @param leftValue what that is here; or what TLC says where the conjunct cannot be evaluated
 * @param rightValue likewise
 * @param bindings parameters and chosen names with their values, innermost last
 */
record Misfit(
    int held,
    List<String> within,
    String conjunct,
    String module,
    int line,
    String relation,
    String left,
    String right,
    String leftValue,
    String rightValue,
    Map<String, String> bindings) {

  /** The conjunct, and its two sides' values where it has two. */
  String sentence() {
    return relation.isEmpty()
        ? conjunct
        : conjunct + ", but " + leftValue + " is not " + relation + " " + rightValue;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(held);
    out.writeInt(within.size());
    for (String name : within) {
      text(out, name);
    }
    text(out, conjunct);
    text(out, module);
    out.writeInt(line);
    text(out, relation);
    text(out, left);
    text(out, right);
    text(out, leftValue);
    text(out, rightValue);
    out.writeInt(bindings.size());
    for (Map.Entry<String, String> binding : bindings.entrySet()) {
      text(out, binding.getKey());
      text(out, binding.getValue());
    }
  }

  /** A string in UTF-8 behind its length. */
  static void text(DataOutputStream out, String text) throws IOException {
    byte[] octets = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(octets.length);
    out.write(octets);
  }
}
