---- MODULE FullClock ----
\* Style: a refinement with INSTANCE and a substitution, of the steps and of the fairness.
EXTENDS Naturals

VARIABLES h, quarter
vars == <<h, quarter>>
Init == h = 0 /\ quarter = 0
Quarter == /\ quarter' = (quarter + 1) % 4
           /\ h' = IF quarter = 3 THEN (h + 1) % 3 ELSE h
Jump == h = 1 /\ quarter = 2 /\ h' = 0 /\ quarter' = 0
Spec == Init /\ [][Quarter]_vars /\ WF_vars(Quarter)
Lazy == Init /\ [][Quarter]_vars
Jumpy == Init /\ [][Quarter \/ Jump]_vars /\ WF_vars(Quarter)

Hand == INSTANCE HourHand WITH hour <- h, Hours <- 3
Refines == Hand!Spec
RefinesFairly == Hand!Moving
====
