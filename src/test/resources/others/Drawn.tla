---- MODULE Drawn ----
\* Style: the module Randomization, where the set drawn is the whole one whatever is drawn.
EXTENDS Randomization, Naturals
VARIABLE x
Init == x \in RandomSubset(5, 1..5)
Next == x' = (x % 5) + 1
Inside == x \in 1..5
====
