---- MODULE Base ----
\* A module whose operator another module's configuration replaces.
EXTENDS Naturals
Limit == 1000
Step(n) == n + 1
====
