-------------------------------- MODULE Relay --------------------------------
(* A sender passes numbered tokens to a receiver over a channel that may      *)
(* lose them; the receiver keeps the largest.  Small enough to count by hand. *)
EXTENDS Naturals

CONSTANT Last \* the largest token

VARIABLES
    next,   \* sender: the token to send next
    wire,   \* network: tokens in flight
    seen    \* receiver: the largest token received

vars == <<next, wire, seen>>

TypeOK == next \in 1 .. Last + 1 /\ wire \subseteq 1 .. Last /\ seen \in 0 .. Last

Init == next = 1 /\ wire = {} /\ seen = 0

Send == next <= Last /\ wire' = wire \cup {next} /\ next' = next + 1 /\ UNCHANGED seen

Receive(n) ==
    /\ n \in wire
    /\ wire' = wire \ {n}
    /\ seen' = IF n > seen THEN n ELSE seen
    /\ UNCHANGED next

Lose(n) == n \in wire /\ wire' = wire \ {n} /\ UNCHANGED <<next, seen>>

Next == Send \/ \E n \in 1 .. Last : Receive(n) \/ Lose(n)

Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ WF_vars(Send) /\ \A n \in 1 .. Last : SF_vars(Receive(n))

SeenWasSentInv == seen < next
SeenNeverFallsProp == [][seen' >= seen]_vars
AllSeenProp == <>(seen = Last)
==============================================================================
