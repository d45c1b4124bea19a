---------------------- MODULE CreditConservationFaults ----------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CreditConservation, and *)
(* rules as published that the models refute.  A configuration plants one  *)
(* in the place of the original; the specification itself stays clean.     *)
(***************************************************************************)
EXTENDS MCCreditConservation

\* No assumption about the wrap: what the published rule, which names none, leaves to luck.
Anything == TRUE

-----------------------------------------------------------------------------
\* Sender.

\* The delta replaces the backlog of the CCC, instead of joining it.
WantSetsBacklog(s, p) ==
    /\ job[s][p] < Len(Jobs[s][p])
    /\ s \notin closes
    /\ LET delta == Jobs[s][p][job[s][p] + 1]
           had == IF open[s] THEN credit[s] ELSE InitialCredit
           freed == Authorise(had, delta, authorised[s])
       IN  /\ queue' = [queue EXCEPT ![s][p] = @ + delta]
           /\ messages' = [messages EXCEPT ![s][p] = Append(@, delta)]
           /\ backlog' = [backlog EXCEPT ![s] = delta - freed]
           /\ authorised' = [authorised EXCEPT ![s] = @ + freed]
           /\ credit' = [credit EXCEPT ![s] = had]
    /\ open' = [open EXCEPT ![s] = TRUE]
    /\ job' = [job EXCEPT ![s][p] = @ + 1]
    /\ UNCHANGED <<again, lastPdc, spent, acked, granterVars, networkVars>>

\* "There is credit" instead of "the packet fits the credit".
FitsAnyCredit(s, p, k) == Allowed(s) > 0

\* A packet is cut to the credit at hand, where credit is to be saved up.
PieceSizeFitsCredit(s, p, k) == Greatest(1, Least(Least(Mtu, Head(messages[s][p])), Allowed(s)))

\* A packet is cut where all of it fits the credit.
PieceSizeIsHalf(s, p, k) ==
    LET whole == Least(Mtu, Head(messages[s][p]))
    IN  IF whole > 1 /\ whole <= Allowed(s) THEN whole - 1 ELSE Least(whole, Greatest(Allowed(s), Header + 1))

\* Credit waits for a whole packet.
PieceSizeIsWhole(s, p, k) == IF k # 0 THEN again[s][p][k].size ELSE Least(Mtu, Head(messages[s][p]))

\* A packet that was given up is cut when it is sent again.
PieceSizeRecuts(s, p, k) == IF k # 0 THEN 1 ELSE Least(Mtu, Head(messages[s][p]))

\* What is cut off has no header of its own.
RestWithoutHeader(units, size) == units - size

\* A request says all that the PDCs have to send, of which some is authorised.
CreditTargetSaysQueue(s, backlogNow, creditNow, spentNow) == authorised[s] + Least(Queued(s), Reach)

\* A request asks for as much as the field holds, whatever the backlog.
CreditTargetSaysReach(s, backlogNow, creditNow, spentNow) == authorised[s] + Reach

\* A request says less than the credit at hand.
CreditTargetSaysBelow(s, backlogNow, creditNow, spentNow) == Greatest(0, creditNow - 1)

\* A request leaves the last unit to the next one.
CreditTargetSaysLess(s, backlogNow, creditNow, spentNow) == authorised[s] + Greatest(0, Least(backlogNow, Reach) - 1)

\* A request asks as far ahead as the field has values.
ReachAll == Modulus - 1

\* A packet leaves, and its message stays as it was.
TransmitKeepsMessage(s, p, k) ==
    /\ Len(requests[s]) < MaxRequests
    /\ \E place \in PdcInTurn(s) : PdcOrder[place] = p /\ lastPdc' = [lastPdc EXCEPT ![s] = place]
    /\ k = 0 /\ Fits(s, p, k)
    /\ LET size == PieceSize(s, p, k)
           request == [pdc |-> p, size |-> size, target |-> CreditTarget(s, backlog[s], credit[s], spent[s] + size), lost |-> FALSE]
       IN  /\ queue' = [queue EXCEPT ![s][p] = @ - size]
           /\ spent' = [spent EXCEPT ![s] = @ + size]
           /\ requests' = [requests EXCEPT ![s] = Append(@, request)]
    /\ UNCHANGED <<job, open, messages, again, backlog, credit, authorised, acked, granterVars, acks, faults, closes>>

\* What was given up leaves again, and is still to be sent again.
WithoutButPieces(sequence, i) ==
    IF i \in DOMAIN sequence /\ DOMAIN sequence[i] = {"size", "lost"} THEN sequence
    ELSE SubSeq(sequence, 1, i - 1) \o SubSeq(sequence, i + 1, Len(sequence))

\* Fixed priority: the first PDC that has something.
PdcInTurnByPlace(s) == InTurn(0, PdcOrder, LAMBDA p : queue[s][p] > 0)

\* The CCC serves the PDC it was created for, and nobody else.
PdcInTurnFirstOnly(s) == IF queue[s][PdcOrder[1]] > 0 THEN {1} ELSE {}

