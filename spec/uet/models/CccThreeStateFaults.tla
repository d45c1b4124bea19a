------------------------- MODULE CccThreeStateFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CccThreeState.          *)
(***************************************************************************)
EXTENDS MCCccThreeState

\* The early bind taken as it stands: in the strict order of CccLifecycle a PDC
\* is bound to a CCC that is configured.
BoundAsItStands(n, c) == ccc[n][c].state # "NONE"

\* READY without the rest of the configuration: ACTIVE is skipped.
MakeReadyFromIdle(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "READY"]
    /\ UNCHANGED <<managerVars, todo, flight, netVars>>

\* ACTIVE as soon as a PDC is bound.
ActivateUnconfigured(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "ACTIVE"]
    /\ UNCHANGED <<managerVars, todo, flight, netVars>>

\* ACTIVE is taken for the permission to send.
ActiveMaySend(n, p) ==
    /\ pdc[n][p].ccc # 0
    /\ ccc[n][pdc[n][p].ccc].state \in {"ACTIVE", "READY"}

\* When work runs out, a CCC falls back.
CloseCccByFallingBack(n, c) ==
    /\ ccc[n][c].state = "READY" /\ ccc[n][c].pdcs = 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "ACTIVE"]
    /\ UNCHANGED <<managerVars, todo, flight, netVars>>

\* The CCC is told twice that a PDC has gone.
EndCloseCountsTwice(n, p) ==
    /\ close[n][p] = "DONE"
    /\ pdc' = [pdc EXCEPT ![n][p] = NoPdc]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].pdcs = @ - 2]
    /\ close' = [close EXCEPT ![n][p] = "NONE"]
    /\ UNCHANGED <<request, asked, todo, flight, data, acks>>
=============================================================================
