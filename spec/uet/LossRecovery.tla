---------------------------- MODULE LossRecovery ----------------------------
(***************************************************************************)
(* Loss told by what comes after it: a source packet delivery context      *)
(* (PDC) hears with each acknowledgment how many packets its target holds  *)
(* beyond the first that is missing.  When these are too many for a packet *)
(* that was merely overtaken, the source gives up what is missing, and     *)
(* sends it again long before a timeout would.                             *)
(*                                                                         *)
(* Source     public material on UET 1.0.x, not a source document of the   *)
(*            project: the field's public simulator, where this is off by  *)
(*            default; the fields of an acknowledgment as publicly told    *)
(* Models     UET-9 UET-3                                                  *)
(* Leaves out the probe, which the public simulator has beside; windows,   *)
(*            credit and whose turn it is (CccScheduling): a packet leaves *)
(*            at any time; ids, SYN and PSNs that wrap (PdcHandshake);     *)
(*            refusals.  How the threshold follows from a window           *)
(* Units      packets; a packet is its number from 0                       *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
    Packets,        \* how many packets there are to send
    Threshold,      \* packets beyond the first missing one that tell of a loss, at first
    Window,         \* packets from the first missing one on that are given up at most, at first
    Grows,          \* packets by which both grow with each one that is acknowledged
    SackBits,       \* packets that an acknowledgment shows one by one
    Counting,       \* whether the target counts, or says that it does not
    Timeouts,       \* whether a timer runs beside
    Overtake,       \* how many later packets may overtake one that is on its way
    Losses,         \* packets that the network may lose
    AckLosses,      \* acknowledgments that the network may lose
    Repeats,        \* messages that the network may bring once more
    MaxAcks         \* acknowledgments on their way at once

ASSUME LossRecoveryAssumption ==
    /\ {Threshold, Window} \subseteq Nat \ {0} /\ Grows \in Nat
    /\ Window <= Threshold      \* a window, and half as much again

VARIABLES
    packet,         \* source: how each packet stands
    tries,          \* source: how often it was sent
    acked,          \* source: the first that is not acknowledged with all before it
    recovering,     \* source: whether what is missing is being given up
    point,          \* source: the first packet that this recovery does not concern, or 0
    again,          \* source: packets that it concerns, and that were sent again in it
    got,            \* target: packets received
    data,           \* network: packets on their way, in the order of sending, each
                    \* with the number of later ones that have overtaken it
    acks,           \* network: acknowledgments on their way, in the order of sending
    lost,           \* network: packets lost so far
    lostAcks,       \* network: acknowledgments lost so far
    repeated        \* network: messages brought once more so far

recovery == <<recovering, point, again>>
source == <<packet, tries, acked, recovery>>
faults == <<lost, lostAcks, repeated>>
vars == <<source, got, data, acks, faults>>

Numbers == 0 .. Packets - 1
NotComputed == 65535    \* the count of a target that does not count
MaxData == 2 * Packets + Repeats    \* more are never on their way
Ack == [cack : 0 .. Packets, shown : SUBSET Numbers, count : Nat]

TypeOK ==
    /\ packet \in [Numbers -> {"NEW", "FLYING", "WAITING", "DONE"}]
    /\ tries \in [Numbers -> Nat]
    /\ acked \in 0 .. Packets /\ point \in 0 .. Packets
    /\ recovering \in BOOLEAN /\ again \subseteq Numbers
    /\ got \subseteq Numbers
    /\ \A i \in DOMAIN data : data[i] \in [number : Numbers, passed : Nat]
    /\ \A i \in DOMAIN acks : acks[i] \in Ack
    /\ {lost, lostAcks, repeated} \subseteq Nat

Init ==
    /\ packet = [p \in Numbers |-> "NEW"]
    /\ tries = [p \in Numbers |-> 0]
    /\ acked = 0
    /\ recovering = FALSE /\ point = 0 /\ again = {}
    /\ got = {}
    /\ data = <<>> /\ acks = <<>>
    /\ lost = 0 /\ lostAcks = 0 /\ repeated = 0

In(standing) == {p \in Numbers : packet[p] = standing}
Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b
Without(messages, i) == SubSeq(messages, 1, i - 1) \o SubSeq(messages, i + 1, Len(messages))

\* Both go with the congestion window, which stays as it is, or grows with what is acknowledged.
ThresholdNow == Threshold + Grows * acked
WindowNow == Window + Grows * acked

\* Packets are sent in order, and so the next one is as many as have been sent.
Sent == Packets - Cardinality(In("NEW"))

-----------------------------------------------------------------------------
\* Source.

Leaves(p) ==
    /\ packet' = [packet EXCEPT ![p] = "FLYING"]
    /\ tries' = [tries EXCEPT ![p] = @ + 1]
    /\ data' = Append(data, [number |-> p, passed |-> 0])

Transmit(p) == \* UET-9
    /\ p = Sent
    /\ Leaves(p)
    /\ UNCHANGED <<acked, recovery, got, acks, faults>>

Retransmit(p) == \* UET-9
    /\ packet[p] = "WAITING"
    /\ Leaves(p)
    /\ again' = IF p < point THEN again \cup {p} ELSE again
    /\ UNCHANGED <<acked, recovering, point, got, acks, faults>>

\* Packets that an acknowledgment shows to have come: all before one, and some beyond.
\* One that is not among them may have come as well.
Shown(ack) == 0 .. ack.cack - 1 \cup ack.shown

\* Packets that are out and have not been sent again in this recovery, a window's worth
\* from the first missing one on.
Missing(stand, from, end, sentAgain) ==
    {p \in from .. Least(end, from + WindowNow) - 1 : stand[p] = "FLYING" /\ p \notin sentAgain}

\* Whether the count tells of a loss.  One of an older acknowledgment is from another
\* packet on, which has come since.
TellsOfLoss(ack) == ack.cack >= acked /\ ack.count # NotComputed /\ ack.count >= ThresholdNow

\* A recovery goes on until all that it concerns has come.
GoesOn(first) == recovering /\ first < point

\* None begins while something waits to be sent again.
NothingWaits(stand) == \A p \in Numbers : stand[p] # "WAITING"

\* One that begins concerns all that has been sent by then.
PointOf(goesOn, begins) == IF goesOn THEN point ELSE IF begins THEN Sent ELSE 0

\* While a recovery is on each acknowledgment gives up what is missing.
ReceiveAck(i, stays) == \* UET-9 UET-3
    /\ i \in DOMAIN acks
    /\ stays => repeated < Repeats
    /\ LET ack == acks[i]
           stand == [p \in Numbers |-> IF p \in Shown(ack) THEN "DONE" ELSE packet[p]]
           first == Most(acked, ack.cack)
           goesOn == GoesOn(first)
           begins == ~goesOn /\ TellsOfLoss(ack) /\ NothingWaits(stand)
           sentAgain == IF goesOn THEN again ELSE {}
           givenUp == IF ack.cack >= acked
                      THEN Missing(stand, first, PointOf(goesOn, begins), sentAgain)
                      ELSE {}
       IN /\ acked' = first
          /\ recovering' = (goesOn \/ begins)
          /\ point' = PointOf(goesOn, begins)
          /\ again' = sentAgain
          /\ packet' = [p \in Numbers |-> IF p \in givenUp THEN "WAITING" ELSE stand[p]]
    /\ acks' = IF stays THEN acks ELSE Without(acks, i)
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<tries, got, data, lost, lostAcks>>

\* The timer is longer than a packet and its acknowledgment take.
Timeout(p) == \* UET-9
    /\ Timeouts
    /\ packet[p] = "FLYING"
    /\ \A i \in DOMAIN data : data[i].number # p
    /\ acks = <<>>
    /\ packet' = [packet EXCEPT ![p] = "WAITING"]
    /\ UNCHANGED <<tries, acked, recovery, got, data, acks, faults>>

-----------------------------------------------------------------------------
\* Target.

\* The first packet of which nothing has come: its number is how many have come with all
\* before them.
Awaited(received) == Cardinality({p \in Numbers : 0 .. p \subseteq received})

AckOf(received) ==
    LET cack == Awaited(received)
        early == {p \in received : p > cack}
    IN [cack |-> cack,
        shown |-> {p \in early : p < cack + SackBits},
        count |-> IF Counting THEN Cardinality(early) ELSE NotComputed]

\* Whether those that were sent before it, and are on their way still, may be overtaken
\* once more.
MayOvertake(i) == \A j \in 1 .. i - 1 : data[j].passed < Overtake

\* A packet comes, perhaps before others that were sent earlier, and perhaps again.
Receive(i, stays) == \* UET-9
    /\ i \in DOMAIN data
    /\ stays => repeated < Repeats
    /\ MayOvertake(i)
    /\ Len(acks) < MaxAcks
    /\ got' = got \cup {data[i].number}
    /\ acks' = Append(acks, AckOf(got'))
    /\ LET passed == [j \in DOMAIN data |->
                         IF j < i THEN [data[j] EXCEPT !.passed = @ + 1] ELSE data[j]]
       IN data' = IF stays THEN passed ELSE Without(passed, i)
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<source, lost, lostAcks>>

