----------------------- MODULE FastStartChaosFaults -----------------------
(***************************************************************************)
(* Faulty twins of actions and operators of FastStart that only a chaos    *)
(* peer shows.                                                             *)
(***************************************************************************)
EXTENDS FastStartChaos

\* The sender believes an acknowledgment of packets that it has not sent.
IsUnsentNever(v, psn) == FALSE

\* The sender refuses an acknowledgment of the last packet that it has sent, too.
IsUnsentOrLast(v, psn) == v.stage = "FAST" /\ psn >= v.next

\* IW is the window after a loss, even if only a part of it was sent.
AfterLossAll(count) == Iw

\* The sender applies an acknowledgment to all of its flows.
InjectToAll(m) ==
    /\ s[m.flow].stage = "FAST"
    /\ s' = [f \in Flows |-> IF m.nak THEN Refused(s[f], m.psn) ELSE Acknowledged(s[f], m.psn)]
    /\ queue' = <<>>
    /\ UNCHANGED <<posted, expected, nakked, acks, lost, early>>

\* An old NAK has the sender go back.
RefusedOld(v, psn) ==
    IF IsUnsent(v, psn) THEN v
    ELSE LET w == Acknowledged(v, psn)
             back == [w EXCEPT !.next = w.una, !.sinceHeard = 0]
         IN IF w.stage = "FAST" THEN Settled(back, AfterLoss(w.una)) ELSE back
=============================================================================
