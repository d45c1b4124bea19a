---- MODULE HourHand ----
\* The abstract half of a refinement.
EXTENDS Naturals
CONSTANT Hours
VARIABLE hour
Init == hour = 0
Next == hour' = (hour + 1) % Hours
Spec == Init /\ [][Next]_hour
Moving == Spec /\ WF_hour(Next)
====
