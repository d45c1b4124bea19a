---- MODULE Top ----
\* Style: a chain of modules in a folder, each extending the next, variables in two of them.
EXTENDS Middle
VARIABLE calls
Init == MiddleInit /\ calls = 0
Call == calls < 3 /\ calls' = calls + 1 /\ Forward
Rest == calls = 3 /\ calls' = 0 /\ UNCHANGED middleVars
Next == Call \/ Rest
Spec == Init /\ [][Next]_<<calls, middleVars>>
TypeOK == calls \in 0..3 /\ MiddleOK
NotAgain == ~(calls = 0 /\ count = 1)
====
