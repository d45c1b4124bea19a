------------------------- MODULE PdcHandshakeInjected -------------------------
(***************************************************************************)
(* An initiator and a target of PdcHandshake that keep to the rules, and a *)
(* third party that injects messages of its own into their network: so     *)
(* many, or without end (Floods).                                          *)
(*                                                                         *)
(* Models     PDC-4 PDC-5 PDC-6 PDC-10 PDC-11                              *)
(* Positions  OFF_PATH: it forges the initiator's address and guesses ids, *)
(*            which are small numbers.  It sees nothing, so that it does   *)
(*            not hit the PSNs of a PDC: there are 2^32, and a PDC starts  *)
(*            at any of them.  Its own lie half the modulus away (Starts). *)
(*            ON_PATH: it sees all, and so hits them.                      *)
(*            LYING: it is a FEP, and sends in its own name only.          *)
(***************************************************************************)
EXTENDS PdcHandshakeChaos

CONSTANTS
    Third,      \* the third party, a FEP that opens nothing: each of its jobs
                \* is one message that it may inject
    Floods,     \* TRUE: it never stops
    Position    \* where it is

ASSUME PdcHandshakeInjectedAssumption ==
    /\ End = "BOTH" /\ Third \in Fa /\ SourcePdcs = 1
    /\ Position \in {"OFF_PATH", "ON_PATH", "LYING"} /\ Floods \in BOOLEAN

Honest == Fa \ {Third}

\* One packet of the others; one message, and two, of the third party.
MCOne == [f \in Fa |-> << <<[class |-> "lo", packets |-> 1]>> >>]
MCTwo ==
    [f \in Fa |-> << IF f = Third
        THEN <<[class |-> "lo", packets |-> 1], [class |-> "lo", packets |-> 1]>>
        ELSE <<[class |-> "lo", packets |-> 1]>> >>]

\* Its messages, by the name in which it may send them.
Forged ==
    {m \in ChaosSyns \cup ChaosRequests \cup ChaosCloses \cup ChaosAcks \cup ChaosNacks :
        IF Position = "LYING" THEN m.fa = Third /\ m.type \notin {"ACK_CC", "NACK"}
        ELSE m.fa \in Honest}

AllSyns == Syns \cup ChaosSyns
AllRequests == Requests \cup ChaosRequests
AllCloses == Closes \cup ChaosCloses
AllAcks == Acks \cup ChaosAcks
AllNacks == Nacks \cup ChaosNacks
AllMessages == AllSyns \cup AllRequests \cup AllCloses \cup AllAcks \cup AllNacks

Inject(m) == \* PDC-5 PDC-6 PDC-10
    /\ IF Floods THEN UNCHANGED turn
       ELSE /\ turn[Third][1] < Turns(Third, 1)
            /\ turn' = [turn EXCEPT ![Third][1] = @ + 1]
    /\ Sends(m)
    /\ UNCHANGED <<source, resting, inflight, sourceClock, targetVars>>

-----------------------------------------------------------------------------
InjectedNext ==
    \/ \E f \in Honest, p \in SourceId :
        \/ Open(f, p) \/ Transmit(f, p) \/ Close(f, p) \/ RepeatClose(f, p)
        \/ Release(f, p)
        \/ \E n \in Packet : Retransmit(f, p, n)
    \/ \E f \in Fa, p \in SourceId : Forget(f, p)
    \/ \E m \in AllSyns :
        \/ Refuse(m) \/ ReceiveSyn(m)
        \/ \E t \in TargetId : Admit(m, t)
    \/ \E m \in AllRequests : ReceiveRequest(m)
    \/ \E m \in AllCloses : ReceiveClose(m)
    \/ \E m \in AllAcks : ReceiveAck(m)
    \/ \E m \in AllNacks : ReceiveNack(m)
    \/ \E m \in AllMessages : Lose(m)
    \/ \E m \in Forged : Inject(m)
    \/ \E time \in Step : Tick(time)

\* That of PdcHandshake, for the ends and for the arrival of injected messages.  None for Inject:
\* the third party need not.
InjectedFairness ==
    /\ \A f \in Honest, p \in SourceId : EndsFairness(f, p)
    /\ WF_vars(\E time \in Step : Tick(time))
    /\ SF_vars(\E m \in AllSyns : ReceiveSyn(m) \/ \E t \in TargetId : Admit(m, t))
    /\ \A n \in Packet :
        SF_vars(\E m \in Requests : Offset(m.psn, StartPsn(m.job)) = n /\ ReceiveRequest(m))
    /\ SF_vars(\E m \in Closes : ReceiveClose(m))
    /\ WF_vars(\E m \in ChaosRequests : ReceiveRequest(m))
    /\ WF_vars(\E m \in ChaosCloses : ReceiveClose(m))
    /\ SF_vars((\E m \in AllAcks : ReceiveAck(m)) \/ (\E m \in AllNacks : ReceiveNack(m)))

InjectedSpec == Init /\ [][InjectedNext]_vars
FairInjectedSpec == InjectedSpec /\ InjectedFairness

-----------------------------------------------------------------------------
\* No payload is written twice in the name of an honest initiator's job.
HonestWrittenOnceInv == \* PDC-5
    \A f \in Honest, p \in SourceId : \A j \in Jobs(<<f, p>>) : written[f][p][j].again = {}

\* A packet that an honest initiator takes as acknowledged has been written.
HonestAckedIsWrittenInv == \* PDC-10 FIND-39
    \A s \in source : s.acked <= written[s.fa][s.spdcid][s.job].once.next

\* Behind every PDC of an honest FEP's key stands a living one.
HonestNoGhostInv == \* PDC-5 FIND-1
    \A t \in target : t.fa \in Honest => \E s \in At(t.fa, t.spdcid) : s.start = t.start

\* An honest initiator gets done all that it has to do.
HonestDone ==
    \A f \in Honest, p \in SourceId :
        turn[f][p] = Turns(f, p) /\ At(f, p) = {} /\ <<f, p>> \notin resting
HonestEndsProp == <>[]HonestDone \* PDC-11 FIND-39

\* A PDC that has learnt its target gets done in spite of all that is injected from then on.
LearntEndsProp == \* PDC-6 PDC-11
    \A f \in Honest, p \in SourceId :
        (\E s \in At(f, p) : s.dpdcid # 0) ~> At(f, p) = {}

(* Not claimed: that a sender gets on where another one fills the network  *)
(* all the time.  Each step of it that sends may starve.                   *)
SendsProp == \A f \in Honest, p \in SourceId :
    At(f, p) # {} ~> At(f, p) = {} \/ \E s \in At(f, p) : s.sent > 0
SendsAgainProp == \A f \in Honest, p \in SourceId :
    (\E s \in At(f, p) : s.sent > 0) ~> At(f, p) = {} \/ \E s \in At(f, p) : s.dpdcid # 0
ClosesProp == \A f \in Honest, p \in SourceId :
    (\E s \in At(f, p) : s.acked = WorkOf(s)) ~>
        At(f, p) = {} \/ \E s \in At(f, p) : s.state = "CLOSE_ACK_WAIT"
ClosesAgainProp == \A f \in Honest, p \in SourceId :
    (\E s \in At(f, p) : s.state = "CLOSE_ACK_WAIT") ~> At(f, p) = {}
=============================================================================
