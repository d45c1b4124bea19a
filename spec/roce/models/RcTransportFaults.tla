------------------------- MODULE RcTransportFaults --------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of RcTransport.            *)
(***************************************************************************)
EXTENDS MCRcTransport

\* Who does not ask how many PSNs there are.
WrapIsSafeAnyway == TRUE

\* Who forgets that packets may overtake each other.
WrapIsSafeInOrder == 2 * Window <= Modulus

\* Who keeps fewer results than may be asked for.
DepthIsSafeAnyway == TRUE

\* Who compares PSNs without their wrap.
IsAheadPlainly(p) == p.psn > epsn

\* Who takes all that is not ahead.
IsExpectedOrOlder(p) == ~IsAhead(p)

\* Who takes what comes.
IsExpectedOrAhead(p) == 2 * Ahead(p.psn, epsn) < Modulus

\* Who lets messages overtake each other as they like.
MayOvertakeAlways(messages, i) == i \in DOMAIN messages

\* Who acknowledges whatever comes.
AnswersToAll(p) ==
    IF IsExecuted(p) THEN AnswersToNew(p) ELSE <<Aeth("ACK", p.psn, msn)>>

\* Who remembers no gap.
SilentNever(p) == FALSE

\* Who forgets the address of the second request.
ReadingFromTheStart(p, count) ==
    [j \in 1 .. Span(p.number) |->
        [kind |-> "DATA", psn |-> (p.psn + j - 1) % Modulus, msn |-> count,
         place |-> Begin[RequestOf[p.number]] + j - 1, value |-> memory, passed |-> 0]]

\* Who answers with the PSN that was asked with.
ReadingWithOnePsn(p, count) ==
    [j \in 1 .. Span(p.number) |->
        [kind |-> "DATA", psn |-> p.psn, msn |-> count,
         place |-> p.number + j - 1, value |-> memory, passed |-> 0]]

\* Who expects the next PSN after a READ.
EpsnAndOne(p) == IF IsExecuted(p) THEN (epsn + 1) % Modulus ELSE epsn

\* Who saves no result.
AnswersAfresh(p) == IF Op(p.number) = "ATOMIC" THEN Result(p, msn, memory) ELSE AnswersToNew(p)

\* Who looks for a saved result from the wrong end.
SavedByTheOldest(psn) ==
    LET found == {i \in DOMAIN saved : saved[i].psn = psn}
    IN IF found = {} THEN <<>>
       ELSE <<saved[CHOOSE i \in found : \A j \in found : i >= j].value>>

\* Who counts a READ when all of it has come.
FirstAtLast(a) ==
    LET n == NumberOf(a.psn)
    IN IF Brings(a, n) /\ ~IsLast(n) THEN acked ELSE IF Brings(a, n) THEN n + 1
       ELSE Least(UpTo(a, n), Unanswered)

\* Who counts packets.
CompletesAlways(p) == TRUE

\* Who counts what comes.
MsnAndOne(p) == IF Completes(p) THEN (msn + 1) % Modulus ELSE msn

\* Who has more bits for the MSN than the wire.
MsnWithoutEnd(p) == IF IsExecuted(p) /\ Completes(p) THEN msn + 1 ELSE msn

\* Who counts a message after it was answered.
AnswersBefore(p) ==
    CASE Op(p.number) = "READ" -> Reading(p, msn)
      [] Op(p.number) = "ATOMIC" -> Result(p, msn, memory)
      [] p.ack -> <<Aeth("ACK", p.psn, msn)>>
      [] OTHER -> <<>>

\* Who sends what there is.
MayTransmitAlways == state = "READY" /\ ~waits /\ next < Total

\* Who counts none of them.
OutstandingOne(n) == {}

\* Who asks at the end of each message only.
AsksAtTheEnd(n) == IsLast(n)

\* Who does not look at AckReq.
AnswersIfAsked(p) ==
    CASE Op(p.number) = "READ" -> Reading(p, MsnAfter(p))
      [] Op(p.number) = "ATOMIC" -> Result(p, MsnAfter(p), memory)
      [] OTHER -> <<>>

\* Who answers with the PSN in hand.
AnswersWithItsPsn(p) == <<Aeth("ACK", p.psn, msn)>>

