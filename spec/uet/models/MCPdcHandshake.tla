---------------------------- MODULE MCPdcHandshake ----------------------------
(* Model values and bounds of PdcHandshake.                                *)
EXTENDS PdcHandshake

\* Jobs of so many packets, one for each SPDCID, or several on the only one; all in
\* one traffic class, or each SPDCID in one of its own.
MC1 == [f \in Fa |-> << <<[class |-> "lo", packets |-> 1]>> >>]
MC2 == [f \in Fa |-> << <<[class |-> "lo", packets |-> 2]>> >>]
MC3 == [f \in Fa |-> << <<[class |-> "lo", packets |-> 3]>> >>]
MC1Then1 ==
    [f \in Fa |->
        << <<[class |-> "lo", packets |-> 1],
             [class |-> "lo", packets |-> 1]>> >>]
MC2Then2 ==
    [f \in Fa |->
        << <<[class |-> "lo", packets |-> 2],
             [class |-> "lo", packets |-> 2]>> >>]
MC2Then1 ==
    [f \in Fa |->
        << <<[class |-> "lo", packets |-> 2],
             [class |-> "lo", packets |-> 1]>> >>]
MC1And1 ==
    [f \in Fa |->
        << <<[class |-> "lo", packets |-> 1]>>,
           <<[class |-> "lo", packets |-> 1]>> >>]
MC1And1Apart ==
    [f \in Fa |->
        << <<[class |-> "lo", packets |-> 1]>>,
           <<[class |-> "hi", packets |-> 1]>> >>]
MC2And1Apart ==
    [f \in Fa |->
        << <<[class |-> "lo", packets |-> 2]>>,
           <<[class |-> "hi", packets |-> 1]>> >>]
=============================================================================
