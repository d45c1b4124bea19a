---------------------------- MODULE CccThreeState ----------------------------
(***************************************************************************)
(* The life of a CCC as an earlier text told it: IDLE, ACTIVE, READY.  The *)
(* first PDC is bound as soon as the CCC is there, the window is assigned  *)
(* afterwards; a CCC that has both is ACTIVE, and transports nothing until *)
(* it is READY.                                                            *)
(*                                                                         *)
(* Source     Congestion Control Context, 3 Jan 2026, superseded by the    *)
(*            text of 13 Jan 2026                                          *)
(* Models     CCC-10, and through the refinement CCC-3 ... CCC-6           *)
(* Refines    CccLifecycle in its strict order, configured before bound:   *)
(*            ACTIVE |-> IDLE, bound |-> bound and ACTIVE or later.  Taken *)
(*            as it stands, the early bind would break that order.         *)
(* Leaves out nothing: all but the actions below is CccLifecycle's own     *)
(***************************************************************************)
EXTENDS CccLifecycle

ThreeStateTypeOK == \* CCC-10
    \A n \in Node : \A c \in CccId :
        /\ ccc[n][c].state \in {"NONE", "IDLE", "ACTIVE", "READY"}
        /\ ccc[n][c].pdcs \in 0 .. PdcPool

-----------------------------------------------------------------------------
\* CCC Manager, either side.

\* The first PDC is bound to the bare CCC; a further one waits until the CCC
\* has got its window.
BindEarly(n, p) == \* CCC-10
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ CccFor(n, pdc[n][p].flow) # {}
    /\ LET c == Least(CccFor(n, pdc[n][p].flow))
       IN /\ IF ccc[n][c].state = "IDLE" THEN ccc[n][c].pdcs = 0 ELSE TRUE
          /\ pdc' = [pdc EXCEPT ![n][p].ccc = c]
          /\ ccc' = [ccc EXCEPT ![n][c].pdcs = @ + 1]
    /\ UNCHANGED <<request, asked, todo, sentVars, netVars>>

\* Next, the bound CCC is assigned its window.
AssignWindow(n, c) == \* CCC-10
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].maxWnd = 0 /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].maxWnd = MaxWnd(ccc[n][c].flow),
                          ![n][c].cwnd = InitialCwnd]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* Bound and with a window: all configuration is held, no data moves yet.
Activate(n, c) == \* CCC-10
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].maxWnd > 0 /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "ACTIVE"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

MakeActiveReady(n, c) == \* CCC-10
    /\ ccc[n][c].state = "ACTIVE"
    /\ ccc' = [ccc EXCEPT ![n][c].state = "READY"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

-----------------------------------------------------------------------------
ThreeStateManagerStep ==
    \/ \E r \in Request : Assign(r) \/ Allocate(r)
    \/ \E n \in Node :
        \/ \E p \in PdcId :
            \/ Accept(n, p) \/ AskCcc(n, p) \/ BindEarly(n, p)
            \/ BeginClose(n, p) \/ FollowClose(n, p) \/ EndClose(n, p)
        \/ \E f \in Flow : Create(n, f)
        \/ \E c \in CccId :
            \/ AssignWindow(n, c) \/ Activate(n, c) \/ MakeActiveReady(n, c)
            \/ CloseCcc(n, c)

ThreeStateNext ==
    \/ \E r \in Request : Post(r)
    \/ ThreeStateManagerStep
    \/ DataStep
    \/ LossStep
    \/ \E n \in Node : \E c \in CccId : \E window \in Window : Signal(n, c, window)

ThreeStateSafety == Init /\ [][ThreeStateNext]_vars

\* Fairness as in CccLifecycle, and for its reasons.
ThreeStateSpec ==
    ThreeStateSafety /\ WF_vars(ThreeStateManagerStep) /\ DataFairness

-----------------------------------------------------------------------------
\* The refinement.

\* A CCC is bound, and configured, from ACTIVE on.
BoundAndConfigured(n, c) == ccc[n][c].state \in {"ACTIVE", "READY"}

MappedCcc ==
    [n \in Node |-> [c \in CccId |->
        [ccc[n][c] EXCEPT
            !.state = IF @ = "ACTIVE" THEN "IDLE" ELSE @,
            !.pdcs = IF BoundAndConfigured(n, c) THEN @ ELSE 0]]]

MappedPdc ==
    [n \in Node |-> [p \in PdcId |->
        [pdc[n][p] EXCEPT
            !.ccc = IF @ = 0 THEN 0
                    ELSE IF BoundAndConfigured(n, @) THEN @ ELSE 0]]]

Life == INSTANCE CccLifecycle
            WITH ccc <- MappedCcc, pdc <- MappedPdc, BindFirst <- FALSE

RefinesLifecycleProp == Life!Safety \* CCC-10

THEOREM ThreeStateSafety => Life!Safety

-----------------------------------------------------------------------------
\* Said in the words of the older text itself.

\* The states come in their order, and only in it.
StatesInOrderProp == \* CCC-10
    [][\A n \in Node : \A c \in CccId :
        ccc[n][c].state # ccc'[n][c].state =>
            <<ccc[n][c].state, ccc'[n][c].state>> \in
                {<<"NONE", "IDLE">>, <<"IDLE", "ACTIVE">>,
                 <<"ACTIVE", "READY">>, <<"READY", "NONE">>}]_vars

\* The first PDC is bound to the bare CCC, and it alone; the window comes then.
BoundThenWindowInv == \* CCC-10
    \A n \in Node : \A c \in CccId :
        ccc[n][c].state = "IDLE" =>
            IF ccc[n][c].maxWnd = 0 THEN Cardinality(BoundTo(n, c)) <= 1
            ELSE BoundTo(n, c) # {}

\* ACTIVE holds all configuration and is bound; nothing is sent in it.
ActiveIsConfiguredAndBoundInv == \* CCC-10
    \A n \in Node : \A c \in CccId :
        ccc[n][c].state = "ACTIVE" =>
            ccc[n][c].maxWnd > 0 /\ BoundTo(n, c) # {} /\ ccc[n][c].inflight = 0
=============================================================================
