/**
 * Whole runs, declared: topology, workload, faults, queues, NICs, seed, and what must come out.
 *
 * <p>A {@link dev.sluice.scenario.Scenario} is read from TOML. What a file may say stands in one
 * place, {@code ScenarioKeys}, from which the page {@code docs/scenarios.md} is computed too; all
 * that is wrong with a file is said at once, in {@link dev.sluice.scenario.BadScenario}. {@link
 * dev.sluice.scenario.ReadyScenarios} are those that come with Sluice, as files of the same kind.
 *
 * <p>A {@link dev.sluice.scenario.Run} puts event loop, fabric and NICs together, has the scenario
 * happen, and hands back {@link dev.sluice.scenario.Figures}: whole numbers only, the same from run
 * to run. This is the one place that chooses algorithms.
 */
package dev.sluice.scenario;
