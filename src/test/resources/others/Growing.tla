---- MODULE Growing ----
\* Style: an unbounded specification made finite by the configuration: CONSTRAINT,
\* ACTION_CONSTRAINT and VIEW.
EXTENDS Naturals, Sequences

VARIABLES queue, sent, noise
vars == <<queue, sent, noise>>

Init == queue = <<>> /\ sent = 0 /\ noise = 0
Send == /\ queue' = Append(queue, sent % 2)
        /\ sent' = sent + 1
        /\ UNCHANGED noise
Receive == /\ queue # <<>>
           /\ queue' = Tail(queue)
           /\ UNCHANGED <<sent, noise>>
Hum == noise' = 1 - noise /\ UNCHANGED <<queue, sent>>
Next == Send \/ Receive \/ Hum
Spec == Init /\ [][Next]_vars /\ WF_vars(Receive)

Short == Len(queue) <= 2 /\ sent <= 5
NoHum == noise' = noise
Few == sent' <= 5
Quiet == <<queue, sent>>
ShortQueue == Len(queue) <= 3
NotTwoOnes == queue # <<1, 0>>
Drained == []<>(queue = <<>>)
Emptied == sent = 5 ~> queue = <<>>
====
