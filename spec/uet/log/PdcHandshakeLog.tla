--------------------------- MODULE PdcHandshakeLog ---------------------------
(***************************************************************************)
(* Logs held against PdcHandshake: the PDCs that one endpoint, or several, *)
(* opened towards one target, at both ends.                                *)
(*                                                                         *)
(* Source     docs/eventlog.md, PdcHandshake                               *)
(* Tells      each end's record of the PDC that acts, after each event     *)
(* PSNs       count from a place of their own for each PDC: the distance   *)
(*            from its Start_PSN is kept, and PDCs stay apart, which have  *)
(*            32 bits to do so on the wire                                 *)
(* Jobs       a job has as many packets as it had in the end               *)
(* Time       an event Tick comes before the initiator's that have a later *)
(*            time, until all its clocks show that it is long ago          *)
(* Network    loses, repeats and reorders, and a log tells none of it.     *)
(*            What can come is whatever has been sent, as far as it may    *)
(*            change anything, and wire keeps just that: net itself holds  *)
(*            what the last step sent, which is where the module looks for *)
(*            what it asks of each message.  How long a message is under   *)
(*            way is not judged.                                           *)
(* Answers    the module's target answers when a packet comes; a NIC       *)
(*            composes its answer when the packet is in memory, and may    *)
(*            save it.  A log does not tell when, so that a step of its    *)
(*            own in PdcHandshake, Answer(t, n) for any n <= Awaited(t),   *)
(*            would be hidden from it, and `most` is what all such steps   *)
(*            together let come: no such step can do without it, and the   *)
(*            log module would not become shorter.  As a step of the       *)
(*            module it was tried: all properties hold, with 10.7 times    *)
(*            the states in full_psn, all for the sake of acks that are    *)
(*            younger than others, or tell less.                           *)
(*            A NACK for a PDC that is gone says UNKNOWN, or MISMATCH if   *)
(*            its id is another's by now; which of them, a cut without the *)
(*            others cannot tell, and both end the PDC.                    *)
(* Pools      those of the target, if all its initiators are in the log's  *)
(*            cut; else as large as they need to be                        *)
(***************************************************************************)
EXTENDS PdcHandshake, EventLog

VARIABLE wire   \* by initiator and SPDCID: what its PDC, and the answers to it, sent

logVars == <<vars, wire>>

\* syns     how many packets went out with SYN: these are the first ones
\* sent     how many went out at all; those from syns on without SYN
\* resent   which of the first ones went out without SYN, too
\* close    whether its Close went out
\* dpdcid   the target's id that these named
\* most     up to how many packets PDC by of the target may have acknowledged: the
\*          module's target answers for a packet at once, a NIC when it is in
\*          memory, and may tell an older count with credit meanwhile
\* others   NACKs, and acknowledgments of another PDC of the target
NothingSent ==
    [syns |-> 0, sent |-> 0, resent |-> {}, dpdcid |-> 0, close |-> FALSE,
     by |-> 0, most |-> 0, others |-> {}]

\* The assumptions in words, for whoever has logged constants that break one.
\*   PdcHandshakeAssumption: TargetPdcs, TargetCccs, SynWindow and MpRange are 1 or more, SynSafety and IdSafety 0 or more, FirstAgain is true or false; a job has at least one packet.

LogInit ==
    /\ Init
    /\ wire = [f \in Fa |-> [p \in 1 .. SourcePdcs |-> NothingSent]]

-----------------------------------------------------------------------------
\* The network of a log, in the place of the module's.
IsToTarget(m) == m.type \in {"RUD_CC_REQ", "CLOSE"}
SpdcidOf(m) == IF IsToTarget(m) THEN m.spdcid ELSE m.dpdcid

\* A message's place in the PDC that now has its SPDCID.
PlaceOf(m) ==
    Offset(IF m.type = "ACK_CC" THEN m.cack ELSE m.psn, StartPsn(turn[m.fa][SpdcidOf(m)]))

\* One refusal is like another: none changes anything.  Whether the id of a PDC
\* that is gone is another's by now is not seen where others are left out.
Essence(m) ==
    IF m.code \in {"NO_PDC", "NO_CCC"} THEN [m EXCEPT !.psn = 0]
    ELSE IF m.code = "MISMATCH" THEN [m EXCEPT !.code = "UNKNOWN"]
    ELSE m

After(w, m) ==
    CASE m.type = "RUD_CC_REQ" ->
            IF m.syn THEN [w EXCEPT !.syns = Max(@, m.offset + 1), !.sent = Max(@, m.offset + 1)]
            ELSE IF PlaceOf(m) < w.syns
            THEN [w EXCEPT !.resent = @ \cup {PlaceOf(m)}, !.dpdcid = m.dpdcid]
            ELSE [w EXCEPT !.sent = Max(@, PlaceOf(m) + 1), !.dpdcid = m.dpdcid]
      [] m.type = "CLOSE" -> [w EXCEPT !.close = TRUE, !.dpdcid = m.dpdcid]
      [] m.type = "ACK_CC" ->
            IF w.by \in {0, m.spdcid}
            THEN [w EXCEPT !.by = m.spdcid, !.most = Max(@, PlaceOf(m))]
            ELSE [w EXCEPT !.others = @ \cup {m}]
      [] m.type = "NACK" -> [w EXCEPT !.others = @ \cup {Essence(m)}]

\* The message as the PDC that now has its SPDCID would have sent it.
AsSent(w, m, p, job) ==
    CASE m.type = "RUD_CC_REQ" ->
            IF m.syn THEN Syn(m.fa, p, StartPsn(job), m.offset, job)
            ELSE Request(m.fa, p, w.dpdcid, StartPsn(job), PlaceOf(m), job)
      [] m.type = "CLOSE" ->
            CloseCommand(m.fa, p, w.dpdcid, StartPsn(job), Packets(m.fa, p, job))
      [] OTHER -> m

WasSent(w, m) ==
    /\ m = AsSent(w, m, SpdcidOf(m), turn[m.fa][SpdcidOf(m)])
    /\ CASE m.type = "RUD_CC_REQ" ->
                IF m.syn THEN m.offset < w.syns
                ELSE IF PlaceOf(m) < w.syns THEN PlaceOf(m) \in w.resent
                ELSE PlaceOf(m) < w.sent
         [] m.type = "CLOSE" -> w.close
         [] m.type = "ACK_CC" ->
                IF m.spdcid = w.by THEN PlaceOf(m) <= w.most ELSE m \in w.others
         [] m.type = "NACK" -> Essence(m) \in w.others

LogDeliverable(sent, m) == turn[m.fa][SpdcidOf(m)] > 0 /\ WasSent(wire[m.fa][SpdcidOf(m)], m)
LogRoom(sent, m) == TRUE
LogTake(sent, m) == {}
LogPut(sent, m) == {[body |-> m, age |-> 0, nth |-> 1]}
LogMayAge(sent, time) == TRUE
LogAged(sent, time) == {}

\* No model's messages: a log names its own.
LogNoMessages == {}

\* What the step has sent is on the wire.
Carried ==
    IF net' \in {{}, net} THEN UNCHANGED wire
    ELSE LET m == (CHOOSE e \in net' : TRUE).body
         IN  wire' = [wire EXCEPT ![m.fa][SpdcidOf(m)] = After(@, m)]

\* A new PDC: nothing of the last one of its SPDCID is under way.
CarriedAnew(f, p) == wire' = [wire EXCEPT ![f][p] = NothingSent]

-----------------------------------------------------------------------------
\* What events tell of each end.
ToldId(e, f, p) ==
    /\ Told(e, "turn", turn'[f][p])
    /\ ToldSet(e, "resting", resting' \cap {<<f, p>>})
    /\ Told(e, "sourceClock", sourceClock'[f][p])

ToldSource(e, f, p) ==
    /\ ToldId(e, f, p)
    /\ ToldSet(e, "source", {s \in source' : s.fa = f /\ s.spdcid = p})
    /\ Told(e, "inflight", inflight'[f][ClassOf(f, p, turn'[f][p])])

ToldTarget(e) ==
    /\ ToldSet(e, "target", {t \in target' : t.pdcid = e.of.pdc})
    /\ Has(e.st, "context") =>
        ToldSet(e, "context", {c \in context' : c.fa = e.in.m.fa /\ c.class = e.given.class})

\* The packets that a job has so far are no fewer than were sent, nor more than
\* it has in the end.
ToldWork(e, f, p) ==
    Has(e.given, "Work") =>
        /\ e.given.Work <= Packets(f, p, turn[f][p])
        /\ \A s \in source' : s.fa = f /\ s.spdcid = p => s.sent <= e.given.Work

-----------------------------------------------------------------------------
\* Initiator.
LogOpen(e) ==
    /\ Open(e.in.f, e.in.p)
    /\ CarriedAnew(e.in.f, e.in.p)
    /\ ToldSource(e, e.in.f, e.in.p)

LogTransmit(e) ==
    /\ Transmit(e.in.f, e.in.p)
    /\ Carried
    /\ ToldSource(e, e.in.f, e.in.p)
    /\ ToldWork(e, e.in.f, e.in.p)

LogRetransmit(e) ==
    /\ Retransmit(e.in.f, e.in.p, e.in.n)
    /\ Carried
    /\ ToldSource(e, e.in.f, e.in.p)

LogReceiveAck(e) ==
    /\ ReceiveAck(e.in.m)
    /\ Carried
    /\ e.of.pdc = e.in.m.dpdcid
    /\ ToldSource(e, e.in.m.fa, e.in.m.dpdcid)

LogReceiveNack(e) ==
    /\ ReceiveNack(e.in.m)
    /\ Carried
    /\ e.of.pdc = e.in.m.dpdcid
    /\ ToldSource(e, e.in.m.fa, e.in.m.dpdcid)

LogClose(e) ==
    /\ Close(e.in.f, e.in.p)
    /\ Carried
    /\ ToldSource(e, e.in.f, e.in.p)
    /\ ToldWork(e, e.in.f, e.in.p)

LogRepeatClose(e) ==
    /\ RepeatClose(e.in.f, e.in.p)
    /\ Carried
    /\ ToldSource(e, e.in.f, e.in.p)

LogRelease(e) ==
    /\ Release(e.in.f, e.in.p)
    /\ Carried
    /\ ToldId(e, e.in.f, e.in.p)

-----------------------------------------------------------------------------
\* Target.
LogAdmit(e) ==
    /\ Admit(e.in.m, e.in.t)
    /\ Carried
    /\ e.of.pdc = e.in.t
    /\ ToldTarget(e)

LogRefuse(e) ==
    /\ Refuse(e.in.m)
    /\ Carried

LogReceiveSyn(e) ==
    /\ ReceiveSyn(e.in.m)
    /\ Carried
    /\ e.of.pdc \in {t.pdcid : t \in Found(e.in.m)}
    /\ ToldTarget(e)

\* Where its PDC is not there, the event has none.
LogReceiveRequest(e) ==
    /\ ReceiveRequest(e.in.m)
    /\ Carried
    /\ (e.of.pdc = 0) = (Owned(e.in.m) = {})
    /\ ToldTarget(e)

LogReceiveClose(e) ==
    /\ ReceiveClose(e.in.m)
    /\ Carried
    /\ (e.of.pdc = 0) = (Owned(e.in.m) = {})
    /\ ToldTarget(e)

LogTick(e) ==
    /\ Tick(e.in.time)
    /\ UNCHANGED wire

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE e.do = "ReceiveRequest" -> LogReceiveRequest(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "Tick" -> LogTick(e)
      [] e.do = "ReceiveAck" -> LogReceiveAck(e)
      [] e.do = "ReceiveSyn" -> LogReceiveSyn(e)
      [] e.do = "Retransmit" -> LogRetransmit(e)
      [] e.do = "Open" -> LogOpen(e)
      [] e.do = "Admit" -> LogAdmit(e)
      [] e.do = "Refuse" -> LogRefuse(e)
      [] e.do = "Close" -> LogClose(e)
      [] e.do = "RepeatClose" -> LogRepeatClose(e)
      [] e.do = "ReceiveClose" -> LogReceiveClose(e)
      [] e.do = "ReceiveNack" -> LogReceiveNack(e)
      [] e.do = "Release" -> LogRelease(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED wire
=============================================================================
