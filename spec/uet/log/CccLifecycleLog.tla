--------------------------- MODULE CccLifecycleLog ---------------------------
(***************************************************************************)
(* Logs held against CccLifecycle: what happened at both ends of one flow, *)
(* in all lives of its CCCs.                                               *)
(*                                                                         *)
(* Names      ids of PDCs and CCCs are names: a log's are replaced, each   *)
(*            by the least that is free when it is taken, which is what    *)
(*            the module takes.  An id that is taken while it is in use,   *)
(*            or used while nobody has it, keeps meaning that.             *)
(*            Requests are names as well: one that wants what another      *)
(*            wanted, whose time has passed, may get its name (Renew).     *)
(* Pools      are as large as this flow needs them: they are shared with   *)
(*            other flows, whose logs are judged apart.                    *)
(* Left open  what the network carries (data, acks, close), which follows  *)
(*            from the events; how far a log that breaks off has come.     *)
(***************************************************************************)
EXTENDS CccLifecycle, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   WorkAssumption: a request goes from one host to another, and wants at least one byte.
\*   PoolAssumption: of each pool of ids, some are left that are not kept for others.
\*   WindowAssumption: MinCwnd is above 0 and no larger than InitialCwnd, which is no larger than InitialLimit of the flow, "BDP" or "MaxWnd".
\*   PacketAssumption: Mtu, the largest packet, has at least one byte.

ASSUME PacketAssumption == Mtu \in Nat \ {0}

LogInit == Init

-----------------------------------------------------------------------------
\* What events tell, of one entry of a table each.
ToldPdc(e, n, p) == Told(e, "pdc", pdc'[n][p])
ToldCcc(e, n, c) == Told(e, "ccc", ccc'[n][c])
ToldAsked(e, n) == ToldSet(e, "asked", asked'[n])
ToldRequest(e, r) == Told(e, "request", request'[r])
ToldWork(e, n, p) ==
    /\ Told(e, "todo", todo'[n][p])
    /\ Told(e, "flight", flight'[n][p])
    /\ Told(e, "lost", lost'[n][p])

\* The CCC of a PDC, before the step and so after it, unless the step binds it.
Serving(n, p) == pdc[n][p].ccc

-----------------------------------------------------------------------------
\* SES and PDS Manager, source.
LogPost(e) ==
    /\ FlowOf(e.in.r) = e.given.flow
    /\ Post(e.in.r)
    /\ ToldRequest(e, e.in.r)

\* No step of the system: a request that was taken is never looked at again, so
\* that one that wants the same may have its name.
LogRenew(e) ==
    /\ request[e.in.r] = "TAKEN"
    /\ request' = [request EXCEPT ![e.in.r] = "NEW"]
    /\ UNCHANGED <<pdc, asked, ccc, todo, sentVars, netVars>>

LogAssign(e) ==
    /\ Assign(e.in.r)
    /\ ToldRequest(e, e.in.r)
    /\ ToldPdc(e, e.at, e.of.pdc)
    /\ Told(e, "todo", todo'[e.at][e.of.pdc])

LogAllocate(e) ==
    /\ Allocate(e.in.r)
    /\ e.of.pdc = NextPdc(e.at)
    /\ ToldRequest(e, e.in.r)
    /\ ToldPdc(e, e.at, e.of.pdc)
    /\ Told(e, "todo", todo'[e.at][e.of.pdc])

-----------------------------------------------------------------------------
\* PDS Manager, target, and either side.
LogAccept(e) ==
    /\ Accept(e.in.n, e.in.p)
    /\ e.of.pdc = NextPdc(e.at)
    /\ ToldPdc(e, e.at, e.of.pdc)

LogAskCcc(e) ==
    /\ AskCcc(e.in.n, e.in.p)
    /\ ToldAsked(e, e.in.n)

-----------------------------------------------------------------------------
\* CCC Manager, either side.
LogCreate(e) ==
    /\ Create(e.in.n, e.in.f)
    /\ e.of.ccc = NextCcc(e.in.n)
    /\ ToldAsked(e, e.in.n)
    /\ ToldCcc(e, e.in.n, e.of.ccc)

LogConfigure(e) ==
    /\ Configure(e.in.n, e.in.c)
    /\ ToldCcc(e, e.in.n, e.in.c)

LogBind(e) ==
    /\ Bind(e.in.n, e.in.p)
    /\ ToldPdc(e, e.in.n, e.in.p)
    /\ ToldCcc(e, e.in.n, e.of.ccc)

LogMakeReady(e) ==
    /\ MakeReady(e.in.n, e.in.c)
    /\ ToldCcc(e, e.in.n, e.in.c)

LogCloseCcc(e) ==
    /\ CloseCcc(e.in.n, e.in.c)
    /\ ToldCcc(e, e.in.n, e.in.c)

-----------------------------------------------------------------------------
\* The data path.
LogSend(e) ==
    /\ e.in.size \in PacketSize
    /\ Send(e.in.n, e.in.p, e.in.size)
    /\ ToldWork(e, e.in.n, e.in.p)
    /\ ToldCcc(e, e.in.n, Serving(e.in.n, e.in.p))

LogReceive(e) ==
    /\ e.in.size \in PacketSize
    /\ Receive(e.in.n, e.in.p, e.in.size)
    /\ e.of.pdc \in Target(e.in.n, e.in.p)

LogGiveUp(e) ==
    /\ e.in.size \in PacketSize
    /\ GiveUp(e.in.n, e.in.p, e.in.size)
    /\ ToldWork(e, e.in.n, e.in.p)
    /\ ToldCcc(e, e.in.n, Serving(e.in.n, e.in.p))

LogResend(e) ==
    /\ e.in.size \in PacketSize
    /\ Resend(e.in.n, e.in.p, e.in.size)
    /\ ToldWork(e, e.in.n, e.in.p)
    /\ ToldCcc(e, e.in.n, Serving(e.in.n, e.in.p))

LogAcknowledge(e) ==
    /\ e.in.size > 0
    /\ e.in.late >= 0
    /\ Acknowledge(e.in.n, e.in.p, e.in.size, e.in.late)
    /\ ToldWork(e, e.in.n, e.in.p)
    /\ ToldCcc(e, e.in.n, Serving(e.in.n, e.in.p))

LogSignal(e) ==
    /\ Signal(e.in.n, e.in.c, e.in.window)
    /\ ToldCcc(e, e.in.n, e.in.c)

-----------------------------------------------------------------------------
\* Teardown.
LogBeginClose(e) ==
    /\ BeginClose(e.in.n, e.in.p)
    /\ ToldPdc(e, e.in.n, e.in.p)

LogFollowClose(e) ==
    /\ FollowClose(e.in.n, e.in.p)
    /\ e.of.pdc \in Target(e.in.n, e.in.p)
    /\ ToldPdc(e, e.at, e.of.pdc)
    /\ ToldCcc(e, e.at, Serving(e.at, e.of.pdc))

LogEndClose(e) ==
    /\ EndClose(e.in.n, e.in.p)
    /\ ToldPdc(e, e.in.n, e.in.p)
    /\ ToldCcc(e, e.in.n, Serving(e.in.n, e.in.p))

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE e.do = "Send" -> LogSend(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] e.do = "Acknowledge" -> LogAcknowledge(e)
      [] e.do = "GiveUp" -> LogGiveUp(e)
      [] e.do = "Resend" -> LogResend(e)
      [] e.do = "Signal" -> LogSignal(e)
      [] e.do = "Post" -> LogPost(e)
      [] e.do = "Renew" -> LogRenew(e)
      [] e.do = "Assign" -> LogAssign(e)
      [] e.do = "Allocate" -> LogAllocate(e)
      [] e.do = "Accept" -> LogAccept(e)
      [] e.do = "AskCcc" -> LogAskCcc(e)
      [] e.do = "Create" -> LogCreate(e)
      [] e.do = "Configure" -> LogConfigure(e)
      [] e.do = "Bind" -> LogBind(e)
      [] e.do = "MakeReady" -> LogMakeReady(e)
      [] e.do = "CloseCcc" -> LogCloseCcc(e)
      [] e.do = "BeginClose" -> LogBeginClose(e)
      [] e.do = "FollowClose" -> LogFollowClose(e)
      [] e.do = "EndClose" -> LogEndClose(e)
      [] OTHER -> FALSE
=============================================================================
