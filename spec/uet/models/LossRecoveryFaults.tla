------------------------- MODULE LossRecoveryFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of LossRecovery.           *)
(***************************************************************************)
EXTENDS MCLossRecovery

\* Who walks over what is in flight at each acknowledgment, and forgets what went out
\* again already.
MissingOnceMore(stand, from, end, sentAgain) ==
    {p \in from .. Least(end, from + Window) - 1 : stand[p] = "FLYING"}

\* Who takes all that is in flight for concerned, new packets too.
MissingBeyondThePoint(stand, from, end, sentAgain) ==
    {p \in from .. Least(Sent, IF end > 0 THEN from + Window ELSE 0) - 1 :
        stand[p] = "FLYING" /\ p \notin sentAgain}

\* Who sends all of it again at once.
MissingAtOnce(stand, from, end, sentAgain) ==
    {p \in from .. end - 1 : stand[p] = "FLYING" /\ p \notin sentAgain}

\* Who goes back to the first missing one, as without selective acknowledgments.
MissingFromThereOn(stand, from, end, sentAgain) ==
    {p \in from .. Least(end, from + Window) - 1 :
        stand[p] \in {"FLYING", "DONE"} /\ p \notin sentAgain}

\* Who takes a clear bit below a set one for a loss.
TellsByClearBit(ack) == ack.cack >= acked /\ ack.shown # {}

\* Who knows no count that says nothing.
TellsByAnyCount(ack) == ack.cack >= acked /\ ack.count >= Threshold

\* Who looks at the count, and not at what it is counted from.
TellsThoughItIsOld(ack) == ack.count # NotComputed /\ ack.count >= Threshold

\* Who compares with the threshold that there was at first.
TellsByTheFirstThreshold(ack) == ack.cack >= acked /\ ack.count # NotComputed /\ ack.count >= Threshold

\* Who counts the missing one as well.
TellsByOneLess(ack) ==
    ack.cack >= acked /\ ack.count # NotComputed /\ ack.count + 1 >= Threshold

\* Who wants more than the threshold.
TellsByOneMore(ack) ==
    ack.cack >= acked /\ ack.count # NotComputed /\ ack.count > Threshold

\* Who takes the highest packet shown for a cumulative acknowledgment.
ShownUpToTheHighest(ack) ==
    0 .. ack.cack - 1 \cup {p \in Numbers : \E q \in ack.shown : p <= q}

\* Who takes the first missing packet for the last that has come.
MostAndOne(a, b) == IF a > b THEN a ELSE b + 1

\* Who believes whatever comes last.
TheLatter(a, b) == b

\* Who ends a recovery one packet late.
GoesOnAtThePoint(first) == recovering /\ first <= point

\* Who begins one while the timer's packets wait.
NothingWaitsForMe(stand) == TRUE

\* Who asks each time how much has been sent.
PointMovesOn(goesOn, begins) == IF goesOn \/ begins THEN Sent ELSE 0

\* Who takes what has come for what was sent.
PointAtTheHighestShown(goesOn, begins) ==
    IF goesOn THEN point
    ELSE IF begins
    THEN CHOOSE n \in 1 .. Packets :
             /\ n - 1 \in UNION {acks[i].shown : i \in DOMAIN acks}
             /\ \A i \in DOMAIN acks : \A p \in acks[i].shown : p < n
    ELSE 0

\* A network that keeps no bound.
OvertakesAnyway(i) == TRUE

\* Who gives up one packet at a time.
MissingOne(stand, from, end, sentAgain) ==
    {p \in from .. Least(end, from + 1) - 1 : stand[p] = "FLYING" /\ p \notin sentAgain}

\* Who begins a recovery, and gives up nothing in it.
MissingNothing(stand, from, end, sentAgain) == {}

\* Who gives up each packet below one that has come, and knows no recovery.
MissingBelow(stand, from, end, sentAgain) ==
    {p \in Numbers : stand[p] = "FLYING" /\ \E q \in Numbers : p < q /\ stand[q] = "DONE"}

\* Who never gets to send what it has given up.
RetransmitsNothing(p) == FALSE

\* Who sends a packet several times at once, for safety.
TransmitOften(p, times) ==
    /\ p = Sent
    /\ packet' = [packet EXCEPT ![p] = "FLYING"]
    /\ tries' = [tries EXCEPT ![p] = times]
    /\ data' = data \o [k \in 1 .. times |-> [number |-> p, passed |-> 0]]
    /\ UNCHANGED <<acked, recovery, got, acks, faults>>
