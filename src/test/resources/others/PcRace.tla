---- MODULE PcRace ----
\* Style: PlusCal, processes in a set, a lost update, and an assert that a later process meets.
EXTENDS Naturals, TLC

CONSTANT Clients

(* --algorithm race
variables total = 0, finished = {};
process client \in Clients
variable seen = 0;
begin
  read:  seen := total;
  write: total := seen + 1;
         finished := finished \cup {self};
end process;
process auditor = "auditor"
begin
  audit: await finished = Clients;
         assert total <= 2;
end process;
end algorithm; *)
\* BEGIN TRANSLATION (chksum(pcal) = "2ec227ba" /\ chksum(tla) = "7dbe487d")
VARIABLES total, finished, pc, seen

vars == << total, finished, pc, seen >>

ProcSet == (Clients) \cup {"auditor"}

Init == (* Global variables *)
        /\ total = 0
        /\ finished = {}
        (* Process client *)
        /\ seen = [self \in Clients |-> 0]
        /\ pc = [self \in ProcSet |-> CASE self \in Clients -> "read"
                                        [] self = "auditor" -> "audit"]

read(self) == /\ pc[self] = "read"
              /\ seen' = [seen EXCEPT ![self] = total]
              /\ pc' = [pc EXCEPT ![self] = "write"]
              /\ UNCHANGED << total, finished >>

write(self) == /\ pc[self] = "write"
               /\ total' = seen[self] + 1
               /\ finished' = (finished \cup {self})
               /\ pc' = [pc EXCEPT ![self] = "Done"]
               /\ seen' = seen

client(self) == read(self) \/ write(self)

audit == /\ pc["auditor"] = "audit"
         /\ finished = Clients
         /\ Assert(total <= 2, "Failure of assertion at line 19, column 10.")
         /\ pc' = [pc EXCEPT !["auditor"] = "Done"]
         /\ UNCHANGED << total, finished, seen >>

auditor == audit

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == auditor
           \/ (\E self \in Clients: client(self))
           \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION

TypeOK == total \in 0..3 /\ finished \subseteq Clients
====
