---- MODULE Nested ----
\* Style: one Next in which everything stands: quantifiers over ranges that depend on the state,
\* nested disjunctions, LET, IF, CASE and primed variables on both sides.
EXTENDS Naturals, FiniteSets
VARIABLES net, last, n
Init == net = {} /\ last \in {<<>>, <<0>>} /\ n = 0
Next ==
  \/ \E m \in net :
       \/ /\ net' = net \ {m}
          /\ last' = m
          /\ \/ n' = n
             \/ n > 0 /\ n' = n - 1
       \/ \E k \in net \ {m} :
            LET both == {m, k}
            IN /\ net' = net \ both
               /\ last' = <<k[1]>>
               /\ n' = Cardinality(net')
  \/ /\ n < 2
     /\ n' = n + 1
     /\ LET tag == IF n = 0 THEN "a" ELSE "b"
        IN \E i \in 1..n' : net' = net \cup {<<i, tag>>}
     /\ CASE n' = 1 -> last' = last
          [] OTHER -> last' \in {<<n'>>, last}
Spec == Init /\ [][Next]_<<net, last, n>>
Few == Cardinality(net) <= 4
Never == ~(\E m \in net : m = last)
====
