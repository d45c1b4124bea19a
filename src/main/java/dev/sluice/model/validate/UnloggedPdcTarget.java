package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.pdc.Psn;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The target's end of the PDCs of one initiator, as far as answers tell of it. An ACK_CC for n
 * packets says that these have come, the first one that there is a PDC, and that of the Close, or a
 * NACK in its place, that it has gone.
 */
final class UnloggedPdcTarget extends UnloggedTarget {
  private static final long PSN_MODULUS = Psn.WIRE_MODULUS;

  /** By the initiator's id: the PDC that now has it. */
  private final Map<Integer, Pdc> pdcs = new HashMap<>();

  /** By the target's. */
  private final Map<Long, Pdc> given = new HashMap<>();

  /** One PDC, as far as its initiator tells. */
  private static final class Pdc {
    private final String fa;
    private final int spdcid;
    private final long start;
    private final BitSet syns = new BitSet();
    private boolean isKnown;
    private boolean isClosing;
    private boolean isGone;
    private long dpdcid;
    private int sent;
    private int come;

    Pdc(String fa, int spdcid, long start) {
      this.fa = fa;
      this.spdcid = spdcid;
      this.start = start;
    }

    long psn(long packet) {
      return Math.floorMod(start + packet, PSN_MODULUS);
    }
  }

  @Override
  void look(LogEvent event, LogInstance of) {
    if (event.action().equals("Open")) {
      pdcs.put(of.pdc(), new Pdc(of.source(), of.pdc(), PdcHandshakeProjection.start(event)));
      return;
    }
    Pdc pdc = pdcs.get(of.pdc());
    if (pdc == null) {
      return;
    }
    switch (event.action()) {
      case "Transmit" -> {
        if (!pdc.isKnown) {
          pdc.syns.set(pdc.sent);
        }
        pdc.sent++;
      }
      case "Close" -> pdc.isClosing = true;
      case "ReceiveAck" -> {
        if (event.arguments().get("m") instanceof LogValue.Fields message) {
          answered(
              pdc,
              Step.number(message.fields(), "spdcid"),
              Math.floorMod(Step.number(message.fields(), "cack") - pdc.start, PSN_MODULUS));
        }
      }
      case "ReceiveNack" -> {
        if (pdc.isClosing && pdc.isKnown) {
          close(pdc);
          closeArrives(pdc); // again, and finds nobody
        }
      }
      default -> {} // what is sent again changes nothing that answers tell
    }
  }

  private void answered(Pdc pdc, long target, long count) {
    boolean ofTheClose = pdc.isClosing && count == pdc.sent + 1L;
    if (count > pdc.sent && !ofTheClose || pdc.isKnown && target != pdc.dpdcid) {
      return; // nothing that could have made it so
    }
    if (!pdc.isKnown) {
      Pdc last = given.put(target, pdc);
      if (last != null && last.isClosing) {
        close(last);
      }
      pdc.dpdcid = target;
    }
    for (long packets = Math.max(1, Math.min(count, pdc.sent)); pdc.come < packets; pdc.come++) {
      arrives(pdc, pdc.come);
    }
    pdc.isKnown = true;
    if (ofTheClose) {
      close(pdc);
    }
  }

  private void arrives(Pdc pdc, int packet) {
    boolean syn = pdc.syns.get(packet);
    Map<String, LogValue> message =
        named(
            "type",
            "RUD_CC_REQ",
            "fa",
            pdc.fa,
            "syn",
            syn,
            "spdcid",
            pdc.spdcid,
            "dpdcid",
            syn ? 0 : pdc.dpdcid,
            "psn",
            pdc.psn(packet));
    if (syn) {
      message.put("offset", LogValue.of(packet));
    }
    LogValue told = new LogValue.Fields(message);
    if (packet == 0) {
      did("Admit", 0, (int) pdc.dpdcid, named("m", told, "t", pdc.dpdcid));
    } else {
      String action = syn ? "ReceiveSyn" : "ReceiveRequest";
      did(action, 0, (int) pdc.dpdcid, named("m", told));
    }
  }

  private void close(Pdc pdc) {
    if (!pdc.isGone) {
      closeArrives(pdc);
      pdc.isGone = true;
    }
  }

  private void closeArrives(Pdc pdc) {
    Map<String, LogValue> message =
        named(
            "type", "CLOSE",
            "fa", pdc.fa,
            "spdcid", pdc.spdcid,
            "dpdcid", pdc.dpdcid,
            "psn", pdc.psn(pdc.sent));
    did(
        "ReceiveClose",
        0,
        pdc.isGone ? 0 : (int) pdc.dpdcid,
        named("m", new LogValue.Fields(message)));
  }
}
