---- MODULE ErrOverflow ----
\* Style: an error at run time: a number that is too large for TLC.
EXTENDS Integers
VARIABLE x
Init == x = 2
Square == x' = x * x
Next == Square
Positive == x > 0
====
