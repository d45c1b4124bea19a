----------------------- MODULE TelemetryRecordsFaults -----------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of TelemetryRecords.       *)
(***************************************************************************)
EXTENDS MCTelemetryRecords

Most(a, b) == IF a > b THEN a ELSE b

-----------------------------------------------------------------------------
\* As published: lines 1 to 8 and 27 by the letter, where nothing is said of what comes late or twice.

\* Each hop is measured, whatever time has passed; and 0/0 is no number.
AdvancesAlways(k, m, h) == TRUE
ValueOfNothing(old, new) == IF Gap(old, new) = 0 THEN -2 ELSE (Load(old, new) * One) \div (Carries(old, new) * T)

\* A difference of counters is what it is, up to a whole turn.
GapPlain(old, new) == (new.ts - old.ts) % TsModulus

\* A flow may be silent for as long as it likes.
LongestEver == MaxTime + 1

\* The receiver's form has nothing that stores a record.
StoresNever(k, m, h) == FALSE

\* The RoCEv2 form tells of the link with the most bytes in flight.
FullerByBytes(old, new, old2, new2) == Load(old, new) * Gap(old2, new2) > Load(old2, new2) * Gap(old, new)

-----------------------------------------------------------------------------
\* Switches.

\* Who counts the packet's own bytes, which have not left yet.
RecordAhead(l) ==
    [link |-> l, speed |-> Speeds[l], at |-> Starts[l][1] + now, sent |-> Starts[l][2] + links[l].sent + 1,
     queue |-> links[l].queue]

\* Who takes the queue a moment later than the time.
RecordOther(l) ==
    [link |-> l, speed |-> Speeds[l], at |-> Starts[l][1] + now, sent |-> Starts[l][2] + links[l].sent,
     queue |-> links[l].queue + 1]

\* Who takes the time a moment later than the rest.
RecordLate(l) ==
    [link |-> l, speed |-> Speeds[l], at |-> Starts[l][1] + now + 1, sent |-> Starts[l][2] + links[l].sent,
     queue |-> links[l].queue]

\* Who adds ids up.
XorAdds(a, b) == a + b

\* Who writes over the first record where there is no room.
StampedOver(p, l) ==
    [p EXCEPT !.nHop = @ + 1, !.path = Xor(@, Ids[l]),
              !.hops = IF Len(@) < Room THEN Append(@, Record(l)) ELSE [@ EXCEPT ![1] = Record(l)]]

\* Who writes where there is no room.
StampedBeyond(p, l) ==
    [p EXCEPT !.nHop = @ + 1, !.path = Xor(@, Ids[l]), !.hops = Append(@, Record(l))]

\* Who does not add his id where there is no room.
StampedSilent(p, l) ==
    [p EXCEPT !.nHop = @ + 1, !.path = IF Len(p.hops) < Room THEN Xor(@, Ids[l]) ELSE @,
              !.hops = IF Len(@) < Room THEN Append(@, Record(l)) ELSE @]

-----------------------------------------------------------------------------
\* What is read out of two records.

\* Who subtracts counters as numbers.
GrownPlain(old, new) == new.tx - old.tx

\* Who takes the longer queue, or that of now.
WaitsMost(old, new) == Most(old.queue, new.queue)
WaitsNow(old, new) == new.queue

\* Who counts a rate as full only with the queue of a whole T.
LoadNoQueue(old, new) == Factor * Grown(old, new) * T

\* Who takes a time for bytes.
LoadAsBytes(old, new) == Waits(old, new) * Factor * Gap(old, new) + Factor * Grown(old, new) * T

\* Who is told speeds of another domain, and amounts of this one.
LoadOwn(old, new) ==
    Waits(old, new) * (IF Term = "LENGTH" THEN 1 ELSE Factor * new.speed) * Gap(old, new) + Grown(old, new) * T

\* Who rounds up.
ValueUp(old, new) == 0 - ((0 - Load(old, new) * One) \div (Carries(old, new) * T))

\* Who measures over T, whatever has passed.
ValueOverT(old, new) == (Load(old, new) * One) \div (Factor * new.speed * T * T)

