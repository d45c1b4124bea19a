---- MODULE FirstState ----
\* Style: an invariant that an initial state violates, one of several.
EXTENDS Naturals
VARIABLES row, column
Init == row \in 1..3 /\ column \in {c \in 1..4 : c # row}
Next == row' = column /\ column' = row
Apart == row + column # 6
====
