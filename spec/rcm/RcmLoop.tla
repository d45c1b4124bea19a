------------------------------- MODULE RcmLoop -------------------------------
(***************************************************************************)
(* The loop of RoCEv2 congestion management: the queue of a congested      *)
(* switch marks packets (congestion point, CP), whoever receives one tells *)
(* its sender by a congestion notification packet, a CNP (notification     *)
(* point, NP), and the sender lowers the rate of that queue pair, and      *)
(* raises it again when notifications stay away (reaction point, RP).      *)
(*                                                                         *)
(* Source     Understanding RoCEv2 Congestion Management, version 13.  What*)
(*            it leaves to configuration follows public material on DCQCN, *)
(*            not a source document of the project                         *)
(* Models     RCM-1 RCM-2 RCM-3 RCM-4 RCM-5 RCM-6 RCM-10 RCM-11 RCM-12     *)
(* Mends      FIND-13 FIND-27                                              *)
(* Leaves out pause (RCM-7); other traffic and its classes (RCM-8, RCM-9); *)
(*            acknowledgments and what is sent again; a CNP whose ICRC does*)
(*            not verify: it is one that is lost                           *)
(* Units      rates, times and bytes of a small world; at full size 1 Mb/s,*)
(*            1 ps and 1 B, so that PerByte is 8,000,000, and all but the  *)
(*            longest gap between packets fits TLC's 32 bits               *)
(*                                                                         *)
(* Fixed point: a rate is a whole number, alpha is one of Scale parts. What*)
(* does not divide is rounded once, at the end: toward zero where the rate *)
(* is cut and where alpha moves, of which one part always stays; up where  *)
(* the rate rises.  A mean rounded toward zero stops one short of the line *)
(* rate for ever, and an alpha of 0 has a CNP cut nothing.                 *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, FixedPoint

CONSTANTS
    Peer,           \* the queue pair (QP) at the other end of each QP; their numbers are their places
    Packets,        \* what each QP has to send
    Size,           \* bytes of a packet
    Selected,       \* QPs for which the application wants congestion control
    Notifies,       \* QPs whose host has a notification point
    Reacts,         \* QPs whose host has a reaction point
    KMin,           \* CP: bytes of the queue from which on packets may be marked
    KMax,           \* CP: from here on all are
    PMax,           \* CP: the probability just below KMax, in parts of Draw
    Draw,           \* CP: draws are 0 .. Draw - 1
    Draws,          \* environment: the draws that occur
    Room,           \* CP: bytes that its queue can hold
    Interval,       \* NP: between two CNPs of a QP at least; 0: each mark has its own
    Answers,        \* NP: what answers to marks within the interval: "INTERVAL_END" or "NEXT_MARK"
    CnpEcn,         \* NP: the codepoint that CNPs leave with
    Line,           \* RP: the rate without congestion
    MinRate,        \* RP: the least rate
    PerByte,        \* RP: a byte takes PerByte / rate
    Scale,          \* RP: parts of alpha
    Gain,           \* RP: g, in such parts
    AlphaStart,     \* RP: alpha at the first CNP, in such parts; where it stays, twice the part that a cut takes
    DecayTime,      \* RP: time without a CNP after which alpha falls; 0: it never does
    CutGap,         \* RP: between two cuts at least; 0: each CNP cuts
    Clamp,          \* RP: which cuts have the target follow the rate: "ALWAYS", or "AFTER_TIME", those that the timer has run out before
    Rise,           \* RP: "STEP", by StepAdd, or "DCQCN", half way to the target
    RiseTime,       \* RP: time without a CNP after which the rate rises; 0: by bytes alone
    RiseBytes,      \* RP: the same in bytes sent; 0: by time alone
    Both,           \* RP: whether it takes both
    FastSteps,      \* RP: rises before the target rises, too
    CountsFirst,    \* RP: whether a rise counts before it is compared with FastSteps
    StepAdd,        \* RP: what the target, or the rate, rises by
    StepHyper,      \* RP: what the target rises by at last, once more each time; 0: there is no such stage
    MaxLink,        \* environment: packets on their way to the switch
    MaxCnps,        \* environment: CNPs on their way
    Losses,         \* environment: CNPs that may be lost
    Repeats,        \* environment: CNPs that may come once more
    CnpMarks,       \* environment: CNPs that may be marked on their way
    Corruptions,    \* environment: packets whose ICRC may not verify
    Elapsed         \* environment: times that may pass

Qps == 1 .. Len(Peer)
Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b

Codepoints == {"NOT_ECT", "ECT_0", "ECT_1", "CE"} \* RCM-1

\* Between two packets at a rate; the longest one.
Gap(bytes, rate) == MulDivUp(bytes, PerByte, rate, 1) \* RCM-5
LongestGap(bytes) == Gap(bytes, MinRate)

ASSUME RcmLoopAssumption ==
    /\ \A q \in Qps : Peer[q] \in Qps \ {q} /\ Peer[Peer[q]] = q
    /\ Packets \in [Qps -> Nat] /\ Selected \cup Notifies \cup Reacts \subseteq Qps
    /\ 0 < Size /\ Size <= Room
    /\ 0 <= KMin /\ KMin <= KMax /\ PMax \in 0 .. Draw /\ Draws \subseteq 0 .. Draw - 1
    /\ Interval \in Nat /\ Answers \in {"INTERVAL_END", "NEXT_MARK"} /\ CnpEcn \in Codepoints
    /\ 0 < MinRate /\ MinRate < Line /\ 0 < PerByte
    /\ 0 <= Gain /\ Gain <= Scale
    /\ AlphaStart \in 1 .. IF Gain = 0 THEN 2 * Scale - 1 ELSE Scale \* RCM-5
    /\ {DecayTime, CutGap, RiseTime, RiseBytes, FastSteps, StepHyper} \subseteq Nat
    /\ RiseTime + RiseBytes > 0 /\ (Both => RiseTime > 0 /\ RiseBytes > 0)
    /\ Clamp \in {"ALWAYS", "AFTER_TIME"} /\ Rise \in {"STEP", "DCQCN"}
    /\ StepAdd > 0
    /\ Elapsed \subseteq Nat \ {0}

VARIABLES
    rp,             \* sender: the reaction point of each QP, see Reaction
    np,             \* receiver: the notification point of each QP, see Notification
    waiting,        \* network: bytes in the congestion point's queue, as it counts them
    sent,           \* its user: packets of each QP that have been sent
    delivered,      \* its user: packets that each QP has handed on
    link,           \* network: packets on their way to the switch, each with the QP it is for
    queue,          \* network: packets that wait there
    cnps,           \* network: CNPs on their way, each with the QP it is for
    lost,           \* network: CNPs lost so far
    repeated,       \* network: CNPs brought once more so far
    marked,         \* network: CNPs marked so far
    corrupted,      \* network: packets spoilt so far
    quiet,          \* whoever looks on: time since a CNP for a QP left, up to beyond Interval
    unanswered,     \* whoever looks on: whether a mark of a QP has had no CNP since
    calm,           \* whoever looks on: time since a QP took a CNP, up to RiseTime
    passed          \* whoever looks on: bytes that it has sent since, up to RiseBytes

faults == <<lost, repeated, marked, corrupted>>
watch == <<quiet, unanswered, calm, passed>>
vars == <<rp, np, waiting, sent, delivered, link, queue, cnps, faults, watch>>

\* Times are what has passed since, counted as far as a rule asks.
Reaction == [
    limited : BOOLEAN,      \* whether it holds the rate down at all
    rate : Nat,             \* R_C
    target : Nat,           \* R_T
    alpha : Nat,
    timeStage : Nat,        \* rises by time since the last CNP
    byteStage : Nat,        \* rises by bytes since then
    sinceRise : Nat,        \* since the timer of rises began
    sinceDecay : Nat,       \* since alpha moved
    sinceCut : Nat,         \* since the rate was cut
    sentBytes : Nat,        \* since the byte counter began
    lastBytes : Nat,        \* of the packet that was sent last
    sinceSent : Nat]        \* since then

Notification == [
    sinceCnp : Nat,         \* since a CNP left
    owed : BOOLEAN]         \* whether a mark waits for the interval's end

Free == [
    limited |-> FALSE, rate |-> Line, target |-> Line, alpha |-> AlphaStart,
    timeStage |-> 0, byteStage |-> 0, sinceRise |-> 0, sinceDecay |-> 0, sinceCut |-> CutGap,
    sentBytes |-> 0, lastBytes |-> 0, sinceSent |-> 0]

Packet == [qp : Qps, ecn : Codepoints]

TypeOK ==
    /\ rp \in Seq(Reaction) /\ Len(rp) = Len(Peer)
    /\ np \in Seq(Notification) /\ Len(np) = Len(Peer)
    /\ waiting \in Nat
    /\ {sent, delivered} \subseteq [Qps -> Nat]
    /\ \A i \in DOMAIN link : link[i] \in Packet
    /\ \A i \in DOMAIN queue : queue[i] \in Packet
    /\ \A i \in DOMAIN cnps : cnps[i] \in Packet
    /\ {lost, repeated, marked, corrupted} \subseteq Nat
    /\ quiet \in [Qps -> 0 .. Interval + 1]
    /\ unanswered \in [Qps -> BOOLEAN]
    /\ calm \in [Qps -> 0 .. RiseTime]
    /\ passed \in [Qps -> 0 .. RiseBytes]

Init ==
    /\ rp = [q \in Qps |-> Free]
    /\ np = [q \in Qps |-> [sinceCnp |-> Interval, owed |-> FALSE]]
    /\ waiting = 0
    /\ sent = [q \in Qps |-> 0] /\ delivered = [q \in Qps |-> 0]
    /\ link = <<>> /\ queue = <<>> /\ cnps = <<>>
    /\ lost = 0 /\ repeated = 0 /\ marked = 0 /\ corrupted = 0
    /\ quiet = [q \in Qps |-> Interval + 1] /\ unanswered = [q \in Qps |-> FALSE]
    /\ calm = [q \in Qps |-> RiseTime] /\ passed = [q \in Qps |-> RiseBytes]

Without(messages, i) == SubSeq(messages, 1, i - 1) \o SubSeq(messages, i + 1, Len(messages))

\* The messages under way once others have left behind them, and a user's count of one more.
Joined(messages, others) == messages \o others
OneMore(count) == count + 1

-----------------------------------------------------------------------------
\* Reaction point: its state w, and what becomes of it.

\* Whether this cut has the target follow the rate.
Clamps(w) ==
    Rise = "DCQCN" /\ (Clamp = "ALWAYS" \/ ~w.limited \/ w.timeStage > 0)

CutRate(w) == Most(MinRate, MulDiv(w.rate, 2 * Scale - w.alpha, 2 * Scale)) \* RCM-5
MayCut(w) == w.sinceCut >= CutGap

\* The wait for a rise begins anew with each CNP, whether it cuts or not.
Restarted(w) == \* RCM-6
    [w EXCEPT !.limited = TRUE, !.timeStage = 0, !.byteStage = 0, !.sinceRise = 0,
              !.sinceDecay = 0, !.sentBytes = 0]

\* The cut is made with the alpha from before.
Cut(w) == \* RCM-5
    IF MayCut(w)
    THEN [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target,
                   !.rate = CutRate(w),
                   !.alpha = MulDiv(w.alpha, Scale - Gain, Scale) + Gain,
                   !.sinceCut = 0]
    ELSE w

Decayed(w) == [w EXCEPT !.alpha = Most(1, MulDiv(w.alpha, Scale - Gain, Scale)), !.sinceDecay = 0]

\* What the target rises by: t and b rises by time and by bytes are what is compared.
AddAt(t, b) ==
    IF Most(t, b) < FastSteps THEN 0
    ELSE IF StepHyper > 0 /\ Least(t, b) > FastSteps THEN (Least(t, b) - FastSteps) * StepHyper
    ELSE StepAdd

TargetAfter(w, t, b) == Least(Line, w.target + AddAt(t, b))
RateAfter(w, t, b) == \* RCM-6
    IF Rise = "STEP" THEN Least(Line, w.rate + StepAdd) ELSE (w.rate + TargetAfter(w, t, b) + 1) \div 2

\* Once the line rate is reached, nothing is kept.
Risen(w, t, b) == \* RCM-6
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN Free
       ELSE [w EXCEPT !.rate = rate,
                      !.target = TargetAfter(w, compared[1], compared[2]),
                      !.timeStage = t, !.byteStage = b]

\* While it holds the rate down, packets are spaced out.
MayTransmit(w) == w.limited => w.sinceSent >= Gap(w.lastBytes, w.rate) \* RCM-5

\* Bytes of the packet that is sent.
SentSize == Size

\* A packet is counted, and may be the one that has the rate rise.
Counted(w) == \* RCM-6
    IF ~w.limited THEN w
    ELSE LET bytes == w.sentBytes + SentSize
             out == [w EXCEPT !.lastBytes = SentSize, !.sinceSent = 0]
         IN IF RiseBytes = 0 THEN out
            ELSE IF bytes < RiseBytes THEN [out EXCEPT !.sentBytes = bytes]
            ELSE IF Both THEN [out EXCEPT !.sentBytes = RiseBytes]
            ELSE Risen([out EXCEPT !.sentBytes = 0], w.timeStage, w.byteStage + 1)

DataEcn(q) == IF q \in Selected THEN "ECT_0" ELSE "NOT_ECT" \* RCM-1 RCM-10

Transmit(q) == \* RCM-1 RCM-5 RCM-6 RCM-10
    /\ sent[q] < Packets[q]
    /\ Len(link) < MaxLink
    /\ MayTransmit(rp[q])
    /\ rp' = [rp EXCEPT ![q] = Counted(@)]
    /\ sent' = [sent EXCEPT ![q] = OneMore(@)]
    /\ passed' = [passed EXCEPT ![q] = Least(@ + SentSize, RiseBytes)]
    /\ link' = Joined(link, <<[qp |-> Peer[q], ecn |-> DataEcn(q)]>>)
    /\ UNCHANGED <<np, waiting, delivered, queue, cnps, faults, quiet, unanswered, calm>>

RiseIsDue(w) == \* RCM-6
    /\ w.limited /\ RiseTime > 0
    /\ w.sinceRise >= RiseTime
    /\ Both => w.sentBytes >= RiseBytes

RiseTimer(q) == \* RCM-6
    /\ RiseIsDue(rp[q])
    /\ rp' = [rp EXCEPT ![q] = Risen([@ EXCEPT !.sinceRise = 0,
                                               !.sentBytes = IF Both THEN 0 ELSE @],
                                     @.timeStage + 1, @.byteStage)]
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, cnps, faults, watch>>

