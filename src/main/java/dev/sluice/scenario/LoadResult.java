package dev.sluice.scenario;

import dev.sluice.host.load.Load;
import dev.sluice.host.load.LoadCounts;

/**
 * An open-loop source, and what became of its frames.
 *
 * @param load what it sends
 * @param counts what was counted at both ends
 */
public record LoadResult(Load load, LoadCounts counts) {}
