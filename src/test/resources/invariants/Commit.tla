------------------------------- MODULE Commit -------------------------------
CONSTANT RM
VARIABLES rmState, msgs
CTypeOK == /\ rmState \in [RM -> {"working", "prepared", "committed", "aborted"}]
           /\ msgs \subseteq [type : {"vote"}, rm : RM] \cup [type : {"commit", "abort"}]
CInit == rmState = [rm \in RM |-> "working"] /\ msgs = {}
Vote(rm) == /\ rmState[rm] = "working"
            /\ rmState' = [rmState EXCEPT ![rm] = "prepared"]
            /\ msgs' = msgs \cup {[type |-> "vote", rm |-> rm]}
Refuse(rm) == /\ rmState[rm] = "working"
              /\ rmState' = [rmState EXCEPT ![rm] = "aborted"]
              /\ UNCHANGED msgs
Decide == /\ \A rm \in RM : [type |-> "vote", rm |-> rm] \in msgs
          /\ [type |-> "abort"] \notin msgs
          /\ msgs' = msgs \cup {[type |-> "commit"]}
          /\ UNCHANGED rmState
GiveUp == /\ [type |-> "commit"] \notin msgs
          /\ msgs' = msgs \cup {[type |-> "abort"]}
          /\ UNCHANGED rmState
Learn(rm) == \/ /\ [type |-> "commit"] \in msgs
                /\ rmState' = [rmState EXCEPT ![rm] = "committed"]
                /\ UNCHANGED msgs
             \/ /\ [type |-> "abort"] \in msgs
                /\ rmState' = [rmState EXCEPT ![rm] = "aborted"]
                /\ UNCHANGED msgs
CNext == Decide \/ GiveUp \/ \E rm \in RM : Vote(rm) \/ Refuse(rm) \/ Learn(rm)
Consistent == \A r1, r2 \in RM : ~ (rmState[r1] = "aborted" /\ rmState[r2] = "committed")
=============================================================================
