------------------------------ MODULE NsccWindow ------------------------------
(***************************************************************************)
(* The sender's window of a congestion control context (CCC): how much may *)
(* be in flight, steered by round-trip times, congestion marks, trimmed    *)
(* and lost packets, and the target's own brake.                           *)
(*                                                                         *)
(* Source     Congestion Control Context, 13 Jan 2026, and CCC Base RTT,   *)
(*            6 Jan 2026; profile "uet-1.0" and the amount of a decrease   *)
(*            by delay: public material on UE Specification 1.0.x, section *)
(*            3.6.13                                                       *)
(* Models     NSCC-2 NSCC-3 NSCC-5 NSCC-6 NSCC-7 NSCC-9 NSCC-10 NSCC-12    *)
(*            NSCC-13 RTT-7 RTT-8 CCC-12 UET-2 UET-10 X14 X17 X18 X19 D9   *)
(* Mends      FIND-2 FIND-3 FIND-4 FIND-23                                 *)
(* Leaves out packets (what is in flight is an amount), credit             *)
(*            (CreditConservation), who may send now (CccScheduling), how  *)
(*            a sample is taken and which are valid                        *)
(* Unit       amounts and times in units of a small world; at full size    *)
(*            2^-9 byte and one picosecond                                 *)
(*                                                                         *)
(* Everything that a log shows at full size fits TLC's 32 bits exactly:    *)
(*   amounts  1.5 BDP at 400 Gb/s and 6 us: 450,000 B * 512 = 230,400,000; *)
(*            at 1.6 Tb/s and 12 us 1,843,200,000 < 2^31.  150,000 B / F   *)
(*            is whole for every F up to 8192, 150,000 being 2^4 * 9,375   *)
(*   times    never a point in time, only an RTT, a delay, or what has     *)
(*            passed since, counted as far as a rule asks: at 12 us at     *)
(*            most 24,000,000 ps.  A sample beyond 2^31 ps = 2.147 ms is   *)
(*            not judged                                                   *)
(*   incBytes is a sum of squares.  It stops at a quarter of the largest   *)
(*            window's square, since w + c^2/4w >= c lifts every window to *)
(*            the top, and is counted in grains: 2^23 units^2 = 32 B^2 at  *)
(*            400 Gb/s and 6 us, so that it stops at 1,582,031,250         *)
(*   counters that only a threshold reads stop just beyond it              *)
(*   products are formed whole by FixedPoint, and each block of the rules  *)
(*            rounds once, toward zero, at its end                         *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, FixedPoint

CONSTANTS
    Profile,        \* "source-documents" or "uet-1.0"
    Signals,        \* what lowers the window in "source-documents": "rtt", round-trip times alone, or "both", marks as well; the other
                    \* profile knows "both" alone
    Sender,         \* CCCs side by side
    Config,         \* what each is configured with, see Configuration
    Together,       \* environment: sets of senders that hear one signal at the same time
    Sizes,          \* environment: of packets
    Received,       \* environment: amounts that one ACK says are newly received
    Late,           \* environment: of them, in packets that this ACK does not take out of flight, see Ack
    Samples,        \* environment: RTT samples; NoSample: none that is valid
    Penalties,      \* environment: <<rcv_cwnd_pend, rc>> of ACKs
    Reasons,        \* environment: of NACKs
    MaxStrays,      \* environment: given up for lost, and yet under way, at a time
    Ahead,          \* environment: by how much the target's count may run ahead of what ACKs take out of flight
    Rounding,       \* environment: and above what has been sent
    Elapsed         \* environment: times that may pass between two signals

NoSample == 0
NotBegun == -1      \* untilQa before the first period of quick adapt

SourceDocuments == Profile = "source-documents"

Least(a, b) == IF a < b THEN a ELSE b
Greatest(a, b) == IF a > b THEN a ELSE b

\* a + b, but at most a limit; the sum itself may not fit TLC's integers.
Capped(a, b, limit) == IF a >= limit THEN limit ELSE IF b > limit - a THEN limit ELSE a + b

\* Amounts are written 0, times too; what the public rules leave open is in the last rows.
Configuration == [
    mtu : Nat,          \* largest packet, all of it counted: floor of the window, and what a packet to be sent needs room for
    baseRtt : Nat,      \* config_base_rtt
    target : Nat,       \* target_qdelay; in "source-documents" theta of RTT-8
    initialWnd : Nat,
    maxWnd : Nat,       \* MaxWnd
    perRttNum : Nat, perRttDen : Nat,       \* max_wnd for a base RTT: base * num / den; num 0: it does not follow the base RTT
    step : Nat,         \* Base_BDP / F
    fair : Nat,         \* fi
    proportional : Nat, \* alpha * target_qdelay
    fastNum : Nat, fastDen : Nat,           \* fi_scale
    eta : Nat,
    aboutZero : Nat,    \* delays below it count as none
    period : Nat,       \* adjust_period_threshold; in "source-documents" the least time between two steps
    threshold : Nat,    \* adjust_bytes_threshold
    grain : Nat,        \* increments are counted in so many units squared
    gammaNum : Nat, gammaDen : Nat,
    jumpNum : Nat, jumpDen : Nat,           \* max_md_jump
    avgNum : Nat, avgDen : Nat,             \* weight of a delay in the average; num 0: by the time since the last delay, see Part
    quickAdapt : BOOLEAN,
    gate : Nat,         \* qa_gate
    qaThreshold : Nat,
    rccc : BOOLEAN,     \* credit is on as well
    ownSize : BOOLEAN,  \* a packet needs room for itself, not for an MTU
    clampsAtOnce : BOOLEAN,     \* the window is cut in the moment in which its limit falls
    keepsSaved : BOOLEAN]       \* a window saved under a penalty that ended without restoring it is kept

ASSUME ProfileAssumption == Profile \in {"source-documents", "uet-1.0"}
ASSUME SignalsAssumption == Signals \in (IF SourceDocuments THEN {"rtt", "both"} ELSE {"both"})
ASSUME ConfigAssumption ==
    \A s \in Sender :
        LET c == Config[s]
        IN  /\ c \in Configuration
            /\ 0 < c.mtu /\ c.mtu <= c.initialWnd /\ c.initialWnd <= c.maxWnd
            /\ 0 < c.baseRtt /\ 0 < c.target /\ 0 < c.perRttDen /\ 0 < c.fastDen /\ 0 < c.grain
            /\ 0 < c.jumpNum /\ c.jumpNum <= c.jumpDen /\ c.gammaNum <= c.gammaDen
            /\ 0 < c.avgDen /\ c.avgNum <= c.avgDen
            /\ \A size \in Sizes : 0 < size /\ size <= c.mtu
ASSUME EnvironmentAssumption ==
    /\ \A rtt \in Samples : rtt # NoSample => rtt > 0
    /\ Together \subseteq SUBSET Sender \ {{}}
    /\ Received \cup Samples \cup Sizes \subseteq Nat
    /\ Late \subseteq Int
    /\ Reasons \subseteq {"trimmed", "trimmed at the last hop", "other"}
    /\ {MaxStrays, Ahead, Rounding} \subseteq Nat
    /\ Elapsed \subseteq Nat \ {0}

VARIABLES
    window,     \* sender: NSCC's state, see Window
    ev,         \* sender: the entropy value, of two
    flight,     \* network: sent, and neither acknowledged nor given up
    strays      \* network: given up and yet under way, less what the target has counted and no ACK has taken out of flight

vars == <<window, ev, flight, strays>>

\* Names of table 3-77; times are what has passed since, or is to pass until.
Window == [
    cwnd : Nat,
    inflight : Int,
    maxWnd : Nat,
    baseRtt : Nat,
    savedCwnd : Nat,
    avgDelay : Nat,
    incBytes : Nat,         \* in grains
    receivedBytes : Nat,
    achievedBytes : Nat,
    fiCount : Nat,
    increaseMode : BOOLEAN,
    bytesToIgnore : Nat,
    bytesIgnored : Nat,
    triggerQa : BOOLEAN,
    sinceAdjust : Nat,
    sinceDecrease : Nat,
    sinceDelay : Nat,       \* since a delay was averaged last, up to a base RTT; 0 if the weight is fixed
    untilQa : Int]

\* The largest window for a base RTT; never less than a packet, which must find room.
MaxWndAt(c, base) ==        \* X19 FIND-3
    IF c.perRttNum = 0 THEN c.maxWnd ELSE Greatest(c.mtu, MulDiv(base, c.perRttNum, c.perRttDen))

\* Where counters stop.
Ceiling(c) == Greatest(c.maxWnd, MaxWndAt(c, c.baseRtt))
IncLimit(c) == MulDivUp(Ceiling(c), Ceiling(c), c.grain, 4)
AchievedLimit(c) == Ceiling(c) \div (2 ^ c.gate) + 1
DelayLimit(c) == IF c.avgNum = 0 THEN c.baseRtt ELSE 0

TypeOK ==
    /\ \A s \in Sender :
        /\ window[s] \in Window
        /\ window[s].untilQa >= NotBegun
    /\ ev \in [Sender -> 0 .. 1]
    /\ flight \in [Sender -> Nat]
    /\ strays \in [Sender -> - Ahead .. MaxStrays]

Init ==     \* NSCC-3 X14
    /\ window = [s \in Sender |-> [
        cwnd |-> Config[s].initialWnd,
        inflight |-> 0,
        maxWnd |-> Config[s].maxWnd,
        baseRtt |-> Config[s].baseRtt,
        savedCwnd |-> 0,
        avgDelay |-> 0,
        incBytes |-> 0,
        receivedBytes |-> 0,
        achievedBytes |-> 0,
        fiCount |-> 0,
        increaseMode |-> FALSE,
        bytesToIgnore |-> 0,
        bytesIgnored |-> 0,
        triggerQa |-> FALSE,
        sinceAdjust |-> 0,
        sinceDecrease |-> 0,
        sinceDelay |-> 0,
        untilQa |-> NotBegun]]
    /\ ev = [s \in Sender |-> 0]
    /\ flight = [s \in Sender |-> 0]
    /\ strays = [s \in Sender |-> 0]

-----------------------------------------------------------------------------
\* Blocks of the rules: a window w under a configuration c, and what becomes of it.

\* A packet of this size may be sent.
MaySend(w, c, size) == w.inflight + (IF c.ownSize THEN size ELSE c.mtu) <= w.cwnd       \* X18 FIND-4

Sent(w, size) == [w EXCEPT !.inflight = @ + size]

Freed(w, amount) == [w EXCEPT !.inflight = @ - amount]

Ignored(w, amount) == [w EXCEPT !.bytesIgnored = Capped(@, amount, w.bytesToIgnore)]

Counted(w, c, n) ==
    [Ignored(w, n) EXCEPT
        !.receivedBytes = Capped(@, n, c.threshold + 1),
        !.achievedBytes = Capped(@, n, AchievedLimit(c))]

\* The weight of a delay, num / den: fixed, or the part of a base RTT that has passed since the last delay.  So the weights of the delays of
\* one base RTT add up to 1, each of k that come evenly has a k-th, and after a base RTT of silence a delay is the average.
Part(w, c) ==       \* UET-10
    IF c.avgNum > 0 THEN <<c.avgNum, c.avgDen>> ELSE <<Least(w.sinceDelay, w.baseRtt), w.baseRtt>>

\* The average moves towards a delay; the move is rounded.
Averaged(w, c, delay) ==        \* UET-10
    LET part == Part(w, c)
    IN  [w EXCEPT
            !.avgDelay =
                IF delay >= @ THEN @ + MulDiv(delay - @, part[1], part[2])
                ELSE @ - MulDiv(@ - delay, part[1], part[2]),
            !.sinceDelay = 0]

\* The average from which on a window falls by no more than the largest jump.
Steepest(c) ==
    LET k == c.gammaNum * c.jumpDen - (c.jumpDen - c.jumpNum) * c.gammaDen
    IN  IF k <= 0 THEN Largest ELSE MulDivUp(c.gammaNum * c.jumpDen, c.target, k, 1)

\* cwnd * max(1 - gamma * (avg - target) / avg, max_md_jump)
Decreased(w, c) ==
    IF w.avgDelay >= Steepest(c)
    THEN MulDiv(w.cwnd, c.jumpNum, c.jumpDen)
    ELSE MulDiv(w.cwnd, (c.gammaDen - c.gammaNum) * w.avgDelay + c.gammaNum * c.target, c.gammaDen * w.avgDelay)

MayDecrease(w) == w.sinceDecrease > w.baseRtt

MultiplicativeDecrease(w, c) ==     \* NSCC-12
    LET still == [w EXCEPT !.increaseMode = FALSE, !.fiCount = 0]
    IN  IF w.avgDelay > c.target /\ MayDecrease(w)
        THEN [still EXCEPT !.cwnd = Greatest(Decreased(w, c), c.mtu), !.sinceDecrease = 0]
        ELSE still

-----------------------------------------------------------------------------
\* Profile "source-documents": round-trip times steer, and marks unless Signals is "rtt".

Step(c) == c.step

MayStep(w, c) == w.sinceAdjust >= c.period

Stepped(w, c) ==        \* NSCC-5 NSCC-6 NSCC-7 NSCC-13
    IF MayStep(w, c) THEN [w EXCEPT !.cwnd = Capped(@, Step(c), w.maxWnd), !.sinceAdjust = 0] ELSE w

Heeds(marked) == marked /\ Signals = "both"     \* NSCC-9

\* A mark takes one packet where the public formula takes nothing: no delay is beyond the target, or none is known.
MarkDecrease(w, c) ==       \* NSCC-9 NSCC-12
    IF MayDecrease(w) THEN [w EXCEPT !.cwnd = Greatest(@ - c.mtu, c.mtu), !.sinceDecrease = 0] ELSE w

\* The delay is asked first: beyond the target its amount counts, marked or not.  A marked interval is not free of congestion.
FollowRttAndMark(w, c, marked, rtt) ==      \* RTT-7 RTT-8 NSCC-9
    LET delay == IF rtt = NoSample THEN 0 ELSE Greatest(0, rtt - w.baseRtt)
        fed == IF rtt = NoSample THEN w ELSE Averaged(w, c, delay)
    IN  IF delay > c.target THEN MultiplicativeDecrease(fed, c)
        ELSE IF Heeds(marked) THEN MarkDecrease(fed, c)
        ELSE IF rtt = NoSample THEN w
        ELSE Stepped(fed, c)

-----------------------------------------------------------------------------
\* Profile "uet-1.0".

Incremented(w, c, grains) == [w EXCEPT !.incBytes = Capped(@, grains, IncLimit(c))]

FairIncrease(w, c, n) == Incremented(w, c, MulDiv(c.fair, n, c.grain))

FastIncrease(w, c, n, delay) ==
    IF delay >= c.aboutZero
    THEN [w EXCEPT !.fiCount = 0, !.increaseMode = FALSE]
    ELSE LET count == Capped(w.fiCount, n, Ceiling(c) + 1)
         IN  IF w.increaseMode \/ count > w.cwnd
             THEN [w EXCEPT
                    !.fiCount = count,
                    !.increaseMode = TRUE,
                    !.cwnd = Capped(@, MulDiv(n, c.fastNum, c.fastDen), w.maxWnd)]
             ELSE [w EXCEPT !.fiCount = count]

ProportionalIncrease(w, c, n, delay) ==
    LET fast == FastIncrease(w, c, n, delay)
    IN  IF fast.increaseMode THEN fast
        ELSE Incremented(fast, c, MulDivs(c.proportional, n, c.target - delay, c.target, c.grain))

PeriodIsOver(w, c) == w.sinceAdjust >= c.period

\* What was owed is divided by the window, and eta comes once in a period.
FulfillAdjustment(w, c) ==      \* D9
    LET owed == MulDiv(w.incBytes, c.grain, w.cwnd)
    IN  [w EXCEPT
            !.cwnd = Capped(Capped(@, owed, w.maxWnd), IF PeriodIsOver(w, c) THEN c.eta ELSE 0, w.maxWnd),
            !.sinceAdjust = IF PeriodIsOver(w, c) THEN 0 ELSE @,
            !.incBytes = 0,
            !.receivedBytes = 0]

\* An adjustment that is due waits while acknowledgments are marked and late.
MayAdjust(marked, late) == ~ (marked /\ late)     \* FIND-23

Adjusted(w, c, marked, late) ==
    IF MayAdjust(marked, late) /\ (PeriodIsOver(w, c) \/ w.receivedBytes > c.threshold)
    THEN FulfillAdjustment(w, c) ELSE w

Quadrant(w, c, n, marked, delay, braked) ==
    IF marked
    THEN IF delay >= c.target THEN MultiplicativeDecrease(w, c) ELSE w
    ELSE IF braked THEN w
    ELSE IF delay >= c.target THEN FairIncrease(w, c, n)
    ELSE ProportionalIncrease(w, c, n, delay)

\* What the window is set to; quick adapt answers to loss, and does not raise it.
AdaptedWnd(w, c) == Greatest(Least(w.cwnd, w.achievedBytes), c.mtu)

\* Little came in: less than max_wnd / 2^qa_gate.
BelowGate(w, c) == w.achievedBytes < (w.maxWnd + 2 ^ c.gate - 1) \div (2 ^ c.gate)

QaIsOver(w) == w.untilQa <= 0

\* <<the window, whether there is nothing more to do>>
QuickAdapt(w, c, loss, marked, delay) ==
    LET ignores == marked /\ w.bytesIgnored < w.bytesToIgnore
        over == QaIsOver(w)
        adapts == /\ over /\ w.untilQa # NotBegun /\ BelowGate(w, c)
                  /\ (w.triggerQa \/ loss \/ delay > c.qaThreshold)
        adapted == IF adapts
                   THEN [w EXCEPT
                            !.cwnd = AdaptedWnd(w, c),
                            !.bytesToIgnore = Greatest(0, w.inflight),
                            !.bytesIgnored = 0,
                            !.triggerQa = FALSE]
                   ELSE w
        restarted == IF over /\ ~ ignores
                     THEN [adapted EXCEPT !.achievedBytes = 0, !.untilQa = w.baseRtt + c.target]
                     ELSE w
    IN  IF ~ c.quickAdapt THEN <<w, FALSE>>
        ELSE IF ignores THEN <<[w EXCEPT !.incBytes = 0, !.receivedBytes = 0], TRUE>>
        ELSE IF adapts THEN <<[restarted EXCEPT !.incBytes = 0, !.receivedBytes = 0], TRUE>>
        ELSE <<restarted, FALSE>>

\* A smaller sample becomes the base RTT, and the largest window follows it.
Clamped(w, c) == IF c.clampsAtOnce THEN [w EXCEPT !.cwnd = Least(@, w.maxWnd)] ELSE w

LoweredBase(w, c, rtt) ==       \* X19
    IF rtt >= w.baseRtt THEN w
    ELSE Clamped([w EXCEPT !.baseRtt = rtt, !.maxWnd = MaxWndAt(c, rtt)], c)

\* The target's own brake; whether it is on.
Restored(w) == [w EXCEPT !.cwnd = Least(w.savedCwnd, w.maxWnd), !.savedCwnd = 0]

FlowControl(w, c, n, pend, restore) ==
    IF pend > 0
    THEN [w EXCEPT
            !.savedCwnd = IF @ = 0 THEN w.cwnd ELSE @,
            !.cwnd = Greatest(c.mtu, Least(@, w.inflight) - MulDiv(pend, n, 128))]
    ELSE IF restore /\ w.savedCwnd # 0 THEN Restored(w)
    ELSE IF c.keepsSaved THEN w
    ELSE [w EXCEPT !.savedCwnd = 0]

FollowSignals(w, c, n, marked, rtt, pend, restore) ==
    LET braked == FlowControl(Counted(w, c, n), c, n, pend, restore)
        based == LoweredBase(braked, c, rtt)
        delay == rtt - based.baseRtt
        quick == QuickAdapt(Averaged(based, c, delay), c, FALSE, marked, delay)
    IN  IF rtt = NoSample THEN braked
        ELSE IF quick[2] THEN quick[1]
        ELSE Adjusted(Quadrant(quick[1], c, n, marked, delay, pend > 0), c, marked, delay >= c.target)

-----------------------------------------------------------------------------
\* Signals.

AfterAck(w, c, n, late, marked, rtt, pend, restore) ==
    LET freed == Freed(w, n - late)
    IN  IF SourceDocuments THEN FollowRttAndMark(freed, c, marked, rtt)
        ELSE FollowSignals(freed, c, n, marked, rtt, pend, restore)

\* A trim at the last hop is credit's business where there is credit.
Reacts(c, reason) == reason = "trimmed" \/ (reason = "trimmed at the last hop" /\ ~ c.rccc)     \* X17

AfterNack(w, c, size, late, reason, rtt) ==
    LET freed == IF late THEN w ELSE Freed(w, size)
        based == IF rtt = NoSample THEN freed ELSE LoweredBase(freed, c, rtt)
        fed == IF reason = "other" THEN based ELSE Ignored(Averaged(based, c, c.baseRtt), size)
        quick == QuickAdapt([fed EXCEPT !.triggerQa = TRUE], c, TRUE, TRUE, 0)
    IN  IF SourceDocuments THEN freed
        ELSE IF ~ Reacts(c, reason) THEN fed
        ELSE IF quick[2] THEN quick[1]
        ELSE [quick[1] EXCEPT !.cwnd = Greatest(@ - size, c.mtu)]

AfterLoss(w, c, size) ==
    IF SourceDocuments THEN Freed(w, size)
    ELSE [Ignored(Freed(w, size), size) EXCEPT !.cwnd = Greatest(@ - size, c.mtu)]

AfterTime(w, c, time) ==
    [w EXCEPT
        !.sinceAdjust = Capped(@, time, c.period),
        !.sinceDecrease = Capped(@, time, c.baseRtt + 1),
        !.sinceDelay = Capped(@, time, DelayLimit(c)),
        !.untilQa = IF @ = NotBegun THEN @ ELSE Greatest(@ - time, 0)]

-----------------------------------------------------------------------------
\* Every signal is heard by all of S at the same time.

\* A packet leaves.
Send(S, size) ==        \* CCC-12 NSCC-2 UET-2
    /\ \A s \in S : MaySend(window[s], Config[s], size)
    /\ window' = [s \in Sender |-> IF s \in S THEN Sent(window[s], size) ELSE window[s]]
    /\ flight' = [s \in Sender |-> IF s \in S THEN flight[s] + size ELSE flight[s]]
    /\ UNCHANGED <<ev, strays>>

\* What the target may count: it has been sent, and was not counted before.
MayCount(s, n) == n <= flight[s] + strays[s] + Rounding

\* An acknowledgment comes: n newly received, marked or not; a sample; the target's penalty.  n is what the target has counted since,
\* and what this ACK takes out of flight is another thing: `late` is the difference.  It is above 0 where packets that had been given up
\* have come, and where the count runs ahead, since a packet counts as it comes and is acknowledged once it is in memory; below 0
\* where an ACK catches up with the count.  In "source-documents" the mark is the instruction to change the entropy value.
Ack(S, n, late, marked, rtt, penalty) ==        \* NSCC-2 NSCC-5 NSCC-9 NSCC-10 NSCC-11 NSCC-12 RTT-8 UET-2
    /\ \A s \in S : 0 <= n - late /\ n - late <= flight[s] /\ MayCount(s, n) /\ strays[s] - late \in - Ahead .. MaxStrays
    /\ ev' = [s \in Sender |-> IF s \in S /\ marked /\ SourceDocuments THEN 1 - ev[s] ELSE ev[s]]
    /\ flight' = [s \in Sender |-> IF s \in S THEN flight[s] - (n - late) ELSE flight[s]]
    /\ strays' = [s \in Sender |-> IF s \in S THEN strays[s] - late ELSE strays[s]]
    /\ window' = [s \in Sender |->
        IF s \in S THEN AfterAck(window[s], Config[s], n, late, marked, rtt, penalty[1], penalty[2]) ELSE window[s]]

\* A NACK comes, for a packet in flight, or (late) one that had been given up.
Nack(S, size, late, reason, rtt) ==     \* UET-2 X17
    /\ \A s \in S : size <= (IF late THEN strays[s] + Ahead ELSE flight[s])
    /\ flight' = [s \in Sender |-> IF s \in S /\ ~ late THEN flight[s] - size ELSE flight[s]]
    /\ strays' = [s \in Sender |-> IF s \in S /\ late THEN strays[s] - size ELSE strays[s]]
    /\ window' = [s \in Sender |->
        IF s \in S THEN AfterNack(window[s], Config[s], size, late, reason, rtt) ELSE window[s]]
    /\ UNCHANGED ev

\* A packet is given up for lost; it may be under way all the same.
InferLoss(S, size, stray) ==        \* UET-2 FIND-2
    /\ \A s \in S : size <= flight[s] /\ (stray => strays[s] + size <= MaxStrays)
    /\ flight' = [s \in Sender |-> IF s \in S THEN flight[s] - size ELSE flight[s]]
    /\ strays' = [s \in Sender |-> IF s \in S /\ stray THEN strays[s] + size ELSE strays[s]]
    /\ window' = [s \in Sender |-> IF s \in S THEN AfterLoss(window[s], Config[s], size) ELSE window[s]]
    /\ UNCHANGED ev

\* Time passes, for all senders alike.
Tick(time) ==       \* NSCC-13 D9
    /\ window' = [s \in Sender |-> AfterTime(window[s], Config[s], time)]
    /\ UNCHANGED <<ev, flight, strays>>

Next ==     \* ranges are constant, so that each edge keeps its arguments
    \/ \E S \in Together :
        \/ \E size \in Sizes :
            \/ Send(S, size)
            \/ \E late \in BOOLEAN, reason \in Reasons, rtt \in Samples : Nack(S, size, late, reason, rtt)
            \/ \E stray \in BOOLEAN : InferLoss(S, size, stray)
        \/ \E n \in Received, late \in Late, marked \in BOOLEAN, rtt \in Samples, penalty \in Penalties :
            Ack(S, n, late, marked, rtt, penalty)
    \/ \E time \in Elapsed : Tick(time)

Spec == Init /\ [][Next]_vars

\* Time passes, and clean acknowledgments at the base RTT come again and again.
Clean(S) == \E n \in Received : Ack(S, n, 0, FALSE, Config[CHOOSE s \in S : TRUE].baseRtt, <<0, FALSE>>)

Fairness ==
    /\ \A time \in Elapsed : WF_vars(Tick(time))
    /\ \A S \in Together : (\A size \in Sizes : WF_vars(Send(S, size))) /\ SF_vars(Clean(S))

FairSpec == Spec /\ Fairness

-----------------------------------------------------------------------------
\* Safety.

\* MaxWnd is exceeded in no state, whatever becomes of the base RTT.
NeverAboveMaxWndInv == \A s \in Sender : window[s].cwnd <= Config[s].maxWnd     \* NSCC-2 FIND-3

\* Nor is the limit for the base RTT as it stands, where the window is cut at once.
WithinLimitInv == \A s \in Sender :     \* NSCC-2 UET-2
    Config[s].clampsAtOnce => window[s].cwnd <= window[s].maxWnd

\* The limit that follows the base RTT is what num / den of it holds in whole units, unless a packet is more; else it is what it was.
LimitFollowsTheBaseInv == \A s \in Sender :      \* NSCC-2 X19
    LET c == Config[s]
        w == window[s]
    IN  /\ c.perRttNum > 0 /\ w.maxWnd > c.mtu =>
            /\ w.maxWnd * c.perRttDen <= w.baseRtt * c.perRttNum
            /\ (w.maxWnd + 1) * c.perRttDen > w.baseRtt * c.perRttNum
        /\ c.perRttNum = 0 => w.maxWnd = c.maxWnd

NeverBelowMtuInv == \A s \in Sender : window[s].cwnd >= Config[s].mtu       \* UET-2 NSCC-12

\* With nothing in flight every packet finds room: no window is stuck at its floor.
FloorCanSendInv == \A s \in Sender : \A size \in Sizes :        \* X18 FIND-4
    flight[s] = 0 => MaySend(window[s], Config[s], size)

\* The sender's count is what the network holds.
InflightIsExactInv == \A s \in Sender : window[s].inflight = flight[s]      \* CCC-12 UET-2 FIND-2

\* Nothing comes in that is not on its way, and no more strays, or is counted ahead, than the environment has.
NothingFromNowhereInv == \A s \in Sender : {flight[s], strays[s] + Ahead, MaxStrays - strays[s]} \subseteq Nat      \* CCC-12 FIND-2

\* The base RTT is the configured one, or a valid sample.
BaseIsASampleInv == \A s \in Sender : window[s].baseRtt \in {Config[s].baseRtt} \cup (Samples \ {NoSample})        \* UET-2 RTT-7

\* A counter begins at nothing and stops just beyond what reads it, so that it fits a field: a threshold, a whole window, the gate of quick
\* adapt, a quarter of the largest window's square, the wait for a decrease.  Products are formed as they stand, for small numbers.
CountersStopInv == \A s \in Sender :      \* UET-2
    LET w == window[s]
        c == Config[s]
    IN  \A counter \in {
            <<w.receivedBytes, c.threshold + 1>>,
            <<w.fiCount, c.maxWnd + 1>>,
            <<w.achievedBytes * 2 ^ c.gate, c.maxWnd + 2 ^ c.gate>>,
            <<w.incBytes * c.grain * 4, c.maxWnd * c.maxWnd + c.grain * 4 - 1>>,
            <<w.bytesIgnored, w.bytesToIgnore>>,
            <<w.sinceAdjust, c.period>>,
            <<w.sinceDecrease, c.baseRtt + 1>>,
            <<w.sinceDelay, IF c.avgNum = 0 THEN c.baseRtt ELSE 0>>} : counter[1] \in 0 .. counter[2]

-----------------------------------------------------------------------------
\* Steps.

Rises(s) == window'[s].cwnd > window[s].cwnd
Falls(s) == window'[s].cwnd < window[s].cwnd

\* This step may be such an acknowledgment, of n newly received.
AckOf(s, Is(_, _, _, _)) ==
    \E S \in Together : s \in S /\
        \E n \in Received, late \in Late, marked \in BOOLEAN, rtt \in Samples, penalty \in Penalties :
            Is(n, marked, rtt, penalty) /\ Ack(S, n, late, marked, rtt, penalty)

AckWith(s, Is(_, _, _)) == AckOf(s, LAMBDA n, marked, rtt, penalty : Is(marked, rtt, penalty))

\* This step may be such a NACK, of a packet of this size.
NackOf(s, Is(_, _)) ==
    \E S \in Together, size \in Sizes, late \in BOOLEAN, reason \in Reasons, rtt \in Samples :
        s \in S /\ Is(size, reason) /\ Nack(S, size, late, reason, rtt)

NackWith(s, Is(_)) == NackOf(s, LAMBDA size, reason : Is(reason))

\* At first nothing is in flight, saved, counted, owed or to be ignored, no time has passed, and the entropy value is the first.
BeginsWithNothingProp ==        \* NSCC-3 UET-2
    \A s \in Sender :
        LET w == window[s]
        IN  {w.inflight, w.savedCwnd, w.avgDelay, w.incBytes, w.receivedBytes, w.achievedBytes, w.fiCount, w.bytesToIgnore, w.bytesIgnored,
             w.sinceAdjust, w.sinceDecrease, w.sinceDelay, flight[s], strays[s], ev[s]} = {0}

\* No packet leaves beyond the window.
SendsWithinTheWindowProp ==     \* CCC-12 NSCC-2
    [][\A s \in Sender : flight'[s] > flight[s] => flight'[s] <= window[s].cwnd]_vars

\* What the target has newly counted, or refused, is on its way no more, all of it and once; and it counts no more than was sent.
CountedOnceProp ==      \* CCC-12 UET-2 FIND-2
    [][\A s \in Sender :
        LET before == flight[s] + strays[s]
            after == flight'[s] + strays'[s]
        IN  /\ ~ AckOf(s, LAMBDA n, marked, rtt, penalty : after # before - n \/ after < 0 - Rounding)
            /\ ~ NackOf(s, LAMBDA size, reason : after # before - size)]_vars

\* A signal is for those who hear it: two senders' packets come in, or go astray, at the same time only if both do.
HeardAloneProp ==       \* NSCC-7
    [][\A s, t \in Sender :
        <<flight'[s], strays'[s]>> # <<flight[s], strays[s]>> /\ <<flight'[t], strays'[t]>> # <<flight[t], strays[t]>> =>
            \E S \in Together : {s, t} \subseteq S]_vars

\* max_wnd falls with the base RTT, and never rises.
LimitNeverRisesProp ==      \* X19 FIND-3
    [][\A s \in Sender : window'[s].maxWnd <= window[s].maxWnd /\ window'[s].baseRtt <= window[s].baseRtt]_vars

\* In "source-documents" both are constants.
BaseRttIsConstantProp ==        \* RTT-7
    [][SourceDocuments => \A s \in Sender : window'[s].baseRtt = Config[s].baseRtt /\ window'[s].maxWnd = Config[s].maxWnd]_vars

\* A decrease comes at most once in a base RTT, after which it may come again; where there is nothing to take, none has come.
OneDecreaseInABaseRttProp ==        \* NSCC-12
    [][\A s \in Sender :
        /\ window'[s].sinceDecrease < window[s].sinceDecrease => window[s].sinceDecrease > window'[s].baseRtt
        /\ SourceDocuments /\ Falls(s) => window[s].sinceDecrease > window[s].baseRtt /\ window'[s].sinceDecrease = 0
        /\ ~ SourceDocuments /\ window'[s].sinceDecrease < window[s].sinceDecrease => window'[s].avgDelay > Config[s].target]_vars

\* Of the distance from the average to a delay each sample leaves the rest beside its weight, a part of a unit left whole; a trim is a delay of
\* one configured base RTT, and no other NACK is one.  With no weight of its own a sample leaves the part of a base RTT that is younger than
\* the last delay.
AverageFollowsProp ==       \* NSCC-12 UET-2 UET-10
    [][\A s \in Sender :
        LET c == Config[s]
            base == window'[s].baseRtt
            whole == IF c.avgNum = 0 THEN base ELSE c.avgDen
            left == IF c.avgNum = 0 THEN Greatest(0, base - window[s].sinceDelay) ELSE c.avgDen - c.avgNum
            Far(average, delay) == IF average < delay THEN delay - average ELSE average - delay
            Misses(delay) == Far(window'[s].avgDelay, delay) * whole - Far(window[s].avgDelay, delay) * left \notin 0 .. whole - 1
        IN  /\ ~ AckWith(s, LAMBDA marked, rtt, penalty : rtt # NoSample /\ Misses(Greatest(0, rtt - window'[s].baseRtt)))
            /\ ~ SourceDocuments =>
                ~ NackWith(s, LAMBDA reason :
                    IF reason = "other" THEN window'[s].avgDelay # window[s].avgDelay ELSE Misses(c.baseRtt))]_vars

\* The time since the last delay is what the other clocks show: it passes as the wait for a decrease does, a delay begins it anew, and nothing
\* else does.  A window falls by delay with a delay, so that this wait is never the shorter one.
TimeOfDelaysProp ==         \* UET-10
    [][\A s \in Sender :
        LET w == window[s]
            next == window'[s]
            c == Config[s]
            Begins == next.sinceDelay = 0
        IN  IF c.avgNum > 0 THEN Begins
            ELSE /\ ~ Begins => ~ AckWith(s, LAMBDA marked, rtt, penalty : rtt # NoSample)
                 /\ ~ SourceDocuments /\ ~ Begins => ~ NackWith(s, LAMBDA reason : reason # "other")
                 /\ next.sinceDelay < w.sinceDelay =>
                        \/ AckWith(s, LAMBDA marked, rtt, penalty : rtt # NoSample)
                        \/ NackWith(s, LAMBDA reason : reason # "other")
                 /\ next.sinceDecrease > w.sinceDecrease /\ next.sinceDecrease <= c.baseRtt =>
                        next.sinceDelay - w.sinceDelay = next.sinceDecrease - w.sinceDecrease
                 /\ next.sinceDelay <= next.sinceDecrease]_vars

\* Only the end of a period restarts it, not every adjustment.
OnlyThePeriodRestartsProp ==        \* D9 NSCC-13
    [][\A s \in Sender : window'[s].sinceAdjust < window[s].sinceAdjust => window[s].sinceAdjust >= Config[s].period]_vars

\* The base RTT plus theta divides the samples: above it no rise, but a fall if one is allowed; below and at it no fall for their sake, and
\* without a mark that counts a rise if one is allowed.  (Every sample is its own average there: avgDelay is the delay of the last one.)
IsLate(s, rtt) == rtt > Config[s].baseRtt + Config[s].target

NoGrowthAboveThetaProp ==       \* RTT-8 NSCC-9
    [][SourceDocuments => \A s \in Sender : Rises(s) => ~ AckWith(s, LAMBDA marked, rtt, penalty : IsLate(s, rtt))]_vars

NoGrowthOnMarkProp ==       \* NSCC-9 FIND-32
    [][SourceDocuments /\ Signals = "both" => \A s \in Sender : Rises(s) => ~ AckWith(s, LAMBDA marked, rtt, penalty : marked)]_vars

GrowsUpToThetaProp ==       \* RTT-8 NSCC-5 NSCC-9
    [][SourceDocuments => \A s \in Sender :
        ~ Rises(s) /\ window[s].cwnd < Config[s].maxWnd /\ window[s].sinceAdjust = Config[s].period =>
            ~ AckWith(s, LAMBDA marked, rtt, penalty : rtt # NoSample /\ ~ IsLate(s, rtt) /\ ~ (marked /\ Signals = "both"))]_vars

NoFallUnfoundedProp ==      \* RTT-8 NSCC-9 NSCC-10
    [][SourceDocuments => \A s \in Sender :
        Falls(s) => AckWith(s, LAMBDA marked, rtt, penalty : IsLate(s, rtt) \/ (marked /\ Signals = "both"))]_vars

\* The public formula by what it takes: of a window, for a delay d beyond the target, gamma * (d - target) / d or 1 - max_md_jump, what is
\* less, and a part of a unit is taken whole.  Products are formed as they stand, so that this is for small numbers.
TakesEnough(s, d) ==
    LET lost == window[s].cwnd - window'[s].cwnd
        c == Config[s]
    IN  \/ lost * c.gammaDen * d >= window[s].cwnd * c.gammaNum * (d - c.target)
        \/ lost * c.jumpDen >= window[s].cwnd * (c.jumpDen - c.jumpNum)

TakesNoMore(s, d) ==
    LET less == window[s].cwnd - window'[s].cwnd - 1
        c == Config[s]
    IN  /\ less * c.gammaDen * d < window[s].cwnd * c.gammaNum * (d - c.target)
        /\ less * c.jumpDen < window[s].cwnd * (c.jumpDen - c.jumpNum)

FallsAboveThetaProp ==      \* RTT-8 NSCC-12
    [][SourceDocuments => \A s \in Sender :
        window[s].sinceDecrease > Config[s].baseRtt /\ window'[s].cwnd > Config[s].mtu =>
            ~ AckWith(s, LAMBDA marked, rtt, penalty : IsLate(s, rtt) /\ ~ TakesEnough(s, rtt - Config[s].baseRtt))]_vars

\* A mark without such a delay takes one packet, and leaves one.
FallsOnMarkProp ==      \* NSCC-9 NSCC-12
    [][SourceDocuments /\ Signals = "both" => \A s \in Sender :
        LET lost == window[s].cwnd - window'[s].cwnd
        IN  window[s].sinceDecrease > Config[s].baseRtt /\ lost # Least(Config[s].mtu, window[s].cwnd - Config[s].mtu) =>
                ~ AckWith(s, LAMBDA marked, rtt, penalty : marked /\ ~ IsLate(s, rtt))]_vars

\* In "uet-1.0" mark and delay together do; quick adapt and the target's brake have amounts of their own.  An average that is not beyond the
\* target asks for nothing.
FallsInTheQuadrantProp ==       \* UET-2 NSCC-12
    [][~ SourceDocuments => \A s \in Sender :
        LET w == window[s]
            next == window'[s]
            c == Config[s]
        IN  /\ ~ c.quickAdapt /\ next.savedCwnd = w.savedCwnd
            /\ w.sinceDecrease > w.baseRtt /\ next.cwnd > c.mtu
            => ~ AckWith(s, LAMBDA marked, rtt, penalty :
                    marked /\ rtt >= w.baseRtt + c.target /\ ~ TakesEnough(s, next.avgDelay))]_vars

\* And by delay no window falls further than that.
FallsNoFurtherProp ==       \* NSCC-12
    [][\A s \in Sender :
        LET w == window[s]
            next == window'[s]
            c == Config[s]
        IN  ~ c.quickAdapt /\ next.savedCwnd = w.savedCwnd /\ next.avgDelay > c.target =>
                ~ AckWith(s, LAMBDA marked, rtt, penalty :
                    penalty[1] = 0 /\ rtt >= w.baseRtt + c.target /\ ~ TakesNoMore(s, next.avgDelay))]_vars

\* Base_BDP / F is gained, and less only on the way to the top.
StepIsTheSameProp ==        \* NSCC-5 NSCC-6
    [][SourceDocuments => \A s \in Sender :
        LET gained == window'[s].cwnd - window[s].cwnd
        IN  /\ gained <= Config[s].step
            /\ gained \in 1 .. Config[s].step - 1 => window'[s].cwnd = Config[s].maxWnd]_vars

\* Between two steps a period passes, from the one to the other.
OneStepInAPeriodProp ==     \* NSCC-13
    [][SourceDocuments => \A s \in Sender : Rises(s) => window[s].sinceAdjust = Config[s].period /\ window'[s].sinceAdjust = 0]_vars

\* Side by side, whatever the speed: who grows, grows by the same, but for one who reaches its top.
SpeedDoesNotCountProp ==        \* NSCC-7 X14
    [][SourceDocuments => \A s, t \in Sender :
        Rises(s) /\ Rises(t) =>
            \/ window'[s].cwnd - window[s].cwnd = window'[t].cwnd - window[t].cwnd
            \/ window'[s].cwnd = Config[s].maxWnd \/ window'[t].cwnd = Config[t].maxWnd]_vars

\* Increments, which "uet-1.0" alone has, go with the speed, which is what MaxWnd differs by.
SpeedCountsProp ==      \* X14 UET-2
    [][\A s, t \in Sender :
        LET Gain(u) == window'[u].incBytes - window[u].incBytes
        IN  Gain(s) > 0 /\ Gain(t) > 0 =>
            \/ Gain(s) * Config[s].grain * Config[t].maxWnd = Gain(t) * Config[t].grain * Config[s].maxWnd
            \/ window'[s].incBytes = IncLimit(Config[s]) \/ window'[t].incBytes = IncLimit(Config[t])]_vars

\* A mark changes the entropy value, from either of the two to the other, and nothing else does.
MarkTurnsTheEvProp ==       \* NSCC-10 NSCC-11
    [][SourceDocuments => \A s \in Sender :
        /\ ev'[s] # ev[s] => AckWith(s, LAMBDA marked, rtt, penalty : marked)
        /\ {ev[s], ev'[s]} # {0, 1} => ~ AckWith(s, LAMBDA marked, rtt, penalty : marked)]_vars

\* In "uet-1.0" no acknowledgment carries such an instruction: entropy values are the load balancer's.
EvIsLeftAloneProp == [][~ SourceDocuments => ev' = ev]_vars     \* NSCC-11

\* No growth on a marked and late acknowledgment: not even of what is owed.
NoGrowthUnderCongestionProp ==      \* UET-2 FIND-23 FIND-32
    [][~ SourceDocuments => \A s \in Sender :
        (Rises(s) /\ window'[s].savedCwnd = window[s].savedCwnd) \/ window'[s].incBytes > window[s].incBytes =>
            ~ AckWith(s, LAMBDA marked, rtt, penalty :
                marked /\ rtt >= window'[s].baseRtt + Config[s].target)]_vars

\* Nor any increment on a marked one, or under a penalty.
NoIncrementUnmeritedProp ==     \* UET-2
    [][\A s \in Sender : window'[s].incBytes > window[s].incBytes =>
        ~ AckWith(s, LAMBDA marked, rtt, penalty : marked \/ penalty[1] > 0 \/ rtt = NoSample)]_vars

\* Between two ends of a period the window grows by what is owed alone, which one ACK's gain bounds here; eta is not in it.
EtaOnceInAPeriodProp ==     \* D9
    [][\A s \in Sender :
        LET w == window[s]
            c == Config[s]
            most == CHOOSE n \in Received : \A m \in Received : m <= n
            gain == Greatest(MulDiv(c.fair, most, c.grain), MulDiv(c.proportional, most, c.grain))
        IN  w.sinceAdjust < c.period /\ ~ window'[s].increaseMode /\ window'[s].savedCwnd = w.savedCwnd =>
                window'[s].cwnd - w.cwnd <= MulDiv(w.incBytes + gain, c.grain, w.cwnd)]_vars

\* What is owed is paid when a period is over, however little came in: a sample that is not both marked and late leaves nothing owed.
PaysAtTheEndProp ==     \* D9 UET-2
    [][\A s \in Sender :
        window[s].sinceAdjust = Config[s].period /\ <<window'[s].incBytes, window'[s].receivedBytes>> # <<0, 0>> =>
            ~ AckWith(s, LAMBDA marked, rtt, penalty :
                rtt # NoSample /\ ~ (marked /\ rtt >= window'[s].baseRtt + Config[s].target))]_vars

\* Fast increase follows a whole window's worth of acknowledgments without delay: one with delay starts the count anew.
FastNeedsAWholeWindowProp ==        \* UET-2
    [][\A s \in Sender :
        /\ window'[s].increaseMode /\ ~ window[s].increaseMode /\ window'[s].savedCwnd = window[s].savedCwnd =>
            window'[s].fiCount > Least(window[s].cwnd, window'[s].maxWnd)
        /\ window'[s].fiCount > 0 =>
            ~ AckWith(s, LAMBDA marked, rtt, penalty :
                LET delay == rtt - window'[s].baseRtt
                IN  ~ marked /\ penalty[1] = 0 /\ delay >= Config[s].aboutZero /\ delay < Config[s].target)]_vars

\* After a whole window's worth without delay, and until a delay, fast increase is on and lifts the window by its part of what came in.
FastLiftsProp ==        \* UET-2
    [][\A s \in Sender :
        LET w == window[s]
            next == window'[s]
            c == Config[s]
            Lifts(n) == next.cwnd = next.maxWnd \/ (next.cwnd - w.cwnd + 1) * c.fastDen > n * c.fastNum
        IN  ~ c.quickAdapt =>
                ~ AckOf(s, LAMBDA n, marked, rtt, penalty :
                    /\ ~ marked /\ penalty = <<0, FALSE>>
                    /\ rtt # NoSample /\ rtt - next.baseRtt < c.aboutZero
                    /\ w.increaseMode \/ w.fiCount + n > w.cwnd
                    /\ ~ (next.increaseMode /\ Lifts(n)))]_vars

\* A penalty takes its part, so many 128ths of what came in, of the window or of what is in flight, whichever is less, but for the last packet.
\* Without a sample nothing else is done; with one, a window to which nothing is owed does not grow under a penalty.
BrakeTakesItsPartProp ==        \* UET-2
    [][~ SourceDocuments => \A s \in Sender :
        LET w == window[s]
            next == window'[s]
            c == Config[s]
            held == Least(w.cwnd, flight'[s])
            taken == (held - next.cwnd) * 128
        IN  ~ AckOf(s, LAMBDA n, marked, rtt, penalty :
                /\ penalty[1] > 0
                /\ \/ rtt = NoSample /\ taken > penalty[1] * n
                   \/ rtt = NoSample /\ taken + 128 <= penalty[1] * n /\ next.cwnd > c.mtu
                   \/ w.incBytes = 0 /\ w.sinceAdjust < c.period /\ taken < 0 /\ next.cwnd > c.mtu)]_vars

\* The window of before a penalty is saved, and comes back, or as much of it as the limit is now, when the target says so, not before.
SavedUntilRestoredProp ==       \* UET-2
    [][~ SourceDocuments => \A s \in Sender :
        LET w == window[s]
            next == window'[s]
        IN  /\ next.savedCwnd # (IF w.savedCwnd = 0 THEN w.cwnd ELSE w.savedCwnd) =>
                ~ AckWith(s, LAMBDA marked, rtt, penalty : penalty[1] > 0)
            /\ Config[s].keepsSaved /\ next.savedCwnd # w.savedCwnd =>
                ~ AckWith(s, LAMBDA marked, rtt, penalty : penalty = <<0, FALSE>>)]_vars

\* Quick adapt: only at the end of a period that has begun, only if little came in, never upwards; what is in flight then is to be ignored.  The
\* next period is a whole one, and counts anew; a period that has begun comes to its end.
QuickAdaptIsGatedProp ==        \* UET-2
    [][\A s \in Sender :
        /\ window'[s].untilQa > window[s].untilQa =>
            /\ window[s].untilQa <= 0
            /\ <<window'[s].untilQa, window'[s].achievedBytes>> = <<window'[s].baseRtt + Config[s].target, 0>>
        /\ window'[s].untilQa < window[s].untilQa => window'[s].untilQa >= 0
        /\ window'[s].bytesToIgnore # window[s].bytesToIgnore => window[s].untilQa = 0 /\ window'[s].bytesToIgnore = flight'[s]
        /\ window[s].triggerQa /\ ~ window'[s].triggerQa =>
            /\ window[s].untilQa = 0
            /\ window'[s].cwnd <= window[s].cwnd \/ window'[s].savedCwnd # window[s].savedCwnd
            /\ window'[s].cwnd <= Greatest(Config[s].mtu, window[s].maxWnd \div (2 ^ Config[s].gate))]_vars

\* It comes at the end of a period if less came in than max_wnd / 2^qa_gate, that of this acknowledgment counted, and only then; an unmarked
\* acknowledgment is not one to be ignored.
GateIsAskedProp ==      \* UET-2
    [][\A s \in Sender :
        window[s].triggerQa /\ window[s].untilQa = 0 =>
            ~ \E S \in Together, n \in Received, late \in Late, rtt \in Samples \ {NoSample}, penalty \in Penalties :
                /\ ((window[s].achievedBytes + n) * 2 ^ Config[s].gate < window'[s].maxWnd) = window'[s].triggerQa
                /\ Ack(S, n, late, FALSE, rtt, penalty)]_vars

\* Without a trigger a delay beyond the threshold is one, if little came in, and nothing else is: no other acknowledgment lowers a window unmarked.
DelayTriggersProp ==        \* UET-2
    [][\A s \in Sender :
        LET w == window[s]
            next == window'[s]
            c == Config[s]
        IN  ~ w.triggerQa /\ w.untilQa = 0 =>
                ~ AckOf(s, LAMBDA n, marked, rtt, penalty :
                    /\ ~ marked /\ penalty = <<0, FALSE>>
                    /\ IF rtt - next.baseRtt > c.qaThreshold /\ (w.achievedBytes + n) * 2 ^ c.gate < next.maxWnd
                       THEN next.cwnd > Greatest(w.achievedBytes + n, c.mtu)
                       ELSE next.cwnd < Least(w.cwnd, next.maxWnd))]_vars

\* Marks of what was in flight are ignored, and nothing else: any other sample at the end of a period begins the next one.
NextPeriodBeginsProp ==     \* UET-2
    [][\A s \in Sender :
        LET w == window[s]
        IN  Config[s].quickAdapt /\ w.untilQa <= 0 /\ window'[s].untilQa = w.untilQa =>
                ~ AckOf(s, LAMBDA n, marked, rtt, penalty :
                    rtt # NoSample /\ (~ marked \/ w.bytesIgnored + n >= w.bytesToIgnore))]_vars

\* With credit on, a trim at the last hop leaves window and trigger alone, and so does any NACK that is not of a trim; a window that is cut at
\* once falls with the limit.
LastHopIsCreditsProp ==     \* X17
    [][\A s \in Sender :
        LET left == IF Config[s].clampsAtOnce THEN Least(window[s].cwnd, window'[s].maxWnd) ELSE window[s].cwnd
        IN  window'[s].cwnd # left \/ window'[s].triggerQa # window[s].triggerQa =>
                ~ NackWith(s, LAMBDA reason : reason = "other" \/ (Config[s].rccc /\ reason = "trimmed at the last hop"))]_vars

\* Any other trim lowers the window, unless quick adapt does (at the end of a period) or has done so and ignores what was in flight then; any
\* loss takes what was lost from it, down to one packet.
LossLowersProp ==       \* UET-2 X17
    [][~ SourceDocuments => \A s \in Sender :
        /\ window'[s].cwnd >= window[s].cwnd /\ window[s].cwnd > Config[s].mtu /\ window[s].untilQa # 0
                /\ window'[s].bytesIgnored = window'[s].bytesToIgnore =>
            ~ NackWith(s, LAMBDA reason : reason = "trimmed" \/ (~ Config[s].rccc /\ reason = "trimmed at the last hop"))
        /\ \A size \in Sizes : window'[s].cwnd # Greatest(window[s].cwnd - size, Config[s].mtu) =>
            ~ \E S \in Together, stray \in BOOLEAN : s \in S /\ InferLoss(S, size, stray)]_vars

-----------------------------------------------------------------------------
\* Liveness, under FairSpec, where no sample is late: every window reaches its top.
GrowsToTheTopProp == \A s \in Sender : <>(window[s].cwnd = Config[s].maxWnd)        \* NSCC-5 NSCC-13
=============================================================================
