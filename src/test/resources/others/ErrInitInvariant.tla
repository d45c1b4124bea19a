---- MODULE ErrInitInvariant ----
\* Style: an invariant that cannot be evaluated in an initial state.
EXTENDS Naturals
VARIABLE f
Init == f \in {[a |-> 1], [b |-> 2]}
Next == UNCHANGED f
Positive == f.a > 0
====
