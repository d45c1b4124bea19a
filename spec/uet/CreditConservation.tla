------------------------- MODULE CreditConservation -------------------------
(***************************************************************************)
(* Receiver credits: one receiver divides what its link carries in a slice *)
(* of time among the senders that have announced a backlog, and no credit  *)
(* is made or lost on the way.                                             *)
(*                                                                         *)
(* Source     Receiver Credit-based Congestion Control, 5 Feb 2026;        *)
(*            profile "uet-1.0": public material on UE Specification 1.0.x *)
(* Models     RCCC-1 RCCC-2 RCCC-3 RCCC-4 RCCC-5 RCCC-6 RCCC-7 RCCC-8      *)
(*            RCCC-9 RCCC-12 RCCC-13 RCCC-15 RCCC-16 RCCC-17 RCCC-18       *)
(* Mends      FIND-5 FIND-6 FIND-7 FIND-8 FIND-9 FIND-14 FIND-15 FIND-16   *)
(*            FIND-17 FIND-19 FIND-25                                      *)
(* Leaves out handshake and teardown of the PDC (PdcHandshake): an ACK_CC  *)
(*            to a closed context finds nobody, and a context comes back   *)
(*            only after both ends have forgotten the last one; duplicate  *)
(*            data (the PDC drops it: a copy carries no bytes here), which *)
(*            copy belongs to which of several packets of one size, the    *)
(*            window (NsccWindow), the time a slice takes, packet headers  *)
(* Unit       one byte, of a small world; the wire counts quanta of credit *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Wrapping

CONSTANTS
    Profile,        \* "source-documents" or "uet-1.0"
    TargetSays,     \* what credit_target says: the "backlog", as published, or the "total" up to which credit is wanted
    SenderOrder,    \* source CCCs as the Active Sender Table sorts them, without repetition
    PdcOrder,       \* PDCs that share a CCC, in the order in which they take turns
    Jobs,           \* per sender and PDC: sizes of its messages, in the order in which they come
    Quantum,        \* units the wire counts as one: 1, or 256 B in "uet-1.0"
    SliceBudget,    \* units the receiver's link carries in one slice
    Mtu,            \* units of credit a packet takes at most, its header with it
    Header,         \* units of these that are header: 0 where credit counts data alone, as published
    Packets,        \* packets are "cut" to the credit at hand, or credit is "saved" up for whole ones
    GrantUnits,     \* units an entry saves up before it is granted any, unless it wants less: a packet or more where credit is saved
    InitialCredit,  \* units a sender may send unasked
    Window,         \* units the receiver grants beyond what has come in (the source asks beyond its credit)
    Cap,            \* units issued and not come in, over all senders it knows, up to which the receiver grants; 0: any number
    Overshoot,      \* units a sender may send beyond its credit: 0, but Mtu - 1 in the public simulator
    Modulus,        \* credit on the wire, in quanta, is taken modulo this; 2^24 at full size
    Separate,       \* credit travels in Credit packets, and ACK_CCs tell of memory alone
    Later,          \* units that an acknowledgment may leave to later ones: those of other PDCs, say
    Lag,            \* network: an ACK_CC is gone once so many further units have been granted
    EarlyTimer,     \* network: Ask's timer may fire while messages are on their way
    Trims,          \* network: switches may cut a packet down to its header
    Doubts,         \* network: a packet may be sent again, or given up, that is not lost
    MaxRequests,    \* network: requests of one sender on their way at a time
    MaxAcks,        \* network: ACK_CCs to one sender on their way; one more pushes out the oldest
    Faults          \* network: messages lost, trimmed or delivered twice, and packets doubted, all in all

Sender == {SenderOrder[i] : i \in DOMAIN SenderOrder}
Pdc == {PdcOrder[i] : i \in DOMAIN PdcOrder}
SourceDocuments == Profile = "source-documents"
TargetIsBacklog == TargetSays = "backlog"
CutsPackets == Packets = "cut"

Least(a, b) == IF a < b THEN a ELSE b
Greatest(a, b) == IF a > b THEN a ELSE b

Quanta(units) == units \div Quantum
RoundDown(units) == Quanta(units) * Quantum
RoundUp(units) == RoundDown(units + Quantum - 1)

\* Credit at which an entry need not wait for more.
Enough == RoundUp(GrantUnits)

\* Packets that hold so many units of data, or that units of data and headers make.
PacketsOf(data) == (data + Mtu - Header - 1) \div (Mtu - Header)
PacketsIn(units) == (units + Mtu - 1) \div Mtu

\* What is left of a message, headers with it, when a packet of it has gone: data that is cut off another packet has a header of its own.
Rest(units, size) ==        \* RCCC-13 FIND-18
    LET data == units - PacketsIn(units) * Header - (size - Header) IN data + PacketsOf(data) * Header

\* How far issued credit may run ahead of a sender's.  The source documents leave it to the receiver; in "uet-1.0" the sender asks
\* so far, and where links differ in speed each sender has a window of its own: a log says which, and here all are alike.
WindowOf(s) == Window

\* Serial comparison never errs: the newest total is less than half the modulus ahead, and none that still arrives is more than half behind.
WrapIsSafe == SafeGap(Quanta(Window), Modulus) /\ SafeGap(-Quanta(Lag), Modulus)    \* RCCC-5 FIND-7

ASSUME ProfileAssumption == Profile \in {"source-documents", "uet-1.0"}
ASSUME TargetAssumption == TargetSays \in {"backlog", "total"} /\ (~ SourceDocuments => TargetSays = "total")
ASSUME PacketsAssumption == Packets \in {"cut", "saved"} /\ (~ SourceDocuments => Packets = "saved")
ASSUME JobsAssumption ==
    /\ Jobs \in [Sender -> [Pdc -> Seq(Nat \ {0})]]
    /\ \A s \in Sender : \A p \in Pdc : \A i \in DOMAIN Jobs[s][p] :
        LET last == Jobs[s][p][i] % Mtu IN last = 0 \/ last > Header     \* every packet has data
ASSUME SizesAssumption ==
    /\ {Quantum, SliceBudget, Mtu, MaxRequests, MaxAcks} \subseteq Nat \ {0}
    /\ {InitialCredit, Overshoot, Lag, Faults} \cup Later \subseteq Nat
    /\ Header \in 0 .. (Mtu - 1)
    /\ GrantUnits > Header /\ (~ CutsPackets => GrantUnits >= Mtu)
    /\ {Separate, EarlyTimer, Trims, Doubts} \subseteq BOOLEAN
    /\ Window >= Greatest(Enough, InitialCredit)    \* else a whole packet never finds credit
    /\ Cap = 0 \/ Cap >= Greatest(Enough, InitialCredit)
    /\ \A units \in {InitialCredit, Window, Cap, Lag} : units % Quantum = 0
    /\ SourceDocuments => Overshoot = 0 /\ Quantum = 1
ASSUME WrapAssumption == WrapIsSafe

VARIABLES
    job,        \* application: messages posted so far, per sender and PDC
    open,       \* sender: the CCC exists
    queue,      \* sender: units each PDC has still to send (tier one of the backlog)
    messages,   \* sender: what of these is new, message by message: a packet never holds parts of two
    again,      \* sender: what of these was given up for lost, packet by packet; whether it is lost, only the network knows
    lastPdc,    \* sender: place in PdcOrder of the PDC that sent last, 0 before the first
    backlog,    \* sender: units of all PDCs not yet authorised (tier two; in "uet-1.0" not yet sent)
    credit,     \* sender: largest cumulative credit seen
    authorised, \* sender: units ever taken off the backlog
    spent,      \* sender: units of credit used up
    acked,      \* sender: units known to be in the target's memory
    known,      \* receiver: senders with an entry in the Active Sender Table
    wanted,     \* receiver: what the entry is still to be granted
    granted,    \* receiver: cumulative credit issued
    accrued,    \* receiver: the entry's shares, not yet issued
    arrived,    \* receiver: units that came in
    committed,  \* receiver: units in memory
    remainder,  \* receiver: units that the last division left over
    budget,     \* receiver: units that may still be issued in this slice; below 0: owed to the next
    lastSender, \* receiver: place in SenderOrder of the entry that was served last, 0 before the first
    requests,   \* network: RUD_CC_REQs on their way, per sender, oldest first
    acks,       \* network: ACK_CCs and Credit packets on their way, per sender, oldest first
    faults,     \* network: losses, repetitions and needless resends still to come
    closes      \* network: senders that have closed, and have not heard that the receiver knows

spenderVars == <<open, queue, messages, again, lastPdc, backlog, credit, authorised, spent, acked>>
granterVars == <<known, wanted, granted, accrued, arrived, committed, remainder, budget, lastSender>>
networkVars == <<requests, acks, faults, closes>>
vars == <<job, spenderVars, granterVars, networkVars>>

\* Of whom, and of which messages, the invariants speak.  A log looks at the sender that has acted and at the newest message,
\* since nothing has changed for the others.
Seen == Sender
New(flight) == DOMAIN flight

\* A lost request whose target still stands is trimmed: its header is in flight, and its data are gone.
Request == [pdc : Pdc \cup {"none"}, size : 0 .. Mtu, target : Nat, lost : BOOLEAN]

\* An ACK_CC that tells no credit.
NoCredit == -1
AckCc == [total : Nat \cup {NoCredit}, acked : Nat]

Piece == [size : 1 .. Mtu, lost : BOOLEAN]

TypeOK ==
    /\ job \in [Sender -> [Pdc -> Nat]]
    /\ open \in [Sender -> BOOLEAN]
    /\ queue \in [Sender -> [Pdc -> Nat]]
    /\ \A s \in Sender : \A p \in Pdc :
        /\ \A k \in DOMAIN messages[s][p] : messages[s][p][k] \in Nat \ {0}
        /\ \A k \in DOMAIN again[s][p] : again[s][p][k] \in Piece
    /\ lastPdc \in [Sender -> 0 .. Len(PdcOrder)]
    /\ {backlog, credit, authorised, spent, acked} \subseteq [Sender -> Nat]
    /\ known \subseteq Sender
    /\ {wanted, granted, accrued, arrived, committed} \subseteq [Sender -> Nat]
    /\ remainder \in 0 .. (Cardinality(Sender) - 1)
    /\ budget \in Int
    /\ lastSender \in 0 .. Len(SenderOrder)
    /\ \A s \in Seen :
        /\ Len(requests[s]) <= MaxRequests /\ \A i \in New(requests[s]) : requests[s][i] \in Request
        /\ Len(acks[s]) <= MaxAcks /\ \A i \in New(acks[s]) : acks[s][i] \in AckCc
    /\ faults \in 0 .. Faults
    /\ closes \subseteq Sender

Init ==
    /\ job = [s \in Sender |-> [p \in Pdc |-> 0]]
    /\ open = [s \in Sender |-> FALSE]
    /\ queue = [s \in Sender |-> [p \in Pdc |-> 0]]
    /\ messages = [s \in Sender |-> [p \in Pdc |-> <<>>]]
    /\ again = [s \in Sender |-> [p \in Pdc |-> <<>>]]
    /\ lastPdc = [s \in Sender |-> 0]
    /\ backlog = [s \in Sender |-> 0]
    /\ credit = [s \in Sender |-> 0]
    /\ authorised = [s \in Sender |-> 0]
    /\ spent = [s \in Sender |-> 0]
    /\ acked = [s \in Sender |-> 0]
    /\ known = {}
    /\ wanted = [s \in Sender |-> 0]
    /\ granted = [s \in Sender |-> 0]
    /\ accrued = [s \in Sender |-> 0]
    /\ arrived = [s \in Sender |-> 0]
    /\ committed = [s \in Sender |-> 0]
    /\ remainder = 0
    /\ budget = SliceBudget
    /\ lastSender = 0
    /\ requests = [s \in Sender |-> <<>>]
    /\ acks = [s \in Sender |-> <<>>]
    /\ faults = Faults
    /\ closes = {}

-----------------------------------------------------------------------------
\* The places of an order, from the one after `last` on; and of them the first one whose owner satisfies P, or none.
From(last, order) == [k \in DOMAIN order |-> ((last + k - 1) % Len(order)) + 1]
InTurn(last, order, P(_)) ==
    LET able == SelectSeq(From(last, order), LAMBDA place : P(order[place]))
    IN  {able[k] : k \in DOMAIN able \cap {1}}

\* The first of some places.
Oldest(places) == CHOOSE i \in places : \A j \in places : i <= j

Without(sequence, i) == SubSeq(sequence, 1, i - 1) \o SubSeq(sequence, i + 1, Len(sequence))

RECURSIVE Sum(_)
Sum(numbers) == IF numbers = <<>> THEN 0 ELSE Head(numbers) + Sum(Tail(numbers))

-----------------------------------------------------------------------------
\* Sender.

\* Units sent and not known to be lost.
Sent(s) == IF SourceDocuments THEN spent[s] ELSE authorised[s]

Queued(s) == Sum([i \in DOMAIN PdcOrder |-> queue[s][PdcOrder[i]]])

\* Units the CCC lets its PDCs send now.
Allowed(s) == IF SourceDocuments THEN authorised[s] - spent[s] ELSE credit[s] + Overshoot - spent[s]

\* What a PDC may send next: its oldest message (0), or any packet given up for lost.
Pieces(s, p) == (IF messages[s][p] = <<>> THEN {} ELSE {0}) \cup DOMAIN again[s][p]

\* What was given up and is not lost: it carries nothing new.
Stale(s, p) == {k \in DOMAIN again[s][p] : ~ again[s][p][k].lost}

\* A packet is whole, but for the last of its message, and as large as the credit where that is less and packets are cut; given up for
\* lost, it stays as it was.
PieceSize(s, p, k) ==       \* RCCC-13
    IF k \in DOMAIN again[s][p] THEN again[s][p][k].size
    ELSE LET whole == Least(Mtu, Head(messages[s][p]))
         IN  IF CutsPackets THEN Least(whole, Greatest(Allowed(s), Header + 1)) ELSE whole

Fits(s, p, k) == PieceSize(s, p, k) <= Allowed(s)

PdcInTurn(s) == InTurn(lastPdc[s], PdcOrder, LAMBDA p : queue[s][p] > 0)

\* Nothing is to be sent, or what may come next does not fit the credit.
IsStuck(s) ==
    \A place \in PdcInTurn(s) : {k \in Pieces(s, PdcOrder[place]) : ~ Fits(s, PdcOrder[place], k)} # {}

\* Units authorised for a context with this credit and this backlog, of which so many were authorised before.
Authorise(creditNow, backlogNow, before) == IF SourceDocuments THEN Least(creditNow - before, backlogNow) ELSE 0

\* How far a total on the wire may be ahead of another one, and still be read right.
Reach == (Modulus - 1) \div 2

\* What req_cc_state says: the backlog, or how much credit in all covers it, as far as the field holds either; in "uet-1.0" the level up
\* to which credit is wanted.
CreditTarget(s, backlogNow, creditNow, spentNow) ==     \* RCCC-7 FIND-25
    IF TargetIsBacklog THEN Least(backlogNow, Modulus - 1)
    ELSE IF SourceDocuments THEN authorised[s] + Least(backlogNow, Reach)
    ELSE creditNow + RoundUp(Greatest(0, Least(WindowOf(s), Least(WindowOf(s), backlogNow) - (creditNow - spentNow))))

\* A message comes from the application, whatever the PDC has still to send: its delta joins the backlog of the CCC,
\* which lets out what its credit covers.
Want(s, p) ==       \* RCCC-7 RCCC-8 RCCC-9
    /\ s \notin closes
    /\ \E n \in DOMAIN Jobs[s][p] \cap {job[s][p] + 1} :
       LET delta == Jobs[s][p][n]
           had == IF open[s] THEN credit[s] ELSE InitialCredit
           freed == Authorise(had, backlog[s] + delta, authorised[s])
       IN  /\ job' = [job EXCEPT ![s][p] = n]
           /\ queue' = [queue EXCEPT ![s][p] = @ + delta]
           /\ messages' = [messages EXCEPT ![s][p] = Append(@, delta)]
           /\ backlog' = [backlog EXCEPT ![s] = @ + delta - freed]
           /\ authorised' = [authorised EXCEPT ![s] = @ + freed]
           /\ credit' = [credit EXCEPT ![s] = had]
    /\ open' = [open EXCEPT ![s] = TRUE]
    /\ UNCHANGED <<again, lastPdc, spent, acked, granterVars, networkVars>>

\* The PDC in turn sends one packet, on new credit; the request says what is still wanted.
Transmit(s, p, k) ==        \* RCCC-6 RCCC-8 RCCC-13 RCCC-17
    /\ Len(requests[s]) < MaxRequests
    /\ \E place \in PdcInTurn(s) : PdcOrder[place] = p /\ lastPdc' = [lastPdc EXCEPT ![s] = place]
    /\ k \in Pieces(s, p)
    /\ Fits(s, p, k)
    /\ \E size \in {PieceSize(s, p, k)} : LET left == Rest(Head(messages[s][p]), size) IN
       \E more \in {IF k = 0 THEN left - (Head(messages[s][p]) - size) ELSE 0} :
       \E rest \in {(IF SourceDocuments THEN backlog[s] ELSE backlog[s] - size) + more} :
        LET new == IF k \in Stale(s, p) THEN 0 ELSE size
            request == [pdc |-> p, size |-> new, target |-> CreditTarget(s, rest, credit[s], spent[s] + size), lost |-> FALSE]
        IN  /\ queue' = [queue EXCEPT ![s][p] = @ - size + more]
            /\ messages' = IF k # 0 THEN messages
                 ELSE [messages EXCEPT ![s][p] = IF left = 0 THEN Tail(@) ELSE <<left>> \o Tail(@)]
            /\ again' = [again EXCEPT ![s][p] = Without(@, k)]
            /\ spent' = [spent EXCEPT ![s] = @ + size]
            /\ backlog' = [backlog EXCEPT ![s] = rest]
            /\ authorised' = [authorised EXCEPT ![s] = @ + (IF SourceDocuments THEN 0 ELSE size)]
            /\ requests' = [requests EXCEPT ![s] = Append(@, request)]
    /\ UNCHANGED <<job, open, credit, acked, granterVars, acks, faults, closes>>

\* Nothing can be sent, and something is awaited: a request without data, which the receiver answers.
Ask(s) ==       \* RCCC-15 FIND-16
    /\ IF EarlyTimer THEN Len(requests[s]) < MaxRequests ELSE requests[s] = <<>> /\ acks[s] = <<>> /\ arrived[s] = committed[s]
    /\ IsStuck(s)
    /\ Queued(s) + (Sent(s) - acked[s]) > 0
    /\ LET ask == [pdc |-> "none", size |-> 0, target |-> CreditTarget(s, backlog[s], credit[s], spent[s]), lost |-> FALSE]
       IN  requests' = [requests EXCEPT ![s] = IF \E i \in DOMAIN @ : @[i] = ask THEN @ ELSE Append(@, ask)]
    /\ UNCHANGED <<job, spenderVars, granterVars, acks, faults, closes>>

\* Only the header of a request is still in flight.
IsTrimmed(request) == request.lost /\ request.target # 0

\* A packet is given up: its bytes are to be sent again, on credit anew.  The source's credit comes back with
\* them (the receiver's link never carried them); in "uet-1.0" they join the backlog, and credit is asked for them anew.
GiveUp(s, p, size, lost) ==
    /\ queue' = [queue EXCEPT ![s][p] = @ + size]
    /\ again' = [again EXCEPT ![s][p] = Append(@, [size |-> size, lost |-> lost])]
    /\ IF SourceDocuments
       THEN /\ spent' = [spent EXCEPT ![s] = @ - size]
            /\ UNCHANGED <<backlog, authorised>>
       ELSE /\ backlog' = [backlog EXCEPT ![s] = @ + size]
            /\ authorised' = [authorised EXCEPT ![s] = @ - size]
            /\ UNCHANGED spent
    /\ UNCHANGED <<job, open, messages, lastPdc, credit, acked, granterVars, acks, closes>>

\* Packets of p that are on their way with so many units.
OnWire(s, p, size) == {i \in DOMAIN requests[s] :
    requests[s][i].pdc = p /\ requests[s][i].size = size /\ ~ requests[s][i].lost}

\* Packets of so many units that were given up in vain, and wait for retransmission.
GivenUp(s, p, size) == {k \in Stale(s, p) : again[s][p][k].size = size}

\* More packets of its size were given up in vain than are on their way: a lost one is among them, and its bytes have left the count of
\* what is in flight.  (One of them may have come in instead.  Packets of one size are alike: then that one counts as recovered.)
IsGivenUp(s, lost) ==
    Cardinality(GivenUp(s, lost.pdc, lost.size)) > Cardinality(OnWire(s, lost.pdc, lost.size))

\* The retransmission timer finds a lost packet that is counted in flight.  It does not run for one that waits for retransmission.
InferLoss(s, i) ==      \* RCCC-8 RCCC-15 FIND-9
    /\ i \in DOMAIN requests[s] /\ requests[s][i].lost /\ ~ IsTrimmed(requests[s][i])
    /\ ~ IsGivenUp(s, requests[s][i])
    /\ requests[s][i].size <= Sent(s) - acked[s]
    /\ GiveUp(s, requests[s][i].pdc, requests[s][i].size, TRUE)
    /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ UNCHANGED faults

\* A packet of so many units can be given up in vain: one is on its way that has not been given up already.  (A timer that fires later,
\* while the ACK_CC is on its way, leads to the same states: nothing at the receiver depends on the timer.)
IsDoubted(s, p, size) == Cardinality(GivenUp(s, p, size)) < Cardinality(OnWire(s, p, size))

\* A packet of p is not acknowledged: it is on its way, or lost, or no other PDC can have sent what is not acknowledged.
IsOut(s, p) == Pdc = {p} \/ \E i \in DOMAIN requests[s] : requests[s][i].pdc = p /\ requests[s][i].size > 0

\* The timer fires for a packet that is not lost.  (In the source documents' profile a packet is sent again at once, see Resend.)
Doubt(s, p, size) ==        \* RCCC-8 RCCC-15 UET-1
    /\ Doubts /\ ~ SourceDocuments
    /\ faults > 0
    /\ size <= Sent(s) - acked[s]
    /\ IsDoubted(s, p, size)
    /\ GiveUp(s, p, size, FALSE)
    /\ faults' = faults - 1
    /\ UNCHANGED requests

\* A packet that was given up has come after all, or goes again on the credit that it had: what Doubt did is undone.
Recover(s, p, k) ==     \* RCCC-8 UET-1
    /\ k \in Stale(s, p)
    /\ LET size == again[s][p][k].size
       IN  /\ queue' = [queue EXCEPT ![s][p] = @ - size]
           /\ backlog' = [backlog EXCEPT ![s] = @ - size]
           /\ authorised' = [authorised EXCEPT ![s] = @ + size]
    /\ again' = [again EXCEPT ![s][p] = Without(@, k)]
    /\ UNCHANGED <<job, open, messages, lastPdc, credit, spent, acked, granterVars, networkVars>>

\* A packet is sent again on the credit that it had: the credit of a lost one comes back and is spent at once.  Nobody knows
\* whether it is lost: the data come with whichever copy is first.
Resend(s, p) ==     \* RCCC-8 RCCC-15 FIND-9
    /\ Doubts /\ faults > 0
    /\ Len(requests[s]) < MaxRequests
    /\ Sent(s) > acked[s]
    /\ IsOut(s, p)
    /\ LET copy == [pdc |-> p, size |-> 0, target |-> CreditTarget(s, backlog[s], credit[s], spent[s]), lost |-> FALSE]
       IN  requests' = [requests EXCEPT ![s] = Append(@, copy)]
    /\ faults' = faults - 1
    /\ UNCHANGED <<job, spenderVars, granterVars, acks, closes>>

\* Credit that a total gains, as the wire shows it.
Gained(s, total) ==
    IF total = NoCredit THEN 0
    ELSE Quantum * Progress(Wire(Quanta(total), Modulus), Wire(Quanta(credit[s]), Modulus), Modulus)

\* An ACK_CC or a Credit packet comes, and stays in flight if it is to come twice.  A late or repeated one changes nothing.
\* Bitmaps tell of one PDC, and not of all: units that are in memory may be left to a later one.
Learn(s, i, twice, later) ==        \* RCCC-5 RCCC-8 RCCC-16 X16
    /\ i \in DOMAIN acks[s]
    /\ twice => faults > 0
    /\ later <= acks[s][i].acked
    /\ \E gained \in {Gained(s, acks[s][i].total)} :
       \E freed \in {Authorise(credit[s] + gained, backlog[s], authorised[s])} :
           /\ credit' = [credit EXCEPT ![s] = @ + gained]
           /\ backlog' = [backlog EXCEPT ![s] = @ - freed]
           /\ authorised' = [authorised EXCEPT ![s] = @ + freed]
           /\ acked' = [acked EXCEPT ![s] = Greatest(@, Least(acks[s][i].acked - later, Sent(s)))]
    /\ acks' = IF twice THEN acks ELSE [acks EXCEPT ![s] = Without(@, i)]
    /\ faults' = IF twice THEN faults - 1 ELSE faults
    /\ UNCHANGED <<job, open, queue, messages, again, lastPdc, spent, granterVars, requests, closes>>

\* All work is done and acknowledged: the last PDC closes, and the CCC with it.  Copies that are on their way still find the
\* receiver's entry, as long as that is there.
Close(s) ==     \* RCCC-15
    /\ open[s]
    /\ Queued(s) = 0
    /\ acked[s] = Sent(s)
    /\ open' = [open EXCEPT ![s] = FALSE]
    /\ lastPdc' = [lastPdc EXCEPT ![s] = 0]
    /\ credit' = [credit EXCEPT ![s] = 0]
    /\ authorised' = [authorised EXCEPT ![s] = 0]
    /\ spent' = [spent EXCEPT ![s] = 0]
    /\ acked' = [acked EXCEPT ![s] = 0]
    /\ acks' = [acks EXCEPT ![s] = <<>>]
    /\ closes' = closes \cup {s}
    /\ UNCHANGED <<job, queue, messages, again, backlog, granterVars, requests, faults>>

-----------------------------------------------------------------------------
\* Receiver.

IsActive(s) == wanted[s] > 0
Active == {s \in Sender : IsActive(s)}

\* Credit goes out once it lets a whole packet go, or all that is wanted.
Due(s) == IsActive(s) /\ accrued[s] >= Least(Enough, wanted[s])

\* Credit issued, the initial credit with it, that has not come in as data: of all senders that the receiver knows.  Who sends more than
\* that has none outstanding, and frees none of the others'.
Outstanding == Sum([i \in DOMAIN SenderOrder |-> Greatest(0, granted[SenderOrder[i]] - arrived[SenderOrder[i]])])

\* How much of a grant the cap leaves room for.
Capped(units) == IF Cap = 0 THEN units ELSE Least(units, Cap - Outstanding)     \* FIND-5 FIND-6

\* The least that an entry that is due is granted.
LeastGrant(s) == Least(Enough, wanted[s])

\* The place of the entry to be served next, if there is one and the slice's budget is not used up.  Where the cap has no room for it, it
\* waits, and so do those behind it.
SenderInTurn ==
    IF budget > 0
    THEN {place \in InTurn(lastSender, SenderOrder, Due) :
            LET least == LeastGrant(SenderOrder[place]) IN Capped(least) = least}
    ELSE {}

IsInTurn(s) == \E place \in SenderInTurn : SenderOrder[place] = s

\* Whole quanta, at most what the budget holds, but a packet's worth in any case: the debt stays below one packet.
GrantSize(s) == RoundDown(Capped(Least(Least(accrued[s], wanted[s]), Greatest(budget, LeastGrant(s)))))

\* Messages to a sender once one more is sent, when so much was granted.
Sending(flight, message, total) ==
    LET young == SelectSeq(flight, LAMBDA m : m.total = NoCredit \/ total - m.total <= Lag)
    IN  IF \E i \in DOMAIN young : i = Len(young) /\ young[i] = message
        THEN young
        ELSE Append(IF Len(young) = MaxAcks THEN Tail(young) ELSE young, message)

\* The messages in flight to s once it is told again how things stand.
WithAck(s, total, done) ==      \* X16
    IF Separate
    THEN Sending(Sending(acks[s], [total |-> NoCredit, acked |-> done], total), [total |-> total, acked |-> 0], total)
    ELSE Sending(acks[s], [total |-> total, acked |-> done], total)

Issue(s, size) ==
    /\ granted' = [granted EXCEPT ![s] = @ + size]
    /\ wanted' = [wanted EXCEPT ![s] = @ - size]
    /\ accrued' = [accrued EXCEPT ![s] = @ - size]
    /\ budget' = budget - size
    /\ \E place \in (IF size = 0 THEN {lastSender} ELSE SenderInTurn) : lastSender' = place
    /\ acks' = IF open[s] THEN [acks EXCEPT ![s] = WithAck(s, granted[s] + size, committed'[s])] ELSE acks

\* Credit that a target asks for beyond what is issued, as the wire shows both.
Asked(target, issued) == Quantum * Progress(Wire(Quanta(target), Modulus), Wire(Quanta(issued), Modulus), Modulus)

\* What an entry wants after a request: what the source asks, as far as it may run ahead of what has come in.  A backlog replaces what was
\* told before, though credit issued since may be on its way; a total that comes late changes nothing.
WantedNow(s, target, issued, in) ==     \* RCCC-3 RCCC-12 FIND-25
    LET room == Window - (issued - in)
    IN  IF TargetIsBacklog THEN Least(target, room)
        ELSE IF SourceDocuments THEN Greatest(wanted[s], Least(Asked(target, issued), room))
        ELSE Greatest(wanted[s], Asked(target, issued))

\* Where a packet was sent again, the data may come with a copy, before the original or instead of it.
Brings(s, i, d) ==
    /\ d \in DOMAIN requests[s]
    /\ requests[s][d].pdc = requests[s][i].pdc
    /\ requests[s][d].size > 0 /\ requests[s][i].size = 0

\* Requests left in flight when i has come with the data of d.
Left(s, i, d) ==
    LET bare == [requests[s] EXCEPT ![d] = [@ EXCEPT !.size = 0]]
    IN  IF d = i THEN Without(requests[s], i)
        ELSE IF ~ requests[s][d].lost THEN Without(bare, i)
        ELSE Without(Without(bare, Greatest(i, d)), Least(i, d))

\* A request i comes with the data of d (i itself, but for copies), and a copy without data stays in flight if it is to come twice.
\* The first one makes the entry; one without data is answered at once, with the totals as they stand.
Receive(s, i, d, twice) ==      \* RCCC-1 RCCC-16 FIND-16
    /\ i \in DOMAIN requests[s] /\ ~ requests[s][i].lost
    /\ IF d = i THEN TRUE ELSE Brings(s, i, d)
    /\ twice => faults > 0
    /\ \E size \in {requests[s][d].size} : \E issued \in {IF s \in known THEN granted[s] ELSE InitialCredit} :
       \E want \in {WantedNow(s, requests[s][i].target, issued, arrived[s] + size)} : \E rest \in {Left(s, i, d)} :
       LET copy == [requests[s][i] EXCEPT !.pdc = "none", !.size = 0]
       IN  /\ granted' = [granted EXCEPT ![s] = issued]
           /\ arrived' = [arrived EXCEPT ![s] = @ + size]
           /\ wanted' = [wanted EXCEPT ![s] = want]
           /\ accrued' = [accrued EXCEPT ![s] = Least(@, want)]
           /\ acks' = IF size = 0 /\ open[s] THEN [acks EXCEPT ![s] = WithAck(s, issued, committed[s])] ELSE acks
           /\ requests' = [requests EXCEPT ![s] =
                IF twice /\ ~ \E j \in DOMAIN rest : rest[j] = copy THEN Append(rest, copy) ELSE rest]
    /\ known' = known \cup {s}
    /\ faults' = IF twice THEN faults - 1 ELSE faults
    /\ UNCHANGED <<job, spenderVars, committed, remainder, budget, lastSender, closes>>

