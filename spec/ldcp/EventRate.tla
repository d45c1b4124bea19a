------------------------------ MODULE EventRate ------------------------------
(***************************************************************************)
(* The form of LDCP for a NIC that sends at a rate, and whose              *)
(* acknowledgments do not come packet by packet.  The NIC measures one     *)
(* round trip after another by requests of their own; each response adds   *)
(* alpha to a window, each congestion notification packet (CNP) takes      *)
(* beta, and the window divided by the round trip is the rate.             *)
(*                                                                         *)
(* Source     PFC-Free Low Delay Control Protocol, Internet-Draft, April   *)
(*            2021, section 3.2                                            *)
(* Models     LDCP-13 LDCP-19                                              *)
(* Leaves out packets: the rate is what the NIC is told, which packets are *)
(*            marked and when is open; when a receiver merges marks, and   *)
(*            how long it waits between two CNPs (RcmLoop); the first      *)
(*            round trip (FastStart); several flows                        *)
(* Units      windows in parts of a packet, One of which are a packet;     *)
(*            times are picoseconds at full size; a rate is the parts that *)
(*            may leave in RatePer                                         *)
(*                                                                         *)
(* The source numbers no requests.  Here they have numbers, so that a      *)
(* response which comes after its timeout, or twice, is known for what it  *)
(* is.  A number comes again when nothing with it is on its way any more.  *)
(***************************************************************************)
EXTENDS Integers, FixedPoint

CONSTANTS
    One,            \* sender: parts of a packet
    Alpha,          \* sender: alpha, in such parts
    Beta,           \* sender: beta, in such parts
    MinWindow,      \* sender: the least window, in such parts
    MaxWindow,      \* sender: the largest window, in such parts
    StartWindow,    \* sender: the window that a flow begins with
    BaseRtt,        \* sender: the round trip without a queue
    ResponseTime,   \* sender: how long it waits for a response
    RatePer,        \* sender: the time that a rate counts parts in
    Numbers,        \* sender: numbers that requests have, from 0 on, in turn
    Others,         \* sender: events that the NIC tells of beside
    Merge,          \* receiver: marked packets that a CNP may stand for
    Marks,          \* environment: packets that may come marked
    Faults,         \* environment: messages that may be lost, repeated, or later than ResponseTime
    Elapsed         \* environment: times that may pass

Least(a, b) == IF a < b THEN a ELSE b
Most(a, b) == IF a > b THEN a ELSE b

Number == 0 .. Numbers - 1

ASSUME EventRateAssumption ==
    /\ {Alpha, Beta} \subseteq 1 .. One \* LDCP-4
    /\ 0 < MinWindow /\ MinWindow < MaxWindow /\ StartWindow \in MinWindow .. MaxWindow
    /\ 0 < BaseRtt /\ BaseRtt < ResponseTime
    /\ ResponseTime <= MinWindow * RatePer \* so that no rate is 0
    /\ 2 <= Numbers
    /\ Others \subseteq {"ACK", "NACK", "SENT"} \* LDCP-19
    /\ 0 < Merge /\ {Marks, Faults} \subseteq Nat /\ Elapsed \subseteq Nat \ {0}

VARIABLES
    w,              \* sender: its window, see Window
    requests,       \* network: RTT requests on their way, of each number
    responses,      \* network: RTT responses on their way, of each number
    cnps,           \* network: CNPs on their way
    faults,         \* network: those so far
    marks,          \* whoever looks on: packets that have come marked
    cuts            \* whoever looks on: CNPs that have come

vars == <<w, requests, responses, cnps, faults, marks, cuts>>

Window == [
    window : Int,
    rtt : Nat,              \* the last round trip that was measured
    rate : Nat,             \* what the NIC is told to send
    number : Number,        \* of the request that is out, or of the next one
    out : BOOLEAN,          \* whether a request is out
    age : Nat]              \* how long it has been, up to ResponseTime

TypeOK ==
    /\ w \in Window
    /\ {requests, responses} \subseteq [Number -> Nat]
    /\ {cnps, faults, marks, cuts} \subseteq Nat

\* Parts in RatePer, rounded down: never more than the window in a round trip.
Rate(window, rtt) == MulDiv(window, RatePer, rtt) \* LDCP-13

