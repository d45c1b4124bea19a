---------------------------- MODULE RcmLoopFaults ----------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of RcmLoop.                *)
(***************************************************************************)
EXTENDS MCRcmLoop

-----------------------------------------------------------------------------
\* Reaction point.

\* Who cuts with the alpha that follows from this CNP.
CutRateByNewAlpha(w) ==
    LET alpha == MulDiv(w.alpha, Scale - Gain, Scale) + Gain
    IN Most(MinRate, MulDiv(w.rate, 2 * Scale - alpha, 2 * Scale))

\* Who has no least rate.
CutRateToNothing(w) == MulDiv(w.rate, 2 * Scale - w.alpha, 2 * Scale)

\* Who takes all of alpha off.
CutRateByAlpha(w) == Most(MinRate, MulDiv(w.rate, Scale - w.alpha, Scale))

\* Who rounds to the nearest, so that a small cut is none.
CutRateRounded(w) == Most(MinRate, (w.rate * (2 * Scale - w.alpha) + Scale) \div (2 * Scale))

\* Who has one CNP a burst cut, whatever the profile says.
MayCutOnce(w) == ~w.limited

\* Whose cuts know no gap.
MayCutAlways(w) == TRUE

\* Who does not begin the gap anew.
CutWithinGap(w) ==
    IF MayCut(w)
    THEN [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target, !.rate = CutRate(w),
                   !.alpha = MulDiv(w.alpha, Scale - Gain, Scale) + Gain]
    ELSE w

\* Who never lowers the target.
ClampsNever(w) == ~w.limited

\* Who always does, and whose profile has it wait for the timer.
ClampsAlways(w) == Rise = "DCQCN"

\* Who has a target where rates rise by steps.
ClampsAnyway(w) == TRUE

\* Who restarts the timer of rises and forgets the byte counter.
RestartedButBytes(w) ==
    [w EXCEPT !.limited = TRUE, !.timeStage = 0, !.byteStage = 0, !.sinceRise = 0, !.sinceDecay = 0]

\* Who lets the timer of rises run on.
RestartedButTimer(w) ==
    [w EXCEPT !.limited = TRUE, !.timeStage = 0, !.byteStage = 0, !.sinceDecay = 0, !.sentBytes = 0]

\* Who begins the wait with the first CNP.
RestartedOnce(w) ==
    IF w.limited THEN w
    ELSE [w EXCEPT !.limited = TRUE, !.timeStage = 0, !.byteStage = 0, !.sinceRise = 0,
                   !.sinceDecay = 0, !.sentBytes = 0]

\* Who goes on in the stage of before.
RestartedInStage(w) == [w EXCEPT !.limited = TRUE, !.sinceRise = 0, !.sinceDecay = 0, !.sentBytes = 0]

\* Who has alpha fall to nothing.
DecayedToNothing(w) == [w EXCEPT !.alpha = MulDiv(w.alpha, Scale - Gain, Scale), !.sinceDecay = 0]

\* Whose alpha falls before its time, or again and again once it is over.
AlphaTimerEarly(q) ==
    /\ rp[q].limited
    /\ rp' = [rp EXCEPT ![q] = Decayed(@)]
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, cnps, faults, watch>>
DecayedOnAndOn(w) == [w EXCEPT !.alpha = Most(1, MulDiv(w.alpha, Scale - Gain, Scale))]

\* Who multiplies by the gain, as a misprint has it.
DecayedByGain(w) == [w EXCEPT !.alpha = Most(1, MulDiv(w.alpha, Gain, Scale)), !.sinceDecay = 0]

\* Who moves alpha only by its timer.
CutWithoutAlpha(w) ==
    IF MayCut(w)
    THEN [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target, !.rate = CutRate(w), !.sinceCut = 0]
    ELSE w

\* Who rounds a mean toward zero.
RateRoundedDown(w, t, b) ==
    IF Rise = "STEP" THEN Least(Line, w.rate + StepAdd) ELSE (w.rate + TargetAfter(w, t, b)) \div 2

\* Who goes back at once to where it was.
RateAtOnce(w, t, b) == TargetAfter(w, t, b)

\* Who has no target, and rises by steps as he does by halves.
RateByStep(w, t, b) == Least(Line, w.rate + StepAdd)

