--------------------------- MODULE LsnSpaceFaults ---------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of LsnSpace.               *)
(***************************************************************************)
EXTENDS MCLsnSpace

-----------------------------------------------------------------------------
\* LSNs.

\* Who does not ask how many LSNs there are.
WrapIsSafeAnyway == TRUE

\* Who forgets that messages may overtake each other.
WrapIsSafeInOrder == 2 * Window <= Modulus

\* Who asks for packets alone, and not for acknowledgments.
WrapIsSafeForPackets == 2 * (Window + Overtake * Most(Mtu, Empty)) <= Modulus

TwelveBytes == <<Ask("WRITE", 12)>>

\* Where such a behaviour is after a while: the first packet was lost, the second has drawn a NAK,
\* and the timer has run out while that was on its way; since then two acknowledgments have overtaken
\* it, of a window each.
InitNakUnderWay ==
    LET at == 2 * Window
        lsn == Plus(FirstRequest, at)
    IN /\ w = [s \in Spaces |->
               IF s = "REQUEST" THEN [acked |-> lsn, next |-> lsn, sent |-> lsn]
               ELSE [acked |-> First(s), next |-> First(s), sent |-> First(s)]]
       /\ r = [s \in Spaces |->
               [expected |-> IF s = "REQUEST" THEN lsn ELSE First(s), told |-> FALSE, owes |-> FALSE]]
       /\ buffer = <<>> /\ fresh = at /\ again = FALSE /\ done = at
       /\ freed = [s \in Spaces |-> IF s = "REQUEST" THEN at ELSE 0]
       /\ came = [s \in Spaces |-> IF s = "REQUEST" THEN at ELSE 0]
       /\ net = [s \in Spaces |->
               IF s = "RESPONSE" THEN <<[Answer("NAK", FirstRequest, 0) EXCEPT !.passed = 2]>> ELSE <<>>]
       /\ lost = 1 /\ repeated = 0 /\ early = 1

\* Whose LSNs do not wrap.
PlusPlainly(lsn, bytes) == lsn + bytes

\* Who compares them without their wrap.
ReadingPlainly(u, lsn) ==
    IF lsn = u.expected THEN "NEXT" ELSE IF lsn > u.expected THEN "AHEAD" ELSE "OLD"
IsNewsPlainly(v, lsn) == v.acked <= lsn /\ lsn <= v.sent

\* Who numbers requests and responses in one space.
PacketInOneSpace(space, p) ==
    [kind |-> "DATA", lsn |-> w["REQUEST"].next, bytes |-> p.bytes, work |-> p.work, again |-> p.again,
     from |-> IF space = "REQUEST" /\ IsRead(p) THEN (FirstResponse + FromAt(p)) % Modulus ELSE 0,
     at |-> freed[space] + InFlight(w[space]),
     fromAt |-> IF space = "REQUEST" /\ IsRead(p) THEN FromAt(p) ELSE 0, passed |-> 0]

\* Who has both spaces begin where the first does.
FirstOfBoth(space) == FirstRequest

\* Who counts data, of which a READ has none.
ExtentOfData(op, data) == IF op = "READ" THEN 0 ELSE data

\* Who counts what a READ asks for, as PSNs do.
ExtentAsked(op, data) == IF data = 0 THEN Empty ELSE data

\* Who counts packets.
ExtentOne(op, data) == 1

-----------------------------------------------------------------------------
\* Senders.

\* Who looks whether the window is full, and not whether the packet fits.
FitsOneMore(v, bytes, window) == InFlight(v) < window

\* Who has no window for what it is asked for.
FitsAlways(v, bytes, window) == bytes <= window

\* Who counts what is sent again as sent on.
SentOnTwice(v, bytes) == [v EXCEPT !.next = Plus(@, bytes), !.sent = Plus(@, bytes)]

\* Who forgets what was sent before it went back.
SentOnAnew(v, bytes) == [v EXCEPT !.next = Plus(@, bytes), !.sent = Plus(v.next, bytes)]

\* Who has what is acknowledged be sent again.
AcknowledgedBehind(v, lsn) == IF IsNews(v, lsn) THEN [v EXCEPT !.acked = lsn] ELSE v

\* Who takes whatever an acknowledgment says.
AcknowledgedAny(v, lsn) == [v EXCEPT !.acked = lsn, !.next = IF Ahead(lsn, v.acked) > InFlight(v) THEN lsn ELSE @]

