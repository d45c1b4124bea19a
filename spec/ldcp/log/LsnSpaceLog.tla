----------------------------- MODULE LsnSpaceLog -----------------------------
(***************************************************************************)
(* Logs held against LsnSpace: one connection, both of its spaces, from    *)
(* the first request of the QP that asks                                   *)
(*                                                                         *)
(* Source     docs/eventlog.md, LsnSpace                                   *)
(* Tells      after each event what the sender or the receiver holds whose *)
(*            it is; of a packet its LSN and what it occupies, of a READ   *)
(*            for how many bytes it asks, and as it leaves whether it is   *)
(*            repeated, and which response is expected                     *)
(* Requests   are as LsnSpace has them; but a connection of RoCEv2 repeats *)
(*            a READ with all that is behind it, so that other requests,   *)
(*            too, leave once more with LSNs of their own; of those a READ *)
(*            that does not say that it is repeated asks for nothing       *)
(* Responses  are as LsnSpace has them, all of them                        *)
(* Network    loses, repeats and reorders, and a log tells none of it.     *)
(*            Before each event a step Comes has all that was on its way   *)
(*            be gone, and puts there what is about to be taken: a packet  *)
(*            that was sent, an acknowledgment of what has come.  Where    *)
(*            the other end tells nothing, it has done its part by then    *)
(* Wrapping   is beyond a log: TLC counts so far that 2^30 LSNs are told   *)
(*            apart, and what is beyond them is not judged                 *)
(***************************************************************************)
EXTENDS LsnSpace, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   LsnSpaceAssumption: Mtu and Empty are from 1 to 2^29; FirstRequest and FirstResponse are from 0 to below 2^30.
\*   WrapAssumption: two windows are no more LSNs than are told apart; no log says how many either is.

VARIABLES
    asks,       \* of each READ that has left, the bytes that it and all before it ask for
    named,      \* LSNs of responses that repeated READs have named as missing
    comes       \* whether the network has done its part for the event that is told next

logVars == <<asks, named, comes>>

\* Of all requests only READs are counted: where each ends among the bytes that are read.
LogWork == <<>>
LogPackets == asks
LogReads(n) == IF n = 0 THEN 0 ELSE asks[n]

LogInit ==
    /\ Init
    /\ asks = <<>> /\ named = {} /\ comes = FALSE

-----------------------------------------------------------------------------
\* The network of a log, and an end that is not in it.

Place0(space, lsn) == Ahead(lsn, First(space))

Data(lsn, bytes, at) ==
    [kind |-> "DATA", lsn |-> lsn, bytes |-> bytes, work |-> 0, again |-> FALSE, from |-> 0,
     at |-> at, fromAt |-> 0, passed |-> 0]

OnWay(space, messages) == [s \in Spaces |-> IF s = space THEN messages ELSE <<>>]

\* Responses are cut from the beginning of each READ on, however often they are sent.
IsResponse(at, bytes) ==
    \E n \in DOMAIN asks :
        LET begin == LogReads(n - 1)
        IN /\ begin <= at /\ at < asks[n]
           /\ (at - begin) % Mtu = 0
           /\ bytes = Least(Mtu, asks[n] - at)

\* A request that is kept; or one that is acknowledged, and nobody keeps.
IsKept(at, bytes) == \E i \in DOMAIN buffer : buffer[i].at = at /\ buffer[i].bytes = bytes
Kept(at) == buffer[CHOOSE i \in DOMAIN buffer : buffer[i].at = at]
IsRequest(at, bytes, read) ==
    \/ IsKept(at, bytes) /\ (Kept(at).read = read \/ (Kept(at).read = 0 /\ bytes = Empty))
    \/ at + bytes <= freed["REQUEST"]

\* A sender that is not in the log has sent all before this.
SentUpTo(v, lsn) == IF IsNews(v, lsn) THEN v ELSE [v EXCEPT !.next = lsn, !.sent = lsn]

PacketComes(e, space) ==
    LET at == Place0(space, e.in.lsn)
        end == at + e.in.bytes
    IN /\ IF space = "REQUEST" THEN IsRequest(at, e.in.bytes, e.in.read) ELSE IsResponse(at, e.in.bytes)
       /\ net' = OnWay(space, <<Data(e.in.lsn, e.in.bytes, at)>>)
       /\ IF e.in.told
          THEN end <= Sent(space) /\ UNCHANGED <<w, r, done, came>>
          ELSE /\ w' = [w EXCEPT ![space] = SentUpTo(@, Plus(First(space), end))]
               /\ done' = fresh
               /\ UNCHANGED <<r, came>>

