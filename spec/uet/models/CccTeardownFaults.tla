-------------------------- MODULE CccTeardownFaults --------------------------
(***************************************************************************)
(* Faulty twins of single actions and operators of CccTeardown, and rules  *)
(* as published that the models refute.                                    *)
(***************************************************************************)
EXTENDS MCCccTeardown

\* FIND-26: as published, a PDC closes when its own work is done.
MayCloseAlways(s) == TRUE

\* FIND-26: as published, a PDC joins its flow's CCC as long as there is one.
MayOpenAlways(s) == TRUE

\* FIND-26: as many CCCs as PDCs.
ContextPoolOfPdcs == TargetPdcs

\* FIND-26: all that are done stay open while one of their CCC is not known.
MayCloseTogether(s) == InPhase(s, "CREATING") = {}

-----------------------------------------------------------------------------
\* The target frees its CCC with the first PDC of it that closes.
KeptByNobody(s, left) == FALSE

\* A Close is sent once.
RepeatCloseNever(s, n) == FALSE

\* What is sent again needs credit anew.
RetransmitOnCredit(s, n) ==
    /\ phase[s][n] = "CREATING" /\ n \in sent[s]
    /\ NoneIsUnderWay({"SYN", "ACK_CC"}, s, n)
    /\ spent[s] < credit[s]
    /\ spent' = [spent EXCEPT ![s] = @ + 1]
    /\ net' = With(s, n, Message("SYN"))
    /\ UNCHANGED <<phase, sent, credit, targetVars>>

\* The target takes in what it has no PDC for.
HasRoomAlways(s) == TRUE

\* The target wants a CCC for each PDC.
HasRoomForNew(s) == PdcsInUse < TargetPdcs /\ Cardinality(Contexts) < ContextPool

\* The source ends its PDC with the Close, and waits for nobody.
CloseAndEnd(s, n) ==
    /\ phase[s][n] = "ESTABLISHED"
    /\ MayClose(s)
    /\ phase' = [phase EXCEPT ![s][n] = "ENDED"]
    /\ IF Bound(s) = {n}
       THEN credit' = [credit EXCEPT ![s] = 0] /\ spent' = [spent EXCEPT ![s] = 0]
       ELSE UNCHANGED <<credit, spent>>
    /\ net' = With(s, n, Message("CLOSE"))
    /\ UNCHANGED <<sent, targetVars>>

\* The target keeps its count of a CCC of which it knows no PDC any more.
KeptForEver(s, left) == TRUE

\* The source's next CCC goes on with the credit of the last one.
EndWithCredit(s, n) ==
    /\ IsUnderWay("CLOSE_ACK", s, n)
    /\ phase' = [phase EXCEPT ![s][n] = "ENDED"]
    /\ net' = Without(s, n, "CLOSE_ACK")
    /\ UNCHANGED <<sent, credit, spent, targetVars>>

\* A first packet leaves whether there is credit or not.
TransmitWithoutCredit(s, n) ==
    /\ phase[s][n] = "CREATING" /\ sent[s] = 1 .. n - 1
    /\ sent' = [sent EXCEPT ![s] = @ \cup {n}]
    /\ spent' = [spent EXCEPT ![s] = @ + 1]
    /\ net' = With(s, n, Message("SYN"))
    /\ UNCHANGED <<phase, credit, targetVars>>

\* Credit is spent, and the packet waits for its timeout.
TransmitLater(s, n) ==
    /\ phase[s][n] = "CREATING" /\ sent[s] = 1 .. n - 1
    /\ spent[s] < credit[s]
    /\ sent' = [sent EXCEPT ![s] = @ \cup {n}]
    /\ spent' = [spent EXCEPT ![s] = @ + 1]
    /\ UNCHANGED <<phase, credit, targetVars, net>>

\* A PDC waits for the acknowledgment of a Close that it sends at its timeout only.
CloseLater(s, n) ==
    /\ phase[s][n] = "ESTABLISHED"
    /\ MayClose(s)
    /\ phase' = [phase EXCEPT ![s][n] = "CLOSE_ACK_WAIT"]
    /\ UNCHANGED <<sent, credit, spent, targetVars, net>>

