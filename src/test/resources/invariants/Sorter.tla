---- MODULE Sorter ----
EXTENDS Naturals, Sequences, FiniteSets
CONSTANT Input
VARIABLES list, steps
RECURSIVE Sum(_)
Sum(s) == IF s = <<>> THEN 0 ELSE Head(s) + Sum(Tail(s))
Wrong == {i \in 1 .. Len(list) - 1 : list[i] > list[i + 1]}
Swap ==
  LET i == CHOOSE i \in Wrong : \A j \in Wrong : i <= j
      low == list[i + 1]
      high == list[i]
  IN  /\ Wrong # {}
      /\ list' = [list EXCEPT ![i] = low, ![i + 1] = high]
      /\ steps' = CASE steps < 9 -> steps + 1 [] OTHER -> steps
Stop == Wrong = {} /\ UNCHANGED <<list, steps>>
Init == list = Input /\ steps = 0
Spec == Init /\ [][Swap \/ Stop]_<<list, steps>> /\ WF_<<list, steps>>(Swap)
SameSum == Sum(list) = Sum(Input)
SameLength == Len(list) = Len(Input)
Sorts == <>(\A i \in 1 .. Len(list) - 1 : list[i] <= list[i + 1])
====
