package dev.sluice.cli;

import dev.sluice.cli.FiguresPage.Figure;
import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Figures of HPCC++ as literals, each with its arithmetic and a command that prints it: written
 * into {@code docs/figures.md}.
 */
class HpccFiguresPageTest {
  private static final String FOR_ONE =
      " --set sweep.values=[%d] --set sweep.key=workload[0].senders";

  private static String one(String key, int value) {
    return " --set sweep.values=[%d] --set sweep.key=%s".formatted(value, key);
  }

  private static String reacts(String how, String load) {
    return " --set sweep.values=[\"%s\"] --set expect.hpcc-load='%s'".formatted(how, load);
  }

  private static Figure load(int flows, String sum) {
    return new Figure(
        "%s: U, and U*".formatted(flows == 1 ? "One flow" : flows + " flows"),
        sum,
        "hpcc-load" + FOR_ONE.formatted(flows),
        " %d/%d ".formatted(flows, flows));
  }

  private static final List<Figure> ALL =
      List.of(
          load(1, "0.95 + 31.25/62,500 = 0.9505"),
          load(4, "0.95 + 4 x 31.25/62,500 = 0.952"),
          new Figure(
              "Thirty-two: the closed form",
              "0.95 + 32 x 31.25/62,500 = 0.966; W* = 60,375/32 = 1,886 B",
              "hpcc-incast",
              "closed form U* 96.60 %"),
          new Figure(
              "… and by how much U differs, in the mean of 1.2 ms",
              "at most 1 %",
              "hpcc-incast",
              "ok  hpcc-u-off <= 0.01"),
          new Figure(
              "Their first windows at one port",
              "at most 1.1 x 32 x 62,500 = 2,200,000 B",
              "hpcc-incast",
              "ok  peak-queue <= 2200KB"),
          new Figure(
              "Sixteen READs, whose responses have windows: U where they come to rest",
              "0.95 + 16 x 31.25/62,500 = 0.958",
              "hpcc-read",
              "closed form U* 95.80 %"),
          new Figure(
              "… and by how much U differs, in the mean of 0.8 ms",
              "at most 1 %",
              "hpcc-read",
              "ok  hpcc-u-off <= 0.01"),
          new Figure(
              "Twice as many flows as W_ai is meant for",
              "0.95 + 80 x 78.125/62,500 = 1.05, q* = 80 x 78.125 - 3,125 = 3,125 B",
              "hpcc-beyond" + FOR_ONE.formatted(80),
              " 80/80 "),
          new Figure(
              "A flow in the ten T after another has gone, with maxStage 0",
              "0.9505, at once",
              "hpcc-stages" + one("hpcc.max-stage", 0) + " --set expect.hpcc-load='>0.94'",
              " 2/2 "),
          new Figure(
              "… and with 20: none of these rounds is a multiplicative one",
              "0.951 / 2 + 10 x 0.0005 = 0.4805 at the most",
              "hpcc-stages" + one("hpcc.max-stage", 20) + " --set expect.hpcc-load='<=0.4805'",
              " 2/2 "),
          new Figure(
              "Sixteen flows with W_ai for ten: U, U* and the queue",
              "0.95 + 16 x 312.5/62,500 = 1.03, q* = 16 x 312.5 - 3,125 = 1,875 B",
              "hpcc-wai" + one("hpcc.flows", 10),
              " 16/16 "),
          new Figure(
              "… and with W_ai for a thousand",
              "0.95 + 16 x 3.125/62,500 = 0.9508",
              "hpcc-wai" + one("hpcc.flows", 1000),
              " 16/16 "),
          new Figure(
              "Sixteen first windows at one port, from 100 us on: load and queue as the draft has it",
              "0.958, and next to nothing",
              "hpcc-reference" + reacts("both", ">0.94"),
              " 16/16 "),
          new Figure(
              "… where the reference moves with each acknowledgment: windows collapse",
              "below 0.75, and a queue again",
              "hpcc-reference" + reacts("ack", "<0.75"),
              " 16/16 "),
          new Figure(
              "… where the window moves once a round: the queue stays longer",
              "0.93 at least, and twice the queue",
              "hpcc-reference" + reacts("round", ">0.93"),
              " 16/16 "),
          new Figure(
              "A message of 1 KB beside two long flows, in the middle of thirty",
              "2.298 us on an idle path, at most 1.5 times as long",
              "hpcc-mice --set expect.fct-median='<=3447ns'",
              "ok  fct-median <= 3447ns"));

  @Test
  @Requirement({"HPCC-3", "HPCC-4", "HPCC-6", "HPCC-13", "HPCC-19"})
  void everyFigureIsPrinted() throws IOException {
    FiguresPage.hold("hpcc", ALL, HpccFiguresPageTest.class);
  }
}
