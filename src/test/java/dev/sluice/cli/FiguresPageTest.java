package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Catalogue;
import dev.sluice.requirement.CatalogueException;
import dev.sluice.requirement.Citation;
import dev.sluice.requirement.Citations;
import dev.sluice.requirement.Requirement;
import dev.sluice.requirement.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every figure of the requirements about base RTT, contexts, windows, PDCs and credit is printed by
 * a command. This runs all of them, finds each figure where {@code docs/figures.md} says, and holds
 * the page against what it has found; {@code mvn test -Dtest=FiguresPageTest -Dsluice.pages=write}
 * writes it anew.
 */
class FiguresPageTest {
  private static final List<String> FAMILIES = List.of("rtt", "ccc", "nscc", "pdc", "rccc");

  private static final String RTT = "base-rtt --closeup";
  private static final String GROWTH = "growth --closeup";
  private static final String WALK = "rccc-8 --closeup --set until=8us";
  private static final String EXAMPLE = "rccc-14 --closeup";

  /**
   * Where a figure is seen.
   *
   * @param figure its number among those of the requirement, from 0; −1 where it has none in
   *     figures
   * @param command what follows {@code ./sluice run}
   * @param printed what stands in its output, each on one line
   */
  private record Seen(String id, int figure, String command, String... printed) {}