-----------------------------------------------------------------------------
\* Network.

Lose(i) == \* UET-9
    /\ i \in DOMAIN data
    /\ lost < Losses
    /\ data' = Without(data, i)
    /\ lost' = lost + 1
    /\ UNCHANGED <<source, got, acks, lostAcks, repeated>>

LoseAck(i) == \* UET-9
    /\ i \in DOMAIN acks
    /\ lostAcks < AckLosses
    /\ acks' = Without(acks, i)
    /\ lostAcks' = lostAcks + 1
    /\ UNCHANGED <<source, got, data, lost, repeated>>

-----------------------------------------------------------------------------
Next ==
    \/ \E p \in Numbers : Transmit(p) \/ Retransmit(p) \/ Timeout(p)
    \/ \E i \in 1 .. MaxData : Lose(i)
    \/ \E i \in 1 .. MaxAcks : LoseAck(i)
    \/ \E i \in 1 .. MaxData, stays \in BOOLEAN : Receive(i, stays)
    \/ \E i \in 1 .. MaxAcks, stays \in BOOLEAN : ReceiveAck(i, stays)

Safety == Init /\ [][Next]_vars

\* Weak fairness for all that the two ends do, and for what comes in the end: a message
\* can be lost so many times, and no more.  None for faults.
Fairness ==
    /\ \A p \in Numbers :
        WF_vars(Transmit(p)) /\ WF_vars(Retransmit(p)) /\ WF_vars(Timeout(p))
    /\ WF_vars(\E i \in 1 .. MaxData : Receive(i, FALSE))
    /\ WF_vars(\E i \in 1 .. MaxAcks : ReceiveAck(i, FALSE))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* A packet was never given up: it waits for nothing, and went out once at most.