\* Who has it the other way round.
FullerLess(old, new, old2, new2) == Load(old, new) * Carries(old2, new2) < Load(old2, new2) * Carries(old, new)

\* Who looks at queues alone.
FullerByQueue(old, new, old2, new2) == Waits(old, new) > Waits(old2, new2)

-----------------------------------------------------------------------------
\* What is kept.

\* Who looks at the number of hops only, at pathID only, or at neither.
SameHops(k, m) == k.nHop = m.nHop
BeforeByHop(k, m) == [h \in 1 .. m.nHop |-> IF h <= k.nHop THEN k.kept[h] ELSE NotKept]
BeforeById(k, m) == [h \in 1 .. m.nHop |-> IF k.path = m.path /\ h <= k.nHop THEN k.kept[h] ELSE NotKept]

\* Who takes a record of another speed for one of the same link.
HoldsAnySpeed(k, m, h) ==
    LET kept == Before(k, m)[h] IN kept.heardAt # None /\ now - kept.heardAt <= Longest

\* Who has no clock.
HoldsForEver(k, m, h) ==
    LET kept == Before(k, m)[h] IN kept.heardAt # None /\ kept.speed = Of(m, h).speed

\* Who thinks of silence, and not of how long feedback is on its way; or of the time alone.
LongestWithoutLife == Least((TsModulus - 1) \div 2, (TxModulus - 1) \div Fastest)
LongestOfTime == (TsModulus - 1) \div 2 - Life
LongestOfBytes == (TxModulus - 1) \div Fastest - Life

\* Who stores whatever came last.
StoresAll(k, m, h) == h \in Heard(m)

\* Who stores only where the number of hops changes: rates are averages since the flow began.
StoresFirst(k, m, h) == h \in Heard(m) /\ ~Holds(k, m, h)

\* Who stores one number of a record less than there are: its speed, its time, its bytes, its queue; or
\* when it came, which he does not store or puts a moment later.
Stored(m, h) == [speed |-> Of(m, h).speed, ts |-> Wire1(Of(m, h)).ts, tx |-> Wire1(Of(m, h)).tx,
                 queue |-> Of(m, h).queue, heardAt |-> now]
StoreButSpeed(k, m, h) ==
    IF Stores(k, m, h) THEN [Stored(m, h) EXCEPT !.speed = Before(k, m)[h].speed] ELSE Before(k, m)[h]
StoreButTime(k, m, h) ==
    IF Stores(k, m, h) THEN [Stored(m, h) EXCEPT !.ts = Before(k, m)[h].ts] ELSE Before(k, m)[h]
StoreButBytes(k, m, h) ==
    IF Stores(k, m, h) THEN [Stored(m, h) EXCEPT !.tx = Before(k, m)[h].tx] ELSE Before(k, m)[h]
StoreButQueue(k, m, h) ==
    IF Stores(k, m, h) THEN [Stored(m, h) EXCEPT !.queue = Before(k, m)[h].queue] ELSE Before(k, m)[h]
StoreButHeard(k, m, h) ==
    IF Stores(k, m, h) THEN [Stored(m, h) EXCEPT !.heardAt = Before(k, m)[h].heardAt] ELSE Before(k, m)[h]
StoreAhead(k, m, h) ==
    IF Stores(k, m, h) THEN [Stored(m, h) EXCEPT !.heardAt = now + 1] ELSE Before(k, m)[h]

\* Who stores the time of this packet beside the bytes of the last one.
StoreMixed(k, m, h) ==
    IF Stores(k, m, h)
    THEN [speed |-> Of(m, h).speed, ts |-> Wire1(Of(m, h)).ts,
          tx |-> IF Before(k, m)[h].heardAt = None THEN Wire1(Of(m, h)).tx ELSE Before(k, m)[h].tx,
          queue |-> Of(m, h).queue, heardAt |-> now]
    ELSE Before(k, m)[h]

