----------------------------- MODULE RcTransport -----------------------------
(***************************************************************************)
(* A reliable connection between two queue pairs, as RoCEv2 carries it:    *)
(* the requester sends SEND, WRITE, READ and ATOMIC in packets with        *)
(* sequence numbers (PSNs) that wrap, the responder executes them in       *)
(* order, and each of them once, and what is lost is sent again from the   *)
(* first missing packet on.                                                *)
(*                                                                         *)
(* Source     public material on the reliable connections of InfiniBand,   *)
(*            not a source document of the project: volume 1, chapter 9,   *)
(*            as publicly told; the public soft-RoCE driver                *)
(* Models     RC-1 RC-2 RC-3 RC-4 RC-5 RC-6 RC-7 RC-8 RC-9 RC-10 RC-11     *)
(*            RC-12 RC-13 RC-14 RC-16                                      *)
(* Leaves out how a connection is set up; when work is asked for: all of   *)
(*            it is there from the start; bytes, keys and addresses: which *)
(*            requests are refused is given; end-to-end credits; that the  *)
(*            responses to a READ take time to leave: they are read at     *)
(*            once; the length of timeouts; several connections            *)
(* Units      packets; a packet of a request, or of the response to a      *)
(*            READ, is its number from 0                                   *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Work,           \* what is asked for: a sequence of [op, packets]
    Refused,        \* requests, by their place, that the responder's user does not allow
    Modulus,        \* PSNs and MSNs count modulo this, 2^24 on the wire
    FirstPsn,       \* the PSN of packet 0
    Window,         \* PSNs outstanding at most
    AckEvery,       \* packets of a message after which an acknowledgment is asked for; 0: none
    Depth,          \* READs and ATOMICs outstanding at most
    Saved,          \* results of ATOMICs that the responder keeps
    Receives,       \* receives that its user has posted by the start
    Retries,        \* retries in a row before the connection fails
    RnrRetries,     \* the same for RNR NAKs; 7: any number
    Early,          \* whether the timer may run out while answers are on their way
    Overtake,       \* how many later messages may overtake one that is on its way
    Losses,         \* request packets that the network may lose
    AckLosses,      \* responses that it may lose
    Repeats,        \* messages that it may bring once more
    MaxData,        \* request packets on their way at once
    MaxAcks         \* responses on their way at once

Ops == {"SEND", "WRITE", "WRITE_IMM", "READ", "ATOMIC"}
Asked == 1 .. Len(Work)     \* requests, by their place
Endless == 7

\* Packets of the first k requests; the numbers of all packets.
RECURSIVE PacketsOf(_)
PacketsOf(k) == IF k = 0 THEN 0 ELSE PacketsOf(k - 1) + Work[k].packets
Total == PacketsOf(Len(Work))
Numbers == 0 .. Total - 1

\* The first and the last packet of each request, and the request of each packet.
Begin == [k \in Asked |-> PacketsOf(k - 1)]
End == [k \in Asked |-> PacketsOf(k) - 1]
RequestOf == [n \in Numbers |-> CHOOSE k \in Asked : Begin[k] <= n /\ n <= End[k]]
Op(n) == Work[RequestOf[n]].op
IsLast(n) == n = End[RequestOf[n]]

\* Whether its answer brings something that the requester waits for.
IsAnswered(n) == Op(n) \in {"READ", "ATOMIC"}

\* A READ is asked for by one packet, from any of its packets to its end.
Span(n) == IF Op(n) = "READ" THEN End[RequestOf[n]] - n + 1 ELSE 1 \* RC-1 RC-9
Longest == CHOOSE s \in {Span(n) : n \in Numbers} : \A n \in Numbers : Span(n) <= s

\* A packet that uses up a receive: of a message, the first; of immediate data, the last.
NeedsReceive(n) == \* RC-11
    CASE Op(n) = "SEND" -> n = Begin[RequestOf[n]]
      [] Op(n) = "WRITE_IMM" -> IsLast(n)
      [] OTHER -> FALSE

\* Where packets keep their order, one that is sent again comes when the responder is a window
\* further at most, and must be told from one that is as far ahead: half of the PSNs.  Each
\* later packet that overtakes it takes the responder on by a READ at most.  An old response
\* comes when the requester has gone on by a READ, and by a window for each response that
\* overtook it, and must not look like one to what is out.
WrapIsSafe == \* RC-2
    /\ 2 * (Window + Overtake * Longest) <= Modulus
    /\ (Overtake + 1) * Window + Longest <= Modulus

ASSUME RcTransportAssumption ==
    /\ Work \in Seq([op : Ops, packets : Nat \ {0}])
    /\ \A k \in DOMAIN Work : Work[k].op = "ATOMIC" => Work[k].packets = 1
    /\ {Modulus, Window, Depth, Saved} \subseteq Nat \ {0}
    /\ Refused \subseteq {k \in DOMAIN Work : Work[k].op # "SEND"} /\ AckEvery \in Nat
    /\ FirstPsn \in 0 .. Modulus - 1 /\ RnrRetries \in 0 .. Endless
    /\ Longest <= Window /\ Longest <= MaxAcks

ASSUME WrapAssumption == WrapIsSafe \* RC-2

\* A result is kept as long as it can be asked for.
DepthIsSafe == Depth <= Saved \* RC-10

ASSUME DepthAssumption == DepthIsSafe \* RC-10

VARIABLES
    state,          \* requester: READY, or ERROR once it has given up
    next,           \* requester: the next packet to send
    sent,           \* requester: before it, packets that were sent at least once
    acked,          \* requester: before it, packets that are acknowledged
    tries,          \* requester: retries since something was acknowledged
    rnrs,           \* requester: RNR NAKs since then
    waits,          \* requester: whether it waits for the RNR timer
    askedAgain,     \* requester: whether it has gone back for the missing response
    told,           \* its user: what became of each request
    returned,       \* its user: what READs and ATOMICs brought, packet by packet
    epsn,           \* responder: the PSN expected
    msn,            \* responder: messages completed, as the wire shows them
    silent,         \* responder: whether it has told of the gap
    receives,       \* responder: receives posted and not used
    refused,        \* responder: whether it has refused a request, and is silent for ever
    saved,          \* responder: results of the last ATOMICs, the latest first
    executed,       \* its user: packets executed, in that order; of a READ its first
    memory,         \* its user: how often the memory has been written
    data,           \* network: request packets on their way, in the order of sending,
                    \* each with the number of later ones that have overtaken it
    acks,           \* network: responses on their way, the same
    lost,           \* network: request packets lost so far
    lostAcks,       \* network: responses lost so far
    repeated        \* network: messages brought once more so far

requester == <<state, next, sent, acked, tries, rnrs, waits, askedAgain>>
asker == <<told, returned>>
responder == <<epsn, msn, silent, receives, refused, saved>>
answerer == <<executed, memory>>
faults == <<lost, lostAcks, repeated>>
vars == <<requester, asker, responder, answerer, data, acks, faults>>

Psns == 0 .. Modulus - 1
Psn(n) == (FirstPsn + n) % Modulus \* RC-1
Kinds == {"ACK", "NAK", "RNR", "REFUSED", "DATA", "ATOMIC"}

TypeOK ==
    /\ state \in {"READY", "ERROR"}
    /\ {next, sent, acked} \subseteq 0 .. Total /\ {tries, rnrs} \subseteq Nat
    /\ {waits, askedAgain, silent, refused} \subseteq BOOLEAN
    /\ told \in [Asked -> {"OPEN", "DONE", "FAILED", "FLUSHED"}]
    /\ returned \subseteq [number : Numbers, place : Nat, value : Nat]
    /\ {epsn, msn} \subseteq Psns
    /\ {receives, memory, lost, lostAcks, repeated} \subseteq Nat
    /\ saved \in Seq([psn : Psns, value : Nat]) /\ Len(saved) <= Saved
    /\ executed \in Seq(Numbers)
    /\ \A i \in DOMAIN data :
        data[i] \in [number : Numbers, psn : Psns, ack : BOOLEAN, passed : Nat]
    /\ \A i \in DOMAIN acks :
        acks[i] \in [kind : Kinds, psn : Psns, msn : Psns, place : Nat, value : Nat, passed : Nat]

Init ==
    /\ state = "READY"
    /\ next = 0 /\ sent = 0 /\ acked = 0
    /\ tries = 0 /\ rnrs = 0
    /\ waits = FALSE /\ askedAgain = FALSE
    /\ told = [k \in Asked |-> "OPEN"] /\ returned = {}
    /\ epsn = FirstPsn /\ msn = 0
    /\ silent = FALSE /\ receives = Receives /\ refused = FALSE /\ saved = <<>>
    /\ executed = <<>> /\ memory = 0
    /\ data = <<>> /\ acks = <<>>
    /\ lost = 0 /\ lostAcks = 0 /\ repeated = 0

Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b
Without(messages, i) == SubSeq(messages, 1, i - 1) \o SubSeq(messages, i + 1, Len(messages))

\* Serial arithmetic: how far a PSN is ahead of another, all the way round.
Ahead(psn, from) == (psn - from) % Modulus

\* Whether those that were sent before it, and are on their way still, may be overtaken
\* once more; and the messages once it has come.
MayOvertake(messages, i) == \A j \in 1 .. i - 1 : messages[j].passed < Overtake
Taken(messages, i, stays) ==
    LET passed == [j \in DOMAIN messages |->
                      IF j < i THEN [messages[j] EXCEPT !.passed = @ + 1] ELSE messages[j]]
    IN IF stays THEN passed ELSE Without(passed, i)

\* The messages under way once others have left behind them.
Joined(messages, others) == messages \o others

\* The bounds of a model: messages that may come once more, and room for those under way.
MayStay(stays) == stays => repeated < Repeats
HasRoom == Len(data) < MaxData
HasRoomFor(count) == Len(acks) + count <= MaxAcks

-----------------------------------------------------------------------------
\* Requester.

\* READs and ATOMICs that are out, other than that of packet n.
Outstanding(n) == {RequestOf[m] : m \in {o \in acked .. n - 1 : IsAnswered(o)}} \ {RequestOf[n]}

\* Whether the window, and the number of READs and ATOMICs, let the next packet go.
MayTransmit ==
    /\ state = "READY" /\ ~waits
    /\ next < Total
    /\ next + Span(next) <= acked + Window
    /\ IsAnswered(next) => Cardinality(Outstanding(next)) < Depth

\* The last packet of a message asks for an acknowledgment, so does one behind which the
\* window is full, and so may each few packets of a message.
AsksForAck(n) == \* RC-4
    \/ IsLast(n)
    \/ n + 1 = acked + Window
    \/ AckEvery > 0 /\ (n + 1 - Begin[RequestOf[n]]) % AckEvery = 0

Transmit == \* RC-1 RC-2 RC-4 RC-9 RC-10
    /\ MayTransmit
    /\ HasRoom
    /\ data' = Joined(data, <<[number |-> next, psn |-> Psn(next), ack |-> AsksForAck(next),
                               passed |-> 0]>>)
    /\ next' = next + Span(next)
    /\ sent' = Most(sent, next')
    /\ UNCHANGED <<state, acked, tries, rnrs, waits, askedAgain, asker, responder, answerer,
                   acks, faults>>

