--------------------------- MODULE EventRateFaults ---------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of EventRate.              *)
(***************************************************************************)
EXTENDS MCEventRate

-----------------------------------------------------------------------------
\* Sender: requests and responses.

\* Whose requests have no numbers: any response is taken for that of the request that is out.
IsAnswerOfAny(v, number) == v.out

\* Who adds alpha for a response that comes after its timeout, too: a round trip has passed, after all.
ReceiveResponseLate(number) ==
    /\ responses[number] > 0
    /\ w' = IF IsAnswer(w, number) THEN Answered(w) ELSE Moved(w, Least(MaxWindow, w.window + Alpha), w.rtt)
    /\ responses' = [responses EXCEPT ![number] = @ - 1]
    /\ UNCHANGED <<requests, cnps, faults, marks, cuts>>

\* Who goes on waiting when the response is there, so that its copy adds alpha again.
AnsweredInPart(v) == Moved(v, Least(MaxWindow, v.window + Alpha), Measured(v))

\* Who adds alpha when a timeout has the next request leave, too.
TimedOutGrows(v) == LET o == Over(v) IN Moved(o, Least(MaxWindow, v.window + Alpha), v.rtt)

\* Who takes a timeout for a mark.
TimedOutCuts(v) == LET o == Over(v) IN Moved(o, Most(MinWindow, v.window - Beta), v.rtt)

\* Who takes the wait for a round trip.
TimedOutMeasures(v) == Moved(Over(v), v.window, ResponseTime)

\* Who has no upper bound.
AnsweredBeyond(v) == Moved(Over(v), v.window + Alpha, Measured(v))

\* Who adds a packet, whatever alpha is.
AnsweredByOne(v) == Moved(Over(v), Least(MaxWindow, v.window + One), Measured(v))

\* Who takes what was measured, however short it is.
MeasuredAny(v) == Most(1, v.age)

\* Who keeps the last round trip where one was too short.
MeasuredOld(v) == IF v.age < BaseRtt THEN v.rtt ELSE v.age

\* Who smooths.
MeasuredMean(v) == Most(BaseRtt, (v.rtt + v.age) \div 2)

\* Who asks though a request is out.
RequestAgain ==
    /\ IsFree((w.number + 1) % Numbers)
    /\ LET n == IF w.out THEN (w.number + 1) % Numbers ELSE w.number
       IN /\ w' = [w EXCEPT !.out = TRUE, !.number = n, !.age = 0]
          /\ requests' = [requests EXCEPT ![n] = @ + 1]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* Who has too few numbers for what the network keeps.
RequestWithOldNumber ==
    /\ ~w.out
    /\ w' = [w EXCEPT !.out = TRUE]
    /\ requests' = [requests EXCEPT ![w.number] = @ + 1]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* Who has the same, where what is on its way is a response; or a request.
IsFreeOfRequests(n) == requests[n] = 0
IsFreeOfResponses(n) == responses[n] = 0

\* Who waits with the next request until all that was late is there.
RequestAlone ==
    /\ ~w.out
    /\ \A n \in Number : IsFree(n)
    /\ w' = [w EXCEPT !.out = TRUE]
    /\ requests' = [requests EXCEPT ![w.number] = @ + 1]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* Who measures one round trip, and takes it for that of the flow.
RequestOnce ==
    /\ ~w.out
    /\ w.number = 0
    /\ IsFree(w.number)
    /\ w' = [w EXCEPT !.out = TRUE]
    /\ requests' = [requests EXCEPT ![w.number] = @ + 1]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* Who keeps the number.
OverSameNumber(v) == [v EXCEPT !.out = FALSE, !.age = 0]

\* Whose clock runs on.
OverOldAge(v) == [v EXCEPT !.number = (@ + 1) % Numbers, !.out = FALSE]

\* Who does not wait so long.
TimeoutEarly ==
    /\ w.out
    /\ w.age >= BaseRtt
    /\ w' = TimedOut(w)
    /\ UNCHANGED <<requests, responses, cnps, faults, marks, cuts>>

\* Who waits for ever.
TimeoutNever == FALSE /\ UNCHANGED vars

-----------------------------------------------------------------------------
\* Sender: CNPs, other events, and the rate.

\* Who takes a fraction, as DCQCN does.
CutByHalf(v) == Moved(v, Most(MinWindow, v.window \div 2), v.rtt)

\* Who takes two betas.
CutTwice(v) == Moved(v, Most(MinWindow, v.window - 2 * Beta), v.rtt)

\* Who has no least window.
CutWithoutLeast(v) == Moved(v, v.window - Beta, v.rtt)

