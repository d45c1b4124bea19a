---- MODULE Light ----
EXTENDS Naturals
VARIABLES colour, waits
Init == colour = "red" \land waits = 0
Arrive == colour = "red" \land waits \leq 1 \land waits' = waits + 1 \land colour' = colour
Turn == \lnot (colour = "green") \land waits \geq 1 \land colour' = "green" \land waits' = waits
Pass == colour = "green" \land waits > 0 \land waits' = waits - 1 \land colour' = IF waits = 1 THEN "red" ELSE colour
Step == Arrive \lor Turn \lor Pass
Behaviour == Init \land [][Step]_<<colour, waits>> \land WF_<<colour, waits>>(Turn) \land SF_<<colour, waits>>(Pass)
NotNegative == waits =< 2 /\ 0 =< waits
Leaves == (waits > 0) ~> (waits = 0)
GreenForCars == colour = "green" => waits > 0
====
