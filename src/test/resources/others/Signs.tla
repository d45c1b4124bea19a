---- MODULE Signs ----
\* Style: signs of other scripts in comments only: 状態, Δ ≠ ∅, “quoted”, →.
EXTENDS Naturals
VARIABLE x
(* 状態は一つ — x, Δ ≠ ∅ *)
Init == x = 0 \* ∈
Next == x' = (x + 1) % 3
NotTwo == x # 2
====
