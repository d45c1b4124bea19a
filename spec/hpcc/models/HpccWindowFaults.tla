-------------------------- MODULE HpccWindowFaults --------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of HpccWindow.             *)
(***************************************************************************)
EXTENDS MCHpccWindow

-----------------------------------------------------------------------------
\* U.

\* Who takes each measurement for U.
EstimatedWhole(k, u, tau) == [k EXCEPT !.u = Least(u, MaxU)]

\* Who divides tau by T in whole numbers: the weight is 0 or 1.
EstimatedByWhole(k, u, tau) == IF Least(tau, T) \div T = 1 THEN [k EXCEPT !.u = Least(u, MaxU)] ELSE k

\* Who has the two weights the wrong way round.
EstimatedSwapped(k, u, tau) ==
    LET seen == Least(u, MaxU)
        share == T - Least(tau, T)
    IN [k EXCEPT !.u = IF seen >= @ THEN @ + MulDiv(share, seen - @, T) ELSE @ - MulDivUp(share, @ - seen, T, 1)]

\* Who lets a gap longer than T count for more than all.
EstimatedBeyondT(k, u, tau) ==
    LET seen == Least(u, MaxU)
    IN [k EXCEPT !.u = IF seen >= @ THEN @ + MulDiv(tau, seen - @, T) ELSE @ - MulDivUp(tau, @ - seen, T, 1)]

\* Who believes any u.
EstimatedAny(k, u, tau) ==
    LET share == Least(tau, T)
    IN [k EXCEPT !.u = IF u >= @ THEN @ + MulDiv(share, u - @, T) ELSE @ - MulDivUp(share, @ - u, T, 1)]

\* Who has a part less than the mean.
EstimatedLess(k, u, tau) ==
    LET seen == Least(u, MaxU)
        share == Least(tau, T)
    IN [k EXCEPT !.u = (IF seen >= @ THEN @ + MulDiv(share, seen - @, T) ELSE @ - MulDivUp(share, @ - seen, T, 1)) - 1]

\* Who rounds toward the old U, in both directions.
EstimatedToward(k, u, tau) ==
    LET seen == Least(u, MaxU)
        share == Least(tau, T)
    IN [k EXCEPT !.u = IF seen >= @ THEN @ + MulDiv(share, seen - @, T) ELSE @ - MulDiv(share, @ - seen, T)]

-----------------------------------------------------------------------------
\* The window.

\* Who reaches eta only beyond it.
MultipliesBeyond(k) == k.u > Eta \/ k.incStage >= MaxStage

\* Who knows no other reason than a link that is too full.
MultipliesAtEta(k) == k.u >= Eta

\* Who takes one additive step more.
MultipliesOneLate(k) == k.u >= Eta \/ k.incStage > MaxStage

\* Who multiplies with each measurement.
MultipliesAlways(k) == TRUE

\* Who multiplies where he should divide.
ScaledUp(k) == MulDiv(k.wc, k.u, Eta)

\* Who aims at a link that is full.
ScaledToFull(k) == IF k.u <= MulDiv(k.wc, One, WInit) THEN WInit ELSE MulDiv(k.wc, One, k.u)

\* Who rounds up.
ScaledRoundedUp(k) == IF k.u <= MulDiv(k.wc, Eta, WInit) THEN WInit ELSE MulDivUp(k.wc, Eta, k.u, 1)

\* Who never goes up by more than a step.
ScaledDown(k) == IF k.u <= Eta THEN k.wc ELSE MulDiv(k.wc, Eta, k.u)

\* Who takes the window that he has for the reference: each ACK reacts to the one before.
ComputeWindFromW(k) ==
    IF ~Multiplies(k) THEN Within(s.w + Wai) ELSE Within(Scaled([k EXCEPT !.wc = s.w]) + Wai)

\* Who leaves the additive step out of the multiplicative branch.
ComputeWindNoStep(k) == IF ~Multiplies(k) THEN Within(k.wc + Wai) ELSE Within(Scaled(k))

\* Who halves, as for a mark.
ComputeWindHalves(k) == IF ~Multiplies(k) THEN Within(k.wc + Wai) ELSE Within(k.wc \div 2 + Wai)

