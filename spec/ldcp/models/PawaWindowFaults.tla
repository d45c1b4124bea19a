-------------------------- MODULE PawaWindowFaults --------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of PawaWindow.             *)
(***************************************************************************)
EXTENDS MCPawaWindow

-----------------------------------------------------------------------------
\* Sender.

\* Who takes one beta for an ACK of several packets.
CutOnce(v, n) ==
    [v EXCEPT !.cw = IF v.cw >= One THEN Floored(v.cw - Beta) ELSE Most(Gamma, v.cw \div 2), !.rest = 0]

\* Who adds alpha / cw once for several packets.
GrownOnce(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma]
    ELSE LET sum == Alpha * One + v.rest
             cw == v.cw + sum \div v.cw
         IN IF cw >= MaxCw THEN [v EXCEPT !.cw = MaxCw, !.rest = 0]
            ELSE [v EXCEPT !.cw = cw, !.rest = sum % v.cw]

\* Who rounds each step, and forgets what is left over.
GrownRounded(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma]
    ELSE [v EXCEPT !.cw = Least(MaxCw, v.cw + (n * Alpha * One) \div v.cw), !.rest = 0]

\* Who adds alpha a packet, as slow start does.
GrownByAlpha(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma]
    ELSE [v EXCEPT !.cw = Least(MaxCw, v.cw + n * Alpha), !.rest = 0]

\* Who has no largest window.
GrownBeyond(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma]
    ELSE LET sum == n * Alpha * One + v.rest
         IN [v EXCEPT !.cw = v.cw + sum \div v.cw, !.rest = sum % v.cw]

\* Who has the rule of one packet and more below it, too.
GrownEverywhere(v, n) ==
    LET sum == n * Alpha * One + v.rest
        cw == v.cw + sum \div v.cw
    IN IF cw >= MaxCw THEN [v EXCEPT !.cw = MaxCw, !.rest = 0]
       ELSE [v EXCEPT !.cw = cw, !.rest = sum % v.cw]

\* Who takes a window of one packet for one below it.
GrownAtOne(v, n) ==
    IF v.cw <= One THEN [v EXCEPT !.cw = @ + Gamma, !.rest = 0]
    ELSE LET sum == n * Alpha * One + v.rest
             cw == v.cw + sum \div v.cw
         IN IF cw >= MaxCw THEN [v EXCEPT !.cw = MaxCw, !.rest = 0]
            ELSE [v EXCEPT !.cw = cw, !.rest = sum % v.cw]

\* Who goes back to one packet at once.
GrownToOne(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = One]
    ELSE LET sum == n * Alpha * One + v.rest
             cw == v.cw + sum \div v.cw
         IN IF cw >= MaxCw THEN [v EXCEPT !.cw = MaxCw, !.rest = 0]
            ELSE [v EXCEPT !.cw = cw, !.rest = sum % v.cw]

\* Who counts the packets of an ACK below one packet, which the rule there does not.
GrownNBelow(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + n * Gamma]
    ELSE LET sum == n * Alpha * One + v.rest
             cw == v.cw + sum \div v.cw
         IN IF cw >= MaxCw THEN [v EXCEPT !.cw = MaxCw, !.rest = 0]
            ELSE [v EXCEPT !.cw = cw, !.rest = sum % v.cw]

\* Who keeps what is left over as the window crosses one packet.
CutKeepsRest(v, n) ==
    [v EXCEPT !.cw = IF v.cw >= One THEN Floored(v.cw - n * Beta) ELSE Most(Gamma, v.cw \div 2)]

\* Who halves, as TCP does.
CutByHalf(v, n) == [v EXCEPT !.cw = Most(Gamma, v.cw \div 2), !.rest = 0]

\* Who has no window below one packet: the first crossing ends there.
FlooredAtOne(cw) == Most(One, cw)

\* Who crosses one packet by the rule below it, from where it began.
CutCrossing(v, n) ==
    [v EXCEPT !.cw = IF v.cw - n * Beta >= One THEN v.cw - n * Beta ELSE Most(Gamma, v.cw \div 2), !.rest = 0]

