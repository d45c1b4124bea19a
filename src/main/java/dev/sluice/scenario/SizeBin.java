package dev.sluice.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Flows of about one size, and how many times as long as alone they took, in millionths.
 *
 * @param aboveBytes all are larger
 * @param upToBytes none is larger; {@link Long#MAX_VALUE} where there is no such bound
 * @param flows how many there are
 * @param completed how many of these were completed, of which the rest is told
 * @param p50 what half of them keep: the least that at least as many do not exceed; −1 for none
 * @param p95 what 95 % of them keep
 * @param p99 what 99 % of them keep
 */
public record SizeBin(
    long aboveBytes, long upToBytes, int flows, int completed, long p50, long p95, long p99) {
  /** Where one ends and the next begins, bytes: two in each power of ten. */
  private static final long[] EDGES = {
    3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000
  };

  /** What the bins tell, in percent of their completed flows. */
  public static final List<Integer> PERCENTS = List.of(50, 95, 99);

  /** How many there are, those without flows counted. */
  static final int ALL = EDGES.length + 1;

  /** The bins of some flows, from small to large; those without flows are left out. */
  static List<SizeBin> of(List<FlowResult> flows) {
    long[][] slowdowns = new long[ALL][flows.size()];
    int[] all = new int[ALL];
    int[] completed = new int[ALL];
    for (FlowResult each : flows) {
      int bin = number(each.flow().bytes());
      all[bin]++;
      if (each.isComplete()) {
        slowdowns[bin][completed[bin]++] = each.slowdownMillionths();
      }
    }
    List<SizeBin> bins = new ArrayList<>();
    for (int bin = 0; bin < ALL; bin++) {
      if (all[bin] > 0) {
        long[] sorted = Arrays.copyOf(slowdowns[bin], completed[bin]);
        Arrays.sort(sorted);
        bins.add(
            new SizeBin(
                bin == 0 ? 0 : EDGES[bin - 1],
                bin == EDGES.length ? Long.MAX_VALUE : EDGES[bin],
                all[bin],
                completed[bin],
                Figures.percentile(sorted, 50),
                Figures.percentile(sorted, 95),
                Figures.percentile(sorted, 99)));
      }
    }
    return bins;
  }

  private static int number(long bytes) {
    int place = Arrays.binarySearch(EDGES, bytes);
    return place < 0 ? -place - 1 : place;
  }

  /** One of {@link #PERCENTS}. */
  public long slowdown(int percent) {
    return switch (percent) {
      case 50 -> p50;
      case 95 -> p95;
      default -> p99;
    };
  }

  /** Its sizes, in a few letters. */
  public String says() {
    return upToBytes == Long.MAX_VALUE ? "> " + grouped(aboveBytes) : "≤ " + grouped(upToBytes);
  }

  private static String grouped(long bytes) {
    return bytes >= 1_000_000 ? bytes / 1_000_000 + " MB" : bytes / 1_000 + " KB";
  }
}
