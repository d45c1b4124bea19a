------------------------------ MODULE RelayFaults ------------------------------
EXTENDS Relay

\* Keeps the latest token instead of the largest.
ReceiveLatest(n) == n \in wire /\ wire' = wire \ {n} /\ seen' = n /\ UNCHANGED next

\* Counts a token before it is sent.
SendLate == next <= Last /\ next' = next + 1 /\ seen' = next + 1 /\ UNCHANGED wire
================================================================================
