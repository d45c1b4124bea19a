---- MODULE StopAndWaitFaults ----
EXTENDS MCStopAndWait

\* The receiver does not look whether it has had the packet.
ReceiveAnew(n) ==
    /\ n \in packets /\ passed < Last /\ passed' = passed + 1
    /\ acks' = acks \cup {n} /\ UNCHANGED <<sender, packets>>
====
