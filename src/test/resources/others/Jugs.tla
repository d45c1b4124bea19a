---- MODULE Jugs ----
\* Style: a puzzle; the invariant says that it cannot be solved, and the counterexample solves it.
EXTENDS Naturals
CONSTANTS Jugs_, Holds, Goal
VARIABLE water
Min(a, b) == IF a < b THEN a ELSE b
Init == water = [j \in Jugs_ |-> 0]
Fill(j) == water' = [water EXCEPT ![j] = Holds[j]]
Empty(j) == water' = [water EXCEPT ![j] = 0]
Pour(from, to) ==
  LET poured == Min(water[from], Holds[to] - water[to])
  IN water' = [water EXCEPT ![from] = @ - poured, ![to] = @ + poured]
Next == \E j \in Jugs_ : \/ Fill(j)
                         \/ Empty(j)
                         \/ \E k \in Jugs_ \ {j} : Pour(j, k)
Unsolved == \A j \in Jugs_ : water[j] # Goal
====
