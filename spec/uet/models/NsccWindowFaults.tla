--------------------------- MODULE NsccWindowFaults ---------------------------
(***************************************************************************)
(* Faulty twins of single operators and actions of NsccWindow, each        *)
(* planted by a configuration beside this module.                          *)
(***************************************************************************)
EXTENDS MCNsccWindow

\* Configurations of controls alone: a base RTT that can be undercut; packets of two sizes; a period of two, and gains so small that a
\* window of two grows by eta or not at all; room to grow; room for one packet in a window of more; a limit of 1.5 of the base RTT, and one that
\* does not follow it.
MCSourceFarther == [s \in {"a"} |-> [MCSourceConfig EXCEPT !.baseRtt = 2]]
MCSourceTwoSizes == [s \in {"a"} |-> [MCSourceConfig EXCEPT !.mtu = 2, !.initialWnd = 3]]
MCLimitRest == [s \in {"a"} |-> [MCBrakeConfig EXCEPT !.baseRtt = 5, !.initialWnd = 7, !.maxWnd = 7, !.perRttNum = 3, !.perRttDen = 2]]
MCUetNoLimit == [s \in {"a"} |-> [MCUetConfig EXCEPT !.perRttNum = 0]]
MCUetLonger == [s \in {"a"} |-> [MCUetConfig EXCEPT !.period = 2, !.threshold = 0, !.fair = 1, !.proportional = 1]]
MCUetRoom == [s \in {"a"} |-> [MCUetConfig EXCEPT !.initialWnd = 2, !.maxWnd = 4, !.perRttNum = 4]]
MCUetOneFits == [s \in {"a"} |-> [MCUetLeast[s] EXCEPT !.mtu = 2, !.initialWnd = 3, !.maxWnd = 3, !.perRttNum = 3, !.threshold = 2]]

-----------------------------------------------------------------------------
\* "source-documents".

\* The sample is compared with twice the base RTT, and theta forgotten.
FollowRttToTwiceTheBase(w, c, marked, rtt) ==
    IF rtt = NoSample THEN w
    ELSE LET delay == Greatest(0, rtt - w.baseRtt)
             fed == Averaged(w, c, delay)
         IN  IF delay > w.baseRtt + c.target THEN MultiplicativeDecrease(fed, c) ELSE Stepped(fed, c)

\* At the threshold already.
FollowRttFallsAtTheta(w, c, marked, rtt) ==
    IF rtt = NoSample THEN w
    ELSE LET delay == Greatest(0, rtt - w.baseRtt)
             fed == Averaged(w, c, delay)
         IN  IF delay >= c.target
             THEN [MultiplicativeDecrease(fed, c) EXCEPT !.cwnd = Greatest(MulDiv(@, 4, 5), c.mtu), !.sinceDecrease = 0]
             ELSE Stepped(fed, c)

\* At the threshold no more.
FollowRttStopsAtTheta(w, c, marked, rtt) ==
    IF rtt = NoSample THEN w
    ELSE LET delay == Greatest(0, rtt - w.baseRtt)
             fed == Averaged(w, c, delay)
         IN  IF delay > c.target THEN MultiplicativeDecrease(fed, c)
             ELSE IF delay = c.target THEN fed
             ELSE Stepped(fed, c)

\* A late sample only ends the growth.
FollowRttHolds(w, c, marked, rtt) ==
    IF rtt = NoSample THEN w
    ELSE LET delay == Greatest(0, rtt - w.baseRtt)
             fed == Averaged(w, c, delay)
         IN  IF delay > c.target THEN fed ELSE Stepped(fed, c)

\* A late sample takes one step back.
FollowRttStepsBack(w, c, marked, rtt) ==
    IF rtt = NoSample THEN w
    ELSE LET delay == Greatest(0, rtt - w.baseRtt)
             fed == Averaged(w, c, delay)
         IN  IF delay <= c.target THEN Stepped(fed, c)
             ELSE IF MayDecrease(w) THEN [fed EXCEPT !.cwnd = Greatest(@ - 1, c.mtu), !.sinceDecrease = 0]
             ELSE fed

