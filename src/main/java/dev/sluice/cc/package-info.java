/**
 * What every congestion-control algorithm has in common, seen from its host.
 *
 * <p>An algorithm is a kernel: one class that holds its state and works on it in place. A method
 * that has the name of an action of the specification does that action and answers null, or it
 * answers why it is refused, and then nothing has changed, now or later. What the host is to do
 * goes into a sink that is handed in, and that is called last: the same effects for a host and for
 * the replay. A kernel copies itself, and says what is wrong with what it keeps beside its
 * variables. Kernels know no clock, chance, I/O or floating point: what they need, they are given.
 * So the same class, and the same kind of object, runs with a model's toy constants in the replay
 * and at full size in a simulated NIC.
 *
 * <p>Each algorithm has a room of its own below this one, and none knows another.
 *
 * <h2>The sending host</h2>
 *
 * <p>A host meets an algorithm as a {@link dev.sluice.cc.SenderRole}: a thin shell around its
 * kernel that hears signals as plain numbers, and is asked before each packet whether it may leave,
 * and when. What a kernel tells its sink is the shell's to carry out. What is hosted now:
 *
 * <ul>
 *   <li>NSCC: a window. It hears acknowledgments (received, marked, round trip), NACKs and losses,
 *       and answers {@code cwnd}, {@code mayTransmit} and {@code requestsAck}. It has no clock:
 *       each signal brings the time.
 *   <li>RCCC: credit is no window, and stands beside it: the CCC asks {@code CreditSpender} too,
 *       and a packet leaves when both allow it (CCC-15). Its signals are messages of its own (a
 *       request to send, a total that arrives), which a host must carry anyway; so it is hosted as
 *       a kernel, without a shell.
 *   <li>The reaction point of RoCEv2 congestion management hears {@code onNotification}, when a
 *       notification packet comes, and {@code onTimer} and {@code onFrame}, its byte counter; its
 *       rate is the spacing that {@code notBeforePs} answers with, and its window is {@code
 *       UNBOUNDED}. What tells apart its stages of increase is in its kernel.
 * </ul>
 *
 * <p>What will come plugs in without a change here or in a host:
 *
 * <ul>
 *   <li>HPCC's and HPCC++'s window hears {@code onTelemetry} before the acknowledgment that brought
 *       it; {@code cwnd} is W, and W / T, the pacing that goes with it, is again {@code
 *       notBeforePs}. The records' meaning is between the codec and the kernel; to the host they
 *       are numbers.
 *   <li>LDCP's first round trip is {@code isDroppable}: the host sends such packets in the class
 *       that switches drop first. A window below one packet is a window of one packet and a time
 *       between packets, RTT / w, so that sending one packet each fourth round trip needs no
 *       fractions in the host; a round trip without any sending is {@code onTimer}.
 * </ul>
 *
 * <p>A test hosts one of each kind, none of them UET, on one host that does not know which it has.
 *
 * <h2>The receiving host</h2>
 *
 * <p>There is no interface for it, because nothing would call it without knowing the protocol: what
 * a receiver's algorithm answers with is a message of its protocol. Its kernel takes a packet's
 * facts (size, mark, time) and tells a sink what the target's host turns into frames: RCCC's grants
 * now ({@code CreditGranter}, its ACK_CC); the notification point, which tells of a notification
 * packet and whose state is when it sent the last one; later the echo of telemetry, and LDCP's
 * delayed acknowledgment, which must go out before a packet whose mark differs.
 *
 * <h2>The switch port</h2>
 *
 * <p>A port asks its {@link dev.sluice.cc.PortRole} about each frame that comes to a queue, and
 * gets a {@link dev.sluice.cc.PortVerdict}. A port with none passes everything, which is how
 * marking is off at the last hop (RCCC-11). The roles that exist are {@link
 * dev.sluice.cc.RedMarker} and {@link dev.sluice.cc.TrimBeyond}. Others come in without a change
 * here:
 *
 * <ul>
 *   <li>The congestion point of RoCEv2 congestion management is {@code RedMarker} with that
 *       profile's thresholds; its notification packets are made by the receiver, not by the port.
 *   <li>LDCP's switch marks by {@code RedMarker} too; what it drops early, because its sender calls
 *       it droppable, is a queue of its own whose role answers DROP by the same ramp, and the
 *       buffer's end is the host's limit.
 *   <li>HPCC's switch decides nothing: it writes what it sees into the frame. It does so when the
 *       frame begins to leave, where the fabric knows the instant, what waits, what has been sent
 *       and the rate, and asks its {@link dev.sluice.cc.DequeueRole}. One that marks by what is
 *       left behind a frame is the same role.
 * </ul>
 *
 * <h2>The empty fabric</h2>
 *
 * <p>{@link dev.sluice.cc.BaseRtt} is the round trip that all of them compare with.
 */
package dev.sluice.cc;
