---- MODULE BadParse ----
\* Style: does not parse: a bracket is missing.
EXTENDS Naturals
VARIABLE x
Init == x = (0 + 1
Next == x' = 1 - x
====
