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

\* Who drops one packet earlier.
IsDroppedBelowK(ecn) == Len(queue) >= BufMax \/ (ecn = "NOT_ECT" /\ Len(queue) + 1 >= K)

-----------------------------------------------------------------------------
\* Sender.

\* Who has no tail.
IsTailNever(v, last, more) == FALSE

\* Who has the last packet of a message for a tail, and not the IW-th.
IsTailOfMessage(v, last, more) == last

\* Who has the IW-th packet for a tail, and not the last of a message.
IsTailOfIw(v, last, more) == v.next + 1 = Iw

\* Who has a tail for the first message alone.
IsTailOnce(v, last, more) == (last /\ v.una = 0) \/ v.next + 1 = Iw

\* Who has the first packet of a burst for a tail, and not the last.
IsTailFirst(v, last, more) == (last /\ v.next = v.una) \/ v.next + 1 = Iw

\* Who has a tail for all that is posted, though each message needs one.
IsTailOfPosted(v, last, more) == (last /\ ~more) \/ v.next + 1 = Iw

\* Who has a tail where more is posted behind a message, and none where it is the last.
IsTailOfMore(v, last, more) == (last /\ more) \/ v.next + 1 = Iw

\* Who sends all of fast start so that no switch drops it.
EcnAlways(v, last, more) == "ECT_0"

\* Who goes on as in fast start when the first round trip is over.
EcnInStage(v, last, more) == IF v.stage = "STABLE" \/ IsTail(v, last, more) THEN "ECT_0" ELSE "NOT_ECT"

\* Who sends again as in fast start.
EcnByNumber(v, last, more) == IF RoundIsOver(v) \/ IsTail(v, last, more) THEN "ECT_0" ELSE "NOT_ECT"

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

\* Who sends before anything is posted.
TransmitUnposted(f) ==
    /\ s[f].next < UpTo(f, Most(1, posted[f]))
    /\ MayTransmit(s[f])
    /\ LET last == IsLast(f, s[f].next)
           ecn == Ecn(s[f], last, s[f].next + 1 < UpTo(f, posted[f]))
       IN queue' = IF IsDropped(ecn) THEN queue ELSE Append(queue, [flow |-> f, psn |-> s[f].next, ecn |-> ecn])
    /\ s' = [s EXCEPT ![f] = Sent(@)]
    /\ UNCHANGED <<posted, expected, nakked, acks, lost, early>>

\* Who counts packets from one on.
TransmitFromOne(f) ==
    /\ s[f].next < UpTo(f, posted[f])
    /\ MayTransmit(s[f])
    /\ LET last == IsLast(f, s[f].next)
           ecn == Ecn(s[f], last, s[f].next + 1 < UpTo(f, posted[f]))
       IN queue' = IF IsDropped(ecn) THEN queue
                   ELSE Append(queue, [flow |-> f, psn |-> s[f].next + 1, ecn |-> ecn])
    /\ s' = [s EXCEPT ![f] = Sent(@)]
    /\ UNCHANGED <<posted, expected, nakked, acks, lost, early>>

\* Who does not count what it has sent again.
SentUncounted(v) == [v EXCEPT !.next = IF v.stage = "STABLE" /\ v.next = v.una THEN @ ELSE @ + 1]

\* Whose timer is ahead as a first packet leaves.
SentAhead(v) == [v EXCEPT !.next = @ + 1, !.sinceHeard = IF v.next = v.una THEN 1 ELSE @]

\* Whose timer begins anew with each packet.
SentRestarts(v) == [v EXCEPT !.next = @ + 1, !.sinceHeard = 0]

\* Whose first packet is ECN-capable, as that of a connection set up with ECN is.
EcnFirst(v, last, more) ==
    IF v.stage = "STABLE" \/ v.next = 0 \/ RoundIsOver(v) \/ IsTail(v, last, more) THEN "ECT_0" ELSE "NOT_ECT"

\* Who has IW for a window in the stable stage, too.
MayTransmitIw(v) == v.next - v.una < Iw

\* Who has the window of the stable stage from the start.
FreshWithWindow(f) == [
    stage |-> IF f \in Stable THEN "STABLE" ELSE "FAST", cw |-> Iw,
    una |-> 0, next |-> 0, sinceFirst |-> 0, sinceHeard |-> 0]

\* Who takes an ACK for one packet more.
AcknowledgedOneMore(v, psn) ==
    IF psn <= v.una THEN v
    ELSE LET w == [v EXCEPT !.una = psn + 1, !.next = Most(@, psn + 1), !.sinceHeard = 0]
         IN IF v.stage = "FAST" /\ psn + 1 >= Iw THEN Settled(w, Iw) ELSE w

