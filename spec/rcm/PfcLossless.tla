----------------------------- MODULE PfcLossless -----------------------------
(***************************************************************************)
(* Priority flow control (PFC) on one lossless class: a port whose buffer  *)
(* fills pauses the port that sends to it (XOFF), lets it go on once room  *)
(* is there again (XON), and repeats the pause before it runs out; and how *)
(* much headroom a buffer needs so that nothing is ever lost.              *)
(*                                                                         *)
(* Source     Understanding RoCEv2 Congestion Management, version 13: with *)
(*            flow control nothing is lost; public material on IEEE        *)
(*            802.1Qbb and 802.3 annex 31, not a source document of the    *)
(*            project: pause frames, quanta, expiry, the frame begun, and  *)
(*            the terms of the headroom                                    *)
(* Models     PFC-1 PFC-2 PFC-3 PFC-4 PFC-5 PFC-6 PFC-7 PFC-8 RCM-7        *)
(* Leaves out other classes, but for the frame of theirs that a pause      *)
(*            frame waits behind; that a pause frame is lost or damaged;   *)
(*            clocks that differ and rates that do not divide (the proof,  *)
(*            and the bound in octets); where a threshold comes from: it   *)
(*            is any that the rest of the buffer leaves; that a frame      *)
(*            takes room until its last bit has left: here until its first *)
(* Unit       what a link carries in one unit of time, and that time       *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Links,          \* so many links, each into a buffer of its own: link l fills lane l
    Flows,          \* the ways of frames: a sequence, of each flow the links in turn
    Sizes,          \* what a frame takes of a link
    Thresholds,     \* what a lane may hold before its sender is paused; one where it is static
    Gap,            \* how far below it a lane must have fallen before its sender goes on
    Headroom,       \* what a lane may take in once it has passed its threshold
    Cell,           \* a frame takes whole cells of the buffer, of this size
    Counts,         \* when a frame counts: with its FIRST_BIT, or with its LAST_BIT
    OwnFrame,       \* the longest that a pause frame waits behind a frame begun
    PauseFrame,     \* what a pause frame takes of the link
    Cable,          \* from one end of a link to the other
    Response,       \* from a pause frame's arrival until it is heeded, at most
    Pause,          \* how long an XOFF pauses, from its arrival on
    RefreshAfter    \* how long after an XOFF the next one is due

Lanes == 1 .. Links
FlowNumbers == 1 .. Len(Flows)

Greatest(S) == CHOOSE m \in S : \A n \in S : n <= m
Least(S) == CHOOSE m \in S : \A n \in S : m <= n
Most(a, b) == IF a > b THEN a ELSE b
LargestSize == Greatest(Sizes)

\* The next pause comes before the last one runs out, although it waits behind a full frame and is
\* heeded as late as may be.
RefreshIsEarly == RefreshAfter + OwnFrame + Response < Pause \* PFC-5

ASSUME PfcAssumption ==
    /\ Links \in Nat \ {0}
    /\ Flows \in Seq(Seq(Lanes))
    /\ \A f \in FlowNumbers :
        /\ Flows[f] # <<>>
        /\ \A i, j \in DOMAIN Flows[f] : Flows[f][i] = Flows[f][j] => i = j
    /\ Sizes \subseteq Nat \ {0} /\ Sizes # {}
    /\ Gap \in Nat /\ Thresholds # {} /\ \A t \in Thresholds : t \in Nat /\ Gap <= t
    /\ {Headroom, Cable, Response} \subseteq Nat /\ {Cell, PauseFrame, RefreshAfter} \subseteq Nat \ {0}
    /\ Counts \in {"FIRST_BIT", "LAST_BIT"}
    /\ PauseFrame <= OwnFrame   \* which waits behind another pause frame, if behind nothing else

ASSUME RefreshAssumption == RefreshIsEarly \* PFC-5

VARIABLES
    held,           \* buffer: what a lane holds
    pausing,        \* buffer: whether a lane's sender is to be paused
    limit,          \* buffer: what a lane held when that began, or its threshold then; 0 if it is not
    owed,           \* buffer: whether a pause frame is to leave, as soon as the port is free
    untilRefresh,   \* buffer: time until the next XOFF is due
    left,           \* sender: time for which it is paused still
    busy,           \* sender: time until its frame has left, and the next may begin
    waiting,        \* network: the frames in a lane: of each flow and size how many
    onLink,         \* network: the frames on a link that do not count yet, in their order
    pauses,         \* network: pause frames on a link's way back, in their order, until they are heeded
    waited,         \* network: how long a pause frame has been owed
    lost            \* witness: whether a frame found no room

sender == <<left, busy>>
buffer == <<held, pausing, limit, owed, untilRefresh>>
network == <<waiting, onLink, pauses, waited, lost>>
vars == <<buffer, sender, network>>

TypeOK ==
    /\ held \in [Lanes -> Nat] /\ limit \in [Lanes -> Nat]
    /\ pausing \in [Lanes -> BOOLEAN] /\ owed \in [Lanes -> BOOLEAN]
    /\ untilRefresh \in [Lanes -> 0 .. RefreshAfter]
    /\ left \in [Lanes -> 0 .. Pause]
    /\ busy \in [Lanes -> 0 .. LargestSize]
    /\ waiting \in [Lanes -> [FlowNumbers -> [1 .. LargestSize -> Nat]]]
    /\ \A l \in Lanes :
        /\ \A i \in DOMAIN onLink[l] :
            onLink[l][i] \in [flow : FlowNumbers, size : Sizes, due : Nat]
        /\ \A i \in DOMAIN pauses[l] : pauses[l][i] \in [time : {0, Pause}, due : Int]
    /\ waited \in [Lanes -> Nat]
    /\ lost \in BOOLEAN

Init ==
    /\ held = [l \in Lanes |-> 0]
    /\ pausing = [l \in Lanes |-> FALSE]
    /\ limit = [l \in Lanes |-> 0]
    /\ owed = [l \in Lanes |-> FALSE]
    /\ untilRefresh = [l \in Lanes |-> 0]
    /\ left = [l \in Lanes |-> 0]
    /\ busy = [l \in Lanes |-> 0]
    /\ waiting = [l \in Lanes |-> [f \in FlowNumbers |-> [size \in 1 .. LargestSize |-> 0]]]
    /\ onLink = [l \in Lanes |-> <<>>]
    /\ pauses = [l \in Lanes |-> <<>>]
    /\ waited = [l \in Lanes |-> 0]
    /\ lost = FALSE

-----------------------------------------------------------------------------
\* The port that sends.

\* A paused class begins no frame; the frame begun goes on to its end.
MayBegin(l) == left[l] = 0 \* PFC-4

\* What a frame takes of the link's time: here as much as its size.
TimeOf(size) == size

\* The messages on a link once others have begun behind them.
Joined(messages, others) == messages \o others

Leaves(l, f, size) ==
    /\ busy[l] = 0
    /\ MayBegin(l)
    /\ busy' = [busy EXCEPT ![l] = TimeOf(size)]
    /\ onLink' = [onLink EXCEPT ![l] = Joined(@,
           <<[flow |-> f, size |-> size,
              due |-> IF Counts = "LAST_BIT" THEN Cable + TimeOf(size) ELSE Cable]>>)]

