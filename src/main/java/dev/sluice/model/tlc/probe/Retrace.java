package dev.sluice.model.tlc.probe;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tlc2.tool.Action;
import tlc2.tool.ITool;
import tlc2.tool.StateVec;
import tlc2.tool.TLCState;
import util.ToolIO;

/**
 * Goes along a behaviour that TLC has printed once more, to find which action instances may have
 * taken each step: some versions of TLC print their arguments, and some do not.
 *
 * <p>States are told by what TLC prints of them, so this depends on no table of TLC's and goes
 * under SYMMETRY and VIEW as well. Of several behaviours only the first is followed. Where TLC
 * prints something else than its state, because of ALIAS or since the step could not be evaluated,
 * an action instance is told by its label, as far as only one has that label.
 */
final class Retrace extends PrintStream {
  private static final String STATE = "@!@!@STARTMSG 2217:4 @!@!@";

  /** What TLC says of an initial state that it prints within a message. */
  private static final String INITIALLY = " is violated by the initial state:";

  /** More initial states than that are not searched for the one that was printed. */
  private static final int MOST_INITIAL = 100_000;

  /** One state of a behaviour: the action that TLC names, and the variables. */
  private record Printed(String label, String state) {}

  private final List<Printed> states = new ArrayList<>();
  private boolean another;
  private boolean initially;

  private final PhaseClock clock;

  private Retrace(OutputStream out, PhaseClock clock) {
    super(out, true, StandardCharsets.UTF_8);
    this.clock = clock;
  }

  /** Listens to what TLC prints from now on, and lets the clock hear it, too. */
  static Retrace install(PhaseClock clock) {
    Retrace retrace = new Retrace(ToolIO.out, clock);
    ToolIO.out = retrace;
    return retrace;
  }

  @Override
  public void println(String text) {
    clock.heard(text);
    if (text != null && text.startsWith(STATE)) {
      state(text);
    }
    initially |= text != null && text.contains(INITIALLY);
    super.println(text);
  }

  private void state(String text) {
    String[] lines = text.split("\\R", 3);
    if (lines.length == 3 && !another) {
      another = !states.isEmpty() && lines[1].startsWith("1: ");
      if (!another) {
        int end = lines[2].lastIndexOf("@!@!@ENDMSG");
        String state = end < 0 ? lines[2] : lines[2].substring(0, end);
        states.add(
            new Printed(
                lines[1].substring(lines[1].indexOf(' ') + 1),
                state.replace("\r\n", "\n").strip()));
      }
    }
  }

  /**
   * Ends the listening, and writes what led to each state of the behaviour, if there was one.
   *
   * @param file where to; it is not made if no state was printed
   */
  void finish(PrintStream before, Path file) throws IOException {
    flush();
    ToolIO.out = new PrintStream(OutputStream.nullOutputStream()); // actions may print
    try {
      ITool tool = Loaded.tool();
      if (tool != null && (initially || !states.isEmpty())) {
        write(tool, file);
      }
    } catch (RuntimeException | LinkageError | StackOverflowError cannot) {
      Files.deleteIfExists(file); // then the behaviour has no arguments
    } finally {
      ToolIO.out = before;
    }
  }

  private void write(ITool tool, Path file) throws IOException {
    try (Segment out = new Segment(file)) {
      out.variables(Loaded.variablesAsDeclared());
      out.constants(Loaded.constants(tool));
      TLCState at = states.size() < 2 ? null : initial(tool, states.get(0).state());
      for (Printed printed : states.subList(Math.min(1, states.size()), states.size())) {
        List<Action> by = new ArrayList<>();
        at = at == null ? null : next(tool, at, printed.state(), by);
        if (at == null) {
          by = labelled(tool, printed.label());
        }
        out.tag(Segment.STEP);
        out.number(by.size());
        for (Action action : by) {
          out.action(action);
        }
      }
    }
  }

  /** The initial state that was printed, or {@code null}. */
  private static TLCState initial(ITool tool, String printed) {
    final class Found extends RuntimeException {
      private final transient TLCState state;

      Found(TLCState state) {
        super(null, null, false, false);
        this.state = state;
      }
    }
    int[] looked = {0};
    try {
      tool.getInitStates(
          state -> {
            if (isPrinted(state, printed) || ++looked[0] > MOST_INITIAL) {
              throw new Found(looked[0] > MOST_INITIAL ? null : state);
            }
            return null;
          });
    } catch (Found found) {
      return found.state;
    } catch (RuntimeException | StackOverflowError cannot) {
      return null;
    }
    return null;
  }

  /** The successor that was printed, and all action instances that lead to it. */
  private static TLCState next(ITool tool, TLCState from, String printed, List<Action> by) {
    TLCState to = null;
    for (Action action : Loaded.actions(tool)) {
      try {
        StateVec successors = tool.getNextStates(action, from);
        for (int i = 0; i < successors.size(); i++) {
          TLCState successor = successors.elementAt(i);
          if (isPrinted(successor, printed)) {
            to = successor;
            by.add(action);
            break;
          }
        }
      } catch (RuntimeException | StackOverflowError cannot) {
        // what cannot be evaluated did not lead there
      }
    }
    return to;
  }

  /** The one action instance that has this label; none where several have. */
  private static List<Action> labelled(ITool tool, String label) {
    List<Action> all =
        Loaded.actions(tool).stream().filter(action -> label.equals(action.getLocation())).toList();
    return all.size() == 1 ? all : List.of();
  }

  private static boolean isPrinted(TLCState state, String printed) {
    state.deepNormalize();
    return state.toString().replace("\r\n", "\n").strip().equals(printed);
  }
}
