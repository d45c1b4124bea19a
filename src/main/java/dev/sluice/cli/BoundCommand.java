package dev.sluice.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.cc.rccc.IncastBound;
import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.proof.Solver.Answer;
import dev.sluice.model.proof.Solver.Outcome;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Quantity;
import dev.sluice.scenario.WorstIncast;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code sluice bound}: what a claim comes to in numbers. */
@Command(name = "bound", description = BoundCommand.WHAT)
final class BoundCommand {
  /** What the list of commands says of it. */
  static final String WHAT = "Says what a bound comes to in numbers: incast, pfc.";

  private BoundCommand() {}

  /** The group, made so that only its parts can be called. */
  static CommandLine group(Session session, String... args) {
    CommandLine group = new CommandLine(new BoundCommand());
    Subcommands parts = new Subcommands(group, args);
    parts.add("incast", Incast.WHAT, () -> new Incast(session));
    parts.add("pfc", PfcBoundCommand.WHAT, () -> new PfcBoundCommand(session));
    return group;
  }

  /** {@code sluice bound incast}. */
  @Command(
      name = "incast",
      description = {
        Incast.WHAT,
        "",
        "The exit code is 1 where an obligation of the proof fails, and 3 where one is not"
            + " decided."
      },
      footer = {
        "",
        "Examples:",
        "  sluice bound incast --senders 64 --link 100G",
        "  sluice bound incast --buffer 1MB --initial 4KiB"
      })
  static final class Incast implements Callable<Integer> {
    /** What the list of commands says of it. */
    static final String WHAT =
        "Says how large the buffer of the last hop must be so that an incast on receiver credit"
            + " never loses a packet, whatever the senders do with their credit and whenever it"
            + " comes, and how long their retransmission timeout has to be for that;"
            + " then asks the solver again why that holds for all sizes.";

    private final Session session;

    @Option(
        names = "--senders",
        paramLabel = "N",
        converter = RunOptions.Count.class,
        defaultValue = "64",
        description = "How many contexts send to the receiver (default: ${DEFAULT-VALUE}).")
    private int senders;

    @Option(
        names = "--link",
        paramLabel = "RATE",
        converter = Rate.class,
        defaultValue = "100G",
        description = "The receiver's link (default: ${DEFAULT-VALUE}).")
    private long link;

    @Option(
        names = "--base-rtt",
        paramLabel = "TIME",
        converter = Time.class,
        defaultValue = "6us",
        description = "From a grant to its data, at most (default: ${DEFAULT-VALUE}).")
    private long baseRtt;

    @Option(
        names = "--slice",
        paramLabel = "TIME",
        converter = Time.class,
        defaultValue = "1us",
        description = "How often credit is divided (default: ${DEFAULT-VALUE}).")
    private long slice;

    @Option(
        names = "--initial",
        paramLabel = "SIZE",
        converter = Size.class,
        defaultValue = "12500B",
        description = "Credit a sender has unasked (default: ${DEFAULT-VALUE}).")
    private long initial;

    @Option(
        names = "--window",
        paramLabel = "SIZE",
        converter = Size.class,
        description =
            "Credit issued and not yet come in, over all senders, up to which the receiver grants"
                + " (default: what the link carries in a base RTT and a slice, and for each sender"
                + " what it may hold that no packet fits; less would leave the link idle).")
    private Long window;

    @Option(
        names = "--mtu",
        paramLabel = "SIZE",
        converter = Size.class,
        defaultValue = "4096B",
        description = "The most payload in a packet (default: ${DEFAULT-VALUE}).")
    private long mtu;

    @Option(
        names = "--buffer",
        paramLabel = "SIZE",
        converter = Size.class,
        description = "Says for how many senders this one is enough.")
    private Long buffer;

    @Option(names = "--json", description = "Print the result as one JSON document.")
    private boolean json;

