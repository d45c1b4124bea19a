---- MODULE Ratchet ----
\* Style: properties of steps, [][A]_v, by name, within a conjunction, and with a quantifier.
EXTENDS Integers

VARIABLES pos, slips
vars == <<pos, slips>>
Init == pos = 0 /\ slips = 0
Click == pos < 4 /\ pos' = pos + 1 /\ UNCHANGED slips
Slip == pos = 3 /\ slips < 1 /\ pos' = pos - 2 /\ slips' = slips + 1
Next == Click \/ Slip
Spec == Init /\ [][Next]_vars

SlipsGrow == [][slips' >= slips]_slips
NeverBack == [][pos' > pos]_pos
Grouped == SlipsGrow /\ [][pos' # 1 \/ pos = 0]_vars
ByNumber == \A i \in 0..2 : [][pos = i => pos' = i + 1]_pos
AlwaysSmall == [](pos < 5)
AtStart == pos = 0 /\ slips = 0
WrongStart == pos = 1
TooSmall == [](pos < 4)
====