TransmitTwice(p) == TransmitOften(p, 2)
TransmitThrice(p) == TransmitOften(p, 3)

\* Who takes no notice of the bits.
ShownBelow(ack) == 0 .. ack.cack - 1

\* Who takes any acknowledgment for one of all that was sent.
AllThatWasSent(a, b) == Sent

\* Who takes what is to be sent for sent.
PointAtTheEnd(goesOn, begins) == IF goesOn THEN point ELSE IF begins THEN Packets ELSE 0

\* Who remembers the point of a recovery that is over.
PointStaysBehind(goesOn, begins) == IF ~goesOn /\ begins THEN Sent ELSE point

\* Who notes all that goes out again, whether a recovery is on or not.
RetransmitNotes(p) ==
    /\ packet[p] = "WAITING"
    /\ Leaves(p)
    /\ again' = again \cup {p}
    /\ UNCHANGED <<acked, recovering, point, got, acks, faults>>

\* A target that shows all that has come, whatever room there is.
AckOfAll(received) ==
    LET cack == Awaited(received)
        early == {p \in received : p > cack}
    IN [cack |-> cack, shown |-> early, count |-> Cardinality(early)]

\* A target that does not count, and says that there is nothing to count.
AckOfNone(received) ==
    LET cack == Awaited(received)
    IN [cack |-> cack, shown |-> {p \in received : p > cack /\ p < cack + SackBits}, count |-> 0]

\* A network that loses one packet, or one acknowledgment, more than it may.
LoseOneMore(i) ==
    /\ i \in DOMAIN data
    /\ lost <= Losses
    /\ data' = Without(data, i)
    /\ lost' = lost + 1
    /\ UNCHANGED <<source, got, acks, lostAcks, repeated>>

LoseAckOneMore(i) ==
    /\ i \in DOMAIN acks
    /\ lostAcks <= AckLosses
    /\ acks' = Without(acks, i)
    /\ lostAcks' = lostAcks + 1
    /\ UNCHANGED <<source, got, data, lost, repeated>>

\* One that repeats one message more, or has room for one acknowledgment more.
ReceiveUpTo(i, stays, repeats, room) ==
    /\ i \in DOMAIN data /\ MayOvertake(i)
    /\ stays => repeated < repeats
    /\ Len(acks) < room
    /\ got' = got \cup {data[i].number}
    /\ acks' = Append(acks, AckOf(got'))
    /\ LET passed == [j \in DOMAIN data |->
                         IF j < i THEN [data[j] EXCEPT !.passed = @ + 1] ELSE data[j]]
       IN data' = IF stays THEN passed ELSE Without(passed, i)
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<source, lost, lostAcks>>
ReceiveAgain(i, stays) == ReceiveUpTo(i, stays, Repeats + 1, MaxAcks)
ReceiveWithoutRoom(i, stays) == ReceiveUpTo(i, stays, Repeats, MaxAcks + 1)

\* A network that loses a packet, and counts none.
LoseUncounted(i) ==
    /\ i \in DOMAIN data
    /\ data' = Without(data, i)
    /\ UNCHANGED <<source, got, acks, faults>>

\* A network that counts an acknowledgment as lost, and delivers it.
LoseAckAndKeep(i) ==
    /\ i \in DOMAIN acks
    /\ lostAcks < AckLosses
    /\ lostAcks' = lostAcks + 1
    /\ UNCHANGED <<source, got, data, acks, lost, repeated>>

\* A timer that is shorter, the first time, than a packet and its acknowledgment take.
TimeoutEarly(p) ==
    /\ Timeouts
    /\ packet[p] = "FLYING" /\ tries[p] = 1
    /\ packet' = [packet EXCEPT ![p] = "WAITING"]
    /\ UNCHANGED <<tries, acked, recovery, got, data, acks, faults>>

\* Who leaves all to the recovery while one is on: what it sends again may be lost, too.
TimeoutOutsideRecovery(p) ==
    /\ Timeouts /\ ~recovering
    /\ packet[p] = "FLYING"
    /\ \A i \in DOMAIN data : data[i].number # p
    /\ acks = <<>>
    /\ packet' = [packet EXCEPT ![p] = "WAITING"]
    /\ UNCHANGED <<tries, acked, recovery, got, data, acks, faults>>
=============================================================================