\* Who takes a NAK for an ACK.
HeardAsAck(v, nak, lsn) == Acknowledged(v, lsn)

\* Who goes back to whatever a NAK says.
HeardStale(v, nak, lsn) ==
    IF nak THEN [Acknowledged(v, lsn) EXCEPT !.next = lsn] ELSE Acknowledged(v, lsn)

\* Who sends only what is missing.
HeardSelective(v, nak, lsn) ==
    IF nak /\ IsNews(v, lsn) THEN [Acknowledged(v, lsn) EXCEPT !.next = lsn, !.sent = lsn]
    ELSE Acknowledged(v, lsn)

\* Whose timer sends nothing.
TimedOutIdle(v) == v

\* Who sends the first packet again and again.
SentBeforeFirst(offset) == buffer[1]

\* Who lets go of one packet with each acknowledgment.
DroppedOne(packets, bytes) == IF bytes = 0 THEN packets ELSE Tail(packets)

\* Whose acknowledgment moves the other space.
ReceiveAckOfOther(space, i, stays) ==
    /\ MayCome(Other(space), {"ACK", "NAK"}, i, stays)
    /\ LET a == net[Other(space)][i]
           gain == Gain(w[Other(space)], a.lsn)
       IN /\ w' = [w EXCEPT ![Other(space)] = Heard(@, a.kind = "NAK", a.lsn)]
          /\ freed' = [freed EXCEPT ![Other(space)] = @ + gain]
          /\ buffer' = IF space = "RESPONSE" THEN Dropped(buffer, gain) ELSE buffer
    /\ net' = [net EXCEPT ![Other(space)] = Taken(@, i, stays)]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<r, fresh, again, done, came, lost, early>>

\* Whose acknowledgment moves both.
ReceiveAckOfBoth(space, i, stays) ==
    /\ MayCome(Other(space), {"ACK", "NAK"}, i, stays)
    /\ LET a == net[Other(space)][i]
       IN /\ w' = [s \in Spaces |-> Heard(w[s], a.kind = "NAK", a.lsn)]
          /\ freed' = [s \in Spaces |-> freed[s] + Gain(w[s], a.lsn)]
          /\ buffer' = Dropped(buffer, Gain(w["REQUEST"], a.lsn))
    /\ net' = [net EXCEPT ![Other(space)] = Taken(@, i, stays)]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<r, fresh, again, done, came, lost, early>>

-----------------------------------------------------------------------------
\* READs and their responses.

\* Who repeats a READ under the LSN that it had: the space of requests has gone on.
TransmitOldLsn(space, window) ==
    LET repeats == space = "REQUEST" /\ IsNew /\ again
        n == CHOOSE k \in 1 .. fresh : Reads(k - 1) <= came["RESPONSE"] /\ came["RESPONSE"] < Reads(k)
        at == BytesOf(SubSeq(Packets, 1, n - 1))
    IN /\ HasRoom
       /\ IF repeats
          THEN /\ net' = [net EXCEPT ![space] = Append(@,
                    [Packet(space, New) EXCEPT !.lsn = (FirstRequest + at) % Modulus, !.at = at])]
               /\ again' = FALSE
               /\ UNCHANGED <<w, buffer, fresh>>
          ELSE /\ MayTransmit(space, window)
               /\ LET p == NextPacket(space)
                      isNew == space = "REQUEST" /\ IsNew
                  IN /\ net' = [net EXCEPT ![space] = Append(@, Packet(space, p))]
                     /\ w' = [w EXCEPT ![space] = SentOn(@, p.bytes)]
                     /\ buffer' = IF isNew THEN Append(buffer, p) ELSE buffer
                     /\ fresh' = IF isNew THEN fresh + 1 ELSE fresh
                     /\ again' = again
       /\ UNCHANGED <<r, done, freed, came, faults>>

\* Who keeps a READ as it was first sent, and sends that again.
FromAtFirst(p) == p.asOf

\* Who names the end of what was asked for before.
FromAtAsked(p) == Reads(fresh)

\* Who hears nothing of responses in a READ.
HeardByReadNot(v, p) == v
GainByReadNot(v, p) == 0

\* Who goes back for a repeated READ, and hears nothing else in it.
HeardByReadBack(v, p) == IF p.again THEN TimedOut(v) ELSE v

\* Who goes on where it was.
HeardByReadOnly(v, p) == Acknowledged(v, p.from)

