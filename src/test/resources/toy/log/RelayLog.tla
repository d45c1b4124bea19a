------------------------------- MODULE RelayLog -------------------------------
(* A log of the toy, whose ends may have the faults of RelayFaults: each      *)
(* event fits an action, so that claims alone tell what is wrong.             *)
EXTENDS RelayFaults, EventLog

LogInit == Init

LogNext(e) ==
    /\ CASE e.do = "Send" -> Send
         [] e.do = "SendLate" -> SendLate
         [] e.do = "Receive" -> ReceiveLatest(e.in.n)
    /\ Told(e, "next", next') /\ Told(e, "seen", seen')

\* A token may be lost, and nobody tells.
LogHidden == \E n \in wire : Lose(n)
===============================================================================
