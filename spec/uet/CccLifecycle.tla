---------------------------- MODULE CccLifecycle ----------------------------
(***************************************************************************)
(* The life of a congestion control context (CCC), at both ends of a flow: *)
(* the PDS Manager finds or allocates a packet delivery context (PDC) for  *)
(* each request of the semantic sublayer (SES), the CCC Manager creates,   *)
(* configures and authorises the flow's CCC, data moves within the CCC's   *)
(* window, and everything is given back, the PDC first, the CCC when its   *)
(* last PDC is gone.                                                       *)
(*                                                                         *)
(* Source     Congestion Control Context, 13 Jan 2026; closing and the     *)
(*            target's side from RCCC, 5 Feb 2026                          *)
(* Models     CCC-1 CCC-2 CCC-3 CCC-4 CCC-5 CCC-6 CCC-7 CCC-8 CCC-9 CCC-11 *)
(*            CCC-12 NSCC-1 NSCC-2 NSCC-3 PDC-4 PDC-11                     *)
(* Refined by CccThreeState (the text of 3 Jan 2026, superseded)           *)
(* Leaves out what the wire does to the handshake (PdcHandshake): here no  *)
(*            message is lost or repeated, each waits until its receiver   *)
(*            can take it; which copy of data arrives, where a packet is   *)
(*            sent again (LossRecovery): a unit is under way until it is   *)
(*            received, whatever the source holds of it; the algorithms    *)
(*            that move the window: any value within its limits may come   *)
(*            at any time; credit (CreditConservation); sending now or     *)
(*            later (CccScheduling)                                        *)
(* Units      one unit of data stands for any number of bytes; LinkSpeed   *)
(*            is in bits a unit of time, BaseRtt in such units: which they *)
(*            are makes no difference, both being multiplied               *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Node,           \* fabric endpoints (FEPs), each with its two managers
    Work,           \* request |-> [src, dst, job, class, mode, size]
    PdcPool,        \* PDC ids of an endpoint are 1 .. PdcPool; 0 is reserved
    CccPool,        \* CCC ids of an endpoint are 1 .. CccPool; 0 means none
    PdcKept,        \* ids that an endpoint keeps for PDCs opened towards it
    CccKept,        \* ids that it keeps for CCCs of flows towards it
    LinkSpeed,      \* of each endpoint
    BaseRtt,        \* config_base_rtt
    MaxWndFactor,   \* <<3, 2>> for 1.5
    InitialCwnd,    \* configured; more than InitialLimit allows is refused
    InitialLimit,   \* "BDP", or "MaxWnd" as in the profile "uet-1.0"
    MinCwnd,        \* no algorithm narrows a window further
    Mtu,            \* most units in one packet
    BindFirst,      \* a PDC may be bound to a CCC not yet configured
    GivesUp         \* packets may be given up for lost, rightly or not

Request == DOMAIN Work
PdcId == 1 .. PdcPool
CccId == 1 .. CccPool

\* A flow goes from one endpoint to another in one traffic class.
FlowOf(r) == <<Work[r].src, Work[r].dst, Work[r].class>>
Flow == {FlowOf(r) : r \in Request}

Least(S) == CHOOSE x \in S : \A y \in S : x <= y
Most(S) == CHOOSE x \in S : \A y \in S : y <= x

RECURSIVE Sum(_, _)
Sum(f, S) ==
    IF S = {} THEN 0
    ELSE LET x == CHOOSE x \in S : TRUE IN f[x] + Sum(f, S \ {x})

\* Units in a packet; and units that one acknowledgment answers for, which may
\* be several packets, of several requests.
PacketSize == 1 .. Mtu
AckSize == 1 .. Sum([r \in Request |-> Work[r].size], Request)
LateSize == AckSize \cup {0}

\* NSCC-1, NSCC-2: one rounding, toward zero, at the end.
SlowerLink(f) == Least({LinkSpeed[f[1]], LinkSpeed[f[2]]})
Bdp(f) == (SlowerLink(f) * BaseRtt) \div 8
MaxWnd(f) == (SlowerLink(f) * BaseRtt * MaxWndFactor[1]) \div (8 * MaxWndFactor[2])

\* The windows that an algorithm may ask for; one of them is too large.
Window == MinCwnd .. 1 + Most({MaxWnd(f) : f \in Flow})

ASSUME WorkAssumption ==
    \A r \in Request :
        /\ Work[r].src \in Node /\ Work[r].dst \in Node \ {Work[r].src}
        /\ Work[r].size \in Nat \ {0}
ASSUME PoolAssumption == PdcKept < PdcPool /\ CccKept < CccPool
ASSUME WindowAssumption ==      \* NSCC-3 X14
    /\ InitialLimit \in {"BDP", "MaxWnd"}
    /\ \A f \in Flow :
        /\ 0 < MinCwnd /\ MinCwnd <= InitialCwnd
        /\ InitialCwnd <= (IF InitialLimit = "BDP" THEN Bdp(f) ELSE MaxWnd(f))

VARIABLES
    request,    \* SES: NEW, WAITING at the PDS Manager, or TAKEN by a PDC
    pdc,        \* PDS Manager: the table of PDCs, by endpoint and id
    asked,      \* CCC Manager: flows for which a CCC was asked and not created
    ccc,        \* CCC Manager: the table of CCCs, by endpoint and id
    todo,       \* PDC: units not sent yet
    flight,     \* PDC: units sent and not acknowledged
    lost,       \* PDC: those of them that are given up, and not sent again yet
    data,       \* network: units under way, by source endpoint and its PDC
    acks,       \* network: acknowledged units on their way back, likewise
    close       \* network: NONE, the close ASKED for, or DONE at the target

managerVars == <<request, pdc, asked>>
netVars == <<data, acks, close>>
sentVars == <<flight, lost>>
vars == <<request, pdc, asked, ccc, todo, flight, lost, data, acks, close>>

NoFlow == <<"", "", "">>

\* job and mode belong to the source's entry, remote to the target's: there it
\* is the source's PDC id.  ccc is 0 until the PDC is bound.
NoPdc == [state |-> "FREE", flow |-> NoFlow, job |-> 0, mode |-> "",
          remote |-> 0, ccc |-> 0]

\* maxWnd is 0 until the CCC is configured; inflight is without what is given up;
\* pdcs counts the PDCs bound to it.
NoCcc == [state |-> "NONE", flow |-> NoFlow, maxWnd |-> 0, cwnd |-> 0,
          inflight |-> 0, pdcs |-> 0]

PdcState == {"FREE", "OPEN", "CLOSING"}
CccState == {"NONE", "IDLE", "READY"}

TypeOK ==
    /\ request \in [Request -> {"NEW", "WAITING", "TAKEN"}]
    /\ \A n \in Node : \A p \in PdcId :
        /\ pdc[n][p].state \in PdcState
        /\ pdc[n][p].flow \in Flow \cup {NoFlow}
        /\ pdc[n][p].ccc \in CccId \cup {0}
    /\ asked \in [Node -> SUBSET Flow]
    /\ \A n \in Node : \A c \in CccId :
        /\ ccc[n][c].state \in CccState
        /\ ccc[n][c].flow \in Flow \cup {NoFlow}
        /\ ccc[n][c].maxWnd \in Nat /\ ccc[n][c].cwnd \in Nat
        /\ ccc[n][c].inflight \in Nat /\ ccc[n][c].pdcs \in 0 .. PdcPool
    /\ {todo, flight, lost, data, acks} \subseteq [Node -> [PdcId -> Nat]]
    /\ close \in [Node -> [PdcId -> {"NONE", "ASKED", "DONE"}]]

Init ==
    /\ request = [r \in Request |-> "NEW"]
    /\ pdc = [n \in Node |-> [p \in PdcId |-> NoPdc]]
    /\ asked = [n \in Node |-> {}]
    /\ ccc = [n \in Node |-> [c \in CccId |-> NoCcc]]
    /\ todo = [n \in Node |-> [p \in PdcId |-> 0]]
    /\ flight = [n \in Node |-> [p \in PdcId |-> 0]]
    /\ lost = [n \in Node |-> [p \in PdcId |-> 0]]
    /\ data = [n \in Node |-> [p \in PdcId |-> 0]]
    /\ acks = [n \in Node |-> [p \in PdcId |-> 0]]
    /\ close = [n \in Node |-> [p \in PdcId |-> "NONE"]]

-----------------------------------------------------------------------------
\* What the managers look up.

FreePdc(n) == {p \in PdcId : pdc[n][p].state = "FREE"}
FreeCcc(n) == {c \in CccId : ccc[n][c].state = "NONE"}

\* The sources do not say which free id is taken.  The least one brings an id
\* back at once, which is hardest on all that must survive reuse.
NextPdc(n) == Least(FreePdc(n))
NextCcc(n) == Least(FreeCcc(n))

\* The source's lookup: job, destination, traffic class and delivery mode.  A
\* PDC that is closing takes no further work.
Match(r) ==
    {p \in PdcId :
        LET e == pdc[Work[r].src][p] IN
        /\ e.state = "OPEN" /\ e.flow = FlowOf(r)
        /\ e.job = Work[r].job /\ e.mode = Work[r].mode}

\* The target's lookup: source endpoint and the source's PDC id.
Target(n, p) ==
    LET m == pdc[n][p].flow[2] IN
    {q \in PdcId :
        /\ pdc[m][q].state # "FREE"
        /\ pdc[m][q].flow[1] = n /\ pdc[m][q].remote = p}

\* The CCC of a flow at one of its ends, a set of at most one.
CccFor(n, f) == {c \in CccId : ccc[n][c].state # "NONE" /\ ccc[n][c].flow = f}

IsReady(n, p) == pdc[n][p].ccc # 0 /\ ccc[n][pdc[n][p].ccc].state = "READY"

-----------------------------------------------------------------------------
\* SES: hand a request to the PDS Manager.
Post(r) == \* CCC-1
    /\ request[r] = "NEW"
    /\ request' = [request EXCEPT ![r] = "WAITING"]
    /\ UNCHANGED <<pdc, asked, ccc, todo, sentVars, netVars>>

-----------------------------------------------------------------------------
\* PDS Manager, source side.

\* A PDC matches: it takes the request's work on.
Assign(r) == \* CCC-1
    /\ request[r] = "WAITING"
    /\ Match(r) # {}
    /\ request' = [request EXCEPT ![r] = "TAKEN"]
    /\ todo' = [todo EXCEPT ![Work[r].src][Least(Match(r))] = @ + Work[r].size]
    /\ UNCHANGED <<pdc, asked, ccc, sentVars, netVars>>

\* None matches: a new one is allocated, unless the request has to wait because
\* no id is left.
Allocate(r) == \* CCC-1
    /\ request[r] = "WAITING"
    /\ Match(r) = {}
    /\ Cardinality(FreePdc(Work[r].src)) > PdcKept
    /\ LET n == Work[r].src
           p == NextPdc(n)
       IN /\ pdc' = [pdc EXCEPT ![n][p] =
                [NoPdc EXCEPT !.state = "OPEN", !.flow = FlowOf(r),
                              !.job = Work[r].job, !.mode = Work[r].mode]]
          /\ todo' = [todo EXCEPT ![n][p] = Work[r].size]
    /\ request' = [request EXCEPT ![r] = "TAKEN"]
    /\ UNCHANGED <<asked, ccc, sentVars, netVars>>

\* PDS Manager, target side: data of an unknown (source, PDC id) is there.
Accept(n, p) == \* PDC-4 CCC-7
    /\ data[n][p] > 0
    /\ Target(n, p) = {}
    /\ FreePdc(pdc[n][p].flow[2]) # {}
    /\ LET m == pdc[n][p].flow[2]
       IN pdc' = [pdc EXCEPT ![m][NextPdc(m)] =
            [NoPdc EXCEPT !.state = "OPEN", !.flow = pdc[n][p].flow, !.remote = p]]
    /\ UNCHANGED <<request, asked, ccc, todo, sentVars, netVars>>

\* PDS Manager, either side: the first PDC of a flow needs a CCC.
AskCcc(n, p) == \* CCC-2
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ CccFor(n, pdc[n][p].flow) = {}
    /\ pdc[n][p].flow \notin asked[n]
    /\ asked' = [asked EXCEPT ![n] = @ \cup {pdc[n][p].flow}]
    /\ UNCHANGED <<request, pdc, ccc, todo, sentVars, netVars>>

-----------------------------------------------------------------------------
\* CCC Manager, either side.

\* A CCC begins with its data structures and nothing in them.
Create(n, f) == \* CCC-2 CCC-3
    /\ f \in asked[n]
    /\ Cardinality(FreeCcc(n)) > (IF f[1] = n THEN CccKept ELSE 0)
    /\ asked' = [asked EXCEPT ![n] = @ \ {f}]
    /\ ccc' = [ccc EXCEPT ![n][NextCcc(n)] =
                [NoCcc EXCEPT !.state = "IDLE", !.flow = f]]
    /\ UNCHANGED <<request, pdc, todo, sentVars, netVars>>

