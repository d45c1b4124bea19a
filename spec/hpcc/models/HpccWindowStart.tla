--------------------------- MODULE HpccWindowStart ---------------------------
(***************************************************************************)
(* The first windows of several senders that begin together, and the queue *)
(* of the one link that they share.                                        *)
(*                                                                         *)
(* Until an ACK arrives nothing tells a sender of the others, and all of   *)
(* them do the same at the same time.  So one sender is modelled, and the  *)
(* shared link gets as many packets for each of its packets as there are   *)
(* senders.  All links are equally fast: each carries WInit in T.          *)
(*                                                                         *)
(* Left out: the time after the first ACK.                                 *)
(***************************************************************************)
EXTENDS MCHpccWindow

CONSTANT Senders        \* how many begin together

ASSUME StartAssumption == Senders \in Nat \ {0}

VARIABLE queue          \* switch: bytes that wait at the shared link

StartInit == Init /\ queue = 0

\* Each sender sends a packet.
SendAlike ==
    /\ Transmit
    /\ queue' = queue + Senders * Size

\* The shared link carries data at line rate while time passes.
TickAlike(time) ==
    /\ Tick(time)
    /\ queue' = Most(0, queue - MulDiv(WInit, time, T))

StartNext == SendAlike \/ \E time \in Elapsed : TickAlike(time)

StartSpec == StartInit /\ [][StartNext]_<<vars, queue>>

-----------------------------------------------------------------------------
\* Bytes that the first windows leave at the shared link: the window of each sender except one, and a packet of that one.
FirstWindows == (Senders - 1) * WInit + Size

\* The queue of the first round trip is no longer.
FirstWindowsInv == queue <= FirstWindows        \* HPCC-19 FIND-30

\* Next to no queue: at most a packet of each sender.
ShortQueueInv == queue <= Senders * Size        \* HPCC-19 FIND-30

-----------------------------------------------------------------------------
\* The bound less a packet.
FirstWindowsBelow == (Senders - 1) * WInit
=============================================================================
