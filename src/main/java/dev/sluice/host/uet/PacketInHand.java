package dev.sluice.host.uet;

import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;

/** The packet that is sent or given up for lost. What the CCC decides about it is done here. */
final class PacketInHand implements CccScheduling.Sink {
  private final Nic nic;
  private SendingPdc pdc;
  private long packet;
  private long atPs;

  PacketInHand(Nic nic) {
    this.nic = nic;
  }

  void take(SendingPdc owner, long number, long nowPs) {
    pdc = owner;
    packet = number;
    atPs = nowPs;
  }

  /** Whose packet it is. */
  SendingPdc pdc() {
    return pdc;
  }

  /** Its number in its PDC, from 0. */
  long packet() {
    return packet;
  }

  @Override
  public void stands(PacketStanding standing) {
    pdc.stand(packet, standing);
  }

  @Override
  public void sent(long size) {
    pdc.ccc.sent(atPs, size);
  }
}
