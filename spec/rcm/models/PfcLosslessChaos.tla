---------------------------- MODULE PfcLosslessChaos ----------------------------
(***************************************************************************)
(* PfcLossless against a peer that keeps to nothing.  In a model with one  *)
(* end the chaos peer replaces the other end of each link: its one action  *)
(* Inject(m) has the honest end receive m now.  It has no state and no     *)
(* copies; messages of the honest end leave the model with the next unit   *)
(* of time.  In the model with both ends a third party on the link sends   *)
(* pause frames.                                                           *)
(*                                                                         *)
(* Models     PFC-1 PFC-2 PFC-3 PFC-4 PFC-5 PFC-6 PFC-7 RCM-7              *)
(* Messages   pause frames that ask for no time, for the least, and for    *)
(*            the longest; heeded at once and as late as may be, so that   *)
(*            one of them has run out by then.  Frames of each size, with  *)
(*            each threshold, whether or not the port is paused            *)
(* Positions  of the attacker: pause frames have an address that no bridge *)
(*            forwards, so that none comes from OFF the link.  ON the link *)
(*            any station sends them: they have no key.  A lying END is the*)
(*            station at the other end.  A claim against an END holds against all  *)
(* Not        that a port gets on which is paused again and again (the     *)
(* claimed    watchdog of PauseWatchdog ends that), nor that nothing is    *)
(*            lost where a port begins frames in spite of a pause: see the *)
(*            controls on these models                                     *)
(***************************************************************************)
EXTENDS MCPfcLossless

CONSTANTS
    Honest,     \* "PORT" or "BUFFER": all of the model but the peer; or "BOTH"
    Times       \* for which pause frames of the peer ask

ASSUME PfcLosslessChaosAssumption ==
    /\ Honest \in {"PORT", "BUFFER", "BOTH"}
    /\ Times \subseteq 0 .. Pause

MCTwoLinks == <<<<1>>, <<2>>>>

\* A message of an end leaves with the next unit of time.  Time waits for the end alone.
ChaosJoined(messages, others) == others
ChaosNearer(messages) == [l \in Lanes |-> <<>>]
ChaosIsUrgent(l) == RefreshIsDue(l) \/ (owed[l] /\ waited[l] = OwnFrame)

ChaosPauses == [lane : Lanes, time : Times, due : {-age : age \in {0, Response}}]
ChaosFrames ==
    {m \in [lane : Lanes, flow : FlowNumbers, size : Sizes, threshold : Thresholds] :
        m.lane = Flows[m.flow][1]}
ChaosMessages == IF Honest = "BUFFER" THEN ChaosFrames ELSE ChaosPauses

Inject(m) ==
    IF Honest = "BUFFER"
    THEN /\ TakeFrame(m.lane, [flow |-> m.flow, size |-> m.size], m.threshold)
         /\ UNCHANGED <<untilRefresh, sender, onLink, pauses, waited>>
    ELSE /\ TakePause(m.lane, [time |-> m.time, due |-> m.due])
         /\ UNCHANGED <<buffer, busy, network>>

-----------------------------------------------------------------------------
PortNext ==
    \/ Elapse
    \/ \E f \in FlowNumbers, size \in Sizes : Begin(f, size)
    \/ \E m \in ChaosMessages : Inject(m)

BufferNext ==
    \/ Elapse
    \/ \E l \in Lanes :
        \/ SendPause(l) \/ Refresh(l)
        \/ \E f \in FlowNumbers, size \in Sizes, t \in Thresholds : Release(l, f, size, t)
    \/ \E m \in ChaosMessages : Inject(m)

PairNext == Next \/ \E m \in ChaosMessages : Inject(m)

\* Time goes on.  No fairness for the peer.
PortSpec == Init /\ [][PortNext]_vars /\ WF_vars(Elapse)
BufferSpec == Init /\ [][BufferNext]_vars
PairSpec == Init /\ [][PairNext]_vars /\ Fairness

