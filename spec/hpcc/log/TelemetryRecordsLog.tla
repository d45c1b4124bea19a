------------------------- MODULE TelemetryRecordsLog -------------------------
(***************************************************************************)
(* Logs held against TelemetryRecords: the records of one end of one       *)
(* connection, which runs the algorithm, or says which link is fullest.    *)
(*                                                                         *)
(* Source     docs/eventlog.md, TelemetryRecords                           *)
(* Tells      what comes, as on the wire, and after it all that is kept of *)
(*            links, and what it measures                                  *)
(* Leaves out switches, and what is on its way: before each event a step   *)
(*            Comes has the network bring what is about to be taken        *)
(* Units      amounts and times count what the wire's fields count, speeds *)
(*            Mb/s; T and tau ticks of Timestamp; what has passed since a  *)
(*            record came is in grains, which divide all times of the log  *)
(* Time       passes in a step Tick before an event, as much as the log's  *)
(*            times are apart; more than Silence is all one, and the clock *)
(*            stands still there while what is kept grows older            *)
(* Truth      the counters as they are before they wrap are made of the    *)
(*            log's own times: Timestamp goes on with them, and may be off *)
(*            by less than half a turn.  A link is known by its speed      *)
(* Size       products do not fit 32 bits: they are counted in the digits  *)
(*            of Wide                                                      *)
(***************************************************************************)
EXTENDS TelemetryRecords

CONSTANTS
    TimeUnit,       \* a tick of Timestamp, in picoseconds
    TxUnit,         \* one of what a link has sent, in bytes
    QueueUnit,      \* one of what waits, in bytes
    WaitUnit,       \* one of how long a packet waits, in picoseconds, or 0
    Silence,        \* within how long a record is measured against, in grains
    Grain,          \* what times are counted in, in picoseconds
    FastestLink     \* of the fabric, in Mb/s

Big == INSTANCE Wide

PerByte == 8000000      \* of it takes this many picoseconds at 1 Mb/s

\* The assumptions in words, for whoever has logged constants that break one.
\*   TelemetryRecordsAssumption: Form is SENDER, RECEIVER or RESPONSE, Term is LENGTH or SOJOURN; One and Fastest are above 0, T is at least a tick, TimeUnit; all Speeds are above 0.
\*   SilenceAssumption: TimeUnit, TxUnit and QueueUnit are above 0, and so is WaitUnit where Term is SOJOURN; in Silence neither does half of a turn of Timestamp pass nor can a link of the speed Fastest send a whole turn of what it has sent.
ASSUME SilenceAssumption ==
    /\ {TimeUnit, TxUnit, QueueUnit, Grain, FastestLink} \subseteq Nat \ {0}
    /\ WaitUnit \in Nat /\ (Term = "SOJOURN" => WaitUnit > 0)
    /\ Big!Less(Big!Products(<<2, Silence, Grain>>), Big!Products(<<TsModulus, TimeUnit>>))
    /\ Big!Less(Big!Products(<<Silence, Grain, FastestLink>>), Big!Products(<<TxModulus, TxUnit, PerByte>>))

VARIABLES
    comes,      \* whether the network has done its part for the event that is told next
    rateIsTrue, fullestIsTrue   \* see RateIsTrue and FullestIsTrue, of the last event

LogInit ==
    /\ Init
    /\ comes = FALSE
    /\ rateIsTrue = TRUE /\ fullestIsTrue = TRUE

\* For constants of the module.
LogPaths == [n \in 1 .. 16 |-> [h \in 1 .. n - 1 |-> 1]]
LogNothing == <<>>
LogSpeeds == <<1>>
LogStarts == <<<<0, 0, 0>>>>
LogLongest == Silence

-----------------------------------------------------------------------------
\* The module's own rules, in units and at full size: u' of a link is Load / (Carries * T).

LogLoad(old, new) == \* HPCC-2 HPCC-14
    Big!Plus(
        IF Term = "LENGTH"
        THEN Big!Products(<<Waits(old, new), QueueUnit, PerByte, Gap(old, new)>>)
        ELSE Big!Products(<<Waits(old, new), WaitUnit, new.speed, Gap(old, new)>>),
        Big!Products(<<Grown(old, new), TxUnit, PerByte, T>>))
LogCarries(old, new) == Big!Products(<<new.speed, Gap(old, new)>>)

\* More than an integer of TLC's counts as the largest.
LogValue(old, new) ==
    Big!Number(
        Big!Quotient(
            Big!Product(LogLoad(old, new), Big!Of(One)),
            Big!Product(LogCarries(old, new), Big!Products(<<T, TimeUnit>>))))

LogFuller(old, new, old2, new2) ==
    Big!Less(
        Big!Product(LogLoad(old2, new2), LogCarries(old, new)),
        Big!Product(LogLoad(old, new), LogCarries(old2, new2)))

-----------------------------------------------------------------------------
\* Time.

Older(k, by) ==
    [k EXCEPT !.kept = [h \in DOMAIN @ |->
        IF @[h].heardAt = None THEN @[h] ELSE [@[h] EXCEPT !.heardAt = IF @ < by THEN 0 ELSE @ - by]]]

LogTick(e) ==
    LET left == Silence + 1 - now
        by == IF e.in.time > left THEN e.in.time - left ELSE 0
    IN /\ now' = now + Least(e.in.time, left)
       /\ s' = Older(s, by) /\ r' = Older(r, by)
       /\ last' = None /\ comes' = FALSE
       /\ UNCHANGED <<links, path, probe, next, net, told, changes, truth, rateIsTrue, fullestIsTrue>>

\* Ticks that have passed since a record came.
TicksSince(kept) ==
    Big!Number(Big!Quotient(Big!Products(<<now - kept.heardAt, Grain>>), Big!Of(TimeUnit)))

-----------------------------------------------------------------------------
\* What comes: records as on the wire, with the counters that are behind them.

LinkOf(speed) == IF KnownSpeed(speed) THEN CHOOSE l \in Links : Speeds[l] = speed ELSE Nobody

\* The next number that is congruent to it, from half a turn before on.
Near(number, about, turn) == about - turn \div 2 + ((number - about + turn \div 2) % turn)

Behind(hop, kept, real) ==
    IF real = NoReal \/ kept.heardAt = None
    THEN [link |-> LinkOf(hop.speed), speed |-> hop.speed, at |-> hop.ts, sent |-> hop.tx, queue |-> hop.queue]
    ELSE LET at == Near(hop.ts, real.at + TicksSince(kept), TsModulus)
             on == (hop.tx - real.sent) % TxModulus
         IN [link |-> LinkOf(hop.speed), speed |-> hop.speed, at |-> at,
             sent |-> IF at > real.at THEN real.sent + on ELSE real.sent + on - TxModulus,
             queue |-> hop.queue]

Reals(m, first, k, real) ==
    [i \in DOMAIN m.hops |->
        LET h == first + i - 1
        IN Behind(m.hops[i],
                  IF SamePath(k, m) THEN k.kept[h] ELSE NotKept,
                  IF SamePath(k, m) THEN real[h] ELSE NoReal)]

\* So that they do not grow without an end: what is behind records counts from the last turn on.
Lowered(reals) ==
    [h \in DOMAIN reals |->
        IF reals[h] = NoReal THEN NoReal
        ELSE [reals[h] EXCEPT !.at = @ % TsModulus, !.sent = @ % TxModulus]]

LogComes(e) ==
    LET m == e.in.m
        first == IF e.in.back THEN m.first ELSE 1
    IN /\ m.path \in 0 .. 4095 /\ m.nHop \in 0 .. 15
       /\ 0 < first /\ first + Len(m.hops) - 1 <= m.nHop
       /\ truth' = [s |-> Lowered(truth.s), r |-> Lowered(truth.r)]
       /\ IF e.in.back
          THEN /\ net' = {[body |-> 1, age |-> 0, nth |-> 1]}
               /\ told' = <<[path |-> m.path, nHop |-> m.nHop, first |-> first,
                             hops |-> Reals(m, first, s, truth'.s)]>>
               /\ probe' = probe
          ELSE /\ probe' = [n |-> 1, route |-> m.nHop + 1, since |-> 0, path |-> m.path, nHop |-> m.nHop,
                            hops |-> Reals(m, first, r, truth'.r)]
               /\ net' = {} /\ told' = <<NoMessage>>
       /\ last' = None /\ comes' = TRUE
       /\ UNCHANGED <<now, links, path, next, changes, s, r, rateIsTrue, fullestIsTrue>>

-----------------------------------------------------------------------------
\* Claims of the module at full size, on the real numbers: of what an end has after a message, by
\* what was behind its records before.  They are worked out in the step, as TLC keeps what it has
\* worked out there, and not in a property.

LogUp(a, b) ==
    Big!Plus(
        Big!Products(<<Least(a.queue, b.queue), IF Term = "LENGTH" THEN QueueUnit ELSE WaitUnit,
                       IF Term = "LENGTH" THEN PerByte ELSE b.speed, b.at - a.at>>),
        Big!Products(<<b.sent - a.sent, TxUnit, PerByte, T>>))
LogDown(a, b) == Big!Products(<<b.speed, b.at - a.at>>)

Lies(a, b) == ~True(a, b) \/ b.at <= a.at

\* The utilisation in whole parts, as far as TLC counts, over the true time.
RateIsTrue(after, reals, m) == \* HPCC-2 HPCC-7 HPCC-14
    IF after.u = None THEN TRUE
    ELSE LET a == reals[after.fullest]
             b == Of(m, after.fullest)
             line == Big!Product(LogDown(a, b), Big!Products(<<T, TimeUnit>>))
             parts == Big!Product(LogUp(a, b), Big!Of(One))
         IN IF Lies(a, b) THEN ~True(a, b)
            ELSE /\ after.tau = b.at - a.at
                 /\ Big!NoMore(Big!Product(line, Big!Of(after.u)), parts)
                 /\ after.u < Big!Largest => Big!Less(parts, Big!Product(line, Big!Of(after.u + 1)))

\* No link of which as much is known is fuller.
FullestIsTrue(before, after, reals, m) == \* HPCC-2
    IF after.u = None \/ Cardinality(Hops(m)) = 1 THEN TRUE
    ELSE LET a == reals[after.fullest]
             b == Of(m, after.fullest)
             up == LogUp(a, b)
             down == LogDown(a, b)
         IN \A h \in Hops(m) \ {after.fullest} :
             IF Lies(a, b) \/ h > Len(reals) THEN TRUE
             ELSE IF Lies(reals[h], Of(m, h)) \/ now - before.kept[h].heardAt > Silence THEN TRUE
             ELSE Big!NoMore(
                     Big!Product(LogUp(reals[h], Of(m, h)), down),
                     Big!Product(up, LogDown(reals[h], Of(m, h))))

-----------------------------------------------------------------------------
\* What events tell: what is kept of each link first, then what comes of it.  Of a record's time the
\* log says how old it is, of tau how many ticks, and that nothing is left over.
Tells(part, name) == name \in DOMAIN part
ToldPart(part, name, actual) == Tells(part, name) => actual = part[name]

OfKept == <<"speed", "ts", "tx", "queue">>

ToldKept(kept, own) ==
    /\ Len(kept) = Len(own)
    /\ \A h \in DOMAIN kept :
        /\ \A i \in DOMAIN OfKept : ToldPart(kept[h], OfKept[i], own[h][OfKept[i]])
        /\ ToldPart(kept[h], "age", IF own[h].heardAt = None THEN None ELSE now' - own[h].heardAt)

ToldEnd(e, variable, own) ==
    Tells(e.st, variable) =>
        LET end == e.st[variable]
        IN /\ ToldPart(end, "path", own.path)
           /\ ToldPart(end, "nHop", own.nHop)
           /\ Tells(end, "kept") => ToldKept(end.kept, own.kept)
           /\ ToldPart(end, "fullest", own.fullest)
           /\ ToldPart(end, "tau", own.tau) /\ ToldPart(end, "over", 0)
           /\ ToldPart(end, "u", own.u)

LogHear(e) ==
    /\ Hear(1)
    /\ ToldEnd(e, "s", s')
    /\ rateIsTrue' = RateIsTrue(s', truth.s, told[1])
    /\ fullestIsTrue' = FullestIsTrue(s, s', truth.s, told[1])
    /\ comes' = FALSE

LogReceive(e) ==
    /\ Receive
    /\ ToldEnd(e, "r", r')
    /\ rateIsTrue' = RateIsTrue(r', truth.r, Whole(probe))
    /\ fullestIsTrue' = FullestIsTrue(r, r', truth.r, Whole(probe))
    /\ comes' = FALSE

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Tells(e.in, "time") -> LogTick(e)
      [] Tells(e.in, "m") -> LogComes(e)
      [] e.do = "Hear" -> LogHear(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED <<comes, rateIsTrue, fullestIsTrue>>

LogRateInv == rateIsTrue
LogFullestInv == fullestIsTrue

=============================================================================