\* What both twins below do with the credit they believe to have gained.
LearnWith(s, i, twice, gained, kept) ==
    /\ LET freed == Least(gained, backlog[s])
       IN  /\ credit' = [credit EXCEPT ![s] = kept]
           /\ backlog' = [backlog EXCEPT ![s] = @ - freed]
           /\ authorised' = [authorised EXCEPT ![s] = @ + freed]
           /\ acked' = [acked EXCEPT ![s] = Greatest(@, acks[s][i].acked)]
    /\ acks' = IF twice THEN acks ELSE [acks EXCEPT ![s] = Without(@, i)]
    /\ faults' = IF twice THEN faults - 1 ELSE faults
    /\ UNCHANGED <<job, open, queue, messages, again, lastPdc, spent, granterVars, requests, closes>>

\* A total taken as a step.
LearnAddsTotal(s, i, twice, later) ==
    /\ i \in DOMAIN acks[s]
    /\ twice => faults > 0
    /\ LearnWith(s, i, twice, acks[s][i].total, credit[s] + acks[s][i].total)

\* FIND-19: the increment is clamped at 0, but the older total is recorded.
LearnRecordsOlder(s, i, twice, later) ==
    /\ i \in DOMAIN acks[s]
    /\ twice => faults > 0
    /\ LearnWith(s, i, twice, TrueProgress(acks[s][i].total, credit[s]), acks[s][i].total)

\* FIND-19: the increment is signed, as published: an older total takes back what was authorised beyond it.
LearnSigned(s, i, twice, later) ==
    /\ i \in DOMAIN acks[s]
    /\ twice => faults > 0
    /\ LearnWith(s, i, twice, acks[s][i].total - credit[s], acks[s][i].total)

\* FIND-14: one register.  What is authorised is subtracted from the credit recorded, from which the next increment is computed.
LearnFromOneRegister(s, i, twice, later) ==
    /\ i \in DOMAIN acks[s]
    /\ twice => faults > 0
    /\ LET gained == TrueProgress(acks[s][i].total, credit[s])
       IN  LearnWith(s, i, twice, gained, credit[s] + gained - Least(gained, backlog[s]))

WantFromOneRegister(s, p) ==
    /\ job[s][p] < Len(Jobs[s][p])
    /\ s \notin closes
    /\ LET delta == Jobs[s][p][job[s][p] + 1]
           had == IF open[s] THEN credit[s] ELSE InitialCredit
           freed == Least(had, delta)
       IN  /\ queue' = [queue EXCEPT ![s][p] = @ + delta]
           /\ messages' = [messages EXCEPT ![s][p] = Append(@, delta)]
           /\ backlog' = [backlog EXCEPT ![s] = @ + delta - freed]
           /\ authorised' = [authorised EXCEPT ![s] = @ + freed]
           /\ credit' = [credit EXCEPT ![s] = had - freed]
    /\ open' = [open EXCEPT ![s] = TRUE]
    /\ job' = [job EXCEPT ![s][p] = @ + 1]
    /\ UNCHANGED <<again, lastPdc, spent, acked, granterVars, networkVars>>

\* Credit is learnt, and its bytes stay in the backlog.
LearnKeepsBacklog(s, i, twice, later) ==
    /\ i \in DOMAIN acks[s]
    /\ twice => faults > 0
    /\ LET gained == Gained(s, acks[s][i].total)
       IN  /\ credit' = [credit EXCEPT ![s] = @ + gained]
           /\ authorised' = [authorised EXCEPT ![s] = @ + Authorise(credit[s] + gained, backlog[s], @)]
           /\ acked' = [acked EXCEPT ![s] = Greatest(@, acks[s][i].acked)]
    /\ acks' = IF twice THEN acks ELSE [acks EXCEPT ![s] = Without(@, i)]
    /\ faults' = IF twice THEN faults - 1 ELSE faults
    /\ UNCHANGED <<job, open, queue, messages, again, backlog, lastPdc, spent, granterVars, requests, closes>>

\* Whatever an ACK_CC says, all that was sent is taken for acknowledged.
LearnAcknowledgesAll(s, i, twice, later) ==
    /\ i \in DOMAIN acks[s]
    /\ twice => faults > 0
    /\ LET gained == Gained(s, acks[s][i].total)
           freed == Authorise(credit[s] + gained, backlog[s], authorised[s])
       IN  /\ credit' = [credit EXCEPT ![s] = @ + gained]
           /\ backlog' = [backlog EXCEPT ![s] = @ - freed]
           /\ authorised' = [authorised EXCEPT ![s] = @ + freed]
           /\ acked' = [acked EXCEPT ![s] = spent[s]]
    /\ acks' = IF twice THEN acks ELSE [acks EXCEPT ![s] = Without(@, i)]
    /\ faults' = IF twice THEN faults - 1 ELSE faults
    /\ UNCHANGED <<job, open, queue, messages, again, lastPdc, spent, granterVars, requests, closes>>