\* Windows and limits from the configuration.
Configure(n, c) == \* CCC-4 NSCC-1 NSCC-2 NSCC-3
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].maxWnd = 0
    /\ ccc' = [ccc EXCEPT ![n][c].maxWnd = MaxWnd(ccc[n][c].flow),
                          ![n][c].cwnd = InitialCwnd]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* Bind a PDC to the CCC of its flow, whatever state that is in: the first PDC
\* before or after the CCC is configured, later ones at any time.
Bind(n, p) == \* CCC-4 CCC-8
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ CccFor(n, pdc[n][p].flow) # {}
    /\ LET c == Least(CccFor(n, pdc[n][p].flow))
       IN /\ IF BindFirst THEN TRUE ELSE ccc[n][c].maxWnd > 0
          /\ pdc' = [pdc EXCEPT ![n][p].ccc = c]
          /\ ccc' = [ccc EXCEPT ![n][c].pdcs = @ + 1]
    /\ UNCHANGED <<request, asked, todo, sentVars, netVars>>

\* Configured and bound, in either order: from here on the CCC may enforce its
\* policy, and its PDCs may send.
MakeReady(n, c) == \* CCC-5
    /\ ccc[n][c].state = "IDLE"
    /\ ccc[n][c].maxWnd > 0 /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "READY"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* The last PDC is gone.  An IDLE one has a PDC that waits for it.
