--------------------------- MODULE PfcLosslessLog ---------------------------
(***************************************************************************)
(* Logs held against PfcLossless: one lossless class on one link, the port *)
(* that sends and the buffer at its other end.                             *)
(*                                                                         *)
(* Source     docs/eventlog.md, PfcLossless                                *)
(* Tells      after each event of the port for how long it is paused;      *)
(*            after each of the buffer all that it keeps                   *)
(* Sizes      Bytes are those of the frames that there are; a size is the  *)
(*            place of one there.  A byte takes the link for PerByte       *)
(* Time       picoseconds.  Elapse goes, before an event, as far as the    *)
(*            log's times are apart, and passes by nothing that must       *)
(*            happen within                                                *)
(* Latency    a frame counts up to so much after it has come: as long as   *)
(*            the switch takes to look at it, which differs from frame to  *)
(*            frame.  So one that has come may stay for a while            *)
(* Onward     where frames go from the buffer is another link's            *)
(***************************************************************************)
EXTENDS PfcLossless, EventLog

CONSTANTS
    Bytes,      \* the sizes of frames, in bytes
    PerByte,    \* what a byte takes of the link
    Latency     \* what a switch takes at most until a frame counts

\* The assumptions in words, for whoever has logged constants that break one.
\*   PfcAssumption: Gap is no larger than any threshold; PauseFrame and RefreshAfter are above 0, and PauseFrame is no larger than OwnFrame.
\*   RefreshAssumption: RefreshAfter, OwnFrame and Response together are less than Pause.

Lane == 1
LogFlows == <<<<Lane>>>>

\* The sizes of a lane of whose frames none has been told.
LogNoBytes == <<1>>
LogRoom(size) == Bytes[size]
LogTimeOf(size) == Bytes[size] * PerByte
LogLargestSize == Len(Bytes)

InBytes(time) == (time + PerByte - 1) \div PerByte
LogBound == InBytes(LineTime + Latency) + Greatest({Bytes[size] : size \in DOMAIN Bytes})

-----------------------------------------------------------------------------
\* What the module says of its own units, for these.

LogNoLossInv == Headroom >= Bound => NoLossInv

LogHeldInv ==
    held[Lane] = SumOver(Sizes, [size \in Sizes |-> waiting[Lane][1][size] * Bytes[size]])

LogXoffProp ==
    [][pausing'[Lane] /\ ~pausing[Lane] =>
        /\ onLink[Lane] # <<>> /\ Head(onLink[Lane]).due = 0
        /\ held[Lane] + Bytes[Head(onLink[Lane]).size] > limit'[Lane]
        /\ limit'[Lane] >= held[Lane]]_vars

LogHeedsProp ==
    [][Heeds(Lane) =>
        LET p == Head(pauses[Lane])
        IN left'[Lane] = IF IsXon(p) \/ p.due < -Pause THEN 0 ELSE Pause + p.due]_vars

LogBeginsProp ==
    [][Len(onLink'[Lane]) > Len(onLink[Lane]) => left[Lane] = 0 /\ busy[Lane] = 0]_vars

-----------------------------------------------------------------------------
\* Nothing that must happen before so much time has gone by.
MustNot(l, time) ==
    /\ ~owed[l] /\ pausing[l] => untilRefresh[l] >= time
    /\ owed[l] => waited[l] + time <= OwnFrame
    /\ \A i \in DOMAIN pauses[l] : pauses[l][i].due - time >= -Response

\* As many times Elapse as the log says.
LogElapse(e) ==
    LET time == e.in.time
    IN /\ \A l \in Lanes : MustNot(l, time)
       /\ left' = [l \in Lanes |-> Most(0, left[l] - time)]
       /\ busy' = [l \in Lanes |-> Most(0, busy[l] - time)]
       /\ untilRefresh' = [l \in Lanes |-> Most(0, untilRefresh[l] - time)]
       /\ onLink' = [l \in Lanes |-> [i \in DOMAIN onLink[l] |->
              [onLink[l][i] EXCEPT !.due = Most(0, @ - time)]]]
       /\ pauses' = [l \in Lanes |-> [i \in DOMAIN pauses[l] |->
              [pauses[l][i] EXCEPT !.due = @ - time]]]
       /\ waited' = [l \in Lanes |-> IF owed[l] THEN waited[l] + time ELSE 0]
       /\ UNCHANGED <<held, pausing, limit, owed, waiting, lost>>

ToldBuffer(e) ==
    /\ Told(e, "held", held'[Lane])
    /\ Told(e, "pausing", pausing'[Lane])
    /\ Told(e, "limit", limit'[Lane])
    /\ Told(e, "owed", owed'[Lane])
    /\ Told(e, "untilRefresh", untilRefresh'[Lane])

ToldPort(e) == Told(e, "left", left'[Lane])

LogBegin(e) ==
    /\ Begin(1, e.in.size)
    /\ ToldPort(e)

LogReceivePause(e) ==
    /\ ToldMsg(e, "time", Head(pauses[Lane]).time)
    /\ ToldMsg(e, "age", -Head(pauses[Lane]).due)
    /\ ReceivePause(Lane)
    /\ ToldPort(e)

LogAdmit(e) ==
    /\ ToldMsg(e, "size", Bytes[Head(onLink[Lane]).size])
    /\ Admit(Lane, e.in.t)
    /\ ToldBuffer(e)

LogRelease(e) ==
    /\ Release(Lane, 1, e.in.size, e.in.t)
    /\ ToldBuffer(e)

LogSendPause(e) ==
    /\ SendPause(Lane)
    /\ ToldMsg(e, "time", pauses'[Lane][Len(pauses'[Lane])].time)
    /\ ToldBuffer(e)

LogRefresh(e) ==
    /\ Refresh(Lane)
    /\ ToldBuffer(e)

LogNext(e) ==
    CASE e.do = "Begin" -> LogBegin(e)
      [] e.do = "ReceivePause" -> LogReceivePause(e)
      [] e.do = "Admit" -> LogAdmit(e)
      [] e.do = "Release" -> LogRelease(e)
      [] e.do = "SendPause" -> LogSendPause(e)
      [] e.do = "Refresh" -> LogRefresh(e)
      [] e.do = "Elapse" -> LogElapse(e)
      [] OTHER -> FALSE
=============================================================================