AlphaTimer(q) == \* RCM-5
    /\ rp[q].limited /\ DecayTime > 0
    /\ rp[q].sinceDecay >= DecayTime
    /\ rp' = [rp EXCEPT ![q] = Decayed(@)]
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, cnps, faults, watch>>

\* Whatever its ECN field says: what tells a CNP is its opcode.
IsCnp(opcode, ecn) == opcode = "CNP" \* RCM-4 FIND-13

\* A host without a reaction point ignores it.
Heeds(q) == q \in Reacts \* RCM-12

Notified(q) == IF Heeds(q) THEN Restarted(Cut(rp[q])) ELSE rp[q]

-----------------------------------------------------------------------------
\* Congestion point.

CanBeMarked(ecn) == ecn \in {"ECT_0", "ECT_1"} \* RCM-2

\* Never below KMin, always from KMax on, and on a ramp between them.
Marks(ecn, draw) == \* RCM-2
    /\ CanBeMarked(ecn)
    /\ waiting >= KMin
    /\ waiting >= KMax \/ draw * (KMax - KMin) < (waiting - KMin) * PMax

HasRoom == waiting + Size <= Room

\* What comes to the switch is queued, marked or not; it is dropped where it does not fit.
Enqueue(draw) == \* RCM-2
    /\ link # <<>>
    /\ LET p == link[1]
       IN IF HasRoom
          THEN /\ queue' = Append(queue, [p EXCEPT !.ecn = IF Marks(p.ecn, draw) THEN "CE" ELSE @])
               /\ waiting' = waiting + Size
          ELSE UNCHANGED <<queue, waiting>>
    /\ link' = Tail(link)
    /\ UNCHANGED <<rp, np, sent, delivered, cnps, faults, watch>>

