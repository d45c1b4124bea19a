/**
 * The sender's window (NSCC): how many bytes of one CCC may be in flight, steered by round-trip
 * times and congestion marks.
 *
 * <p>One kernel, {@link dev.sluice.cc.nscc.NsccWindow}, follows two readings. In {@code
 * source-documents} (Congestion Control Context, 13 Jan 2026) the window grows by a fixed step near
 * the base RTT and falls above base + θ, by the amount of the public rule, since the documents give
 * none, and on a mark without such a delay by one packet, unless {@link dev.sluice.cc.nscc.Signals}
 * says that round-trip times alone count. In {@code uet-1.0} (public material on UE Specification
 * 1.0.x, §3.6.13) mark and queue delay together choose one of four quadrants, with fast increase,
 * quick adapt and the target's flow control on top. {@link dev.sluice.cc.nscc.NsccParams} holds
 * every constant and every choice that the sources leave open. Methods are the actions of {@code
 * spec/uet/NsccWindow.tla}, of the same names, and every transition of that model is replayed on
 * them.
 *
 * <p>A second kernel, {@link dev.sluice.cc.nscc.EntropyValues}, says which entropy value the next
 * packet takes, and what a mark does to it: the variable {@code ev} of the same specification.
 *
 * <h2>Units</h2>
 *
 * <p>TLC's integers have 32 bits, and what the window logs must fit them exactly at full size.
 *
 * <ul>
 *   <li><b>Amounts</b> are units of 2⁻⁹ byte. 1.5 BDP at 400 Gb/s and 6 µs is 450,000 B =
 *       230,400,000 units; at 1.6 Tb/s and 12 µs it is 3,600,000 B = 1,843,200,000, still less than
 *       2³¹ = 2,147,483,648. A step of 150,000 B / F = 76,800,000 / F is whole for F up to 8192.
 *   <li><b>Times</b> are picoseconds, and never points in time: an RTT, a delay, and what has
 *       passed since the last adjustment or decrease, counted as far as a rule asks (a period, a
 *       base RTT and one picosecond, a base RTT and a target). At 12 µs the longest is 24,000,000.
 *       A sample beyond 2³¹ ps = 2.147 ms cannot be judged. The kernel keeps points in time on the
 *       host's clock; what a log shows is the difference.
 *   <li><b>Increments</b> (inc_bytes) are squares, bytes received times bytes of gain, and would
 *       need 64 bits. They stop where they are enough to lift any window to its limit, at the limit
 *       squared over four (w + c²/4w is at least c for every w), and are counted in grains: the
 *       smallest power of two in which that fits. At 400 Gb/s and 6 µs: 230,400,000² / 4 = 1.327 ·
 *       10¹⁶, in grains of 2²³ = 8,388,608 units² = 32 B²: 1,582,031,250. At 100 Gb/s a grain is 2
 *       B², in which the 8,388,608 and 41,943,040 of one acknowledgment are whole.
 *   <li><b>Counters</b> that only a threshold reads stop just beyond it.
 *   <li><b>Products</b> are formed in full and rounded once, toward zero, at the end of each block:
 *       {@link dev.sluice.units.FixedPoint} here, {@code spec/lib/FixedPoint.tla} there, the same
 *       in both.
 * </ul>
 */
package dev.sluice.cc.nscc;