\* Who begins anew with each READ.
HeardByReadEach(v, p) == Heard(v, TRUE, p.from)

\* Who answers READs that have not come.
MayReadAll == Reads(Len(Packets))

\* Who fills packets.
BytesAtFull(place) == Least(Mtu, Reads(Len(Packets)) - place)

\* Who repeats no READ, or one though all has come.
AgainNever(u, p) == again
AgainForEver(u, p) == IF ShowsGap(u, p) THEN TRUE ELSE again

\* Who has no timer for responses: a gap is seen by what comes behind it.
AskAgainNever == FALSE /\ UNCHANGED vars

-----------------------------------------------------------------------------
\* Receivers.

\* Who takes what comes early.
ReadingAhead(u, lsn) ==
    LET ahead == Ahead(lsn, u.expected) IN IF 2 * ahead < Modulus THEN "NEXT" ELSE "OLD"

\* Who takes what comes again.
ReadingOld(u, lsn) ==
    LET ahead == Ahead(lsn, u.expected)
    IN IF ahead > 0 /\ 2 * ahead < Modulus THEN "AHEAD" ELSE "NEXT"

\* Who forgets that it has told of a gap.
ReceivedForgets(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, p.bytes), told |-> FALSE, owes |-> busy]
      [] Reading(u, p.lsn) = "AHEAD" -> u
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* Who remembers it for ever.
ReceivedRemembers(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [u EXCEPT !.expected = Plus(@, p.bytes), !.owes = busy]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.told = TRUE]
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* Who forgets that an acknowledgment waits.
ReceivedOwesNothing(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, p.bytes), told |-> FALSE, owes |-> FALSE]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.told = TRUE]
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* Who drops what waits as something old comes.
AnswersOldBusy(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) /\ space = "REQUEST" THEN <<Answer("NAK", u.expected, came[space])>>
            ELSE <<>>
      [] OTHER -> IF busy THEN <<>> ELSE <<Answer("ACK", u.expected, came[space])>>

\* Who acknowledges no response, as RDMA has it.
AnswersRequests(space, u, p, busy) ==
    IF space = "RESPONSE" THEN <<>>
    ELSE CASE Reading(u, p.lsn) = "NEXT" ->
                IF busy THEN <<>>
                ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
           [] Reading(u, p.lsn) = "AHEAD" ->
                IF ShowsGap(u, p) THEN <<Answer("NAK", u.expected, came[space])>> ELSE <<>>
           [] OTHER -> <<Answer("ACK", u.expected, came[space])>>

\* Who answers a gap among responses by a NAK.
AnswersNakBoth(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) THEN <<Answer("NAK", u.expected, came[space])>> ELSE <<>>
      [] OTHER -> <<Answer("ACK", u.expected, came[space])>>

\* Who acknowledges each packet by itself.
AnswersEach(space, u, p, busy) ==
    IF busy THEN <<>> ELSE <<Answer("ACK", Plus(p.lsn, p.bytes), p.at + p.bytes)>>

