--------------------------- MODULE RcmLoopChaosFaults ---------------------------
(***************************************************************************)
(* Faulty twins for the controls of RcmLoopChaos: omissions of kernels     *)
(* that have met honest peers alone.                                       *)
(***************************************************************************)
EXTENDS RcmLoopChaos, RcmLoopFaults

\* A kernel that has no step for a CNP of a flow that was not selected.
TakeCnpOfSelected(c, rest) ==
    /\ c.qp \in Selected
    /\ rp' = [rp EXCEPT ![c.qp] = Notified(c.qp)]
    /\ cnps' = Joined(rest, <<>>)
    /\ Watched(<<>>, {})
    /\ calm' = [calm EXCEPT ![c.qp] = 0] /\ passed' = [passed EXCEPT ![c.qp] = 0]
    /\ UNCHANGED np

\* A kernel that waits for the end of the flood.
MayTransmitInCalm(w) ==
    w.limited => w.sinceSent >= Gap(w.lastBytes, w.rate) /\ w.sinceRise > 0

\* A kernel that hands on a packet that does not verify.
TakePacketAnyway(p, valid) ==
    LET news == IsNews(p.qp, "DATA", p.ecn, valid)
        answers == IF news THEN AnswersTo(p.qp) ELSE <<>>
    IN /\ np' = IF news THEN [np EXCEPT ![p.qp] = Seen(p.qp)] ELSE np
       /\ cnps' = Joined(cnps, answers)
       /\ Watched(answers, IF p.ecn = "CE" /\ valid /\ p.qp \in Notifies THEN {Peer[p.qp]} ELSE {})
       /\ delivered' = [delivered EXCEPT ![p.qp] = OneMore(@)]
       /\ UNCHANGED rp
=================================================================================