\* Who adds a packet a round.
ComputeWindByPacket(k) == IF ~Multiplies(k) THEN Within(k.wc + Size) ELSE Within(Scaled(k) + Wai)

\* Who has no least window; no largest one; or one packet as the least.
WithinNoFloor(w) == Least(WInit, w)
WithinNoCap(w) == Most(MinW, w)
WithinOnePacket(w) == Least(WInit, Most(Size, w))

\* Whose window begins at its least again beyond line rate; who goes to line rate in one step.
ComputeWindWraps(k) ==
    IF Multiplies(k) THEN Within(Scaled(k) + Wai) ELSE IF k.wc + Wai > WInit THEN MinW ELSE k.wc + Wai
ComputeWindJumps(k) == IF Multiplies(k) THEN Within(Scaled(k) + Wai) ELSE WInit

\* Who does not begin to count anew; who counts each round; who begins anew with each.
SyncedKeepsStage(k) == [k EXCEPT !.wc = ComputeWind(k), !.incStage = IF Multiplies(k) THEN @ ELSE @ + 1]
SyncedCountsAll(k) == [k EXCEPT !.wc = ComputeWind(k), !.incStage = @ + 1]
SyncedNoStage(k) == [k EXCEPT !.wc = ComputeWind(k), !.incStage = 0]

\* Whose reference follows down only.
SyncedDown(k) == [k EXCEPT !.wc = Least(@, ComputeWind(k)), !.incStage = IF Multiplies(k) THEN 0 ELSE @ + 1]

\* Whose reference stays what it was at the start.
SyncedNever(k) == [k EXCEPT !.incStage = IF Multiplies(k) THEN 0 ELSE @ + 1]

\* Whose reference has the step once more than the window; or once less.
SyncedHigh(k) == [k EXCEPT !.wc = ComputeWind(k) + Wai, !.incStage = IF Multiplies(k) THEN 0 ELSE @ + 1]
SyncedLow(k) == [k EXCEPT !.wc = ComputeWind(k) - Wai, !.incStage = IF Multiplies(k) THEN 0 ELSE @ + 1]

-----------------------------------------------------------------------------
\* Rounds.

\* Who moves Wc at every ACK; never; one packet too early or too late.
ClosesAlways(seq) == TRUE
ClosesNever(seq) == FALSE
ClosesEarly(seq) == seq = s.lastUpdateSeq \/ Progress(seq, s.lastUpdateSeq, Modulus) > 0
ClosesLate(seq) == Progress(seq, s.lastUpdateSeq, Modulus) > 1

\* Who compares sequence numbers as numbers.
ClosesUnwrapped(seq) == seq > s.lastUpdateSeq

\* Who waits for the packet that was acknowledged, and not for the next one to be sent.
NextUpdateSeqOfAck(seq, heard) == IF ~Closes(seq) THEN s.lastUpdateSeq ELSE IF heard THEN seq ELSE (seq - 1) % Modulus

\* Who puts the end of the round off with each ACK.
NextUpdateSeqPutOff(seq, heard) == IF heard THEN Furthest(seq) ELSE s.lastUpdateSeq

\* Who does not follow where there is no telemetry.
NextUpdateSeqLags(seq, heard) == IF Closes(seq) /\ heard THEN Furthest(seq) ELSE s.lastUpdateSeq

\* Who has a round begin before the one that is over; who closes it as soon as its last ACK is in sight.
NextUpdateSeqBack(seq, heard) == IF Closes(seq) THEN (s.lastUpdateSeq - 1) % Modulus ELSE s.lastUpdateSeq
TransmitCloses ==
    /\ done + InFlight(s) < Packets
    /\ Len(data) < MaxData
    /\ MayTransmit(s)
    /\ data' = Append(data, s.sndNxt)
    /\ s' = [s EXCEPT !.sndNxt = (@ + 1) % Modulus, !.sinceSent = 0,
                      !.lastUpdateSeq = IF acks = <<>> THEN @ ELSE IF Closes(acks[1].seq) THEN s.sndNxt ELSE @]
    /\ UNCHANGED <<c, r, acks, lost, done, told>>

