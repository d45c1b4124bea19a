---- MODULE PcMacro ----
\* Style: PlusCal in C syntax with a macro, a define block, either, goto and with.
EXTENDS Integers

(* --fair algorithm macros {
  variables level = 2, alarms = 0;
  define {
    Calm == alarms = 0
    InRange == level \in 0..4
  }
  macro change(by) { level := level + by; }
  {
    step: either { await level < 4; change(1); }
          or     { await level > 0; change(-1); }
          or     { with (x \in {0, 4}) { await level = x; alarms := 1; }; goto stop; };
    loop: goto step;
    stop: skip;
  }
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "2c595f76" /\ chksum(tla) = "8723c021")
VARIABLES level, alarms, pc

(* define statement *)
Calm == alarms = 0
InRange == level \in 0..4


vars == << level, alarms, pc >>

Init == (* Global variables *)
        /\ level = 2
        /\ alarms = 0
        /\ pc = "step"

step == /\ pc = "step"
        /\ \/ /\ level < 4
              /\ level' = level + 1
              /\ pc' = "loop"
              /\ UNCHANGED alarms
           \/ /\ level > 0
              /\ level' = level + (-1)
              /\ pc' = "loop"
              /\ UNCHANGED alarms
           \/ /\ \E x \in {0, 4}:
                   /\ level = x
                   /\ alarms' = 1
              /\ pc' = "stop"
              /\ level' = level

loop == /\ pc = "loop"
        /\ pc' = "step"
        /\ UNCHANGED << level, alarms >>

stop == /\ pc = "stop"
        /\ TRUE
        /\ pc' = "Done"
        /\ UNCHANGED << level, alarms >>

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == pc = "Done" /\ UNCHANGED vars

Next == step \/ loop \/ stop
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(Next)

Termination == <>(pc = "Done")

\* END TRANSLATION
====
