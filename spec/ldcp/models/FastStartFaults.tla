--------------------------- MODULE FastStartFaults ---------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of FastStart.              *)
(***************************************************************************)
EXTENDS MCFastStart

-----------------------------------------------------------------------------
\* Switch.

\* Who drops one packet later, as the draft's prose has it.
IsDroppedBeyondK(ecn) == Len(queue) >= BufMax \/ (ecn = "NOT_ECT" /\ Len(queue) > K)

\* Who drops all alike.
IsDroppedAtK(ecn) == Len(queue) >= K

\* Who drops none before the queue is full.
IsDroppedFull(ecn) == Len(queue) >= BufMax

\* Who never has a full queue.
IsDroppedNever(ecn) == ecn = "NOT_ECT" /\ Len(queue) >= K

-----------------------------------------------------------------------------
\* Sender.

\* Who has no tail.
IsTailNever(v, last) == FALSE

\* Who has the last packet of a message for a tail, and not the IW-th.
IsTailOfMessage(v, last) == last

\* Who has the IW-th packet for a tail, and not the last of a message.
IsTailOfIw(v, last) == v.next + 1 = Iw

\* Who has a tail for the first message alone.
IsTailOnce(v, last) == (last /\ v.una = 0) \/ v.next + 1 = Iw

\* Who sends all of fast start so that no switch drops it.
EcnAlways(v, last) == "ECT_0"

\* Who goes on as in fast start when the first round trip is over.
EcnInStage(v, last) == IF v.stage = "STABLE" \/ IsTail(v, last) THEN "ECT_0" ELSE "NOT_ECT"

\* Who sends again as in fast start.
EcnByNumber(v, last) == IF RoundIsOver(v) \/ IsTail(v, last) THEN "ECT_0" ELSE "NOT_ECT"

\* Whose first round trip ends with the first ACK: what is left of IW is sent at once, and cannot be dropped.
RoundIsOverByAck(v) == v.next >= Iw \/ v.una > 0

\* Who has one packet more in flight.
MayTransmitOneMore(v) == v.next - v.una <= Bound(v)

\* Who lets everything out in fast start.
MayTransmitAll(v) == v.stage = "FAST" \/ v.next - v.una < v.cw

\* As published: nothing, if the first packet was lost.
AfterLossAsPublished(count) == count

\* Who takes IW whatever was lost.
AfterLossAll(count) == Iw

\* Who begins at one packet, as TCP does.
AfterLossOne(count) == 1

\* Who counts the missing packet, too.
AfterLossOneMore(count) == Most(1, Least(Iw, count + 1))

\* Who counts what has been sent.
RefusedBySent(v, psn) ==
    IF psn < v.una THEN v
    ELSE LET w == Acknowledged(v, psn)
             back == [w EXCEPT !.next = psn, !.sinceHeard = 0]
         IN IF w.stage = "FAST" THEN Settled(back, AfterLoss(w.next)) ELSE back

\* Who stays in fast start when something is lost.
RefusedInStage(v, psn) ==
    IF psn < v.una THEN v ELSE [Acknowledged(v, psn) EXCEPT !.next = psn, !.sinceHeard = 0]

\* Who sends the missing packet alone again, and takes the others for received.
RefusedSelective(v, psn) ==
    IF psn < v.una THEN v
    ELSE LET w == Acknowledged(v, psn)
         IN IF w.stage = "FAST" THEN Settled([w EXCEPT !.sinceHeard = 0], AfterLoss(psn)) ELSE w

\* Who goes back to the first packet of all.
RefusedToFirst(v, psn) ==
    IF psn < v.una THEN v
    ELSE LET w == Acknowledged(v, psn)
             back == [w EXCEPT !.next = 0, !.sinceHeard = 0]
         IN IF w.stage = "FAST" THEN Settled(back, AfterLoss(psn)) ELSE back

\* Who goes back by a NAK that is out of date.
RefusedStale(v, psn) ==
    LET w == Acknowledged(v, psn)
        back == [w EXCEPT !.una = psn, !.next = psn, !.sinceHeard = 0]
    IN IF w.stage = "FAST" THEN Settled(back, AfterLoss(psn)) ELSE back

