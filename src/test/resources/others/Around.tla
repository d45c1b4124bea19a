Notes that stand before the module: these are no part of it. ===== VARIABLE nothing
They may be long, and say "MODULE" now and then.
-----------------------------  MODULE Around  -----------------------------
\* Style: text before and after the module, rulers, theorems, proofs and local definitions.
EXTENDS Naturals
----------------------------------------------------------------------------
VARIABLE x
LOCAL Limit == 3
Init == x = 0
Next == x' = (x + 1) % (Limit + 1)
Spec == Init /\ [][Next]_x
Inv == x \in 0..Limit
----------------------------------------------------------------------------
LEMMA Start == Init => Inv
  BY DEF Init, Inv, Limit
THEOREM Safe == Spec => []Inv
<1>1. Init => Inv
  BY Start
<1>2. ASSUME Inv, [Next]_x
      PROVE Inv'
  OMITTED
<1> QED
  BY <1>1, <1>2
=============================================================================
And notes after it: INVARIANT, ==== and a line of ----
\* done
