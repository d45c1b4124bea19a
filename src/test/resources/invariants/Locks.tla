---- MODULE Locks ----
CONSTANTS Client, Free
VARIABLE owner
Take(c) == owner = Free /\ owner' = c
Give(c) == owner = c /\ owner' = Free
Init == owner = Free
Next == \E c \in Client : Take(c) \/ Give(c)
OwnerOK == owner \in Client \cup {Free}
Stays == [][owner # Free => owner' = Free]_owner
====
