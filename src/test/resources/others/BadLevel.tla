---- MODULE BadLevel ----
\* Style: errors of level: a double prime, and a temporal formula within an action.
EXTENDS Naturals
VARIABLE x
Init == x = 0
Step == x' = 1 - x
Next == (x' = 1)' \/ Step
Odd == [](<>(x = 1))'
====
