--------------------------- MODULE MCNsccWindow ---------------------------
(***************************************************************************)
(* Values for the models of NsccWindow.                                    *)
(*                                                                         *)
(* Small numbers, chosen so that every threshold has a value on each side  *)
(* and one on it: samples below the base RTT, at it, between it and the    *)
(* target, at the target and beyond; time passes by 1, so that a gate is   *)
(* met before its time, at it, and (a decrease, which wants more than a    *)
(* base RTT) after it; a window of one to a few packets, so that floor,    *)
(* ceiling and the gate of quick adapt are all met, from both sides.       *)
(***************************************************************************)
EXTENDS NsccWindow, TLC

MCOne == {"a"}
MCTwo == {"a", "b"}
MCAlone == {{"a"}}
MCThree == {"a", "b", "c"}
MCApart == {{"a"}, {"b"}}
MCTwoAndOne == {{"a", "b"}, {"c"}}
MCSideBySide == {{"a", "b"}}

\* A packet that had been given up; the count by one ahead, and an ACK that catches up.
MCLate == {-1, 0, 1}

MCNoPenalty == {<<0, FALSE>>}
MCPenalties == {<<0, FALSE>>, <<0, TRUE>>, <<64, FALSE>>}

\* The smallest one; and several, of which each takes another part.
MCPenaltiesLeast == {<<0, FALSE>>, <<0, TRUE>>, <<1, FALSE>>}
MCPenaltiesParts == {<<0, FALSE>>, <<0, TRUE>>, <<1, FALSE>>, <<64, FALSE>>, <<127, FALSE>>}

\* "source-documents": BDP 2, MaxWnd 3, a step of 1 at most once in a base RTT.  A window of 3 falls to 1 - 4/5 * 1/2 of itself, 1.8, by a
\* delay of 2, one beyond the target, which is rounded to 1.
MCSourceConfig == [
    mtu |-> 1, baseRtt |-> 1, target |-> 1, initialWnd |-> 2, maxWnd |-> 3, perRttNum |-> 0, perRttDen |-> 1,
    step |-> 1, fair |-> 0, proportional |-> 0, fastNum |-> 0, fastDen |-> 1, eta |-> 0, aboutZero |-> 0,
    period |-> 1, threshold |-> 0, grain |-> 1, gammaNum |-> 4, gammaDen |-> 5, jumpNum |-> 1, jumpDen |-> 2,
    avgNum |-> 1, avgDen |-> 1, quickAdapt |-> FALSE, gate |-> 0, qaThreshold |-> 2147483647, rccc |-> FALSE,
    ownSize |-> FALSE, clampsAtOnce |-> TRUE, keepsSaved |-> TRUE]

MCSource == [s \in {"a"} |-> MCSourceConfig]

\* The smallest: it grows once, and falls once.
MCSourceLeast == [s \in {"a"} |-> [MCSourceConfig EXCEPT !.initialWnd = 1, !.maxWnd = 2]]

\* The same, with a base RTT that is configured too long: samples come below it.
MCSourceEarly == [s \in {"a"} |-> [MCSourceLeast[s] EXCEPT !.baseRtt = 2]]

\* Nothing divides: packets of 2, BDP 7, MaxWnd 1.5 of it, 10 of 10.5, reached from 7 by one step of 3, and from elsewhere by a part of one.
MCSourceRest == [s \in {"a"} |-> [MCSourceConfig EXCEPT
    !.mtu = 2, !.initialWnd = 7, !.maxWnd = 10, !.perRttNum = 21, !.perRttDen = 2, !.step = 3]]
MCSourceRestFew == [s \in {"a"} |-> [MCSourceRest[s] EXCEPT !.mtu = 4]]

\* The same with a smaller gamma.
MCSourceRestGamma == [s \in {"a"} |-> [MCSourceRestFew[s] EXCEPT !.gammaNum = 2, !.gammaDen = 3]]

\* Next to a NIC of four times the speed: BDP 8, MaxWnd 12, and the same step.  Both start at half a BDP, so that both can grow.
MCSourceSpeeds == "a" :> [MCSourceConfig EXCEPT !.initialWnd = 1] @@ "b" :> [MCSourceConfig EXCEPT !.initialWnd = 4, !.maxWnd = 12]

\* The same with the smallest windows of that proportion: 1 to 2 next to 1 to 8.
MCSourceSpeedsLeast ==
    "a" :> [MCSourceConfig EXCEPT !.initialWnd = 1, !.maxWnd = 2] @@ "b" :> [MCSourceConfig EXCEPT !.initialWnd = 4, !.maxWnd = 8]


