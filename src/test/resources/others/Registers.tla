---- MODULE Registers ----
\* Style: TLCSet and TLCGet: a register that counts, and the level.
EXTENDS Naturals, TLC
VARIABLES x, y
ASSUME TLCSet(7, 0)
Init == x = 0 /\ y = 0
Count == TLCSet(7, TLCGet(7) + 1)
StepX == x < 3 /\ x' = x + 1 /\ y' = y /\ Count
StepY == y < 3 /\ y' = y + 1 /\ x' = x /\ Count
Next == StepX \/ StepY
Shallow == x + y <= 4
Levels == TLCGet("level") >= 0
FewSteps == TLCGet(7) < 9
====