CloseCcc(n, c) == \* CCC-11 PDC-11
    /\ ccc[n][c].state = "READY" /\ ccc[n][c].pdcs = 0
    /\ ccc' = [ccc EXCEPT ![n][c] = NoCcc]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

-----------------------------------------------------------------------------
\* The data path: PDC and CCC, without the managers.

\* The window is checked at each new packet, over all PDCs of the CCC.
Send(n, p, size) == \* CCC-6 CCC-12
    /\ IsReady(n, p)
    /\ size <= todo[n][p]
    /\ LET c == pdc[n][p].ccc
       IN /\ ccc[n][c].inflight + size <= ccc[n][c].cwnd
          /\ ccc' = [ccc EXCEPT ![n][c].inflight = @ + size]
    /\ todo' = [todo EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ + size]
    /\ data' = [data EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, lost, acks, close>>

\* The target takes a packet and acknowledges it, once its own CCC is READY.
Receive(n, p, size) == \* CCC-5 CCC-7
    /\ data[n][p] >= size
    /\ \A q \in Target(n, p) : IsReady(pdc[n][p].flow[2], q)
    /\ Target(n, p) # {}
    /\ data' = [data EXCEPT ![n][p] = @ - size]
    /\ acks' = [acks EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, ccc, todo, sentVars, close>>

