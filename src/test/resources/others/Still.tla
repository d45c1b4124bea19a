---- MODULE Still ----
\* Style: a specification that only stutters, and one without any initial state.
EXTENDS Naturals
VARIABLE x
Spec == x \in 1..3 /\ [][FALSE]_x
Stay == x \in 1..3 /\ [][UNCHANGED x]_x
Nowhere == x \in {} /\ [][x' = x + 1]_x
Fine == x > 0
Moves == <>(x = 4)
====