-----------------------------------------------------------------------------
\* Notification point.

\* A packet that has to be answered: it is marked, valid, and no CNP itself.
IsNews(q, opcode, ecn, valid) == \* RCM-3 RCM-12 FIND-13
    q \in Notifies /\ ecn = "CE" /\ valid /\ opcode # "CNP"

IsOver(q) == np[q].sinceCnp >= Interval

\* The CNP names the QP at the other end, which is to slow down.
CnpOf(q) == [qp |-> Peer[q], ecn |-> CnpEcn] \* RCM-3 RCM-4

CnpLeaves(q) == [sinceCnp |-> 0, owed |-> FALSE]
Owes(q) == Answers = "INTERVAL_END"

Seen(q) == \* RCM-3
    IF IsOver(q) THEN CnpLeaves(q) ELSE [np[q] EXCEPT !.owed = Owes(q)]
AnswersTo(q) == IF IsOver(q) THEN <<CnpOf(q)>> ELSE <<>> \* RCM-3

HasRoomFor(messages) == Len(cnps) + Len(messages) <= MaxCnps

\* What whoever looks on makes of CNPs that leave.
Watched(news, marks) ==
    LET told == {news[i].qp : i \in DOMAIN news}
    IN /\ quiet' = [q \in Qps |-> IF q \in told THEN 0 ELSE quiet[q]]
       /\ unanswered' = [q \in Qps |-> IF q \in told THEN FALSE ELSE unanswered[q] \/ q \in marks]

