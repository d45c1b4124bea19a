--------------------------- MODULE MCCccLifecycle ---------------------------
(***************************************************************************)
(* Model values of CccLifecycle.  Why these sizes: see each model's cfg.   *)
(***************************************************************************)
EXTENDS CccLifecycle

Ask(src, dst, job, class, mode, size) ==
    [src |-> src, dst |-> dst, job |-> job, class |-> class, mode |-> mode,
     size |-> size]

\* One key asked for twice.
MCOnePdc == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
             r2 |-> Ask("a", "b", 1, "low", "RUD", 1)]

\* One request.
MCOneRequest == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1)]

\* Two jobs of one flow: two PDCs on one CCC.
MCTwoJobs == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
              r2 |-> Ask("a", "b", 2, "low", "RUD", 1)]

MCTwoPdcs == [r1 |-> Ask("a", "b", 1, "low", "RUD", 2),
              r2 |-> Ask("a", "b", 2, "low", "RUD", 1)]

\* The first of them asks a second time.
MCTwoPdcsAgain == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
                   r2 |-> Ask("a", "b", 2, "low", "RUD", 1),
                   r3 |-> Ask("a", "b", 1, "low", "RUD", 1)]

\* Two delivery modes of one flow.
MCTwoModes == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
               r2 |-> Ask("a", "b", 1, "low", "ROD", 1)]

\* Two classes between the same endpoints.
MCTwoClasses == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
                 r2 |-> Ask("a", "b", 1, "high", "RUD", 1)]

\* MCTwoPdcs, and a third request that differs in the traffic class: another
\* CCC, so that the pools run out while it waits.
MCTwoFlows == [r1 |-> Ask("a", "b", 1, "low", "RUD", 2),
               r2 |-> Ask("a", "b", 2, "low", "RUD", 1),
               r3 |-> Ask("a", "b", 1, "high", "RUD", 1)]

\* The same with one packet each, and with two delivery modes in the place of two jobs.
MCTwoFlowsOnce == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
                   r2 |-> Ask("a", "b", 1, "low", "ROD", 1),
                   r3 |-> Ask("a", "b", 1, "high", "RUD", 1)]

\* MCTwoPdcsAgain, and a request in another class.
MCTwoFlowsAgain == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
                    r2 |-> Ask("a", "b", 2, "low", "RUD", 1),
                    r3 |-> Ask("a", "b", 1, "high", "RUD", 1),
                    r4 |-> Ask("a", "b", 1, "low", "RUD", 1)]

\* Two sources of one target.
MCTwoSources == [r1 |-> Ask("a", "c", 1, "low", "RUD", 1),
                 r2 |-> Ask("b", "c", 1, "low", "RUD", 1)]

\* One request each way: each endpoint is source and target at once.
MCBothWays == [r1 |-> Ask("a", "b", 1, "low", "RUD", 1),
               r2 |-> Ask("b", "a", 1, "low", "RUD", 1)]

\* Three requests one way, one of them for a PDC that may be there already,
\* and one the other way.
MCMany == [r1 |-> Ask("a", "b", 1, "low", "RUD", 2),
           r2 |-> Ask("a", "b", 1, "low", "ROD", 1),
           r3 |-> Ask("a", "b", 1, "low", "RUD", 1),
           r4 |-> Ask("b", "a", 1, "low", "RUD", 1)]

\* Links of unlike speed: 16 and 8 bits a picosecond.  With a base RTT of 2 ps
\* one BDP is 2 units by the slower link, MaxWnd 3, where the faster link alone
\* would give 4 and 6.
MCLinks == [a |-> 16, b |-> 8]

\* Three, of which the slower source has half of the window of the other.
MCThreeLinks == [a |-> 16, b |-> 8, c |-> 16]

\* Links that leave a remainder.  With a base RTT of 1 ps one BDP is 1 unit, and 1.5
\* of them are 2 by one division at the end: 1 by two, 3 if it is rounded up.
MCUnevenLinks == [a |-> 20, b |-> 11]

\* Links of which MaxWnd is almost one unit more: 45 sixteenths.  Who divides by 14 is beyond it.
MCLinksJustBelow == [a |-> 20, b |-> 15]
MCOneAndAHalf == <<3, 2>>
MCOne == <<1, 1>>
MCTwo == <<2, 1>>
=============================================================================
