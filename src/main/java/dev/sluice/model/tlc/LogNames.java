package dev.sluice.model.tlc;

import dev.sluice.model.tlc.probe.JudgeWire;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The names that the log module of a specification looks for in events, as TLC's own parser reads
 * it.
 *
 * @param constants of the specification, sorted
 * @param actions by name: those that the log module has a case for, and that are actions of the
 *     specification
 */
public record LogNames(List<String> constants, SortedMap<String, Of> actions) {
  /**
   * What is looked for in the events of one action, each list sorted but the first.
   *
   * @param parameters of the action, in its order, looked for or not
   * @param arguments those that are looked for
   * @param variables whose values after the action are
   * @param given constants that are
   * @param message fields of the message that are
   */
  public record Of(
      List<String> parameters,
      List<String> arguments,
      List<String> variables,
      List<String> given,
      List<String> message) {}

  public LogNames {
    constants = List.copyOf(constants);
    actions = Collections.unmodifiableSortedMap(new TreeMap<>(actions));
  }

  /** Reads what a process has written. */
  static LogNames read(DataInputStream in) throws IOException {
    List<String> constants = texts(in);
    SortedMap<String, Of> actions = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = JudgeWire.text(in);
      actions.put(name, new Of(texts(in), texts(in), texts(in), texts(in), texts(in)));
    }
    return new LogNames(constants, actions);
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(JudgeWire.text(in));
    }
    return List.copyOf(texts);
  }
}
