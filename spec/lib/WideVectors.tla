----------------------------- MODULE WideVectors -----------------------------
(***************************************************************************)
(* Numbers at both ends of a digit, of two digits and of TLC's integers,   *)
(* on which Wide must agree with TLC's own arithmetic, where that can      *)
(* count, and with FixedPoint's.  TLC checks it whenever it starts; it     *)
(* stands in a module of its own, which one model has.                     *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, FixedPoint

Big == INSTANCE Wide

Small == {0, 1, 2, 3, 7, 32766, 32767, 32768, 32769, 40000}
Edges == Small \cup {65535, 65536, 1000000, 1073741823, 1073741824, 1073741825, 2147450879, 2147483646, 2147483647}
Divisors == {1, 2, 3, 16384, 32767, 32768, 65535, 1000003, 1073741824, 2147483647}

ASSUME WideIsExact ==
    /\ \A a \in Edges : Big!Number(Big!Of(a)) = a
    /\ \A a, b \in Small :
        /\ Big!Number(Big!Plus(Big!Of(a), Big!Of(b))) = a + b
        /\ Big!Product(Big!Of(a), Big!Of(b)) = Big!Of(a * b)
        /\ b <= a => Big!Minus(Big!Of(a), Big!Of(b)) = Big!Of(a - b)
    /\ \A a, b \in Edges :
        /\ Big!Less(Big!Of(a), Big!Of(b)) = (a < b)
        /\ Big!NoMore(Big!Of(a), Big!Of(b)) = (a <= b)
        /\ Big!Minus(Big!Plus(Big!Of(a), Big!Of(b)), Big!Of(b)) = Big!Of(a)

\* (a * b + r) / d, times d, is what it was; and the quotient is FixedPoint's.
ASSUME QuotientIsExact ==
    \A a, b \in Edges, d \in Divisors :
        LET product == Big!Product(Big!Of(a), Big!Of(b))
            quotient == Big!Quotient(product, Big!Of(d))
            back == Big!Product(quotient, Big!Of(d))
        IN /\ Big!NoMore(back, product) /\ Big!Less(Big!Minus(product, back), Big!Of(d))
           /\ a <= d => Big!Number(quotient) = MulDiv(a, b, d)

\* Products of many factors, and quotients of two of them.
ASSUME ProductsAreExact ==
    \A a \in {1, 3, 32767, 1073741825}, b \in {1, 20000000, 2147483647}, q \in {1, 32768, 2147483647} :
        LET divisor == Big!Products(<<a, 8000000, b, 5000>>)
            product == Big!Product(divisor, Big!Of(q))
        IN /\ Big!Number(Big!Quotient(product, divisor)) = q
           /\ Big!Number(Big!Quotient(Big!Minus(product, Big!Of(1)), divisor)) = q - 1
           /\ Big!Number(Big!Quotient(Big!Product(product, Big!Of(32768)), divisor)) =
                IF q < 65536 THEN q * 32768 ELSE Largest
=============================================================================
