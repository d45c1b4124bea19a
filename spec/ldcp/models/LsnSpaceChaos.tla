--------------------------- MODULE LsnSpaceChaos ---------------------------
(***************************************************************************)
(* One end of LsnSpace against a chaos peer: a requester whose responder   *)
(* acknowledges and answers anything at any time, or a responder whose     *)
(* requester asks for and acknowledges anything.                           *)
(*                                                                         *)
(* Models     LDCP-2 LDCP-12 LDCP-19                                       *)
(* Messages   ACKs and NAKs with each LSN of a small ring: below the       *)
(*            window, its lower edge, the next packet, its upper edge,     *)
(*            beyond all that was sent, and half of the ring away.         *)
(*            Packets with each LSN: expected, ahead, half of the ring     *)
(*            away, old.  A READ that names each LSN of responses,         *)
(*            repeated or not.  Sizes of one packet and of two.            *)
(* Position   a lying end, or an attacker on the path.  The connection of  *)
(*            RoCEv2 is above the LSNs: it hands on requests in the order  *)
(*            of their PSNs (RcTransport).                                 *)
(* Bound      Losses counts the packets of the peer.  Its ACKs are not     *)
(*            counted.                                                     *)
(***************************************************************************)
EXTENDS MCLsnSpace

CONSTANTS
    Honest,     \* "REQUESTER" or "RESPONDER", all of the model but the peer
    Sizes       \* bytes that the peer's packets occupy

ASSUME LsnSpaceChaosAssumption == Honest \in {"REQUESTER", "RESPONDER"} /\ Sizes \subseteq 1 .. Window

\* The space in which the honest end sends, and the other one, in which the peer does.
Mine == IF Honest = "REQUESTER" THEN "REQUEST" ELSE "RESPONSE"
Theirs == IF Honest = "REQUESTER" THEN "RESPONSE" ELSE "REQUEST"

MCChaosAsks == <<Ask("WRITE", 2), Ask("READ", 2)>>
MCChaosAnswers == <<Ask("SEND", 1), Ask("READ", 3)>>

Acks == {Answer(kind, lsn, 0) : kind \in {"ACK", "NAK"}, lsn \in Lsns}
\* A packet of the peer.  A request that repeats a READ is none of the work.
Packet1 == [kind : {"DATA"}, lsn : Lsns, bytes : Sizes, work : 0 .. Len(Packets), again : BOOLEAN,
            from : Lsns, at : {0}, fromAt : {0}, passed : {0}]
Data ==
    IF Honest = "REQUESTER" THEN {m \in Packet1 : m.work = 0 /\ ~m.again /\ m.from = 0}
    ELSE {m \in Packet1 : (m.again <=> m.work = 0) /\ (IsRead(m) \/ m.from = 0)}

\* The connection hands on the next request of the work.  Which response a READ names is read only if
\* the READ is expected.
IsOfPeer(m) ==
    Honest = "RESPONDER" => m.work \in {0, done + 1} /\ (m.lsn = r["REQUEST"].expected \/ m.from = 0)

\* The peer takes all that has left, and has a message come next.
Inject(m) == \* LDCP-2 LDCP-12 LDCP-19
    /\ net[Theirs] = <<>>
    /\ net' = [s \in Spaces |-> IF s = Theirs THEN <<m>> ELSE <<>>]
    /\ m.kind = "DATA" => lost < Losses /\ IsOfPeer(m)
    /\ lost' = IF m.kind = "DATA" THEN lost + 1 ELSE lost
    /\ UNCHANGED <<w, r, hosts, freed, came, repeated, early>>

\* A timer may run out at any time, Early times in all: the peer answers when it likes.
ChaosIsQuiet == FALSE

ChaosNext ==
    \/ \E space \in {Mine}, window \in Windows : Transmit(space, window)
    \/ \E space \in {Mine}, i \in {1}, stays \in {FALSE} : ReceiveAck(space, i, stays)
    \/ \E space \in {Theirs}, i \in {1}, stays \in {FALSE}, busy \in BOOLEAN :
           Receive(space, i, stays, busy)
    \/ \E space \in {Theirs} : Flush(space)
    \/ Timeout \/ AskAgain
    \/ \E m \in Acks \cup Data : Inject(m)

ChaosSafety == Init /\ [][ChaosNext]_vars

-----------------------------------------------------------------------------
\* Against an END, all of them.