\* Who tells of no gap.
AnswersNoNak(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" -> <<>>
      [] OTHER -> <<Answer("ACK", u.expected, came[space])>>

\* Who does not answer what has come before.
AnswersNoOld(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) /\ space = "REQUEST" THEN <<Answer("NAK", u.expected, came[space])>>
            ELSE <<>>
      [] OTHER -> <<>>

\* Who never acknowledges what waits, unless more comes.
FlushNever(space) == FALSE /\ UNCHANGED vars

\* Who forgets it instead.
FlushForgets(space) ==
    /\ r[space].owes
    /\ r' = [r EXCEPT ![space].owes = FALSE]
    /\ UNCHANGED <<w, hosts, freed, came, net, faults>>

-----------------------------------------------------------------------------
\* Network, and time.

\* Who lets messages overtake each other as they like.
MayOvertakeAlways(messages, i) == i \in DOMAIN messages

\* Whose timer is shorter than a round trip.
IsQuietAlways == TRUE
-----------------------------------------------------------------------------
\* Packets and answers, once more.

TwoBytes == <<Ask("SEND", 2)>>

\* Who is owed responses for what it writes, too.
ReadsOfBytes(n) == BytesOf(SubSeq(Packets, 1, n))

\* Whose answers bring a byte; or name a request; or count as overtaken when they leave.
AnswerWithByte(kind, lsn, at) ==
    [kind |-> kind, lsn |-> lsn, bytes |-> 1, work |-> 0, again |-> FALSE, from |-> 0,
     at |-> at, fromAt |-> 0, passed |-> 0]
AnswerNamed(kind, lsn, at) ==
    [kind |-> kind, lsn |-> lsn, bytes |-> 0, work |-> done, again |-> FALSE, from |-> 0,
     at |-> at, fromAt |-> 0, passed |-> 0]
AnswerPassed(kind, lsn, at) ==
    [kind |-> kind, lsn |-> lsn, bytes |-> 0, work |-> 0, again |-> FALSE, from |-> 0,
     at |-> at, fromAt |-> 0, passed |-> 1]

\* Who repeats a READ under the number of the last request.
NewNamed ==
    IF again THEN [work |-> fresh, bytes |-> Empty, again |-> TRUE, asOf |-> came["RESPONSE"]]
    ELSE [work |-> fresh + 1, bytes |-> Packets[fresh + 1].bytes, again |-> FALSE,
          asOf |-> IF Packets[fresh + 1].read > 0 THEN came["RESPONSE"] ELSE 0]

\* Who has it occupy what is missing.
NewMissing ==
    IF again THEN [work |-> 0, bytes |-> Reads(fresh) - came["RESPONSE"], again |-> TRUE, asOf |-> came["RESPONSE"]]
    ELSE [work |-> fresh + 1, bytes |-> Packets[fresh + 1].bytes, again |-> FALSE,
          asOf |-> IF Packets[fresh + 1].read > 0 THEN came["RESPONSE"] ELSE 0]

\* Who keeps nothing of what was expected.
NewAsOfNone ==
    IF again THEN [work |-> 0, bytes |-> Empty, again |-> TRUE, asOf |-> 0]
    ELSE [work |-> fresh + 1, bytes |-> Packets[fresh + 1].bytes, again |-> FALSE, asOf |-> 0]

\* Whom the next request of the work keeps from repeating the READ.
NewInstead ==
    IF again /\ fresh = Len(Packets)
    THEN [work |-> 0, bytes |-> Empty, again |-> TRUE, asOf |-> came["RESPONSE"]]
    ELSE [work |-> fresh + 1, bytes |-> Packets[fresh + 1].bytes, again |-> FALSE,
          asOf |-> IF Packets[fresh + 1].read > 0 THEN came["RESPONSE"] ELSE 0]

\* Who counts the response that is expected from the first request on.
PacketFromRequest(space, p) ==
    LET tells == space = "REQUEST" /\ IsRead(p)
    IN [kind |-> "DATA", lsn |-> w[space].next, bytes |-> p.bytes, work |-> p.work, again |-> p.again,
        from |-> IF tells THEN (FirstRequest + FromAt(p)) % Modulus ELSE 0,
        at |-> freed[space] + InFlight(w[space]),
        fromAt |-> IF tells THEN FromAt(p) ELSE 0, passed |-> 0]

\* Who has the last request wait for ever.
HasNewButLast == again \/ fresh < Len(Packets) - 1

-----------------------------------------------------------------------------
\* Senders, once more.

\* Whose timer gives up what was sent.
TimedOutGivesUp(v) == [v EXCEPT !.acked = v.next]

\* Whose timer goes back by a packet, and not to the first one.
TimedOutByOne(v) ==
    [v EXCEPT !.next = IF InFlight(v) > Mtu THEN (v.next - Mtu) % Modulus ELSE v.acked]

\* Who takes an acknowledgment that says nothing new for one of a byte more.
AcknowledgedByte(v, lsn) ==
    IF lsn = v.acked
    THEN [acked |-> (lsn + 1) % Modulus, next |-> (v.next + 1) % Modulus, sent |-> (v.sent + 1) % Modulus]
    ELSE IF ~IsNews(v, lsn) THEN v
    ELSE [v EXCEPT !.acked = lsn, !.next = IF Ahead(lsn, v.acked) > InFlight(v) THEN lsn ELSE @]

\* Who counts what is acknowledged of one space in both.
ReceiveAckFreesBoth(space, i, stays) ==
    /\ MayCome(Other(space), {"ACK", "NAK"}, i, stays)
    /\ LET a == net[Other(space)][i]
           gain == Gain(w[space], a.lsn)
       IN /\ w' = [w EXCEPT ![space] = Heard(@, a.kind = "NAK", a.lsn)]
          /\ freed' = [s \in Spaces |-> freed[s] + gain]
          /\ buffer' = IF space = "REQUEST" THEN Dropped(buffer, gain) ELSE buffer
    /\ net' = [net EXCEPT ![Other(space)] = Taken(@, i, stays)]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<r, fresh, again, done, came, lost, early>>

\* Who hears in a READ that all responses have come that were sent.
HeardByReadAll(v, p) == [v EXCEPT !.acked = v.sent, !.next = v.sent]
GainByReadAll(v, p) == Ahead(v.sent, v.acked)

\* Who goes back to the response that a repeated READ names, and takes none before it for acknowledged.
HeardByReadUnfreed(v, p) == IF p.again /\ IsNews(v, p.from) THEN [v EXCEPT !.next = p.from] ELSE v

\* Who leaves a byte of responses out.
HeardByReadBeyond(v, p) == [Heard(v, p.again, p.from) EXCEPT !.next = Plus(v.sent, 1)]

-----------------------------------------------------------------------------
\* Receivers, once more.

\* Who expects a byte more than has come.
ReceivedByteMore(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, p.bytes + 1), told |-> FALSE, owes |-> busy]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.told = TRUE]
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* Who remembers a gap where there is none.
ReceivedTold(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, p.bytes), told |-> TRUE, owes |-> busy]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.told = TRUE]
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* Who answers what comes in order by a NAK of what is expected then.
AnswersNakNext(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer(IF space = "REQUEST" THEN "NAK" ELSE "ACK", Plus(u.expected, p.bytes),
                          came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) /\ space = "REQUEST" THEN <<Answer("NAK", u.expected, came[space])>>
            ELSE <<>>
      [] OTHER -> <<Answer("ACK", u.expected, came[space])>>

\* Who acknowledges what came before, and not what comes.
AnswersBehind(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>> ELSE <<Answer("ACK", u.expected, came[space])>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) /\ space = "REQUEST" THEN <<Answer("NAK", u.expected, came[space])>>
            ELSE <<>>
      [] OTHER -> <<Answer("ACK", u.expected, came[space])>>

\* Who tells of a gap by an acknowledgment once more; or by a NAK of what has come early.
AnswersGapByAck(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) /\ space = "REQUEST" THEN <<Answer("ACK", u.expected, came[space])>>
            ELSE <<>>
      [] OTHER -> <<Answer("ACK", u.expected, came[space])>>
AnswersNakOfEarly(space, u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            IF busy THEN <<>>
            ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>
      [] Reading(u, p.lsn) = "AHEAD" ->
            IF ShowsGap(u, p) /\ space = "REQUEST" THEN <<Answer("NAK", p.lsn, p.at)>>
            ELSE <<>>
      [] OTHER -> <<Answer("ACK", u.expected, came[space])>>

\* Who asks for responses again when the last of them has come.
AgainAtEnd(u, p) == came["RESPONSE"] + p.bytes = Reads(fresh)

\* Who takes any response for the one that was missing.
AgainUntilAny(u, p) == ShowsGap(u, p)

\* Who acknowledges what waits by a NAK; or all but what waits.
FlushNak(space) ==
    /\ r[space].owes
    /\ r' = [r EXCEPT ![space].owes = FALSE]
    /\ net' = [net EXCEPT ![Other(space)] = Append(@, Answer("NAK", r[space].expected, came[space]))]
    /\ UNCHANGED <<w, hosts, freed, came, faults>>
FlushNothing(space) ==
    /\ r[space].owes
    /\ r' = [r EXCEPT ![space].owes = FALSE]
    /\ net' = [net EXCEPT ![Other(space)] = Append(@, Answer("ACK", First(space), 0))]
    /\ UNCHANGED <<w, hosts, freed, came, faults>>

\* A packet comes, and what becomes of it: of its bytes, and of the requests that were executed.
ReceiveWith(space, i, stays, busy, taken, bytes, executed) ==
    /\ MayCome(space, {"DATA"}, i, stays)
    /\ busy => Merges
    /\ LET p == net[space][i]
           u == r[space]
           reads == space = "REQUEST" /\ Reading(u, p.lsn) = "NEXT" /\ IsRead(p)
       IN /\ r' = [r EXCEPT ![space] = IF taken THEN [expected |-> Plus(p.lsn, p.bytes), told |-> FALSE, owes |-> busy]
                                       ELSE Received(u, p, busy)]
          /\ came' = [came EXCEPT ![space] = bytes]
          /\ done' = executed
          /\ w' = IF reads THEN [w EXCEPT !["RESPONSE"] = HeardByRead(@, p)] ELSE w
          /\ freed' = IF reads THEN [freed EXCEPT !["RESPONSE"] = @ + GainByRead(w["RESPONSE"], p)]
                      ELSE freed
          /\ again' = IF space = "REQUEST" THEN again ELSE AgainAfter(u, p)
          /\ net' = [net EXCEPT ![space] = Taken(@, i, stays),
                                ![Other(space)] = @ \o Answers(space, u, p, busy)]
    /\ repeated' = IF stays THEN repeated + 1 ELSE repeated
    /\ UNCHANGED <<buffer, fresh, lost, early>>

