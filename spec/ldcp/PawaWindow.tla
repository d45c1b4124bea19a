----------------------------- MODULE PawaWindow -----------------------------
(***************************************************************************)
(* The stable stage of LDCP: a sender whose congestion window (cw) moves   *)
(* with each ACK, up by a part of a packet and down with each mark (PAWA), *)
(* down to a part of a packet, which a timer then clocks; and a receiver   *)
(* that acknowledges each packet, or several clean ones together when it is*)
(* busy, and a marked one at once.  A NAK has what is in flight be sent    *)
(* again, and leaves the window; a timeout leaves at most one packet of it.*)
(*                                                                         *)
(* Source     PFC-Free Low Delay Control Protocol, Internet-Draft, April   *)
(*            2021, sections 2.2 and 3.1                                   *)
(* Models     LDCP-2 LDCP-3 LDCP-4 LDCP-5 LDCP-6 LDCP-7 LDCP-10 LDCP-18    *)
(* Mends      FIND-10 (its first part), FIND-20                            *)
(* Leaves out the first round trip (FastStart), which leaves a window and  *)
(*            what is in flight of it; which packets are marked: any may   *)
(*            be; how a loss is noticed (RcTransport): it takes all that is*)
(*            on its way behind the acknowledgments; several flows         *)
(* Units      windows in parts of a packet, One of which are a packet; at  *)
(*            full size One is 4,096 and a window has up to 2^18 packets,  *)
(*            so that with up to 64 packets an ACK each sum fits TLC's 32  *)
(*            bits; times are picoseconds there                            *)
(*                                                                         *)
(* Fixed point: what n * Alpha / cw leaves over is carried to the next ACK,*)
(* so that nothing is lost while ACKs are clean.  At full size a window of *)
(* 2^13 packets grows by half a part an ACK: rounded, it would stand still.*)
(***************************************************************************)
EXTENDS Integers, Sequences, FixedPoint

CONSTANTS
    One,            \* sender: parts of a packet
    Alpha,          \* sender: alpha, in such parts
    Beta,           \* sender: beta, in such parts
    Gamma,          \* sender: the step below one packet, and the least window, in such parts
    MaxCw,          \* sender: the largest window, in such parts
    StartCw,        \* sender: the window that the stable stage begins with
    StartInFlight,  \* sender: packets of fast start that are in flight then
    Floor,          \* sender: whether Gamma bounds each decrease, or, as published, only those from below one packet
    BaseRtt,        \* sender: the round trip without a queue
    MaxRtt,         \* sender: the longest round trip that it believes
    TimerRtt,       \* sender: the round trip of its timer: "BASE" or "MEASURED"
    DelayUpTo,      \* receiver: m, packets that an ACK may stand for; 1: each has its own
    CleanFirst,     \* receiver: whether clean packets that wait as a mark comes have an ACK of their own
    Packets,        \* application: packets to be sent
    MaxData,        \* environment: packets on their way
    MaxAcks,        \* environment: ACKs on their way
    Naks,           \* environment: NAKs that may come
    Timeouts,       \* environment: timeouts that there may be
    Samples,        \* environment: round trips that ACKs may measure
    Elapsed         \* environment: times that may pass

Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b

\* Between two packets of a window below one packet; the longest one.
Gap(cw, rtt) == MulDivUp(rtt, One, cw, 1) \* LDCP-7
LongestGap == Gap(Gamma, MaxRtt)

ASSUME PawaWindowAssumption ==
    /\ {Alpha, Beta} \subseteq 1 .. One /\ 0 < Gamma /\ Gamma < One \* LDCP-4 LDCP-6
    /\ 2 * One <= MaxCw /\ StartCw \in Gamma .. MaxCw
    /\ Floor \in BOOLEAN /\ CleanFirst \in BOOLEAN
    /\ 0 < BaseRtt /\ BaseRtt <= MaxRtt /\ TimerRtt \in {"BASE", "MEASURED"}
    /\ {DelayUpTo, MaxData, MaxAcks, Packets} \subseteq Nat \ {0} /\ {Naks, Timeouts} \subseteq Nat
    /\ StartInFlight \in 0 .. Least(Packets, MaxData) /\ StartInFlight * One <= StartCw \* LDCP-10
    /\ {Samples, Elapsed} \subseteq SUBSET (Nat \ {0}) /\ Samples # {}

VARIABLES
    w,              \* sender: its window, see Window
    held,           \* receiver: clean packets that wait for an ACK
    sent,           \* its user: packets that have been sent, and are not to be sent again
    acked,          \* its user: packets that have been acknowledged
    data,           \* network: packets on their way
    acks,           \* network: ACKs on their way, in order
    marks,          \* whoever looks on: packets that have come with a mark
    told,           \* whoever looks on: packets that ACKs with ECE have stood for
    naks,           \* environment: NAKs so far
    timeouts        \* environment: timeouts so far

vars == <<w, held, sent, acked, data, acks, marks, told, naks, timeouts>>
losses == <<naks, timeouts>>

Window == [
    cw : Int,               \* as published it may fall below zero
    rest : Nat,             \* what the last increase left over, in parts of One / cw
    inFlight : Nat,         \* packets
    rtt : Nat,              \* the round trip of the timer
    sinceSent : Nat]        \* since a packet left, up to LongestGap

Ack == [n : Nat, ece : BOOLEAN]

TypeOK ==
    /\ w \in Window
    /\ {held, sent, acked, data, marks, told, naks, timeouts} \subseteq Nat
    /\ \A i \in DOMAIN acks : acks[i] \in Ack

\* What fast start has left: its window, and what is in flight of it.  The wait for the next packet
\* counts from the last one, or from now, since nobody has counted.
Begun == \* LDCP-10
    [cw |-> StartCw, rest |-> 0, inFlight |-> StartInFlight, rtt |-> BaseRtt,
     sinceSent |-> IF StartInFlight > 0 THEN 0 ELSE LongestGap]

Init ==
    /\ w = Begun
    /\ held = 0 /\ sent = StartInFlight /\ acked = 0 /\ data = StartInFlight /\ acks = <<>>
    /\ marks = 0 /\ told = 0
    /\ naks = 0 /\ timeouts = 0

-----------------------------------------------------------------------------
\* Sender: its window v, and what becomes of it.

\* From one packet on the window bounds what is in flight.  Below it the timer alone says when a
\* packet leaves, whatever is in flight.  The time counts from the last packet, and the window is
\* that of now: an ACK moves the end of a wait that has begun.
MayTransmit(v) == \* LDCP-4 LDCP-7
    IF v.cw >= One
    THEN (v.inFlight + 1) * One <= v.cw
    ELSE v.cw > 0 /\ v.sinceSent >= Gap(v.cw, v.rtt)

Transmit == \* LDCP-4 LDCP-7
    /\ sent < Packets
    /\ data < MaxData
    /\ MayTransmit(w)
    /\ w' = [w EXCEPT !.inFlight = @ + 1, !.sinceSent = 0]
    /\ sent' = sent + 1
    /\ data' = data + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, losses>>

\* A window of exactly one packet moves by the rule from one packet on.  A step is that of the
\* side it starts from, also where it ends on the other.
Grown(v, n) == \* LDCP-4 LDCP-5 LDCP-6 LDCP-18
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma]
    ELSE LET sum == n * Alpha * One + v.rest
             cw == v.cw + sum \div v.cw
         IN IF cw >= MaxCw
            THEN [v EXCEPT !.cw = MaxCw, !.rest = 0]
            ELSE [v EXCEPT !.cw = cw, !.rest = sum % v.cw]