\* No ACK_CC is listened to.
LearnNever(s, i, twice, later) == FALSE

\* The wire's value compared as a plain number: right until the counter wraps.
GainedPlainly(s, total) == TrueProgress(Wire(total, Modulus), Wire(credit[s], Modulus))

\* FIND-9: the packet is to be sent again, and its credit is spent.
InferLossKeepsSpent(s, i) ==
    /\ i \in DOMAIN requests[s] /\ requests[s][i].lost
    /\ LET request == requests[s][i]
       IN  /\ queue' = [queue EXCEPT ![s][request.pdc] = @ + request.size]
           /\ again' = [again EXCEPT ![s][request.pdc] = Append(@, [size |-> request.size, lost |-> TRUE])]
    /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ UNCHANGED <<job, open, messages, lastPdc, backlog, credit, authorised, spent, acked, granterVars, acks, faults, closes>>

\* A lost packet's credit comes back twice.
InferLossGivesTwice(s, i) ==
    /\ i \in DOMAIN requests[s] /\ requests[s][i].lost
    /\ LET request == requests[s][i]
       IN  /\ queue' = [queue EXCEPT ![s][request.pdc] = @ + request.size]
           /\ again' = [again EXCEPT ![s][request.pdc] = Append(@, [size |-> request.size, lost |-> TRUE])]
           /\ spent' = [spent EXCEPT ![s] = Greatest(0, @ - 2 * request.size)]
    /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ UNCHANGED <<job, open, messages, lastPdc, backlog, credit, authorised, acked, granterVars, acks, faults, closes>>

\* Every lost packet counts, whether it was given up before or not, and whether so much is in flight or not.
InferLossUnless(s, i, IsCounted(_)) ==
    /\ i \in DOMAIN requests[s] /\ requests[s][i].lost /\ ~ IsTrimmed(requests[s][i])
    /\ ~ IsCounted(requests[s][i])
    /\ GiveUp(s, requests[s][i].pdc, requests[s][i].size, TRUE)
    /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ UNCHANGED faults
InferLossAgain(s, i) == InferLossUnless(s, i, LAMBDA lost : FALSE)

\* A lost packet counts, though no more is in flight than what is acknowledged.
InferLossOfAcked(s, i) == InferLossUnless(s, i, LAMBDA lost : IsGivenUp(s, lost))

\* The bytes of another packet in flight cover one that was given up before.
GivenUpNever(s, lost) == FALSE

\* FIND-16: no request goes without data.
AskNever(s) == FALSE

\* FIND-16: nobody tells which packet is lost, ...
InferLossNever(s, i) == FALSE

\* ... no ACK_CC is lost, where only data is to be, ...
LoseAckNever(s, i) == FALSE

\* ... and a packet is sent again, on the credit that it had, when its timer fires: whenever nothing is on its way either way, or at any
\* time where timers are early, and as often as it takes.  The fault that Resend counts is that of a packet doubted in vain.
ResendOnTimeout(s, p) ==
    /\ Len(requests[s]) < MaxRequests
    /\ Sent(s) > acked[s]
    /\ \/ EarlyTimer
       \/ /\ acks[s] = <<>> /\ arrived[s] = committed[s]
          /\ \A i \in DOMAIN requests[s] : requests[s][i].lost
    /\ LET copy == [pdc |-> p, size |-> 0, target |-> CreditTarget(s, backlog[s], credit[s], spent[s]), lost |-> FALSE]
       IN  requests' = [requests EXCEPT ![s] = Append(@, copy)]
    /\ UNCHANGED <<job, spenderVars, granterVars, acks, faults, closes>>

\* An acknowledgment does not recover what was given up.
FairnessWithoutRecovery ==
    /\ WF_vars(Slice)
    /\ \A s \in Sender :
        /\ WF_vars(Close(s)) /\ WF_vars(Commit(s, 0)) /\ WF_vars(Grant(s)) /\ WF_vars(Forget(s))
        /\ \A p \in Pdc : WF_vars(Transmit(s, p, 0) \/ Transmit(s, p, 1))
        /\ WF_vars(LoseGivenUp(s, 1))
        /\ WF_vars(InferLoss(s, 1)) /\ WF_vars(Receive(s, 1, 1, FALSE)) /\ WF_vars(Learn(s, 1, FALSE, 0))

