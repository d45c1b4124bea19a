----------------------------- MODULE CccTeardown -----------------------------
(***************************************************************************)
(* The end of a congestion control context (CCC) that several packet       *)
(* delivery contexts (PDCs) share, at both ends: the source's lives until  *)
(* its last PDC ends, the target's while the target knows one of its PDCs, *)
(* and with the target's goes the count of the credit that it has issued.  *)
(*                                                                         *)
(* Source     RCCC, 5 Feb 2026: a target learns of a PDC by its first      *)
(*            packet, and frees the CCC with the last one; Congestion      *)
(*            Control Context, 13 Jan 2026: PDCs share a CCC.  The rules   *)
(*            MayOpen, MayClose and ContextPool are ours (FIND-26): as     *)
(*            published, a target forgets its count while the source's     *)
(*            CCC lives on.                                                *)
(* Models     CCC-8 CCC-11 PDC-4 PDC-6 PDC-11 RCCC-5 RCCC-6 RCCC-15        *)
(* Mends      FIND-26                                                      *)
(* Leaves out all packets of a PDC but its first (CreditConservation);     *)
(*            sharing credit among sources (there, too); messages that     *)
(*            come twice, or after their PDC has ended, and ids (all in    *)
(*            PdcHandshake); the CCC's configuration (CccLifecycle).       *)
(*            PDCs that have sent nothing are alike: those of a source open*)
(*            and send in the order of their numbers, which stands for any *)
(* Unit       one unit of credit is one PDC's first packet                 *)
(***************************************************************************)
EXTENDS Integers, FiniteSets

CONSTANTS
    Source,         \* flows towards this target; each has one CCC at a time
    Jobs,           \* per source: how many PDCs it wants, one after the other or together
    InitialCredit,  \* units a CCC has unasked, at both ends
    Window,         \* units the target issues beyond what has come in
    TargetPdcs,     \* size of the target's pool of PDCs
    Lossy           \* network: messages may be lost

ASSUME CccTeardownAssumption ==
    /\ Jobs \in [Source -> Nat \ {0}]
    /\ {InitialCredit, Window, TargetPdcs} \subseteq Nat \ {0}
    /\ Window >= InitialCredit /\ Lossy \in BOOLEAN
    /\ TargetPdcs > 1       \* else no CCC has room for a second PDC

Pdc(s) == 1 .. Jobs[s]

VARIABLES
    phase,      \* source: how far each PDC is
    sent,       \* source: PDCs whose first packet has been sent
    credit,     \* source: cumulative credit of its CCC, as far as it has been told; 0 without a CCC
    spent,      \* source: units of it used up
    known,      \* target: PDCs that it has taken in
    granted,    \* target: cumulative credit issued to the CCC; 0 where it knows no PDC of it
    arrived,    \* target: first packets that came in, of a CCC that it knows
    net         \* network: messages under way, of each PDC

sourceVars == <<phase, sent, credit, spent>>
targetVars == <<known, granted, arrived>>
vars == <<sourceVars, targetVars, net>>

Phase == {"WANTED", "CREATING", "ESTABLISHED", "CLOSE_ACK_WAIT", "ENDED"}
Type == {"SYN", "ASK", "ACK_CC", "CLOSE", "CLOSE_ACK"}

\* Only an ACK_CC tells a total.
Message(type) == [type |-> type, total |-> 0]
Answered(total) == [type |-> "ACK_CC", total |-> total]

IsUnderWay(type, s, n) == \E m \in net[s][n] : m.type = type
NoneIsUnderWay(types, s, n) == \A m \in net[s][n] : m.type \notin types

\* What is under way when one more message is, or none of a type any more, or a message in the place of it.
With(s, n, message) == [net EXCEPT ![s][n] = @ \cup {message}]
Without(s, n, type) == [net EXCEPT ![s][n] = {m \in @ : m.type # type}]
InPlaceOf(type, s, n, message) == [net EXCEPT ![s][n] = {m \in @ : m.type # type} \cup {message}]

InPhase(s, which) == {n \in Pdc(s) : phase[s][n] = which}

\* The source's CCC lives.
Bound(s) == InPhase(s, "CREATING") \cup InPhase(s, "ESTABLISHED") \cup InPhase(s, "CLOSE_ACK_WAIT")

Contexts == {s \in Source : known[s] # {}}

PdcsInUse == Cardinality(UNION {{<<s, n>> : n \in known[s]} : s \in Source})

\* A target has a CCC fewer than PDCs, so that of some CCC two PDCs are known, or one is free for it.
ContextPool == TargetPdcs - 1       \* PDC-4 FIND-26

TypeOK ==
    /\ \A s \in Source : phase[s] \in [Pdc(s) -> Phase]
    /\ \A s \in Source : sent[s] \subseteq Pdc(s) /\ known[s] \subseteq Pdc(s)
    /\ {credit, spent, granted, arrived} \subseteq [Source -> Nat]
    /\ \A s \in Source : net[s] \in [Pdc(s) -> SUBSET [type : Type, total : Nat]]

Init ==
    /\ phase = [s \in Source |-> [n \in Pdc(s) |-> "WANTED"]]
    /\ sent = [s \in Source |-> {}]
    /\ credit = [s \in Source |-> 0]
    /\ spent = [s \in Source |-> 0]
    /\ known = [s \in Source |-> {}]
    /\ granted = [s \in Source |-> 0]
    /\ arrived = [s \in Source |-> 0]
    /\ net = [s \in Source |-> [n \in Pdc(s) |-> {}]]

-----------------------------------------------------------------------------
\* Source.

\* A CCC all of whose PDCs close is not joined: the target may have forgotten it.  The PDC waits for the next one.
MayOpen(s) == Bound(s) # InPhase(s, "CLOSE_ACK_WAIT") \/ Bound(s) = {}      \* CCC-8 FIND-26

\* A PDC that the target knows stays open while another one of its CCC is not known to have been taken in: else the target would forget the
\* CCC, and nobody could ask for credit.  One does, and no second one: it would hold a PDC of the target's that the other one may want.
MayClose(s) == InPhase(s, "CREATING") = {} \/ Cardinality(InPhase(s, "ESTABLISHED")) > 1       \* PDC-11 FIND-26

\* The next PDC that is wanted joins its flow's CCC, or begins a new one.
Open(s, n) ==       \* CCC-8 CCC-11
    /\ InPhase(s, "WANTED") = n .. Jobs[s]
    /\ MayOpen(s)
    /\ phase' = [phase EXCEPT ![s][n] = "CREATING"]
    /\ credit' = IF Bound(s) = {} THEN [credit EXCEPT ![s] = InitialCredit] ELSE credit
    /\ UNCHANGED <<sent, spent, targetVars, net>>

\* The first packet leaves, on new credit.
Transmit(s, n) ==       \* RCCC-5
    /\ phase[s][n] = "CREATING" /\ sent[s] = 1 .. n - 1
    /\ spent[s] < credit[s]
    /\ sent' = [sent EXCEPT ![s] = @ \cup {n}]
    /\ spent' = [spent EXCEPT ![s] = @ + 1]
    /\ net' = With(s, n, Message("SYN"))
    /\ UNCHANGED <<phase, credit, targetVars>>

\* It was lost or refused, or its answer was lost: it is sent again, on the credit that it had.
Retransmit(s, n) ==     \* RCCC-15
    /\ phase[s][n] = "CREATING" /\ n \in sent[s]
    /\ NoneIsUnderWay({"SYN", "ACK_CC"}, s, n)
    /\ net' = With(s, n, Message("SYN"))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A PDC that the target knows asks for the credit that another one needs.
Ask(s, n) ==        \* RCCC-15
    /\ phase[s][n] = "ESTABLISHED"
    /\ spent[s] = credit[s] /\ InPhase(s, "CREATING") \ sent[s] # {}
    /\ NoneIsUnderWay({"ASK", "ACK_CC"}, s, n)
    /\ net' = With(s, n, Message("ASK"))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* An ACK_CC tells that the PDC has been taken in, and the total of the credit; an older total changes nothing.
Learn(s, n) ==      \* RCCC-5
    /\ \E m \in net[s][n] :
        /\ m.type = "ACK_CC"
        /\ phase' = IF phase[s][n] = "CREATING" THEN [phase EXCEPT ![s][n] = "ESTABLISHED"] ELSE phase
        /\ credit' = IF n \in Bound(s) /\ m.total > credit[s] THEN [credit EXCEPT ![s] = m.total] ELSE credit
        /\ net' = [net EXCEPT ![s][n] = @ \ {m}]
    /\ UNCHANGED <<sent, spent, targetVars>>

\* The PDC has nothing more to do, and is not kept open for another one.
Close(s, n) ==      \* PDC-11 CCC-11
    /\ phase[s][n] = "ESTABLISHED"
    /\ MayClose(s)
    /\ phase' = [phase EXCEPT ![s][n] = "CLOSE_ACK_WAIT"]
    /\ net' = With(s, n, Message("CLOSE"))
    /\ UNCHANGED <<sent, credit, spent, targetVars>>

\* The Close, or its acknowledgment, was lost.
RepeatClose(s, n) ==        \* PDC-11
    /\ phase[s][n] = "CLOSE_ACK_WAIT"
    /\ NoneIsUnderWay({"CLOSE", "CLOSE_ACK"}, s, n)
    /\ net' = With(s, n, Message("CLOSE"))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* The target has closed: the PDC ends, and with the last one the CCC.
End(s, n) ==        \* CCC-11 PDC-11
    /\ IsUnderWay("CLOSE_ACK", s, n)
    /\ phase' = [phase EXCEPT ![s][n] = "ENDED"]
    /\ IF Bound(s) = {n}
       THEN credit' = [credit EXCEPT ![s] = 0] /\ spent' = [spent EXCEPT ![s] = 0]
       ELSE UNCHANGED <<credit, spent>>
    /\ net' = Without(s, n, "CLOSE_ACK")
    /\ UNCHANGED <<sent, targetVars>>

-----------------------------------------------------------------------------
\* Target.

HasRoom(s) == PdcsInUse < TargetPdcs /\ (known[s] # {} \/ Cardinality(Contexts) < ContextPool)

\* A first packet of a PDC that is not known: it takes a PDC of the pool, and a CCC where its flow has none.
Admit(s, n) ==      \* PDC-4
    /\ IsUnderWay("SYN", s, n)
    /\ n \notin known[s]
    /\ HasRoom(s)
    /\ known' = [known EXCEPT ![s] = @ \cup {n}]
    /\ granted' = IF known[s] = {} THEN [granted EXCEPT ![s] = InitialCredit] ELSE granted
    /\ arrived' = [arrived EXCEPT ![s] = @ + 1]
    /\ net' = InPlaceOf("SYN", s, n, Answered(granted'[s]))
    /\ UNCHANGED sourceVars

\* One that is known: its answer was lost.
ReceiveSyn(s, n) ==     \* PDC-4
    /\ IsUnderWay("SYN", s, n)
    /\ n \in known[s]
    /\ net' = InPlaceOf("SYN", s, n, Answered(granted[s]))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* There is no PDC to give, or no CCC.
Refuse(s, n) ==     \* PDC-4
    /\ IsUnderWay("SYN", s, n)
    /\ n \notin known[s]
    /\ ~ HasRoom(s)
    /\ net' = Without(s, n, "SYN")
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A request for credit: granted within the window.  Of a PDC that is gone nothing is known, and nothing said.
Answer(s, n) ==     \* RCCC-5 RCCC-15
    /\ IsUnderWay("ASK", s, n)
    /\ IF n \in known[s]
       THEN /\ granted' = IF granted[s] - arrived[s] < Window THEN [granted EXCEPT ![s] = @ + 1] ELSE granted
            /\ net' = InPlaceOf("ASK", s, n, Answered(granted'[s]))
       ELSE /\ net' = Without(s, n, "ASK")
            /\ UNCHANGED granted
    /\ UNCHANGED <<known, arrived, sourceVars>>

\* What the target keeps of a CCC is kept while it knows one PDC of it.
Kept(s, left) == left # {}      \* CCC-11

\* The PDC goes, and with the last PDC of a CCC the CCC.
ReceiveClose(s, n) ==       \* CCC-11 PDC-11
    /\ IsUnderWay("CLOSE", s, n)
    /\ known' = [known EXCEPT ![s] = @ \ {n}]
    /\ IF Kept(s, known[s] \ {n})
       THEN UNCHANGED <<granted, arrived>>
       ELSE granted' = [granted EXCEPT ![s] = 0] /\ arrived' = [arrived EXCEPT ![s] = 0]
    /\ net' = InPlaceOf("CLOSE", s, n, Message("CLOSE_ACK"))
    /\ UNCHANGED sourceVars

-----------------------------------------------------------------------------
\* Network.
Lose(type, s, n) ==     \* RCCC-15
    /\ Lossy
    /\ IsUnderWay(type, s, n)
    /\ net' = Without(s, n, type)
    /\ UNCHANGED <<sourceVars, targetVars>>

-----------------------------------------------------------------------------
Next ==
    \E s \in Source : \E n \in Pdc(s) :
        \/ Open(s, n) \/ Transmit(s, n) \/ Retransmit(s, n) \/ Ask(s, n) \/ Learn(s, n)
        \/ Close(s, n) \/ RepeatClose(s, n) \/ End(s, n)
        \/ Admit(s, n) \/ ReceiveSyn(s, n) \/ Refuse(s, n) \/ Answer(s, n) \/ ReceiveClose(s, n)
        \/ \E type \in Type : Lose(type, s, n)

\* What a PDC's source does of itself, and what arrives at either end for it.
Acts(s, n) == Open(s, n) \/ Transmit(s, n) \/ Retransmit(s, n) \/ Ask(s, n) \/ Close(s, n) \/ RepeatClose(s, n)
ArrivesAtSource(s, n) == Learn(s, n) \/ End(s, n)
ArrivesAtTarget(s, n) == Admit(s, n) \/ ReceiveSyn(s, n) \/ Answer(s, n) \/ ReceiveClose(s, n)

\* Weak for what the source does of itself.  Strong for arrivals, which a loss disables: the network may lose any message, but not all of a
\* PDC's in one direction for ever.  None for Lose and Refuse.
Fairness ==
    \A s \in Source : \A n \in Pdc(s) : WF_vars(Acts(s, n)) /\ SF_vars(ArrivesAtSource(s, n)) /\ SF_vars(ArrivesAtTarget(s, n))

Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ Fairness

-----------------------------------------------------------------------------
\* The source's CCC lives: a PDC has begun, and has not ended.
Lives(s) == \E n \in Pdc(s) : phase[s][n] \notin {"WANTED", "ENDED"}

\* It begins with the initial credit, and leaves nothing to the next one.
ContextInv ==       \* CCC-11 RCCC-5
    \A s \in Source : IF Lives(s) THEN credit[s] >= InitialCredit ELSE credit[s] = 0 /\ spent[s] = 0

SpendsOnlyCreditInv == \A s \in Source : spent[s] <= credit[s]     \* RCCC-6

\* As long as a PDC of the source's CCC is not closing, the target counts no less credit than that has; the initial credit both count unasked.
CreditIsCountedInv ==       \* RCCC-5 CCC-11 FIND-26
    \A s \in Source : Bound(s) # InPhase(s, "CLOSE_ACK_WAIT") /\ credit[s] > InitialCredit => granted[s] >= credit[s]

\* A target knows no PDC that its source has not, so that nothing of it stays.
KnownIsBoundInv == \A s \in Source : known[s] \subseteq Bound(s)        \* CCC-11 PDC-11

\* Nor does anything of a CCC stay of which it knows no PDC; else it has issued the initial credit at least.
CountInv ==     \* CCC-11 RCCC-5
    \A s \in Source : IF known[s] = {} THEN granted[s] = 0 /\ arrived[s] = 0 ELSE granted[s] >= InitialCredit

\* What has come in of a CCC was sent with its credit, and each PDC that is known came in once.
ArrivedInv == \A s \in Source : arrived[s] \in Cardinality(known[s]) .. spent[s]       \* PDC-4 RCCC-6

WindowInv == \A s \in Source : granted[s] - arrived[s] <= Window        \* RCCC-5

\* Who asks for credit, or closes, is known: an ACK_CC told its source so.
TakenInInv == \A s \in Source : InPhase(s, "ESTABLISHED") \subseteq known[s]       \* PDC-6

InUse == UNION {{s} \X known[s] : s \in Source}

PoolInv == Cardinality(InUse) <= TargetPdcs     \* PDC-4

\* If no PDC of the target is free, one of them is not needed: of its CCC another one is known.
RoomInv == Cardinality(InUse) = TargetPdcs => \E s \in Source : Cardinality(known[s]) > 1       \* PDC-4 FIND-26

\* Where one PDC closes and another one is not known to have been taken in, a third one can ask for credit.
OneStaysOpenInv ==      \* PDC-11 FIND-26
    \A s \in Source : LET now == {phase[s][n] : n \in Pdc(s)}
                      IN  {"CREATING", "CLOSE_ACK_WAIT"} \subseteq now => "ESTABLISHED" \in now

\* Of a PDC there is at most one request or answer under way, and one Close or its acknowledgment.
OneAtATimeInv ==        \* PDC-11 RCCC-15
    \A s \in Source : \A n \in Pdc(s) : \A some \in {{"SYN", "ASK", "ACK_CC"}, {"CLOSE", "CLOSE_ACK"}} :
        Cardinality({m \in net[s][n] : m.type \in some}) <= 1

\* What of a PDC is under way, and how far its source is then.
PhaseOf == [
    SYN |-> {"CREATING"}, ASK |-> {"ESTABLISHED", "CLOSE_ACK_WAIT", "ENDED"}, ACK_CC |-> Phase \ {"WANTED"},
    CLOSE |-> {"CLOSE_ACK_WAIT"}, CLOSE_ACK |-> {"CLOSE_ACK_WAIT"}]

PhaseFitsInv == \A s \in Source : \A n \in Pdc(s) : \A m \in net[s][n] : phase[s][n] \in PhaseOf[m.type]     \* PDC-11

-----------------------------------------------------------------------------
NextPhase == [WANTED |-> "CREATING", CREATING |-> "ESTABLISHED", ESTABLISHED |-> "CLOSE_ACK_WAIT", CLOSE_ACK_WAIT |-> "ENDED"]

\* No phase is left out, and none comes twice.
PhasesProp ==       \* PDC-11
    [][\A s \in Source : \A n \in Pdc(s) : phase'[s][n] # phase[s][n] => phase'[s][n] = NextPhase[phase[s][n]]]_vars

\* A first packet takes one unit, once; what is sent again takes none.
SpendsOnceProp ==       \* RCCC-6 RCCC-15
    [][\A s \in Source : Lives(s)' => spent'[s] - spent[s] = Cardinality(sent'[s]) - Cardinality(sent[s])]_vars

\* What a source spends credit on leaves, and what it closes it says so.
LeavesAtOnceProp ==     \* RCCC-5 PDC-11
    [][\A s \in Source :
        /\ \A n \in sent'[s] \ sent[s] : IsUnderWay("SYN", s, n)'
        /\ \A n \in InPhase(s, "CLOSE_ACK_WAIT")' \ InPhase(s, "CLOSE_ACK_WAIT") : IsUnderWay("CLOSE", s, n)']_vars

\* A CCC's credit becomes what an ACK_CC tells, and only more.
CreditIsToldProp ==     \* RCCC-5
    [][\A s \in Source : Lives(s) /\ Lives(s)' /\ credit'[s] # credit[s] =>
        /\ credit'[s] > credit[s]
        /\ \E n \in Pdc(s) : Answered(credit'[s]) \in net[s][n]]_vars

\* Nobody asks without need: a packet waits, and no credit is left for it.
AsksInNeedProp ==       \* RCCC-15
    [][\A s \in Source : \A n \in Pdc(s) : IsUnderWay("ASK", s, n)' /\ ~ IsUnderWay("ASK", s, n) =>
        /\ credit[s] = spent[s]
        /\ \E other \in Pdc(s) \ sent[s] : phase[s][other] # "WANTED"]_vars

\* An ACK_CC tells what has been issued when it is sent, and whoever is taken in hears of it.
AnswersTellProp ==      \* RCCC-5 PDC-4
    [][\A s \in Source : \A n \in Pdc(s) :
        /\ \A m \in net'[s][n] \ net[s][n] : m.type = "ACK_CC" => m.total = granted'[s]
        /\ n \in known'[s] \ known[s] => IsUnderWay("ACK_CC", s, n)']_vars

\* Where nothing is lost, each Close is answered, and no first packet refused without need: all PDCs are in use, or all CCCs, by other flows.
NothingIsLostProp ==        \* PDC-4 PDC-11
    [][~ Lossy => \A s \in Source : \A n \in Pdc(s) :
        /\ IsUnderWay("CLOSE", s, n) => IsUnderWay("CLOSE", s, n)' \/ IsUnderWay("CLOSE_ACK", s, n)'
        /\ IsUnderWay("SYN", s, n) /\ ~ IsUnderWay("SYN", s, n)' /\ n \notin known'[s] =>
            \/ Cardinality(InUse) = TargetPdcs
            \/ known[s] = {} /\ Cardinality({other \in Source : known[other] # {}}) = TargetPdcs - 1]_vars

\* Every PDC is served, and in the end all of both ends is given back, and nothing is under way.
EveryPdcEndsProp == <>(\A s \in Source : \A n \in Pdc(s) : phase[s][n] = "ENDED" /\ net[s][n] = {})       \* RCCC-15 PDC-4 FIND-26
=============================================================================