\* Who keeps the records of the last packet only, where it has but one.
StoreOnlyCame(k, m, h) ==
    IF Stores(k, m, h)
    THEN [speed |-> Of(m, h).speed, ts |-> Wire1(Of(m, h)).ts, tx |-> Wire1(Of(m, h)).tx,
          queue |-> Of(m, h).queue, heardAt |-> now]
    ELSE IF h \in Hops(m) THEN Before(k, m)[h] ELSE NotKept

\* Who measures a packet only if each of its links can be measured.
MeasuredAll(k, m) ==
    LET can == {h \in Heard(m) : Holds(k, m, h) /\ Advances(k, m, h)} IN IF can = Hops(m) THEN can ELSE {}

\* Who takes tau of the first link, whichever is the fullest.
AfterFirstTau(k, m) ==
    LET best == IF Measured(k, m) = {} THEN None ELSE Fullest(k, m)
        first == CHOOSE h \in Measured(k, m) : \A o \in Measured(k, m) : h <= o
    IN [path |-> m.path, nHop |-> m.nHop,
        kept |-> [h \in 1 .. m.nHop |-> Store(k, m, h)],
        u |-> IF best = None THEN None ELSE Value(Before(k, m)[best], Wire1(Of(m, best))),
        tau |-> IF best = None THEN 0 ELSE Gap(Before(k, m)[first], Wire1(Of(m, first))),
        fullest |-> best]

\* Who answers what was measured last, where nothing is.
AfterOld(k, m) ==
    LET best == IF Measured(k, m) = {} THEN None ELSE Fullest(k, m)
    IN [path |-> m.path, nHop |-> m.nHop,
        kept |-> [h \in 1 .. m.nHop |-> Store(k, m, h)],
        u |-> IF best = None THEN k.u ELSE Value(Before(k, m)[best], Wire1(Of(m, best))),
        tau |-> IF best = None THEN k.tau ELSE Gap(Before(k, m)[best], Wire1(Of(m, best))),
        fullest |-> IF best = None /\ k.fullest \in 1 .. m.nHop THEN k.fullest ELSE best]

\* Who lets a number stand beside no time.
AfterZero(k, m) ==
    LET best == IF Measured(k, m) = {} THEN None ELSE Fullest(k, m)
    IN [path |-> m.path, nHop |-> m.nHop,
        kept |-> [h \in 1 .. m.nHop |-> Store(k, m, h)],
        u |-> IF best = None THEN 0 ELSE Value(Before(k, m)[best], Wire1(Of(m, best))),
        tau |-> IF best = None THEN 0 ELSE Gap(Before(k, m)[best], Wire1(Of(m, best))),
        fullest |-> best]

\* Who has the time the wrong way round; counts it there and back; keeps that of the last one, or its
\* hop, where nothing is measured; names the first hop then; or does not take over a path's id, or its
\* number of hops.
Right(k, m) ==
    LET best == IF Measured(k, m) = {} THEN None ELSE Fullest(k, m)
    IN [path |-> m.path, nHop |-> m.nHop,
        kept |-> [h \in 1 .. m.nHop |-> Store(k, m, h)],
        u |-> IF best = None THEN None ELSE Value(Before(k, m)[best], Wire1(Of(m, best))),
        tau |-> IF best = None THEN 0 ELSE Gap(Before(k, m)[best], Wire1(Of(m, best))),
        fullest |-> best]
AfterBackward(k, m) == [Right(k, m) EXCEPT !.tau = -@]
AfterTwice(k, m) == [Right(k, m) EXCEPT !.tau = 2 * @]
AfterOldTau(k, m) == [Right(k, m) EXCEPT !.tau = IF @ = 0 THEN k.tau ELSE @]
AfterOldHop(k, m) == [Right(k, m) EXCEPT !.fullest = IF @ = None /\ k.fullest \in 1 .. m.nHop THEN k.fullest ELSE @]
AfterFirstHop(k, m) == [Right(k, m) EXCEPT !.fullest = IF @ = None THEN 1 ELSE @]
AfterOldPath(k, m) == [Right(k, m) EXCEPT !.path = k.path]
AfterOldLength(k, m) == [Right(k, m) EXCEPT !.nHop = k.nHop]

