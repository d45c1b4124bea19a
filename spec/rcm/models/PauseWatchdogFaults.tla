------------------------- MODULE PauseWatchdogFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of PauseWatchdog.          *)
(***************************************************************************)
EXTENDS MCPauseWatchdog

\* Who watches and finds nothing.
IsStuckNever == FALSE

\* Who finds a storm one poll early.
FindsEarly == ~storming /\ IsStuck

\* Who finds a storm one poll late.
FindsLate == ~storming /\ IsStuck /\ polls = DetectPolls

\* Who asks at each poll whether the port is paused then, not whether it has been all the time.
IsStuckNow == left > 0 /\ waited /\ waiting > 0

\* Who takes frames for held up that came a moment ago.
IsStuckUnwaited == unbroken /\ waiting > 0

\* Who takes a pause of an empty class for a storm.
IsStuckEmpty == unbroken

\* Who wants an XOFF between any two polls, and polls more often than a storm has to repeat it.
IsStuckIfTold == unbroken /\ waited /\ waiting > 0 /\ came

\* Who ends a storm without asking whether XOFFs come.
IsQuietAnyway == TRUE

\* Who asks for XOFFs alone, though the last one lasts for many polls.
IsQuietUntold == ~came

\* Who takes a storm for over as soon as its port is not paused.
IsQuietUnpaused == left = 0

\* Who never takes a storm for over.
RestoresNever == FALSE

\* Who ends a storm one poll early.
RestoresEarly == storming /\ IsQuiet

\* A port that is told to pause, and sends on.
MayBeginAnyway == TRUE

\* A port that heeds the pause in a storm that frames are to leave in spite of.
MayBeginUnpaused == left = 0

\* Who keeps the frames that come in a storm.
ArriveKeeps ==
    /\ waiting < Room
    /\ waiting' = waiting + 1
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, history>>

\* Who drops the frames that come in a storm, though they could leave.
ArriveDrops ==
    /\ waiting < Room
    /\ waiting' = IF storming THEN waiting ELSE waiting + 1
    /\ lost' = (lost \/ storming)
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, still, calm>>

\* Who drops the frames that come, and keeps those that wait.
PollKeeps ==
    /\ untilPoll = 0
    /\ storming' = (Finds \/ (storming /\ ~Restores))
    /\ polls' = IF Counts /\ ~Finds /\ ~Restores THEN polls + 1 ELSE 0
    /\ still' = IF Finds THEN 0 ELSE still
    /\ unbroken' = (left > 0)
    /\ waited' = (waiting > 0)
    /\ came' = FALSE
    /\ untilPoll' = PollTime
    /\ UNCHANGED <<left, waiting, calm, lost>>

\* Who takes an XON for the end of a storm.
ReceivePauseRestores(time) ==
    /\ time > 0 => MayAsk
    /\ left' = time
    /\ storming' = (storming /\ time > 0)
    /\ polls' = IF storming /\ time = 0 THEN 0 ELSE polls
    /\ unbroken' = (unbroken /\ time > 0)
    /\ came' = (came \/ time > 0)
    /\ still' = IF time > 0 THEN still ELSE 0
    /\ calm' = IF time > 0 THEN 0 ELSE calm
    /\ UNCHANGED <<waiting, untilPoll, waited, lost>>
=============================================================================
