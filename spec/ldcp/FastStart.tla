------------------------------ MODULE FastStart ------------------------------
(***************************************************************************)
(* The first round trip of LDCP: a new flow sends its initial window (IW)  *)
(* at once, in packets that are not ECN-capable, which a switch drops where*)
(* its queue has reached K.  The last of them is ECN-capable, so that it   *)
(* arrives and shows what is missing.  Fast start ends with the first loss,*)
(* or when all of IW is acknowledged, and leaves a window to the stable    *)
(* stage.                                                                  *)
(*                                                                         *)
(* Source     PFC-Free Low Delay Control Protocol, Internet-Draft, April   *)
(*            2021, sections 2.3 and 3.1                                   *)
(* Models     LDCP-8 LDCP-9 LDCP-10 LDCP-11 LDCP-16                        *)
(* Mends      FIND-10 (its second and third part); FIND-28 where TailOf is *)
(*            "POSTED"                                                     *)
(* Leaves out how the window moves in the stable stage (PawaWindow): here  *)
(*            it stays, and 1 is the least; marks; sequence numbers of     *)
(*            bytes, and their wrapping (LsnSpace); READ responses; the    *)
(*            receiver's part but for what it says: it is RcTransport's    *)
(* Units      windows, queues and sequence numbers count packets           *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Messages,       \* application: for each flow, the packets of each of its messages, on one queue pair
    AtOnce,         \* application: whether it posts all messages of a flow at once, not one at a time
    Stable,         \* environment: flows that are in the stable stage from the start
    Iw,             \* sender: the initial window, a BDP
    TailOf,         \* sender: whether the last packet of each "MESSAGE" is a tail, or that of all "POSTED"
    RoundEnd,       \* sender: what ends its first round trip: "IW_SENT", "FIRST_ACK" or "BASE_RTT"
    BaseRtt,        \* sender: the round trip without a queue
    Rto,            \* sender: the retransmission timeout; 0: there is none
    K,              \* switch: the queue that packets find which are dropped if not ECN-capable
    BufMax,         \* switch: packets that its queue can hold
    MaxAcks,        \* environment: ACKs and NAKs on their way
    AckLosses,      \* environment: those of them that may be lost
    Overtake,       \* environment: those that one may overtake
    Elapsed         \* environment: times that may pass

Flows == 1 .. Len(Messages)
Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b

RECURSIVE Total(_)
Total(lengths) == IF lengths = <<>> THEN 0 ELSE lengths[1] + Total(Tail(lengths))
UpTo(f, n) == Total(SubSeq(Messages[f], 1, n))

\* Whether a packet is the last one of its message.
IsLast(f, psn) == \E n \in 1 .. Len(Messages[f]) : psn + 1 = UpTo(f, n)

ASSUME FastStartAssumption ==
    /\ \A f \in Flows : \A n \in DOMAIN Messages[f] : Messages[f][n] \in Nat \ {0}
    /\ Stable \subseteq Flows
    /\ AtOnce \in BOOLEAN /\ TailOf \in {"MESSAGE", "POSTED"}
    /\ 0 < Iw /\ RoundEnd \in {"IW_SENT", "FIRST_ACK", "BASE_RTT"}
    /\ 0 < BaseRtt /\ Rto \in Nat
    /\ 0 < K /\ K <= BufMax
    /\ 0 < MaxAcks /\ {AckLosses, Overtake} \subseteq Nat /\ Elapsed \subseteq Nat \ {0}

VARIABLES
    s,              \* sender: each flow's, see Sender
    posted,         \* application: messages of each flow that are there to be sent
    expected,       \* receiver: packets of each flow that have come in order
    nakked,         \* receiver: whether a gap in a flow has been told of
    queue,          \* network: packets that wait at the switch
    acks,           \* network: ACKs and NAKs on their way, in order
    lost,           \* network: those lost so far
    early           \* whoever looks on: packets of each flow sent ECN-capable in fast start that are no tail

vars == <<s, posted, expected, nakked, queue, acks, lost, early>>

Sender == [
    stage : {"FAST", "STABLE"},
    cw : Nat,               \* the window in the stable stage
    una : Nat,              \* packets acknowledged in order
    next : Nat,             \* the packet to be sent next
    sinceFirst : Nat,       \* in fast start: since the first packet left, up to BaseRtt
    sinceHeard : Nat]       \* since the timer began, up to Rto

Packet == [flow : Flows, psn : Nat, ecn : {"NOT_ECT", "ECT_0"}]
Ack == [flow : Flows, nak : BOOLEAN, psn : Nat]

TypeOK ==
    /\ s \in Seq(Sender) /\ Len(s) = Len(Messages)
    /\ {posted, expected, early} \subseteq [Flows -> Nat] /\ nakked \in [Flows -> BOOLEAN]
    /\ \A i \in DOMAIN queue : queue[i] \in Packet
    /\ \A i \in DOMAIN acks : acks[i] \in Ack
    /\ lost \in Nat

Fresh(f) == [
    stage |-> IF f \in Stable THEN "STABLE" ELSE "FAST", cw |-> IF f \in Stable THEN Iw ELSE 0,
    una |-> 0, next |-> 0, sinceFirst |-> 0, sinceHeard |-> 0]

Init ==
    /\ s = [f \in Flows |-> Fresh(f)]
    /\ posted = [f \in Flows |-> 0]
    /\ expected = [f \in Flows |-> 0] /\ nakked = [f \in Flows |-> FALSE]
    /\ queue = <<>> /\ acks = <<>> /\ lost = 0
    /\ early = [f \in Flows |-> 0]

-----------------------------------------------------------------------------
\* Application.

\* The next message of a flow is there, or all of them; also when all before it is acknowledged.
Post(f) ==
    /\ posted[f] < Len(Messages[f])
    /\ posted' = [posted EXCEPT ![f] = IF AtOnce THEN Len(Messages[f]) ELSE @ + 1]
    /\ UNCHANGED <<s, expected, nakked, queue, acks, lost, early>>

-----------------------------------------------------------------------------
\* Switch.

\* The queue that a packet finds is without the packet.
IsDropped(ecn) == \* LDCP-8 LDCP-16
    \/ Len(queue) >= BufMax
    \/ ecn = "NOT_ECT" /\ Len(queue) >= K

-----------------------------------------------------------------------------
\* Sender: its state v, and what becomes of it.

\* Packets of the first round trip: the first IW at most, however long ago it began.
RoundIsOver(v) == \* LDCP-11
    \/ v.next >= Iw
    \/ RoundEnd = "FIRST_ACK" /\ v.una > 0
    \/ RoundEnd = "BASE_RTT" /\ v.sinceFirst >= BaseRtt

\* The last packet of fast start: the IW-th, or that of a message.  A packet that is posted
\* behind it shows its loss as well.
IsTail(v, last, more) == \* LDCP-9 FIND-28
    \/ v.next + 1 = Iw
    \/ last /\ (TailOf = "MESSAGE" \/ ~more)

\* What is sent again is so in the stable stage.
Ecn(v, last, more) == \* LDCP-8 LDCP-9 LDCP-11
    IF v.stage = "STABLE" \/ RoundIsOver(v) \/ IsTail(v, last, more) THEN "ECT_0" ELSE "NOT_ECT"

Bound(v) == IF v.stage = "FAST" THEN Iw ELSE v.cw \* LDCP-8 LDCP-11
MayTransmit(v) == v.next - v.una < Bound(v)

Sent(v) == \* LDCP-11
    [v EXCEPT !.next = @ + 1, !.sinceHeard = IF v.next = v.una THEN 0 ELSE @]

Transmit(f) == \* LDCP-8 LDCP-9 LDCP-11
    /\ s[f].next < UpTo(f, posted[f])
    /\ MayTransmit(s[f])
    /\ LET last == IsLast(f, s[f].next)
           ecn == Ecn(s[f], last, s[f].next + 1 < UpTo(f, posted[f]))
       IN /\ queue' = IF IsDropped(ecn) THEN queue
                      ELSE Append(queue, [flow |-> f, psn |-> s[f].next, ecn |-> ecn])
          /\ early' = [early EXCEPT ![f] =
                @ + (IF s[f].stage = "FAST" /\ ecn = "ECT_0" /\ ~last /\ s[f].next + 1 # Iw THEN 1 ELSE 0)]
    /\ s' = [s EXCEPT ![f] = Sent(@)]
    /\ UNCHANGED <<posted, expected, nakked, acks, lost>>

\* What loss leaves of fast start: as many packets as had come in order, and one at least.
AfterLoss(count) == Most(1, Least(Iw, count)) \* LDCP-10 FIND-10

Settled(v, cw) == [v EXCEPT !.stage = "STABLE", !.cw = cw, !.sinceFirst = 0] \* LDCP-10

\* In fast start sending has not gone back yet: the next packet is the first that was not sent.
IsUnsent(v, psn) == v.stage = "FAST" /\ psn > v.next \* LDCP-10

\* All of IW is acknowledged.  An acknowledgment of packets that were not sent changes nothing.
Acknowledged(v, psn) == \* LDCP-10
    IF psn <= v.una \/ IsUnsent(v, psn) THEN v
    ELSE LET w == [v EXCEPT !.una = psn, !.next = Most(@, psn), !.sinceHeard = 0]
         IN IF v.stage = "FAST" /\ psn >= Iw THEN Settled(w, Iw) ELSE w

\* Go-back-N: all from the missing packet on is sent again.
Refused(v, psn) == \* LDCP-10
    IF psn < v.una \/ IsUnsent(v, psn) THEN v
    ELSE LET w == Acknowledged(v, psn)
             back == [w EXCEPT !.next = psn, !.sinceHeard = 0]
         IN IF w.stage = "FAST" THEN Settled(back, AfterLoss(psn)) ELSE back

Without(messages, i) == SubSeq(messages, 1, i - 1) \o SubSeq(messages, i + 1, Len(messages))

\* An ACK comes, or a NAK for the first packet that is missing, out of date or not.
ReceiveAck(i) == \* LDCP-10
    /\ i \in DOMAIN acks /\ i <= 1 + Overtake
    /\ LET a == acks[i]
       IN s' = [s EXCEPT ![a.flow] = IF a.nak THEN Refused(@, a.psn) ELSE Acknowledged(@, a.psn)]
    /\ acks' = Without(acks, i)
    /\ UNCHANGED <<posted, expected, nakked, queue, lost, early>>

TimerRuns(v) == Rto > 0 /\ v.next > v.una

\* Nothing was heard for so long: the tail is lost, or what told of it.
TimedOut(v) == \* LDCP-9 LDCP-10 FIND-10
    Settled([v EXCEPT !.next = v.una, !.sinceHeard = 0],
            IF v.stage = "FAST" THEN AfterLoss(v.una) ELSE 1)

Timeout(f) == \* LDCP-9 FIND-10
    /\ TimerRuns(s[f])
    /\ s[f].sinceHeard >= Rto
    /\ s' = [s EXCEPT ![f] = TimedOut(@)]
    /\ UNCHANGED <<posted, expected, nakked, queue, acks, lost, early>>

-----------------------------------------------------------------------------
\* Receiver, as RcTransport has it: in order only, one NAK for a gap.

Answers(p) ==
    IF p.psn = expected[p.flow] THEN <<[flow |-> p.flow, nak |-> FALSE, psn |-> p.psn + 1]>>
    ELSE IF p.psn < expected[p.flow] THEN <<[flow |-> p.flow, nak |-> FALSE, psn |-> expected[p.flow]]>>
    ELSE IF nakked[p.flow] THEN <<>>
    ELSE <<[flow |-> p.flow, nak |-> TRUE, psn |-> expected[p.flow]]>>

\* A packet comes out of the queue, and to its receiver.
Deliver == \* LDCP-9
    /\ queue # <<>>
    /\ LET p == queue[1]
       IN /\ Len(acks) + Len(Answers(p)) <= MaxAcks
          /\ acks' = acks \o Answers(p)
          /\ expected' = IF p.psn = expected[p.flow] THEN [expected EXCEPT ![p.flow] = @ + 1] ELSE expected
          /\ nakked' = IF p.psn < expected[p.flow] THEN nakked
                       ELSE [nakked EXCEPT ![p.flow] = p.psn > expected[p.flow]]
    /\ queue' = Tail(queue)
    /\ UNCHANGED <<s, posted, lost, early>>

LoseAck ==
    /\ acks # <<>>
    /\ lost < AckLosses
    /\ acks' = Tail(acks)
    /\ lost' = lost + 1
    /\ UNCHANGED <<s, posted, expected, nakked, queue, early>>

-----------------------------------------------------------------------------
\* Time.

Aged(v, time) ==
    [v EXCEPT !.sinceFirst = IF RoundEnd = "BASE_RTT" /\ v.stage = "FAST" /\ v.next > 0 THEN Least(@ + time, BaseRtt) ELSE 0,
              !.sinceHeard = IF TimerRuns(v) THEN Least(@ + time, Rto) ELSE 0]

Tick(time) == \* LDCP-9 LDCP-11
    /\ s' = [f \in Flows |-> Aged(s[f], time)]
    /\ UNCHANGED <<posted, expected, nakked, queue, acks, lost, early>>

-----------------------------------------------------------------------------
Next ==
    \/ \E f \in Flows : Post(f) \/ Transmit(f) \/ Timeout(f)
    \/ \E i \in 1 .. MaxAcks : ReceiveAck(i)
    \/ Deliver
    \/ LoseAck
    \/ \E time \in Elapsed : Tick(time)

Safety == Init /\ [][Next]_vars

\* Weak fairness for the application, both ends, the switch and time.  None for what is lost.
Fairness ==
    /\ \A f \in Flows : WF_vars(Post(f)) /\ WF_vars(Transmit(f)) /\ WF_vars(Timeout(f))
    /\ WF_vars(ReceiveAck(1)) /\ WF_vars(Deliver)
    /\ \A time \in Elapsed : WF_vars(Tick(time))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* The switch holds no more than it can, and the network loses no more than it may.
BoundsInv == Len(queue) <= BufMax /\ Len(acks) <= MaxAcks /\ lost \in 0 .. AckLosses \* LDCP-8

\* The application posts what it has, and nothing is sent before.
PostedInv == \* LDCP-8
    \A f \in Flows :
        /\ posted[f] \in 0 .. Len(Messages[f])
        /\ posted[f] = 0 => s[f].next = 0

\* What is acknowledged has come, and what has come was there to be sent.
AckedInv == \* LDCP-10
    /\ \A f \in Flows : s[f].una <= expected[f] /\ expected[f] <= UpTo(f, posted[f])
    /\ \A i \in DOMAIN queue : queue[i].psn < UpTo(queue[i].flow, posted[queue[i].flow])
    /\ \A i \in DOMAIN acks : acks[i].psn <= expected[acks[i].flow]

\* In fast start IW is in flight at most; later the window, which is never less than a packet.
WindowInv == \* LDCP-8 LDCP-10 FIND-10
    \A f \in Flows :
        IF s[f].stage = "FAST" THEN s[f].cw = 0 /\ s[f].next - s[f].una <= Iw
        ELSE s[f].cw \in 1 .. Iw /\ s[f].next - s[f].una <= s[f].cw

\* The tail of a message is ECN-capable, so is the IW-th packet, and what comes after it.  What is not
\* has another packet behind it that was posted by then.
TailsInv == \* LDCP-9 LDCP-11 FIND-28
    \A i \in DOMAIN queue :
        LET p == queue[i]
        IN \/ p.ecn = "ECT_0"
           \/ /\ p.psn + 1 < Iw /\ p.psn + 1 < UpTo(p.flow, posted[p.flow])
              /\ TailOf = "MESSAGE" => ~IsLast(p.flow, p.psn)

\* Of the first IW packets of a flow one at most waits that a switch must not drop at K.  So it is for one
\* message, and for several that are posted at once if only the last of them has a tail.
OneTailInv == \* LDCP-9 LDCP-14 FIND-28
    \A f \in Flows : s[f].stage = "FAST" =>
        Cardinality({i \in DOMAIN queue :
            queue[i].flow = f /\ queue[i].psn < Iw /\ queue[i].ecn = "ECT_0"}) <= 1

\* Flows of the stable stage send no other.
StableInv == \A i \in DOMAIN queue : queue[i].flow \in Stable => queue[i].ecn = "ECT_0" \* LDCP-8

\* Of the first round trip, K packets at most wait at a time: the others find room.
ProtectedInv == \* LDCP-8 LDCP-14
    \A i \in DOMAIN queue : queue[i].ecn = "NOT_ECT" => i <= K

\* But for tails, a packet that the switch must not drop at K was clocked out by an acknowledgment.  Tails
\* are not counted, however many there are: in a burst of messages of one packet each may be one, and then
\* nothing of it is clocked out (FIND-28).
ClockedInv == \A f \in Flows : early[f] <= s[f].una \* LDCP-8 LDCP-11

\* What comes next in order closes a gap.
GapInv == \A f \in Flows : nakked[f] => expected[f] < UpTo(f, posted[f]) \* LDCP-9

\* The first round trip is timed where its time ends it, from the first packet on, and in fast start
\* alone; the other timer waits for what is in flight.
TimersInv == \* LDCP-9 LDCP-11
    \A f \in Flows :
        /\ s[f].sinceFirst \in 0 .. BaseRtt
        /\ s[f].sinceFirst > 0 => RoundEnd = "BASE_RTT" /\ s[f].stage = "FAST" /\ s[f].next > 0
        /\ s[f].sinceHeard \in 0 .. Rto
        /\ s[f].next = s[f].una => s[f].sinceHeard = 0

\* A receiver takes what has come as long as there is room for its answer.
TakesInv == queue # <<>> /\ Len(acks) < MaxAcks => ENABLED Deliver \* LDCP-9

-----------------------------------------------------------------------------
\* Action properties.

Sends(f) == s'[f].next = s[f].next + 1 /\ s'[f].una = s[f].una
Queues == Len(queue') > Len(queue)
IsTaken == Len(queue') < Len(queue)
IsFull == Len(queue) = BufMax

\* Whether nothing but the next packet itself can show that it is lost.
ShowsItself(f) == IF TailOf = "MESSAGE" THEN IsLast(f, s[f].next) ELSE s[f].next + 1 = UpTo(f, posted[f])

\* An ECN-capable packet is dropped by a full queue, and by nothing else.
NoCapableDropProp == \* LDCP-8 LDCP-9 LDCP-14 LDCP-16
    [][\A f \in Flows : Sends(f) =>
        IF s[f].stage = "STABLE" \/ ShowsItself(f) \/ s[f].next + 1 >= Iw
        THEN Queues <=> ~IsFull
        ELSE Len(queue) < K => Queues]_vars

\* Any other packet of the first round trip is dropped at K.
DroppedAtKProp == \* LDCP-8 LDCP-11
    [][\A f \in Flows :
        /\ Sends(f) /\ s[f].stage = "FAST" /\ ~ShowsItself(f) /\ s[f].next + 1 < Iw
        /\ RoundEnd = "FIRST_ACK" => s[f].una = 0
        /\ s[f].sinceFirst < BaseRtt
        => IF Len(queue) >= K THEN queue' = queue
           ELSE Queues /\ queue'[Len(queue')].ecn = "NOT_ECT"]_vars

\* What comes into the queue is the next packet of its flow, and counts as sent.
SentProp == \* LDCP-11
    [][Queues =>
        LET p == queue'[Len(queue')]
        IN p.psn = s[p.flow].next /\ s'[p.flow].next = s[p.flow].next + 1]_vars

\* Fast start ends in one of two ways, once, and with the window of that way.
EndsProp == \* LDCP-10 FIND-10
    [][\A f \in Flows :
        /\ s[f].stage = "STABLE" => s'[f].stage = "STABLE"
        /\ s[f].stage = "FAST" /\ s'[f].stage = "STABLE" =>
            IF s'[f].una >= Iw THEN s'[f].cw = Iw
            ELSE /\ s'[f].cw = Most(1, s'[f].una)
                 /\ s'[f].next = s'[f].una]_vars