\* What is on its way comes, oldest first; and of the copies that are sent for ever, one is of the packet that is lost.
FairTimeouts ==
    \A s \in Sender :
        /\ \A p \in Pdc : SF_vars(Resend(s, p))
        /\ WF_vars(\E i \in 1 .. MaxRequests :
                /\ i \in DOMAIN requests[s] /\ \A j \in 1 .. (i - 1) : requests[s][j].lost
                /\ Receive(s, i, i, FALSE))
        /\ SF_vars(\E i, d \in 1 .. MaxRequests : d # i /\ Receive(s, i, d, FALSE))

TimeoutSpec == Spec /\ FairTimeouts

-----------------------------------------------------------------------------
\* Receiver.

\* The first ACK_CC counts from 0: the initial credit is not part of the receiver's total.
ReceiveForgetsInitialCredit(s, i, d, twice) ==
    /\ i \in DOMAIN requests[s] /\ ~ requests[s][i].lost
    /\ d = i /\ twice = FALSE
    /\ LET request == requests[s][i]
           in == arrived[s] + request.size
           want == WantedNow(s, request.target, granted[s], in)
       IN  /\ arrived' = [arrived EXCEPT ![s] = in]
           /\ wanted' = [wanted EXCEPT ![s] = want]
           /\ accrued' = [accrued EXCEPT ![s] = Least(@, want)]
           /\ acks' = IF request.size = 0 THEN [acks EXCEPT ![s] = WithAck(s, granted[s], committed[s])] ELSE acks
           /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ known' = known \cup {s}
    /\ UNCHANGED <<job, spenderVars, granted, committed, remainder, budget, lastSender, faults, closes>>

\* Each request begins the receiver's total anew.
ReceiveCountsAnew(s, i, d, twice) ==
    /\ i \in DOMAIN requests[s] /\ ~ requests[s][i].lost
    /\ d = i /\ twice = FALSE
    /\ LET request == requests[s][i]
           in == arrived[s] + request.size
           want == WantedNow(s, request.target, InitialCredit, in)
       IN  /\ granted' = [granted EXCEPT ![s] = InitialCredit]
           /\ arrived' = [arrived EXCEPT ![s] = in]
           /\ wanted' = [wanted EXCEPT ![s] = want]
           /\ accrued' = [accrued EXCEPT ![s] = Least(@, want)]
           /\ acks' = IF request.size = 0 THEN [acks EXCEPT ![s] = WithAck(s, InitialCredit, committed[s])] ELSE acks
           /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ known' = known \cup {s}
    /\ UNCHANGED <<job, spenderVars, committed, remainder, budget, lastSender, faults, closes>>

\* What comes in is acknowledged at once, before it is in memory.
ReceiveAcknowledges(s, i, d, twice) ==
    /\ i \in DOMAIN requests[s] /\ ~ requests[s][i].lost
    /\ d = i /\ twice = FALSE
    /\ LET request == requests[s][i]
           issued == IF s \in known THEN granted[s] ELSE InitialCredit
           in == arrived[s] + request.size
           want == WantedNow(s, request.target, issued, in)
       IN  /\ granted' = [granted EXCEPT ![s] = issued]
           /\ arrived' = [arrived EXCEPT ![s] = in]
           /\ wanted' = [wanted EXCEPT ![s] = want]
           /\ accrued' = [accrued EXCEPT ![s] = Least(@, want)]
           /\ acks' = [acks EXCEPT ![s] = WithAck(s, issued, in)]
           /\ requests' = [requests EXCEPT ![s] = Without(@, i)]
    /\ known' = known \cup {s}
    /\ UNCHANGED <<job, spenderVars, committed, remainder, budget, lastSender, faults, closes>>

\* A repeated packet is counted like a new one.
ReceiveCountsCopies(s, i, d, twice) ==
    /\ i \in DOMAIN requests[s] /\ ~ requests[s][i].lost
    /\ twice => faults > 0
    /\ LET request == requests[s][i]
           issued == IF s \in known THEN granted[s] ELSE InitialCredit
           in == arrived[s] + request.size
           want == WantedNow(s, request.target, issued, in)
       IN  /\ granted' = [granted EXCEPT ![s] = issued]
           /\ arrived' = [arrived EXCEPT ![s] = in]
           /\ wanted' = [wanted EXCEPT ![s] = want]
           /\ accrued' = [accrued EXCEPT ![s] = Least(@, want)]
           /\ acks' = IF request.size = 0 THEN [acks EXCEPT ![s] = WithAck(s, issued, committed[s])] ELSE acks
           /\ requests' = IF twice THEN requests ELSE [requests EXCEPT ![s] = Without(@, i)]
    /\ known' = known \cup {s}
    /\ faults' = IF twice THEN faults - 1 ELSE faults
    /\ UNCHANGED <<job, spenderVars, committed, remainder, budget, lastSender, closes>>

\* The memory says that it has more than has come.
CommitAhead(s, later) ==
    /\ committed[s] < arrived[s]
    /\ committed' = [committed EXCEPT ![s] = arrived[s] + 1]
    /\ LET size == IF IsInTurn(s) THEN GrantSize(s) ELSE 0 IN Issue(s, size)
    /\ UNCHANGED <<job, spenderVars, known, arrived, remainder, requests, faults, closes>>

\* The entry takes whatever is asked for, however much is out already.
WantedNowWithoutWindow(s, target, issued, in) == Greatest(wanted[s], Asked(target, issued))

\* The total that came last counts, though a larger one came before.
WantedNowByTheLast(s, target, issued, in) == Least(Asked(target, issued), Window - (issued - in))

\* FIND-25, a mend at the receiver alone: from a backlog it takes what is issued and has not come in.
WantedNowLessOutstanding(s, target, issued, in) == Greatest(0, Least(target, Window) - (issued - in))

\* FIND-25, in "uet-1.0": what is given up is paid for once, though it has come after all.
AskedAgainForLosses(s) == IF open[s] THEN spent[s] - authorised[s] ELSE 0

\* The slice is divided as SliceWith says.
SliceDividing(carried, share, counted, capped) ==
    /\ budget' = Least(budget, Quantum - 1) + SliceBudget
    /\ remainder' = carried
    /\ accrued' = [s \in Sender |->
        IF s \in counted THEN IF capped THEN Least(accrued[s] + share, wanted[s]) ELSE accrued[s] + share ELSE accrued[s]]
    /\ UNCHANGED <<job, spenderVars, known, wanted, granted, arrived, committed, lastSender, networkVars>>

