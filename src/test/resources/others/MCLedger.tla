---- MODULE MCLedger ----
\* Style: a model module beside the specification, whose definitions replace its constant operators.
EXTENDS Ledger

MCFee(b) == IF b > 2 THEN 2 ELSE 1
MCMerge(x, y) == x + y
MCAccounts == {"ann", "bob"}
====
