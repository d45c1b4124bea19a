---- MODULE BadNames ----
\* Style: parses, but has several semantic errors.
EXTENDS Naturals
VARIABLE x
Init == x = start
Next == x' = Increase(x)
Small == x < Limit /\ Init(3)
Init == x = 1
====
