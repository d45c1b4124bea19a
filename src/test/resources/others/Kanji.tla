---- MODULE Kanji ----
\* Style: signs of other scripts in a string, which the parser does not take.
VARIABLE x
Init == x = "状態"
Next == x' = "Δ ≠ ∅"
====
