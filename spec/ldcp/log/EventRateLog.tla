---------------------------- MODULE EventRateLog ----------------------------
(***************************************************************************)
(* Logs held against EventRate: one direction of a connection, the rate of *)
(* the QP that sends its data, and what the QP that takes them sends back. *)
(*                                                                         *)
(* Source     docs/eventlog.md, EventRate                                  *)
(* Tells      after each event of a sender all that it holds; of a         *)
(*            receiver, which request it answers, and of how many marked   *)
(*            packets a CNP tells                                          *)
(* Time       passes in a step Tick before an event, as much as the log's  *)
(*            times are apart; a request that has been out for long enough *)
(*            may find that what it asked for is late                      *)
(* Network    loses, repeats, delays and reorders, and a log tells none of *)
(*            it.  Before each event a step Comes puts on its way what is  *)
(*            about to be taken, if it can have been sent, and nothing     *)
(*            else.  A request can come once one with its number has left, *)
(*            a response once such a request has been answered, and a CNP  *)
(*            once one has left; where no event of the receiver is told,   *)
(*            it may have done so                                          *)
(* Numbers    that are near: that of the request that is out, or of the    *)
(*            next one, the one behind it, and that of what comes.  Of all *)
(*            others no message is on its way                              *)
(***************************************************************************)
EXTENDS EventRate, EventLog

\* The assumptions in words, for whoever has logged constants that break one.
\*   EventRateAssumption: Alpha and Beta are from 1 to One; MinWindow is above 0 and below MaxWindow, StartWindow from the one to the other; BaseRtt is above 0 and below ResponseTime, which is at most MinWindow times RatePer; Numbers is at least 2; Merge is above 0.

VARIABLES
    asked,      \* requests that have left
    answered,   \* numbers of those that were answered
    notified,   \* whether a CNP has left
    comes,      \* whether the network has done its part for the event that is told next
    near        \* the numbers of which messages may be on their way

logVars == <<asked, answered, notified, comes, near>>

LogNumber == near
Near(number) == {number, (number + 1) % Numbers}

\* What the network brings has come to nobody in that step.
LogCame(n) == ~comes' /\ responses'[n] < responses[n] /\ faults' = faults

LogInit ==
    /\ near = Near(0)
    /\ Init
    /\ asked = 0
    /\ answered = {}
    /\ notified = FALSE
    /\ comes = FALSE

-----------------------------------------------------------------------------
\* Time, and the network of a log.

LogTick(e) ==
    /\ Tick(e.in.time)
    /\ comes' = FALSE
    /\ UNCHANGED <<asked, answered, notified, near>>

None == [n \in near' |-> 0]
Only(number) == [None EXCEPT ![number] = 1]

\* The first request has number 0, and all have their turn.
HasLeft(number) == number \in 0 .. Numbers - 1 /\ (number < asked \/ asked >= Numbers)

RequestComes(number) ==
    /\ HasLeft(number)
    /\ near' = Near(w.number) \cup {number}
    /\ requests' = Only(number) /\ responses' = None /\ cnps' = 0

ResponseComes(number, isTold) ==
    /\ IF isTold THEN number \in answered ELSE HasLeft(number)
    /\ near' = Near(w.number) \cup {number}
    /\ requests' = None /\ responses' = Only(number) /\ cnps' = 0

CnpComes(isTold) ==
    /\ isTold => notified
    /\ near' = Near(w.number)
    /\ requests' = None /\ responses' = None /\ cnps' = 1

NothingComes ==
    /\ near' = Near(w.number)
    /\ requests' = None /\ responses' = None /\ cnps' = 0

LogComes(e) ==
    /\ CASE e.in.comes = "request" -> RequestComes(e.in.number)
         [] e.in.comes = "response" -> ResponseComes(e.in.number, e.in.told)
         [] e.in.comes = "cnp" -> CnpComes(e.in.told)
         [] OTHER -> NothingComes
    /\ faults' = faults + 1
    /\ comes' = TRUE
    /\ UNCHANGED <<w, marks, cuts, asked, answered, notified>>

-----------------------------------------------------------------------------
\* What events tell of a sender, the window first: what is wrong with a step shows there.
OfSender == <<"window", "rtt", "rate", "number", "out", "age">>

ToldSender(e) ==
    Has(e.st, "w") => \A i \in DOMAIN OfSender : Told([st |-> e.st.w], OfSender[i], w'[OfSender[i]])

Beside ==
    /\ comes' = FALSE
    /\ UNCHANGED <<asked, answered, notified, near>>

LogRequest(e) ==
    /\ Request
    /\ ToldSender(e)
    /\ asked' = asked + 1
    /\ comes' = FALSE
    /\ UNCHANGED <<answered, notified, near>>

LogReceiveResponse(e) ==
    /\ ReceiveResponse(e.in.number)
    /\ ToldSender(e)
    /\ Beside

LogTimeout(e) ==
    /\ Timeout
    /\ ToldSender(e)
    /\ Beside

LogReceiveCnp(e) ==
    /\ ReceiveCnp
    /\ ToldSender(e)
    /\ Beside

LogOtherEvent(e) ==
    /\ OtherEvent(e.in.event)
    /\ ToldSender(e)
    /\ Beside

LogRespond(e) ==
    /\ Respond(e.in.number)
    /\ answered' = answered \cup {e.in.number}
    /\ comes' = FALSE
    /\ UNCHANGED <<asked, notified, near>>

LogNotify(e) ==
    /\ e.in.k \in 1 .. Merge
    /\ Notify(e.in.k)
    /\ notified' = TRUE
    /\ comes' = FALSE
    /\ UNCHANGED <<asked, answered, near>>

-----------------------------------------------------------------------------
LogNext(e) ==
    CASE Has(e.in, "time") -> LogTick(e)
      [] Has(e.in, "comes") -> LogComes(e)
      [] e.do = "Request" -> LogRequest(e)
      [] e.do = "ReceiveResponse" -> LogReceiveResponse(e)
      [] e.do = "Timeout" -> LogTimeout(e)
      [] e.do = "ReceiveCnp" -> LogReceiveCnp(e)
      [] e.do = "OtherEvent" -> LogOtherEvent(e)
      [] e.do = "Respond" -> LogRespond(e)
      [] e.do = "Notify" -> LogNotify(e)
      [] OTHER -> FALSE

\* The module's own steps, for whom a log is compared with them.
LogAny == Next /\ UNCHANGED logVars
=============================================================================