Init ==
    /\ w = [window |-> StartWindow, rtt |-> BaseRtt, rate |-> Rate(StartWindow, BaseRtt),
            number |-> 0, out |-> FALSE, age |-> 0]
    /\ requests = [n \in Number |-> 0] /\ responses = [n \in Number |-> 0]
    /\ cnps = 0 /\ faults = 0 /\ marks = 0 /\ cuts = 0

OnWay(n) == requests[n] + responses[n]

-----------------------------------------------------------------------------
\* Sender: its window v, and what becomes of it.

\* Nothing lives so long in the network that its number comes again before it is gone.
IsFree(n) == OnWay(n) = 0

\* As a flow begins, and whenever no request is out, the next one leaves.
Request == \* LDCP-13
    /\ ~w.out
    /\ IsFree(w.number)
    /\ w' = [w EXCEPT !.out = TRUE]
    /\ requests' = [requests EXCEPT ![w.number] = @ + 1]
    /\ UNCHANGED <<responses, cnps, faults, marks, cuts>>

\* The rate goes with window and round trip, whichever of them changes.
Moved(v, window, rtt) == [v EXCEPT !.window = window, !.rtt = rtt, !.rate = Rate(window, rtt)] \* LDCP-13

\* The request that was out is so no more.
Over(v) == [v EXCEPT !.number = (@ + 1) % Numbers, !.out = FALSE, !.age = 0] \* LDCP-13

\* One that has not been shorter than without a queue.
Measured(v) == Most(BaseRtt, v.age) \* LDCP-13

\* A round trip has passed.
Answered(v) == Moved(Over(v), Least(MaxWindow, v.window + Alpha), Measured(v)) \* LDCP-13

\* A response to a request that has timed out, or that has had its response, tells nothing.
IsAnswer(v, number) == v.out /\ number = v.number \* LDCP-13

ReceiveResponse(number) == \* LDCP-13 LDCP-19
    /\ responses[number] > 0
    /\ w' = IF IsAnswer(w, number) THEN Answered(w) ELSE w
    /\ responses' = [responses EXCEPT ![number] = @ - 1]
    /\ UNCHANGED <<requests, cnps, faults, marks, cuts>>

\* Whether a round trip has passed nobody knows.
TimedOut(v) == Over(v) \* LDCP-13

Timeout == \* LDCP-13
    /\ w.out
    /\ w.age >= ResponseTime
    /\ w' = TimedOut(w)
    /\ UNCHANGED <<requests, responses, cnps, faults, marks, cuts>>

\* Each CNP that comes counts, whatever it stands for.
Cut(v) == Moved(v, Most(MinWindow, v.window - Beta), v.rtt) \* LDCP-13

ReceiveCnp == \* LDCP-13 LDCP-19
    /\ cnps > 0
    /\ w' = Cut(w)
    /\ cnps' = cnps - 1
    /\ cuts' = cuts + 1
    /\ UNCHANGED <<requests, responses, faults, marks>>

\* Of acknowledgments, NACKs and packets that have been sent the NIC tells, too.
Heard(v, event) == v \* LDCP-19

OtherEvent(event) == \* LDCP-19
    /\ event \in Others
    /\ w' = Heard(w, event)
    /\ UNCHANGED <<requests, responses, cnps, faults, marks, cuts>>

-----------------------------------------------------------------------------
\* Receiver.

\* The NIC of the receiver answers a request at once.
Respond(number) == \* LDCP-13
    /\ requests[number] > 0
    /\ requests' = [requests EXCEPT ![number] = @ - 1]
    /\ responses' = [responses EXCEPT ![number] = @ + 1]
    /\ UNCHANGED <<w, cnps, faults, marks, cuts>>

\* Of so many marked packets one CNP tells.
Notify(k) == \* LDCP-13 RCM-3
    /\ marks + k <= Marks
    /\ marks' = marks + k
    /\ cnps' = cnps + 1
    /\ UNCHANGED <<w, requests, responses, faults, cuts>>

-----------------------------------------------------------------------------
\* Network: Faults times it loses a message, carries it twice, or takes longer than ResponseTime.

Fails ==
    /\ faults < Faults
    /\ faults' = faults + 1
    /\ UNCHANGED <<w, marks, cuts>>

LoseRequest(number) ==
    /\ requests[number] > 0
    /\ Fails
    /\ requests' = [requests EXCEPT ![number] = @ - 1]
    /\ UNCHANGED <<responses, cnps>>

