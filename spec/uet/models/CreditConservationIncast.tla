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
(* QueueInv is checked where packets are lost, too.                        *)
(***************************************************************************)
EXTENDS CreditConservationFaults

Place == DOMAIN SenderOrder

IncastCase == [
    senders |-> Len(SenderOrder), initial |-> InitialCredit, window |-> Cap, mtu |-> Mtu, header |-> 0, slice |-> SliceBudget,
    buffer |-> Cap + (Len(SenderOrder) - 1) * InitialCredit]

\* All data on its way may be in the queue, which nothing says is not.  The entry of a sender that has closed is not known there any more; here
\* it counts until it is forgotten, which only holds grants back.
Incast == INSTANCE RcccIncast WITH
    Senders <- Len(SenderOrder),
    Cases <- {IncastCase},
    Churn <- TRUE,
    case <- IncastCase,
    open <- {i \in Place : open[SenderOrder[i]]},
    known <- {i \in Place : SenderOrder[i] \in known /\ open[SenderOrder[i]]},
    unused <- [i \in Place |-> LET s == SenderOrder[i] IN IF open[s] THEN Issued(s) - arrived[s] - InFlight(s) ELSE 0],
    queue <- [i \in Place |-> InFlight(SenderOrder[i])],
    room <- SliceBudget,
    budget <- SliceBudget,
    lost <- FALSE

ImplementsIncastProp == Incast!UntimedSpec      \* RCCC-10 FIND-5 FIND-6
=============================================================================
