------------------------- MODULE CccSchedulingFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CccScheduling.  The     *)
(* first two are the rule as published, in one reading (FIND-2).           *)
(***************************************************************************)
EXTENDS MCCccScheduling

\* Newly acknowledged is what had not been acknowledged before, be it in flight
\* or taken out of flight when it was given up for lost.
AckedForTheFirstTime(S) == {p \in S : packet[p] \in {"FLYING", "WAITING"}}

\* Every NACK takes its packet out of flight, also one that was given up for lost.
EveryNackCounts(p) == packet[p] \in {"FLYING", "WAITING"}

\* The backlog grows by the payload, and falls by the packet.
NewDataByPayload(p) ==
    /\ Between
    /\ packet[p] = "NEW"
    /\ packet' = [packet EXCEPT ![p] = "QUEUED"]
    /\ backlog' = backlog + Size[p] - 1
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, waitingRtx, rtxBacklog, inflightPkts, window,
                   nsccInflight, credit, copies>>

\* The backlog grows by a packet with telemetry, and falls by one without.
NewDataWithTelemetry(p) ==
    /\ Between
    /\ packet[p] = "NEW"
    /\ packet' = [packet EXCEPT ![p] = "QUEUED"]
    /\ backlog' = backlog + Size[p] + 1
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, waitingRtx, rtxBacklog, inflightPkts, window,
                   nsccInflight, credit, copies>>

\* A retransmission is taken off the backlog once more.
SendTakesOffTwice(p) ==
    /\ Between
    /\ state = "READY"
    /\ packet[p] \in {"QUEUED", "WAITING"}
    /\ IF packet[p] = "WAITING"
       THEN waitingRtx' = waitingRtx - 1 /\ rtxBacklog' = rtxBacklog - Size[p]
       ELSE UNCHANGED <<waitingRtx, rtxBacklog>>
    /\ backlog' = backlog - Size[p]
    /\ packet' = [packet EXCEPT ![p] = "FLYING"]
    /\ nsccInflight' = nsccInflight + Size[p]
    /\ credit' = credit - Size[p]
    /\ inflightPkts' = inflightPkts + 1
    /\ copies' = [copies EXCEPT ![p] = @ + 1]
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]
    /\ UNCHANGED <<state, window>>

\* The scheduler looks at the state whenever it changes, within an event too.
SendWithinAnEvent(p) ==
    /\ state = "READY"
    /\ packet[p] \in {"QUEUED", "WAITING"}
    /\ IF packet[p] = "WAITING"
       THEN /\ waitingRtx' = waitingRtx - 1
            /\ rtxBacklog' = rtxBacklog - Size[p]
            /\ UNCHANGED backlog
       ELSE /\ backlog' = backlog - Size[p]
            /\ UNCHANGED <<waitingRtx, rtxBacklog>>
    /\ packet' = [packet EXCEPT ![p] = "FLYING"]
    /\ nsccInflight' = nsccInflight + Size[p]
    /\ credit' = credit - Size[p]
    /\ inflightPkts' = inflightPkts + 1
    /\ copies' = [copies EXCEPT ![p] = @ + 1]
    /\ event' = IF Between THEN [NoEvent EXCEPT !.steps = <<"Settle">>] ELSE event
    /\ UNCHANGED <<state, window>>

\* Work is enough to be scheduled.
SendWhileActive(p) ==
    /\ Between
    /\ state \in {"ACTIVE", "READY"}
    /\ packet[p] \in {"QUEUED", "WAITING"}
    /\ IF packet[p] = "WAITING"
       THEN /\ waitingRtx' = waitingRtx - 1
            /\ rtxBacklog' = rtxBacklog - Size[p]
            /\ UNCHANGED backlog
       ELSE /\ backlog' = backlog - Size[p]
            /\ UNCHANGED <<waitingRtx, rtxBacklog>>
    /\ packet' = [packet EXCEPT ![p] = "FLYING"]
    /\ nsccInflight' = nsccInflight + Size[p]
    /\ credit' = credit - Size[p]
    /\ inflightPkts' = inflightPkts + 1
    /\ copies' = [copies EXCEPT ![p] = @ + 1]
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]
    /\ UNCHANGED <<state, window>>

\* The acknowledged packet stays marked.
AckWithoutUnmarking(S) ==
    /\ Between
    /\ \A p \in S : copies[p] > 0
    /\ packet' = [p \in Packet |-> IF p \in S THEN "DONE" ELSE packet[p]]
    /\ copies' = [p \in Packet |-> IF p \in S THEN copies[p] - 1 ELSE copies[p]]
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> "",
                 packets |-> Cardinality(NewlyAcked(S)),
                 bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, countVars, window, nsccInflight, credit>>

\* One PDC has all its packets acknowledged, and speaks for the whole CCC.
AckSpeaksForAll(S) ==
    /\ Between
    /\ \A p \in S : copies[p] > 0
    /\ LET unmarked == {p \in S : packet[p] = "WAITING"}
       IN /\ waitingRtx' = waitingRtx - Cardinality(unmarked)
          /\ rtxBacklog' = rtxBacklog - Bytes(unmarked)
    /\ packet' = [p \in Packet |-> IF p \in S THEN "DONE" ELSE packet[p]]
    /\ copies' = [p \in Packet |-> IF p \in S THEN copies[p] - 1 ELSE copies[p]]
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> "",
                 packets |-> inflightPkts, bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, backlog, inflightPkts, window, nsccInflight, credit>>

\* Once READY, READY as long as there is work.
UpdatedForGood(before, work, flight, may) ==
    IF ~work THEN (IF flight THEN "PENDING" ELSE "IDLE")
    ELSE IF before = "READY" \/ may THEN "READY" ELSE "ACTIVE"

\* Room must be left over, so that a window of one packet has none.
StrictlyLess == nsccInflight + Mtu < window

-----------------------------------------------------------------------------
\* Situations that must be reached: each is false on purpose.

\* READY between mark and the end of an event, and not any more after it.
WitnessReadyComesAndGoesWithinAnEventProp ==
    [][~(/\ event.steps = <<"Settle">> /\ event.marked # ""
         /\ state = "READY" /\ state' = "ACTIVE")]_vars

\* One ACK takes a packet out of flight and unmarks another.
WitnessAckOfTwoStandingsProp ==
    [][~(event'.packets = 1 /\ waitingRtx' < waitingRtx)]_vars
=============================================================================
