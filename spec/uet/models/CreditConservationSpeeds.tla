---------------------- MODULE CreditConservationSpeeds ----------------------
(***************************************************************************)
(* Senders on links of different speed, and the time that a slice takes.   *)
(*                                                                         *)
(* Within a slice each sender sends as much as its credit and its own link *)
(* allow; grants, packets and acknowledgments arrive before the next slice *)
(* begins.  The question is whether the receiver's link then has carried a *)
(* slice's worth, if some sender had more data and a link with room.       *)
(*                                                                         *)
(* Left out: a slice that is shorter than a round trip, losses, requests   *)
(* without data, and the end of a context.  Data beyond a slice's worth    *)
(* may wait in the last hop's queue; the queue is not modelled.            *)
(***************************************************************************)
EXTENDS CreditConservationFaults

CONSTANTS
    Speeds,         \* per sender, units that its link carries in a slice; one function for each split to be looked at
    DividesAgain    \* whether the part of a share that its entry does not want is divided again; as published, it is not

VARIABLES
    speed,          \* the split, once and for all
    sent            \* sender: units sent in this slice

\* Messages that last for several slices.
MCJobsEightEach == [a |-> [p |-> <<8>>], b |-> [p |-> <<8>>]]
MCJobsSlowAndFast == [a |-> [p |-> <<8>>], b |-> [p |-> <<8>>], c |-> [p |-> <<11>>]]

\* A slice is four units.  Each of these links carries the share of two.
MCShareFits == {[a |-> 4, b |-> 4], [a |-> 2, b |-> 4], [a |-> 3, b |-> 2]}

\* One link carries less than the share, the other one the rest of the slice.
MCShareIsTooMuch == {[a |-> 1, b |-> 4], [a |-> 1, b |-> 3]}

\* A slice is six units for three senders: two slow links, and a slow one beside one that carries its share.
MCThreeSplits == {[a |-> 1, b |-> 1, c |-> 6], [a |-> 1, b |-> 2, c |-> 6]}

ASSUME SpeedsAssumption ==
    /\ Speeds \subseteq [Sender -> Nat \ {0}]
    /\ DividesAgain \in BOOLEAN
    /\ Mtu = 1 /\ SourceDocuments

SpeedsInit ==
    /\ Init
    /\ speed \in Speeds
    /\ sent = [s \in Sender |-> 0]

\* Units for an entry if none gets more than `most`, nor more than it wants; and their sum.
UpTo(s, most) == Least(most, wanted[s] - accrued[s])
GivenUpTo(most) == Sum([i \in DOMAIN SenderOrder |-> IF IsActive(SenderOrder[i]) THEN UpTo(SenderOrder[i], most) ELSE 0])

\* The slice timer of the mended rule: an entry gets no more than it wants, and the rest of its share goes to
\* entries that want more, in equal parts.
SliceAgain ==       \* FIND-29
    /\ Active # {}
    /\ SenderInTurn = {}
    /\ \E total \in {SliceBudget + remainder} :
       \E most \in {CHOOSE m \in 0 .. total : GivenUpTo(m) <= total /\ (m = total \/ GivenUpTo(m + 1) > total)} :
        /\ accrued' = [s \in Sender |-> accrued[s] + (IF IsActive(s) THEN UpTo(s, most) ELSE 0)]
        /\ remainder' = IF most = total THEN 0 ELSE total - GivenUpTo(most)
    /\ budget' = Least(budget, Quantum - 1) + SliceBudget
    /\ UNCHANGED <<job, spenderVars, known, wanted, granted, arrived, committed, lastSender, networkVars>>

\* A sender has data and credit, and its link has room in this slice.
CanSend(s) == Queued(s) > 0 /\ ~ IsStuck(s) /\ sent[s] < speed[s]

\* Nothing is in flight.
IsTaken == \A s \in Sender : requests[s] = <<>> /\ acks[s] = <<>> /\ arrived[s] = committed[s]

\* And no sender can send.
IsQuiet == IsTaken /\ \A s \in Sender : ~ CanSend(s)

\* The slice timer fires when there is nothing left to do.
NextSlice ==
    /\ IsQuiet
    /\ IF DividesAgain THEN SliceAgain ELSE Slice
    /\ sent' = [s \in Sender |-> 0]
    /\ UNCHANGED speed

\* The other steps of CreditConservation, within a slice.
PostData(s, p) == Want(s, p) /\ UNCHANGED <<speed, sent>>
TakeData(s) == Receive(s, 1, 1, FALSE) /\ UNCHANGED <<speed, sent>>
CommitData(s) == Commit(s, 0) /\ UNCHANGED <<speed, sent>>
GrantShare(s) == Grant(s) /\ UNCHANGED <<speed, sent>>
TakeAck(s) == Learn(s, 1, FALSE, 0) /\ UNCHANGED <<speed, sent>>

\* One packet is in flight at a time; a round trip takes no time.
SendData(s, p) ==
    /\ CanSend(s) /\ IsTaken
    /\ Transmit(s, p, 0)
    /\ sent' = [sent EXCEPT ![s] = @ + spent'[s] - spent[s]]
    /\ UNCHANGED speed

SpeedsNext ==
    \/ NextSlice
    \/ \E s \in Sender :
        \/ TakeData(s) \/ CommitData(s) \/ GrantShare(s) \/ TakeAck(s)
        \/ \E p \in Pdc : PostData(s, p) \/ SendData(s, p)

SpeedsSpec == SpeedsInit /\ [][SpeedsNext]_<<vars, speed, sent>>

-----------------------------------------------------------------------------
\* No sender sends more in a slice than its link carries.
LinkSpeedInv == \A s \in Sender : sent[s] <= speed[s]

\* Units that all senders' links brought in a slice.
Brought == Sum([i \in DOMAIN SenderOrder |-> sent[SenderOrder[i]]])

\* When a slice is over, the receiver's link had a slice's worth to carry, less a remainder that the division carried over, unless each
\* sender was out of data or its own link was full.
LinkIsBusyProp ==       \* RCCC-12 FIND-29
    [][(\E s \in Sender : sent'[s] < sent[s] \/ Gain(s) > 0) /\ Brought + remainder < SliceBudget =>
        \A s \in Sender : Queued(s) = 0 \/ sent[s] = speed[s]]_<<vars, speed, sent>>

\* The mended rule gives an entry more than another one only if that has all that it wants.
FairUpToWantedProp ==       \* RCCC-12 FIND-29
    [][\A s, t \in Sender : Gain(s) > 0 /\ Gain(s) > Gain(t) => accrued'[t] = wanted[t]]_<<vars, speed, sent>>

-----------------------------------------------------------------------------
\* Mistakes.

\* A sender with data and credit sends although its own link is full.
CanSendOnCredit(s) == Queued(s) > 0 /\ ~ IsStuck(s) /\ sent[s] < SliceBudget

\* The first entry gets all that it wants, and the others the rest.
SliceInOrder ==
    /\ Active # {}
    /\ SenderInTurn = {}
    /\ accrued' = [s \in Sender |->
            IF ~ IsActive(s) THEN accrued[s]
            ELSE IF s = SenderOrder[1] THEN Least(accrued[s] + SliceBudget, wanted[s])
            ELSE Least(accrued[s] + Greatest(0, SliceBudget - wanted[SenderOrder[1]]), wanted[s])]
    /\ remainder' = 0
    /\ budget' = Least(budget, Quantum - 1) + SliceBudget
    /\ UNCHANGED <<job, spenderVars, known, wanted, granted, arrived, committed, lastSender, networkVars>>
=============================================================================