\* A source begins a frame, whenever it likes.
Begin(f, size) == \* PFC-4
    /\ Leaves(Flows[f][1], f, size)
    /\ UNCHANGED <<buffer, left, waiting, pauses, waited, lost>>

\* A pause counts from the arrival of its frame; one of no time ends it.
TimeLeft(p) == Most(0, p.time + p.due) \* PFC-3

\* The port takes a pause frame.
TakePause(l, p) == left' = [left EXCEPT ![l] = TimeLeft(p)] \* PFC-3 PFC-7

ReceivePause(l) == \* PFC-3 PFC-7
    /\ pauses[l] # <<>>
    /\ Head(pauses[l]).due <= 0
    /\ TakePause(l, Head(pauses[l]))
    /\ pauses' = [pauses EXCEPT ![l] = Tail(@)]
    /\ UNCHANGED <<buffer, busy, waiting, onLink, waited, lost>>

-----------------------------------------------------------------------------
\* The buffer at the other end.

Room(size) == ((size + Cell - 1) \div Cell) * Cell \* PFC-6

\* With so much more a lane has passed its threshold.
Passes(l, size, t) == held[l] + Room(size) > t \* PFC-1

\* The headroom begins where the threshold was, or the lane stood, when its sender was to be paused.
LimitAfter(l, size, t) == \* PFC-6
    IF pausing[l] THEN limit[l] ELSE IF Passes(l, size, t) THEN Most(held[l], t) ELSE 0

