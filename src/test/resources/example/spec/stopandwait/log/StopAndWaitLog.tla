--------------------------- MODULE StopAndWaitLog ---------------------------
(* A log of both ends held against StopAndWait.  Nobody logs what is lost:  *)
(* it just does not come.                                                   *)
EXTENDS StopAndWait, EventLog

LogInit == Init

LogNext(e) ==
    /\ CASE e.do = "Send" -> Send
         [] e.do = "Timeout" -> Timeout
         [] e.do = "TakeAck" -> TakeAck(e.in.n)
         [] e.do = "Receive" -> Receive(e.in.n)
    /\ Told(e, "next", next') /\ Told(e, "waiting", waiting') /\ Told(e, "passed", passed')
===============================================================================
