-------------------------- MODULE CccSchedulingLog --------------------------
(***************************************************************************)
(* A sender's log held against CccScheduling: one context from its first   *)
(* message to its end.                                                     *)
(*                                                                         *)
(* Source     docs/eventlog.md, CccScheduling                              *)
(* Tells      after each event the scheduling state, the counts, what the  *)
(*            event under way has still to do, window and credit           *)
(* Leaves     queue, sent and packet: they follow from the events; copies: *)
(*            nobody sees the network, and it may repeat a packet, so that *)
(*            no account is kept (Bounded is FALSE)                        *)
(* Left open  what a log may leave out: which packet the algorithms were   *)
(*            asked about; without a window or without credit there is     *)
(*            always enough                                                *)
(***************************************************************************)
EXTENDS CccScheduling, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   WindowAssumption: the first window that is told is one that the sender may have, and no smaller than Mtu unless OwnSize is true.
\*   CreditAssumption: the first credit that is told is one that the sender may have.
\*   PacketAssumption: Mtu, the largest nominal size of a packet, has at least one byte.

ASSUME PacketAssumption == Mtu \in Nat \ {0}

LogInit == Init

Tells(e) ==
    /\ Told(e, "backlog", backlog')
    /\ Told(e, "waitingRtx", waitingRtx')
    /\ Told(e, "rtxBacklog", rtxBacklog')
    /\ Told(e, "inflightPkts", inflightPkts')
    /\ Told(e, "window", window')
    /\ Told(e, "nsccInflight", nsccInflight')
    /\ Told(e, "credit", credit')
    /\ Told(e, "event", event')
    /\ Told(e, "state", state')

LogNewData(e) ==
    /\ NewData(e.in.x, e.in.size)
    /\ Tells(e)

LogSend(e) ==
    /\ Send(e.in.p)
    /\ Tells(e)

\* A log tells those packets that were not acknowledged before.
LogAck(e) ==
    LET S == SetOf(e.in.S)
    IN /\ \A p \in S : p \in Unacked
       /\ Cardinality({p[1] : p \in S}) <= 1
       /\ Ack(S)
       /\ Tells(e)

LogNack(e) ==
    /\ Nack(e.in.p)
    /\ Tells(e)

LogInferLoss(e) ==
    /\ InferLoss(e.in.p)
    /\ Tells(e)

LogCreditUpdate(e) ==
    /\ CreditUpdate
    /\ Tells(e)

\* An argument, or else the variable after the step, or else what was at first.
Given(e, argument, variable, initial) ==
    IF Has(e.in, argument) THEN e.in[argument]
    ELSE IF Has(e.st, variable) THEN e.st[variable] ELSE initial

LogNscc(e) ==
    /\ Nscc(Given(e, "w", "window", InitialWindow))
    /\ Tells(e)

LogRccc(e) ==
    /\ Rccc(Given(e, "c", "credit", InitialCredit))
    /\ Tells(e)

\* What the algorithms may have been asked about.
SizesOf(e) ==
    IF Has(e.in, "size") THEN {e.in.size}
    ELSE IF ~Matters THEN {Mtu}
    ELSE {Mtu} \cup {FirstSize(x) : x \in {y \in Pdc : queue[y] # <<>>}}
               \cup {SizeOf(p) : p \in Unacked}
CostsOf(e, size) ==
    IF Has(e.in, "cost") THEN {e.in.cost}
    ELSE IF Overdraft THEN {size} ELSE {size, 0}

LogMark(e) ==
    /\ \E size \in SizesOf(e) : \E cost \in CostsOf(e, size) : Mark(size, cost)
    /\ Tells(e)

LogSettle(e) ==
    /\ \E size \in SizesOf(e) : \E cost \in CostsOf(e, size) : Settle(size, cost)
    /\ Tells(e)

LogNext(e) ==
    CASE e.do = "NewData" -> LogNewData(e)
      [] e.do = "Send" -> LogSend(e)
      [] e.do = "Ack" -> LogAck(e)
      [] e.do = "Nack" -> LogNack(e)
      [] e.do = "InferLoss" -> LogInferLoss(e)
      [] e.do = "CreditUpdate" -> LogCreditUpdate(e)
      [] e.do = "Nscc" -> LogNscc(e)
      [] e.do = "Mark" -> LogMark(e)
      [] e.do = "Rccc" -> LogRccc(e)
      [] e.do = "Settle" -> LogSettle(e)
      [] OTHER -> FALSE
=============================================================================