Fits(l, size, t) == \* PFC-6
    (pausing[l] \/ Passes(l, size, t)) => held[l] + Room(size) <= LimitAfter(l, size, t) + Headroom

\* The buffer takes a frame, which waits, or finds no room.
TakeFrame(l, frame, t) == \* PFC-1 PFC-6
    LET stops == pausing[l] \/ Passes(l, frame.size, t)
        fits == Fits(l, frame.size, t)
    IN /\ pausing' = [pausing EXCEPT ![l] = stops]
       /\ owed' = [owed EXCEPT ![l] = @ \/ (stops /\ ~pausing[l])]
       /\ limit' = [limit EXCEPT ![l] = LimitAfter(l, frame.size, t)]
       /\ held' = [held EXCEPT ![l] = IF fits THEN @ + Room(frame.size) ELSE @]
       /\ waiting' = IF fits THEN [waiting EXCEPT ![l][frame.flow][frame.size] = @ + 1]
                     ELSE waiting
       /\ lost' = (lost \/ ~fits)

\* A frame counts.  The threshold is what the rest of the buffer leaves.
Admit(l, t) == \* PFC-1 PFC-6
    /\ onLink[l] # <<>>
    /\ Head(onLink[l]).due = 0
    /\ TakeFrame(l, Head(onLink[l]), t)
    /\ onLink' = [onLink EXCEPT ![l] = Tail(@)]
    /\ UNCHANGED <<untilRefresh, sender, pauses, waited>>

\* Where a flow's frames go on from a lane: to a link, or, where its way ends, nowhere.
Onward(l, f) ==
    LET i == CHOOSE i \in DOMAIN Flows[f] : Flows[f][i] = l
    IN IF i < Len(Flows[f]) THEN Flows[f][i + 1] ELSE 0

\* Room enough to let the sender go on.
Resumes(l, size, t) == pausing[l] /\ held[l] - Room(size) + Gap <= t \* PFC-1

\* A frame leaves the buffer, for the next link of its way or for its host.
Release(l, f, size, t) == \* PFC-1 PFC-4
    /\ waiting[l][f][size] > 0
    /\ IF Onward(l, f) = 0 THEN UNCHANGED <<busy, onLink>> ELSE Leaves(Onward(l, f), f, size)
    /\ waiting' = [waiting EXCEPT ![l][f][size] = @ - 1]
    /\ held' = [held EXCEPT ![l] = @ - Room(size)]
    /\ pausing' = [pausing EXCEPT ![l] = @ /\ ~Resumes(l, size, t)]
    /\ owed' = [owed EXCEPT ![l] = @ \/ Resumes(l, size, t)]
    /\ limit' = [limit EXCEPT ![l] = IF Resumes(l, size, t) THEN 0 ELSE @]
    /\ UNCHANGED <<untilRefresh, left, pauses, waited, lost>>

\* What a pause frame says: what holds when it leaves.
Says(l) == IF pausing[l] THEN Pause ELSE 0 \* PFC-2 PFC-3

\* A pause frame leaves: before all others, but for the one begun.
SendPause(l) == \* PFC-2
    /\ owed[l]
    /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due <= Cable
    /\ pauses' = [pauses EXCEPT ![l] = Joined(@, <<[time |-> Says(l), due |-> PauseFrame + Cable]>>)]
    /\ owed' = [owed EXCEPT ![l] = FALSE]
    /\ untilRefresh' = [untilRefresh EXCEPT ![l] = IF pausing[l] THEN RefreshAfter ELSE 0]
    /\ waited' = [waited EXCEPT ![l] = 0]
    /\ UNCHANGED <<held, pausing, limit, sender, waiting, onLink, lost>>

