------------------------------ MODULE LsnSpace ------------------------------
(***************************************************************************)
(* The byte sequences that LDCP's windows slide over.  Requests (READ,     *)
(* SEND, WRITE, ATOMIC) are numbered by their bytes in one space of LDCP   *)
(* sequence numbers (LSNs), the responses to READs in another, whose       *)
(* sender is the responder.  Both ends acknowledge what they get; a gap    *)
(* among requests is answered by a NAK, one among responses by a repeated  *)
(* READ, which names the response that is missing.                         *)
(*                                                                         *)
(* Source     PFC-Free Low Delay Control Protocol, Internet-Draft, April   *)
(*            2021, section 3.1                                            *)
(* Models     LDCP-12 LDCP-19                                              *)
(* Leaves out how large a window is: the environment gives it with each    *)
(*            packet, as PawaWindow and FastStart would; windows below one *)
(*            packet, whose timer PawaWindow has; marks and their echo;    *)
(*            packet sequence numbers, results of ATOMICs, and what users  *)
(*            are told, which RcTransport has: the answer to an ATOMIC is  *)
(*            an acknowledgment; the length of timeouts                    *)
(* Units      bytes; LSNs count modulo Modulus                             *)
(***************************************************************************)
EXTENDS Integers, Sequences

CONSTANTS
    Work,           \* what is asked for: a sequence of [op, bytes]
    Mtu,            \* bytes of data in a packet
    Empty,          \* bytes that a packet without data occupies
    Modulus,        \* LSNs count modulo this, 2^32 on the wire
    FirstRequest,   \* the LSN of the first request
    FirstResponse,  \* the LSN of the first response
    Window,         \* bytes in flight at most, in each space
    Windows,        \* environment: windows that the congestion control may give
    Merges,         \* whether a receiver may have acknowledgments wait for later ones
    Overtake,       \* how many later messages may overtake one that is on its way
    Losses,         \* messages that the network may lose
    Repeats,        \* messages that it may bring once more
    Early,          \* timers that may run out while messages are on their way
    MaxNet          \* messages on their way that let another packet leave

Spaces == {"REQUEST", "RESPONSE"}
Other(space) == IF space = "REQUEST" THEN "RESPONSE" ELSE "REQUEST"
Ops == {"READ", "SEND", "WRITE", "ATOMIC"}

Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b

\* What a packet occupies in the space of requests: its data.  A READ asks for bytes that the
\* other end sends, and has none; nor has an empty SEND.  They must not share an LSN with what
\* follows.
Extent(op, data) == IF op = "READ" \/ data = 0 THEN Empty ELSE data \* LDCP-12

RECURSIVE Cut(_, _)
Cut(op, data) ==
    IF op = "READ" THEN <<[read |-> data, bytes |-> Extent(op, data)]>>
    ELSE IF data <= Mtu THEN <<[read |-> 0, bytes |-> Extent(op, data)]>>
    ELSE <<[read |-> 0, bytes |-> Extent(op, Mtu)]>> \o Cut(op, data - Mtu)

\* The request packets of all work, in order: bytes that each occupies, and asks to be read.
RECURSIVE PacketsOf(_)
PacketsOf(work) == IF work = <<>> THEN <<>> ELSE Cut(work[1].op, work[1].bytes) \o PacketsOf(Tail(work))
Packets == PacketsOf(Work)

\* Bytes that the first n packets ask to be read.
RECURSIVE Reads(_)
Reads(n) == IF n = 0 THEN 0 ELSE Reads(n - 1) + Packets[n].read

\* Where packets keep their order, one that is sent again comes when its receiver is a window
\* further at most, and must be told from one that is as far ahead; each later packet that
\* overtakes it takes the receiver on by one packet.  An old acknowledgment comes when each
\* that overtook it has taken the sender on by a window, and must not look like one of what is
\* in flight.
WrapIsSafe == \* LDCP-12
    /\ 2 * (Window + Overtake * Most(Mtu, Empty)) <= Modulus
    /\ (Overtake + 1) * Window < Modulus