\* Packets of 3, and a step of 2 with every acknowledgment.  The top of "a" is half a step beyond a whole one, so that its last step is
\* cut short.  "b" has twice the speed, and is below its top at that time.  "c" hears apart, and its first step is not its last.
MCSourceBeside ==
    LET beside == [MCSourceConfig EXCEPT !.mtu = 3, !.step = 2, !.period = 0]
    IN  "a" :> [beside EXCEPT !.initialWnd = 3, !.maxWnd = 6] @@ "b" :> [beside EXCEPT !.initialWnd = 6, !.maxWnd = 12]
            @@ "c" :> [beside EXCEPT !.initialWnd = 3, !.maxWnd = 6]

\* "uet-1.0", all but quick adapt: MaxWnd 3; fi 2; at no delay the gain is 2, at a delay of 1 it is 1; eta 1, once in a base RTT; an
\* adjustment is due once more than 1 came in.  What is owed stops at 3, a quarter of 3 * 3 rounded up.
MCUetConfig == [
    mtu |-> 1, baseRtt |-> 1, target |-> 2, initialWnd |-> 3, maxWnd |-> 3, perRttNum |-> 3, perRttDen |-> 1,
    step |-> 0, fair |-> 2, proportional |-> 2, fastNum |-> 1, fastDen |-> 1, eta |-> 1, aboutZero |-> 1,
    period |-> 1, threshold |-> 1, grain |-> 1, gammaNum |-> 4, gammaDen |-> 5, jumpNum |-> 1, jumpDen |-> 2,
    avgNum |-> 1, avgDen |-> 2, quickAdapt |-> FALSE, gate |-> 2, qaThreshold |-> 3, rccc |-> FALSE,
    ownSize |-> FALSE, clampsAtOnce |-> TRUE, keepsSaved |-> TRUE]

MCUet == [s \in {"a"} |-> MCUetConfig]

\* A window of one or two packets.
MCUetTwo == [s \in {"a"} |-> [MCUetConfig EXCEPT !.initialWnd = 2, !.maxWnd = 2, !.perRttNum = 2]]

\* Of up to three, where more is owed than there is room for; every acknowledgment has what is owed paid.
MCUetOwes == [s \in {"a"} |-> [MCUetConfig EXCEPT !.threshold = 0, !.fair = 3, !.proportional = 3]]

\* The smallest in which each quadrant changes something; no fast increase.
MCUetLeast == [s \in {"a"} |-> [MCUetConfig EXCEPT
    !.initialWnd = 2, !.maxWnd = 2, !.perRttNum = 2, !.fair = 1, !.aboutZero = 0, !.threshold = 0,
    !.avgDen = 1]]

\* The weight of a delay is the part of a base RTT of 2 since the last one: nothing, a half, or all of it.  A delay of 3 has a window fall if
\* the average goes beyond the target of 1 with it, and what weight it has depends on when it comes.
MCUetAuto == [s \in {"a"} |-> [MCUetLeast[s] EXCEPT
    !.baseRtt = 2, !.target = 1, !.perRttNum = 0, !.fair = 0, !.proportional = 0, !.period = 0, !.avgNum = 0]]

\* Next to a NIC of four times the speed: all gains are four times as large.  Neither fast increase nor eta.
MCUetSpeeds ==
    LET least == [MCUetConfig EXCEPT !.aboutZero = 0, !.eta = 0, !.avgDen = 1]
    IN  "a" :> least @@ "b" :> [least EXCEPT !.initialWnd = 12, !.maxWnd = 12, !.perRttNum = 12, !.fair = 8, !.proportional = 8]

\* Next to one of twice the speed, with windows of up to three packets and of up to six, and gains of 1 and 2, or of 4 and 8: of the
\* 4, what may be owed has room for 3.
MCUetSpeedsLeast ==
    LET least == [MCUetConfig EXCEPT !.initialWnd = 1, !.fair = 4, !.aboutZero = 0, !.eta = 0, !.avgDen = 1]
    IN  "a" :> least @@ "b" :> [least EXCEPT !.initialWnd = 2, !.maxWnd = 6, !.perRttNum = 6, !.fair = 8, !.proportional = 4]

\* Two alike, with room for one packet of 2, which are owed 1 with every other acknowledgment; no period ends where no time passes.
MCUetApart == [s \in {"a", "b"} |-> [MCUetConfig EXCEPT
    !.mtu = 2, !.fair = 1, !.proportional = 1, !.aboutZero = 0, !.threshold = 2, !.avgDen = 1]]