\* Where the requester stands once all before `first` is acknowledged, and it tries again,
\* or not: then the first request that is not complete has failed, and all others are
\* handed back.
ToldAfter(first, fails) == \* RC-13
    [k \in Asked |->
        CASE End[k] < first -> "DONE"
          [] ~fails -> "OPEN"
          [] Begin[k] <= first -> "FAILED"
          [] OTHER -> "FLUSHED"]

\* The first packet whose answer brings something, and has not come.
Unanswered ==
    LET open == {n \in acked .. Total - 1 : IsAnswered(n)}
    IN IF open = {} THEN Total ELSE CHOOSE n \in open : \A o \in open : n <= o

\* A packet that is out, by its PSN; one that is not news lies at the window's end or
\* beyond.
NumberOf(psn) == acked + Ahead(psn, Psn(acked))

\* What a response tells to be executed: all before this.
UpTo(a, n) == IF a.kind = "ACK" THEN n + 1 ELSE n

\* A response that brings what is awaited.
Brings(a, n) == \* RC-9
    /\ n = Unanswered
    /\ a.kind = (IF Op(n) = "READ" THEN "DATA" ELSE "ATOMIC")

\* What is no answer to anything that is out is old, or not of this connection.
IsNews(a) ==
    /\ state = "READY"
    /\ LET n == NumberOf(a.psn)
       IN /\ n < sent
          /\ a.kind \in {"DATA", "ATOMIC"} => n > Unanswered \/ Brings(a, n)

