---- MODULE MCJugs ----
\* Style: a function as a constant, given by a definition of the model.
EXTENDS Jugs, TLC
CONSTANTS big, small
MCHolds == big :> 11 @@ small :> 7
====