-----------------------------------------------------------------------------
\* What comes back.

\* Who sends the first record, whichever hop it names.
ResponseFirst(p, k) ==
    IF k.fullest = None THEN [Whole(p) EXCEPT !.hops = <<>>]
    ELSE [Whole(p) EXCEPT !.first = k.fullest, !.hops = <<p.hops[1]>>]

\* Who sends back no path's id; or no number of hops.
EchoNoPath(p, k) == [Whole(p) EXCEPT !.path = 0]
EchoNoLength(p, k) == [Whole(p) EXCEPT !.nHop = Len(p.hops)]

\* Who sends back one record less than came.
EchoCut(p, k) == [Whole(p) EXCEPT !.hops = SubSeq(@, 1, Len(@) - 1)]

-----------------------------------------------------------------------------
\* What is left of what is gone.

NoProbeOld == [n |-> None, route |-> 1, since |-> 0, path |-> 0, nHop |-> 0, hops |-> <<>>]
StillAll(rest) == told
InitOfPath ==
    /\ now = 0 /\ path = 1 /\ probe = NoProbe /\ next = 1 /\ changes = 0
    /\ links = [l \in Links |-> [sent |-> 0, queue |-> Starts[l][3]]]
    /\ net = {} /\ told = [n \in 1 .. Packets |-> NoMessage]
    /\ s = [NoRecords EXCEPT !.path = 1] /\ r = NoRecords
    /\ truth = [s |-> <<>>, r |-> <<>>] /\ last = None
NotKeptFast == [speed |-> 2, ts |-> 0, tx |-> 0, queue |-> 0, heardAt |-> None]
NoRealFull == [link |-> None, speed |-> 0, at |-> 0, sent |-> 0, queue |-> 1]

-----------------------------------------------------------------------------
\* An environment that does more than is agreed.

