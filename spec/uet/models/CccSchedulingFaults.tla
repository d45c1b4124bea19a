------------------------- MODULE CccSchedulingFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CccScheduling.  The     *)
(* first two are the rule as published, in one reading (FIND-2).           *)
(***************************************************************************)
EXTENDS MCCccScheduling

\* Newly acknowledged is what had not been acknowledged before, be it in flight
\* or taken out of flight when it was given up for lost.
AckedForTheFirstTime(S) == S \cap Unacked

\* Every NACK takes its packet out of flight, also one that was given up for lost.
EveryNackCounts(p) == p \in Unacked

\* The backlog grows by the payload, and falls by the packet.
NewDataByPayload(x, size) ==
    /\ Between
    /\ Known(x) + Count(<<size>>) <= MaxPackets[x]
    /\ queue' = [queue EXCEPT ![x] = Append(@, size)]
    /\ backlog' = backlog + size - 1
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, waitingRtx, rtxBacklog, inflightPkts, next, sent, packet,
                   window, nsccInflight, credit, copies>>

\* The backlog grows by a packet with telemetry, and falls by one without.
NewDataWithTelemetry(x, size) ==
    /\ Between
    /\ Known(x) + Count(<<size>>) <= MaxPackets[x]
    /\ queue' = [queue EXCEPT ![x] = Append(@, size)]
    /\ backlog' = backlog + size + 1
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, waitingRtx, rtxBacklog, inflightPkts, next, sent, packet,
                   window, nsccInflight, credit, copies>>

\* What Send does, but for when it may, and for the backlog and the event.
Sends(p) ==
    /\ IsFirst(p) \/ Stands(p, "WAITING")
    /\ LET again == Stands(p, "WAITING")
           size == IF again THEN packet.WAITING[p] ELSE FirstSize(p[1])
       IN /\ IF again
             THEN /\ waitingRtx' = waitingRtx - 1
                  /\ rtxBacklog' = rtxBacklog - size
                  /\ UNCHANGED <<queue, sent>>
             ELSE /\ queue' = [queue EXCEPT ![p[1]] = WithoutFirst(@)]
                  /\ sent' = [sent EXCEPT ![p[1]] = @ + 1]
                  /\ UNCHANGED <<waitingRtx, rtxBacklog>>
          /\ packet' = [Without({p}) EXCEPT !.FLYING = @ (+) One(p, size)]
          /\ nsccInflight' = nsccInflight + size
          /\ credit' = credit - size
    /\ inflightPkts' = inflightPkts + 1
    /\ copies' = [copies EXCEPT ![p] = @ + 1]
    /\ UNCHANGED <<state, next, window>>

TakenOff(p) ==
    backlog' = backlog - (IF Stands(p, "WAITING") THEN 0 ELSE FirstSize(p[1]))

\* A retransmission is taken off the backlog once more.
SendTakesOffTwice(p) ==
    /\ Between
    /\ state = "READY"
    /\ Sends(p)
    /\ backlog' = backlog - packet'.FLYING[p]
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]

\* The scheduler looks at the state whenever it changes, within an event too.  The
\* algorithms still permit what they did.
SendWithinAnEvent(p) ==
    /\ state = "READY"
    /\ Allowed
    /\ Sends(p)
    /\ TakenOff(p)
    /\ event' = IF Between THEN [NoEvent EXCEPT !.steps = <<"Settle">>] ELSE event

\* Work is enough to be scheduled.
SendWhileActive(p) ==
    /\ Between
    /\ state \in {"ACTIVE", "READY"}
    /\ Sends(p)
    /\ TakenOff(p)
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]

\* The permission was for another packet: a short one had room, a long one leaves.
SendAnyPacket(p) ==
    /\ Between
    /\ state = "READY"
    /\ Sends(p)
    /\ TakenOff(p)
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]

\* A packet leaves and takes no credit.
SendForNothing(p) ==
    /\ Between
    /\ state = "READY"
    /\ IsFirst(p) \/ Stands(p, "WAITING")
    /\ LET again == Stands(p, "WAITING")
           size == IF again THEN packet.WAITING[p] ELSE FirstSize(p[1])
       IN /\ IF again
             THEN /\ waitingRtx' = waitingRtx - 1
                  /\ rtxBacklog' = rtxBacklog - size
                  /\ UNCHANGED <<queue, sent>>
             ELSE /\ queue' = [queue EXCEPT ![p[1]] = WithoutFirst(@)]
                  /\ sent' = [sent EXCEPT ![p[1]] = @ + 1]
                  /\ UNCHANGED <<waitingRtx, rtxBacklog>>
          /\ packet' = [Without({p}) EXCEPT !.FLYING = @ (+) One(p, size)]
          /\ nsccInflight' = nsccInflight + size
    /\ TakenOff(p)
    /\ inflightPkts' = inflightPkts + 1
    /\ copies' = [copies EXCEPT ![p] = @ + 1]
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]
    /\ UNCHANGED <<state, next, window, credit>>

