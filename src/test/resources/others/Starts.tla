---- MODULE Starts ----
\* Style: an initial predicate of many disjuncts, with IF, LET, quantifiers and the same state twice.
EXTENDS Naturals
VARIABLES x, y
Init == \/ x = 1 /\ y \in {1, 2}
        \/ x = 1 /\ y = 2
        \/ \E n \in 2..3 : x = n /\ y = n + 1
        \/ LET z == 7 IN x = z /\ (y = z \/ y = z + 1)
        \/ IF 1 > 2 THEN x = 0 /\ y = 0 ELSE x = 9 /\ y \in {n \in 1..3 : n # 2}
        \/ \E p \in {1, 2} \X {5} : x = p[1] /\ y = p[2]
Next == x' = y /\ y' = x
Fine == x > 0
====
