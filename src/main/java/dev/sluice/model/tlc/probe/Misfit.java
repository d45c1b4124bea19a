package dev.sluice.model.tlc.probe;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A conjunct that is false, and what stands around it; everything as it is written in the module,
 * or as TLC prints values.
 *
 * @param held how many conjuncts held before it
 * @param within the definitions that it stands in, outermost first
 * @param conjunct the conjunct
 * @param module where
 * @param line where in the module
 * @param relation what its two sides should be to each other; empty where it has not two sides
 * @param left its left side
 * @param right its right side
 * @param leftValue what that is; or what TLC says where the conjunct cannot be evaluated
 * @param rightValue likewise
 * @param bindings parameters and chosen names with their values, innermost last
 */
public record Misfit(
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
      JudgeWire.text(out, name);
    }
    JudgeWire.text(out, conjunct);
    JudgeWire.text(out, module);
    out.writeInt(line);
    JudgeWire.text(out, relation);
    JudgeWire.text(out, left);
    JudgeWire.text(out, right);
    JudgeWire.text(out, leftValue);
    JudgeWire.text(out, rightValue);
    JudgeWire.texts(out, bindings);
  }

  /** Reads what the judge has written. */
  public static Misfit read(DataInputStream in) throws IOException {
    int held = in.readInt();
    List<String> within = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      within.add(JudgeWire.text(in));
    }
    return new Misfit(
        held,
        within,
        JudgeWire.text(in),
        JudgeWire.text(in),
        in.readInt(),
        JudgeWire.text(in),
        JudgeWire.text(in),
        JudgeWire.text(in),
        JudgeWire.text(in),
        JudgeWire.text(in),
        JudgeWire.texts(in));
  }
}
