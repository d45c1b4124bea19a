---- MODULE ErrDeep ----
\* Style: an error at run time: a recursion that never ends, in an invariant in the third state.
EXTENDS Integers
RECURSIVE Down(_)
Down(n) == IF n = 0 THEN 0 ELSE 1 + Down(n - 1)
VARIABLE x
Init == x = 2
Next == x' = x - 1
NotNegative == x = 0 => Down(x - 1) = 0
====