RepeatRequest(number) ==
    /\ requests[number] > 0
    /\ Fails
    /\ requests' = [requests EXCEPT ![number] = @ + 1]
    /\ UNCHANGED <<responses, cnps>>

LoseResponse(number) ==
    /\ responses[number] > 0
    /\ Fails
    /\ responses' = [responses EXCEPT ![number] = @ - 1]
    /\ UNCHANGED <<requests, cnps>>

RepeatResponse(number) ==
    /\ responses[number] > 0
    /\ Fails
    /\ responses' = [responses EXCEPT ![number] = @ + 1]
    /\ UNCHANGED <<requests, cnps>>

LoseCnp ==
    /\ cnps > 0
    /\ Fails
    /\ cnps' = cnps - 1
    /\ UNCHANGED <<requests, responses>>

RepeatCnp ==
    /\ cnps > 0
    /\ Fails
    /\ cnps' = cnps + 1
    /\ UNCHANGED <<requests, responses>>

\* Whether what was asked for is late by then.
IsLate(time) == w.out /\ w.age < ResponseTime /\ w.age + time >= ResponseTime /\ ~IsFree(w.number)

Tick(time) == \* LDCP-13
    /\ IsLate(time) => faults < Faults
    /\ faults' = IF IsLate(time) THEN faults + 1 ELSE faults
    /\ w' = IF w.out THEN [w EXCEPT !.age = Least(@ + time, ResponseTime)] ELSE w
    /\ UNCHANGED <<requests, responses, cnps, marks, cuts>>

-----------------------------------------------------------------------------
Next ==
    \/ Request
    \/ \E number \in Number : ReceiveResponse(number)
    \/ Timeout
    \/ ReceiveCnp
    \/ \E event \in {"ACK", "NACK", "SENT"} : OtherEvent(event)
    \/ \E number \in Number : Respond(number)
    \/ \E k \in 1 .. Merge : Notify(k)
    \/ \E number \in Number : LoseRequest(number)
    \/ \E number \in Number : RepeatRequest(number)
    \/ \E number \in Number : LoseResponse(number)
    \/ \E number \in Number : RepeatResponse(number)
    \/ LoseCnp
    \/ RepeatCnp
    \/ \E time \in Elapsed : Tick(time)

Safety == Init /\ [][Next]_vars

\* Weak fairness for the sender, the receiver's answers, what comes, and time.  None for marks, and
\* none for faults, of which there are only so many.
Fairness ==
    /\ WF_vars(Request) /\ WF_vars(Timeout) /\ WF_vars(ReceiveCnp)
    /\ \A number \in Number : WF_vars(Respond(number)) /\ WF_vars(ReceiveResponse(number))
    /\ \A time \in Elapsed : WF_vars(Tick(time))

Spec == Safety /\ Fairness

-----------------------------------------------------------------------------
\* Invariants.

\* The environment does no more than it may.
BoundsInv == faults <= Faults /\ marks <= Marks

\* The window has a least and a largest size.
WindowInv == MinWindow <= w.window /\ w.window <= MaxWindow \* LDCP-13

\* A round trip is not shorter than that without a queue, and not longer than the wait.
RttInv == BaseRtt <= w.rtt /\ w.rtt <= ResponseTime \* LDCP-13

\* The rate is the window over the round trip, rounded down, and never 0: in a round trip the
\* window leaves and no more, and with one part more in RatePer it would be more.
RateInv == \* LDCP-13
    /\ w.rate > 0
    /\ MulDivUp(w.rate, w.rtt, RatePer, 1) <= w.window
    /\ MulDivUp(w.rate + 1, w.rtt, RatePer, 1) > w.window

\* The wait is that of the request that is out.
AgeInv == w.age <= ResponseTime /\ (~w.out => w.age = 0) \* LDCP-13

\* Whoever has no request out may send one.
MayAskInv == ~w.out /\ IsFree(w.number) => ENABLED Request \* LDCP-13

\* No more CNPs than marks, but for those that the network makes.
CnpsInv == cuts + cnps <= marks + faults \* LDCP-13 RCM-3

\* Whatever comes: so many CNPs take so many betas at most.
StrengthInv == w.window >= StartWindow - Beta * cuts \* LDCP-13

\* Each mark takes beta.  Holds only where each mark has its CNP, and none is lost or repeated.
EachMarkCutsInv == cnps = 0 => cuts = marks \* LDCP-13 RCM-3 FIND-34

-----------------------------------------------------------------------------
\* Action properties.

