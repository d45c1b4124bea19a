---- MODULE Election ----
\* Style: messages in a set that only grows, as in specifications of consensus; records by type.
EXTENDS Integers, FiniteSets
CONSTANTS Acceptor, Quorum, Ballot
VARIABLES msgs, ballot
vars == <<msgs, ballot>>
Messages == [type : {"ask"}, bal : Ballot] \cup [type : {"yes"}, bal : Ballot, acc : Acceptor]
Init == msgs = {} /\ ballot = [a \in Acceptor |-> -1]
Send(m) == msgs' = msgs \cup {m}
Ask(b) == Send([type |-> "ask", bal |-> b]) /\ UNCHANGED ballot
Yes(a) == \E m \in msgs : /\ m.type = "ask"
                          /\ m.bal > ballot[a]
                          /\ ballot' = [ballot EXCEPT ![a] = m.bal]
                          /\ Send([type |-> "yes", bal |-> m.bal, acc |-> a])
Next == (\E b \in Ballot : Ask(b)) \/ (\E a \in Acceptor : Yes(a))
Spec == Init /\ [][Next]_vars
Elected(b) == \E Q \in Quorum : \A a \in Q : [type |-> "yes", bal |-> b, acc |-> a] \in msgs
TypeOK == msgs \subseteq Messages /\ ballot \in [Acceptor -> Ballot \cup {-1}]
OnlyOne == \A b, c \in Ballot : Elected(b) /\ Elected(c) => b = c
====