\* It tells of what lies beyond an answer that has not come: that one is lost.
TellsOfLoss(a) == \* RC-7
    /\ ~Brings(a, NumberOf(a.psn))
    /\ UpTo(a, NumberOf(a.psn)) > Unanswered

\* All before it is acknowledged, whatever else the response tells.
FirstAfter(a) ==
    LET n == NumberOf(a.psn)
    IN IF Brings(a, n) THEN n + 1 ELSE Least(UpTo(a, n), Unanswered)

\* Once for each missing response; for each NAK.
GoesBack(a, progress) ==
    IF TellsOfLoss(a) THEN a.kind = "NAK" \/ progress \/ ~askedAgain ELSE a.kind = "NAK" \* RC-7

IsRnr(a) == a.kind = "RNR" /\ ~TellsOfLoss(a) \* RC-11

\* Nothing is sent any more once a request was refused.
IsFinal(a) == a.kind = "REFUSED" /\ ~TellsOfLoss(a) \* RC-16

\* Retries, and RNR NAKs, since something was acknowledged.
TriesAfter(a, progress) == \* RC-13
    (IF progress THEN 0 ELSE tries) + (IF GoesBack(a, progress) THEN 1 ELSE 0)
RnrsAfter(a, progress) == \* RC-11 RC-13
    (IF progress THEN 0 ELSE rnrs) + (IF IsRnr(a) /\ RnrRetries # Endless THEN 1 ELSE 0)

NextAfter(a, first) == \* RC-7 RC-11
    IF GoesBack(a, first > acked) \/ IsRnr(a) THEN first ELSE Most(next, first)
WaitsAfter(a, progress) == IsRnr(a) \/ (waits /\ ~progress) \* RC-11
AskedAgainAfter(a, progress) == \* RC-7
    (TellsOfLoss(a) /\ GoesBack(a, progress)) \/ (askedAgain /\ ~progress)

\* With so many retries it has tried often enough.
IsTooOften(retries, rnrRetries) == retries > Retries \/ rnrRetries > RnrRetries \* RC-13

TakeNews(a) ==
    LET first == FirstAfter(a)
        progress == first > acked
        fails == IsFinal(a) \/ IsTooOften(TriesAfter(a, progress), RnrsAfter(a, progress))
    IN /\ acked' = first
       /\ next' = NextAfter(a, first)
       /\ tries' = TriesAfter(a, progress)
       /\ rnrs' = RnrsAfter(a, progress)
       /\ waits' = WaitsAfter(a, progress)
       /\ askedAgain' = AskedAgainAfter(a, progress)
       /\ state' = IF fails THEN "ERROR" ELSE "READY"
       /\ told' = ToldAfter(first, fails)
       /\ returned' = IF Brings(a, NumberOf(a.psn))
                      THEN returned \cup {[number |-> NumberOf(a.psn), place |-> a.place,
                                           value |-> a.value]}
                      ELSE returned
       /\ UNCHANGED sent

\* The requester takes a response.
TakeResponse(a) == IF IsNews(a) THEN TakeNews(a) ELSE UNCHANGED <<requester, asker>>

ReceiveResponse(i, stays) == \* RC-4 RC-7 RC-9 RC-11 RC-13 RC-16
    /\ i \in DOMAIN acks
    /\ MayStay(stays)
    /\ MayOvertake(acks, i)
    /\ TakeResponse(acks[i])
    /\ acks' = Taken(acks, i, stays)
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<responder, answerer, data, lost, lostAcks>>

\* Where it is not early, a timer is longer than all that can be sent and its answers take.
IsTime == Early \/ (data = <<>> /\ acks = <<>> /\ ~MayTransmit)

Timeout == \* RC-12 RC-13
    /\ state = "READY" /\ ~waits
    /\ acked < sent
    /\ IsTime
    /\ next' = acked
    /\ tries' = tries + 1
    /\ askedAgain' = FALSE
    /\ state' = IF IsTooOften(tries', rnrs) THEN "ERROR" ELSE "READY"
    /\ told' = ToldAfter(acked, IsTooOften(tries', rnrs))
    /\ UNCHANGED <<sent, acked, rnrs, waits, returned, responder, answerer, data, acks, faults>>

