-------------------------- MODULE TelemetryRecords --------------------------
(***************************************************************************)
(* How records of links become rates in HPCC++.  A packet with telemetry   *)
(* gathers a record of each link of its path: the time, and what the link  *)
(* has sent until then, as counters that wrap, and its queue.  Whoever     *)
(* runs the algorithm keeps the records of the packet before, subtracts,   *)
(* and has the utilisation of the fullest link, and the time it is over.   *)
(*                                                                         *)
(* Source     HPCC++, draft-miao-rtgwg-hpccplus-00, March 2021: sections   *)
(*            4.2 (lines 1 to 8), 6.1, 6.1.3, 6.2.2, 6.3.2, 7.1, 9.1, 9.3  *)
(* Models     HPCC-1 HPCC-7 HPCC-8 HPCC-12 HPCC-14 HPCC-22, of HPCC-2 what *)
(*            is measured, of HPCC-10 and HPCC-11 what comes back, and of  *)
(*            HPCC-15 what a lie can do                                    *)
(* Mends      FIND-11 (its parts on records), FIND-21                      *)
(* Leaves out units: numbers are whole, and none is cut; a queue beyond    *)
(*            its field; what U and W do with it (HpccWindow); which       *)
(*            packets carry telemetry, and when; several packets on one    *)
(*            path at a time: they keep their order there                  *)
(* Units      times in ticks of Timestamp, what links send and hold in     *)
(*            units of bytes, speeds in such units for each tick           *)
(*                                                                         *)
(* What is on its way has the real numbers of each link, and its counters  *)
(* as they are before they wrap.  The algorithm sees Wire of them, and no  *)
(* more; properties look at the numbers.                                   *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Wrapping

CONSTANTS
    Form,           \* who hears of links: "SENDER", of all of them, or of one by a "RESPONSE"; or "RECEIVER"
    Term,           \* what a record has of the queue: its "LENGTH", or the time that packets wait, "SOJOURN"
    One,            \* parts of a utilisation that are 1
    T,              \* the base round trip
    TsModulus,      \* of the time in a record
    TxModulus,      \* of what a link has sent, in a record
    Fastest,        \* the fastest link of the fabric: how soon TxModulus may come round
    Life,           \* how long after its first record feedback may come
    Factor,         \* amounts and speeds are told times this, as to another domain
    Room,           \* records that a packet has room for
    Speeds,         \* by link
    Starts,         \* by link: the clock of its switch, what it has sent, and its queue, as all begins
    Ids,            \* by link: its switch
    Paths,          \* sequences of links; the flow begins with the first
    Changes,        \* environment: times that the path may change
    Packets,        \* environment: packets with telemetry, forged ones among them
    Forgeries,      \* environment: what a forger may send
    MaxTime,        \* environment: the end of time
    Elapsed,        \* environment: times that may pass
    Uses,           \* environment: what links may do meanwhile, by link: units sent in a tick, and the queue
    Transit,        \* environment: ticks that a packet may be on its way
    Lossy, Repeating, Reordering, L, Capacity   \* environment: the way back, see Network

None == -1          \* no record, no measurement
Links == DOMAIN Speeds
Nobody == 0         \* a forger's link

Least(a, b) == IF a < b THEN a ELSE b

\* A path's id; ids have few bits.
RECURSIVE Xor(_, _)
Xor(a, b) == IF a + b = 0 THEN 0 ELSE 2 * Xor(a \div 2, b \div 2) + ((a + b) % 2) \* HPCC-7

\* After a longer silence a counter may have come round: half of it for the time, which has to tell
\* older from newer.  The silence counts between packets that came, and they may have been on their
\* way for times that differ by Life.
Longest == Least((TsModulus - 1) \div 2, (TxModulus - 1) \div Fastest) - Life \* HPCC-2 FIND-11

Channel(n) == 0     \* one for all

ASSUME TelemetryRecordsAssumption ==
    /\ Form \in {"SENDER", "RECEIVER", "RESPONSE"} /\ Term \in {"LENGTH", "SOJOURN"}
    /\ {One, T, TsModulus, TxModulus, Fastest, Factor, Room} \subseteq Nat \ {0}
    /\ {Life, Changes, Packets, MaxTime, Transit} \subseteq Nat /\ Elapsed \subseteq Nat \ {0}
    /\ Transit + L - 1 <= Life /\ 0 < Longest
    /\ DOMAIN Starts = Links /\ DOMAIN Ids = Links
    /\ \A l \in Links : 0 < Speeds[l] /\ Speeds[l] <= Fastest /\ 0 < Ids[l]
    /\ \A p \in DOMAIN Paths : Len(Paths[p]) <= 15 /\ \A h \in DOMAIN Paths[p] : Paths[p][h] \in Links
    /\ \A use \in Uses, l \in Links : use[l][1] <= Speeds[l]

VARIABLES
    now,            \* time: of everybody
    links,          \* network: by link, see Port
    path,           \* network: which of Paths packets take
    probe,          \* network: the packet that passes the switches, see Probe; or none
    next,           \* network: the number of the next packet
    net,            \* network: numbers of packets whose telemetry is on its way back
    told,           \* network: by number, what each of these tells, see Message
    changes,        \* network: how often the path has changed
    s,              \* sender: what it keeps and has measured, see Records
    r,              \* receiver: the same
    truth,          \* whoever looks on: what real numbers these are of, for either end by hop
    last            \* whoever looks on: the number of the packet that the algorithm heard in this step

vars == <<now, links, path, probe, next, net, told, changes, s, r, truth, last>>

Way == INSTANCE Network

Port == [sent : Nat, queue : Nat]

\* A record with the numbers that are behind it.
Real == [link : Nat, speed : Nat, at : Int, sent : Int, queue : Nat]
NoReal == [link |-> None, speed |-> 0, at |-> 0, sent |-> 0, queue |-> 0]

Probe == [n : Nat, route : Nat, since : Nat, path : Nat, nHop : Nat, hops : Seq(Real)]
NoProbe == [n |-> None, route |-> 0, since |-> 0, path |-> 0, nHop |-> 0, hops |-> <<>>]

\* Some of a packet's records, from that of hop first on.
Message == [path : Nat, nHop : Nat, first : Nat, hops : Seq(Real)]
NoMessage == [path |-> 0, nHop |-> 0, first |-> 0, hops |-> <<>>]

Kept == [speed : Nat, ts : Nat, tx : Nat, queue : Nat, heardAt : Int]
NotKept == [speed |-> 0, ts |-> 0, tx |-> 0, queue |-> 0, heardAt |-> None]

Records == [
    path : Nat,             \* pathID of what is kept
    nHop : Nat,             \* its number of hops
    kept : Seq(Kept),       \* by hop
    u : Int,                \* what the last packet measured, in parts; or none
    tau : Nat,              \* over what time
    fullest : Int]          \* on which hop
NoRecords == [path |-> 0, nHop |-> 0, kept |-> <<>>, u |-> None, tau |-> 0, fullest |-> None]

TypeOK ==
    /\ now \in 0 .. MaxTime /\ path \in DOMAIN Paths /\ next \in 1 .. Packets + 1 /\ changes \in 0 .. Changes
    /\ \A l \in Links : links[l].sent \in Nat /\ links[l].queue \in Nat
    /\ net \subseteq Way!Envelope(1 .. Packets)
    /\ \A k \in {s, r} :
        /\ k.path \in Nat /\ k.nHop \in Nat /\ k.u \in Int /\ k.tau \in Nat
        /\ DOMAIN k.kept = 1 .. k.nHop /\ k.fullest \in {None} \cup DOMAIN k.kept
        /\ \A h \in DOMAIN k.kept : k.kept[h].ts \in 0 .. TsModulus - 1 /\ k.kept[h].tx \in 0 .. TxModulus - 1
    /\ DOMAIN truth.s = DOMAIN s.kept /\ DOMAIN truth.r = DOMAIN r.kept /\ last \in {None} \cup 1 .. Packets

Init ==
    /\ now = 0 /\ path = 1 /\ probe = NoProbe /\ next = 1 /\ changes = 0
    /\ links = [l \in Links |-> [sent |-> 0, queue |-> Starts[l][3]]]
    /\ net = {} /\ told = [n \in 1 .. Packets |-> NoMessage]
    /\ s = NoRecords /\ r = NoRecords
    /\ truth = [s |-> <<>>, r |-> <<>>] /\ last = None

-----------------------------------------------------------------------------
\* What is read out of records, on the wire's numbers.

Wire1(real) == [
    speed |-> real.speed,
    ts |-> Wire(real.at, TsModulus),
    tx |-> Wire(real.sent, TxModulus),
    queue |-> real.queue]

\* Ticks from one record to a later one; 0 if the second is no later.
Gap(old, new) == Progress(new.ts, old.ts, TsModulus) \* HPCC-2 HPCC-7 FIND-11
Grown(old, new) == (new.tx - old.tx) % TxModulus \* HPCC-2 HPCC-7

\* u' of a link is Load / (Capacity * T); line 5.
Waits(old, new) == Least(old.queue, new.queue)
Load(old, new) == \* HPCC-2 HPCC-14 HPCC-22
    Waits(old, new) * Factor * (IF Term = "LENGTH" THEN 1 ELSE new.speed) * Gap(old, new)
    + Factor * Grown(old, new) * T
Carries(old, new) == Factor * new.speed * Gap(old, new) \* HPCC-2 HPCC-22
Value(old, new) == (Load(old, new) * One) \div (Carries(old, new) * T) \* HPCC-2

\* Whether a link is fuller than another one; line 6.
Fuller(old, new, old2, new2) == Load(old, new) * Carries(old2, new2) > Load(old2, new2) * Carries(old, new) \* HPCC-2 HPCC-12 FIND-21

-----------------------------------------------------------------------------
\* Whoever keeps records.

\* Another pathID, or another number of hops, is another path: nothing is kept.
SamePath(k, m) == k.path = m.path /\ k.nHop = m.nHop \* HPCC-8
Before(k, m) == IF SamePath(k, m) THEN k.kept ELSE [h \in 1 .. m.nHop |-> NotKept]

\* The hops that the message has a record of, where the speed is that of a link.
Hops(m) == {h \in m.first .. m.first + Len(m.hops) - 1 : h <= m.nHop}
Of(m, h) == m.hops[h - m.first + 1]
KnownSpeed(speed) == \E l \in Links : Speeds[l] = speed
Heard(m) == {h \in Hops(m) : KnownSpeed(Of(m, h).speed)}

\* Something is there to subtract: of the same speed, and not too long ago.
Holds(k, m, h) == \* HPCC-2 HPCC-8
    LET kept == Before(k, m)[h]
    IN kept.heardAt # None /\ now - kept.heardAt <= Longest /\ kept.speed = Of(m, h).speed
Advances(k, m, h) == Gap(Before(k, m)[h], Wire1(Of(m, h))) > 0 \* HPCC-2 FIND-11
Measured(k, m) == {h \in Heard(m) : Holds(k, m, h) /\ Advances(k, m, h)}

\* What is no later than what is kept is let be.
Stores(k, m, h) == h \in Heard(m) /\ (Holds(k, m, h) => Advances(k, m, h)) \* HPCC-2 HPCC-11 FIND-11

\* Of links that are as full, the first.
Fullest(k, m) == \* HPCC-2 HPCC-12
    LET old(h) == Before(k, m)[h]
        new(h) == Wire1(Of(m, h))
        fuller(h, o) == Fuller(old(h), new(h), old(o), new(o))
    IN CHOOSE h \in Measured(k, m) : \A o \in Measured(k, m) \ {h} :
           ~fuller(o, h) /\ (o < h => fuller(h, o))

Store(k, m, h) ==
    IF Stores(k, m, h)
    THEN [speed |-> Of(m, h).speed, ts |-> Wire1(Of(m, h)).ts, tx |-> Wire1(Of(m, h)).tx,
          queue |-> Of(m, h).queue, heardAt |-> now]
    ELSE Before(k, m)[h]

\* What is kept after a message, and what it measured; lines 1 to 8, and line 27.
After(k, m) == \* HPCC-2 HPCC-8 HPCC-11 FIND-11
    LET best == IF Measured(k, m) = {} THEN None ELSE Fullest(k, m)
        old == Before(k, m)[best]
        new == Wire1(Of(m, best))
    IN [path |-> m.path, nHop |-> m.nHop,
        kept |-> [h \in 1 .. m.nHop |-> Store(k, m, h)],
        u |-> IF best = None THEN None ELSE Value(old, new),
        tau |-> IF best = None THEN 0 ELSE Gap(old, new),
        fullest |-> best]

\* The real numbers of what is kept then.
TrueAfter(k, real, m) ==
    [h \in 1 .. m.nHop |->
        IF Stores(k, m, h) THEN Of(m, h) ELSE IF SamePath(k, m) THEN real[h] ELSE NoReal]

-----------------------------------------------------------------------------
\* Sender and switches.

\* A packet with telemetry leaves, with nothing in it.
Send == \* HPCC-7
    /\ next <= Packets /\ probe = NoProbe
    /\ probe' = [n |-> next, route |-> path, since |-> now, path |-> 0, nHop |-> 0, hops |-> <<>>]
    /\ next' = next + 1 /\ last' = None
    /\ UNCHANGED <<now, links, path, net, told, changes, s, r, truth>>

Record(l) == \* HPCC-1 HPCC-7
    [link |-> l, speed |-> Speeds[l], at |-> Starts[l][1] + now, sent |-> Starts[l][2] + links[l].sent,
     queue |-> links[l].queue]

\* It begins to leave a switch, which counts itself, adds its id, and tells of the port where there is room.
Stamped(p, l) == \* HPCC-1 HPCC-7 HPCC-21
    [p EXCEPT !.nHop = @ + 1,
              !.path = Xor(@, Ids[l]),
              !.hops = IF Len(@) < Room THEN Append(@, Record(l)) ELSE @]

Emit == \* HPCC-1 HPCC-7
    /\ probe # NoProbe /\ probe.nHop < Len(Paths[probe.route])
    /\ probe' = Stamped(probe, Paths[probe.route][probe.nHop + 1])
    /\ last' = None
    /\ UNCHANGED <<now, links, path, next, net, told, changes, s, r, truth>>

-----------------------------------------------------------------------------
\* Receiver.

Whole(p) == [path |-> p.path, nHop |-> p.nHop, first |-> 1, hops |-> p.hops]

\* The record of one link.
Response(p, k) == \* HPCC-12
    IF k.fullest = None THEN [Whole(p) EXCEPT !.hops = <<>>]
    ELSE [Whole(p) EXCEPT !.first = k.fullest, !.hops = <<p.hops[k.fullest]>>]

\* What comes back of a packet.
Echo(p, k) == IF Form = "RESPONSE" THEN Response(p, k) ELSE Whole(p) \* HPCC-10 HPCC-12

ReceiverKeeps == Form # "SENDER" \* HPCC-11 FIND-11

\* A packet is there.  The receiver sends its telemetry back, or a part of it, or runs the algorithm.
Receive == \* HPCC-10 HPCC-11 HPCC-12
    /\ probe # NoProbe /\ probe.nHop = Len(Paths[probe.route])
    /\ Form # "RECEIVER" => Way!Room(net, probe.n)
    /\ probe' = NoProbe
    /\ LET m == Whole(probe)
       IN /\ r' = IF ReceiverKeeps THEN After(r, m) ELSE r
          /\ truth' = IF ReceiverKeeps THEN [truth EXCEPT !.r = TrueAfter(r, @, m)] ELSE truth
    /\ IF Form = "RECEIVER"
       THEN net' = net /\ told' = told /\ last' = probe.n
       ELSE net' = Way!Put(net, probe.n) /\ told' = [told EXCEPT ![probe.n] = Echo(probe, r')] /\ last' = None
    /\ UNCHANGED <<now, links, path, next, changes, s>>

-----------------------------------------------------------------------------
\* Sender.

\* What is no longer on its way tells nothing.
Still(rest) == [n \in DOMAIN told |-> IF Way!OnWay(rest, n) THEN told[n] ELSE NoMessage]

\* Telemetry comes back.
Hear(n) == \* HPCC-2 HPCC-8 HPCC-10
    /\ Way!Deliverable(net, n)
    /\ s' = After(s, told[n])
    /\ truth' = [truth EXCEPT !.s = TrueAfter(s, @, told[n])]
    /\ net' = Way!Take(net, n) /\ told' = Still(net')
    /\ last' = n
    /\ UNCHANGED <<now, links, path, probe, next, changes, r>>

-----------------------------------------------------------------------------
\* Network, forger, and time.

Lose(n) ==
    /\ Way!Losable(net, n)
    /\ net' = Way!Drop(net, n) /\ told' = Still(net')
    /\ last' = None
    /\ UNCHANGED <<now, links, path, probe, next, changes, s, r, truth>>

\* Somebody sends what no switch wrote.
Forge(f) == \* HPCC-15
    /\ next <= Packets
    /\ Way!Room(net, next)
    /\ net' = Way!Put(net, next) /\ told' = [told EXCEPT ![next] = Forgeries[f]]
    /\ next' = next + 1 /\ last' = None
    /\ UNCHANGED <<now, links, path, probe, changes, s, r, truth>>

Reroute(p) ==
    /\ p # path /\ changes < Changes
    /\ path' = p /\ changes' = changes + 1 /\ last' = None
    /\ UNCHANGED <<now, links, probe, next, net, told, s, r, truth>>

\* Links send what use says, and no more than they can.
Tick(time, use) ==
    /\ now + time <= MaxTime
    /\ probe # NoProbe => now + time - probe.since <= Transit
    /\ Way!MayAge(net, time)
    /\ now' = now + time
    /\ links' = [l \in Links |-> [sent |-> links[l].sent + use[l][1] * time, queue |-> use[l][2]]]
    /\ net' = Way!Aged(net, time) /\ told' = Still(net')
    /\ last' = None
    /\ UNCHANGED <<path, probe, next, changes, s, r, truth>>

-----------------------------------------------------------------------------
Next ==
    \/ Send
    \/ Emit
    \/ Receive
    \/ \E n \in 1 .. Packets : Hear(n)
    \/ \E n \in 1 .. Packets : Lose(n)
    \/ \E f \in DOMAIN Forgeries : Forge(f)
    \/ \E p \in DOMAIN Paths : Reroute(p)
    \/ \E time \in Elapsed, use \in Uses : Tick(time, use)

Safety == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
\* Invariants.

\* A measurement is a number, over some time and less than half a turn; or there is none.
NumberInv == \* HPCC-2 HPCC-15 FIND-11
    \A k \in {s, r} :
        /\ k.u >= None /\ k.tau >= 0 /\ 2 * k.tau < TsModulus
        /\ (k.u = None) = (k.tau = 0) /\ (k.u = None) = (k.fullest = None)

Bit(number, bit) == (number \div 2^bit) % 2

\* A packet tells of the links that it has passed, in their order, as far as there is room; and in each
\* bit of its path's id whether an odd number of switches have that bit.
StampInv == \* HPCC-1 HPCC-7
    LET route == Paths[probe.route]
    IN /\ Len(probe.hops) = Least(probe.nHop, Room)
       /\ \A h \in DOMAIN probe.hops : probe.hops[h].link = route[h]
       /\ \A bit \in 0 .. 11 : Bit(probe.path, bit) = Cardinality({h \in 1 .. probe.nHop : Bit(Ids[route[h]], bit) = 1}) % 2

\* What is kept is what its real numbers are on the wire.
KeptInv == \* HPCC-2 HPCC-7
    \A pair \in {<<s, truth.s>>, <<r, truth.r>>} : \A h \in DOMAIN pair[1].kept :
        LET kept == pair[1].kept[h]
            real == pair[2][h]
        IN IF real = NoReal THEN kept = NotKept
           ELSE /\ (kept.ts - real.at) % TsModulus = 0 /\ (kept.tx - real.sent) % TxModulus = 0
                /\ kept.speed = real.speed /\ kept.queue = real.queue
                /\ kept.heardAt \in 0 .. now

\* What is gone leaves nothing behind, and who has heard of nothing keeps nothing.
NothingInv == \* HPCC-7 HPCC-8
    /\ probe.n = None => probe.route + probe.since + probe.path + probe.nHop + Len(probe.hops) = 0
    /\ \A n \in DOMAIN told : (\A e \in net : e.body # n) =>
        told[n].path + told[n].nHop + told[n].first + Len(told[n].hops) = 0
    /\ \A k \in {s, r} : k.kept = <<>> => k.path + k.nHop = 0
    /\ \A k \in {s, r} : \A h \in DOMAIN k.kept : k.kept[h].heardAt = None =>
        k.kept[h].speed + k.kept[h].ts + k.kept[h].tx + k.kept[h].queue = 0
    /\ \A reals \in {truth.s, truth.r} : \A h \in DOMAIN reals : reals[h].link = None =>
        reals[h].speed + reals[h].at + reals[h].sent + reals[h].queue = 0

\* The environment keeps within what is agreed, and no packet has a number that is still to come.
EnvironmentInv ==
    /\ now <= MaxTime /\ changes <= Changes /\ next <= Packets + 1
    /\ Cardinality(net) <= Capacity
    /\ \A e \in net : e.body < next
    /\ probe.n < next
    /\ probe.n # None => now - probe.since <= Transit

-----------------------------------------------------------------------------
\* Action properties, of the way there and back.

\* Each packet has the next number, forged ones too; and each change of the path counts.
CountsProp ==
    [][/\ next' = next \/ next' = next + 1
       /\ (next' # next) = (probe'.n = next \/ \E e \in net' : e.body = next)
       /\ changes' - changes = IF path' = path THEN 0 ELSE 1]_vars

\* Links work while time passes, and what is on its way grows older.
PassesProp ==
    [][/\ links' # links => now' > now
       /\ \A e \in net' : now' # now => e.age - (now' - now) \in {o.age : o \in {x \in net : x.body = e.body}}]_vars

\* A packet arrives when it has passed its whole path, and then its telemetry is on its way back.
ArrivesProp == \* HPCC-7 HPCC-10
    [][probe.n # None /\ probe'.n # probe.n =>
        /\ probe'.n = None
        /\ probe.nHop = Len(Paths[probe.route])
        /\ Form # "RECEIVER" => \E e \in net' : e.body = probe.n]_vars

-----------------------------------------------------------------------------
\* What an end hears in a step, and what is known of it, in real numbers.

\* Whoever runs the algorithm, and the message that it hears, or none.
Own == IF Form = "RECEIVER" THEN r ELSE s
OwnTruth == IF Form = "RECEIVER" THEN truth.r ELSE truth.s
Came == IF last' = None THEN NoMessage ELSE IF Form = "RECEIVER" THEN Whole(probe) ELSE told[last']

\* What a message tells of a hop, and what was behind it before; or nothing.
NowOf(m, h) ==
    LET records == {i \in DOMAIN m.hops : m.first + i = h + 1}
    IN IF records = {} THEN NoReal ELSE m.hops[CHOOSE i \in records : TRUE]
WasOf(reals, h) == IF h \in DOMAIN reals THEN reals[h] ELSE NoReal

\* Both are of one link, and no forger's.
True(a, b) == a.link > Nobody /\ a.link = b.link

\* Hops of which a message tells what can be held against what is kept: of the same path and link, and
\* not too long ago; and those of them on which time has gone on.
Known(k, reals, m) ==
    {h \in DOMAIN reals :
        /\ k.path = m.path /\ k.nHop = m.nHop
        /\ True(reals[h], NowOf(m, h)) /\ now - k.kept[h].heardAt <= Longest}
GoesOn(k, reals, m) == {h \in Known(k, reals, m) : reals[h].at < NowOf(m, h).at}

\* The hop that is named as the fullest in a step, if one is.
Named == IF last' # None /\ Own'.u # None THEN {Own'.fullest} ELSE {}

\* u' as a fraction, of two real records of one link.
Up(a, b) == (IF Term = "LENGTH" THEN 1 ELSE b.speed) * Least(a.queue, b.queue) * (b.at - a.at) + (b.sent - a.sent) * T
Down(a, b) == b.speed * T * (b.at - a.at)
NoLess(a, b, c, d) == Up(a, b) * Down(c, d) >= Up(c, d) * Down(a, b)

-----------------------------------------------------------------------------
\* Action properties, on the real numbers.

\* A record is of one instant: that at which the packet begins to leave.
SnapshotProp == \* HPCC-1
    [][\A h \in DOMAIN probe'.hops \ DOMAIN probe.hops :
        LET real == probe'.hops[h]
        IN /\ real.at - now = Starts[real.link][1] /\ real.queue = links[real.link].queue
           /\ real.sent - links[real.link].sent = Starts[real.link][2]]_vars

\* Whoever looks on notes each packet that is heard.  Where nothing is lost, nothing goes unheard;
\* where nothing is repeated, nothing comes twice.
HeardProp == \* HPCC-10 HPCC-11
    [][/\ Own' # Own => last' # None
       /\ ~Lossy /\ Cardinality(net') < Cardinality(net) => last' # None
       /\ last' # None => <<now, links, path, next, changes>>' = <<now, links, path, next, changes>>
       /\ last' # None /\ Form = "RECEIVER" => probe'.n = None /\ last' = probe.n
       /\ last' # None /\ Form # "RECEIVER" =>
            /\ probe' = probe /\ \E e \in net : e.body = last'
            /\ Repeating \/ Cardinality(net') < Cardinality(net)]_vars

\* What is measured is the link's true utilisation, in whole parts, over the true time; no link of
\* which as much is known is fuller, and none before it as full.
RateProp == \* HPCC-2 HPCC-7 HPCC-14 HPCC-22 FIND-11
    [][\A h \in Named :
        LET a == WasOf(OwnTruth, h)
            b == NowOf(Came, h)
        IN True(a, b) =>
            /\ Own'.tau = b.at - a.at
            /\ Own'.u * Down(a, b) <= Up(a, b) * One /\ Up(a, b) * One < (Own'.u + 1) * Down(a, b)]_vars
FullestProp == \* HPCC-2
    [][\A best \in Named : \A h \in GoesOn(Own, OwnTruth, Came) :
        LET a == WasOf(OwnTruth, best)
            b == NowOf(Came, best)
            c == OwnTruth[h]
            d == NowOf(Came, h)
        IN NoLess(a, b, c, d) /\ (h < best => ~NoLess(c, d, a, b))]_vars

\* No whole period has passed between the two.
PeriodProp == \* HPCC-2 FIND-11
    [][\A h \in Named :
        LET a == WasOf(OwnTruth, h)
            b == NowOf(Came, h)
        IN True(a, b) => 0 < b.at - a.at /\ 2 * (b.at - a.at) < TsModulus /\ b.sent - a.sent < TxModulus]_vars

\* Nothing is measured against what was heard too long ago: so long does a lie last.
ExpiresProp == [][\A h \in Named : now - Own.kept[h].heardAt <= Longest]_vars \* HPCC-2 HPCC-15

\* No rate is made of records of two links; none but where pathID, number of hops and speed are the
\* same on two paths, which the header leaves no way to see.
OneLinkProp == \* HPCC-8 FIND-11
    [][\A h \in Named :
        LET a == WasOf(OwnTruth, h)
            b == NowOf(Came, h)
        IN a.link = b.link \/ Nobody \in {a.link, b.link}]_vars
Alike(p, q) ==
    /\ Len(Paths[p]) = Len(Paths[q])
    /\ \A bit \in 0 .. 11 :
        Cardinality({h \in DOMAIN Paths[p] : Bit(Ids[Paths[p][h]], bit) = 1}) % 2
        = Cardinality({h \in DOMAIN Paths[q] : Bit(Ids[Paths[q][h]], bit) = 1}) % 2
BlindProp == \* HPCC-8 FIND-11
    [][\A h \in Named :
        LET a == WasOf(OwnTruth, h).link
            b == NowOf(Came, h).link
        IN {a, b} \subseteq Links =>
            /\ Speeds[a] = Speeds[b]
            /\ \E p, q \in DOMAIN Paths : Alike(p, q) /\ Paths[p][h] = a /\ Paths[q][h] = b]_vars

\* What is no later than what is kept measures nothing and changes nothing; what is later is kept, and
\* so is what nothing is known of.
StaleProp == \* HPCC-2 FIND-11
    [][\A h \in Known(Own, OwnTruth, Came) \ GoesOn(Own, OwnTruth, Came) :
        Own'.kept[h] = Own.kept[h] /\ Own'.fullest # h]_vars
NewestProp == \* HPCC-2 HPCC-11 FIND-11
    [][\A h \in (1 .. Came.nHop) \ (Known(Own, OwnTruth, Came) \ GoesOn(Own, OwnTruth, Came)) :
        LET a == WasOf(OwnTruth, h)
            b == NowOf(Came, h)
        IN b.link > Nobody /\ (a.link = None \/ Own.path # Came.path \/ True(a, b)) =>
            Own'.kept[h].heardAt = now /\ (Own'.kept[h].ts - b.at) % TsModulus = 0]_vars

\* What can be measured is.
MeasuresProp == \* HPCC-2 HPCC-11 HPCC-12 FIND-11
    [][GoesOn(Own, OwnTruth, Came) # {} => Own'.u # None]_vars

\* Where the path's id or its number of hops is another one, nothing is measured, and no record is
\* left but those that came.
DropsProp == \* HPCC-8
    [][last' # None /\ (Own.path # Came.path \/ Own.nHop # Came.nHop) =>
        /\ Own'.u = None /\ Own'.path = Came.path /\ Own'.nHop = Came.nHop
        /\ \A h \in DOMAIN Own'.kept : NowOf(Came, h) = NoReal => Own'.kept[h].heardAt = None]_vars

\* What is told of a packet is what it has gathered.
Answered == IF probe # NoProbe /\ probe' = NoProbe /\ Form # "RECEIVER" THEN {probe.n} ELSE {}
EchoProp == \* HPCC-10 HPCC-12
    [][\A n \in Answered :
        LET m == told'[n]
        IN /\ m.path = probe.path /\ m.nHop = probe.nHop
           /\ Form = "SENDER" => m.hops = probe.hops
           /\ \A i \in DOMAIN m.hops : m.hops[i] = probe.hops[m.first + i - 1]]_vars

\* A response tells of the fullest link; a link that is full does not hide behind one that has room.
ChoiceProp == \* HPCC-12 FIND-21
    [][\A n \in Answered : \A h \in GoesOn(r, truth.r, Whole(probe)) :
        LET best == told'[n].first
        IN NoLess(WasOf(truth.r, best), NowOf(Whole(probe), best), truth.r[h], NowOf(Whole(probe), h))]_vars
FullProp == \* HPCC-12 FIND-21
    [][\A n \in Answered : \A h \in GoesOn(r, truth.r, Whole(probe)) :
        LET isFull(hop) == Up(WasOf(truth.r, hop), NowOf(Whole(probe), hop)) >= Down(WasOf(truth.r, hop), NowOf(Whole(probe), hop))
        IN isFull(h) => isFull(told'[n].first)]_vars
=============================================================================