\* A QP takes a packet, marked or not. One that is not valid is dropped.
TakePacket(p, valid) == \* RCM-3 RCM-11
    LET news == IsNews(p.qp, "DATA", p.ecn, valid)
        answers == IF news THEN AnswersTo(p.qp) ELSE <<>>
    IN /\ HasRoomFor(answers)
       /\ np' = IF news THEN [np EXCEPT ![p.qp] = Seen(p.qp)] ELSE np
       /\ rp' = IF IsCnp("DATA", p.ecn) THEN [rp EXCEPT ![p.qp] = Notified(p.qp)] ELSE rp
       /\ cnps' = Joined(cnps, answers)
       /\ Watched(answers, IF p.ecn = "CE" /\ valid /\ p.qp \in Notifies THEN {Peer[p.qp]} ELSE {})
       /\ delivered' = IF valid THEN [delivered EXCEPT ![p.qp] = OneMore(@)] ELSE delivered

\* A packet leaves the queue and comes to its QP.
Receive(valid) == \* RCM-3 RCM-11
    /\ queue # <<>>
    /\ ~valid => corrupted < Corruptions
    /\ TakePacket(queue[1], valid)
    /\ queue' = Tail(queue)
    /\ waiting' = waiting - Size
    /\ corrupted' = IF valid THEN corrupted ELSE corrupted + 1
    /\ UNCHANGED <<sent, link, lost, repeated, marked, calm, passed>>

IsDue(q) == np[q].owed /\ IsOver(q)

