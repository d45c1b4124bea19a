---- MODULE Wire ----
EXTENDS Naturals
CONSTANT Word
VARIABLE wire
Idle == wire.full = FALSE
Put(w) == wire.full = FALSE /\ wire' = [full |-> TRUE, word |-> w]
Get == wire.full = TRUE /\ wire' = [wire EXCEPT !.full = FALSE]
WireType == wire \in [full : BOOLEAN, word : Word]
====
