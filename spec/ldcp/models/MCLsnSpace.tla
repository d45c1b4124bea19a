----------------------------- MODULE MCLsnSpace -----------------------------
(***************************************************************************)
(* Model values of LsnSpace: what is asked for.                            *)
(***************************************************************************)
EXTENDS LsnSpace

Ask(op, bytes) == [op |-> op, bytes |-> bytes]

MCRead == <<Ask("READ", 3)>>
MCReadOfTwo == <<Ask("READ", 2)>>
MCReadOfFour == <<Ask("READ", 4)>>
MCSendThenRead == <<Ask("SEND", 1), Ask("READ", 2)>>
MCReadThenSend == <<Ask("READ", 2), Ask("SEND", 1)>>
MCEmptyThenRead == <<Ask("SEND", 0), Ask("READ", 2)>>
MCWriteThenRead == <<Ask("WRITE", 4), Ask("READ", 4)>>
MCSome == <<Ask("WRITE", 3), Ask("READ", 4), Ask("SEND", 1)>>
MCMixed == <<Ask("WRITE", 3), Ask("READ", 3), Ask("ATOMIC", 1), Ask("READ", 2), Ask("SEND", 2)>>
MCLong == <<Ask("WRITE", 5), Ask("READ", 5), Ask("SEND", 0), Ask("READ", 3), Ask("WRITE", 4)>>
MCWrites == <<Ask("WRITE", 8)>>
MCFewBytes == <<Ask("WRITE", 3), Ask("READ", 3)>>
MCReadOfSix == <<Ask("READ", 6), Ask("SEND", 1)>>
MCReadAndMuch == <<Ask("READ", 2), Ask("WRITE", 6)>>
MCFull == <<Ask("WRITE", 10000), Ask("READ", 20000), Ask("ATOMIC", 8), Ask("SEND", 64)>>
=============================================================================