\* What an entry wants after the header of a trimmed packet: what the header says, as with any request.  In "uet-1.0" a packet is sent
\* again on new credit, which that target does not ask for yet: the entry wants a packet more, and the source need not ask.
WantedTrimmed(s, target) ==     \* RCCC-3 UET-6
    LET want == WantedNow(s, target, granted[s], arrived[s])
    IN  IF SourceDocuments THEN want ELSE want + RoundUp(Mtu)

\* A header comes without its data, which are refused.  A receiver that does not know the sender has nothing to note.
HearOfTrimmed(s, target) ==
    /\ IF s \in known
       THEN \E want \in {WantedTrimmed(s, target)} :
            /\ wanted' = [wanted EXCEPT ![s] = want]
            /\ accrued' = [accrued EXCEPT ![s] = Least(@, want)]
       ELSE UNCHANGED <<wanted, accrued>>
    /\ UNCHANGED <<job, spenderVars, known, granted, arrived, committed, remainder, budget, lastSender, acks, closes>>

ReceiveTrimmed(s, i) ==     \* RCCC-3 UET-6
    /\ i \in DOMAIN requests[s] /\ IsTrimmed(requests[s][i])
    /\ HearOfTrimmed(s, requests[s][i].target)
    /\ requests' = [requests EXCEPT ![s] = [@ EXCEPT ![i] = [@ EXCEPT !.target = 0]]]
    /\ UNCHANGED faults

