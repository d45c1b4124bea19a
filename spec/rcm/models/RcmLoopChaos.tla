------------------------------ MODULE RcmLoopChaos ------------------------------
(***************************************************************************)
(* RcmLoop against a peer that keeps to nothing.  In a model with one end  *)
(* the chaos peer replaces the other end, the switch and the network: its  *)
(* one action Inject(m) has a queue pair receive m now.  It has no state   *)
(* and no copies, and the network shows the messages that left last.  In   *)
(* the model with both ends a third party injects a bounded number of      *)
(* messages, and each counts as one that the network repeats.              *)
(*                                                                         *)
(* Models     RCM-3 RCM-4 RCM-5 RCM-6 RCM-10 RCM-11 RCM-12                 *)
(* Messages   each codepoint, for each queue pair, as a CNP and as data;   *)
(*            the ICRC of data verifies or not.  Receivers look at nothing *)
(*            else.  A CNP has any codepoint, which makes no difference    *)
(* Positions  of the attacker, at each claim.  OFF the path it has to guess*)
(*            a queue pair's number, one of 2^24, and no PSN: a CNP has    *)
(*            none.  ON the path it knows the number.  A lying END is the  *)
(*            peer itself.  A claim against an END holds against all three *)
(* Not        that a rate is that of the congestion there is: see the      *)
(* claimed    controls on these models                                     *)
(* Counts     of packets are modulo Laps: the peer goes on for ever        *)
(***************************************************************************)
EXTENDS MCRcmLoop

CONSTANTS
    Honest,     \* "REACTION" or "NOTIFICATION": all points of that kind, and nothing else; or "BOTH"
    Laps,       \* counts of packets are told apart modulo this
    Opcodes,    \* "CNP" and "DATA": opcodes of the peer
    Named       \* queue pairs to which it sends

ASSUME RcmLoopChaosAssumption ==
    /\ Honest \in {"REACTION", "NOTIFICATION", "BOTH"}
    /\ Laps \in Nat \ {0} /\ Opcodes \subseteq {"CNP", "DATA"} /\ Named \subseteq Qps

MCOneAndIdle == <<2, 2>>

\* The network shows the messages that left last.
ChaosJoined(messages, others) == others
ChaosOneMore(count) == (count + 1) % Laps

ChaosMessages ==
    {m \in [opcode : Opcodes, qp : Named, ecn : Codepoints, valid : BOOLEAN] :
        m.opcode = "DATA" \/ m.valid}

Inject(m) ==
    /\ IF Honest = "BOTH"
       THEN repeated < Repeats /\ repeated' = repeated + 1
       ELSE repeated' = repeated
    /\ IF m.opcode = "CNP"
       THEN TakeCnp([qp |-> m.qp, ecn |-> m.ecn], cnps) /\ UNCHANGED delivered
       ELSE TakePacket([qp |-> m.qp, ecn |-> m.ecn], m.valid) /\ UNCHANGED <<calm, passed>>
    /\ UNCHANGED <<waiting, sent, link, queue, lost, marked, corrupted>>

-----------------------------------------------------------------------------
ReactionNext ==
    \/ \E q \in Qps : Transmit(q) \/ RiseTimer(q) \/ AlphaTimer(q)
    \/ \E m \in ChaosMessages : Inject(m)
    \/ \E time \in Elapsed : Tick(time)

NotificationNext ==
    \/ \E q \in Qps : CnpTimer(q)
    \/ \E m \in ChaosMessages : Inject(m)
    \/ \E time \in Elapsed : Tick(time)

PairNext ==
    \/ \E q \in Qps : Transmit(q) \/ RiseTimer(q) \/ AlphaTimer(q) \/ CnpTimer(q)
    \/ \E draw \in Draws : Enqueue(draw)
    \/ Receive(TRUE)
    \/ \E i \in 1 .. MaxCnps : ReceiveCnp(i, FALSE)
    \/ \E m \in ChaosMessages : Inject(m)
    \/ \E time \in Elapsed : Tick(time)

ReactionSpec == Init /\ [][ReactionNext]_vars
NotificationSpec == Init /\ [][NotificationNext]_vars

\* None for the third party.
PairSpec == Init /\ [][PairNext]_vars /\ Fairness

-----------------------------------------------------------------------------
(* Of either point.                                                        *)

\* Each message is taken: no state lacks a step for it.  Against an END.
TakesAllInv == \* RCM-3 RCM-5
    \A m \in ChaosMessages : ENABLED Inject(m)

\* A step takes this message.
Came(m) == Inject(m)

\* ThatQpAloneProp, of the module, is claimed as well: the rate of one queue pair changes, and of
\* no other.  END.

(* Of the reaction point.                                                  *)

\* A rate falls with a CNP for that queue pair, of any codepoint, and by nothing else.  END.
FallsForCnpProp == \* RCM-4 RCM-5
    [][\A q \in Qps : rp'[q].rate < rp[q].rate =>
        \A e \in Codepoints : Came([opcode |-> "CNP", qp |-> q, ecn |-> e, valid |-> TRUE])]_vars

\* However many CNPs come, a packet may leave once the last one has had its time at the least
\* rate.  END.
StillSendsInv == \* RCM-5
    \A q \in Qps :
        /\ sent[q] < Packets[q]
        /\ rp[q].limited => rp[q].sinceSent * MinRate >= rp[q].lastBytes * PerByte
        => ENABLED Transmit(q)

\* The cuts of a CNP flood are a gap apart, and each takes half of alpha at most.  END.
CutsAreBoundedProp == \* RCM-5
    [][\A q \in Qps : rp'[q].rate < rp[q].rate =>
        /\ rp[q].sinceCut >= CutGap /\ rp'[q].sinceCut = 0
        /\ 2 * Scale * (rp'[q].rate + 1) > rp[q].rate * (2 * Scale - rp[q].alpha)]_vars

\* If nothing is marked, no rate falls.  At a reaction point not claimed of any attacker: a CNP
\* says nothing but the number of a queue pair.  A notification point alone keeps it.
UnmarkedInv == \A q \in Qps : rp[q].rate = Line \* RCM-5 FIND-37

(* Of the notification point.                                              *)

Mark(q) == [opcode |-> "DATA", qp |-> q, ecn |-> "CE", valid |-> TRUE]

\* A notification point begins an interval, or keeps a mark in mind, for a valid mark of its own
\* queue pair; the end of an interval has the mark answered that was kept.  A packet that is not
\* valid, or not marked, changes nothing, nor does a CNP.  END.
AnswersMarksProp == \* RCM-3 RCM-12 FIND-13
    [][\A q \in Qps :
        np'[q].sinceCnp < np[q].sinceCnp \/ np'[q].owed # np[q].owed =>
            \/ np[q].owed /\ np[q].sinceCnp >= Interval /\ np'[q] = [sinceCnp |-> 0, owed |-> FALSE]
            \/ q \in Notifies /\ Came(Mark(q))]_vars

\* A mark is answered at once if the interval is over.  END.
MarksDrawProp == \* RCM-3
    [][\A q \in Named \cap Notifies :
        np[q].sinceCnp >= Interval /\ Came(Mark(q)) => cnps' = <<[qp |-> Peer[q], ecn |-> CnpEcn]>>]_vars

\* Two CNPs for one queue pair are an interval apart, and go to the peer alone with the configured
\* codepoint: a flood of marks is answered by so many and no more.  END.
BoundedAnswersProp == \* RCM-3 RCM-4
    [][/\ Len(cnps') <= 1
       /\ cnps' # cnps /\ cnps' # <<>> => quiet[cnps'[1].qp] >= Interval
       /\ \A q \in Qps : np'[q].sinceCnp < np[q].sinceCnp => cnps' = <<[qp |-> Peer[q], ecn |-> CnpEcn]>>
       /\ (\E q \in Qps : quiet[q] < Interval /\ delivered'[Peer[q]] # delivered[Peer[q]]) => cnps' = <<>>]_vars

\* Each valid packet is handed on once, an invalid one never, nor a CNP.  END.
HandedOnInv == \* RCM-11 RCM-12
    \A m \in ChaosMessages :
        ~ENABLED (/\ Inject(m)
                  /\ delivered' # IF m.opcode = "DATA" /\ m.valid
                                  THEN [delivered EXCEPT ![m.qp] = (@ + 1) % Laps]
                                  ELSE delivered)
=================================================================================