\* Whatever has sending go back ends it.
LossEndsItProp == [][\A f \in Flows : s'[f].next < s[f].next => s'[f].stage = "STABLE"]_vars \* LDCP-10

\* When all of IW is acknowledged, it ends.
IwEndsItProp == [][\A f \in Flows : s'[f].una >= Iw => s'[f].stage = "STABLE"]_vars \* LDCP-10

\* The stable window falls by a timeout alone, which leaves one packet.
StableWindowProp == \* LDCP-10
    [][\A f \in Flows : s[f].stage = "STABLE" /\ s'[f].cw # s[f].cw =>
        s'[f].cw = 1 /\ s'[f].next = s[f].una /\ s[f].sinceHeard >= Rto /\ Rto > 0]_vars

\* What is acknowledged stays so; sending goes back to the first packet that is missing, and not
\* beyond it.
GoBackProp == \* LDCP-10
    [][\A f \in Flows :
        /\ s'[f].una >= s[f].una
        /\ s'[f].next < s[f].next => s'[f].next = s'[f].una]_vars

\* Packets are taken in order, each of them once.
InOrderProp == \* LDCP-10
    [][\A f \in Flows : expected'[f] # expected[f] =>
        /\ expected'[f] = expected[f] + 1
        /\ IsTaken /\ queue[1].flow = f /\ queue[1].psn = expected[f]]_vars

\* The first packet that shows a gap is answered by a NAK, and those after it by nothing.
NakProp == \* LDCP-9
    [][IsTaken /\ queue[1].psn > expected[queue[1].flow] /\ ~nakked[queue[1].flow] =>
        /\ Len(acks') = Len(acks) + 1
        /\ acks'[Len(acks')] = [flow |-> queue[1].flow, nak |-> TRUE, psn |-> expected[queue[1].flow]]
        /\ nakked'[queue[1].flow]]_vars
OnceProp == \* LDCP-9
    [][IsTaken /\ queue[1].psn > expected[queue[1].flow] /\ nakked[queue[1].flow] => acks' = acks]_vars

\* ACKs and NAKs leave the network one at a time, and overtake so many others and no more.
OneAtATimeProp == \* LDCP-10
    [][Len(acks') < Len(acks) =>
        \E i \in DOMAIN acks :
            /\ i <= 1 + Overtake
            /\ acks' = [j \in 1 .. Len(acks) - 1 |-> IF j < i THEN acks[j] ELSE acks[j + 1]]]_vars

\* What counts as lost was on its way, and is there no longer.
LostProp == [][lost' # lost => Len(acks') < Len(acks)]_vars \* LDCP-9

\* The timer goes on with time alone, and begins anew with what is heard or is to be sent again.
TimerProp == \* LDCP-9
    [][\A f \in Flows :
        /\ s'[f].sinceHeard > s[f].sinceHeard => s'[f].next = s[f].next /\ s'[f].una = s[f].una
        /\ s'[f].sinceHeard < s[f].sinceHeard => s'[f].una > s[f].una \/ s'[f].next = s'[f].una]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* All of all messages is acknowledged.
FlowsProp == <>(\A f \in Flows : s[f].una = Total(Messages[f])) \* LDCP-9 LDCP-10 FIND-10
=============================================================================
