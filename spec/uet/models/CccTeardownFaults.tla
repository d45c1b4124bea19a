-------------------------- MODULE CccTeardownFaults --------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CccTeardown, and rules  *)
(* as published that the models refute.                                    *)
(***************************************************************************)
EXTENDS MCCccTeardown

\* FIND-26: as published, a PDC closes when its own work is done.
MayCloseAlways(s) == TRUE

\* FIND-26: as published, a PDC joins its flow's CCC as long as there is one.
MayOpenAlways(s) == TRUE

\* FIND-26: as many CCCs as PDCs.
ContextPoolOfPdcs == TargetPdcs

\* FIND-26: all that are done stay open while one of their CCC is not known.
MayCloseTogether(s) == InPhase(s, "CREATING") = {}

-----------------------------------------------------------------------------
\* The target frees its CCC with the first PDC of it that closes.
KeptByNobody(s, left) == FALSE

\* A Close is sent once.
RepeatCloseNever(s, n) == FALSE

\* What is sent again needs credit anew.
RetransmitOnCredit(s, n) ==
    /\ phase[s][n] = "CREATING" /\ n \in sent[s]
    /\ ~ IsUnderWay("SYN", s, n) /\ ~ IsUnderWay("ACK_CC", s, n)
    /\ spent[s] < credit[s]
    /\ spent' = [spent EXCEPT ![s] = @ + 1]
    /\ net' = With(s, n, Message("SYN", 0))
    /\ UNCHANGED <<phase, sent, credit, targetVars>>

\* The target takes in what it has no PDC for.
HasRoomAlways(s) == TRUE

\* The source ends its PDC with the Close, and waits for nobody.
CloseAndEnd(s, n) ==
    /\ phase[s][n] = "ESTABLISHED"
    /\ MayClose(s)
    /\ phase' = [phase EXCEPT ![s][n] = "ENDED"]
    /\ IF Bound(s) = {n}
       THEN credit' = [credit EXCEPT ![s] = 0] /\ spent' = [spent EXCEPT ![s] = 0]
       ELSE UNCHANGED <<credit, spent>>
    /\ net' = With(s, n, Message("CLOSE", 0))
    /\ UNCHANGED <<sent, targetVars>>
=============================================================================
