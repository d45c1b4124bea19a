---- MODULE BadParameter ----
\* Style: a behaviour whose assumption about its constants does not fit the configuration.
EXTENDS Naturals
CONSTANTS Low, High
ASSUME Ordered == Low < High
VARIABLE x
Init == x = Low
Next == x < High /\ x' = x + 1
====