ASSUME LsnSpaceAssumption ==
    /\ Work \in Seq([op : Ops, bytes : Nat])
    /\ \A k \in DOMAIN Work : Work[k].op = "READ" => Work[k].bytes > 0
    /\ {Mtu, Empty, Modulus, Window, MaxNet} \subseteq Nat \ {0}
    /\ {FirstRequest, FirstResponse} \subseteq 0 .. Modulus - 1
    /\ Mtu <= Window /\ Empty <= Window /\ Window \in Windows /\ Windows \subseteq 0 .. Window
    /\ Merges \in BOOLEAN /\ {Overtake, Losses, Repeats, Early} \subseteq Nat

ASSUME WrapAssumption == WrapIsSafe \* LDCP-12

VARIABLES
    w,              \* both senders: of each space, what of it is in flight
    r,              \* both receivers: of each space, what of it has come
    buffer,         \* requester: packets that are not acknowledged, in the order of their LSNs,
                    \* each with the response that was expected as it was first sent
    fresh,          \* requester: packets of the work that were sent at least once
    again,          \* requester: whether it has to repeat a READ
    done,           \* responder: packets of the work that were executed
    freed,          \* both senders: of each space, all bytes acknowledged since the start
    came,           \* both receivers: of each space, all bytes taken in order since the start
    net,            \* network: what is on its way beside requests, and beside responses, in the
                    \* order of sending, each with the number of later ones that overtook it
    lost,           \* network: messages lost so far
    repeated,       \* network: messages brought once more so far
    early           \* environment: timers that have run out early so far

hosts == <<buffer, fresh, again, done>>
faults == <<lost, repeated, early>>
vars == <<w, r, hosts, freed, came, net, faults>>

Lsns == 0 .. Modulus - 1

Sender == [
    acked : Lsns,           \* all before it is acknowledged
    next : Lsns,            \* that of the packet to be sent next
    sent : Lsns]            \* all before it was sent at least once

Receiver == [
    expected : Lsns,        \* all before it has come
    told : BOOLEAN,         \* whether the gap there has been told of
    owes : BOOLEAN]         \* whether an acknowledgment waits

Message == [
    kind : {"DATA", "ACK", "NAK"},
    lsn : Lsns,
    bytes : Nat,            \* that a packet occupies
    work : Nat,             \* of a request: its number among the packets of the work; 0: a READ repeated
    again : BOOLEAN,        \* of a READ: whether it is repeated
    from : Lsns,            \* of a READ: the LSN of the response that is expected
    at : Nat,               \* for whoever looks on: lsn and from as bytes since the start
    fromAt : Nat,
    passed : Nat]

TypeOK ==
    /\ w \in [Spaces -> Sender] /\ r \in [Spaces -> Receiver]
    /\ \A i \in DOMAIN buffer : buffer[i] \in [work : Nat, bytes : Nat, again : BOOLEAN, asOf : Nat]
    /\ {fresh, done, lost, repeated, early} \subseteq Nat /\ again \in BOOLEAN
    /\ {freed, came} \subseteq [Spaces -> Nat]
    /\ DOMAIN net = Spaces
    /\ \A s \in Spaces : \A i \in DOMAIN net[s] : net[s][i] \in Message

First(space) == IF space = "REQUEST" THEN FirstRequest ELSE FirstResponse

Init ==
    /\ w = [s \in Spaces |-> [acked |-> First(s), next |-> First(s), sent |-> First(s)]]
    /\ r = [s \in Spaces |-> [expected |-> First(s), told |-> FALSE, owes |-> FALSE]]
    /\ buffer = <<>> /\ fresh = 0 /\ again = FALSE /\ done = 0
    /\ freed = [s \in Spaces |-> 0] /\ came = [s \in Spaces |-> 0]
    /\ net = [s \in Spaces |-> <<>>]
    /\ lost = 0 /\ repeated = 0 /\ early = 0

\* Serial arithmetic: how far an LSN is ahead of another, all the way round.
Ahead(lsn, from) == (lsn - from) % Modulus
Plus(lsn, bytes) == (lsn + bytes) % Modulus

-----------------------------------------------------------------------------
\* A sender in a space: its state v, and what becomes of it.

InFlight(v) == Ahead(v.next, v.acked) \* LDCP-12
Fits(v, bytes, window) == InFlight(v) + bytes <= window \* LDCP-12

