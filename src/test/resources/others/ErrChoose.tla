---- MODULE ErrChoose ----
\* Style: an error at run time: CHOOSE where there is nothing to choose.
EXTENDS Naturals, FiniteSets
VARIABLE pool
Init == pool = 1..3
Take == LET first == CHOOSE n \in pool : \A m \in pool : n <= m
        IN pool' = pool \ {first}
Next == Take
====
