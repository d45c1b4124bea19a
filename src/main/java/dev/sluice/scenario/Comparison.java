package dev.sluice.scenario;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Algorithms side by side: each runs the same flows, once for each seed, and all are held against
 * one ideal. NICs are configured with a base RTT that depends on their algorithm; what a flow takes
 * alone does not, so that it comes from a scenario of its own, with the exact one.
 *
 * @param algorithms the columns
 * @param isWrittenFor of each, whether the scenario's own settings of switches hold for it
 * @param ideal the scenario that says what flows take alone
 * @param firstSeed the seed of the first run of each; those of the others follow it
 * @param seeds how many runs each has
 * @param firsts of each, the scenario of its first run
 * @param runs by algorithm and then by seed; empty where one was not finished
 */
public record Comparison(
    List<Algorithm> algorithms,
    List<Boolean> isWrittenFor,
    Scenario ideal,
    long firstSeed,
    int seeds,
    List<Scenario> firsts,
    List<Optional<Done>> runs) {
  /**
   * A run that was finished.
   *
   * @param scenario what was run
   * @param figures what came of it
   * @param bySize its flows by their size
   */
  public record Done(Scenario scenario, Figures figures, List<SizeBin> bySize) {
    public Done {
      bySize = List.copyOf(bySize);
    }

    /** With flows told apart by size. */
    public Done(Scenario scenario, Figures figures) {
      this(scenario, figures, figures.bySize());
    }
  }

  public Comparison {
    algorithms = List.copyOf(algorithms);
    isWrittenFor = List.copyOf(isWrittenFor);
    firsts = List.copyOf(firsts);
    if (runs.size() != seeds * algorithms.size() || firsts.size() != algorithms.size()) {
      throw new IllegalArgumentException("as many runs as algorithms times seeds");
    }
    List<Optional<Done>> held = new ArrayList<>();
    for (int place = 0; place < runs.size(); place++) {
      Done done = runs.get(place).orElse(null);
      Done first = runs.get(place % seeds).orElse(done);
      if (done != null && !FlowFile.of(done.scenario).equals(FlowFile.of(first.scenario))) {
        throw new IllegalArgumentException("other flows than those of the first algorithm");
      }
      held.add(runs.get(place).map(one -> new Done(one.scenario, one.figures.against(ideal))));
    }
    runs = List.copyOf(held);
  }

  /**
   * A figure over the seeds.
   *
   * @param least of the runs that have it
   * @param median the least value that at least half of the runs do not exceed: one that occurred
   * @param greatest of them
   * @param runs how many have it; with none the values are −1
   */
  public record Spread(long least, long median, long greatest, int runs) {
    static Spread of(long... values) {
      if (values.length == 0) {
        return new Spread(-1, -1, -1, 0);
      }
      long[] sorted = values.clone();
      Arrays.sort(sorted);
      return new Spread(
          sorted[0], sorted[(sorted.length + 1) / 2 - 1], sorted[sorted.length - 1], sorted.length);
    }
  }

  /** The run of an algorithm with a seed; empty if it was not finished. */
  public Optional<Done> run(int algorithm, int seed) {
    return runs.get(algorithm * seeds + seed);
  }

  /** What came of it. */
  public Optional<Figures> figures(int algorithm, int seed) {
    return run(algorithm, seed).map(Done::figures);
  }

  /** How many runs were finished. */
  public int finished() {
    return (int) runs.stream().filter(Optional::isPresent).count();
  }

  /** A figure of one algorithm over its finished runs; those that have it not do not count. */
  public Spread spread(int algorithm, Metric metric) {
    List<Long> values = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      figures(algorithm, seed)
          .map(each -> each.value(metric))
          .filter(v -> v >= 0)
          .ifPresent(values::add);
    }
    return Spread.of(values.stream().mapToLong(Long::longValue).toArray());
  }

  /** The sizes of which there are flows in any finished run, from small to large. */
  public List<SizeBin> sizes() {
    Map<Long, SizeBin> sizes = new TreeMap<>();
    runs.stream()
        .flatMap(Optional::stream)
        .flatMap(done -> done.bySize.stream())
        .forEach(bin -> sizes.putIfAbsent(bin.upToBytes(), bin));
    return List.copyOf(sizes.values());
  }

  /** The slowdown of flows of one of {@link #sizes} over the finished runs that have such. */
  public Spread slowdown(int algorithm, SizeBin size, int percent) {
    return Spread.of(
        IntStream.range(0, seeds)
            .mapToLong(seed -> slowdown(algorithm, seed, size, percent))
            .filter(value -> value >= 0)
            .toArray());
  }

  /** The same of one run; −1 if it was not finished, or completed no such flow. */
  public long slowdown(int algorithm, int seed, SizeBin size, int percent) {
    return run(algorithm, seed).stream()
        .flatMap(done -> done.bySize.stream())
        .filter(bin -> bin.upToBytes() == size.upToBytes())
        .mapToLong(bin -> bin.slowdown(percent))
        .findFirst()
        .orElse(-1);
  }

  /** How many flows of one of {@link #sizes} an algorithm had in its finished runs together. */
  public int flows(int algorithm, SizeBin size) {
    int flows = 0;
    for (int seed = 0; seed < seeds; seed++) {
      for (SizeBin bin : run(algorithm, seed).map(Done::bySize).orElse(List.of())) {
        flows += bin.upToBytes() == size.upToBytes() ? bin.flows() : 0;
      }
    }
    return flows;
  }

  /** Whether every flow of every finished run was completed. */
  public boolean allCompleted() {
    return runs.stream()
        .flatMap(Optional::stream)
        .allMatch(each -> each.figures.completed() == each.figures.flows().size());
  }

  /** Returns the worst verdict on a finished run; expectations of the scenario do not count. */
  public RunVerdict verdict() {
    return runs.stream()
        .flatMap(Optional::stream)
        .map(each -> each.figures.verdict(List.of()))
        .max(Comparator.naturalOrder())
        .orElse(RunVerdict.AS_EXPECTED);
  }

  /** The digest of {@link FlowFile#of}: {@code sha256:} and 64 digits. */
  public static String flowDigest(Scenario scenario) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(FlowFile.of(scenario).getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
