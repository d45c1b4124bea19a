package dev.sluice.conformance.oracle;

import dev.sluice.trace.LogValue;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.Packet.ToTarget;
import dev.sluice.uet.pdc.PdcKey;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The packets between the two ends of a PDC as messages of a dialogue, in the form of event logs.
 * In addition, a SYN has the traffic class of its packet.
 */
final class PdcMessages {
  /** The field of an ACK_CC that tells the target's id. */
  static final String SPDCID = "spdcid";

  private static final String REQUEST = "RUD_CC_REQ";
  private static final int OCTET_BITS = 8;
  private static final int OCTETS = 4;

  private PdcMessages() {}

  /** Returns the message of a packet. */
  static Map<String, LogValue> of(ToTarget packet) {
    Map<String, LogValue> message = new LinkedHashMap<>();
    message.put("type", LogValue.of(packet instanceof CloseCommand ? "CLOSE" : REQUEST));
    message.put("fa", LogValue.of(address(packet.fa())));
    if (!(packet instanceof CloseCommand)) {
      message.put("syn", LogValue.of(packet instanceof Syn));
    }
    message.put(SPDCID, LogValue.of(packet.spdcid()));
    if (packet instanceof Syn syn) {
      message.put("dpdcid", LogValue.of(0));
      message.put("psn", LogValue.of(syn.psn()));
      message.put("offset", LogValue.of(syn.offset()));
      message.put("class", LogValue.of(Integer.toString(syn.trafficClass())));
    } else if (packet instanceof Request request) {
      message.put("dpdcid", LogValue.of(request.dpdcid()));
      message.put("psn", LogValue.of(request.psn()));
    } else if (packet instanceof CloseCommand close) {
      message.put("dpdcid", LogValue.of(close.dpdcid()));
      message.put("psn", LogValue.of(close.psn()));
    }
    return message;
  }

  /** Returns the packet of a message. */
  static ToTarget packet(Map<String, LogValue> message) {
    long fa = address(RoleParameters.text(message, "fa"));
    int spdcid = id(message, SPDCID);
    int dpdcid = id(message, "dpdcid");
    long psn = RoleParameters.number(message, "psn");
    if (!message.containsKey("syn")) {
      return new CloseCommand(fa, spdcid, dpdcid, psn);
    }
    return RoleParameters.truth(message, "syn")
        ? new Syn(
            fa,
            Integer.parseInt(RoleParameters.text(message, "class")),
            spdcid,
            psn,
            RoleParameters.number(message, "offset"),
            0)
        : new Request(fa, spdcid, dpdcid, psn, 0);
  }

  private static int id(Map<String, LogValue> message, String name) {
    return (int) RoleParameters.number(message, name);
  }

  /** Returns the key of the PDC that a packet is for. */
  static PdcKey key(ToTarget packet) {
    return new PdcKey(packet.fa(), packet.spdcid());
  }

  /** Returns the message of an acknowledgment. */
  static Map<String, LogValue> ackCc(long fa, int spdcid, int dpdcid, long cack) {
    Map<String, LogValue> message = new LinkedHashMap<>();
    message.put("type", LogValue.of("ACK_CC"));
    message.put("fa", LogValue.of(address(fa)));
    message.put(SPDCID, LogValue.of(spdcid));
    message.put("dpdcid", LogValue.of(dpdcid));
    message.put("cack", LogValue.of(cack));
    return message;
  }

  /** Returns the message of a NACK. */
  static Map<String, LogValue> nack(long fa, int dpdcid, Code code, long psn) {
    Map<String, LogValue> message = new LinkedHashMap<>();
    message.put("type", LogValue.of("NACK"));
    message.put("fa", LogValue.of(address(fa)));
    message.put("dpdcid", LogValue.of(dpdcid));
    message.put("code", LogValue.of(code.name()));
    message.put("psn", LogValue.of(psn));
    return message;
  }

  /** Returns an IPv4 address in its usual notation. */
  static String address(long fa) {
    StringBuilder text = new StringBuilder();
    for (int octet = OCTETS - 1; octet >= 0; octet--) {
      text.append(fa >>> octet * OCTET_BITS & (1 << OCTET_BITS) - 1).append(octet > 0 ? "." : "");
    }
    return text.toString();
  }

  /** Returns an IPv4 address as a number. */
  static long address(String text) {
    long fa = 0;
    for (String octet : text.split("\\.")) {
      fa = fa << OCTET_BITS | Integer.parseInt(octet);
    }
    return fa;
  }
}
