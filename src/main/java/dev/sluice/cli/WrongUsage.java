package dev.sluice.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says as a sentence what the parser of command lines complains of. */
final class WrongUsage {
  private static final Pattern NO_VALUE =
      Pattern.compile("Missing required parameter for option '([^']+)' \\((.*)\\)");
  private static final Pattern NO_WORD = Pattern.compile("Missing required parameters?: '(.*)'");
  private static final Pattern TWICE =
      Pattern.compile("option '([^']+)'(?: \\(.*\\))? should be specified only once");
  private static final Pattern VALUE =
      Pattern.compile("Invalid value for option '([^']+)'(?: \\([^)]*\\))?: (.*)");
  private static final Pattern NO_TRUTH = Pattern.compile("'(.*)' is not a boolean");
  private static final Pattern NO_NUMBER = Pattern.compile("'(.*)' is not an? (?:int|long)");
  private static final Pattern NONE_OF =
      Pattern.compile("expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'");

  private WrongUsage() {}

  /** What is wrong, without the way to the help. */
  static String sentence(ParameterException e) {
    CommandLine command = e.getCommandLine();
    String named = "`" + command.getCommandSpec().qualifiedName() + "`";
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched, command, named);
    }
    String said = String.valueOf(e.getMessage());
    Matcher noValue = NO_VALUE.matcher(said);
    Matcher noWord = NO_WORD.matcher(said);
    Matcher twice = TWICE.matcher(said);
    Matcher value = VALUE.matcher(said);
    if (noValue.matches()) {
      return noValue.group(1) + " needs a value: " + noValue.group(2);
    } else if (noWord.matches()) {
      return named + " needs a " + noWord.group(1);
    } else if (said.equals("Missing required subcommand")) {
      return named
          + " needs a word behind it: "
          + String.join(", ", command.getSubcommands().keySet());
    } else if (e instanceof OverwrittenOptionException && twice.matches()) {
      return twice.group(1) + " stands here twice; give it once";
    } else if (value.matches()) {
      return value(value.group(1), value.group(2));
    }
    return said;
  }

  private static String unmatched(UnmatchedArgumentException e, CommandLine command, String named) {
    String word = e.getUnmatched().get(0);
    if (word.startsWith("@")) {
      return "there is no file " + word.substring(1) + ", from which @ would take words";
    } else if (e.isUnknownOption()) {
      return named + " has no option " + word;
    } else if (command.getSubcommands().isEmpty()) {
      return "\"" + word + "\" is one word too many for " + named;
    }
    return command.getParent() == null
        ? "there is no command \"" + word + "\""
        : named + " knows no \"" + word + "\"";
  }

  private static String value(String option, String said) {
    Matcher noTruth = NO_TRUTH.matcher(said);
    Matcher noNumber = NO_NUMBER.matcher(said);
    Matcher noneOf = NONE_OF.matcher(said);
    if (noTruth.matches()) {
      return option + " takes no value; leave =" + noTruth.group(1) + " out";
    } else if (noNumber.matches()) {
      return option + ": '" + noNumber.group(1) + "' is not a whole number";
    } else if (noneOf.matches()) {
      return option
          + ": '"
          + noneOf.group(2)
          + "' is none of "
          + noneOf.group(1).toLowerCase(Locale.ROOT);
    }
    return option + ": " + said;
  }
}
