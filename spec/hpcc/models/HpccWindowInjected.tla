-------------------------- MODULE HpccWindowInjected --------------------------
(***************************************************************************)
(* A sender and a receiver of HpccWindow that keep to the rules, and a     *)
(* third party that injects acknowledgments of its own.  Each one counts   *)
(* as one of the network's Losses.                                         *)
(*                                                                         *)
(* Models     HPCC-3 HPCC-4 HPCC-10 HPCC-11 HPCC-17                        *)
(* Messages   each sequence number that the transport lets through: that   *)
(*            of a packet that has been sent, acknowledged or not          *)
(*            (RcTransport holds that).  Windows below the least one and   *)
(*            beyond line rate.  Counts of one flow, and of more flows     *)
(*            than the headroom has parts.  Telemetry may say anything in  *)
(*            all models.                                                  *)
(* Positions  a lying receiver, or anybody on the path.                    *)
(***************************************************************************)
EXTENDS MCHpccWindow

CONSTANTS
    Windows,    \* windows that it tells
    Flows       \* and counts

Told(seq) == [seq : {seq}, w : Windows \cup {None}, n : Flows \cup {None}]
Forged == UNION {Told(seq) : seq \in 0 .. Modulus - 1}

\* Nothing else is lost, so that lost counts the injected messages alone.
Inject(a) == \* HPCC-4 HPCC-10
    /\ lost < Losses /\ acks = <<>>
    /\ (s.sndNxt - a.seq) % Modulus <= Packets + 1
    /\ acks' = <<a>>
    /\ lost' = lost + 1
    /\ UNCHANGED <<c, s, r, data, done, told>>

InjectedNext ==
    \/ Transmit
    \/ \E u \in Us \cup {None}, tau \in Taus \cup {0} : ReceiveAck(u, tau)
    \/ GoBack
    \/ \E u \in Us \cup {None}, tau \in Taus \cup {0} : Receive(u, tau)
    \/ \E a \in Forged : Inject(a)
    \/ \E time \in Elapsed : Tick(time)

InjectedSpec == Init /\ [][InjectedNext]_vars

-----------------------------------------------------------------------------
\* Nothing counts as acknowledged that has not been sent.
AckedWasSentInv == done + InFlight(s) <= Packets \* HPCC-10

\* An acknowledged packet stays so, and the place of the next packet lies beyond it.
UnaOnlyRisesProp == \* HPCC-4 HPCC-10
    [][done' >= done /\ (s'.sndUna - s.sndUna) % Modulus = done' - done]_vars

\* An old acknowledgment opens no round: the reference moves once for each packet at most.
RoundsAreOfPacketsProp == \* HPCC-4
    [][c'.wc # c.wc => Progress(acks[1].seq, s.lastUpdateSeq, Modulus) > 0]_vars
=============================================================================
