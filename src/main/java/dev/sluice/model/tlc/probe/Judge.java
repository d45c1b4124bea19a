package dev.sluice.model.tlc.probe;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tla2sany.semantic.OpDeclNode;
import tlc2.tool.Action;
import tlc2.tool.TLCState;
import tlc2.util.FP64;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.Value;

/**
 * Decides whether logs are behaviours of a specification, with TLC's evaluator.
 *
 * <p>An event takes a set of states, those that the system may be in as far as the log tells, to
 * the set of all their successors under {@code LogNext(event)}; before it, steps that no event
 * tells are added. The log is a behaviour if the set is never empty and no state or step breaks an
 * invariant or an action property. Each event is looked at once and nothing before it is kept, so
 * that time grows as the log does.
 *
 * <p>A request is one octet and what belongs to it, in the notation of {@link ValueReader}:
 *
 * <table>
 * <caption>Requests</caption>
 * <tr><td>{@value JudgeWire#LOAD}</td><td>path of a module. Answer: a text, empty if it can be used, and then
 * what {@link EventNames} writes</td></tr>
 * <tr><td>{@value JudgeWire#JUDGE}</td><td>count, (name, value)… of the constants; then for each event an
 * octet 1 and its value; then 0. Answer: see below</td></tr>
 * <tr><td>{@value JudgeWire#COUNT}</td><td>the same; kinds of steps are counted</td></tr>
 * </table>
 *
 * <table>
 * <caption>Answers</caption>
 * <tr><td>{@value JudgeWire#ACCEPTED}</td><td>events, and the size of the largest set; count,
 * names of the variables; count, (kind, how many)… of the steps that are in no doubt</td></tr>
 * <tr><td>{@value JudgeWire#REJECTED}</td><td>which event, from 0; the name of the broken invariant or
 * property, or nothing; how many states the system might have been in; count, (variable, value)… of
 * one of them; an octet 1 and the conjunct that stops the event, or 0; count, numbers of later
 * events that would have fitted here</td></tr>
 * <tr><td>{@value JudgeWire#UNDECIDED}</td><td>which event, or −1 for the constants; what TLC says</td></tr>
 * </table>
 */
final class Judge {
  private static final Value ACTION = new StringValue("do");

  /** What TLC says of a number that its 32 bits do not hold. */
  private static final String TOO_LARGE = "verflow";

  /** How many of the events after a rejected one are tried in its place. */
  private static final int AHEAD = 24;

  /** More states than that at a time, and the log tells too little to be judged. */
  private static final int WIDEST = 20_000;

  /** How many of the states before a rejected event are explained, at most. */
  private static final int EXPLAINED = 16;

  private final DataInputStream in;
  private final ValueReader values;
  private final DataOutputStream out;
  private LogModule module;

  private Judge(InputStream in, PrintStream out) {
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
    this.values = new ValueReader(this.in);
    this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
  }

  /** Answers requests until there are no more. */
  static void serve(InputStream requests, PrintStream answers) throws IOException {
    FP64.Init(0);
    new Judge(requests, answers).run();
  }

  private void run() throws IOException {
    for (int request = in.read(); request >= 0; request = in.read()) {
      if (request == JudgeWire.LOAD) {
        String unusable = load(new File(JudgeWire.text(in)));
        JudgeWire.text(out, unusable);
        if (unusable.isEmpty()) {
          module.names().write(out);
        }
      } else {
        judge(request == JudgeWire.COUNT);
      }
      out.flush();
    }
  }

  private String load(File file) {
    try {
      if (module != null) {
        Probe.forget();
      }
    } catch (ReflectiveOperationException other) {
      return "this version of TLC can judge by one specification only: " + other;
    }
    try {
      module = new LogModule(file);
      return "";
    } catch (IOException unusable) {
      module = null;
      return String.valueOf(unusable.getMessage());
    }
  }

  // ---------------------------------------------------------------- one behaviour