\* The acknowledged packet stays marked.
AckWithoutUnmarking(S) ==
    /\ Between
    /\ \A p \in S : IsAnswered(p)
    /\ packet' = Without(S)
    /\ copies' = Answered(S)
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> {},
                 packets |-> Cardinality(NewlyAcked(S)),
                 bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, countVars, next, queue, sent, window, nsccInflight, credit>>

\* An ACK comes, and its packets stay as they were.
AckKeepsThePackets(S) ==
    /\ Between
    /\ \A p \in S : IsAnswered(p)
    /\ copies' = Answered(S)
    /\ event' = [NoEvent EXCEPT !.steps = <<"Nscc", "Rccc", "Settle">>]
    /\ UNCHANGED <<state, countVars, next, pdcVars, window, nsccInflight, credit>>

\* An event ends, and what it took out of flight stands in it still.
SettleKeepsTheEvent(size, cost) ==
    /\ Due("Settle")
    /\ inflightPkts' = inflightPkts - event.packets
    /\ event' = Rest
    /\ next' = [size |-> size, cost |-> cost]
    /\ MayBeAsked(next', packet.WAITING)
    /\ UNCHANGED <<backlog, waitingRtx, rtxBacklog, pdcVars, window, nsccInflight,
                   credit, copies>>
    /\ state' = UpdatedState

\* Of what the event took out of flight one thing stands in it still.
SettleAndKeep(size, cost, kept) ==
    /\ Due("Settle")
    /\ inflightPkts' = inflightPkts - event.packets
    /\ event' = kept
    /\ next' = [size |-> size, cost |-> cost]
    /\ MayBeAsked(next', packet.WAITING)
    /\ UNCHANGED <<backlog, waitingRtx, rtxBacklog, pdcVars, window, nsccInflight,
                   credit, copies>>
    /\ state' = UpdatedState

SettleKeepsTheMark(size, cost) == SettleAndKeep(size, cost, [NoEvent EXCEPT !.marked = event.marked])
SettleKeepsThePackets(size, cost) == SettleAndKeep(size, cost, [NoEvent EXCEPT !.packets = event.packets])
SettleKeepsTheBytes(size, cost) == SettleAndKeep(size, cost, [NoEvent EXCEPT !.bytes = event.bytes])

\* The acknowledged packet stays marked in one of the two counts, the packets or
\* the bytes.
AckAndUnmark(S, unmarkedPackets, unmarkedBytes) ==
    /\ Between
    /\ \A p \in S : IsAnswered(p)
    /\ waitingRtx' = waitingRtx - unmarkedPackets
    /\ rtxBacklog' = rtxBacklog - unmarkedBytes
    /\ packet' = Without(S)
    /\ copies' = Answered(S)
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> {},
                 packets |-> Cardinality(NewlyAcked(S)),
                 bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, backlog, inflightPkts, next, queue, sent, window,
                   nsccInflight, credit>>

AckUnmarksBytes(S) == AckAndUnmark(S, 0, Bytes({p \in S : Stands(p, "WAITING")}))
AckUnmarksPackets(S) == AckAndUnmark(S, Cardinality({p \in S : Stands(p, "WAITING")}), 0)

\* The acknowledgment comes again and again.
AckThatStays(S) ==
    /\ Between
    /\ \A p \in S : IsAnswered(p)
    /\ LET unmarked == {p \in S : Stands(p, "WAITING")}
       IN /\ waitingRtx' = waitingRtx - Cardinality(unmarked)
          /\ rtxBacklog' = rtxBacklog - Bytes(unmarked)
    /\ packet' = Without(S)
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> {},
                 packets |-> Cardinality(NewlyAcked(S)),
                 bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, backlog, inflightPkts, next, queue, sent, window,
                   nsccInflight, credit, copies>>

\* An answer to a packet of which no copy is left.
IsAnsweredByNone(p) == copies[p] >= 0

\* The permission is asked for any packet, whatever there is to be sent.
AnyMayBeAsked(n, waiting) == TRUE

\* The permission is asked for a short packet, at the cost of a whole one.
ShortMayCostAWhole(n, waiting) == n = Whole \/ n.cost = Mtu

\* The permission is asked for a whole packet, at any cost.
WholeMayCostAny(n, waiting) == n.size = Mtu

\* The permission is asked for any size, where anything is queued.
AnySizeMayBeAsked(n, waiting) ==
    n = Whole \/ (n.cost = n.size /\ \E x \in Pdc : queue[x] # <<>>)

\* The permission is asked for a first packet, at any cost.
FirstMayCostAny(n, waiting) ==
    n = Whole \/ \E x \in Pdc : queue[x] # <<>> /\ Head(queue[x]) = n.size

\* The permission is asked for any size, where anything is to be sent again.
AnySizeMayBeAskedAgain(n, waiting) ==
    n = Whole \/ (n.cost \in {n.size, 0} /\ DOMAIN waiting # {})

\* The permission is asked for what is to be sent again, at any cost.
AgainMayCostAny(n, waiting) == n = Whole \/ \E p \in DOMAIN waiting : waiting[p] = n.size

\* RCCC speaks again, in the middle of an event.
RcccSpeaksAgain(c) ==
    /\ Due("Rccc")
    /\ credit' = c
    /\ event' \in {event, Rest}
    /\ UNCHANGED <<state, countVars, next, pdcVars, window, nsccInflight, copies>>

\* A mark shows only when the event has ended.
MarkUnseen(size, cost) ==
    /\ Due("Mark")
    /\ LET p == CHOOSE p \in event.marked : TRUE
       IN /\ packet' = [Without({p}) EXCEPT !.WAITING = @ (+) One(p, SizeOf(p))]
          /\ rtxBacklog' = rtxBacklog + SizeOf(p)
    /\ waitingRtx' = waitingRtx + 1
    /\ event' = Rest
    /\ next' = [size |-> size, cost |-> cost]
    /\ MayBeAsked(next', packet'.WAITING)
    /\ UNCHANGED <<state, backlog, inflightPkts, queue, sent, window, nsccInflight, credit,
                   copies>>

\* Only what is sent again is work.
UpdatedByMarks ==
    Updated(state, waitingRtx' > 0, inflightPkts' # 0,
            NsccCanSend(next') /\ RcccCanSend(next'))

\* One PDC has all its packets acknowledged, and speaks for the whole CCC.
AckSpeaksForAll(S) ==
    /\ Between
    /\ \A p \in S : IsAnswered(p)
    /\ LET unmarked == {p \in S : Stands(p, "WAITING")}
       IN /\ waitingRtx' = waitingRtx - Cardinality(unmarked)
          /\ rtxBacklog' = rtxBacklog - Bytes(unmarked)
    /\ packet' = Without(S)
    /\ copies' = Answered(S)
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> {},
                 packets |-> inflightPkts, bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, backlog, inflightPkts, next, queue, sent, window,
                   nsccInflight, credit>>

\* Once READY, READY as long as there is work.
UpdatedForGood(before, work, flight, may) ==
    IF ~work THEN (IF flight THEN "PENDING" ELSE "IDLE")
    ELSE IF before = "READY" \/ may THEN "READY" ELSE "ACTIVE"

\* Room must be left over, so that a window of one packet has none.
StrictlyLess(n) == nsccInflight + Mtu < window

-----------------------------------------------------------------------------
\* Situations that must be reached: each is false on purpose.

\* READY between mark and the end of an event, and not any more after it.
WitnessReadyComesAndGoesWithinAnEventProp ==
    [][~(/\ event.steps = <<"Settle">> /\ event.marked # {}
         /\ state = "READY" /\ state' = "ACTIVE")]_vars

\* One ACK takes a packet out of flight and unmarks another.
WitnessAckOfTwoStandingsProp ==
    [][~(event'.packets = 1 /\ waitingRtx' < waitingRtx)]_vars

\* The mark asks about the very packet that it marks, on its credit.
WitnessMarkedIsAskedForProp ==
    [][~(waitingRtx = 0 /\ waitingRtx' = 1 /\ next'.cost = 0)]_vars

\* A short packet leaves where there is no room for a whole one.
WitnessWindowIsFullInv == nsccInflight < window

\* A short packet leaves on credit that does not cover a whole one.
WitnessShortCreditIsSpentInv == nsccInflight = 0

\* Of a packet in flight every copy is lost.
WitnessAllCopiesAreLostInv == Between => \A p \in In("FLYING") : copies[p] > 0

\* The window falls below what is in flight.
WitnessMoreInFlightThanWindowInv == nsccInflight <= window

\* What was asked about is a short packet that is sent again, on its credit.
WitnessShortPacketHasItsCreditInv == next # [size |-> 1, cost |-> 0]
=============================================================================
