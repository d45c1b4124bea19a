---------------------------- MODULE PauseWatchdog ----------------------------
(***************************************************************************)
(* A switch's watchdog over one lossless class of one port.  The far end   *)
(* of a link may ask for a pause again and again without need, a storm, so *)
(* that nothing leaves the class ever again.  The watchdog looks at the    *)
(* class from time to time, takes a pause that holds waiting frames up for *)
(* too long for a storm, lets the class go on in spite of it, and heeds    *)
(* pause frames again once none has come for some time.                    *)
(*                                                                         *)
(* Source     public material on SONiC's watchdog, not a source document   *)
(*            of the project: polls, detection, the two treatments and the *)
(*            end of a storm                                               *)
(* Models     PFC-10, and of PFC-3 and PFC-4 what a port does that is      *)
(*            paused                                                       *)
(* Leaves out why the far end asks (PfcLossless); other classes and other  *)
(*            ports, which a storm reaches when buffers fill; that a       *)
(*            switch stops pausing those who sent the frames of a storm's  *)
(*            class; how long a frame takes of the link; the watchdog that *)
(*            only tells of a storm                                        *)
(* Unit       a time of which polls and pauses are multiples               *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
    Room,           \* frames that wait at most
    Pause,          \* how long an XOFF pauses
    Holds,          \* the longest that the far end holds waiting frames up; 0: a storm, without end
    PollTime,       \* time between two polls
    DetectPolls,    \* polls in a row that find the class stuck: then it is a storm
    RestorePolls,   \* polls in a row without an XOFF: then the storm is over
    Drops           \* whether frames of a storm's class are dropped, or leave in spite of the pause

ASSUME WatchdogAssumption ==
    /\ {Room, Pause, PollTime, DetectPolls, RestorePolls} \subseteq Nat \ {0}
    /\ Holds \in Nat /\ Drops \in BOOLEAN

VARIABLES
    left,           \* port: time for which it is paused still
    storming,       \* watchdog: whether a storm holds the class up
    polls,          \* watchdog: polls in a row that found it stuck, or in a storm quiet
    waiting,        \* port: frames that wait
    untilPoll,      \* time until the next poll
    unbroken,       \* whether the port has been paused since the last poll without a break
    waited,         \* whether frames waited at the last poll
    came,           \* whether an XOFF has come since the last poll
    still,          \* history: for how long waiting frames have been held up, with no storm found
    calm,           \* history: for how long no XOFF has come
    lost            \* history: whether a frame has been dropped

watchdog == <<storming, polls>>
seen == <<unbroken, waited, came>>
history == <<still, calm, lost>>
vars == <<left, watchdog, waiting, untilPoll, seen, history>>

\* As long as anything may count: beyond that all is alike.
StillAtMost == (DetectPolls + 2) * PollTime
CalmAtMost == (RestorePolls + 2) * PollTime + Pause
Least(a, b) == IF a < b THEN a ELSE b

TypeOK ==
    /\ left \in 0 .. Pause
    /\ storming \in BOOLEAN
    /\ polls \in 0 .. (IF storming THEN RestorePolls ELSE DetectPolls) - 1
    /\ waiting \in 0 .. Room
    /\ untilPoll \in 0 .. PollTime
    /\ unbroken \in BOOLEAN /\ waited \in BOOLEAN /\ came \in BOOLEAN
    /\ still \in 0 .. StillAtMost /\ calm \in 0 .. CalmAtMost
    /\ lost \in BOOLEAN

Init ==
    /\ left = 0
    /\ storming = FALSE
    /\ polls = 0
    /\ waiting = 0
    /\ untilPoll = PollTime
    /\ unbroken = FALSE /\ waited = FALSE /\ came = FALSE
    /\ still = 0
    /\ calm = CalmAtMost
    /\ lost = FALSE

-----------------------------------------------------------------------------
\* The port.

\* A frame comes for the port.
Arrive == \* PFC-10
    /\ waiting < Room
    /\ waiting' = IF storming /\ Drops THEN waiting ELSE waiting + 1
    /\ lost' = (lost \/ (storming /\ Drops))
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, still, calm>>

MayBegin == left = 0 \/ (storming /\ ~Drops) \* PFC-4 PFC-10

\* A frame leaves.
Begin == \* PFC-4
    /\ waiting > 0
    /\ MayBegin
    /\ waiting' = waiting - 1
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, history>>

\* A far end that is no storm does not ask for more.
MayAsk == Holds = 0 \/ still + Pause <= Holds

\* A pause frame is heeded; one of no time ends the pause.
ReceivePause(time) == \* PFC-3
    /\ time > 0 => MayAsk
    /\ left' = time
    /\ unbroken' = (unbroken /\ time > 0)
    /\ came' = (came \/ time > 0)
    /\ still' = IF time > 0 THEN still ELSE 0
    /\ calm' = IF time > 0 THEN 0 ELSE calm
    /\ UNCHANGED <<watchdog, waiting, untilPoll, waited, lost>>

-----------------------------------------------------------------------------
\* The watchdog.

IsStuck == unbroken /\ waited /\ waiting > 0
IsQuiet == ~came /\ left = 0

\* What a poll comes to.
Counts == IF storming THEN IsQuiet ELSE IsStuck
Finds == ~storming /\ IsStuck /\ polls + 1 = DetectPolls
Restores == storming /\ IsQuiet /\ polls + 1 = RestorePolls

Poll == \* PFC-10
    /\ untilPoll = 0
    /\ storming' = (Finds \/ (storming /\ ~Restores))
    /\ polls' = IF Counts /\ ~Finds /\ ~Restores THEN polls + 1 ELSE 0
    /\ waiting' = IF Finds /\ Drops THEN 0 ELSE waiting
    /\ lost' = (lost \/ (Finds /\ Drops))
    /\ still' = IF Finds THEN 0 ELSE still
    /\ unbroken' = (left > 0)
    /\ waited' = (waiting > 0)
    /\ came' = FALSE
    /\ untilPoll' = PollTime
    /\ UNCHANGED <<left, calm>>

-----------------------------------------------------------------------------
\* One unit of time goes by.
Elapse == \* PFC-3
    /\ untilPoll > 0
    /\ untilPoll' = untilPoll - 1
    /\ left' = IF left > 0 THEN left - 1 ELSE 0
    /\ unbroken' = (unbroken /\ left > 1)
    /\ still' = IF left > 1 /\ waiting > 0 /\ ~storming THEN Least(still + 1, StillAtMost) ELSE 0
    /\ calm' = Least(calm + 1, CalmAtMost)
    /\ UNCHANGED <<watchdog, waiting, waited, came, lost>>

Next ==
    \/ Arrive \/ Begin \/ Poll \/ Elapse
    \/ \E time \in {0, Pause} : ReceivePause(time)

Safety == Init /\ [][Next]_vars

\* Time goes on, and a poll that is due is made.  A frame leaves in the end that may again and again.
\* Nobody has to ask for a pause, or to end one, or to bring a frame.
Fairness == WF_vars(Elapse) /\ WF_vars(Poll) /\ SF_vars(Begin)

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* A storm is found in time: no frames are held up longer than one poll more than it takes.
FoundInTimeInv == \* PFC-10
    still <= (DetectPolls + 1) * PollTime - (IF untilPoll = 0 THEN 0 ELSE 1)

\* A far end that holds frames up no longer than it takes is taken for no storm, and nothing is lost.
NoFalseAlarmInv == ~storming /\ ~lost \* PFC-10

\* In a storm whose frames are dropped nothing waits.
NothingWaitsInv == storming /\ Drops => waiting = 0 \* PFC-10

-----------------------------------------------------------------------------
\* Action properties.

\* What is found has held frames up for as long as it takes.
LongEnoughProp == [][storming' /\ ~storming => still >= DetectPolls * PollTime]_vars \* PFC-10

\* A storm is over once no XOFF has come for as long as that takes, and not before.
QuietEnoughProp == [][storming /\ ~storming' => calm >= RestorePolls * PollTime]_vars \* PFC-10

\* And not while a pause lasts that has come before.
UnpausedProp == [][storming /\ ~storming' => left = 0]_vars \* PFC-10

\* And in time: one poll after the last pause has run out, at most.
OverInTimeProp == \* PFC-10
    [][storming /\ untilPoll = 0 /\ untilPoll' > 0 /\ calm >= Pause + (RestorePolls + 1) * PollTime =>
        ~storming']_vars

\* Frames are lost in a storm alone, and only where they are to be.
LostProp == [][lost' /\ ~lost => Drops /\ storming']_vars \* PFC-10

\* Who is paused begins nothing, but in a storm that frames leave in spite of.
HeedsProp == \* PFC-4 PFC-10
    [][waiting' < waiting /\ ~(storming' /\ ~storming) => left = 0 \/ (storming /\ ~Drops)]_vars

\* Only a poll changes what the watchdog takes the class for.
PollsProp == [][storming' # storming => untilPoll = 0 /\ untilPoll' = PollTime]_vars \* PFC-10

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* Frames that wait do not stand still for ever, whatever the far end asks for.
MovesProp == \A n \in 1 .. Room : []<>(waiting # n) \* PFC-10
=============================================================================
