---- MODULE Vacuous ----
\* Style: temporal formulas at the edge of what TLC can check: a tautology, and a quantifier over Nat.
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == x' = 1 - x
Spec == Init /\ [][Next]_x /\ WF_x(Next)
Tautology == []<>(x = 1) \/ <>[]~(x = 1)
Endless == \A n \in Nat : []<>(x # n)
====