Floored(cw) == IF Floor THEN Most(Gamma, cw) ELSE cw \* LDCP-6 FIND-10

Cut(v, n) == \* LDCP-4 LDCP-5 LDCP-6 FIND-10
    [v EXCEPT !.cw = IF v.cw >= One THEN Floored(v.cw - n * Beta) ELSE Most(Gamma, v.cw \div 2),
              !.rest = 0]

Measured(rtt) == IF TimerRtt = "MEASURED" THEN Least(MaxRtt, Most(BaseRtt, rtt)) ELSE BaseRtt \* LDCP-7

\* An ACK comes, and has measured a round trip.  The transport lets none through but those that
\* stand for packets in flight.
ReceiveAck(rtt) == \* LDCP-4 LDCP-5 LDCP-6
    /\ acks # <<>>
    /\ acks[1].n \in 1 .. w.inFlight
    /\ LET a == acks[1]
           v == [w EXCEPT !.inFlight = @ - a.n, !.rtt = Measured(rtt)]
       IN /\ w' = IF a.ece THEN Cut(v, a.n) ELSE Grown(v, a.n)
          /\ acked' = acked + a.n
    /\ acks' = Tail(acks)
    /\ UNCHANGED <<held, sent, data, marks, told, losses>>

\* All in flight is to be sent again.  The window stays with the marks, and the timer with the
\* packets that have left.
Back(v) == [v EXCEPT !.inFlight = 0] \* LDCP-10

