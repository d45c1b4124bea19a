package dev.sluice.model.tlc.probe;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A conjunct that is false, and what stands around it; everything as it is written in the module,
 * or as {@link ValueText} has it.
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
 * @param bindings parameters, chosen names and those of LET with their values, innermost last
 * @param locals names of LET that the conjunct has, with what they stand for
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
    Map<String, String> bindings,
    Map<String, String> locals) {
  /**
   * Which of two to tell: the one that went further, then the one that stands further up, then by
   * what is known around it. The order in which they were found is the order in which TLC keeps
   * names, and says nothing.
   */
  private static final Comparator<Misfit> TELLING =
      Comparator.comparingInt(Misfit::held)
          .reversed()
          .thenComparing(Misfit::module)
          .thenComparingInt(Misfit::line)
          .thenComparing(Misfit::conjunct)
          .thenComparing(misfit -> String.valueOf(misfit.bindings));

  /** Whether this one is to be told rather than another. */
  boolean isBefore(Misfit other) {
    return TELLING.compare(this, other) < 0;
  }

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
    JudgeWire.texts(out, locals);
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
        JudgeWire.texts(in),
        JudgeWire.texts(in));
  }
}
