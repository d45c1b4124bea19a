---------------------------- MODULE FastStartLog ----------------------------
(***************************************************************************)
(* Logs held against FastStart: one connection, from the first packet of   *)
(* the QP that asks to the end of its fast start.                          *)
(*                                                                         *)
(* Source     docs/eventlog.md, FastStart                                  *)
(* Tells      after each event all that the sender holds; of a packet that *)
(*            leaves, whether it is the last one of its message, whether   *)
(*            more is posted behind it, and with which codepoint           *)
(* Ends       with the stable stage: what comes then is PawaWindow's       *)
(* Time       passes in a step Tick before an event, as much as the log's  *)
(*            times are apart                                              *)
(* Messages   are posted as they are sent, and nobody tells more of them   *)
(*            than where they end                                          *)
(* Network    drops, loses, repeats and reorders, and so does the switch.  *)
(*            A log tells none of it, nor what the receiver has got.       *)
(*            Before each event a step Comes has all that was on its way   *)
(*            be gone, and puts there what is about to be taken: an ACK of *)
(*            packets that were sent, a NAK for one that was               *)
(***************************************************************************)
EXTENDS FastStart, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   FastStartAssumption: Iw and BaseRtt are above 0, Rto is at least 0; TailOf is MESSAGE or POSTED; RoundEnd is IW_SENT, FIRST_ACK or BASE_RTT.

VARIABLES
    ends,       \* packets that are the last of a message, of those that nobody has seen leave
    comes       \* whether application and network have done their part for the event told next

logVars == <<ends, comes>>

\* The only flow.
Flow == 1
LogMessages == <<<<1>>>>

\* Of a log messages are known packet by packet.
LogUpTo(f, n) == n
LogIsLast(f, psn) == psn \in ends

LogInit ==
    /\ Init
    /\ ends = {} /\ comes = FALSE

-----------------------------------------------------------------------------
\* Time, and the application and the network of a log.

LogTick(e) ==
    /\ Tick(e.in.time)
    /\ comes' = FALSE
    /\ UNCHANGED ends

\* There is another packet to be sent, and perhaps more behind it.  A message has its last one posted.
PacketComes(last, more) ==
    /\ last \/ more
    /\ posted' = [posted EXCEPT ![Flow] = s[Flow].next + (IF more THEN 2 ELSE 1)]
    /\ ends' = IF last THEN {s[Flow].next} ELSE {}
    /\ acks' = <<>>
    /\ UNCHANGED expected

AckComes(nak, psn) ==
    /\ psn \in 0 .. s[Flow].next
    /\ nak => psn < s[Flow].next
    /\ acks' = <<[flow |-> Flow, nak |-> nak, psn |-> psn]>>
    /\ expected' = [expected EXCEPT ![Flow] = Most(@, psn)]
    /\ ends' = {}
    /\ UNCHANGED posted

NothingComes ==
    /\ acks' = <<>>
    /\ ends' = {}
    /\ UNCHANGED <<posted, expected>>

LogComes(e) ==
    /\ CASE e.in.comes = "packet" -> PacketComes(e.in.last, e.in.more)
         [] e.in.comes = "ack" -> AckComes(e.in.nak, e.in.psn)
         [] OTHER -> NothingComes
    /\ queue' = <<>>
    /\ comes' = TRUE
    /\ UNCHANGED <<s, nakked, lost, early>>

-----------------------------------------------------------------------------
\* What events tell of the sender: the stage first, and the window that it leaves.
OfSender == <<"stage", "cw", "una", "next", "sinceFirst", "sinceHeard">>

ToldSender(e) ==
    Has(e.st, "s") => \A i \in DOMAIN OfSender : Told([st |-> e.st.s], OfSender[i], s'[Flow][OfSender[i]])

\* Nothing of fast start happens in the stable stage.
IsFast == s[Flow].stage = "FAST"

Beside ==
    /\ comes' = FALSE
    /\ UNCHANGED ends

LogTransmit(e) ==
    /\ IsFast
    /\ Transmit(Flow)
    /\ ToldMsg(e, "psn", queue'[1].psn)
    /\ ToldMsg(e, "ecn", queue'[1].ecn)
    /\ ToldSender(e)
    /\ Beside

LogReceiveAck(e) ==
    /\ IsFast
    /\ ReceiveAck(1)
    /\ ToldSender(e)
    /\ Beside

LogTimeout(e) ==
    /\ IsFast
    /\ Timeout(Flow)
    /\ ToldSender(e)
    /\ Beside

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "time") -> LogTick(e)
      [] Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "ReceiveAck" -> LogReceiveAck(e)
      [] e.do = "Timeout" -> LogTimeout(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars

-----------------------------------------------------------------------------
\* A claim of the module that holds where the sending of IW alone ends the first round trip.
LogClockedInv == RoundEnd = "IW_SENT" => ClockedInv
=============================================================================
