package dev.sluice.host.roce;

import dev.sluice.host.Connection;

/** One end of a connection: a queue pair of this NIC, and the one that it is connected with. */
abstract class QueuePair extends Connection {
  final RoceNic nic;
  final int number;

  /** The other end's host. */
  final int peer;

  /** The other end's number there. */
  final int peerQp;

  QueuePair(RoceNic nic, int number, int peer, int peerQp) {
    super(null);
    this.nic = nic;
    this.number = number;
    this.peer = peer;
    this.peerQp = peerQp;
  }

  /** Whether it has nothing left to do. */
  abstract boolean isAtRest();

  /** Whether it speaks LDCP. */
  abstract boolean isLdcp();

  /** What does not fit together in its kernels; {@code null} if all does. */
  abstract String broken();
}