\* The smallest sample becomes the base RTT, as in the other profile.
FollowRttLowersTheBase(w, c, marked, rtt) ==
    IF rtt = NoSample THEN w
    ELSE LET based == [w EXCEPT !.baseRtt = Least(@, rtt)]
             delay == rtt - based.baseRtt
             fed == Averaged(based, c, delay)
         IN  IF delay > c.target THEN MultiplicativeDecrease(fed, c) ELSE Stepped(fed, c)

\* A mark counts, though round-trip times alone should.
HeedsEveryMark(marked) == marked

\* A mark takes a packet, and the same acknowledgment brings a step.
FollowRttAndMarkGrows(w, c, marked, rtt) ==
    LET fallen == IF Heeds(marked) THEN MarkDecrease(w, c) ELSE w
    IN  IF rtt = NoSample THEN fallen
        ELSE LET delay == Greatest(0, rtt - w.baseRtt)
             IN  IF delay > c.target THEN MultiplicativeDecrease(Averaged(w, c, delay), c)
                 ELSE Stepped(Averaged(fallen, c, delay), c)

\* A mark takes a packet, and the wait for the next decrease does not begin.
MarkDecreaseUnnoted(w, c) == IF MayDecrease(w) THEN [w EXCEPT !.cwnd = Greatest(@ - c.mtu, c.mtu)] ELSE w

\* A window that falls takes its limit along.
MarkDecreaseLowersTheLimit(w, c) ==
    IF MayDecrease(w)
    THEN [w EXCEPT !.cwnd = Greatest(@ - c.mtu, c.mtu), !.maxWnd = Greatest(@ - c.mtu, c.mtu), !.sinceDecrease = 0]
    ELSE w

\* Every marked acknowledgment of a base RTT takes a packet.
MarkDecreaseEachTime(w, c) == [w EXCEPT !.cwnd = Greatest(@ - c.mtu, c.mtu)]

\* One step, which the next step gives back.
MarkDecreaseByAStep(w, c) ==
    IF MayDecrease(w) THEN [w EXCEPT !.cwnd = Greatest(@ - c.step, c.mtu), !.sinceDecrease = 0] ELSE w

\* Half the window, which is far more than a packet.
MarkDecreaseByHalf(w, c) ==
    IF MayDecrease(w) THEN [w EXCEPT !.cwnd = Greatest(@ \div 2, c.mtu), !.sinceDecrease = 0] ELSE w

\* The receiver's instruction is not heard.
AckKeepsTheEv(S, n, late, marked, rtt, penalty) ==
    /\ \A s \in S : late <= n /\ n - late <= flight[s] /\ late <= strays[s]
    /\ flight' = [s \in Sender |-> IF s \in S THEN flight[s] - (n - late) ELSE flight[s]]
    /\ strays' = [s \in Sender |-> IF s \in S THEN strays[s] - late ELSE strays[s]]
    /\ window' = [s \in Sender |->
        IF s \in S THEN AfterAck(window[s], Config[s], n, late, marked, rtt, penalty[1], penalty[2]) ELSE window[s]]
    /\ UNCHANGED ev

\* Every acknowledgment is such an instruction.
AckTurnsTheEv(S, n, late, marked, rtt, penalty) ==
    /\ \A s \in S : late <= n /\ n - late <= flight[s] /\ late <= strays[s]
    /\ ev' = [s \in Sender |-> IF s \in S THEN 1 - ev[s] ELSE ev[s]]
    /\ flight' = [s \in Sender |-> IF s \in S THEN flight[s] - (n - late) ELSE flight[s]]
    /\ strays' = [s \in Sender |-> IF s \in S THEN strays[s] - late ELSE strays[s]]
    /\ window' = [s \in Sender |->
        IF s \in S THEN AfterAck(window[s], Config[s], n, late, marked, rtt, penalty[1], penalty[2]) ELSE window[s]]

