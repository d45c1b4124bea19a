---- MODULE Zaehler ----
(* Ein Zähler für „Übungen“ – die Grenze ist erreichbar. *)
LOCAL INSTANCE Naturals
CONSTANT Grenze
VARIABLE z \* der Stand: 0 … Grenze
LOCAL Next1(Op(_), bound) == /\ z < bound (* kleiner als die Schranke ≤ *)
                             /\ z' = Op(z)
Plus(n) == n + 1
Init == z = 0
Weiter == Next1(Plus, Grenze)
Zurueck == z = Grenze /\ z' = 0
Next == Weiter \/ Zurueck
Spec == Init /\ [][Next]_z
Klein == z <= Grenze
====
