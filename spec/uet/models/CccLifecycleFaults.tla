------------------------- MODULE CccLifecycleFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CccLifecycle.  A control *)
(* plants one and names the one property that must notice.                 *)
(***************************************************************************)
EXTENDS MCCccLifecycle

\* Further work takes the place of what the PDC had.
AssignInPlace(r) ==
    /\ request[r] = "WAITING"
    /\ Match(r) # {}
    /\ request' = [request EXCEPT ![r] = "TAKEN"]
    /\ todo' = [todo EXCEPT ![Work[r].src][Least(Match(r))] = Work[r].size]
    /\ UNCHANGED <<pdc, asked, ccc, sentVars, netVars>>

\* A PDC takes work of which the PDS Manager has not been told.
AssignUnposted(r) ==
    /\ request[r] # "TAKEN"
    /\ Match(r) # {}
    /\ request' = [request EXCEPT ![r] = "TAKEN"]
    /\ todo' = [todo EXCEPT ![Work[r].src][Least(Match(r))] = @ + Work[r].size]
    /\ UNCHANGED <<pdc, asked, ccc, sentVars, netVars>>

\* A request stays in the inbox, and its work is taken on as often as there is none.
AssignAgain(r) ==
    /\ request[r] = "WAITING"
    /\ Match(r) # {}
    /\ todo[Work[r].src][Least(Match(r))] = 0
    /\ todo' = [todo EXCEPT ![Work[r].src][Least(Match(r))] = Work[r].size]
    /\ UNCHANGED <<request, pdc, asked, ccc, sentVars, netVars>>

\* No request gets a PDC.
AllocateNever(r) == FALSE

\* A PDC for every request, without looking for one that matches.
AllocateAlways(r) ==
    /\ request[r] = "WAITING"
    /\ Cardinality(FreePdc(Work[r].src)) > PdcKept
    /\ LET n == Work[r].src
           p == NextPdc(n)
       IN /\ pdc' = [pdc EXCEPT ![n][p] =
                [NoPdc EXCEPT !.state = "OPEN", !.flow = FlowOf(r),
                              !.job = Work[r].job, !.mode = Work[r].mode]]
          /\ todo' = [todo EXCEPT ![n][p] = Work[r].size]
    /\ request' = [request EXCEPT ![r] = "TAKEN"]
    /\ UNCHANGED <<asked, ccc, sentVars, netVars>>

\* An endpoint opens with its last id, which it should keep; it creates with its last id.
AllocateTheLast(r) ==
    /\ request[r] = "WAITING"
    /\ Match(r) = {}
    /\ FreePdc(Work[r].src) # {}
    /\ LET n == Work[r].src
           p == NextPdc(n)
       IN /\ pdc' = [pdc EXCEPT ![n][p] =
                [NoPdc EXCEPT !.state = "OPEN", !.flow = FlowOf(r),
                              !.job = Work[r].job, !.mode = Work[r].mode]]
          /\ todo' = [todo EXCEPT ![n][p] = Work[r].size]
    /\ request' = [request EXCEPT ![r] = "TAKEN"]
    /\ UNCHANGED <<asked, ccc, sentVars, netVars>>

CreateTheLast(n, f) ==
    /\ f \in asked[n]
    /\ FreeCcc(n) # {}
    /\ asked' = [asked EXCEPT ![n] = @ \ {f}]
    /\ ccc' = [ccc EXCEPT ![n][NextCcc(n)] =
                [NoCcc EXCEPT !.state = "IDLE", !.flow = f]]
    /\ UNCHANGED <<request, pdc, todo, sentVars, netVars>>

\* The lookup forgets the delivery mode.
MatchWithoutMode(r) ==
    {p \in PdcId :
        LET e == pdc[Work[r].src][p] IN
        e.state = "OPEN" /\ e.flow = FlowOf(r) /\ e.job = Work[r].job}

\* The lookup forgets the job.
MatchWithoutJob(r) ==
    {p \in PdcId :
        LET e == pdc[Work[r].src][p] IN
        e.state = "OPEN" /\ e.flow = FlowOf(r) /\ e.mode = Work[r].mode}

\* The lookup forgets the flow: where to, and in which class.
MatchWithoutFlow(r) ==
    {p \in PdcId :
        LET e == pdc[Work[r].src][p] IN
        e.state = "OPEN" /\ e.job = Work[r].job /\ e.mode = Work[r].mode}

