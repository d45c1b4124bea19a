--------------------------- MODULE NsccWindowSize ---------------------------
(***************************************************************************)
(* The models of full size, which need products that do not fit TLC's      *)
(* integers: here FixedPoint itself is checked, too.                       *)
(***************************************************************************)
EXTENDS MCNsccWindow, FixedPointVectors
=============================================================================
