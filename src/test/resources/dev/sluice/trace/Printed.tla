------------------------------- MODULE Printed -------------------------------
(***************************************************************************)
(* Every kind of value, narrow and wide, for reading back what TLC prints: *)
(* Printed.out is what `tlc2.TLC -config Printed.cfg Printed.tla` says.    *)
(***************************************************************************)
EXTENDS Integers, Sequences, TLC

CONSTANTS m1, m2

VARIABLES int, text, interval, model, set, seq, rec, fun, wide, n

vars == <<int, text, interval, model, set, seq, rec, fun, wide, n>>

Long == "a long string, with {brackets}, [so |-> that] a pretty printer would <<like>> to break it /\\ x = 1"

Init ==
    /\ int = <<0, -7, 2147483647, -2147483647 - 1>>
    /\ text = <<"", "hello", "a\"b\\c\td\ne\ff\rg", Long>>
    /\ interval = [one |-> 4..4, none |-> 1..0, some |-> 1..3, low |-> -2..2]
    /\ model = <<m1, {m2, m1}, [x \in {m1, m2} |-> x]>>
    /\ set = <<{}, {3, 1, 2}, SUBSET {1}, {1, 2} \X {"p"}, [{1, 2} -> {0, 1}], [a : {1, 2}, b : {"u"}]>>
    /\ seq = << <<>>, <<{}>>, [x \in 1..2 |-> 10], [a |-> [b |-> [c |-> <<TRUE>>]]] >>
    /\ rec = <<[a |-> 1, b |-> {}], [s \in {"a", "b"} |-> 0], ("x" :> 1) @@ ("IF" :> 2), ("a-b" :> 1 @@ "c d" :> 2)>>
    /\ fun = <<0 :> "x" @@ 1 :> "y", [x \in BOOLEAN |-> ~x], [s \in {{1}, {2}} |-> s], [x \in {<<1, "a">>} |-> {<<x>>}]>>
    /\ wide = [
            set |-> {[from |-> s, to |-> t, kind |-> "a,b ,  c"] : s \in {"alpha", "beta"}, t \in {"delta, epsilon", "x |-> y"}},
            seq |-> [k \in 1..3 |-> [j \in 1..3 |-> [from |-> "sender", to |-> "receiver", credit |-> k * j]]],
            fun |-> [k \in 0..3 |-> [s \in {"a", "b"} |-> [j \in {-1, 0} |-> <<"a string of some length", k, s, j>>]]],
            nest |-> [k \in {"some-name", "another name"} |-> {[j \in 0..2 |-> {k}], [j \in 3..8 |-> {k, "and more"}]}]]
    /\ n = 0

Next == n' = n + 1 /\ UNCHANGED <<int, text, interval, model, set, seq, rec, fun, wide>>

Inv == n < 1
=============================================================================