\* Who reacts once a round.
NextWOnce(a, k, heard) ==
    IF heard THEN IF Closes(a.seq) THEN ComputeWind(k) ELSE s.w
    ELSE IF a.w # None THEN Within(a.w) ELSE s.w

\* Who reacts with each ACK, where it is to be once a round; and who does as the draft has it, where
\* each ACK is to be its own round.
NextWEach(a, k, heard) == IF heard THEN ComputeWind(k) ELSE IF a.w # None THEN Within(a.w) ELSE s.w
MovesWcOnce(seq) == Closes(seq)

\* Who does not take what the receiver sends; or only what is less.
NextWIgnores(a, k, heard) == IF heard THEN ComputeWind(k) ELSE s.w
NextWLess(a, k, heard) == IF heard THEN ComputeWind(k) ELSE IF a.w # None THEN Least(a.w, s.w) ELSE s.w

\* Who takes half of what the receiver sends; twice that; or whatever stands there, be it nothing.
NextWHalf(a, k, heard) == IF heard THEN ComputeWind(k) ELSE IF a.w # None THEN a.w \div 2 ELSE s.w
NextWTwice(a, k, heard) == IF heard THEN ComputeWind(k) ELSE IF a.w # None THEN 2 * a.w ELSE s.w
NextWNone(a, k, heard) == IF heard THEN ComputeWind(k) ELSE a.w

\* Who does not count what an ACK acknowledges.
ReceiveAckUncounted(u, tau) ==
    /\ acks # <<>>
    /\ (tau = 0) = (u = None)
    /\ (Form = "RECEIVER") => (u = None)
    /\ LET a == acks[1]
           k == IF tau > 0 THEN Estimated(c, u, tau) ELSE c
       IN /\ c' = IF tau > 0 /\ MovesWc(a.seq) THEN Synced(k) ELSE k
          /\ s' = [s EXCEPT !.w = NextW(a, k, tau > 0), !.sndUna = (@ + Progress(a.seq, @, Modulus)) % Modulus,
                            !.sndNxt = Furthest(a.seq), !.lastUpdateSeq = NextUpdateSeq(a.seq, tau > 0)]
    /\ acks' = Tail(acks)
    /\ told' = IF Form = "SENDER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<r, data, lost, done>>

\* Who takes an ACK without telemetry for one that measured nothing new.
ReceiveAckStale(u, tau) ==
    /\ acks # <<>>
    /\ (tau = 0) = (u = None)
    /\ (Form = "RECEIVER") => (u = None)
    /\ LET a == acks[1]
           k == IF tau > 0 THEN Estimated(c, u, tau) ELSE c
           new == Progress(a.seq, s.sndUna, Modulus)
       IN /\ c' = IF Closes(a.seq) THEN Synced(k) ELSE k
          /\ s' = [s EXCEPT !.w = ComputeWind(k), !.sndUna = (@ + new) % Modulus, !.sndNxt = Furthest(a.seq),
                            !.lastUpdateSeq = NextUpdateSeq(a.seq, TRUE)]
          /\ done' = done + new
    /\ acks' = Tail(acks)
    /\ told' = [u |-> u, tau |-> tau]
    /\ UNCHANGED <<r, data, lost>>

\* Who counts an ACK as one packet, however many it stands for.
ReceiveAckOne(u, tau) ==
    /\ acks # <<>>
    /\ (tau = 0) = (u = None)
    /\ (Form = "RECEIVER") => (u = None)
    /\ LET a == acks[1]
           k == IF tau > 0 THEN Estimated(c, u, tau) ELSE c
           new == Progress(a.seq, s.sndUna, Modulus)
       IN /\ c' = IF tau > 0 /\ Closes(a.seq) THEN Synced(k) ELSE k
          /\ s' = [s EXCEPT !.w = NextW(a, k, tau > 0), !.sndUna = (@ + Least(1, new)) % Modulus,
                            !.sndNxt = Furthest(a.seq), !.lastUpdateSeq = NextUpdateSeq(a.seq, tau > 0)]
          /\ done' = done + new
    /\ acks' = Tail(acks)
    /\ told' = IF Form = "SENDER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<r, data, lost>>