\* Whose timer is ahead after an ACK.
AcknowledgedAhead(v, psn) ==
    IF psn <= v.una THEN v
    ELSE LET w == [v EXCEPT !.una = psn, !.next = Most(@, psn), !.sinceHeard = IF v.next > psn THEN Least(1, Rto) ELSE 0]
         IN IF v.stage = "FAST" /\ psn >= Iw THEN Settled(w, Iw) ELSE w

\* Who takes a NAK in the stable stage that acknowledges nothing for a timeout.
RefusedToOne(v, psn) ==
    IF psn < v.una THEN v
    ELSE LET w == Acknowledged(v, psn)
             back == [w EXCEPT !.next = psn, !.sinceHeard = 0]
         IN IF w.stage = "FAST" THEN Settled(back, AfterLoss(psn))
            ELSE IF psn = v.una THEN [back EXCEPT !.cw = 1] ELSE back

\* Who takes all that is on its way at once.
ReceiveAckAll(i) ==
    /\ i \in DOMAIN acks /\ i <= 1 + Overtake
    /\ LET a == acks[i]
       IN s' = [s EXCEPT ![a.flow] = IF a.nak THEN Refused(@, a.psn) ELSE Acknowledged(@, a.psn)]
    /\ acks' = <<>>
    /\ UNCHANGED <<posted, expected, nakked, queue, lost, early>>

\* Who lets any overtake all others.
ReceiveAckAnyOrder(i) ==
    /\ i \in DOMAIN acks
    /\ LET a == acks[i]
       IN s' = [s EXCEPT ![a.flow] = IF a.nak THEN Refused(@, a.psn) ELSE Acknowledged(@, a.psn)]
    /\ acks' = [j \in 1 .. Len(acks) - 1 |-> acks[IF j < i THEN j ELSE j + 1]]
    /\ UNCHANGED <<posted, expected, nakked, queue, lost, early>>

\* Who takes a packet off the stable window with a timeout.
TimedOutOneLess(v) ==
    Settled([v EXCEPT !.next = v.una, !.sinceHeard = 0],
            IF v.stage = "FAST" THEN AfterLoss(v.una) ELSE Most(1, v.cw - 1))

\* Who sends nothing again after a timeout of the stable stage.
TimedOutGoesOn(v) ==
    IF v.stage = "STABLE" THEN [v EXCEPT !.cw = 1, !.sinceHeard = 0]
    ELSE Settled([v EXCEPT !.next = v.una, !.sinceHeard = 0], AfterLoss(v.una))

\* Whose timer runs out at once.
TimeoutEarly(f) ==
    /\ TimerRuns(s[f])
    /\ s' = [s EXCEPT ![f] = TimedOut(@)]
    /\ UNCHANGED <<posted, expected, nakked, queue, acks, lost, early>>

\* Who leaves fast start with its clock.
SettledWithClock(v, cw) == [v EXCEPT !.stage = "STABLE", !.cw = cw]

\* Who times the first round trip on beyond its end.
AgedBeyondRound(v, time) ==
    [v EXCEPT !.sinceFirst = IF RoundEnd = "BASE_RTT" /\ v.stage = "FAST" /\ v.next > 0 THEN @ + time ELSE 0]

\* Who times a first round trip that something else ends.
AgedAnyRound(v, time) ==
    [v EXCEPT !.sinceFirst = IF v.stage = "FAST" /\ v.next > 0 THEN Least(@ + time, BaseRtt) ELSE 0]

\* Who times the first round trip before its first packet.
AgedFromStart(v, time) ==
    [v EXCEPT !.sinceFirst = IF RoundEnd = "BASE_RTT" /\ v.stage = "FAST" THEN Least(@ + time, BaseRtt) ELSE 0]

\* Whose timer goes on beyond its end.
AgedBeyondRto(v, time) == [v EXCEPT !.sinceHeard = IF v.next > v.una THEN @ + time ELSE 0]

\* Whose timer runs while nothing is in flight.
AgedIdle(v, time) == [v EXCEPT !.sinceHeard = Least(@ + time, Rto)]

-----------------------------------------------------------------------------
\* Application and network.

\* Who posts one message more than there is.
PostOneMore(f) ==
    /\ posted[f] <= Len(Messages[f])
    /\ posted' = [posted EXCEPT ![f] = @ + 1]
    /\ UNCHANGED <<s, expected, nakked, queue, acks, lost, early>>

\* Who loses one ACK more than may be.
LoseAckOneMore ==
    /\ acks # <<>>
    /\ lost <= AckLosses
    /\ acks' = Tail(acks)
    /\ lost' = lost + 1
    /\ UNCHANGED <<s, posted, expected, nakked, queue, early>>

