package dev.sluice.uet.ccc;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.IdPool;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The CCC Manager of one endpoint: which flow has which congestion control context, and which flows
 * wait for one.
 *
 * <p>It hands out ids and takes them back. The contexts themselves are {@link Ccc}'s: while data
 * moves, nobody comes here. Mirrors the actions of {@code spec/uet/CccLifecycle.tla} of the same
 * names. An action answers null, or why it is refused, and has changed nothing then.
 */
public final class CccManager {
  /** CCC ids have 8 bits on the wire, and 0 means none. */
  public static final int WIRE_IDS = 255;

  private final Params params;
  private final TreeSet<Flow> asked = new TreeSet<>();
  private final IdPool<Flow, Flow> flows;

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

  /** A flow's CCC is asked for; {@link PdsManager#askCcc} says by whom. */
  public static final Action ASK_CCC = Action.of("AskCcc", By.MUST).telling("src", "dst", "class");

  /** A CCC is there, IDLE. */
  public static final Action CREATE = Action.of("Create", By.MUST).telling("c");

  /** A CCC that serves no PDC any more goes. */
  public static final Action CLOSE_CCC = Action.of("CloseCcc", By.MUST, "c");

  /** What it does; its variables are its tables, to be read one by one. */
  public static final Face<CccManager> FACE =
      Face.of(CccManager.class).heldBy(Party.EITHER).actions(ASK_CCC, CREATE, CLOSE_CCC).build();

  private Listener<CccManager> listener;

  /** What the manager decides. */
  public interface Sink {
    /** CCC {@code id} is there for this flow, IDLE. */
    void created(int id, Flow flow);
  }

  /** Nobody has asked, and every id is free. */
  public CccManager(Params params) {
    this.params = params;
    flows = new IdPool<>(params.cccPool(), flow -> flow);
  }

  private CccManager(CccManager from) {
    params = from.params;
    asked.addAll(from.asked);
    flows = from.flows.copy(UnaryOperator.identity());
  }

  /** A raw copy. */
  public CccManager copy() {
    return new CccManager(this);
  }

  /** What is wrong with the pool; null if nothing is. */
  public String broken() {
    return flows.broken();
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<CccManager> to) {
    listener = to;
  }

  /** Flows that a CCC was asked for and not created. */
  public NavigableSet<Flow> asked() {
    return Collections.unmodifiableNavigableSet(asked);
  }

  /** The flow of each CCC id. */
  public IdPool<Flow, Flow> flows() {
    return flows;
  }

  /** The id of a flow's CCC; 0 if it has none. */
  public int find(Flow flow) {
    return flow == null ? 0 : flows.find(flow);
  }

  /** Notes that a flow's first PDC needs a CCC. */
  @Requirement("CCC-2")
  public String askCcc(Flow flow) {
    if (find(flow) != 0) {
      return "the flow has a CCC";
    }
    if (!asked.add(flow)) {
      return "the flow's CCC has been asked for";
    }
    if (listener != null) {
      listener.took(this, ASK_CCC, flow.source(), flow.destination(), flow.trafficClass());
    }
    return null;
  }

  /** Creates the CCC that a flow waits for. */
  @Requirement({"CCC-2", "CCC-3"})
  public String create(Flow flow, Sink sink) {
    if (!asked.contains(flow)) {
      return "nobody has asked for this flow's CCC";
    }
    int kept = flow.source() == params.endpoint() ? params.cccKept() : 0;
    if (flows.free() <= kept) {
      return "no CCC id is left for this flow";
    }
    int id = flows.leastFree();
    asked.remove(flow);
    flows.put(id, flow);
    if (listener != null) {
      listener.took(this, CREATE, id);
    }
    sink.created(id, flow);
    return null;
  }

  /** Takes back the id of a CCC that its last PDC has left. */
  @Requirement({"CCC-11", "PDC-11"})
  public String closeCcc(int id, Ccc context) {
    if (!context.isDeserted()) {
      return "the CCC is not READY, or serves a PDC";
    }
    flows.remove(id);
    if (listener != null) {
      listener.took(this, CLOSE_CCC, id);
    }
    return null;
  }
}