RnrTimer == \* RC-11
    /\ state = "READY" /\ waits
    /\ waits' = FALSE
    /\ UNCHANGED <<state, next, sent, acked, tries, rnrs, askedAgain, asker, responder, answerer,
                   data, acks, faults>>

-----------------------------------------------------------------------------
\* Responder.

\* The bound of a model: the user posts as many receives as are of use.
Used == Cardinality({n \in {executed[i] : i \in DOMAIN executed} : NeedsReceive(n)})
IsOfUse == receives + Used < Cardinality({n \in Numbers : NeedsReceive(n)})
PostReceive == \* RC-11
    /\ IsOfUse
    /\ receives' = receives + 1
    /\ UNCHANGED <<requester, asker, epsn, msn, silent, refused, saved, answerer, data, acks,
                   faults>>

IsExpected(p) == p.psn = epsn
IsAhead(p) == p.psn # epsn /\ 2 * Ahead(p.psn, epsn) < Modulus \* RC-2

\* Packets that begin a request: the first one of a message, and a READ or an ATOMIC.
StartsRequest(n) == n = Begin[RequestOf[n]] \/ IsAnswered(n)

\* The same whether or not immediate data follows, which the last packet alone shows.
Message(n) == IF Op(n) = "WRITE_IMM" THEN "WRITE" ELSE Op(n)

\* The message that the last executed packet has left open.
OpenMessage ==
    LET n == executed[Len(executed)]
    IN IF executed = <<>> THEN "NONE" ELSE IF IsAnswered(n) \/ IsLast(n) THEN "NONE" ELSE Message(n)

\* A message is complete before another request begins, and only one that is open goes on.
Continues(p) == \* RC-16
    OpenMessage = (IF StartsRequest(p.number) THEN "NONE" ELSE Message(p.number))

