---- MODULE Natural ----
\* Style: infinite sets made finite by the configuration, Nat and Int among them.
EXTENDS Integers
VARIABLES up, down
MCNat == 0..3
MCInt == -2..2
Init == up \in Nat /\ down \in Int
Next == up' \in Nat /\ down' = -down
AllNat == up \in Nat /\ down \in Int
Known == \A n \in Nat : n < 4
====