\* A timeout that is too short: the packet is sent again while its answer comes.
RetransmitEarly(s, n) ==
    /\ phase[s][n] = "CREATING" /\ n \in sent[s]
    /\ ~ IsUnderWay("SYN", s, n)
    /\ net' = With(s, n, Message("SYN"))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* It asks before the credit is used up.
AskAhead(s, n) ==
    /\ phase[s][n] = "ESTABLISHED"
    /\ InPhase(s, "CREATING") \ sent[s] # {}
    /\ NoneIsUnderWay({"ASK", "ACK_CC"}, s, n)
    /\ net' = With(s, n, Message("ASK"))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* It asks although nobody waits for credit.
AskForNobody(s, n) ==
    /\ phase[s][n] = "ESTABLISHED"
    /\ spent[s] = credit[s]
    /\ NoneIsUnderWay({"ASK", "ACK_CC"}, s, n)
    /\ net' = With(s, n, Message("ASK"))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* An older total is taken as well as a newer one.
LearnOlder(s, n) ==
    /\ \E m \in net[s][n] :
        /\ m.type = "ACK_CC"
        /\ phase' = IF phase[s][n] = "CREATING" THEN [phase EXCEPT ![s][n] = "ESTABLISHED"] ELSE phase
        /\ credit' = IF n \in Bound(s) THEN [credit EXCEPT ![s] = m.total] ELSE credit
        /\ net' = [net EXCEPT ![s][n] = @ \ {m}]
    /\ UNCHANGED <<sent, spent, targetVars>>

\* A total is taken as a step.
LearnAdds(s, n) ==
    /\ \E m \in net[s][n] :
        /\ m.type = "ACK_CC"
        /\ phase' = IF phase[s][n] = "CREATING" THEN [phase EXCEPT ![s][n] = "ESTABLISHED"] ELSE phase
        /\ credit' = IF n \in Bound(s) /\ m.total > credit[s] THEN [credit EXCEPT ![s] = @ + m.total] ELSE credit
        /\ net' = [net EXCEPT ![s][n] = @ \ {m}]
    /\ UNCHANGED <<sent, spent, targetVars>>

\* A copy of a first packet counts as one more that came in.
ReceiveSynAgain(s, n) ==
    /\ IsUnderWay("SYN", s, n)
    /\ n \in known[s]
    /\ arrived[s] < Jobs[s]     \* else there is no end of it
    /\ arrived' = [arrived EXCEPT ![s] = @ + 1]
    /\ net' = InPlaceOf("SYN", s, n, Answered(granted[s]))
    /\ UNCHANGED <<known, granted, sourceVars>>

\* The target acknowledges a first packet that it refuses.
RefuseWithAck(s, n) ==
    /\ IsUnderWay("SYN", s, n)
    /\ n \notin known[s]
    /\ ~ HasRoom(s)
    /\ net' = InPlaceOf("SYN", s, n, Answered(InitialCredit))
    /\ UNCHANGED <<sourceVars, targetVars>>

\* The target refuses what it has room for.
RefuseEarly(s, n) ==
    /\ IsUnderWay("SYN", s, n)
    /\ n \notin known[s]
    /\ net' = Without(s, n, "SYN")
    /\ UNCHANGED <<sourceVars, targetVars>>

\* A PDC is taken in, and its source hears of it at a timeout only.
AdmitInSilence(s, n) ==
    /\ IsUnderWay("SYN", s, n)
    /\ n \notin known[s]
    /\ HasRoom(s)
    /\ known' = [known EXCEPT ![s] = @ \cup {n}]
    /\ granted' = IF known[s] = {} THEN [granted EXCEPT ![s] = InitialCredit] ELSE granted
    /\ arrived' = [arrived EXCEPT ![s] = @ + 1]
    /\ net' = Without(s, n, "SYN")
    /\ UNCHANGED sourceVars

