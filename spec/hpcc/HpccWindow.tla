----------------------------- MODULE HpccWindow -----------------------------
(***************************************************************************)
(* The window of HPCC++: a flow starts at line rate; each ACK brings what  *)
(* the switches measured, a new window W is computed from the reference Wc *)
(* with each of them, and Wc follows once a round.  The sender does it as  *)
(* ACKs come, or the receiver as data come, and sends W back once in T.    *)
(*                                                                         *)
(* Source     HPCC++, draft-miao-rtgwg-hpccplus-00, March 2021: sections   *)
(*            4.2 (lines 8 to 27), 5, 6.3.1 and 6.3.2 (lines 28 to 34)     *)
(* Models     HPCC-3 HPCC-4 HPCC-5 HPCC-10 HPCC-11 HPCC-19 HPCC-20 HPCC-21 *)
(*            HPCC-23, of HPCC-2 how U is smoothed, of HPCC-6 and HPCC-17  *)
(*            how W_ai follows N                                           *)
(* Mends      FIND-11 (its second part), FIND-31 (LeavesIf = "BELOW")      *)
(* Leaves out what a link's records come to: any u may come; whether N is  *)
(*            right, and of the fullest link: any may come; which packets  *)
(*            carry telemetry: any may; ACKs for several packets; packets  *)
(*            of several sizes; several flows, and the queue they meet at  *)
(* Units      U in parts, One of which are a link that is just full; W and *)
(*            sizes in parts of a byte; times in ticks.  The kernels have  *)
(*            20,000,000 parts of U, 2^9 of a byte, and picoseconds; at    *)
(*            full size the model has coarser ones of U and of time        *)
(*                                                                         *)
(* Fixed point: each quotient is rounded toward zero, once.  U rounds down *)
(* at each step, so that it stays short of a steady u by less than         *)
(* T / tau parts; W by less than a part.                                   *)
(***************************************************************************)
EXTENDS Integers, Sequences, FixedPoint, Wrapping

CONSTANTS
    Form,           \* who runs the algorithm: "SENDER" or "RECEIVER"
    One,            \* parts of U that are 1
    Eta,            \* the utilisation aimed at, in such parts
    MaxU,           \* the largest U that is told apart, in such parts
    MaxStage,       \* additive steps before a multiplicative one
    Reacts,         \* "BOTH": W moves with each ACK, and Wc once a round.  For comparison, "ACK": both
                    \* with each ACK; "ROUND": both once a round
    LeavesIf,       \* "FITS": a packet leaves if all of it fits into W beside those in flight;
                    \* "BELOW": if less than W is in flight
    T,              \* the base round trip
    WInit,          \* the window at the start, and the largest: line rate times T
    Wai,            \* what an additive step adds, by the N that is expected
    MinW,           \* the least window
    Bounded,        \* whether W has bounds and one packet may always leave; as published it has none
    Size,           \* of a packet
    Modulus,        \* of sequence numbers
    Packets,        \* application: packets to be sent
    MaxData,        \* environment: packets on their way
    MaxAcks,        \* environment: ACKs on their way
    Losses,         \* environment: packets and ACKs that may be lost
    Us,             \* environment: what the fullest link may come to, in parts of U
    Taus,           \* environment: the times that this may be measured over
    Elapsed,        \* environment: times that may pass
    Counts          \* environment: the N that the receiver may count; none, where it counts no flows

None == -1          \* no telemetry, no window, no number, no count

Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b

\* Between two packets at the rate w / T; the longest one.
Gap(w) == MulDivUp(Size, T, w, 1) \* HPCC-5
LongestGap == Gap(MinW)

ASSUME HpccWindowAssumption ==
    /\ Form \in {"SENDER", "RECEIVER"} /\ Bounded \in BOOLEAN /\ (Bounded \/ Form = "SENDER")
    /\ Reacts \in {"BOTH", "ACK", "ROUND"} /\ (Reacts = "BOTH" \/ Form = "SENDER")
    /\ LeavesIf \in {"FITS", "BELOW"}
    /\ 0 < Eta /\ Eta <= One /\ One <= MaxU \* HPCC-6
    /\ {MaxStage, Packets, Losses} \subseteq Nat
    /\ {T, Wai, MinW, Size, MaxData, MaxAcks} \subseteq Nat \ {0}
    /\ Size <= WInit /\ MinW <= Size
    /\ 2 * (MaxData + MaxAcks + Losses + 2) < Modulus
    /\ Us \subseteq Nat /\ {Taus, Elapsed, Counts} \subseteq SUBSET (Nat \ {0})

VARIABLES
    c,              \* who runs the algorithm: see Control
    s,              \* sender: see Sender
    r,              \* receiver: see Receiver
    data,           \* network: sequence numbers of packets on their way, in order
    acks,           \* network: ACKs on their way, in order
    lost,           \* network: packets and ACKs that are lost
    done,           \* its user: packets that have been acknowledged
    told            \* whoever looks on: the telemetry that the algorithm heard last

vars == <<c, s, r, data, acks, lost, done, told>>

Control == [
    u : Nat,                \* U
    wc : Int,               \* the reference window
    incStage : Nat,         \* additive steps since the last multiplicative one
    n : Int]                \* N as a receiver has counted it; None: as expected

Sender == [
    w : Int,                \* the window
    sndUna : Nat,           \* the first packet that is not acknowledged
    sndNxt : Nat,           \* the next packet
    lastUpdateSeq : Nat,    \* the packet whose acknowledgment closes the round
    sinceSent : Nat]        \* since a packet left, up to LongestGap

Receiver == [
    expected : Nat,         \* the first packet that is missing
    sinceUpdate : Nat,      \* since Wc has moved there, up to T + 1
    n : Int]                \* flows on its own link; None if it counts none, or if it runs the
                            \* algorithm and another link is the fullest of the path

Ack == [seq : Nat, w : Int, n : Int]

TypeOK ==
    /\ c \in Control /\ s \in Sender /\ r \in Receiver
    /\ \A i \in DOMAIN data : data[i] \in Nat
    /\ \A i \in DOMAIN acks : acks[i] \in Ack
    /\ {lost, done, told.tau} \subseteq Nat /\ told.u \in Int

Init ==
    /\ c = [u |-> One, wc |-> WInit, incStage |-> 0, n |-> None] \* HPCC-2 HPCC-19
    /\ s = [w |-> WInit, sndUna |-> 0, sndNxt |-> 0, lastUpdateSeq |-> 0, sinceSent |-> LongestGap]
    /\ r = [expected |-> 0, sinceUpdate |-> 0, n |-> None]
    /\ data = <<>> /\ acks = <<>> /\ lost = 0 /\ done = 0
    /\ told = [u |-> None, tau |-> 0]

-----------------------------------------------------------------------------
\* The algorithm, on its state k.

\* U follows the fullest link the faster, the longer that was measured over; line 8 and 9.
Estimated(k, u, tau) == \* HPCC-2
    LET seen == Least(u, MaxU)
        share == Least(tau, T)
    IN [k EXCEPT !.u = IF seen >= @ THEN @ + MulDiv(share, seen - @, T)
                       ELSE @ - MulDivUp(share, @ - seen, T, 1)]

\* N that the algorithm goes by from here on.
Counted(k, n) == [k EXCEPT !.n = n] \* HPCC-17

\* What a step adds by N: all N flows together add no more than the headroom.
WaiBy(n) == \* HPCC-6 HPCC-17
    IF n = None THEN Wai ELSE Most(1, MulDiv(WInit, One - Eta, One) \div n)

Multiplies(k) == k.u >= Eta \/ k.incStage >= MaxStage \* HPCC-3

\* Wc / (U / eta), which is none where U is 0.
Scaled(k) == \* HPCC-20 FIND-11
    IF Bounded /\ k.u <= MulDiv(k.wc, Eta, WInit) THEN WInit
    ELSE IF k.u = 0 THEN None
    ELSE MulDiv(k.wc, Eta, k.u)

Within(w) == IF Bounded THEN Least(WInit, Most(MinW, w)) ELSE w \* HPCC-3 FIND-11

\* The window for now; lines 12, 13 and 17.
ComputeWind(k) == \* HPCC-3 HPCC-17 HPCC-20
    IF k.wc = None THEN None
    ELSE IF ~Multiplies(k) THEN Within(k.wc + WaiBy(k.n))
    ELSE IF Scaled(k) = None THEN None
    ELSE Within(Scaled(k) + WaiBy(k.n))

\* Wc follows at the end of a round; lines 14, 15, 18 and 19.
Synced(k) == \* HPCC-3 HPCC-4
    [k EXCEPT !.wc = ComputeWind(k), !.incStage = IF Multiplies(k) THEN 0 ELSE @ + 1]

-----------------------------------------------------------------------------
\* Sender.

InFlight(v) == (v.sndNxt - v.sndUna) % Modulus

\* Whether W lets one more packet leave.
HasRoom(v) == \* HPCC-5
    IF LeavesIf = "FITS" THEN (InFlight(v) + 1) * Size <= v.w ELSE InFlight(v) * Size < v.w

\* Pace and window both.  A window below one packet lets one be in flight, and pace alone then says
\* when it leaves; as published, it lets none leave if a packet has to fit.  The time counts from
\* the last packet, and the rate is that of now.
MayTransmit(v) == \* HPCC-5 HPCC-21 HPCC-23
    IF v.w <= 0 THEN FALSE
    ELSE IF Bounded /\ InFlight(v) = 0 THEN v.sinceSent >= Gap(v.w)
    ELSE HasRoom(v) /\ v.sinceSent >= Gap(v.w)

Transmit == \* HPCC-5 HPCC-19 HPCC-21
    /\ done + InFlight(s) < Packets
    /\ Len(data) < MaxData
    /\ MayTransmit(s)
    /\ data' = Append(data, s.sndNxt)
    /\ s' = [s EXCEPT !.sndNxt = (@ + 1) % Modulus, !.sinceSent = 0]
    /\ UNCHANGED <<c, r, acks, lost, done, told>>

\* A sequence number closes the round if it is beyond lastUpdateSeq; line 22.
Closes(seq) == Progress(seq, s.lastUpdateSeq, Modulus) > 0 \* HPCC-4

\* Whether an ACK with telemetry moves the window, and whether it moves the reference.
MovesW(seq) == Reacts # "ROUND" \/ Closes(seq) \* HPCC-4
MovesWc(seq) == Reacts = "ACK" \/ Closes(seq) \* HPCC-4

\* The next packet: one that has been received need not be sent again.
Furthest(seq) == IF Progress(seq, s.sndNxt, Modulus) > 0 THEN seq ELSE s.sndNxt

\* What the next round begins with, after an acknowledgment without telemetry, too: lastUpdateSeq
\* never lies so far behind that it would be read as ahead.
NextUpdateSeq(seq, heard) == \* HPCC-4
    IF ~Closes(seq) THEN s.lastUpdateSeq
    ELSE IF heard THEN Furthest(seq)
    ELSE (seq - 1) % Modulus

\* The window that the algorithm gives, or, where the receiver runs it, one that comes.
NextW(a, k, heard) == \* HPCC-4 HPCC-11
    IF heard THEN IF MovesW(a.seq) THEN ComputeWind(k) ELSE s.w
    ELSE IF a.w # None THEN Within(a.w)
    ELSE s.w

\* An ACK comes, with telemetry or without it; lines 21 to 27.  Telemetry over no time at all is
\* none, and moves nothing but what is in flight.  N that comes with telemetry counts at once.
ReceiveAck(u, tau) == \* HPCC-4 HPCC-10 HPCC-11 HPCC-17
    /\ acks # <<>>
    /\ (tau = 0) = (u = None)
    /\ (Form = "RECEIVER") => (u = None)
    /\ LET a == acks[1]
           k == IF tau > 0 THEN Counted(Estimated(c, u, tau), a.n) ELSE c
           new == Progress(a.seq, s.sndUna, Modulus)
       IN /\ c' = IF tau > 0 /\ MovesWc(a.seq) THEN Synced(k) ELSE k
          /\ s' = [s EXCEPT !.w = NextW(a, k, tau > 0),
                            !.sndUna = (@ + new) % Modulus,
                            !.sndNxt = Furthest(a.seq),
                            !.lastUpdateSeq = NextUpdateSeq(a.seq, tau > 0)]
          /\ done' = done + new
    /\ acks' = Tail(acks)
    /\ told' = IF Form = "SENDER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<r, data, lost>>

