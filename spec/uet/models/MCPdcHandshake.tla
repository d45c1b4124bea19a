---------------------------- MODULE MCPdcHandshake ----------------------------
(* Model values and bounds of PdcHandshake.                                *)
EXTENDS PdcHandshake

\* Traffic classes: one for all, or another one for each of a FEP's SPDCIDs.
MCOneClass == [f \in Fa |-> [p \in 1 .. SourcePdcs |-> "lo"]]
MCTwoClasses == [f \in Fa |-> [p \in 1 .. SourcePdcs |-> IF p = 1 THEN "lo" ELSE "hi"]]

\* Numbers for each SPDCID.
MC1 == <<1>>
MC2 == <<2>>
MC11 == <<1, 1>>
MC12 == <<1, 2>>
MC21 == <<2, 1>>
=============================================================================
