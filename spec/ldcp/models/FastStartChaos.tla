--------------------------- MODULE FastStartChaos ---------------------------
(***************************************************************************)
(* Senders of FastStart against chaos peers: receivers that acknowledge    *)
(* packets before they have come or have been sent, and name any packet as *)
(* missing.                                                                *)
(*                                                                         *)
(* Models     LDCP-8 LDCP-9 LDCP-10 LDCP-11                                *)
(* Messages   ACKs and NAKs with each number of packets: fewer than are    *)
(*            acknowledged, as many, one more, all that were sent, more    *)
(*            than these, IW, and more than the messages have.             *)
(* Position   a lying receiver, or an attacker on the path.                *)
(* Leaves out the stable stage: an acknowledgment there is PawaWindow's.   *)
(*            Packets go on leaving, and time out.                         *)
(***************************************************************************)
EXTENDS MCFastStart

CONSTANTS
    Told        \* packets that the peer says have come

ASSUME FastStartChaosAssumption == Told \subseteq Nat

MCChaosFlows == <<<<1, 4>>, <<2>>>>
MCChaosFlow == <<<<2, 4>>>>

Forged == [flow : Flows, nak : BOOLEAN, psn : Told]

\* The peer takes all that has left, and its message comes now.
Inject(m) == \* LDCP-10
    /\ s[m.flow].stage = "FAST"
    /\ s' = [s EXCEPT ![m.flow] = IF m.nak THEN Refused(@, m.psn) ELSE Acknowledged(@, m.psn)]
    /\ queue' = <<>>
    /\ UNCHANGED <<posted, expected, nakked, acks, lost, early>>

ChaosNext ==
    \/ \E f \in Flows : Post(f) \/ Transmit(f) \/ Timeout(f)
    \/ \E m \in Forged : Inject(m)
    \/ \E time \in Elapsed : Tick(time)

ChaosSafety == Init /\ [][ChaosNext]_vars

-----------------------------------------------------------------------------
\* Against an END, all of them.

Came(m) == Inject(m)

\* Nothing is acknowledged that was not sent, and nothing was sent that was not posted.
AckedWasSentInv == \* LDCP-10
    \A f \in Flows : s[f].una <= s[f].next /\ s[f].next <= UpTo(f, posted[f])

\* A packet counts as sent when it leaves, and in no other way.
SentByLeavingProp == \* LDCP-8 LDCP-10
    [][\A f \in Flows : s'[f].next > s[f].next =>
        s'[f].next = s[f].next + 1 /\ s'[f].una = s[f].una]_vars

\* An acknowledgment of packets that were not sent changes nothing; so does an old one.
RefusedProp == \* LDCP-10
    [][s' # s =>
        \A m \in Forged :
            \/ m.psn > s[m.flow].next
            \/ m.psn < s[m.flow].una
            \/ m.psn = s[m.flow].una /\ ~m.nak
            => ~Came(m)]_vars

\* An acknowledgment of one flow does not touch another one.
OfOneFlowProp == \* LDCP-10
    [][\A f, g \in Flows : f # g /\ s'[f].una # s[f].una => s'[g] = s[g]]_vars

\* The window that fast start leaves counts packets that were sent.
CountsSentInv == \A f \in Flows : s[f].cw <= Most(1, s[f].next) \* LDCP-10
=============================================================================
