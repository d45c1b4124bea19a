------------------------- MODULE PfcLosslessChaosFaults -------------------------
(***************************************************************************)
(* Faulty twins for the controls of PfcLosslessChaos: omissions of         *)
(* kernels that have met honest peers alone.                               *)
(***************************************************************************)
EXTENDS PfcLosslessChaos, PfcLosslessFaults

\* A kernel that has no step for an XON while nothing is paused.
TakePauseInPause(l, p) ==
    /\ p.time = 0 => left[l] > 0
    /\ left' = [left EXCEPT ![l] = TimeLeft(p)]

\* A kernel that takes a pause frame for all links.
TakePauseForAll(l, p) == left' = [k \in Lanes |-> TimeLeft(p)]

\* A kernel that lets a pause be lengthened only.
TakePauseLonger(l, p) == left' = [left EXCEPT ![l] = Most(@, TimeLeft(p))]

\* A kernel that has a clock that is twice as fast, and one that stands still.
DownTwice(n) == [l \in Lanes |-> Most(0, n[l] - 2)]
DownNever(n) == n

\* A kernel that drops all that comes while the lane asks for a pause.
FitsUnpaused(l, size, t) == ~pausing[l]

\* A kernel that counts a frame that comes in a pause twice.
TakeFrameTwice(l, frame, t) ==
    /\ pausing' = [pausing EXCEPT ![l] = @ \/ Passes(l, frame.size, t)]
    /\ owed' = [owed EXCEPT ![l] = @ \/ (Passes(l, frame.size, t) /\ ~pausing[l])]
    /\ limit' = [limit EXCEPT ![l] = LimitAfter(l, frame.size, t)]
    /\ held' = [held EXCEPT ![l] = @ + (IF pausing[l] THEN 2 ELSE 1) * Room(frame.size)]
    /\ waiting' = [waiting EXCEPT ![l][frame.flow][frame.size] = @ + 1]
    /\ UNCHANGED lost

\* A kernel that asks for a pause with each frame.
TakeFrameAsking(l, frame, t) ==
    /\ Fits(l, frame.size, t)
    /\ pausing' = [pausing EXCEPT ![l] = @ \/ Passes(l, frame.size, t)]
    /\ owed' = [owed EXCEPT ![l] = @ \/ pausing[l] \/ Passes(l, frame.size, t)]
    /\ limit' = [limit EXCEPT ![l] = LimitAfter(l, frame.size, t)]
    /\ held' = [held EXCEPT ![l] = @ + Room(frame.size)]
    /\ waiting' = [waiting EXCEPT ![l][frame.flow][frame.size] = @ + 1]
    /\ UNCHANGED lost
=================================================================================