  private static final List<Seen> ALL =
      List.of(
          new Seen("RTT-1", 0, RTT, "frame       9,216 B = 73,728 bit at 100 Gb/s: 737.28 ns"),
          new Seen("RTT-3", 0, RTT, "fibre       50 m x 5 ns: 250 ns"),
          new Seen("RTT-4", 0, RTT, "switching   3 switches x 400 ns: 1,200 ns"),
          new Seen("RTT-4", 1, with(RTT, "topology.switch-latency=350ns"), "x 350 ns: 1,050 ns"),
          new Seen("RTT-4", 1, with(RTT, "topology.switch-latency=500ns"), "x 500 ns: 1,500 ns"),
          new Seen("RTT-5", 0, RTT, "codeword    5,140 + 300 = 5,440 bit"),
          new Seen("RTT-5", 1, RTT, "FEC         4 links x 150 ns: 600 ns"),
          new Seen("RTT-5", 2, RTT, "54.4 ns at 100 Gb/s, 13.6 ns at 400 Gb/s"),
          new Seen(
              "RTT-6",
              0,
              RTT,
              "2 x 2,787.28 ns + 0 ns of commit = 5,574.56 ns; in whole microseconds 6 us"),
          new Seen(
              "RTT-6",
              1,
              with(RTT, "topology.fec=112500ps"),
              "FEC         4 links x 112.5 ns: 450 ns",
              "= 5,274.56 ns; in whole microseconds 6 us"),
          new Seen(
              "RTT-6",
              1,
              with(RTT, "topology.fec=187500ps"),
              "FEC         4 links x 187.5 ns: 750 ns",
              "= 5,874.56 ns; in whole microseconds 6 us"),
          new Seen(
              "RTT-6",
              2,
              with(RTT, "topology.fec=75ns"),
              "FEC         4 links x 75 ns: 300 ns",
              "= 4,974.56 ns; in whole microseconds 5 us"),
          new Seen(
              "RTT-6",
              2,
              with(RTT, "topology.fec=225ns"),
              "FEC         4 links x 225 ns: 900 ns",
              "= 6,174.56 ns; in whole microseconds 7 us"),
          new Seen(
              "RTT-6",
              3,
              with(RTT, "topology.switch-latency=500ns"),
              "= 6,174.56 ns; in whole microseconds 7 us"),
          new Seen(
              "RTT-7",
              -1,
              RTT,
              "base RTT    6 us",
              "RTT         samples 4,844.8 ns to 4,844.8 ns; none above the base RTT",
              "ok  rtt-max <= 6us       4.845 us"),
          theta(0, 607_841, "above 2,000 ns + 607.841 ns = 2,607.841 ns", "42 rises, 0 falls"),
          theta(1, 607_840, "above 2,000 ns + 607.84 ns = 2,607.84 ns", "42 rises, 0 falls"),
          theta(2, 607_839, "above 2,000 ns + 607.839 ns = 2,607.839 ns", "1 rise, 45 falls"),
          new Seen("CCC-13", 0, WALK, "SPDCID 0x4001, CCC_ID 0xA1", "PDC 0x4011, CCC_ID 0xB1"),
          new Seen("CCC-14", 0, "incast", "AS EXPECTED"),
          new Seen("CCC-14", 0, "outcast", "AS EXPECTED"),
          new Seen("CCC-14", 0, "local", "AS EXPECTED"),
          new Seen("CCC-14", 0, "link", "AS EXPECTED"),
          new Seen("CCC-14", 0, "network", "AS EXPECTED"),
          new Seen(
              "CCC-15",
              0,
              with(WALK, "cc=both", "nic.mtu=1250"),
              "600,000 bit = 75,000 B",
              "unasked     12,500 B",
              "first burst 10 packets, 12,500 B before the first answer"),
          new Seen("NSCC-1", 0, RTT, "BDP         100 Gb/s x 6 us = 600,000 bit = 75,000 B"),
          new Seen(
              "NSCC-1",
              1,
              with(
                  "network --closeup --size 4KiB",
                  "topology.rate=400G",
                  "topology.core-rate=100G",
                  "nic.base-rtt=6us",
                  "expect.goodput=>=1G"),
              "BDP         400 Gb/s x 6 us = 2,400,000 bit = 300,000 B"),
          new Seen("NSCC-2", 0, RTT, "MaxWnd      75,000 B x 1.5 = 112,500 B"),
          new Seen("NSCC-3", 0, "first-windows", "queue       peak 70,000 B"),
          new Seen(
              "NSCC-3",
              1,
              with("first-windows --size 73780B", "nic.mtu=7378", "nic.initial-window=75000B"),
              "queue       peak 525,000 B"),
          new Seen(
              "NSCC-4",
              0,
              "base-rtt --closeup --cc window",
              "600,000 bit in 6 us = 100 Gb/s",
              "a>s1 of 100 Gb/s: 99.447 Gb/s = 99.4 % on average, 100.000 Gb/s = 100.0 %"),
          new Seen(
              "NSCC-5",
              0,
              GROWTH,
              "window      75,000, 75,146.484375, 75,292.96875, ",
              "150,000 / 1024 = 146.484375 B, shifted 146 B"),
          new Seen("NSCC-6", 0, GROWTH, "100 Gb/s x 12 us = 1,200,000 bit = 150,000 B"),
          new Seen("NSCC-7", 0, GROWTH, "the first rise 146.484375 B"),
          new Seen("NSCC-7", 0, with(GROWTH, "topology.rate=400G"), "the first rise 146.484375 B"),
          factor(0, 512, "292.96875 B, shifted 292 B", "128 rises"),
          factor(1, 1024, "146.484375 B, shifted 146 B", "256 rises"),
          factor(2, 2048, "73.2421875 B, shifted 73 B", "512 rises"),
          factor(3, 4096, "36.62109375 B, shifted 36 B", "1,024 rises"),
          factor(4, 8192, "18.310546875 B, shifted 18 B", "2,048 rises"),
          steps(512, "128 rises, 0 falls"),
          steps(1024, "256 rises, 0 falls"),
          steps(2048, "512 rises, 0 falls"),
          steps(4096, "1,024 rises, 0 falls"),
          steps(8192, "2,048 rises, 0 falls"),
          new Seen("NSCC-13", 1, GROWTH, "6 us to 6 us apart: 256 x 6 us = 1,536 us"),
          new Seen("PDC-1", 0, WALK, "SPDCID 0x4001, CCC_ID 0xA1, TC-Low; 256,000,000 B to send"),
          new Seen(
              "PDC-4",
              0,
              WALK,
              "source      host-0, FA 10.0.0.1: SPDCID 0x4001",
              "target      host-1: PDC 0x4011, CCC_ID 0xB1"),
          new Seen("PDC-7", 0, WALK, "CCC_ID 0xA1", "backlog     255,987,500, "),
          new Seen(
              "RCCC-1",
              0,
              WALK,
              "source      host-0, FA 10.0.0.1: SPDCID 0x4001, CCC_ID 0xA1, TC-Low",
              "backlog     255,987,500, "),
          new Seen("RCCC-2", 0, WALK, "slice       100 Gb/s x 1 us = 12,500 B"),
          new Seen("RCCC-2", 1, EXAMPLE, "share       12,500 / 2 = 6,250 B, 50 Gb/s"),
          new Seen("RCCC-5", 0, WALK, "credit      12,500, 25,000, "),
          new Seen("RCCC-7", 0, WALK, "256,000,000 B to send"),
          new Seen("RCCC-8", 0, WALK, "backlog     255,987,500, "),
          new Seen("RCCC-8", 1, WALK, "backlog     255,987,500, 255,975,000, "),
          new Seen("RCCC-9", 0, WALK, "unasked     12,500 B = 75,000 / 6"),
          new Seen("RCCC-13", 0, WALK, "packets: 3 x 4,096 + 212", "first burst 4 packets"),
          new Seen(
              "RCCC-13",
              1,
              with(WALK, "nic.mtu=9216"),
              "packets: 1 x 9,216 + 3,284",
              "first burst 2 packets, 12,500 B"),
          new Seen(
              "RCCC-13", 2, with(EXAMPLE, "nic.mtu=9216"), "packets: 6,250 < 9,216, none is whole"),
          new Seen(
              "RCCC-14",
              0,
              with(EXAMPLE, "cc=none"),
              "leaf-0>leaf-1 of 400 Gb/s: ",
              " = 50.0 % in its busiest 100 us"),
          new Seen(
              "RCCC-14",
              1,
              EXAMPLE,
              "rank-0>leaf-0 of 100 Gb/s: 49.911 Gb/s = 49.9 % on average",
              "rank-1>leaf-0 of 100 Gb/s: 49.912 Gb/s = 49.9 % on average"),
          new Seen("RCCC-16", 0, WALK, "credit      12,500, 25,000, "),
          new Seen("RCCC-18", 0, WALK, "256,000,000 / 12,500 = 20,480 slices = 20.480 ms"));

