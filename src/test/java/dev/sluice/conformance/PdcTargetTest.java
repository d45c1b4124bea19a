package dev.sluice.conformance;

import static dev.sluice.conformance.ObserverTest.departure;
import static dev.sluice.conformance.ObserverTest.fails;
import static dev.sluice.conformance.ObserverTest.passes;
import static dev.sluice.conformance.ObserverTest.reply;

import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds replies of a target of PDCs that were written by hand against the states. */
class PdcTargetTest {
  private static final String FA = "10.0.0.1";
  private static final long MICROSECOND = 1_000_000;

  private static Observer target(String configuration, String... shown) {
    return ObserverTest.of("pdc-target", configuration, Device.NEVER_PS, shown);
  }

  private static ShimRequest syn(long atPs, long spdcid, long psn, long offset) {
    Map<String, LogValue> message = new LinkedHashMap<>();
    message.put("type", LogValue.of("RUD_CC_REQ"));
    message.put("fa", LogValue.of(FA));
    message.put("syn", LogValue.of(true));
    message.put("spdcid", LogValue.of(spdcid));
    message.put("dpdcid", LogValue.of(0));
    message.put("psn", LogValue.of(psn));
    message.put("offset", LogValue.of(offset));
    message.put("class", LogValue.of("0"));
    return ShimRequest.event(atPs, "ReceiveSyn", Map.of(), message);
  }

  private static ShimRequest packet(long atPs, String action, long spdcid, long dpdcid, long psn) {
    Map<String, LogValue> message = new LinkedHashMap<>();
    boolean closes = action.equals("ReceiveClose");
    message.put("type", LogValue.of(closes ? "CLOSE" : "RUD_CC_REQ"));
    message.put("fa", LogValue.of(FA));
    if (!closes) {
      message.put("syn", LogValue.of(false));
    }
    message.put("spdcid", LogValue.of(spdcid));
    message.put("dpdcid", LogValue.of(dpdcid));
    message.put("psn", LogValue.of(psn));
    return ShimRequest.event(atPs, action, Map.of(), message);
  }

  private static LogValue ack(long atPs, String action, long pdcid, long spdcid, long cack) {
    return departure(
        atPs,
        action,
        Map.of(
            "type",
            LogValue.of("ACK_CC"),
            "fa",
            LogValue.of(FA),
            "spdcid",
            LogValue.of(pdcid),
            "dpdcid",
            LogValue.of(spdcid),
            "cack",
            LogValue.of(cack)));
  }

  private static LogValue nack(long atPs, String action, String code, long spdcid, long psn) {
    return departure(
        atPs,
        action,
        Map.of(
            "type",
            LogValue.of("NACK"),
            "fa",
            LogValue.of(FA),
            "dpdcid",
            LogValue.of(spdcid),
            "code",
            LogValue.of(code),
            "psn",
            LogValue.of(psn)));
  }

  /** Returns a record of a PDC that has received its first packet. */
  private static LogValue pdc(long pdcid, long spdcid, long cccid, long start) {
    Map<String, LogValue> record = new LinkedHashMap<>();
    record.put("start", LogValue.of(start));
    record.put("pdcid", LogValue.of(pdcid));
    record.put("cccid", LogValue.of(cccid));
    record.put("fa", LogValue.of(FA));
    record.put("spdcid", LogValue.of(spdcid));
    record.put("got", list(list(LogValue.of(0), LogValue.of(0))));
    return new LogValue.Fields(record);
  }

  private static LogValue list(LogValue... items) {
    return new LogValue.Items(List.of(items));
  }

  @Test
  void anyFreeIdMayBeGivenAndStaysTheIdOfItsPdc() {
    for (long id : new long[] {1, 700, 65_535}) {
      Observer observer = target("wire");
      passes(observer, syn(0, 9, 5, 0), reply(ack(0, "Admit", id, 9, 6)));
      passes(observer, syn(0, 9, 6, 1), reply(ack(0, "ReceiveSyn", id, 9, 7)));
      passes(
          observer,
          packet(0, "ReceiveRequest", 9, id == 1 ? 2 : 1, 7),
          reply(nack(0, "ReceiveRequest", "UNKNOWN", 9, 7)));
      fails(
          observer,
          packet(0, "ReceiveRequest", 9, id, 7),
          reply(ack(0, "ReceiveRequest", id == 1 ? 2 : 1, 9, 8)),
          CaseVerdict.VALUE,
          "spdcid " + id);
    }
  }

