----------------------------- MODULE FixedPoint -----------------------------
(***************************************************************************)
(* Products and quotients of natural numbers, exact however large the      *)
(* product is, and rounded once, toward zero, at the end.                  *)
(*                                                                         *)
(* TLC's integers have 32 bits, and TLC stops where a product needs more.  *)
(* A product that does not fit is never formed: a number is held in mixed  *)
(* radix, as quotient and remainders by the very divisors it will be       *)
(* divided by, and is multiplied by doubling and adding, digit by digit    *)
(* with carry.  The quotient that is left at the end is the result.        *)
(*                                                                         *)
(* The Java counterpart is dev.sluice.units.FixedPoint, which a test holds *)
(* to the vectors of FixedPointVectors, as TLC is held to them by a model. *)
(***************************************************************************)
EXTENDS Integers

Largest == 2147483647       \* of TLC's integers

LOCAL Fits(a, b) == IF a = 0 THEN TRUE ELSE b <= Largest \div a

\* x + y + carry as carry and digit, for digits below the base.
LOCAL DigitSum(x, y, carry, base) ==
    IF x >= base - y - carry
    THEN <<1, x - (base - y - carry)>>
    ELSE <<0, x + y + carry>>

\* <<q, r, t>> stands for q * (d * e) + r * d + t, where r < e and t < d.
Mixed(a, d, e) == <<(a \div d) \div e, (a \div d) % e, a % d>>

LOCAL Sum(m, n, d, e) ==
    LET low == DigitSum(m[3], n[3], 0, d)
        high == DigitSum(m[2], n[2], low[1], e)
    IN  <<m[1] + n[1] + high[1], high[2], low[2]>>

LOCAL Twice(m, d, e) == Sum(m, m, d, e)

\* Two bits of k at a time.  The first test never fails: it has TLC go all the way down before it sums, which saves stack.
RECURSIVE Times(_, _, _, _)
Times(m, k, d, e) ==
    IF k = 0 THEN <<0, 0, 0>>
    ELSE LET rest == Times(m, k \div 4, d, e)
             four == Twice(Twice(rest, d, e), d, e)
         IN  IF rest[1] < 0 THEN rest
             ELSE IF k % 4 = 0 THEN four
             ELSE IF k % 4 = 1 THEN Sum(four, m, d, e)
             ELSE IF k % 4 = 2 THEN Sum(four, Twice(m, d, e), d, e)
             ELSE Sum(four, Sum(Twice(m, d, e), m, d, e), d, e)

\* a * b * c / (d * e), rounded toward zero once.
MulDivs(a, b, c, d, e) ==
    IF a = 0 \/ b = 0 \/ c = 0 THEN 0
    ELSE IF Fits(a, b) /\ Fits(a * b, c) /\ Fits(d, e)
    THEN (a * b * c) \div (d * e)
    ELSE Times(Times(Mixed(a, d, e), b, d, e), c, d, e)[1]

\* a * b / c, rounded toward zero.
MulDiv(a, b, c) == IF Fits(a, b) THEN (a * b) \div c ELSE Times(Mixed(a, c, 1), b, c, 1)[1]

\* Digits as in Mixed, rounded up to a quotient.
RoundedUp(m) == IF m[2] = 0 /\ m[3] = 0 THEN m[1] ELSE m[1] + 1

\* a * b / (d * e), rounded up.
MulDivUp(a, b, d, e) ==
    IF Fits(a, b) /\ Fits(d, e) THEN 0 - ((0 - a * b) \div (d * e))
    ELSE RoundedUp(Times(Mixed(a, d, e), b, d, e))
=============================================================================
