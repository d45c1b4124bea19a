---- MODULE TwoDigits ----
EXTENDS Naturals
VARIABLES tens, ones
vars == <<tens, ones>>
Init == tens = 0 /\ ones = 0
Carry == ones = 2 /\ ones' = 0 /\ tens < 2 /\ tens' = tens + 1
Count == ones < 2 /\ ones' = ones + 1 /\ UNCHANGED tens
Next == Carry \/ Count
Spec == Init /\ [][Next]_vars
Abstract == INSTANCE Counter WITH Top <- 8, n <- 3 * tens + ones
Implements == Abstract!Spec
====