  @Test
  void anIdThatIsInUseOrOutsideThePoolMustNotBeGiven() {
    for (long id : new long[] {0, 65_536, 65_537, -1, 1L << 32 | 1}) {
      fails(
          target("wire"),
          syn(0, 9, 5, 0),
          reply(ack(0, "Admit", id, 9, 6)),
          CaseVerdict.VALUE,
          "no id of this pool");
    }
    Observer observer = target("wire");
    passes(observer, syn(0, 9, 5, 0), reply(ack(0, "Admit", 3, 9, 6)));
    fails(
        observer,
        syn(0, 8, 5, 0),
        reply(ack(0, "Admit", 3, 8, 6)),
        CaseVerdict.VALUE,
        "the id is in use");
  }

  /** Has packets come for a PDC before its first ACK_CC tells its id. */
  @Test
  void packetsForAnUnknownIdWaitForIt() {
    for (long id : new long[] {4, 5}) {
      Observer observer = ObserverTest.of("pdc-target", "wire", MICROSECOND);
      passes(observer, syn(0, 9, 5, 0), reply());
      passes(observer, packet(10, "ReceiveRequest", 9, 4, 6), reply());
      passes(observer, syn(20, 8, 5, 1), reply());
      LogValue second =
          id == 4
              ? ack(MICROSECOND, "ReceiveRequest", 4, 9, 7)
              : nack(MICROSECOND, "ReceiveRequest", "UNKNOWN", 9, 6);
      passes(
          observer,
          ShimRequest.advance(MICROSECOND, false),
          reply(ack(MICROSECOND, "Admit", id, 9, 6), second, ack(MICROSECOND, "Admit", 1, 8, 4)));
    }
    Observer late = ObserverTest.of("pdc-target", "wire", MICROSECOND);
    passes(late, syn(0, 9, 5, 0), reply());
    fails(
        late,
        ShimRequest.advance(MICROSECOND + 1, false),
        reply(),
        CaseVerdict.LATE,
        "Admit with cack 6");
  }

  @Test
  void aVariableMayTellAnIdBeforeTheFirstAnswerDoes() {
    for (long id : new long[] {4, 5}) {
      Observer observer = ObserverTest.of("pdc-target", "wire", MICROSECOND, "target");
      Map<String, LogValue> shown = Map.of("target", list(pdc(4, 9, 77, 5)));
      passes(observer, syn(0, 9, 5, 0), reply(shown));
      ShimRequest advance = ShimRequest.advance(10, false);
      Reply answer = reply(shown, ack(10, "Admit", id, 9, 6));
      if (id == 4) {
        passes(observer, advance, answer);
      } else {
        fails(observer, advance, answer, CaseVerdict.VALUE, "only Admit");
      }
    }
  }

  @Test
  void theIdOfACccMayBeToldBeforeThatOfItsPdc() {
    Observer observer = ObserverTest.of("pdc-target", "wire", MICROSECOND, "context");
    Map<String, LogValue> context = new LinkedHashMap<>();
    context.put("fa", LogValue.of(FA));
    context.put("class", LogValue.of("0"));
    context.put("cccid", LogValue.of(77));
    Reply shown = reply(Map.of("context", list(new LogValue.Fields(context))));
    passes(observer, syn(0, 9, 5, 0), shown);
    passes(observer, ShimRequest.advance(10, false), shown);
    passes(observer, ShimRequest.advance(20, false), reply(ack(20, "Admit", 4, 9, 6)));
    passes(observer, ShimRequest.advance(30, false), shown);
    context.put("cccid", LogValue.of(78));
    fails(
        observer,
        ShimRequest.advance(40, false),
        reply(Map.of("context", list(new LogValue.Fields(context)))),
        CaseVerdict.VALUE,
        "lacks {cccid 77");
  }

  /** Opens two PDCs, which share a CCC with an id of the implementation's own. */
  @Test
  void setsAreComparedWithoutAnOrderAndCccsKeepTheirIds() {
    List<LogValue> records = new ArrayList<>(List.of(pdc(3, 9, 77, 5), pdc(2, 8, 77, 6)));
    for (int turn = 0; turn < 2; turn++) {
      Observer observer = target("wire", "target");
      passes(
          observer,
          syn(0, 9, 5, 0),
          reply(Map.of("target", list(pdc(3, 9, 77, 5))), ack(0, "Admit", 3, 9, 6)));
      Map<String, LogValue> both = Map.of("target", new LogValue.Items(records));
      passes(observer, syn(0, 8, 6, 0), reply(both, ack(0, "Admit", 2, 8, 7)));
      Collections.reverse(records);
    }
    Observer other = target("wire", "target");
    passes(
        other,
        syn(0, 9, 5, 0),
        reply(Map.of("target", list(pdc(3, 9, 77, 5))), ack(0, "Admit", 3, 9, 6)));
    fails(
        other,
        syn(0, 8, 6, 0),
        reply(Map.of("target", list(pdc(3, 9, 78, 5), pdc(2, 8, 78, 6))), ack(0, "Admit", 2, 8, 7)),
        CaseVerdict.VALUE,
        "target has {cccid 78");
  }

