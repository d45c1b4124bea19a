---------------------------- MODULE MCCccTeardown ----------------------------
(* Values for the models of CccTeardown.                                   *)
EXTENDS CccTeardown, TLC

MCTwo == [a |-> 2]
MCOneEach == [a |-> 1, b |-> 1]
MCThree == [a |-> 3]
MCTwoAndOne == [a |-> 2, b |-> 1]
MCTwoEach == [a |-> 2, b |-> 2]
=============================================================================
