package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Transitions of CreditConservation: what senders and receivers know of credit. Its kernels tell of
 * each; who they are, and which packet is at hand, is added here.
 */
final class CreditConservationLog {
  private static final String SPEC = Uet.CREDIT.name();
  private static final List<Action> OF_A_PACKET =
      List.of(
          CreditSpender.TRANSMIT,
          CreditSpender.RESEND,
          CreditSpender.INFER_LOSS,
          CreditSpender.RECOVER);

  private final SpecLog log;
  private final Nic nic;

  /** Whose entry is meant, by its key. */
  private final Map<SenderKey, ReceivingCcc> entries = new HashMap<>();

  CreditConservationLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  /** Tells of all that happens to the credit of a context that begins. */
  void follow(SendingCcc ccc) {
    if (log.isOn()) {
      ccc.credit.tell((spender, action, arguments) -> spent(ccc, action, arguments));
    }
  }

  /** Tells of all that happens to the entry that a context is going to have. */
  void follow(ReceivingCcc ccc) {
    if (log.isOn()) {
      entries.put(ccc.key, ccc);
    }
  }

  /** Tells of all that a receiver does. */
  Listener<CreditGranter> ofGranter() {
    return this::granted;
  }

  private void spent(SendingCcc ccc, Action action, Object... arguments) {
    boolean isOfPdc = !action.parameters().isEmpty();
    int spdcid =
        isOfPdc && OF_A_PACKET.contains(action) ? ccc.places[(int) arguments[0] - 1].spdcid : 0;
    EventSink event =
        log.begin(SPEC, action.name(), log.source(ccc, spdcid)).argument("s", log.sender(ccc));
    Told.arguments(event, action, arguments);
    Told.variables(event, CreditSpender.FACE, ccc.credit, 0);
    if (action == CreditSpender.WANT) {
      event.given("Jobs", Told.effect("size", action, arguments));
    } else {
      Map<String, LogValue> message = new LinkedHashMap<>();
      if (OF_A_PACKET.contains(action)) {
        SendingPdc pdc = nic.source.inHand.pdc();
        long packet = nic.source.inHand.packet();
        message.put("packet", text(log.numbered(pdc, packet)));
        if (action == CreditSpender.RESEND) {
          message.put("retx", LogValue.of(true));
        }
      }
      tell(event, message, action, arguments);
    }
    event.end();
  }

  /** Effects are what a message has: a flag, if it is set. */
  private static void tell(
      EventSink event, Map<String, LogValue> message, Action action, Object... arguments) {
    for (String name : action.effects()) {
      LogValue value = Told.effect(name, action, arguments);
      if (!value.equals(LogValue.of(false))) {
        message.put(name, value);
      }
    }
    if (!message.isEmpty()) {
      event.message(new LogValue.Fields(message));
    }
  }

  private void granted(CreditGranter granter, Action action, Object... arguments) {
    if (action == CreditGranter.SLICE) {
      LogInstance of = new LogInstance(LogInstance.TARGET, "", nic.name, -1, 0, 0, 0);
      divided(log.begin(SPEC, action.name(), of), granter).end();
      return;
    }
    SenderKey key = (SenderKey) arguments[0];
    ReceivingCcc ccc = entries.get(key);
    Map<String, LogValue> message = new LinkedHashMap<>();
    boolean isRequest = action == CreditGranter.RECEIVE || action == CreditGranter.RECEIVE_TRIMMED;
    if (isRequest && nic.target.granting.packet() != null) {
      message.put("packet", text(nic.target.granting.packet()));
    }
    EventSink event = entry(ccc, action, granter);
    tell(event, message, action, arguments);
    event.end();
  }

  /** All that a receiver knows of a sender, and what it keeps for all of them. */
  private EventSink entry(ReceivingCcc ccc, Action action, CreditGranter granter) {
    SenderKey key = ccc.key;
    EventSink event =
        log.begin(SPEC, action.name(), log.target(ccc, 0))
            .argument("s", log.sender(key))
            .variable("known", granter.known(key) ? items(text(log.sender(key))) : items());
    CreditGranter.Of entry = new CreditGranter.Of(granter, key, ccc.slot);
    Told.variables(event, CreditGranter.ENTRY, entry, 0);
    return divided(event, granter);
  }

  private EventSink divided(EventSink event, CreditGranter granter) {
    SenderKey last = granter.lastSender();
    return Told.variables(event, CreditGranter.FACE, granter, 0)
        .variable("lastSender", last == null ? "" : log.sender(last));
  }
}
