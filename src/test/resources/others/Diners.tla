---- MODULE Diners ----
\* Style: the classic deadlock, with functions over 0..N-1 and modulo arithmetic.
EXTENDS Naturals

CONSTANT N
VARIABLE fork
Free == N
Right(i) == (i + 1) % N

Init == fork = [i \in 0..N-1 |-> Free]
Left_(i) == fork[i] = Free /\ fork' = [fork EXCEPT ![i] = i]
Right_(i) == fork[i] = i /\ fork[Right(i)] = Free /\ fork' = [fork EXCEPT ![Right(i)] = i]
Done(i) == /\ fork[i] = i
           /\ fork[Right(i)] = i
           /\ fork' = [fork EXCEPT ![i] = Free, ![Right(i)] = Free]
Next == \E i \in 0..N-1 : Left_(i) \/ Right_(i) \/ Done(i)
TypeOK == fork \in [0..N-1 -> 0..N]
====
