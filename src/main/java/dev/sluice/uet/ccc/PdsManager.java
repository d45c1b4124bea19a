package dev.sluice.uet.ccc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdTable;

/**
 * The PDS Manager of one endpoint: which packet delivery contexts exist, for whom, and on which
 * CCC.
 *
 * <p>This is the control path. It is asked when a request comes, when a PDC is opened towards this
 * endpoint, and when one closes; while data moves it is not asked at all. Mirrors the actions of
 * {@code spec/uet/CccLifecycle.tla} of the same names.
 */
public final class PdsManager {
  private PdsManager() {}

  /**
   * One endpoint's configuration.
   *
   * @param endpoint this endpoint's number
   * @param pdcPool how many PDC ids there are: 1 … pdcPool
   * @param pdcKept how many of them are left to PDCs that others open towards this endpoint. With
   *     none kept, two endpoints that open towards each other can run out together, and wait for
   *     each other for ever
   */
  public record Params(int endpoint, int pdcPool, int pdcKept) {
    public Params {
      if (pdcKept < 0 || pdcKept >= pdcPool) {
        throw new IllegalArgumentException("kept ids of the pool: " + pdcKept + " of " + pdcPool);
      }
    }
  }

  /**
   * A request of the semantic sublayer.
   *
   * @param id chosen by the SES, and no other request's
   * @param key what its PDC is looked up by
   * @param size how much it wants to send
   */
  public record Request(int id, Pdc.SourceKey key, long size) implements Comparable<Request> {
    public Request {
      if (size <= 0) {
        throw new IllegalArgumentException("a request sends something: " + size);
      }
    }

    @Override
    public int compareTo(Request other) {
      return Integer.compare(id, other.id);
    }
  }

  /**
   * The manager's tables.
   *
   * @param waiting requests that have no PDC yet
   * @param pdcs the PDCs by id, and by what they are looked up by
   */
  public record State(SortedFew<Request> waiting, IdTable<Pdc.Key, Pdc> pdcs) {
    /** Nothing waits, and every id is free. */
    public static State initial(Params params) {
      return new State(SortedFew.none(), IdTable.ofCapacity(params.pdcPool(), Pdc::key));
    }
  }

  /** PDC {@code pdc} takes on so much more work. */
  public record WorkTaken(int pdc, long size) implements Effect {}

  /** A PDC was opened for a source's PDC. */
  public record Opened(int pdc) implements Effect {}

  /** The CCC Manager is asked for this flow's CCC. */
  public record CccAsked(Flow flow) implements Effect {}

  /** The target of this PDC is asked to close. */
  public record CloseAsked(int pdc) implements Effect {}

  /** The source is told that its PDC's counterpart has gone. */
  public record CloseDone(int remote) implements Effect {}

  /** A PDC has left this CCC. */
  public record Left(int ccc) implements Effect {}

  /** Takes a request of the SES in. */
  @Requirement("CCC-1")
  public static Outcome<State> post(State state, Request request) {
    if (state.waiting().contains(request)) {
      return Outcome.refused(state, "the request waits already");
    }
    return Outcome.accepted(new State(state.waiting().with(request), state.pdcs()));
  }

  /** Gives a waiting request to the open PDC that matches it. */
  @Requirement("CCC-1")
  public static Outcome<State> assign(State state, Request request) {
    if (!state.waiting().contains(request)) {
      return Outcome.refused(state, "no such request waits");
    }
    int pdc = state.pdcs().find(request.key());
    if (pdc == 0) {
      return Outcome.refused(state, "no open PDC matches");
    }
    return Outcome.accepted(
        new State(state.waiting().without(request), state.pdcs()),
        new WorkTaken(pdc, request.size()));
  }

  /** Allocates a PDC for a waiting request that none matches. */
  @Requirement("CCC-1")
  public static Outcome<State> allocate(State state, Params params, Request request) {
    if (!state.waiting().contains(request)) {
      return Outcome.refused(state, "no such request waits");
    }
    if (state.pdcs().find(request.key()) != 0) {
      return Outcome.refused(state, "an open PDC matches");
    }
    if (state.pdcs().free() <= params.pdcKept()) {
      return Outcome.refused(state, "no PDC id is left for this endpoint's own requests");
    }
    int pdc = state.pdcs().leastFree();
    return Outcome.accepted(
        new State(
            state.waiting().without(request), state.pdcs().with(pdc, Pdc.atSource(request.key()))),
        new WorkTaken(pdc, request.size()));
  }