\* The NIC's own BDP instead of the fabric's.
StepOfOwnBdp(c) == c.step * (c.maxWnd \div 3)

\* One step for each acknowledgment.
MayStepAlways(w, c) == TRUE

\* The step in whole units of another size, in which it is nothing.
StepRoundedAway(c) == c.step \div 2

\* What comes after it had been given up stays under way.
AckLeavesTheStrays(S, n, late, marked, rtt, penalty) ==
    /\ \A s \in S : 0 <= n - late /\ n - late <= flight[s] /\ MayCount(s, n) /\ strays[s] - late \in - Ahead .. MaxStrays
    /\ ev' = [s \in Sender |-> IF s \in S /\ marked /\ SourceDocuments THEN 1 - ev[s] ELSE ev[s]]
    /\ flight' = [s \in Sender |-> IF s \in S THEN flight[s] - (n - late) ELSE flight[s]]
    /\ window' = [s \in Sender |->
        IF s \in S THEN AfterAck(window[s], Config[s], n, late, marked, rtt, penalty[1], penalty[2]) ELSE window[s]]
    /\ UNCHANGED strays

\* So does what is refused.
NackLeavesTheStrays(S, size, late, reason, rtt) ==
    /\ \A s \in S : size <= (IF late THEN strays[s] + Ahead ELSE flight[s])
    /\ flight' = [s \in Sender |-> IF s \in S /\ ~ late THEN flight[s] - size ELSE flight[s]]
    /\ window' = [s \in Sender |->
        IF s \in S THEN AfterNack(window[s], Config[s], size, late, reason, rtt) ELSE window[s]]
    /\ UNCHANGED <<ev, strays>>

\* More is given up than is in flight.
InferLossOfNothing(S, size, stray) ==
    /\ ~ stray
    /\ flight' = [s \in Sender |-> IF s \in S THEN flight[s] - size ELSE flight[s]]
    /\ window' = [s \in Sender |-> IF s \in S THEN AfterLoss(window[s], Config[s], size) ELSE window[s]]
    /\ UNCHANGED <<ev, strays>>

\* What one gives up all give up.
InferLossForAll(S, size, stray) ==
    /\ ~ stray /\ \A s \in Sender : size <= flight[s]
    /\ flight' = [s \in Sender |-> flight[s] - size]
    /\ window' = [s \in Sender |-> AfterLoss(window[s], Config[s], size)]
    /\ UNCHANGED <<ev, strays>>

\* Two steps at once.
TwoSteps(c) == 2 * c.step

\* A step of its own size, smaller than the fabric's, where there is room for more.
StepTooSmall(c) == c.step - 1

\* A step does not end its period.
SteppedOnAndOn(w, c) == IF MayStep(w, c) THEN [w EXCEPT !.cwnd = Capped(@, Step(c), w.maxWnd)] ELSE w

SteppedWithoutCeiling(w, c) ==
    IF MayStep(w, c) THEN [w EXCEPT !.cwnd = @ + Step(c), !.sinceAdjust = 0] ELSE w

-----------------------------------------------------------------------------
\* Both profiles.

\* In the moment of a decrease another one, though the first has not been seen yet.
MayDecreaseAtOnce(w) == w.sinceDecrease > w.baseRtt \/ w.sinceDecrease = 0

\* Every late sample, though the last decrease has not been seen yet.
MayDecreaseAlways(w) == TRUE

\* Each decrease is as large as one may be.
DecreasedByHalf(w, c) == MulDiv(w.cwnd, c.jumpNum, c.jumpDen)

\* However large the delay, all that the formula says.
DecreasedWithoutJump(w, c) ==
    MulDiv(w.cwnd, (c.gammaDen - c.gammaNum) * w.avgDelay + c.gammaNum * c.target, c.gammaDen * w.avgDelay)