\* Quick adapt: MaxWnd 4, so that the gate is 2, a period of 1 + 2; no gains but eta.
MCAdaptConfig == [MCUetConfig EXCEPT
    !.initialWnd = 4, !.maxWnd = 4, !.perRttNum = 4, !.fair = 0, !.proportional = 0, !.aboutZero = 0, !.threshold = 0,
    !.quickAdapt = TRUE, !.gate = 1]

MCAdapt == [s \in {"a"} |-> MCAdaptConfig]
MCAdaptWithCredit == [s \in {"a"} |-> [MCAdaptConfig EXCEPT !.rccc = TRUE]]
MCAdaptLeast == [s \in {"a"} |-> [MCAdaptConfig EXCEPT !.target = 1, !.avgDen = 1, !.qaThreshold = 2]]

\* With the target's brake, packets of 2, of which a penalty takes half, and a base RTT that falls from 3 to 2, and with it the limit, 1.5 of
\* it, from 4 of 4.5 to 3.
MCAdaptBrake == [s \in {"a"} |-> [MCAdaptConfig EXCEPT
    !.mtu = 2, !.baseRtt = 3, !.target = 1, !.perRttNum = 3, !.perRttDen = 2, !.period = 0, !.avgDen = 1, !.qaThreshold = 2]]

\* With credit, and a gate of 1.5.
MCAdaptCreditLeast == [s \in {"a"} |-> [MCAdaptConfig EXCEPT
    !.target = 1, !.initialWnd = 3, !.maxWnd = 3, !.perRttNum = 3, !.eta = 0, !.avgDen = 1, !.qaThreshold = 2, !.rccc = TRUE]]

\* A gate of the whole window, and a delay of 2 at the threshold.
MCAdaptGate == [s \in {"a"} |-> [MCAdaptCreditLeast[s] EXCEPT !.gate = 0, !.rccc = FALSE]]

\* The same with the target's brake: a window is restored and cut in one step, to more than it was braked to.  A delay of 3 is one beyond the
\* target of 2, for which no window falls by more than four fifteenths.
MCAdaptRestores == [s \in {"a"} |-> [MCAdaptGate[s] EXCEPT !.target = 2, !.period = 0]]

\* With fast increase, to which an end of a period comes first.
MCAdaptFast == [s \in {"a"} |-> [MCAdaptGate[s] EXCEPT !.initialWnd = 2, !.maxWnd = 2, !.perRttNum = 2, !.period = 0, !.aboutZero = 1]]

\* The target's brake, and a base RTT that falls from 2 to 1, and with it the limit from 4 to 2.
MCBrakeConfig == [MCUetConfig EXCEPT
    !.baseRtt = 2, !.target = 1, !.initialWnd = 4, !.maxWnd = 4, !.perRttNum = 2, !.fair = 0, !.proportional = 0, !.aboutZero = 0,
    !.period = 0, !.threshold = 0, !.avgDen = 1, !.gate = 3]

MCBrake == [s \in {"a"} |-> MCBrakeConfig]
\* A window that begins below its limit: what is saved may be less than what it has grown to since.
MCBrakeBelow == [s \in {"a"} |-> [MCBrakeConfig EXCEPT !.initialWnd = 2]]
MCBrakeForgets == [s \in {"a"} |-> [MCBrakeConfig EXCEPT !.keepsSaved = FALSE]]

\* A limit that stays as the base RTT falls.
MCBrakeFixed == [s \in {"a"} |-> [MCBrakeConfig EXCEPT !.initialWnd = 2, !.maxWnd = 2, !.perRttNum = 0]]

\* With fast increase, gains and a period, and a limit of 1.5 of the base RTT, which falls from 3 to 1.
MCBrakeGrows == [s \in {"a"} |-> [MCBrakeConfig EXCEPT
    !.initialWnd = 3, !.maxWnd = 3, !.perRttNum = 3, !.perRttDen = 2, !.fair = 1, !.proportional = 1, !.aboutZero = 1, !.period = 1]]

\* A window of five packets, of which a penalty takes some.
MCPenaltyWide == [s \in {"a"} |-> [MCBrakeConfig EXCEPT !.initialWnd = 5, !.maxWnd = 5, !.perRttNum = 0]]

