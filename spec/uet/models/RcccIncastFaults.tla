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

\* FIND-6: a slice's worth in each slice, to senders that save nothing: each gets credit only for what it has sent.
MayGrantWhatIsUsed(s, size) == unused[s] + size <= case.slice

\* FIND-6: the window counts what was granted; the credit that nobody asked for comes on top.
MayGrantBesideInitial(s, size) == OutstandingOfKnown - Cardinality(known) * case.initial + size <= case.window

\* FIND-18: credit counts the payload, the link carries headers too.
ChargePayload(payload) == payload

-----------------------------------------------------------------------------
\* The window is each sender's own.
MayGrantToEach(s, size) == Outstanding(s) + size <= case.window

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
    /\ UNCHANGED <<case, open, known, room, budget>>

\* The context is closed, and its credit is still there for the next one.
LeaveWithCredit(s) ==
    /\ Churn
    /\ s \in open
    /\ queue[s] = 0
    /\ open' = open \ {s}
    /\ known' = known \ {s}
    /\ UNCHANGED <<case, unused, queue, room, budget, lost>>

\* FIND-17: one share for each acknowledgment, not for each slice.
GrantUncounted(s, size) ==
    /\ s \in known
    /\ size <= budget
    /\ MayGrant(s, size)
    /\ unused' = [unused EXCEPT ![s] = @ + size]
    /\ budget' = budget - 1
    /\ UNCHANGED <<case, open, known, queue, room, lost>>
=============================================================================