MultiplicativeDecreaseWithoutFloor(w, c) ==
    LET still == [w EXCEPT !.increaseMode = FALSE, !.fiCount = 0]
    IN  IF w.avgDelay > c.target /\ MayDecrease(w)
        THEN [still EXCEPT !.cwnd = Decreased(w, c), !.sinceDecrease = 0]
        ELSE still

\* At the target, where nothing is taken, the wait for the next decrease begins anew.
MultiplicativeDecreaseAtTheTarget(w, c) ==
    LET still == [w EXCEPT !.increaseMode = FALSE, !.fiCount = 0]
    IN  IF w.avgDelay >= c.target /\ MayDecrease(w)
        THEN [still EXCEPT !.cwnd = Greatest(Decreased(w, c), c.mtu), !.sinceDecrease = 0]
        ELSE still

\* The last delay is the average.
AveragedAtOnce(w, c, delay) == [w EXCEPT !.avgDelay = delay]

\* One weight for any number of acknowledgments in a base RTT.
PartOfAnEighth(w, c) == <<1, 8>>

\* More than a base RTT weighs more than the whole way.
PartBeyondOne(w, c) == <<w.sinceDelay, w.baseRtt>>

\* Parts of the configured base RTT.
PartOfTheConfigured(w, c) == <<w.sinceDelay, c.baseRtt>>

\* A delay does not begin the time to the next one.
AveragedUntimed(w, c, delay) ==
    LET part == Part(w, c)
    IN  [w EXCEPT !.avgDelay =
            IF delay >= @ THEN @ + MulDiv(delay - @, part[1], part[2]) ELSE @ - MulDiv(@ - delay, part[1], part[2])]

\* Every acknowledgment does.
CountedAsADelay(w, c, n) ==
    [Ignored(w, n) EXCEPT
        !.receivedBytes = Capped(@, n, c.threshold + 1),
        !.achievedBytes = Capped(@, n, AchievedLimit(c)),
        !.sinceDelay = 0]

\* A trim does not.
AfterNackUntimed(w, c, size, late, reason, rtt) ==
    LET freed == IF late THEN w ELSE Freed(w, size)
        based == IF rtt = NoSample THEN freed ELSE LoweredBase(freed, c, rtt)
        fed == [Ignored(Averaged(based, c, c.baseRtt), size) EXCEPT !.sinceDelay = w.sinceDelay]
    IN  IF Reacts(c, reason) THEN [fed EXCEPT !.triggerQa = TRUE, !.cwnd = Greatest(@ - size, c.mtu)] ELSE based

\* Time passes for a decrease alone.
AfterTimeUntimed(w, c, time) ==
    [w EXCEPT
        !.sinceAdjust = Capped(@, time, c.period),
        !.sinceDecrease = Capped(@, time, c.baseRtt + 1)]

\* Strictly less, as one of the published texts asks.
MaySendStrictly(w, c, size) == w.inflight + (IF c.ownSize THEN size ELSE c.mtu) < w.cwnd

\* What is sent counts a header of 1, which the floor does not.
MaySendWithHeaders(w, c, size) == w.inflight + (IF c.ownSize THEN size ELSE c.mtu) + 1 <= w.cwnd

\* Any room will do.
MaySendIfAny(w, c, size) == w.inflight < w.cwnd

\* A packet counts when it is queued, and again when it leaves.
SentTwice(w, size) == [w EXCEPT !.inflight = @ + 2 * size]

\* The rule as published: what is newly received is taken out of flight, though the loss of some of it was inferred before.
FreedTwice(w, c, n, late, marked, rtt, pend, restore) ==
    LET freed == Freed(w, n)
    IN  IF SourceDocuments THEN FollowRttAndMark(freed, c, marked, rtt)
        ELSE FollowSignals(freed, c, n, marked, rtt, pend, restore)

-----------------------------------------------------------------------------
\* "uet-1.0".