\* Who has the target rise from the first.
AddFromTheFirst(t, b) == StepAdd

\* Who never has it rise.
AddNothing(t, b) == 0

\* Who rises beyond the line rate.
TargetBeyond(w, t, b) == w.target + AddAt(t, b)

\* Who keeps alpha and the stages for the next time.
RisenAndKept(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN [w EXCEPT !.limited = rate < Line, !.rate = rate,
                 !.target = TargetAfter(w, compared[1], compared[2]),
                 !.timeStage = t, !.byteStage = b]

\* Who has the target rise beyond the line rate, and the rate no farther.
RateWithinLine(w, t, b) == Least(Line, (w.rate + w.target + AddAt(t, b) + 1) \div 2)

\* Who keeps alpha alone for the next time.
RisenButAlpha(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN [Free EXCEPT !.alpha = w.alpha]
       ELSE [w EXCEPT !.rate = rate, !.target = TargetAfter(w, compared[1], compared[2]),
                      !.timeStage = t, !.byteStage = b]

\* Who keeps the stages alone.
RisenButStage(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN [Free EXCEPT !.timeStage = t]
       ELSE [w EXCEPT !.rate = rate, !.target = TargetAfter(w, compared[1], compared[2]),
                      !.timeStage = t, !.byteStage = b]

\* Who does not count a rise; who counts one twice, by time as by bytes.
RisenUncounted(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN Free
       ELSE [w EXCEPT !.rate = rate, !.target = TargetAfter(w, compared[1], compared[2])]
RisenInBoth(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN Free
       ELSE [w EXCEPT !.rate = rate, !.target = TargetAfter(w, compared[1], compared[2]),
                      !.timeStage = w.timeStage + 1, !.byteStage = w.byteStage + 1]

\* Who counts all rises as those by time; as those by bytes.
RisenByTime(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN Free
       ELSE [w EXCEPT !.rate = rate, !.target = TargetAfter(w, compared[1], compared[2]),
                      !.timeStage = w.timeStage + 1, !.sinceRise = 0]
RisenByBytes(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN Free
       ELSE [w EXCEPT !.rate = rate, !.target = TargetAfter(w, compared[1], compared[2]),
                      !.byteStage = w.byteStage + 1]

\* Who holds the rate down at the line rate.
RisenHeld(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
        rate == RateAfter(w, compared[1], compared[2])
    IN IF rate = Line THEN [Free EXCEPT !.limited = TRUE]
       ELSE [w EXCEPT !.rate = rate, !.target = TargetAfter(w, compared[1], compared[2]),
                      !.timeStage = t, !.byteStage = b]

\* Who has the target fall below the rate.
CutBelow(w) ==
    [w EXCEPT !.target = CutRate(w) - 1, !.rate = CutRate(w),
              !.alpha = MulDiv(w.alpha, Scale - Gain, Scale) + Gain, !.sinceCut = 0]

\* Who has no last steps; who takes one of them for each counter.
AddWithoutLast(t, b) == IF Most(t, b) < FastSteps THEN 0 ELSE StepAdd
AddLastTwice(t, b) ==
    IF Most(t, b) < FastSteps THEN 0
    ELSE IF StepHyper > 0 /\ Least(t, b) > FastSteps THEN 2 * (Least(t, b) - FastSteps) * StepHyper
    ELSE StepAdd

\* Who goes on counting bytes after a rise that they have brought.
CountedOn(w) ==
    IF ~w.limited THEN w
    ELSE LET bytes == w.sentBytes + SentSize
             out == [w EXCEPT !.lastBytes = SentSize, !.sinceSent = 0]
         IN IF bytes < RiseBytes THEN [out EXCEPT !.sentBytes = bytes]
            ELSE Risen([out EXCEPT !.sentBytes = RiseBytes], w.timeStage, w.byteStage + 1)

\* A timer of rises that does not begin anew.
RiseTimerOn(q) ==
    /\ RiseIsDue(rp[q])
    /\ rp' = [rp EXCEPT ![q] = Risen([@ EXCEPT !.sentBytes = IF Both THEN 0 ELSE @],
                                     @.timeStage + 1, @.byteStage)]
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, cnps, faults, watch>>

\* Whose rate is a number that holds nothing back.
MayTransmitAlways(w) == TRUE

\* Who rounds the gap down.
GapRoundedDown(bytes, rate) == MulDiv(bytes, PerByte, rate)

\* Whose timer runs out a little early.
RiseIsDueEarly(w) == w.limited /\ RiseTime > 0 /\ w.sinceRise + 1 >= RiseTime /\ (Both => w.sentBytes >= RiseBytes)

\* Who takes the time, or the bytes, and was asked for both.
RiseIsDueByTime(w) == w.limited /\ RiseTime > 0 /\ w.sinceRise >= RiseTime

\* Whose timer never runs.
RiseIsNeverDue(w) == FALSE

\* Who has no clock for packets.
AgedButSent(w, time) ==
    IF ~w.limited THEN w
    ELSE [w EXCEPT !.sinceRise = Passed(@, time, RiseTime), !.sinceDecay = Passed(@, time, DecayTime),
                   !.sinceCut = Passed(@, time, CutGap)]

\* Who sets ECT(1), as a CNP has it.
DataEcnOfCnps(q) == "ECT_1"

\* Who sets ECT(0) on all that leaves.
DataEcnForAll(q) == "ECT_0"

\* Who sets nothing.
DataEcnForNone(q) == "NOT_ECT"

\* Who reads step 10 as it stands: what comes with 01 is a CNP.
IsEct1(opcode, ecn) == ecn = "ECT_1"

\* Who has no reaction point, and reacts.
HeedsAll(q) == TRUE

\* Who has all of a host's QPs slow down.
NotifiedAll(i, stays) ==
    /\ i \in DOMAIN cnps
    /\ stays => repeated < Repeats
    /\ cnps' = IF stays THEN cnps ELSE Without(cnps, i)
    /\ rp' = [q \in Qps |-> IF Packets[q] > 0 THEN Notified(q) ELSE rp[q]]
    /\ calm' = [calm EXCEPT ![cnps[i].qp] = 0]
    /\ passed' = [passed EXCEPT ![cnps[i].qp] = 0]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, lost, marked, corrupted, quiet, unanswered>>

\* Who takes the wait for another QP's.
NotifiedLate(q) == IF Heeds(q) THEN Restarted(rp[q]) ELSE rp[q]

-----------------------------------------------------------------------------
\* Congestion point.

\* A switch that marks nothing.
MarksNothing(ecn, draw) == FALSE

\* One that marks all that is capable.
MarksAll(ecn, draw) == CanBeMarked(ecn)

\* One that marks from its upper threshold on alone.
MarksLate(ecn, draw) == CanBeMarked(ecn) /\ waiting > KMax

\* One that does not look at the codepoint.
CanAllBeMarked(ecn) == TRUE

\* One that takes what comes.
HasRoomAlways == TRUE

\* One that drops where it may mark.
HasRoomBelow == waiting + Size <= Room /\ waiting < KMax

\* One that does not count what leaves.
ReceiveUncounted(valid) ==
    /\ queue # <<>>
    /\ valid
    /\ queue' = Tail(queue)
    /\ delivered' = [delivered EXCEPT ![queue[1].qp] = @ + 1]
    /\ UNCHANGED <<rp, np, waiting, sent, link, cnps, faults, watch>>

-----------------------------------------------------------------------------
\* Notification point.

\* Who answers each mark.
IsOverAlways(q) == TRUE

\* Who measures an interval from the mark, one step short.
IsOverEarly(q) == np[q].sinceCnp + 1 >= Interval

\* Who names the QP that the packet came to.
CnpOfItself(q) == [qp |-> q, ecn |-> CnpEcn]

\* Who has mixed up two QPs of the other host.
CnpOfAnother(q) == [qp |-> IF q = 4 THEN 2 ELSE 1, ecn |-> CnpEcn]

\* Who leaves the ECN field of the packet as it came.
CnpOfMarked(q) == [qp |-> Peer[q], ecn |-> "CE"]

\* Who answers what has an ICRC that does not verify.
IsNewsUnverified(q, opcode, ecn, valid) == q \in Notifies /\ ecn = "CE" /\ opcode # "CNP"

\* Who answers each packet.
IsNewsUnmarked(q, opcode, ecn, valid) == q \in Notifies /\ valid /\ opcode # "CNP"

\* Who takes the letter of the rule: a CNP is a RoCEv2 packet, too.
IsNewsOfCnps(q, opcode, ecn, valid) == q \in Notifies /\ ecn = "CE" /\ valid

\* Who has no notification point, and notifies.
IsNewsAnywhere(q, opcode, ecn, valid) == ecn = "CE" /\ valid /\ opcode # "CNP"

\* Who never answers.
AnswersNothing(q) == <<>>

\* Who answers twice, lest one be lost.
AnswersTwice(q) == IF IsOver(q) THEN <<CnpOf(q), CnpOf(q)>> ELSE <<>>

\* Who begins the interval anew with each mark.
SeenAgain(q) == CnpLeaves(q)

\* Who lets the interval's end pass.
OwesNothing(q) == FALSE

\* Who owes one at the end of each interval.
CnpLeavesAndOwes(q) == [sinceCnp |-> 0, owed |-> TRUE]

\* Who answers at the interval's end, some time.
TickAnyTime(time) ==
    /\ rp' = [q \in Qps |-> Aged(rp[q], time)]
    /\ np' = [q \in Qps |-> [np[q] EXCEPT !.sinceCnp = Passed(@, time, Interval)]]
    /\ quiet' = [q \in Qps |-> Passed(quiet[q], time, Interval + 1)]
    /\ calm' = [q \in Qps |-> Passed(calm[q], time, RiseTime)]
    /\ UNCHANGED <<waiting, sent, delivered, link, queue, cnps, faults, unanswered, passed>>

\* Who drops what is marked, since it is congested.
ReceiveUnmarked(valid) ==
    /\ queue # <<>>
    /\ valid
    /\ queue' = Tail(queue)
    /\ waiting' = waiting - Size
    /\ delivered' = IF queue[1].ecn = "CE" THEN delivered ELSE [delivered EXCEPT ![queue[1].qp] = @ + 1]
    /\ UNCHANGED <<rp, np, sent, link, cnps, faults, watch>>

-----------------------------------------------------------------------------
\* The network, and time.

HasRoomForAll(messages) == TRUE

LoseCnpAlways(i) ==
    /\ i \in DOMAIN cnps
    /\ cnps' = Without(cnps, i)
    /\ lost' = lost + 1
    /\ UNCHANGED <<rp, np, waiting, sent, delivered, link, queue, repeated, marked, corrupted, watch>>

\* A network that brings what nobody sent.
InitDelivered ==
    /\ rp = [q \in Qps |-> Free]
    /\ np = [q \in Qps |-> [sinceCnp |-> Interval, owed |-> FALSE]]
    /\ waiting = 0
    /\ sent = [q \in Qps |-> 0] /\ delivered = [q \in Qps |-> 1]
    /\ link = <<>> /\ queue = <<>> /\ cnps = <<>>
    /\ lost = 0 /\ repeated = 0 /\ marked = 0 /\ corrupted = 0
    /\ quiet = [q \in Qps |-> Interval + 1] /\ unanswered = [q \in Qps |-> FALSE]
    /\ calm = [q \in Qps |-> RiseTime] /\ passed = [q \in Qps |-> RiseBytes]

\* A link that takes more than it has room for.
TransmitCrowding(q) ==
    /\ sent[q] < Packets[q]
    /\ MayTransmit(rp[q])
    /\ rp' = [rp EXCEPT ![q] = Counted(@)]
    /\ sent' = [sent EXCEPT ![q] = @ + 1]
    /\ passed' = [passed EXCEPT ![q] = Least(@ + SentSize, RiseBytes)]
    /\ link' = Append(link, [qp |-> Peer[q], ecn |-> DataEcn(q)])
    /\ UNCHANGED <<np, waiting, delivered, queue, cnps, faults, quiet, unanswered, calm>>

\* A network that repeats, or spoils, or marks once more than it may.
ReceiveCnpAgain(i, stays) ==
    /\ i \in DOMAIN cnps
    /\ rp' = [rp EXCEPT ![cnps[i].qp] = Notified(cnps[i].qp)]
    /\ cnps' = IF stays THEN cnps ELSE Without(cnps, i)
    /\ calm' = [calm EXCEPT ![cnps[i].qp] = 0]
    /\ passed' = [passed EXCEPT ![cnps[i].qp] = 0]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, lost, marked, corrupted, quiet, unanswered>>

ReceiveSpoilt(valid) ==
    /\ queue # <<>>
    /\ ~valid
    /\ queue' = Tail(queue)
    /\ waiting' = waiting - Size
    /\ corrupted' = corrupted + 1
    /\ UNCHANGED <<rp, np, sent, delivered, link, cnps, lost, repeated, marked, watch>>

MarkCnpOnceMore(i) ==
    /\ i \in DOMAIN cnps
    /\ CanBeMarked(cnps[i].ecn)
    /\ cnps' = [cnps EXCEPT ![i].ecn = "CE"]
    /\ marked' = marked + 1
    /\ UNCHANGED <<rp, np, waiting, sent, delivered, link, queue, lost, repeated, corrupted, watch>>

\* A switch that marks CNPs as often as it likes.
MarkCnpAlways(i) ==
    /\ i \in DOMAIN cnps
    /\ CanBeMarked(cnps[i].ecn)
    /\ cnps' = [cnps EXCEPT ![i].ecn = "CE"]
    /\ UNCHANGED <<rp, np, waiting, sent, delivered, link, queue, faults, watch>>

\* A clock that is read beyond where a rule asks.
PassedWithoutEnd(age, time, limit) == age + time

\* A clock that runs twice as fast.
AgedTwice(w, time) ==
    IF ~w.limited THEN w
    ELSE [w EXCEPT !.sinceRise = Passed(@, 2 * time, RiseTime), !.sinceDecay = Passed(@, time, DecayTime),
                   !.sinceCut = Passed(@, time, CutGap), !.sinceSent = Passed(@, time, LongestGap(w.lastBytes))]

-----------------------------------------------------------------------------
\* Faults each of which one line alone of a claim tells.

\* Who takes alpha up by the gain, without end; who rounds it up.
CutAlphaBeyond(w) ==
    [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target, !.rate = CutRate(w),
              !.alpha = w.alpha + Gain, !.sinceCut = 0]
CutAlphaRoundedUp(w) ==
    IF MayCut(w)
    THEN [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target, !.rate = CutRate(w),
                   !.alpha = MulDivUp(w.alpha, Scale - Gain, Scale, 1) + Gain, !.sinceCut = 0]
    ELSE w

\* Who forgets alpha at the least rate; who takes it up within the gap; who has the target follow then.
CutForgetsAlpha(w) ==
    IF w.rate = MinRate THEN [w EXCEPT !.alpha = 2, !.sinceCut = 0]
    ELSE [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target, !.rate = CutRate(w),
                   !.alpha = MulDiv(w.alpha, Scale - Gain, Scale) + Gain, !.sinceCut = 0]
CutAlphaInGap(w) ==
    IF MayCut(w)
    THEN [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target, !.rate = CutRate(w),
                   !.alpha = MulDiv(w.alpha, Scale - Gain, Scale) + Gain, !.sinceCut = 0]
    ELSE [w EXCEPT !.alpha = MulDiv(w.alpha, Scale - Gain, Scale) + Gain]
CutTargetInGap(w) ==
    IF MayCut(w)
    THEN [w EXCEPT !.target = IF Clamps(w) THEN w.rate ELSE w.target, !.rate = CutRate(w),
                   !.alpha = MulDiv(w.alpha, Scale - Gain, Scale) + Gain, !.sinceCut = 0]
    ELSE [w EXCEPT !.target = w.rate]

\* A host without RCM that slows down; one that takes its rate for held down.
NotifiedSlower(q) == IF Heeds(q) THEN Restarted(Cut(rp[q])) ELSE [rp[q] EXCEPT !.rate = CutRate(rp[q])]
NotifiedHeld(q) == IF Heeds(q) THEN Restarted(Cut(rp[q])) ELSE [rp[q] EXCEPT !.limited = TRUE]

\* Who rises with each packet, whatever has been sent.
CountedAtOnce(w) ==
    IF ~w.limited THEN w
    ELSE Risen([w EXCEPT !.lastBytes = SentSize, !.sinceSent = 0, !.sentBytes = 0],
               w.timeStage, w.byteStage + 1)

\* Who does not note when a packet left; who does not note its size.
CountedUntimed(w) == IF ~w.limited THEN w ELSE [w EXCEPT !.lastBytes = SentSize]
CountedUnsized(w) == IF ~w.limited THEN w ELSE [w EXCEPT !.sinceSent = 0]

\* Who rises by bytes where both are asked for; who rises at any time once bytes have brought a rise.
RiseIsDueByBytes(w) == w.limited /\ RiseTime > 0 /\ w.sentBytes >= RiseBytes
RiseIsDueAfterBytes(w) == w.limited /\ RiseTime > 0 /\ w.byteStage > 0

\* Who stops one short of the line rate.
RateShortOfLine(w, t, b) == IF w.rate + StepAdd < Line THEN w.rate + StepAdd ELSE Line - 1

\* Who has the target rise and not the rate; who has it sink with a rise; who takes no step that
\* would go beyond the line rate.
RisenInTarget(w, t, b) ==
    LET compared == IF CountsFirst THEN <<t, b>> ELSE <<w.timeStage, w.byteStage>>
    IN [w EXCEPT !.target = TargetAfter(w, compared[1], compared[2]), !.timeStage = t, !.byteStage = b]
TargetSinks(w, t, b) == IF AddAt(t, b) > 0 THEN w.target - 1 ELSE w.target
TargetStops(w, t, b) == IF w.target + AddAt(t, b) > Line THEN w.target ELSE w.target + AddAt(t, b)

\* A switch that queues a packet twice; that takes it for another QP's; that hands it on itself.
EnqueueTwice(draw) ==
    /\ link # <<>>
    /\ LET p == [link[1] EXCEPT !.ecn = IF Marks(link[1].ecn, draw) THEN "CE" ELSE @]
       IN queue' = queue \o <<p, p>>
    /\ waiting' = waiting + 2 * Size
    /\ link' = Tail(link)
    /\ UNCHANGED <<rp, np, sent, delivered, cnps, faults, watch>>
EnqueueAsAnother(draw) ==
    /\ link # <<>>
    /\ HasRoom
    /\ queue' = Append(queue, [qp |-> Peer[link[1].qp],
                               ecn |-> IF Marks(link[1].ecn, draw) THEN "CE" ELSE link[1].ecn])
    /\ waiting' = waiting + Size
    /\ link' = Tail(link)
    /\ UNCHANGED <<rp, np, sent, delivered, cnps, faults, watch>>
EnqueueDelivers(draw) ==
    /\ link # <<>>
    /\ delivered' = [delivered EXCEPT ![link[1].qp] = @ + 1]
    /\ link' = Tail(link)
    /\ UNCHANGED <<rp, np, waiting, sent, queue, cnps, faults, watch>>

\* Who answers what comes unmarked, too, when a mark waits.
IsNewsIfOwed(q, opcode, ecn, valid) ==
    q \in Notifies /\ (ecn = "CE" \/ np[q].owed) /\ valid /\ opcode # "CNP"

\* Who answers at an interval's end, where the next mark is to be answered.
OwesAlways(q) == TRUE

\* A CNP that is lost, and slows its QP all the same; a switch that takes the mark for another one.
LoseCnpHeard(i) ==
    /\ i \in DOMAIN cnps
    /\ lost < Losses
    /\ rp' = [rp EXCEPT ![cnps[i].qp] = Notified(cnps[i].qp)]
    /\ cnps' = Without(cnps, i)
    /\ lost' = lost + 1
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, repeated, marked, corrupted, watch>>
MarkCnpOtherwise(i) ==
    /\ i \in DOMAIN cnps
    /\ marked < CnpMarks
    /\ cnps' = [cnps EXCEPT ![i].ecn = "NOT_ECT"]
    /\ marked' = marked + 1
    /\ UNCHANGED <<rp, np, waiting, sent, delivered, link, queue, lost, repeated, corrupted, watch>>

\* A notification point whose clock stands still.
TickWithoutNp(time) ==
    /\ rp' = [q \in Qps |-> Aged(rp[q], time)]
    /\ quiet' = [q \in Qps |-> Passed(quiet[q], time, Interval + 1)]
    /\ calm' = [q \in Qps |-> Passed(calm[q], time, RiseTime)]
    /\ UNCHANGED <<np, waiting, sent, delivered, link, queue, cnps, faults, unanswered, passed>>

\* What comes to the switch stays before it; what waits there stays.
EnqueueNever(draw) == FALSE
ReceiveNever(valid) == FALSE
=============================================================================
