---------------------------- MODULE MCRcTransport ----------------------------
(***************************************************************************)
(* Model values of RcTransport: what is asked for.                         *)
(***************************************************************************)
EXTENDS RcTransport

Ask(op, packets) == [op |-> op, packets |-> packets]

MCEach == <<Ask("SEND", 1), Ask("READ", 2)>>
MCMixed == <<Ask("WRITE", 2), Ask("READ", 2), Ask("ATOMIC", 1), Ask("SEND", 1)>>
MCWrites == <<Ask("WRITE", 2), Ask("WRITE", 3)>>
MCReads == <<Ask("WRITE", 1), Ask("READ", 3), Ask("WRITE", 1), Ask("READ", 1)>>
MCAtomics == <<Ask("ATOMIC", 1), Ask("ATOMIC", 1), Ask("WRITE", 1), Ask("ATOMIC", 1)>>
MCReceives == <<Ask("WRITE_IMM", 2), Ask("SEND", 2), Ask("READ", 1)>>
MCOvertaken == <<Ask("WRITE", 1), Ask("READ", 2), Ask("ATOMIC", 1)>>
MCLong == <<Ask("SEND", 3), Ask("READ", 2), Ask("ATOMIC", 1)>>
MCFiveAndOne == <<Ask("WRITE", 5), Ask("SEND", 1)>>
MCRefusedWrite == <<Ask("SEND", 1), Ask("READ", 2), Ask("WRITE", 2), Ask("ATOMIC", 1)>>
MCThreeWrites == <<Ask("WRITE", 1), Ask("WRITE", 1), Ask("WRITE", 1)>>
MCSixWrites == <<Ask("WRITE", 2), Ask("WRITE", 2), Ask("WRITE", 2)>>
MCFourWrites == [k \in 1 .. 4 |-> Ask("WRITE", 1)]
MCFiveAtomics == [k \in 1 .. 5 |-> Ask("ATOMIC", 1)]
MCImmediate == <<Ask("WRITE_IMM", 2)>>
MCSendThenRead == <<Ask("SEND", 2), Ask("READ", 2)>>
MCFiveMessages == <<Ask("WRITE", 3)>> \o [k \in 1 .. 4 |-> Ask("WRITE", 1)]
MCTwoAtomics == <<Ask("ATOMIC", 1), Ask("ATOMIC", 1), Ask("WRITE", 1)>>
MCThreeAndOne == <<Ask("WRITE", 3), Ask("WRITE", 1)>>
MCReadThenAtomic == <<Ask("READ", 2), Ask("ATOMIC", 1)>>
MCTwoSends == <<Ask("SEND", 1), Ask("SEND", 1)>>
MCReadThenSends == <<Ask("READ", 1), Ask("SEND", 1), Ask("SEND", 1)>>
MCRound ==
    <<Ask("WRITE", 2), Ask("ATOMIC", 1), Ask("WRITE", 2), Ask("READ", 2), Ask("ATOMIC", 1)>>
=============================================================================
