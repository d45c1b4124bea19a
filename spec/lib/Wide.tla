-------------------------------- MODULE Wide --------------------------------
(***************************************************************************)
(* Natural numbers without an upper end, for claims and rules at full      *)
(* size: sums, products, which of two is less, and whole quotients.        *)
(*                                                                         *)
(* TLC's integers have 32 bits.  Here a number is the sequence of its      *)
(* digits to the base 2^15, the lowest first and the highest not 0, so     *)
(* that 0 has none; a product of two digits and two carries fit 31 bits.   *)
(*                                                                         *)
(* FixedPoint has quotients of products as well.  It keeps a number by the *)
(* divisors that it will be divided by, and its quotients have to fit; the *)
(* two ways have nothing in common, and WideVectors holds one against the  *)
(* other.                                                                  *)
(***************************************************************************)
EXTENDS Integers, Sequences

Base == 32768

\* A natural number of TLC's.
RECURSIVE Of(_)
Of(n) == IF n = 0 THEN <<>> ELSE <<n % Base>> \o Of(n \div Base)

LOCAL Digit(x, i) == IF i <= Len(x) THEN x[i] ELSE 0
LOCAL Rest(x) == IF x = <<>> THEN x ELSE Tail(x)

RECURSIVE Trimmed(_)
Trimmed(x) == IF x = <<>> THEN x ELSE IF x[Len(x)] # 0 THEN x ELSE Trimmed(SubSeq(x, 1, Len(x) - 1))

RECURSIVE Added(_, _, _)
Added(x, y, carry) ==
    IF x = <<>> /\ y = <<>> THEN Of(carry)
    ELSE LET sum == Digit(x, 1) + Digit(y, 1) + carry
         IN <<sum % Base>> \o Added(Rest(x), Rest(y), sum \div Base)

Plus(x, y) == Added(x, y, 0)

RECURSIVE Taken(_, _, _)
Taken(x, y, borrow) ==
    IF x = <<>> THEN <<>>
    ELSE LET difference == x[1] - Digit(y, 1) - borrow
         IN <<difference % Base>> \o Taken(Tail(x), Rest(y), IF difference < 0 THEN 1 ELSE 0)

\* x - y, where that is no less than 0.
Minus(x, y) == Trimmed(Taken(x, y, 0))

RECURSIVE ByDigit(_, _, _)
ByDigit(x, k, carry) ==
    IF x = <<>> THEN Of(carry)
    ELSE LET product == x[1] * k + carry
         IN <<product % Base>> \o ByDigit(Tail(x), k, product \div Base)

RECURSIVE Product(_, _)
Product(x, y) ==
    IF x = <<>> \/ y = <<>> THEN <<>>
    ELSE LET higher == Product(x, Tail(y))
         IN Trimmed(Plus(ByDigit(x, y[1], 0), IF higher = <<>> THEN higher ELSE <<0>> \o higher))

\* The product of all natural numbers of a list.
RECURSIVE Products(_)
Products(list) == IF list = <<>> THEN Of(1) ELSE Product(Products(Tail(list)), Of(Head(list)))

RECURSIVE Below(_, _, _)
Below(x, y, i) == IF i = 0 THEN FALSE ELSE IF x[i] # y[i] THEN x[i] < y[i] ELSE Below(x, y, i - 1)

Less(x, y) == IF Len(x) # Len(y) THEN Len(x) < Len(y) ELSE Below(x, y, Len(x))
NoMore(x, y) == ~Less(y, x)

-----------------------------------------------------------------------------
\* No more than x / y, and no less than 1 where y <= x: by the highest digits, of which y's is large.
LOCAL Guess(x, y) ==
    LET top == x[Len(x)] * Base + Digit(x, Len(x) - 1)
        guess == IF Len(x) = Len(y) THEN x[Len(x)] \div (y[Len(y)] + 1) ELSE top \div (y[Len(y)] + 1)
        zeros == IF Len(x) = Len(y) THEN 0 ELSE Len(x) - Len(y) - 1
    IN [i \in 1 .. zeros |-> 0] \o Of(IF guess = 0 THEN 1 ELSE guess)

\* found and what x holds of y, the quotient so far.
RECURSIVE Divided(_, _, _)
Divided(x, y, found) ==
    IF Less(x, y) THEN found
    ELSE LET guess == Guess(x, y)
         IN Divided(Minus(x, Product(guess, y)), y, Plus(found, guess))

\* x / y, rounded toward zero; both times a digit, so that the highest digit of y is large.
Quotient(x, y) ==
    LET times == Of(Base \div (y[Len(y)] + 1))
    IN Divided(Product(x, times), Product(y, times), <<>>)

Largest == 2147483647       \* of TLC's integers

RECURSIVE Value(_)
Value(x) == IF x = <<>> THEN 0 ELSE x[1] + Base * Value(Tail(x))

\* As an integer of TLC's; what is larger counts as the largest.
Number(x) == IF Less(Of(Largest), x) THEN Largest ELSE Value(x)
=============================================================================