\* Counters that no field can hold.
CountedForEver(w, c, n) ==
    [Ignored(w, n) EXCEPT !.receivedBytes = @ + n, !.achievedBytes = @ + n]

\* The rule as published: the sender's link, four times the receiver's here, enters alone.
MaxWndBySendersLink(c, base) ==
    IF base = c.baseRtt THEN c.maxWnd ELSE Greatest(c.mtu, MulDiv(base, 4 * c.perRttNum, c.perRttDen))

\* Where the limit does not follow the base RTT, the largest window is a packet.
MaxWndOfNothing(c, base) == Greatest(c.mtu, MulDiv(base, c.perRttNum, c.perRttDen))

\* MaxWnd rounded up.
MaxWndRoundedUp(c, base) == IF c.perRttNum = 0 THEN c.maxWnd ELSE Greatest(c.mtu, MulDivUp(base, c.perRttNum, c.perRttDen, 1))

\* Divided before it is multiplied.
MaxWndDividedFirst(c, base) == IF c.perRttNum = 0 THEN c.maxWnd ELSE Greatest(c.mtu, (base \div c.perRttDen) * c.perRttNum)

\* The last sample is the base RTT, larger or smaller.
BaseIsTheLastSample(w, c, rtt) == Clamped([w EXCEPT !.baseRtt = rtt, !.maxWnd = MaxWndAt(c, rtt)], c)

\* The base RTT goes half the way to a smaller sample.
BaseApproachesTheSample(w, c, rtt) ==
    LET base == (w.baseRtt + rtt) \div 2
    IN  IF rtt >= w.baseRtt THEN w ELSE Clamped([w EXCEPT !.baseRtt = base, !.maxWnd = MaxWndAt(c, base)], c)

\* A trim is no delay.
AfterNackUnfed(w, c, size, late, reason, rtt) ==
    LET freed == IF late THEN w ELSE Freed(w, size)
        based == IF rtt = NoSample THEN freed ELSE LoweredBase(freed, c, rtt)
    IN  IF Reacts(c, reason) THEN [Ignored(based, size) EXCEPT !.triggerQa = TRUE, !.cwnd = Greatest(@ - size, c.mtu)] ELSE based

\* A mark and a delay end fast increase, and no more.
MultiplicativeDecreaseHolds(w, c) == [w EXCEPT !.increaseMode = FALSE, !.fiCount = 0]

\* The rule as published: what is due is due.
MayAdjustAlways(marked, late) == TRUE

\* What is due waits with every mark.
MayAdjustUnmarked(marked, late) == ~ marked

\* It waits with every late acknowledgment, marked or not.
MayAdjustInTime(marked, late) == ~ late

\* eta with every adjustment.
EtaWithEveryAdjustment(w, c) ==
    LET owed == MulDiv(w.incBytes, c.grain, w.cwnd)
    IN  [w EXCEPT
            !.cwnd = Least(@ + owed + c.eta, w.maxWnd),
            !.sinceAdjust = IF PeriodIsOver(w, c) THEN 0 ELSE @,
            !.incBytes = 0,
            !.receivedBytes = 0]

\* Every adjustment begins a new period, so that eta may never come.
PeriodWithEveryAdjustment(w, c) ==
    LET owed == MulDiv(w.incBytes, c.grain, w.cwnd)
    IN  [w EXCEPT
            !.cwnd = Least(@ + owed + (IF PeriodIsOver(w, c) THEN c.eta ELSE 0), w.maxWnd),
            !.sinceAdjust = 0,
            !.incBytes = 0,
            !.receivedBytes = 0]

\* A sample with delay ends fast increase, but not the count that leads to it.
FastIncreaseKeepsTheCount(w, c, n, delay) ==
    IF delay >= c.aboutZero
    THEN [w EXCEPT !.increaseMode = FALSE]
    ELSE LET count == Least(w.fiCount + n, Ceiling(c) + 1)
         IN  IF w.increaseMode \/ count > w.cwnd
             THEN [w EXCEPT
                    !.fiCount = count,
                    !.increaseMode = TRUE,
                    !.cwnd = Least(@ + MulDiv(n, c.fastNum, c.fastDen), w.maxWnd)]
             ELSE [w EXCEPT !.fiCount = count]

