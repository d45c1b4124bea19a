-------------------------- MODULE PdcHandshakeFaults --------------------------
(* Faulty twins of single actions and operators of PdcHandshake, each a     *)
(* mistake that an implementer could make.  A control plants one of them by *)
(* configuration, and names the property that must catch it.                *)
EXTENDS MCPdcHandshake

-----------------------------------------------------------------------------
(* Initiator.                                                              *)

\* An id is given to a second job while the first one's PDC lives, or while it
\* rests; it is used for one job and never again; a job is taken that nobody gave.
FreeThoughOpen(f, p) == <<f, p>> \notin resting
FreeThoughResting(f, p) == At(f, p) = {}
FreeOnce(f, p) == turn[f][p] = 0
OpenBeyond(f, p) ==
    /\ SourceFree(f, p)
    /\ turn[f][p] <= Turns(f, p)
    /\ turn' = [turn EXCEPT ![f][p] = @ + 1]
    /\ UNCHANGED <<source, resting, inflight, sourceClock, targetVars, net>>

\* Jobs are counted from 0.
OpenFromZero(f, p) ==
    /\ SourceFree(f, p)
    /\ turn[f][p] < Turns(f, p)
    /\ turn' = [turn EXCEPT ![f][p] = @ + 1]
    /\ source' = source \cup
        {[fa |-> f, spdcid |-> p, dpdcid |-> 0, job |-> turn[f][p], state |-> "CREATING",
          start |-> 0, sent |-> 0, acked |-> 0]}
    /\ UNCHANGED <<resting, inflight, sourceClock, targetVars, net>>

\* An end sends into a path that is full.
SendsIntoFull(m) == net' = Net!Put(net, m)

\* PSNs and Start_PSNs are counted on beyond the modulus; or every other is left out.
PsnUnbounded(start, n) == start + n
PsnSkips(start, n) == (start + 2 * n) % Modulus
StartUnbounded(job) == job * Stride

\* SYN is set on the first packet of a PDC only.
SynOnFirstOnly(s, n) ==
    IF s.state = "CREATING" /\ n > 0
    THEN Request(s.fa, s.spdcid, 0, s.start, n, s.job)
    ELSE IF s.state = "CREATING"
    THEN Syn(s.fa, s.spdcid, s.start, n, s.job)
    ELSE Request(s.fa, s.spdcid, s.dpdcid, s.start, n, s.job)

\* A packet is sent again as it was kept, SYN and all.
RetransmitAsKept(f, p, n) ==
    /\ \E s \in At(f, p) :
        /\ s.acked <= n
        /\ n < s.sent
        /\ Sends(Syn(f, p, s.start, n, s.job))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* The offset is cut to the bits it has, and nothing holds the sender back.
TransmitMasked(f, p) ==
    /\ \E s \in At(f, p) :
        /\ s.state = "CREATING"
        /\ s.sent < WorkOf(s)
        /\ Sends([RequestFor(s, s.sent) EXCEPT !.offset = s.sent % SynWindow])
        /\ source' = (source \ {s}) \cup {[s EXCEPT !.sent = @ + 1]}
        /\ inflight' = [inflight EXCEPT ![f][CccOf(s)] = @ + 1]
        /\ sourceClock' = ClockAfter(s)
    /\ UNCHANGED <<turn, resting, targetVars>>

\* Nothing holds the sender back; or only the first ACK_CC does, and nothing after.
TransmitUnheld(f, p) ==
    /\ \E s \in At(f, p) :
        /\ s.sent < WorkOf(s)
        /\ Sends(RequestFor(s, s.sent))
        /\ source' = (source \ {s}) \cup {[s EXCEPT !.sent = @ + 1]}
        /\ inflight' = [inflight EXCEPT ![f][CccOf(s)] = @ + 1]
        /\ sourceClock' = ClockAfter(s)
    /\ UNCHANGED <<turn, resting, targetVars>>