\* The memory has taken what came in, or some of it: now that is acknowledged, and a grant that is due rides along.
Commit(s, later) ==     \* RCCC-4
    /\ committed[s] < arrived[s] - later
    /\ committed' = [committed EXCEPT ![s] = arrived[s] - later]
    /\ \E size \in {IF IsInTurn(s) THEN GrantSize(s) ELSE 0} : Issue(s, size)
    /\ UNCHANGED <<job, spenderVars, known, arrived, remainder, requests, faults, closes>>

\* The slice timer: what the link carries in a slice is divided among the active entries; the remainder is carried.
\* It rests while no entry wants anything.  Budget that nobody used lapses, but for what is less than a quantum.
Slice ==        \* RCCC-2 RCCC-3 RCCC-12 FIND-8
    /\ Active # {}
    /\ SenderInTurn = {}
    /\ \E n \in {Cardinality(Active)} : \E total \in {SliceBudget + remainder} :
           /\ remainder' = total % n
           /\ accrued' = [s \in Sender |->
                IF IsActive(s) THEN Least(accrued[s] + total \div n, wanted[s]) ELSE accrued[s]]
    /\ budget' = Least(budget, Quantum - 1) + SliceBudget
    /\ UNCHANGED <<job, spenderVars, known, wanted, granted, arrived, committed, lastSender, networkVars>>