\* Nothing more is on its way, and not all is acknowledged: the transport goes back.
GoBack == \* HPCC-23
    /\ data = <<>> /\ acks = <<>>
    /\ InFlight(s) > 0
    /\ s' = [s EXCEPT !.sndNxt = s.sndUna]
    /\ UNCHANGED <<c, r, data, acks, lost, done, told>>

-----------------------------------------------------------------------------
\* Receiver.

Due == r.sinceUpdate > T \* HPCC-11

\* Flows on the receiver's link begin and end, or its link becomes the fullest one, or another does.
Count(n) == \* HPCC-17
    /\ n # r.n
    /\ r' = [r EXCEPT !.n = n]
    /\ UNCHANGED <<c, s, data, acks, lost, done, told>>

\* A packet comes, and its acknowledgment leaves: with its telemetry and N, or, where the receiver
\* runs the algorithm, with W once more than T has passed; lines 28 to 34.
Receive(u, tau) == \* HPCC-10 HPCC-11 HPCC-17
    /\ data # <<>>
    /\ Len(acks) < MaxAcks
    /\ (tau = 0) = (u = None)
    /\ (Form = "SENDER") => (u = None)
    /\ LET k == IF tau > 0 THEN Counted(Estimated(c, u, tau), r.n) ELSE c
           sends == tau > 0 /\ Due
           expected == IF data[1] = r.expected THEN (r.expected + 1) % Modulus ELSE r.expected
       IN /\ c' = IF sends THEN Synced(k) ELSE k
          /\ r' = [r EXCEPT !.expected = expected, !.sinceUpdate = IF sends THEN 0 ELSE @]
          /\ acks' = Append(acks, [seq |-> expected, w |-> IF sends THEN ComputeWind(k) ELSE None,
                                   n |-> IF Form = "SENDER" THEN r.n ELSE None])
    /\ data' = Tail(data)
    /\ told' = IF Form = "RECEIVER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<s, lost, done>>

