---- MODULE Lockers ----
\* Style: a set of model values declared symmetric; everybody takes a locker, nobody is special.
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS People, None
VARIABLES holder, waiting
vars == <<holder, waiting>>

Symmetric == Permutations(People)

Init == holder = None /\ waiting = {}
Ask(p) == /\ p # holder
          /\ p \notin waiting
          /\ waiting' = waiting \cup {p}
          /\ UNCHANGED holder
Take(p) == /\ holder = None
           /\ p \in waiting
           /\ holder' = p
           /\ waiting' = waiting \ {p}
Leave == holder # None /\ holder' = None /\ UNCHANGED waiting
Next == (\E p \in People : Ask(p) \/ Take(p)) \/ Leave
Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ WF_vars(Next)

TypeOK == holder \in People \cup {None} /\ waiting \subseteq People
SomeoneFree == Cardinality(waiting) + (IF holder = None THEN 0 ELSE 1) < 3
FreeAgain == []<>(holder = None)
QueueEmpties == []<>(waiting = {})
====