RefreshIsDue(l) == pausing[l] /\ ~owed[l] /\ untilRefresh[l] = 0 \* PFC-5

Refresh(l) == \* PFC-5
    /\ RefreshIsDue(l)
    /\ owed' = [owed EXCEPT ![l] = TRUE]
    /\ UNCHANGED <<held, pausing, limit, untilRefresh, sender, network>>

-----------------------------------------------------------------------------
\* What must happen before time goes on.
IsUrgent(l) ==
    \/ RefreshIsDue(l)
    \/ owed[l] /\ waited[l] = OwnFrame
    \/ onLink[l] # <<>> /\ Head(onLink[l]).due = 0
    \/ pauses[l] # <<>> /\ Head(pauses[l]).due = -Response

Down(n) == [l \in Lanes |-> Most(0, n[l] - 1)]
Nearer(messages) ==
    [l \in Lanes |-> [i \in DOMAIN messages[l] |->
        [messages[l][i] EXCEPT !.due = @ - 1]]]

\* One unit of time goes by, for all.
Elapse == \* PFC-3 PFC-5
    /\ \A l \in Lanes : ~IsUrgent(l)
    /\ left' = Down(left)
    /\ busy' = Down(busy)
    /\ untilRefresh' = Down(untilRefresh)
    /\ onLink' = Nearer(onLink)
    /\ pauses' = Nearer(pauses)
    /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + 1 ELSE 0]
    /\ UNCHANGED <<held, pausing, limit, owed, waiting, lost>>

Next ==
    \/ Elapse
    \/ \E f \in FlowNumbers, size \in Sizes : Begin(f, size)
    \/ \E l \in Lanes :
        \/ ReceivePause(l) \/ SendPause(l) \/ Refresh(l)
        \/ \E t \in Thresholds : Admit(l, t)
        \/ \E f \in FlowNumbers, size \in Sizes, t \in Thresholds : Release(l, f, size, t)

Safety == Init /\ [][Next]_vars

\* Time goes on, and with it what it brings.  A frame leaves its buffer in the end, if it may again
\* and again, whoever else wants the same link: strong fairness.  Sources begin frames or not.
Fairness ==
    /\ WF_vars(Elapse)
    /\ \A l \in Lanes :
        /\ WF_vars(ReceivePause(l)) /\ WF_vars(SendPause(l)) /\ WF_vars(Refresh(l))
        /\ WF_vars(\E t \in Thresholds : Admit(l, t))
        /\ \A f \in FlowNumbers, size \in Sizes : SF_vars(\E t \in Thresholds : Release(l, f, size, t))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* The headroom at which nothing is lost: all that can still begin after a lane has passed its
\* threshold, the link being full at that moment, until the pause is heeded; and the frame begun
\* just then.  Where a frame counts with its last bit, the frame that passes the threshold has left
\* the link already, and comes on top.  Each frame may fill its last cell badly.
LineTime == OwnFrame + PauseFrame + 2 * Cable + Response \* PFC-6
FramesAtMost == (LineTime + Least(Sizes) - 1) \div Least(Sizes) + (IF Counts = "LAST_BIT" THEN 2 ELSE 1)
Bound == \* PFC-6
    LineTime + (IF Counts = "LAST_BIT" THEN 2 ELSE 1) * LargestSize + FramesAtMost * (Cell - 1)

\* Invariants.

NoLossInv == ~lost \* PFC-6 RCM-7

\* Nothing passes the threshold by more than the bound, whatever the headroom is.
HeadroomInv == \A l \in Lanes : pausing[l] => held[l] <= limit[l] + Bound \* PFC-6

\* Nothing is written beyond the headroom that there is.
RoomInv == \A l \in Lanes : pausing[l] => held[l] <= limit[l] + Headroom \* PFC-6