-----------------------------------------------------------------------------
\* Network, and time.

LoseData ==
    /\ lost < Losses /\ data # <<>>
    /\ data' = Tail(data) /\ lost' = lost + 1
    /\ UNCHANGED <<c, s, r, acks, done, told>>

LoseAck ==
    /\ lost < Losses /\ acks # <<>>
    /\ acks' = Tail(acks) /\ lost' = lost + 1
    /\ UNCHANGED <<c, s, r, data, done, told>>

Tick(time) == \* HPCC-5 HPCC-11
    /\ s' = [s EXCEPT !.sinceSent = Least(@ + time, LongestGap)]
    /\ r' = [r EXCEPT !.sinceUpdate = Least(@ + time, T + 1)]
    /\ UNCHANGED <<c, data, acks, lost, done, told>>

-----------------------------------------------------------------------------
Next ==
    \/ Transmit
    \/ \E u \in Us \cup {None}, tau \in Taus \cup {0} : ReceiveAck(u, tau)
    \/ GoBack
    \/ \E u \in Us \cup {None}, tau \in Taus \cup {0} : Receive(u, tau)
    \/ \E n \in Counts \cup {None} : Count(n)
    \/ LoseData
    \/ LoseAck
    \/ \E time \in Elapsed : Tick(time)