\* The interval is over, and marks have come in it.
CnpTimer(q) == \* RCM-3
    /\ IsDue(q)
    /\ HasRoomFor(<<CnpOf(q)>>)
    /\ np' = [np EXCEPT ![q] = CnpLeaves(q)]
    /\ cnps' = Joined(cnps, <<CnpOf(q)>>)
    /\ Watched(<<CnpOf(q)>>, {})
    /\ UNCHANGED <<rp, waiting, sent, delivered, link, queue, faults, calm, passed>>

-----------------------------------------------------------------------------
\* CNPs on their way.

\* A QP takes a CNP, with those on their way that it leaves.
TakeCnp(c, rest) == \* RCM-4 RCM-5 RCM-12
    LET news == IsNews(c.qp, "CNP", c.ecn, TRUE)
        answers == IF news THEN AnswersTo(c.qp) ELSE <<>>
    IN /\ Len(rest) + Len(answers) <= MaxCnps
       /\ rp' = IF IsCnp("CNP", c.ecn) THEN [rp EXCEPT ![c.qp] = Notified(c.qp)] ELSE rp
       /\ np' = IF news THEN [np EXCEPT ![c.qp] = Seen(c.qp)] ELSE np
       /\ cnps' = Joined(rest, answers)
       /\ Watched(answers, {})
       /\ calm' = [calm EXCEPT ![c.qp] = 0]
       /\ passed' = [passed EXCEPT ![c.qp] = 0]

\* One comes to its QP, in whatever order, and may come once more.
ReceiveCnp(i, stays) == \* RCM-4 RCM-5 RCM-12
    /\ i \in DOMAIN cnps
    /\ stays => repeated < Repeats
    /\ TakeCnp(cnps[i], IF stays THEN cnps ELSE Without(cnps, i))
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<waiting, sent, delivered, link, queue, lost, marked, corrupted>>

LoseCnp(i) ==
    /\ i \in DOMAIN cnps
    /\ lost < Losses
    /\ cnps' = Without(cnps, i)
    /\ lost' = lost + 1
    /\ UNCHANGED <<rp, np, waiting, sent, delivered, link, queue, repeated, marked, corrupted, watch>>

\* A switch on the way is congested: to it a CNP is an IP packet as any other.
MarkCnp(i) == \* RCM-4 FIND-13
    /\ i \in DOMAIN cnps
    /\ marked < CnpMarks
    /\ CanBeMarked(cnps[i].ecn)
    /\ cnps' = [cnps EXCEPT ![i].ecn = "CE"]
    /\ marked' = marked + 1
    /\ UNCHANGED <<rp, np, waiting, sent, delivered, link, queue, lost, repeated, corrupted, watch>>

-----------------------------------------------------------------------------
\* Time.

Passed(age, time, limit) == Least(age + time, limit)

Aged(w, time) ==
    IF ~w.limited THEN w
    ELSE [w EXCEPT !.sinceRise = Passed(@, time, RiseTime),
                   !.sinceDecay = Passed(@, time, DecayTime),
                   !.sinceCut = Passed(@, time, CutGap),
                   !.sinceSent = Passed(@, time, LongestGap(w.lastBytes))]

\* An end is prompt: a CNP that is due leaves before more time passes.
Tick(time) == \* RCM-3 RCM-6
    /\ \A q \in Qps : np[q].owed => np[q].sinceCnp + time <= Interval
    /\ rp' = [q \in Qps |-> Aged(rp[q], time)]
    /\ np' = [q \in Qps |-> [np[q] EXCEPT !.sinceCnp = Passed(@, time, Interval)]]
    /\ quiet' = [q \in Qps |-> Passed(quiet[q], time, Interval + 1)]
    /\ calm' = [q \in Qps |-> Passed(calm[q], time, RiseTime)]
    /\ UNCHANGED <<waiting, sent, delivered, link, queue, cnps, faults, unanswered, passed>>

-----------------------------------------------------------------------------
Next ==
    \/ \E q \in Qps : Transmit(q) \/ RiseTimer(q) \/ AlphaTimer(q) \/ CnpTimer(q)
    \/ \E draw \in Draws : Enqueue(draw)
    \/ \E valid \in BOOLEAN : Receive(valid)
    \/ \E i \in 1 .. MaxCnps, stays \in BOOLEAN : ReceiveCnp(i, stays)
    \/ \E i \in 1 .. MaxCnps : LoseCnp(i) \/ MarkCnp(i)
    \/ \E time \in Elapsed : Tick(time)

Safety == Init /\ [][Next]_vars

\* Weak fairness for time, for both ends, and for what comes in the end.  None for faults, of
\* which there are so many and no more.
Fairness ==
    /\ \A q \in Qps : WF_vars(Transmit(q)) /\ WF_vars(RiseTimer(q)) /\ WF_vars(CnpTimer(q))
    /\ WF_vars(\E draw \in Draws : Enqueue(draw))
    /\ WF_vars(Receive(TRUE)) /\ WF_vars(ReceiveCnp(1, FALSE))
    /\ \A time \in Elapsed : WF_vars(Tick(time))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* What the network may do, it does no more often.