AckComes(e, space) ==
    LET at == Place0(space, e.in.lsn)
    IN /\ space = "RESPONSE" /\ e.in.nak => e.in.lsn \in named
       /\ net' = OnWay(Other(space), <<Answer(IF e.in.nak THEN "NAK" ELSE "ACK", e.in.lsn, at)>>)
       /\ IF e.in.told
          THEN at <= came[space] /\ UNCHANGED <<r, came>>
          ELSE /\ at <= Sent(space)
               /\ came' = [came EXCEPT ![space] = Most(@, at)]
               /\ r' = [r EXCEPT ![space].expected = Plus(First(space), Most(came[space], at))]
       /\ UNCHANGED <<w, done>>

NothingComes ==
    /\ net' = OnWay("REQUEST", <<>>)
    /\ UNCHANGED <<w, r, done, came>>

LogComes(e) ==
    /\ CASE e.in.comes = "packet" -> PacketComes(e, e.in.space)
         [] e.in.comes = "ack" -> AckComes(e, e.in.space)
         [] OTHER -> NothingComes
    /\ comes' = TRUE
    /\ UNCHANGED <<buffer, fresh, again, freed, faults, asks, named>>

-----------------------------------------------------------------------------
\* What events tell.
OfSender == <<"acked", "next", "sent">>
OfReceiver == <<"expected", "told", "owes">>

