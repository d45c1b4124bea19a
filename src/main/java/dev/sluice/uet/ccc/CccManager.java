package dev.sluice.uet.ccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdTable;

/**
 * The CCC Manager of one endpoint: which flow has which congestion control context, and which flows
 * wait for one.
 *
 * <p>It hands out ids and takes them back. The contexts themselves are {@link Ccc}'s: while data
 * moves, nobody comes here. Mirrors the actions of {@code spec/uet/CccLifecycle.tla} of the same
 * names.
 */
public final class CccManager {
  private CccManager() {}

  /**
   * One endpoint's configuration.
   *
   * @param endpoint this endpoint's number
   * @param cccPool how many CCC ids there are: 1 … cccPool
   * @param cccKept how many of them are left to flows towards this endpoint
   */
  public record Params(int endpoint, int cccPool, int cccKept) {
    public Params {
      if (cccKept < 0 || cccKept >= cccPool) {
        throw new IllegalArgumentException("kept ids of the pool: " + cccKept + " of " + cccPool);
      }
    }
  }

  /**
   * The manager's tables.
   *
   * @param asked flows that a CCC was asked for and not created
   * @param flows the flow of each CCC id
   */
  public record State(SortedFew<Flow> asked, IdTable<Flow, Flow> flows) {
    /** Nobody has asked, and every id is free. */
    public static State initial(Params params) {
      return new State(SortedFew.none(), IdTable.ofCapacity(params.cccPool(), flow -> flow));
    }

    /** The id of a flow's CCC; 0 if it has none. */
    public int find(Flow flow) {
      return flow == null ? 0 : flows.find(flow);
    }
  }

  /** CCC {@code id} is there for this flow, IDLE. */
  public record Created(int id, Flow flow) implements Effect {}

  /** Notes that a flow's first PDC needs a CCC. */
  @Requirement("CCC-2")
  public static Outcome<State> ask(State state, Flow flow) {
    if (state.find(flow) != 0) {
      return Outcome.refused(state, "the flow has a CCC");
    }
    if (state.asked().contains(flow)) {
      return Outcome.refused(state, "the flow's CCC has been asked for");
    }
    return Outcome.accepted(new State(state.asked().with(flow), state.flows()));
  }

  /** Creates the CCC that a flow waits for. */
  @Requirement({"CCC-2", "CCC-3"})
  public static Outcome<State> create(State state, Params params, Flow flow) {
    if (!state.asked().contains(flow)) {
      return Outcome.refused(state, "nobody has asked for this flow's CCC");
    }
    int kept = flow.source() == params.endpoint() ? params.cccKept() : 0;
    if (state.flows().free() <= kept) {
      return Outcome.refused(state, "no CCC id is left for this flow");
    }
    int id = state.flows().leastFree();
    return Outcome.accepted(
        new State(state.asked().without(flow), state.flows().with(id, flow)),
        new Created(id, flow));
  }

  /** Takes back the id of a CCC that its last PDC has left. */
  @Requirement({"CCC-11", "PDC-11"})
  public static Outcome<State> closeCcc(State state, int id, Ccc.State context) {
    if (!context.isDeserted()) {
      return Outcome.refused(state, "the CCC is not there, or not READY, or serves a PDC");
    }
    return Outcome.accepted(new State(state.asked(), state.flows().without(id)));
  }
}
