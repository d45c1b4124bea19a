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
(* Left open  where no event of the target is told: what has come is what  *)
(*            acknowledgments say, and as many more as they count          *)
(***************************************************************************)
EXTENDS LossRecovery, EventLog

VARIABLES
    limits,     \* threshold and window of the acknowledgment that comes next
    answers     \* what the target has answered, of which the source may not know more

logVars == <<limits, answers>>

\* The same sets as the module's, put so that TLC need not write them out for each packet.
LogShown(ack) == UNION {0 .. ack.cack - 1, ack.shown}
LogAwaited(received) ==
    CHOOSE n \in 0 .. Packets : n \notin received /\ \A p \in 0 .. n - 1 : p \in received

LogThreshold == limits.threshold
LogWindow == limits.window

\* What the module asks of its constants.
LimitsInv == LogWindow \in Nat \ {0} /\ LogWindow <= LogThreshold

LogInit ==
    /\ Init
    /\ limits = [threshold |-> 1, window |-> 1]
    /\ answers = {}

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
    /\ p \in Numbers
    /\ tries[p] > 0
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

LogComes(e) ==
    /\ CASE e.in.comes = "data" -> ComesToTarget(e.in.p)
         [] e.in.comes = "ack" -> ComesToSource(e.in.ack, e.in.told, e.in.limits)
         [] e.in.comes = "nothing" -> NothingComes
    /\ UNCHANGED <<source, faults, answers>>

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
    /\ UNCHANGED limits
    /\ answers' = {a \in answers : a.cack >= acked'}
    /\ ToldSource(e)

LogReceive(e) ==
    /\ Receive(1, FALSE)
    /\ UNCHANGED limits
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
