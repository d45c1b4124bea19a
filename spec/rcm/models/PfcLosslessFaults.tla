-------------------------- MODULE PfcLosslessFaults --------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of PfcLossless.            *)
(***************************************************************************)
EXTENDS MCPfcLossless

\* Who repeats a pause without asking how long its frame may wait.
RefreshIsEarlyAnyway == TRUE

\* Who forgets that the peer takes its time.
RefreshIsEarlyUnheeded == RefreshAfter + OwnFrame < Pause

\* A port that is told, and sends on.
MayBeginAnyway(l) == TRUE

\* Who takes a pause for one of all that comes, whatever its time says.
TimeLeftWhole(p) == p.time

\* Who adds what is left of the last one.
TimeLeftLonger(p) == IF p.time = 0 THEN 0 ELSE Most(0, p.time + p.due) + 1

\* Who takes an XON for a pause of the shortest.
TimeLeftOfXon(p) == IF p.time = 0 THEN 1 ELSE Most(0, p.time + p.due)

\* Who heeds a pause frame while it is on the cable.
ReceivePauseEarly(l) ==
    /\ pauses[l] # <<>>
    /\ Head(pauses[l]).due <= 1
    /\ left' = [left EXCEPT ![l] = TimeLeft(Head(pauses[l]))]
    /\ pauses' = [pauses EXCEPT ![l] = Tail(@)]
    /\ UNCHANGED <<buffer, busy, waiting, onLink, waited, lost>>

\* A pause frame that does not arrive, or is not heeded.
ReceivePauseLost(l) ==
    /\ pauses[l] # <<>>
    /\ Head(pauses[l]).due <= 0
    /\ pauses' = [pauses EXCEPT ![l] = Tail(@)]
    /\ UNCHANGED <<buffer, sender, waiting, onLink, waited, lost>>

\* An XON that does not arrive.
ReceiveXonLost(l) ==
    /\ pauses[l] # <<>>
    /\ Head(pauses[l]).due <= 0
    /\ left' = [left EXCEPT ![l] =
           IF Head(pauses[l]).time = 0 THEN @ ELSE TimeLeft(Head(pauses[l]))]
    /\ pauses' = [pauses EXCEPT ![l] = Tail(@)]
    /\ UNCHANGED <<buffer, busy, waiting, onLink, waited, lost>>

\* Who counts a frame's size, whatever cells it takes.
RoomOfSize(size) == size

\* Who gives a frame a cell more than it needs.
RoomOfOneMore(size) == ((size + Cell) \div Cell) * Cell

\* Who pauses as the threshold is met.
PassesAtThreshold(l, size, t) == held[l] + Room(size) >= t

\* Who pauses once the threshold was passed before.
PassesLate(l, size, t) == held[l] > t

\* Who begins the headroom where the frame that passed the threshold ends.
LimitAfterFrame(l, size, t) ==
    IF pausing[l] THEN limit[l] ELSE IF Passes(l, size, t) THEN held[l] + Room(size) ELSE 0

\* Who begins the headroom at the threshold, although the lane holds more than that.
LimitAtThreshold(l, size, t) ==
    IF pausing[l] THEN limit[l] ELSE IF Passes(l, size, t) THEN t ELSE 0

\* Who moves the limit with the threshold.
LimitMoves(l, size, t) == IF pausing[l] \/ Passes(l, size, t) THEN Most(held[l], t) ELSE 0

\* Who takes what does not fit.
FitsAlways(l, size, t) == TRUE

\* Who lets the headroom count only for whole frames.
FitsBelow(l, size, t) ==
    (pausing[l] \/ Passes(l, size, t)) => held[l] + Room(size) < LimitAfter(l, size, t) + Headroom

\* Who goes on without a gap.
ResumesAtThreshold(l, size, t) == pausing[l] /\ held[l] - Room(size) <= t

\* Who goes on when nothing is held, and no earlier.
ResumesWhenEmpty(l, size, t) == pausing[l] /\ held[l] - Room(size) = 0

\* Who asks before the frame has left.
ResumesBefore(l, size, t) == pausing[l] /\ held[l] + Gap <= t

