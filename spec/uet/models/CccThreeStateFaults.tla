------------------------- MODULE CccThreeStateFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CccThreeState.          *)
(***************************************************************************)
EXTENDS MCCccThreeState

\* The early bind taken as it stands: in the strict order of CccLifecycle a PDC
\* is bound to a CCC that is configured.
BoundAsItStands(n, c) == ccc[n][c].state # "NONE"

\* The CCC counts its first PDC, which is not told of it.
BindCountsOnly(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ CccFor(n, pdc[n][p].flow) # {}
    /\ LET c == Least(CccFor(n, pdc[n][p].flow))
       IN /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].pdcs = 0
          /\ ccc' = [ccc EXCEPT ![n][c].pdcs = @ + 1]
    /\ UNCHANGED <<request, pdc, asked, todo, sentVars, netVars>>

\* A further PDC does not wait until the CCC has got its window.
BindWithoutWaiting(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ CccFor(n, pdc[n][p].flow) # {}
    /\ LET c == Least(CccFor(n, pdc[n][p].flow))
       IN /\ pdc' = [pdc EXCEPT ![n][p].ccc = c]
          /\ ccc' = [ccc EXCEPT ![n][c].pdcs = @ + 1]
    /\ UNCHANGED <<request, asked, todo, sentVars, netVars>>

\* The window is assigned as the newer text has it, before a PDC is bound.
AssignWindowUnbound(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].maxWnd = 0
    /\ ccc' = [ccc EXCEPT ![n][c].maxWnd = MaxWnd(ccc[n][c].flow),
                          ![n][c].cwnd = InitialCwnd]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* READY without the rest of the configuration: ACTIVE is skipped.
MakeReadyFromIdle(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "READY"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* ACTIVE as soon as a PDC is bound.
ActivateUnconfigured(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "ACTIVE"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* ACTIVE is taken for the permission to send.
ActiveMaySend(n, p) ==
    /\ pdc[n][p].ccc # 0
    /\ ccc[n][pdc[n][p].ccc].state \in {"ACTIVE", "READY"}

\* A signal moves the window of a CCC that is not READY yet.
SignalInActive(n, c, window) ==
    /\ ccc[n][c].state # "NONE" /\ ccc[n][c].flow[1] = n
    /\ IF ccc[n][c].state \in {"ACTIVE", "READY"}
       THEN ccc' = [ccc EXCEPT ![n][c].cwnd = Least({window, ccc[n][c].maxWnd})]
       ELSE UNCHANGED ccc
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* When work runs out, a CCC falls back.
CloseCccByFallingBack(n, c) ==
    /\ ccc[n][c].state = "READY" /\ ccc[n][c].pdcs = 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "ACTIVE"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* The CCC is told twice that a PDC has gone.
EndCloseCountsTwice(n, p) ==
    /\ close[n][p] = "DONE"
    /\ pdc' = [pdc EXCEPT ![n][p] = NoPdc]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].pdcs = @ - 2]
    /\ close' = [close EXCEPT ![n][p] = "NONE"]
    /\ UNCHANGED <<request, asked, todo, sentVars, data, acks>>

-----------------------------------------------------------------------------
\* A situation that must be reached: this is false on purpose.  A request goes
\* to a PDC that is there already.
WitnessWorkForAnOpenPdcProp ==
    [][~(/\ request' # request /\ pdc' = pdc
         /\ \E r \in Request : request'[r] = "TAKEN" /\ request[r] # "TAKEN")]_vars
=============================================================================