    Incast(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal, IOException {
      long busy = busy();
      if (window == null) {
        window = Math.max(initial, busy);
      }
      if (window < initial) {
        throw Refusal.badInput(
            "--window "
                + Amounts.size(window)
                + ": smaller than the initial credit, "
                + Amounts.size(initial)
                + "; such a window needs as much buffer as one of that size, and only makes senders"
                + " wait");
      }
      IncastBound bound = new IncastBound(window, initial);
      long needed;
      long timeout;
      try {
        needed = bound.buffer(senders);
        timeout = bound.timeoutPs(senders, link, baseRtt, packet());
      } catch (ArithmeticException e) {
        throw Refusal.badInput(
            "these numbers give a buffer of more than 2^63 octets, or one that takes the link more"
                + " than 2^63 ps; name smaller ones");
      }
      List<Answer> proof = Proofs.ask(session.table(), "RcccIncast");
      Part part = Proofs.part(proof);
      Shown shown = Shown.of(new WorstIncast(senders, link, baseRtt, window, initial, (int) mtu));
      if (json) {
        json(bound, needed, timeout, part, shown);
      } else {
        text(bound, needed, timeout, busy, part, shown);
        proof.stream()
            .filter(answer -> answer.outcome() != Outcome.AS_EXPECTED)
            .forEach(
                answer ->
                    session.terminal().line("  " + answer.obligation() + ": " + answer.words()));
      }
      return part.status().or(shown.status()).exitCode();
    }

    private long packet() {
      return mtu + WorstIncast.OVERHEAD_BYTES;
    }

    /**
     * Octets that keep the link busy: what it carries from a grant to its data, and a slice; beside
     * what senders may hold that is less than a packet, which nobody can use until more is granted.
     */
    private long busy() throws Refusal {
      if (link == 0 || baseRtt == 0 || slice == 0) {
        throw Refusal.badInput(
            (link == 0 ? "--link" : baseRtt == 0 ? "--base-rtt" : "--slice")
                + " is 0; it must be more");
      }
      if (mtu < 64 || mtu > 16_000) {
        throw Refusal.badInput("--mtu " + Amounts.size(mtu) + ": an MTU is from 64 B to 16,000 B");
      }
      try {
        return IncastBound.busyWindow(senders, link, Math.addExact(baseRtt, slice), packet());
      } catch (ArithmeticException e) {
        throw Refusal.badInput(
            "these numbers give a window of more than 2^63 octets; name smaller ones");
      }
    }

    private void text(
        IncastBound bound, long needed, long timeout, long busy, Part proof, Shown shown)
        throws Refusal {
      Terminal terminal = session.terminal();
      terminal.line(
          terminal.strong(
              "Lossless with "
                  + Amounts.size(needed)
                  + " at the last hop: "
                  + Words.some(senders, "sender", "senders")
                  + " on a link of "
                  + Quantity.RATE.print(link)
                  + "b/s"));
      terminal.line("");
      terminal.line("  buffer = window + (senders - 1) x initial credit");
      terminal.line(
          "         = "
              + Amounts.size(window)
              + " + "
              + Words.count(senders - 1)
              + " x "
              + Amounts.size(initial));
      terminal.line("");
      terminal.line(
          "Retransmission timeout: "
              + Amounts.time(timeout)
              + " or more, or copies fill the queue");
      terminal.line("");
      terminal.line("  timeout = base RTT + (buffer + packet) / link");
      terminal.line(
          "          = "
              + Amounts.time(baseRtt)
              + " + ("
              + Amounts.size(needed)
              + " + "
              + Amounts.size(packet())
              + ") / "
              + Quantity.RATE.print(link)
              + "b/s");
      terminal.line("");
      TextTable table = new TextTable("parameter", ">value", "option", "what it is");
      table.row(List.of("senders", Words.count(senders), "--senders", "source contexts"));
      table.row(
          List.of("link", Quantity.RATE.print(link) + "b/s", "--link", "the receiver's link"));
      table.row(List.of("base RTT", Amounts.time(baseRtt), "--base-rtt", "grant to data, at most"));
      table.row(List.of("slice", Amounts.time(slice), "--slice", "how often credit is divided"));
      table.row(
          List.of(
              "initial credit", Amounts.size(initial), "--initial", "what a sender has unasked"));
      table.row(
          List.of(
              "window",
              Amounts.size(window),
              "--window",
              "credit issued and not come in, over all known senders"));
      table.row(List.of("MTU", Amounts.size(mtu), "--mtu", "payload of a packet"));
      table.lines().forEach(line -> terminal.line("  " + line));
      terminal.line("");
      long asked = buffer == null ? needed : buffer;
      long most = bound.senders(asked);
      terminal.line(
          "A buffer of "
              + Amounts.size(asked)
              + " is enough for "
              + (most == Long.MAX_VALUE
                  ? "any number of senders."
                  : most == 0
                      ? "none: it holds less than the window."
                      : Words.some((int) Math.min(most, Integer.MAX_VALUE), "sender", "senders")
                          + " at most."));
      if (window < busy) {
        terminal.line(
            "The window is less than "
                + Amounts.size(busy)
                + ", what the link carries in a base RTT and a slice,");
        terminal.line(
            "and what each sender may hold that no packet fits: the link idles, or stands still.");
      }
      terminal.line("");
      terminal.line("It holds where");
      terminal.line("  - no sender sends more than its credit; when, and in what order, is free");
      terminal.line("  - what is sent again was lost: credit does not count a copy that was not;");
      terminal.line("    so no timeout is shorter than a packet's way through the full queue");
      terminal.line("  - credit counts what a packet takes of the buffer, headers included");
      terminal.line("  - the receiver grants only within the window, initial credit counted");
      terminal.line("  - this traffic has the buffer to itself");
      terminal.line("The published rules do not say the last three: FIND-5, FIND-6, FIND-18.");
      terminal.line("All that is assumed: spec/README.md.");
      terminal.line("");
      terminal.line("How it was checked");
      long plain = controls("below_\\d+");
      long headers = controls("below_headers_\\d+");
      terminal.line(
          "  models  RcccIncast/smoke, headers_tight and full hold at the bound, for "
              + (plain + headers)
              + " parameter sets;");
      terminal.line(
          "          below_1 to below_"
              + plain
              + " and below_headers_1 to below_headers_"
              + headers
              + " lose a packet");
      terminal.line("          with one octet less: sluice check RcccIncast");
      terminal.line("  proof   " + proof.summary() + ", for all sizes");
      terminal.line("          (spec/uet/proof/RcccIncast.smt2; the argument: spec/README.md)");
      shown.lines().forEach(line -> terminal.line(line));
    }

    /** How many models, each a parameter set with one octet less, have such a name. */
    private long controls(String name) throws Refusal {
      return session.table().models().stream()
          .filter(model -> model.module().equals("RcccIncast"))
          .map(Model::name)
          .filter(each -> each.matches(name))
          .count();
    }

    private void json(IncastBound bound, long needed, long timeout, Part proof, Shown shown) {
      ObjectNode root = JsonNodeFactory.instance.objectNode();
      root.put("format", "sluice-bound-1");
      root.put("senders", senders);
      root.put("linkBitsPerSecond", link);
      root.put("baseRttPs", baseRtt);
      root.put("slicePs", slice);
      root.put("initialBytes", initial);
      root.put("windowBytes", window);
      root.put("bufferBytes", needed);
      root.put("retransmissionTimeoutPs", timeout);
      if (buffer != null) {
        root.put("givenBufferBytes", buffer);
        root.put("sendersAtMost", bound.senders(buffer));
      }
      root.put("proof", proof.summary());
      root.put("mtuBytes", mtu);
      shown.json(root.putObject("system"));
      session.terminal().out().print(ResultJson.print(root));
    }
  }

