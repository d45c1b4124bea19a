--------------------------- MODULE MCCccScheduling ---------------------------
(***************************************************************************)
(* Model values of CccScheduling.                                          *)
(***************************************************************************)
EXTENDS CccScheduling

\* One message each, of a packet of unlike size.
MCUnlike == [x |-> {1}, y |-> {2}]
MCOneEach == [x |-> 1, y |-> 1]

\* A PDC with two packets, for acknowledgments of several, and one with one.
MCTwoAndOne == [x |-> 2, y |-> 1]

\* Two packets each.
MCTwoEach == [x |-> 2, y |-> 2]

\* A message of a whole packet and a short one, beside one of a short packet.
MCLongMessage == [x |-> {3}, y |-> {1}]
=============================================================================