\* Who takes nothing where there is no room for beta.
CutWhole(v) == IF v.window - Beta < MinWindow THEN v ELSE Moved(v, v.window - Beta, v.rtt)

\* Who heeds a CNP only while a request is out.
CutWhileOut(v) == IF v.out THEN Moved(v, Most(MinWindow, v.window - Beta), v.rtt) ELSE v

\* Who takes all that wait for one.
ReceiveCnpAll ==
    /\ cnps > 0
    /\ w' = Cut(w)
    /\ cnps' = 0
    /\ cuts' = cuts + 1
    /\ UNCHANGED <<requests, responses, faults, marks>>

\* Who tells the NIC of a rate with a response alone: a CNP lowers nothing before the next one.
CutWithoutRate(v) == [v EXCEPT !.window = Most(MinWindow, v.window - Beta)]

\* Who divides by the round trip without a queue.
RateByBase(window, rtt) == MulDiv(window, RatePer, BaseRtt)

\* Who rounds up.
RateRoundedUp(window, rtt) == MulDivUp(window, RatePer, rtt, 1)

\* Who rounds the round trip to whole multiples of the base one.
RateByMultiples(window, rtt) == MulDiv(window, RatePer, BaseRtt * (rtt \div BaseRtt))

\* Who adds alpha / cw with each acknowledgment, as from one packet on (here a part).
HeardAcks(v, event) == IF event = "ACK" THEN Moved(v, Least(MaxWindow, v.window + 1), v.rtt) ELSE v

\* Who takes a NACK for a CNP.
HeardNacks(v, event) == IF event = "NACK" THEN Cut(v) ELSE v

\* Who takes a part for each packet that is sent.
HeardSent(v, event) == IF event = "SENT" THEN Moved(v, Most(MinWindow, v.window - 1), v.rtt) ELSE v

-----------------------------------------------------------------------------
\* Receiver, network, and time.

\* Who never answers.
RespondNever(number) == FALSE /\ UNCHANGED vars

\* Who sends two CNPs for a mark.
NotifyTwice(k) ==
    /\ marks + k <= Marks
    /\ marks' = marks + k
    /\ cnps' = cnps + 2
    /\ UNCHANGED <<w, requests, responses, faults, cuts>>

\* Who counts beyond what there is.
NotifyBeyond(k) ==
    /\ marks <= Marks
    /\ marks' = marks + k
    /\ cnps' = cnps + 1
    /\ UNCHANGED <<w, requests, responses, faults, cuts>>

\* Who answers a request twice.
RespondTwice(number) ==
    /\ requests[number] > 0
    /\ requests' = [requests EXCEPT ![number] = @ - 1]
    /\ responses' = [responses EXCEPT ![number] = @ + 2]
    /\ UNCHANGED <<w, cnps, faults, marks, cuts>>

\* Whose answer leaves the request there, to be answered again.
RespondAgain(number) ==
    /\ requests[number] > 0
    /\ requests' = requests
    /\ responses' = [responses EXCEPT ![number] = @ + 1]
    /\ UNCHANGED <<w, cnps, faults, marks, cuts>>

\* Who makes a CNP of nothing.
NotifyUnmarked(k) ==
    /\ marks + k <= Marks
    /\ marks' = marks
    /\ cnps = 0
    /\ cnps' = 1
    /\ UNCHANGED <<w, requests, responses, faults, cuts>>

\* A network that makes messages of nothing, or loses two at once.
RepeatNothing(number) ==
    /\ Fails
    /\ requests' = [requests EXCEPT ![number] = @ + 1]
    /\ UNCHANGED <<responses, cnps>>
LoseTwo(number) ==
    /\ responses[number] > 0 /\ cnps > 0
    /\ Fails
    /\ responses' = [responses EXCEPT ![number] = @ - 1]
    /\ cnps' = cnps - 1
    /\ UNCHANGED requests

\* A wait that is shorter than the round trips of a path: each response is late.
TickLate(time) ==
    /\ w' = IF w.out THEN [w EXCEPT !.age = Least(@ + time, ResponseTime)] ELSE w
    /\ UNCHANGED <<requests, responses, cnps, faults, marks, cuts>>

\* A network whose failures count twice.
FailsTwice ==
    /\ faults + 1 < Faults
    /\ faults' = faults + 2
    /\ UNCHANGED <<w, marks, cuts>>

\* One that makes a response, or a CNP, of nothing.
RepeatResponseNothing(number) ==
    /\ Fails
    /\ responses' = [responses EXCEPT ![number] = @ + 1]
    /\ UNCHANGED <<requests, cnps>>
RepeatCnpNothing ==
    /\ Fails
    /\ cnps' = cnps + 1
    /\ UNCHANGED <<requests, responses>>