\* A share is what an integer division says; what it leaves over is gone.
SliceDropsRemainder ==
    /\ SenderInTurn = {}
    /\ Active # {}
    /\ SliceDividing(0, SliceBudget \div Cardinality(Active), Active, TRUE)

\* A share is rounded up, so that nothing is lost.
SliceRoundsUp ==
    /\ SenderInTurn = {}
    /\ Active # {}
    /\ SliceDividing(0, (SliceBudget + Cardinality(Active) - 1) \div Cardinality(Active), Active, TRUE)

\* Entries that want nothing count when the slice is divided.
SliceCountsEveryEntry ==
    /\ SenderInTurn = {}
    /\ Active # {}
    /\ SliceDividing((SliceBudget + remainder) % Cardinality(known),
            (SliceBudget + remainder) \div Cardinality(known), known, TRUE)

\* A slice in which nobody wants anything is saved for later.
SliceSavesIdleTime ==
    /\ SenderInTurn = {}
    /\ remainder < 2 * SliceBudget
    /\ IF Active = {}
       THEN SliceDividing(remainder + SliceBudget, 0, {}, TRUE)
       ELSE SliceDividing((SliceBudget + remainder) % Cardinality(Active),
                (SliceBudget + remainder) \div Cardinality(Active), Active, TRUE)

\* An entry goes on accruing beyond what it wants.
SliceAccruesBeyondWanted ==
    /\ SenderInTurn = {}
    /\ Active # {}
    /\ SliceDividing((SliceBudget + remainder) % Cardinality(Active),
            (SliceBudget + remainder) \div Cardinality(Active), Active, FALSE)

\* Of what does not divide one unit more is kept for each entry, though it would divide.
SliceKeepsMore ==
    /\ SenderInTurn = {}
    /\ Active # {}
    /\ LET n == Cardinality(Active)
           total == SliceBudget + remainder
           kept == (total % n) + (IF total < n THEN 0 ELSE n)
       IN  SliceDividing(kept, (total - kept) \div n, Active, TRUE)

\* What does not divide is dropped where nobody could use it.
SliceDropsWhatIsLeft ==
    /\ SenderInTurn = {}
    /\ Active # {}
    /\ LET n == Cardinality(Active)
           total == SliceBudget + remainder
           sated == \A s \in Active : accrued[s] + total \div n >= wanted[s]
       IN  SliceDividing(IF sated THEN 0 ELSE total % n, total \div n, Active, TRUE)

\* The slice is divided as ever, and what is left of the budget of the one before is kept; or the new one has twice as much.
SliceWithBudget(next) ==
    /\ SenderInTurn = {}
    /\ Active # {}
    /\ budget' = next
    /\ LET n == Cardinality(Active)
           total == SliceBudget + remainder
       IN  /\ remainder' = total % n
           /\ accrued' = [s \in Sender |-> IF s \in Active THEN Least(accrued[s] + total \div n, wanted[s]) ELSE accrued[s]]
    /\ UNCHANGED <<job, spenderVars, known, wanted, granted, arrived, committed, lastSender, networkVars>>
SliceKeepsBudget == SliceWithBudget(budget + SliceBudget)
SliceDoublesBudget == SliceWithBudget(Least(budget, Quantum - 1) + 2 * SliceBudget)

\* The timer does not wait for the grants that are due.
SliceDoesNotWait ==
    /\ Active # {}
    /\ SliceDividing((SliceBudget + remainder) % Cardinality(Active),
            (SliceBudget + remainder) \div Cardinality(Active), Active, TRUE)

\* All that an entry has accrued goes out, whatever the budget.
GrantSizeIgnoresBudget(s) == Least(accrued[s], wanted[s])

\* What is granted does not come off the budget.
IssueKeepsBudget(s, size) ==
    /\ granted' = [granted EXCEPT ![s] = @ + size]
    /\ wanted' = [wanted EXCEPT ![s] = @ - size]
    /\ accrued' = [accrued EXCEPT ![s] = @ - size]
    /\ \E place \in (IF size = 0 THEN {lastSender} ELSE SenderInTurn) : lastSender' = place
    /\ acks' = [acks EXCEPT ![s] = WithAck(s, granted[s] + size, committed'[s])]
    /\ UNCHANGED budget

