---------------------------- MODULE CccScheduling ----------------------------
(***************************************************************************)
(* Who may send now: the scheduling machine of a congestion control        *)
(* context (CCC) in public descriptions of UET 1.0: IDLE, PENDING, ACTIVE, *)
(* READY.  It shares the names IDLE and READY with the life of a CCC       *)
(* (CccLifecycle), and means something else by them.                       *)
(*                                                                         *)
(* Source     public material on UET 1.0.x, not a source document of the   *)
(*            project: sections 3.6.6 and 3.6.12.3 as publicly reported    *)
(* Models     UET-1 CCC-12; FIND-2 is about it                             *)
(* Leaves out what NSCC and RCCC decide: any window and any credit of the  *)
(*            configured ones may come out of any of their steps; entropy, *)
(*            load balancing; creation and closing (CccLifecycle)          *)
(* Units      sizes are nominal packet sizes; one unit stands for any      *)
(*            number of bytes                                              *)
(*                                                                         *)
(* An event is a list of steps, done in order, one action a step, so that  *)
(* what can be seen between two steps is seen here.  Only one event is     *)
(* under way at a time.                                                    *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Packet,         \* packets that the PDCs of this CCC will send
    PdcOf,          \* each packet's PDC
    Size,           \* each packet's nominal size
    Windows,        \* windows that NSCC may set
    Credits,        \* credit that RCCC may hold after a step of its own
    InitialWindow,
    InitialCredit,
    MaxCopies       \* copies of a packet, or answers to it, under way at once

Mtu == CHOOSE s \in {Size[p] : p \in Packet} : \A p \in Packet : Size[p] <= s

ASSUME WindowAssumption ==      \* a window that never has room would never send
    InitialWindow \in Windows /\ \A w \in Windows : w >= Mtu
ASSUME CreditAssumption == InitialCredit \in Credits /\ \E c \in Credits : c > 0

VARIABLES
    state,          \* CCC: IDLE, PENDING, ACTIVE or READY
    backlog,        \* CCC: bytes to be sent for the first time, all PDCs
    waitingRtx,     \* CCC: packets marked for retransmission
    rtxBacklog,     \* CCC: their bytes
    inflightPkts,   \* CCC: packets in flight, all PDCs
    event,          \* CCC: what the event under way has still to do
    packet,         \* PDCs: each packet's standing
    window,         \* NSCC: congestion window
    nsccInflight,   \* NSCC: bytes in flight
    credit,         \* RCCC: bytes that may be sent; less than one packet below 0
    copies          \* network: copies of the packet, or answers to it, under way

countVars == <<backlog, waitingRtx, rtxBacklog, inflightPkts>>
vars == <<state, countVars, event, packet, window, nsccInflight, credit, copies>>

\* steps: still to be done.  marked: the packet to mark for retransmission.
\* packets, bytes: what the event takes out of flight.
NoEvent == [steps |-> <<>>, marked |-> "", packets |-> 0, bytes |-> 0]

TypeOK ==
    /\ state \in {"IDLE", "PENDING", "ACTIVE", "READY"}
    /\ {backlog, waitingRtx, rtxBacklog, inflightPkts, nsccInflight} \subseteq Nat
    /\ event.marked \in Packet \cup {""}
    /\ packet \in [Packet -> {"NEW", "QUEUED", "FLYING", "WAITING", "DONE"}]
    /\ window \in Windows /\ credit \in Int
    /\ copies \in [Packet -> 0 .. MaxCopies]

Init ==
    /\ state = "IDLE"
    /\ backlog = 0 /\ waitingRtx = 0 /\ rtxBacklog = 0 /\ inflightPkts = 0
    /\ event = NoEvent
    /\ packet = [p \in Packet |-> "NEW"]
    /\ window = InitialWindow /\ nsccInflight = 0 /\ credit = InitialCredit
    /\ copies = [p \in Packet |-> 0]

-----------------------------------------------------------------------------
RECURSIVE Bytes(_)
Bytes(S) ==
    IF S = {} THEN 0
    ELSE LET p == CHOOSE p \in S : TRUE IN Size[p] + Bytes(S \ {p})

NsccCanSend == nsccInflight + Mtu <= window
RcccCanSend == credit > 0

\* The published procedure, from the state before: with or without work, packets
\* in flight, and the permission to send.
Updated(before, work, flight, may) ==
    LET awake ==
            IF ~work THEN (IF flight THEN "PENDING" ELSE "IDLE")
            ELSE IF before \in {"IDLE", "PENDING"} THEN "ACTIVE" ELSE before
    IN IF awake = "ACTIVE" /\ may THEN "READY"
       ELSE IF awake = "READY" /\ ~may THEN "ACTIVE"
       ELSE awake

UpdatedState ==
    Updated(state, backlog' > 0 \/ waitingRtx' > 0, inflightPkts' # 0,
            NsccCanSend /\ RcccCanSend)

Between == event.steps = <<>>
Due(step) == event.steps # <<>> /\ Head(event.steps) = step
Rest == [event EXCEPT !.steps = Tail(@)]

-----------------------------------------------------------------------------
\* Events.  Each does its first step and leaves the others in the event.

\* A PDC has more to send: the very size that will be taken off again.
NewData(p) == \* UET-1
    /\ Between
    /\ packet[p] = "NEW"
    /\ packet' = [packet EXCEPT ![p] = "QUEUED"]
    /\ backlog' = backlog + Size[p]
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, waitingRtx, rtxBacklog, inflightPkts, window,
                   nsccInflight, credit, copies>>

\* The scheduler takes a packet of a CCC on its ready list, between two events.
Send(p) == \* UET-1 CCC-12
    /\ Between
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
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]
    /\ UNCHANGED <<state, window>>