  private void judge(boolean counts) throws IOException {
    Map<String, Value> constants = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = JudgeWire.text(in);
      constants.put(name, values.value());
    }
    int event = -1;
    List<TLCState> states = List.of();
    try {
      String unfit = module.set(constants);
      if (unfit != null) {
        undecided(-1, unfit);
        return;
      }
      states = module.initial();
      for (TLCState state : states) {
        state.fingerPrint(); // brings its values to normal form
      }
      String broken = states.isEmpty() ? "LogInit" : firstBroken(states);
      if (broken != null) {
        rejected(0, broken, states, null, List.of());
        return;
      }
      int widest = states.size();
      StepKindCounter changes = new StepKindCounter();
      while (in.readByte() == 1) {
        event++;
        Value value = values.value();
        List<TLCState> from = closed(states);
        Action step = module.step(value);
        List<TLCState> to = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        try {
          for (TLCState state : from) {
            for (TLCState next : module.successors(step, state)) {
              if (!seen.add(next.fingerPrint())) {
                continue;
              }
              String name = module.broken(state, next);
              if (name != null) {
                rejected(event, name, List.of(state), null, List.of());
                return;
              }
              to.add(next);
            }
          }
        } catch (RuntimeException failed) {
          if (String.valueOf(failed.getMessage()).contains(TOO_LARGE)) {
            undecided(event, failed.getMessage());
            return;
          }
          // The event asks for what the module does not know: it fits nothing.
          to.clear();
        }
        if (to.isEmpty()) {
          explain(event, step, from);
          return;
        }
        if (to.size() > WIDEST) {
          undecided(
              event, "the log tells too little: the system may be in " + to.size() + " states");
          return;
        }
        widest = Math.max(widest, to.size());
        if (counts && from.size() == 1 && to.size() == 1) {
          changes.step(name(value), from.get(0), to.get(0));
        }
        states = to;
      }
      out.write(JudgeWire.ACCEPTED);
      out.writeInt(event + 1);
      out.writeInt(widest);
      names();
      JudgeWire.counts(out, changes.kinds());
    } catch (RuntimeException | StackOverflowError failed) {
      undecided(event, failed.getMessage() == null ? failed.toString() : failed.getMessage());
    }
  }

  /** The action that an event names. */
  private static String name(Value event) {
    return event instanceof RecordValue record && record.select(ACTION) instanceof StringValue name
        ? name.getVal().toString()
        : "";
  }

  private void names() throws IOException {
    out.writeInt(Loaded.variables().length);
    for (OpDeclNode variable : Loaded.variables()) {
      JudgeWire.text(out, variable.getName().toString());
    }
  }

  private String firstBroken(List<TLCState> states) {
    for (TLCState state : states) {
      String broken = module.broken(null, state);
      if (broken != null) {
        return broken;
      }
    }
    return null;
  }

  /** The states, and all that come from them by steps that nobody tells. */
  private List<TLCState> closed(List<TLCState> states) {
    if (module.hidden() == null) {
      return states;
    }
    List<TLCState> all = new ArrayList<>(states);
    Set<Long> seen = new HashSet<>();
    for (TLCState state : states) {
      seen.add(state.fingerPrint());
    }
    for (int i = 0; i < all.size() && all.size() <= WIDEST; i++) {
      for (TLCState next : module.successors(module.hidden(), all.get(i))) {
        if (seen.add(next.fingerPrint()) && module.broken(all.get(i), next) == null) {
          all.add(next);
        }
      }
    }
    return all;
  }

  // ---------------------------------------------------------------- a rejection

  private void explain(int event, Action step, List<TLCState> from) throws IOException {
    Misfit furthest = null;
    List<TLCState> states = inOrder(from);
    TLCState at = states.get(0);
    for (TLCState state : states.subList(0, Math.min(EXPLAINED, states.size()))) {
      Misfit misfit = why(step, state);
      if (misfit != null && (furthest == null || misfit.isBefore(furthest))) {
        furthest = misfit;
        at = state;
      }
    }
    List<Integer> fitting = new ArrayList<>();
    int later = event;
    while (in.readByte() == 1) {
      later++;
      Value value = values.value();
      if (later - event <= AHEAD && fits(value, states)) {
        fitting.add(later);
      }
    }
    states.remove(at);
    states.add(0, at);
    answerRejected(event, "", states, furthest, fitting);
  }

  /** States in an order that what TLC did before has no part in. */
  private static List<TLCState> inOrder(List<TLCState> states) {
    if (states.size() == 1) {
      return new ArrayList<>(states);
    }
    Map<String, TLCState> ordered = new TreeMap<>();
    for (TLCState state : states) {
      StringBuilder text = new StringBuilder();
      for (OpDeclNode variable : Loaded.variables()) {
        text.append(ValueText.of(state.lookup(variable.getName()))).append('\n');
      }
      ordered.put(text.toString(), state);
    }
    return new ArrayList<>(ordered.values());
  }

  /** A rejection stands, whether it can be explained or not. */
  private Misfit why(Action step, TLCState state) {
    try {
      return new Explainer(module.tool(), state).why(step);
    } catch (RuntimeException unexplained) {
      return null;
    }
  }

  private boolean fits(Value value, List<TLCState> from) {
    Action step = module.step(value);
    for (TLCState state : from.subList(0, Math.min(EXPLAINED, from.size()))) {
      try {
        if (!module.successors(step, state).isEmpty()) {
          return true;
        }
      } catch (RuntimeException cannot) {
        // then it does not fit here
      }
    }
    return false;
  }

  private void rejected(
      int event, String broken, List<TLCState> states, Misfit misfit, List<Integer> fitting)
      throws IOException {
    skip();
    answerRejected(event, broken, states, misfit, fitting);
  }

  private void answerRejected(
      int event, String broken, List<TLCState> states, Misfit misfit, List<Integer> fitting)
      throws IOException {
    out.write(JudgeWire.REJECTED);
    out.writeInt(event);
    JudgeWire.text(out, broken);
    out.writeInt(states.size());
    if (states.isEmpty()) {
      out.writeInt(0);
    } else {
      TLCState state = states.get(0);
      OpDeclNode[] variables = Loaded.variables();
      out.writeInt(variables.length);
      for (OpDeclNode variable : variables) {
        JudgeWire.text(out, variable.getName().toString());
        JudgeWire.text(out, ValueText.of(state.lookup(variable.getName())));
      }
    }
    out.write(misfit == null ? 0 : 1);
    if (misfit != null) {
      misfit.write(out);
    }
    out.writeInt(fitting.size());
    for (int number : fitting) {
      out.writeInt(number);
    }
  }

  private void undecided(int event, String why) throws IOException {
    skip();
    out.write(JudgeWire.UNDECIDED);
    out.writeInt(event);
    JudgeWire.text(out, why);
  }

  /** Reads what is left of the behaviour, so that the next request is found. */
  private void skip() throws IOException {
    while (in.readByte() == 1) {
      values.value();
    }
  }
}