SentOn(v, bytes) == \* LDCP-12
    [v EXCEPT !.next = Plus(@, bytes), !.sent = IF v.next = v.sent THEN Plus(@, bytes) ELSE @]

\* What is acknowledged was sent; all else is old.
IsNews(v, lsn) == Ahead(lsn, v.acked) <= Ahead(v.sent, v.acked) \* LDCP-12

Acknowledged(v, lsn) == \* LDCP-12
    IF ~IsNews(v, lsn) THEN v
    ELSE [v EXCEPT !.acked = lsn, !.next = IF Ahead(lsn, v.acked) > InFlight(v) THEN lsn ELSE @]

\* Go-back-N: all from the missing packet on is sent again.
Heard(v, nak, lsn) == \* LDCP-12
    IF nak /\ IsNews(v, lsn) THEN [Acknowledged(v, lsn) EXCEPT !.next = lsn] ELSE Acknowledged(v, lsn)

TimedOut(v) == [v EXCEPT !.next = v.acked] \* LDCP-12

-----------------------------------------------------------------------------
\* A receiver in a space: its state u, and what becomes of it.

Reading(u, lsn) == \* LDCP-12
    LET ahead == Ahead(lsn, u.expected)
    IN IF ahead = 0 THEN "NEXT" ELSE IF 2 * ahead < Modulus THEN "AHEAD" ELSE "OLD"

Received(u, p, busy) == \* LDCP-12 LDCP-19
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, p.bytes), told |-> FALSE, owes |-> busy]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.told = TRUE]
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* The first packet that shows a gap.
ShowsGap(u, p) == Reading(u, p.lsn) = "AHEAD" /\ ~u.told \* LDCP-12

Answer(kind, lsn, at) ==
    [kind |-> kind, lsn |-> lsn, bytes |-> 0, work |-> 0, again |-> FALSE, from |-> 0,
     at |-> at, fromAt |-> 0, passed |-> 0]

\* Each packet is acknowledged, a response to a READ like any other; an acknowledgment is of
\* all that has come in order.  Of responses no gap is told by a NAK.
Answers(space, u, p, busy) == \* LDCP-2 LDCP-12 LDCP-19
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) /\ space = "REQUEST" THEN <<Answer("NAK", u.expected, came[space])>>
            ELSE <<>>
      [] OTHER -> <<Answer("ACK", u.expected, came[space])>>

-----------------------------------------------------------------------------
\* Network: the messages that are left once one of them has come, or is lost.

Without(messages, i) == SubSeq(messages, 1, i - 1) \o SubSeq(messages, i + 1, Len(messages))

MayOvertake(messages, i) == \A j \in 1 .. i - 1 : messages[j].passed < Overtake
Taken(messages, i, stays) ==
    LET passed == [j \in DOMAIN messages |->
                      IF j < i THEN [messages[j] EXCEPT !.passed = @ + 1] ELSE messages[j]]
    IN IF stays THEN passed ELSE Without(passed, i)

MayCome(space, kinds, i, stays) ==
    /\ i \in DOMAIN net[space]
    /\ net[space][i].kind \in kinds
    /\ MayOvertake(net[space], i)
    /\ stays => repeated < Repeats

HasRoom == Len(net["REQUEST"]) + Len(net["RESPONSE"]) < MaxNet

-----------------------------------------------------------------------------
\* Both senders.

RECURSIVE BytesOf(_)
BytesOf(packets) == IF packets = <<>> THEN 0 ELSE packets[1].bytes + BytesOf(Tail(packets))

\* A packet that was sent before, by how far it is from the first that is not acknowledged.
SentBefore(offset) ==
    buffer[CHOOSE i \in DOMAIN buffer : BytesOf(SubSeq(buffer, 1, i - 1)) = offset]

\* A repeated READ has an LSN of its own: the space of requests has gone on.
HasNew == again \/ fresh < Len(Packets)
New == \* LDCP-12
    IF again THEN [work |-> 0, bytes |-> Extent("READ", 0), again |-> TRUE, asOf |-> came["RESPONSE"]]
    ELSE [work |-> fresh + 1, bytes |-> Packets[fresh + 1].bytes, again |-> FALSE,
          asOf |-> IF Packets[fresh + 1].read > 0 THEN came["RESPONSE"] ELSE 0]

