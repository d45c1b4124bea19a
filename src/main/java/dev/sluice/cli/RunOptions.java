package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck.Limits;
import dev.sluice.model.tlc.JavaCode;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that runs TLC. */
final class RunOptions {
  /** What Sluice itself needs beside the processes it starts, in MiB. */
  private static final int OWN_MIB = 1024;

  @Option(
      names = "--tla2tools",
      paramLabel = "FILE",
      description =
          "A tla2tools.jar of your own instead of the TLC that Sluice comes with; also the"
              + " environment variable SLUICE_TLA2TOOLS.")
  private Path tla2tools;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      converter = Count.class,
      description =
          "How many TLC processes may run at a time (default: as many as cores and memory allow).")
  private Integer jobs;

  @Option(
      names = "--workers",
      paramLabel = "N",
      converter = Count.class,
      description =
          "TLC's worker threads in each process (default: 1, and all cores in the full lane)."
              + " Controls always get one, so that their counterexample is the same each time.")
  private Integer workers;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      converter = Size.class,
      description =
          "TLC's largest heap in each process: 512m, 4g, or a number of MiB (default: by lane).")
  private Integer heapMib;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Duration.class,
      description =
          "The time after which a model is left undecided: 90s, 5m, 2h, or a number of seconds"
              + " (default: no limit).")
  private Long timeoutSeconds;

  @Option(
      names = "--trust",
      description =
          "Run Java classes that come with modules, which TLC puts in place of their operators"
              + " (default: refuse them). They have all of your rights.")
  private boolean trust;

  /**
   * Refuses those of them that have no effect.
   *
   * @param when where, as in {@link NoEffect}
   * @param used the names of those that have one
   */
  void refuseAllBut(String when, String... used) throws Refusal {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("--tla2tools", tla2tools);
    given.put("--jobs", jobs);
    given.put("--workers", workers);
    given.put("--heap", heapMib);
    given.put("--timeout", timeoutSeconds);
    given.put("--trust", trust);
    given.keySet().removeAll(List.of(used));
    NoEffect.refuse(given, when);
  }

  /** Whether Java code that comes with modules may run. */
  boolean trusts() {
    return trust;
  }

  /** The jar to use. */
  TlcJar jar(Session session) throws Refusal {
    TlcJar jar = named(session);
    return trust ? jar.trusting() : jar;
  }

  /**
   * Says which Java code comes with modules before any of it can run, if the user trusts it;
   * refuses jars with code otherwise. Of classes in folders TLC's process refuses those that it is
   * about to load.
   *
   * @param library folders and jars with modules
   */
  void lookForCode(Session session, List<Path> library) throws Refusal {
    try {
      if (trust) {
        for (String code : JavaCode.in(library)) {
          session.terminal().tell("--trust: TLC may run " + code);
        }
        return;
      }
      for (Path each : library) {
        Optional<String> code = Files.isRegularFile(each) ? JavaCode.inJar(each) : Optional.empty();
        if (code.isPresent()) {
          throw Refusal.badInput(JavaCode.refusal(code.get()));
        }
      }
    } catch (IOException e) {
      throw Refusal.badInput("the library cannot be read: " + DiskTrouble.why(e));
    }
  }

  private TlcJar named(Session session) throws Refusal {
    String named = session.environment().getOrDefault("SLUICE_TLA2TOOLS", "");
    try {
      if (tla2tools != null) {
        return TlcJar.of(tla2tools);
      }
      return named.isEmpty() ? TlcJar.shipped() : TlcJar.of(Path.of(named));
    } catch (IOException e) {
      String from = tla2tools == null && !named.isEmpty() ? "SLUICE_TLA2TOOLS: " : "";
      throw Refusal.badInput(from + e.getMessage());
    }
  }

  /** How many processes may run at a time. */
  int jobs() {
    if (jobs != null) {
      return jobs;
    }
    int each = heapMib == null ? heap(Lane.SMOKE) : heapMib;
    long fit = (memoryMib() - OWN_MIB) / each;
    return (int) Math.max(1, Math.min(cores(), fit));
  }

  /** The largest heap of a process that serves small models, in MiB. */
  int heapMib() {
    return heapMib != null ? heapMib : heap(Lane.SMOKE);
  }

  /** After which a run is left undecided, where nothing else was asked for. */
  long timeoutSeconds(long otherwise) {
    return timeoutSeconds != null ? timeoutSeconds : otherwise;
  }

  /** What a specification of the user's own may use: most of the memory, as it is alone. */
  Limits ownLimits(TlcOptions search, boolean graph, boolean alone) {
    return new Limits(
        workers != null ? workers : 1,
        heapMib != null ? heapMib : heap(alone ? Lane.FULL : Lane.SMOKE),
        timeoutSeconds == null ? 0 : timeoutSeconds,
        false,
        false,
        false,
        graph,
        search);
  }

  /** What one model may use. */
  Limits limits(Model model, boolean replay, boolean pins, boolean share) {
    boolean alone = model.lane() == Lane.FULL;
    return new Limits(
        workers != null ? workers : alone ? cores() : 1,
        heapMib != null ? heapMib : heap(model.lane()),
        timeoutSeconds == null ? 0 : timeoutSeconds,
        replay,
        pins,
        share);
  }

  private static int heap(Lane lane) {
    return switch (lane) {
      case TRACE, SMOKE, CONTROL -> 1024;
      case FULL -> (int) Math.max(1024, Math.min(8192, memoryMib() / 3));
    };
  }

  /** The machine's cores, or those that this process may use. */
  static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** The machine's memory, or what of it this process may use, in MiB. */
  static long memoryMib() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize() >> 20
        : 4096;
  }

  /** A number from 1 up. */
  static final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int number = Integer.parseInt(text);
        if (number >= 1 && number <= 1024) {
          return number;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new TypeConversionException("'" + text + "' is not a number from 1 to 1024");
    }
  }

  /** An amount of memory, in MiB. */
  static final class Size implements ITypeConverter<Integer> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,7})([mg]?)");

    @Override
    public Integer convert(String text) {
      Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
      if (matcher.matches()) {
        long mib = Long.parseLong(matcher.group(1)) << (matcher.group(2).equals("g") ? 10 : 0);
        if (mib >= 1 && mib <= 1 << 24) {
          return (int) mib;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is not an amount of memory, such as 512m or 4g");
    }
  }

  /** A length of time, in seconds. */
  static final class Duration implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,7})([smh]?)");

    @Override
    public Long convert(String text) {
      Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
      if (matcher.matches() && Long.parseLong(matcher.group(1)) > 0) {
        long factor =
            switch (matcher.group(2)) {
              case "m" -> 60;
              case "h" -> 3600;
              default -> 1;
            };
        return Long.parseLong(matcher.group(1)) * factor;
      }
      throw new TypeConversionException(
          "'" + text + "' is not a length of time, such as 90s, 5m or 2h");
    }
  }
}