\* What is granted is put onto the budget.
IssueRefunds(s, size) ==
    /\ granted' = [granted EXCEPT ![s] = @ + size]
    /\ wanted' = [wanted EXCEPT ![s] = @ - size]
    /\ accrued' = [accrued EXCEPT ![s] = @ - size]
    /\ budget' = budget + size
    /\ \E place \in (IF size = 0 THEN {lastSender} ELSE SenderInTurn) : lastSender' = place
    /\ acks' = [acks EXCEPT ![s] = WithAck(s, granted[s] + size, committed'[s])]

\* FIND-5: no cap over all senders, as published.
CappedNot(units) == units

\* FIND-6: what is granted is counted, and the credit that nobody asked for comes on top.
OutstandingBesideInitial ==
    Sum([i \in DOMAIN SenderOrder |-> granted[SenderOrder[i]] - arrived[SenderOrder[i]]]) - InitialCredit * Cardinality(known)

\* Fixed priority: the first entry that is due.
SenderInTurnByPlace ==
    IF budget > 0 THEN InTurn(0, SenderOrder, Due) ELSE {}

\* The entry of a sender that left keeps what it had accrued.
ForgetKeepsAccrual(s) ==
    /\ s \in closes
    /\ closes' = closes \ {s}
    /\ known' = known \ {s}
    /\ wanted' = [wanted EXCEPT ![s] = 0]
    /\ granted' = [granted EXCEPT ![s] = 0]
    /\ arrived' = [arrived EXCEPT ![s] = 0]
    /\ committed' = [committed EXCEPT ![s] = 0]
    /\ UNCHANGED <<job, spenderVars, accrued, remainder, budget, lastSender, requests, acks, faults>>

\* A context is freed, and the receiver does not hear of it.
CloseUntold(s) ==
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
    /\ UNCHANGED <<job, queue, messages, again, backlog, granterVars, requests, faults, closes>>

\* A context is never freed.
CloseNever(s) == FALSE

\* The receiver frees the entry of a sender that wants nothing and has nothing under way, as an implementation short of memory would.
ForgetIdle(s) ==
    /\ s \in known /\ wanted[s] = 0 /\ requests[s] = <<>> /\ committed[s] = arrived[s]
    /\ closes' = closes \ {s}
    /\ known' = known \ {s}
    /\ wanted' = [wanted EXCEPT ![s] = 0]
    /\ granted' = [granted EXCEPT ![s] = 0]
    /\ accrued' = [accrued EXCEPT ![s] = 0]
    /\ arrived' = [arrived EXCEPT ![s] = 0]
    /\ committed' = [committed EXCEPT ![s] = 0]
    /\ UNCHANGED <<job, spenderVars, remainder, budget, lastSender, requests, acks, faults>>

\* FIND-15, FIND-16, FIND-17: there is no grant on the slice timer.
GrantNever(s) == FALSE

\* A share as published: the link's slice over the entries active at this moment.
ShareNow(s) == SliceBudget \div Cardinality(Active \cup {s})

\* An ACK_CC as published: it acknowledges, and returns credit.  The budget only keeps count.
CommitReturning(s, size) ==
    /\ committed[s] < arrived[s]
    /\ committed' = [committed EXCEPT ![s] = arrived[s]]
    /\ granted' = [granted EXCEPT ![s] = @ + size]
    /\ wanted' = [wanted EXCEPT ![s] = Greatest(0, @ - size)]
    /\ budget' = budget - size
    /\ acks' = [acks EXCEPT ![s] = WithAck(s, granted[s] + size, committed'[s])]

\* FIND-8: each entry gets one share a slice, divided among those active when its own turn comes.  The bits of
\* `remainder`, which nothing else uses here, say who had it.
Bit(s) == 2 ^ ((CHOOSE i \in DOMAIN SenderOrder : SenderOrder[i] = s) - 1)

CommitGrantsShareOfNow(s, later) ==
    /\ LET had == (remainder \div Bit(s)) % 2 = 1
       IN  /\ CommitReturning(s, IF had THEN 0 ELSE ShareNow(s))
           /\ remainder' = IF had THEN remainder ELSE remainder + Bit(s)
    /\ UNCHANGED <<job, spenderVars, known, arrived, accrued, lastSender, requests, faults, closes>>

SliceClearsMarks ==
    /\ budget' = Least(budget, Quantum - 1) + SliceBudget
    /\ remainder' = 0
    /\ UNCHANGED <<job, spenderVars, known, wanted, granted, accrued, arrived, committed, lastSender, networkVars>>

\* FIND-15, FIND-16, FIND-17: every ACK_CC returns one share.
CommitGrantsShare(s, later) ==
    /\ CommitReturning(s, ShareNow(s))
    /\ UNCHANGED <<job, spenderVars, known, arrived, remainder, accrued, lastSender, requests, faults, closes>>

