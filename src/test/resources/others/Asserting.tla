---- MODULE Asserting ----
\* Style: Assert with a message of several lines and with a tuple as its message.
EXTENDS Naturals, TLC
CONSTANT Limit
VARIABLES x, log
Init == x = 0 /\ log = <<>>
Step == /\ Assert(x < Limit, "x has reached its limit,\nand it must not:\nline 3")
        /\ x < 5
        /\ x' = x + 1
        /\ log' = <<x>>
Stop == x = 5 /\ UNCHANGED <<x, log>>
Next == Step \/ Stop
InOrder == Assert(log = <<>> \/ log[1] = x - 1, <<"not in order", log, x>>)
Late == Assert(x < 4, <<"too late", x>>)
====
