---- MODULE Tokens ----
EXTENDS Naturals, FiniteSets
CONSTANT Node
VARIABLES token, asked
Init == token = [n \in Node |-> n = 0] /\ asked = {}
Ask(n) == asked' = asked \cup {n} /\ UNCHANGED token
Pass(n, m) == /\ token[n]
              /\ m \in asked
              /\ token' = [token EXCEPT ![n] = FALSE, ![m] = TRUE]
              /\ asked' = asked \ {m}
Next == \E n \in Node : Ask(n) \/ \E m \in Node \ {n} : Pass(n, m)
Slow == asked' # Node
OneToken == Cardinality({n \in Node : token[n]}) <= 1
AlwaysTrue == \A n \in Node : token[n] => token[n] \in BOOLEAN
====
