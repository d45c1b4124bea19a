package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.host.Addresses;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.ccc.Flow;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells the transitions of one NIC's kernels under the names of the specifications: the action, its
 * arguments, and all that this NIC then knows of the specification's variables for the context that
 * acts. What each event tells is written down in {@code docs/eventlog.md}.
 *
 * <p>Endpoints are named as the topology names their hosts, PDCs and CCCs by their ids on the wire,
 * and a CCC among all senders by its source and CCC_ID. Nothing is gathered while nobody listens.
 */
final class SpecLog {
  private final Nic nic;
  private EventSink sink;

  final CccLifecycleLog life;
  final PdcHandshakeLog handshake;
  final CreditConservationLog credit;
  final NsccWindowLog nscc;
  final CccSchedulingLog scheduling;
  final LossRecoveryLog recovery;

  /** Which context of its flow each one is, by its id; and how many each flow has had. */
  private int[] sourceLife = new int[8];

  private int[] targetLife = new int[8];
  private final Map<String, Integer> lives = new HashMap<>();

  /** How many jobs each SPDCID has had towards each destination. */
  private final Map<Long, Integer> turns = new HashMap<>();

  SpecLog(Nic nic) {
    this.nic = nic;
    life = new CccLifecycleLog(this, nic);
    handshake = new PdcHandshakeLog(this, nic);
    credit = new CreditConservationLog(this, nic);
    nscc = new NsccWindowLog(this, nic);
    scheduling = new CccSchedulingLog(this, nic);
    recovery = new LossRecoveryLog(this, nic);
  }

  void to(EventSink listener) {
    sink = listener;
    life.listen(sink != null);
    nic.source.initiator.tell(sink == null ? null : handshake.ofInitiator());
    nic.target.target.tell(sink == null ? null : handshake.ofTarget());
    nic.target.granting.granter.tell(sink == null ? null : credit.ofGranter());
  }

  boolean isOn() {
    return sink != null;
  }

  int pdcId(int pdc) {
    return pdc == 0 ? 0 : nic.params.pdcIdBase() + pdc;
  }

  int cccId(int ccc) {
    return nic.params.cccIdBase() + ccc;
  }

  LogInstance source(Flow flow, int ccc, int pdc) {
    return new LogInstance(
        LogInstance.SOURCE,
        nic.name,
        nic.nameOf(flow.destination()),
        flow.trafficClass(),
        ccc == 0 ? 0 : cccId(ccc),
        ccc == 0 ? 0 : sourceLife[ccc],
        pdcId(pdc));
  }

  LogInstance source(SendingCcc ccc, int pdc) {
    return source(ccc.flow, ccc.id, pdc);
  }

  LogInstance source(SendingPdc pdc) {
    return source(pdc.key.flow(), pdc.ccc == null ? 0 : pdc.ccc.id, pdc.spdcid);
  }

  LogInstance target(Flow flow, int ccc, int pdc) {
    return new LogInstance(
        LogInstance.TARGET,
        nic.nameOf(flow.source()),
        nic.name,
        flow.trafficClass(),
        ccc == 0 ? 0 : cccId(ccc),
        ccc == 0 ? 0 : targetLife[ccc],
        pdcId(pdc));
  }

  LogInstance target(ReceivingCcc ccc, int pdc) {
    return target(ccc.flow, ccc.id, pdc);
  }

  EventSink begin(String spec, String action, LogInstance of) {
    return sink.event(nic.loop.nowPs(), nic.name, spec, action).instance(of);
  }

  LogValue.Items flow(Flow flow) {
    return items(
        text(nic.nameOf(flow.source())),
        text(nic.nameOf(flow.destination())),
        text(Integer.toString(flow.trafficClass())));
  }

  String sender(SendingCcc ccc) {
    return nic.name + "/" + cccId(ccc.id);
  }

  String sender(SenderKey key) {
    return hostOf(key.faLow()) + "/" + key.cccId();
  }

  String hostOf(long fa) {
    return nic.nameOf(Addresses.host((int) fa));
  }

  /** A packet as both ends know it: its PDC's id at the source, and its number from 0. */
  String numbered(SendingPdc pdc, long number) {
    return pdcId(pdc.spdcid) + "/" + number;
  }

  /** A packet as its source knows it: its PDC's id, which of its turns it is, and its number. */
  String packet(SendingPdc pdc, long number) {
    return pdcId(pdc.spdcid) + "." + turn(pdc) + "/" + number;
  }

  private static long turnKey(SendingPdc pdc) {
    return (long) pdc.destination << 32 | pdc.spdcid;
  }

  int turn(SendingPdc pdc) {
    return turns.getOrDefault(turnKey(pdc), 0);
  }

  /** A context of this flow begins: the next of its lives. */
  void begins(Flow flow, int ccc) {
    int life = lives.merge(flow.toString(), 1, Integer::sum);
    if (flow.source() == nic.number) {
      sourceLife = put(sourceLife, ccc, life);
    } else {
      targetLife = put(targetLife, ccc, life);
    }
  }

  /** A PDC opens: the next job of its SPDCID. */
  void takesTurn(SendingPdc pdc) {
    turns.merge(turnKey(pdc), 1, Integer::sum);
  }

  private static int[] put(int[] table, int at, int value) {
    int[] room = at < table.length ? table : Arrays.copyOf(table, Math.max(at + 1, 2 * at));
    room[at] = value;
    return room;
  }
}