-----------------------------------------------------------------------------
\* Pace and window.

\* Who keeps to one of both.
MayTransmitByWindow(v) == v.w > 0 /\ IF Bounded /\ InFlight(v) = 0 THEN TRUE ELSE (InFlight(v) + 1) * Size <= v.w
MayTransmitByPace(v) == v.w > 0 /\ v.sinceSent >= Gap(v.w)

\* Who lets one packet more in flight; or only one that leaves while just W is in flight.
MayTransmitOneMore(v) == v.w > 0 /\ InFlight(v) * Size <= v.w /\ v.sinceSent >= Gap(v.w)
HasRoomFull(v) == InFlight(v) * Size <= v.w

\* Who fills the window but for its last packet.
MayTransmitOneLess(v) ==
    v.w > 0 /\ IF InFlight(v) = 0 THEN v.sinceSent >= Gap(v.w)
               ELSE (InFlight(v) + 1) * Size < v.w /\ v.sinceSent >= Gap(v.w)

\* Who lets a packet leave alone that the window has no room for, where the draft lets it wait.
MayTransmitLone(v) ==
    v.w > 0 /\ v.sinceSent >= Gap(v.w) /\ IF InFlight(v) = 0 THEN TRUE ELSE (InFlight(v) + 1) * Size <= v.w

\* Who lets nothing leave while the window is below one packet.
MayTransmitWhole(v) == v.w > 0 /\ (InFlight(v) + 1) * Size <= v.w /\ v.sinceSent >= Gap(v.w)

\* Whose pace is always the line rate; or is that of the reference.
MayTransmitAtLine(v) ==
    v.w > 0 /\ v.sinceSent >= Gap(WInit) /\ IF InFlight(v) = 0 THEN TRUE ELSE (InFlight(v) + 1) * Size <= v.w

\* Who rounds the gap down; who sends at twice the rate.
GapRoundedDown(w) == MulDiv(Size, T, w)
GapHalf(w) == MulDivUp(Size, T, w, 2)

\* Whose pace does not begin anew with each packet.
TransmitOldTimer ==
    /\ done + InFlight(s) < Packets
    /\ Len(data) < MaxData
    /\ MayTransmit(s)
    /\ data' = Append(data, s.sndNxt)
    /\ s' = [s EXCEPT !.sndNxt = (@ + 1) % Modulus]
    /\ UNCHANGED <<c, r, acks, lost, done, told>>

\* Who sends more than there is; or more than the path takes.
TransmitBeyond ==
    /\ Len(data) < MaxData
    /\ MayTransmit(s)
    /\ data' = Append(data, s.sndNxt)
    /\ s' = [s EXCEPT !.sndNxt = (@ + 1) % Modulus, !.sinceSent = 0]
    /\ UNCHANGED <<c, r, acks, lost, done, told>>
TransmitIntoFull ==
    /\ done + InFlight(s) < Packets
    /\ MayTransmit(s)
    /\ data' = Append(data, s.sndNxt)
    /\ s' = [s EXCEPT !.sndNxt = (@ + 1) % Modulus, !.sinceSent = 0]
    /\ UNCHANGED <<c, r, acks, lost, done, told>>

\* Who has no reference before the first round has ended.
InitNoReference ==
    /\ c = [u |-> One, wc |-> None, incStage |-> 0, n |-> None]
    /\ s = [w |-> WInit, sndUna |-> 0, sndNxt |-> 0, lastUpdateSeq |-> 0, sinceSent |-> LongestGap]
    /\ r = [expected |-> 0, sinceUpdate |-> 0, n |-> None]
    /\ data = <<>> /\ acks = <<>> /\ lost = 0 /\ done = 0
    /\ told = [u |-> None, tau |-> 0]

