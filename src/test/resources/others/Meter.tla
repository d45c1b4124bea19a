---- MODULE Meter ----
\* Style: a small specification that several wrong configurations are for, and one with comments.
EXTENDS Naturals
CONSTANTS Top, Unit
VARIABLE x
Init == x = 0
Next == x' = IF x >= Top THEN 0 ELSE x + Unit
Spec == Init /\ [][Next]_x
InRange == x \in 0..(Top + Unit)
Primed == x' >= 0
Sometimes == <>(x = Top)
====