\* Who has no floor below one packet.
CutWithoutFloor(v, n) ==
    [v EXCEPT !.cw = IF v.cw >= One THEN Floored(v.cw - n * Beta) ELSE v.cw \div 2, !.rest = 0]

\* Who takes beta below one packet, too.
CutByBeta(v, n) == [v EXCEPT !.cw = Floored(v.cw - n * Beta), !.rest = 0]

\* Who lets in one packet more.
MayTransmitOneMore(v) ==
    IF v.cw >= One THEN v.inFlight * One <= v.cw ELSE v.cw > 0 /\ v.sinceSent >= Gap(v.cw, v.rtt)

\* Who rounds the window up to whole packets.
MayTransmitRounded(v) ==
    IF v.cw >= One THEN v.inFlight * One < v.cw ELSE v.cw > 0 /\ v.sinceSent >= Gap(v.cw, v.rtt)

\* Whose timer is the round trip, whatever the window.
MayTransmitEachRtt(v) ==
    IF v.cw >= One THEN (v.inFlight + 1) * One <= v.cw ELSE v.cw > 0 /\ v.sinceSent >= v.rtt

\* Whose timer waits for what is in flight, too.
MayTransmitAlone(v) ==
    IF v.cw >= One THEN (v.inFlight + 1) * One <= v.cw
    ELSE v.cw > 0 /\ v.sinceSent >= Gap(v.cw, v.rtt) /\ v.inFlight = 0

\* Who sends below one packet only when the window has room for one.
MayTransmitByWindow(v) == (v.inFlight + 1) * One <= v.cw

\* Whose timer rounds down.
GapRoundedDown(cw, rtt) == MulDiv(rtt, One, cw)

\* Whose timer rings on without beginning anew.
TransmitOldTimer ==
    /\ sent < Packets
    /\ data < MaxData
    /\ MayTransmit(w)
    /\ w' = [w EXCEPT !.inFlight = @ + 1]
    /\ sent' = sent + 1
    /\ data' = data + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, losses>>

\* Who counts an ACK as one packet, however many it stands for.
ReceiveAckOne(rtt) ==
    /\ acks # <<>>
    /\ LET a == acks[1]
           v == [w EXCEPT !.inFlight = @ - 1, !.rtt = Measured(rtt)]
       IN /\ w' = IF a.ece THEN Cut(v, a.n) ELSE Grown(v, a.n)
          /\ acked' = acked + a.n
    /\ acks' = Tail(acks)
    /\ UNCHANGED <<held, sent, data, marks, told, losses>>

\* Who moves the window once a round trip.
ReceiveAckEachRtt(rtt) ==
    /\ acks # <<>>
    /\ LET a == acks[1]
           v == [w EXCEPT !.inFlight = @ - a.n, !.rtt = Measured(rtt)]
       IN /\ w' = IF v.inFlight > 0 THEN v ELSE IF a.ece THEN Cut(v, a.n) ELSE Grown(v, a.n)
          /\ acked' = acked + a.n
    /\ acks' = Tail(acks)
    /\ UNCHANGED <<held, sent, data, marks, told, losses>>

\* Whose window is given back with each packet that is sent.
TransmitSpends ==
    /\ sent < Packets
    /\ data < MaxData
    /\ MayTransmit(w)
    /\ w' = [w EXCEPT !.inFlight = @ + 1, !.sinceSent = 0, !.cw = Most(Gamma, @ - 1)]
    /\ sent' = sent + 1
    /\ data' = data + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, losses>>

\* Who believes any round trip.
MeasuredAny(rtt) == IF TimerRtt = "MEASURED" THEN rtt ELSE BaseRtt

\* Who measures where the base round trip is asked for.
MeasuredAlways(rtt) == Least(MaxRtt, Most(BaseRtt, rtt))

\* Whose time stands still below one packet.
TickButBelow(time) ==
    /\ w' = IF w.cw < One THEN w ELSE [w EXCEPT !.sinceSent = Least(@ + time, LongestGap)]
    /\ UNCHANGED <<held, sent, acked, data, acks, marks, told, losses>>

\* Who begins with an empty network, whatever fast start has left there.
BegunEmpty ==
    [cw |-> StartCw, rest |-> 0, inFlight |-> 0, rtt |-> BaseRtt, sinceSent |-> LongestGap]

