---- MODULE ErrProperty ----
\* Style: a property of steps and a liveness property that cannot be evaluated everywhere.
EXTENDS Naturals
VARIABLE f
Init == f = <<1>>
Next == f' = IF f = <<1>> THEN <<2, 3>> ELSE <<1>>
Spec == Init /\ [][Next]_f /\ WF_f(Next)
Second == [][f'[2] > 0]_f
Live == []<>(f[2] = 3)
====
