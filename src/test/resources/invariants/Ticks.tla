---- MODULE Ticks ----
EXTENDS Integers
VARIABLES hour, minute
TickBound == hour < 3
Init == hour = 0 /\ minute \in 0 .. 1
Tick == minute' = (minute + 1) % 2 /\ hour' = IF minute = 1 THEN hour + 1 ELSE hour
Spec == Init /\ [][Tick]_<<hour, minute>>
MinuteOK == minute \in {0, 1}
Forward == [][hour' >= hour]_<<hour, minute>>
====
