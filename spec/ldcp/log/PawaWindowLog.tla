---------------------------- MODULE PawaWindowLog ----------------------------
(***************************************************************************)
(* Logs held against PawaWindow: one connection, the window of the QP that *)
(* asks in its stable stage, and the acknowledgments of the QP that answers*)
(*                                                                         *)
(* Source     docs/eventlog.md, PawaWindow                                 *)
(* Tells      after each event of a window all that it holds; after each of*)
(*            a receiver how many clean packets wait                       *)
(* Time       passes in a step Tick before an event, as much as the log's  *)
(*            times are apart                                              *)
(* Network    loses, repeats and reorders, and a log tells none of it.     *)
(*            Before each event a step Comes puts on its way what is about *)
(*            to be taken, and nothing else: an ACK for no more packets    *)
(*            than are in flight.  Where the receiver's events are told,   *)
(*            an ACK ends with the packet that one of its answers ended    *)
(*            with, and has the mark of this answer.  No log tells how many*)
(*            packets fast start has had acknowledged: the first ACK may   *)
(*            end with any answer, and all that follow count from there    *)
(* Loss       a NAK or a timeout may come late: when it does, packets may  *)
(*            wait at the receiver again.  What a NAK acknowledges may lack*)
(*            the mark of an answer that was lost, and so may an ACK of    *)
(*            packets that came twice                                      *)
(* Begins     the window with StartCw, and StartInFlight of fast start; a  *)
(*            receiver with its first packet, be it one of fast start      *)
(***************************************************************************)
EXTENDS PawaWindow, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   PawaWindowAssumption: Alpha and Beta are from 1 to One, Gamma is from 1 to below One; MaxCw is at least two times One, StartCw from Gamma to MaxCw; StartInFlight is at least 0, and that many packets are no more than StartCw; BaseRtt is above 0, and MaxRtt no less; TimerRtt is BASE or MEASURED; DelayUpTo is at least 1.

VARIABLES
    answered,   \* packets that the receiver has acknowledged
    answers,    \* its ACKs that have not come: the packet that each ends with, and its mark
    before,     \* packets of fast start that were acknowledged; Unknown before the first ACK
    isBare,     \* whether an ACK has come without the mark of its answer
    comes       \* whether the network has done its part for the event that is told next

logVars == <<answered, answers, before, isBare, comes>>

Unknown == -1

LogInit ==
    /\ Init
    /\ answered = 0 /\ answers = <<>> /\ before = Unknown
    /\ isBare = FALSE
    /\ comes = FALSE

-----------------------------------------------------------------------------
\* Time, and the network of a log.

LogTick(e) ==
    /\ Tick(e.in.time)
    /\ comes' = FALSE
    /\ UNCHANGED <<answered, answers, before, isBare>>

\* A mark that is missing is a loss, of which the sender must have heard by now.
IsExplained == isBare => naks + timeouts > 0

\* Of what an ACK may be the answer: it ends with this packet.
Ends(n) ==
    IF before = Unknown
    THEN {answers[i].last : i \in DOMAIN answers} \cap {last \in 1 .. answered : last >= n}
    ELSE {before + acked + n}

Marks(last) == {answers[i].ece : i \in {j \in DOMAIN answers : answers[j].last = last}}

AnswerComes(n, ece) ==
    \E last \in Ends(n) :
        /\ \/ ece \in Marks(last) /\ isBare' = isBare
           \/ ece \notin Marks(last) /\ ~ece /\ last <= answered /\ isBare' = TRUE
        /\ before' = last - acked - n
        /\ answers' = SelectSeq(answers, LAMBDA a : a.last > last)

AckComes(n, ece, isTold) ==
    /\ n \in 1 .. w.inFlight
    /\ IF isTold THEN AnswerComes(n, ece) ELSE UNCHANGED <<answers, before, isBare>>
    /\ acks' = <<[n |-> n, ece |-> ece]>>
    /\ data' = 0

LogComes(e) ==
    /\ CASE e.in.comes = "ack" -> IsExplained /\ AckComes(e.in.n, e.in.ece, e.in.told)
         [] e.in.comes = "packet" ->
              data' = 1 /\ acks' = <<>> /\ UNCHANGED <<answers, before, isBare>>
         [] OTHER -> data' = 0 /\ acks' = <<>> /\ UNCHANGED <<answers, before, isBare>>
    /\ comes' = TRUE
    /\ UNCHANGED <<w, held, sent, acked, marks, told, losses, answered>>

-----------------------------------------------------------------------------
\* What events tell: the window first.
OfWindow == <<"cw", "rest", "inFlight", "rtt", "sinceSent">>

ToldWindow(e) ==
    Has(e.st, "w") => \A i \in DOMAIN OfWindow : Told([st |-> e.st.w], OfWindow[i], w'[OfWindow[i]])

Beside ==
    /\ comes' = FALSE
    /\ UNCHANGED <<answered, answers, before, isBare>>

LogTransmit(e) ==
    /\ IsExplained
    /\ Transmit
    /\ ToldWindow(e)
    /\ Beside

LogReceiveAck(e) ==
    /\ e.in.rtt \in Nat
    /\ ReceiveAck(e.in.rtt)
    /\ ToldWindow(e)
    /\ Beside

Again ==
    /\ sent' = acked
    /\ data' = 0 /\ acks' = <<>>
    /\ UNCHANGED <<held, acked, marks, told>>

LogGoBack(e) ==
    /\ w.inFlight > 0
    /\ w' = Back(w)
    /\ naks' = naks + 1 /\ timeouts' = timeouts
    /\ Again
    /\ ToldWindow(e)
    /\ Beside

LogTimeout(e) ==
    /\ w.inFlight > 0
    /\ w' = TimedOut(w)
    /\ timeouts' = timeouts + 1 /\ naks' = naks
    /\ Again
    /\ ToldWindow(e)
    /\ Beside

\* A receiver has one answer, or two: first that of the packets that waited.
Answered(e) ==
    /\ answered' = answered + Sum(acks')
    /\ answers' = answers \o [i \in DOMAIN acks' |->
           [last |-> answered + Sum(SubSeq(acks', 1, i)), ece |-> acks'[i].ece]]
    /\ Told(e, "held", held')
    /\ comes' = FALSE
    /\ UNCHANGED <<before, isBare>>

LogReceive(e) ==
    /\ Receive(e.in.ce, e.in.busy)
    /\ Answered(e)

LogFlush(e) ==
    /\ Flush
    /\ Answered(e)

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "time") -> LogTick(e)
      [] Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "ReceiveAck" -> LogReceiveAck(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] e.do = "Flush" -> LogFlush(e)
      [] e.do = "GoBack" -> LogGoBack(e)
      [] e.do = "Timeout" -> LogTimeout(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars

-----------------------------------------------------------------------------
\* Claims of the module that hold with a mend alone, or but for what the network brings.
LogWindowInv == Floor => WindowInv
LogPreciseInv == CleanFirst => PreciseInv
LogAcksInv == held < DelayUpTo /\ (~comes => \A i \in DOMAIN acks : acks[i].n \in 1 .. DelayUpTo)

LogAtOnceProp ==
    [][LET news == SubSeq(acks', Len(acks) + 1, Len(acks'))
       IN ~comes' /\ Len(acks') > Len(acks) =>
            /\ (marks' > marks) <=> news[Len(news)].ece
            /\ \A i \in 1 .. Len(news) - 1 : ~news[i].ece]_<<vars, logVars>>
=============================================================================