\* The packet that begins a request says what it does to memory.
IsForbidden(p) == RequestOf[p.number] \in Refused /\ StartsRequest(p.number) \* RC-16

IsRefused(p) == IsExpected(p) /\ (~Continues(p) \/ IsForbidden(p)) \* RC-16
IsStarved(p) == \* RC-11
    IsExpected(p) /\ ~IsRefused(p) /\ NeedsReceive(p.number) /\ receives = 0
IsExecuted(p) == IsExpected(p) /\ ~IsRefused(p) /\ ~IsStarved(p) \* RC-3

\* What is completed with a packet: a READ with the only one of its request.
Completes(p) == IsLast(p.number) \/ Op(p.number) = "READ" \* RC-5
MsnAfter(p) == IF IsExecuted(p) /\ Completes(p) THEN (msn + 1) % Modulus ELSE msn

Aeth(kind, psn, count) ==
    [kind |-> kind, psn |-> psn, msn |-> count, place |-> 0, value |-> 0, passed |-> 0]

\* What was read, a packet for each of its places from there on.
Reading(p, count) == \* RC-1 RC-9
    [j \in 1 .. Span(p.number) |->
        [kind |-> "DATA", psn |-> (p.psn + j - 1) % Modulus, msn |-> count,
         place |-> p.number + j - 1, value |-> memory, passed |-> 0]]

Result(p, count, value) ==
    <<[kind |-> "ATOMIC", psn |-> p.psn, msn |-> count, place |-> p.number, value |-> value,
       passed |-> 0]>>

\* The latest of the saved results with a PSN, which may have come round.
SavedOf(psn) ==
    LET found == {i \in DOMAIN saved : saved[i].psn = psn}
    IN IF found = {} THEN <<>> ELSE <<saved[CHOOSE i \in found : \A j \in found : i <= j].value>>

AnswersToNew(p) == \* RC-4
    CASE Op(p.number) = "READ" -> Reading(p, MsnAfter(p))
      [] Op(p.number) = "ATOMIC" -> Result(p, MsnAfter(p), memory)
      [] p.ack -> <<Aeth("ACK", p.psn, MsnAfter(p))>>
      [] OTHER -> <<>>

\* A READ is a duplicate as a whole: it asks for nothing that has not been asked for before.
WasExecuted(p) == Span(p.number) <= Ahead(epsn, p.psn) \* RC-8

AnswersToDuplicate(p) == \* RC-8 RC-16
    CASE Op(p.number) = "READ" ->
            IF WasExecuted(p) /\ ~IsForbidden(p) THEN Reading(p, msn) ELSE <<>>
      [] Op(p.number) = "ATOMIC" ->
            IF SavedOf(p.psn) = <<>> THEN <<>> ELSE Result(p, msn, SavedOf(p.psn)[1])
      [] OTHER -> <<Aeth("ACK", (epsn - 1) % Modulus, msn)>>

Answers(p) ==
    CASE IsRefused(p) -> <<Aeth("REFUSED", epsn, msn)>> \* RC-16
      [] IsStarved(p) -> <<Aeth("RNR", epsn, msn)>> \* RC-11
      [] IsExecuted(p) -> AnswersToNew(p)
      [] IsAhead(p) -> IF silent THEN <<>> ELSE <<Aeth("NAK", epsn, msn)>> \* RC-6
      [] OTHER -> AnswersToDuplicate(p)

\* After an RNR NAK nothing ahead is told of, either.
SilentAfter(p) == \* RC-6
    IF IsStarved(p) THEN TRUE
    ELSE IF IsExecuted(p) THEN FALSE
    ELSE IsAhead(p) \/ silent

SavedAfter(p) == \* RC-8
    IF IsExecuted(p) /\ Op(p.number) = "ATOMIC"
    THEN SubSeq(<<[psn |-> p.psn, value |-> memory]>> \o saved, 1, Least(Saved, Len(saved) + 1))
    ELSE saved

EpsnAfter(p) == IF IsExecuted(p) THEN (epsn + Span(p.number)) % Modulus ELSE epsn \* RC-1
ReceivesAfter(p) == IF IsExecuted(p) /\ NeedsReceive(p.number) THEN receives - 1 ELSE receives

\* Its user's records, once another packet is executed, or memory written.
Recorded(n) == Append(executed, n)
Written == memory + 1

