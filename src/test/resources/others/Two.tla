---- MODULE Two ----
\* Style: two invariants, the second of which is violated, and a third that would be later.
EXTENDS Integers
VARIABLES x, y
Init == x = 0 /\ y = 10
Next == x' = x + 1 /\ y' = y - 1
First == x >= 0
Second == y > 6
Third == x < 6
====
