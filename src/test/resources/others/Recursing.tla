---- MODULE Recursing ----
\* Style: recursive operators and functions, higher-order operators and LAMBDA.
EXTENDS Naturals, Sequences, FiniteSets
VARIABLE seq
RECURSIVE Sum(_), Fold(_, _, _)
Sum(s) == IF s = <<>> THEN 0 ELSE Head(s) + Sum(Tail(s))
Fold(Op(_, _), base, s) ==
  IF s = {} THEN base
  ELSE LET e == CHOOSE e \in s : TRUE IN Op(e, Fold(Op, base, s \ {e}))
fib[n \in Nat] == IF n < 2 THEN n ELSE fib[n - 1] + fib[n - 2]
Map(F(_), s) == [i \in DOMAIN s |-> F(s[i])]
Twice(F(_), x) == F(F(x))
Range(s) == {s[i] : i \in DOMAIN s}

Init == seq = <<>>
Add(n) == Sum(seq) + fib[n] <= 6 /\ seq' = Append(seq, fib[n])
Double == /\ Len(seq) = 2
          /\ Sum(seq) <= 6
          /\ seq' = Map(LAMBDA v : Twice(LAMBDA w : w + 1, v), seq)
Next == Double \/ \E n \in 2..5 : Add(n)
SumSmall == Sum(seq) <= 15
SetSum == Fold(LAMBDA a, b : a + b, 0, Range(seq)) <= Sum(seq)
NeverNine == Sum(seq) # 9
====
