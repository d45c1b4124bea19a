-------------------------- MODULE PdcHandshakeFaults --------------------------
(* Faulty twins of single actions and operators of PdcHandshake, each a     *)
(* mistake that an implementer could make.  A control plants one of them by *)
(* configuration, and names the property that must catch it.                *)
EXTENDS MCPdcHandshake

\* A SYN is admitted without looking its sender up.
AdmitUnseen(m, t) ==
    /\ Net!Deliverable(net, m)
    /\ TargetFree(t)
    /\ IF Bound(m) = {} THEN FreeContexts # {} ELSE TRUE
    /\ LET c == IF Bound(m) = {}
                THEN [fa |-> m.fa, class |-> TravelsIn(m), cccid |-> Least(FreeContexts)]
                ELSE CHOOSE c \in Bound(m) : TRUE
           new == [pdcid |-> t, fa |-> m.fa, spdcid |-> m.spdcid, cccid |-> c.cccid,
                   start |-> Offset(m.psn, m.offset), got |-> WithReceived(NoneReceived, m.offset)]
           answer == AckCc(m.fa, t, m.spdcid, Cack(new))
       IN  /\ Net!Room(Net!Take(net, m), answer)
           /\ target' = target \cup {new}
           /\ context' = context \cup {c}
           /\ net' = Net!Put(Net!Take(net, m), answer)
    /\ UNCHANGED <<memory, targetClock, written, sourceVars>>

\* The pool hands out an id that is in use; or it begins to count at 0.
FreeThoughInUse(t) == t # 0
FreeFromZero(t) == {u \in target : u.pdcid = t} = {}

\* One PDC is kept back: a pool that ends one too early.
RefuseLastOne(m) ==
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ Cardinality(FreeTargets) <= 1
    /\ LET answer == Nack(m.fa, m.spdcid, "NO_PDC", m.psn)
       IN  /\ Net!Room(Net!Take(net, m), answer)
           /\ net' = Net!Put(Net!Take(net, m), answer)
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A SYN is refused for want of a CCC after a PDC was allocated to it, and
\* the PDC is not given back.
RefuseKeepingPdc(m) ==
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ FreeTargets # {} /\ Bound(m) = {} /\ FreeContexts = {}
    /\ LET answer == Nack(m.fa, m.spdcid, "NO_CCC", m.psn)
       IN  /\ Net!Room(Net!Take(net, m), answer)
           /\ net' = Net!Put(Net!Take(net, m), answer)
    /\ target' = target \cup {[pdcid |-> Least(FreeTargets), fa |-> m.fa, spdcid |-> m.spdcid,
            cccid |-> 0, start |-> Offset(m.psn, m.offset), got |-> NoneReceived]}
    /\ UNCHANGED <<context, memory, targetClock, written, sourceVars>>

\* A CCC outlives its last PDC; or goes with the first of its PDCs.
KeepContexts(pdcs) == context
DropContexts(pdcs) == {c \in context :
    {t \in target \ pdcs : t.cccid = c.cccid} = {}}

\* A repeated packet is written once more.
AlwaysNew(t, n) == TRUE

\* SYN is set on the first packet of a PDC only.
SynOnFirstOnly(s, n) ==
    IF s.state = "CREATING" /\ n > 0
    THEN Request(s.fa, s.spdcid, 0, s.start, n, s.job)
    ELSE IF s.state = "CREATING"
    THEN Syn(s.fa, s.spdcid, s.start, n, s.job)
    ELSE Request(s.fa, s.spdcid, s.dpdcid, s.start, n, s.job)

\* A packet is sent again as it was kept, SYN and all.
RetransmitAsKept(f, p, n) ==
    /\ At(f, p) # {}
    /\ LET s == Pdc(f, p)
           m == Syn(f, p, s.start, n, s.job)
       IN  /\ s.state # "CLOSE_ACK_WAIT"
           /\ s.acked <= n
           /\ n < s.sent
           /\ Net!Room(net, m)
           /\ net' = Net!Put(net, m)
    /\ UNCHANGED <<sourceVars, targetVars>>

\* The offset is cut to the bits it has, and nothing holds the sender back.
TransmitMasked(f, p) ==
    /\ At(f, p) # {}
    /\ LET s == Pdc(f, p)
           m == [RequestFor(s, s.sent) EXCEPT !.offset = s.sent % SynWindow]
       IN  /\ s.state = "CREATING"
           /\ s.sent < WorkOf(s)
           /\ Net!Room(net, m)
           /\ source' = (source \ {s}) \cup {[s EXCEPT !.sent = @ + 1]}
           /\ inflight' = [inflight EXCEPT ![f][CccOf(s)] = @ + 1]
           /\ sourceClock' = ClockAfter(s)
           /\ net' = Net!Put(net, m)
    /\ UNCHANGED <<turn, resting, targetVars>>

\* The target's id is read from the field that carries our own.
LearnOwnId(m) == m.dpdcid

\* An ACK_CC is looked up by its sender's id, which is the target's.
ResolvedBySender(m) == At(m.fa, m.spdcid)

\* The CCC of whichever PDC comes first is taken, not that of this one.
CccOfFirst(s) == ClassOf(s.fa, 1, 1)

\* The count of an ACK_CC, a total, is taken as a step.
AllNewly(s, n) == n

\* The PDC is closed when its work is done, and the target never told: the
\* published text, to the letter.
CloseAlone(f, p) ==
    /\ At(f, p) # {}
    /\ LET s == Pdc(f, p)
       IN  /\ s.state = "ESTABLISHED"
           /\ s.acked = WorkOf(s)
           /\ Ended(s)
    /\ UNCHANGED <<turn, inflight, targetVars, net>>

\* The initiator does not understand that a Close is answered by a NACK when
\* the target's PDC is gone.
ReceiveNackIdly(m) ==
    /\ Net!Deliverable(net, m)
    /\ net' = Net!Take(net, m)
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A lost packet is never sent again; nor is a lost Close; nothing is forgotten.
NoRetransmit(f, p, n) == FALSE
NoRepeatClose(f, p) == FALSE
NoForget(f, p) == FALSE
=============================================================================
