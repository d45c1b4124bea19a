------------------------- MODULE CreditConservationLog -------------------------
(***************************************************************************)
(* The log of a receiver and all its senders held against                  *)
(* CreditConservation, at full size.                                       *)
(*                                                                         *)
(* Source     docs/eventlog.md, CreditConservation                         *)
(* Tells      all that the acting end knows of the sender's credit         *)
(* Leaves     what the network holds: a message that comes must have been  *)
(*            sent, and come no more often than that; a message that does  *)
(*            not come may always come later.  So a packet is known to be  *)
(*            lost only once its header has come without it, and one that  *)
(*            is given up is doubted                                       *)
(* Names      of what is on its way, in the order of requests: a log knows *)
(*            which copies are of one packet, and the module counts copies *)
(*            that are alike as one, whatever they are copies of           *)
(***************************************************************************)
EXTENDS CreditConservation, EventLog

CONSTANT
    Windows     \* per sender: how far it asks ahead of its credit, in "uet-1.0"

VARIABLES
    names,      \* per sender: names of each of its requests on their way; "" for one without
    givenUp,    \* per sender and PDC: name of each packet that waits to be sent again, in the order of again
    underWay,   \* per sender: units of these that are new
    actors      \* senders for whom the last event may have changed something

\* The assumptions in words, for whoever has logged constants that break one.
\*   ProfileAssumption: the profile is "source-documents" or "uet-1.0".
\*   TargetAssumption: TargetSays is "backlog" or "total", and "total" in "uet-1.0".
\*   PacketsAssumption: Packets is "cut" or "saved", and "saved" in "uet-1.0".
\*   JobsAssumption: a message has at least one byte, and each of its packets has data beside the Header.
\*   SizesAssumption: Quantum, SliceBudget and Mtu are 1 or more; InitialCredit, Overshoot and Cap 0 or more, Header less than Mtu; GrantUnits hold a packet; Window, and a Cap that is not 0, hold a packet and the InitialCredit; InitialCredit, Window and Cap are multiples of Quantum; in "source-documents" Quantum is 1 and Overshoot 0.
\*   WrapAssumption: Modulus is so large that no credit on its way can be taken for credit after a wrap.
\*   WindowsAssumption: in "uet-1.0" the Window of each sender holds a packet and the InitialCredit, is a multiple of Quantum, and less than half of what Modulus tells apart.

LogInit ==
    /\ Init
    /\ names = [s \in Sender |-> <<>>]
    /\ givenUp = [s \in Sender |-> [p \in Pdc |-> <<>>]]
    /\ underWay = [s \in Sender |-> 0]
    /\ actors = Sender

OwnWindow(s) == IF SourceDocuments THEN Window ELSE Windows[s]

ASSUME WindowsAssumption ==
    ~ SourceDocuments => \A s \in Sender :
        /\ Windows[s] >= Greatest(Enough, InitialCredit)
        /\ Windows[s] % Quantum = 0
        /\ SafeGap(Quanta(Windows[s]), Modulus)

\* For the invariants; see Seen, New and OnTheWay in CreditConservation.
LastOf(flight) == IF flight = <<>> THEN {} ELSE {Len(flight)}
Actors == actors
UnderWay(s) == underWay[s]

\* Packets that have come in are not kept here.  Which are out, LossRecovery decides, by their numbers.
AnyPacket(s, p, size) == TRUE
AnyPdc(s, p) == TRUE

\* A receiver that takes the backlog for what is wanted grants more than that, see FIND-25.
OnceIfTotal == ~ TargetIsBacklog => GrantedIsDemandedInv /\ NothingLeftIsInactiveInv

Msg(e, name, default) == IF Has(e.msg, name) THEN e.msg[name] ELSE default

-----------------------------------------------------------------------------
\* What an event tells of the variables after it.

TellsSpender(e, s) ==
    /\ Told(e, "open", open'[s])
    /\ Has(e.st, "queue") => \A i \in DOMAIN e.st.queue : queue'[s][PdcOrder[i]] = e.st.queue[i]
    /\ Told(e, "lastPdc", lastPdc'[s])
    /\ Told(e, "backlog", backlog'[s])
    /\ Told(e, "credit", credit'[s])
    /\ Told(e, "authorised", authorised'[s])
    /\ Told(e, "spent", spent'[s])
    /\ Told(e, "acked", acked'[s])

TellsAll(e) ==
    /\ Told(e, "remainder", remainder')
    /\ Told(e, "budget", budget')
    /\ Has(e.st, "lastSender") => (IF lastSender' = 0 THEN "" ELSE SenderOrder[lastSender']) = e.st.lastSender

TellsGranter(e, s) ==
    /\ ToldSet(e, "known", known' \cap {s})
    /\ Told(e, "wanted", wanted'[s])
    /\ Told(e, "granted", granted'[s])
    /\ Told(e, "accrued", accrued'[s])
    /\ Told(e, "arrived", arrived'[s])
    /\ Told(e, "committed", committed'[s])
    /\ TellsAll(e)

\* Credit and targets on the wire.
WireCredit(total) == Wire(Quanta(total), Modulus)
Field(target) == IF TargetIsBacklog THEN target ELSE WireCredit(target)

-----------------------------------------------------------------------------
\* Messages to the receiver.

Sends(s, name) == names' = [names EXCEPT ![s] = Append(@, {name})]

First(S) == IF S = {} THEN 0 ELSE CHOOSE i \in S : \A j \in S : i <= j

\* The request that left last is as the event says.
TellsRequest(e, s) == ToldMsg(e, "credit_target", Field(requests'[s][Len(requests'[s])].target))

LogWant(e) ==
    /\ Want(e.in.s, e.in.p)
    /\ UNCHANGED <<names, givenUp, underWay>>
    /\ TellsSpender(e, e.in.s)

\* Which of the packets that were given up: the one of this name.
Waiting(s, p, name) ==
    LET fitting == {k \in DOMAIN givenUp[s][p] : givenUp[s][p][k] = name}
    IN  IF fitting = {} THEN 0 ELSE CHOOSE k \in fitting : \A j \in fitting : k <= j

LogTransmit(e) ==
    LET s == e.in.s
        p == e.in.p
        k == IF Msg(e, "retx", FALSE) THEN Waiting(s, p, Msg(e, "packet", "")) ELSE 0
    IN  /\ Msg(e, "retx", FALSE) => k # 0
        /\ Transmit(s, p, k)
        /\ ToldMsg(e, "size", queue[s][p] - queue'[s][p])
        /\ Sends(s, Msg(e, "packet", ""))
        /\ givenUp' = IF k = 0 THEN givenUp ELSE [givenUp EXCEPT ![s][p] = Without(@, k)]
        /\ underWay' = [underWay EXCEPT ![s] = @ + requests'[s][Len(requests'[s])].size]
        /\ TellsRequest(e, s)
        /\ TellsSpender(e, s)

LogResend(e) ==
    /\ Resend(e.in.s, e.in.p)
    /\ Sends(e.in.s, Msg(e, "packet", ""))
    /\ ToldMsg(e, "retx", TRUE)
    /\ UNCHANGED <<givenUp, underWay>>
    /\ TellsRequest(e, e.in.s)
    /\ TellsSpender(e, e.in.s)

\* A request without data, as the module has it.
Bare(target) == [pdc |-> "none", size |-> 0, target |-> target, lost |-> FALSE]

LogAsk(e) ==
    LET s == e.in.s
        alike == First({i \in DOMAIN requests[s] : requests[s][i] = Bare(CreditTarget(s, backlog[s], credit[s], spent[s]))})
    IN  /\ Ask(s)
        /\ names' = [names EXCEPT ![s] = IF alike = 0 THEN Append(@, {""}) ELSE [@ EXCEPT ![alike] = @ \cup {""}]]
        /\ UNCHANGED <<givenUp, underWay>>
        /\ ToldMsg(e, "size", 0)
        /\ ToldMsg(e, "credit_target", Field(CreditTarget(s, backlog[s], credit[s], spent[s])))
        /\ TellsSpender(e, s)

LogInferLoss(e) ==
    LET s == e.in.s
        p == e.msg.pdc
    IN  /\ Doubt(s, p, e.msg.size)
        /\ givenUp' = [givenUp EXCEPT ![s][p] = Append(@, Msg(e, "packet", ""))]
        /\ UNCHANGED <<names, underWay>>
        /\ TellsSpender(e, s)

LogRecover(e) ==
    LET s == e.in.s
        p == e.in.p
        k == Waiting(s, p, Msg(e, "packet", ""))
    IN  /\ k # 0
        /\ Recover(s, p, k)
        /\ ToldMsg(e, "size", queue[s][p] - queue'[s][p])
        /\ givenUp' = [givenUp EXCEPT ![s][p] = Without(@, k)]
        /\ UNCHANGED <<names, underWay>>
        /\ TellsSpender(e, s)

-----------------------------------------------------------------------------
\* Messages to a sender.

\* What a message that is on its way to the sender may say.
SaysCredit(message, s, wire) ==
    IF message.total = NoCredit THEN wire = WireCredit(credit[s]) ELSE WireCredit(message.total) = wire
SaysCommitted(message, units) == message.acked >= units

\* Of those, the event speaks of the one that tells least of memory and enough.
Speaks(s, i, wire, units) ==
    /\ SaysCredit(acks[s][i], s, wire)
    /\ SaysCommitted(acks[s][i], units)
IsSpokenOf(s, i, wire, units) ==
    /\ Speaks(s, i, wire, units)
    /\ \A j \in DOMAIN acks[s] :
        Speaks(s, j, wire, units) =>
            acks[s][i].acked < acks[s][j].acked \/ (acks[s][i].acked = acks[s][j].acked /\ i <= j)

\* A message that changes what is known of memory has to tell of that; one that does not may be any, and leaves the rest to later ones.
\* Messages that say the same are one in the module: where the rest is left, another one like it may be on its way still.
LogLearn(e) ==
    LET s == e.in.s
        acknowledged == IF Has(e.st, "acked") /\ e.st.acked > acked[s] THEN e.st.acked ELSE 0
        Untold(message) == IF Has(e.st, "acked") THEN Greatest(0, message.acked - e.st.acked) ELSE 0
    IN  \E i \in DOMAIN acks[s] :
            /\ IsSpokenOf(s, i, e.msg.credit, acknowledged)
            /\ acks[s][i].total # NoCredit => Gained(s, acks[s][i].total) = TrueProgress(acks[s][i].total, credit[s])
            /\ Learn(s, i, Untold(acks[s][i]) > 0, Untold(acks[s][i]))
            /\ UNCHANGED <<names, givenUp, underWay>>
            /\ TellsSpender(e, s)

LogClose(e) ==
    /\ Close(e.in.s)
    /\ UNCHANGED <<names, givenUp, underWay>>
    /\ TellsSpender(e, e.in.s)

-----------------------------------------------------------------------------
\* Receiver.

\* The request that came: of this name, and with this target.
Came(e, s) ==
    LET name == Msg(e, "packet", "")
    IN  First({i \in DOMAIN requests[s] :
            /\ name \in names[s][i]
            /\ e.msg.size = 0 => requests[s][i].size = 0
            /\ Field(requests[s][i].target) = e.msg.credit_target})

\* Whose data came with it: its own, or those of the first copy, which then is bare.
Brought(e, s, i) ==
    IF i = 0 \/ e.msg.size = 0 \/ requests[s][i].size > 0 THEN i
    ELSE First({d \in DOMAIN requests[s] : Msg(e, "packet", "") \in names[s][d] /\ requests[s][d].size > 0})

\* Names of what stays on its way when request i has come with the data of d, which goes with it if its header came before, and `stay`
\* are the names of a copy of it that stays.
NamesLeft(s, i, d, stay) ==
    LET left == IF d = i \/ ~ requests[s][d].lost THEN Without(names[s], i)
                ELSE Without(Without(names[s], Greatest(i, d)), Least(i, d))
        alike == First({j \in DOMAIN requests'[s] : requests'[s][j] = Bare(requests[s][i].target)})
    IN  IF stay = {} THEN left
        ELSE IF Len(requests'[s]) = Len(left) + 1 THEN Append(left, stay)
        ELSE [left EXCEPT ![alike] = @ \cup stay]

LogReceive(e) ==
    LET s == e.in.s
        i == Came(e, s)
        d == Brought(e, s, i)
        name == Msg(e, "packet", "")
        stay == IF Has(e.in, "twice") /\ e.in.twice THEN names[s][i] ELSE names[s][i] \ {name}
    IN  /\ i # 0
        /\ d # 0
        /\ Receive(s, i, d, stay # {})
        /\ requests[s][d].size = e.msg.size
        /\ names' = [names EXCEPT ![s] = NamesLeft(s, i, d, stay)]
        /\ underWay' = [underWay EXCEPT ![s] = @ - e.msg.size]
        /\ UNCHANGED givenUp
        /\ TellsGranter(e, s)

\* The header of the request of this name comes without its data, which cannot come with it any more.
LogReceiveTrimmed(e) ==
    LET s == e.in.s
        name == Msg(e, "packet", "")
        i == First({k \in DOMAIN requests[s] :
                /\ ~ requests[s][k].lost
                /\ name # "" /\ name \in names[s][k]
                /\ Field(requests[s][k].target) = e.msg.credit_target})
    IN  /\ i # 0
        /\ s \in known
        /\ faults > 0
        /\ HearOfTrimmed(s, requests[s][i].target)
        /\ requests' = [requests EXCEPT ![s] =
                IF @[i].size = 0 THEN Without(@, i) ELSE [@ EXCEPT ![i] = [@ EXCEPT !.lost = TRUE, !.target = 0]]]
        /\ names' = IF requests[s][i].size = 0 THEN [names EXCEPT ![s] = Without(@, i)] ELSE names
        /\ faults' = faults - 1
        /\ UNCHANGED <<givenUp, underWay>>
        /\ TellsGranter(e, s)

LogCommit(e) ==
    LET s == e.in.s
        later == IF Has(e.msg, "size") THEN arrived[s] - committed[s] - e.msg.size ELSE 0
    IN  /\ later >= 0
        /\ Commit(s, later)
        /\ UNCHANGED <<names, givenUp, underWay>>
        /\ ToldMsg(e, "credit", WireCredit(granted'[s]))
        /\ TellsGranter(e, s)

LogGrant(e) ==
    /\ Grant(e.in.s)
    /\ UNCHANGED <<names, givenUp, underWay>>
    /\ ToldMsg(e, "credit", WireCredit(granted'[e.in.s]))
    /\ TellsGranter(e, e.in.s)

LogSlice(e) ==
    /\ Slice
    /\ UNCHANGED <<names, givenUp, underWay>>
    /\ TellsAll(e)

LogForget(e) ==
    /\ Forget(e.in.s)
    /\ names' = [names EXCEPT ![e.in.s] = <<>>]
    /\ underWay' = [underWay EXCEPT ![e.in.s] = 0]
    /\ UNCHANGED givenUp
    /\ TellsGranter(e, e.in.s)

-----------------------------------------------------------------------------
LogNext(e) ==
    /\ actors' = IF Has(e.in, "s") THEN {e.in.s} ELSE Sender
    /\ CASE e.do = "Want" -> LogWant(e)
         [] e.do = "Transmit" -> LogTransmit(e)
         [] e.do = "Ask" -> LogAsk(e)
         [] e.do = "InferLoss" -> LogInferLoss(e)
         [] e.do = "Recover" -> LogRecover(e)
         [] e.do = "Resend" -> LogResend(e)
         [] e.do = "Learn" -> LogLearn(e)
         [] e.do = "Close" -> LogClose(e)
         [] e.do = "Receive" -> LogReceive(e)
         [] e.do = "ReceiveTrimmed" -> LogReceiveTrimmed(e)
         [] e.do = "Commit" -> LogCommit(e)
         [] e.do = "Grant" -> LogGrant(e)
         [] e.do = "Slice" -> LogSlice(e)
         [] e.do = "Forget" -> LogForget(e)
=============================================================================
