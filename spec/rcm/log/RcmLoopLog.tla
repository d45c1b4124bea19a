----------------------------- MODULE RcmLoopLog -----------------------------
(***************************************************************************)
(* Logs held against RcmLoop: one direction of a connection, the reaction  *)
(* point of the QP that sends its data, and the notification point of the  *)
(* QP that takes them.                                                     *)
(*                                                                         *)
(* Source     docs/eventlog.md, RcmLoop                                    *)
(* Tells      after each event of a reaction point, or of a notification   *)
(*            point, all that it holds                                     *)
(* Time       passes in a step Tick before an event, as much as the log's  *)
(*            times are apart; more than Long is Long, which is beyond all *)
(*            that the constants ask for                                   *)
(* Gaps       a packet's gap at a low rate does not fit 32 bits: what has  *)
(*            passed since one was sent is kept in two limbs, apart        *)
(* Sizes      differ from packet to packet: size is the one in hand        *)
(* Network    marks, loses, repeats and reorders, and a log tells none of  *)
(*            it.  Before each event a step Comes puts on its way what is  *)
(*            about to be taken, if it can have been sent, and nothing     *)
(*            else: the rest is lost, or comes later.  A packet can come   *)
(*            once one was sent, marked or not, a CNP once one has left    *)
(* Unmarked   of packets that cannot be marked nothing is told: no         *)
(*            notification point has to do with them                       *)
(***************************************************************************)
EXTENDS RcmLoop, EventLog

CONSTANT Long   \* the longest time that is counted

\* The assumptions in words, for whoever has logged constants that break one.
\*   RcmLoopAssumption: MinRate is above 0 and below Line; Gain is from 0 to Scale. AlphaStart is from 1 to Scale, and below twice Scale where Gain is 0; RiseTime or RiseBytes is above 0, with Both each; StepAdd is above 0; Answers is INTERVAL_END or NEXT_MARK, Clamp is ALWAYS or AFTER_TIME, Rise is STEP or DCQCN.

VARIABLES
    size,       \* bytes of the packet in hand, as they count for the rate
    apart,      \* time since the sender sent: whole microseconds, and picoseconds beside them
    notified,   \* whether a CNP has left
    comes       \* whether the network has done its part for the event that is told next

logVars == <<size, apart, notified, comes>>

\* The two QPs: of the sender, and of the receiver.
Sender == 1
Receiver == 2
LogPeer == <<Receiver, Sender>>

\* Without an end.
LogPackets == <<Largest, Largest>>

LogSize == size
LogLongestGap(bytes) ==
    IF bytes < (Long \div PerByte) * MinRate THEN Gap(bytes, MinRate) ELSE Long

Micro == 1000000

\* The same as the module's: 8 bits of each byte have had their time at the rate, of so many bits
\* a microsecond.
LogMayTransmit(w) ==
    LET bits == 8 * w.lastBytes
    IN w.limited =>
        \/ apart.whole > bits \div w.rate
        \/ apart.whole * w.rate + MulDiv(apart.rest, w.rate, Micro) >= bits

\* What the network brings nobody sends in that step.
LogNewCnps == IF comes' THEN {} ELSE {cnps'[i] : i \in {j \in DOMAIN cnps' : j > Len(cnps)}}

LogInit ==
    /\ Init
    /\ size = 1
    /\ apart = [whole |-> 0, rest |-> 0]
    /\ notified = FALSE
    /\ comes = FALSE

-----------------------------------------------------------------------------
\* Time, and the network of a log.

Later(t, whole, rest) ==
    LET sum == t.rest + rest
    IN [whole |-> Least(t.whole + whole + sum \div Micro, Micro), rest |-> sum % Micro]

LogTick(e) ==
    /\ Tick(e.in.time)
    /\ apart' = Later(apart, e.in.whole, e.in.rest)
    /\ comes' = FALSE
    /\ UNCHANGED <<size, notified>>

PacketComes(codepoint) ==
    /\ sent[Sender] > 0
    /\ queue' = <<[qp |-> Receiver, ecn |-> codepoint]>>
    /\ waiting' = Size
    /\ cnps' = <<>>

\* Where no event of the receiver is told, one may have left.
CnpComes(told) ==
    /\ told => notified
    /\ queue' = <<>>
    /\ waiting' = 0
    /\ cnps' = <<CnpOf(Receiver)>>

NothingComes ==
    /\ queue' = <<>>
    /\ waiting' = 0
    /\ cnps' = <<>>

LogComes(e) ==
    /\ CASE e.in.comes = "packet" -> PacketComes(e.in.ecn)
         [] e.in.comes = "cnp" -> CnpComes(e.in.told)
         [] OTHER -> NothingComes
    /\ size' = IF Has(e.in, "bytes") THEN e.in.bytes ELSE size
    /\ link' = <<>>
    /\ lost' = lost + 1
    /\ comes' = TRUE
    /\ UNCHANGED <<rp, np, sent, delivered, repeated, marked, corrupted, watch, apart, notified>>

-----------------------------------------------------------------------------
\* What events tell of each point, the rate first: what is wrong with a cut shows there.
OfReaction ==
    <<"limited", "rate", "target", "alpha", "timeStage", "byteStage", "sinceRise", "sinceDecay",
      "sinceCut", "sentBytes", "lastBytes", "sinceSent">>
OfNotification == <<"sinceCnp", "owed">>

ToldReaction(e) ==
    Has(e.st, "rp") =>
        \A i \in DOMAIN OfReaction :
            Told([st |-> e.st.rp], OfReaction[i], rp'[Sender][OfReaction[i]])

ToldNotification(e) ==
    Has(e.st, "np") =>
        \A i \in DOMAIN OfNotification :
            Told([st |-> e.st.np], OfNotification[i], np'[Receiver][OfNotification[i]])

\* The CNP that leaves, if any, by the number of the queue pair that it names.
ToldCnp(e) ==
    ToldMsg(e, "cnp",
            [i \in DOMAIN cnps' |->
                [qp |-> IF cnps'[i].qp = Sender THEN e.of.sourceQp ELSE e.of.destinationQp,
                 ecn |-> cnps'[i].ecn]])

Beside ==
    /\ comes' = FALSE
    /\ UNCHANGED <<size, apart, notified>>

LogTransmit(e) ==
    /\ Transmit(Sender)
    /\ ToldMsg(e, "ecn", link'[Len(link')].ecn)
    /\ ToldReaction(e)
    /\ apart' = [whole |-> 0, rest |-> 0]
    /\ comes' = FALSE
    /\ UNCHANGED <<size, notified>>

LogReceiveCnp(e) ==
    /\ ReceiveCnp(1, FALSE)
    /\ ToldReaction(e)
    /\ Beside

LogRiseTimer(e) ==
    /\ RiseTimer(Sender)
    /\ ToldReaction(e)
    /\ Beside

LogAlphaTimer(e) ==
    /\ AlphaTimer(Sender)
    /\ ToldReaction(e)
    /\ Beside

\* Whether a CNP leaves, or has left before.
Notes ==
    /\ notified' = (notified \/ cnps' # <<>>)
    /\ comes' = FALSE
    /\ UNCHANGED <<size, apart>>

LogReceive(e) ==
    /\ Receive(TRUE)
    /\ ToldCnp(e)
    /\ ToldNotification(e)
    /\ Notes

LogCnpTimer(e) ==
    /\ CnpTimer(Receiver)
    /\ ToldCnp(e)
    /\ ToldNotification(e)
    /\ Notes

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "time") -> LogTick(e)
      [] Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "ReceiveCnp" -> LogReceiveCnp(e)
      [] e.do = "RiseTimer" -> LogRiseTimer(e)
      [] e.do = "AlphaTimer" -> LogAlphaTimer(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] e.do = "CnpTimer" -> LogCnpTimer(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars
=============================================================================
