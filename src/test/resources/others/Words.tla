---- MODULE Words ----
\* Style: actions with strings, records, tuples and model values as arguments; strings with quotes,
\* commas, brackets, and text such as TLC prints in places.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Red, Hosts
VARIABLES said, box
vars == <<said, box>>
Texts == {"a, b", "say \"hi\"", ">>", "line 5, col 1 to line 5, col 9 of module Words", "/\\ box = 1", "{}[]|->"}
Init == said = "" /\ box = [kind |-> "none", of |-> <<>>]
Say(t) == said # t /\ said' = t /\ UNCHANGED box
Pack(r) == /\ box # r
           /\ box' = r
           /\ said' = r.kind
Hand(pair) == box.kind = "pair" /\ box' = [box EXCEPT !.of = pair] /\ UNCHANGED said
Next == \/ \E t \in Texts : Say(t)
        \/ \E r \in [kind : {"pair", "=="}, of : {<<>>, <<Red, ">>">>}] : Pack(r)
        \/ \E h \in Hosts, t \in {"<<", "a, b"} : Hand(<<h, t>>)
Spec == Init /\ [][Next]_vars
Talks == said \in Texts \cup {"", "pair", "=="}
NoHost == ~(box.of # <<>> /\ box.of[1] \in Hosts /\ said = "line 5, col 1 to line 5, col 9 of module Words")
====
