---- MODULE ErrCompare ----
\* Style: an error at run time: a string compared with a number, in an invariant.
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == \/ x \in 0..2 /\ x' = x + 1
        \/ x = 3 /\ x' = "three"
Spec == Init /\ [][Next]_x
Small == x # 7
====