\* Who begins with one packet, as in a slow start.
InitSlow ==
    /\ c = [u |-> One, wc |-> Size, incStage |-> 0, n |-> None]
    /\ s = [w |-> Size, sndUna |-> 0, sndNxt |-> 0, lastUpdateSeq |-> 0, sinceSent |-> LongestGap]
    /\ r = [expected |-> 0, sinceUpdate |-> 0, n |-> None]
    /\ data = <<>> /\ acks = <<>> /\ lost = 0 /\ done = 0
    /\ told = [u |-> None, tau |-> 0]

\* Who lets the window grow with time.
TickGrows(time) ==
    /\ s' = [s EXCEPT !.sinceSent = Least(@ + time, LongestGap), !.w = Least(WInit, @ + 1)]
    /\ r' = [r EXCEPT !.sinceUpdate = Least(@ + time, T + 1)]
    /\ UNCHANGED <<c, data, acks, lost, done, told>>

\* Who waits for ACKs for ever.
GoBackNever == FALSE /\ UNCHANGED vars

-----------------------------------------------------------------------------
\* Receiver.

\* Who sends W with each packet; one tick early; never.
DueAlways == TRUE
DueAtT == r.sinceUpdate >= T
DueNever == FALSE

\* Who does not notice what comes; who acknowledges the packet, and not the one to come next; who
\* acknowledges more often than the path takes.
ReceiveForgets(u, tau) ==
    /\ data # <<>>
    /\ Len(acks) < MaxAcks
    /\ (tau = 0) = (u = None)
    /\ (Form = "SENDER") => (u = None)
    /\ acks' = Append(acks, [seq |-> r.expected, w |-> None, n |-> None])
    /\ data' = Tail(data)
    /\ told' = IF Form = "RECEIVER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<c, s, r, lost, done>>
ReceiveAcksPacket(u, tau) ==
    /\ data # <<>>
    /\ Len(acks) < MaxAcks
    /\ (tau = 0) = (u = None)
    /\ (Form = "SENDER") => (u = None)
    /\ LET k == IF tau > 0 THEN Estimated(c, u, tau) ELSE c
           sends == tau > 0 /\ Due
           expected == IF data[1] = r.expected THEN (r.expected + 1) % Modulus ELSE r.expected
       IN /\ c' = IF sends THEN Synced(k) ELSE k
          /\ r' = [r EXCEPT !.expected = expected, !.sinceUpdate = IF sends THEN 0 ELSE @]
          /\ acks' = Append(acks, [seq |-> data[1], w |-> IF sends THEN ComputeWind(k) ELSE None, n |-> None])
    /\ data' = Tail(data)
    /\ told' = IF Form = "RECEIVER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<s, lost, done>>
ReceiveIntoFull(u, tau) ==
    /\ data # <<>>
    /\ (tau = 0) = (u = None)
    /\ (Form = "SENDER") => (u = None)
    /\ LET k == IF tau > 0 THEN Estimated(c, u, tau) ELSE c
           sends == tau > 0 /\ Due
           expected == IF data[1] = r.expected THEN (r.expected + 1) % Modulus ELSE r.expected
       IN /\ c' = IF sends THEN Synced(k) ELSE k
          /\ r' = [r EXCEPT !.expected = expected, !.sinceUpdate = IF sends THEN 0 ELSE @]
          /\ acks' = Append(acks, [seq |-> expected, w |-> IF sends THEN ComputeWind(k) ELSE None, n |-> None])
    /\ data' = Tail(data)
    /\ told' = IF Form = "RECEIVER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<s, lost, done>>

\* Whose T does not begin anew.
ReceiveOldTimer(u, tau) ==
    /\ data # <<>>
    /\ Len(acks) < MaxAcks
    /\ (tau = 0) = (u = None)
    /\ (Form = "SENDER") => (u = None)
    /\ LET k == IF tau > 0 THEN Estimated(c, u, tau) ELSE c
           sends == tau > 0 /\ Due
           expected == IF data[1] = r.expected THEN (r.expected + 1) % Modulus ELSE r.expected
       IN /\ c' = IF sends THEN Synced(k) ELSE k
          /\ r' = [r EXCEPT !.expected = expected]
          /\ acks' = Append(acks, [seq |-> expected, w |-> IF sends THEN ComputeWind(k) ELSE None, n |-> None])
    /\ data' = Tail(data)
    /\ told' = IF Form = "RECEIVER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<s, lost, done>>

