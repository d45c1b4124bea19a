---- MODULE ErrInitHalf ----
\* Style: an initial predicate that leaves a variable without a value.
EXTENDS Naturals
VARIABLES x, y
Init == x = 1
Next == x' = 3 - x /\ y' = x
====