\* The message that the honest end takes in a step.
Comes1 == net[Theirs] # <<>> /\ net'[Theirs] = <<>>
It == net[Theirs][1]
IsAckTaken == Comes1 /\ It.kind # "DATA"
IsDataTaken == Comes1 /\ It.kind = "DATA"
Outstanding(s) == (w[s].sent - w[s].acked) % Modulus
Distance(lsn, from) == (lsn - from) % Modulus

\* Each message is taken: no state lacks a step for it.
TakesAllInv == \* LDCP-12
    net[Theirs] # <<>> =>
        \/ ENABLED ReceiveAck(Mine, 1, FALSE)
        \/ ENABLED Receive(Theirs, 1, FALSE, FALSE)

\* LSNs count the bytes of their own space.
CountedInv == \* LDCP-12
    w[Mine].acked = LsnAt(Mine, freed[Mine]) /\ r[Theirs].expected = LsnAt(Theirs, came[Theirs])

\* A sender in bounds: the next packet is between the first one in flight and the last one that was sent.
OrderInv == Distance(w[Mine].next, w[Mine].acked) <= Outstanding(Mine) \* LDCP-12

\* Nothing is acknowledged that was not sent.
AckedWasSentProp == \* LDCP-12
    [][freed'[Mine] # freed[Mine] =>
        /\ freed'[Mine] - freed[Mine] \in 1 .. Outstanding(Mine)
        /\ w'[Mine].sent = w[Mine].sent]_vars

\* An ACK or a NAK with an LSN outside of all that is not acknowledged changes nothing.
OutsideProp == \* LDCP-12
    [][IsAckTaken /\ Distance(It.lsn, w[Mine].acked) > Outstanding(Mine) =>
        UNCHANGED <<w, r, hosts, freed, came, faults>>]_vars

\* An acknowledgment moves the sender alone, and a NAK has it go back to the named byte and no further.
AckMovesTheSenderProp == \* LDCP-12
    [][IsAckTaken =>
        /\ UNCHANGED <<r, fresh, again, done, came>>
        /\ w' # w =>
            /\ w'[Mine].acked = It.lsn
            /\ It.kind = "NAK" \/ w'[Mine].next # w[Mine].next => w'[Mine].next = It.lsn]_vars

\* Only the expected packet is taken, and it counts for its bytes.
OnlyTheExpectedProp == \* LDCP-12
    [][came' # came =>
        /\ IsDataTaken /\ It.lsn = r[Theirs].expected
        /\ came' = [came EXCEPT ![Theirs] = @ + It.bytes]
        /\ done' = IF Theirs = "REQUEST" /\ ~It.again THEN done + 1 ELSE done]_vars

\* A packet that is not taken moves nothing but the flags for a gap and for an answer that waits.
NothingElseMovesProp == \* LDCP-12
    [][IsDataTaken /\ came' = came =>
        /\ UNCHANGED <<w, freed, done, buffer, fresh>>
        /\ r'[Theirs].expected = r[Theirs].expected]_vars

\* No response comes that no READ has asked for, nor is a READ repeated that has all of its responses.
AskedForInv == \* LDCP-12
    /\ came["RESPONSE"] <= Reads(fresh)
    /\ again => came["RESPONSE"] < Reads(fresh)

\* Of a requester: a response that was not asked for changes nothing at all, and is not answered.
UnaskedProp == \* LDCP-12
    [][/\ IsDataTaken
       /\ 2 * Distance(It.lsn, r[Theirs].expected) < Modulus
       /\ came[Theirs] + Distance(It.lsn, r[Theirs].expected) + It.bytes > Reads(fresh)
       => UNCHANGED <<w, r, hosts, freed, came, faults>> /\ net'[Mine] = net[Mine]]_vars

\* An answer acknowledges no packet that has not come; responses draw no NAK.
AnswersTheTruthProp == \* LDCP-12
    [][\A i \in DOMAIN net'[Mine] : net'[Mine][i].kind # "DATA" /\ net'[Mine] # net[Mine] =>
        /\ net'[Mine][i].at = came'[Theirs] \/ i < Len(net'[Mine])
        /\ net'[Mine][i].kind = "NAK" => Theirs = "REQUEST"]_vars

\* A gap draws one NAK until the missing packet has come.
OneNakProp == \* LDCP-12
    [][r[Theirs].told /\ IsDataTaken => \A i \in DOMAIN net'[Mine] : net'[Mine][i].kind # "NAK"]_vars
RemembersTheGapProp == \* LDCP-12
    [][r[Theirs].told /\ came' = came => r'[Theirs].told]_vars

\* A responder sends no response that no READ has asked for.
AnswersTheAskedInv == freed["RESPONSE"] + Outstanding("RESPONSE") <= Reads(done) \* LDCP-12
=============================================================================
