-------------------------------- MODULE Switch --------------------------------
(* A switch that is on or off. Toggle never happens. *)
VARIABLE on

TurnOn == ~ on /\ on'
TurnOff == on /\ ~ on'
Toggle == on' \in BOOLEAN /\ on' # on /\ on \notin BOOLEAN

SwitchNext == TurnOn \/ TurnOff \/ Toggle
SwitchSpec == ~ on /\ [][SwitchNext]_on
==============================================================================
