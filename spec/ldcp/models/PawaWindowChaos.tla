---------------------------- MODULE PawaWindowChaos ----------------------------
(***************************************************************************)
(* The sender of PawaWindow against a chaos peer: a receiver that          *)
(* acknowledges packets before they have come, with ECE or without, and    *)
(* merges as many as it likes.                                             *)
(*                                                                         *)
(* Models     LDCP-2 LDCP-4 LDCP-5 LDCP-6 LDCP-7                           *)
(* Messages   ACKs for no packet, one, two, all in flight, and one more    *)
(*            than these; with ECE and without.                            *)
(* Position   a lying receiver, or anybody on the path.  The transport     *)
(*            holds that no more is acknowledged than is in flight         *)
(*            (RcTransport, LsnSpace); others are sent all the same, and   *)
(*            refused.                                                     *)
(***************************************************************************)
EXTENDS PawaWindow

CONSTANTS
    Merged      \* packets that an ACK acknowledges

ASSUME PawaWindowChaosAssumption == Merged \subseteq Nat

Forged == [n : Merged, ece : BOOLEAN]

\* An acknowledged packet is in flight no more, as far as the sender can tell.
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

\* One ACK gains an alpha or less for each window of packets that it acknowledges.
GainIsBoundedProp == \* LDCP-4 LDCP-5 LDCP-6
    [][(w'.cw - w.cw) * Most(w.cw, One) <= Most(By * Alpha * One + w.rest, Gamma * One)]_vars
=============================================================================
