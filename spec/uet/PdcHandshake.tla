----------------------------- MODULE PdcHandshake -----------------------------
(***************************************************************************)
(* The life of a packet delivery context (PDC) at both of its ends: the    *)
(* initiator opens one, sends requests with SYN set until it has learnt    *)
(* the target's id, then uses that id, and closes it when its work is      *)
(* done; both ids go back to their pools and are used again.               *)
(*                                                                         *)
(* Source     RCCC, 5 Feb 2026: SYN, DPDCID, allocation at the target,     *)
(*            the learnt id, closing.  The source says that a PDC is       *)
(*            closed, not how: Close and its acknowledgment, and PSNs,     *)
(*            are those of public UE 1.0.x material.                       *)
(* Models     PDC-1 PDC-2 PDC-3 PDC-4 PDC-5 PDC-6 PDC-10 PDC-11 FIND-1     *)
(*            UET-4 (PSNs that wrap, the range) UET-8 D2 D10               *)
(* Leaves out credit (CreditConservation); the CCC's own life              *)
(*            (CccLifecycle); selective acknowledgment; giving up after    *)
(*            too many resends; closing asked for by the target; NACKs     *)
(*            that tell the initiator nothing it acts upon (0x0B, 0x10,    *)
(*            0x15): the packets that draw them change nothing.            *)
(* Unit       one unit of work is one packet                               *)
(*                                                                         *)
(* The safety times are the heart of it.  SynSafety passes at the          *)
(* initiator between the last request with SYN and the Close; Memory       *)
(* passes at the target between closing a PDC and forgetting whose it      *)
(* was; IdSafety passes at the initiator between the end of a PDC and the  *)
(* next use of its SPDCID.  The published rules know none of them (FIND-1).*)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Received

CONSTANTS
    Fa,          \* fabric addresses of the initiating FEPs
    SourcePdcs,  \* size of each initiator's pool: its SPDCIDs are 1 .. SourcePdcs
    TargetPdcs,  \* size of the target's pool of PDCs
    TargetCccs,  \* size of the target's pool of CCCs
    Work,        \* jobs of each SPDCID of each FEP, one PDC after the other: a
                 \* sequence of [class, packets], of which class is the traffic class
    SynWindow,   \* packets before the first ACK_CC, 4096 on the wire
    MpRange,     \* packets beyond the last one received in order, 1024 by default
    Modulus,     \* PSNs count modulo this, 2^32 on the wire
    Stride,      \* from one Start_PSN to the next one on the same SPDCID
    SynSafety,   \* ticks from the last SYN sent to the Close
    Memory,      \* ticks for which the target remembers a PDC that it closed
    IdSafety,    \* ticks from the end of a PDC to the next use of its SPDCID
    FirstAgain,  \* TRUE: until the target answers, no packet but the first is
                 \* sent again, since nobody limits what goes out again by then
    OnePath,     \* TRUE: all messages share one channel, a smaller bound
    Lossy, Repeating, Reordering, L, Capacity   \* the network's, see there

SourceId == 1 .. SourcePdcs
TargetId == 0 .. TargetPdcs     \* 0 is an argument here, and never an id
Key == Fa \X SourceId
Turns(f, p) == Len(Work[f][p])
Jobs(k) == 1 .. Turns(k[1], k[2])
Packets(f, p, j) == Work[f][p][j].packets
ClassOf(f, p, j) == Work[f][p][j].class

Largest(S) == CHOOSE n \in S : \A o \in S : o <= n
Job == 1 .. Largest({Turns(k[1], k[2]) : k \in Key})
MostPackets ==
    Largest(UNION {{Packets(k[1], k[2], j) : j \in Jobs(k)} : k \in Key})
Packet == 0 .. MostPackets - 1      \* a packet's place in its job
Class == UNION {{ClassOf(k[1], k[2], j) : j \in Jobs(k)} : k \in Key}

ASSUME PdcHandshakeAssumption ==
    /\ {SourcePdcs, TargetPdcs, TargetCccs, SynWindow, MpRange} \subseteq Nat \ {0}
    /\ Work \in [Fa -> [SourceId -> Seq([class : STRING, packets : Nat \ {0}])]]
    /\ {Stride, SynSafety, Memory, IdSafety} \subseteq Nat
    /\ {FirstAgain, OnePath} \subseteq BOOLEAN
    /\ Modulus \in Nat /\ Modulus > MostPackets + MpRange + 1

-----------------------------------------------------------------------------
(* Packet sequence numbers.  A job has one PSN for each packet and one for *)
(* its Close.  With Stride 0 every PDC of an SPDCID starts at the same     *)
(* PSN, so that PSNs tell one PDC from the next in no way.                 *)

StartPsn(job) == (job * Stride) % Modulus
Psn(start, n) == (start + n) % Modulus
Offset(psn, start) == (psn - start) % Modulus

(* Messages.  fa is the initiator's address, in either direction; job is   *)
(* payload, which the PDCs carry and never look at.                        *)

Syn(f, p, start, n, j) ==
    [type |-> "RUD_CC_REQ", fa |-> f, syn |-> TRUE, spdcid |-> p, dpdcid |-> 0,
     psn |-> Psn(start, n), offset |-> n, job |-> j]
Request(f, p, d, start, n, j) ==
    [type |-> "RUD_CC_REQ", fa |-> f, syn |-> FALSE, spdcid |-> p, dpdcid |-> d,
     psn |-> Psn(start, n), job |-> j]
CloseCommand(f, p, d, start, packets) ==
    [type |-> "CLOSE", fa |-> f, spdcid |-> p, dpdcid |-> d, psn |-> Psn(start, packets)]
AckCc(f, t, p, cack) ==
    [type |-> "ACK_CC", fa |-> f, spdcid |-> t, dpdcid |-> p, cack |-> cack]
Nack(f, p, code, psn) ==        \* its SPDCID is 0: there is no PDC
    [type |-> "NACK", fa |-> f, dpdcid |-> p, code |-> code, psn |-> psn]

\* All that can be sent in a model, and more: what Next ranges over.
Places(k, j) == 0 .. Packets(k[1], k[2], j) - 1
Counts(k, j) == 0 .. Packets(k[1], k[2], j) + 1
Syns == UNION {UNION {{Syn(k[1], k[2], StartPsn(j), n, j) :
                n \in Places(k, j)} : j \in Jobs(k)} : k \in Key}
Requests == UNION {UNION {{Request(k[1], k[2], d, StartPsn(j), n, j) : d \in TargetId,
                n \in Places(k, j)} : j \in Jobs(k)} : k \in Key}
Closes == UNION {{CloseCommand(k[1], k[2], d, StartPsn(j), Packets(k[1], k[2], j)) :
                d \in TargetId, j \in Jobs(k)} : k \in Key}
Acks == UNION {UNION {{AckCc(k[1], d, k[2], Psn(StartPsn(j), n)) : d \in TargetId,
                n \in Counts(k, j)} : j \in Jobs(k)} : k \in Key}
Codes == {"NO_PDC", "NO_CCC", "UNKNOWN", "MISMATCH"}
Nacks == UNION {UNION {{Nack(k[1], k[2], c, Psn(StartPsn(j), n)) : c \in Codes,
                n \in Counts(k, j)} : j \in Jobs(k)} : k \in Key}
Message == Syns \cup Requests \cup Closes \cup Acks \cup Nacks

\* The form of what is sent.
Number == 0 .. Modulus - 1
Form ==
    [type : {"RUD_CC_REQ"}, fa : Fa, syn : {TRUE}, spdcid : SourceId, dpdcid : {0},
     psn : Number, offset : Nat, job : Job]
    \cup [type : {"RUD_CC_REQ"}, fa : Fa, syn : {FALSE}, spdcid : SourceId,
          dpdcid : 1 .. TargetPdcs, psn : Number, job : Job]
    \cup [type : {"CLOSE"}, fa : Fa, spdcid : SourceId, dpdcid : 1 .. TargetPdcs,
          psn : Number]
    \cup [type : {"ACK_CC"}, fa : Fa, spdcid : 1 .. TargetPdcs, dpdcid : SourceId,
          cack : Number]
    \cup [type : {"NACK"}, fa : Fa, dpdcid : SourceId, psn : Number,
          code : Codes]

(* Order, where the network keeps it, and the bound on messages under way   *)
(* are those of one direction of the path between two FEPs.                *)
Path(m) == IF OnePath THEN <<>> ELSE <<m.fa, m.type \in {"ACK_CC", "NACK"}>>
Net == INSTANCE Network WITH Channel <- Path

-----------------------------------------------------------------------------
VARIABLES
    turn,        \* SES: jobs given to each SPDCID so far
    source,      \* initiators: their PDCs
    resting,     \* initiators: ids that may not be used again yet
    inflight,    \* initiators: packets sent and not acknowledged, for each CCC
    sourceClock, \* initiators: ticks since the last SYN, or the end, of a PDC
    target,      \* target: its PDCs
    context,     \* target: its CCCs, one for each FEP pair and class
    memory,      \* target: keys of closed PDCs not yet forgotten
    targetClock, \* target: ticks since it closed a PDC
    written,     \* target: its memory, payloads written once, and again, by job
    net          \* network: messages under way

sourceVars == <<turn, source, resting, inflight, sourceClock>>
targetVars == <<target, context, memory, targetClock, written>>
vars == <<sourceVars, targetVars, net>>

SourceHorizon == IF SynSafety > IdSafety THEN SynSafety ELSE IdSafety

SourceRecord ==
    [fa : Fa, spdcid : SourceId, dpdcid : TargetId, job : Job,
     state : {"CREATING", "ESTABLISHED", "CLOSE_ACK_WAIT"},
     start : Number, sent : Nat, acked : Nat]
TargetRecord ==
    [pdcid : 1 .. TargetPdcs, fa : Fa, spdcid : SourceId, cccid : 1 .. TargetCccs,
     start : Number, got : ReceivedType]

TypeOK ==
    /\ \A f \in Fa, p \in SourceId : turn[f][p] \in 0 .. Turns(f, p)
    /\ source \subseteq SourceRecord
    /\ resting \subseteq Key
    /\ inflight \in [Fa -> [Class -> Nat]]
    /\ sourceClock \in [Fa -> [SourceId -> 0 .. SourceHorizon]]
    /\ target \subseteq TargetRecord
    /\ context \subseteq [fa : Fa, class : Class, cccid : 1 .. TargetCccs]
    /\ memory \subseteq Key
    /\ targetClock \in [Fa -> [SourceId -> 0 .. Memory]]
    /\ \A f \in Fa, p \in SourceId :
        written[f][p] \in [Jobs(<<f, p>>) -> [once : ReceivedType, again : SUBSET Nat]]
    /\ net \subseteq Net!Envelope(Form)

Init ==
    /\ turn = [f \in Fa |-> [p \in SourceId |-> 0]]
    /\ source = {}
    /\ resting = {}
    /\ inflight = [f \in Fa |-> [c \in Class |-> 0]]
    /\ sourceClock = [f \in Fa |-> [p \in SourceId |-> SourceHorizon]]
    /\ target = {}
    /\ context = {}
    /\ memory = {}
    /\ targetClock = [f \in Fa |-> [p \in SourceId |-> Memory]]
    /\ written = [f \in Fa |-> [p \in SourceId |->
                    [j \in Jobs(<<f, p>>) |-> [once |-> NoneReceived, again |-> {}]]]]
    /\ net = {}

-----------------------------------------------------------------------------
Min(a, b) == IF a < b THEN a ELSE b
Max(a, b) == IF a < b THEN b ELSE a
Least(S) == CHOOSE n \in S : \A o \in S : n <= o

\* A message is sent of an end's own accord; is taken and answered; is taken,
\* and that is all.
Sends(m) ==
    /\ Net!Room(net, m)
    /\ net' = Net!Put(net, m)
Answers(m, answer) ==
    \E left \in {Net!Take(net, m)} :
        /\ Net!Room(left, answer)
        /\ net' = Net!Put(left, answer)
Takes(m) == net' = Net!Take(net, m)

(* Initiator.                                                              *)

\* The PDC of an id, if it has one: never more than one.
At(f, p) == {s \in source : s.fa = f /\ s.spdcid = p}

\* The CCC that a PDC is bound to, by its class; and how much it has to carry.
CccOf(s) == ClassOf(s.fa, s.spdcid, s.job) \* PDC-10
WorkOf(s) == Packets(s.fa, s.spdcid, s.job)

\* An id may be taken that is neither in use nor resting.
SourceFree(f, p) == At(f, p) = {} /\ <<f, p>> \notin resting

\* The request that carries packet n: with SYN, and without a target's id,
\* for as long as that id is unknown.  A packet that is sent again is built
\* anew, and may so lose its SYN.
RequestFor(s, n) ==
    IF s.state = "CREATING"
    THEN Syn(s.fa, s.spdcid, s.start, n, s.job)
    ELSE Request(s.fa, s.spdcid, s.dpdcid, s.start, n, s.job)

\* The clock of a PDC starts anew whenever a SYN goes out.
ClockAfter(s) ==
    IF s.state = "CREATING"
    THEN [sourceClock EXCEPT ![s.fa][s.spdcid] = 0] ELSE sourceClock

\* SES has a job and no PDC matches: take one from the pool.
Open(f, p) == \* PDC-1 PDC-2
    /\ SourceFree(f, p)
    /\ turn[f][p] < Turns(f, p)
    /\ turn' = [turn EXCEPT ![f][p] = @ + 1]
    /\ source' = source \cup
        {[fa |-> f, spdcid |-> p, dpdcid |-> 0, job |-> turn'[f][p], state |-> "CREATING",
          start |-> StartPsn(turn'[f][p]), sent |-> 0, acked |-> 0]}
    /\ UNCHANGED <<resting, inflight, sourceClock, targetVars, net>>

\* The next packet goes out for the first time.  Until the first ACK_CC
\* no more than SynWindow of them: the offset has 12 bits.
Transmit(f, p) == \* PDC-2 PDC-3
    /\ \E s \in At(f, p) :
        /\ s.sent < WorkOf(s)
        /\ s.sent < s.acked + MpRange
        /\ IF s.state = "CREATING" THEN s.sent < SynWindow ELSE TRUE
        /\ Sends(RequestFor(s, s.sent))
        /\ source' = (source \ {s}) \cup {[s EXCEPT !.sent = @ + 1]}
        /\ inflight' = [inflight EXCEPT ![f][CccOf(s)] = @ + 1]
        /\ sourceClock' = ClockAfter(s)
    /\ UNCHANGED <<turn, resting, targetVars>>

\* A packet goes out again that has not been acknowledged.
Retransmit(f, p, n) == \* PDC-3 PDC-6 UET-8
    /\ \E s \in At(f, p) :
        /\ s.acked <= n
        /\ n < s.sent
        /\ FirstAgain /\ s.state = "CREATING" => n = 0
        /\ Sends(RequestFor(s, n))
        /\ sourceClock' = ClockAfter(s)
    /\ UNCHANGED <<turn, source, resting, inflight, targetVars>>

\* The PDC of an ACK_CC or a NACK: the message's destination gives the FEP,
\* its DPDCID the PDC, and the PDC its CCC.
Resolved(m) == At(m.fa, m.dpdcid) \* PDC-10

\* What an ACK_CC tells: the target's id, which is its sender's; and, its
\* count being cumulative, how many packets it is the first to acknowledge.
LearntId(m) == m.spdcid \* PDC-6
Newly(s, n) == n - s.acked
Learning(s, m, n) ==
    [s EXCEPT !.state = "ESTABLISHED", !.dpdcid = LearntId(m), !.acked = n]

\* The PDC has ended; its id rests.
Ended(s) ==
    /\ source' = source \ {s}
    /\ resting' = resting \cup {<<s.fa, s.spdcid>>}
    /\ sourceClock' = [sourceClock EXCEPT ![s.fa][s.spdcid] = 0]

\* The first ACK_CC tells the target's id, and ends SYN; each tells how far
\* the target has received.  What is late, repeated, or not of this PDC is
\* taken and changes nothing, nor does one that tells no id: 0 is none.
IsNews(s, m, n) ==
    /\ n <= s.sent
    /\ IF s.state = "CREATING" THEN m.spdcid # 0 ELSE m.spdcid = s.dpdcid /\ n > s.acked
EndsIt(s, m, n) == m.spdcid = s.dpdcid /\ n = WorkOf(s) + 1

ReceiveAck(m) == \* PDC-3 PDC-6 PDC-10 PDC-11
    /\ Net!Deliverable(net, m)
    /\ IF Resolved(m) = {}
       THEN UNCHANGED <<source, resting, inflight, sourceClock>>
       ELSE \E s \in Resolved(m) : \E n \in {Offset(m.cack, s.start)} :
            IF s.state = "CLOSE_ACK_WAIT"
            THEN /\ IF EndsIt(s, m, n) THEN Ended(s) ELSE UNCHANGED <<source, resting, sourceClock>>
                 /\ UNCHANGED inflight
            ELSE IF IsNews(s, m, n)
            THEN /\ source' = (source \ {s}) \cup {Learning(s, m, n)}
                 /\ inflight' = [inflight EXCEPT ![s.fa][CccOf(s)] = @ - Newly(s, n)]
                 /\ UNCHANGED <<resting, sourceClock>>
            ELSE UNCHANGED <<source, resting, inflight, sourceClock>>
    /\ Takes(m)
    /\ UNCHANGED <<turn, targetVars>>

\* All packets are acknowledged, and no SYN can be under way any more: close.
CloseOf(s) == CloseCommand(s.fa, s.spdcid, s.dpdcid, s.start, WorkOf(s))

Close(f, p) == \* PDC-11 PDC-5
    /\ \E s \in At(f, p) :
        /\ s.state = "ESTABLISHED"
        /\ s.acked = WorkOf(s)
        /\ sourceClock[f][p] >= SynSafety
        /\ Sends(CloseOf(s))
        /\ source' = (source \ {s}) \cup {[s EXCEPT !.state = "CLOSE_ACK_WAIT"]}
    /\ UNCHANGED <<turn, resting, inflight, sourceClock, targetVars>>

\* The Close, or its acknowledgment, may be lost.
RepeatClose(f, p) == \* PDC-11
    /\ \E s \in At(f, p) :
        /\ s.state = "CLOSE_ACK_WAIT"
        /\ Sends(CloseOf(s))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A NACK that answers the Close says that the target's PDC is gone: the
\* acknowledgment was lost.  Any other changes nothing: a refused SYN is
\* sent again like a lost one.
ReceiveNack(m) == \* PDC-10 PDC-11
    /\ Net!Deliverable(net, m)
    /\ IF Resolved(m) = {}
       THEN UNCHANGED <<source, resting, sourceClock>>
       ELSE \E s \in Resolved(m) :
            IF /\ s.state = "CLOSE_ACK_WAIT"
               /\ m.code \in {"UNKNOWN", "MISMATCH"}
               /\ Offset(m.psn, s.start) = WorkOf(s)
            THEN Ended(s)
            ELSE UNCHANGED <<source, resting, sourceClock>>
    /\ Takes(m)
    /\ UNCHANGED <<turn, inflight, targetVars>>

\* The id has rested long enough, and goes back to the pool.
Release(f, p) == \* PDC-5 PDC-11
    /\ <<f, p>> \in resting
    /\ sourceClock[f][p] >= IdSafety
    /\ resting' = resting \ {<<f, p>>}
    /\ UNCHANGED <<turn, source, inflight, sourceClock, targetVars, net>>

-----------------------------------------------------------------------------
(* Target.                                                                 *)
Found(m) == {t \in target : t.fa = m.fa /\ t.spdcid = m.spdcid}
Remembered(m) == <<m.fa, m.spdcid>> \in memory

TargetFree(t) == t # 0 /\ {u \in target : u.pdcid = t} = {}
FreeTargets == {t \in TargetId : TargetFree(t)}
FreeContexts == (1 .. TargetCccs) \ {c.cccid : c \in context}

\* A packet travels in its job's class, and its header says so.
TravelsIn(m) == ClassOf(m.fa, m.spdcid, m.job)

\* The CCC of a request's FEP pair and class, if there is one; and those that
\* have a PDC.
Bound(m) == {c \in context : c.fa = m.fa /\ c.class = TravelsIn(m)}
StillBound(pdcs) == {c \in context : {t \in pdcs : t.cccid = c.cccid} # {}} \* PDC-11

\* The first packet that has not been received; all before it have.
Awaited(t) == t.got.next
Cack(t) == Psn(t.start, Awaited(t))

IsNew(t, n) == ~HasReceived(t.got, n)
Write(m, n) ==
    [written EXCEPT ![m.fa][m.spdcid][m.job] =
        IF HasReceived(@.once, n)
        THEN [once |-> @.once, again |-> @.again \cup {n}]
        ELSE [once |-> WithReceived(@.once, n), again |-> @.again]]

\* The PSN before which nothing is this PDC's, told by any SYN.
StartOf(m) == Offset(m.psn, m.offset)

\* The CCC of a new PDC: that of its FEP pair and class, or a new one.
ContextFor(m) ==
    IF Bound(m) = {}
    THEN [fa |-> m.fa, class |-> TravelsIn(m), cccid |-> Least(FreeContexts)]
    ELSE CHOOSE c \in Bound(m) : TRUE

\* Whether there is a PDC, and a CCC if need be, for a SYN of nobody known.
ToGive(m) == FreeTargets # {} /\ (Bound(m) # {} \/ FreeContexts # {})

\* A SYN of nobody known: allocate a PDC, and a CCC if the FEP pair has none
\* in that class.  Which free id is taken is left open.
Admit(m, t) == \* PDC-4 PDC-5 PDC-6 UET-4
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m) /\ m.offset < MpRange
    /\ TargetFree(t)
    /\ IF Bound(m) = {} THEN FreeContexts # {} ELSE TRUE
    /\ \E c \in {ContextFor(m)} :
        \E new \in {[pdcid |-> t, fa |-> m.fa, spdcid |-> m.spdcid, cccid |-> c.cccid,
                      start |-> StartOf(m), got |-> WithReceived(NoneReceived, m.offset)]} :
            /\ Answers(m, AckCc(m.fa, t, m.spdcid, Cack(new)))
            /\ target' = target \cup {new}
            /\ context' = context \cup {c}
            /\ written' = Write(m, m.offset)
    /\ UNCHANGED <<memory, targetClock, sourceVars>>

\* A SYN of nobody known, and no PDC or no CCC to give: refuse, keep nothing.
Refuse(m) == \* PDC-4 PDC-5
    /\ Net!Deliverable(net, m)
    /\ Found(m) = {} /\ ~Remembered(m)
    /\ ~ToGive(m)
    /\ Answers(m, Nack(m.fa, m.spdcid, IF FreeTargets = {} THEN "NO_PDC" ELSE "NO_CCC", m.psn))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A packet that goes to a PDC of this target: within the range it is written
\* if new, and acknowledged in any case; beyond it, it changes nothing.
InRange(t, n) == n < Awaited(t) + MpRange

Receive(m, t, n) ==
    IF InRange(t, n)
    THEN \E now \in {[t EXCEPT !.got = WithReceived(@, n)]} :
        /\ Answers(m, AckCc(m.fa, t.pdcid, m.spdcid, Cack(now)))
        /\ target' = (target \ {t}) \cup {now}
        /\ written' = IF IsNew(t, n) THEN Write(m, n) ELSE written
    ELSE /\ Takes(m)
         /\ UNCHANGED <<target, written>>

\* With SYN the key leads to the PDC.  A SYN of another incarnation's PSNs, or
\* one whose key is remembered, changes nothing; nor does one of nobody known
\* that lies beyond the range, which no honest initiator sends.
ReceiveSyn(m) == \* PDC-5 PDC-6
    /\ Net!Deliverable(net, m)
    /\ IF Found(m) # {} THEN TRUE
       ELSE IF Remembered(m) THEN TRUE
       ELSE m.offset >= MpRange /\ ToGive(m)
    /\ IF {t \in Found(m) : t.start = StartOf(m)} = {}
       THEN /\ Takes(m)
            /\ UNCHANGED <<target, written>>
       ELSE \E t \in Found(m) : Receive(m, t, m.offset)
    /\ UNCHANGED <<context, memory, targetClock, sourceVars>>

\* Without SYN the DPDCID leads to the PDC, whose key must be the packet's.
\* A packet for a PDC that is gone, or is another's by now, is answered so.
Addressed(m) == {t \in target : t.pdcid = m.dpdcid}
Owned(m) == {t \in Addressed(m) : t.fa = m.fa /\ t.spdcid = m.spdcid}

Gone(m) ==
    Answers(m, Nack(m.fa, m.spdcid, IF Addressed(m) = {} THEN "UNKNOWN" ELSE "MISMATCH", m.psn))

ReceiveRequest(m) == \* PDC-6
    /\ Net!Deliverable(net, m)
    /\ IF Owned(m) = {}
       THEN /\ Gone(m)
            /\ UNCHANGED <<target, written>>
       ELSE \E t \in Owned(m) : \E n \in {Offset(m.psn, t.start)} : Receive(m, t, n)
    /\ UNCHANGED <<context, memory, targetClock, sourceVars>>

\* The key of a PDC that has closed is remembered, if only for a while.
Remember(m) ==
    IF Memory = 0
    THEN UNCHANGED <<memory, targetClock>>
    ELSE /\ memory' = memory \cup {<<m.fa, m.spdcid>>}
         /\ targetClock' = [targetClock EXCEPT ![m.fa][m.spdcid] = 0]

\* The initiator has closed, and all before the Close has been received:
\* the PDC goes, and with the last PDC of a CCC the CCC.
ReceiveClose(m) == \* PDC-11
    /\ Net!Deliverable(net, m)
    /\ IF Owned(m) = {}
       THEN /\ Gone(m)
            /\ UNCHANGED <<target, context, memory, targetClock>>
       ELSE \E t \in Owned(m) : \E n \in {Offset(m.psn, t.start)} :
            IF n = Awaited(t) /\ InOrder(t.got)
            THEN /\ Answers(m, AckCc(m.fa, t.pdcid, m.spdcid, Psn(t.start, n + 1)))
                 /\ target' = target \ {t}
                 /\ context' = StillBound(target \ {t})
                 /\ Remember(m)
            ELSE /\ Takes(m)
                 /\ UNCHANGED <<target, context, memory, targetClock>>
    /\ UNCHANGED <<written, sourceVars>>

\* The target has remembered a closed PDC's key long enough.
Forget(f, p) == \* PDC-5
    /\ <<f, p>> \in memory
    /\ targetClock[f][p] >= Memory
    /\ memory' = memory \ {<<f, p>>}
    /\ UNCHANGED <<target, context, targetClock, written, sourceVars, net>>

-----------------------------------------------------------------------------
(* Network and time.                                                       *)
Lose(m) == \* PDC-5
    /\ Net!Losable(net, m)
    /\ net' = Net!Drop(net, m)
    /\ UNCHANGED <<sourceVars, targetVars>>

Tick(time) == \* PDC-5
    /\ Net!MayAge(net, time)
    /\ net' = Net!Aged(net, time)
    /\ sourceClock' = [f \in Fa |-> [p \in SourceId |->
                        Min(sourceClock[f][p] + time, SourceHorizon)]]
    /\ targetClock' = [f \in Fa |-> [p \in SourceId |->
                        Min(targetClock[f][p] + time, Memory)]]
    /\ UNCHANGED <<turn, source, resting, inflight, target, context, memory, written>>

\* A longer time is so many of the least.
Step == {1}

-----------------------------------------------------------------------------
Next ==     \* ranges are constant, so that each edge keeps its arguments
    \/ \E f \in Fa, p \in SourceId :
        \/ Open(f, p) \/ Transmit(f, p) \/ Close(f, p) \/ RepeatClose(f, p)
        \/ Release(f, p) \/ Forget(f, p)
        \/ \E n \in Packet : Retransmit(f, p, n)
    \/ \E m \in Syns :
        \/ Refuse(m) \/ ReceiveSyn(m)
        \/ \E t \in TargetId : Admit(m, t)
    \/ \E m \in Requests : ReceiveRequest(m)
    \/ \E m \in Closes : ReceiveClose(m)
    \/ \E m \in Acks : ReceiveAck(m)
    \/ \E m \in Nacks : ReceiveNack(m)
    \/ \E m \in Message : Lose(m)
    \/ \E time \in Step : Tick(time)

(* Weak for what the ends do of themselves, and for time.  Strong for      *)
(* arrivals, which a loss disables: the network may lose any message, but  *)
(* not every SYN, not every request that carries one packet, not every     *)
(* Close and not every answer for ever.  None for Lose and Refuse.         *)
EndsFairness(f, p) ==
    /\ WF_vars(Open(f, p)) /\ WF_vars(Transmit(f, p))
    /\ WF_vars(Close(f, p)) /\ WF_vars(RepeatClose(f, p))
    /\ WF_vars(Release(f, p)) /\ WF_vars(Forget(f, p))
    /\ \A n \in Packet : WF_vars(Retransmit(f, p, n))

Fairness ==
    /\ \A f \in Fa, p \in SourceId : EndsFairness(f, p)
    /\ WF_vars(\E time \in Step : Tick(time))
    /\ SF_vars(\E m \in Syns : ReceiveSyn(m) \/ \E t \in TargetId : Admit(m, t))
    /\ \A n \in Packet :
        SF_vars(\E m \in Requests : Offset(m.psn, StartPsn(m.job)) = n /\ ReceiveRequest(m))
    /\ SF_vars(\E m \in Closes : ReceiveClose(m))
    /\ SF_vars((\E m \in Acks : ReceiveAck(m)) \/ (\E m \in Nacks : ReceiveNack(m)))

Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ Fairness

-----------------------------------------------------------------------------
(* What holds in every state.                                              *)

\* One (FA, SPDCID) has at most one PDC at the target.
OnePdcPerKeyInv == \* PDC-5
    Cardinality({<<t.fa, t.spdcid>> : t \in target}) = Cardinality(target)

\* No path has more messages under way than fit into it: a bound of the models that
\* whoever sends has to keep.
NetworkIsBoundedInv ==
    \A path \in {Path(e.body) : e \in net} :
        Cardinality({e \in net : Path(e.body) = path}) <= Capacity

\* An id belongs to one PDC, in either pool, and is one of the pool: 0 is none.
IdsAreUniqueInv == \* PDC-1
    /\ Cardinality({<<s.fa, s.spdcid>> : s \in source}) = Cardinality(source)
    /\ Cardinality({t.pdcid : t \in target}) = Cardinality(target)
    /\ \A s \in source : <<s.fa, s.spdcid>> \notin resting
    /\ \A t \in target : t.pdcid \in 1 .. TargetPdcs

\* A PDC is opened for a job that has been given.
JobsAreGivenInv == \* PDC-1
    \A s \in source : s.job \in Jobs(<<s.fa, s.spdcid>>)

\* A CCC has an id of the pool, and 0 is none.
CccIdsAreOfThePoolInv == \* PDC-4
    \A c \in context : c.cccid \in 1 .. TargetCccs

\* No ghost: behind every PDC of the target stands a living one that sent the SYN.
NoGhostInv == \* PDC-5 FIND-1
    \A t \in target : \E s \in At(t.fa, t.spdcid) :
        /\ s.start = t.start
        /\ t.got.next <= s.sent /\ \A n \in t.got.early : n < s.sent

\* No packet is written to the target's memory twice.
WrittenOnceInv == \* PDC-5 FIND-1
    \A f \in Fa, p \in SourceId : \A j \in Jobs(<<f, p>>) :
        written[f][p][j].again = {}

\* What counts as acknowledged has been written, and so has all of a job
\* whose PDC has ended.
AckedIsWrittenInv == \* PDC-10 PDC-5
    /\ \A s \in source : s.acked <= written[s.fa][s.spdcid][s.job].once.next
    /\ \A f \in Fa, p \in SourceId : \A j \in 1 .. turn[f][p] :
        (At(f, p) = {} \/ j < turn[f][p]) => written[f][p][j].once.next >= Packets(f, p, j)

\* SYN goes with DPDCID 0, and only with it.
SynMeansUnknownInv == \* PDC-2
    \A e \in net : e.body.type = "RUD_CC_REQ" =>
        (e.body.syn <=> e.body.dpdcid = 0)

\* A SYN's PSN and offset tell the Start_PSN of the PDC that sent it.
SynTellsStartInv == \* PDC-2 PDC-3
    \A e \in net : e.body.type = "RUD_CC_REQ" /\ e.body.syn =>
        /\ e.body.offset < SynWindow
        /\ Offset(e.body.psn, e.body.offset) = StartPsn(e.body.job)

\* PSNs are counted on from the Start_PSN, and after the last of them comes 0.
Ahead(psn, start) == IF psn < start THEN psn + Modulus - start ELSE psn - start
PsnsCountOnInv == \* UET-4 D10
    \A e \in net : e.body.type = "RUD_CC_REQ" =>
        /\ e.body.psn < Modulus
        /\ Ahead(e.body.psn, StartPsn(e.body.job)) < Packets(e.body.fa, e.body.spdcid, e.body.job)

\* A target that has no time to remember in remembers nobody.
NothingToRememberInv == \* PDC-5
    Memory = 0 => memory = {}

\* Nobody is further ahead than MpRange: not the initiator, with what it has sent,
\* of what is acknowledged; nor the target, with what it keeps, of what it awaits.
WithinRangeInv == \* UET-4 D2
    /\ \A s \in source : s.sent <= s.acked + MpRange
    /\ \A t \in target : \A n \in t.got.early : n < t.got.next + MpRange

\* The id is unknown until the first ACK_CC, and from then on the one that
\* the target's PDC gave itself.
LearntIdInv == \* PDC-2 PDC-6
    \A s \in source :
        /\ s.state = "CREATING" <=> s.dpdcid = 0
        /\ s.state = "ESTABLISHED" => \E t \in target :
            /\ t.pdcid = s.dpdcid
            /\ <<t.fa, t.spdcid, t.start>> = <<s.fa, s.spdcid, s.start>>

\* A CCC is there while PDCs are bound to it, and no longer; its PDCs are of
\* its FEP pair, and of the class that their initiators send in.
ContextsFollowPdcsInv == \* PDC-4 PDC-11
    /\ \A t \in target : \E c \in context :
        /\ <<c.cccid, c.fa>> = <<t.cccid, t.fa>>
        /\ \A s \in At(t.fa, t.spdcid) : c.class = ClassOf(s.fa, s.spdcid, s.job)
    /\ \A c \in context : \E t \in target : t.cccid = c.cccid
    /\ \A c, d \in context :
        c.cccid = d.cccid \/ <<c.fa, c.class>> = <<d.fa, d.class>> => c = d

\* A CCC of an initiator counts what its PDCs have in flight, no more, no less.
RECURSIVE Sum(_)
Sum(S) == IF S = {} THEN 0
          ELSE LET s == CHOOSE s \in S : TRUE IN s.sent - s.acked + Sum(S \ {s})
InflightInv == \* PDC-10
    \A f \in Fa, c \in Class :
        inflight[f][c] = Sum({s \in source : s.fa = f /\ ClassOf(f, s.spdcid, s.job) = c})

-----------------------------------------------------------------------------
(* What holds in every step, and in the end.                               *)

Sent == {e.body : e \in {e \in net' : e.age = 0}} \ {e.body : e \in net}

\* SYN stays set until the first ACK_CC, and is never set after.
SynUntilFirstAckProp == \* PDC-3
    [][\A m \in Sent : m.type = "RUD_CC_REQ" =>
        \A s \in At(m.fa, m.spdcid) : m.syn <=> s.state = "CREATING"]_vars

\* An SPDCID is used again only when its last PDC is gone at the target, too.
FreshKeyProp == \* PDC-5 FIND-1
    [][\A s \in source' : At(s.fa, s.spdcid) = {} =>
        \A t \in target : t.fa # s.fa \/ t.spdcid # s.spdcid]_vars

\* What has been acknowledged is not sent again.
AckedIsNotResentProp == \* PDC-3
    [][\A m \in Sent : m.type = "RUD_CC_REQ" =>
        \A s \in At(m.fa, m.spdcid) : Ahead(m.psn, s.start) >= s.acked]_vars

\* One packet of a PDC that nobody has answered asks again, and not all that were sent.
OneAsksAgainProp == \* UET-8
    [][FirstAgain => \A m \in Sent : m.type = "RUD_CC_REQ" /\ m.syn =>
        \A s \in At(m.fa, m.spdcid) : m.offset \in {0, s.sent}]_vars

\* What an initiator knows to be acknowledged stays so.  No step takes an id from one PDC to
\* the next: it rests in between.
AckedNeverFallsProp == \* PDC-6
    [][\A s \in source : \A u \in At(s.fa, s.spdcid)' : u.acked >= s.acked]_vars

\* An ACK_CC tells how far its PDC has received in order: its Close, too, if that
\* is what it answers.
AckTellsReceivedProp == \* PDC-6 PDC-11
    [][\A m \in Sent : m.type = "ACK_CC" =>
        \E t \in target \cup target' :
            /\ <<t.pdcid, t.fa, t.spdcid>> = <<m.spdcid, m.fa, m.dpdcid>>
            /\ Ahead(m.cack, t.start) =
                IF t \in target' THEN t.got.next ELSE t.got.next + 1]_vars

\* A SYN is refused for want of an id, and for nothing else: of a PDC first, and
\* of a CCC if there is one for the PDC.  No initiator is refused that has a PDC,
\* or had one of late.
RefusedForWantProp == \* PDC-4 PDC-5
    [][\A m \in Sent : m.type = "NACK" =>
        /\ m.code = "NO_PDC" => Cardinality(target) = TargetPdcs
        /\ m.code = "NO_CCC" => Cardinality(context) = TargetCccs /\ Cardinality(target) < TargetPdcs
        /\ m.code = "NO_CCC" => \A s \in At(m.fa, m.dpdcid) :
            [fa |-> m.fa, class |-> ClassOf(s.fa, s.spdcid, s.job)] \notin
                {[fa |-> c.fa, class |-> c.class] : c \in context}
        /\ m.code \in {"NO_PDC", "NO_CCC"} =>
            <<m.fa, m.dpdcid>> \notin memory \cup {<<t.fa, t.spdcid>> : t \in target}]_vars

\* What names a PDC of the target is refused because there is none of that id, or because it
\* is another's: the NACK says which.
OwnersOf(id) == {<<t.fa, t.spdcid>> : t \in {t \in target : t.pdcid = id}}
NackSaysWhyProp == \* PDC-6
    [][\A m \in Sent : m.type = "NACK" /\ m.code \in {"UNKNOWN", "MISMATCH"} =>
        \E e \in {e \in net : e.body.type \in {"RUD_CC_REQ", "CLOSE"}} :
            /\ <<e.body.fa, e.body.spdcid, e.body.psn>> = <<m.fa, m.dpdcid, m.psn>>
            /\ <<m.fa, m.dpdcid>> \notin OwnersOf(e.body.dpdcid)
            /\ m.code = "UNKNOWN" <=> OwnersOf(e.body.dpdcid) = {}]_vars

\* Every PDC that is opened learns its target.
HandshakeProp == \* PDC-3 PDC-6
    \A f \in Fa, p \in SourceId :
        At(f, p) # {} ~> \E s \in At(f, p) : s.dpdcid # 0

\* In the end all jobs are done, and both ends are as they were at the start.
AtRest ==
    /\ \A f \in Fa, p \in SourceId : turn[f][p] = Turns(f, p)
    /\ source = {} /\ resting = {} /\ target = {} /\ memory = {}
EndsAtRestProp == <>[]AtRest \* PDC-11
=============================================================================