\* An ACK_CC on the slice timer: the credit that the entry in turn has accrued.
Grant(s) ==     \* RCCC-3 RCCC-4 RCCC-12 FIND-15 FIND-17
    /\ IsInTurn(s)
    /\ UNCHANGED committed
    /\ \E size \in {GrantSize(s)} : Issue(s, size)
    /\ UNCHANGED <<job, spenderVars, known, arrived, remainder, requests, faults, closes>>

\* The receiver hears that the source has closed: its entry goes, and the source hears of that.
Forget(s) ==        \* RCCC-12 RCCC-15
    /\ s \in closes
    /\ closes' = closes \ {s}
    /\ known' = known \ {s}
    /\ wanted' = [wanted EXCEPT ![s] = 0]
    /\ granted' = [granted EXCEPT ![s] = 0]
    /\ accrued' = [accrued EXCEPT ![s] = 0]
    /\ arrived' = [arrived EXCEPT ![s] = 0]
    /\ committed' = [committed EXCEPT ![s] = 0]
    /\ requests' = [requests EXCEPT ![s] = <<>>]
    /\ acks' = [acks EXCEPT ![s] = <<>>]
    /\ UNCHANGED <<job, spenderVars, remainder, budget, lastSender, faults>>

-----------------------------------------------------------------------------
\* Network.

