---- MODULE Spaced ----
\* Style: a folder and a configuration with a space in their names.
EXTENDS Naturals
VARIABLE x
Init == x \in 0..1
Next == x' = x + 2
NotFour == x # 4
====
