package dev.sluice.host.uet;

import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.host.Sender;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.CccTeardown;
import dev.sluice.uet.ccc.Flow;
import java.util.Arrays;

/** One CCC at its source, with what it hosts. */
final class SendingCcc extends Sender implements CccScheduling.Work {
  private final SourceSide source;
  final int id;
  final Flow flow;

  /** Its life, its window, and what is in flight. */
  final Ccc context;

  final int destination;

  /** What its PDCs want to send, and the credit for it. */
  final CreditSpender credit;

  final CccScheduling scheduling;

  /** How far its PDCs are, and so which may join and which may close. */
  final CccTeardown teardown = new CccTeardown();

  /** Its PDCs by their place; null where there is none. */
  SendingPdc[] places = new SendingPdc[1];

  /** The place whose turn it is, where no credit decides on that. */
  int turn;

  /** Packets of all its PDCs that were sent and are not acknowledged. */
  long packetsInFlight;

  /** Bytes acknowledged, of all that it sent. */
  long ackedBytes;

  /**
   * The PDC of the packet sent last, if that or what came after it has asked for an acknowledgment
   * which has not come; otherwise {@code null}.
   */
  SendingPdc asker;

  /** The packet that asked. */
  long askedFor;

  int askTimer = -1;

  /** How long it waits for credit before it asks again. */
  final AskWait askWait;

  /** Whether the request that is due has not been made before, and so waits for nothing. */
  boolean asksAtOnce;

  /** Whether it has told the target that it wants more. */
  boolean hasAsked;

  /** Which entropy value comes next. */
  EntropyValues entropy;

  /** What {@link #findNext} has found; null if there is none. */
  SendingPdc chosen;

  long chosenPacket;
  int chosenBytes;

  SendingCcc(SourceSide source, int id, Flow flow) {
    super(source.nic.host);
    this.source = source;
    this.id = id;
    this.flow = flow;
    this.context = new Ccc(source.nic.cccParams, flow);
    this.credit = new CreditSpender(source.creditParams, 1);
    NicParams params = source.params;
    this.askWait = new AskWait(params.askPs(), params.rtoPs(Integer.MAX_VALUE));
    this.scheduling = new CccScheduling(source.permission);
    this.destination = flow.destination();
  }

  Ccc.Phase phase() {
    return context.phase();
  }

  /** The window in bytes. */
  long cwnd() {
    return context.cwnd();
  }

  @Override
  public long inflight() {
    return context.inflight();
  }

  @Override
  public long window() {
    return source.points.window(context, source.permission);
  }

  @Override
  public boolean lets(long size) {
    return role().mayTransmit(size);
  }

  @Override
  public long credit() {
    return source.credits ? credit.allowed() : Long.MAX_VALUE;
  }

  @Override
  public boolean findNext() {
    return source.sending.findNext(this);
  }

  @Override
  public long nextSize() {
    return source.size(chosenBytes);
  }

  @Override
  public boolean isPaid() {
    return chosenPacket >= 0 && resendsOnOldCredit();
  }

  @Override
  protected boolean maySend() {
    return source.sending.choose(this);
  }

  @Override
  protected int dscp(boolean droppable) {
    return source.params.codePoints().ofClass(chosen.key.flow().trafficClass());
  }

  /** UET has no class that switches drop first, and no algorithm of its wants one. */
  @Override
  protected int send(long atPs, boolean droppable) {
    return source.sending.send(this, atPs);
  }

  @Override
  protected void blocked(long atPs, long firstPs) {
    source.asking.blocked(this, atPs, firstPs);
  }

  /** Whether a packet that was given up for lost is sent again on the credit that it had. */
  boolean resendsOnOldCredit() {
    return source.credits && credit.resendsFree(teardown.isKnown());
  }

  /** Whether a packet of it was given up for lost, and is to be sent again. */
  boolean hasWaiting() {
    for (SendingPdc pdc : places) {
      if (pdc != null && pdc.waiting > 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether the target knows a PDC of it that does not close. */
  boolean isEstablished() {
    return teardown.isKnown();
  }

  boolean isReady() {
    return phase() == Ccc.Phase.READY;
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