IsNew == w["REQUEST"].next = w["REQUEST"].sent
NextRequest == IF IsNew THEN New ELSE SentBefore(InFlight(w["REQUEST"]))

\* READs are answered in order.  A packet has bytes of one READ.
Place == freed["RESPONSE"] + InFlight(w["RESPONSE"])
MayRead == Reads(done) \* LDCP-12
BytesAt(place) == \* LDCP-12
    LET n == CHOOSE k \in 1 .. Len(Packets) : Reads(k - 1) <= place /\ place < Reads(k)
    IN Least(Mtu, Reads(n) - place)
NextResponse == [work |-> 0, bytes |-> BytesAt(Place), again |-> FALSE, asOf |-> 0]

HasPacket(space) == IF space = "REQUEST" THEN IsNew => HasNew ELSE Place < MayRead
NextPacket(space) == IF space = "REQUEST" THEN NextRequest ELSE NextResponse

IsRead(p) == p.again \/ (p.work > 0 /\ Packets[p.work].read > 0)

\* A READ tells which response is expected: as of now, also when it is sent again.
FromAt(p) == came["RESPONSE"] \* LDCP-12

Packet(space, p) == \* LDCP-12
    LET tells == space = "REQUEST" /\ IsRead(p)
    IN [kind |-> "DATA", lsn |-> w[space].next, bytes |-> p.bytes, work |-> p.work, again |-> p.again,
        from |-> IF tells THEN (FirstResponse + FromAt(p)) % Modulus ELSE 0,
        at |-> freed[space] + InFlight(w[space]),
        fromAt |-> IF tells THEN FromAt(p) ELSE 0, passed |-> 0]

MayTransmit(space, window) ==
    HasPacket(space) /\ Fits(w[space], NextPacket(space).bytes, window)

Transmit(space, window) == \* LDCP-12
    /\ MayTransmit(space, window)
    /\ HasRoom
    /\ LET p == NextPacket(space)
           isNew == space = "REQUEST" /\ IsNew
       IN /\ net' = [net EXCEPT ![space] = Append(@, Packet(space, p))]
          /\ w' = [w EXCEPT ![space] = SentOn(@, p.bytes)]
          /\ buffer' = IF isNew THEN Append(buffer, p) ELSE buffer
          /\ fresh' = IF isNew /\ ~p.again THEN fresh + 1 ELSE fresh
          /\ again' = IF isNew THEN FALSE ELSE again
    /\ UNCHANGED <<r, done, freed, came, faults>>

\* Bytes that are new to a sender in what it hears.
Gain(v, lsn) == IF IsNews(v, lsn) THEN Ahead(lsn, v.acked) ELSE 0

RECURSIVE Dropped(_, _)
Dropped(packets, bytes) ==
    IF bytes <= 0 \/ packets = <<>> THEN packets
    ELSE Dropped(Tail(packets), bytes - packets[1].bytes)

\* An acknowledgment of a space comes, or a NAK, out of date or not, and moves that space alone.
ReceiveAck(space, i, stays) == \* LDCP-12
    /\ MayCome(Other(space), {"ACK", "NAK"}, i, stays)
    /\ LET a == net[Other(space)][i]
           gain == Gain(w[space], a.lsn)
       IN /\ w' = [w EXCEPT ![space] = Heard(@, a.kind = "NAK", a.lsn)]
          /\ freed' = [freed EXCEPT ![space] = @ + gain]
          /\ buffer' = IF space = "REQUEST" THEN Dropped(buffer, gain) ELSE buffer
    /\ net' = [net EXCEPT ![Other(space)] = Taken(@, i, stays)]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<r, fresh, again, done, came, lost, early>>

-----------------------------------------------------------------------------
\* Both receivers.

\* What a READ tells of responses: all before `from` has come, and if it is repeated, no more.
HeardByRead(v, p) == Heard(v, p.again, p.from) \* LDCP-12
GainByRead(v, p) == Gain(v, p.from)

\* Who misses a response has to repeat the READ, unless all has come meanwhile.
AgainAfter(u, p) == \* LDCP-12
    IF ShowsGap(u, p) THEN TRUE
    ELSE IF Reading(u, p.lsn) = "NEXT" /\ came["RESPONSE"] + p.bytes = Reads(fresh) THEN FALSE
    ELSE again