TransmitFreely(f, p) ==
    /\ {s \in At(f, p) : s.state = "CREATING" /\ s.sent > 0} = {}
    /\ TransmitUnheld(f, p)

\* What has been sent is counted when it is acknowledged.
TransmitUncounted(f, p) ==
    /\ \E s \in At(f, p) :
        /\ s.sent < WorkOf(s)
        /\ Sends(RequestFor(s, s.sent))
        /\ sourceClock' = ClockAfter(s)
    /\ UNCHANGED <<turn, source, resting, inflight, targetVars>>

\* All that was sent is sent again, acknowledged or not.
RetransmitAll(f, p, n) ==
    /\ \E s \in At(f, p) :
        /\ n < s.sent
        /\ Sends(RequestFor(s, n))
        /\ sourceClock' = ClockAfter(s)
    /\ UNCHANGED <<turn, source, resting, inflight, targetVars>>

\* All that was sent may be sent again, whether the target has answered or not.
RetransmitAnyPacket(f, p, n) ==
    /\ \E s \in At(f, p) :
        /\ s.acked <= n /\ n < s.sent
        /\ Sends(RequestFor(s, n))
        /\ sourceClock' = ClockAfter(s)
    /\ UNCHANGED <<turn, source, resting, inflight, targetVars>>

\* Nothing is sent again until the target has answered.
RetransmitWhenKnown(f, p, n) ==
    /\ \A s \in At(f, p) : s.state # "CREATING"
    /\ RetransmitAnyPacket(f, p, n)

\* The clock of a PDC is set to the time that is to pass, as one that counts down.
ClockToDeadline(s) == [sourceClock EXCEPT ![s.fa][s.spdcid] = SynSafety + IdSafety]

\* The target's id is read from the field that carries our own; or it is kept,
\* and SYN stays set all the same.
LearnOwnId(m) == m.dpdcid
LearnKeepsCreating(s, m, n) == [s EXCEPT !.dpdcid = LearntId(m), !.acked = n]

\* Every ACK_CC is news, the older one that comes late, too.
IsAnyNews(s, m, n) == n <= s.sent

\* An ACK_CC is looked up by its sender's id, which is the target's.
ResolvedBySender(m) == At(m.fa, m.spdcid)

\* The CCC of whichever PDC comes first is taken, not that of this one.
CccOfFirst(s) == ClassOf(s.fa, 1, 1)

\* The count of an ACK_CC, a total, is taken as a step.
AllNewly(s, n) == n

\* The PDC is closed when its work is done, and the target never told: the
\* published text, to the letter.
CloseAlone(f, p) ==
    /\ \E s \in At(f, p) :
        /\ s.state = "ESTABLISHED"
        /\ s.acked = WorkOf(s)
        /\ Ended(s)
    /\ UNCHANGED <<turn, inflight, targetVars, net>>

\* The same, and what has been sent counts as done.
CloseWhenSent(f, p) ==
    /\ \E s \in At(f, p) :
        /\ s.sent = WorkOf(s)
        /\ Ended(s)
    /\ inflight' = [inflight EXCEPT ![f] = [c \in Class |-> 0]]
    /\ UNCHANGED <<turn, targetVars, net>>

\* The target's id rests, in the place of one's own.
EndedByTargetsId(s) ==
    /\ source' = source \ {s}
    /\ resting' = resting \cup {<<s.fa, s.dpdcid>>}
    /\ sourceClock' = [sourceClock EXCEPT ![s.fa][s.spdcid] = 0]

\* The initiator does not understand that a Close is answered by a NACK when
\* the target's PDC is gone.
ReceiveNackIdly(m) ==
    /\ Net!Deliverable(net, m)
    /\ Takes(m)
    /\ UNCHANGED <<sourceVars, targetVars>>

