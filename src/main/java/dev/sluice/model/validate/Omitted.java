package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a header says that its log leaves out: sentences, each with a name and a colon before it.
 *
 * <p>{@code target} are all events of role target; {@code st} are values of variables, any of them;
 * {@code Module} are all events of a specification, {@code Module.Action} those of one action, and
 * {@code Module.variable} are all values of one variable; {@code Module.Constant} is a constant.
 */
final class Omitted {
  /** All events of role target. */
  static final String TARGET = "target";

  /** Values of variables. */
  static final String VALUES = "st";

  private Omitted() {}

  /** The name before a sentence's colon; the whole sentence if there is none. */
  static String name(String sentence) {
    int colon = sentence.indexOf(':');
    return colon < 0 ? sentence : sentence.substring(0, colon);
  }

  /** Whether a log says that it leaves this out. */
  static boolean isOmitted(EventLog log, String name) {
    return log.header().omits().stream().anyMatch(sentence -> name(sentence).equals(name));
  }

  /** The sentences about a specification, those about all of them included. */
  static List<String> about(EventLog log, String spec) {
    return log.header().omits().stream()
        .filter(
            sentence -> {
              String name = name(sentence);
              return name.equals(TARGET)
                  || name.equals(VALUES)
                  || name.equals(spec)
                  || name.startsWith(spec + ".");
            })
        .toList();
  }

  /**
   * Whether each sentence begins with a name that it may begin with.
   *
   * @param specs names of all specifications of which a log may tell
   */
  static void checkNames(EventLog log, Collection<String> specs) throws BadLog {
    List<String> allowed = new ArrayList<>(List.of(TARGET, VALUES));
    allowed.addAll(specs);
    for (String sentence : log.header().omits()) {
      String name = name(sentence);
      if (!allowed.contains(name.replaceFirst("\\..*", "")) || !sentence.contains(":")) {
        throw BadLog.header(
            "omits has \"%s\", which does not begin with the name of what is left out, and a colon%s, or Module.name of one of its actions, variables or constants"
                .formatted(sentence, BadLog.instead(name, allowed)));
      }
    }
  }

  /**
   * Whether the log leaves out what it says, and says what it leaves out.
   *
   * @param vocabulary of the specification
   */
  static void check(EventLog log, String spec, Vocabulary vocabulary) throws BadLog {
    if (log.header().omits().isEmpty()) {
      return;
    }
    List<String> names = new ArrayList<>(vocabulary.actions());
    names.addAll(vocabulary.variables());
    names.addAll(vocabulary.constants());
    for (String sentence : log.header().omits()) {
      String name = name(sentence);
      String own = name.startsWith(spec + ".") ? name.substring(spec.length() + 1) : "";
      if (!own.isEmpty() && !names.contains(own)) {
        throw BadLog.header(
            "omits has a name \"%s\", and %s is no action, variable or constant of it that a log tells%s"
                .formatted(name, own, BadLog.instead(own, names)));
      }
    }
    for (String constant : log.constants(spec).keySet()) {
      if (isOmitted(log, spec + "." + constant)) {
        throw BadLog.header(
            "constants.%s tell %s, though omits say that it is left out".formatted(spec, constant));
      }
    }
    for (LogEvent event : log.of(spec)) {
      if (isOmitted(log, spec) || isOmitted(log, spec + "." + event.action())) {
        throw BadLog.of(event, "is there, though the header's omits say that it is left out");
      }
      for (Map.Entry<String, LogValue> told : event.variables().entrySet()) {
        if (isOmitted(log, spec + "." + told.getKey())) {
          throw BadLog.of(
              event,
              "tells %s, though the header's omits say that it is left out"
                  .formatted(told.getKey()));
        }
      }
    }
  }
}