\* Fast increase that lifts a window faster than what came in is counted, and nothing else that does.
MCFast == [s \in {"a"} |-> [MCBrakeConfig EXCEPT
    !.baseRtt = 1, !.target = 2, !.initialWnd = 1, !.maxWnd = 4, !.perRttNum = 4, !.fastNum = 2, !.aboutZero = 1, !.eta = 0, !.period = 1]]

\* The other choices: a packet needs room for itself, the window is not cut as its limit falls, what was saved is forgotten.  Packets of up to
\* 2, and a base RTT that falls from 2 to 1, whose 1.5 is less than a packet.
MCBrakeChoices == [s \in {"a"} |-> [MCBrakeConfig EXCEPT
    !.mtu = 2, !.initialWnd = 3, !.maxWnd = 3, !.perRttNum = 3, !.perRttDen = 2, !.ownSize = TRUE, !.clampsAtOnce = FALSE, !.keepsSaved = FALSE]]

\* Full size: 400 Gb/s, 6 us, trimming, in units of 2^-9 byte and picoseconds, so that products need far more than 32 bits.  Gains are those
\* of an MTU of 4096; that a packet is four fifths of the window, 360,000 B, keeps the states few.
MCFullSize == [s \in {"a"} |-> [
    mtu |-> 184320000, baseRtt |-> 6000000, target |-> 4500000, initialWnd |-> 230400000, maxWnd |-> 230400000,
    perRttNum |-> 192, perRttDen |-> 5, step |-> 0, fair |-> 20971520, proportional |-> 6291456, fastNum |-> 1, fastDen |-> 2,
    eta |-> 0, aboutZero |-> 1000000, period |-> 6000000, threshold |-> 16777216, grain |-> 8388608,
    gammaNum |-> 4, gammaDen |-> 5, jumpNum |-> 1, jumpDen |-> 2, avgNum |-> 1, avgDen |-> 1, quickAdapt |-> FALSE, gate |-> 3,
    qaThreshold |-> 2147483647, rccc |-> FALSE, ownSize |-> FALSE, clampsAtOnce |-> TRUE, keepsSaved |-> TRUE]]
\* What is kept for other implementations.  A window of up to three packets that grows fast; one of one or two packets with gains; one of six
\* that falls, with an average that moves by half.
MCTraceFast == [s \in {"a"} |-> [MCFast[s] EXCEPT !.maxWnd = 3, !.perRttNum = 3, !.proportional = 2, !.threshold = 1]]
MCTraceGains == [s \in {"a"} |-> [MCUetLeast[s] EXCEPT !.proportional = 2, !.threshold = 1]]
MCTraceFalls == [s \in {"a"} |-> [MCUetConfig EXCEPT
    !.mtu = 2, !.initialWnd = 6, !.maxWnd = 6, !.perRttNum = 6, !.fair = 0, !.proportional = 0, !.eta = 0, !.aboutZero = 0]]
\* Packets of 2, and a base RTT that falls from 2 to 1, and with it the limit from 6 to 3; quick adapt with a window of one or two packets; no gains.
MCTraceBrake == [s \in {"a"} |-> [MCBrakeConfig EXCEPT !.mtu = 2, !.initialWnd = 6, !.maxWnd = 6, !.perRttNum = 3]]
MCTraceAdapt == [s \in {"a"} |-> [MCAdaptCreditLeast[s] EXCEPT !.initialWnd = 2, !.maxWnd = 2, !.perRttNum = 2, !.gate = 0]]
MCTraceNacks == [s \in {"a"} |-> [MCUetConfig EXCEPT
    !.baseRtt = 2, !.fair = 0, !.proportional = 0, !.aboutZero = 0, !.eta = 0, !.perRttNum = 0, !.avgDen = 2]]
MCTraceRest == [s \in {"a"} |-> [MCSourceRestFew[s] EXCEPT !.baseRtt = 2, !.perRttNum = 0]]
\* Quick adapt with packets of half an MTU, for which a window of one MTU has room one at a time.
MCTraceHalf == [s \in {"a"} |-> [MCUetConfig EXCEPT
    !.mtu = 2, !.baseRtt = 2, !.initialWnd = 2, !.maxWnd = 2, !.perRttNum = 0, !.proportional = 0, !.fastNum = 0, !.eta = 0, !.period = 0,
    !.threshold = 2, !.quickAdapt = TRUE, !.qaThreshold = 1, !.clampsAtOnce = FALSE]]
MCPenaltiesHalf == {<<0, FALSE>>, <<0, TRUE>>, <<64, FALSE>>}
===========================================================================