\* Nothing is sent; a lost packet is never sent again; nor is a lost Close; an id rests for ever.
NoTransmit(f, p) == FALSE
NoRetransmit(f, p, n) == FALSE
NoRepeatClose(f, p) == FALSE
NoRelease(f, p) == FALSE

-----------------------------------------------------------------------------
(* Target.                                                                 *)

\* A SYN is admitted without looking its sender up.
AdmitUnseen(m, t) ==
    /\ Net!Deliverable(net, m)
    /\ TargetFree(t)
    /\ IF Bound(m) = {} THEN FreeContexts # {} ELSE TRUE
    /\ \E c \in {ContextFor(m)} :
        \E new \in {[pdcid |-> t, fa |-> m.fa, spdcid |-> m.spdcid, cccid |-> c.cccid,
                      start |-> StartOf(m), got |-> WithReceived(NoneReceived, m.offset)]} :
            /\ Answers(m, AckCc(m.fa, t, m.spdcid, Cack(new)))
            /\ target' = target \cup {new}
            /\ context' = context \cup {c}
    /\ UNCHANGED <<memory, targetClock, written, sourceVars>>

\* The PSN of the SYN that comes first is taken for the Start_PSN.
StartAtPsn(m) == m.psn

\* Every PDC gets a CCC of its own; or that of its FEP pair, in whatever class; or
\* that of its class, whosever it is; or a class is read that there is not.
ContextOfItsOwn(m) ==
    [fa |-> m.fa, class |-> TravelsIn(m), cccid |-> Least(FreeContexts)]
BoundInAnyClass(m) == {c \in context : c.fa = m.fa}
BoundToAnybodys(m) == {c \in context : c.class = TravelsIn(m)}
TravelsInNone(m) == "none"

\* The pool of CCCs begins to count at 0.
ContextFromZero(m) ==
    IF Bound(m) = {}
    THEN [fa |-> m.fa, class |-> TravelsIn(m), cccid |-> Least(FreeContexts) - 1]
    ELSE CHOOSE c \in Bound(m) : TRUE

\* The pool hands out an id that is in use; or it begins to count at 0.
FreeThoughInUse(t) == t # 0
FreeFromZero(t) == {u \in target : u.pdcid = t} = {}

\* One PDC, or one CCC, is kept back: a pool that ends one too early.
RefuseLastOne(m) ==
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ Cardinality(FreeTargets) <= 1
    /\ Answers(m, Nack(m.fa, m.spdcid, "NO_PDC", m.psn))
    /\ UNCHANGED <<sourceVars, targetVars>>
RefuseLastCcc(m) ==
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ FreeTargets # {}
    /\ Cardinality(FreeContexts) <= 1
    /\ Answers(m, Nack(m.fa, m.spdcid, "NO_CCC", m.psn))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A SYN is refused though its PDC is there, all others being in use.
RefuseKnown(m) ==
    /\ Net!Deliverable(net, m)
    /\ FreeTargets = {}
    /\ Answers(m, Nack(m.fa, m.spdcid, "NO_PDC", m.psn))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* An ACK_CC tells the last packet that came, and not the one behind it; or names
\* the first PDC, whichever has received it.
CackOfLast(t) == Psn(t.start, Awaited(t) - 1)
AckCcOfFirst(f, t, p, cack) ==
    [type |-> "ACK_CC", fa |-> f, spdcid |-> 1, dpdcid |-> p, cack |-> cack]

\* A SYN is refused for want of a CCC after a PDC was allocated to it, and
\* the PDC is not given back.
RefuseKeepingPdc(m) ==
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ FreeTargets # {} /\ Bound(m) = {} /\ FreeContexts = {}
    /\ Answers(m, Nack(m.fa, m.spdcid, "NO_CCC", m.psn))
    /\ target' = target \cup {[pdcid |-> Least(FreeTargets), fa |-> m.fa, spdcid |-> m.spdcid,
            cccid |-> 0, start |-> StartOf(m), got |-> NoneReceived]}
    /\ UNCHANGED <<context, memory, targetClock, written, sourceVars>>

