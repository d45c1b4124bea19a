------------------------- MODULE PauseWatchdogFaults -------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of PauseWatchdog.          *)
(***************************************************************************)
EXTENDS MCPauseWatchdog

\* A watchdog that finds nothing.
IsStuckNever == FALSE

\* A watchdog that changes its mind one poll early.
TurnsEarly == Counts /\ polls + 2 >= Wanted

\* A watchdog that finds a storm one poll late.
WantedLate == IF storming THEN RestorePolls ELSE DetectPolls + 1

\* A storm that is over one poll late.
WantedLong == IF storming THEN RestorePolls + 1 ELSE DetectPolls

\* A watchdog that looks at the port at polls alone: pauses that end in between count.
IsStuckNow == left > 0 /\ waited

\* A watchdog that counts frames as held up that came a moment ago.
IsStuckUnwaited == unbroken /\ waiting > 0

\* A watchdog that takes a pause of an empty class for a storm.
IsStuckEmpty == unbroken

\* A watchdog that wants an XOFF between any two polls, and polls more often than a storm repeats it.
IsStuckIfTold == unbroken /\ waited /\ came

\* A watchdog that ends a storm without a look at the far end.
IsQuietAnyway == TRUE

\* A watchdog that counts XOFFs alone, though the last pause lasts for many polls.
IsQuietUntold == ~came

\* A watchdog that takes a port for quiet that is not paused at the poll.
IsQuietUnpaused == left = 0

\* A watchdog that never takes a port for quiet.
IsQuietNever == FALSE

\* A port that sends on in a pause.
MayBeginAnyway == TRUE

\* A port that heeds the pause in a storm.
MayBeginUnpaused == left = 0

\* A port that keeps the frames that arrive in a storm.
ArriveKeeps ==
    /\ waiting < Room
    /\ waiting' = waiting + 1
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, history>>

\* A port that drops frames because it is paused.
ArriveDropsPaused ==
    /\ waiting < Room
    /\ waiting' = IF left > 0 THEN waiting ELSE waiting + 1
    /\ lost' = (lost \/ left > 0)
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, still, calm>>

\* A port that drops the frames of a storm, though they may leave.
ArriveDrops ==
    /\ waiting < Room
    /\ waiting' = IF storming THEN waiting ELSE waiting + 1
    /\ lost' = (lost \/ storming)
    /\ UNCHANGED <<left, watchdog, untilPoll, seen, still, calm>>

\* A watchdog that drops the frames that arrive, and keeps those that wait.
PollKeeps ==
    /\ untilPoll = 0
    /\ storming' = (storming # Turns)
    /\ polls' = IF Counts /\ ~Turns THEN polls + 1 ELSE 0
    /\ still' = IF Finds THEN 0 ELSE still
    /\ unbroken' = (left > 0)
    /\ waited' = (waiting > 0)
    /\ came' = FALSE
    /\ untilPoll' = PollTime
    /\ UNCHANGED <<left, waiting, calm, lost>>

\* A port that takes an XON for the end of a storm.
ReceivePauseRestores(time) ==
    /\ time # 0 => MayAsk
    /\ left' = time
    /\ storming' = (storming /\ time # 0)
    /\ polls' = IF storming /\ time = 0 THEN 0 ELSE polls
    /\ unbroken' = (unbroken /\ time # 0)
    /\ came' = (came \/ time # 0)
    /\ still' = IF time # 0 THEN still ELSE 0
    /\ calm' = IF time # 0 THEN 0 ELSE calm
    /\ UNCHANGED <<waiting, untilPoll, waited, lost>>
=============================================================================
