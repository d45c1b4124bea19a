---- MODULE Peterson ----
EXTENDS Integers
(* --algorithm Peterson
variables flag = [i \in {0, 1} |-> FALSE], turn = 0;
process proc \in {0, 1}
begin
  raise: flag[self] := TRUE;
  yield: turn := 1 - self;
  wait:  await flag[1 - self] = FALSE \/ turn = self;
  crit:  skip;
  lower: flag[self] := FALSE;
         goto raise;
end process;
end algorithm; *)
\* BEGIN TRANSLATION (chksum(pcal) = "854c48f7" /\ chksum(tla) = "85a9480e")
VARIABLES flag, turn, pc

vars == << flag, turn, pc >>

ProcSet == ({0, 1})

Init == (* Global variables *)
        /\ flag = [i \in {0, 1} |-> FALSE]
        /\ turn = 0
        /\ pc = [self \in ProcSet |-> "raise"]

raise(self) == /\ pc[self] = "raise"
               /\ flag' = [flag EXCEPT ![self] = TRUE]
               /\ pc' = [pc EXCEPT ![self] = "yield"]
               /\ turn' = turn

yield(self) == /\ pc[self] = "yield"
               /\ turn' = 1 - self
               /\ pc' = [pc EXCEPT ![self] = "wait"]
               /\ flag' = flag

wait(self) == /\ pc[self] = "wait"
              /\ flag[1 - self] = FALSE \/ turn = self
              /\ pc' = [pc EXCEPT ![self] = "crit"]
              /\ UNCHANGED << flag, turn >>

crit(self) == /\ pc[self] = "crit"
              /\ TRUE
              /\ pc' = [pc EXCEPT ![self] = "lower"]
              /\ UNCHANGED << flag, turn >>

lower(self) == /\ pc[self] = "lower"
               /\ flag' = [flag EXCEPT ![self] = FALSE]
               /\ pc' = [pc EXCEPT ![self] = "raise"]
               /\ turn' = turn

proc(self) == raise(self) \/ yield(self) \/ wait(self) \/ crit(self)
                 \/ lower(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in {0, 1}: proc(self))
           \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION
Mutex == ~(pc[0] = "crit" /\ pc[1] = "crit")
====