LeftAlone(p) == tries[p] <= 1 /\ packet[p] # "WAITING"

\* The network does no more than is allowed to it, and all that is on its way can come.
NetworkIsBoundedInv == \* UET-9
    /\ lost <= Losses /\ lostAcks <= AckLosses /\ repeated <= Repeats
    /\ Len(data) <= MaxData /\ Len(acks) <= MaxAcks
    /\ \A i \in DOMAIN data : data[i].passed <= Overtake

\* What the source takes for received, the target has.
DoneHasComeInv == In("DONE") \subseteq got \* UET-9

\* The acknowledged ones are done, and the next one is not.
AckedInv == \* UET-9
    /\ 0 .. acked - 1 \subseteq In("DONE")
    /\ acked < Packets => packet[acked] # "DONE"

\* A recovery is on as long as something of what it concerns is missing, and it concerns
\* nothing that has not been sent.
RecoveryInv == \* UET-9
    IF recovering
    THEN acked < point /\ point <= Cardinality({p \in Numbers : tries[p] > 0})
    ELSE point = 0 /\ again = {}

\* Without a timer nothing is sent a third time: no packet is given up twice in one
\* recovery, and when the recovery ends it has come.
SentTwiceAtMostInv == ~Timeouts => \A p \in Numbers : tries[p] <= 2 \* UET-9

\* What is sent after a recovery has begun is left alone by it.
LaterOnesAreLeftInv == \* UET-9
    recovering /\ ~Timeouts =>
        \A p \in point .. Packets - 1 : LeftAlone(p)

\* Bits of an acknowledgment that are clear say nothing.  Without a count, or with one
\* that never tells of a loss, they give nothing up.
ClearBitsSayNothingInv == \* UET-9 UET-3
    ~Timeouts /\ (~Counting \/ Threshold >= Packets) =>
        ~recovering /\ \A p \in Numbers : LeftAlone(p)