\* A NAK comes, behind all acknowledgments: a packet is lost, and what was sent behind it is dropped
\* by its receiver.
GoBack == \* LDCP-10
    /\ naks < Naks
    /\ held = 0 /\ acks = <<>> /\ w.inFlight > 0
    /\ w' = Back(w)
    /\ sent' = acked
    /\ data' = 0
    /\ naks' = naks + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, timeouts>>

\* A sender that hears nothing has to assume the worst: at most one packet of the window is left.
\* A window below one packet stays, because silence is no reason to send more.
TimedOut(v) == [v EXCEPT !.inFlight = 0, !.cw = Least(@, One), !.rest = 0] \* LDCP-4 LDCP-10

\* Nothing was heard for so long: what is on its way is lost, or what told of it.
Timeout == \* LDCP-10
    /\ timeouts < Timeouts
    /\ held = 0 /\ w.inFlight > 0
    /\ w' = TimedOut(w)
    /\ sent' = acked
    /\ data' = 0 /\ acks' = <<>>
    /\ timeouts' = timeouts + 1
    /\ UNCHANGED <<held, acked, marks, told, naks>>

-----------------------------------------------------------------------------
\* Receiver.

\* A clean packet may wait while the receiver is busy, for at most DelayUpTo - 1 that follow it.
Waits(ce, busy) == ~ce /\ busy /\ held + 1 < DelayUpTo \* LDCP-3

\* A marked packet is acknowledged at once.  As published, its ACK stands for the clean ones that
\* wait, too, so that each of them counts as marked.
Answers(ce) == \* LDCP-2 LDCP-3 FIND-20
    IF ce /\ CleanFirst /\ held > 0
    THEN <<[n |-> held, ece |-> FALSE], [n |-> 1, ece |-> TRUE]>>
    ELSE <<[n |-> held + 1, ece |-> ce]>>

Stood(answers) == IF answers[Len(answers)].ece THEN answers[Len(answers)].n ELSE 0

\* A packet comes, marked or not, to a receiver that is busy or not.
Receive(ce, busy) == \* LDCP-2 LDCP-3
    /\ data > 0
    /\ IF Waits(ce, busy)
       THEN held' = held + 1 /\ UNCHANGED <<acks, told>>
       ELSE /\ Len(acks) + Len(Answers(ce)) <= MaxAcks
            /\ held' = 0
            /\ acks' = acks \o Answers(ce)
            /\ told' = told + Stood(Answers(ce))
    /\ data' = data - 1
    /\ marks' = IF ce THEN marks + 1 ELSE marks
    /\ UNCHANGED <<w, sent, acked, losses>>

\* The receiver is no longer busy, and acknowledges what waits.
Flush == \* LDCP-3
    /\ held > 0
    /\ Len(acks) < MaxAcks
    /\ acks' = Append(acks, [n |-> held, ece |-> FALSE])
    /\ held' = 0
    /\ UNCHANGED <<w, sent, acked, data, marks, told, losses>>

-----------------------------------------------------------------------------
\* Time.

Tick(time) == \* LDCP-7
    /\ w' = [w EXCEPT !.sinceSent = Least(@ + time, LongestGap)]
    /\ UNCHANGED <<held, sent, acked, data, acks, marks, told, losses>>