\* A packet is given up for lost.  It is not in flight any more: if it counted on,
\* a window full of lost packets would have no room for any of them.
GiveUp(n, p, size) == \* CCC-12
    /\ GivesUp
    /\ size <= flight[n][p] - lost[n][p]
    /\ lost' = [lost EXCEPT ![n][p] = @ + size]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].inflight = @ - size]
    /\ UNCHANGED <<managerVars, todo, flight, netVars>>

\* It is sent again, when the window has room for it.
Resend(n, p, size) == \* CCC-12
    /\ size <= lost[n][p]
    /\ LET c == pdc[n][p].ccc
       IN /\ ccc[n][c].inflight + size <= ccc[n][c].cwnd
          /\ ccc' = [ccc EXCEPT ![n][c].inflight = @ + size]
    /\ lost' = [lost EXCEPT ![n][p] = @ - size]
    /\ UNCHANGED <<managerVars, todo, flight, netVars>>

\* An acknowledgment, of one packet or of several, makes room in the window; but
\* what comes late, when the packet is given up, is out of flight already.
Acknowledge(n, p, size, late) == \* CCC-12
    /\ acks[n][p] >= size
    /\ late <= size /\ late <= lost[n][p]
    /\ size - late <= flight[n][p] - lost[n][p]
    /\ acks' = [acks EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ - size]
    /\ lost' = [lost EXCEPT ![n][p] = @ - late]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].inflight = @ - (size - late)]
    /\ UNCHANGED <<managerVars, todo, data, close>>

