---- MODULE Bank ----
EXTENDS Naturals
CONSTANT Total
(* --fair algorithm Bank {
  variables alice = Total, bob = 0;
  fair process (transfer \in 1..2)
    variable amount = 0;
  {
    choose: with (a \in 1..2) { amount := a; };
    check:  if (alice >= amount) {
      move:   alice := alice - amount;
      give:   bob := bob + amount;
    };
  }
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "64012631" /\ chksum(tla) = "da48feb")
VARIABLES alice, bob, pc, amount

vars == << alice, bob, pc, amount >>

ProcSet == (1..2)

Init == (* Global variables *)
        /\ alice = Total
        /\ bob = 0
        (* Process transfer *)
        /\ amount = [self \in 1..2 |-> 0]
        /\ pc = [self \in ProcSet |-> "choose"]

choose(self) == /\ pc[self] = "choose"
                /\ \E a \in 1..2:
                     amount' = [amount EXCEPT ![self] = a]
                /\ pc' = [pc EXCEPT ![self] = "check"]
                /\ UNCHANGED << alice, bob >>

check(self) == /\ pc[self] = "check"
               /\ IF alice >= amount[self]
                     THEN /\ pc' = [pc EXCEPT ![self] = "move"]
                     ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
               /\ UNCHANGED << alice, bob, amount >>

move(self) == /\ pc[self] = "move"
              /\ alice' = alice - amount[self]
              /\ pc' = [pc EXCEPT ![self] = "give"]
              /\ UNCHANGED << bob, amount >>

give(self) == /\ pc[self] = "give"
              /\ bob' = bob + amount[self]
              /\ pc' = [pc EXCEPT ![self] = "Done"]
              /\ UNCHANGED << alice, amount >>

transfer(self) == choose(self) \/ check(self) \/ move(self) \/ give(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in 1..2: transfer(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(Next)
        /\ \A self \in 1..2 : WF_vars(transfer(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION
NoneCreated == alice + bob <= Total
====
