---- MODULE Toggle ----
VARIABLE on
Init == on = TRUE
Next == on' = ~on
Spec == Init /\ [][Next]_on /\ WF_on(Next)
Boolean == on \in BOOLEAN
Again == []<>on
====
---- CONFIG Toggle ----
SPECIFICATION Spec
INVARIANT Boolean
PROPERTY Again
====