\* ... the slice timer does nothing but fill the budget, ...
SliceOnlyPasses ==
    /\ budget' = Least(budget, Quantum - 1) + SliceBudget
    /\ UNCHANGED <<job, spenderVars, known, wanted, granted, accrued, arrived, committed, remainder, lastSender, networkVars>>

\* ... or is left out.
SliceNever == FALSE

\* FIND-16: an ACK_CC returns a share to an entry that wants any, as far as the slice still has it; where that is spent, an increment of 0.
CommitGrantsWhatIsLeft(s, later) ==
    /\ CommitReturning(s, IF s \in Active THEN Greatest(0, Least(ShareNow(s), budget)) ELSE 0)
    /\ UNCHANGED <<job, spenderVars, known, arrived, remainder, accrued, lastSender, requests, faults, closes>>

-----------------------------------------------------------------------------
\* Who asks in vain, and what a closed context keeps.

\* A request without data leaves whether or not there is room for it; though the same one is on its way already.
AskIntoFull(s) ==
    /\ IsStuck(s)
    /\ Queued(s) + (Sent(s) - acked[s]) > 0
    /\ LET ask == [pdc |-> "none", size |-> 0, target |-> CreditTarget(s, backlog[s], credit[s], spent[s]), lost |-> FALSE]
       IN  requests' = [requests EXCEPT ![s] = Append(@, ask)]
    /\ UNCHANGED <<job, spenderVars, granterVars, acks, faults, closes>>
AskTwice(s) == Len(requests[s]) < MaxRequests /\ AskIntoFull(s)

\* It leaves beside another request; before an answer that is on its way; or before what came in is in memory.
AskBesideRequest(s) == acks[s] = <<>> /\ arrived[s] = committed[s] /\ AskTwice(s)
AskBesideAnswer(s) == requests[s] = <<>> /\ arrived[s] = committed[s] /\ AskTwice(s)
AskBeforeCommit(s) == requests[s] = <<>> /\ acks[s] = <<>> /\ AskTwice(s)

\* A context that closes keeps whose turn it was; or its credit.
CloseKeepsTurn(s) ==
    /\ open[s] /\ Queued(s) = 0 /\ acked[s] = Sent(s)
    /\ open' = [open EXCEPT ![s] = FALSE]
    /\ credit' = [credit EXCEPT ![s] = 0]
    /\ authorised' = [authorised EXCEPT ![s] = 0]
    /\ spent' = [spent EXCEPT ![s] = 0]
    /\ acked' = [acked EXCEPT ![s] = 0]
    /\ acks' = [acks EXCEPT ![s] = <<>>]
    /\ closes' = closes \cup {s}
    /\ UNCHANGED <<job, queue, messages, again, lastPdc, backlog, granterVars, requests, faults>>
CloseKeepsCredit(s) ==
    /\ open[s] /\ Queued(s) = 0 /\ acked[s] = Sent(s)
    /\ open' = [open EXCEPT ![s] = FALSE]
    /\ lastPdc' = [lastPdc EXCEPT ![s] = 0]
    /\ authorised' = [authorised EXCEPT ![s] = 0]
    /\ spent' = [spent EXCEPT ![s] = 0]
    /\ acked' = [acked EXCEPT ![s] = 0]
    /\ acks' = [acks EXCEPT ![s] = <<>>]
    /\ closes' = closes \cup {s}
    /\ UNCHANGED <<job, queue, messages, again, credit, backlog, granterVars, requests, faults>>

\* An entry is served whatever is left of the slice.
SenderInTurnUnpaid ==
    {place \in InTurn(lastSender, SenderOrder, Due) :
        LET least == LeastGrant(SenderOrder[place]) IN Capped(least) = least}

\* A grant is one quantum; it moves no turn, or that of the first sender; a look at the table moves it; an ACK_CC says what the memory had
\* before.
GrantSizeOne(s) == RoundDown(Least(Quantum, wanted[s]))
IssueAt(s, size, place, done) ==
    /\ granted' = [granted EXCEPT ![s] = @ + size]
    /\ wanted' = [wanted EXCEPT ![s] = @ - size]
    /\ accrued' = [accrued EXCEPT ![s] = @ - size]
    /\ budget' = budget - size
    /\ lastSender' = place
    /\ acks' = IF open[s] THEN [acks EXCEPT ![s] = WithAck(s, granted[s] + size, done)] ELSE acks
