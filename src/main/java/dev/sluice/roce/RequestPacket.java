package dev.sluice.roce;

/**
 * A packet of a request, as far as the rules of a connection look at it.
 *
 * @param op what is asked for
 * @param psn its sequence number
 * @param span how many sequence numbers it takes: of a READ as many as it asks responses for, else
 *     1
 * @param first whether the request begins with it; of a READ that is asked for again from its
 *     middle, false
 * @param last whether the request ends with it; of a READ always
 * @param ack whether it asks for an acknowledgment
 */
public record RequestPacket(Op op, long psn, long span, boolean first, boolean last, boolean ack) {}