\* Who takes a NAK for a mark.
BackCuts(v) == [v EXCEPT !.inFlight = 0, !.cw = Floored(@ - Beta), !.rest = 0]

\* Who still counts what is to be sent again.
BackInFlight(v) == v

\* Whose timer begins anew with a NAK, though no packet leaves.
BackTimer(v) == [v EXCEPT !.inFlight = 0, !.sinceSent = 0]

\* Who sends again the packet that is missing, and no other, as a selective repeat would.
GoBackOne ==
    /\ naks < Naks
    /\ held = 0 /\ acks = <<>> /\ w.inFlight > 0
    /\ w' = [w EXCEPT !.inFlight = @ - 1]
    /\ sent' = sent - 1
    /\ data' = data - 1
    /\ naks' = naks + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, timeouts>>

\* Who leaves the window after a timeout, too.
TimedOutKeeps(v) == [v EXCEPT !.inFlight = 0]

\* Who takes the least window.
TimedOutGamma(v) == [v EXCEPT !.inFlight = 0, !.cw = Gamma, !.rest = 0]

\* Who forgets that what was left over was of another window.
TimedOutKeepsRest(v) == [v EXCEPT !.inFlight = 0, !.cw = Least(@, One)]

\* Who waits on after a timeout for what is lost.
TimedOutInFlight(v) == [v EXCEPT !.cw = Least(@, One), !.rest = 0]

\* Takes one packet for the window after a timeout, from below one packet, too.
TimedOutRaises(v) == [v EXCEPT !.inFlight = 0, !.cw = One, !.rest = 0]

\* Who sends what the network has no room for.
TransmitPastNetwork ==
    /\ sent < Packets
    /\ MayTransmit(w)
    /\ w' = [w EXCEPT !.inFlight = @ + 1, !.sinceSent = 0]
    /\ sent' = sent + 1
    /\ data' = data + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, losses>>

\* Who sends one packet that nobody has asked for.
TransmitPastEnd ==
    /\ sent <= Packets
    /\ data < MaxData
    /\ MayTransmit(w)
    /\ w' = [w EXCEPT !.inFlight = @ + 1, !.sinceSent = 0]
    /\ sent' = sent + 1
    /\ data' = data + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, losses>>

\* Who begins with a wait for a packet before the first.
BegunWaits ==
    [cw |-> StartCw, rest |-> 0, inFlight |-> StartInFlight, rtt |-> BaseRtt, sinceSent |-> 0]

\* Who adds to what is left over, and does not take off what has become a part.
GrownKeepsSum(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma]
    ELSE LET sum == n * Alpha * One + v.rest
             cw == v.cw + sum \div v.cw
         IN IF cw >= MaxCw THEN [v EXCEPT !.cw = MaxCw, !.rest = 0]
            ELSE [v EXCEPT !.cw = cw, !.rest = sum]

\* Who saves up for a window beyond the largest.
GrownSavesAtMax(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma]
    ELSE LET sum == n * Alpha * One + v.rest
         IN [v EXCEPT !.cw = Least(MaxCw, @ + sum \div @), !.rest = sum % v.cw]

\* Who opens the window all the way with the first clean ACK.
GrownToMax(v, n) ==
    IF v.cw < One THEN [v EXCEPT !.cw = @ + Gamma] ELSE [v EXCEPT !.cw = MaxCw, !.rest = 0]

\* Who takes what is left over along into the smaller window.
CutRescales(v, n) ==
    LET cw == IF v.cw >= One THEN Most(Gamma, v.cw - n * Beta) ELSE Most(Gamma, v.cw \div 2)
    IN [v EXCEPT !.cw = cw, !.rest = @ % cw]

\* Who takes no step that would end below the least window.
CutNotBelow(v, n) ==
    [v EXCEPT !.cw = IF v.cw < One THEN Most(Gamma, v.cw \div 2)
                     ELSE IF v.cw - n * Beta < Gamma THEN v.cw ELSE v.cw - n * Beta,
              !.rest = 0]

\* Who has the least window after any mark.
CutToGamma(v, n) == [v EXCEPT !.cw = Gamma, !.rest = 0]