IssueMovesNobody(s, size) == IssueAt(s, size, lastSender, committed'[s])
IssueMovesToFirst(s, size) == IssueAt(s, size, IF size = 0 THEN lastSender ELSE 1, committed'[s])
IssueMovesAlways(s, size) ==
    \E place \in (IF SenderInTurn = {} THEN {0} ELSE SenderInTurn) : IssueAt(s, size, place, committed'[s])
IssueTellsOld(s, size) ==
    \E place \in (IF size = 0 THEN {lastSender} ELSE SenderInTurn) : IssueAt(s, size, place, committed[s])

\* A packet goes again on the credit that it had, or is given up, though no timer fires in vain.
ResendThoughRight(s, p) ==
    /\ faults > 0 /\ Len(requests[s]) < MaxRequests /\ Sent(s) > acked[s]
    /\ LET copy == [pdc |-> p, size |-> 0, target |-> CreditTarget(s, backlog[s], credit[s], spent[s]), lost |-> FALSE]
       IN  requests' = [requests EXCEPT ![s] = Append(@, copy)]
    /\ faults' = faults - 1
    /\ UNCHANGED <<job, spenderVars, granterVars, acks, closes>>
DoubtThoughRight(s, p, size) ==
    /\ faults > 0 /\ size <= Sent(s) - acked[s]
    /\ GiveUp(s, p, size, FALSE)
    /\ faults' = faults - 1
    /\ UNCHANGED requests

-----------------------------------------------------------------------------
\* A network that does more than it may: an ACK_CC more is on its way than there is room for; losses go on for ever, give back what they
\* cost, or cost two; an ACK_CC comes twice for nothing.
SendingBeyond(flight, message, total) == Append(flight, message)
LoseAckAt(s, i, left) ==
    /\ i \in DOMAIN acks[s]
    /\ acks' = [acks EXCEPT ![s] = Without(@, i)]
    /\ faults' = left
    /\ UNCHANGED <<job, spenderVars, granterVars, requests, closes>>
LoseAckForEver(s, i) == LoseAckAt(s, i, faults - 1)
LoseAckGivesBack(s, i) == faults > 0 /\ LoseAckAt(s, i, faults + 1)
LoseAckForTwo(s, i) == faults > 1 /\ LoseAckAt(s, i, faults - 2)
LearnForNothing(s, i, twice, later) ==
    /\ i \in DOMAIN acks[s]
    /\ later <= acks[s][i].acked
    /\ \E gained \in {Gained(s, acks[s][i].total)} :
       \E freed \in {Authorise(credit[s] + gained, backlog[s], authorised[s])} :
           /\ credit' = [credit EXCEPT ![s] = @ + gained]
           /\ backlog' = [backlog EXCEPT ![s] = @ - freed]
           /\ authorised' = [authorised EXCEPT ![s] = @ + freed]
           /\ acked' = [acked EXCEPT ![s] = Greatest(@, Least(acks[s][i].acked - later, Sent(s)))]
    /\ acks' = IF twice THEN acks ELSE [acks EXCEPT ![s] = Without(@, i)]
    /\ UNCHANGED <<job, open, queue, messages, again, lastPdc, spent, granterVars, requests, closes, faults>>

-----------------------------------------------------------------------------
\* What happens, shown by a claim that it does not: a packet goes again on the credit that it had; all that is in flight is given up, or
\* one unit of it, or what was given up has come after all; an ACK_CC comes twice, and so does a packet.
WitnessAgainProp == [][\A s \in Sender : ~ GoesAgain(s)]_vars
WitnessAllDoubtedProp == [][\A s \in Sender : Strays(s)' > Strays(s) => Sent(s)' > acked[s]]_vars
WitnessOneDoubtedProp == [][\A s \in Sender : Strays(s)' > Strays(s) => Strays(s)' - Strays(s) > 1]_vars
WitnessRecoveredProp == [][\A s \in Sender : \A p \in Pdc :
    Len(again'[s][p]) < Len(again[s][p]) => Len(requests'[s]) > Len(requests[s])]_vars
WitnessPacketTwiceProp == [][\A s \in Sender : arrived'[s] > arrived[s] => Len(requests'[s]) < Len(requests[s])]_vars
WitnessTwiceProp == [][\A s \in Sender : acked'[s] > acked[s] => acks'[s] # acks[s]]_vars
-----------------------------------------------------------------------------
\* Trimmed packets.

\* A receiver that refuses a trimmed packet and does not look at its header.
HearOfTrimmedNothing(s, target) ==
    UNCHANGED <<job, spenderVars, granterVars, acks, closes>>

\* A receiver that takes the target and nothing else: the packet has no new credit.
WantedTrimmedAsTold(s, target) == WantedNow(s, target, granted[s], arrived[s])

\* A receiver that has an entry want a packet at least, though more may be wanted already.
WantedTrimmedAtLeast(s, target) == Greatest(WantedNow(s, target, granted[s], arrived[s]), RoundUp(Mtu))

\* A receiver that adds two packets for one.
WantedTrimmedTwice(s, target) == WantedNow(s, target, granted[s], arrived[s]) + 2 * RoundUp(Mtu)

\* A receiver that makes an entry of a header alone.
HearOfTrimmedStranger(s, target) ==
    /\ wanted' = [wanted EXCEPT ![s] = RoundUp(Mtu)]
    /\ UNCHANGED <<job, spenderVars, known, granted, accrued, arrived, committed, remainder, budget, lastSender, acks, closes>>

\* The packet that was sent last is never given up in vain.
OnWireBefore(s, p, size) == {i \in 1 .. Len(requests[s]) - 1 :
    requests[s][i].pdc = p /\ requests[s][i].size = size /\ ~ requests[s][i].lost}
=============================================================================
