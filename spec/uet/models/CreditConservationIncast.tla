---------------------- MODULE CreditConservationIncast ----------------------
(***************************************************************************)
(* The receiver with a cap implements RcccIncast, so that its theorem is   *)
(* one about the receiver that is replayed on the kernels.                 *)
(*                                                                         *)
(* It does so without RcccIncast's clock, on which the theorem does not    *)
(* rest: here a grant may overdraw a slice by less than a packet, a slice  *)
(* does not wait for the link, and a packet comes in as a whole.  And it   *)
(* does so where nothing is lost elsewhere: a packet that is lost gives    *)
(* its credit back, and should not have been said to be in the queue.      *)
(* With losses one step more is allowed, which takes such a packet out of  *)
(* the queue; the theorem's invariant is checked beside it, as is QueueInv.*)
(***************************************************************************)
EXTENDS CreditConservationFaults

\* Three packets of two, so that two of them are on their way at a time.
MCJobsSixToOne == [a |-> [p |-> <<6>>], b |-> [p |-> <<1>>]]

Place == DOMAIN SenderOrder

IncastCase == [
    senders |-> Len(SenderOrder), initial |-> InitialCredit, window |-> Cap, mtu |-> Mtu, header |-> 0, slice |-> SliceBudget,
    buffer |-> Cap + (Len(SenderOrder) - 1) * InitialCredit]

\* All data on its way may be in the queue, which nothing says is not.  A sender closes only when all it sent is acknowledged, so it is known
\* then, and its Close is on its way as long as it is.
Incast == INSTANCE RcccIncast WITH
    Senders <- Len(SenderOrder),
    Cases <- {IncastCase},
    Churn <- TRUE,
    Spare <- 0,
    case <- IncastCase,
    open <- {i \in Place : open[SenderOrder[i]]},
    unused <- [i \in Place |-> LET s == SenderOrder[i] IN IF open[s] THEN Issued(s) - arrived[s] - InFlight(s) ELSE 0],
    closing <- {i \in Place : SenderOrder[i] \in closes},
    known <- {i \in Place : SenderOrder[i] \in known},
    counted <- [i \in Place |-> LET s == SenderOrder[i] IN IF s \in known THEN granted[s] - arrived[s] ELSE 0],
    queue <- [i \in Place |-> InFlight(SenderOrder[i])],
    room <- SliceBudget,
    budget <- SliceBudget,
    lost <- FALSE

ImplementsIncastProp == Incast!UntimedSpec      \* RCCC-10 FIND-5 FIND-6

\* What RcccIncast says is unused, of a sender here.
Unused(s) == IF open[s] THEN Issued(s) - arrived[s] - InFlight(s) ELSE 0

\* A packet that was thought to be on its way to the queue is lost elsewhere: its credit is unused, and nothing else changes there.
LostElsewhere ==
    /\ \E s \in Sender :
        /\ InFlight(s)' < InFlight(s) /\ InFlight(s) - InFlight(s)' <= Mtu
        /\ \E i \in DOMAIN requests[s] : ~ requests[s][i].lost /\ requests'[s][i].lost
        /\ Unused(s)' - Unused(s) = InFlight(s) - InFlight(s)'
        /\ \A t \in Sender \ {s} : UNCHANGED <<InFlight(t), Unused(t)>>
    /\ UNCHANGED <<open, known>>

ImplementsIncastWithLossProp ==     \* RCCC-10 FIND-5 FIND-6
    Incast!Init /\ [][Incast!UntimedNext \/ LostElsewhere]_(Incast!vars)

\* The theorem's invariant, where packets are lost elsewhere.
IncastOutstandingInv == Incast!OutstandingInv       \* RCCC-10
=============================================================================