Came(n) == responses'[n] < responses[n] /\ faults' = faults
Ends == w.out /\ ~w'.out
IsAnswered == Ends /\ Came(w.number)

\* A response to the request that is out ends it, and adds alpha, or what there is up to the
\* largest window.
AnswersProp == \* LDCP-13
    [][w.out /\ Came(w.number) =>
        /\ ~w'.out
        /\ \/ w'.window - w.window = Alpha
           \/ w'.window = MaxWindow /\ MaxWindow - w.window < Alpha]_vars

\* Nothing else has the window grow: no timeout, and no response that is late or repeated.
GrowsProp == [][w'.window > w.window => IsAnswered]_vars \* LDCP-13 LDCP-19

\* A response to no request that is out is taken, and changes nothing.
StaleProp == [][\A n \in Number : Came(n) /\ ~(w.out /\ n = w.number) => w' = w]_vars \* LDCP-13

\* A CNP takes beta, or what there is above the least window.
CutsProp == \* LDCP-13
    [][cuts' > cuts =>
        \/ w.window - w'.window = Beta
        \/ (w'.window = MinWindow /\ w.window - MinWindow < Beta)]_vars

\* Nothing else has it fall, and it falls for each CNP.
FallsProp == [][w'.window < w.window => cuts' = cuts + 1 /\ cnps' = cnps - 1]_vars \* LDCP-13 LDCP-19

\* The round trip is the time from a request to its response.
MeasuredProp == \* LDCP-13
    [][/\ w'.rtt # w.rtt => IsAnswered
       /\ IsAnswered => w'.rtt = w.age \/ (w'.rtt = BaseRtt /\ w.age < BaseRtt)]_vars

\* A request stays out until its response is there, or the wait is over.
EndsProp == [][Ends => IsAnswered \/ w.age >= ResponseTime]_vars \* LDCP-13

\* One request at a time leaves, with a number that nothing on its way has, and another than the last.
OneAtATimeProp == \* LDCP-13
    [][\A n \in Number : requests'[n] > requests[n] /\ faults' = faults =>
        ~w.out /\ w'.out /\ n = w'.number /\ requests[n] = 0 /\ responses[n] = 0]_vars
NumberProp == [][Ends => w'.number # w.number]_vars \* LDCP-13

\* Unless it fails, the network carries each message once, and no other: a request to its response,
\* and a response to its end.
CarriesProp == \* LDCP-13
    [][faults' = faults =>
        /\ \A n \in Number :
            /\ requests'[n] < requests[n] <=> responses'[n] > responses[n]
            /\ requests'[n] - requests[n] \in {-1, 0, 1} /\ responses'[n] - responses[n] \in {-1, 0, 1}
        /\ cnps' > cnps => marks' > marks /\ cnps' = cnps + 1
        /\ cnps' < cnps => cuts' > cuts]_vars

RECURSIVE Total(_, _)
Total(f, n) == IF n = 0 THEN 0 ELSE f[n - 1] + Total(f, n - 1)
Carried == Total(requests, Numbers) + Total(responses, Numbers) + cnps

\* A failure is one message less, or one more of those that there are; or that what was asked for
\* is not there as the wait is over.
FailsProp == \* LDCP-13
    [][faults' # faults =>
        /\ faults' = faults + 1
        /\ IF w' = w THEN Carried' - Carried \in {-1, 1}
           ELSE Carried' = Carried /\ w'.age = ResponseTime
        /\ \A n \in Number : (requests[n] = 0 => requests'[n] = 0) /\ (responses[n] = 0 => responses'[n] = 0)
        /\ cnps = 0 => cnps' = 0]_vars

\* Nothing but such a failure has the wait end while what was asked for is on its way.
LateProp == \* LDCP-13
    [][w.age < ResponseTime /\ w'.age >= ResponseTime /\ OnWay(w.number) > 0 => faults' > faults]_vars

-----------------------------------------------------------------------------
\* Liveness, under Spec.

\* When marks have come to their end, the window grows to its bound.
GrowsBackProp == <>[](w.window = MaxWindow) \* LDCP-13

\* Again and again a request is out, and each of them comes to its end.
AsksProp == []<>(w.out) \* LDCP-13
IsOverProp == w.out ~> ~w.out \* LDCP-13

\* Each CNP that is on its way comes, or is lost.
CnpsComeProp == []<>(cnps = 0) \* LDCP-13
=============================================================================
