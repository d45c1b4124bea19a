package dev.sluice.system;

import dev.sluice.wire.uet.Packet;

/**
 * A frame as its octets tell it.
 *
 * @param slot where the fabric keeps it while it exists
 * @param from the host that sent it
 * @param to the host it goes to
 * @param packet its headers
 * @param payloadBytes that it carries
 * @param isTrimmed whether its payload was cut off
 */
record Frame(int slot, int from, int to, Packet packet, int payloadBytes, boolean isTrimmed) {}
