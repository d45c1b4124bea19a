package dev.sluice.scenario;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

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
   */
  public record Done(Scenario scenario, Figures figures) {}

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
      if (done != null && !flowFile(done.scenario).equals(flowFile(first.scenario))) {
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

  /** Whether every flow of every finished run was completed. */
  public boolean allCompleted() {
    return runs.stream()
        .flatMap(Optional::stream)
        .allMatch(each -> each.figures.completed() == each.figures.flows().size());
  }

  /** The flows of a scenario, a line each: who sends what to whom, and when. */
  public static String flowFile(Scenario scenario) {
    StringBuilder text = new StringBuilder("from,to,bytes,start_ps\n");
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

  /** The digest of {@link #flowFile}: {@code sha256:} and 64 digits. */
  public static String flowDigest(Scenario scenario) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(flowFile(scenario).getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
