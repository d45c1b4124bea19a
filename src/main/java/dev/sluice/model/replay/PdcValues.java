package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.string;

import dev.sluice.trace.Value;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayList;
import java.util.List;

/**
 * What the kernels of PDCs have, as {@code spec/uet/PdcHandshake.tla} has it: messages, and what a
 * target holds.
 *
 * @param addresses of the initiators, as the model names them
 * @param classes traffic classes, as the model names them
 * @param classOf the traffic class of each job, which a message does not show
 */
record PdcValues(List<String> addresses, List<String> classes, ClassOf classOf) {
  /** The traffic class of a job. */
  @FunctionalInterface
  interface ClassOf {
    int of(int fa, int spdcid, int job);
  }

  /** A packet as the specification shows it. */
  Value message(Packet packet) {
    Value.Field fa = Value.field("fa", Value.of(addresses.get((int) packet.fa())));
    if (packet instanceof Packet.Syn syn) {
      return Value.rec(
          Value.field("type", Value.of("RUD_CC_REQ")),
          fa,
          Value.field("syn", Value.of(true)),
          Value.field("spdcid", Value.of(syn.spdcid())),
          Value.field("dpdcid", Value.of(0)),
          Value.field("psn", Value.ofExact(syn.psn())),
          Value.field("offset", Value.ofExact(syn.offset())),
          Value.field("job", Value.ofExact(syn.payload())));
    } else if (packet instanceof Packet.Request request) {
      return Value.rec(
          Value.field("type", Value.of("RUD_CC_REQ")),
          fa,
          Value.field("syn", Value.of(false)),
          Value.field("spdcid", Value.of(request.spdcid())),
          Value.field("dpdcid", Value.of(request.dpdcid())),
          Value.field("psn", Value.ofExact(request.psn())),
          Value.field("job", Value.ofExact(request.payload())));
    } else if (packet instanceof Packet.CloseCommand close) {
      return Value.rec(
          Value.field("type", Value.of("CLOSE")),
          fa,
          Value.field("spdcid", Value.of(close.spdcid())),
          Value.field("dpdcid", Value.of(close.dpdcid())),
          Value.field("psn", Value.ofExact(close.psn())));
    } else if (packet instanceof Packet.AckCc ack) {
      return Value.rec(
          Value.field("type", Value.of("ACK_CC")),
          fa,
          Value.field("spdcid", Value.of(ack.spdcid())),
          Value.field("dpdcid", Value.of(ack.dpdcid())),
          Value.field("cack", Value.ofExact(ack.cack())));
    }
    Packet.Nack nack = (Packet.Nack) packet;
    return Value.rec(
        Value.field("type", Value.of("NACK")),
        fa,
        Value.field("dpdcid", Value.of(nack.dpdcid())),
        Value.field("code", Value.of(nack.code().name())),
        Value.field("psn", Value.ofExact(nack.psn())));
  }

  /** The packet that a message of the specification stands for. */
  Packet packet(Value.Rec message) {
    int fa = addresses.indexOf(string(message.get("fa")));
    return switch (string(message.get("type"))) {
      case "RUD_CC_REQ" ->
          message.get("offset") == null
              ? new Packet.Request(
                  fa,
                  integer(message.get("spdcid")),
                  integer(message.get("dpdcid")),
                  integer(message.get("psn")),
                  integer(message.get("job")))
              : new Packet.Syn(
                  fa,
                  classOf.of(fa, integer(message.get("spdcid")), integer(message.get("job"))),
                  integer(message.get("spdcid")),
                  integer(message.get("psn")),
                  integer(message.get("offset")),
                  integer(message.get("job")));
      case "CLOSE" ->
          new Packet.CloseCommand(
              fa,
              integer(message.get("spdcid")),
              integer(message.get("dpdcid")),
              integer(message.get("psn")));
      case "ACK_CC" ->
          new Packet.AckCc(
              fa,
              integer(message.get("spdcid")),
              integer(message.get("dpdcid")),
              integer(message.get("cack")));
      case "NACK" ->
          new Packet.Nack(
              fa,
              integer(message.get("dpdcid")),
              Packet.Code.valueOf(string(message.get("code"))),
              integer(message.get("psn")));
      default -> throw new IllegalArgumentException("no such message: " + message);
    };
  }

  /** A PDC at the target: what its face shows, whose it is, and which packets have come. */
  record At(Numbers shown, long fa, long next, List<Long> early) {
    static At of(TargetPdc pdc) {
      List<Long> early = new ArrayList<>();
      for (long n = pdc.got().awaited(); early.size() < pdc.got().ahead(); n++) {
        if (pdc.got().contains(n)) {
          early.add(n);
        }
      }
      return new At(Numbers.of(TargetPdc.FACE, pdc), pdc.key().fa(), pdc.got().awaited(), early);
    }

    private Value value(List<String> addresses) {
      List<Value.Field> fields = shown.fields(TargetPdc.FACE, 0);
      fields.add(Value.field("fa", Value.of(addresses.get((int) fa))));
      fields.add(Value.field("got", received(next, values(early))));
      return new Value.Rec(fields);
    }
  }

  Value targets(List<At> pdcs) {
    return Value.set(pdcs.stream().map(at -> at.value(addresses)).toList());
  }

  private static List<Value> values(List<Long> numbers) {
    return numbers.stream().<Value>map(Value::ofExact).toList();
  }

  Value contexts(List<Target.Flow> flows) {
    List<Value> contexts = new ArrayList<>();
    for (int id = 1; id <= flows.size(); id++) {
      Target.Flow flow = flows.get(id - 1);
      if (flow != null) {
        contexts.add(
            Value.rec(
                Value.field("fa", Value.of(addresses.get((int) flow.fa()))),
                Value.field("class", Value.of(classes.get(flow.trafficClass()))),
                Value.field("cccid", Value.of(id))));
      }
    }
    return Value.set(contexts);
  }

  /** As {@code spec/lib/Received.tla} has it. */
  static Value received(long next, List<Value> early) {
    return Value.rec(
        Value.field("next", Value.ofExact(next)), Value.field("early", Value.set(early)));
  }
}