\* A window's worth is enough, and it need not be more.
FastIncreaseAtAWindow(w, c, n, delay) ==
    IF delay >= c.aboutZero
    THEN [w EXCEPT !.fiCount = 0, !.increaseMode = FALSE]
    ELSE LET count == Capped(w.fiCount, n, Ceiling(c) + 1)
         IN  IF w.increaseMode \/ count >= w.cwnd
             THEN [w EXCEPT
                    !.fiCount = count,
                    !.increaseMode = TRUE,
                    !.cwnd = Capped(@, MulDiv(n, c.fastNum, c.fastDen), w.maxWnd)]
             ELSE [w EXCEPT !.fiCount = count]

\* Fast increase is on, and the window stays as it is.
FastIncreaseHolds(w, c, n, delay) ==
    IF delay >= c.aboutZero
    THEN [w EXCEPT !.fiCount = 0, !.increaseMode = FALSE]
    ELSE LET count == Capped(w.fiCount, n, Ceiling(c) + 1)
         IN  [w EXCEPT !.fiCount = count, !.increaseMode = @ \/ count > w.cwnd]

\* Each lift asks for a whole window's worth again.
FastIncreaseOnce(w, c, n, delay) ==
    IF delay >= c.aboutZero
    THEN [w EXCEPT !.fiCount = 0, !.increaseMode = FALSE]
    ELSE LET count == Capped(w.fiCount, n, Ceiling(c) + 1)
         IN  IF count > w.cwnd
             THEN [w EXCEPT !.fiCount = 0, !.cwnd = Capped(@, MulDiv(n, c.fastNum, c.fastDen), w.maxWnd)]
             ELSE [w EXCEPT !.fiCount = count]

\* The delay alone chooses.
QuadrantWithoutMark(w, c, n, marked, delay, braked) ==
    IF delay >= c.target
    THEN IF marked THEN MultiplicativeDecrease(w, c) ELSE FairIncrease(w, c, n)
    ELSE ProportionalIncrease(w, c, n, delay)

\* The steps of the source documents: the same at every speed.
FairIncreaseAlike(w, c, n) == Incremented(w, c, MulDiv(2, n, c.grain))

\* What was saved comes back, whatever the limit has become.
RestoredWithoutCeiling(w) == [w EXCEPT !.cwnd = w.savedCwnd, !.savedCwnd = 0]

\* A penalty takes all but a packet, however small it is.
FlowControlTakesAll(w, c, n, pend, restore) ==
    IF pend > 0 THEN [w EXCEPT !.savedCwnd = IF @ = 0 THEN w.cwnd ELSE @, !.cwnd = c.mtu] ELSE w

\* It takes what is not in flight, however large it is.
FlowControlTakesNoPart(w, c, n, pend, restore) ==
    IF pend > 0
    THEN [w EXCEPT !.savedCwnd = IF @ = 0 THEN w.cwnd ELSE @, !.cwnd = Greatest(c.mtu, Least(@, w.inflight))]
    ELSE w

\* Each penalty saves the window anew, and what the first had saved is lost.
FlowControlSavesAgain(w, c, n, pend, restore) ==
    IF pend > 0
    THEN [w EXCEPT
            !.savedCwnd = w.cwnd,
            !.cwnd = Greatest(c.mtu, Least(@, w.inflight) - MulDiv(pend, n, 128))]
    ELSE IF restore /\ w.savedCwnd # 0 THEN Restored(w)
    ELSE w