  /** Opens a PDC for data of a source's PDC that is not known here. */
  @Requirement({"PDC-4", "CCC-7"})
  public static Outcome<State> accept(State state, Flow flow, int remote) {
    if (state.pdcs().find(new Pdc.TargetKey(flow.source(), remote)) != 0) {
      return Outcome.refused(state, "the source's PDC is known");
    }
    int pdc = state.pdcs().leastFree();
    if (pdc == 0) {
      return Outcome.refused(state, "no PDC id is left");
    }
    return Outcome.accepted(
        new State(state.waiting(), state.pdcs().with(pdc, Pdc.atTarget(flow, remote))),
        new Opened(pdc));
  }

  /**
   * Asks the CCC Manager for the CCC of an unbound PDC's flow. Whether one is there already, or on
   * its way, is {@link CccManager#ask}'s to say.
   */
  @Requirement("CCC-2")
  public static Outcome<State> askCcc(State state, int pdc) {
    Pdc entry = state.pdcs().get(pdc);
    if (entry == null || entry.phase() != Pdc.Phase.OPEN || entry.ccc() != 0) {
      return Outcome.refused(state, "not an open PDC without a CCC");
    }
    return Outcome.accepted(state, new CccAsked(entry.flow()));
  }

  /**
   * Binds a PDC to its flow's CCC.
   *
   * @param ccc what {@link CccManager.State#find} answers for the PDC's flow; 0 if there is none
   */
  @Requirement({"CCC-4", "CCC-8"})
  public static Outcome<State> bind(State state, int pdc, int ccc) {
    Pdc entry = state.pdcs().get(pdc);
    if (entry == null || entry.phase() != Pdc.Phase.OPEN || entry.ccc() != 0) {
      return Outcome.refused(state, "not an open PDC without a CCC");
    }
    if (ccc == 0) {
      return Outcome.refused(state, "the flow has no CCC");
    }
    return Outcome.accepted(new State(state.waiting(), state.pdcs().with(pdc, entry.boundTo(ccc))));
  }

  /** Begins to close a source's PDC whose work is done; the id stays taken. */
  @Requirement({"CCC-11", "PDC-11"})
  public static Outcome<State> beginClose(State state, int pdc, Transfer.State transfer) {
    Pdc entry = state.pdcs().get(pdc);
    if (entry == null || entry.phase() != Pdc.Phase.OPEN || !entry.isSource()) {
      return Outcome.refused(state, "not a source's open PDC");
    }
    if (!transfer.isDone()) {
      return Outcome.refused(state, "its work is not done");
    }
    return Outcome.accepted(
        new State(state.waiting(), state.pdcs().with(pdc, entry.closing())), new CloseAsked(pdc));
  }

  /** Closes the target's PDC, as its source asks. */
  @Requirement({"CCC-11", "PDC-11"})
  public static Outcome<State> followClose(State state, int source, int remote) {
    int pdc = state.pdcs().find(new Pdc.TargetKey(source, remote));
    if (pdc == 0) {
      return Outcome.refused(state, "the source's PDC is not known");
    }
    int ccc = state.pdcs().get(pdc).ccc();
    return Outcome.accepted(
        new State(state.waiting(), state.pdcs().without(pdc)),
        new CloseDone(remote),
        new Left(ccc));
  }

  /** Frees the id of a source's PDC whose target has closed. */
  @Requirement({"CCC-11", "PDC-11"})
  public static Outcome<State> endClose(State state, int pdc) {
    Pdc entry = state.pdcs().get(pdc);
    if (entry == null || entry.phase() != Pdc.Phase.CLOSING) {
      return Outcome.refused(state, "not a closing PDC");
    }
    return Outcome.accepted(
        new State(state.waiting(), state.pdcs().without(pdc)), new Left(entry.ccc()));
  }
}