\* Whether messages can be lost as a whole.  A model of trimmed packets alone says no.
MayLose == TRUE

\* A switch cuts a packet down to its header.
Trim(s, i) ==       \* UET-6
    /\ Trims /\ faults > 0
    /\ i \in DOMAIN requests[s] /\ ~ requests[s][i].lost
    /\ requests[s][i].size > 0 /\ requests[s][i].target # 0
    /\ requests' = [requests EXCEPT ![s] = [@ EXCEPT ![i] = [@ EXCEPT !.lost = TRUE]]]
    /\ faults' = faults - 1
    /\ UNCHANGED <<job, spenderVars, granterVars, acks, closes>>

\* A packet is lost on the way, or what is left of it; without data, nobody will miss it.
LoseRequest(s, i) ==        \* RCCC-15
    /\ MayLose /\ faults > 0
    /\ i \in DOMAIN requests[s] /\ (~ requests[s][i].lost \/ IsTrimmed(requests[s][i]))
    /\ requests' = [requests EXCEPT ![s] =
        IF @[i].size = 0 THEN Without(@, i) ELSE [@ EXCEPT ![i] = [@ EXCEPT !.lost = TRUE, !.target = 0]]]
    /\ faults' = faults - 1
    /\ UNCHANGED <<job, spenderVars, granterVars, acks, closes>>

