---- MODULE Shelf ----
\* Style: an INSTANCE with a parameter, one with a name, and one local; actions of the same name.
EXTENDS Naturals
VARIABLES cells, spare
Ids == 1..2
At(i) == INSTANCE Cell WITH value <- cells[i], Values <- 1..2, Nothing <- 0
Spare == INSTANCE Cell WITH value <- spare, Values <- {"x"}, Nothing <- "none"
LOCAL INSTANCE Sequences

Init == cells = [i \in Ids |-> 0] /\ Spare!Init
Put(i, v) == /\ cells[i] = 0
             /\ cells' = [cells EXCEPT ![i] = v]
             /\ UNCHANGED spare
Get(i) == cells[i] # 0 /\ cells' = [cells EXCEPT ![i] = 0] /\ UNCHANGED spare
Other == (Spare!Put("x") \/ Spare!Get) /\ UNCHANGED cells
Next == Other \/ \E i \in Ids : Get(i) \/ \E v \in 1..2 : Put(i, v)
Spec == Init /\ [][Next]_<<cells, spare>>
TypeOK == (\A i \in Ids : At(i)!TypeOK) /\ Spare!TypeOK
FirstIsACell == At(1)!Init /\ [][At(1)!Next]_(cells[1])
NotFull == Len(SelectSeq(cells, LAMBDA c : c # 0)) < 2 \/ spare = "none"
====
