---- MODULE ManyStarts ----
\* Style: many initial states, 20,000, and few steps from each.
EXTENDS Naturals
VARIABLES a, b, done
Init == a \in 1..200 /\ b \in 1..100 /\ done = FALSE
Swap == ~done /\ a <= 100 /\ a' = b /\ b' = a /\ done' = TRUE
Next == Swap \/ UNCHANGED <<a, b, done>>
Early == done => a <= 100
NotLast == ~(a = 100 /\ b = 100 /\ done)
====