\* The lookup gives work to a PDC that is on its way out.
MatchClosingToo(r) ==
    {p \in PdcId :
        LET e == pdc[Work[r].src][p] IN
        /\ e.state # "FREE" /\ e.flow = FlowOf(r)
        /\ e.job = Work[r].job /\ e.mode = Work[r].mode}

\* The target takes every packet with a SYN for a new connection.
AcceptEveryPacket(n, p) ==
    /\ data[n][p] > 0
    /\ FreePdc(pdc[n][p].flow[2]) # {}
    /\ LET m == pdc[n][p].flow[2]
       IN pdc' = [pdc EXCEPT ![m][NextPdc(m)] =
            [NoPdc EXCEPT !.state = "OPEN", !.flow = pdc[n][p].flow, !.remote = p]]
    /\ UNCHANGED <<request, asked, ccc, todo, sentVars, netVars>>

\* The target takes the source's entry over as it is, job and delivery mode with it.
AcceptWholeEntry(n, p) ==
    /\ data[n][p] > 0
    /\ Target(n, p) = {}
    /\ FreePdc(pdc[n][p].flow[2]) # {}
    /\ LET m == pdc[n][p].flow[2]
       IN pdc' = [pdc EXCEPT ![m][NextPdc(m)] = [pdc[n][p] EXCEPT !.remote = p, !.ccc = 0]]
    /\ UNCHANGED <<request, asked, ccc, todo, sentVars, netVars>>

\* A CCC is asked for with every PDC, not with the first of a flow.
AskCccForEveryPdc(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ pdc[n][p].flow \notin asked[n]
    /\ asked' = [asked EXCEPT ![n] = @ \cup {pdc[n][p].flow}]
    /\ UNCHANGED <<request, pdc, ccc, todo, sentVars, netVars>>

\* With one PDC a CCC is asked for each flow that there may be; and none is created.
AskCccForEveryFlow(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ asked' = [asked EXCEPT ![n] = Flow]
    /\ UNCHANGED <<request, pdc, ccc, todo, sentVars, netVars>>

CreateNever(n, f) == FALSE

\* The CCC Manager serves a request and leaves it in its inbox.
CreateAndForgetToTakeOff(n, f) ==
    /\ f \in asked[n] /\ CccFor(n, f) = {}
    /\ Cardinality(FreeCcc(n)) > (IF f[1] = n THEN CccKept ELSE 0)
    /\ ccc' = [ccc EXCEPT ![n][NextCcc(n)] =
                [NoCcc EXCEPT !.state = "IDLE", !.flow = f]]
    /\ UNCHANGED <<request, pdc, asked, todo, sentVars, netVars>>

\* A new CCC comes with a default window.
CreateWithWindow(n, f) ==
    /\ f \in asked[n]
    /\ Cardinality(FreeCcc(n)) > (IF f[1] = n THEN CccKept ELSE 0)
    /\ asked' = [asked EXCEPT ![n] = @ \ {f}]
    /\ ccc' = [ccc EXCEPT ![n][NextCcc(n)] =
                [NoCcc EXCEPT !.state = "IDLE", !.flow = f, !.cwnd = InitialCwnd]]
    /\ UNCHANGED <<request, pdc, todo, sentVars, netVars>>

\* Of a new CCC one thing is set: its state, its count of PDCs, its limit or its
\* window.
CreateAs(n, f, new) ==
    /\ f \in asked[n]
    /\ Cardinality(FreeCcc(n)) > (IF f[1] = n THEN CccKept ELSE 0)
    /\ asked' = [asked EXCEPT ![n] = @ \ {f}]
    /\ ccc' = [ccc EXCEPT ![n][NextCcc(n)] = [new EXCEPT !.flow = f]]
    /\ UNCHANGED <<request, pdc, todo, sentVars, netVars>>

CreateUnset(n, f) == CreateAs(n, f, [NoCcc EXCEPT !.state = "READY"])
CreateBound(n, f) == CreateAs(n, f, [NoCcc EXCEPT !.state = "IDLE", !.pdcs = 1])
CreateLimited(n, f) == CreateAs(n, f, [NoCcc EXCEPT !.state = "IDLE", !.maxWnd = MaxWnd(f)])

