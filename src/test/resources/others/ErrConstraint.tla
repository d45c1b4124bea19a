---- MODULE ErrConstraint ----
\* Style: a constraint that is no truth value.
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == x' = x + 1
Limit == IF x < 3 THEN TRUE ELSE x
====
