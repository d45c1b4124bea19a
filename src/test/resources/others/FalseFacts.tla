---- MODULE FalseFacts ----
\* Style: assumptions only, one of which is false.
EXTENDS Naturals
ASSUME 1 + 1 = 2
ASSUME \A n \in 0..9 : n * n < 80
ASSUME Named == 2 > 3
====
