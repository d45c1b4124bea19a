---------------------------- MODULE PauseWatchdog ----------------------------
(***************************************************************************)
(* A switch's watchdog over one lossless class of one port.  The far end   *)
(* of a link may ask for a pause again and again without need, a storm.    *)
(* Then nothing leaves the class ever again.  The watchdog polls the class *)
(* from time to time.  If a pause holds waiting frames up for too long, it *)
(* reports a storm, and the class goes on in spite of the pause.  Once no  *)
(* more pauses come, the storm is over, and the class heeds pauses again.  *)
(*                                                                         *)
(* Source     public material on SONiC's watchdog, not a source document   *)
(*            of the project: polls, detection, the two treatments and the *)
(*            end of a storm                                               *)
(* Models     PFC-10, and of PFC-3 and PFC-4 the rules of a paused port    *)
(* Leaves out the reasons for which a far end asks (PfcLossless).  Other   *)
(*            classes and other ports, which a storm reaches when buffers  *)
(*            fill.  A switch that stops pausing the senders of a storm's  *)
(*            class.  The time that a frame takes of the link.  A watchdog *)
(*            that only reports storms                                     *)
(* Unit       a time that divides polls and pauses                         *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
    Room,           \* frames that wait at most
    Pause,          \* length of an XOFF's pause
    Holds,          \* the longest that the far end holds waiting frames up; 0: a storm, without end
    PollTime,       \* time between two polls
    DetectPolls,    \* polls in a row that find the class stuck: then it is a storm
    RestorePolls,   \* polls in a row that find it quiet: then the storm is over
    Drops           \* whether frames of a storm's class are dropped, or leave in spite of the pause

ASSUME WatchdogAssumption ==
    /\ {Room, Pause, PollTime, DetectPolls, RestorePolls} \subseteq Nat \ {0}
    /\ Holds \in Nat /\ Drops \in BOOLEAN

VARIABLES
    left,           \* port: time for which it is paused still
    storming,       \* watchdog: whether a storm holds the class up
    polls,          \* watchdog: polls in a row that found it stuck, or in a storm quiet
    waiting,        \* port: frames that wait
    untilPoll,      \* watchdog: time until the next poll
    unbroken,       \* watchdog: whether the port has been paused since the last poll without a break
    waited,         \* watchdog: whether frames waited at the last poll
    came,           \* watchdog: whether an XOFF has come since the last poll
    still,          \* witness: time for which waiting frames have been held up, outside of storms
    calm,           \* witness: time since the last XOFF
    lost            \* witness: whether a frame has been dropped

watchdog == <<storming, polls>>
seen == <<unbroken, waited, came>>
history == <<still, calm, lost>>
vars == <<left, watchdog, waiting, untilPoll, seen, history>>

\* History counts as long as a claim may depend on it.
StillAtMost == (DetectPolls + 2) * PollTime
CalmAtMost == (RestorePolls + 2) * PollTime + Pause
UpTo(n, most) == IF n < most THEN n + 1 ELSE most

\* Polls in a row after which the watchdog changes its mind.
Wanted == IF storming THEN RestorePolls ELSE DetectPolls

TypeOK ==
    /\ left \in 0 .. Pause
    /\ storming \in BOOLEAN
    /\ polls \in 0 .. Wanted - 1
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

\* A frame arrives at the port.  In a storm it may be dropped, as others have been before.
Arrive == \* PFC-10
    /\ waiting < Room
    /\ waiting' = IF storming /\ Drops THEN waiting ELSE waiting + 1
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, history>>

\* In a storm frames leave in spite of the pause.  If they are dropped, none waits.
MayBegin == left = 0 \/ storming \* PFC-4 PFC-10

\* A frame leaves.
Begin == \* PFC-4
    /\ waiting > 0
    /\ MayBegin
    /\ waiting' = waiting - 1
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, history>>

\* A far end without fault holds waiting frames up no longer than Holds.
MayAsk == Holds = 0 \/ still + Pause <= Holds

\* A pause frame is heeded; one of no time ends the pause.
ReceivePause(time) == \* PFC-3
    /\ time # 0 => MayAsk
    /\ left' = time
    /\ unbroken' = (unbroken /\ time # 0)
    /\ came' = (came \/ time # 0)
    /\ still' = IF time # 0 THEN still ELSE 0
    /\ calm' = IF time # 0 THEN 0 ELSE calm
    /\ UNCHANGED <<watchdog, waiting, untilPoll, waited, lost>>

-----------------------------------------------------------------------------
\* The watchdog.

\* Frames that waited at the last poll have been held up since then.
IsStuck == unbroken /\ waited
IsQuiet == ~came /\ left = 0

Counts == IF storming THEN IsQuiet ELSE IsStuck
Turns == Counts /\ polls + 1 = Wanted
Finds == Turns /\ ~storming

\* The watchdog polls the class.
Poll == \* PFC-10
    /\ untilPoll = 0
    /\ storming' = (storming # Turns)
    /\ polls' = IF Counts /\ ~Turns THEN polls + 1 ELSE 0
    /\ waiting' = IF Finds /\ Drops THEN 0 ELSE waiting
    /\ lost' = (lost \/ (Finds /\ Drops))
    /\ still' = IF Finds THEN 0 ELSE still
    /\ unbroken' = (left > 0)
    /\ waited' = (waiting > 0)
    /\ came' = FALSE
    /\ untilPoll' = PollTime
    /\ UNCHANGED <<left, calm>>

-----------------------------------------------------------------------------
\* One unit of time passes.
Elapse == \* PFC-3
    /\ untilPoll > 0
    /\ untilPoll' = untilPoll - 1
    /\ left' = IF left > 0 THEN left - 1 ELSE 0
    /\ unbroken' = (unbroken /\ left > 1)
    /\ still' = IF left > 1 /\ waiting > 0 /\ ~storming THEN UpTo(still, StillAtMost) ELSE 0
    /\ calm' = UpTo(calm, CalmAtMost)
    /\ UNCHANGED <<watchdog, waiting, waited, came, lost>>

Next ==
    \/ Arrive \/ Begin \/ Poll \/ Elapse
    \/ \E time \in {0, Pause} : ReceivePause(time)

Safety == Init /\ [][Next]_vars

\* Time passes, and a due poll is made.  A frame leaves in the end if it may again and again: strong
\* fairness.  No far end has to send pause frames, and no source has to send frames.
Fairness == WF_vars(Elapse) /\ WF_vars(Poll) /\ SF_vars(Begin)

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* A storm is found in time: no frames are held up longer than one poll more than it takes.
FoundInTimeInv == still <= (DetectPolls + 1) * PollTime \* PFC-10

\* A storm is over in time: its polls begin once the last pause has run out and been polled.
OverInTimeInv == \* PFC-10
    storming => calm < RestorePolls * PollTime + (IF Pause > PollTime THEN Pause ELSE PollTime)

\* A far end that holds frames up no longer than it takes is taken for no storm, and nothing is lost.
NoFalseAlarmInv == ~storming /\ ~lost \* PFC-10

\* In a storm whose frames are dropped no frame waits.
NothingWaitsInv == storming /\ Drops => waiting = 0 \* PFC-10

-----------------------------------------------------------------------------
\* Action properties.

\* A storm has held frames up for as long as it takes.
LongEnoughProp == [][storming' /\ ~storming => still >= DetectPolls * PollTime]_vars \* PFC-10

\* A storm is over once no XOFF has come for as long as that takes, and not before.
QuietEnoughProp == [][storming /\ ~storming' => calm >= RestorePolls * PollTime]_vars \* PFC-10

\* And not while a pause lasts.
UnpausedProp == [][storming /\ ~storming' => left = 0]_vars \* PFC-10

\* Frames are lost in a storm alone, and only where it has them dropped.
LostProp == [][lost' /\ ~lost => Drops /\ storming']_vars \* PFC-10

\* A paused class begins no frame, but in a storm.
HeedsProp == [][waiting' < waiting /\ storming' = storming => left = 0 \/ storming]_vars \* PFC-4

\* Only polls find storms and end them.
PollsProp == [][storming' # storming => untilPoll' > untilPoll]_vars \* PFC-10

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* Waiting frames do not stand still for ever, however often the far end asks.
MovesProp == \A n \in 1 .. Room : []<>(waiting # n) \* PFC-10
=============================================================================