\* Who takes gamma off below one packet, as a clean ACK adds it.
CutByGamma(v, n) ==
    [v EXCEPT !.cw = IF v.cw >= One THEN Most(Gamma, v.cw - n * Beta) ELSE Most(Gamma, v.cw - Gamma), !.rest = 0]

\* Who counts time on, however long nothing was sent.
TickOn(time) ==
    /\ w' = [w EXCEPT !.sinceSent = @ + time]
    /\ UNCHANGED <<held, sent, acked, data, acks, marks, told, losses>>

\* Who forgets with a NAK what is left over.
BackRest(v) == [v EXCEPT !.inFlight = 0, !.rest = 0]

\* Who forgets with a NAK what was measured.
BackRtt(v) == [v EXCEPT !.inFlight = 0, !.rtt = BaseRtt]

\* Who forgets with a timeout what was measured.
TimedOutRtt(v) == [v EXCEPT !.inFlight = 0, !.cw = Least(@, One), !.rest = 0, !.rtt = BaseRtt]

\* Who frees the window with a NAK, and takes what was lost for sent.
GoBackForgets ==
    /\ naks < Naks
    /\ held = 0 /\ acks = <<>> /\ w.inFlight > 0
    /\ w' = [w EXCEPT !.inFlight = 0]
    /\ data' = 0
    /\ naks' = naks + 1
    /\ UNCHANGED <<held, sent, acked, acks, marks, told, timeouts>>

\* Who hears a NAK for nothing.
GoBackIdle ==
    /\ naks < Naks
    /\ held = 0 /\ acks = <<>>
    /\ w' = [w EXCEPT !.inFlight = 0]
    /\ sent' = acked
    /\ data' = 0
    /\ naks' = naks + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, timeouts>>

\* Who hears one NAK more than there may be.
GoBackAgain ==
    /\ naks <= Naks
    /\ held = 0 /\ acks = <<>> /\ w.inFlight > 0
    /\ w' = [w EXCEPT !.inFlight = 0]
    /\ sent' = acked
    /\ data' = 0
    /\ naks' = naks + 1
    /\ UNCHANGED <<held, acked, acks, marks, told, timeouts>>

\* Whose timer runs out once more than it may.
TimeoutAgain ==
    /\ timeouts <= Timeouts
    /\ held = 0 /\ w.inFlight > 0
    /\ w' = [w EXCEPT !.inFlight = 0, !.cw = Least(@, One), !.rest = 0]
    /\ sent' = acked
    /\ data' = 0 /\ acks' = <<>>
    /\ timeouts' = timeouts + 1
    /\ UNCHANGED <<held, acked, marks, told, naks>>

\* Has a timer run out that nothing in flight has started.
TimeoutIdle ==
    /\ timeouts < Timeouts
    /\ held = 0
    /\ w' = TimedOut(w)
    /\ sent' = acked
    /\ data' = 0 /\ acks' = <<>>
    /\ timeouts' = timeouts + 1
    /\ UNCHANGED <<held, acked, marks, told, naks>>

-----------------------------------------------------------------------------
\* Receiver.

\* Who has marked packets wait, too.
WaitsMarked(ce, busy) == busy /\ held + 1 < DelayUpTo

\* Who has one more wait.
WaitsOneMore(ce, busy) == ~ce /\ busy /\ held < DelayUpTo

\* Who lets the mark be told by the next ACK alone.
AnswersClean(ce) == <<[n |-> held + 1, ece |-> FALSE]>>

\* Who sets ECE on all, as TCP's receiver does until the sender has reacted.
AnswersAlways(ce) == <<[n |-> held + 1, ece |-> TRUE]>>

\* Who tells of the mark first.
AnswersMarkFirst(ce) ==
    IF ce /\ held > 0 THEN <<[n |-> 1, ece |-> TRUE], [n |-> held, ece |-> FALSE]>>
    ELSE <<[n |-> held + 1, ece |-> ce]>>

\* Who forgets those that wait when a mark comes.
AnswersForget(ce) == <<[n |-> 1, ece |-> ce]>>

\* Who never acknowledges what waits, unless more come.
FlushNever == FALSE /\ UNCHANGED vars

\* Who has clean packets wait though nothing else is to be done.
WaitsIdle(ce, busy) == ~ce /\ held + 1 < DelayUpTo