\* The CCC Manager serves a request once, and leaves it in its inbox.
CreateOnce(n, f) ==
    /\ f \in asked[n] /\ CccFor(n, f) = {}
    /\ \E p \in PdcId : pdc[n][p].state = "OPEN" /\ pdc[n][p].flow = f /\ pdc[n][p].ccc = 0
    /\ Cardinality(FreeCcc(n)) > (IF f[1] = n THEN CccKept ELSE 0)
    /\ ccc' = [ccc EXCEPT ![n][NextCcc(n)] =
                [NoCcc EXCEPT !.state = "IDLE", !.flow = f]]
    /\ UNCHANGED <<request, pdc, asked, todo, sentVars, netVars>>

\* A first window above one BDP is cut in silence.
ConfigureAtMostABdp(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].maxWnd = 0
    /\ ccc' = [ccc EXCEPT ![n][c].maxWnd = MaxWnd(ccc[n][c].flow),
                          ![n][c].cwnd = Least({InitialCwnd, Bdp(ccc[n][c].flow)})]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* A CCC is created, configured and READY in one go.
CreateReady(n, f) ==
    /\ f \in asked[n]
    /\ Cardinality(FreeCcc(n)) > (IF f[1] = n THEN CccKept ELSE 0)
    /\ asked' = [asked EXCEPT ![n] = @ \ {f}]
    /\ ccc' = [ccc EXCEPT ![n][NextCcc(n)] =
                [NoCcc EXCEPT !.state = "READY", !.flow = f,
                              !.maxWnd = MaxWnd(f), !.cwnd = InitialCwnd]]
    /\ UNCHANGED <<request, pdc, todo, sentVars, netVars>>

\* The sender's link alone, as in the public recomputation of max_wnd.
SendersLink(f) == LinkSpeed[f[1]]

\* MaxWnd is rounded up; and, though each division rounds toward zero, twice.
MaxWndRoundedUp(f) ==
    (SlowerLink(f) * BaseRtt * MaxWndFactor[1] + 8 * MaxWndFactor[2] - 1)
        \div (8 * MaxWndFactor[2])
MaxWndOfRoundedBdp(f) == (Bdp(f) * MaxWndFactor[1]) \div MaxWndFactor[2]

\* The CCC is looked up by its two endpoints, whatever the class.
CccForEndpoints(n, f) ==
    {c \in CccId :
        /\ ccc[n][c].state # "NONE"
        /\ ccc[n][c].flow[1] = f[1] /\ ccc[n][c].flow[2] = f[2]}

\* Binding a second PDC does not raise the count.
BindCountsOnce(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ CccFor(n, pdc[n][p].flow) # {}
    /\ LET c == Least(CccFor(n, pdc[n][p].flow))
       IN /\ pdc' = [pdc EXCEPT ![n][p].ccc = c]
          /\ ccc' = [ccc EXCEPT ![n][c].pdcs = 1]
    /\ UNCHANGED <<request, asked, todo, sentVars, netVars>>

\* A PDC is bound whether its CCC is configured or not.
BindAtAnyTime(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].ccc = 0
    /\ CccFor(n, pdc[n][p].flow) # {}
    /\ LET c == Least(CccFor(n, pdc[n][p].flow))
       IN /\ pdc' = [pdc EXCEPT ![n][p].ccc = c]
          /\ ccc' = [ccc EXCEPT ![n][c].pdcs = @ + 1]
    /\ UNCHANGED <<request, asked, todo, sentVars, netVars>>

\* READY as soon as it is configured, or as soon as it is bound.
MakeReadyUnbound(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].maxWnd > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "READY"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

MakeReadyUnconfigured(n, c) ==
    /\ ccc[n][c].state = "IDLE" /\ ccc[n][c].pdcs > 0
    /\ ccc' = [ccc EXCEPT ![n][c].state = "READY"]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* Data goes out as soon as there is a window.
SendBeforeReady(n, p, size) ==
    /\ pdc[n][p].ccc # 0
    /\ size <= todo[n][p]
    /\ LET c == pdc[n][p].ccc
       IN /\ ccc[n][c].inflight + size <= ccc[n][c].cwnd
          /\ ccc' = [ccc EXCEPT ![n][c].inflight = @ + size]
    /\ todo' = [todo EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ + size]
    /\ data' = [data EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, lost, acks, close>>

\* The window is compared with the PDC's own data, as if each had the whole.
SendByWindowOfPdc(n, p, size) ==
    /\ IsReady(n, p)
    /\ size <= todo[n][p]
    /\ flight[n][p] + size <= ccc[n][pdc[n][p].ccc].cwnd
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].inflight = @ + size]
    /\ todo' = [todo EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ + size]
    /\ data' = [data EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, lost, acks, close>>

