---------------------------- MODULE PawaWindowChaos ----------------------------
(***************************************************************************)
(* The sender of PawaWindow against a chaos peer: a receiver that          *)
(* acknowledges what it likes, with ECE or without, before the packets     *)
(* have come, and merges as many as it likes.                              *)
(*                                                                         *)
(* Models     LDCP-2 LDCP-4 LDCP-5 LDCP-6 LDCP-7                           *)
(* Messages   by what the sender compares: no packet, one, two, all in     *)
(*            flight, one more than these; with ECE and without.           *)
(* Position   a lying receiver, or anybody on the path: of what is in      *)
(*            flight the transport lets nobody acknowledge more            *)
(*            (RcTransport, LsnSpace).                                     *)
(***************************************************************************)
EXTENDS PawaWindow

CONSTANTS
    Merged      \* packets for which an ACK stands

ASSUME PawaWindowChaosAssumption == Merged \subseteq Nat

Forged == [n : Merged, ece : BOOLEAN]

\* What is acknowledged is on its way no more, as far as anybody can tell.
Inject(a) == \* LDCP-2 LDCP-3
    /\ acks = <<>>
    /\ acks' = <<a>>
    /\ data' = Most(0, data - a.n)
    /\ UNCHANGED <<w, held, sent, acked, marks, told, losses>>

ChaosNext ==
    \/ Transmit
    \/ \E rtt \in Samples : ReceiveAck(rtt)
    \/ Timeout
    \/ \E a \in Forged : Inject(a)
    \/ \E time \in Elapsed : Tick(time)

ChaosSafety == Init /\ [][ChaosNext]_vars

-----------------------------------------------------------------------------
\* Nothing counts as acknowledged that has not been sent.
AckedWasSentInv == acked + w.inFlight = sent /\ w.inFlight >= 0 \* LDCP-5

\* What one ACK gains is bounded by what it stands for: one packet or less for each window of
\* packets, whatever else it says.
GainIsBoundedProp == \* LDCP-4 LDCP-5 LDCP-6
    [][w'.cw > w.cw => (w'.cw - w.cw) * Most(w.cw, One) <= Most(By * Alpha * One + w.rest, Gamma * One)]_vars
=============================================================================
