--------------------------- MODULE RcTransportChaos ---------------------------
(***************************************************************************)
(* RcTransport against a peer that keeps to nothing.  In a model with one  *)
(* end the chaos peer replaces the other end and the network: its one      *)
(* action Inject(m) has the honest end receive m now.  It has no state and *)
(* no copies, and the network shows the messages that left last.  In the   *)
(* models with both ends a third party injects a bounded number of         *)
(* messages; each one counts as a message that the network repeats.        *)
(*                                                                         *)
(* Models     RC-2 RC-3 RC-4 RC-5 RC-6 RC-7 RC-8 RC-9 RC-10 RC-11 RC-13    *)
(*            RC-14 RC-16                                                  *)
(* Messages   each PSN of a small ring, so that each of a receiver's       *)
(*            comparisons has each outcome: expected, ahead, half of the   *)
(*            ring away, executed, acknowledged, out, never sent.  With    *)
(*            each PSN each packet of the work, so that op, first, last    *)
(*            and span are free of the PSN, and each kind of response.     *)
(*            Receivers look neither at the MSN nor at the data of a       *)
(*            response: one of each is enough, and full_chaos_requester    *)
(*            shows it with two                                            *)
(* Positions  of the attacker, at each claim.  OFF the path it guesses the *)
(*            PSN, and misses the window of 2^24.  ON the path it knows    *)
(*            all fields and can compute the ICRC, which has no key.  A    *)
(*            lying END is the peer itself.  A claim against an END holds  *)
(*            against all three, and one against ON holds against OFF      *)
(* Not        that a connection gets on under attack; that a message does  *)
(* claimed    no harm which an honest peer could have sent: see the        *)
(*            controls on these models                                     *)
(* Memory     counts modulo Laps, and its user keeps the packet that was   *)
(*            executed last: the peer goes on for ever                     *)
(***************************************************************************)
EXTENDS MCRcTransport

CONSTANTS
    Honest,     \* "REQUESTER" or "RESPONDER", all of the model but the peer; or "BOTH"
    Laps,       \* memory is told apart modulo this
    Injected,   \* requests, by their packets' numbers, that the peer sends
    Flags,      \* whether they ask for acknowledgments
    Answered,   \* kinds of responses that it sends
    Brought,    \* values that they bring
    Misses      \* whether it misses the window, being off the path

ASSUME RcTransportChaosAssumption ==
    /\ Honest \in {"REQUESTER", "RESPONDER", "BOTH"}
    /\ Laps \in Nat \ {0} /\ Injected \subseteq Numbers /\ Flags \subseteq BOOLEAN
    /\ Answered \subseteq Kinds /\ Brought \subseteq Nat /\ Misses \in BOOLEAN

MCChaosMessages == <<Ask("SEND", 2), Ask("WRITE_IMM", 2), Ask("WRITE_IMM", 1)>>
MCChaosAtomics == <<Ask("ATOMIC", 1), Ask("READ", 1)>>
MCChaosForbidden == <<Ask("READ", 1), Ask("WRITE", 2), Ask("READ", 2)>>
MCChaosPair == <<Ask("SEND", 1), Ask("READ", 2)>>
MCChaosAsks == <<Ask("SEND", 1), Ask("READ", 2), Ask("ATOMIC", 1)>>

\* The network shows the messages that left last.
ChaosJoined(messages, others) == others

\* The user's records.
ChaosRecorded(n) == <<n>>
ChaosWritten == (memory + 1) % Laps
ChaosIsOfUse == receives < Cardinality({n \in Numbers : NeedsReceive(n)})

ChaosRequests == [number : Injected, psn : Psns, ack : Flags, passed : {0}]
ChaosResponses ==
    [kind : Answered, psn : Psns, msn : {0}, place : {0}, value : Brought, passed : {0}]

InjectRequest(m) ==
    /\ TakeRequest(m)
    /\ UNCHANGED <<requester, asker, data, lost, lostAcks>>
InjectResponse(m) ==
    /\ TakeResponse(m)
    /\ UNCHANGED <<responder, answerer, data, acks, lost, lostAcks>>

\* A third party that misses guesses none of the PSNs that are out, nor the expected one.
IsMissed(psn) == Ahead(psn, Psn(acked)) >= sent - acked /\ psn # epsn

IsRequest(m) == "number" \in DOMAIN m
Inject(m) ==
    /\ IF Honest = "BOTH"
       THEN /\ repeated < Repeats
            /\ Misses => IsMissed(m.psn)
            /\ repeated' = repeated + 1
       ELSE repeated' = repeated
    /\ IF IsRequest(m)
       THEN HasRoomFor(Span(m.number)) /\ InjectRequest(m)
       ELSE InjectResponse(m)

-----------------------------------------------------------------------------
RequesterNext ==
    \/ Transmit \/ Timeout \/ RnrTimer
    \/ \E m \in ChaosResponses : Inject(m)

ResponderNext ==
    \/ PostReceive
    \/ \E m \in ChaosRequests : Inject(m)

PairNext ==
    \/ Transmit \/ Timeout \/ RnrTimer \/ PostReceive
    \/ \E i \in 1 .. MaxData : Receive(i, FALSE)
    \/ \E i \in 1 .. MaxAcks : ReceiveResponse(i, FALSE)
    \/ \E m \in ChaosRequests \cup ChaosResponses : Inject(m)

RequesterSpec == Init /\ [][RequesterNext]_vars
ResponderSpec == Init /\ [][ResponderNext]_vars

\* None for the third party.
PairSpec == Init /\ [][PairNext]_vars /\ Fairness

-----------------------------------------------------------------------------
(* Of the responder.                                                       *)

\* Each packet is taken: no state lacks a step for it.  Against an END.
ResponderTakesAllInv == \* RC-14
    \A m \in ChaosRequests : ENABLED Inject(m)

\* A step takes this packet.
Came(m) == Inject(m)
Widths == [n \in Numbers |-> IF Work[RequestOf[n]].op = "READ" THEN End[RequestOf[n]] - n + 1 ELSE 1]

\* Only the expected packet is executed, and moves on by as many PSNs as it takes.  END.
OnlyTheExpectedProp == \* RC-3
    [][epsn' # epsn =>
        \E m \in ChaosRequests :
            m.psn = epsn /\ epsn' = (epsn + Widths[m.number]) % Modulus /\ Came(m)]_vars

\* A packet that is not executed changes nothing except the two flags for gaps and refusals.  END.
NothingElseChangesProp == \* RC-3 RC-8 RC-16
    [][epsn' = epsn =>
        /\ UNCHANGED <<msn, saved, executed, memory>>
        /\ receives' # receives => receives' = receives + 1 /\ UNCHANGED <<silent, refused, acks>>]_vars

\* Nothing is acknowledged, and nothing answered, that has not been executed.  END.
AnswersTheExecutedProp == \* RC-4 RC-8 RC-9
    [][\A i \in DOMAIN acks' :
        acks'[i].kind \in {"ACK", "DATA", "ATOMIC"} =>
            (epsn' - acks'[i].psn) % Modulus \in 1 .. Modulus \div 2]_vars

\* Each NAK names the expected PSN.  END.
NamesTheExpectedProp == \* RC-6 RC-11 RC-16
    [][\A i \in DOMAIN acks' :
        acks'[i].kind \in {"NAK", "RNR", "REFUSED"} => acks'[i].psn = epsn']_vars

\* No receive is used that was not posted: each by one packet that needs it.  END.
CreditProp == \* RC-11
    [][receives' < receives =>
        /\ receives' = receives - 1 /\ epsn' = (epsn + 1) % Modulus
        /\ executed'[1] \in Uses]_vars
NoCreditNoMessageProp == \* RC-11
    [][receives = 0 /\ epsn' # epsn => executed'[1] \notin Uses]_vars

\* Nothing forbidden is executed or read.  END.
ForbiddenInv == \* RC-16
    /\ \A i \in DOMAIN executed : RequestOf[executed[i]] \notin Refused
    /\ \A i \in DOMAIN acks : acks[i].kind = "DATA" => RequestOf[acks[i].place] \notin Refused

\* A message goes on with a packet of its own kind, and ends before another one begins.  END.
Sends == {n \in Numbers : Work[RequestOf[n]].op = "SEND"}
Middle(n) == n # End[RequestOf[n]] /\ Work[RequestOf[n]].op # "READ"
FramedProp == \* RC-16
    [][epsn' # epsn =>
        LET now == executed'[1]
            goesOn == now # Begin[RequestOf[now]] /\ Work[RequestOf[now]].op # "READ"
        IN IF executed = <<>> THEN ~goesOn
           ELSE /\ goesOn <=> Middle(executed[1])
                /\ goesOn => (now \in Sends <=> executed[1] \in Sends)]_vars

\* If no message is open, a READ that is allowed is not refused, wherever it begins, nor is the
\* first packet of a message, with any PSN.  END.
RefusesForCauseInv == \* RC-9 RC-16
    \A m \in ChaosRequests :
        /\ ~refused
        /\ m.number = Begin[RequestOf[m.number]] \/ Work[RequestOf[m.number]].op = "READ"
        /\ RequestOf[m.number] \notin Refused
        /\ executed = <<>> \/ ~Middle(executed[1])
        => ~ENABLED (Inject(m) /\ refused')

\* After a refusal the responder is silent for ever.  END.
SilentForEverProp == \* RC-16
    [][refused => UNCHANGED <<epsn, msn, silent, refused, saved, executed, memory, acks>>]_vars

\* One NAK names a gap, until the missing packet has come; a NAK for a gap or for a missing
\* receive silences the responder.  END.
OneNakProp == \* RC-6
    [][/\ silent /\ epsn' = epsn => silent'
       /\ ~silent /\ silent' => acks' # <<>> /\ acks'[1].kind \in {"NAK", "RNR"}
       /\ silent /\ acks' # acks => \A i \in DOMAIN acks' : acks'[i].kind # "NAK"]_vars

\* The MSN counts a message with its last packet, and none twice.  END.
CountsMessagesProp == \* RC-5
    [][epsn' # epsn =>
        msn' = IF Middle(executed'[1]) THEN msn ELSE (msn + 1) % Modulus]_vars

\* A saved result is that of its ATOMIC, which is executed once; the table is bounded by TypeOK.  END.
SavedProp == \* RC-8 RC-10
    [][saved' # saved =>
        /\ epsn' # epsn /\ Work[RequestOf[executed'[1]]].op = "ATOMIC"
        /\ saved'[1] = [psn |-> epsn, value |-> memory]
        /\ memory' = (memory + 1) % Laps
        /\ Len(saved') = (IF Len(saved) < Saved THEN Len(saved) + 1 ELSE Saved)
        /\ \A i \in 2 .. Len(saved') : saved'[i] = saved[i - 1]]_vars
SavedIsAnsweredInv == \* RC-8
    \A i \in DOMAIN acks : acks[i].kind = "ATOMIC" =>
        \E j \in DOMAIN saved :
            /\ saved[j] = [psn |-> acks[i].psn, value |-> acks[i].value]
            /\ \A h \in 1 .. j - 1 : saved[h].psn # acks[i].psn

-----------------------------------------------------------------------------
(* Of the requester.                                                       *)

\* Each response is taken.  END.
RequesterTakesAllInv == \* RC-14
    \A m \in ChaosResponses : ENABLED Inject(m)

\* A response to nothing that is out changes nothing.  So an attacker OFF the path that misses
\* the window changes nothing, and neither does a lying END with PSNs of its own.
OutOfWindowProp == \* RC-2
    [][\A m \in ChaosResponses : (m.psn - FirstPsn - acked) % Modulus >= sent - acked => ~Came(m)]_vars

\* A READ or an ATOMIC completes with its own kind of answer, packet by packet, and in no other
\* way.  END.
OwnAnswerProp == \* RC-7 RC-9
    [][\A n \in Numbers :
        /\ acked <= n /\ n < acked' /\ Work[RequestOf[n]].op \in {"READ", "ATOMIC"}
        => \E m \in ChaosResponses :
            /\ m.psn = (FirstPsn + n) % Modulus
            /\ m.kind = IF Work[RequestOf[n]].op = "READ" THEN "DATA" ELSE "ATOMIC"
            /\ returned' \ returned = {[number |-> n, place |-> m.place, value |-> m.value]}
            /\ Came(m)]_vars

\* A packet asks for an acknowledgment by its place alone, and not by the responses so far.  END.
AsksEachProp == \* RC-4
    [][\A i \in DOMAIN data' :
        data'[i].ack = \E k \in Asked :
            \/ data'[i].number \in {End[k], acked + Window - 1}
            \/ \E j \in 1 .. Work[k].packets : data'[i].number = Begin[k] - 1 + j * AckEvery]_vars

\* Nothing is acknowledged that was not sent, nor taken back.  END.
AckedWasSentProp == \* RC-4
    [][acked <= acked' /\ acked' <= sent /\ returned \subseteq returned']_vars

\* An answer of the other kind than its request's changes nothing.  END.
OtherKindProp == \* RC-9
    [][\A m \in ChaosResponses :
        /\ m.kind \in {"DATA", "ATOMIC"}
        /\ \E n \in acked .. sent - 1 :
            /\ m.psn = (FirstPsn + n) % Modulus
            /\ \A o \in acked .. n : Work[RequestOf[o]].op \notin {"READ", "ATOMIC"} \/ o = n
            /\ Work[RequestOf[n]].op # (IF m.kind = "DATA" THEN "READ" ELSE "ATOMIC")
        => ~Came(m)]_vars

\* It fails for a refusal within the window, or for having tried too often.  END.
FailsForCauseProp == \* RC-13 RC-16
    [][state' # state =>
        \/ tries' > Retries \/ rnrs' > RnrRetries
        \/ \E m \in ChaosResponses : m.kind = "REFUSED" /\ Came(m)]_vars

\* Each user hears, in the end, of each request: once the third party stops, the transfer
\* completes or an error is reported.  ON.
\* EndsProp is the module's own.

\* A request that completes was executed.  OFF: a forged acknowledgment is as good as a true one.
CompletesTrulyInv == \* RC-4 FIND-36
    \A k \in Asked : told[k] = "DONE" => {n \in Begin[k] .. End[k] : n \notin Covered} = {}

\* A connection fails for losses only, and the network loses nothing.  OFF: a forged
\* NAK of the fatal kind is as good as a true one.
GoesOnInv == state = "READY" \* RC-13 RC-16 FIND-36

\* Nothing is sent twice while nothing is lost.  Not claimed of any attacker: a request that is
\* ahead of the expected PSN, as half of all PSNs are, draws a NAK.
NothingTwiceInv == tries = 0 \* RC-6 RC-7 FIND-36
=============================================================================