\* There is room if the window is not full: the packet itself is not counted.
SendIfNotFull(n, p, size) ==
    /\ IsReady(n, p)
    /\ size <= todo[n][p]
    /\ LET c == pdc[n][p].ccc
       IN /\ ccc[n][c].inflight < ccc[n][c].cwnd
          /\ ccc' = [ccc EXCEPT ![n][c].inflight = @ + size]
    /\ todo' = [todo EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ + size]
    /\ data' = [data EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, lost, acks, close>>

\* Packets are counted where the window counts bytes.
SendCountsPackets(n, p, size) ==
    /\ IsReady(n, p)
    /\ size <= todo[n][p]
    /\ LET c == pdc[n][p].ccc
       IN /\ ccc[n][c].inflight + 1 <= ccc[n][c].cwnd
          /\ ccc' = [ccc EXCEPT ![n][c].inflight = @ + 1]
    /\ todo' = [todo EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ + 1]
    /\ data' = [data EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, lost, acks, close>>

\* What Send does.
Sends(n, p, size) ==
    /\ IsReady(n, p)
    /\ size <= todo[n][p]
    /\ LET c == pdc[n][p].ccc
       IN /\ ccc[n][c].inflight + size <= ccc[n][c].cwnd
          /\ ccc' = [ccc EXCEPT ![n][c].inflight = @ + size]
    /\ todo' = [todo EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ + size]
    /\ data' = [data EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, lost, acks, close>>

\* A manager has to step before a PDC may send its next packet: to serve the
\* requests, or to end a close.
SendBehindRequests(n, p, size) == Sends(n, p, size) /\ \A r \in Request : request[r] # "WAITING"
SendBehindCloses(n, p, size) == Sends(n, p, size) /\ \A q \in PdcId : close[n][q] # "DONE"

\* What Receive does.
Receives(n, p, size) ==
    /\ data[n][p] >= size
    /\ \A q \in Target(n, p) : IsReady(pdc[n][p].flow[2], q)
    /\ Target(n, p) # {}
    /\ data' = [data EXCEPT ![n][p] = @ - size]
    /\ acks' = [acks EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, ccc, todo, sentVars, close>>

\* Data waits behind that of another PDC, of whatever CCC, which the target's
\* manager has not accepted.
ReceiveBehindOthers(n, p, size) ==
    /\ Receives(n, p, size)
    /\ \A q \in PdcId : data[n][q] > 0 => Target(n, q) # {}

\* Where data of two PDCs has come, neither is taken.
ReceiveAlone(n, p, size) == Receives(n, p, size) /\ \A q \in PdcId \ {p} : data[n][q] = 0

\* The target acknowledges what its CCC does not know yet.
ReceiveBeforeReady(n, p, size) ==
    /\ data[n][p] >= size
    /\ Target(n, p) # {}
    /\ data' = [data EXCEPT ![n][p] = @ - size]
    /\ acks' = [acks EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, ccc, todo, sentVars, close>>

\* What an acknowledgment does to the CCC's bytes in flight is the parameter.
Acknowledges(n, p, size, late, freed) ==
    /\ acks[n][p] >= size
    /\ late <= size /\ late <= lost[n][p]
    /\ size - late <= flight[n][p] - lost[n][p]
    /\ acks' = [acks EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ - size]
    /\ lost' = [lost EXCEPT ![n][p] = @ - late]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].inflight = @ - freed]
    /\ UNCHANGED <<todo, data>>

\* Acknowledgments and the requests of the SES share one queue.
AcknowledgeBehindRequests(n, p, size, late) ==
    /\ \A r \in Request : request[r] # "WAITING"
    /\ Acknowledges(n, p, size, late, size - late)
    /\ UNCHANGED <<managerVars, close>>

\* No acknowledgment is taken.
AcknowledgeNever(n, p, size, late) == FALSE

\* The PDC's count is lowered, the one of its CCC is not.
AcknowledgeThePdcOnly(n, p, size, late) ==
    Acknowledges(n, p, size, late, 0) /\ UNCHANGED <<managerVars, close>>

\* What was given up is taken out of flight a second time.
AcknowledgeTheLostAgain(n, p, size, late) ==
    /\ Acknowledges(n, p, size, late, Least({size, ccc[n][pdc[n][p].ccc].inflight}))
    /\ UNCHANGED <<managerVars, close>>