\* What is held is what waits, in whole cells, and none larger than it needs.
RECURSIVE SumOver(_, _)
SumOver(S, value) ==
    IF S = {} THEN 0 ELSE LET one == CHOOSE x \in S : TRUE IN value[one] + SumOver(S \ {one}, value)
CellsOf(size) == Least({n \in 1 .. size : n * Cell >= size})
HeldInv == \* PFC-6
    \A l \in Lanes : held[l] = SumOver(FlowNumbers \X (1 .. LargestSize),
        [p \in FlowNumbers \X (1 .. LargestSize) |-> waiting[l][p[1]][p[2]] * CellsOf(p[2]) * Cell])

\* A lane whose sender may go on has passed no threshold, and has no headroom in use; once that has
\* been told, nothing is to be repeated.
ThresholdInv == \* PFC-1 PFC-5
    \A l \in Lanes : ~pausing[l] =>
        /\ held[l] <= Greatest(Thresholds) /\ limit[l] = 0
        /\ untilRefresh[l] > 0 => owed[l]

\* A lane is paused for having passed a threshold.
LimitInv == \* PFC-6
    \A l \in Lanes : pausing[l] => limit[l] >= Least(Thresholds) /\ limit[l] <= Greatest(Thresholds)

\* What time brings comes in time.
InTimeInv == \* PFC-2 PFC-3
    \A l \in Lanes :
        /\ waited[l] <= OwnFrame /\ (waited[l] > 0 => owed[l])
        /\ \A i \in DOMAIN onLink[l] : onLink[l][i].due >= 0
        /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due >= -Response /\ pauses[l][i].due <= PauseFrame + Cable
        /\ \A i, j \in DOMAIN pauses[l] : i < j => pauses[l][j].due - pauses[l][i].due >= PauseFrame

\* Frames do not meet on a link.
OneAtATimeInv == \* PFC-4
    \A l \in Lanes : \A i, j \in DOMAIN onLink[l] : i < j =>
        onLink[l][j].due - onLink[l][i].due >=
            (IF Counts = "LAST_BIT" THEN onLink[l][j].size ELSE onLink[l][i].size)

\* Lanes each of which waits for another one of them to let it go on: they wait for ever. Where turns
\* make no cycle, as in up-down routing, there are none: the last lane of a way waits for nobody.
WaitForEachOther(S) ==
    /\ S # {}
    /\ \A l \in S :
        /\ pausing[l] /\ left[l] > 0 /\ held[l] > 0
        /\ \A f \in FlowNumbers : waiting[l][f] # [size \in 1 .. LargestSize |-> 0] => Onward(l, f) \in S
NoDeadlockInv == \A S \in SUBSET Lanes : ~WaitForEachOther(S) \* PFC-8 FIND-12

-----------------------------------------------------------------------------
\* Action properties.

