---------------------------- MODULE HpccWindowLog ----------------------------
(***************************************************************************)
(* Logs held against HpccWindow: one connection, the window of the QP that *)
(* asks, the acknowledgments of the QP that answers, and the algorithm, at *)
(* whichever end it runs.                                                  *)
(*                                                                         *)
(* Source     docs/eventlog.md, HpccWindow                                 *)
(* Tells      after each event all that its end holds                      *)
(* Time       passes in a step Tick before an event, as much as the log's  *)
(*            times are apart                                              *)
(* Network    loses, repeats and reorders, and a log tells none of it.     *)
(*            Before each event a step Comes puts on its way what is about *)
(*            to be taken, and nothing else: a packet that has left, or an *)
(*            ACK for no more than has left.  Where the other end's events *)
(*            are told, an ACK is for no more than has come there, and     *)
(*            brings a window, and N, that were sent                       *)
(* Loss       what a receiver's transport refuses, it tells as a packet    *)
(*            that is not the missing one                                  *)
(* Count      whether N that a receiver tells is right, and of the fullest *)
(*            link, no log tells                                           *)
(* Size       U, times and windows as they are: products of two are        *)
(*            compared in the digits of Wide (HpccWindowWide).  Where the  *)
(*            line's window or a step is more than TLC counts (Large),     *)
(*            each window is a number of Wide, from the log on             *)
(***************************************************************************)
EXTENDS HpccWindowWide, EventLog

CONSTANTS
    Large,          \* whether windows, and what a step adds, are numbers of Wide
    LargeWInit,     \* WInit as such a number where they are; WInit then is the largest that TLC counts
    LargeWai,       \* likewise Wai, as configured
    NoWindow        \* in place of a window, where they are

\* The assumptions in words, for whoever has logged constants that break one.
\*   HpccWindowAssumption: Form is SENDER or RECEIVER, and windows have bounds (Bounded) where it is RECEIVER; Reacts is BOTH, or with SENDER also ACK or ROUND; LeavesIf is FITS or BELOW; Eta is from 1 to One, and One no more than MaxU; T, Wai, MinW and Size are above 0; MinW is no more than Size, and Size no more than WInit; Modulus is above 14.

VARIABLES
    reached,    \* packets that have left at least once
    windows,    \* those that the receiver has sent
    counts,     \* the N that it has sent
    comes       \* whether the network has done its part for the event that is told next

logVars == <<reached, windows, counts, comes>>

-----------------------------------------------------------------------------
\* Windows of either kind.  What a log tells below 0, in place of a window, is one digit below 0.

Own == INSTANCE HpccWindow

LogNone == IF Large THEN NoWindow ELSE Own!None
Came(w) == IF Large /\ w = <<-1>> THEN None ELSE w
Shown(w) == IF Large /\ w = None THEN <<-1>> ELSE w

\* Numbers beside windows; one that is absent is told as -1.
Number(n) == IF n = -1 THEN None ELSE n
ShownNumber(n) == IF n = None THEN -1 ELSE n

Wide(w) == IF Large THEN w ELSE Big!Of(w)
AsWindow(n) == IF Large THEN Big!Of(n) ELSE n
Widest == IF Large THEN LargeWInit ELSE WInit
TooWide(w) == IF Large THEN Big!Less(LargeWInit, w) ELSE w > WInit

LargeInit ==
    /\ c = [u |-> One, wc |-> LargeWInit, incStage |-> 0, n |-> None]
    /\ s = [w |-> LargeWInit, sndUna |-> 0, sndNxt |-> 0, lastUpdateSeq |-> 0, sinceSent |-> LongestGap]
    /\ r = [expected |-> 0, sinceUpdate |-> 0, n |-> None]
    /\ data = <<>> /\ acks = <<>> /\ lost = 0 /\ done = 0
    /\ told = [u |-> None, tau |-> 0]

LogInit ==
    /\ IF Large THEN LargeInit ELSE Init
    /\ reached = 0 /\ windows = {} /\ counts = {}
    /\ comes = FALSE

-----------------------------------------------------------------------------
\* Time, and the network of a log.

LogTick(e) ==
    /\ Tick(e.in.time)
    /\ comes' = FALSE
    /\ UNCHANGED <<reached, windows, counts>>

\* How far back a packet lies that is no further ahead than the last one that has left.
Back(seq) == (reached - 1 - seq) % Modulus

\* A packet, or, for one that the transport has refused, the one before the first.
PacketComes(seq, isTold) ==
    /\ seq \in 0 .. Modulus - 1
    /\ isTold => Back(seq) <= reached
    /\ data' = <<seq>> /\ acks' = <<>>

AckComes(seq, w, n, isTold) ==
    /\ n # None => n > 0
    /\ seq \in 0 .. Modulus - 1
    /\ done + Progress(seq, s.sndUna, Modulus) <= reached
    /\ isTold => Progress(seq, r.expected, Modulus) = 0 /\ (w # None => w \in windows)
    /\ isTold => (n # None => n \in counts) \* HPCC-17
    /\ data' = <<>> /\ acks' = <<[seq |-> seq, w |-> w, n |-> n]>>

NothingComes == data' = <<>> /\ acks' = <<>>

LogComes(e) ==
    /\ CASE e.in.comes = "packet" -> PacketComes(e.in.seq, e.in.told)
         [] e.in.comes = "ack" -> AckComes(e.in.seq, Came(e.in.w), Number(e.in.n), e.in.told)
         [] OTHER -> NothingComes
    /\ lost' = 1 - lost
    /\ comes' = TRUE
    /\ UNCHANGED <<c, s, r, done, told, reached, windows, counts>>

-----------------------------------------------------------------------------
\* The module's own rules, on windows of either kind.  A quotient that is compared is multiplied out.

LogWithin(w) == \* HPCC-3 FIND-11
    IF ~Large THEN Own!Within(w)
    ELSE IF ~Bounded THEN w
    ELSE IF TooWide(w) THEN LargeWInit
    ELSE IF Big!Less(w, Big!Of(MinW)) THEN Big!Of(MinW)
    ELSE w

LogScaled(k) == \* HPCC-20 FIND-11
    IF ~Large THEN Own!Scaled(k)
    ELSE LET target == Big!Product(k.wc, Big!Of(Eta))
         IN IF Bounded /\ Big!NoMore(Big!Product(LargeWInit, Big!Of(k.u)), target) THEN LargeWInit
            ELSE IF k.u = 0 THEN None
            ELSE Big!Quotient(target, Big!Of(k.u))

LogMayTransmit(v) == \* HPCC-5 HPCC-21 HPCC-23
    IF ~Large THEN Own!MayTransmit(v)
    ELSE IF v.w = None THEN FALSE
    ELSE /\ \/ Bounded /\ InFlight(v) = 0
            \/ IF LeavesIf = "FITS" THEN Big!NoMore(Twofold(InFlight(v) + 1, Size), v.w)
               ELSE Big!Less(Twofold(InFlight(v), Size), v.w)
         /\ Big!NoMore(Twofold(T, Size), Big!Product(v.w, Big!Of(v.sinceSent)))

\* And its window; lines 12, 13 and 17.
LogWaiBy(n) == \* HPCC-6 HPCC-17
    IF ~Large THEN Own!WaiBy(n)
    ELSE IF n = None THEN LargeWai
    ELSE LET headroom == Big!Quotient(Big!Product(LargeWInit, Big!Of(One - Eta)), Big!Of(One))
             share == Big!Quotient(headroom, Big!Of(n))
         IN IF Big!Less(share, Big!Of(1)) THEN Big!Of(1) ELSE share

Stepped(w, n) == IF Large THEN Big!Plus(w, WaiBy(n)) ELSE w + WaiBy(n)

LogComputeWind(k) == \* HPCC-3 HPCC-17 HPCC-20
    IF k.wc = None THEN None
    ELSE IF ~Multiplies(k) THEN Within(Stepped(k.wc, k.n))
    ELSE LET scaled == Scaled(k)
         IN IF scaled = None THEN None ELSE Within(Stepped(scaled, k.n))

-----------------------------------------------------------------------------
\* What events tell: the algorithm first.
OfAlgorithm == <<"u", "wc", "incStage", "n">>
OfSender == <<"w", "sndUna", "sndNxt", "lastUpdateSeq", "sinceSent">>
OfReceiver == <<"expected", "sinceUpdate", "n">>

ToldRecord(e, name, fields, actual) ==
    Has(e.st, name) => \A i \in DOMAIN fields : Told([st |-> e.st[name]], fields[i], actual[fields[i]])

ToldAlgorithm(e) == ToldRecord(e, "c", OfAlgorithm, [c' EXCEPT !.wc = Shown(@), !.n = ShownNumber(@)])
ToldSender(e) ==
    /\ ToldAlgorithm(e)
    /\ ToldRecord(e, "s", OfSender, [s' EXCEPT !.w = Shown(@)])

ToldReceiver(e) == ToldRecord(e, "r", OfReceiver, [r' EXCEPT !.n = ShownNumber(@)])

Beside ==
    /\ comes' = FALSE
    /\ UNCHANGED <<windows, counts>>

LogTransmit(e) ==
    /\ Transmit
    /\ ToldMsg(e, "seq", data'[Len(data')])
    /\ ToldSender(e)
    /\ reached' = Most(reached, done + InFlight(s'))
    /\ Beside

LogReceiveAck(e) ==
    /\ ReceiveAck(Number(e.in.u), e.in.tau)
    /\ ToldSender(e)
    /\ reached' = reached
    /\ Beside

LogGoBack(e) ==
    /\ GoBack
    /\ ToldSender(e)
    /\ reached' = reached
    /\ Beside

LogReceive(e) ==
    /\ Receive(Number(e.in.u), e.in.tau)
    /\ ToldAlgorithm(e)
    /\ ToldReceiver(e)
    /\ LET ack == acks'[Len(acks')]
       IN /\ windows' = IF ack.w = None THEN windows ELSE windows \cup {ack.w}
          /\ counts' = IF ack.n = None THEN counts ELSE counts \cup {ack.n}
    /\ comes' = FALSE
    /\ reached' = reached

LogCount(e) ==
    /\ e.in.n # -1 => e.in.n > 0
    /\ Count(Number(e.in.n))
    /\ ToldAlgorithm(e)
    /\ ToldReceiver(e)
    /\ reached' = reached
    /\ Beside

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "time") -> LogTick(e)
      [] Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "ReceiveAck" -> LogReceiveAck(e)
      [] e.do = "GoBack" -> LogGoBack(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] e.do = "Count" -> LogCount(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars

-----------------------------------------------------------------------------
\* What the network brings nobody sends in that step.
LogSends == ~comes' /\ Len(data') > Len(data)

\* Claims of the module that hold with a mend alone, or but for what the network brings.
LogNumberInv == Bounded => NumberInv
LogWindowInv == \* HPCC-3 HPCC-19 FIND-11
    Bounded =>
        IF Large THEN \A w \in {s.w, c.wc} : Big!NoMore(Big!Of(MinW), w) /\ Big!NoMore(w, LargeWInit)
        ELSE WindowInv
LogCountsInv == done % Modulus = s.sndUna /\ done + InFlight(s) <= reached

\* Those of HpccWindowWide, on windows of either kind.
LogClockedProp == \* HPCC-5 HPCC-21
    [][Sends =>
        /\ Big!Less(Twofold(InFlight(s') - 1, Size), Wide(s.w))
        /\ Big!NoMore(Twofold(T, Size), Big!Product(Wide(s.w), Big!Of(s.sinceSent)))
        /\ s'.sinceSent = 0]_vars
LogFitsProp == \* HPCC-5
    [][Sends /\ LeavesIf = "FITS" =>
        Big!NoMore(Twofold(InFlight(s'), Size), Wide(s.w)) \/ (Bounded /\ InFlight(s') = 1)]_vars
LogLineRateProp == \* HPCC-5 HPCC-19
    [][Sends /\ Bounded =>
        Big!NoMore(Twofold(T, Size), Big!Product(Wide(Widest), Big!Of(s.sinceSent)))]_vars

\* And claims on the window that the algorithm gives.
LogTargetProp == \* HPCC-3 HPCC-4 HPCC-17 HPCC-20
    [][Gives /\ ByTarget /\ Given # None =>
        LET given == Wide(Given)
            target == Big!Product(Wide(c.wc), Big!Of(Eta))
            isStep == Big!NoMore(Wide(Added), given)
            scaled == IF isStep THEN Big!Minus(given, Wide(Added)) ELSE <<>>
            times(w) == Big!Product(w, Big!Of(c'.u))
        IN /\ Big!Less(Big!Of(MinW), given) => Big!NoMore(times(scaled), target)
           /\ Big!Less(given, Wide(Widest)) =>
                isStep /\ Big!Less(target, times(Big!Plus(scaled, Big!Of(1))))]_<<vars, logVars>>
LogStepProp == \* HPCC-3 HPCC-4 HPCC-17
    [][Gives /\ ~ByTarget /\ Given # None =>
        LET stepped == Big!Plus(Wide(c.wc), Wide(Added))
        IN Wide(Given) = stepped \/ (Given = Widest /\ Big!NoMore(Wide(Widest), stepped))]_<<vars, logVars>>

LogSendsBackProp == \* HPCC-11
    [][~comes' /\ Len(acks') > Len(acks) =>
        (acks'[Len(acks')].w # None) = (Form = "RECEIVER" /\ Heard /\ EndsRound)]_<<vars, logVars>>
LogTakesProp == \* HPCC-11
    [][Shorter(acks, acks') /\ lost' = lost /\ acks[1].w # None =>
        \/ s'.w = acks[1].w
        \/ Bounded /\ s'.w = IF TooWide(acks[1].w) THEN Widest ELSE AsWindow(MinW)]_vars
=============================================================================
