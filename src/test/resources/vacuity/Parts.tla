-------------------------------- MODULE Parts --------------------------------
(* Claims of known vacuity.  A lamp goes through three levels, and down again *)
(* at once; a second lamp never comes on.                                     *)
EXTENDS Naturals, Sequences

CONSTANT Lamps \* the lamps that a claim may be about; there is none

VARIABLES
    level,  \* the lamp's level
    spare   \* whether the second lamp is on

vars == <<level, spare>>

Abstract == INSTANCE Switch WITH on <- level > 0

Init == level = 0 /\ spare = FALSE

Brighter == level < 3 /\ level' = level + 1 /\ UNCHANGED spare

Off == level = 3 /\ level' = 0 /\ UNCHANGED spare

SpareOn == spare /\ spare' = FALSE /\ UNCHANGED level

Next == Brighter \/ Off \/ SpareOn

Spec == Init /\ [][Next]_vars /\ WF_vars(Brighter) /\ WF_vars(Off) /\ SF_vars(SpareOn)

IsBright(l) == l = level => l = 3 \/ ~ spare

-----------------------------------------------------------------------------
ImplicationInv == level = 2 => ~ spare
NeverHoldsInv == level = 4 => ~ spare
NeedlessInv == spare = FALSE => level \in 0 .. 3
DisjunctInv == level < 2 \/ level > 1 \/ level = 7
NothingInv == \A l \in Lamps : l < level
SomethingInv == \A l \in 1 .. 2 : l # level \/ ~ spare
ExistsInv == level = 3 => \E l \in 1 .. 3 : l = level
NoneInv == ~ \E l \in Lamps : l = level
LetInv ==
    LET lit == level > 0
        Above(l) == l > level => l # level
    IN  /\ lit => level \in 1 .. 3
        /\ Above(5)
        /\ Above(0)
IfInv == IF level > 3 THEN spare ELSE ~ spare
CaseInv == CASE level = 0 -> ~ spare [] level = 9 -> spare [] OTHER -> level \in 1 .. 3
NestedInv == ~ (level = 3 /\ ~ (spare => level = 9))
BothInv == level = 4 <=> spare
NeitherInv == level \in 0 .. 3 <=> ~ spare
GuardedInv == level # 0 => <<1, 2, 3>>[level] = level
NamedInv == \A l \in 1 .. 3 : IsBright(l)
StepProp == [][level' = 0 => level = 3]_vars
StillProp == [][spare]_spare
EachProp == \A l \in 1 .. 3 : []<>(level = l) /\ [](level = 5 => l = 1)
SwitchProp == Abstract!SwitchSpec
ReachesProp == level = 1 ~> level = 3
NeverReachesProp == \A l \in {1, 5} : (level = 4) ~> (level = l)
SomewhereProp == level = 2 ~> (level = 0 \/ level = 8)
OftenProp == []<>(level = 3)
==============================================================================