\* No false alarm: packets that overtake each other by less than the threshold are no
\* loss, whatever acknowledgments get lost or come late.
OvertakingIsNoLossInv == \* UET-9
    ~Timeouts /\ lost = 0 /\ Overtake < Threshold =>
        ~recovering /\ \A p \in Numbers : LeftAlone(p)

\* In a recovery a window's worth from the first missing one on has come, waits to be sent
\* again, or was sent again.
AWindowIsGivenUpInv == \* UET-9
    \A p \in Numbers :
        p < acked + Window /\ p < point /\ packet[p] = "FLYING" => p \in again

\* Where nothing but a timer tells of a loss, and acknowledgments show all that has come,
\* each packet that is sent once more has cost the network a packet or an acknowledgment.
SentAgain == UNION {{<<p, n>> : n \in 2 .. tries[p]} : p \in Numbers}
ATimerTellsOfLossInv == \* UET-9
    (~Counting \/ Threshold >= Packets) /\ SackBits >= Packets =>
        Cardinality(SentAgain) <= lost + lostAcks

-----------------------------------------------------------------------------
\* Action properties.

Begins == recovering' /\ acked' >= point
GivenUp == {p \in In("FLYING") : packet'[p] = "WAITING"}

\* When a recovery begins, so many packets are at the target beyond the one that the
\* source misses.
BeginsOnEvidenceProp == \* UET-9
    [][Begins => Cardinality({p \in got : p > acked'}) >= ThresholdNow]_vars

\* Nothing waits to be sent again when it begins but what it gives up.
BeginsWithNothingWaitingProp == \* UET-9
    [][Begins => In("WAITING") \cap {p \in Numbers : packet'[p] = "WAITING"} = {}]_vars

\* It concerns what had been sent when it began, and that does not change while it is on.
PointStaysProp == \* UET-9
    [][recovering' /\ ~Begins => point' = point]_vars

BeginsAtTheLastProp == \* UET-9
    [][Begins => point' = Cardinality({p \in Numbers : tries'[p] > 0})]_vars

\* Where packets keep their order nothing is given up that is on its way, or has come.
GivesUpWhatIsLostProp == \* UET-9
    [][~Timeouts /\ Overtake = 0 =>
        \A p \in GivenUp : /\ p \notin got
                           /\ \A i \in DOMAIN data : data[i].number # p]_vars

\* A window's worth at a time.  A timer knows no window; it waits for the last
\* acknowledgment.
AWindowAtATimeProp == \* UET-9
    [][acks # <<>> => \A p \in GivenUp : p < acked' + WindowNow]_vars

\* An acknowledgment shows what has come beyond the first missing one, as far as its bits
\* go, and counts all of it; the count of a target that does not count has all bits set.
AckTellsProp == \* UET-3 UET-9
    [][Len(acks') > Len(acks) =>
        LET ack == acks'[Len(acks')]
        IN /\ ack.shown = got' \cap (ack.cack + 1 .. ack.cack + SackBits - 1)
           /\ ack.count = IF Counting THEN Cardinality(got') - ack.cack ELSE 2 ^ 16 - 1]_vars

\* Each packet that went out is on its way until it comes, or is counted as lost; one that
\* comes and stays on its way is counted as repeated.
OnTheirWay == Len(data) + lost
Came == IF Len(acks') > Len(acks) THEN 1 ELSE 0
DataAreCountedProp == \* UET-9
    [][OnTheirWay' = OnTheirWay + Cardinality({p \in Numbers : tries'[p] > tries[p]})
                     - Came * (1 - (repeated' - repeated))]_vars

\* An acknowledgment that is counted as lost is gone.
AcksAreCountedProp == \* UET-9
    [][lostAcks' > lostAcks => lostAcks' - lostAcks = Len(acks) - Len(acks')]_vars

\* What is done stays done.
DoneStaysProp == [][In("DONE") \subseteq {p \in Numbers : packet'[p] = "DONE"}]_vars \* UET-9

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* One loss with enough packets behind it is repaired without any timeout.
RepairedWithoutTimeoutProp == \* UET-9
    \A p \in 0 .. Packets - 1 - Threshold : <>(p \in got)

\* With a timer, all is acknowledged, whatever is lost.
AllIsAcknowledgedProp == \A p \in Numbers : <>(packet[p] = "DONE") \* UET-9

ComesToRestProp == <>[](~recovering) \* UET-9
=============================================================================