\* What was acknowledged late is still to be sent again.
AcknowledgeKeepsTheLost(n, p, size, late) ==
    /\ acks[n][p] >= size
    /\ late = 0
    /\ acks' = [acks EXCEPT ![n][p] = @ - size]
    /\ flight' = [flight EXCEPT ![n][p] = @ - size]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].inflight =
                @ - Least({size, flight[n][p] - lost[n][p]})]
    /\ UNCHANGED <<managerVars, todo, lost, data, close>>

\* The last acknowledgment closes the PDC in passing.
AcknowledgeAndClose(n, p, size, late) ==
    /\ Acknowledges(n, p, size, late, size - late)
    /\ IF todo[n][p] = 0 /\ flight[n][p] = size
       THEN /\ pdc' = [pdc EXCEPT ![n][p].state = "CLOSING"]
            /\ close' = [close EXCEPT ![n][p] = "ASKED"]
       ELSE UNCHANGED <<pdc, close>>
    /\ UNCHANGED <<request, asked>>

\* What is given up counts as in flight until it is acknowledged, as "sent and not
\* acknowledged" would have it by the letter; and is sent again beside the window.
GiveUpStaysInFlight(n, p, size) ==
    /\ GivesUp
    /\ size <= flight[n][p] - lost[n][p]
    /\ lost' = [lost EXCEPT ![n][p] = @ + size]
    /\ UNCHANGED <<managerVars, ccc, todo, flight, netVars>>

\* The last packet is given up, and the managers are told to begin anew.
GiveUpAsksForACcc(n, p, size) ==
    /\ GivesUp
    /\ size <= flight[n][p] - lost[n][p]
    /\ lost' = [lost EXCEPT ![n][p] = @ + size]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].inflight = @ - size]
    /\ asked' = [asked EXCEPT ![n] = @ \cup {pdc[n][p].flow}]
    /\ UNCHANGED <<request, pdc, todo, flight, netVars>>

\* A packet is sent again without a look at the window.
ResendBesideTheWindow(n, p, size) ==
    /\ size <= lost[n][p]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].inflight = @ + size]
    /\ lost' = [lost EXCEPT ![n][p] = @ - size]
    /\ UNCHANGED <<managerVars, todo, flight, netVars>>

\* A packet that is sent again is not counted again.
ResendUncounted(n, p, size) ==
    /\ size <= lost[n][p]
    /\ ccc[n][pdc[n][p].ccc].inflight + size <= ccc[n][pdc[n][p].ccc].cwnd
    /\ lost' = [lost EXCEPT ![n][p] = @ - size]
    /\ UNCHANGED <<managerVars, ccc, todo, flight, netVars>>

\* A PDC closes when nothing is in flight, though something is to be sent again.
BeginCloseWithLost(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].flow[1] = n
    /\ todo[n][p] = 0 /\ flight[n][p] = lost[n][p]
    /\ pdc' = [pdc EXCEPT ![n][p].state = "CLOSING"]
    /\ close' = [close EXCEPT ![n][p] = "ASKED"]
    /\ UNCHANGED <<request, asked, ccc, todo, sentVars, data, acks>>

\* A signal moves the window of a CCC that is configured and not READY.
SignalEarly(n, c, window) ==
    /\ ccc[n][c].state # "NONE" /\ ccc[n][c].flow[1] = n
    /\ IF ccc[n][c].maxWnd > 0
       THEN ccc' = [ccc EXCEPT ![n][c].cwnd = Least({window, ccc[n][c].maxWnd})]
       ELSE UNCHANGED ccc
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* The target's CCC follows signals that are the source's.
SignalAtBothEnds(n, c, window) ==
    /\ ccc[n][c].state # "NONE"
    /\ IF ccc[n][c].state = "READY"
       THEN ccc' = [ccc EXCEPT ![n][c].cwnd = Least({window, ccc[n][c].maxWnd})]
       ELSE UNCHANGED ccc
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* The window follows the algorithm past MaxWnd.
SignalBeyondMaxWnd(n, c, window) ==
    /\ ccc[n][c].state # "NONE" /\ ccc[n][c].flow[1] = n
    /\ IF ccc[n][c].state = "READY"
       THEN ccc' = [ccc EXCEPT ![n][c].cwnd = window]
       ELSE UNCHANGED ccc
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* An algorithm may narrow the window to nothing.
SignalClosesTheWindow(n, c, window) ==
    /\ ccc[n][c].state # "NONE" /\ ccc[n][c].flow[1] = n
    /\ IF ccc[n][c].state = "READY"
       THEN ccc' = [ccc EXCEPT ![n][c].cwnd = Least({window - 1, ccc[n][c].maxWnd})]
       ELSE UNCHANGED ccc
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* A PDC closes when nothing is in flight, though it has work left.
BeginCloseWhenQuiet(n, p) ==
    /\ pdc[n][p].state = "OPEN" /\ pdc[n][p].flow[1] = n
    /\ flight[n][p] = 0
    /\ pdc' = [pdc EXCEPT ![n][p].state = "CLOSING"]
    /\ close' = [close EXCEPT ![n][p] = "ASKED"]
    /\ UNCHANGED <<request, asked, ccc, todo, sentVars, data, acks>>