\* Who never goes on.
ResumesNever(l, size, t) == FALSE

\* Who goes on whether it was paused or not.
ResumesUnpaused(l, size, t) == held[l] - Room(size) + Gap <= t

\* Who says what held when the frame was to leave: a pause.
SaysOnce(l) == Pause

\* Who says the contrary.
SaysOtherwise(l) == IF pausing[l] THEN 0 ELSE Pause

\* Who lets the pause run out.
RefreshIsDueNever(l) == FALSE

\* Who repeats it all the time.
RefreshIsDueAlways(l) == pausing[l] /\ ~owed[l]

\* Who repeats what has ended.
RefreshIsDueForEver(l) == ~owed[l] /\ untilRefresh[l] = 0 /\ left[l] > 0

\* Who sends a pause frame only when the port has nothing else.
SendPauseLast(l) ==
    /\ owed[l]
    /\ waited[l] > OwnFrame
    /\ UNCHANGED vars

\* A port without priority for pause frames: they wait for two frames.
IsUrgentLate(l) ==
    \/ RefreshIsDue(l)
    \/ owed[l] /\ waited[l] = 2 * OwnFrame
    \/ onLink[l] # <<>> /\ Head(onLink[l]).due = 0
    \/ pauses[l] # <<>> /\ Head(pauses[l]).due = -Response

\* A peer that takes one unit more to heed.
IsUrgentSlowly(l) ==
    \/ RefreshIsDue(l)
    \/ owed[l] /\ waited[l] = OwnFrame
    \/ onLink[l] # <<>> /\ Head(onLink[l]).due = 0
    \/ pauses[l] # <<>> /\ Head(pauses[l]).due = -Response - 1

\* Who lets frames wait before they count.
IsUrgentUncounted(l) ==
    \/ RefreshIsDue(l)
    \/ owed[l] /\ waited[l] = OwnFrame
    \/ pauses[l] # <<>> /\ Head(pauses[l]).due = -Response

\* Who puts the refresh off.
IsUrgentUnrefreshed(l) ==
    \/ owed[l] /\ waited[l] = OwnFrame
    \/ onLink[l] # <<>> /\ Head(onLink[l]).due = 0
    \/ pauses[l] # <<>> /\ Head(pauses[l]).due = -Response

\* A clock that stands still for the pause.
ElapseUnpaused ==
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = left
    /\ busy' = Down(busy)
    /\ untilRefresh' = Down(untilRefresh)
    /\ onLink' = Nearer(onLink)
    /\ pauses' = Nearer(pauses)
    /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + 1 ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, owed, waiting, lost>>

\* A clock that runs twice as fast for the pause.
ElapseFast ==
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = Down(Down(left))
    /\ busy' = Down(busy)
    /\ untilRefresh' = Down(untilRefresh)
    /\ onLink' = Nearer(onLink)
    /\ pauses' = Nearer(pauses)
    /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + 1 ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, owed, waiting, lost>>

\* A frame that stops where it is when a pause comes, and is sent again later.
LeavesAtOnce(l, f, size) ==
    /\ busy[l] = 0
    /\ MayBegin(l)
    /\ busy' = [busy EXCEPT ![l] = 0]
    /\ onLink' = [onLink EXCEPT ![l] = Append(@,
           [flow |-> f, size |-> size,
            due |-> IF Counts = "LAST_BIT" THEN Cable + size ELSE Cable])]

\* A frame that comes out of its buffer as one of another flow.
LeavesAsLast(l, f, size) ==
    /\ busy[l] = 0
    /\ MayBegin(l)
    /\ busy' = [busy EXCEPT ![l] = size]
    /\ onLink' = [onLink EXCEPT ![l] = Append(@,
           [flow |-> IF l = Links THEN Len(Flows) ELSE f, size |-> size,
            due |-> IF Counts = "LAST_BIT" THEN Cable + size ELSE Cable])]