Safety == Init /\ [][Next]_vars

\* Weak fairness for both ends, for what the network does not lose, and for time.  None for what is
\* measured or counted, nor for losses.
Fairness ==
    /\ WF_vars(Transmit)
    /\ WF_vars(\E u \in Us \cup {None}, tau \in Taus \cup {0} : ReceiveAck(u, tau))
    /\ WF_vars(GoBack)
    /\ WF_vars(\E u \in Us \cup {None}, tau \in Taus \cup {0} : Receive(u, tau))
    /\ \A time \in Elapsed : WF_vars(Tick(time))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* Packets by which a sequence number lies beyond what is acknowledged.
Beyond(seq) == (seq - s.sndUna) % Modulus

\* What was sent is on its way, or was received; and each ACK tells how far that got.
ConservationInv == \* HPCC-10
    /\ done % Modulus = s.sndUna /\ done + InFlight(s) <= Packets
    /\ Len(data) <= MaxData /\ Len(acks) <= MaxAcks /\ lost <= Losses
    /\ lost = 0 =>
        /\ Beyond(r.expected) + Len(data) = Beyond(s.sndNxt)
        /\ \A i \in DOMAIN acks : Beyond(acks[i].seq) = Beyond(r.expected) + i - Len(acks)

\* A window is a number; and it is no less than the least one, and no more than line rate.
NumberInv == s.w # None /\ c.wc # None \* HPCC-3 FIND-11
WindowInv == \* HPCC-3 HPCC-19 FIND-11
    /\ MinW <= s.w /\ s.w <= WInit
    /\ MinW <= c.wc /\ c.wc <= WInit