\* The algorithm that a source's CCC hosts moves the window, up or down, never
\* above MaxWnd.  Before READY a signal comes to nothing.
Signal(n, c, window) == \* CCC-5 CCC-12 NSCC-2
    /\ ccc[n][c].state # "NONE" /\ ccc[n][c].flow[1] = n
    /\ IF ccc[n][c].state = "READY"
       THEN ccc' = [ccc EXCEPT ![n][c].cwnd = Least({window, ccc[n][c].maxWnd})]
       ELSE UNCHANGED ccc
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

-----------------------------------------------------------------------------
\* Teardown, at both ends: the source's PDC asks when its work is done, the
\* target's goes, then the source's.  Until then the id stays taken.

BeginClose(n, p) == \* CCC-11 PDC-11
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].flow[1] = n
    /\ todo[n][p] = 0 /\ flight[n][p] = 0
    /\ pdc' = [pdc EXCEPT ![n][p].state = "CLOSING"]
    /\ close' = [close EXCEPT ![n][p] = "ASKED"]
    /\ UNCHANGED <<request, asked, ccc, todo, sentVars, data, acks>>

FollowClose(n, p) == \* CCC-11 PDC-11
    /\ close[n][p] = "ASKED"
    /\ LET m == pdc[n][p].flow[2]
           q == Least(Target(n, p))
       IN /\ pdc' = [pdc EXCEPT ![m][q] = NoPdc]
          /\ ccc' = [ccc EXCEPT ![m][pdc[m][q].ccc].pdcs = @ - 1]
    /\ close' = [close EXCEPT ![n][p] = "DONE"]
    /\ UNCHANGED <<request, asked, todo, sentVars, data, acks>>

EndClose(n, p) == \* CCC-11 PDC-11
    /\ close[n][p] = "DONE"
    /\ pdc' = [pdc EXCEPT ![n][p] = NoPdc]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].pdcs = @ - 1]
    /\ close' = [close EXCEPT ![n][p] = "NONE"]
    /\ UNCHANGED <<request, asked, todo, sentVars, data, acks>>

-----------------------------------------------------------------------------
\* Ranges are constant, so that each edge keeps its arguments.
ManagerStep ==
    \/ \E r \in Request : Assign(r) \/ Allocate(r)
    \/ \E n \in Node :
        \/ \E p \in PdcId :
            \/ Accept(n, p) \/ AskCcc(n, p) \/ Bind(n, p)
            \/ BeginClose(n, p) \/ FollowClose(n, p) \/ EndClose(n, p)
        \/ \E f \in Flow : Create(n, f)
        \/ \E c \in CccId : Configure(n, c) \/ MakeReady(n, c) \/ CloseCcc(n, c)

DataStep ==
    \E n \in Node : \E p \in PdcId :
        \/ \E size \in PacketSize : Send(n, p, size) \/ Receive(n, p, size)
        \/ \E size \in AckSize : \E late \in LateSize : Acknowledge(n, p, size, late)

\* A source that takes its packets for lost.
LossStep ==
    \E n \in Node : \E p \in PdcId : \E size \in PacketSize :
        GiveUp(n, p, size) \/ Resend(n, p, size)

Next ==
    \/ \E r \in Request : Post(r)
    \/ ManagerStep
    \/ DataStep
    \/ LossStep
    \/ \E n \in Node : \E c \in CccId : \E window \in Window : Signal(n, c, window)

\* Weak fairness is enough, and of all manager steps and all data steps as one:
\* the work is finite, and each such step brings it nearer to its end.  None for
\* Post: requests may come or not.  None for Signal: windows may move for ever,
\* or never.  None for LossStep: a source may give up and send again for ever what
\* is under way all the time.
ManagerFairness == WF_vars(ManagerStep)
DataFairness == WF_vars(DataStep)