\* A buffer that lets frames out while their link is paused.
ReleaseUnasked(l, f, size, t) ==
    /\ waiting[l][f][size] > 0
    /\ IF Onward(l, f) = 0 THEN UNCHANGED <<busy, onLink>>
       ELSE /\ busy[Onward(l, f)] = 0
            /\ busy' = [busy EXCEPT ![Onward(l, f)] = size]
            /\ onLink' = [onLink EXCEPT ![Onward(l, f)] = Append(@,
                   [flow |-> f, size |-> size, due |-> Cable])]
    /\ waiting' = [waiting EXCEPT ![l][f][size] = @ - 1]
    /\ held' = [held EXCEPT ![l] = @ - Room(size)]
    /\ pausing' = [pausing EXCEPT ![l] = @ /\ ~Resumes(l, size, t)]
    /\ owed' = [owed EXCEPT ![l] = @ \/ Resumes(l, size, t)]
    /\ limit' = [limit EXCEPT ![l] = IF Resumes(l, size, t) THEN 0 ELSE @]
    /\ UNCHANGED <<untilRefresh, left, pauses, waited, lost>>

\* A switch that lets frames vanish at the end of their first link.
OnwardNowhere(l, f) == 0

\* A buffer that tells nobody that there is room again.
ReleaseSilent(l, f, size, t) ==
    /\ waiting[l][f][size] > 0
    /\ IF Onward(l, f) = 0 THEN UNCHANGED <<busy, onLink>> ELSE Leaves(Onward(l, f), f, size)
    /\ waiting' = [waiting EXCEPT ![l][f][size] = @ - 1]
    /\ held' = [held EXCEPT ![l] = @ - Room(size)]
    /\ pausing' = [pausing EXCEPT ![l] = @ /\ ~Resumes(l, size, t)]
    /\ limit' = [limit EXCEPT ![l] = IF Resumes(l, size, t) THEN 0 ELSE @]
    /\ UNCHANGED <<owed, untilRefresh, left, pauses, waited, lost>>

\* A port that sends the same pause frame twice.
SendPauseTwice(l) ==
    /\ owed[l]
    /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due <= Cable
    /\ pauses' = [pauses EXCEPT ![l] = Append(@, [time |-> Says(l), due |-> PauseFrame + Cable])]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = IF pausing[l] THEN RefreshAfter ELSE 0]
    /\ waited' = [waited EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, pausing, limit, owed, sender, waiting, onLink, lost>>

\* A port whose pause frames overtake each other, or leave in the midst of another.
SendPauseAtOnce(l) ==
    /\ owed[l]
    /\ pauses' = [pauses EXCEPT ![l] = Append(@, [time |-> Says(l), due |-> PauseFrame + Cable])]
    /\ owed' = [owed EXCEPT ![l] = FALSE]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = IF pausing[l] THEN RefreshAfter ELSE 0]
    /\ waited' = [waited EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, pausing, limit, sender, waiting, onLink, lost>>

\* A link that holds frames back.
NearerNot(messages) == messages
\* A limit that outlives the pause.
ReleaseKeepsLimit(l, f, size, t) ==
    /\ waiting[l][f][size] > 0
    /\ IF Onward(l, f) = 0 THEN UNCHANGED <<busy, onLink>> ELSE Leaves(Onward(l, f), f, size)
    /\ waiting' = [waiting EXCEPT ![l][f][size] = @ - 1]
    /\ held' = [held EXCEPT ![l] = @ - Room(size)]
    /\ pausing' = [pausing EXCEPT ![l] = @ /\ ~Resumes(l, size, t)]
    /\ owed' = [owed EXCEPT ![l] = @ \/ Resumes(l, size, t)]
    /\ UNCHANGED <<limit, untilRefresh, left, pauses, waited, lost>>

\* A pause frame that has left, and is counted as waiting on.
SendPauseWaitsOn(l) ==
    /\ owed[l]
    /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due <= Cable
    /\ pauses' = [pauses EXCEPT ![l] = Append(@, [time |-> Says(l), due |-> PauseFrame + Cable])]
    /\ owed' = [owed EXCEPT ![l] = FALSE]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = IF pausing[l] THEN RefreshAfter ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, sender, waiting, onLink, waited, lost>>

