------------------------- MODULE MCTelemetryRecords -------------------------
(***************************************************************************)
(* Model values of TelemetryRecords: links, paths, loads and lies.         *)
(***************************************************************************)
EXTENDS TelemetryRecords

MCNone == <<>>

\* Links by speed. Clocks of switches run apart, counters begin below their ends, and something waits.
MCOne == <<2>>
MCOneStarts == <<<<5, 6, 3>>>>
MCTwo == <<2, 1>>
MCTwoStarts == <<<<5, 6, 2>>, <<0, 3, 1>>>>
MCThree == <<2, 1, 2>>
MCAway == <<2, 1, 1>>
MCThreeStarts == <<<<5, 6, 1>>, <<0, 3, 1>>, <<2, 0, 0>>>>
MCFour == <<2, 2, 2, 1>>
MCEqual == <<2, 2>>
MCEqualStarts == <<<<5, 6, 3>>, <<2, 6, 3>>>>
MCPorts == <<2, 2, 1>>
MCFourStarts == <<<<5, 6, 1>>, <<0, 3, 0>>, <<2, 0, 2>>, <<7, 1, 1>>>>

MCIds1 == <<3>>
MCIds2 == <<1, 2>>
MCIds3 == <<1, 2, 4>>
MCIdsBlind == <<1, 2, 5, 6>>    \* 1 and 2 make 3, and so do 5 and 6

MCIdsPorts == <<1, 2, 1>>       \* two ports of one switch

MCPath1 == <<<<1>>>>
MCPath2 == <<<<1, 2>>>>
MCPath3 == <<<<1, 2, 3>>>>
MCPathsAway == <<<<1, 2>>, <<1, 3>>>>
MCPathsBlind == <<<<1, 2>>, <<3, 4>>>>
MCPathsLong == <<<<3, 1, 3>>, <<1>>>>   \* a switch twice: the same id

MCPathsPorts == <<<<1>>, <<2>>, <<2, 1, 2>>, <<3>>>>

\* One link: full, with a queue; and idle or full.
MCUseFull == {<<<<2, 1>>>>}
MCUsesAny == {<<<<0, 0>>>>, <<<<2, 3>>>>}

\* Two links: one is half used, the other is full; one after the other; and which it is changes.
MCUse2 == {<<<<1, 0>>, <<1, 2>>>>}
MCUseEqual == {<<<<2, 1>>, <<2, 1>>>>}
MCUseWaits == {<<<<1, 3>>, <<1, 0>>>>}
MCUses2 == {<<<<2, 0>>, <<0, 0>>>>, <<<<1, 0>>, <<1, 2>>>>}
MCUsesTurn == {<<<<4, 0>>, <<0, 0>>>>, <<<<0, 0>>, <<1, 0>>>>}

MCUse3 == {<<<<2, 0>>, <<1, 2>>, <<1, 1>>>>}
MCUse4 == {<<<<2, 0>>, <<0, 0>>, <<1, 1>>, <<1, 1>>>>}

MCDraftStarts == <<<<5, 6, 6>>, <<0, 3, 0>>>>

\* 400 Gb/s with 16 of its 20 units in flight, and 100 Gb/s with 5 of 5.
MCDraft == <<4, 1>>
MCUsesDraft == {<<<<2, 6>>, <<1, 0>>>>}

\* About one link: a time ahead, a speed that no link has, and another path.
MCLies == <<
    [path |-> 3, nHop |-> 1, first |-> 1, hops |-> <<[link |-> 0, speed |-> 2, at |-> 12, sent |-> 9, queue |-> 7]>>],
    [path |-> 3, nHop |-> 1, first |-> 1, hops |-> <<[link |-> 0, speed |-> 9, at |-> 7, sent |-> 3, queue |-> 0]>>],
    [path |-> 2, nHop |-> 2, first |-> 2, hops |-> <<[link |-> 0, speed |-> 2, at |-> 8, sent |-> 0, queue |-> 0]>>]>>

\* About the link of MCOne, in a turn of eight: half a turn ahead of it, one tick behind, of another speed.
MCLiesNear == <<
    [path |-> 3, nHop |-> 1, first |-> 1, hops |-> <<[link |-> 0, speed |-> 2, at |-> 9, sent |-> 9, queue |-> 7]>>],
    [path |-> 3, nHop |-> 1, first |-> 1, hops |-> <<[link |-> 0, speed |-> 2, at |-> 4, sent |-> 5, queue |-> 2]>>],
    [path |-> 3, nHop |-> 1, first |-> 1, hops |-> <<[link |-> 0, speed |-> 9, at |-> 7, sent |-> 3, queue |-> 0]>>]>>
=============================================================================