\* Requests come as they like; a response only if it is old or a READ has asked for all of it.
IsAskedFor(space, u, p) == \* LDCP-12
    \/ space = "REQUEST" \/ Reading(u, p.lsn) = "OLD"
    \/ came[space] + Ahead(p.lsn, u.expected) + p.bytes <= Reads(fresh)

\* A packet comes.  The receiver of requests executes it, the receiver of responses hands it on.  A
\* response that was not asked for changes nothing.
Receive(space, i, stays, busy) == \* LDCP-2 LDCP-12 LDCP-19
    /\ MayCome(space, {"DATA"}, i, stays)
    /\ busy => Merges
    /\ LET p == net[space][i]
           u == r[space]
           isAsked == IsAskedFor(space, u, p)
           isNext == isAsked /\ Reading(u, p.lsn) = "NEXT"
           reads == space = "REQUEST" /\ isNext /\ IsRead(p)
       IN /\ r' = IF isAsked THEN [r EXCEPT ![space] = Received(u, p, busy)] ELSE r
          /\ came' = IF isNext THEN [came EXCEPT ![space] = @ + p.bytes] ELSE came
          /\ done' = IF space = "REQUEST" /\ isNext /\ ~p.again THEN done + 1 ELSE done
          /\ w' = IF reads THEN [w EXCEPT !["RESPONSE"] = HeardByRead(@, p)] ELSE w
          /\ freed' = IF reads THEN [freed EXCEPT !["RESPONSE"] = @ + GainByRead(w["RESPONSE"], p)]
                      ELSE freed
          /\ again' = IF space = "REQUEST" \/ ~isAsked THEN again ELSE AgainAfter(u, p)
          /\ net' = [net EXCEPT ![space] = Taken(@, i, stays),
                                ![Other(space)] = IF isAsked THEN @ \o Answers(space, u, p, busy) ELSE @]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<buffer, fresh, lost, early>>

\* Whoever is no longer busy acknowledges what has come since.
Flush(space) == \* LDCP-19
    /\ r[space].owes
    /\ r' = [r EXCEPT ![space].owes = FALSE]
    /\ net' = [net EXCEPT ![Other(space)] = Append(@, Answer("ACK", r[space].expected, came[space]))]
    /\ UNCHANGED <<w, hosts, freed, came, faults>>

-----------------------------------------------------------------------------
\* The requester's timer.  The responder has none: it hears from the requester.

\* Unless it is early, a timer is longer than all that can be sent and its answers take.
IsQuiet ==
    /\ \A s \in Spaces : net[s] = <<>> /\ ~MayTransmit(s, Window) /\ ~r[s].owes
IsTime == IsQuiet \/ early < Early
Rings == early' = IF IsQuiet THEN early ELSE early + 1

\* Requests are not acknowledged: all of them are sent again.
Timeout == \* LDCP-12
    /\ IsTime
    /\ w["REQUEST"].acked # w["REQUEST"].sent
    /\ w' = [w EXCEPT !["REQUEST"] = TimedOut(@)]
    /\ Rings
    /\ UNCHANGED <<r, hosts, freed, came, net, lost, repeated>>

\* All requests are acknowledged, and responses are missing: the last of them has none behind
\* it that would show that it is lost.
AskAgain == \* LDCP-12
    /\ IsTime
    /\ w["REQUEST"].acked = w["REQUEST"].sent
    /\ came["RESPONSE"] < Reads(fresh)
    /\ ~again
    /\ again' = TRUE
    /\ Rings
    /\ UNCHANGED <<w, r, buffer, fresh, done, freed, came, net, lost, repeated>>

-----------------------------------------------------------------------------
Lose(space, i) ==
    /\ i \in DOMAIN net[space]
    /\ lost < Losses
    /\ net' = [net EXCEPT ![space] = Without(@, i)]
    /\ lost' = lost + 1
    /\ UNCHANGED <<w, r, hosts, freed, came, repeated, early>>

\* The bounds of a model: what waits is acknowledged whether there is room or not.
MostOnWay == MaxNet + Repeats + (IF Merges THEN 2 ELSE 0)
Places == 1 .. MostOnWay