\* A refresh that is appointed behind an XON, too.
SendPauseAppoints(l) ==
    /\ owed[l]
    /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due <= Cable
    /\ pauses' = [pauses EXCEPT ![l] = Append(@, [time |-> Says(l), due |-> PauseFrame + Cable])]
    /\ owed' = [owed EXCEPT ![l] = FALSE]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = RefreshAfter]
    /\ waited' = [waited EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, pausing, limit, sender, waiting, onLink, lost>>

\* A port that sends what it does not owe.
SendPauseUnasked(l) ==
    /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due <= Cable
    /\ pauses' = [pauses EXCEPT ![l] = Append(@, [time |-> Says(l), due |-> PauseFrame + Cable])]
    /\ owed' = [owed EXCEPT ![l] = FALSE]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = IF pausing[l] THEN RefreshAfter ELSE 0]
    /\ waited' = [waited EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, pausing, limit, sender, waiting, onLink, lost>>

\* A clock that takes two units at a time off the frame being sent.
ElapseSendsFast ==
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = Down(left)
    /\ busy' = Down(Down(busy))
    /\ untilRefresh' = Down(untilRefresh)
    /\ onLink' = Nearer(onLink)
    /\ pauses' = Nearer(pauses)
    /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + 1 ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, owed, waiting, lost>>

\* A clock that stands still for a pause frame that waits.
ElapseUnwaited ==
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = Down(left)
    /\ busy' = Down(busy)
    /\ untilRefresh' = Down(untilRefresh)
    /\ onLink' = Nearer(onLink)
    /\ pauses' = Nearer(pauses)
    /\ UNCHANGED <<held, pausing, limit, owed, waiting, waited, lost>>

\* A frame that is counted twice.
AdmitTwice(l, t) ==
    /\ onLink[l] # <<>>
    /\ Head(onLink[l]).due = 0
    /\ LET frame == Head(onLink[l])
           stops == pausing[l] \/ Passes(l, frame.size, t)
       IN /\ pausing' = [pausing EXCEPT ![l] = stops]
          /\ owed' = [owed EXCEPT ![l] = @ \/ (stops /\ ~pausing[l])]
          /\ limit' = [limit EXCEPT ![l] = LimitAfter(l, frame.size, t)]
          /\ held' = [held EXCEPT ![l] = @ + Room(frame.size)]
          /\ waiting' = [waiting EXCEPT ![l][frame.flow][frame.size] = @ + 1]
    /\ UNCHANGED <<untilRefresh, sender, onLink, pauses, waited, lost>>

\* A frame that leaves its buffer as one of another size.
LeavesShorter(l, f, size) ==
    /\ busy[l] = 0
    /\ MayBegin(l)
    /\ busy' = [busy EXCEPT ![l] = IF l = Links THEN 1 ELSE size]
    /\ onLink' = [onLink EXCEPT ![l] = Append(@,
           [flow |-> f, size |-> IF l = Links THEN 1 ELSE size, due |-> Cable])]

\* Who takes the headroom to begin where nothing is held.
LimitAtNothing(l, size, t) == IF pausing[l] THEN limit[l] ELSE 0

\* Who takes it to begin one unit below the threshold.
LimitBelow(l, size, t) ==
    IF pausing[l] THEN limit[l] ELSE IF Passes(l, size, t) THEN Most(held[l], t) - 1 ELSE 0

\* A pause frame that takes one unit more on its way.
SendPauseSlow(l) ==
    /\ owed[l]
    /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due <= Cable
    /\ pauses' = [pauses EXCEPT ![l] = Append(@, [time |-> Says(l), due |-> PauseFrame + Cable + 1])]
    /\ owed' = [owed EXCEPT ![l] = FALSE]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = IF pausing[l] THEN RefreshAfter ELSE 0]
    /\ waited' = [waited EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, pausing, limit, sender, waiting, onLink, lost>>