  /** Closes a PDC at 0 ps in a pool that remembers its key for 1 µs. */
  private static Observer closed(String... shown) {
    Observer observer = target("one-pdc", shown);
    passes(observer, syn(0, 9, 5, 0), reply(ack(0, "Admit", 1, 9, 6)));
    passes(observer, packet(0, "ReceiveClose", 9, 1, 6), reply(ack(0, "ReceiveClose", 1, 9, 7)));
    return observer;
  }

  @Test
  void aKeyMayBeForgottenFromTheEndOfItsTimeOn() {
    fails(
        closed(),
        syn(MICROSECOND - 1, 9, 5, 0),
        reply(ack(MICROSECOND - 1, "Admit", 1, 9, 6)),
        CaseVerdict.VALUE,
        "no packet waits for an answer: the last one, with fa \"10.0.0.1\" and spdcid 9 at 999999 ps,"
            + " needs none: the target remembers the key of the PDC that was closed at 0 ps");
    fails(
        closed(),
        ShimRequest.advance(9, false),
        reply(ack(5, "ReceiveClose", 1, 9, 7)),
        CaseVerdict.VALUE,
        "the last one, with fa \"10.0.0.1\" and spdcid 9 at 0 ps, was answered at 0 ps");
    fails(
        target("one-pdc"),
        ShimRequest.advance(9, false),
        reply(ack(5, "ReceiveClose", 1, 9, 7)),
        CaseVerdict.VALUE,
        "no packet waits for an answer: none has come");
    for (long at : new long[] {MICROSECOND, 9 * MICROSECOND}) {
      passes(closed(), syn(at, 9, 5, 0), reply(ack(at, "Admit", 1, 9, 6)));
      Observer keeps = closed();
      passes(keeps, syn(at, 9, 5, 0), reply());
      passes(keeps, syn(at + 1, 9, 5, 0), reply(ack(at + 1, "Admit", 1, 9, 6)));
    }
  }

  @Test
  void memoryMayLackAKeyFromTheEndOfItsTimeOn() {
    LogValue pair = list(LogValue.of(FA), LogValue.of(9));
    for (long at : new long[] {MICROSECOND - 1, MICROSECOND}) {
      passes(closed("memory"), ShimRequest.advance(at, false), reply(Map.of("memory", list(pair))));
    }
    passes(
        closed("memory"), ShimRequest.advance(MICROSECOND, false), reply(Map.of("memory", list())));
    Observer keeps = closed("memory");
    for (long at : new long[] {MICROSECOND, MICROSECOND + 1}) {
      passes(keeps, syn(at, 9, 5, 0), reply(Map.of("memory", list(pair))));
    }
    fails(
        closed("memory"),
        ShimRequest.advance(MICROSECOND - 1, false),
        reply(Map.of("memory", list())),
        CaseVerdict.VALUE,
        "memory lacks");
  }

  /**
   * Has answers leave late, after variables that lack a key. Only the last answer tells whether the
   * key was forgotten before its SYN came. Until then two states differ in this answer alone.
   */
  @Test
  void statesWithOtherAnswersToComeAreKept() {
    Observer observer = ObserverTest.of("pdc-target", "one-pdc", MICROSECOND, "memory");
    passes(observer, syn(0, 9, 5, 0), reply(ack(0, "Admit", 1, 9, 6)));
    passes(observer, packet(0, "ReceiveClose", 9, 1, 6), reply(ack(0, "ReceiveClose", 1, 9, 7)));
    long at = 2 * MICROSECOND;
    passes(observer, syn(at, 8, 5, 0), reply(ack(at, "Admit", 1, 8, 6)));
    passes(observer, packet(at, "ReceiveRequest", 8, 1, 6), reply());
    passes(observer, syn(at, 9, 5, 0), reply(Map.of("memory", list())));
    passes(observer, ShimRequest.advance(at, false), reply());
    passes(
        observer,
        ShimRequest.advance(at + 2, false),
        reply(ack(at + 1, "ReceiveRequest", 1, 8, 7), nack(at + 2, "Refuse", "NO_PDC", 9, 5)));
  }
}
