---- MODULE Lamp ----
\* Style: small liveness properties with weak and strong fairness; those that hold and those that
\* do not, with a lasso, with a loop of one state, and by stuttering.
EXTENDS Naturals

VARIABLES on, dial
vars == <<on, dial>>

Init == on = FALSE /\ dial = 0
Press == on' = ~on /\ UNCHANGED dial
Turn == dial' = (dial + 1) % 3 /\ UNCHANGED on
Reset == on /\ dial = 2 /\ dial' = 0 /\ on' = FALSE
Idle == dial = 1 /\ UNCHANGED vars
Next == Press \/ Turn \/ Reset \/ Idle

NoFairness == Init /\ [][Next]_vars
Weak == NoFairness /\ WF_vars(Press) /\ WF_vars(Turn)
Strong == NoFairness /\ SF_vars(Reset) /\ WF_vars(Turn)

TypeOK == on \in BOOLEAN /\ dial \in 0..2
SometimesOn == []<>on
Turns == dial = 0 ~> dial = 1
StaysOn == <>[]on
ResetAgain == [](dial = 2 /\ on => <>(dial = 0))
Both == []<>(on /\ dial = 2)
DarkZero == []<>(~on /\ dial = 0)
====
