package dev.sluice.model.tlc;

import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Parsed;
import dev.sluice.trace.TlaText;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what TLC prints with {@code -tool}: framed messages, each with a code, and free text
 * between them.
 *
 * <p>Fed line by line while the process runs, so that a run that is stopped has been read up to
 * there.
 */
public final class TlcOutput {
  static final int STATE = 2217;
  static final int STUTTERING = 2218;
  static final int BACK_TO_STATE = 2122;

  private static final Pattern START = Pattern.compile("@!@!@STARTMSG (\\d+):(\\d+) @!@!@");
  private static final Pattern END = Pattern.compile("@!@!@ENDMSG (\\d+) @!@!@");
  private static final Pattern STATE_HEAD = Pattern.compile("(\\d+): <(.*?)>?");
  private static final Pattern ACTION = Pattern.compile("(\\S+)( line .*)");
  private static final Pattern BACK = Pattern.compile("(\\d+): Back to state.*");
  private static final Pattern COUNTS =
      Pattern.compile("([\\d,]+) states generated.*?, ([\\d,]+) distinct states found.*");
  private static final Pattern DEPTH =
      Pattern.compile("The depth of the complete state graph search is (\\d+)\\.");

  /**
   * One framed message.
   *
   * @param code TLC's code for it
   * @param severity 0 plain, 1 error, 2 bug of TLC, 3 warning, 4 state
   * @param text its lines
   */
  public record Message(int code, int severity, List<String> text) {
    public Message {
      text = List.copyOf(text);
    }

    /** The message as one line. */
    public String line() {
      return String.join(" ", text).strip();
    }
  }

  private final List<Message> messages = new ArrayList<>();
  private final List<String> freeText = new ArrayList<>();
  private final List<Counterexample.Step> steps = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private int openCode = -1;
  private int openSeverity;
  private Counterexample.End end = Counterexample.End.STATE;
  private int backTo;
  private String unreadable = "";
  private long generated;
  private long distinct;
  private int depth;

  /** Takes the next line. */
  public void line(String line) {
    Matcher start = START.matcher(line);
    if (start.matches()) {
      openCode = Integer.parseInt(start.group(1));
      openSeverity = Integer.parseInt(start.group(2));
      open.clear();
    } else if (END.matcher(line).matches()) {
      close();
      openCode = -1;
    } else if (openCode >= 0) {
      open.add(line);
    } else {
      freeText.add(line);
    }
  }

  private void close() {
    Message message = new Message(openCode, openSeverity, open);
    switch (message.code()) {
      case STATE -> state(message);
      case STUTTERING -> end = Counterexample.End.STUTTERING;
      case BACK_TO_STATE -> {
        end = Counterexample.End.LOOP;
        Matcher back = BACK.matcher(message.line());
        if (back.matches()) {
          backTo = Integer.parseInt(back.group(1));
        }
      }
      default -> {
        messages.add(message);
        Matcher counts = COUNTS.matcher(message.line());
        if (message.code() == 2199 && counts.matches()) {
          generated = number(counts.group(1));
          distinct = number(counts.group(2));
        } else if (message.code() == 2194) {
          Matcher found = DEPTH.matcher(message.line());
          depth = found.matches() ? Integer.parseInt(found.group(1)) : 0;
        }
      }
    }
  }

  private static long number(String digits) {
    return Long.parseLong(digits.replace(",", ""));
  }

  private void state(Message message) {
    if (message.text().isEmpty()) {
      return;
    }
    String head = message.text().get(0);
    Matcher stuttering = Pattern.compile("(\\d+): Stuttering").matcher(head.strip());
    Matcher back = BACK.matcher(head.strip());
    if (stuttering.matches()) {
      end = Counterexample.End.STUTTERING;
      return;
    }
    if (back.matches()) {
      end = Counterexample.End.LOOP;
      backTo = Integer.parseInt(back.group(1));
      return;
    }
    Matcher numbered = STATE_HEAD.matcher(head.strip());
    String label = numbered.matches() ? numbered.group(2) : head;
    Matcher action = ACTION.matcher(label);
    String name = action.matches() ? action.group(1) : label;
    String location = action.matches() ? action.group(2).strip() : "";
    if (name.equals("Initial predicate")) {
      name = "Init";
    }
    String text = String.join("\n", message.text().subList(1, message.text().size()));
    Parsed<Map<String, Value>> parsed = TlaText.parseState(text);
    if (parsed instanceof Parsed.Good<Map<String, Value>> good) {
      steps.add(new Counterexample.Step(name, List.of(), location, good.value()));
    } else {
      unreadable = "state " + (steps.size() + 1) + ": " + parsed;
      steps.add(new Counterexample.Step(name, List.of(), location, Map.of()));
    }
  }

  /** The messages so far, the states of a counterexample left out. */
  public List<Message> messages() {
    return List.copyOf(messages);
  }

  /** The lines outside every frame: SANY's report, {@code Print} and what the JVM says. */
  public List<String> freeText() {
    return List.copyOf(freeText);
  }

  /** The first message of this code, or {@code null}. */
  public Message first(int code) {
    return messages.stream().filter(message -> message.code() == code).findFirst().orElse(null);
  }

  /** The counterexample as printed; without steps where there is none. */
  public Counterexample counterexample() {
    return new Counterexample(steps, end, backTo);
  }

  /** Why a printed state could not be read, or {@code ""}. */
  public String unreadable() {
    return unreadable;
  }

  /** States generated, initial ones included. */
  public long generated() {
    return generated;
  }

  /** Distinct states found. */
  public long distinct() {
    return distinct;
  }

  /** TLC's own depth; with several workers not the breadth-first depth. */
  public int depth() {
    return depth;
  }

  /** How far the search has come, as TLC last said, or {@code ""}. */
  public String progress() {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).code() == 2200) {
        Matcher counts =
            Pattern.compile(".*?: ([\\d,]+) states generated.*?([\\d,]+) distinct.*")
                .matcher(messages.get(i).line());
        if (counts.matches()) {
          return counts.group(2) + " states";
        }
      }
    }
    return "";
  }
}
