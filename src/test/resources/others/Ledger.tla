---- MODULE Ledger ----
\* Style: a constant operator with one parameter and one with two, which a model gives meaning to.
EXTENDS Naturals, FiniteSets

CONSTANTS Accounts, Fee(_), Merge(_, _), Most
VARIABLE balance

Init == balance = [a \in Accounts |-> 0]
Pay(a, amount) ==
  /\ Merge(balance[a], amount) <= Most
  /\ balance' = [balance EXCEPT ![a] = Merge(@, amount)]
Charge(a) ==
  /\ balance[a] >= Fee(balance[a])
  /\ balance' = [balance EXCEPT ![a] = @ - Fee(@)]
Next == \E a \in Accounts : Charge(a) \/ \E amount \in 1..2 : Pay(a, amount)
Spec == Init /\ [][Next]_balance

Bounded == \A a \in Accounts : balance[a] \in 0..Most
NeverThree == \A a \in Accounts : balance[a] # 3
====
