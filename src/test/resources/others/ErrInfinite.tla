---- MODULE ErrInfinite ----
\* Style: an error at run time: a quantifier over an infinite set.
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == \E n \in Nat : x' = n
====
