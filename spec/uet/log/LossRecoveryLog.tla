--------------------------- MODULE LossRecoveryLog ---------------------------
(***************************************************************************)
(* Logs held against LossRecovery: one PDC from its first packet to its    *)
(* end, at both ends.                                                      *)
(*                                                                         *)
(* Source     docs/eventlog.md, LossRecovery                               *)
(* Tells      after each event of the source how the packets stand, and    *)
(*            how far the recovery goes; after each of the target what has *)
(*            come                                                         *)
(* Limits     the threshold and the window go with the congestion window:  *)
(*            each acknowledgment is taken with those that its event fixes *)
(* Network    loses, repeats and reorders, and a log tells none of it.     *)
(*            Before an event that takes a message a step Comes puts that  *)
(*            one on its way, if it can have been sent, and nothing else:  *)
(*            the rest is lost, or comes later                             *)
(* Answers    the module's target answers each packet.  A NIC answers now  *)
(*            and then, with what it holds by then, so that each answer is *)
(*            one that the module's has given; it may show fewer packets   *)
(*            one by one.  Of an older one than the source has had, which  *)
(*            nobody counts by, it is asked whether it shows what has come *)
(* Packets    of those that are acknowledged with all before them, and of  *)
(*            those that are not sent for a while, nothing is kept: span   *)
(*            are the others, and moves on with steps of its own           *)
(* Left open  where no event of the target is told: what has come is what  *)
(*            acknowledgments say, and as many more as they count          *)
(***************************************************************************)
EXTENDS LossRecovery, EventLog

CONSTANT Span   \* packets that are kept at first

\* The assumptions in words, for whoever has logged constants that break one.
\*   LossRecoveryAssumption: Threshold and Window are above 0, and Window is no larger than Threshold.

VARIABLES
    limits,     \* threshold and window of the acknowledgment that comes next
    answers,    \* what the target has answered, of which the source may not know more
    span        \* packets that are kept: the first, and the one behind the last

logVars == <<limits, answers, span>>

\* The module's packets and what it counts of them, for those that are kept.
LogNumbers == span.from .. span.to - 1
LogIn(standing) ==
    {p \in LogNumbers : packet[p] = standing}
        \cup (IF standing = "DONE" THEN 0 .. span.from - 1 ELSE {})
LogSent == span.to - Cardinality({p \in LogNumbers : packet[p] = "NEW"})

\* The same sets as the module's, put so that TLC need not write them out for each packet.
LogShown(ack) == UNION {0 .. ack.cack - 1, ack.shown}
LogAwaited(received) ==
    CHOOSE n \in acked .. Packets :
        n \notin received /\ \A p \in acked .. n - 1 : p \in received

LogThreshold == limits.threshold
LogWindow == limits.window

\* What the module asks of its constants.
LimitsInv == LogWindow \in Nat \ {0} /\ LogWindow <= LogThreshold

\* Of these the module's own speak of packets that are not kept.
LogRecoveryInv ==
    IF recovering THEN acked < point /\ point <= LogSent ELSE point = 0 /\ again = {}
LogBeginsAtTheLastProp == [][Begins => point' = LogSent]_vars
LogDoneStaysProp == [][LogIn("DONE") \subseteq LogIn("DONE")']_vars

LogInit ==
    /\ span = [from |-> 0, to |-> Least(Span, Packets)]
    /\ Init
    /\ limits = [threshold |-> 1, window |-> 1]
    /\ answers = {AckOf({})}  \* credit may ride on one before anything is in memory

-----------------------------------------------------------------------------
\* The network of a log.

\* Whether the target can have answered so.
WasAnswered(ack) ==
    IF ack.cack < acked THEN ack.shown \subseteq got
    ELSE \E a \in answers : a.cack = ack.cack /\ a.count = ack.count /\ ack.shown \subseteq a.shown

\* The same where nobody tells what the target did: it holds no more than was sent.
MayBeAnswered(ack) ==
    /\ ack.cack <= Sent
    /\ \A p \in ack.shown : ack.cack < p /\ p < Sent
    /\ ack.count # NotComputed =>
        /\ Cardinality(ack.shown) <= ack.count
        /\ ack.count <= (IF ack.cack < Sent THEN Sent - ack.cack - 1 ELSE 0)

\* What has come by then, if no packet is told to have come.
ImpliedBy(ack) ==
    got \cup 0 .. ack.cack - 1 \cup ack.shown
        \cup (IF ack.count = NotComputed THEN {} ELSE Sent - ack.count .. Sent - 1)

ComesToTarget(p) ==
    /\ 0 <= p /\ p < Sent
    /\ data' = <<[number |-> p, passed |-> 0]>>
    /\ acks' = <<>>
    /\ UNCHANGED <<got, limits>>

ComesToSource(ack, told, bounds) ==
    /\ IF told THEN WasAnswered(ack) ELSE MayBeAnswered(ack)
    /\ got' = IF told THEN got ELSE ImpliedBy(ack)
    /\ data' = <<>>
    /\ acks' = <<ack>>
    /\ limits' = bounds

\* The timer waits until nothing is on its way.
NothingComes ==
    /\ data' = <<>>
    /\ acks' = <<>>
    /\ UNCHANGED <<got, limits>>

\* What is acknowledged is not kept any more, and more of what is not sent.
Kept(to) ==
    /\ span' = [from |-> acked, to |-> Most(span.to, Least(to, Packets))]
    /\ packet' = [p \in acked .. span'.to - 1 |-> IF p < span.to THEN packet[p] ELSE "NEW"]
    /\ tries' = [p \in acked .. span'.to - 1 |-> IF p < span.to THEN tries[p] ELSE 0]

LogComes(e) ==
    /\ CASE e.in.comes = "data" -> ComesToTarget(e.in.p) /\ UNCHANGED <<packet, tries, span>>
         [] e.in.comes = "ack" ->
                ComesToSource(e.in.ack, e.in.told, e.in.limits) /\ UNCHANGED <<packet, tries, span>>
         [] e.in.comes = "nothing" -> NothingComes /\ UNCHANGED <<packet, tries, span>>
         [] e.in.comes = "more" -> NothingComes /\ Kept(e.in.to)
    /\ UNCHANGED <<acked, recovery, faults, answers>>

-----------------------------------------------------------------------------
\* What events tell of each end.
ToldSource(e) ==
    /\ Told(e, "recovering", recovering')
    /\ Told(e, "point", point')
    /\ Told(e, "again", again')
    /\ Told(e, "acked", acked')
    /\ Has(e.st, "packet") =>
        \A standing \in DOMAIN e.st.packet :
            {p \in Numbers : packet'[p] = standing} = e.st.packet[standing]

ToldTarget(e) == Has(e.st, "got") => got' = 0 .. e.st.got.next - 1 \cup e.st.got.early

LogTransmit(e) ==
    /\ Transmit(e.in.p)
    /\ UNCHANGED logVars
    /\ ToldSource(e)

LogRetransmit(e) ==
    /\ e.in.p \in Numbers
    /\ Retransmit(e.in.p)
    /\ UNCHANGED logVars
    /\ ToldSource(e)

LogTimeout(e) ==
    /\ e.in.p \in Numbers
    /\ Timeout(e.in.p)
    /\ UNCHANGED logVars
    /\ ToldSource(e)

\* By answers that are older than what it knows now nobody counts.
LogReceiveAck(e) ==
    /\ ReceiveAck(1, FALSE)
    /\ UNCHANGED <<limits, span>>
    /\ answers' = {a \in answers : a.cack >= acked'}
    /\ ToldSource(e)

LogReceive(e) ==
    /\ Receive(1, FALSE)
    /\ UNCHANGED <<limits, span>>
    /\ answers' = answers \cup {acks'[1]}
    /\ ToldTarget(e)

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] e.do = "ReceiveAck" -> LogReceiveAck(e)
      [] e.do = "Retransmit" -> LogRetransmit(e)
      [] e.do = "Timeout" -> LogTimeout(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars
=============================================================================