\* Until something is acknowledged a flow has the line rate.
StartInv == done = 0 /\ lost = 0 => s.w = WInit \* HPCC-19

\* So many additive steps, and no more.
StageInv == c.incStage <= MaxStage \* HPCC-3
EstimateInv == c.u <= MaxU \* HPCC-2

\* The next acknowledgment that moves on finds lastUpdateSeq right behind it, or ahead.
LagInv == Progress(s.sndUna, s.lastUpdateSeq, Modulus) <= 1 \* HPCC-4

\* A sender that has a packet and the pace for it sends, if the window has this much room.
SendsWith(room) ==
    /\ done + InFlight(s) < Packets /\ Len(data) < MaxData
    /\ room
    /\ MulDiv(s.sinceSent, s.w, Size) >= T
    => ENABLED Transmit

\* The sender sends if the whole packet fits, or if nothing is in flight.
MaySendInv == \* HPCC-5 HPCC-21
    SendsWith((InFlight(s) = 0 /\ Bounded) \/ s.w - InFlight(s) * Size >= Size)

\* The sender leaves no part of the window unused: with "BELOW" alone.
FilledInv == SendsWith(s.w > InFlight(s) * Size) \* HPCC-5 FIND-31

-----------------------------------------------------------------------------
\* Action properties.

Sends == Len(data') > Len(data)
Shorter(queue, after) == Len(after) < Len(queue)

\* A sender that runs the algorithm hears of an ACK with telemetry; of a packet sent since Wc moved, with which a round ends; and when that
\* gives a window.
SenderHears == lost' = lost /\ Shorter(acks, acks') /\ told'.tau > 0
SenderEndsRound == (acks[1].seq - s.lastUpdateSeq) % Modulus \in 1 .. (Modulus - 1) \div 2
SenderGives == SenderHears /\ (Reacts = "ROUND" => SenderEndsRound)

\* A receiver hears of data with telemetry, and its round ends later than T after Wc has moved.
ReceiverHears == lost' = lost /\ Shorter(data, data') /\ told'.tau > 0
ReceiverEndsRound == r.sinceUpdate >= T + 1

Heard == IF Form = "SENDER" THEN SenderHears ELSE ReceiverHears
EndsRound == IF Form = "SENDER" THEN SenderEndsRound ELSE ReceiverEndsRound