\* Who has one NAK for all.
AnswersWithNak(p) ==
    IF IsStarved(p) THEN <<Aeth("NAK", epsn, msn)>>
    ELSE IF IsExecuted(p) THEN AnswersToNew(p) ELSE AnswersToDuplicate(p)

\* Who takes a receive for each message.
NeedsReceiveAlways(n) == n = Begin[RequestOf[n]]

\* Who wants a receive for each packet.
IsStarvedByAnything(p) == IsExpected(p) /\ receives = 0

\* Who does not count receives.
ReceivesKept(p) == receives

\* Who waits, and forgets what for.
NextAsIfNot(a, first) == IF GoesBack(a, first > acked) THEN first ELSE Most(next, first)

\* Who does not wait for the RNR timer.
MayTransmitAtOnce ==
    /\ state = "READY"
    /\ next < Total
    /\ next + Span(next) <= acked + Window

\* Who looks at the state of the connection elsewhere.
MayTransmitStill ==
    /\ ~waits
    /\ next < Total
    /\ next + Span(next) <= acked + Window

\* Who begins with 0.
PsnFromZero(n) == n % Modulus

\* Who compares the PSNs of responses without their wrap.
NumberPlainly(psn) == Most(0, acked + psn - Psn(acked))

\* Who is off by one.
ToldWithItsLast(first, fails) ==
    [k \in Asked |-> IF End[k] <= first THEN "DONE" ELSE IF fails THEN "FLUSHED" ELSE "OPEN"]

\* Who hands all back alike.
ToldWithoutFailing(first, fails) ==
    [k \in Asked |->
        IF End[k] < first THEN "DONE" ELSE IF fails THEN "FLUSHED" ELSE "OPEN"]

\* Who knows what the other end will say.
IsFinalBefore(a) == FirstAfter(a) < Total /\ RequestOf[FirstAfter(a)] \in Refused

\* Who counts losses twice.
LoseTwo(i) ==
    /\ i \in DOMAIN data
    /\ lost < Losses
    /\ data' = Without(data, i)
    /\ lost' = lost + 2
    /\ UNCHANGED <<requester, asker, responder, answerer, acks, lostAcks, repeated>>

\* Who counts lost responses twice.
LoseTwoResponses(i) ==
    /\ i \in DOMAIN acks
    /\ lostAcks < AckLosses
    /\ acks' = Without(acks, i)
    /\ lostAcks' = lostAcks + 2
    /\ UNCHANGED <<requester, asker, responder, answerer, data, lost, repeated>>

\* Who names the packet in hand.
AnswersNamingIt(p) ==
    CASE IsStarved(p) -> <<Aeth("RNR", p.psn, msn)>>
      [] IsExecuted(p) -> AnswersToNew(p)
      [] IsAhead(p) -> IF silent THEN <<>> ELSE <<Aeth("NAK", p.psn, msn)>>
      [] OTHER -> AnswersToDuplicate(p)

\* Who has no NAKs.
AnswersWithoutNak(p) == IF IsAhead(p) THEN <<>> ELSE IF IsExecuted(p) THEN AnswersToNew(p) ELSE AnswersToDuplicate(p)

\* Who does not look whether a receive is posted.
IsStarvedAnyway(p) == IsExpected(p) /\ NeedsReceive(p.number)

\* Who takes a refusal for an acknowledgment.
UpToAndRefused(a, n) == IF a.kind \in {"ACK", "REFUSED"} THEN n + 1 ELSE n

\* Who looks at nothing but the code of a NAK.
IsFinalAnyway(a) == a.kind = "REFUSED"

\* Who goes on from where it stood.
NextThatStays(a, first) == IF GoesBack(a, first > acked) \/ IsRnr(a) THEN first ELSE next

\* Who keeps the old number.
TheFirst(a, b) == a

\* Who has one timer for both.
TimeoutThatWaits ==
    /\ state = "READY" /\ ~waits
    /\ acked < sent
    /\ IsTime
    /\ next' = acked
    /\ waits' = TRUE
    /\ UNCHANGED <<state, sent, acked, tries, rnrs, askedAgain, asker, responder, answerer, data,
                   acks, faults>>

