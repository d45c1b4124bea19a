package dev.sluice.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.cc.pfc.Headroom;
import dev.sluice.model.Model;
import dev.sluice.model.proof.Solver.Answer;
import dev.sluice.model.proof.Solver.Outcome;
import dev.sluice.scenario.Quantity;
import dev.sluice.units.FixedPoint;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice bound pfc}. */
@Command(
    name = "pfc",
    description = {
      PfcBoundCommand.WHAT,
      "",
      "The exit code is 1 where an obligation of the proof fails, and 3 where one is not decided."
    },
    footer = {
      "",
      "Examples:",
      "  sluice bound pfc --rate 100G --cable 100m --max-frame 9216",
      "  sluice bound pfc --rate 400G --cable 2km --headroom 1MB"
    })
final class PfcBoundCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Says how much headroom a lossless class needs at an ingress port so that nothing is ever"
          + " lost, of what terms, and for how long a cable a headroom is enough; then asks the"
          + " solver again why that holds for all sizes.";

  private static final long PS_PER_SECOND_AND_MM = 1_000_000_000L;
  private static final int MOST_FRAME = 1_000_000;

  private final Session session;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      converter = BoundCommand.Rate.class,
      defaultValue = "100G",
      description = "The link (default: ${DEFAULT-VALUE}).")
  private long rate;

  @Option(
      names = "--cable",
      paramLabel = "LENGTH",
      converter = BoundCommand.Length.class,
      defaultValue = "100m",
      description = "From end to end (default: ${DEFAULT-VALUE}).")
  private long cable;

  @Option(
      names = "--speed",
      paramLabel = "M/S",
      converter = BoundCommand.Whole.class,
      defaultValue = "200000000",
      description =
          "How far light comes in the cable in a second, in metres (default: ${DEFAULT-VALUE},"
              + " which is 5 ns a metre).")
  private int speed;

  @Option(
      names = "--max-frame",
      paramLabel = "BYTES",
      converter = BoundCommand.Whole.class,
      defaultValue = "9216",
      description = "The largest frame of the lossless class (default: ${DEFAULT-VALUE}).")
  private int maxFrame;

  @Option(
      names = "--own-frame",
      paramLabel = "BYTES",
      converter = BoundCommand.Whole.class,
      description =
          "The largest frame of any class that the pausing port sends (default: --max-frame).")
  private Integer ownFrame;

  @Option(
      names = "--response",
      paramLabel = "QUANTA",
      converter = BoundCommand.Whole.class,
      description =
          "From a pause frame's arrival until it is heeded, in quanta of 512 bit times (default:"
              + " what public tables say of the rate).")
  private Integer response;

  @Option(
      names = "--interfaces",
      paramLabel = "TIME",
      converter = BoundCommand.Time.class,
      defaultValue = "0ns",
      description =
          "What both ends' interfaces add to both ways in all (default: ${DEFAULT-VALUE}).")
  private long interfaces;

  @Option(
      names = "--headroom",
      paramLabel = "SIZE",
      converter = BoundCommand.Size.class,
      description = "Says for how long a cable this one is enough.")
  private Long headroom;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  PfcBoundCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException {
    Headroom of = asked();
    long needed;
    long most;
    try {
      needed = of.bytes();
      most = of.longestCablePs(headroom == null ? needed : headroom);
    } catch (ArithmeticException e) {
      throw Refusal.badInput(
          "these numbers give a headroom of more than 2^63 octets; name smaller ones");
    }
    List<Answer> proof = Proofs.ask(session.table(), "PfcLossless");
    Part part = Proofs.part(proof);
    if (json) {
      json(of, needed, most, part);
    } else {
      text(of, needed, most, part);
      proof.stream()
          .filter(answer -> answer.outcome() != Outcome.AS_EXPECTED)
          .forEach(
              answer ->
                  session.terminal().line("  " + answer.obligation() + ": " + answer.words()));
    }
    return part.status().exitCode();
  }

  private Headroom asked() throws Refusal {
    if (rate == 0) {
      throw Refusal.badInput("--rate is 0; it must be more");
    }
    long own = ownFrame == null ? Math.max(maxFrame, Headroom.PAUSE_BYTES) : ownFrame;
    if (maxFrame < Headroom.PAUSE_BYTES || maxFrame > MOST_FRAME) {
      throw Refusal.badInput(
          "--max-frame "
              + maxFrame
              + ": a frame takes from 84 B of the line, the smallest with its gap, to 1,000,000 B");
    }
    if (own < Headroom.PAUSE_BYTES || own > MOST_FRAME) {
      throw Refusal.badInput(
          "--own-frame "
              + own
              + ": a frame takes from 84 B of the line, the smallest with its gap, to 1,000,000 B");
    }
    long quanta = response == null ? Headroom.responseQuanta(rate) : response;
    if (quanta < 0) {
      throw Refusal.badInput(
          "public tables do not say how soon a port of "
              + Quantity.RATE.print(rate)
              + "b/s heeds a pause; name it by --response, in quanta");
    }
    try {
      return Headroom.of(rate, cablePs(cable), quanta, own, maxFrame).interfaces(interfaces);
    } catch (ArithmeticException e) {
      throw Refusal.badInput("a cable of " + Quantity.LENGTH.print(cable) + " is too long");
    }
  }

  /** How long light takes, rounded up. */
  private long cablePs(long mm) {
    long down = FixedPoint.mulDiv(mm, PS_PER_SECOND_AND_MM, speed);
    return FixedPoint.mulDiv(down, speed, PS_PER_SECOND_AND_MM) < mm ? down + 1 : down;
  }

  private void text(Headroom of, long needed, long most, Part proof) throws Refusal {
    Terminal terminal = session.terminal();
    terminal.line(
        terminal.strong(
            "Lossless with "
                + Amounts.size(needed)
                + " of headroom: a link of "
                + Quantity.RATE.print(rate)
                + "b/s over "
                + Quantity.LENGTH.print(cable)));
    terminal.line("");
    TextTable table = new TextTable("term", ">bytes", "what it is");
    table.row(
        List.of(
            "own frame",
            Words.count(of.ownBytes()),
            "the pause frame waits behind it, --own-frame"));
    table.row(List.of("pause frame", Words.count(of.pauseBytes()), "64 B, preamble and gap"));
    table.row(
        List.of(
            "cable",
            Words.count(of.cableBytes()),
            "twice " + Amounts.time(of.cablePs()) + ", and --interfaces"));
    table.row(
        List.of(
            "response",
            Words.count(of.responseBytes()),
            of.responseQuanta() + " quanta of 64 B, --response"));
    table.row(
        List.of(
            "frame begun", Words.count(of.frameBytes()), "the largest of the class, --max-frame"));
    table.row(List.of("headroom", Words.count(needed), "their sum"));
    table.lines().forEach(line -> terminal.line("  " + line));
    terminal.line("");
    long given = headroom == null ? needed : headroom;
    terminal.line(
        most < 0
            ? "A headroom of " + Amounts.size(given) + " is enough for no cable at all."
            : "A headroom of "
                + Amounts.size(given)
                + " is enough for a cable of "
                + Quantity.LENGTH.print(longest(most))
                + " at most.");
    long refresh = of.refreshAfterPs(0xFFFF);
    terminal.line(
        refresh > 0
            ? "The longest pause, 65,535 quanta, is to be repeated within "
                + Amounts.time(refresh)
                + "."
            : "The longest pause, 65,535 quanta, is too short to be repeated in time.");
    terminal.line("");
    terminal.line("It holds where");
    terminal.line("  - no pause frame is lost, and each goes before all frames that wait");
    terminal.line(
        "  - a frame counts with its first bit, in bytes; where it counts with its last,");
    terminal.line("    one more largest frame comes on top, and cells waste what they waste");
    terminal.line("  - a frame's size is what it takes of the line, gap and preamble included");
    terminal.line("  - the peer's clock is not faster: p millionths more carry that much more");
    terminal.line("All that is assumed: spec/README.md.");
    terminal.line("");
    terminal.line("How it was checked");
    long below = controls();
    terminal.line("  models  PfcLossless/smoke and others hold at the bound, for " + below);
    terminal.line(
        "          parameter sets; below_1 to below_"
            + below
            + " lose a frame with one unit less:");
    terminal.line("          sluice check PfcLossless");
    terminal.line("  proof   " + proof.summary() + ", for all sizes");
    terminal.line("          (spec/rcm/proof/PfcLossless.smt2; the argument: spec/README.md)");
  }

  /** The longest cable that takes light so long, in millimetres. */
  private long longest(long ps) {
    return FixedPoint.mulDiv(ps, speed, PS_PER_SECOND_AND_MM);
  }

  private long controls() throws Refusal {
    return session.table().models().stream()
        .filter(model -> model.module().equals("PfcLossless"))
        .map(Model::name)
        .filter(each -> each.matches("below_\\d+"))
        .count();
  }

  private void json(Headroom of, long needed, long most, Part proof) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", "sluice-bound-1");
    root.put("rateBitsPerSecond", rate);
    root.put("cableMm", cable);
    root.put("cablePs", of.cablePs());
    root.put("interfacesPs", interfaces);
    root.put("ownFrameBytes", of.ownBytes());
    root.put("pauseFrameBytes", of.pauseBytes());
    root.put("cableBytes", of.cableBytes());
    root.put("responseQuanta", of.responseQuanta());
    root.put("responseBytes", of.responseBytes());
    root.put("frameBytes", of.frameBytes());
    root.put("headroomBytes", needed);
    if (headroom != null) {
      root.put("givenHeadroomBytes", headroom);
    }
    root.put("longestCableMm", most < 0 ? -1 : longest(most));
    root.put("refreshWithinPs", of.refreshAfterPs(0xFFFF));
    root.put("proof", proof.summary());
    session.terminal().out().print(ResultJson.print(root));
  }
}
