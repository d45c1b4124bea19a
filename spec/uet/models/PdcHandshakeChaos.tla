--------------------------- MODULE PdcHandshakeChaos ---------------------------
(***************************************************************************)
(* One end of PdcHandshake against a chaos peer: the network is open (see  *)
(* Network), so that any message may come at any time, in any order and    *)
(* as often as it likes.  The peer has no state, and sends in any name: it *)
(* is on the path.                                                         *)
(*                                                                         *)
(* Models     PDC-1 PDC-4 PDC-5 PDC-6 PDC-10 PDC-11 UET-4                  *)
(* Messages   one of each class that a receiver can tell apart.  Receivers *)
(*            compare a key with those of the PDCs, a DPDCID with those in *)
(*            use, and a Start_PSN with that of the PDC.  They compare a   *)
(*            PSN with the awaited one and with the end of the range.      *)
(*            Near takes each place of a job after either Start_PSN, and   *)
(*            Far the place before it and one half the modulus away.       *)
(* Position   on the path: all claims below.  So they hold off the path    *)
(*            and for a lying end, too, which send less.                   *)
(* Memory     each PDC writes to a place of its own, which begins empty:   *)
(*            payloads that a peer has written again belong to it.         *)
(***************************************************************************)
EXTENDS MCPdcHandshake

\* Three SPDCIDs, two of them in one traffic class.
MCTwoClasses ==
    [f \in Fa |->
        << <<[class |-> "lo", packets |-> 1]>>,
           <<[class |-> "lo", packets |-> 1]>>,
           <<[class |-> "hi", packets |-> 1]>> >>]

CONSTANTS
    End,        \* "INITIATOR" or "TARGET": all of the model but the peer; or
                \* "BOTH", where others inject messages (PdcHandshakeInjected)
    Starts,     \* Start_PSNs of the peer, so far apart that one's packets are
                \* beyond the range of the other's
    Near,       \* distances from a Start_PSN that packets have
    Far         \* and those that no packet of the model has

ASSUME PdcHandshakeChaosAssumption ==
    /\ End \in {"INITIATOR", "TARGET", "BOTH"}
    /\ Starts \subseteq Number /\ Near \subseteq Packet /\ Far \subseteq Number
    /\ Capacity = 0 <=> End # "BOTH"

(* The messages of the peer.                                               *)
Spots == {Psn(s, n) : s \in Starts, n \in Near \cup Far}
Ends == {Psn(s, n) : s \in Starts, n \in 0 .. MostPackets + 1}

ChaosSyns ==
    UNION {{Syn(k[1], k[2], s, n, j) :
        s \in Starts, n \in Near \cup {MpRange + MostPackets}, j \in Jobs(k)} : k \in Key}
ChaosRequests ==
    UNION {{Request(k[1], k[2], d, psn, 0, j) :
        d \in TargetId, psn \in Spots, j \in Jobs(k)} : k \in Key}
ChaosCloses == {CloseCommand(k[1], k[2], d, psn, 0) : k \in Key, d \in TargetId, psn \in Ends \cup Spots}
ChaosAcks == {AckCc(k[1], d, k[2], psn) : k \in Key, d \in TargetId, psn \in Ends \cup Spots}
ChaosNacks == {Nack(k[1], k[2], code, psn) : k \in Key, code \in Codes, psn \in Ends \cup Spots}

\* A PDC's memory begins empty.
ChaosWrite(m, n) ==
    [written EXCEPT ![m.fa][m.spdcid] =
        [j \in DOMAIN @ |->
            LET before == IF Found(m) = {} THEN [once |-> NoneReceived, again |-> {}] ELSE @[j]
            IN  IF j # m.job THEN before
                ELSE IF HasReceived(before.once, n)
                THEN [once |-> before.once, again |-> before.again \cup {n}]
                ELSE [once |-> WithReceived(before.once, n), again |-> before.again]]]

-----------------------------------------------------------------------------
InitiatorNext ==
    \/ \E f \in Fa, p \in SourceId :
        \/ Open(f, p) \/ Transmit(f, p) \/ Close(f, p) \/ RepeatClose(f, p)
        \/ Release(f, p)
        \/ \E n \in Packet : Retransmit(f, p, n)
    \/ \E m \in ChaosAcks : ReceiveAck(m)
    \/ \E m \in ChaosNacks : ReceiveNack(m)
    \/ \E time \in Step : Tick(time)

TargetNext ==
    \/ \E f \in Fa, p \in SourceId : Forget(f, p)
    \/ \E m \in ChaosSyns :
        \/ Refuse(m) \/ ReceiveSyn(m)
        \/ \E t \in TargetId : Admit(m, t)
    \/ \E m \in ChaosRequests : ReceiveRequest(m)
    \/ \E m \in ChaosCloses : ReceiveClose(m)
    \/ \E time \in Step : Tick(time)

