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
(* Readings   what an algorithm asks of the next packet (UET-1):           *)
(*            the window wants room for a whole MTU, or, as is allowed,    *)
(*            for the packet's own size (OwnSize);                         *)
(*            RCCC lets any packet out while there is credit, as the one   *)
(*            public implementation does (Overdraft), or one that fits, as *)
(*            the source documents have it: never more than the credit     *)
(*            (RCCC-6, RCCC-13).  Whether a retransmission takes credit is *)
(*            not said: it does with Overdraft, and otherwise may go on    *)
(*            the credit that the packet had                               *)
(* Leaves out what NSCC and RCCC decide: any window and any credit of the  *)
(*            configured ones may come out of any of their steps; entropy, *)
(*            load balancing; creation and closing (CccLifecycle); which   *)
(*            PDC's turn it is, and whether a PDC holds back (PdcHandshake)*)
(* Units      sizes are nominal packet sizes; one unit stands for any      *)
(*            number of bytes.  A packet is <<PDC, its number from 0>>     *)
(*                                                                         *)
(* An event is a list of steps, done in order, one action a step, so that  *)
(* what can be seen between two steps is seen here.  Only one event is     *)
(* under way at a time.                                                    *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Bags

CONSTANTS
    Pdc,            \* PDCs of this CCC
    Mtu,            \* largest nominal size of a packet
    OwnSize,        \* whether the window must have room for the packet, not for an MTU
    Overdraft,      \* whether any credit is enough, not only what covers the packet
    Windows,        \* windows that NSCC may set
    Credits,        \* credit that RCCC may hold after a step of its own
    InitialWindow,
    InitialCredit,
    Bounded,        \* TRUE: the next three bound what happens.  FALSE: nothing does,
                    \* and the network may answer a packet as often as it likes
    Sizes,          \* sizes of the messages that may come, by PDC
    MaxPackets,     \* packets of all messages, by PDC
    MaxCopies       \* copies of a packet, or answers to it, under way at once

ASSUME WindowAssumption ==      \* a window that never has room would never send
    InitialWindow \in Windows /\ (OwnSize \/ \A w \in Windows : w >= Mtu)
ASSUME CreditAssumption == InitialCredit \in Credits /\ \E c \in Credits : c > 0

VARIABLES
    state,          \* CCC: IDLE, PENDING, ACTIVE or READY
    backlog,        \* CCC: bytes to be sent for the first time, all PDCs
    waitingRtx,     \* CCC: packets marked for retransmission
    rtxBacklog,     \* CCC: their bytes
    inflightPkts,   \* CCC: packets in flight, all PDCs
    event,          \* CCC: what the event under way has still to do
    next,           \* CCC: the packet about which the algorithms were asked last
    queue,          \* PDCs: what is left of each message, to be sent for the first time
    sent,           \* PDCs: how many packets were sent
    packet,         \* PDCs: those that were sent and are not acknowledged, by standing,
                    \* FLYING or WAITING; each with its size
    window,         \* NSCC: congestion window
    nsccInflight,   \* NSCC: bytes in flight
    credit,         \* RCCC: bytes that may be sent; with Overdraft less than one
                    \* packet below 0
    copies          \* network: copies of the packet, or answers to it, under way

countVars == <<backlog, waitingRtx, rtxBacklog, inflightPkts>>
pdcVars == <<queue, sent, packet>>
vars == <<state, countVars, event, next, pdcVars, window, nsccInflight, credit, copies>>

PacketsOf(x) == {<<x, n>> : n \in 0 .. MaxPackets[x] - 1}

\* steps: still to be done.  marked: the packet to mark for retransmission, if any.
\* packets, bytes: what the event takes out of flight.
NoEvent == [steps |-> <<>>, marked |-> {}, packets |-> 0, bytes |-> 0]

\* size: what it needs of the window.  cost: what it takes of the credit.
Whole == [size |-> Mtu, cost |-> Mtu]

TypeOK ==
    /\ state \in {"IDLE", "PENDING", "ACTIVE", "READY"}
    /\ {backlog, waitingRtx, rtxBacklog, inflightPkts, nsccInflight} \subseteq Nat
    /\ event.marked \subseteq UNION {PacketsOf(x) : x \in Pdc}
    /\ next \in [size : 1 .. Mtu, cost : 0 .. Mtu]
    /\ \A x \in Pdc : /\ \A i \in DOMAIN queue[x] : queue[x][i] \in Nat \ {0}
                      /\ sent[x] \in 0 .. MaxPackets[x]
    /\ DOMAIN packet = {"FLYING", "WAITING"}
    /\ \A standing \in DOMAIN packet : \A p \in DOMAIN packet[standing] :
        p \in PacketsOf(p[1]) /\ packet[standing][p] \in 1 .. Mtu
    /\ DOMAIN packet.FLYING \cap DOMAIN packet.WAITING = {}
    /\ window \in Windows /\ credit \in Int
    /\ copies \in [UNION {PacketsOf(x) : x \in Pdc} -> 0 .. MaxCopies]

Init ==
    /\ state = "IDLE"
    /\ backlog = 0 /\ waitingRtx = 0 /\ rtxBacklog = 0 /\ inflightPkts = 0
    /\ event = NoEvent
    /\ next = Whole
    /\ queue = [x \in Pdc |-> <<>>]
    /\ sent = [x \in Pdc |-> 0]
    /\ packet = [FLYING |-> EmptyBag, WAITING |-> EmptyBag]
    /\ window = InitialWindow /\ nsccInflight = 0 /\ credit = InitialCredit
    /\ copies = [p \in UNION {PacketsOf(x) : x \in Pdc} |-> 0]

-----------------------------------------------------------------------------
\* Packets.  A message is cut into packets of one MTU, the last may be shorter,
\* and a PDC sends them in order.

\* Of a sequence, half by half: a queue may be long.
RECURSIVE Sum(_)
Sum(numbers) ==
    IF numbers = <<>> THEN 0
    ELSE IF Len(numbers) = 1 THEN numbers[1]
    ELSE LET half == Len(numbers) \div 2
         IN Sum(SubSeq(numbers, 1, half)) + Sum(SubSeq(numbers, half + 1, Len(numbers)))

\* How many packets some messages are.
Count(messages) == Sum([i \in DOMAIN messages |-> (messages[i] + Mtu - 1) \div Mtu])

\* Packets with their sizes are a bag that holds each as many times as it has bytes, so
\* that its cardinality is their bytes: no packet is looked up to count them.
One(p, size) == [q \in {p} |-> size]
Less(packets, S) == packets (-) [q \in S \cap DOMAIN packets |-> packets[q]]

\* What is left when these are acknowledged, or stand elsewhere.
Without(S) == [FLYING |-> Less(packet.FLYING, S), WAITING |-> Less(packet.WAITING, S)]

\* How many packets a PDC knows of.
Known(x) == sent[x] + Count(queue[x])

\* The packet's standing: NEW, QUEUED, FLYING, WAITING, and DONE.
IsQueued(p) == p[2] >= sent[p[1]] /\ p[2] < Known(p[1])
In(standing) == DOMAIN packet[standing]
Stands(p, standing) == p \in In(standing)
Unacked == In("FLYING") \cup In("WAITING")
IsDone(p) == p[2] < sent[p[1]] /\ p \notin Unacked

\* Of what was sent and is not acknowledged.
SizeOf(p) == IF Stands(p, "FLYING") THEN packet.FLYING[p] ELSE packet.WAITING[p]
Bytes(S) == BagCardinality([p \in S |-> SizeOf(p)])

\* The next one that a PDC sends for the first time, and its size.
IsFirst(p) == p[1] \in Pdc /\ queue[p[1]] # <<>> /\ p[2] = sent[p[1]]
FirstSize(x) == IF Head(queue[x]) < Mtu THEN Head(queue[x]) ELSE Mtu

\* What is left of a queue when that one is gone.
WithoutFirst(messages) ==
    IF Head(messages) <= Mtu THEN Tail(messages)
    ELSE [messages EXCEPT ![1] = @ - Mtu]

-----------------------------------------------------------------------------
\* Permission.  It is asked for the packet that would go next.

NsccCanSend(n) == nsccInflight + (IF OwnSize THEN n.size ELSE Mtu) <= window
RcccCanSend(n) == IF Overdraft THEN credit > 0 ELSE n.cost <= credit

\* Where it does not matter which packet that is, a whole one stands for it.
Matters == OwnSize \/ ~Overdraft
AskedSizes == IF Matters THEN 1 .. Mtu ELSE {Mtu}
AskedCosts == IF Matters THEN 0 .. Mtu ELSE {Mtu}

\* A packet of this size; one that was given up for lost may have its credit still.
IsAskedFor(n, size, waits) ==
    n.size = size /\ (n.cost = size \/ (waits /\ ~Overdraft /\ n.cost = 0))

\* n may be what is asked about: a packet that is to be sent, or a whole one, since
\* a PDC may hold back.  The step is one, however many packets would do.
MayBeAsked(n, waiting) ==
    IF n = Whole THEN TRUE
    ELSE IF \E x \in Pdc : queue[x] # <<>> /\ IsAskedFor(n, FirstSize(x), FALSE) THEN TRUE
    ELSE IF \E p \in DOMAIN waiting : IsAskedFor(n, waiting[p], TRUE) THEN TRUE
    ELSE FALSE

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
            NsccCanSend(next') /\ RcccCanSend(next'))

Between == event.steps = <<>>
Due(step) == event.steps # <<>> /\ Head(event.steps) = step
Rest == [event EXCEPT !.steps = Tail(@)]

-----------------------------------------------------------------------------
\* Events.  Each does its first step and leaves the others in the event.

\* A PDC has a message more to send: the very sizes that will be taken off again.
NewData(x, size) == \* UET-1
    /\ Between
    /\ size > 0
    /\ Bounded => Known(x) + Count(<<size>>) <= MaxPackets[x]
    /\ queue' = [queue EXCEPT ![x] = Append(@, size)]
    /\ backlog' = backlog + size
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, waitingRtx, rtxBacklog, inflightPkts, next, sent, packet,
                   window, nsccInflight, credit, copies>>

\* The scheduler takes a packet of a CCC on its ready list, between two events: the
\* one for which the permission was asked.
Send(p) == \* UET-1 CCC-12
    /\ Between
    /\ state = "READY"
    /\ IsFirst(p) \/ Stands(p, "WAITING")
    /\ LET again == Stands(p, "WAITING")
           size == IF again THEN packet.WAITING[p] ELSE FirstSize(p[1])
       IN /\ Matters => IsAskedFor(next, size, again)
          /\ IF again
             THEN /\ waitingRtx' = waitingRtx - 1
                  /\ rtxBacklog' = rtxBacklog - size
                  /\ UNCHANGED <<backlog, queue, sent>>
             ELSE /\ backlog' = backlog - size
                  /\ queue' = [queue EXCEPT ![p[1]] = WithoutFirst(@)]
                  /\ sent' = [sent EXCEPT ![p[1]] = @ + 1]
                  /\ UNCHANGED <<waitingRtx, rtxBacklog>>
          /\ packet' = [Without({p}) EXCEPT !.FLYING = @ (+) One(p, size)]
          /\ nsccInflight' = nsccInflight + size
          /\ credit' = credit - (IF Overdraft THEN size ELSE next.cost)
    /\ inflightPkts' = inflightPkts + 1
    /\ copies' = IF Bounded THEN [copies EXCEPT ![p] = @ + 1] ELSE copies
    /\ event' = [NoEvent EXCEPT !.steps = <<"Settle">>]
    /\ UNCHANGED <<state, next, window>>

\* An answer to the packet may come, and is then one less.
IsAnswered(p) == IF Bounded THEN copies[p] > 0 ELSE p[2] < sent[p[1]]
Answered(S) ==
    IF Bounded THEN [p \in DOMAIN copies |-> IF p \in S THEN copies[p] - 1 ELSE copies[p]]
    ELSE copies

\* Newly acknowledged is what was in flight.  A packet that waits for its
\* retransmission was taken out of flight when it was marked.
NewlyAcked(S) == {p \in S : Stands(p, "FLYING")}

\* One ACK for packets of one PDC, of which some may have been acknowledged
\* before, and some given up for lost: those are unmarked.
Ack(S) == \* UET-1
    /\ Between
    /\ \A p \in S : IsAnswered(p)
    /\ LET unmarked == {p \in S : Stands(p, "WAITING")}
       IN /\ waitingRtx' = waitingRtx - Cardinality(unmarked)
          /\ rtxBacklog' = rtxBacklog - Bytes(unmarked)
    /\ packet' = Without(S)
    /\ copies' = Answered(S)
    /\ event' = [steps |-> <<"Nscc", "Rccc", "Settle">>, marked |-> {},
                 packets |-> Cardinality(NewlyAcked(S)),
                 bytes |-> Bytes(NewlyAcked(S))]
    /\ UNCHANGED <<state, backlog, inflightPkts, next, queue, sent, window,
                   nsccInflight, credit>>

\* NACK and inferred loss take a packet out of flight, once.
TakesOutOfFlight(p) == Stands(p, "FLYING")

LossOf(p) == [steps |-> <<"Nscc", "Mark", "Rccc", "Settle">>, marked |-> {p},
              packets |-> 1, bytes |-> SizeOf(p)]

\* A copy came trimmed, or was refused.  A late one changes nothing.
Nack(p) == \* UET-1
    /\ Between
    /\ IsAnswered(p)
    /\ copies' = Answered({p})
    /\ event' = IF TakesOutOfFlight(p) THEN LossOf(p) ELSE NoEvent
    /\ UNCHANGED <<state, countVars, next, pdcVars, window, nsccInflight, credit>>

\* The PDC gives a packet up for lost, rightly or not.
InferLoss(p) == \* UET-1
    /\ Between
    /\ Stands(p, "FLYING")
    /\ Bounded => copies[p] < MaxCopies
    /\ event' = LossOf(p)
    /\ UNCHANGED <<state, countVars, next, pdcVars, window, nsccInflight, credit,
                   copies>>

CreditUpdate == \* UET-1
    /\ Between
    /\ event' = [NoEvent EXCEPT !.steps = <<"Rccc", "Settle">>]
    /\ UNCHANGED <<state, countVars, next, pdcVars, window, nsccInflight, credit,
                   copies>>

-----------------------------------------------------------------------------
\* Steps within an event.

Nscc(w) == \* UET-1
    /\ Due("Nscc")
    /\ window' = w
    /\ nsccInflight' = nsccInflight - event.bytes
    /\ event' = Rest
    /\ UNCHANGED <<state, countVars, next, pdcVars, credit, copies>>

\* Marking updates the state in the middle of the event: the packet is not out
\* of flight yet, and RCCC has not spoken.
Mark(size, cost) == \* UET-1
    /\ Due("Mark")
    /\ LET p == CHOOSE p \in event.marked : TRUE
       IN /\ packet' = [Without({p}) EXCEPT !.WAITING = @ (+) One(p, SizeOf(p))]
          /\ rtxBacklog' = rtxBacklog + SizeOf(p)
    /\ waitingRtx' = waitingRtx + 1
    /\ event' = Rest
    /\ next' = [size |-> size, cost |-> cost]
    /\ MayBeAsked(next', packet'.WAITING)
    /\ UNCHANGED <<backlog, inflightPkts, queue, sent, window, nsccInflight, credit,
                   copies>>
    /\ state' = UpdatedState

Rccc(c) == \* UET-1
    /\ Due("Rccc")
    /\ credit' = c
    /\ event' = Rest
    /\ UNCHANGED <<state, countVars, next, pdcVars, window, nsccInflight, copies>>

\* The event's packets leave the flight, and the state follows.
Settle(size, cost) == \* UET-1
    /\ Due("Settle")
    /\ inflightPkts' = inflightPkts - event.packets
    /\ event' = NoEvent
    /\ next' = [size |-> size, cost |-> cost]
    /\ MayBeAsked(next', packet.WAITING)
    /\ UNCHANGED <<backlog, waitingRtx, rtxBacklog, pdcVars, window, nsccInflight,
                   credit, copies>>
    /\ state' = UpdatedState

-----------------------------------------------------------------------------
\* Network.  It could lose a packet within an event as well: that touches
\* nothing that an event reads.
Lose(p) == \* UET-1
    /\ Between
    /\ Bounded /\ copies[p] > 0
    /\ copies' = Answered({p})
    /\ UNCHANGED <<state, countVars, event, next, pdcVars, window, nsccInflight,
                   credit>>

-----------------------------------------------------------------------------
\* What one ACK can acknowledge: packets of one PDC.
Acked(x) == SUBSET PacketsOf(x) \ {{}}

Step ==
    \/ \E size \in AskedSizes, cost \in AskedCosts : Mark(size, cost) \/ Settle(size, cost)
    \/ \E w \in Windows : Nscc(w)
    \/ \E c \in Credits : Rccc(c)

Next ==
    \/ \E x \in Pdc :
        \/ \E size \in Sizes[x] : NewData(x, size)
        \/ \E p \in PacketsOf(x) : Send(p) \/ Nack(p) \/ InferLoss(p) \/ Lose(p)
        \/ \E S \in Acked(x) : Ack(S)
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
    /\ \A x \in Pdc : \A p \in PacketsOf(x) :
        SF_vars(Send(p)) /\ SF_vars(Ack({p})) /\ SF_vars(InferLoss(p))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* The permission said again, by what is left: room in the window, and credit.
Allowed ==
    /\ window - nsccInflight >= (IF OwnSize THEN next.size ELSE Mtu)
    /\ credit >= (IF Overdraft THEN 1 ELSE next.cost)

\* Between two events the state is a function of work, flight and permission;
\* what it was before has no part in it.
StateIsAFunctionInv == \* UET-1
    Between =>
        LET work == (\E x \in Pdc : queue[x] # <<>>) \/ In("WAITING") # {}
            flight == In("FLYING") # {}
        IN state = IF work
                   THEN (IF Allowed THEN "READY" ELSE "ACTIVE")
                   ELSE (IF flight THEN "PENDING" ELSE "IDLE")

\* What is added to the backlog is what is taken off again: it ends at zero.
RECURSIVE Queued(_)
Queued(S) ==
    IF S = {} THEN 0
    ELSE LET x == CHOOSE x \in S : TRUE IN Sum(queue[x]) + Queued(S \ {x})

BacklogIsExactInv == backlog = Queued(Pdc) \* UET-1

RtxIsExactInv == \* UET-1
    waitingRtx = Cardinality(In("WAITING")) /\ rtxBacklog = BagCardinality(packet.WAITING)

\* Each packet counts once while it is in flight, in both counters.
InflightIsExactInv == \* UET-1 CCC-12 FIND-2
    Between => inflightPkts = Cardinality(In("FLYING"))

NsccInflightIsExactInv == \* UET-1 CCC-12 FIND-2
    Between => nsccInflight = BagCardinality(packet.FLYING)

\* What an event takes out of flight is taken out when it ends.
NothingIsLeftToTakeInv == \* UET-1
    Between => event.marked = {} /\ event.packets = 0 /\ event.bytes = 0

\* An IDLE CCC may be removed: nothing of any of its PDCs is left.
IdleHasNothingLeftInv == \* UET-1 FIND-2
    Between /\ state = "IDLE" => Unacked = {} /\ \A x \in Pdc : queue[x] = <<>>

\* The algorithms were asked about work: a whole packet, the first one of a PDC, or
\* one that is to be sent again, which may have its credit.  So it is between two
\* events, and within one from the mark on.
AskedIsWorkInv == \* UET-1
    Between \/ event.marked \cap In("WAITING") # {} =>
        \/ next.size = Mtu /\ next.cost = Mtu
        \/ \E x \in Pdc :
            queue[x] # <<>> /\ Head(queue[x]) = next.size /\ next.cost = next.size
        \/ \E p \in In("WAITING") :
            /\ packet.WAITING[p] = next.size
            /\ next.cost \in {next.size} \cup (IF Overdraft THEN {} ELSE {0})

\* Copies are under way of what was sent, and no answer comes to none.
CopiesAreOfWhatWasSentInv == \* UET-1
    \A p \in DOMAIN copies : copies[p] \in (IF p[2] < sent[p[1]] THEN 0 .. MaxCopies ELSE {0})

\* With Overdraft credit may be overdrawn by the packet that is being sent, no
\* more; without, not at all.
OverdrawsLessThanAPacketInv == \* UET-1 RCCC-6
    credit > (IF Overdraft THEN -Mtu ELSE -1)

-----------------------------------------------------------------------------
\* Action properties.

\* A packet leaves between two events, with both algorithms' permission.
OnlySendsWithPermissionProp == \* UET-1 CCC-12
    [][nsccInflight' > nsccInflight => Between /\ Allowed]_vars

\* An event is done step by step: none is left out or done twice, and no other event
\* comes between.
EventGoesOnProp == \* UET-1
    [][~Between => event'.steps = SubSeq(event.steps, 2, Len(event.steps))]_vars

\* A mark shows in the state at once: from now on there is work.
MarkShowsAtOnceProp == \* UET-1
    [][waitingRtx' > waitingRtx => state' = (IF Allowed' THEN "READY" ELSE "ACTIVE")]_vars

\* An acknowledgment that came is under way no more.
AckIsUsedUpProp == \* UET-1
    [][\A p \in Unacked \ Unacked' : copies'[p] = copies[p] - (IF Bounded THEN 1 ELSE 0)]_vars

\* What leaves is of the size for which the permission was asked, where it was asked
\* for a size.
SendsWhatWasAskedProp == \* UET-1
    [][nsccInflight' > nsccInflight =>
        nsccInflight' - nsccInflight \in (IF OwnSize \/ ~Overdraft THEN {next.size} ELSE 1 .. Mtu)]_vars

\* It takes as much of the credit, unless it is sent again and may go on what it had.
SendsOnCreditProp == \* UET-1 RCCC-6
    [][nsccInflight' > nsccInflight =>
        credit - credit' \in {nsccInflight' - nsccInflight} \cup (IF Overdraft \/ sent' # sent THEN {} ELSE {0})]_vars

\* Nothing comes to be in flight without having been work.
IdleNeverTurnsPendingProp == \* UET-1 FIND-2
    [][~(state = "IDLE" /\ state' = "PENDING")]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

AllIsAcknowledgedProp == \* UET-1
    \A x \in Pdc : \A p \in PacketsOf(x) : IsQueued(p) ~> IsDone(p)

NothingStaysPendingProp == state = "PENDING" ~> state # "PENDING" \* UET-1 FIND-2

ComesToRestProp == <>[](state = "IDLE") \* UET-1
=============================================================================
