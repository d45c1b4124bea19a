---- MODULE Standard ----
\* Style: the standard modules: bags, finite sets, sequences, TLC's functions.
EXTENDS Bags, FiniteSets, Sequences, Integers, TLC
VARIABLES bag, order
Init == bag = EmptyBag /\ order = <<>>
Throw(b) == BagCardinality(bag) < 3 /\ bag' = bag (+) SetToBag({b}) /\ UNCHANGED order
Draw(b) == /\ BagIn(b, bag)
           /\ Len(order) < 2
           /\ bag' = bag (-) SetToBag({b})
           /\ order' = SortSeq(Append(order, b), LAMBDA s, t : s < t)
Next == \E b \in 1..2 : Throw(b) \/ Draw(b)
Kinds == Cardinality(BagToSet(bag)) <= 2
Sorted == \A i \in 1..(Len(order) - 1) : order[i] <= order[i + 1]
NoPair == ~(CopiesIn(2, bag) = 2 /\ order = <<1, 2>>)
====
