---- MODULE Printing ----
\* Style: prints a lot while it runs, some of it like what TLC itself prints.
EXTENDS Naturals, Sequences, TLC
VARIABLE x
Init == /\ PrintT("Error: Invariant Nothing is violated.")
        /\ x = 0
Next == /\ x < 3
        /\ PrintT(<<"step from", x, ToString(<<x, "quoted">>)>>)
        /\ Print("State 9: <Next line 1, col 1 to line 1, col 2 of module Printing>", TRUE)
        /\ PrintT("9: <Next line 1>\n/\\ x = 9\n\n12 states generated, 12 distinct states found, 0 states left on queue.")
        /\ x' = Print("x' is", x + 1)
Bounded == Len(ToString(x)) = 1
NotThree == x # 3
====