IsTaken(space, i) == i \in DOMAIN net[space] /\ Reading(r[space], net[space][i].lsn) = "NEXT"
IsExecuted(space, i) == space = "REQUEST" /\ IsTaken(space, i) /\ ~net[space][i].again

\* Who executes all requests with the first one.
ReceiveAllAtOnce(space, i, stays, busy) ==
    ReceiveWith(space, i, stays, busy, IsTaken(space, i),
        came[space] + (IF IsTaken(space, i) THEN net[space][i].bytes ELSE 0),
        IF IsExecuted(space, i) THEN Len(Packets) ELSE done)

\* Who executes nothing.
ReceiveUnexecuted(space, i, stays, busy) ==
    ReceiveWith(space, i, stays, busy, IsTaken(space, i),
        came[space] + (IF IsTaken(space, i) THEN net[space][i].bytes ELSE 0), done)

\* Who goes by the number that a request has.
ReceiveByNumber(space, i, stays, busy) ==
    ReceiveWith(space, i, stays, busy, IsTaken(space, i),
        came[space] + (IF IsTaken(space, i) THEN net[space][i].bytes ELSE 0),
        IF IsExecuted(space, i) THEN net[space][i].work ELSE done)

\* Who counts packets that have come.
ReceivePackets(space, i, stays, busy) ==
    ReceiveWith(space, i, stays, busy, IsTaken(space, i),
        came[space] + (IF IsTaken(space, i) THEN 1 ELSE 0),
        IF IsExecuted(space, i) THEN done + 1 ELSE done)