  /**
   * What the simulated system says.
   *
   * @param whyNot why it was not asked, or {@code ""}
   * @param worst the incast that fills the queue as far as credit lets it
   * @param found what the search came to
   * @param lostAt frames lost with the buffer of the formula
   */
  private record Shown(String whyNot, WorstIncast worst, WorstIncast.Found found, long lostAt) {
    private static Shown of(WorstIncast worst) {
      String whyNot = worst.whyNot();
      if (whyNot.isEmpty()) {
        try {
          WorstIncast.Found found = worst.search();
          long at = WorstIncast.lost(worst.run(worst.bufferBytes(), found.startPs()));
          return new Shown("", worst, found, at);
        } catch (BadScenario e) {
          whyNot = "these numbers make no scenario";
        }
      }
      return new Shown(whyNot, worst, null, 0);
    }

    /** The system loses nothing at the bound, or something is wrong. */
    private Status status() {
      return lostAt > 0 ? Status.FAILED : Status.AS_EXPECTED;
    }

    private List<String> lines() {
      if (found == null) {
        return List.of("  system  not simulated: " + whyNot);
      }
      long tenths = 10 * found.gapBytes() / (worst.mtuBytes() + WorstIncast.OVERHEAD_BYTES);
      return List.of(
          "  system  the incast found that fills the queue most: longest queue "
              + Amounts.size(found.peakBytes())
              + ",",
          "          lost " + Words.some((int) lostAt, "frame", "frames") + " at the bound;",
          "          the gap is "
              + Amounts.size(found.gapBytes())
              + ", "
              + tenths / 10
              + "."
              + tenths % 10
              + " packets; at most "
              + Amounts.size(worst.mostGapBytes())
              + " =",
          "          window x link / "
              + WorstIncast.FAST
              + "b/s, the senders' link ("
              + Amounts.size(worst.carriedBytes())
              + "), + 2 packets + 2 grants"
              + (worst.keptBackBytes() == 0 ? "" : " + what is beyond 10 BDP"));
    }

    private void json(ObjectNode node) {
      if (found == null) {
        node.put("notSimulated", whyNot);
        return;
      }
      node.put("peakQueueBytes", found.peakBytes());
      node.put("gapBytes", found.gapBytes());
      node.put("gapAtMostBytes", worst.mostGapBytes());
      node.put("carriedMeanwhileBytes", worst.carriedBytes());
      node.put("othersBeginPs", found.startPs());
      node.put("lostAtBound", lostAt);
    }
  }

  /** A quantity on the command line. */
  private abstract static class Converter implements ITypeConverter<Long> {
    private final Quantity kind;

    Converter(Quantity kind) {
      this.kind = kind;
    }

    @Override
    public Long convert(String text) {
      OptionalLong value = kind.parse(text);
      if (value.isEmpty()) {
        throw new TypeConversionException("'" + text + "' is not " + kind.allowed());
      }
      return value.getAsLong();
    }
  }

  /** A rate. */
  static final class Rate extends Converter {
    Rate() {
      super(Quantity.RATE);
    }
  }

  /** A time. */
  static final class Time extends Converter {
    Time() {
      super(Quantity.TIME);
    }
  }

  /** A size. */
  static final class Size extends Converter {
    Size() {
      super(Quantity.SIZE);
    }
  }

  /** A length. */
  static final class Length extends Converter {
    Length() {
      super(Quantity.LENGTH);
    }
  }

  /** A whole number. */
  static final class Whole implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[1-9]\\d{0,8}")) {
        throw new TypeConversionException("'" + text + "' is not a number from 1 to 999999999");
      }
      return Integer.parseInt(text);
    }
  }
}
