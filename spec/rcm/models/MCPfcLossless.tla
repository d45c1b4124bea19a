---------------------------- MODULE MCPfcLossless ----------------------------
(***************************************************************************)
(* Model values of PfcLossless: which links there are, and who takes them. *)
(***************************************************************************)
EXTENDS PfcLossless

MCOneHop == <<<<1>>>>
MCTwoHops == <<<<1, 2>>>>

\* Two sources share the second of three links.
MCMerge == <<<<1, 3>>, <<2, 3>>>>

\* Three switches in a ring, each a source of frames for the switch after the next.
MCRing == <<<<1, 2>>, <<2, 3>>, <<3, 1>>>>

\* The same three links, where no frame goes on from the third to the first: up–down routing forbids
\* one turn of each cycle.
MCUpDown == <<<<1, 2>>, <<2, 3>>, <<3>>>>

\* Two flows in one lane, from which one of them goes on.
MCShared == <<<<1, 2>>, <<1>>>>

\* The bound, and one unit less.
MCBound == Bound
MCBelow == Bound - 1
=============================================================================
