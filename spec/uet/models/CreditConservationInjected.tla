---------------------- MODULE CreditConservationInjected ----------------------
(***************************************************************************)
(* Senders and a receiver that keep to the rules of CreditConservation,    *)
(* and a third party that injects messages of its own.  Each one counts as *)
(* one of the network's Faults.                                            *)
(*                                                                         *)
(* Models     RCCC-3 RCCC-4 RCCC-5 RCCC-6 RCCC-7 RCCC-12                   *)
(* Messages   ACK_CCs with each total that the wire can show, and counts   *)
(*            of memory up to one more than was ever posted; requests with *)
(*            each target that the wire can show, with data and without.   *)
(* Positions  ON_PATH: in the name of any sender, or of the receiver.      *)
(*            LYING: a sender without rules, in its own name only.         *)
(*            Requests carry no PSN here, so that off the path is   *)
(*            on it.                                                       *)
(***************************************************************************)
EXTENDS MCCreditConservation

CONSTANTS
    Forges,         \* "ACK_CC" or "REQUEST": which end is lied to
    Victims         \* senders in whose name, or to whom, it sends

ASSUME ForgesAssumption == Forges \in {"ACK_CC", "REQUEST"} /\ Victims \subseteq Sender

Most == CHOOSE n \in {Sum(Jobs[s][p]) : s \in Sender, p \in Pdc} :
    \A t \in Sender : \A q \in Pdc : Sum(Jobs[t][q]) <= n

ForgedAcks == [total : {Quantum * n : n \in 0 .. Modulus - 1}, acked : {0, Most, Most + 1}]
ForgedRequests == [pdc : Pdc, size : {0, Mtu}, target : 1 .. Modulus - 1, lost : {FALSE}]

Inject(s, m) == \* RCCC-3 RCCC-5
    /\ faults > 0
    /\ IF Forges = "ACK_CC"
       THEN /\ open[s] /\ Len(acks[s]) < MaxAcks
            /\ acks' = [acks EXCEPT ![s] = Append(@, m)]
            /\ UNCHANGED requests
       ELSE /\ Len(requests[s]) < MaxRequests
            /\ requests' = [requests EXCEPT ![s] = Append(@, m)]
            /\ UNCHANGED acks
    /\ faults' = faults - 1
    /\ UNCHANGED <<job, spenderVars, granterVars, closes>>

\* A sender that lies sends nothing else.
Honest == IF Forges = "REQUEST" THEN Sender \ Victims ELSE Sender

InjectedNext ==
    \/ Slice
    \/ \E s \in Sender :
        \/ Ask(s) \/ Close(s) \/ Grant(s) \/ Forget(s)
        \/ \E later \in Later : Commit(s, later)
        \/ \E p \in Pdc : \E k \in 0 .. Faults : Transmit(s, p, k)
        \/ \E i \in 1 .. MaxRequests : Receive(s, i, i, FALSE)
        \/ \E i \in 1 .. MaxAcks : \E later \in Later : Learn(s, i, FALSE, later)
    \/ \E s \in Honest : \E p \in Pdc : Want(s, p)
    \/ \E s \in Victims : \E m \in (IF Forges = "ACK_CC" THEN ForgedAcks ELSE ForgedRequests) :
        Inject(s, m)

InjectedSpec == Init /\ [][InjectedNext]_vars
FairInjectedSpec == InjectedSpec /\ Fairness

-----------------------------------------------------------------------------
(* Of a sender, against any acknowledgment.                                *)

\* Nothing counts as stored that was not sent.
AckedWasSentInv == \A s \in Sender : acked[s] <= Sent(s)     \* RCCC-8

\* One message brings less than half of the field's modulus, and so does the initial credit.
GainIsBoundedProp ==    \* RCCC-5 FIND-7
    [][\A s \in Sender : 2 * (credit'[s] - credit[s]) < Modulus * Quantum]_vars

(* Of the receiver, against any request.                                   *)

\* Issued credit runs at most a window ahead of the data that have come in.  In "uet-1.0" the window is the sender's to name, and this is not claimed.
IssuedAheadInv ==   \* RCCC-3 RCCC-12
    \A s \in known : granted[s] - arrived[s] <= Greatest(Window, InitialCredit)

\* The table has one entry for each sender that has been heard of, and no other.
TableIsOfSendersInv == known \subseteq Sender   \* RCCC-1

\* A sender in whose name nothing is forged.
Spared == Sender \ Victims
SparedIsCoveredInv == \A s \in Spared : open[s] => arrived[s] + OnTheWay(s) <= credit[s]     \* RCCC-6
SparedAcksAreCommittedInv == \A s \in Spared : acked[s] <= committed[s]       \* RCCC-4
SparedIsIssuedInv == \A s \in Spared : credit[s] <= Issued(s)     \* RCCC-5
\* At no time is more of their credit outstanding than the cap allows.  This is for models in which the initial credit of all is within the cap.
SparedWithinCapProp ==      \* RCCC-10 FIND-5
    [][Sum([i \in DOMAIN SenderOrder |-> LET s == SenderOrder[i] IN
        IF s \in Spared THEN granted'[s] - arrived'[s] ELSE 0]) <= Cap]_vars
SparedClosesProp == \A s \in Spared : open[s] ~> ~ open[s]      \* RCCC-15
=============================================================================
