---- MODULE Cell ----
\* A cell that several others are made of by INSTANCE.
EXTENDS Naturals
CONSTANTS Values, Nothing
VARIABLE value
Init == value = Nothing
Put(v) == value = Nothing /\ v \in Values /\ value' = v
Get == value # Nothing /\ value' = Nothing
Next == Get \/ \E v \in Values : Put(v)
TypeOK == value \in Values \cup {Nothing}
====
