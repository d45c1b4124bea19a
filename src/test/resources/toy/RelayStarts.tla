----------------------------- MODULE RelayStarts -----------------------------
(* The relay, which may begin with its first token sent and lost. *)
EXTENDS Relay

StartsInit == next \in {1, 2} /\ wire = {} /\ seen = 0
==============================================================================
