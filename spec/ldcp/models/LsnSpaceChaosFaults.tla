----------------------- MODULE LsnSpaceChaosFaults -----------------------
(***************************************************************************)
(* Faulty twins of actions and operators of LsnSpace that only a chaos     *)
(* peer shows.                                                             *)
(***************************************************************************)
EXTENDS LsnSpaceChaos

\* A sender believes each acknowledgment.
IsNewsAnyway(v, lsn) == TRUE

\* A sender believes acknowledgments of less than half of all LSNs.
IsNewsByHalf(v, lsn) == 2 * Ahead(lsn, v.acked) < Modulus

\* A requester takes each response.
IsAskedForAnyway(space, u, p) == TRUE

\* A requester takes a response that begins among those that were asked for.
IsAskedForInPart(space, u, p) ==
    \/ space = "REQUEST" \/ Reading(u, p.lsn) = "OLD"
    \/ came[space] + Ahead(p.lsn, u.expected) < Reads(fresh)

\* A receiver takes the packet behind the expected one as well.
ReadingWide(u, lsn) ==
    IF Ahead(lsn, u.expected) <= 1 THEN "NEXT" ELSE IF 2 * Ahead(lsn, u.expected) < Modulus THEN "AHEAD" ELSE "OLD"

\* A receiver counts the bytes of a packet twice.
ReceivedTwice(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, 2 * p.bytes), told |-> FALSE, owes |-> busy]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.told = TRUE]
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* A receiver skips a gap.
ReceivedAhead(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, p.bytes), told |-> FALSE, owes |-> busy]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.expected = p.lsn]
      [] OTHER -> [u EXCEPT !.owes = FALSE]

\* Each packet behind a gap draws a NAK.
ShowsGapEach(u, p) == Reading(u, p.lsn) = "AHEAD"

\* An old packet behind a gap has the gap forgotten.
ReceivedForgets(u, p, busy) ==
    CASE Reading(u, p.lsn) = "NEXT" ->
            [expected |-> Plus(u.expected, p.bytes), told |-> FALSE, owes |-> busy]
      [] Reading(u, p.lsn) = "AHEAD" -> [u EXCEPT !.told = TRUE]
      [] OTHER -> [u EXCEPT !.owes = FALSE, !.told = FALSE]

\* An old packet is acknowledged with its bytes.
AnswersWithOld(space, u, p, busy) ==
    IF Reading(u, p.lsn) = "AHEAD" \/ busy THEN <<>>
    ELSE <<Answer("ACK", Plus(u.expected, p.bytes), came[space] + p.bytes)>>

\* A sender goes back for an old NAK.
HeardOld(v, nak, lsn) ==
    IF nak THEN [Acknowledged(v, lsn) EXCEPT !.next = lsn] ELSE Acknowledged(v, lsn)

\* A sender takes a NAK for an ACK.
HeardAsAck(v, nak, lsn) == Acknowledged(v, lsn)

\* Old packets have no step.
MayComeNew(space, kinds, i, stays) ==
    /\ i \in DOMAIN net[space]
    /\ net[space][i].kind \in kinds
    /\ net[space][i].kind = "DATA" => Reading(r[space], net[space][i].lsn) # "OLD"

\* A responder sends responses that were not asked for yet.
MayReadAll == Reads(Len(Packets))
=============================================================================
