---- MODULE ModuleSubst ----
\* Style: a configuration that replaces an operator within another module only: Op <-[Module] New.
EXTENDS Naturals, Base
VARIABLE x
Small == 4
Two(n) == n + 2
Init == x = 0
Next == x' = IF x >= Limit THEN 0 ELSE Step(x)
InRange == x <= Limit
====