InitiatorSpec == Init /\ [][InitiatorNext]_vars
TargetSpec == Init /\ [][TargetNext]_vars

-----------------------------------------------------------------------------
(* Of either end, against anybody on the path.                             *)

\* Each message is taken: no state lacks a step for it.
TargetTakesAllInv == \* PDC-4 PDC-5 PDC-6 PDC-11
    /\ \A m \in ChaosSyns :
        ENABLED (ReceiveSyn(m) \/ Refuse(m) \/ \E t \in TargetId : Admit(m, t))
    /\ \A m \in ChaosRequests : ENABLED ReceiveRequest(m)
    /\ \A m \in ChaosCloses : ENABLED ReceiveClose(m)
InitiatorTakesAllInv == \* PDC-10
    /\ \A m \in ChaosAcks : ENABLED ReceiveAck(m)
    /\ \A m \in ChaosNacks : ENABLED ReceiveNack(m)

(* Of the target.                                                          *)

\* The payloads that the PDC of a key has had written, as numbers.
Held(f, p) ==
    UNION {{n \in Packet : HasReceived(written[f][p][j].once, n)} : j \in Jobs(<<f, p>>)}

\* A PDC that goes has written all packets before its Close, and none beyond one that is
\* missing.
GoesCompleteProp == \* PDC-11
    [][\A f \in Fa, p \in SourceId :
        (\E t \in target : t.fa = f /\ t.spdcid = p) /\ (\A t \in target' : t.fa # f \/ t.spdcid # p)
            => \E n \in Packet : Held(f, p) = 0 .. n]_vars

\* An acknowledged packet has been written, and the Close has come if the PDC has gone.
AcksTheWrittenProp == \* PDC-6 PDC-11
    [][\A m \in Sent : m.type = "ACK_CC" =>
        \E t \in target \cup target' :
            /\ <<t.pdcid, t.fa, t.spdcid>> = <<m.spdcid, m.fa, m.dpdcid>>
            /\ \A n \in Packet : n < Ahead(m.cack, t.start) =>
                n \in Held(t.fa, t.spdcid)' \/ (t \notin target' /\ n = Ahead(m.cack, t.start) - 1)]_vars

\* A key that is remembered has no PDC.
RememberedHasNoneInv == \* PDC-5
    \A t \in target : <<t.fa, t.spdcid>> \notin memory

\* A step changes one key's PDC, memory and payloads, and those of no other.
Of(f, p) == {t \in target : t.fa = f /\ t.spdcid = p}
Moves(k) ==
    \/ Of(k[1], k[2])' # Of(k[1], k[2])
    \/ written'[k[1]][k[2]] # written[k[1]][k[2]]
    \/ (k \in memory) # (k \in memory')
OneKeyAtATimeProp == \* PDC-5
    [][\A k, l \in Key : Moves(k) /\ Moves(l) => k = l]_vars

\* A PDC stays as it began: its ids, its CCC and its first PSN do not change, and no
\* packet that has come is forgotten.
PdcsStayProp == \* PDC-4 PDC-6
    [][\A t \in target : \A u \in Of(t.fa, t.spdcid)' :
        /\ <<u.pdcid, u.cccid, u.start>> = <<t.pdcid, t.cccid, t.start>>
        /\ u.got.next >= t.got.next]_vars

(* Of the initiator.                                                       *)

\* Nothing counts as acknowledged that has not been sent.
AckedWasSentInv == \* PDC-10
    \A s \in source : s.acked <= s.sent /\ s.sent <= WorkOf(s)

\* A PDC ends when it waits for the end of its Close, and by an answer to that Close.
EndsByItsCloseProp == \* PDC-11
    [][\A s \in source : At(s.fa, s.spdcid)' = {} =>
        /\ s.state = "CLOSE_ACK_WAIT"
        /\ \A m \in ChaosNacks : ReceiveNack(m) =>
            Ahead(m.psn, s.start) = WorkOf(s) /\ m.code \in {"UNKNOWN", "MISMATCH"}
        /\ \A m \in ChaosAcks : ReceiveAck(m) =>
            Ahead(m.cack, s.start) = WorkOf(s) + 1 /\ m.spdcid = s.dpdcid]_vars

\* The first answer settles who the target is; from then on others are not heard.
HearsOneTargetProp == \* PDC-6
    [][\A s \in source : s.state = "ESTABLISHED" => \A u \in At(s.fa, s.spdcid)' :
        /\ u.dpdcid = s.dpdcid
        /\ u.acked # s.acked => \A m \in ChaosAcks : ReceiveAck(m) => m.spdcid = s.dpdcid]_vars

\* An answer changes one PDC's state, and no other.
OneIdAtATimeProp == \* PDC-10
    [][\A k, l \in Key :
        At(k[1], k[2])' # At(k[1], k[2]) /\ At(l[1], l[2])' # At(l[1], l[2]) => k = l]_vars
=============================================================================
