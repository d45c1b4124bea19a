---- MODULE Ring ----
EXTENDS Naturals
N == 3
Right[i \in 0 .. N - 1] == IF i = N - 1 THEN 0 ELSE i + 1
VARIABLES baton, laps
vars == << baton, laps >>
Init == baton = 0 /\ laps \in {0}
Hand == baton' = Right[baton] /\ laps' = laps + (IF Right[baton] = 0 THEN 1 ELSE 0) /\ laps < 2
Done == laps = 2 /\ UNCHANGED vars
Spec == Init /\ [][Hand \/ Done]_vars /\ WF_vars(Hand)
InRing == baton \in 0 .. 2
Finishes == <>[](laps = 2)
LapsUp == [][laps' \in {laps, laps + 1}]_laps
====
