---- MODULE Stages ----
\* Style: a chain of stages, then a choice; violated liveness after a long prefix, by stuttering.
EXTENDS Naturals

VARIABLES stage, tries
Init == stage = 0 /\ tries = 0
Advance == stage < 7 /\ stage' = stage + 1 /\ UNCHANGED tries
Retry == stage = 7 /\ tries < 2 /\ tries' = tries + 1 /\ stage' = 5
Finish == stage = 7 /\ tries < 2 /\ stage' = 8 /\ UNCHANGED tries
Next == Advance \/ Retry \/ Finish
Spec == Init /\ [][Next]_<<stage, tries>> /\ WF_<<stage, tries>>(Next)
Ends == <>(stage = 8)
====
