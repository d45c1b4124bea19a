package dev.sluice.uet.ccc;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdPool;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The PDS Manager of one endpoint: which packet delivery contexts exist, for whom, and on which
 * CCC.
 *
 * <p>This is the control path. It is asked when a request comes, when a PDC is opened towards this
 * endpoint, and when one closes; while data moves it is not asked at all. Mirrors the actions of
 * {@code spec/uet/CccLifecycle.tla} of the same names. An action answers null, or why it is
 * refused, and has changed nothing then.
 */
public final class PdsManager {
  private static final String NOT_WAITING = "no such request waits";
  private static final String NOT_UNBOUND = "not an open PDC without a CCC";

  private final Params params;
  private final TreeSet<Request> waiting = new TreeSet<>();
  private final IdPool<Pdc.Key, Pdc> pdcs;

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

  /** A request of the SES. */
  public static final Action POST =
      Action.of("Post", By.APPLICATION, "r").telling("dst", "job", "class", "mode", "size");

  /** A waiting request goes to a PDC that is there, whose work {@link Transfer#take} takes on. */
  public static final Action ASSIGN = Action.of("Assign", By.MUST, "r").telling("pdc");

  /** A waiting request gets a PDC of its own, and {@link Transfer#take} the work. */
  public static final Action ALLOCATE = Action.of("Allocate", By.MUST, "r").telling("pdc");

  /** A PDC opens for a source's PDC, of which a packet has arrived; it stays to be received. */
  public static final Action ACCEPT = Action.of("Accept", By.MESSAGE, "p").telling("pdc");

  /** A CCC is asked for, which {@link CccManager#askCcc} notes. */
  public static final Action ASK_CCC = Action.of("AskCcc", By.MUST, "p");

  /** A PDC is bound to a CCC, and {@link Ccc#bind} counts it. */
  public static final Action BIND = Action.of("Bind", By.MUST, "p");

  /** A source's PDC begins to close. */
  public static final Action BEGIN_CLOSE = Action.of("BeginClose", By.MUST, "p");

  /** The target's PDC goes, and {@link Ccc#leave} counts one less. */
  public static final Action FOLLOW_CLOSE =
      Action.of("FollowClose", By.MESSAGE, "p").telling("pdc");

  /** The source's PDC goes, and {@link Ccc#leave} counts one less. */
  public static final Action END_CLOSE = Action.of("EndClose", By.MESSAGE, "p");

  /**
   * What it does; its variables are its tables, to be read one by one. {@code p} is a PDC's id, but
   * where a source's PDC that is told of is another endpoint's: then it is the id over there, and
   * {@code pdc} the one here.
   */
  public static final Face<PdsManager> FACE =
      Face.of(PdsManager.class)
          .heldBy(Party.EITHER)
          .actions(
              POST, ASSIGN, ALLOCATE, ACCEPT, ASK_CCC, BIND, BEGIN_CLOSE, FOLLOW_CLOSE, END_CLOSE)
          .build();

  private Listener<PdsManager> listener;

  /** What the manager decides. */
  public interface Sink {
    /** PDC {@code pdc} takes on so much more work. */
    void workTaken(int pdc, long size);

    /** A PDC was opened for a source's PDC. */
    void opened(int pdc);

    /** The CCC Manager is asked for this flow's CCC. */
    void cccAsked(Flow flow);

    /** The target of this PDC is asked to close. */
    void closeAsked(int pdc);

    /** The source is told that its PDC's counterpart has gone. */
    void closeDone(int remote);

    /** A PDC has left this CCC. */
    void left(int ccc);
  }

  /** Nothing waits, and every id is free. */
  public PdsManager(Params params) {
    this.params = params;
    pdcs = new IdPool<>(params.pdcPool(), Pdc::key);
  }

  private PdsManager(PdsManager from) {
    params = from.params;
    waiting.addAll(from.waiting);
    pdcs = from.pdcs.copy(UnaryOperator.identity());
  }

  /** A raw copy. */
  public PdsManager copy() {
    return new PdsManager(this);
  }

  /** What is wrong with the pool; null if nothing is. */
  public String broken() {
    return pdcs.broken();
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<PdsManager> to) {
    listener = to;
  }

  /** Requests that have no PDC yet. */
  public SortedSet<Request> waiting() {
    return Collections.unmodifiableSortedSet(waiting);
  }

  /** The PDCs by id, and by what they are looked up by. */
  public IdPool<Pdc.Key, Pdc> pdcs() {
    return pdcs;
  }

  /** Takes a request of the SES in. */
  @Requirement("CCC-1")
  public String post(Request request) {
    if (!waiting.add(request)) {
      return "the request waits already";
    }
    if (listener != null) {
      Pdc.SourceKey key = request.key();
      listener.took(
          this,
          POST,
          request.id(),
          key.flow().destination(),
          key.job(),
          key.flow().trafficClass(),
          key.mode(),
          request.size());
    }
    return null;
  }