\* The first acknowledgment without a penalty restores the window.
FlowControlRestoresUnasked(w, c, n, pend, restore) ==
    IF pend > 0
    THEN [w EXCEPT
            !.savedCwnd = IF @ = 0 THEN w.cwnd ELSE @,
            !.cwnd = Greatest(c.mtu, Least(@, w.inflight) - MulDiv(pend, n, 128))]
    ELSE IF w.savedCwnd # 0 THEN Restored(w)
    ELSE w

\* A trim is a trim.
ReactsToEveryTrim(c, reason) == reason # "other"

\* Any NACK is one of a trim.
ReactsToEveryNack(c, reason) == TRUE

\* No NACK is.
ReactsToNone(c, reason) == FALSE

\* What is lost leaves the window as it is.
AfterLossHolds(w, c, size) == Ignored(Freed(w, size), size)

\* A gate that does not come out whole is rounded down.
BelowGateRoundedDown(w, c) == w.achievedBytes < w.maxWnd \div (2 ^ c.gate)

\* Quick adapt whenever it is asked for.
QaIsAlwaysOver(w) == TRUE

\* Within a period, too.
QuickAdaptWithinAPeriod(w, c, loss, marked, delay) ==
    LET adapts == w.untilQa # NotBegun /\ BelowGate(w, c) /\ (w.triggerQa \/ loss \/ delay > c.qaThreshold)
        restarted == IF QaIsOver(w) THEN [w EXCEPT !.achievedBytes = 0, !.untilQa = w.baseRtt + c.target] ELSE w
    IN  IF adapts THEN <<[restarted EXCEPT !.cwnd = AdaptedWnd(w, c), !.triggerQa = FALSE], TRUE>> ELSE <<restarted, FALSE>>

\* Before the first period has begun, too.
QuickAdaptUnbegun(w, c, loss, marked, delay) ==
    LET ignores == marked /\ w.bytesIgnored < w.bytesToIgnore
        over == QaIsOver(w)
        adapts == over /\ BelowGate(w, c) /\ (w.triggerQa \/ loss \/ delay > c.qaThreshold)
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

\* Quick adapt with these marks ignored, this trigger, so much to be ignored afterwards, and such a period.
QuickAdaptWith(w, c, ignores, triggered, toIgnore, whole) ==
    LET over == QaIsOver(w)
        adapts == over /\ w.untilQa # NotBegun /\ BelowGate(w, c) /\ triggered
        restarted == IF over THEN [w EXCEPT !.achievedBytes = 0, !.untilQa = whole] ELSE w
    IN  IF ~ c.quickAdapt THEN <<w, FALSE>>
        ELSE IF ignores THEN <<[w EXCEPT !.incBytes = 0, !.receivedBytes = 0], TRUE>>
        ELSE IF adapts
        THEN <<[restarted EXCEPT
                    !.cwnd = AdaptedWnd(w, c),
                    !.bytesToIgnore = toIgnore,
                    !.bytesIgnored = 0,
                    !.triggerQa = FALSE,
                    !.incBytes = 0,
                    !.receivedBytes = 0], TRUE>>
        ELSE <<restarted, FALSE>>

Ignores(w, marked) == marked /\ w.bytesIgnored < w.bytesToIgnore

\* Delays are no trigger.
QuickAdaptUntriggered(w, c, loss, marked, delay) ==
    QuickAdaptWith(w, c, Ignores(w, marked), w.triggerQa \/ loss, w.inflight, w.baseRtt + c.target)

\* What is not marked is ignored, too.
QuickAdaptIgnoresAll(w, c, loss, marked, delay) ==
    QuickAdaptWith(w, c, w.bytesIgnored < w.bytesToIgnore, w.triggerQa \/ loss, w.inflight, w.baseRtt + c.target)

\* A window's worth of answers is ignored, whatever was in flight.
QuickAdaptIgnoresAWindow(w, c, loss, marked, delay) ==
    QuickAdaptWith(w, c, Ignores(w, marked), w.triggerQa \/ loss, w.cwnd, w.baseRtt + c.target)

