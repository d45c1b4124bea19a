---- MODULE Timed ----
\* Style: extends RealTime, so that a variable comes from a standard module; time is whole.
EXTENDS RealTime, Naturals
VARIABLES phase, since
Init == now = 0 /\ phase = "red" /\ since = 0
Tick == now < 6 /\ now - since < 3 /\ now' = now + 1 /\ UNCHANGED <<phase, since>>
Switch == /\ now - since >= 2
          /\ phase' = IF phase = "red" THEN "green" ELSE "red"
          /\ since' = now
          /\ UNCHANGED now
Next == Tick \/ Switch
Prompt == now - since <= 3
====
