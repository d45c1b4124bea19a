-------------------------------- MODULE Switch --------------------------------
(* A switch that is on or off. It may break, and then it would stay as it is. *)
VARIABLE on

TurnOn == ~ on /\ on'
TurnOff == on /\ ~ on'
Toggle == on' \in BOOLEAN /\ on' # on /\ on \notin BOOLEAN

SwitchNext == TurnOn \/ TurnOff \/ Toggle
SwitchSpec == ~ on /\ [][SwitchNext]_on
==============================================================================