\* One in which what is late is lost as well: two failures for one.
TickLoses(time) ==
    /\ IsLate(time) => faults < Faults
    /\ faults' = IF IsLate(time) THEN faults + 1 ELSE faults
    /\ w' = IF w.out THEN [w EXCEPT !.age = Least(@ + time, ResponseTime)] ELSE w
    /\ requests' = IF IsLate(time) THEN [requests EXCEPT ![w.number] = 0] ELSE requests
    /\ UNCHANGED <<responses, cnps, marks, cuts>>

\* One whose failures are all times that pass while something is on its way.
IsLateAnyTime(time) == w.out /\ ~IsFree(w.number)

\* One that loses a CNP, of which the sender hears all the same.
LoseCnpThatCuts ==
    /\ cnps > 0
    /\ faults < Faults
    /\ faults' = faults + 1
    /\ cnps' = cnps - 1
    /\ w' = Cut(w)
    /\ UNCHANGED <<requests, responses, marks, cuts>>

-----------------------------------------------------------------------------
\* Sender, once more.

\* Who sends a request twice, lest it is lost.
RequestTwice ==
    /\ ~w.out
    /\ IsFree(w.number)
    /\ w' = [w EXCEPT !.out = TRUE]
    /\ requests' = [requests EXCEPT ![w.number] = @ + 2]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* Who does not remember that a request has left.
RequestForgotten ==
    /\ ~w.out
    /\ IsFree(w.number)
    /\ requests' = [requests EXCEPT ![w.number] = @ + 1]
    /\ UNCHANGED <<w, responses, cnps, faults, marks, cuts>>

\* Who counts on before the request leaves, and waits for the number before.
RequestNextNumber ==
    /\ ~w.out
    /\ IsFree((w.number + 1) % Numbers)
    /\ w' = [w EXCEPT !.out = TRUE]
    /\ requests' = [requests EXCEPT ![(w.number + 1) % Numbers] = @ + 1]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* Who drops a CNP unread.
ReceiveCnpUnread ==
    /\ cnps > 0
    /\ cnps' = cnps - 1
    /\ UNCHANGED <<w, requests, responses, faults, marks, cuts>>

\* Whom any CNP takes to the least window.
CutToLeast(v) == Moved(v, MinWindow, v.rtt)

\* Who sends a request once more before its wait is over, where it seems to be lost.
RequestOnceMore ==
    /\ IsFree(w.number)
    /\ w' = [w EXCEPT !.out = TRUE]
    /\ requests' = [requests EXCEPT ![w.number] = @ + 1]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* Who does not ask whether a request is out: the number of the next one is enough.
IsAnswerToNumber(v, number) == number = v.number

\* Who adds alpha as a whole or not at all.
AnsweredWhole(v) ==
    Moved(Over(v), IF v.window + Alpha > MaxWindow THEN v.window ELSE v.window + Alpha, Measured(v))

\* Whom any response takes to the largest window.
AnsweredToMost(v) == Moved(Over(v), MaxWindow, Measured(v))

\* Who adds the base round trip to what was measured.
MeasuredBeside(v) == v.age + BaseRtt

\* Who takes the base round trip, whatever was measured.
MeasuredBase(v) == BaseRtt

\* Who sends a part less than would fit into the window.
RateBelow(window, rtt) == Most(1, MulDiv(window, RatePer, rtt) - 1)

-----------------------------------------------------------------------------
\* Network and time, once more.

\* A network that fails once more than it may.
FailsBeyond ==
    /\ faults <= Faults
    /\ faults' = faults + 1
    /\ UNCHANGED <<w, marks, cuts>>

\* A wait that is counted beyond its end.
TickBeyond(time) ==
    /\ IsLate(time) => faults < Faults
    /\ faults' = IF IsLate(time) THEN faults + 1 ELSE faults
    /\ w' = IF w.out THEN [w EXCEPT !.age = Least(@ + time, ResponseTime + 1)] ELSE w
    /\ UNCHANGED <<requests, responses, cnps, marks, cuts>>

\* Who adds alpha only where a round trip has taken time.
AnsweredTimed(v) ==
    Moved(Over(v), IF v.age > 0 THEN Least(MaxWindow, v.window + Alpha) ELSE v.window, Measured(v))

\* Who heeds no CNP.
ReceiveCnpNever == FALSE /\ UNCHANGED vars

\* FIND-34: a receiver that sends no CNP.
NotifyNobody(k) ==
    /\ marks + k <= Marks
    /\ marks' = marks + k
    /\ UNCHANGED <<w, requests, responses, faults, cuts, cnps>>
=============================================================================
