/**
 * Receiver credits (RCCC, 5 Feb 2026): the receiver divides what its link carries among those who
 * want to send to it, and a sender sends no more than it has credit for.
 *
 * <p>Two kernels, one at each end. {@link dev.sluice.cc.rccc.CreditSpender} is the source's side of
 * one CCC: its backlog in two tiers, the credit it has been given and what it spent. {@link
 * dev.sluice.cc.rccc.CreditGranter} is the receiver's: the Active Sender Table, the slice of time
 * that is divided among its entries, and the totals it issues. Their methods are the actions of
 * {@code spec/uet/CreditConservation.tla}, of the same names, and every transition of that model is
 * replayed on them.
 *
 * <p>Amounts are bytes, and totals never wrap inside. {@link dev.sluice.cc.rccc.CreditParams} says
 * how the wire counts them: in which quantum, modulo what, and according to which {@link
 * dev.sluice.cc.Profile}.
 */
package dev.sluice.cc.rccc;