\* Who counts a loss, and loses nothing.
LoseAckNone ==
    /\ lost < AckLosses
    /\ lost' = lost + 1
    /\ UNCHANGED <<s, posted, expected, nakked, queue, acks, early>>

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

\* Who sends the NAK twice, since one might be lost.
AnswersNakTwice(p) ==
    LET nak == [flow |-> p.flow, nak |-> TRUE, psn |-> expected[p.flow]]
    IN IF p.psn > expected[p.flow] THEN IF nakked[p.flow] THEN <<>> ELSE <<nak, nak>>
       ELSE <<[flow |-> p.flow, nak |-> FALSE, psn |-> Most(p.psn + 1, expected[p.flow])]>>

\* Who answers a gap as TCP does, by an ACK for what has come before it.
AnswersGapByAck(p) ==
    IF p.psn > expected[p.flow]
    THEN IF nakked[p.flow] THEN <<>> ELSE <<[flow |-> p.flow, nak |-> FALSE, psn |-> expected[p.flow]]>>
    ELSE <<[flow |-> p.flow, nak |-> FALSE, psn |-> Most(p.psn + 1, expected[p.flow])]>>

\* Who tells of a gap with each packet behind it.
AnswersEachBehind(p) ==
    IF p.psn > expected[p.flow] THEN <<[flow |-> p.flow, nak |-> TRUE, psn |-> expected[p.flow]]>>
    ELSE <<[flow |-> p.flow, nak |-> FALSE, psn |-> Most(p.psn + 1, expected[p.flow])]>>

\* The network's part of a delivery, and what the receiver remembers of gaps.
Delivered(p) ==
    /\ Len(acks) + Len(Answers(p)) <= MaxAcks
    /\ acks' = acks \o Answers(p)
    /\ nakked' = IF p.psn < expected[p.flow] THEN nakked ELSE [nakked EXCEPT ![p.flow] = p.psn > expected[p.flow]]
    /\ UNCHANGED <<s, posted, lost, early>>

\* Who counts a packet twice.
DeliverTwice ==
    /\ queue # <<>>
    /\ Delivered(queue[1])
    /\ expected' = [expected EXCEPT ![queue[1].flow] = IF queue[1].psn = @ THEN @ + 2 ELSE @]
    /\ queue' = Tail(queue)

\* Who counts what comes, whatever it is.
DeliverCounts ==
    /\ queue # <<>>
    /\ Delivered(queue[1])
    /\ expected' = [expected EXCEPT ![queue[1].flow] = IF queue[1].psn >= @ THEN @ + 1 ELSE @]
    /\ queue' = Tail(queue)

\* Who has one count for all flows.
DeliverToAll ==
    /\ queue # <<>>
    /\ Delivered(queue[1])
    /\ expected' = [f \in Flows |-> IF queue[1].psn = expected[f] THEN expected[f] + 1 ELSE expected[f]]
    /\ queue' = Tail(queue)

\* Who leaves in the queue what it has taken.
DeliverStays ==
    /\ queue # <<>>
    /\ Delivered(queue[1])
    /\ expected' = [expected EXCEPT ![queue[1].flow] = IF queue[1].psn = @ THEN @ + 1 ELSE @]
    /\ queue' = queue

\* Who does not remember that a gap was told of.
DeliverForgets ==
    /\ queue # <<>>
    /\ LET p == queue[1]
       IN /\ Len(acks) + Len(Answers(p)) <= MaxAcks
          /\ acks' = acks \o Answers(p)
          /\ expected' = IF p.psn = expected[p.flow] THEN [expected EXCEPT ![p.flow] = @ + 1] ELSE expected
    /\ queue' = Tail(queue)
    /\ UNCHANGED <<s, posted, nakked, lost, early>>

\* Who sends more answers than the network has room for.
DeliverPastNetwork ==
    /\ queue # <<>>
    /\ LET p == queue[1]
       IN /\ acks' = acks \o Answers(p)
          /\ expected' = IF p.psn = expected[p.flow] THEN [expected EXCEPT ![p.flow] = @ + 1] ELSE expected
    /\ queue' = Tail(queue)
    /\ UNCHANGED <<s, posted, nakked, lost, early>>

\* Who leaves room for one answer more.
DeliverWithSpare ==
    /\ queue # <<>>
    /\ Len(acks) + 1 < MaxAcks
    /\ Delivered(queue[1])
    /\ expected' = [expected EXCEPT ![queue[1].flow] = IF queue[1].psn = @ THEN @ + 1 ELSE @]
    /\ queue' = Tail(queue)

-----------------------------------------------------------------------------
\* Witness: what it denies has to happen.

WitnessAckLostInv == lost = 0
=============================================================================
