------------------------ MODULE RcTransportChaosFaults ------------------------
(***************************************************************************)
(* Faulty twins for the controls of RcTransportChaos: omissions of         *)
(* kernels that have met honest peers alone.                               *)
(***************************************************************************)
EXTENDS RcTransportChaos, RcTransportFaults

\* The changes of an executed packet, without any guard.
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

\* A kernel that has no answer to a packet out of sequence.
TakeRequestInSequence(p) ==
    /\ Continues(p)
    /\ IF refused THEN UNCHANGED <<responder, answerer, acks>> ELSE TakeIt(p)

\* A kernel that goes on after a refusal.
TakeRequestAlways(p) == TakeIt(p)

\* A kernel that begins a message anew while another one is open.
ContinuesOrBegins(p) ==
    StartsRequest(p.number) \/ OpenMessage = Message(p.number)

\* A kernel that has one counter of packets for all messages.
ContinuesAny(p) == (OpenMessage = "NONE") = StartsRequest(p.number)

\* A kernel that sends a NAK for each packet behind a gap.
AnswersWithEachNak(p) ==
    CASE IsRefused(p) -> <<Aeth("REFUSED", epsn, msn)>>
      [] IsStarved(p) -> <<Aeth("RNR", epsn, msn)>>
      [] IsExecuted(p) -> AnswersToNew(p)
      [] IsAhead(p) -> <<Aeth("NAK", epsn, msn)>>
      [] OTHER -> AnswersToDuplicate(p)

\* A kernel that knows that a duplicate has been allowed before.
IsForbiddenIfNew(p) ==
    RequestOf[p.number] \in Refused /\ StartsRequest(p.number) /\ IsExpected(p)

\* A kernel that knows a READ by its first packet.
StartsAtItsBegin(n) == n = Begin[RequestOf[n]]

\* A kernel that reads all that a duplicate asks for.
WasExecutedAnyway(p) == TRUE

\* A kernel that counts receives down.
IsStarvedNever(p) == FALSE

\* A kernel that saves a result for each ATOMIC that comes.
SavedOfAll(p) ==
    IF Op(p.number) = "ATOMIC"
    THEN SubSeq(<<[psn |-> p.psn, value |-> memory]>> \o saved, 1, Least(Saved, Len(saved) + 1))
    ELSE saved

\* A kernel that answers with the memory of this moment.
AnswersOfNow(p) ==
    CASE Op(p.number) = "READ" ->
            IF WasExecuted(p) /\ ~IsForbidden(p) THEN Reading(p, msn) ELSE <<>>
      [] Op(p.number) = "ATOMIC" -> Result(p, msn, memory)
      [] OTHER -> <<Aeth("ACK", (epsn - 1) % Modulus, msn)>>

\* A kernel that has no step for a response to nothing.
TakeResponseToSomething(a) == IsNews(a) /\ TakeNews(a)

\* A kernel that takes a response to the next packet, which has not been sent.
IsNewsOfNext(a) ==
    /\ state = "READY"
    /\ LET n == NumberOf(a.psn)
       IN n <= sent /\ n < Total /\ (a.kind \in {"DATA", "ATOMIC"} => n > Unanswered \/ Brings(a, n))

\* A kernel that takes any answer as an acknowledgment.
IsNewsOfAnyKind(a) == state = "READY" /\ NumberOf(a.psn) < sent

\* A kernel that has an acknowledgment complete a READ.
FirstAfterAck(a) ==
    LET n == NumberOf(a.psn) IN IF Brings(a, n) THEN n + 1 ELSE UpTo(a, n)

\* A kernel that ends with any NAK.
IsFinalByAnyNak(a) == a.kind \in {"REFUSED", "NAK"}
=============================================================================
