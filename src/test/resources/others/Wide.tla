---- MODULE Wide ----
\* Style: a wide state: thirty variables.
EXTENDS Naturals
VARIABLES v01, v02, v03, v04, v05, v06, v07, v08, v09, v10,
          v11, v12, v13, v14, v15, v16, v17, v18, v19, v20,
          v21, v22, v23, v24, v25, v26, v27, v28, v29, v30
rest == <<v04, v05, v06, v07, v08, v09, v10, v11, v12, v13, v14, v15, v16, v17,
          v18, v19, v20, v21, v22, v23, v24, v25, v26, v27, v28, v29>>
vars == <<v01, v02, v03, rest, v30>>
Init == /\ v01 = 0 /\ v02 = 1 /\ v03 = {}
        /\ v04 = 1 /\ v05 = 2 /\ v06 = 3 /\ v07 = 4 /\ v08 = 5
        /\ v09 = 6 /\ v10 = 7 /\ v11 = 8 /\ v12 = 9 /\ v13 = 10
        /\ v14 = 11 /\ v15 = 12 /\ v16 = 13 /\ v17 = 14 /\ v18 = 15
        /\ v19 = 16 /\ v20 = 17 /\ v21 = 18 /\ v22 = 19 /\ v23 = 20
        /\ v24 = 21 /\ v25 = 22 /\ v26 = 23 /\ v27 = 24 /\ v28 = 25
        /\ v29 = 26
        /\ v30 = [a |-> <<>>, b |-> [c |-> "deep"]]
Count == v01 < 4 /\ v01' = v01 + 1 /\ UNCHANGED <<v02, v03, rest, v30>>
Collect == v03' = v03 \cup {v01} /\ UNCHANGED <<v01, v02, rest, v30>>
Nest == v30.a = <<>> /\ v30' = [v30 EXCEPT !.a = <<v01>>] /\ UNCHANGED <<v01, v02, v03, rest>>
Next == Count \/ Collect \/ Nest
Spec == Init /\ [][Next]_vars
Still == v20 = 17
Short == v03 # {1, 3}
====