\* A packet that was given up in vain is lost after that.  Its sender has counted it once, and hears nothing: the retransmission carries
\* the data.
LoseGivenUp(s, i) ==        \* RCCC-8 RCCC-15
    /\ i \in DOMAIN requests[s] /\ requests[s][i].lost /\ ~ IsTrimmed(requests[s][i])
    /\ IsGivenUp(s, requests[s][i])
    /\ \E p \in {requests[s][i].pdc} : \E k \in {Oldest(GivenUp(s, p, requests[s][i].size))} :
        again' = [again EXCEPT ![s][p] = [@ EXCEPT ![k] = [@ EXCEPT !.lost = TRUE]]]
    /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ UNCHANGED <<job, open, queue, messages, lastPdc, backlog, credit, authorised, spent, acked, granterVars, acks, faults, closes>>

LoseAck(s, i) ==        \* RCCC-5 RCCC-15
    /\ MayLose /\ faults > 0
    /\ i \in DOMAIN acks[s]
    /\ acks' = [acks EXCEPT ![s] = Without(@, i)]
    /\ faults' = faults - 1
    /\ UNCHANGED <<job, spenderVars, granterVars, requests, closes>>

-----------------------------------------------------------------------------
Next ==
    \/ Slice
    \/ \E s \in Sender :
        \/ Ask(s) \/ Close(s) \/ Grant(s) \/ Forget(s)
        \/ \E later \in Later : Commit(s, later)
        \/ \E p \in Pdc :
            \/ Want(s, p) \/ Resend(s, p)
            \/ \E k \in 0 .. Faults : Transmit(s, p, k)
            \/ \E size \in 1 .. Mtu : Doubt(s, p, size)
            \/ \E k \in 1 .. Faults : Recover(s, p, k)
        \/ \E i \in 1 .. MaxRequests :
            \/ InferLoss(s, i) \/ LoseRequest(s, i) \/ LoseGivenUp(s, i) \/ Trim(s, i) \/ ReceiveTrimmed(s, i)
            \/ \E d \in 1 .. MaxRequests : \E twice \in BOOLEAN : Receive(s, i, d, twice)
        \/ \E i \in 1 .. MaxAcks :
            \/ LoseAck(s, i)
            \/ \E twice \in BOOLEAN : \E later \in Later : Learn(s, i, twice, later)

\* Whoever has something to do does it in the end: timers fire, the memory commits, and the oldest message in flight is
\* delivered or found lost.  What was given up and has come in is acknowledged, and does not wait any more.  Nothing forces a message to be
\* posted, lost or repeated, and losses are finite in number.
FairnessWithoutAsks ==
    /\ WF_vars(Slice)
    /\ \A s \in Sender :
        /\ WF_vars(Close(s)) /\ WF_vars(Commit(s, 0)) /\ WF_vars(Grant(s)) /\ WF_vars(Forget(s))
        /\ \A p \in Pdc : WF_vars(Transmit(s, p, 0) \/ Transmit(s, p, 1))
        /\ \A p \in Pdc : WF_vars(Recover(s, p, 1))
        /\ WF_vars(LoseGivenUp(s, 1))
        /\ WF_vars(InferLoss(s, 1)) /\ WF_vars(Receive(s, 1, 1, FALSE)) /\ WF_vars(Learn(s, 1, FALSE, 0))
        /\ WF_vars(ReceiveTrimmed(s, 1))

Fairness == FairnessWithoutAsks /\ \A s \in Sender : WF_vars(Ask(s))

Spec == Init /\ [][Next]_vars /\ Fairness

\* The timer that asks for credit never fires.
SpecWithoutAsks == Init /\ [][Next]_vars /\ FairnessWithoutAsks

-----------------------------------------------------------------------------
\* Safety.

\* Credit that the receiver has issued to s; the initial credit needs no asking, and both ends count it.
Issued(s) == IF s \in known THEN granted[s] ELSE InitialCredit

\* Units that s has posted since its context was opened, with the headers that cutting cost.  Once it is closed, all have come in.
Posted(s) == IF open[s] THEN Queued(s) + Sent(s) ELSE arrived[s]

\* Units for which credit was asked again.  In the source documents' profile none, since a packet that is sent again has its credit; in
\* "uet-1.0" those of packets given up, each of which has cost the network a fault, and a packet for each one trimmed.
AskedAgain(s) ==
    IF SourceDocuments THEN 0
    ELSE IF open[s] /\ ~ Doubts /\ ~ Trims THEN spent[s] - authorised[s]
    ELSE (IF Trims THEN RoundUp(Mtu) ELSE Mtu) * (Faults - faults)

\* No demand is granted twice.
GrantedIsDemandedInv ==     \* RCCC-3 RCCC-8 RCCC-12 FIND-25
    \A s \in Seen : granted[s] + wanted[s] <= Greatest(InitialCredit, RoundUp(Posted(s) + AskedAgain(s)))

\* An entry whose backlog is all authorised does not count when a slice is divided.
NothingLeftIsInactiveInv ==     \* RCCC-12 FIND-25
    SourceDocuments => \A s \in Seen : backlog[s] = 0 => ~ IsActive(s)

\* A sender holds only credit that was issued.
CreditIsIssuedInv == \A s \in Seen : credit[s] <= Issued(s)      \* RCCC-5 RCCC-9 RCCC-16 FIND-40

\* What the wrapping counter says of an ACK_CC in flight is what the whole totals say.
ReadingIsTrueInv ==     \* RCCC-5 FIND-7
    \A s \in Seen : \A i \in New(acks[s]) :
        Gained(s, acks[s][i].total) = TrueProgress(acks[s][i].total, credit[s])

\* Nor does it of a target in flight that says a total.
TargetIsTrueInv ==      \* FIND-7 FIND-25
    ~ TargetIsBacklog => \A s \in Seen : \A i \in New(requests[s]) :
        ~ requests[s][i].lost =>
            Asked(requests[s][i].target, Issued(s)) = Quantum * TrueProgress(Quanta(requests[s][i].target), Quanta(Issued(s)))

\* Issued credit runs at most a window ahead of the sender's; WrapIsSafe needs it.
AheadInv ==     \* RCCC-5 FIND-7
    \A s \in Seen : open[s] => granted[s] - credit[s] <= WindowOf(s)

SpendsOnlyCreditInv == \A s \in Seen : spent[s] <= credit[s] + Overshoot      \* RCCC-6

\* Units that have not come in, lost or not.
OnTheWay(s) == Sum([i \in DOMAIN requests[s] |-> requests[s][i].size])

\* Credit covers all that was sent and is not known to be lost, in whichever copy it comes: a packet sent again has the credit that it had.
SentIsCoveredInv ==     \* RCCC-6 RCCC-8
    \A s \in Seen : open[s] => arrived[s] + OnTheWay(s) <= credit[s] + Overshoot

\* What was authorised is covered by issued credit, once.
AuthorisedIsCoveredInv ==       \* RCCC-5 RCCC-8 FIND-14 FIND-19
    \A s \in Seen : authorised[s] <= Issued(s) + Overshoot

\* The two tiers agree: what the PDCs have to send is what the CCC has not authorised, and what it has and they did not send.
TiersAgreeInv == \A s \in Seen : Queued(s) = backlog[s] + (authorised[s] - Sent(s))       \* RCCC-7 RCCC-8

\* Units given up that are not lost.
Strays(s) ==
    Sum([i \in DOMAIN PdcOrder |->
        LET pieces == again[s][PdcOrder[i]] IN Sum([k \in DOMAIN pieces |-> IF pieces[k].lost THEN 0 ELSE pieces[k].size])])

\* What a PDC has to send is what is left of its messages, and what it sends again.
PiecesAreQueuedInv ==       \* RCCC-7 RCCC-13
    \A s \in Seen : \A p \in Pdc :
        queue[s][p] = Sum(messages[s][p]) + Sum([k \in DOMAIN again[s][p] |-> again[s][p][k].size])

\* Units of data in messages.
DataOf(sequence) == Sum([k \in DOMAIN sequence |-> sequence[k] - PacketsIn(sequence[k]) * Header])

