---- MODULE Aliased ----
\* Style: an ALIAS that prints other things than the variables, for newer versions of TLC.
EXTENDS Naturals

VARIABLES high, low

Init == high = 0 /\ low = 0
Tick == IF low = 2 THEN high' = high + 1 /\ low' = 0 ELSE low' = low + 1 /\ high' = high
Next == Tick
Spec == Init /\ [][Next]_<<high, low>>

Sum == high * 3 + low
View == [reading |-> Sum, next |-> [h |-> high', l |-> low']]
Small == Sum < 5
====
