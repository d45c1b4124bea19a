---- MODULE Facts ----
\* Style: no behaviour at all, only assumptions that are evaluated; the configuration is empty.
EXTENDS Naturals, FiniteSets, Sequences

Divides(d, n) == \E k \in 1..n : k * d = n
Primes(n) == {p \in 2..n : \A d \in 2..(p - 1) : ~Divides(d, p)}
ASSUME Primes(20) = {2, 3, 5, 7, 11, 13, 17, 19}
ASSUME Counted == Cardinality(SUBSET (1..5)) = 32
ASSUME Len(SubSeq(<<1, 2, 3, 4>>, 2, 3)) = 2
====