Next ==
    \/ \E space \in Spaces, window \in Windows : Transmit(space, window)
    \/ \E space \in Spaces, i \in Places, stays \in BOOLEAN : ReceiveAck(space, i, stays)
    \/ \E space \in Spaces, i \in Places, stays \in BOOLEAN, busy \in BOOLEAN :
           Receive(space, i, stays, busy)
    \/ \E space \in Spaces : Flush(space)
    \/ Timeout \/ AskAgain
    \/ \E space \in Spaces, i \in Places : Lose(space, i)

Safety == Init /\ [][Next]_vars

\* Weak fairness for all that both ends do, and for what comes in the end.  None for faults, of
\* which there are so many and no more, nor for windows other than the largest.
Fairness ==
    /\ \A space \in Spaces :
        /\ WF_vars(Transmit(space, Window)) /\ WF_vars(Flush(space))
        /\ WF_vars(Receive(space, 1, FALSE, FALSE)) /\ WF_vars(ReceiveAck(space, 1, FALSE))
    /\ WF_vars(Timeout) /\ WF_vars(AskAgain)

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

Sent(space) == freed[space] + ((w[space].sent - w[space].acked) % Modulus)
Upcoming(space) == freed[space] + ((w[space].next - w[space].acked) % Modulus)

\* What the network may do, it does no more often.
BoundsInv ==
    /\ lost <= Losses /\ repeated <= Repeats /\ early <= Early
    /\ Len(net["REQUEST"]) + Len(net["RESPONSE"]) <= MostOnWay
    /\ \A s \in Spaces : \A i \in DOMAIN net[s] : net[s][i].passed <= Overtake

\* LSNs count all bytes of their own space, from its own first one, and wrap.
LsnAt(space, at) == (at + (IF space = "REQUEST" THEN FirstRequest ELSE FirstResponse)) % Modulus
LsnsInv == \* LDCP-12
    \A s \in Spaces :
        /\ w[s].acked = LsnAt(s, freed[s]) /\ r[s].expected = LsnAt(s, came[s])
        /\ \A i \in DOMAIN net[s] :
            LET m == net[s][i]
            IN m.lsn = LsnAt(IF m.kind = "DATA" THEN s ELSE Other(s), m.at)

\* Packets occupy as many bytes as they bring, and those that bring none a few: so no two have one
\* LSN, and what is in flight by LSNs is what is on the wire.  READs alone ask for responses.
RECURSIVE Brought(_)
Brought(work) ==
    IF work = <<>> THEN 0
    ELSE (IF work[1].op = "READ" \/ work[1].bytes = 0 THEN Empty ELSE work[1].bytes) + Brought(Tail(work))
RECURSIVE AskedFor(_)
AskedFor(work) ==
    IF work = <<>> THEN 0 ELSE (IF work[1].op = "READ" THEN work[1].bytes ELSE 0) + AskedFor(Tail(work))
ExtentInv == \* LDCP-12
    /\ BytesOf(Packets) = Brought(Work) /\ Reads(Len(Packets)) = AskedFor(Work)
    /\ \A i \in DOMAIN buffer : buffer[i].again => buffer[i].bytes = Empty
    /\ \A i, j \in DOMAIN net["REQUEST"] :
        LET a == net["REQUEST"][i]
            b == net["REQUEST"][j]
        IN a.kind = "DATA" /\ b.kind = "DATA" /\ a.at = b.at => <<a.work, a.again>> = <<b.work, b.again>>

\* A packet has no more data than fits; an answer has none, and tells of nothing but what has come.
\* A request of the work has its number, one that repeats a READ has none; and READs alone tell of
\* responses.
Asks(m) == m.again \/ \E n \in {m.work} \ {0} : Reads(n) > Reads(n - 1)
MessagesInv == \* LDCP-12
    \A s \in Spaces : \A i \in DOMAIN net[s] :
        LET m == net[s][i]
            told == [m EXCEPT !.from = LsnAt("RESPONSE", m.fromAt)]
            none == [m EXCEPT !.from = 0, !.fromAt = 0]
        IN /\ m.bytes \in (IF m.kind = "DATA" THEN 1 .. Most(Mtu, Empty) ELSE {0})
           /\ IF s = "REQUEST" /\ m.kind = "DATA"
              THEN (m.again <=> m.work = 0) /\ m = (IF Asks(m) THEN told ELSE none)
              ELSE m = [none EXCEPT !.work = 0, !.again = FALSE]

