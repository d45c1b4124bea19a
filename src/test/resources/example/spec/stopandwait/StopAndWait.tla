----------------------------- MODULE StopAndWait -----------------------------
(***************************************************************************)
(* A sender passes numbered packets to a receiver, and sends the next one  *)
(* when the last is acknowledged.  The network loses packets and           *)
(* acknowledgments, brings them again, and in any order.                   *)
(*                                                                         *)
(* Source     an example; every textbook has the protocol                  *)
(* Models     models.toml                                                  *)
(* Leaves out how long a timer runs: it may run out at any time            *)
(***************************************************************************)
EXTENDS Naturals

CONSTANT Last \* how many packets there are

VARIABLES
    next,    \* sender: the packet that is sent now, or will be next
    waiting, \* sender: it is sent, and not acknowledged
    passed,  \* receiver: how many packets its application has got
    packets, \* network: what it may bring to the receiver
    acks     \* network: what it may bring to the sender

sender == <<next, waiting>>
vars == <<sender, passed, packets, acks>>

TypeOK ==
    /\ next \in 1 .. Last + 1 /\ waiting \in BOOLEAN /\ passed \in 0 .. Last
    /\ packets \subseteq 1 .. Last /\ acks \subseteq 1 .. Last

Init == next = 1 /\ waiting = FALSE /\ passed = 0 /\ packets = {} /\ acks = {}

Send ==
    /\ ~waiting /\ next <= Last
    /\ waiting' = TRUE /\ packets' = packets \cup {next} /\ UNCHANGED <<next, passed, acks>>

Timeout == waiting /\ packets' = packets \cup {next} /\ UNCHANGED <<sender, passed, acks>>

\* An acknowledgment that comes again changes nothing.
TakeAck(n) ==
    /\ n \in acks
    /\ IF waiting /\ n = next THEN next' = n + 1 /\ waiting' = FALSE ELSE UNCHANGED sender
    /\ UNCHANGED <<passed, packets, acks>>

\* A packet that comes again is acknowledged again: the first acknowledgment may be lost.
Receive(n) ==
    /\ n \in packets
    /\ passed' = IF n = passed + 1 THEN n ELSE passed
    /\ acks' = acks \cup {n}
    /\ UNCHANGED <<sender, packets>>

\* Until it loses a message, the network may bring it again.
LosePacket(n) == n \in packets /\ packets' = packets \ {n} /\ UNCHANGED <<sender, passed, acks>>
LoseAck(n) == n \in acks /\ acks' = acks \ {n} /\ UNCHANGED <<sender, passed, packets>>

Next == Send \/ Timeout \/ \E n \in 1 .. Last :
    TakeAck(n) \/ Receive(n) \/ LosePacket(n) \/ LoseAck(n)

Spec == Init /\ [][Next]_vars

\* Each packet is passed on once, and before the sender goes on.
ExactlyOnceInv == passed \in {next - 1, next}
===============================================================================
