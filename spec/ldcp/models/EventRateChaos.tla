---------------------------- MODULE EventRateChaos ----------------------------
(***************************************************************************)
(* The sender of EventRate against a chaos peer: a receiver that answers   *)
(* requests before they come, late, twice or not at all, and sends CNPs    *)
(* without marks.                                                          *)
(*                                                                         *)
(* Models     LDCP-13                                                      *)
(* Messages   a response with the number that is out, with the last one    *)
(*            and with the next one; a CNP.                                *)
(* Position   a lying receiver, or anybody on the path.  Off the path the  *)
(*            numbers can be guessed, too: they are few.                   *)
(***************************************************************************)
EXTENDS EventRate

CONSTANTS
    Liar        \* TRUE; the receiver is not in the model

ASSUME EventRateChaosAssumption == Liar

\* A request in flight is answered or not.  No other one leaves with its number until then.
Inject(number) == \* LDCP-13
    /\ responses[number] = 0
    /\ responses' = [responses EXCEPT ![number] = 1]
    /\ requests' = [requests EXCEPT ![number] = 0]
    /\ UNCHANGED <<w, cnps, faults, marks, cuts>>

ChaosNext ==
    \/ Request
    \/ \E number \in Number : ReceiveResponse(number)
    \/ Timeout
    \/ ReceiveCnp
    \/ \E number \in Number : Inject(number)
    \/ \E k \in 1 .. Merge : Notify(k)
    \/ \E time \in Elapsed : Tick(time)

ChaosSafety == Init /\ [][ChaosNext]_vars

-----------------------------------------------------------------------------
\* A receiver that answers early gains no more than an alpha for each request of the sender.
OneRiseForARequestProp == \* LDCP-13
    [][w'.window > w.window =>
        w.out /\ ~w'.out /\ w'.number # w.number /\ w'.window - w.window <= Alpha]_vars

\* No answer has the round trip be shorter than without a queue: the rate is the window's in that time
\* at most.
RateIsBoundedInv == w.rate * BaseRtt <= w.window * RatePer \* LDCP-13
=============================================================================
