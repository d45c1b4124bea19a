------------------------------- MODULE Received -------------------------------
(***************************************************************************)
(* Which of the numbers 0, 1, 2 ... have come, as a receiver keeps it: all *)
(* before the first that has not, and the few that came early.             *)
(*                                                                         *)
(* A set of numbers says the same, but grows with every one of them; this  *)
(* grows only with what is out of order.  No value of another set equals   *)
(* it: early holds nothing below next, nor next itself.                    *)
(***************************************************************************)
LOCAL INSTANCE Naturals
LOCAL INSTANCE FiniteSets

ReceivedType == [next : Nat, early : SUBSET Nat]

NoneReceived == [next |-> 0, early |-> {}]

\* The first that has not come, where all before n have and those of early.
RECURSIVE FirstMissing(_, _)
FirstMissing(n, early) == IF n \in early THEN FirstMissing(n + 1, early) ELSE n

HasReceived(r, n) == IF n < r.next THEN TRUE ELSE n \in r.early

InOrder(r) == r.early = {}

WithReceived(r, n) ==
    IF HasReceived(r, n) THEN r
    ELSE IF n # r.next THEN [r EXCEPT !.early = @ \cup {n}]
    ELSE IF InOrder(r) THEN [r EXCEPT !.next = n + 1]
    ELSE LET next == FirstMissing(n + 1, r.early)
         IN  [next |-> next, early |-> {early \in r.early : early > next}]
=============================================================================
