---- MODULE Steps ----
EXTENDS Naturals, TLC
VARIABLES at, log
Init == at = 0 /\ log = {}
Walk == /\ at < 3
        /\ Assert(at \notin log, "twice")
        /\ at' = at + 1
        /\ log' = log \union {at}
Back == /\ at = 3 /\ log # {}
        /\ at' = 0 /\ log' = {}
Next == Walk \/ Back
Spec == Init /\ [][Next]_<<at, log>>
SeenOnly == \A n \in log : n < at
Place == <<at>>
====
