-------------------------- MODULE RcccIncastFaults --------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of RcccIncast, and rules   *)
(* as published that the models refute.                                    *)
(***************************************************************************)
EXTENDS MCRcccIncast

\* FIND-5: as published, a slice's worth is granted in each slice, whatever became of what was granted before.
MayGrantAlways(s, size) == TRUE

\* FIND-5: even where the receiver looks at the queue first: saved credit does not show there.
MayGrantWhileQueueIsShort(s, size) == Queued + size <= case.window

\* FIND-6: a slice's worth in each slice, to senders that save nothing: each gets credit only for what it has sent.  Once a packet has been
\* lost nothing more is granted: what is lost never comes off the count, which would grow without an end.
MayGrantWhatIsUsed(s, size) == ~ lost /\ unused[s] + size <= case.slice

\* FIND-6: the window counts what was granted; the credit that nobody asked for comes on top.
MayGrantBesideInitial(s, size) == Counted - Cardinality(known) * case.initial + size <= case.window

\* FIND-18: credit counts the payload, the link carries headers too.
ChargePayload(payload) == payload

-----------------------------------------------------------------------------
\* The window is each sender's own.
MayGrantToEach(s, size) == counted[s] + size <= case.window

\* What has been sent is no longer counted, though it waits in the queue.
MayGrantUnlessUnused(s, size) == SumOver(known, LAMBDA t : unused[t]) + size <= case.window

\* "There is credit" instead of "the packet fits the credit".
SendOnAnyCredit(s, payload) ==
    /\ s \in open
    /\ payload <= case.mtu
    /\ unused[s] > 0
    /\ unused' = [unused EXCEPT ![s] = @ - Charge(payload)]
    /\ LET octets == payload + case.header
           fits == Queued + octets <= case.buffer
       IN  /\ queue' = IF fits THEN [queue EXCEPT ![s] = @ + octets] ELSE queue
           /\ lost' = (lost \/ ~ fits)
    /\ UNCHANGED <<case, open, closing, known, counted, room, budget>>

\* The retransmission timer is shorter than the wait in the queue: a packet that waits alone of its sender goes again, on the credit that it had.
SendOrSendAgain(s, payload) ==
    LET octets == Charge(payload)
        copy == queue[s] = octets /\ unused[s] < octets
        fits == Queued + octets <= case.buffer
    IN  /\ s \in open
        /\ payload <= case.mtu
        /\ octets <= unused[s] \/ copy
        /\ unused' = IF copy THEN unused ELSE [unused EXCEPT ![s] = @ - octets]
        /\ queue' = IF fits THEN [queue EXCEPT ![s] = @ + octets] ELSE queue
        /\ lost' = (lost \/ ~ fits)
        /\ UNCHANGED <<case, open, closing, known, counted, room, budget>>

\* The context is closed, and its credit is still there for the next one.
LeaveWithCredit(s) ==
    /\ Churn
    /\ s \in open
    /\ queue[s] = 0
    /\ open' = open \ {s}
    /\ closing' = closing \cup {s}
    /\ UNCHANGED <<case, unused, known, counted, queue, room, budget, lost>>

\* The context is closed as soon as its last packet has been sent: what of it still waits is off the receiver's count when the Close overtakes it.
LeaveOnSending(s) ==
    /\ Churn
    /\ s \in open
    /\ open' = open \ {s}
    /\ unused' = [unused EXCEPT ![s] = 0]
    /\ closing' = closing \cup {s}
    /\ UNCHANGED <<case, known, counted, queue, room, budget, lost>>

\* The receiver guesses: a sender of which nothing waits has left.  It may have saved its credit.
ForgetIdle(s) ==
    /\ s \in known
    /\ queue[s] = 0
    /\ closing' = closing \ {s}
    /\ known' = known \ {s}
    /\ counted' = [counted EXCEPT ![s] = 0]
    /\ UNCHANGED <<case, open, unused, queue, room, budget, lost>>