\* Newly acknowledged is what was in flight.  A packet that waits for its
\* retransmission was taken out of flight when it was marked.
NewlyAcked(S) == {p \in S : packet[p] = "FLYING"}

\* One ACK for packets of one PDC, of which some may have been acknowledged
\* before, and some given up for lost: those are unmarked.
Ack(S) == \* UET-1
    /\ Between
    /\ \A p \in S : copies[p] > 0
    /\ LET unmarked == {p \in S : packet[p] = "WAITING"}
       IN /\ waitingRtx' = waitingRtx - Cardinality(unmarked)
          /\ rtxBacklog' = rtxBacklog - Bytes(unmarked)
    /\ packet' = [p \in Packet |-> IF p \in S THEN "DONE" ELSE packet[p]]
    /\ copies' = [p \in Packet |-> IF p \in S THEN copies[p] - 1 ELSE copies[p]]
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> "",
                 packets |-> Cardinality(NewlyAcked(S)),
                 bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, backlog, inflightPkts, window, nsccInflight, credit>>

\* NACK and inferred loss take a packet out of flight, once.
TakesOutOfFlight(p) == packet[p] = "FLYING"

LossOf(p) == [steps |-> <<"Nscc", "Mark", "Rccc", "Settle">>, marked |-> p,
              packets |-> 1, bytes |-> Size[p]]

\* A copy came trimmed, or was refused.  A late one changes nothing.
Nack(p) == \* UET-1
    /\ Between
    /\ copies[p] > 0
    /\ copies' = [copies EXCEPT ![p] = @ - 1]
    /\ event' = IF TakesOutOfFlight(p) THEN LossOf(p) ELSE NoEvent
    /\ UNCHANGED <<state, countVars, packet, window, nsccInflight, credit>>

\* The PDC gives a packet up for lost, rightly or not.
InferLoss(p) == \* UET-1
    /\ Between
    /\ packet[p] = "FLYING"
    /\ copies[p] < MaxCopies
    /\ event' = LossOf(p)
    /\ UNCHANGED <<state, countVars, packet, window, nsccInflight, credit, copies>>

CreditUpdate == \* UET-1
    /\ Between
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, countVars, packet, window, nsccInflight, credit, copies>>

-----------------------------------------------------------------------------
\* Steps within an event.

Nscc(w) == \* UET-1
    /\ Due("Nscc")
    /\ window' = w
    /\ nsccInflight' = nsccInflight - event.bytes
    /\ event' = Rest
    /\ UNCHANGED <<state, countVars, packet, credit, copies>>

\* Marking updates the state in the middle of the event: the packet is not out
\* of flight yet, and RCCC has not spoken.
Mark == \* UET-1
    /\ Due("Mark")
    /\ packet' = [packet EXCEPT ![event.marked] = "WAITING"]
    /\ waitingRtx' = waitingRtx + 1
    /\ rtxBacklog' = rtxBacklog + Size[event.marked]
    /\ event' = Rest
    /\ UNCHANGED <<backlog, inflightPkts, window, nsccInflight, credit, copies>>
    /\ state' = UpdatedState

Rccc(c) == \* UET-1
    /\ Due("Rccc")
    /\ credit' = c
    /\ event' = Rest
    /\ UNCHANGED <<state, countVars, packet, window, nsccInflight, copies>>