Safety == Init /\ [][Next]_vars

Spec == Safety /\ ManagerFairness /\ DataFairness

\* Behaviours in which both managers may stop for ever at any moment.
DataPathSpec == Safety /\ DataFairness

-----------------------------------------------------------------------------
\* Invariants.

BoundTo(n, c) == {p \in PdcId : pdc[n][p].ccc = c}

\* No two PDCs that take work answer to one key.
OnePdcPerKeyInv == \* CCC-1
    \A n \in Node : \A p, q \in PdcId :
        /\ p # q
        /\ pdc[n][p].state = "OPEN" /\ pdc[n][q].state = "OPEN"
        /\ pdc[n][p].flow[1] = n
        => \/ pdc[n][p].flow # pdc[n][q].flow
           \/ pdc[n][p].job # pdc[n][q].job
           \/ pdc[n][p].mode # pdc[n][q].mode

\* Job and delivery mode are for the source to know, and the other end's id for the target;
\* of an id that is free nothing is kept.
EndsKnowTheirOwnInv == \* CCC-1 PDC-4
    \A n \in Node : \A p \in PdcId :
        LET e == pdc[n][p]
            atSource == e.flow[1] = n
            atTarget == e.flow[2] = n
        IN <<e.job # 0, e.mode # "", e.remote # 0>> = <<atSource, atSource, atTarget>>

\* Nor do two PDCs of a target answer to one (source, PDC id).
OneTargetPerSourcePdcInv == \* PDC-4
    \A n \in Node : \A p \in PdcId :
        pdc[n][p].flow[1] = n => Cardinality(Target(n, p)) <= 1

\* What an endpoint keeps for those that open towards it, it does not use itself.
OwnPdcs(n) == {p \in PdcId : pdc[n][p].flow[1] = n}
OwnCccs(n) == {c \in CccId : ccc[n][c].flow[1] = n}
KeptForOthersInv == \* CCC-1 CCC-2
    \A n \in Node :
        /\ Cardinality(OwnPdcs(n)) <= PdcPool - PdcKept
        /\ Cardinality(OwnCccs(n)) <= CccPool - CccKept

OneCccPerFlowInv == \* CCC-2 CCC-7
    \A n \in Node : \A f \in Flow :
        Cardinality(CccFor(n, f)) + Cardinality({f} \cap asked[n]) <= 1

\* What has no configuration has no window either.
IdleHasNoWindowInv == \* CCC-3
    \A n \in Node : \A c \in CccId :
        ccc[n][c].maxWnd = 0 => ccc[n][c].cwnd = 0

\* Where a PDC waits for the configuration, none is bound before.
ConfiguredBeforeBoundInv == \* CCC-4
    BindFirst \/ \A n \in Node : \A c \in CccId :
        BoundTo(n, c) # {} => ccc[n][c].maxWnd > 0

\* The windows of a configured CCC lie within what both links allow.
WindowFitsBothLinksInv == \* CCC-4 NSCC-1 NSCC-2
    \A n \in Node : \A c \in CccId :
        ccc[n][c].maxWnd > 0 =>
            /\ ccc[n][c].cwnd \in MinCwnd .. ccc[n][c].maxWnd
            /\ \A end \in {1, 2} :
                ccc[n][c].maxWnd * MaxWndFactor[2] * 8
                    <= LinkSpeed[ccc[n][c].flow[end]] * BaseRtt * MaxWndFactor[1]

\* And MaxWnd is all that they allow: one unit more is too much for one of them.
MaxWndIsAllThatFitsInv == \* NSCC-1 NSCC-2
    \A n \in Node : \A c \in CccId :
        ccc[n][c].maxWnd > 0 =>
            \E end \in {1, 2} :
                LinkSpeed[ccc[n][c].flow[end]] * BaseRtt * MaxWndFactor[1]
                    < (ccc[n][c].maxWnd + 1) * MaxWndFactor[2] * 8

\* Data is under way only where the source's CCC is READY, and acknowledgments
\* only where the target's is.
DataNeedsReadyInv == \* CCC-6
    \A n \in Node : \A p \in PdcId :
        flight[n][p] > 0 => IsReady(n, p)