\* What is acknowledged has come, and what has come was sent; responses were asked for.
AckedInv == \* LDCP-12
    /\ \A s \in Spaces : freed[s] <= came[s] /\ came[s] <= Sent(s) /\ Upcoming(s) <= Sent(s)
    /\ done <= fresh /\ Sent("RESPONSE") <= Reads(done)

\* In each space the window bounds what is in flight.
WindowInv == \A s \in Spaces : Sent(s) - freed[s] <= Window \* LDCP-12

\* The requester keeps what it may have to send again.
BufferInv == BytesOf(buffer) = Sent("REQUEST") - freed["REQUEST"] \* LDCP-12

\* A response has bytes of one READ at most.
OfOneReadInv == \* LDCP-12
    \A i \in DOMAIN net["RESPONSE"] :
        LET m == net["RESPONSE"][i]
        IN \A n \in 0 .. Len(Packets) : ~(m.at < Reads(n) /\ Reads(n) < m.at + m.bytes)

\* Each message in flight would be read right if it came next: as ahead of what is known, as the same, or as old.
ReadRightInv == \* LDCP-12
    \A s \in Spaces : \A i \in DOMAIN net[s] :
        LET m == net[s][i]
            o == Other(s)
        IN IF m.kind = "DATA"
           THEN /\ Reading(r[s], m.lsn) = (IF m.at = came[s] THEN "NEXT"
                                           ELSE IF m.at > came[s] THEN "AHEAD" ELSE "OLD")
                /\ IsRead(m) =>
                    (IsNews(w["RESPONSE"], m.from) <=> m.fromAt >= freed["RESPONSE"])
           ELSE IsNews(w[o], m.lsn) <=> m.at >= freed[o]

\* A gap is told of, and by a NAK once.  A READ is repeated where a response is missing, and no
\* NAK is of one.
GapInv == \* LDCP-12
    /\ \A s \in Spaces : r[s].told => came[s] < Sent(s)
    /\ again => came["RESPONSE"] < Reads(fresh)
    /\ \A i \in DOMAIN net["REQUEST"] : net["REQUEST"][i].kind # "NAK"
    /\ \A i, j \in DOMAIN net["RESPONSE"] :
        LET a == net["RESPONSE"][i]
            b == net["RESPONSE"][j]
        IN a.kind = "NAK" /\ b.kind = "NAK" /\ a.at = b.at => i = j

\* Where nothing is lost, repeated or overtaken, and no timer is early, nothing is sent again.
InPeaceInv == \* LDCP-12
    lost + repeated + early = 0 /\ Overtake = 0 =>
        /\ ~again
        /\ \A s \in Spaces : w[s].next = w[s].sent /\ ~r[s].told
        /\ \A i \in DOMAIN net["RESPONSE"] : net["RESPONSE"][i].kind # "NAK"

-----------------------------------------------------------------------------
\* Action properties.

