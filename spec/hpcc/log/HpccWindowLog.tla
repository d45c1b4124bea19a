---------------------------- MODULE HpccWindowLog ----------------------------
(***************************************************************************)
(* Logs held against HpccWindow: one connection, the window of the QP that *)
(* asks, the acknowledgments of the QP that answers, and the algorithm, at *)
(* whichever end it runs.                                                  *)
(*                                                                         *)
(* Source     docs/eventlog.md, HpccWindow                                 *)
(* Tells      after each event all that its end holds                      *)
(* Time       passes in a step Tick before an event, as much as the log's  *)
(*            times are apart                                              *)
(* Network    loses, repeats and reorders, and a log tells none of it.     *)
(*            Before each event a step Comes puts on its way what is about *)
(*            to be taken, and nothing else: a packet that has left, or an *)
(*            ACK for no more than has left.  Where the other end's events *)
(*            are told, an ACK is for no more than has come there, and     *)
(*            brings a window that was sent                                *)
(* Loss       what a receiver's transport refuses, it tells as a packet    *)
(*            that is not the missing one                                  *)
(* Count      a receiver that counts flows may step by what it tells with  *)
(*            each event, in place of Wai; whether the count is right,     *)
(*            nothing judges                                               *)
(* Size       U, times and windows as they are: products of two are        *)
(*            compared in the digits of Wide (HpccWindowWide)              *)
(***************************************************************************)
EXTENDS HpccWindowWide, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   HpccWindowAssumption: Form is SENDER or RECEIVER, and windows have bounds (Bounded) where it is RECEIVER; Reacts is BOTH, or with SENDER also ACK or ROUND; Eta is from 1 to One, and One no more than MaxU; T, Wai, MinW and Size are above 0; MinW is no more than Size, and Size no more than WInit; Modulus is above 14.

VARIABLES
    reached,    \* packets that have left at least once
    windows,    \* those that the receiver has sent
    step,       \* what an additive step adds: Wai, or what the event that is told next tells
    comes       \* whether the network has done its part for the event that is told next

logVars == <<reached, windows, step, comes>>

LogInit ==
    /\ Init
    /\ reached = 0 /\ windows = {}
    /\ step = Wai
    /\ comes = FALSE

-----------------------------------------------------------------------------
\* Time, and the network of a log.

LogTick(e) ==
    /\ Tick(e.in.time)
    /\ comes' = FALSE
    /\ UNCHANGED <<reached, windows, step>>

\* How far back a packet lies that is no further ahead than the last one that has left.
Back(seq) == (reached - 1 - seq) % Modulus

\* A packet, or, for one that the transport has refused, the one before the first.
PacketComes(seq, isTold) ==
    /\ seq \in 0 .. Modulus - 1
    /\ isTold => Back(seq) <= reached
    /\ data' = <<seq>> /\ acks' = <<>>

AckComes(seq, w, isTold) ==
    /\ seq \in 0 .. Modulus - 1
    /\ done + Progress(seq, s.sndUna, Modulus) <= reached
    /\ isTold => Progress(seq, r.expected, Modulus) = 0 /\ (w # None => w \in windows)
    /\ data' = <<>> /\ acks' = <<[seq |-> seq, w |-> w]>>

NothingComes == data' = <<>> /\ acks' = <<>>

LogComes(e) ==
    /\ CASE e.in.comes = "packet" -> PacketComes(e.in.seq, e.in.told)
         [] e.in.comes = "ack" -> AckComes(e.in.seq, e.in.w, e.in.told)
         [] OTHER -> NothingComes
    /\ step' = IF Has(e.in, "wai") THEN e.in.wai ELSE Wai
    /\ step' > 0
    /\ lost' = 1 - lost
    /\ comes' = TRUE
    /\ UNCHANGED <<c, s, r, done, told, reached, windows>>

-----------------------------------------------------------------------------
\* The module's window, by the step of now; lines 12, 13 and 17.
LogComputeWind(k) == \* HPCC-3 HPCC-17 HPCC-20
    IF k.wc = None THEN None
    ELSE IF ~Multiplies(k) THEN Within(k.wc + step)
    ELSE IF Scaled(k) = None THEN None
    ELSE Within(Scaled(k) + step)

-----------------------------------------------------------------------------
\* What events tell: the algorithm first.
OfAlgorithm == <<"u", "wc", "incStage">>
OfSender == <<"w", "sndUna", "sndNxt", "lastUpdateSeq", "sinceSent">>
OfReceiver == <<"expected", "sinceUpdate">>

ToldRecord(e, name, fields, actual) ==
    Has(e.st, name) => \A i \in DOMAIN fields : Told([st |-> e.st[name]], fields[i], actual[fields[i]])

ToldSender(e) ==
    /\ ToldRecord(e, "c", OfAlgorithm, c')
    /\ ToldRecord(e, "s", OfSender, s')

Beside ==
    /\ comes' = FALSE
    /\ UNCHANGED <<windows, step>>

LogTransmit(e) ==
    /\ Transmit
    /\ ToldMsg(e, "seq", data'[Len(data')])
    /\ ToldSender(e)
    /\ reached' = Most(reached, done + InFlight(s'))
    /\ Beside

LogReceiveAck(e) ==
    /\ ReceiveAck(e.in.u, e.in.tau)
    /\ ToldSender(e)
    /\ reached' = reached
    /\ Beside

LogGoBack(e) ==
    /\ GoBack
    /\ ToldSender(e)
    /\ reached' = reached
    /\ Beside

LogReceive(e) ==
    /\ Receive(e.in.u, e.in.tau)
    /\ ToldRecord(e, "c", OfAlgorithm, c')
    /\ ToldRecord(e, "r", OfReceiver, r')
    /\ LET w == acks'[Len(acks')].w
       IN windows' = IF w = None THEN windows ELSE windows \cup {w}
    /\ comes' = FALSE
    /\ UNCHANGED <<reached, step>>

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "time") -> LogTick(e)
      [] Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Transmit" -> LogTransmit(e)
      [] e.do = "ReceiveAck" -> LogReceiveAck(e)
      [] e.do = "GoBack" -> LogGoBack(e)
      [] e.do = "Receive" -> LogReceive(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars

-----------------------------------------------------------------------------
\* What the network brings nobody sends in that step.
LogSends == ~comes' /\ Len(data') > Len(data)

\* Claims of the module that hold with a mend alone, or but for what the network brings.
LogNumberInv == Bounded => NumberInv
LogWindowInv == Bounded => WindowInv
LogCountsInv == done % Modulus = s.sndUna /\ done + InFlight(s) <= reached

\* And claims on the window that the algorithm gives, by the step of now.
LogTargetProp == \* HPCC-3 HPCC-4 HPCC-17 HPCC-20
    [][Gives /\ ByTarget /\ Given # None =>
        LET times(w) == Twofold(Most(0, w), c'.u)
        IN /\ Given > MinW => Big!NoMore(times(Given - step), Twofold(c.wc, Eta))
           /\ Given < WInit => Big!Less(Twofold(c.wc, Eta), times(Given - step + 1))]_<<vars, logVars>>
LogStepProp == \* HPCC-3 HPCC-4 HPCC-17
    [][Gives /\ ~ByTarget /\ Given # None =>
        Given = c.wc + step \/ (Given = WInit /\ WInit <= c.wc + step)]_<<vars, logVars>>

LogSendsBackProp == \* HPCC-11
    [][~comes' /\ Len(acks') > Len(acks) =>
        (acks'[Len(acks')].w # None) = (Form = "RECEIVER" /\ Heard /\ EndsRound)]_<<vars, logVars>>
LogTakesProp == \* HPCC-11
    [][Shorter(acks, acks') /\ lost' = lost /\ acks[1].w # None =>
        s'.w = acks[1].w \/ (Bounded /\ s'.w = IF acks[1].w > WInit THEN WInit ELSE MinW)]_vars
=============================================================================
