---- MODULE Hidden ----
\* Style: hides a variable with \EE, which TLC cannot handle.
EXTENDS Naturals
VARIABLES x, h
Init == x = 0 /\ h = 0
Next == x' = h /\ h' = 1 - h
Inner == Init /\ [][Next]_<<x, h>>
Spec == \EE g : Inner
====