\* A packet waits to be sent once, however often it was given up: a PDC never has more data to send than were posted.
WaitsOnceInv ==     \* RCCC-8 UET-1
    \A s \in Seen : \A p \in Pdc :
        DataOf(messages[s][p]) + DataOf([k \in DOMAIN again[s][p] |-> again[s][p][k].size])
            <= DataOf(SubSeq(Jobs[s][p], 1, job[s][p]))

\* What is acknowledged is counted as sent: it is not given up any more.
AckedIsSentInv == \A s \in Seen : acked[s] <= Sent(s)      \* RCCC-8 RCCC-15

\* Every unit sent is on its way, or has come in.
NothingVanishesInv ==       \* RCCC-8 RCCC-15
    \A s \in Seen : open[s] =>
        Sent(s) + Strays(s) = arrived[s] + OnTheWay(s)

\* No acknowledgment for a unit that is not in memory.
AcksAreCommittedInv ==      \* RCCC-4
    \A s \in Seen :
        /\ committed[s] <= arrived[s]
        /\ acked[s] <= committed[s]
        /\ \A i \in New(acks[s]) : acks[s][i].acked <= committed[s]

\* As long as the network has done no harm, any packet in flight may be given up in vain, the one just sent as well.
AnyMayBeDoubtedInv ==       \* RCCC-8 RCCC-15
    Doubts /\ ~ SourceDocuments /\ faults = Faults =>
        \A s \in Seen : \A i \in DOMAIN requests[s] :
            LET sent == requests[s][i] IN sent.size > 0 => ENABLED Doubt(s, sent.pdc, sent.size)

\* The network holds no more than there is room for, and does no more than it may.
NetworkIsBoundedInv ==
    /\ 0 <= faults /\ faults <= Faults
    /\ \A s \in Seen : Len(requests[s]) <= MaxRequests /\ Len(acks[s]) <= MaxAcks

\* No request without data is on its way twice: the second would say nothing new.
AsksDifferInv ==        \* RCCC-15
    \A s \in Seen : \A i, j \in DOMAIN requests[s] :
        i < j /\ requests[s][i].pdc = "none" => requests[s][i] # requests[s][j]

\* A context begins anew, and keeps nothing while it is closed.
ClosedIsEmptyInv ==     \* RCCC-15
    \A s \in Seen : ~ open[s] => lastPdc[s] = 0 /\ credit[s] + authorised[s] + spent[s] + acked[s] = 0

\* The debt to the next slice stays below the least grant; with BudgetIsKeptProp: grants over k slices sum to less than (k+1) budgets, one
\* such grant, and a quantum.
BudgetInv == budget > -Enough /\ budget < SliceBudget + Quantum     \* RCCC-3

\* No entry, nothing accounted.
TableInv == \A s \in Sender \ known :       \* RCCC-1 RCCC-12
    wanted[s] + granted[s] + accrued[s] + arrived[s] + committed[s] = 0

\* The receiver's entry outlives the source's context until the receiver hears that it has closed, and no longer.
ClosesInv == \A s \in Seen : s \in closes <=> s \in known /\ ~ open[s]      \* RCCC-12 RCCC-15

AccrualIsWantedInv == \A s \in Seen : accrued[s] <= wanted[s]     \* RCCC-2 RCCC-12

\* Data of s on its way: some of it may wait in the last hop's queue.
InFlight(s) == Sum([i \in DOMAIN requests[s] |-> IF requests[s][i].lost THEN 0 ELSE requests[s][i].size])

\* What the last hop's queue may have to hold: all that the receiver lets be outstanding, and the initial credit of every other sender.
QueueInv ==     \* RCCC-10 FIND-5 FIND-6
    Cap # 0 => Sum([i \in DOMAIN SenderOrder |-> InFlight(SenderOrder[i])])
                <= Cap + (Cardinality(Sender) - 1) * InitialCredit + Cardinality(Sender) * Overshoot

-----------------------------------------------------------------------------
\* Steps.

CreditNeverFallsProp ==     \* RCCC-5
    [][\A s \in Sender :
        /\ open'[s] => credit'[s] >= credit[s]
        /\ s \in known' => granted'[s] >= granted[s]]_vars

\* Every grant comes off the slice's budget, and only a new slice fills that, up to one slice's worth.
BudgetIsKeptProp ==     \* RCCC-3 FIND-8 FIND-17
    [][LET Grown(i) ==
               LET s == SenderOrder[i] IN IF s \in known \cap known' THEN granted'[s] - granted[s] ELSE 0
           issued == Sum([i \in DOMAIN SenderOrder |-> Grown(i)])
       IN  IF budget' > budget
           THEN issued = 0 /\ budget' <= budget + SliceBudget
           ELSE issued = budget - budget']_vars

\* After a grant, no more is outstanding than the cap allows.
CapIsKeptProp ==        \* RCCC-10 FIND-5 FIND-6
    [][Cap # 0 /\ (\E s \in known \cap known' : granted'[s] > granted[s]) =>
        \A S \in SUBSET known' : Sum([i \in DOMAIN SenderOrder |->
            IF SenderOrder[i] \in S THEN granted'[SenderOrder[i]] - arrived'[SenderOrder[i]] ELSE 0]) <= Cap]_vars

\* What a slice brings an entry.
Gain(s) == accrued'[s] - accrued[s]