\* Who is off by one the other way.
ToldLate(first, fails) ==
    [k \in Asked |-> IF End[k] + 1 < first THEN "DONE" ELSE IF fails THEN "FLUSHED" ELSE "OPEN"]

\* Who tells of each retry.
ToldFailedEarly(first, fails) ==
    [k \in Asked |->
        CASE End[k] < first -> "DONE"
          [] Begin[k] <= first /\ (fails \/ tries > 0) -> "FAILED"
          [] ~fails -> "OPEN"
          [] OTHER -> "FLUSHED"]

\* Who gives up what waits.
ToldFlushedEarly(first, fails) ==
    [k \in Asked |->
        CASE End[k] < first -> "DONE"
          [] Begin[k] > first /\ (fails \/ tries > 0) -> "FLUSHED"
          [] ~fails -> "OPEN"
          [] OTHER -> "FAILED"]

\* Who blames the last one.
ToldTheLast(first, fails) ==
    [k \in Asked |->
        CASE End[k] < first -> "DONE"
          [] ~fails -> "OPEN"
          [] k = Len(Work) -> "FAILED"
          [] OTHER -> "FLUSHED"]

\* Who reads before what was written is there.
ReadingOfTheStart(p, count) ==
    [j \in 1 .. Span(p.number) |->
        [kind |-> "DATA", psn |-> (p.psn + j - 1) % Modulus, msn |-> count,
         place |-> p.number + j - 1, value |-> 0, passed |-> 0]]

\* Who returns what nobody wrote.
ReadingOfMore(p, count) ==
    [j \in 1 .. Span(p.number) |->
        [kind |-> "DATA", psn |-> (p.psn + j - 1) % Modulus, msn |-> count,
         place |-> p.number + j - 1, value |-> memory + 1, passed |-> 0]]

\* Who counts a lost response and delivers it.
LoseNoResponse(i) ==
    /\ i \in DOMAIN acks
    /\ lostAcks < AckLosses
    /\ lostAcks' = lostAcks + 1
    /\ UNCHANGED <<requester, asker, responder, answerer, data, acks, lost, repeated>>

\* Who has the network tell of losses.
LoseAndTell(i) ==
    /\ i \in DOMAIN data
    /\ lost < Losses
    /\ data' = Without(data, i)
    /\ lost' = lost + 1
    /\ silent' = ~silent
    /\ UNCHANGED <<requester, asker, epsn, msn, receives, refused, saved, answerer, acks, lostAcks,
                   repeated>>

\* Who bounds no losses.
LoseAlways(i) ==
    /\ i \in DOMAIN data
    /\ data' = Without(data, i)
    /\ lost' = lost + 1
    /\ UNCHANGED <<requester, asker, responder, answerer, acks, lostAcks, repeated>>

\* Who bounds no losses of responses.
LoseResponseAlways(i) ==
    /\ i \in DOMAIN acks
    /\ acks' = Without(acks, i)
    /\ lostAcks' = lostAcks + 1
    /\ UNCHANGED <<requester, asker, responder, answerer, data, lost, repeated>>

\* Who bounds no repetitions.
MayStayAlways(stays) == stays \in BOOLEAN

\* Who bounds no packets.
HasRoomAlways == Len(data) >= 0

\* Who bounds no responses.
HasRoomForAll(count) == count > 0

\* Who bounds the order of responses alone.
PacketsMayOvertake(messages, i) ==
    messages = data \/ \A j \in 1 .. i - 1 : messages[j].passed < Overtake

\* Who bounds the order of packets alone.
ResponsesMayOvertake(messages, i) ==
    messages = acks \/ \A j \in 1 .. i - 1 : messages[j].passed < Overtake

\* Who blames all that is open.
ToldAllFailed(first, fails) ==
    [k \in Asked |->
        IF End[k] < first THEN "DONE" ELSE IF fails THEN "FAILED" ELSE "OPEN"]

\* Who tells of a gap that has been filled.
AnswersAndOldNak(p) ==
    <<Aeth("ACK", p.psn, MsnAfter(p)), Aeth("NAK", (Psn(acked) - 1) % Modulus, MsnAfter(p))>>

\* Who refuses nothing.
IsRefusedNever(p) == FALSE

