---- MODULE Counter ----
EXTENDS Naturals
CONSTANT Top
VARIABLE n
Init == n = 0
Next == n < Top /\ n' = n + 1
Spec == Init /\ [][Next]_n
====
