------------------------ MODULE RcTransportChaosFaults ------------------------
(***************************************************************************)
(* Faulty twins for the controls of RcTransportChaos: what implementations *)
(* leave out that have met honest peers alone.                             *)
(***************************************************************************)
EXTENDS RcTransportChaos, RcTransportFaults

\* What an executed packet changes, whatever has to be true before.
TakeIt(p) ==
    /\ epsn' = EpsnAfter(p)
    /\ msn' = MsnAfter(p)
    /\ silent' = SilentAfter(p)
    /\ receives' = ReceivesAfter(p)
    /\ refused' = (refused \/ IsRefused(p))
    /\ saved' = SavedAfter(p)
    /\ executed' = IF IsExecuted(p) THEN Recorded(p.number) ELSE executed
    /\ memory' = IF IsExecuted(p) /\ Op(p.number) \in {"WRITE", "WRITE_IMM", "ATOMIC"}
                 THEN Written ELSE memory
    /\ acks' = Joined(acks, Answers(p))

\* Who has no answer to a packet out of sequence.
TakeRequestInSequence(p) ==
    /\ Continues(p)
    /\ IF refused THEN UNCHANGED <<responder, answerer, acks>> ELSE TakeIt(p)

\* Who goes on after a refusal.
TakeRequestAlways(p) == TakeIt(p)

\* Who begins a message anew while another one is open.
ContinuesOrBegins(p) ==
    StartsRequest(p.number) \/ OpenMessage = Message(p.number)

\* Who has one counter of packets for all messages.
ContinuesAny(p) == (OpenMessage = "NONE") = StartsRequest(p.number)

\* Who tells of each gap again.
AnswersWithEachNak(p) ==
    CASE IsRefused(p) -> <<Aeth("REFUSED", epsn, msn)>>
      [] IsStarved(p) -> <<Aeth("RNR", epsn, msn)>>
      [] IsExecuted(p) -> AnswersToNew(p)
      [] IsAhead(p) -> <<Aeth("NAK", epsn, msn)>>
      [] OTHER -> AnswersToDuplicate(p)

\* Who knows that a duplicate has been allowed before.
IsForbiddenIfNew(p) ==
    RequestOf[p.number] \in Refused /\ StartsRequest(p.number) /\ IsExpected(p)

\* Who knows a READ by its first packet.
StartsAtItsBegin(n) == n = Begin[RequestOf[n]]

\* Who reads whatever a duplicate asks for.
WasExecutedAnyway(p) == TRUE

\* Who counts receives down.
IsStarvedNever(p) == FALSE

\* Who saves a result for each ATOMIC that comes.
SavedOfAll(p) ==
    IF Op(p.number) = "ATOMIC"
    THEN SubSeq(<<[psn |-> p.psn, value |-> memory]>> \o saved, 1, Least(Saved, Len(saved) + 1))
    ELSE saved

\* Who answers with what is there now.
AnswersOfNow(p) ==
    CASE Op(p.number) = "READ" ->
            IF WasExecuted(p) /\ ~IsForbidden(p) THEN Reading(p, msn) ELSE <<>>
      [] Op(p.number) = "ATOMIC" -> Result(p, msn, memory)
      [] OTHER -> <<Aeth("ACK", (epsn - 1) % Modulus, msn)>>

\* Who has no step for a response to nothing.
TakeResponseToSomething(a) == IsNews(a) /\ TakeNews(a)

\* Who takes a response to what will be sent next.
IsNewsOfNext(a) ==
    /\ state = "READY"
    /\ LET n == NumberOf(a.psn)
       IN n <= sent /\ n < Total /\ (a.kind \in {"DATA", "ATOMIC"} => n > Unanswered \/ Brings(a, n))

\* Who takes any answer for what it acknowledges.
IsNewsOfAnyKind(a) == state = "READY" /\ NumberOf(a.psn) < sent

\* Who has an acknowledgment complete a READ.
FirstAfterAck(a) ==
    LET n == NumberOf(a.psn) IN IF Brings(a, n) THEN n + 1 ELSE UpTo(a, n)

\* Who ends with any NAK.
IsFinalByAnyNak(a) == a.kind \in {"REFUSED", "NAK"}
=============================================================================