NetworkIsBoundedInv ==
    /\ lost <= Losses /\ repeated <= Repeats /\ marked <= CnpMarks /\ corrupted <= Corruptions
    /\ Len(cnps) <= MaxCnps /\ Len(link) <= MaxLink

\* The congestion point knows what waits, and holds no more than it can.
WaitingInv == waiting = Len(queue) * Size /\ waiting <= Room \* RCM-2

\* The injector sets ECT(0) for the flows that were selected, and for no other; what is not
\* capable is never marked.
CodepointsInv == \* RCM-1 RCM-2 RCM-10
    /\ \A i \in DOMAIN link : link[i].ecn = IF Peer[link[i].qp] \in Selected THEN "ECT_0" ELSE "NOT_ECT"
    /\ \A i \in DOMAIN queue :
           queue[i].ecn \in IF Peer[queue[i].qp] \in Selected THEN {"ECT_0", "CE"} ELSE {"NOT_ECT"}

\* What was handed on, or waits, was sent.
CameInv == \* RCM-11
    \A q \in Qps :
        delivered[q] + Cardinality({i \in DOMAIN link : link[i].qp = q})
            + Cardinality({i \in DOMAIN queue : queue[i].qp = q}) <= sent[Peer[q]]

\* A CNP is for whoever has sent what can be marked, and comes from a host that notifies. It
\* left with the codepoint that it is to have, and no CNP is the answer to another.
CnpsInv == \* RCM-3 RCM-4 RCM-10 RCM-12 FIND-13
    \A i \in DOMAIN cnps :
        /\ cnps[i].qp \in Selected /\ sent[cnps[i].qp] > 0
        /\ Peer[cnps[i].qp] \in Notifies
        /\ cnps[i].ecn = CnpEcn \/ (cnps[i].ecn = "CE" /\ marked > 0 /\ CnpEcn \in {"ECT_0", "ECT_1"})

\* A rate is held down while it is below the line rate, and then it is at least the least one;
\* of a rate that is not, nothing is kept.
RatesInv == \* RCM-5 RCM-6
    \A q \in Qps :
        /\ MinRate <= rp[q].rate /\ rp[q].rate <= rp[q].target /\ rp[q].target <= Line
        /\ rp[q].limited <=> rp[q].rate < Line
        /\ ~rp[q].limited =>
            /\ rp[q].alpha = AlphaStart
            /\ {rp[q].timeStage, rp[q].byteStage, rp[q].sinceRise, rp[q].sinceDecay, rp[q].sentBytes,
                rp[q].lastBytes, rp[q].sinceSent} = {0}

\* Alpha is never 0, so that each cut cuts; it is at most 1 where it moves, and stays where it does not.
AlphaInv == \* RCM-5
    \A q \in Qps :
        /\ 1 <= rp[q].alpha
        /\ IF Gain = 0 THEN rp[q].alpha = AlphaStart ELSE rp[q].alpha <= Scale

\* A host without RCM goes on as ever.
OptionalInv == \A q \in Qps \ Reacts : rp[q].rate = Line /\ ~rp[q].limited \* RCM-12

\* A mark within an interval is answered at its end, where that is what answers.
AnsweredInTimeInv == \* RCM-3
    Answers = "INTERVAL_END" => \A q \in Qps : unanswered[q] => quiet[q] <= Interval

\* Both ends measure time as it passes.
AgesInv == \* RCM-3 RCM-6
    \A q \in Qps :
        /\ np[q].sinceCnp = Least(quiet[Peer[q]], Interval)
        /\ rp[q].sinceRise <= calm[q]

\* So many rises bring any rate back to the line, whatever is rounded: those that halve what is
\* missing, and those that take the target up.
Halvings == CHOOSE n \in 0 .. Line : 2 ^ n >= Line /\ \A m \in 0 .. n - 1 : 2 ^ m < Line
EnoughRises == 2 * FastSteps + (Line + StepAdd - 1) \div StepAdd + Halvings + 1
RisesInv == \* RCM-6
    \A q \in Qps : rp[q].timeStage + rp[q].byteStage <= EnoughRises

-----------------------------------------------------------------------------
\* Action properties.

NewCnps == {cnps'[i] : i \in {j \in DOMAIN cnps' : j > Len(cnps)}}
Sends(q) == sent'[q] > sent[q]
IsReceived == Len(queue') < Len(queue)
IsTaken(i) == cnps' = Without(cnps, i) /\ lost' = lost
Rises(q) == rp'[q].rate > rp[q].rate
Falls(q) == rp'[q].rate < rp[q].rate
Hears(q) == \E i \in DOMAIN cnps : cnps[i].qp = q /\ (IsTaken(i) \/ repeated' > repeated)

\* A packet that comes to the switch is dropped where there is no room for it, and nowhere else:
\* where it may be marked, it is so instead.
MarkedInsteadProp == \* RCM-2
    [][Len(link') < Len(link) =>
        IF Len(queue) * Size + Size > Room THEN queue' = queue
        ELSE /\ Len(queue') = Len(queue) + 1
             /\ queue'[Len(queue')].qp = link[1].qp
             /\ link[1].ecn # "NOT_ECT" /\ Len(queue) * Size >= KMax => queue'[Len(queue')].ecn = "CE"
             /\ link[1].ecn = "NOT_ECT" \/ Len(queue) * Size < KMin => queue'[Len(queue')].ecn = link[1].ecn]_vars

