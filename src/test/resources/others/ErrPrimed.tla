---- MODULE ErrPrimed ----
\* Style: an error at run time: one action forgets to say what becomes of a variable.
EXTENDS Naturals
VARIABLES a, b, c
Init == a = 0 /\ b = 0 /\ c = 0
Good == a < 2 /\ a' = a + 1 /\ UNCHANGED <<b, c>>
Forgets == a = 2 /\ b' = 1
Next == Good \/ Forgets
Spec == Init /\ [][Next]_<<a, b, c>>
====