  /** Gives a waiting request to the open PDC that matches it. */
  @Requirement("CCC-1")
  public String assign(Request request, Sink sink) {
    if (!waiting.contains(request)) {
      return NOT_WAITING;
    }
    int pdc = pdcs.find(request.key());
    if (pdc == 0) {
      return "no open PDC matches";
    }
    waiting.remove(request);
    if (listener != null) {
      listener.took(this, ASSIGN, request.id(), pdc);
    }
    sink.workTaken(pdc, request.size());
    return null;
  }

  /** Allocates a PDC for a waiting request that none matches. */
  @Requirement("CCC-1")
  public String allocate(Request request, Sink sink) {
    if (!waiting.contains(request)) {
      return NOT_WAITING;
    }
    if (pdcs.find(request.key()) != 0) {
      return "an open PDC matches";
    }
    if (pdcs.free() <= params.pdcKept()) {
      return "no PDC id is left for this endpoint's own requests";
    }
    int pdc = pdcs.leastFree();
    waiting.remove(request);
    pdcs.put(pdc, Pdc.atSource(request.key()));
    if (listener != null) {
      listener.took(this, ALLOCATE, request.id(), pdc);
    }
    sink.workTaken(pdc, request.size());
    return null;
  }

  /** Opens a PDC for data of a source's PDC that is not known here. */
  @Requirement({"PDC-4", "CCC-7"})
  public String accept(Flow flow, int remote, Sink sink) {
    if (pdcs.find(new Pdc.TargetKey(flow.source(), remote)) != 0) {
      return "the source's PDC is known";
    }
    int pdc = pdcs.leastFree();
    if (pdc == 0) {
      return "no PDC id is left";
    }
    pdcs.put(pdc, Pdc.atTarget(flow, remote));
    if (listener != null) {
      listener.took(this, ACCEPT, remote, pdc);
    }
    sink.opened(pdc);
    return null;
  }

  /**
   * Asks the CCC Manager for the CCC of an unbound PDC's flow. Whether one is there already, or on
   * its way, is {@link CccManager#askCcc}'s to say.
   */
  @Requirement("CCC-2")
  public String askCcc(int pdc, Sink sink) {
    if (!isUnbound(pdc)) {
      return NOT_UNBOUND;
    }
    if (listener != null) {
      listener.took(this, ASK_CCC, pdc);
    }
    sink.cccAsked(pdcs.get(pdc).flow());
    return null;
  }

  /**
   * Binds a PDC to its flow's CCC.
   *
   * @param ccc what {@link CccManager#find} answers for the PDC's flow; 0 if there is none
   */
  @Requirement({"CCC-4", "CCC-8"})
  public String bind(int pdc, int ccc) {
    if (!isUnbound(pdc)) {
      return NOT_UNBOUND;
    }
    if (ccc == 0) {
      return "the flow has no CCC";
    }
    pdcs.put(pdc, pdcs.get(pdc).boundTo(ccc));
    if (listener != null) {
      listener.took(this, BIND, pdc);
    }
    return null;
  }

  private boolean isUnbound(int pdc) {
    Pdc entry = pdcs.get(pdc);
    return entry != null && entry.phase() == Pdc.Phase.OPEN && entry.ccc() == 0;
  }

  /** Begins to close a source's PDC whose work is done; the id stays taken. */
  @Requirement({"CCC-11", "PDC-11"})
  public String beginClose(int pdc, Transfer transfer, Sink sink) {
    Pdc entry = pdcs.get(pdc);
    if (entry == null || entry.phase() != Pdc.Phase.OPEN || !entry.isSource()) {
      return "not a source's open PDC";
    }
    if (!transfer.isDone()) {
      return "its work is not done";
    }
    pdcs.put(pdc, entry.closing());
    if (listener != null) {
      listener.took(this, BEGIN_CLOSE, pdc);
    }
    sink.closeAsked(pdc);
    return null;
  }

  /** Closes the target's PDC, as its source asks. */
  @Requirement({"CCC-11", "PDC-11"})
  public String followClose(int source, int remote, Sink sink) {
    int pdc = pdcs.find(new Pdc.TargetKey(source, remote));
    if (pdc == 0) {
      return "the source's PDC is not known";
    }
    int ccc = pdcs.get(pdc).ccc();
    pdcs.remove(pdc);
    if (listener != null) {
      listener.took(this, FOLLOW_CLOSE, remote, pdc);
    }
    sink.closeDone(remote);
    sink.left(ccc);
    return null;
  }

  /** Frees the id of a source's PDC whose target has closed. */
  @Requirement({"CCC-11", "PDC-11"})
  public String endClose(int pdc, Sink sink) {
    Pdc entry = pdcs.get(pdc);
    if (entry == null || entry.phase() != Pdc.Phase.CLOSING) {
      return "not a closing PDC";
    }
    pdcs.remove(pdc);
    if (listener != null) {
      listener.took(this, END_CLOSE, pdc);
    }
    sink.left(entry.ccc());
    return null;
  }
}
