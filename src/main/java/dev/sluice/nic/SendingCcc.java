package dev.sluice.nic;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.Flow;
import java.util.Arrays;

/** One CCC at its source, with what it hosts. */
final class SendingCcc {
  final int id;
  final Flow flow;
  final int destination;

  Ccc.State state;
  SenderRole window;
  CreditSpender.State credit = CreditSpender.closed(1);
  CccScheduling.State scheduling = CccScheduling.State.INITIAL;

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
    this.state = Ccc.State.idle(flow);
  }

  boolean isReady() {
    return state.phase() == Ccc.Phase.READY;
  }

  /** Gives a PDC a place of its own. */
  void seat(SendingPdc pdc) {
    int place = 0;
    while (place < places.length && places[place] != null) {
      place++;
    }
    if (place == places.length) {
      places = Arrays.copyOf(places, 2 * place);
      credit = CreditSpender.withPlaces(credit, places.length);
    }
    places[place] = pdc;
    pdc.place = place;
  }

  void unseat(SendingPdc pdc) {
    places[pdc.place] = null;
  }
}
