/**
 * The endpoint machinery of Ultra Ethernet transport, as state machines without I/O.
 *
 * <p>{@link dev.sluice.uet.pdc} holds the packet delivery contexts (PDCs) of both ends: how one
 * comes to be by a handshake inside the data itself, and how it ends without leaving anything
 * behind. {@link dev.sluice.uet.ccc} holds the congestion control contexts that the PDCs are bound
 * to. Here is what both use: {@link dev.sluice.uet.IdPool}, a finite pool of ids.
 */
package dev.sluice.uet;