-----------------------------------------------------------------------------
Next ==
    \/ Transmit
    \/ \E rtt \in Samples : ReceiveAck(rtt)
    \/ \E ce, busy \in BOOLEAN : Receive(ce, busy)
    \/ Flush
    \/ GoBack
    \/ Timeout
    \/ \E time \in Elapsed : Tick(time)

Safety == Init /\ [][Next]_vars

\* Weak fairness for both ends, for the network, and for time.  None for what is marked, and none
\* for losses, of which there are only so many.
Fairness ==
    /\ WF_vars(Transmit)
    /\ WF_vars(\E rtt \in Samples : ReceiveAck(rtt))
    /\ WF_vars(\E ce, busy \in BOOLEAN : Receive(ce, busy))
    /\ WF_vars(Flush)
    /\ \A time \in Elapsed : WF_vars(Tick(time))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

RECURSIVE Sum(_)
Sum(messages) == IF messages = <<>> THEN 0 ELSE messages[1].n + Sum(Tail(messages))

\* What was sent is on its way, waits at the receiver, is told of, or is acknowledged.
ConservationInv ==
    /\ sent = data + held + Sum(acks) + acked
    /\ w.inFlight = sent - acked
    /\ data \in 0 .. MaxData /\ Len(acks) <= MaxAcks /\ sent <= Packets
    /\ naks \in 0 .. Naks /\ timeouts \in 0 .. Timeouts

\* No window is below Gamma, so that no timer is longer than RTT / Gamma.
WindowInv == Gamma <= w.cw /\ w.cw <= MaxCw \* LDCP-6 LDCP-7 FIND-10

\* No window is below zero.
NonNegativeInv == 0 <= w.cw \* LDCP-5 FIND-10

\* What is left over is less than a part, and nothing is below one packet or at the largest window.
RestInv == w.rest < Most(w.cw, 1) /\ (w.cw < One \/ w.cw = MaxCw => w.rest = 0) \* LDCP-4

\* An ACK stands for so many packets and no more; fewer wait.
AcksInv == \* LDCP-2 LDCP-3
    /\ \A i \in DOMAIN acks : acks[i].n \in 1 .. DelayUpTo
    /\ held < DelayUpTo

\* What the sender is told of marks is what there was.
PreciseInv == told = marks \* LDCP-2 LDCP-3 FIND-20 FIND-34

\* The round trip of the timer is one that is believed.
RttInv == BaseRtt <= w.rtt /\ w.rtt <= MaxRtt /\ (TimerRtt = "BASE" => w.rtt = BaseRtt) \* LDCP-7

\* No wait is counted beyond the longest that there may be.
WaitInv == MulDiv(w.sinceSent, Gamma, One) <= MaxRtt \* LDCP-7

\* Whoever has a packet and the window for it, or has waited long enough below one packet, sends.
MaySendInv == \* LDCP-4 LDCP-7
    /\ sent < Packets /\ data < MaxData
    /\ \/ w.cw - w.inFlight * One >= One
       \/ w.cw < One /\ MulDiv(w.sinceSent, w.cw, One) >= w.rtt
    => ENABLED Transmit

\* Nobody waits for a first packet of which none has gone before.
FirstInv == sent + StartInFlight + naks + timeouts = 0 => ENABLED Transmit \* LDCP-7 LDCP-10