\* Who takes a response that comes early, and gives up those before it.
ReceiveEarly(space, i, stays, busy) ==
    LET ahead == space = "RESPONSE" /\ i \in DOMAIN net[space]
                  /\ Reading(r[space], net[space][i].lsn) = "AHEAD"
    IN ReceiveWith(space, i, stays, busy, IsTaken(space, i) \/ ahead,
           IF IsTaken(space, i) \/ ahead THEN net[space][i].at + net[space][i].bytes ELSE came[space],
           IF IsExecuted(space, i) THEN done + 1 ELSE done)

-----------------------------------------------------------------------------
\* Network and time, once more.

\* Which loses once more than it may.
LoseBeyond(space, i) ==
    /\ i \in DOMAIN net[space]
    /\ lost <= Losses
    /\ net' = [net EXCEPT ![space] = Without(@, i)]
    /\ lost' = lost + 1
    /\ UNCHANGED <<w, r, hosts, freed, came, repeated, early>>

\* Which counts twice what comes once more.
ReceiveAckCountsTwice(space, i, stays) ==
    /\ MayCome(Other(space), {"ACK", "NAK"}, i, stays)
    /\ LET a == net[Other(space)][i]
           gain == Gain(w[space], a.lsn)
       IN /\ w' = [w EXCEPT ![space] = Heard(@, a.kind = "NAK", a.lsn)]
          /\ freed' = [freed EXCEPT ![space] = @ + gain]
          /\ buffer' = IF space = "REQUEST" THEN Dropped(buffer, gain) ELSE buffer
    /\ net' = [net EXCEPT ![Other(space)] = Taken(@, i, stays)]
    /\ repeated' = IF stays THEN repeated + 2 ELSE repeated
    /\ UNCHANGED <<r, fresh, again, done, came, lost, early>>

\* Which has room for one message more.
HasRoomForOne == Len(net["REQUEST"]) + Len(net["RESPONSE"]) <= MaxNet

\* A timer that is early once more than it may.
IsTimeBeyond == IsQuiet \/ early <= Early
=============================================================================