\* Who takes each going back for one to a response.
AskedAgainByNak(a, progress) == GoesBack(a, progress)

\* Who posts receives that nobody will use.
IsOfUseAlways == receives >= 0

\* Who goes back for missing responses alone.
GoesBackForResponses(a, progress) == TellsOfLoss(a) /\ (progress \/ ~askedAgain)

\* Who counts retries of the timer alone.
TriesOfTheTimer(a, progress) == IF progress THEN 0 ELSE tries

\* Who goes back with each response from beyond a missing one, and counts the first time.
NextEachTime(a, first) == IF GoesBack(a, TRUE) \/ IsRnr(a) THEN first ELSE Most(next, first)

\* Who counts no RNR NAKs.
RnrsOfNone(a, progress) == IF progress THEN 0 ELSE rnrs

\* Who counts each response as an RNR NAK.
RnrsOfAll(a, progress) == rnrs + 1

\* Who has one number more for any number of retries.
EndlessIsEight == 8

\* Who waits as long as the last response says so.
WaitsIfTold(a, progress) == IsRnr(a)

\* Who waits for a receive whatever else an RNR NAK tells.
IsRnrAnyway(a) == a.kind = "RNR"

\* Who uses a receive for each copy of a message.
ReceivesOfCopies(p) ==
    IF NeedsReceive(p.number) /\ receives > 0 THEN receives - 1 ELSE receives

\* Who forgets a gap with the next duplicate.
SilentIfAhead(p) == ~IsExecuted(p) /\ (IsStarved(p) \/ IsAhead(p))

\* Who tells nobody.
ToldNobody(first, fails) == [k \in Asked |-> IF End[k] < first THEN "DONE" ELSE "OPEN"]

\* Who counts the first time as a retry.
IsOftenEnough(retries, rnrRetries) == retries >= Retries \/ rnrRetries >= RnrRetries

\* Who counts from the second one.
IsMuchTooOften(retries, rnrRetries) == retries > Retries + 1 \/ rnrRetries > RnrRetries + 1

\* Who counts retries from the beginning.
TriesOfAll(a, progress) == tries + (IF GoesBack(a, progress) THEN 1 ELSE 0)

\* Who looks at keys when a message is whole.
IsRefusedAtItsEnd(p) ==
    IsExpected(p) /\ RequestOf[p.number] \in Refused /\ IsLast(p.number)

\* Who knows one kind of NAK.
IsNeverFinal(a) == FALSE

\* Who refuses each READ.
IsRefusedAnyway(p) == IsExpected(p) /\ Op(p.number) = "READ"

\* Who takes responses in any state.
IsNewsStill(a) ==
    LET n == NumberOf(a.psn)
    IN n < sent /\ (a.kind \in {"DATA", "ATOMIC"} => n > Unanswered \/ Brings(a, n))

\* Who remembers no gap among responses.
GoesBackAlways(a, progress) == TellsOfLoss(a) \/ a.kind = "NAK"

\* Who waits for the timer whenever a response is lost.
TellsOfNoLoss(a) == FALSE

\* Who counts a loss and delivers.
LoseNothing(i) ==
    /\ i \in DOMAIN data
    /\ lost < Losses
    /\ lost' = lost + 1
    /\ UNCHANGED <<requester, asker, responder, answerer, data, acks, lostAcks, repeated>>

\* Who starts no timer for an RNR NAK.
RnrTimerNever == FALSE /\ UNCHANGED vars

\* Who never forgets a gap.
SilentOnce(p) == silent \/ IsStarved(p) \/ IsAhead(p)

\* Who starts the timer and never stops it.
TimeoutAnyTime ==
    /\ state = "READY" /\ ~waits
    /\ IsTime
    /\ next' = acked
    /\ tries' = tries + 1
    /\ askedAgain' = FALSE
    /\ state' = IF IsTooOften(tries', rnrs) THEN "ERROR" ELSE "READY"
    /\ told' = ToldAfter(acked, IsTooOften(tries', rnrs))
    /\ UNCHANGED <<sent, acked, rnrs, waits, returned, responder, answerer, data, acks, faults>>

\* Who takes packets of messages in any order.
ContinuesAnyway(p) == TRUE
=============================================================================