\* The responder takes a packet.
TakeRequest(p) ==
    IF refused
    THEN UNCHANGED <<responder, answerer, acks>>
    ELSE /\ epsn' = EpsnAfter(p)
         /\ msn' = MsnAfter(p)
         /\ silent' = SilentAfter(p)
         /\ receives' = ReceivesAfter(p)
         /\ refused' = IsRefused(p)
         /\ saved' = SavedAfter(p)
         /\ executed' = IF IsExecuted(p) THEN Recorded(p.number) ELSE executed
         /\ memory' = IF IsExecuted(p) /\ Op(p.number) \in {"WRITE", "WRITE_IMM", "ATOMIC"}
                      THEN Written ELSE memory
         /\ acks' = Joined(acks, Answers(p))

Receive(i, stays) == \* RC-3 RC-4 RC-5 RC-6 RC-8 RC-11 RC-16
    /\ i \in DOMAIN data
    /\ MayStay(stays)
    /\ MayOvertake(data, i)
    /\ HasRoomFor(Span(data[i].number))
    /\ TakeRequest(data[i])
    /\ data' = Taken(data, i, stays)
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<requester, asker, lost, lostAcks>>

-----------------------------------------------------------------------------
\* Network.

Lose(i) == \* RC-3
    /\ i \in DOMAIN data
    /\ lost < Losses
    /\ data' = Without(data, i)
    /\ lost' = lost + 1
    /\ UNCHANGED <<requester, asker, responder, answerer, acks, lostAcks, repeated>>

LoseResponse(i) == \* RC-3
    /\ i \in DOMAIN acks
    /\ lostAcks < AckLosses
    /\ acks' = Without(acks, i)
    /\ lostAcks' = lostAcks + 1
    /\ UNCHANGED <<requester, asker, responder, answerer, data, lost, repeated>>

-----------------------------------------------------------------------------
Next ==
    \/ Transmit \/ Timeout \/ RnrTimer \/ PostReceive
    \/ \E i \in 1 .. MaxData : Lose(i)
    \/ \E i \in 1 .. MaxAcks : LoseResponse(i)
    \/ \E i \in 1 .. MaxData, stays \in BOOLEAN : Receive(i, stays)
    \/ \E i \in 1 .. MaxAcks, stays \in BOOLEAN : ReceiveResponse(i, stays)

Safety == Init /\ [][Next]_vars

\* Weak fairness for all that both ends and their users do, and for what comes in the end.
\* None for faults, of which there are so many and no more.
Fairness ==
    /\ WF_vars(Transmit) /\ WF_vars(Timeout) /\ WF_vars(RnrTimer) /\ WF_vars(PostReceive)
    /\ WF_vars(Receive(1, FALSE)) /\ WF_vars(ReceiveResponse(1, FALSE))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* Packets that are to be executed, in this order: all of a SEND or WRITE, and an ATOMIC;