AcksNeedReadyTargetInv == \* CCC-5 CCC-7
    \A n \in Node : \A p \in PdcId :
        acks[n][p] > 0 =>
            \E q \in Target(n, p) : IsReady(pdc[n][p].flow[2], q)

\* All PDCs of a CCC belong to its flow, and it knows how many they are.  It is
\* there as long as one of them is.
CccServesItsFlowInv == \* CCC-8 CCC-11
    \A n \in Node : \A c \in CccId :
        /\ \A p \in BoundTo(n, c) : pdc[n][p].flow = ccc[n][c].flow
        /\ ccc[n][c].pdcs = Cardinality(BoundTo(n, c))

\* Units of each PDC of an endpoint that are in flight: sent, not acknowledged, and
\* not given up.
InFlight(n) == [p \in PdcId |-> flight[n][p] - lost[n][p]]

\* What is given up was sent, and is not acknowledged.
LostWasSentInv == \* CCC-12
    \A n \in Node : \A p \in PdcId : lost[n][p] <= flight[n][p]

\* What the CCC bounds is the data of all its PDCs together.
InflightIsTheSumOfThePdcsInv == \* CCC-12
    \A n \in Node : \A c \in CccId :
        ccc[n][c].inflight = Sum(InFlight(n), BoundTo(n, c))

\* What a PDC holds to be sent and not acknowledged is what the network carries.
FlightIsOnTheWayInv == \* CCC-12
    \A n \in Node : \A p \in PdcId : flight[n][p] = data[n][p] + acks[n][p]

\* A PDC that is closing, or gone, has nothing to send and nothing under way.
WorkEndsBeforeThePdcInv == \* CCC-11 PDC-11
    \A n \in Node : \A p \in PdcId :
        pdc[n][p].state # "OPEN" =>
            {todo[n][p], flight[n][p], lost[n][p], data[n][p], acks[n][p]} = {0}

\* Nothing is kept without a use: what was asked for or created and is not READY
\* has a PDC that waits for it.
NothingIsHeldWithoutUseInv == \* CCC-2 CCC-11
    \A n \in Node : \A f \in Flow \cup asked[n] :
        \/ f \in asked[n]
        \/ \E c \in CccFor(n, f) : ccc[n][c].state = "IDLE"
        => \E p \in PdcId : pdc[n][p].state = "OPEN" /\ pdc[n][p].flow = f

-----------------------------------------------------------------------------
\* Action properties.

