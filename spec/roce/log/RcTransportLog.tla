---------------------------- MODULE RcTransportLog ----------------------------
(***************************************************************************)
(* Logs held against RcTransport: one connection, from its first packet to *)
(* its end, at both ends.                                                  *)
(*                                                                         *)
(* Source     docs/eventlog.md, RcTransport                                *)
(* Tells      after each event of the requester how far it is, and what    *)
(*            became of its requests; after each of the responder what it  *)
(*            expects, has done and has kept, and what it has answered     *)
(* PSNs       as on the wire: a request has the packet that is nearest to  *)
(*            the one expected, a response one that is out                 *)
(* Network    loses, repeats and reorders, and a log tells none of it.     *)
(*            Before an event that takes a message a step Comes puts that  *)
(*            one on its way, if it can have been sent, and nothing else:  *)
(*            the rest is lost, or comes later                             *)
(* Answers    the module's responder sends a packet for each PSN of a      *)
(*            READ; here these stand in `answers` as one.  Of an answer    *)
(*            that is older than what the requester knows, and by which it *)
(*            changes nothing, it is asked whether it can have been sent   *)
(* Requests   span are those that are not complete, up to the last that    *)
(*            was sent; it moves on with the steps Comes                   *)
(* Receives   a user may post as many as it likes                          *)
(* Values     what a READ or an ATOMIC brings is not told                  *)
(* Left open  where no event of the responder is told: it has done what    *)
(*            its answers say, and these are held against what was sent    *)
(***************************************************************************)
EXTENDS RcTransport, EventLog

CONSTANTS
    Begins,         \* the first packet of each request, and behind them the number of all packets
    Places,         \* the request of each packet, as far as any was sent
    LongestRead     \* packets of the longest READ; 1 if there is none

\* The assumptions in words, for whoever has logged constants that break one.
\*   RcTransportAssumption: a request is a SEND, WRITE, WRITE_IMM, READ or ATOMIC of at least one packet, an ATOMIC of one; Window, Depth and Saved are 1 or more, AckEvery 0 or more, FirstPsn is below 2^24, RnrRetries is from 0 to 7; no READ is longer than Window.
\*   WrapAssumption: Window is at most half of the 2^24 PSNs.
\*   DepthAssumption: Depth is at most Saved.
\*   RetriesAssumption: Retries is from 0 to 7, as queue pairs count in three bits.

ASSUME RetriesAssumption == Retries \in 0 .. 7

VARIABLES
    comes,          \* whether a message has come, or nothing, and what is done with it is told next
    span,           \* requests that are kept: the first, and the last
    missing,        \* the first packet whose answer brings something, as the last step Comes saw it
    asking,         \* packets that went out with AckReq, and were not executed by then
    plain,          \* the same without
    resumed,        \* packets of READs from which these were asked for again
    count,          \* packets that were executed
    answers         \* what the responder has answered, and the requester may not know yet

logVars == <<comes, span, missing, asking, plain, resumed, count, answers>>

\* The requests of a behaviour whose own are not known yet.
NoWork == <<[op |-> "WRITE", packets |-> 1]>>
NoBegins == <<0, 1>>
NoPlaces == <<1>>

\* The module's requests and packets, from what the projection has counted.
LogBegin == [k \in 1 .. Len(Work) |-> Begins[k]]
LogEnd == [k \in 1 .. Len(Work) |-> Begins[k + 1] - 1]
LogTotal == Begins[Len(Begins)]
LogRequestOf == [n \in 0 .. Len(Places) - 1 |-> Places[n + 1]]
LogLongest == LongestRead

\* The same as the module's, for those that are kept, or out: the module goes through all.
LogAsked == span.from .. span.to
LogUnanswered == missing
LogOutstanding(n) ==
    {k \in RequestOf[acked] .. RequestOf[n] - 1 : IsAnswered(Begin[k])}
LogOrder == <<NumberOf(epsn)>>
LogCovered == 0 .. NumberOf(epsn) - 1

\* What a READ brings, as one.
LogReading(p, completed) ==
    <<[kind |-> "DATA", psn |-> p.psn, msn |-> completed, place |-> p.number, value |-> memory,
       packets |-> Span(p.number), passed |-> 0]>>

\* The bounds of models.
LogHasRoom == TRUE
LogIsOfUse == TRUE

\* A packet is found by its PSN: the expected one always goes on where the last one ended.
LogContinues(p) == TRUE

\* What the network brings nobody sends in that step.
LogNewData == IF comes' THEN {} ELSE {data'[i] : i \in Len(data) + 1 .. Len(data')}
LogNewAcks == IF comes' THEN {} ELSE {acks'[i] : i \in Len(acks) + 1 .. Len(acks')}

LogInit ==
    /\ comes = FALSE
    /\ span = [from |-> 1, to |-> 0]
    /\ missing = 0
    /\ asking = {} /\ plain = {} /\ resumed = {}
    /\ count = 0
    /\ answers = {}
    /\ Init

\* The packet that is to be executed next.
Expected == NumberOf(epsn)

\* How many requests are complete where all before this packet is executed.
Completed(n) ==
    IF n = 0 THEN 0 ELSE IF IsLast(n - 1) THEN RequestOf[n - 1] ELSE RequestOf[n - 1] - 1

\* Once and in order.
LogExecutedOnceInOrderProp == [][NewlyDone \subseteq {Expected}]_vars
LogAckedWasExecutedInv == Expected <= sent
LogMsnInv == msn = Completed(Expected) % Modulus
LogWindowInv == acked <= next /\ next <= sent /\ sent - acked <= Window

-----------------------------------------------------------------------------
\* The network of a log.

\* The packet with a PSN that is nearest to the one expected.
Nearest(psn) ==
    LET ahead == Ahead(psn, epsn)
    IN IF 2 * ahead < Modulus THEN Expected + ahead ELSE Expected + ahead - Modulus

\* Whether this packet has been sent, and so: what is asked of a duplicate nobody looks at.
WasSent(n, ack) ==
    /\ 0 <= n
    /\ n < sent
    /\ n >= Expected => n \in (IF ack THEN asking ELSE plain)
    /\ Op(n) = "READ" => n = Begin[RequestOf[n]] \/ n \in resumed

ComesToResponder(m) ==
    LET n == Nearest(m.psn)
    IN /\ WasSent(n, m.ack)
       /\ data' = <<[number |-> n, psn |-> m.psn, ack |-> m.ack, passed |-> 0]>>
       /\ acks' = <<>>
       /\ UNCHANGED <<responder, asking, plain>>

\* Whether an answer has brought a response.
Brought(a, m) ==
    /\ a.kind = m.kind
    /\ Has(m, "msn") => a.msn = m.msn
    /\ IF m.kind = "DATA" THEN Ahead(m.psn, a.psn) < a.packets ELSE a.psn = m.psn

WasAnswered(m) == \E a \in answers : Brought(a, m)

\* The same of one that is behind what is acknowledged, so that it changes nothing.
IsOld(m) == NumberOf(m.psn) >= sent
MayBeOld(m) ==
    LET n == NumberOf(m.psn) - Modulus
    IN /\ m.kind \in Kinds
       /\ 0 <= n
       /\ Has(m, "msn") /\ m.kind \notin {"DATA", "ATOMIC"} =>
            m.msn = Completed(UpTo(m, n)) % Modulus

\* The same where nobody tells what the responder did: what it has done by then was sent.
MayBeAnswered(m) ==
    LET n == NumberOf(m.psn)
    IN /\ m.kind \in Kinds
       /\ m.kind = "DATA" => Op(n) = "READ"
       /\ m.kind = "ATOMIC" => Op(n) = "ATOMIC"
       /\ Has(m, "msn") =>
            IF m.kind \in {"DATA", "ATOMIC"}
            THEN Ahead(m.msn, RequestOf[n] % Modulus) <= RequestOf[sent - 1] - RequestOf[n]
            ELSE m.msn = Completed(UpTo(m, n)) % Modulus

\* What it has then executed.
DoneBy(m) ==
    LET n == NumberOf(m.psn)
    IN Most(Expected, IF m.kind \in {"DATA", "ATOMIC"} THEN End[RequestOf[n]] + 1 ELSE UpTo(m, n))

\* A response as the module has it.
Response(m, completed, place, value) ==
    [kind |-> m.kind, psn |-> m.psn, msn |-> completed, place |-> place, value |-> value,
     passed |-> 0]

OldComes(m) ==
    /\ MayBeOld(m)
    /\ acks' = <<Response(m, 0, 0, 0)>>
    /\ UNCHANGED <<responder, asking, plain>>

AnswerComes(m) ==
    /\ WasAnswered(m)
    /\ LET a == CHOOSE b \in answers : Brought(b, m)
       IN acks' = <<Response(m, a.msn, a.place + Ahead(m.psn, a.psn), a.value)>>
    /\ UNCHANGED <<responder, asking, plain>>

ImpliedComes(m) ==
    /\ MayBeAnswered(m)
    /\ acks' = <<Response(m, 0, NumberOf(m.psn), memory)>>
    /\ epsn' = Psn(DoneBy(m))
    /\ msn' = Completed(DoneBy(m)) % Modulus
    /\ silent' = FALSE
    /\ refused' = (refused \/ m.kind = "REFUSED")
    /\ asking' = {} /\ plain' = {}
    /\ UNCHANGED <<receives, saved>>

ComesToRequester(m) ==
    /\ CASE IsOld(m) -> OldComes(m)
         [] m.told -> AnswerComes(m)
         [] OTHER -> ImpliedComes(m)
    /\ data' = <<>>

\* The timer runs out when nothing comes.
NothingComes ==
    /\ data' = <<>>
    /\ acks' = <<>>
    /\ UNCHANGED <<responder, asking, plain>>

\* Of what is complete nothing is kept, and more of what was sent; all, where the connection is
\* about to fail.
FirstKept == IF sent = 0 THEN 1 ELSE RequestOf[Least(acked, sent - 1)]
LastKept(all) == IF sent = 0 THEN 0 ELSE IF all THEN Len(Work) ELSE RequestOf[sent - 1]
Kept(all) ==
    /\ span' = [from |-> FirstKept, to |-> Most(span.to, LastKept(all))]
    /\ told' = [k \in span'.from .. span'.to |-> IF k <= span.to THEN told[k] ELSE "OPEN"]
    /\ returned' = {}

\* The first packet that is out whose answer brings something.
FirstMissing ==
    LET open == {k \in RequestOf[acked] .. RequestOf[sent - 1] : IsAnswered(Begin[k])}
    IN IF acked = sent \/ open = {} THEN Total
       ELSE Most(acked, Begin[CHOOSE k \in open : \A j \in open : k <= j])

LogComes(e) ==
    /\ CASE e.in.comes = "request" -> ComesToResponder(e.in)
         [] e.in.comes = "response" -> ComesToRequester(e.in)
         [] OTHER -> NothingComes
    /\ IF state = "ERROR" THEN UNCHANGED <<span, told, returned>> ELSE Kept(e.in.all)
    /\ executed' = <<>>
    /\ comes' = TRUE
    /\ missing' = FirstMissing
    /\ lost' = lost + 1 /\ lostAcks' = lostAcks + 1
    /\ UNCHANGED <<requester, memory, repeated, resumed, count, answers>>

-----------------------------------------------------------------------------
\* What events tell of a request: of a WRITE with immediate data its last packet alone says that
\* there are any, and a READ begins with each packet that asks for it.
ToldSent(e, p) ==
    /\ ToldMsg(e, "op", Op(p.number))
    /\ ToldMsg(e, "psn", p.psn)
    /\ ToldMsg(e, "span", Span(p.number))
    /\ ToldMsg(e, "first", p.number = Begin[RequestOf[p.number]])
    /\ ToldMsg(e, "last", IsLast(p.number + Span(p.number) - 1))
    /\ ToldMsg(e, "ack", p.ack)

ToldCome(e, p) ==
    /\ ToldMsg(e, "op", IF Op(p.number) = "WRITE_IMM" /\ ~IsLast(p.number) THEN "WRITE" ELSE Op(p.number))
    /\ ToldMsg(e, "span", Span(p.number))
    /\ ToldMsg(e, "first", p.number = Begin[RequestOf[p.number]] \/ Op(p.number) = "READ")
    /\ ToldMsg(e, "last", IsLast(p.number + Span(p.number) - 1))

\* What is answered to it, if anything.
ToldAnswer(e) ==
    ToldMsg(e, "answer",
            [i \in DOMAIN acks' |->
                [kind |-> acks'[i].kind, psn |-> acks'[i].psn, msn |-> acks'[i].msn]])

\* How requests stand: the first that is not done; those that have failed, or were handed back.
Standing ==
    [DONE |-> [next |-> span.from + Cardinality({k \in Asked : told'[k] = "DONE"}), early |-> {}],
     FAILED |-> IF state' = "READY" THEN {} ELSE {k \in Asked : told'[k] = "FAILED"},
     FLUSHED |-> IF state' = "READY" THEN {} ELSE {k \in Asked : told'[k] = "FLUSHED"}]

ToldRequester(e) ==
    /\ Told(e, "state", state')
    /\ Told(e, "next", next')
    /\ Told(e, "sent", sent')
    /\ Told(e, "acked", acked')
    /\ Told(e, "tries", tries')
    /\ Told(e, "rnrs", rnrs')
    /\ Told(e, "waits", waits')
    /\ Told(e, "askedAgain", askedAgain')
    /\ Told(e, "told", Standing)

ToldResponder(e) ==
    /\ Told(e, "epsn", epsn')
    /\ Told(e, "msn", msn')
    /\ Told(e, "silent", silent')
    /\ Told(e, "receives", receives')
    /\ Told(e, "refused", refused')
    /\ Told(e, "saved", [i \in DOMAIN saved' |-> saved'[i].psn])
    /\ Told(e, "executed", count')
    /\ Told(e, "memory", memory')

\* Both ends are given the first PSN.
Given(e) == Has(e.given, "FirstPsn") => e.given.FirstPsn = FirstPsn

-----------------------------------------------------------------------------
\* Requester.
LogTransmit(e) ==
    /\ Transmit
    /\ ToldSent(e, data'[Len(data')])
    /\ ToldRequester(e)
    /\ LET packet == data'[Len(data')]
           n == packet.number
       IN /\ asking' = IF packet.ack /\ n >= Expected THEN asking \cup {n} ELSE asking
          /\ plain' = IF ~packet.ack /\ n >= Expected THEN plain \cup {n} ELSE plain
          /\ resumed' = IF Op(n) = "READ" /\ n # Begin[RequestOf[n]]
                        THEN resumed \cup {n} ELSE resumed
    /\ comes' = FALSE
    /\ UNCHANGED <<span, missing, count, answers>>

LogReceiveResponse(e) ==
    /\ ReceiveResponse(1, FALSE)
    /\ ToldRequester(e)
    /\ answers' = IF acked' = acked THEN answers
                  ELSE {a \in answers :
                            Ahead(a.psn + a.packets - 1, Psn(acked')) < sent - acked'}
    /\ comes' = FALSE
    /\ UNCHANGED <<span, missing, asking, plain, resumed, count>>

\* What changes neither requests nor the network.
Beside ==
    /\ comes' = FALSE
    /\ UNCHANGED <<span, missing, asking, plain, resumed, count, answers>>

LogTimeout(e) ==
    /\ Timeout
    /\ ToldRequester(e)
    /\ Beside

LogRnrTimer(e) ==
    /\ RnrTimer
    /\ ToldRequester(e)
    /\ Beside

-----------------------------------------------------------------------------
\* Responder.
LogReceive(e) ==
    /\ Given(e)
    /\ ToldCome(e, data[1])
    /\ Receive(1, FALSE)
    /\ ToldAnswer(e)
    /\ count' = count + Len(executed')
    /\ ToldResponder(e)
    /\ answers' = answers \cup
            {[kind |-> acks'[i].kind, psn |-> acks'[i].psn, msn |-> acks'[i].msn,
              place |-> acks'[i].place, value |-> acks'[i].value,
              packets |-> IF acks'[i].kind = "DATA" THEN acks'[i].packets ELSE 1] :
                i \in DOMAIN acks'}
    /\ asking' = asking \ SetOf(executed')
    /\ plain' = plain \ SetOf(executed')
    /\ comes' = FALSE
    /\ UNCHANGED <<span, missing, resumed>>

LogPostReceive(e) ==
    /\ Given(e)
    /\ PostReceive
    /\ ToldResponder(e)
    /\ Beside

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "ReceiveResponse" -> LogReceiveResponse(e)
      [] e.do = "PostReceive" -> LogPostReceive(e)
      [] e.do = "Timeout" -> LogTimeout(e)
      [] e.do = "RnrTimer" -> LogRnrTimer(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars
===============================================================================