\* of a READ the first.
Order == SelectSeq([n \in 1 .. Total |-> n - 1],
                   LAMBDA n : Op(n) # "READ" \/ n = Begin[RequestOf[n]])
Done == {executed[i] : i \in DOMAIN executed}
Writes(n) == Cardinality({m \in 0 .. n - 1 : Op(m) \in {"WRITE", "WRITE_IMM", "ATOMIC"}})

\* What the network may do, it does no more often.
NetworkIsBoundedInv == \* RC-3
    /\ lost <= Losses /\ lostAcks <= AckLosses /\ repeated <= Repeats
    /\ Len(data) <= MaxData /\ Len(acks) <= MaxAcks
    /\ \A i \in DOMAIN data : data[i].passed <= Overtake
    /\ \A i \in DOMAIN acks : acks[i].passed <= Overtake

\* Once, and in order.
ExecutedOnceInOrderInv == \* RC-3 RC-2
    \E n \in 0 .. Len(Order) : executed = SubSeq(Order, 1, n)

\* What is acknowledged was executed, or has come.
AckedWasExecutedInv == \* RC-4
    \A n \in 0 .. acked - 1 :
        IF IsAnswered(n) THEN \E r \in returned : r.number = n ELSE n \in Done

\* What the user was told is true, and the user is told.
ToldInv == \* RC-13
    \A k \in Asked :
        CASE told[k] = "DONE" -> End[k] < acked
          [] told[k] = "OPEN" -> state = "READY" /\ acked <= End[k]
          [] told[k] = "FAILED" -> state = "ERROR" /\ acked \in Begin[k] .. End[k]
          [] OTHER -> state = "ERROR" /\ acked < Begin[k]

\* Each packet of a READ is that place of what was read, as it was at some moment between
\* the requests before it and now.
ReadsWhatWasThereInv == \* RC-9
    \A r \in returned :
        /\ r.place = r.number
        /\ Writes(Begin[RequestOf[r.number]]) <= r.value /\ r.value <= memory

\* An ATOMIC brings what all before it, and nothing behind it, had left in memory.
AtomicBringsItsOwnInv == \* RC-8
    \A r \in returned : Op(r.number) = "ATOMIC" => r.value = Writes(r.number)

\* Nothing comes twice to the user.
ReturnedOnceInv == \A r, s \in returned : r.number = s.number => r = s \* RC-9

\* The MSN counts what is complete.
MsnInv == \* RC-5
    msn = Cardinality({k \in Asked : \E n \in Done :
        RequestOf[n] = k /\ (n = End[k] \/ Work[k].op = "READ")}) % Modulus

\* No gap is told of twice.
OneNakAGapInv == \* RC-6
    \A i, j \in DOMAIN acks :
        acks[i].kind = "NAK" /\ acks[j].kind = "NAK" /\ acks[i].psn = acks[j].psn => i = j

\* The requester stays within its window, and within what the responder keeps.
WindowInv == \* RC-2 RC-10
    /\ acked <= next /\ next <= sent
    /\ sent - acked <= Window
    /\ Cardinality({RequestOf[n] : n \in {o \in acked .. sent - 1 : IsAnswered(o)}}) <= Depth

\* Where nothing is lost, repeated or overtaken, and no timer is early, nothing is tried
\* again, and no gap is told of.
InPeaceInv == \* RC-4 RC-6 RC-12
    lost + lostAcks + repeated = 0 /\ Overtake = 0 /\ ~Early =>
        /\ tries = 0
        /\ \A i \in DOMAIN acks : acks[i].kind # "NAK"

\* In order, and while the responder answers, each retry has cost the network a message.
RetriesAreForLossInv == \* RC-7 RC-12 RC-13
    repeated = 0 /\ Overtake = 0 /\ ~Early /\ ~refused => tries <= lost + lostAcks

\* It fails for having tried too often, or for what was refused, and for nothing else.
FailsInTheEndInv == \* RC-13 RC-16
    /\ tries > Retries \/ rnrs > RnrRetries => state = "ERROR"
    /\ state = "ERROR" =>
        tries > Retries \/ rnrs > RnrRetries \/ (refused /\ RequestOf[acked] \in Refused)

\* Nothing of what is refused is executed, nor anything behind it; a refusal is for cause.
RefusedInv == \* RC-16
    /\ \A k \in Refused, n \in Done : n < Begin[k]
    /\ refused => \E k \in Refused : epsn = Psn(Begin[k])

\* A receive is used by the first packet of a SEND, and by the last with immediate data.
Uses == {Begin[k] : k \in {j \in Asked : Work[j].op = "SEND"}}
        \cup {End[k] : k \in {j \in Asked : Work[j].op = "WRITE_IMM"}}

\* Whoever waits has been told to by an RNR NAK, and goes on from the packet that it named,
\* which is one that uses a receive.
WaitsInv == \* RC-11
    waits => /\ next = acked
             /\ acked \in Uses
             /\ RnrRetries # Endless => rnrs > 0

\* What a requester has asked for again is a response, and that of its first open request.
AskedAgainInv == \* RC-7
    askedAgain => acked \in {n \in Numbers : IsAnswered(n)}

\* The responder's user posts no more receives than are of use.
ReceivesAreOfUseInv == \* RC-11
    receives > Receives => receives + Cardinality(Done \cap Uses) <= Cardinality(Uses)

\* As long as a request is open, something can happen.
NothingWedgesInv == \* RC-14
    (\E k \in Asked : told[k] = "OPEN") => ENABLED Next

-----------------------------------------------------------------------------
\* Action properties.

\* What a step adds: packets that leave, responses that leave, packets that are executed.
NewData == {data'[i] : i \in Len(data) + 1 .. Len(data')}
NewAcks == {acks'[i] : i \in Len(acks) + 1 .. Len(acks')}
NewlyDone == {executed'[i] : i \in Len(executed) + 1 .. Len(executed')}

\* What is acknowledged is never sent again, and nothing is while the requester waits, or
\* has failed.
NotSentAgainProp == \* RC-7 RC-11 RC-13
    [][\A d \in NewData : d.number >= acked /\ state = "READY" /\ ~waits]_vars

\* A packet has the same PSN each time, one more than the one before it.
PsnsProp == \* RC-1
    [][\A d \in NewData : d.psn = (FirstPsn + d.number) % Modulus]_vars

\* The last packet of a message asks for an acknowledgment; so does one at the window's end.
AsksProp == \* RC-4
    [][\A d \in NewData :
        d.ack = \E k \in Asked :
            \/ d.number \in {End[k], acked + Window - 1}
            \/ \E j \in 1 .. Work[k].packets : d.number = Begin[k] - 1 + j * AckEvery]_vars