\* Where the algorithm gives a window, and that window; and where Wc follows.
Gives == IF Form = "SENDER" THEN SenderGives ELSE ReceiverHears /\ ReceiverEndsRound
Given == IF Form = "SENDER" THEN s'.w ELSE acks'[Len(acks')].w
Follows == Heard /\ (Reacts = "ACK" \/ EndsRound)

\* N that the receiver has counted, as it comes with what is heard; and what a step adds by that.
HeardN == IF Form = "SENDER" THEN acks[1].n ELSE r.n
Added == WaiBy(HeardN)

ByTarget == c'.u >= Eta \/ c.incStage = MaxStage

\* A packet leaves while less than the window is in flight; and at the rate, which is that of the line at most.
ClockedProp == \* HPCC-5 HPCC-21
    [][Sends =>
        /\ (InFlight(s') - 1) * Size < s.w
        /\ MulDiv(s.sinceSent, s.w, Size) >= T
        /\ s'.sinceSent = 0]_vars

\* A packet leaves within the window, or alone: with "FITS" alone.
FitsProp == \* HPCC-5
    [][Sends => InFlight(s') * Size <= s.w \/ (Bounded /\ InFlight(s') = 1)]_vars
LineRateProp == [][Sends => MulDiv(s.sinceSent, WInit, Size) >= T]_vars \* HPCC-5 HPCC-19

\* U moves with telemetry, by the share of T that it was measured over.
EstimateProp == \* HPCC-2
    [][Heard =>
        LET share == Least(told'.tau, T)
            sum == (T - share) * c.u + share * Least(told'.u, MaxU)
        IN T * c'.u <= sum /\ sum < T * (c'.u + 1)]_vars

\* What comes without telemetry moves no more than what is in flight; nor does anything else move
\* the algorithm.
UntoldProp == [][~Heard => c' = c]_vars \* HPCC-4 HPCC-10
KeepsProp == \* HPCC-4
    [][s'.w # s.w => Shorter(acks, acks') /\ IF Form = "SENDER" THEN SenderGives ELSE acks[1].w # None]_vars

\* With a link too full, or after MaxStage steps, W is where the link would be used at eta, measured
\* from Wc: not above that, unless it is the least window, and not below, unless it is line rate.
TargetProp == \* HPCC-3 HPCC-4 HPCC-20
    [][Gives /\ ByTarget /\ Given # None =>
        /\ Given > MinW => (Given - Added) * c'.u <= c.wc * Eta
        /\ Given < WInit => c.wc * Eta < (Given - Added + 1) * c'.u]_vars

\* Otherwise it is one step above Wc.
StepProp == \* HPCC-3 HPCC-4
    [][Gives /\ ~ByTarget /\ Given # None => Given = c.wc + Added \/ (Given = WInit /\ WInit <= c.wc + Added)]_vars

\* A link that was full for all of T takes a window below line rate.
FullLinkSlowsProp == \* HPCC-3 FIND-35
    [][told'.tau >= T /\ told'.u >= One => Given < WInit]_vars

\* Wc moves at the end of a round and at no other time, unless with each ACK; then it is W.
OnceProp == [][c'.wc # c.wc \/ c'.incStage # c.incStage => Follows]_vars \* HPCC-4 HPCC-20
SyncProp == \* HPCC-3 HPCC-4 HPCC-11
    [][Follows =>
        /\ c'.wc = Given
        /\ c'.incStage = IF ByTarget THEN 0 ELSE c.incStage + 1
        /\ EndsRound => IF Form = "SENDER" THEN s'.lastUpdateSeq = s'.sndNxt ELSE r'.sinceUpdate = 0]_vars

\* What a round waits for moves at its end, and forward.
ForwardProp == \* HPCC-4
    [][s'.lastUpdateSeq # s.lastUpdateSeq =>
        /\ Shorter(acks, acks')
        /\ (acks[1].seq - s.lastUpdateSeq) % Modulus \in 1 .. (Modulus - 1) \div 2
        /\ Progress(s'.lastUpdateSeq, s.lastUpdateSeq, Modulus) > 0]_vars

\* A receiver that runs the algorithm sends W at the end of a round, and its sender takes it.
SendsBackProp == \* HPCC-11
    [][Len(acks') > Len(acks) =>
        (acks'[Len(acks')].w # None) = (Form = "RECEIVER" /\ Heard /\ EndsRound)]_vars
TakesProp == \* HPCC-11
    [][Shorter(acks, acks') /\ lost' = lost /\ acks[1].w # None => s'.w = acks[1].w]_vars

\* N that the algorithm goes by is the one that has come with telemetry last; an ACK brings the one
\* that its receiver has counted, and where the receiver runs the algorithm, none.
FollowsCountProp == [][Heard => c'.n = HeardN]_vars \* HPCC-17
ReportsProp == \* HPCC-17
    [][Len(acks') > Len(acks) => acks'[Len(acks')].n = IF Form = "SENDER" THEN r.n ELSE None]_vars

\* By a count, N steps stay within the headroom, and are less than N parts short of it; a step adds a
\* part at least.
HeadroomProp == \* HPCC-6 HPCC-17
    [][Gives /\ HeardN # None =>
        /\ 1 <= Added
        /\ Added * HeardN * One <= WInit * (One - Eta) \/ Added = 1
        /\ WInit * (One - Eta) < (Added + 1) * HeardN * One]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* Whatever is measured, and whatever the parameters are, all of it is acknowledged.
FlowsProp == <>(done = Packets) \* HPCC-23 FIND-11
=============================================================================