\* Who takes a loss in the stable stage for one of fast start.
RefusedAgain(v, psn) ==
    IF psn < v.una THEN v
    ELSE LET w == Acknowledged(v, psn)
         IN Settled([w EXCEPT !.next = psn, !.sinceHeard = 0], AfterLoss(psn))

\* Who takes the first ACK for all of IW.
AcknowledgedAtOnce(v, psn) ==
    IF psn <= v.una THEN v
    ELSE LET w == [v EXCEPT !.una = psn, !.next = Most(@, psn), !.sinceHeard = 0]
         IN IF v.stage = "FAST" THEN Settled(w, Iw) ELSE w

\* Who waits for one packet more than IW.
AcknowledgedLate(v, psn) ==
    IF psn <= v.una THEN v
    ELSE LET w == [v EXCEPT !.una = psn, !.next = Most(@, psn), !.sinceHeard = 0]
         IN IF v.stage = "FAST" /\ psn > Iw THEN Settled(w, Iw) ELSE w

\* Who leaves fast start with half of IW.
AcknowledgedHalf(v, psn) ==
    IF psn <= v.una THEN v
    ELSE LET w == [v EXCEPT !.una = psn, !.next = Most(@, psn), !.sinceHeard = 0]
         IN IF v.stage = "FAST" /\ psn >= Iw THEN Settled(w, (Iw + 1) \div 2) ELSE w

\* Who takes an old ACK for a new one.
AcknowledgedBack(v, psn) ==
    LET w == [v EXCEPT !.una = psn, !.next = Most(@, psn), !.sinceHeard = 0]
    IN IF v.stage = "FAST" /\ psn >= Iw THEN Settled(w, Iw) ELSE w

\* Who has fast start begin anew after a timeout.
TimedOutAnew(v) == [v EXCEPT !.next = v.una, !.sinceHeard = 0, !.stage = "FAST", !.cw = 0]

\* Who has the stable window grow by a timeout.
TimedOutAll(v) == Settled([v EXCEPT !.next = v.una, !.sinceHeard = 0], Iw)

\* Who goes back to what the receiver has said last, and not to what is acknowledged.
TimedOutToFirst(v) ==
    Settled([v EXCEPT !.next = 0, !.sinceHeard = 0], IF v.stage = "FAST" THEN AfterLoss(v.una) ELSE 1)

\* Who has no timer for a tail.
TimerRunsInStage(v) == Rto > 0 /\ v.next > v.una /\ v.stage = "STABLE"

-----------------------------------------------------------------------------
\* Receiver.

\* Who sends no NAK.
AnswersWithoutNak(p) ==
    CASE p.psn = expected[p.flow] -> <<[flow |-> p.flow, nak |-> FALSE, psn |-> p.psn + 1]>>
      [] p.psn < expected[p.flow] -> <<[flow |-> p.flow, nak |-> FALSE, psn |-> expected[p.flow]]>>
      [] OTHER -> <<>>

\* Who acknowledges what comes out of order as if it was in order.
AnswersAnyOrder(p) == <<[flow |-> p.flow, nak |-> FALSE, psn |-> Most(p.psn + 1, expected[p.flow])]>>

\* Who takes a packet beyond a gap.
DeliverAnyOrder ==
    /\ queue # <<>>
    /\ LET p == queue[1]
       IN /\ Len(acks) + Len(Answers(p)) <= MaxAcks
          /\ acks' = acks \o Answers(p)
          /\ expected' = [expected EXCEPT ![p.flow] = Most(@, p.psn + 1)]
          /\ nakked' = nakked
    /\ queue' = Tail(queue)
    /\ UNCHANGED <<s, posted, lost, early>>

\* Who remembers for ever that a gap was told of.
DeliverOneNak ==
    /\ queue # <<>>
    /\ LET p == queue[1]
       IN /\ Len(acks) + Len(Answers(p)) <= MaxAcks
          /\ acks' = acks \o Answers(p)
          /\ expected' = IF p.psn = expected[p.flow] THEN [expected EXCEPT ![p.flow] = @ + 1] ELSE expected
          /\ nakked' = IF p.psn > expected[p.flow] THEN [nakked EXCEPT ![p.flow] = TRUE] ELSE nakked
    /\ queue' = Tail(queue)
    /\ UNCHANGED <<s, posted, lost, early>>
=============================================================================
