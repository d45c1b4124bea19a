----------------------------- MODULE RcccIncast -----------------------------
(***************************************************************************)
(* Incast on receiver credit: how much buffer the last hop needs so that   *)
(* no packet is ever lost, whatever the senders do with the credit they    *)
(* have, and whenever its grants and their data arrive.                    *)
(*                                                                         *)
(* Source     Receiver Credit-based Congestion Control, 5 Feb 2026; the    *)
(*            published rules alone do not bound the queue (FIND-5, FIND-6,*)
(*            FIND-18), so this is the smallest rule found that does       *)
(* Models     RCCC-3 RCCC-6 RCCC-9 RCCC-10 RCCC-12                         *)
(* Mends      FIND-5 FIND-6 FIND-18                                        *)
(* Leaves out how a slice is divided, what is wanted, and how credit is    *)
(*            carried (CreditConservation): here the receiver grants to    *)
(*            whom it likes.  Delays: a grant on its way is one that its   *)
(*            sender holds back, and so is a packet that has not come to   *)
(*            the last hop, so every delay is in the model, without a      *)
(*            bound.  Losses elsewhere: they only take packets away.  How  *)
(*            a Close is repeated and acknowledged, and what comes after   *)
(*            it (PdcHandshake): here it comes once, as late as it likes.  *)
(* Unit       one octet of the last hop, of a small world                  *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    Senders,        \* how many source CCCs can be told apart
    Cases,          \* the parameters to be looked at, one record each
    Churn,          \* whether a sender may leave, and come back with initial credit
    Spare           \* how many may come although others that have left are not forgotten yet

\* senders   of them, that may be open at a time
\* initial   credit of a sender that has not asked
\* window    credit issued and not yet come in, over all senders, up to which the receiver grants
\* mtu       payload a packet holds
\* header    what a packet takes beside its payload
\* slice     what the receiver's link carries in a slice, and what is granted in one
\* buffer    what the queue of the last hop holds
\* A window smaller than an initial credit asks for as much buffer as one of that size.
ASSUME ParametersAssumption == \A c \in Cases :
    /\ c \in [senders : 1 .. Senders, initial : Nat, window : Nat, mtu : Nat \ {0}, header : Nat, slice : Nat \ {0}, buffer : Nat]
    /\ c.window >= c.initial
    /\ c.senders + Spare <= Senders
ASSUME ChurnAssumption == Churn \in BOOLEAN /\ Spare \in Nat

VARIABLES
    case,       \* the parameters, once and for all
    open,       \* sender: those that have a CCC
    unused,     \* sender: credit issued for which nothing has come to the last hop yet
    closing,    \* network: those that have left, and whose Close the receiver has not taken; their sender waits for its acknowledgment
    known,      \* receiver: senders with an entry in the Active Sender Table
    counted,    \* receiver: credit issued to one that it knows, less what has come in of it
    queue,      \* last hop: what of each sender's packets waits
    room,       \* last hop: what the receiver's link can still carry in this slice
    budget,     \* receiver: what may still be granted in this slice
    lost        \* last hop: a packet found no room

vars == <<case, open, unused, closing, known, counted, queue, room, budget, lost>>

Sender == 1 .. Senders

SumOver(S, Value(_)) ==
    LET Sum[i \in 0 .. Senders] == IF i = 0 THEN 0 ELSE Sum[i - 1] + (IF i \in S THEN Value(i) ELSE 0)
    IN  Sum[Senders]

Greatest(a, b) == IF a > b THEN a ELSE b

Queued == SumOver(Sender, LAMBDA s : queue[s])

\* Credit issued to a sender that has not come in as data: unused, or in the queue.
Outstanding(s) == unused[s] + queue[s]

\* All that the receiver counts: it sees neither what is unused nor what is in the queue, and does not see who has left.
Counted == SumOver(known, LAMBDA s : counted[s])

TypeOK ==
    /\ case \in Cases
    /\ open \subseteq Sender /\ Cardinality(open) <= case.senders
    /\ unused \in [Sender -> Nat]
    /\ closing \subseteq Sender \ open
    /\ known \subseteq open \cup closing
    /\ counted \in [Sender -> Nat]
    /\ queue \in [Sender -> Nat]
    /\ room \in 0 .. case.slice
    /\ budget \in 0 .. case.slice
    /\ lost \in BOOLEAN

Init ==
    /\ case \in Cases
    /\ open = {}
    /\ unused = [s \in Sender |-> 0]
    /\ closing = {}
    /\ known = {}
    /\ counted = [s \in Sender |-> 0]
    /\ queue = [s \in Sender |-> 0]
    /\ room = case.slice
    /\ budget = case.slice
    /\ lost = FALSE

-----------------------------------------------------------------------------
\* A sender opens, with the credit that nobody asked for, under a name whose last Close has been acknowledged.
Join(s) ==      \* RCCC-9
    /\ Cardinality(open) < case.senders
    /\ s \in 1 .. case.senders + Spare /\ s \notin open \cup closing
    /\ open' = open \cup {s}
    /\ unused' = [unused EXCEPT ![s] = case.initial]
    /\ UNCHANGED <<case, closing, known, counted, queue, room, budget, lost>>

\* What a packet takes of its sender's credit: what it takes of the link.
Charge(payload) == payload + case.header        \* FIND-18

\* A packet comes to the last hop.  Its sender may have waited as long as it liked.
Send(s, payload) ==     \* RCCC-6
    /\ s \in open
    /\ payload <= case.mtu
    /\ Charge(payload) <= unused[s]
    /\ unused' = [unused EXCEPT ![s] = @ - Charge(payload)]
    /\ LET octets == payload + case.header
           fits == Queued + octets <= case.buffer
       IN  /\ queue' = IF fits THEN [queue EXCEPT ![s] = @ + octets] ELSE queue
           /\ lost' = (lost \/ ~ fits)
    /\ UNCHANGED <<case, open, closing, known, counted, room, budget>>

\* So many octets of a sender come in, or none with a request.  It is known from then on, and its first credit counts although nobody asked.
ComesIn(s, octets) ==
    /\ known' = known \cup {s}
    /\ counted' = [counted EXCEPT ![s] = (IF s \in known THEN @ ELSE case.initial) - octets]

\* A sender asks without data, and is known.
Ask(s) ==       \* RCCC-1
    /\ s \in open \ known
    /\ ComesIn(s, 0)
    /\ UNCHANGED <<case, open, unused, closing, queue, room, budget, lost>>

\* Octets leave the queue for the receiver.
Leaves(s, octets) ==
    /\ octets <= queue[s]
    /\ queue' = [queue EXCEPT ![s] = @ - octets]
    /\ ComesIn(s, octets)
    /\ UNCHANGED <<case, open, unused, closing, lost>>

\* One octet at a time, as the link carries them.  Of two senders' packets either may come first.
Serve(s) ==     \* RCCC-1
    /\ room > 0
    /\ Leaves(s, 1)
    /\ room' = room - 1
    /\ UNCHANGED budget

\* Credit may be granted as long as all that is counted stays within the window.
MayGrant(s, size) == Counted + size <= case.window       \* FIND-5 FIND-6

\* A grant to one that has left finds nobody, and counts all the same.
Gains(s, size) ==
    /\ s \in known
    /\ MayGrant(s, size)
    /\ counted' = [counted EXCEPT ![s] = @ + size]
    /\ unused' = IF s \in open THEN [unused EXCEPT ![s] = @ + size] ELSE unused
    /\ UNCHANGED <<case, open, closing, known, queue, lost>>

Grant(s, size) ==       \* RCCC-3 RCCC-10
    /\ size <= budget
    /\ Gains(s, size)
    /\ budget' = budget - size
    /\ UNCHANGED room

\* A slice ends: the link carried all it could, or there was no more.  What was not granted lapses.
Slice ==        \* RCCC-2 RCCC-3
    /\ room = 0 \/ Queued = 0
    /\ room # case.slice \/ budget # case.slice
    /\ room' = case.slice
    /\ budget' = case.slice
    /\ UNCHANGED <<case, open, unused, closing, known, counted, queue, lost>>

\* A sender is done: all it sent has been acknowledged, hence has come in, and what it saved is void.  The receiver counts it on.
Leave(s) ==     \* RCCC-12
    /\ Churn
    /\ s \in open
    /\ queue[s] = 0
    /\ open' = open \ {s}
    /\ unused' = [unused EXCEPT ![s] = 0]
    /\ closing' = closing \cup {s}
    /\ UNCHANGED <<case, known, counted, queue, room, budget, lost>>

\* Its Close comes in: now the receiver takes it off its count.
Forget(s) ==    \* RCCC-12
    /\ s \in closing
    /\ closing' = closing \ {s}
    /\ known' = known \ {s}
    /\ counted' = [counted EXCEPT ![s] = 0]
    /\ UNCHANGED <<case, open, unused, queue, room, budget, lost>>

Most(S) == CHOOSE m \in S : \A n \in S : n <= m

Next ==
    \/ Slice
    \/ \E s \in Sender :
        \/ Join(s) \/ Ask(s) \/ Serve(s) \/ Leave(s) \/ Forget(s)
        \/ \E payload \in 1 .. Most({c.mtu : c \in Cases}) : Send(s, payload)
        \/ \E size \in 1 .. Most({c.slice : c \in Cases}) : Grant(s, size)

\* Slices end, and the link carries what waits.  The port serves first what came first; of that order only this is kept, that what waits is
\* served in the end although others come and go: strong fairness.  A Close comes in the end, for it is sent again until it is acknowledged.
Fairness ==
    /\ WF_vars(Slice)
    /\ \A s \in Sender : SF_vars(Serve(s)) /\ WF_vars(Forget(s))

Spec == Init /\ [][Next]_vars /\ Fairness

\* The same without its clock, which stands still: what may be granted, and what may leave the queue, whatever a slice carries.  Nothing that is
\* said of credit and queue below rests on the clock, so that what behaves like this is bounded too.
ServeUntimed(s, octets) == Leaves(s, octets) /\ UNCHANGED <<room, budget>>
GrantUntimed(s, size) == Gains(s, size) /\ UNCHANGED <<room, budget>>

UntimedNext ==
    \E s \in Sender :
        \/ Join(s) \/ Ask(s) \/ Leave(s) \/ Forget(s)
        \/ \E payload \in 1 .. Most({c.mtu : c \in Cases}) : Send(s, payload)
        \/ \E octets \in 1 .. Most({c.mtu + c.header : c \in Cases}) : ServeUntimed(s, octets)
        \/ \E size \in 1 .. Most({c.window : c \in Cases}) : GrantUntimed(s, size)

UntimedSpec == Init /\ [][UntimedNext]_vars

-----------------------------------------------------------------------------
\* The buffer at which no packet is lost: all that the receiver lets be outstanding with one sender, or spread over several, and the
\* initial credit of every other one, of which it cannot know.
LosslessBuffer(c) == c.window + (c.senders - 1) * c.initial     \* RCCC-10

\* The inductive invariant.  Whichever senders one looks at, what is outstanding with them is within the window, but for the initial credit of
\* all but one of them.  In terms of each: what goes beyond its initial credit adds up to the window less one initial credit.  And the receiver
\* counts no less than there is.
Beyond(s) == Greatest(0, Outstanding(s) - case.initial)

OutstandingInv ==       \* RCCC-10 FIND-5 FIND-6
    /\ SumOver(open, Beyond) <= case.window - case.initial
    /\ \A s \in open \ known : Outstanding(s) <= case.initial
    /\ \A s \in Sender \ open : Outstanding(s) = 0
    /\ \A s \in known : Outstanding(s) <= counted[s]

\* What waits is part of what is outstanding, so the buffer need not be larger.
QueueInv == Queued <= LosslessBuffer(case)      \* RCCC-10

NoLossInv == ~ lost     \* RCCC-10

\* Nothing counts of one that the receiver does not know.
ForgottenInv == \A s \in Sender \ known : counted[s] = 0       \* RCCC-12

\* A sender has credit because it opened, or because the receiver counts that much more of it.
CreditIsCountedProp ==      \* RCCC-6 RCCC-9
    [][\A s \in Sender : Outstanding(s)' > Outstanding(s) =>
        Outstanding(s)' - Outstanding(s) = IF s \in open THEN counted'[s] - counted[s] ELSE case.initial]_vars

\* What comes in of a sender is taken off its count, and with the first of it the initial credit begins to count.
CountsWhatComesInProp ==        \* RCCC-1 RCCC-10
    [][\A s \in known' : s \notin known \/ queue'[s] < queue[s] =>
        counted'[s] = (IF s \in known THEN counted[s] ELSE case.initial) - (queue[s] - queue'[s])]_vars

