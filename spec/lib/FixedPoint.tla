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
(* The Java counterpart is dev.sluice.units.FixedPoint, which is held to   *)
(* the vectors at the end of this module by a test, as TLC is here.        *)
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
LOCAL Mixed(a, d, e) == <<(a \div d) \div e, (a \div d) % e, a % d>>

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

\* a * b / (d * e), rounded up.
MulDivUp(a, b, d, e) ==
    LET m == Times(Mixed(a, d, e), b, d, e)
    IN  IF m[2] = 0 /\ m[3] = 0 THEN m[1] ELSE m[1] + 1

-----------------------------------------------------------------------------
\* <<a, b, c, q>>: MulDiv(a, b, c) = q.
MulDivVectors ==
    {
        <<2147483647, 2147483647, 2147483647, 2147483647>>,
        <<2147483647, 2147483646, 2147483647, 2147483646>>,
        <<2147483646, 2147483646, 2147483647, 2147483645>>,
        <<38400000, 27000000, 45000000, 23040000>>,
        <<57600000, 1, 3, 19200000>>,
        <<1582031250, 8388608, 230400000, 57600000>>,
        <<1843200000, 1843200000, 2147483647, 1582031250>>,
        <<0, 2147483647, 1, 0>>,
        <<2147483647, 0, 7, 0>>,
        <<2147483647, 1, 1, 2147483647>>,
        <<1, 1, 2147483647, 0>>,
        <<5242880, 2097152, 524288, 20971520>>,
        <<65536, 65536, 2147483647, 2>>,
        <<2147483647, 2, 3, 1431655764>>,
        <<248478, 1618, 12961790, 31>>,
        <<841, 3158481, 305549, 8693>>,
        <<466, 3602038, 45, 37301104>>,
        <<876971, 247, 565, 383383>>,
        <<123964, 8308209, 20665, 49838800>>,
        <<156497040, 296, 26620777, 1740>>,
        <<500, 1527, 28805422, 0>>,
        <<1187, 302525, 3952452, 90>>,
        <<20701865, 27384657, 97026738, 5842858>>,
        <<1192, 42876758, 6102, 8375794>>,
        <<1122, 67419150, 3999767, 18912>>,
        <<27643311, 5707609, 14347617, 10996753>>,
        <<122055, 61971103, 1516587, 4987437>>,
        <<32562, 5727, 2683, 69505>>,
        <<20149378, 8306675, 191220, 875297220>>,
        <<7014937, 6203, 39842, 1092155>>
    }

\* <<a, b, c, d, e, q>>: MulDivs(a, b, c, d, e) = q.
MulDivsVectors ==
    {
        <<1572864, 2097152, 3000000, 4500000, 524288, 4194304>>,
        <<25165824, 2147483647, 9000000, 9000000, 536870912, 100663295>>,
        <<2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647>>,
        <<2147483647, 2147483647, 0, 1, 1, 0>>,
        <<2147483647, 2147483647, 1, 2147483647, 2147483647, 1>>,
        <<2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483646>>,
        <<14149849, 1971, 166688708, 76910240, 356645, 169482>>,
        <<139586394, 1498, 339282, 266582161, 1765070035, 0>>,
        <<20019, 4045, 447, 67812, 52154, 10>>,
        <<3845406, 2703860, 14719, 2304519, 231574, 286770>>,
        <<13424, 7247628, 37369043, 8275086, 1431775, 306861>>,
        <<4017016, 19782, 722, 3801, 501085430, 30>>,
        <<497, 48947293, 73907, 150, 4484475, 2672808>>,
        <<1278870, 85526672, 11314, 63768450, 351632441, 55>>,
        <<1588675649, 936, 1713419474, 52664206, 1673439, 28910084>>,
        <<3603, 629909, 210, 581, 8792, 93303>>,
        <<7774, 1287101, 73, 40244, 623066, 29>>,
        <<8059693, 10464028, 591, 6142, 776315, 10453388>>,
        <<125468, 16920, 211, 24276797, 11307, 1>>,
        <<122694571, 777, 20004461, 926988197, 2852, 721355>>
    }

ASSUME MulDivIsExact == \A v \in MulDivVectors : MulDiv(v[1], v[2], v[3]) = v[4]
ASSUME MulDivsIsExact == \A v \in MulDivsVectors : MulDivs(v[1], v[2], v[3], v[4], v[5]) = v[6]

\* Without the short way, which small numbers take.
ASSUME LongWayIsExact ==
    \A a, b \in 0 .. 9, c \in 1 .. 7 :
        /\ Times(Mixed(a, c, 1), b, c, 1)[1] = (a * b) \div c
        /\ MulDivUp(a, b, c, 3) = 0 - ((0 - a * b) \div (c * 3))
        /\ Times(Times(Mixed(a, c, 3), b, c, 3), 5, c, 3)[1] = (a * b * 5) \div (c * 3)
=============================================================================
