---- MODULE Bottom ----
EXTENDS Naturals
VARIABLE mark
BottomInit == mark = "new"
Mark(c) == mark' = IF c = 0 THEN "even" ELSE "odd"
BottomOK == mark \in {"new", "even", "odd"}
====
