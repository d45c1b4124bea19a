------------------------------- MODULE Queue -------------------------------
EXTENDS Naturals, Sequences
CONSTANTS N, Data
VARIABLES q, sent, got
vars == <<q, sent, got>>
TypeOK == q \in Seq(Data) /\ sent \in Nat /\ got \in Nat
Init == q = <<>> /\ sent = 0 /\ got = 0
Enq(d) ==
    /\ Len(q) < N
    /\ sent < 3
    /\ q' = Append(q, d)
    /\ sent' = sent + 1
    /\ UNCHANGED got
Deq ==
    /\ q # <<>>
    /\ q' = Tail(q)
    /\ got' = got + 1
    /\ UNCHANGED sent
Next == (\E d \in Data : Enq(d)) \/ Deq
Spec == Init /\ [][Next]_vars /\ WF_vars(Deq)
Bounded == Len(q) <= N
NotMore == got <= sent
Silly == got > 10 => q = <<>>
Drains == []<>(q = <<>>)
=============================================================================