\* Who has one fewer wait.
WaitsFewer(ce, busy) == ~ce /\ busy /\ held + 2 < DelayUpTo

\* Who tells of the mark with the clean packets before it, too, in an ACK of their own.
AnswersBothMarked(ce) ==
    IF ce /\ held > 0 THEN <<[n |-> held, ece |-> TRUE], [n |-> 1, ece |-> TRUE]>>
    ELSE <<[n |-> held + 1, ece |-> ce]>>

\* Who acknowledges the m that wait as one more comes, which waits in their place.
ReceiveOneLate(ce, busy) ==
    /\ data > 0
    /\ Len(acks) + 2 <= MaxAcks
    /\ IF ~ce /\ busy /\ held < DelayUpTo
       THEN held' = held + 1 /\ UNCHANGED <<acks, told>>
       ELSE IF ~ce /\ held = DelayUpTo
       THEN held' = 1 /\ acks' = Append(acks, [n |-> held, ece |-> FALSE]) /\ UNCHANGED told
       ELSE /\ held' = 0
            /\ acks' = acks \o Answers(ce)
            /\ told' = told + (IF ce THEN 1 ELSE 0)
    /\ data' = data - 1
    /\ marks' = IF ce THEN marks + 1 ELSE marks
    /\ UNCHANGED <<w, sent, acked, losses>>

\* Who sends ACKs that the network has no room for.
ReceivePastNetwork(ce, busy) ==
    /\ data > 0
    /\ acks' = Append(acks, [n |-> 1, ece |-> ce])
    /\ told' = told + (IF ce THEN 1 ELSE 0)
    /\ data' = data - 1
    /\ marks' = IF ce THEN marks + 1 ELSE marks
    /\ UNCHANGED <<w, held, sent, acked, losses>>

\* Who acknowledges a packet that has not come.
ReceiveFromNothing(ce, busy) ==
    /\ data >= 0
    /\ Len(acks) < MaxAcks
    /\ acks' = Append(acks, [n |-> 1, ece |-> ce])
    /\ told' = told + (IF ce THEN 1 ELSE 0)
    /\ data' = data - 1
    /\ marks' = IF ce THEN marks + 1 ELSE marks
    /\ UNCHANGED <<w, held, sent, acked, losses>>

\* Who drops what is marked, and what waits.
ReceiveMarkLost(ce, busy) ==
    /\ data > 0
    /\ IF Waits(ce, busy)
       THEN held' = held + 1 /\ UNCHANGED acks
       ELSE /\ Len(acks) < MaxAcks
            /\ held' = 0
            /\ acks' = IF ce THEN acks ELSE Append(acks, [n |-> held + 1, ece |-> FALSE])
    /\ data' = data - 1
    /\ marks' = IF ce THEN marks + 1 ELSE marks
    /\ UNCHANGED <<w, sent, acked, told, losses>>

\* Who has clean packets wait on as a mark comes, which is acknowledged before them.
ReceiveMarkAlone(ce, busy) ==
    /\ data > 0
    /\ IF Waits(ce, busy)
       THEN held' = held + 1 /\ UNCHANGED acks
       ELSE /\ Len(acks) < MaxAcks
            /\ held' = IF ce THEN held ELSE 0
            /\ acks' = Append(acks, [n |-> IF ce THEN 1 ELSE held + 1, ece |-> ce])
    /\ data' = data - 1
    /\ marks' = IF ce THEN marks + 1 ELSE marks
    /\ UNCHANGED <<w, sent, acked, told, losses>>

\* Who acknowledges nothing, again and again.
FlushEmpty ==
    /\ Len(acks) < MaxAcks
    /\ acks' = Append(acks, [n |-> held, ece |-> FALSE])
    /\ held' = 0
    /\ UNCHANGED <<w, sent, acked, data, marks, told, losses>>

-----------------------------------------------------------------------------
\* Witnesses: what they deny has to happen.

WitnessNakInv == naks = 0
WitnessTimeoutInv == timeouts = 0

-----------------------------------------------------------------------------
\* FIND-34: a receiver that echoes no mark.
AnswersUnmarked(ce) == <<[n |-> held + 1, ece |-> FALSE]>>
=============================================================================