\* The Close is not told to whoever keeps the count: no entry goes, and nobody acknowledges it.
ForgetNothing(s) ==
    /\ s \in closing
    /\ UNCHANGED vars

\* What comes in is taken off when it comes, and again when it is acknowledged.
ComesInTwice(s, octets) ==
    /\ known' = known \cup {s}
    /\ counted' = [counted EXCEPT ![s] = Greatest(0, (IF s \in known THEN @ ELSE case.initial) - 2 * octets)]

\* FIND-17: one share for each acknowledgment, not for each slice.
GrantUncounted(s, size) ==
    /\ s \in known
    /\ size <= budget
    /\ MayGrant(s, size)
    /\ counted' = [counted EXCEPT ![s] = @ + size]
    /\ unused' = IF s \in open THEN [unused EXCEPT ![s] = @ + size] ELSE unused
    /\ budget' = budget - 1
    /\ UNCHANGED <<case, open, closing, known, queue, room, lost>>

\* A receiver that grants nothing.
MayGrantNever(s, size) == FALSE

\* Both ends begin with an octet more than the initial credit that the bound counts.
JoinWithMore(s) ==
    /\ Cardinality(open) < case.senders
    /\ s \in 1 .. case.senders + Spare /\ s \notin open \cup closing
    /\ open' = open \cup {s}
    /\ unused' = [unused EXCEPT ![s] = case.initial + 1]
    /\ UNCHANGED <<case, closing, known, counted, queue, room, budget, lost>>

ComesInWithMore(s, octets) ==
    /\ known' = known \cup {s}
    /\ counted' = [counted EXCEPT ![s] = (IF s \in known THEN @ ELSE case.initial + 1) - octets]

\* A packet is as large as the credit.
SendAnySize(s, payload) ==
    /\ s \in open
    /\ Charge(payload) <= unused[s]
    /\ unused' = [unused EXCEPT ![s] = @ - Charge(payload)]
    /\ LET octets == payload + case.header
           fits == Queued + octets <= case.buffer
       IN  /\ queue' = IF fits THEN [queue EXCEPT ![s] = @ + octets] ELSE queue
           /\ lost' = (lost \/ ~ fits)
    /\ UNCHANGED <<case, open, closing, known, counted, room, budget>>

\* The link carries an octet in no time.
ServeAtOnce(s) ==
    /\ room > 0
    /\ Leaves(s, 1)
    /\ UNCHANGED <<room, budget>>

\* A grant comes twice, and counts once.
GainsTwice(s, size) ==
    /\ s \in known
    /\ MayGrant(s, size)
    /\ counted' = [counted EXCEPT ![s] = @ + size]
    /\ unused' = IF s \in open THEN [unused EXCEPT ![s] = @ + 2 * size] ELSE unused
    /\ UNCHANGED <<case, open, closing, known, queue, lost>>

\* A slice ends whatever the link has still to carry in it.
SliceEarly ==
    /\ room # case.slice \/ budget # case.slice
    /\ room' = case.slice
    /\ budget' = case.slice
    /\ UNCHANGED <<case, open, unused, closing, known, counted, queue, lost>>

\* The budget is renewed, what the link may carry is not.
SliceOfBudget ==
    /\ room = 0 \/ Queued = 0
    /\ budget # case.slice
    /\ budget' = case.slice
    /\ UNCHANGED <<case, open, unused, closing, known, counted, queue, room, lost>>

\* Credit that is not used lapses with its slice.
SliceVoids ==
    /\ room = 0 \/ Queued = 0
    /\ room # case.slice \/ budget # case.slice
    /\ room' = case.slice
    /\ budget' = case.slice
    /\ unused' = [s \in Sender |-> 0]
    /\ UNCHANGED <<case, open, closing, known, counted, queue, lost>>

\* The entry goes, and its count stays.
ForgetEntry(s) ==
    /\ s \in closing
    /\ closing' = closing \ {s}
    /\ known' = known \ {s}
    /\ UNCHANGED <<case, open, unused, counted, queue, room, budget, lost>>
=============================================================================
