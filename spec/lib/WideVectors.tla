----------------------------- MODULE WideVectors -----------------------------
(***************************************************************************)
(* Numbers at both ends of a digit, of two digits and of TLC's integers,   *)
(* on which Wide must agree with TLC's own arithmetic, where that can      *)
(* count, and with FixedPoint's.  TLC checks it whenever it starts; it     *)
(* stands in a module of its own, which one model has.                     *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, FixedPoint

Large == INSTANCE Wide

Small == {0, 1, 2, 3, 7, 32766, 32767, 32768, 32769, 40000}
Edges == Small \cup {65535, 65536, 1000000, 1073741823, 1073741824, 1073741825, 2147450879, 2147483646, 2147483647}
Divisors == {1, 2, 3, 16384, 32767, 32768, 65535, 1000003, 1073741824, 2147483647}

ASSUME WideIsExact ==
    /\ \A a \in Edges : Large!Number(Large!Of(a)) = a
    /\ \A a, b \in Small :
        /\ Large!Number(Large!Plus(Large!Of(a), Large!Of(b))) = a + b
        /\ Large!Product(Large!Of(a), Large!Of(b)) = Large!Of(a * b)
        /\ b <= a => Large!Minus(Large!Of(a), Large!Of(b)) = Large!Of(a - b)
    /\ \A a, b \in Edges :
        /\ Large!Less(Large!Of(a), Large!Of(b)) = (a < b)
        /\ Large!NoMore(Large!Of(a), Large!Of(b)) = (a <= b)
        /\ Large!Minus(Large!Plus(Large!Of(a), Large!Of(b)), Large!Of(b)) = Large!Of(a)

\* (a * b + r) / d, times d, is what it was; and the quotient is FixedPoint's.
ASSUME QuotientIsExact ==
    \A a, b \in Edges, d \in Divisors :
        LET product == Large!Product(Large!Of(a), Large!Of(b))
            quotient == Large!Quotient(product, Large!Of(d))
            back == Large!Product(quotient, Large!Of(d))
        IN /\ Large!NoMore(back, product) /\ Large!Less(Large!Minus(product, back), Large!Of(d))
           /\ a <= d => Large!Number(quotient) = MulDiv(a, b, d)

\* Products of many factors, and quotients of two of them.
ASSUME ProductsAreExact ==
    \A a \in {1, 3, 32767, 1073741825}, b \in {1, 20000000, 2147483647}, q \in {1, 32768, 2147483647} :
        LET divisor == Large!Products(<<a, 8000000, b, 5000>>)
            product == Large!Product(divisor, Large!Of(q))
        IN /\ Large!Number(Large!Quotient(product, divisor)) = q
           /\ Large!Number(Large!Quotient(Large!Minus(product, Large!Of(1)), divisor)) = q - 1
           /\ Large!Number(Large!Quotient(Large!Product(product, Large!Of(32768)), divisor)) =
                IF q < 65536 THEN q * 32768 ELSE Largest
=============================================================================