\* A packet is no larger than an MTU and its header, and no smaller than a header and one octet.
PacketSizeProp ==       \* RCCC-6
    [][\A s \in open \cap open' : unused'[s] < unused[s] => unused[s] - unused'[s] \in case.header + 1 .. case.header + case.mtu]_vars

\* What leaves the queue takes the link's time.
LinkCarriesProp == [][Queued' < Queued => Queued - Queued' = room - room']_vars        \* RCCC-3

\* A slice begins as the others do, when the link has carried the last one or has nothing more to carry.
SliceProp ==        \* RCCC-2 RCCC-3
    [][room' > room \/ budget' > budget =>
        /\ <<room', budget'>> = <<case.slice, case.slice>>
        /\ room = 0 \/ Queued = 0]_vars

\* What is granted in a slice, the link carries in one.
BudgetIsKeptProp ==     \* RCCC-3
    [][budget' < budget => Counted' - Counted = budget - budget']_vars

\* A queue that initial credit filled does not stand for ever: it falls to what the window allows.  This holds where nobody leaves; who comes
\* back again and again brings initial credit each time, and no rule for granting can take that away.
QueueFallsProp == []<>(Queued <= case.window)       \* RCCC-10 FIND-6

\* Credit that nobody can use any more does not count for ever.
LeaverIsForgottenProp == \A s \in Sender : s \in known \ open ~> s \notin known       \* RCCC-12
=============================================================================