ToldSender(e, space) ==
    Has(e.st, "w") => \A i \in DOMAIN OfSender : Told([st |-> e.st.w], OfSender[i], w'[space][OfSender[i]])

ToldReceiver(e, space) ==
    Has(e.st, "r") => \A i \in DOMAIN OfReceiver : Told([st |-> e.st.r], OfReceiver[i], r'[space][OfReceiver[i]])

Beside == comes' = FALSE

\* A request leaves: the next one, or one that was sent before.  What it carries is its user's
\* affair, and what it occupies follows from that alone where it is a READ.  One that says so is
\* repeated, if one is to be, and has an LSN of its own; one that asks for nothing new, and does
\* not say so, goes with it.
RequestLeaves(e) ==
    LET v == w["REQUEST"]
        at == Upcoming("REQUEST")
        bytes == e.msg.bytes
        read == e.msg.read
        isNew == v.next = v.sent
        isRead == Has(e.msg, "again")
        repeats == isRead /\ e.msg.again
        asksMore == read > 0 /\ ~repeats
        expected == (FirstResponse + came["RESPONSE"]) % Modulus
    IN /\ bytes > 0 /\ Fits(v, bytes, e.in.window)
       /\ read > 0 => isRead
       /\ isRead => bytes = Extent("READ", read)
       /\ ToldMsg(e, "lsn", v.next)
       /\ isRead => ToldMsg(e, "from", expected)
       /\ named' = IF repeats THEN named \cup {expected} ELSE named
       /\ IF isNew
          THEN /\ repeats => again
               /\ isRead /\ read = 0 => ~again
               /\ asks' = IF asksMore THEN Append(asks, Reads(fresh) + read) ELSE asks
               /\ fresh' = IF asksMore THEN fresh + 1 ELSE fresh
               /\ buffer' = Append(buffer, [at |-> at, bytes |-> bytes, read |-> read,
                                           again |-> repeats, reads |-> fresh'])
               /\ again' = (again /\ ~repeats)
          ELSE /\ IsKept(at, bytes) /\ Kept(at).read = read /\ Kept(at).again = repeats
               /\ UNCHANGED <<buffer, asks, fresh, again>>
       /\ w' = [w EXCEPT !["REQUEST"] = SentOn(@, bytes)]
       /\ net' = OnWay("REQUEST", <<Data(v.next, bytes, at)>>)
       /\ UNCHANGED <<r, done, freed, came, faults>>

LogTransmit(e) ==
    /\ IF e.in.space = "REQUEST" THEN RequestLeaves(e)
       ELSE /\ Transmit("RESPONSE", e.in.window)
            /\ ToldMsg(e, "lsn", net'["RESPONSE"][1].lsn)
            /\ ToldMsg(e, "bytes", net'["RESPONSE"][1].bytes)
            /\ UNCHANGED <<asks, named>>
    /\ ToldSender(e, e.in.space)
    /\ Beside

LogReceiveAck(e) ==
    /\ ReceiveAck(e.in.space, 1, FALSE)
    /\ UNCHANGED <<asks, named>>
    /\ ToldSender(e, e.in.space)
    /\ Beside

\* A request comes.  In its turn it is taken, and all READs are that left before it.
RequestComes(e) ==
    LET p == net["REQUEST"][1]
        u == r["REQUEST"]
        isNext == Reading(u, p.lsn) = "NEXT"
    IN /\ r' = [r EXCEPT !["REQUEST"] = Received(u, p, e.in.busy)]
       /\ came' = IF isNext THEN [came EXCEPT !["REQUEST"] = @ + p.bytes] ELSE came
       /\ done' = IF isNext /\ IsKept(p.at, p.bytes) THEN Most(done, Kept(p.at).reads) ELSE done
       /\ net' = OnWay("RESPONSE", Answers("REQUEST", u, p, e.in.busy))
       /\ UNCHANGED <<w, buffer, fresh, again, freed, faults>>

LogReceive(e) ==
    /\ IF e.in.space = "REQUEST" THEN RequestComes(e) ELSE Receive("RESPONSE", 1, FALSE, e.in.busy)
    /\ UNCHANGED <<asks, named>>
    /\ ToldReceiver(e, e.in.space)
    /\ Beside

LogFlush(e) ==
    /\ Flush(e.in.space)
    /\ UNCHANGED <<asks, named>>
    /\ ToldReceiver(e, e.in.space)
    /\ Beside

LogTimeout(e) ==
    /\ w["REQUEST"].acked # w["REQUEST"].sent
    /\ w' = [w EXCEPT !["REQUEST"] = TimedOut(@)]
    /\ UNCHANGED <<r, hosts, freed, came, net, faults, asks, named>>
    /\ ToldSender(e, "REQUEST")
    /\ Beside

\* A later answer tells of it as well as a timer, whatever requests are in flight.
LogAskAgain(e) ==
    /\ came["RESPONSE"] < Reads(fresh)
    /\ ~again
    /\ again' = TRUE
    /\ Told(e, "again", again')
    /\ UNCHANGED <<w, r, buffer, fresh, done, freed, came, net, faults, asks, named>>
    /\ Beside

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "ReceiveAck" -> LogReceiveAck(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] e.do = "Flush" -> LogFlush(e)
      [] e.do = "Timeout" -> LogTimeout(e)
      [] e.do = "AskAgain" -> LogAskAgain(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars

-----------------------------------------------------------------------------
\* Claims of the module which hold but for what the network brings, and for NAKs, which it may
\* bring at any time.
LogGapInv ==
    /\ \A s \in Spaces : r[s].told => came[s] < Sent(s)
    /\ again => came["RESPONSE"] < Reads(fresh)

LogInOrderProp ==
    [][~comes' => \A s \in Spaces : came'[s] # came[s] =>
        /\ net[s] # <<>> /\ net[s][1].kind = "DATA"
        /\ net[s][1].at = came[s] /\ came'[s] = came[s] + net[s][1].bytes]_<<vars, logVars>>

LogAckedAtOnceProp ==
    [][~comes' => \A s \in Spaces : came'[s] # came[s] =>
        IF r'[s].owes THEN Merges
        ELSE Grows(Other(s)) /\ Newest(Other(s)).kind = "ACK" /\ Newest(Other(s)).at = came'[s]]_<<vars, logVars>>

LogGapToldProp ==
    [][~comes' => \A s \in Spaces :
        net[s] # <<>> /\ net'[s] = <<>> =>
            LET m == net[s][1]
            IN m.kind = "DATA" /\ m.at > came[s] /\ ~r[s].told =>
                IF s = "RESPONSE" THEN again'
                ELSE /\ Grows("RESPONSE")
                     /\ Newest("RESPONSE").kind = "NAK"
                     /\ Newest("RESPONSE").at = came[s]]_<<vars, logVars>>

LogGoBackProp ==
    [][\A s \in Spaces : Upcoming(s)' < Upcoming(s) => Upcoming(s)' = freed'[s]]_<<vars, logVars>>

\* Responses go back where a READ says that one is missing, and nowhere else.
LogAskedAgainProp ==
    [][Upcoming("RESPONSE")' < Upcoming("RESPONSE") =>
        net["REQUEST"] # <<>> /\ net["REQUEST"][1].kind = "NAK"]_<<vars, logVars>>
=============================================================================
