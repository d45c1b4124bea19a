--------------------------- MODULE MCCccScheduling ---------------------------
(***************************************************************************)
(* Model values of CccScheduling.                                          *)
(***************************************************************************)
EXTENDS CccScheduling

\* Two PDCs with one packet each, of unlike size.
MCTwoPdcs == [p |-> "x", q |-> "y"]
MCTwoSizes == [p |-> 1, q |-> 2]

\* A PDC with two packets, for acknowledgments of several, and one with one.
MCThreePdcs == [p |-> "x", q |-> "y", r |-> "x"]
MCThreeSizes == [p |-> 1, q |-> 2, r |-> 1]

\* Two packets each.
MCFourPdcs == [p |-> "x", q |-> "y", r |-> "x", s |-> "y"]
MCFourSizes == [p |-> 1, q |-> 2, r |-> 1, s |-> 1]
=============================================================================