\* A CCC outlives its last PDC; or goes with the first of its PDCs.
KeepContexts(pdcs) == context
DropContexts(pdcs) == {c \in context :
    {t \in target \ pdcs : t.cccid = c.cccid} = {}}

\* A packet is taken however far ahead it is: one of an earlier PDC, whose PSN
\* is almost a modulus ahead.
InAnyRange(t, n) == TRUE

\* A repeated packet is written once more; packets are counted from 1.
AlwaysNew(t, n) == TRUE
WriteFromOne(m, n) ==
    [written EXCEPT ![m.fa][m.spdcid][m.job].once.early = @ \cup {n - 1}]

\* The target remembers a PDC by its own id; or sets the clock to the time that
\* is to pass; or it never forgets.
RememberByOwnId(m) ==
    /\ memory' = memory \cup {<<m.fa, m.dpdcid>>}
    /\ targetClock' = [targetClock EXCEPT ![m.fa][m.spdcid] = 0]
RememberUntil(m) ==
    /\ memory' = memory \cup {<<m.fa, m.spdcid>>}
    /\ targetClock' = [targetClock EXCEPT ![m.fa][m.spdcid] = Memory + L]
NoForget(f, p) == FALSE

\* A key is remembered though there is no time for it.
RememberAnyway(m) ==
    /\ memory' = memory \cup {<<m.fa, m.spdcid>>}
    /\ targetClock' = [targetClock EXCEPT ![m.fa][m.spdcid] = 0]

\* A SYN is refused for want of a CCC though its flow has one.
RefuseThoughBound(m) ==
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ FreeTargets # {} /\ FreeContexts = {}
    /\ Answers(m, Nack(m.fa, m.spdcid, "NO_CCC", m.psn))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A NACK says that there is no such PDC though it is another's; it names the PSN that is
\* awaited; it is sent though the PDC is there, and its owner's.
GoneUnknown(m) == Answers(m, Nack(m.fa, m.spdcid, "UNKNOWN", m.psn))
GoneFromStart(m) ==
    Answers(m, Nack(m.fa, m.spdcid, IF Addressed(m) = {} THEN "UNKNOWN" ELSE "MISMATCH", 0))
OwnedByNobody(m) == {}

-----------------------------------------------------------------------------
\* What must be reached, so that what is shown is not shown of nothing: each is false on
\* purpose.  A packet that is not the first is sent again though nobody has answered; a PDC
\* ends by the acknowledgment of its Close, or by a NACK where that is lost; a SYN is refused
\* for want of a PDC, or of a CCC.
WitnessFirstAsksAloneProp ==
    [][\A m \in Sent : m.type = "RUD_CC_REQ" /\ m.syn =>
        \A s \in At(m.fa, m.spdcid) : m.offset \in {0, s.sent}]_vars
WitnessEndsByNackProp ==
    [][\A s \in source : At(s.fa, s.spdcid)' = {} => \E e \in net : e.body.type = "NACK"]_vars
WitnessEndsByAckProp ==
    [][\A s \in source : At(s.fa, s.spdcid)' = {} => \E e \in net : e.body.type = "ACK_CC"]_vars
WitnessPdcSufficesInv == \A e \in net : e.body.type = "NACK" => e.body.code # "NO_PDC"
WitnessCccSufficesInv == \A e \in net : e.body.type = "NACK" => e.body.code # "NO_CCC"

\* The target looks for a CCC first, and names it although a PDC is wanting as well.
RefuseForCccFirst(m) ==
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ ~ToGive(m)
    /\ Answers(m, Nack(m.fa, m.spdcid, IF Cardinality(context) = TargetCccs THEN "NO_CCC" ELSE "NO_PDC", m.psn))
    /\ UNCHANGED <<sourceVars, targetVars>>
=============================================================================
