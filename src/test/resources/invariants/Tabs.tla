---- MODULE Tabs ----
EXTENDS Naturals
VARIABLES	x, y
Init ==	/\ x = 0
	/\ y = 0
Up ==
	/\	x < 2
	/\	x' = x + 1
	/\	y' = y
Copy ==
	/\	y # x	\* behind
	/\	y' = x
	/\	UNCHANGED x
Next ==	Up	\/	Copy
Below ==	y <= x
Spec ==	Init /\ [][Next]_<<x, y>>
====