\* A period is a base RTT.
QuickAdaptShort(w, c, loss, marked, delay) ==
    QuickAdaptWith(w, c, Ignores(w, marked), w.triggerQa \/ loss, w.inflight, w.baseRtt)

\* A new window takes on what an earlier one was owed.
InitOwed ==
    /\ window = [s \in Sender |-> [
        cwnd |-> Config[s].initialWnd, inflight |-> 0, maxWnd |-> Config[s].maxWnd, baseRtt |-> Config[s].baseRtt, savedCwnd |-> 0,
        avgDelay |-> 0, incBytes |-> 1, receivedBytes |-> 0, achievedBytes |-> 0, fiCount |-> 0, increaseMode |-> FALSE,
        bytesToIgnore |-> 0, bytesIgnored |-> 0, triggerQa |-> FALSE, sinceAdjust |-> 0, sinceDecrease |-> 0, sinceDelay |-> 0, untilQa |-> NotBegun]]
    /\ ev = [s \in Sender |-> 0]
    /\ flight = [s \in Sender |-> 0]
    /\ strays = [s \in Sender |-> 0]

\* What is owed is paid when enough has come in, and waits where it has not.
AdjustedByBytes(w, c, marked, late) ==
    IF MayAdjust(marked, late) /\ w.receivedBytes > c.threshold THEN FulfillAdjustment(w, c) ELSE w

\* A timer begins the next period, whatever came.
AfterTimeRestartsTheQa(w, c, time) ==
    [w EXCEPT
        !.sinceAdjust = Capped(@, time, c.period),
        !.sinceDecrease = Capped(@, time, c.baseRtt + 1),
        !.untilQa = IF @ = NotBegun THEN @ ELSE IF @ <= time THEN w.baseRtt + c.target ELSE @ - time]

\* A period that is over is taken for one that has not begun.
AfterTimeUnbegins(w, c, time) ==
    [w EXCEPT
        !.sinceAdjust = Capped(@, time, c.period),
        !.sinceDecrease = Capped(@, time, c.baseRtt + 1),
        !.untilQa = IF @ = NotBegun THEN @ ELSE Greatest(@ - time, NotBegun)]

\* However much came in.
AnyAmountIsLittle(w, c) == TRUE

\* The rule as published: what arrived, though it be more than the window.
AdaptedWndUpwards(w, c) == Greatest(w.achievedBytes, c.mtu)
-----------------------------------------------------------------------------
\* Witnesses, false on purpose: situations that the models must come to.

WitnessFastIncreaseProp == [][\A s \in Sender : ~ (window'[s].increaseMode /\ window'[s].cwnd > window[s].cwnd)]_vars

\* Quick adapt sets the window while packets are in flight, whose answers it will ignore.
WitnessAdaptsInFlightProp == [][\A s \in Sender : window'[s].bytesToIgnore <= window[s].bytesToIgnore]_vars

\* What is restored is more than the limit has become meanwhile.
WitnessRestoresBeyondTheLimitProp ==
    [][\A s \in Sender : ~ (window[s].savedCwnd > window'[s].maxWnd /\ window'[s].savedCwnd = 0)]_vars

-----------------------------------------------------------------------------
\* FIND-22: a path shorter than the longest one, whose base RTT all contexts have: what its own samples say of its queue.
NearRtt == 1

SeesItsOwnQueueProp ==      \* RTT-7 RTT-8 FIND-22
    [][\A s \in Sender : Rises(s) => ~ AckWith(s, LAMBDA marked, rtt, penalty : rtt > NearRtt + Config[s].target)]_vars

-----------------------------------------------------------------------------
\* FIND-32: a target hides all marks.
AfterAckUnmarked(w, c, n, late, marked, rtt, pend, restore) ==
    LET freed == Freed(w, n - late)
    IN  IF SourceDocuments THEN FollowRttAndMark(freed, c, FALSE, rtt)
        ELSE FollowSignals(freed, c, n, FALSE, rtt, pend, restore)
=============================================================================