  private static String with(String command, String... changes) {
    StringBuilder all = new StringBuilder(command);
    for (String change : changes) {
      String quote = change.contains(">") ? "'" : "";
      all.append(" --set ").append(quote).append(change).append(quote);
    }
    return all.toString();
  }

  private static Seen theta(int figure, long thetaPs, String... printed) {
    String command =
        with(GROWTH + " --size 1MB", "nic.base-rtt=2us", "nic.theta=" + thetaPs + "ps");
    return new Seen("RTT-8", figure, command, printed);
  }

  private static Seen factor(int figure, int factor, String step, String rises) {
    return new Seen("NSCC-8", figure, grown(factor), "150,000 / " + factor + " = " + step, rises);
  }

  private static Seen steps(int factor, String rises) {
    return new Seen("NSCC-13", 0, grown(factor), rises, ", ..., 112,500 B");
  }

  private static String grown(int factor) {
    return factor == 1024
        ? GROWTH
        : with(GROWTH, "nic.scaling-factor=" + factor) + (factor > 1024 ? " --size 160MB" : "");
  }

  // ---------------------------------------------------------------- running

  private static String run(String command) {
    return FiguresPage.run(command, command.contains("until=") ? ExitCodes.FAILED : ExitCodes.OK);
  }

  private static String line(String output, String part) {
    return output.lines().filter(line -> line.contains(part)).findFirst().orElse("").strip();
  }

