---- MODULE ErrInit ----
\* Style: an error at run time while the initial states are computed.
EXTENDS Naturals, Sequences
VARIABLES x, y
Init == x \in 1..2 /\ y = Head(SubSeq(<<1, 2>>, x, 1))
Next == UNCHANGED <<x, y>>
====
