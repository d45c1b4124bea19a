---- MODULE PcTurns ----
\* Style: PlusCal with fair processes that take turns for ever, with liveness and no end.
EXTENDS Naturals

(* --algorithm turns
variables turn = 0, served = [i \in 0..1 |-> 0];
fair process player \in 0..1
begin
  wait: while TRUE do
    enter: await turn = self;
           served[self] := (served[self] + 1) % 2;
    leave: turn := 1 - self;
  end while;
end process;
end algorithm; *)
\* BEGIN TRANSLATION (chksum(pcal) = "b1bfe81b" /\ chksum(tla) = "901d534f")
VARIABLES turn, served, pc

vars == << turn, served, pc >>

ProcSet == (0..1)

Init == (* Global variables *)
        /\ turn = 0
        /\ served = [i \in 0..1 |-> 0]
        /\ pc = [self \in ProcSet |-> "wait"]

wait(self) == /\ pc[self] = "wait"
              /\ pc' = [pc EXCEPT ![self] = "enter"]
              /\ UNCHANGED << turn, served >>

enter(self) == /\ pc[self] = "enter"
               /\ turn = self
               /\ served' = [served EXCEPT ![self] = (served[self] + 1) % 2]
               /\ pc' = [pc EXCEPT ![self] = "leave"]
               /\ turn' = turn

leave(self) == /\ pc[self] = "leave"
               /\ turn' = 1 - self
               /\ pc' = [pc EXCEPT ![self] = "wait"]
               /\ UNCHANGED served

player(self) == wait(self) \/ enter(self) \/ leave(self)

Next == (\E self \in 0..1: player(self))

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in 0..1 : WF_vars(player(self))

\* END TRANSLATION

Unfair == Init /\ [][Next]_vars
OneInside == ~(pc[0] = "leave" /\ pc[1] = "leave")
EveryoneEnters == \A i \in 0..1 : <>(pc[i] = "leave")
EntersAgain == \A i \in 0..1 : served[i] = 0 ~> served[i] = 1
====
