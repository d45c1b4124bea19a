---- MODULE ErrDomain ----
\* Style: an error at run time: a function applied outside its domain, in an operator of an operator.
EXTENDS Naturals
VARIABLES at, table
vars == <<at, table>>
Look(i) == table[i]
Best(i) == LET v == Look(i) + 1 IN v * 2
Init == at = 1 /\ table = [i \in 1..3 |-> i * i]
Move == /\ at' = at + 1
        /\ table' = [table EXCEPT ![1] = Best(at)]
Next == Move
Spec == Init /\ [][Next]_vars
====