\* A request waits at the PDS Manager before a PDC takes it, and is taken once.
RequestsGoOnProp == \* CCC-1
    [][\A r \in Request : request'[r] # request[r] =>
        <<request[r], request'[r]>> \in {<<"NEW", "WAITING">>, <<"WAITING", "TAKEN">>}]_vars

\* Work comes to a PDC with a request that is taken, and not otherwise.
WorkComesWithARequestProp == \* CCC-1
    [][\A n \in Node : \A p \in PdcId : todo'[n][p] > todo[n][p] =>
        \E r \in Request : <<request[r], request'[r]>> = <<"WAITING", "TAKEN">>]_vars

\* A request is taken by a PDC of its own key, and the whole of it.
RequestGoesToItsPdcProp == \* CCC-1
    [][\A r \in Request :
        request[r] = "WAITING" /\ request'[r] = "TAKEN" =>
            \E p \in PdcId :
                LET n == Work[r].src
                    e == pdc'[n][p]
                IN /\ e.state = "OPEN" /\ e.flow = FlowOf(r)
                   /\ e.job = Work[r].job /\ e.mode = Work[r].mode
                   /\ todo'[n][p] = todo[n][p] + Work[r].size]_vars

\* A CCC is created with nothing set.
CreatedEmptyProp == \* CCC-2 CCC-3
    [][\A n \in Node : \A c \in CccId :
        ccc[n][c].state = "NONE" /\ ccc'[n][c].state # "NONE" =>
            /\ ccc'[n][c].state = "IDLE" /\ ccc'[n][c].pdcs = 0
            /\ ccc'[n][c].maxWnd = 0 /\ ccc'[n][c].cwnd = 0]_vars

\* The first window is the configured one, not what some rule makes of it.
BeginsAsConfiguredProp == \* NSCC-3 X14
    [][\A n \in Node : \A c \in CccId :
        ccc[n][c].cwnd = 0 /\ ccc'[n][c].cwnd > 0 => ccc'[n][c].cwnd = InitialCwnd]_vars

BecomesReadyConfiguredAndBoundProp == \* CCC-4 CCC-5
    [][\A n \in Node : \A c \in CccId :
        ccc[n][c].state # "READY" /\ ccc'[n][c].state = "READY" =>
            ccc[n][c].maxWnd > 0 /\ BoundTo(n, c) # {}]_vars

\* Once configured, a window moves while READY only, and only the source's.
OnlyReadyFollowsSignalsProp == \* CCC-5
    [][\A n \in Node : \A c \in CccId :
        /\ ccc[n][c].cwnd # ccc'[n][c].cwnd
        /\ ccc[n][c].maxWnd > 0 /\ ccc'[n][c].maxWnd > 0
        => ccc[n][c].state = "READY" /\ ccc[n][c].flow[1] = n]_vars

\* No step reaches into both ends' CCCs: they learn of each other by messages.
EndsAreIndependentProp == \* CCC-7
    [][\A m, n \in Node : m # n => ccc'[m] = ccc[m] \/ ccc'[n] = ccc[n]]_vars

\* A step that moves data leaves both managers as they are.
DataPathLeavesManagersAloneProp == \* CCC-9
    [][sentVars' # sentVars \/ acks' # acks => UNCHANGED managerVars]_vars

\* A CCC goes when no PDC is left, and none is bound to one that is not there.
CccClosesAfterItsPdcsProp == \* CCC-11
    [][\A n \in Node : \A c \in CccId :
        ccc'[n][c].state = "NONE" => BoundTo(n, c) = {}]_vars

\* More data is sent, or sent again, only within the window; a window that has narrowed may
\* leave more in flight than it now allows.
NewDataFitsTheWindowProp == \* CCC-12
    [][\A n \in Node : \A c \in CccId :
        ccc'[n][c].inflight > ccc[n][c].inflight =>
            Sum(InFlight(n)', BoundTo(n, c)) <= ccc[n][c].cwnd]_vars

\* A packet that is given up makes room in the window at once: nothing else has to
\* come before it, or another, may be sent.
LossMakesRoomProp == \* CCC-12
    [][\A n \in Node : \A p \in PdcId :
        lost'[n][p] > lost[n][p] =>
            LET c == pdc[n][p].ccc
            IN ccc[n][c].inflight - ccc'[n][c].inflight = lost'[n][p] - lost[n][p]]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* Every request that waits gets its PDC, if need be after a release.
RequestIsTakenProp == \* CCC-1 CCC-11
    \A r \in Request : request[r] = "WAITING" ~> request[r] = "TAKEN"

WorkIsDoneProp == \* CCC-6 CCC-12
    \A n \in Node : \A p \in PdcId :
        todo[n][p] > 0 ~> todo[n][p] = 0 /\ flight[n][p] = 0

AtRest ==
    /\ \A r \in Request : request[r] # "WAITING"
    /\ \A n \in Node : FreePdc(n) = PdcId /\ FreeCcc(n) = CccId /\ asked[n] = {}

\* In the end everything is given back, at both ends.
EverythingIsReleasedProp == <>[]AtRest \* CCC-11 PDC-11

\* A PDC that may send, and whose target may receive.
Established(n, p) ==
    /\ IsReady(n, p)
    /\ \E q \in Target(n, p) : IsReady(pdc[n][p].flow[2], q)

\* Under DataPathSpec: once established, a transfer comes to its end even if
\* neither manager ever takes another step.  One thing may hold it up: the
\* window is shared, and another PDC of the same CCC may fill it with data that
\* its target's manager has not accepted yet.
TransferNeedsNoManagerProp == \* CCC-9
    \A n \in Node : \A p \in PdcId :
        Established(n, p) ~>
            \/ todo[n][p] = 0 /\ flight[n][p] = 0
            \/ \E q \in PdcId \ {p} :
                /\ pdc[n][q].ccc = pdc[n][p].ccc /\ data[n][q] > 0
                /\ ~Established(n, q)
=============================================================================
