package dev.sluice.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Draws scenarios. They shrink towards few flows of few bytes on a star without faults. */
final class Scenarios {
  /** A file to try instead of what would be drawn. */
  private static final String FILE = System.getProperty("sluice.scenario", "");

  private Scenarios() {}

  /** Scenarios as a property takes them. */
  static Arbitrary<ScenarioText> of(Arbitrary<Plan> plans) {
    if (!FILE.isEmpty()) {
      try {
        return Arbitraries.just(new ScenarioText(Files.readString(Path.of(FILE))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return plans.map(plan -> new ScenarioText(plan.toml()));
  }

  /** Everything at once: any topology, workload, algorithm, queues and faults. */
  static Arbitrary<Plan> any() {
    return plans(variedNic(profiles(), ccs()), anyWork(), queues(), faults());
  }

  /** Everything, with these algorithms. */
  static Arbitrary<Plan> with(Arbitrary<String> ccs) {
    return plans(variedNic(profiles(), ccs), anyWork(), queues(), faults());
  }

  /** Everything, with one entropy value at a time, and long queues more often than not. */
  static Arbitrary<Plan> sticky() {
    return Arbitraries.oneOf(marking(), plans(stickyNics(), anyWork(), queues(), faults()));
  }

  /** One entropy value at a time, and many senders at once. */
  static Arbitrary<Plan> marking() {
    Arbitrary<Plan.Work> work =
        Combinators.combine(
                Arbitraries.of("incast", "incast", "many-to-many"),
                Arbitraries.integers().between(2, 8),
                Arbitraries.longs().between(1, 400_000))
            .as(
                (kind, many, size) ->
                    new Plan.Work(List.of(), List.of(new Plan.Pattern(kind, many, size, 500))));
    Arbitrary<Plan.Queues> queues =
        Arbitraries.of(0, 200).map(packets -> new Plan.Queues(packets, true, "", false));
    return plans(stickyNics(), work, queues, faults());
  }

  private static Arbitrary<Plan.Nics> stickyNics() {
    return nic(Arbitraries.of("source-documents"), ccs()).map(Plan.Nics::sticky);
  }

  static Arbitrary<Plan> plans(
      Arbitrary<Plan.Nics> nics,
      Arbitrary<Plan.Work> work,
      Arbitrary<Plan.Queues> queues,
      Arbitrary<List<Plan.Trouble>> troubles) {
    return Combinators.combine(
            shapes(), nics, work, queues, troubles, Arbitraries.longs().between(0, 999_999))
        .as(Plan::new);
  }

  static Arbitrary<Plan.Shape> shapes() {
    Arbitrary<List<Integer>> rates = Arbitraries.of(100, 400, 800).list().ofMinSize(1).ofMaxSize(3);
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(5, Plan.Kind.STAR),
                Tuple.of(2, Plan.Kind.TWO_LEAVES),
                Tuple.of(3, Plan.Kind.LEAF_SPINE),
                Tuple.of(1, Plan.Kind.FAT_TREE)),
            Arbitraries.integers().between(2, 7),
            rates,
            Arbitraries.integers().between(1, 60),
            Arbitraries.of(100, 400, 800),
            Arbitraries.integers().between(1, 3))
        .as(Plan.Shape::new);
  }

  static Arbitrary<String> profiles() {
    return Arbitraries.of("source-documents", "uet-1.0");
  }

  static Arbitrary<String> ccs() {
    return Arbitraries.of("rccc", "nscc", "window", "both", "none");
  }

  static Arbitrary<Plan.Nics> nic(Arbitrary<String> profiles, Arbitrary<String> ccs) {
    return Combinators.combine(
            profiles,
            ccs,
            Arbitraries.of(4096, 1024, 2048, 8192, 300),
            Arbitraries.of("60us", "20us", "200us"),
            Arbitraries.of("", "sticky", "sprayed"),
            Arbitraries.of(0, 100, 1_000, 3_000),
            Arbitraries.of("16KiB", "0B", "4096B"),
            Arbitraries.of(1_024, 128))
        .as(Plan.Nics::new);
  }

  /** The same with a cap on credit and a small set of entropy values, each at times. */
  private static Arbitrary<Plan.Nics> variedNic(Arbitrary<String> profiles, Arbitrary<String> ccs) {
    return Combinators.combine(
            nic(profiles, ccs), Arbitraries.of(0, 150, 400), Arbitraries.of(256, 256, 8))
        .as((nics, capKb, entropies) -> nics.capped(capKb).of(entropies));
  }

  private static Arbitrary<Long> sizes() {
    return Arbitraries.frequencyOf(
        Tuple.of(2, Arbitraries.longs().between(1, 5_000)),
        Tuple.of(3, Arbitraries.longs().between(1, 60_000)),
        Tuple.of(2, Arbitraries.longs().between(1, 400_000)));
  }

  private static Arbitrary<Plan.Work> anyWork() {
    Arbitrary<Plan.FlowPlan> flow =
        Combinators.combine(
                Arbitraries.integers().between(0, 15),
                Arbitraries.integers().between(0, 14),
                sizes(),
                Arbitraries.frequencyOf(
                    Tuple.of(1, Arbitraries.just(0)),
                    Tuple.of(2, Arbitraries.integers().between(0, 50_000)),
                    Tuple.of(1, Arbitraries.integers().between(0, 1_500_000))),
                Arbitraries.frequency(Tuple.of(8, 0), Tuple.of(1, 1), Tuple.of(1, 3)),
                Arbitraries.integers().between(0, 3))
            .as(Plan.FlowPlan::new);
    Arbitrary<Plan.Pattern> pattern =
        Combinators.combine(
                Arbitraries.of("incast", "outcast", "permutation", "many-to-many"),
                Arbitraries.integers().between(1, 8),
                sizes(),
                Arbitraries.integers().between(0, 20_000))
            .as(Plan.Pattern::new);
    return Combinators.combine(
            flow.list().ofMinSize(1).ofMaxSize(8), pattern.list().ofMinSize(0).ofMaxSize(1))
        .as(Plan.Work::new);
  }

  /** An incast on a star of links that are all alike. */
  static Arbitrary<Plan> equalSenders() {
    Arbitrary<Plan.Work> work =
        Combinators.combine(
                Arbitraries.integers().between(2, 6), Arbitraries.longs().between(150_000, 500_000))
            .as(
                (senders, size) ->
                    new Plan.Work(
                        List.of(), List.of(new Plan.Pattern("incast", senders, size, 0))));
    return Combinators.combine(
            stars(7, 7, Arbitraries.of(100, 400).map(List::of)),
            nic(profiles(), Arbitraries.of("rccc", "nscc", "both")),
            work,
            calmQueues(),
            Arbitraries.longs().between(0, 999_999))
        .as(
            (shape, nics, flows, queues, seed) ->
                new Plan(shape, nics, flows, queues, List.of(), seed));
  }

  /** One flow between two hosts, in a constant window of one BDP. */
  static Arbitrary<Plan> aloneWithOneBdp() {
    Arbitrary<Plan.Nics> nics =
        Combinators.combine(profiles(), Arbitraries.of(4096, 1024, 2048, 8192))
            .as(
                (profile, mtu) ->
                    new Plan.Nics(profile, "window", mtu, "200us", "", 100, "0B", 1_024));
    Arbitrary<Plan.Work> work =
        Arbitraries.longs()
            .between(300_000, 2_000_000)
            .map(size -> new Plan.Work(List.of(new Plan.FlowPlan(0, 0, size, 0, 0, 0)), List.of()));
    Arbitrary<List<Integer>> rates = Arbitraries.of(100, 400, 800).list().ofMinSize(1).ofMaxSize(2);
    return Combinators.combine(
            stars(2, 2, rates), nics, work, Arbitraries.longs().between(0, 999_999))
        .as(
            (shape, nic, flows, seed) ->
                new Plan(shape, nic, flows, new Plan.Queues(0, false, "", false), List.of(), seed));
  }

  private static Arbitrary<Plan.Shape> stars(int least, int most, Arbitrary<List<Integer>> rates) {
    return Combinators.combine(
            Arbitraries.integers().between(least, most),
            rates,
            Arbitraries.integers().between(1, 60))
        .as((hosts, each, metres) -> new Plan.Shape(Plan.Kind.STAR, hosts, each, metres, 100, 1));
  }

  private static Arbitrary<Plan.Queues> queues() {
    return Combinators.combine(
            Arbitraries.of(0, 200, 60, 20, 5),
            Arbitraries.of(true, false),
            Arbitraries.of("", "", "auto", "20KB"),
            Arbitraries.of(false, false, true))
        .as(Plan.Queues::new);
  }

  static Arbitrary<Plan.Queues> calmQueues() {
    return Arbitraries.of(true, false).map(ecn -> new Plan.Queues(0, ecn, "", false));
  }

  static Arbitrary<List<Plan.Trouble>> faults() {
    Arbitrary<Plan.Trouble> trouble =
        Combinators.combine(
                Arbitraries.of(Plan.Harm.class),
                Arbitraries.integers().between(0, 11),
                Arbitraries.integers().between(1, 60),
                Arbitraries.integers().between(0, 60),
                Arbitraries.integers().between(1, 300),
                Arbitraries.integers().between(100, 9_000))
            .as(Plan.Trouble::new);
    return trouble.list().ofMinSize(0).ofMaxSize(3);
  }
}