\* One CCC for both ends: the target's close is the source's as well.
FollowCloseAtBothEnds(n, p) ==
    /\ close[n][p] = "ASKED"
    /\ LET m == pdc[n][p].flow[2]
           q == Least(Target(n, p))
       IN /\ pdc' = [pdc EXCEPT ![m][q] = NoPdc, ![n][p] = NoPdc]
          /\ ccc' = [ccc EXCEPT ![m][pdc[m][q].ccc].pdcs = @ - 1,
                                ![n][pdc[n][p].ccc].pdcs = @ - 1]
    /\ close' = [close EXCEPT ![n][p] = "NONE"]
    /\ UNCHANGED <<request, asked, todo, sentVars, data, acks>>

\* The CCC is told twice that a PDC has gone.
EndCloseCountsTwice(n, p) ==
    /\ close[n][p] = "DONE"
    /\ pdc' = [pdc EXCEPT ![n][p] = NoPdc]
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].pdcs = @ - 2]
    /\ close' = [close EXCEPT ![n][p] = "NONE"]
    /\ UNCHANGED <<request, asked, todo, sentVars, data, acks>>

\* The CCC is not told that a PDC has gone.
EndCloseUncounted(n, p) ==
    /\ close[n][p] = "DONE"
    /\ pdc' = [pdc EXCEPT ![n][p] = NoPdc]
    /\ close' = [close EXCEPT ![n][p] = "NONE"]
    /\ UNCHANGED <<request, asked, ccc, todo, sentVars, data, acks>>

\* The PDC is done with, and its id does not come back.
EndCloseKeepsTheId(n, p) ==
    /\ close[n][p] = "DONE"
    /\ ccc' = [ccc EXCEPT ![n][pdc[n][p].ccc].pdcs = @ - 1]
    /\ close' = [close EXCEPT ![n][p] = "NONE"]
    /\ UNCHANGED <<request, pdc, asked, todo, sentVars, data, acks>>

\* A CCC goes when nothing is in flight, though PDCs are bound to it.
CloseCccWhenQuiet(n, c) ==
    /\ ccc[n][c].state = "READY" /\ ccc[n][c].inflight = 0
    /\ ccc' = [ccc EXCEPT ![n][c] = NoCcc]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

\* Only the sender's CCC is closed, of which alone the source tells.
CloseCccAtTheSource(n, c) ==
    /\ ccc[n][c].state = "READY" /\ ccc[n][c].pdcs = 0
    /\ ccc[n][c].flow[1] = n
    /\ ccc' = [ccc EXCEPT ![n][c] = NoCcc]
    /\ UNCHANGED <<managerVars, todo, sentVars, netVars>>

-----------------------------------------------------------------------------
\* Said without its exception, this is false: the window is shared.
TransferNeedsNobodyElseProp == \* CCC-9 CCC-12
    \A n \in Node : \A p \in PdcId :
        Established(n, p) ~> todo[n][p] = 0 /\ flight[n][p] = 0

\* Situations that must be reached, so that what is shown is not shown of
\* nothing: each is false on purpose.
WitnessMoreInFlightThanTheWindowInv ==
    \A n \in Node : \A c \in CccId : ccc[n][c].inflight <= ccc[n][c].cwnd

WitnessFlowWaitsForACccInv ==
    \A n \in Node : ~(asked[n] # {} /\ FreeCcc(n) = {})

WitnessIdIsUsedForAnotherFlowInv ==     \* with a pool of one
    ~(request["r1"] = "TAKEN" /\ pdc["a"][1].flow = FlowOf("r3"))

\* A new PDC takes over a CCC that its last PDC had just left.
WitnessPdcBindsToDesertedProp ==
    [][\A n \in Node : \A c \in CccId :
        ~(/\ ccc[n][c].state = "READY" /\ ccc[n][c].pdcs = 0
          /\ ccc'[n][c].pdcs = 1)]_vars
=============================================================================