\* A receiver that is not busy acknowledges at once; one that is may wait until m packets are there.
AtOnceInv == data > 0 /\ Len(acks) < MaxAcks => ENABLED (Receive(FALSE, FALSE) /\ held' = 0) \* LDCP-2 LDCP-3
MayWaitInv == data > 0 /\ DelayUpTo - held > 1 => ENABLED (Receive(FALSE, TRUE) /\ acks' = acks) \* LDCP-3

-----------------------------------------------------------------------------
\* Action properties.

Sends == sent' > sent
IsTold == acked' > acked
By == acked' - acked
IsClean == IsTold /\ ~acks[1].ece
IsMarked == IsTold /\ acks[1].ece

\* A packet leaves within the window, or, below one packet, RTT / cw after the one before it.
ClockedProp == \* LDCP-4 LDCP-7
    [][Sends =>
        /\ IF w.cw >= One THEN w'.inFlight <= w.cw \div One
           ELSE MulDiv(w.sinceSent, w.cw, One) >= w.rtt
        /\ w'.sinceSent = 0]_vars

\* The window moves with ACKs, and with nothing else but a timeout.
PerAckProp == [][~IsTold /\ timeouts' = timeouts => w'.cw = w.cw /\ w'.rest = w.rest]_vars \* LDCP-4 LDCP-10

\* A NAK moves neither the timer nor its round trip; a timeout, which something in flight waits for,
\* leaves one packet of a larger window, of which nothing is left over.
BackProp == [][naks' > naks => w'.sinceSent = w.sinceSent /\ w'.rtt = w.rtt]_vars \* LDCP-7 LDCP-10
TimeoutProp == \* LDCP-10
    [][timeouts' > timeouts => sent > acked /\ w'.rest = 0 /\ (w.cw > One => w'.cw = One)]_vars

\* A timeout never raises the window, and leaves one below one packet unmodified.
NoRaiseProp == [][timeouts' > timeouts /\ w.cw <= One => w'.cw = w.cw]_vars \* LDCP-4 LDCP-10

\* A NAK is for a packet that is on its way.
LostProp == [][naks' > naks => data > 0]_vars \* LDCP-10

\* Either has all be sent again that is not acknowledged.
AgainProp == [][naks' > naks \/ timeouts' > timeouts => sent' = acked /\ w'.inFlight = 0]_vars \* LDCP-10

\* From one packet on a clean ACK adds n * alpha / cw, of which nothing gets lost but at the
\* largest window.
GrowsProp == \* LDCP-4 LDCP-5 LDCP-18
    [][IsClean /\ w.cw >= One =>
        LET added == (w'.cw - w.cw) * w.cw + w'.rest
        IN \/ added - w.rest = By * Alpha * One
           \/ w'.cw = MaxCw /\ added - w.rest <= By * Alpha * One]_vars

\* A marked one takes n * beta, or what there is above Gamma.
CutsProp == \* LDCP-4 LDCP-5 FIND-10
    [][IsMarked /\ w.cw >= One =>
        \/ w.cw - w'.cw = By * Beta
        \/ w'.cw = Gamma /\ w.cw - By * Beta < Gamma]_vars

\* The same as published, where nothing bounds it.
CutsFullyProp == [][IsMarked /\ w.cw >= One => w.cw - w'.cw = By * Beta]_vars \* LDCP-4 LDCP-5 FIND-10

\* Below one packet a clean ACK adds Gamma, and a marked one halves, down to Gamma.
BelowOneProp == \* LDCP-6
    [][w.cw < One =>
        /\ IsClean => w'.cw - w.cw = Gamma
        /\ IsMarked => w'.cw >= Gamma /\ (w.cw - 2 * w'.cw \in {0, 1} \/ (w'.cw = Gamma /\ w.cw <= 2 * Gamma + 1))]_vars

\* A marked packet has an ACK with ECE at once, and no other has one.
AtOnceProp == \* LDCP-2 LDCP-3
    [][LET news == SubSeq(acks', Len(acks) + 1, Len(acks'))
       IN Len(acks') > Len(acks) =>
            /\ (marks' > marks) <=> news[Len(news)].ece
            /\ \A i \in 1 .. Len(news) - 1 : ~news[i].ece]_vars
MarksAreToldProp == [][marks' > marks => Len(acks') > Len(acks) /\ held' = 0]_vars \* LDCP-3

\* The timer's round trip is the last one that was measured, within its bounds.
MeasuredProp == \* LDCP-7
    [][w'.rtt # w.rtt => IsTold /\ TimerRtt = "MEASURED"]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* Whatever is marked, the flow goes on, and all of it is acknowledged.
FlowsProp == <>(acked = Packets) \* LDCP-6 LDCP-7 FIND-10
=============================================================================
