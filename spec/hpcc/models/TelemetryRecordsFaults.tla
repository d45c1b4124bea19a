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

\* Who looks at the number of hops only, or at pathID only.
SameHops(k, m) == k.nHop = m.nHop
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
=============================================================================