  @Test
  @Requirement({
    "RTT-1", "RTT-3", "RTT-4", "RTT-5", "RTT-6", "RTT-7", "RTT-8", "CCC-15", "NSCC-1", "NSCC-2",
    "NSCC-3", "NSCC-4", "NSCC-5", "NSCC-6", "NSCC-7", "NSCC-8", "NSCC-13", "PDC-1", "PDC-4",
    "PDC-7", "RCCC-1", "RCCC-2", "RCCC-5", "RCCC-7", "RCCC-8", "RCCC-9", "RCCC-13", "RCCC-14",
    "RCCC-16", "RCCC-18"
  })
  void everyFigureIsPrintedWhereThePageSays() throws IOException, CatalogueException {
    Map<String, String> outputs = new LinkedHashMap<>();
    List<String> missing = new ArrayList<>();
    for (Seen seen : ALL) {
      String output = outputs.computeIfAbsent(seen.command, FiguresPageTest::run);
      for (String part : seen.printed) {
        if (line(output, part).isEmpty()) {
          missing.add(seen.id + ": `" + part + "` in ./sluice run " + seen.command);
        }
      }
    }
    assertThat(missing).isEmpty();
    FiguresPage.hold("figures", table(outputs), FiguresPageTest.class);
  }

  @Test
  void noFigureIsForgotten() throws CatalogueException {
    Set<String> seen = new TreeSet<>();
    ALL.forEach(each -> seen.add(each.id + "/" + each.figure));
    List<String> all = new ArrayList<>();
    for (Row row : rows()) {
      for (int figure = 0; figure < row.figures().size(); figure++) {
        all.add(row.id() + "/" + figure);
      }
    }
    assertThat(all).hasSizeGreaterThan(40);
    assertThat(seen).containsAll(all);
    seen.removeAll(all);
    assertThat(seen).as("without a figure of its own").containsExactly("RTT-7/-1");
  }

  private static List<Row> rows() throws CatalogueException {
    Catalogue catalogue = Catalogue.load(Path.of(""));
    return FAMILIES.stream().flatMap(family -> catalogue.rows(family).stream()).toList();
  }

  // ---------------------------------------------------------------- the page

  private static String table(Map<String, String> outputs) throws CatalogueException {
    Map<String, List<String>> figures = new LinkedHashMap<>();
    rows().forEach(row -> figures.put(row.id(), row.figures()));
    Citations citations = Citations.scan(Path.of(""));
    StringBuilder table =
        new StringBuilder("\n| id | figure | `./sluice run …` | prints | also tested by |\n");
    table.append("|---|---|---|---|---|\n");
    for (Seen seen : ALL) {
      List<String> lines = new ArrayList<>();
      for (String part : seen.printed) {
        String line = line(outputs.get(seen.command), part);
        if (!lines.contains(line)) {
          lines.add(line);
        }
      }
      table
          .append("| ")
          .append(seen.id)
          .append(" | ")
          .append(seen.figure < 0 ? "no sample above it" : figures.get(seen.id).get(seen.figure))
          .append(" | `")
          .append(seen.command)
          .append("` | `")
          .append(String.join("` `", lines.stream().map(l -> l.replaceAll(" +", " ")).toList()))
          .append("` | ")
          .append(test(citations, seen.id))
          .append(" |\n");
    }
    return table.append('\n').toString();
  }

  private static String test(Citations citations, String id) {
    return citations.of(id).stream()
        .filter(citation -> citation.kind() == Citation.Kind.TEST)
        .map(Citation::name)
        .filter(name -> !name.startsWith("FiguresPageTest"))
        .min(Comparator.comparing((String name) -> name.contains("Properties."))) // stable
        .map(name -> "`" + name + "`")
        .orElseThrow();
  }
}