\* A slice divides exactly: the same to every entry that wants something, or all that it still wants where that is less, and nothing to
\* others; what does not divide is carried.
SharesAreEqualProp ==       \* RCCC-2 RCCC-3 RCCC-12 FIND-8
    [][remainder' # remainder \/ (\E s \in Sender : Gain(s) > 0) =>
        \E n \in {Cardinality({s \in Sender : wanted[s] > 0})} : \E divided \in {SliceBudget + remainder - remainder'} :
            /\ remainder' < n /\ divided % n = 0
            /\ \A s \in Sender :
                IF wanted[s] = 0 THEN Gain(s) = 0
                ELSE IF accrued'[s] < wanted[s] THEN Gain(s) * n = divided ELSE Gain(s) * n <= divided]_vars

\* A slice is handed out whole, unless an entry has all that it wants.
WholeSliceIsSharedProp ==   \* RCCC-3 RCCC-12
    [][(\E s \in Sender : Gain(s) > 0) =>
        \/ Sum([i \in DOMAIN SenderOrder |-> Gain(SenderOrder[i])]) + remainder' = SliceBudget + remainder
        \/ \E s \in known : wanted[s] > 0 /\ accrued'[s] = wanted[s]]_vars

\* Not claimed: what an entry cannot use of its share is used by another that wants more.
WorkIsConservedProp ==      \* RCCC-12
    [][(\E s \in Sender : Gain(s) > 0) =>
        \/ Sum([i \in DOMAIN SenderOrder |-> Gain(SenderOrder[i])]) + remainder' = SliceBudget + remainder
        \/ \A s \in known : accrued'[s] = wanted[s]]_vars

\* Quanta that let a whole packet go.
PacketQuanta == (GrantUnits + Quantum - 1) \div Quantum

\* An entry has accrued that much, or all that it wants.
Waits(s) == wanted[s] > 0 /\ (accrued[s] \div Quantum >= PacketQuanta \/ accrued[s] = wanted[s])

\* No slice ends with credit that is due, within the budget and the cap.
DueIsGrantedProp ==     \* RCCC-4 RCCC-12 RCCC-18 FIND-17
    [][budget' > budget \/ (\E s \in Sender : Gain(s) > 0) =>
        \/ budget <= 0
        \/ \A s \in Sender : ~ Waits(s)
        \/ Cap # 0 /\ \E s \in Sender : Waits(s) /\
            Sum([i \in DOMAIN SenderOrder |-> Greatest(0, granted[SenderOrder[i]] - arrived[SenderOrder[i]])])
                + Least(wanted[s], Quantum * PacketQuanta) > Cap]_vars

\* A grant comes out of a budget, and lets a packet go, or all that is wanted.
GrantsSufficeProp ==        \* RCCC-3 RCCC-4 RCCC-18
    [][\A s \in known \cap known' : granted'[s] > granted[s] =>
        /\ budget > 0
        /\ granted'[s] - granted[s] >= Least(wanted[s], Quantum * PacketQuanta)]_vars

\* Who was granted credit is the one that was served last, and nothing else moves whose turn it is.
ServedLastProp ==       \* RCCC-12
    [][/\ lastSender' # lastSender => \E s \in known \cap known' : granted'[s] > granted[s]
       /\ \A s \in known \cap known' : granted'[s] > granted[s] =>
            \E i \in DOMAIN SenderOrder : i = lastSender' /\ SenderOrder[i] = s]_vars

\* No entry is served twice while another one that is due waits.
NoSenderPassedOverProp ==       \* RCCC-12
    [][\A s \in known \cap known' :
        /\ granted'[s] > granted[s]
        /\ \E i \in DOMAIN SenderOrder : i = lastSender /\ SenderOrder[i] = s
        => \A t \in Sender \ {s} : ~ Waits(t)]_vars

\* Nor does a PDC send twice while another one of its CCC waits.
NoPdcPassedOverProp ==      \* RCCC-17
    [][\A s \in Sender : \A p, q \in Pdc :
        /\ p # q /\ queue'[s][p] < queue[s][p] /\ spent'[s] > spent[s]
        /\ \E i \in DOMAIN PdcOrder : i = lastPdc[s] /\ PdcOrder[i] = p
        => queue[s][q] = 0]_vars

\* The request that s sends in a step, or one of nobody.
Nothing == [pdc |-> "nobody", size |-> 0, target |-> 0, lost |-> FALSE]
Newest(s) == IF Len(requests'[s]) > Len(requests[s]) THEN requests'[s][Len(requests'[s])] ELSE Nothing

\* Who asks has nothing else to wait for, unless its timer is early.
AsksLastProp ==     \* RCCC-15 FIND-16
    [][~ EarlyTimer => \A s \in Sender :
        Newest(s).pdc = "none" =>
            /\ requests[s] = <<>> /\ acks[s] = <<>>
            /\ committed[s] >= arrived[s]]_vars

\* Requests of s that are lost.
LostOf(s) == Cardinality({i \in DOMAIN requests[s] : requests[s][i].lost})

\* A packet leaves again on the credit that it had.
GoesAgain(s) == Newest(s).pdc \in Pdc /\ spent'[s] = spent[s]

\* Where no timer fires in vain nothing is given up that is not lost, and nothing goes again.
RightTimersProp ==      \* RCCC-8 RCCC-15
    [][~ Doubts => \A s \in Sender : Strays(s)' = 0 /\ ~ GoesAgain(s)]_vars

\* What the network does beyond delivering, and what a timer does in vain, is counted, once each.
FaultsAreCountedProp ==     \* RCCC-15
    [][/\ faults' = faults \/ faults' = faults - 1
       /\ \A s \in Sender :
            \/ LostOf(s)' > LostOf(s)
            \/ Strays(s)' > Strays(s)
            \/ GoesAgain(s)
            \/ acked'[s] > acked[s] /\ acks'[s] = acks[s]
            \/ arrived'[s] > arrived[s] /\ Len(requests'[s]) = Len(requests[s])
            => faults' # faults]_vars

\* A packet holds an MTU, or the last of a message, or all the credit at hand where packets are cut; of the data nothing is lost, and
\* nothing goes twice.  One that is sent again stays as it was.
PacketsAreFullProp ==       \* RCCC-13
    [][\A s \in Sender : \A p \in Pdc :
        /\ DataOf(messages'[s][p]) < DataOf(messages[s][p]) =>
            LET size == spent'[s] - spent[s]
            IN  /\ DataOf(messages[s][p]) - DataOf(messages'[s][p]) = size - Header
                /\ \/ size = Mtu
                   \/ size = Head(messages[s][p])
                   \/ CutsPackets /\ size = authorised[s] - spent[s]
        /\ queue'[s][p] < queue[s][p] /\ messages'[s][p] = messages[s][p] =>
            \E k \in DOMAIN again[s][p] :
                /\ queue[s][p] - queue'[s][p] = again[s][p][k].size
                /\ again'[s][p] = [i \in 1 .. Len(again[s][p]) - 1 |-> again[s][p][IF i < k THEN i ELSE i + 1]]]_vars

\* Where packets are cut, credit that carries data is used: who asks without data has none, or has something to send again that is more.
AskerHasNoCreditProp ==     \* RCCC-13 RCCC-15 FIND-15
    [][CutsPackets => \A s \in Sender :
        Newest(s).pdc = "none" =>
            \/ authorised[s] - spent[s] <= Header
            \/ \E p \in Pdc : \E k \in DOMAIN again[s][p] : again[s][p][k].size > authorised[s] - spent[s]]_vars

\* Where totals are told, what an entry wants is only ever used up: a request that comes late takes nothing back.
WantedIsUsedUpProp ==       \* RCCC-12 FIND-25
    [][~ TargetIsBacklog => \A s \in known \cap known' :
        wanted'[s] < wanted[s] => wanted[s] - wanted'[s] = granted'[s] - granted[s]]_vars

\* What a request says beyond what is authorised is the backlog, as far as the field holds it.
TargetTellsBacklogProp ==       \* RCCC-7 RCCC-8 FIND-25
    [][SourceDocuments => \A s \in Sender : Newest(s) # Nothing =>
        LET told == Newest(s).target - (IF TargetIsBacklog THEN 0 ELSE authorised'[s])
        IN  told = backlog'[s] \/ (told < backlog'[s] /\ 2 * (told + 1) >= Modulus)]_vars

\* In "uet-1.0" it says a level, which is not below the credit at hand.
TargetIsNoLessProp ==       \* RCCC-7
    [][~ SourceDocuments => \A s \in Sender : Newest(s) # Nothing => Newest(s).target >= credit'[s]]_vars

\* What has come in is acknowledged from memory, and not before: its arrival alone sends nothing.
AckedFromMemoryProp ==      \* RCCC-4
    [][\A s \in Sender :
        /\ arrived'[s] > arrived[s] => acks'[s] = acks[s]
        /\ committed'[s] > committed[s] => \E i \in DOMAIN acks'[s] : acks'[s][i].acked = committed'[s]]_vars

-----------------------------------------------------------------------------
\* Liveness, under Fairness.

BacklogDrainsProp == \A s \in Sender : backlog[s] > 0 ~> backlog[s] = 0     \* RCCC-15 FIND-7 FIND-15

PdcIsServedProp == \A s \in Sender : \A p \in Pdc : queue[s][p] > 0 ~> queue[s][p] = 0      \* RCCC-15 RCCC-17

EverythingClosesProp == \A s \in Sender : open[s] \/ s \in known ~> ~ open[s] /\ s \notin known     \* RCCC-15 FIND-9 FIND-16

\* Under SpecWithoutAsks, where packets are trimmed and nothing else is lost: all is sent once the receiver knows the sender.
SentUnaskedProp == \A s \in Sender : s \in known /\ Queued(s) > 0 ~> Queued(s) = 0      \* RCCC-3 UET-6

WantedIsGrantedProp == \A s \in Sender : wanted[s] > 0 ~> wanted[s] = 0     \* RCCC-4 RCCC-12
=============================================================================
