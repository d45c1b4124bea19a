---- MODULE MCLocks ----
EXTENDS Locks, TLC
CONSTANTS a, b
const_161 == {a, b}
symm_161 == Permutations(const_161)
spec_161 == Init /\ [][Next]_owner
====