-----------------------------------------------------------------------------
(* Of either end.                                                          *)

\* Each message is taken: no state lacks a step for it.  Against an END.
TakesAllInv == \* PFC-3 PFC-6
    \A m \in ChaosMessages : ENABLED Inject(m)

\* A step takes this message.
Came(m) == Inject(m)

\* A message changes the lane of its own link, and no other one.  END.
OwnLaneProp == \* PFC-3 PFC-6
    [][\A l, k \in Lanes :
        /\ l # k
        /\ \/ held'[l] # held[l]
           \/ left'[l] > left[l]
        => /\ <<held[k], pausing[k], limit[k], owed[k]>>' = <<held[k], pausing[k], limit[k], owed[k]>>
           /\ left'[k] = left[k]]_vars

(* Of the port.                                                            *)

\* A pause lasts as long as its last frame asks for, from that frame's arrival on: one of no time,
\* or one that has run out, lets the port go on at once.  END.
LastsAsAskedInv == \* PFC-3 PFC-7
    \A m \in ChaosPauses :
        ~ENABLED (/\ Inject(m)
                  /\ left'[m.lane] # (IF m.time + m.due > 0 THEN m.time + m.due ELSE 0))

\* Else a pause gets shorter by as much as time goes by.  END.
EndsProp == \* PFC-3
    [][\A l \in Lanes : left'[l] < left[l] =>
        \/ left'[l] = left[l] - 1
        \/ \E m \in ChaosMessages :
            m.lane = l /\ left'[l] = (IF m.time + m.due > 0 THEN m.time + m.due ELSE 0) /\ Came(m)]_vars

\* The port goes on once the peer has stopped, however many frames it has sent.  END.
GoesOnOnceTheyStopProp == \* PFC-7
    <>[][left' \in [Lanes -> 0 .. Pause] /\ \A l \in Lanes : left'[l] <= left[l]]_vars
        => \A l \in Lanes : []<>(left[l] = 0)

(* Of the buffer.                                                          *)

\* A frame is dropped if the headroom is used up, and changes nothing then.  END.
DroppedBeyondProp == \* PFC-6
    [][/\ lost' /\ ~lost =>
            /\ held' = held /\ waiting' = waiting
            /\ \E m \in ChaosFrames :
                /\ pausing'[m.lane]
                /\ held[m.lane] + CellsOf(m.size) * Cell > limit'[m.lane] + Headroom
                /\ Came(m)
       /\ lost => lost']_vars

\* A frame that fits is kept, once.  END.
KeptProp == \* PFC-6
    [][\A l \in Lanes : held'[l] > held[l] =>
        \E m \in ChaosFrames :
            /\ m.lane = l
            /\ held'[l] = held[l] + CellsOf(m.size) * Cell
            /\ waiting' = [waiting EXCEPT ![l][m.flow][m.size] = @ + 1]]_vars

\* A lane asks for a pause if a frame passes the threshold of that moment.  END.
PausesForCauseProp == \* PFC-1
    [][\A l \in Lanes : pausing'[l] /\ ~pausing[l] =>
        \E m \in ChaosFrames :
            /\ m.lane = l
            /\ held[l] + CellsOf(m.size) * Cell > m.threshold
            /\ limit'[l] = (IF held[l] > m.threshold THEN held[l] ELSE m.threshold)
            /\ Came(m)]_vars

\* However it is flooded, a lane asks for a pause once, and again when that must be repeated.  END.
AsksOnceProp == \* PFC-1 PFC-2 PFC-5
    [][\A l \in Lanes :
        /\ pausing'[l] # pausing[l] => owed'[l]
        /\ owed'[l] /\ ~owed[l] => pausing'[l] # pausing[l] \/ (pausing[l] /\ untilRefresh[l] = 0)
        /\ owed[l] /\ ~owed'[l] =>
            pauses'[l] = <<[time |-> IF pausing[l] THEN Pause ELSE 0, due |-> PauseFrame + Cable]>>]_vars
=================================================================================