\* Who sends the reference of before.
ReceiveOldWc(u, tau) ==
    /\ data # <<>>
    /\ Len(acks) < MaxAcks
    /\ (tau = 0) = (u = None)
    /\ (Form = "SENDER") => (u = None)
    /\ LET k == IF tau > 0 THEN Estimated(c, u, tau) ELSE c
           sends == tau > 0 /\ Due
           expected == IF data[1] = r.expected THEN (r.expected + 1) % Modulus ELSE r.expected
       IN /\ c' = IF sends THEN Synced(k) ELSE k
          /\ r' = [r EXCEPT !.expected = expected, !.sinceUpdate = IF sends THEN 0 ELSE @]
          /\ acks' = Append(acks, [seq |-> expected, w |-> IF sends THEN c.wc ELSE None, n |-> None])
    /\ data' = Tail(data)
    /\ told' = IF Form = "RECEIVER" THEN [u |-> u, tau |-> tau] ELSE told
    /\ UNCHANGED <<s, lost, done>>

-----------------------------------------------------------------------------
\* N, and what a step adds by it.

\* Who does not go by N; who goes by the largest one, by the last that is one, or by that of the
\* ACK that ends a round.
CountedUnused(k, n) == k
CountedMost(k, n) == [k EXCEPT !.n = Most(@, n)]
CountedKept(k, n) == IF n = None THEN k ELSE [k EXCEPT !.n = n]
CountedOnce(k, n) == IF Closes(acks[1].seq) THEN [k EXCEPT !.n = n] ELSE k

\* Who steps by the configured amount, always, or in the additive branch.
ComputeWindConfigured(k) == IF ~Multiplies(k) THEN Within(k.wc + Wai) ELSE Within(Scaled(k) + Wai)
ComputeWindAddsConfigured(k) ==
    IF ~Multiplies(k) THEN Within(k.wc + Wai) ELSE Within(Scaled(k) + WaiBy(k.n))

\* Who takes the whole headroom, or a share of the window; who rounds up; who adds nothing where the
\* headroom has fewer parts than flows; who counts a flow more.
Headroom == MulDiv(WInit, One - Eta, One)
WaiByWhole(n) == IF n = None THEN Wai ELSE Headroom
WaiByWindow(n) == IF n = None THEN Wai ELSE MulDiv(WInit, Eta, One) \div n
WaiByUp(n) == IF n = None THEN Wai ELSE (Headroom + n) \div n
WaiByNothing(n) == IF n = None THEN Wai ELSE Headroom \div n
WaiByOneMore(n) == IF n = None THEN Wai ELSE Most(1, Headroom \div (n + 1))

\* A receiver that reports no N; one that reports that of the ACK before.
ReceiveReporting(n) ==
    /\ data # <<>>
    /\ Len(acks) < MaxAcks
    /\ LET expected == IF data[1] = r.expected THEN (r.expected + 1) % Modulus ELSE r.expected
       IN /\ r' = [r EXCEPT !.expected = expected]
          /\ acks' = Append(acks, [seq |-> expected, w |-> None, n |-> n])
    /\ data' = Tail(data)
    /\ UNCHANGED <<c, s, lost, done, told>>
ReceiveUncounted(u, tau) == u = None /\ tau = 0 /\ ReceiveReporting(None)
ReceiveCountLate(u, tau) ==
    u = None /\ tau = 0 /\ ReceiveReporting(IF acks = <<>> THEN r.n ELSE acks[Len(acks)].n)

-----------------------------------------------------------------------------
\* Network.

\* What loses more than is agreed.
LoseDataMore ==
    /\ data # <<>>
    /\ data' = Tail(data) /\ lost' = lost + 1
    /\ UNCHANGED <<c, s, r, acks, done, told>>

-----------------------------------------------------------------------------
\* FIND-35: a receiver, or a switch, reports that every link is empty.
EstimatedEmpty(k, u, tau) == [k EXCEPT !.u = @ - MulDivUp(Least(tau, T), @, T, 1)]
=============================================================================