\* The message that has come in a step, where they keep their order; and the last one that is on its
\* way after it.
Nothing == [kind |-> "NONE", bytes |-> 0, work |-> 0, again |-> FALSE, at |-> 0, fromAt |-> 0, passed |-> 0]
Eldest(space) == IF net[space] = <<>> THEN Nothing ELSE net[space][1]
Newest(space) == IF net'[space] = <<>> THEN Nothing ELSE net'[space][Len(net'[space])]
Comes(space) == net[space] = <<Eldest(space)>> \o net'[space] /\ lost' = lost
Grows(space) == Len(net'[space]) > Len(net[space])

\* Bytes are taken in order, each of them once; so are requests executed.
InOrderProp == \* LDCP-12
    [][\A s \in Spaces : came'[s] # came[s] =>
        \E i \in DOMAIN net[s] : LET m == net[s][i] IN
            /\ m.at = came[s] /\ came'[s] = m.at + m.bytes
            /\ s = "REQUEST" => IF m.again THEN done' = done ELSE m.work = done + 1 /\ done' = m.work]_vars

\* What is acknowledged stays so, and an acknowledgment of one space does not move the other; of
\* responses a READ is one as well.
SeparateProp == \* LDCP-12
    [][\A s \in Spaces : w'[s].acked # w[s].acked =>
        /\ freed'[s] > freed[s] /\ freed'[Other(s)] = freed[Other(s)]
        /\ \E i \in DOMAIN net[Other(s)] : LET m == net[Other(s)][i] IN
            IF m.kind = "DATA" THEN m.fromAt = freed'[s] ELSE m.at = freed'[s]]_vars

\* Whatever comes in order is acknowledged, with all before it: at once, or later where the
\* receiver is busy.
AckedAtOnceProp == \* LDCP-2 LDCP-12 LDCP-19
    [][\A s \in Spaces : came'[s] # came[s] =>
        IF r'[s].owes THEN Merges
        ELSE Newest(Other(s)).kind = "ACK" /\ Newest(Other(s)).at = came'[s]]_vars

\* What waits is acknowledged with what comes later, or by itself.
OwedProp == \* LDCP-19
    [][\A s \in Spaces : r[s].owes /\ ~r'[s].owes =>
        Newest(Other(s)).kind = "ACK" /\ Newest(Other(s)).at = came'[s]]_vars

\* The first packet that shows a gap draws a NAK, or has the READ repeated.
GapToldProp == \* LDCP-12
    [][\A s \in Spaces :
        Comes(s) /\ Eldest(s).kind = "DATA" /\ Eldest(s).at > came[s] /\ ~r[s].told =>
            IF s = "RESPONSE" THEN again'
            ELSE Newest(Other(s)).kind = "NAK" /\ Newest(Other(s)).at = came[s]]_vars

\* A space goes back to the first byte that is not acknowledged, and not beyond it; and it does
\* so where the other end misses that byte.
GoBackProp == \* LDCP-12
    [][\A s \in Spaces :
        /\ Upcoming(s)' < Upcoming(s) => Upcoming(s)' = freed'[s]
        /\ Comes(Other(s)) /\ Eldest(Other(s)).kind = "NAK" /\ Eldest(Other(s)).at >= freed[s] =>
            Upcoming(s)' = Eldest(Other(s)).at]_vars

\* A READ that is repeated is a request like any other, with an LSN of its own, and names the
\* response that is expected now; so does one that is sent again.
RepeatProp == \* LDCP-12
    [][Grows("REQUEST") /\ Newest("REQUEST").kind = "DATA" =>
        /\ again /\ ~again' => Newest("REQUEST").again /\ Newest("REQUEST").at = Sent("REQUEST")
        /\ Newest("REQUEST").again => Newest("REQUEST").fromAt = came["RESPONSE"]]_vars

\* A READ that is to be repeated is so until it leaves, or nothing is missing any more.
AgainProp == \* LDCP-12
    [][again /\ ~again' =>
        Sent("REQUEST")' > Sent("REQUEST") \/ came'["RESPONSE"] = Reads(fresh)]_vars

\* Who is asked again goes on from the response that was named.
AnsweredAgainProp == \* LDCP-12
    [][Comes("REQUEST") /\ came'["REQUEST"] # came["REQUEST"] /\ Eldest("REQUEST").again
       /\ Eldest("REQUEST").fromAt >= freed["RESPONSE"] =>
        Upcoming("RESPONSE")' = Eldest("REQUEST").fromAt /\ freed'["RESPONSE"] = Eldest("REQUEST").fromAt]_vars

\* What leaves for the first time is kept as it is, a READ with the response that is expected.
KeepsProp == \* LDCP-12
    [][Sent("REQUEST")' > Sent("REQUEST") =>
        LET m == Newest("REQUEST")
        IN buffer' = Append(buffer,
               [work |-> m.work, bytes |-> m.bytes, again |-> m.again,
                asOf |-> IF Asks(m) THEN came["RESPONSE"] ELSE 0])]_vars

\* What leaves has been overtaken by nothing.
LeavesProp == [][\A s \in Spaces : Grows(s) => Newest(s).passed = 0]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* All requests are executed and acknowledged, and all that was asked for has come.
CompletesProp == \* LDCP-12
    <>[](/\ done = Len(Packets) /\ buffer = <<>>
         /\ came["RESPONSE"] = Reads(Len(Packets)))
=============================================================================
