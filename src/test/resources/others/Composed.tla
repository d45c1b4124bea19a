---- MODULE Composed ----
\* Style: ENABLED, UNCHANGED of a tuple of tuples, labels, and a step that is a subset of functions.
EXTENDS Naturals
CONSTANT Nodes
VARIABLES f, g
inner == <<f>>
vars == <<inner, g>>
Init == f \in [Nodes -> {0}] /\ g = [n \in Nodes |-> {n}]
Raise(n) == lab:: (f[n] < 1 /\ f' = [f EXCEPT ![n] = @ + 1] /\ UNCHANGED g)
Join == /\ \E n \in Nodes : ~ENABLED Raise(n)
        /\ g' \in {h \in [Nodes -> SUBSET Nodes] : \A n \in Nodes : n \in h[n] /\ g[n] \subseteq h[n]}
        /\ UNCHANGED inner
Next == Join \/ \E n \in Nodes : Raise(n)
Spec == Init /\ [][Next]_vars
Own == \A n \in Nodes : n \in g[n]
Partial == \E n \in Nodes : g[n] # Nodes
====
