package dev.sluice.host.uet;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.CccTeardown;
import dev.sluice.uet.ccc.Flow;
import java.util.Arrays;

/** One CCC at its source, with what it hosts. */
final class SendingCcc extends HostedCcc {
  final int destination;

  /** What its PDCs want to send, and the credit for it. */
  final CreditSpender credit;

  final CccScheduling scheduling = new CccScheduling();

  /** How far its PDCs are, and so which may join and which may close. */
  final CccTeardown teardown = new CccTeardown();

  SenderRole window;

  /** Its PDCs by their place; null where there is none. */
  SendingPdc[] places = new SendingPdc[1];

  /** The place whose turn it is, where no credit decides on that. */
  int turn;

  /** Packets of all its PDCs to be sent again. */
  int waiting;

  /** Packets of all its PDCs that were sent and are not acknowledged. */
  long packetsInFlight;

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

  /** Which entropy value comes next. */
  EntropyValues entropy;

  /** What {@link SourceSide#choose} has found. */
  SendingPdc chosen;

  long chosenPacket;
  int chosenBytes;

  /** Whether it was credit that was missing. */
  boolean lacksCredit;

  SendingCcc(int id, Flow flow, Ccc.Params params, CreditParams creditParams) {
    super(id, flow, params);
    this.credit = new CreditSpender(creditParams, 1);
    this.destination = flow.destination();
  }

  boolean isReady() {
    return phase() == Ccc.Phase.READY;
  }

  /** Looks at all of it; see {@link dev.sluice.sim.EventHandler#lookAt}. */
  long look() {
    return cwnd() + ackedBytes + chosenBytes + credit.acked();
  }

  /** Gives a PDC a place of its own. */
  void seat(SendingPdc pdc) {
    int place = 0;
    while (place < places.length && places[place] != null) {
      place++;
    }
    if (place == places.length) {
      places = Arrays.copyOf(places, 2 * place);
      credit.places(places.length);
    }
    places[place] = pdc;
    pdc.place = place;
  }

  void unseat(SendingPdc pdc) {
    places[pdc.place] = null;
  }
}
