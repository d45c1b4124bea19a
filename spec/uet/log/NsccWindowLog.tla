---------------------------- MODULE NsccWindowLog ----------------------------
(***************************************************************************)
(* A sender's log held against NsccWindow: one context from its            *)
(* configuration to its end, at full size.                                 *)
(*                                                                         *)
(* Source     docs/eventlog.md, NsccWindow                                 *)
(* Tells      the window, all of it, after each event                      *)
(* Leaves     flight and strays: they follow from the events; ev: a log    *)
(*            does not tell entropy values                                 *)
(* Time       an event Tick comes before each event that has a later time  *)
(***************************************************************************)
EXTENDS NsccWindow, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   ProfileAssumption: the profile is "source-documents" or "uet-1.0".
\*   SignalsAssumption: Signals is "rtt" or "both", and "both" in "uet-1.0".
\*   ConfigAssumption: Config has all its fields, of their kinds; mtu is above 0, no larger than initialWnd, and that no larger than maxWnd; baseRtt, target, grain and what stands below a fraction bar are above 0; jumpNum, gammaNum and avgNum are no larger than what stands below them.
\*   EnvironmentAssumption: what a log cannot tell of its surroundings is as the projection sets it.

LogInit == Init

Tells(e) == \A s \in SetOf(e.in.S) : Told(e, "window", window'[s])

LogSend(e) ==
    /\ Send(SetOf(e.in.S), e.in.size)
    /\ Tells(e)

LogAck(e) ==
    /\ Ack(SetOf(e.in.S), e.in.n, e.in.late, e.in.marked, e.in.rtt, e.in.penalty)
    /\ Tells(e)

LogNack(e) ==
    /\ Nack(SetOf(e.in.S), e.in.size, e.in.late, e.in.reason, e.in.rtt)
    /\ Tells(e)

\* Whether a lost packet is under way all the same nobody knows; as long as it may be, a late acknowledgment fits.
LogInferLoss(e) ==
    /\ InferLoss(SetOf(e.in.S), e.in.size, IF Has(e.in, "stray") THEN e.in.stray ELSE TRUE)
    /\ Tells(e)

LogTick(e) == Tick(e.in.time)

LogNext(e) ==
    CASE e.do = "Send" -> LogSend(e)
      [] e.do = "Ack" -> LogAck(e)
      [] e.do = "Nack" -> LogNack(e)
      [] e.do = "InferLoss" -> LogInferLoss(e)
      [] e.do = "Tick" -> LogTick(e)
===============================================================================
