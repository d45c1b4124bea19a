package dev.sluice.nic;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.Flow;
import java.util.Arrays;

/**
 * One CCC at its source, with what it hosts.
 *
 * <p>The states of its kernels lie here as plain numbers, side by side, or are worked on in place;
 * they are records only where a kernel asks for one. With thousands of contexts an event waits for
 * memory above all, and few objects that stay are fetched faster than many that are made anew.
 */
final class SendingCcc {
  final int id;
  final Flow flow;
  final int destination;

  // Ccc.State
  private Ccc.Phase phase = Ccc.Phase.IDLE;
  private int pdcs;
  private long maxWnd;
  private long cwnd;
  private long inflight;

  // CreditSpender.State
  private boolean open;
  private int lastPdc;
  private CreditSpender.Queue queue = CreditSpender.closed(1).queue();
  private long backlog;
  private long credit;
  private long authorised;
  private long spent;
  private long acked;

  final CccScheduling.Draft scheduling = new CccScheduling.Draft(CccScheduling.State.INITIAL);

  SenderRole window;

  /** Its PDCs by their place; null where there is none. */
  SendingPdc[] places = new SendingPdc[1];

  /** The place whose turn it is, where no credit decides on that. */
  int turn;

  /** Packets of all its PDCs to be sent again. */
  int waiting;

  /** Bytes acknowledged, of all that it sent. */
  long ackedBytes;

  /** Whether it is among those that send in turn, and which one comes after it. */
  boolean onRing;

  SendingCcc nextOnRing;

  /**
   * The PDC of the packet sent last, if that or what came after it has asked for an acknowledgment
   * which has not come; otherwise {@code null}.
   */
  SendingPdc asker;

  /** The packet that asked. */
  long askedFor;

  int askTimer = -1;

  /** Whether it has told the target that it wants more. */
  boolean hasAsked;

  /** The entropy value in use, or where in the set it stands. */
  int entropy;

  /** Values of the set that are to be passed over once, a bit each. */
  long[] avoided;

  /** What {@link SourceSide#choose} has found. */
  SendingPdc chosen;

  long chosenPacket;
  int chosenBytes;

  /** Whether it was credit that was missing. */
  boolean lacksCredit;

  SendingCcc(int id, Flow flow) {
    this.id = id;
    this.flow = flow;
    this.destination = flow.destination();
  }

  Ccc.State state() {
    return new Ccc.State(phase, flow, maxWnd, cwnd, inflight, pdcs);
  }

  void state(Ccc.State next) {
    phase = next.phase();
    maxWnd = next.maxWnd();
    cwnd = next.cwnd();
    inflight = next.inflight();
    pdcs = next.pdcs();
  }

  boolean isReady() {
    return phase == Ccc.Phase.READY;
  }

  long cwnd() {
    return cwnd;
  }

  long inflight() {
    return inflight;
  }

  CreditSpender.State credit() {
    return new CreditSpender.State(open, queue, lastPdc, backlog, credit, authorised, spent, acked);
  }

  void credit(CreditSpender.State next) {
    open = next.open();
    queue = next.queue();
    lastPdc = next.lastPdc();
    backlog = next.backlog();
    credit = next.credit();
    authorised = next.authorised();
    spent = next.spent();
    acked = next.acked();
  }

  /** Looks at all of it; see {@link dev.sluice.sim.Lookout}. */
  long look() {
    return cwnd + acked + chosenBytes + queue.pdcs();
  }

  /** Gives a PDC a place of its own. */
  void seat(SendingPdc pdc) {
    int place = 0;
    while (place < places.length && places[place] != null) {
      place++;
    }
    if (place == places.length) {
      places = Arrays.copyOf(places, 2 * place);
      credit(CreditSpender.withPlaces(credit(), places.length));
    }
    places[place] = pdc;
    pdc.place = place;
  }

  void unseat(SendingPdc pdc) {
    places[pdc.place] = null;
  }
}