IsXon(p) == p.time = 0
Grows(l) == Len(pauses'[l]) > Len(pauses[l])
Heeds(l) == Len(pauses'[l]) < Len(pauses[l])

\* A pause is for a lane that passes a threshold with what comes.
XoffProp == \* PFC-1
    [][\A l \in Lanes : pausing'[l] /\ ~pausing[l] =>
        /\ onLink[l] # <<>> /\ Head(onLink[l]).due = 0
        /\ held[l] + CellsOf(Head(onLink[l]).size) * Cell > limit'[l]
        /\ limit'[l] \in Thresholds \cup {held[l]}]_vars

\* Who goes on has room, and the one who has room for any threshold goes on.
XonProp == \* PFC-1
    [][\A l \in Lanes :
        /\ pausing[l] /\ ~pausing'[l] => held'[l] < held[l] /\ held'[l] <= Greatest(Thresholds) - Gap
        /\ held'[l] < held[l] /\ held'[l] <= Least(Thresholds) - Gap => ~pausing'[l]]_vars

\* What changes is told, and nothing else but that a pause goes on.
ToldProp == \* PFC-1 PFC-5
    [][\A l \in Lanes :
        /\ pausing'[l] # pausing[l] => owed'[l]
        /\ owed'[l] /\ ~owed[l] =>
            pausing'[l] # pausing[l] \/ (pausing[l] /\ untilRefresh[l] = 0)
        /\ pausing[l] /\ pausing'[l] => limit'[l] = limit[l]]_vars

\* A pause frame says what holds as it leaves.
PauseFrameProp == \* PFC-2 PFC-3
    [][\A l \in Lanes :
        /\ owed[l] /\ ~owed'[l] => Grows(l)
        /\ Grows(l) =>
            LET p == pauses'[l][Len(pauses'[l])]
            IN /\ p = [time |-> IF pausing[l] THEN Pause ELSE 0, due |-> PauseFrame + Cable]
               /\ owed[l] /\ ~owed'[l]
               /\ untilRefresh'[l] = IF pausing[l] THEN RefreshAfter ELSE 0]_vars

\* A pause lasts from the arrival of its frame until it has run out, or the next one comes.
HeedsProp == \* PFC-3
    [][\A l \in Lanes :
        /\ Heeds(l) =>
            LET p == Head(pauses[l])
            IN /\ p.due <= 0
               /\ left'[l] = IF IsXon(p) \/ p.due < -Pause THEN 0 ELSE Pause + p.due
        /\ left'[l] # left[l] => Heeds(l) \/ left'[l] = left[l] - 1]_vars

\* Who is paused begins nothing; a link carries one frame at a time, and each to its end.
BeginsProp == \* PFC-4
    [][\A l \in Lanes :
        /\ Len(onLink'[l]) > Len(onLink[l]) =>
            /\ left[l] = 0 /\ busy[l] = 0
            /\ busy'[l] = onLink'[l][Len(onLink'[l])].size
        /\ busy'[l] < busy[l] => busy'[l] = busy[l] - 1
        /\ busy'[l] > busy[l] => Len(onLink'[l]) = Len(onLink[l]) + 1]_vars

\* A pause does not run out: it is repeated before, or ended by an XON.
PauseLastsProp == \* PFC-5
    [][\A l \in Lanes : left[l] > 0 /\ left'[l] = 0 =>
        \E i \in DOMAIN pauses[l] : IsXon(pauses[l][i])]_vars

\* A frame that leaves a buffer goes on along its way.
GoesOnProp ==
    [][\A l \in Lanes, f \in FlowNumbers :
        waiting'[l][f] # waiting[l][f] /\ held'[l] < held[l] =>
            \A i \in 1 .. Len(Flows[f]) - 1 : Flows[f][i] = l =>
                LET on == onLink'[Flows[f][i + 1]]
                IN /\ Len(on) = Len(onLink[Flows[f][i + 1]]) + 1
                   /\ on[Len(on)].flow = f
                   /\ waiting[l][f][on[Len(on)].size] = waiting'[l][f][on[Len(on)].size] + 1]_vars

\* A buffer takes what comes over its link, and nothing else.
ComesOverLinkProp ==
    [][\A l \in Lanes : held'[l] > held[l] => Len(onLink'[l]) = Len(onLink[l]) - 1]_vars

\* Time goes by for all at once.
TimeProp == \* PFC-3 PFC-5
    [][\A l, m \in Lanes :
        /\ busy'[l] < busy[l] =>
            /\ left'[m] = (IF left[m] > 0 THEN left[m] - 1 ELSE 0)
            /\ busy'[m] = (IF busy[m] > 0 THEN busy[m] - 1 ELSE 0)
            /\ untilRefresh'[m] = (IF untilRefresh[m] > 0 THEN untilRefresh[m] - 1 ELSE 0)
            /\ owed[m] => waited'[m] = waited[m] + 1
            /\ \A i \in DOMAIN onLink[m] : onLink'[m][i].due = onLink[m][i].due - 1
            /\ \A i \in DOMAIN pauses[m] : pauses'[m][i].due = pauses[m][i].due - 1]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* No lane is paused for ever, where there is no cycle of lanes that wait for each other.
PauseEndsProp == \A l \in Lanes : []<>~pausing[l] \* PFC-7 PFC-8

\* Every XOFF is followed by XON, or runs out.
GoesOnAgainProp == \A l \in Lanes : []<>(left[l] = 0) \* PFC-7 FIND-38
=============================================================================