\* The event's packets leave the flight, and the state follows.
Settle == \* UET-1
    /\ Due("Settle")
    /\ inflightPkts' = inflightPkts - event.packets
    /\ event' = NoEvent
    /\ UNCHANGED <<backlog, waitingRtx, rtxBacklog, packet, window, nsccInflight,
                   credit, copies>>
    /\ state' = UpdatedState

-----------------------------------------------------------------------------
\* Network.  It could lose a packet within an event as well: that touches
\* nothing that an event reads.
Lose(p) == \* UET-1
    /\ Between
    /\ copies[p] > 0
    /\ copies' = [copies EXCEPT ![p] = @ - 1]
    /\ UNCHANGED <<state, countVars, event, packet, window, nsccInflight, credit>>

-----------------------------------------------------------------------------
\* What one ACK can acknowledge: packets of one PDC.
Acked == {S \in SUBSET Packet : S # {} /\ \A p, q \in S : PdcOf[p] = PdcOf[q]}

Step == Mark \/ Settle \/ (\E w \in Windows : Nscc(w)) \/ (\E c \in Credits : Rccc(c))

Next ==
    \/ \E p \in Packet : NewData(p) \/ Send(p) \/ Nack(p) \/ InferLoss(p) \/ Lose(p)
    \/ \E S \in Acked : Ack(S)
    \/ CreditUpdate
    \/ Step

Safety == Init /\ [][Next]_vars

\* Weak fairness for the steps within an event, which nothing interrupts.
\* Strong fairness for what other events come before again and again: RCCC
\* speaks and sometimes gives credit, the scheduler serves every packet, what
\* is not lost for ever is acknowledged, what is lost is noticed.  None for
\* NewData, Nack and Lose.
Fairness ==
    /\ WF_vars(Step)
    /\ SF_vars(CreditUpdate)
    /\ SF_vars(\E c \in Credits : c > 0 /\ Rccc(c))
    /\ \A p \in Packet :
        SF_vars(Send(p)) /\ SF_vars(Ack({p})) /\ SF_vars(InferLoss(p))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

In(standing) == {p \in Packet : packet[p] = standing}

\* Between two events the state is a function of work, flight and permission;
\* what it was before has no part in it.
StateIsAFunctionInv == \* UET-1
    Between =>
        LET work == In("QUEUED") \cup In("WAITING") # {}
            flight == In("FLYING") # {}
        IN state = IF work THEN (IF NsccCanSend /\ RcccCanSend THEN "READY" ELSE "ACTIVE")
                   ELSE (IF flight THEN "PENDING" ELSE "IDLE")

\* What is added to the backlog is what is taken off again: it ends at zero.
BacklogIsExactInv == backlog = Bytes(In("QUEUED")) \* UET-1

RtxIsExactInv == \* UET-1
    waitingRtx = Cardinality(In("WAITING")) /\ rtxBacklog = Bytes(In("WAITING"))

\* Each packet counts once while it is in flight, in both counters.
InflightIsExactInv == \* UET-1 CCC-12 FIND-2
    Between => inflightPkts = Cardinality(In("FLYING"))

NsccInflightIsExactInv == \* UET-1 CCC-12 FIND-2
    Between => nsccInflight = Bytes(In("FLYING"))

\* An IDLE CCC may be removed: nothing of any of its PDCs is left.
IdleHasNothingLeftInv == \* UET-1 FIND-2
    Between /\ state = "IDLE" => In("QUEUED") \cup In("FLYING") \cup In("WAITING") = {}

\* Credit may be overdrawn by the packet that is being sent, no more.
OverdrawsLessThanAPacketInv == credit > -Mtu \* UET-1

-----------------------------------------------------------------------------
\* Action properties.

\* A packet leaves between two events, with both algorithms' permission.
OnlySendsWithPermissionProp == \* UET-1 CCC-12
    [][(\E p \in Packet : copies'[p] > copies[p]) =>
        Between /\ NsccCanSend /\ RcccCanSend]_vars

\* Nothing comes to be in flight without having been work.
IdleNeverTurnsPendingProp == \* UET-1 FIND-2
    [][~(state = "IDLE" /\ state' = "PENDING")]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

AllIsAcknowledgedProp == \* UET-1
    \A p \in Packet : packet[p] = "QUEUED" ~> packet[p] = "DONE"

NothingStaysPendingProp == state = "PENDING" ~> state # "PENDING" \* UET-1 FIND-2

ComesToRestProp == <>[](state = "IDLE") \* UET-1
=============================================================================
