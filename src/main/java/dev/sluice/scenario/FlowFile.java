package dev.sluice.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Flows as a table of comma-separated values, a line each: the host that the data come from, the
 * one that they go to, bytes, and when the flow begins, in picoseconds.
 */
public final class FlowFile {
  /** How it begins. */
  public static final String HEAD = "from,to,bytes,start_ps\n";

  /** The most flows of one file. */
  static final int MOST = 1_000_000;

  /** When the last may begin: 1,000 s. */
  static final long LATEST_PS = 1_000_000_000_000_000L;

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final int FIELDS = 4;

  /**
   * A line.
   *
   * @param from where the data come from
   * @param to where they go
   * @param bytes how much
   * @param startPs when it begins
   */
  record Entry(int from, int to, long bytes, long startPs) {}

  private FlowFile() {}

  /** The flows of a scenario, in their order. */
  public static String of(Scenario scenario) {
    StringBuilder text = new StringBuilder(HEAD);
    for (PlannedFlow flow : scenario.flows()) {
      text.append(flow.source())
          .append(',')
          .append(flow.destination())
          .append(',')
          .append(flow.bytes())
          .append(',')
          .append(flow.startPs())
          .append('\n');
    }
    return text.toString();
  }

  /**
   * Reads one.
   *
   * @param hosts how many there are
   * @throws BadLine with the first line that is wrong
   */
  static List<Entry> read(String text, int hosts) throws BadLine {
    List<Entry> entries = new ArrayList<>();
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      if (number == 1) {
        if (!line.replaceFirst("^\uFEFF", "").strip().equals(HEAD.strip())) {
          throw new BadLine(1, "\"" + BadLine.shown(line) + "\" is no head of flows", HEAD.strip());
        }
      } else if (!line.isBlank()) {
        entries.add(entry(line, number, hosts));
      }
      if (entries.size() > MOST) {
        throw new BadLine(number, "more than " + MOST + " flows", "fewer");
      }
    }
    if (entries.isEmpty()) {
      throw new BadLine(0, "no flow stands in it", HEAD.strip() + ", and a line for each flow");
    }
    return entries;
  }

  private static Entry entry(String line, int number, int hosts) throws BadLine {
    String[] fields = line.strip().split(",", -1);
    if (fields.length != FIELDS) {
      throw new BadLine(
          number,
          "\"" + BadLine.shown(line) + "\" is no flow",
          HEAD.strip() + ": 0,1,20000,1000000");
    }
    long[] values = new long[FIELDS];
    String[] names = HEAD.strip().split(",");
    long[] most = {hosts - 1L, hosts - 1L, SizeDistribution.MOST_BYTES, LATEST_PS};
    for (int i = 0; i < FIELDS; i++) {
      String field = fields[i].strip();
      long least = names[i].equals("bytes") ? 1 : 0;
      values[i] = NUMBER.matcher(field).matches() ? Long.parseLong(field) : -1;
      if (values[i] < least || values[i] > most[i]) {
        throw new BadLine(
            number,
            names[i] + " is " + BadLine.shown(field),
            "a whole number from " + least + " to " + most[i]);
      }
    }
    if (values[0] == values[1]) {
      throw new BadLine(number, "a flow from a host to itself", "another host");
    }
    return new Entry((int) values[0], (int) values[1], values[2], values[3]);
  }
}
