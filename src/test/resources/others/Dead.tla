---- MODULE Dead ----
\* Style: actions that are never enabled, and one whose effect is always no change.
EXTENDS Naturals
VARIABLE x
Up == x < 3 /\ x' = x + 1
Down == x = 9 /\ x' = 0
Never == FALSE /\ x' = 5
Stay == x = 3 /\ UNCHANGED x
Init == x = 0
Next == Up \/ Down \/ Never \/ Stay
Unreached == ~ENABLED Down
====
