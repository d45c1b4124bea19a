---- MODULE Middle ----
EXTENDS Bottom
VARIABLES count
middleVars == <<count, mark>>
MiddleInit == count = 0 /\ BottomInit
Forward == count' = (count + 1) % 2 /\ Mark(count')
MiddleOK == count \in 0..1 /\ BottomOK
====