\* Who asks for an acknowledgment gets one, and who does not waits for the next.
AckIfAskedProp == \* RC-4
    [][\A n \in NewlyDone : ~IsAnswered(n) =>
        (NewAcks # {} <=> \E i \in DOMAIN data : data[i].number = n /\ data[i].ack)]_vars

\* An acknowledgment is of the last packet that was executed; each response counts what is
\* complete with it.
AcksTellProp == \* RC-4 RC-5 RC-8
    [][\A a \in NewAcks :
        /\ a.msn = msn'
        /\ a.kind = "ACK" => (a.psn + 1) % Modulus = epsn'
        /\ a.kind \in {"NAK", "RNR"} => a.psn = epsn']_vars

\* A packet that uses a receive takes one; no other does, nor what is not executed.
ReceivesProp == \* RC-11
    [][/\ \A n \in NewlyDone : receives' = receives - (IF n \in Uses THEN 1 ELSE 0)
       /\ receives' < receives => NewlyDone # {}]_vars

\* An RNR NAK is for want of a receive, and a NAK for want of a packet.
Covered == UNION {n .. n + Span(n) - 1 : n \in Done}
WantProp == \* RC-6 RC-11
    [][\A a \in NewAcks :
        /\ a.kind = "RNR" => receives = 0 /\ Order[Len(executed) + 1] \in Uses
        /\ a.kind = "NAK" =>
            \E i \in DOMAIN data : data[i].number \notin Covered /\ data[i].psn # epsn]_vars

\* Who hears of a refusal, and misses nothing before it, tries no more.
RefusalEndsProp == \* RC-16
    [][\A i \in DOMAIN acks :
        /\ acks' = Without(acks, i) /\ lostAcks' = lostAcks
        /\ acks[i].kind = "REFUSED" /\ acks[i].psn = Psn(acked)
        => state' = "ERROR" /\ UNCHANGED <<next, acked>>]_vars

\* Who misses a response, and gets one from beyond it, asks for it again at once, but once.
MissedResponseProp == \* RC-7
    [][state' = "READY" /\ acked' < next' /\ ~askedAgain /\ lostAcks' = lostAcks =>
        \A i \in DOMAIN acks :
            acks' = Without(acks, i) => Ahead(acks[i].psn, Psn(acked')) >= Window]_vars

\* A NAK has the requester go back to the first packet that is not acknowledged.
NakProp == \* RC-7
    [][\A i \in DOMAIN acks :
        /\ acks' = Without(acks, i) /\ lostAcks' = lostAcks
        /\ acks[i].kind = "NAK" /\ Ahead(acks[i].psn, Psn(acked)) < sent - acked
        => next' = acked']_vars

\* Who goes back counts a retry, the first one since something was acknowledged or another, or
\* waits for the RNR timer.
GoingBackCountsProp == \* RC-11 RC-13
    [][next' < next =>
        waits' \/ tries' = tries + 1 \/ (acked' > acked /\ tries' = 1)]_vars

\* Who counts an RNR NAK waits; of 7 retries, which stand for any number, none is counted.
RnrsProp == [][rnrs' > rnrs => waits' /\ RnrRetries # 7]_vars \* RC-11 RC-13

\* A wait ends with its timer, or when something is acknowledged.
WaitEndsProp == [][waits /\ ~waits' => acks' = acks \/ acked' > acked]_vars \* RC-11

\* A packet that is not expected is answered, where none has told of a gap; who has got
\* what was missing tells of the next gap, and until then of none.
GapIsToldProp == \* RC-6
    [][/\ epsn' # epsn => ~silent'
       /\ silent /\ epsn' = epsn => silent'
       /\ \A i \in DOMAIN data :
            /\ data' = Without(data, i) /\ lost' = lost
            /\ data[i].psn # epsn
            /\ ~silent /\ ~refused
            => NewAcks # {}]_vars

\* What is acknowledged stays so.
AckedStaysProp == [][acked' >= acked]_vars \* RC-4

\* A connection that has failed stays as it is.
ErrorStaysProp == [][state = "ERROR" => UNCHANGED <<requester, asker>>]_vars \* RC-13

\* A message that is counted as lost is gone, and has changed nothing.
LossesProp == \* RC-3
    [][/\ lost' > lost => Len(data') = Len(data) - 1 /\ lost' = lost + 1
       /\ lostAcks' > lostAcks => Len(acks') = Len(acks) - 1 /\ lostAcks' = lostAcks + 1
       /\ <<lost, lostAcks>>' # <<lost, lostAcks>> =>
            UNCHANGED <<requester, asker, responder, answerer>>]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* All completes, where fewer messages are lost than there are retries.
CompletesProp == \A k \in Asked : <>(told[k] = "DONE") \* RC-14

\* Every user is told in the end, whatever is lost.
EndsProp == \A k \in Asked : <>(told[k] # "OPEN") \* RC-13
=============================================================================
