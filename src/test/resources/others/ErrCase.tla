---- MODULE ErrCase ----
\* Style: an error at run time, after a few steps: a CASE none of whose arms matches.
EXTENDS Naturals
VARIABLE x
Speed(n) == CASE n = 0 -> "slow"
              [] n = 1 -> "fast"
Init == x = 0
Next == /\ Speed(x) \in {"slow", "fast"}
        /\ x' = x + 1
====