\* A valid packet is handed on, once, whatever its mark says; one that is not, never.
DeliveredProp == \* RCM-11 RCM-12
    [][/\ IsReceived =>
            delivered' = [q \in Qps |->
                delivered[q] + (IF q = queue[1].qp /\ corrupted' = corrupted THEN 1 ELSE 0)]
       /\ ~IsReceived => delivered' = delivered]_vars

\* Two CNPs of one QP are an interval apart.
CnpsApartProp == \* RCM-3
    [][/\ \A c \in NewCnps : quiet[c.qp] >= Interval
       /\ Len(cnps') <= Len(cnps) + 1]_vars

\* A CNP is for a mark: of the packet that comes, if it is valid, or of one that came before, at
\* the interval's end.
CnpsAreForMarksProp == \* RCM-3
    [][\A c \in NewCnps :
        \/ /\ IsReceived /\ queue[1].ecn = "CE" /\ corrupted' = corrupted
           /\ queue[1].qp = Peer[c.qp]
        \/ ~IsReceived /\ unanswered[c.qp] /\ Answers = "INTERVAL_END"]_vars

\* A mark that comes when the interval is over is answered at once.
MarksAreAnsweredProp == \* RCM-3 FIND-33
    [][/\ IsReceived /\ corrupted' = corrupted
        /\ queue[1].ecn = "CE" /\ queue[1].qp \in Notifies
        /\ quiet[Peer[queue[1].qp]] >= Interval
        => \E c \in NewCnps : c.qp = Peer[queue[1].qp]]_vars

\* A rate falls because a CNP for that very QP has come.
FallsOnCnpProp == \* RCM-5
    [][\A q \in Qps : Falls(q) => Hears(q)]_vars

\* And falls then, but to the least rate, and within the gap.
CnpCutsProp == \* RCM-5
    [][\A i \in DOMAIN cnps :
        IsTaken(i) /\ cnps[i].qp \in Reacts =>
            \/ Falls(cnps[i].qp)
            \/ rp'[cnps[i].qp].rate = MinRate
            \/ rp[cnps[i].qp].sinceCut < CutGap]_vars

\* Two cuts are a gap apart, which begins anew with each.
CutsApartProp == \* RCM-5
    [][\A q \in Qps : Falls(q) => rp[q].sinceCut >= CutGap /\ rp'[q].sinceCut = 0]_vars

\* The wait for a rise begins anew with each CNP, in time, in bytes, and in its stages.
BeginsAnewProp == \* RCM-6
    [][\A i \in DOMAIN cnps :
        IsTaken(i) =>
            LET w == rp'[cnps[i].qp]
            IN {w.timeStage, w.byteStage, w.sinceRise, w.sinceDecay, w.sentBytes} = {0}]_vars

\* Nobody else's changes.
ThatQpAloneProp == \* RCM-5
    [][\A q, p \in Qps :
        q # p /\ rp'[q].rate # rp[q].rate => rp'[p] = rp[p]]_vars

\* A cut takes half of alpha off the rate, as alpha was before.
CutAmountProp == \* RCM-5
    [][\A q \in Qps : Falls(q) /\ rp'[q].rate > MinRate =>
        LET rest == rp[q].rate * (2 * Scale - rp[q].alpha) - rp'[q].rate * 2 * Scale
        IN 0 <= rest /\ rest < 2 * Scale]_vars

\* Alpha moves towards 1 by the gain where the rate is cut, and towards 0 else.
AlphaMovesProp == \* RCM-5
    [][\A q \in Qps :
        LET moved == rp'[q].alpha * Scale - rp[q].alpha * (Scale - Gain)
            Rounds(from) == from - Scale < moved /\ moved <= from
        IN CASE Falls(q) -> Rounds(Gain * Scale)
             [] rp'[q].alpha # rp[q].alpha /\ rp'[q].limited ->
                    \/ (Rounds(Gain * Scale) /\ rp'[q].rate = MinRate)
                    \/ Rounds(0) \/ rp'[q].alpha = 1
             [] OTHER -> TRUE]_vars

\* Alpha falls when its time has passed, which then begins anew, and at no other time.
DecaysAfterProp == \* RCM-5
    [][\A q \in Qps : rp'[q].limited /\ rp'[q].alpha < rp[q].alpha =>
        DecayTime > 0 /\ rp[q].sinceDecay >= DecayTime /\ rp'[q].sinceDecay = 0]_vars

\* A rate rises after the time, or the bytes, that were asked for without a CNP.
RisesAfterProp == \* RCM-6
    [][\A q \in Qps : Rises(q) =>
        LET byTime == RiseTime > 0 /\ calm[q] >= RiseTime
            byBytes == RiseBytes > 0 /\ passed'[q] >= RiseBytes
        IN IF Both THEN byTime /\ byBytes ELSE byTime \/ (byBytes /\ Sends(q))]_vars

\* No rate rises while marks of its QP have no answer, unless a CNP for it is in flight, or was lost.  The
\* interval of CNPs has to be shorter than a rise waits, and marks answered at its end.  No rule says so.
HeldWhileMarkedProp == \* RCM-3 RCM-6 FIND-27
    [][\A q \in Qps : Rises(q) /\ unanswered[q] =>
        lost > 0 \/ \E i \in DOMAIN cnps : cnps[i].qp = q]_vars

\* It rises half way to its target, rounded up, or by one step.
RiseAmountProp == \* RCM-6
    [][\A q \in Qps : Rises(q) =>
        LET from == rp[q].rate
            to == rp'[q].rate
            goal == IF rp'[q].limited THEN rp'[q].target ELSE Line
        IN IF Rise = "STEP" THEN to = from + StepAdd \/ (to = Line /\ from + StepAdd >= Line)
           ELSE 2 * to - from - goal \in {0, 1}]_vars

\* A rise counts once, with a packet among those by bytes, and else among those by time. What it
\* came by begins anew with it.
StagesProp == \* RCM-6
    [][\A q \in Qps : rp'[q].limited /\ ~Hears(q) =>
        LET byTime == rp'[q].timeStage - rp[q].timeStage
            byBytes == rp'[q].byteStage - rp[q].byteStage
        IN /\ Rises(q) => byTime + byBytes = 1
           /\ byTime \in IF Sends(q) THEN {0} ELSE {0, 1}
           /\ byBytes \in IF Sends(q) THEN {0, 1} ELSE {0}
           /\ byTime = 1 => rp'[q].sinceRise = 0
           /\ byBytes = 1 \/ (Both /\ byTime = 1) => rp'[q].sentBytes = 0]_vars

\* The target rises with the rate, by one step or the last ones, and comes down to the rate with
\* a cut, and else not.
TargetProp == \* RCM-6
    [][\A q \in Qps : rp'[q].limited /\ rp'[q].target # rp[q].target =>
        \/ /\ rp'[q].target = rp[q].rate
           /\ Falls(q) \/ rp[q].rate = MinRate
        \/ /\ Rises(q)
           /\ rp'[q].target > rp[q].target
           /\ LET w == IF CountsFirst THEN rp'[q] ELSE rp[q]
              IN Most(w.timeStage, w.byteStage) >= FastSteps]_vars

\* After the fast steps the target rises with each: by one step, or, where there are last ones, by
\* one of them more each time that both counters go on.
StepsProp == \* RCM-6
    [][\A q \in Qps : Rises(q) =>
        LET w == IF CountsFirst THEN rp'[q] ELSE rp[q]
            rest == Line - rp[q].target
            by == rp'[q].target - rp[q].target
            last == {n \in 1 .. Least(w.timeStage, w.byteStage) : n > FastSteps}
            step == IF StepHyper = 0 \/ last = {} THEN StepAdd ELSE Cardinality(last) * StepHyper
        IN FastSteps <= w.timeStage \/ FastSteps <= w.byteStage =>
            by = step \/ (by = rest /\ rest < step)]_vars

\* A cut has the target come down to where the rate was, or, by profile, only where the timer had
\* run out since the cut before.
ClampsProp == \* RCM-5
    [][\A q \in Qps : Falls(q) =>
        IF Rise = "STEP" THEN rp'[q].target = Line
        ELSE IF Clamp = "AFTER_TIME" /\ rp[q].limited /\ rp[q].timeStage = 0
        THEN rp'[q].target = rp[q].target
        ELSE rp'[q].target = rp[q].rate]_vars

\* While it is held down, a packet leaves when the one before it has had its time at the rate.
PacedProp == \* RCM-5
    [][\A q \in Qps : Sends(q) =>
        /\ rp[q].sinceSent * rp[q].rate >= rp[q].lastBytes * PerByte
        /\ rp'[q].limited => rp'[q].sinceSent = 0 /\ rp'[q].lastBytes = Size]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* When marks stop, each rate is the line rate again, and stays so.
RecoversProp == \A q \in Qps : <>[](rp[q].rate = Line) \* RCM-6

\* Marks are answered in the end, also the last one.
AnsweredProp == \A q \in Qps : []<>~unanswered[q] \* RCM-3

\* All is sent and comes, with RCM and without.
FlowsProp == \A q \in Qps : <>[](sent[q] = Packets[q] /\ link = <<>> /\ queue = <<>>) \* RCM-12

\* CNPs end with the marks that they are for.
CnpsEndProp == <>[](cnps = <<>>) \* RCM-3 FIND-13
=============================================================================
