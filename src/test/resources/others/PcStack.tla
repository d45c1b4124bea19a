---- MODULE PcStack ----
\* Style: PlusCal with a procedure that calls itself, hence a stack of frames in the translation.
EXTENDS Naturals, Sequences

(* --fair algorithm stacked
variables answer = 1, start \in 1..3;
procedure factorial(n = 0)
begin
  test: if n <= 1 then
          return;
        end if;
  more: answer := answer * n;
        call factorial(n - 1);
  back: return;
end procedure;
begin
  go:   call factorial(start);
  end_: skip;
end algorithm; *)
\* BEGIN TRANSLATION (chksum(pcal) = "4bcf5cc0" /\ chksum(tla) = "3b8773a3")
VARIABLES answer, start, pc, stack, n

vars == << answer, start, pc, stack, n >>

Init == (* Global variables *)
        /\ answer = 1
        /\ start \in 1..3
        (* Procedure factorial *)
        /\ n = 0
        /\ stack = << >>
        /\ pc = "go"

test == /\ pc = "test"
        /\ IF n <= 1
              THEN /\ pc' = Head(stack).pc
                   /\ n' = Head(stack).n
                   /\ stack' = Tail(stack)
              ELSE /\ pc' = "more"
                   /\ UNCHANGED << stack, n >>
        /\ UNCHANGED << answer, start >>

more == /\ pc = "more"
        /\ answer' = answer * n
        /\ /\ n' = n - 1
           /\ stack' = << [ procedure |->  "factorial",
                            pc        |->  "back",
                            n         |->  n ] >>
                        \o stack
        /\ pc' = "test"
        /\ start' = start

back == /\ pc = "back"
        /\ pc' = Head(stack).pc
        /\ n' = Head(stack).n
        /\ stack' = Tail(stack)
        /\ UNCHANGED << answer, start >>

factorial == test \/ more \/ back

go == /\ pc = "go"
      /\ /\ n' = start
         /\ stack' = << [ procedure |->  "factorial",
                          pc        |->  "end_",
                          n         |->  n ] >>
                      \o stack
      /\ pc' = "test"
      /\ UNCHANGED << answer, start >>

end_ == /\ pc = "end_"
        /\ TRUE
        /\ pc' = "Done"
        /\ UNCHANGED << answer, start, stack, n >>

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == pc = "Done" /\ UNCHANGED vars

Next == factorial \/ go \/ end_
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(Next)

Termination == <>(pc = "Done")

\* END TRANSLATION

Answered == <>(pc = "Done" /\ answer \in {1, 2, 6})
====
