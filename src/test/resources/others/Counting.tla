---- MODULE Counting ----
\* Style: counts for ever; for simulation and for limits of time only.
EXTENDS Naturals
VARIABLES n, parity
Init == n = 0 /\ parity = 0
Next == n' = n + 1 /\ parity' = 1 - parity
Spec == Init /\ [][Next]_<<n, parity>>
Agrees == n % 2 = parity
====