\* Time without an end; or one that a packet on its way there does not hold up.
Passes(clock, time, use, left, noted) ==
    /\ now' = clock
    /\ links' = [l \in Links |-> [sent |-> links[l].sent + use[l][1] * time, queue |-> use[l][2]]]
    /\ net' = left /\ told' = Still(net')
    /\ last' = noted
    /\ UNCHANGED <<path, probe, next, changes, s, r, truth>>
TickForEver(time, use) ==
    /\ now <= MaxTime /\ probe = NoProbe /\ Way!MayAge(net, time)
    /\ Passes(now + time, time, use, Way!Aged(net, time), None)
TickOver(time, use) ==
    now + time <= MaxTime /\ Way!MayAge(net, time) /\ Passes(now + time, time, use, Way!Aged(net, time), None)

\* Links that work while no time passes; what does not grow older; and what is lost by age where
\* nothing is to be lost.
Rests(time) == now + time <= MaxTime /\ probe = NoProbe
TickStill(time, use) == Rests(time) /\ net = {} /\ Passes(now, time, use, net, None)
TickAgeless(time, use) == Rests(time) /\ Passes(now + time, time, use, net, None)
TickLoses(time, use) == Rests(time) /\ Passes(now + time, time, use, Way!Aged(net, time), None)

\* The path changes once more than it may; or one change counts as none.
Rerouted(p, count) ==
    /\ path' = p /\ changes' = count /\ last' = None
    /\ UNCHANGED <<now, links, probe, next, net, told, s, r, truth>>
RerouteMore(p) == p # path /\ changes <= Changes /\ Rerouted(p, changes + 1)
RerouteUncounted(p) == p # path /\ changes < Changes /\ Rerouted(p, changes)

\* A packet more than there are; one without a number of its own; one whose number is left out; one
\* while another passes the switches.
Sent(number, noted) ==
    /\ probe' = [n |-> next, route |-> path, since |-> now, path |-> 0, nHop |-> 0, hops |-> <<>>]
    /\ next' = number /\ last' = noted
    /\ UNCHANGED <<now, links, path, net, told, changes, s, r, truth>>
SendMore == next <= Packets + 1 /\ probe = NoProbe /\ Sent(next + 1, None)
SendUncounted == next <= Packets /\ probe = NoProbe /\ Sent(next, None)
SendSkips == next < Packets /\ probe = NoProbe /\ Sent(next + 2, None)
SendOver == next <= Packets /\ Sent(next + 1, None)
SendOverLast ==
    /\ IF probe = NoProbe THEN TRUE ELSE probe.nHop = Len(Paths[probe.route])
    /\ next <= Packets /\ Sent(next + 1, None)
SendNothing ==
    /\ next <= Packets /\ probe = NoProbe
    /\ next' = next + 1 /\ last' = None
    /\ UNCHANGED <<now, links, path, probe, net, told, changes, s, r, truth>>
ForgeUncounted(f) ==
    /\ next <= Packets /\ net = {}
    /\ net' = Way!Put(net, next) /\ told' = [told EXCEPT ![next] = Forgeries[f]]
    /\ last' = None
    /\ UNCHANGED <<now, links, path, probe, next, changes, s, r, truth>>

-----------------------------------------------------------------------------
\* Packets that arrive and are heard.

\* Who answers where the way back has no room; before the last switch; not at all.
AnsweredBy(back) ==
    /\ probe' = NoProbe
    /\ net' = back /\ told' = (IF back = net THEN told ELSE [told EXCEPT ![probe.n] = Echo(probe, r)])
    /\ last' = None
    /\ UNCHANGED <<now, links, path, next, changes, s, r, truth>>
Passed == probe # NoProbe /\ probe.nHop = Len(Paths[probe.route])
ReceiveIntoFull == Passed /\ AnsweredBy(Way!Put(net, probe.n))
ReceiveEarly == probe # NoProbe /\ Way!Room(net, probe.n) /\ AnsweredBy(Way!Put(net, probe.n))
ReceiveSilent == Passed /\ AnsweredBy(net)

\* Who notes nothing; another number; or what was heard long ago.
Heard1(n, rest, noted) ==
    /\ Way!Deliverable(net, n)
    /\ s' = After(s, told[n])
    /\ truth' = [truth EXCEPT !.s = TrueAfter(s, @, told[n])]
    /\ net' = rest /\ told' = Still(net')
    /\ last' = noted
    /\ UNCHANGED <<now, links, path, probe, next, changes, r>>
HearUnnoted(n) == Heard1(n, Way!Take(net, n), None)
HearOther(n) == Heard1(n, Way!Take(net, n), next)
HearStays(n) == Heard1(n, net, n)
SendNoted == next <= Packets /\ probe = NoProbe /\ Sent(next + 1, last)
EmitNoted ==
    /\ probe # NoProbe /\ probe.nHop < Len(Paths[probe.route])
    /\ probe' = Stamped(probe, Paths[probe.route][probe.nHop + 1])
    /\ last' = IF Form = "RECEIVER" THEN probe.n ELSE IF net = {} THEN None ELSE (CHOOSE e \in net : TRUE).body
    /\ UNCHANGED <<now, links, path, next, net, told, changes, s, r, truth>>
ReceiveNoting(noted) ==
    /\ Passed
    /\ probe' = NoProbe
    /\ r' = After(r, Whole(probe)) /\ truth' = [truth EXCEPT !.r = TrueAfter(r, @, Whole(probe))]
    /\ last' = noted
    /\ UNCHANGED <<now, links, path, next, net, told, changes, s>>
ReceiveOther == ReceiveNoting(next)
ReceiveUnnoted == ReceiveNoting(None)
TickNoted(time, use) == Rests(time) /\ Passes(now + time, time, use, Way!Aged(net, time), last)

\* Of links that are as full, the last.
FullestLast(k, m) ==
    LET old(h) == Before(k, m)[h]
        new(h) == Wire1(Of(m, h))
        fuller(h, o) == Fuller(old(h), new(h), old(o), new(o))
    IN CHOOSE h \in Measured(k, m) : \A o \in Measured(k, m) \ {h} :
           ~fuller(o, h) /\ (h < o => fuller(h, o))
=============================================================================