\* A pause frame that is forgotten before it leaves.
SendPauseForgotten(l) ==
    /\ owed[l]
    /\ owed' = [owed EXCEPT ![l] = FALSE]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = IF pausing[l] THEN RefreshAfter ELSE 0]
    /\ waited' = [waited EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, pausing, limit, sender, waiting, onLink, pauses, lost>>

\* Who counts a frame while it is on the cable.
AdmitEarly(l, t) ==
    /\ onLink[l] # <<>>
    /\ Head(onLink[l]).due <= 1
    /\ LET frame == Head(onLink[l])
           stops == pausing[l] \/ Passes(l, frame.size, t)
       IN /\ pausing' = [pausing EXCEPT ![l] = stops]
          /\ owed' = [owed EXCEPT ![l] = @ \/ (stops /\ ~pausing[l])]
          /\ limit' = [limit EXCEPT ![l] = LimitAfter(l, frame.size, t)]
          /\ held' = [held EXCEPT ![l] = @ + Room(frame.size)]
          /\ waiting' = [waiting EXCEPT ![l][frame.flow][frame.size] = @ + 1]
          /\ onLink' = [onLink EXCEPT ![l] = Tail(@)]
    /\ UNCHANGED <<untilRefresh, sender, pauses, waited, lost>>

\* Who pauses a lane to which nothing comes.
RefreshUnpaused(l) ==
    /\ ~pausing[l] /\ ~owed[l]
    /\ pausing' = [pausing EXCEPT ![l] = TRUE]
    /\ owed' = [owed EXCEPT ![l] = TRUE]
    /\ limit' = [limit EXCEPT ![l] = Least(Thresholds)]
    /\ UNCHANGED <<held, untilRefresh, sender, network>>

\* Who ends the pause where it is to be repeated, and nothing has left.
RefreshLetsGo(l) ==
    /\ RefreshIsDue(l)
    /\ held[l] <= Greatest(Thresholds) - Gap
    /\ pausing' = [pausing EXCEPT ![l] = FALSE]
    /\ owed' = [owed EXCEPT ![l] = TRUE]
    /\ limit' = [limit EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, untilRefresh, sender, network>>

\* A link that takes a frame beside the one that is leaving.
LeavesBeside(l, f, size) ==
    /\ MayBegin(l)
    /\ busy' = [busy EXCEPT ![l] = TimeOf(size)]
    /\ onLink' = [onLink EXCEPT ![l] = Append(@,
           [flow |-> f, size |-> size,
            due |-> IF Counts = "LAST_BIT" THEN Cable + TimeOf(size) ELSE Cable])]

\* A port that is kept busy by the pause frames that come.
ReceivePauseBusy(l) ==
    /\ pauses[l] # <<>>
    /\ Head(pauses[l]).due <= 0
    /\ left' = [left EXCEPT ![l] = TimeLeft(Head(pauses[l]))]
    /\ busy' = [busy EXCEPT ![l] = IF @ = 0 THEN 1 ELSE @]
    /\ pauses' = [pauses EXCEPT ![l] = Tail(@)]
    /\ UNCHANGED <<buffer, waiting, onLink, waited, lost>>

\* A clock that takes time off the frames of one link only.
ElapseOneLine ==
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = Down(left)
    /\ busy' = [busy EXCEPT ![1] = Most(0, @ - 1)]
    /\ untilRefresh' = Down(untilRefresh)
    /\ onLink' = Nearer(onLink)
    /\ pauses' = Nearer(pauses)
    /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + 1 ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, owed, waiting, lost>>

\* A clock that stands still for the next refresh.
ElapseUnrefreshed ==
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = Down(left)
    /\ busy' = Down(busy)
    /\ onLink' = Nearer(onLink)
    /\ pauses' = Nearer(pauses)
    /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + 1 ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, owed, untilRefresh, waiting, lost>>

\* A link that holds back the pause frames on it.
ElapseHoldsPauses ==
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = Down(left)
    /\ busy' = Down(busy)
    /\ untilRefresh' = Down(untilRefresh)
    /\ onLink' = Nearer(onLink)
    /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + 1 ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, owed, waiting, pauses, lost>>
=============================================================================
