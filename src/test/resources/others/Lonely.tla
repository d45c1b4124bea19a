---- MODULE Lonely ----
\* Style: extends a module that is nowhere.
EXTENDS Naturals, NoSuchModule
VARIABLE x
Init == x = 0
Next == x' = 1 - x
====
