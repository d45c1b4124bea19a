---- MODULE Afterwards ----
\* Style: a POSTCONDITION that is evaluated when everything has been searched, for newer versions.
EXTENDS Naturals, TLC

VARIABLE x

Init == x = 0
Next == x < 6 /\ x' = x + 2
Spec == Init /\ [][Next]_x
Even == x % 2 = 0
AllSeen == TLCGet("distinct") = 4
TooFew == TLCGet("distinct") = 5
====
