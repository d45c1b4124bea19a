package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;

/** Transitions of CreditConservation: what senders and receivers know of credit. */
final class CreditConservationLog {
  private static final String SPEC = Uet.CREDIT.name();

  private final SpecLog log;
  private final Nic nic;

  CreditConservationLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  void want(SendingCcc ccc, int place, long delta) {
    if (log.isOn()) {
      spent(ccc, "Want", place).given("Jobs", LogValue.of(delta)).end();
    }
  }

  void inferLoss(SendingCcc ccc, SendingPdc pdc, long packet, long size) {
    if (log.isOn()) {
      spender(ccc, "InferLoss")
          .message(fields("pdc", pdc.place + 1, "packet", log.numbered(pdc, packet), "size", size))
          .end();
    }
  }

  /** Bytes that were to be sent again on new credit need not be: their credit stays spent. */
  void recover(SendingCcc ccc, SendingPdc pdc, long packet, long size) {
    if (log.isOn()) {
      spent(ccc, "Recover", pdc.place)
          .message(fields("packet", log.numbered(pdc, packet), "size", size))
          .end();
    }
  }

  private EventSink spent(SendingCcc ccc, String action, int place) {
    EventSink event = log.begin(SPEC, action, log.source(ccc, ccc.places[place].spdcid));
    return spender(event.argument("s", log.sender(ccc)).argument("p", place + 1), ccc);
  }

  private EventSink spender(SendingCcc ccc, String action) {
    return spender(log.begin(SPEC, action, log.source(ccc, 0)).argument("s", log.sender(ccc)), ccc);
  }

  /** All that a sender knows of its credit. */
  private static EventSink spender(EventSink event, SendingCcc ccc) {
    return Told.variables(event, CreditSpender.FACE, ccc.credit, 0);
  }

  void learn(SendingCcc ccc, long wireCredit) {
    if (log.isOn()) {
      spender(ccc, "Learn").message(fields("credit", wireCredit)).end();
    }
  }

  void ask(SendingCcc ccc, long target) {
    if (log.isOn()) {
      long field = nic.creditParams.wireTarget(target);
      spender(ccc, "Ask").message(fields("size", 0, "credit_target", field)).end();
    }
  }

  void close(SendingCcc ccc) {
    if (log.isOn()) {
      spender(ccc, "Close").end();
    }
  }

  /** All that a receiver knows of a sender, and what it keeps for all of them. */
  private EventSink granter(ReceivingCcc ccc, String action, CreditGranter granter) {
    SenderKey key = ccc.key;
    boolean isKnown = granter.slot(key, ccc.slot) >= 0;
    EventSink event =
        log.begin(SPEC, action, log.target(ccc, 0))
            .argument("s", log.sender(key))
            .variable("known", isKnown ? items(text(log.sender(key))) : items());
    CreditGranter.Of entry = new CreditGranter.Of(granter, key, ccc.slot);
    Told.variables(event, CreditGranter.ENTRY, entry, 0);
    return divided(event, granter);
  }

  private EventSink divided(EventSink event, CreditGranter granter) {
    SenderKey last = granter.lastSender();
    return Told.variables(event, CreditGranter.FACE, granter, 0)
        .variable("lastSender", last == null ? "" : log.sender(last));
  }

  /**
   * A request has come: with the packet of this number, new if it has a size; or a Credit request.
   */
  void receive(ReceivingPdc pdc, CreditGranter granter, long number, long size, long field) {
    if (log.isOn()) {
      granter(pdc.ccc, "Receive", granter)
          .message(
              fields("packet", pdc.spdcid + "/" + number, "size", size, "credit_target", field))
          .end();
    }
  }

  void receiveAsked(ReceivingCcc ccc, CreditGranter granter, long field) {
    if (log.isOn()) {
      granter(ccc, "Receive", granter).message(fields("size", 0, "credit_target", field)).end();
    }
  }

  void commit(ReceivingCcc ccc, CreditGranter granter, long bytes) {
    if (log.isOn()) {
      issued(ccc, "Commit", granter, bytes);
    }
  }

  void grant(ReceivingCcc ccc, CreditGranter granter) {
    if (log.isOn()) {
      issued(ccc, "Grant", granter, 0);
    }
  }

  private void issued(ReceivingCcc ccc, String action, CreditGranter granter, long bytes) {
    long credit = nic.creditParams.wireCredit(granter.granted(ccc.key, ccc.slot));
    granter(ccc, action, granter)
        .message(bytes > 0 ? fields("credit", credit, "size", bytes) : fields("credit", credit))
        .end();
  }

  void slice(CreditGranter granter) {
    if (log.isOn()) {
      LogInstance of = new LogInstance(LogInstance.TARGET, "", nic.name, -1, 0, 0, 0);
      divided(log.begin(SPEC, "Slice", of), granter).end();
    }
  }

  void forget(ReceivingCcc ccc, CreditGranter granter) {
    if (log.isOn()) {
      granter(ccc, "Forget", granter).end();
    }
  }

  /** A packet leaves that takes new credit; again, if it was given up for lost. */
  void transmit(
      SendingCcc ccc, SendingPdc pdc, long packet, long size, boolean isAgain, long target) {
    spent(ccc, "Transmit", pdc.place)
        .message(request(log.numbered(pdc, packet), size, isAgain, target))
        .end();
  }

  /** A packet leaves again on the credit that it had. */
  void resend(SendingCcc ccc, SendingPdc pdc, long packet, long size, long target) {
    spent(ccc, "Resend", pdc.place)
        .message(request(log.numbered(pdc, packet), size, true, target))
        .end();
  }

  private LogValue.Fields request(String packet, long size, boolean isAgain, long target) {
    long field = nic.creditParams.wireTarget(target);
    return isAgain
        ? fields("packet", packet, "size", size, "retx", true, "credit_target", field)
        : fields("packet", packet, "size", size, "credit_target", field);
  }
}
