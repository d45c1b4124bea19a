---- MODULE OneAction ----
\* Style: a next-state relation that is one formula without any named action, given in the
\* specification itself.
EXTENDS Naturals
VARIABLES x, y
Spec == x = 0 /\ y = 0 /\ [][x' = (x + 1) % 5 /\ y' \in {y, x}]_<<x, y>>
Start == x = 0 /\ y = 0
Change == x' = (x + 1) % 5 /\ y' \in {y, x}
Close_ == y < 4
====
