---- MODULE Relay ----
EXTENDS Sequences, Naturals
CONSTANT Word
VARIABLES left, right, buffer
In == INSTANCE Wire WITH wire <- left
Out == INSTANCE Wire WITH wire <- right
vars == <<left, right, buffer>>
Init == /\ left \in [full : {FALSE}, word : Word]
        /\ right \in [full : {FALSE}, word : Word]
        /\ buffer = << >>
Next == \/ \E w \in Word : In!Put(w) /\ UNCHANGED <<right, buffer>>
        \/ In!Get /\ Len(buffer) < 1 /\ buffer' = Append(buffer, left.word) /\ UNCHANGED right
        \/ buffer # << >> /\ Out!Put(Head(buffer)) /\ buffer' = Tail(buffer) /\ UNCHANGED left
        \/ Out!Get /\ UNCHANGED <<left, buffer>>
Spec == Init /\ [][Next]_vars
RelayTypeInvariant == In!WireType /\ Out!WireType /\ buffer \in Seq(Word)
Short == Len(buffer) <= 1
NoOverwrite == [][left.full /\ left' # left => ~left'.full]_vars
====
