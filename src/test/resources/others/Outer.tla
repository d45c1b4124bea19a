---- MODULE Outer ----
\* Style: a module within a module, used by INSTANCE; and an operator defined with an infix symbol.
EXTENDS Naturals
VARIABLES a, b
---- MODULE Inner ----
EXTENDS Naturals
CONSTANT Size
VARIABLE ring
Turn == ring' = (ring + 1) % Size
====
x \oplus y == (x + y) % 6
A == INSTANCE Inner WITH Size <- 2, ring <- a
B == INSTANCE Inner WITH Size <- 3, ring <- b
Init == a = 0 /\ b = 0
Next == \/ A!Turn /\ UNCHANGED b
        \/ B!Turn /\ UNCHANGED a
Spec == Init /\ [][Next]_<<a, b>>
Apart == 3 \oplus (a + b) # 0
====