\* The answer tells the credit as it was before.
AnswerBefore(s, n) ==
    /\ IsUnderWay("ASK", s, n)
    /\ IF n \in known[s]
       THEN /\ granted' = IF granted[s] - arrived[s] < Window THEN [granted EXCEPT ![s] = @ + 1] ELSE granted
            /\ net' = InPlaceOf("ASK", s, n, Answered(granted[s]))
       ELSE /\ net' = Without(s, n, "ASK")
            /\ UNCHANGED granted
    /\ UNCHANGED <<known, arrived, sourceVars>>

\* What a PDC asked for that has gone by now is not taken from the line.
AnswerTheKnown(s, n) ==
    /\ IsUnderWay("ASK", s, n)
    /\ n \in known[s]
    /\ granted' = IF granted[s] - arrived[s] < Window THEN [granted EXCEPT ![s] = @ + 1] ELSE granted
    /\ net' = InPlaceOf("ASK", s, n, Answered(granted'[s]))
    /\ UNCHANGED <<known, arrived, sourceVars>>

\* Whoever asks is given credit.
AnswerAlways(s, n) ==
    /\ IsUnderWay("ASK", s, n)
    /\ IF n \in known[s]
       THEN /\ granted' = [granted EXCEPT ![s] = @ + 1]
            /\ net' = InPlaceOf("ASK", s, n, Answered(granted'[s]))
       ELSE /\ net' = Without(s, n, "ASK")
            /\ UNCHANGED granted
    /\ UNCHANGED <<known, arrived, sourceVars>>

\* The target closes without a word.
ReceiveCloseInSilence(s, n) ==
    /\ IsUnderWay("CLOSE", s, n)
    /\ known' = [known EXCEPT ![s] = @ \ {n}]
    /\ IF Kept(s, known[s] \ {n})
       THEN UNCHANGED <<granted, arrived>>
       ELSE granted' = [granted EXCEPT ![s] = 0] /\ arrived' = [arrived EXCEPT ![s] = 0]
    /\ net' = Without(s, n, "CLOSE")
    /\ UNCHANGED sourceVars

\* What a CCC leaves behind where an implementation forgets to clear it: its credit, or what it has spent.
EndKeepsCredit(s, n) ==
    /\ IsUnderWay("CLOSE_ACK", s, n)
    /\ phase' = [phase EXCEPT ![s][n] = "ENDED"]
    /\ spent' = IF Bound(s) = {n} THEN [spent EXCEPT ![s] = 0] ELSE spent
    /\ net' = Without(s, n, "CLOSE_ACK")
    /\ UNCHANGED <<credit, sent, targetVars>>

EndKeepsSpent(s, n) ==
    /\ IsUnderWay("CLOSE_ACK", s, n)
    /\ phase' = [phase EXCEPT ![s][n] = "ENDED"]
    /\ credit' = IF Bound(s) = {n} THEN [credit EXCEPT ![s] = 0] ELSE credit
    /\ net' = Without(s, n, "CLOSE_ACK")
    /\ UNCHANGED <<spent, sent, targetVars>>

\* The same at the target: what it has issued, or what has come in.
ReceiveCloseKeepsGranted(s, n) ==
    /\ IsUnderWay("CLOSE", s, n)
    /\ known' = [known EXCEPT ![s] = @ \ {n}]
    /\ arrived' = IF Kept(s, known[s] \ {n}) THEN arrived ELSE [arrived EXCEPT ![s] = 0]
    /\ net' = InPlaceOf("CLOSE", s, n, Message("CLOSE_ACK"))
    /\ UNCHANGED <<granted, sourceVars>>

ReceiveCloseKeepsArrived(s, n) ==
    /\ IsUnderWay("CLOSE", s, n)
    /\ known' = [known EXCEPT ![s] = @ \ {n}]
    /\ granted' = IF Kept(s, known[s] \ {n}) THEN granted ELSE [granted EXCEPT ![s] = 0]
    /\ net' = InPlaceOf("CLOSE", s, n, Message("CLOSE_ACK"))
    /\ UNCHANGED <<arrived, sourceVars>>

=============================================================================
