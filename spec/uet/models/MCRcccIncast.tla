---------------------------- MODULE MCRcccIncast ----------------------------
(***************************************************************************)
(* Values for the models of RcccIncast.                                    *)
(*                                                                         *)
(* The table: one sender, two and three; initial credit of none, of one    *)
(* and two octets; a window as small as it may be, and larger; packets of  *)
(* one octet and of two; a slice that carries less than the window, as     *)
(* much, and more.  Each of the formula's terms is 0 somewhere, and each   *)
(* varies while the others stand still.                                    *)
(***************************************************************************)
EXTENDS RcccIncast, Sequences, TLC

Case(senders, initial, window, mtu, slice) == [
    senders |-> senders, initial |-> initial, window |-> window, mtu |-> mtu, header |-> 0, slice |-> slice,
    buffer |-> window + (senders - 1) * initial]

MCTable == <<
    Case(1, 1, 1, 1, 1), Case(1, 2, 3, 2, 1), Case(2, 1, 1, 1, 1), Case(2, 1, 2, 1, 1), Case(2, 1, 3, 1, 2),
    Case(2, 2, 2, 1, 1), Case(2, 2, 3, 2, 2), Case(2, 0, 2, 1, 1), Case(3, 1, 1, 1, 1), Case(3, 1, 2, 2, 1),
    Case(2, 2, 4, 2, 1), Case(3, 1, 3, 1, 2), Case(3, 2, 2, 2, 1), Case(3, 2, 3, 1, 3)>>

Rows(places) == {MCTable[i] : i \in places}

\* The first nine are quick.
MCQuick == Rows(1 .. 9)

\* Four senders, and packets whose headers take from the credit as well; a packet of one is then one of two, so that the bound is not met
\* everywhere.
MCFour == {Case(4, 1, 2, 1, 1)}
MCHeaders == {[Case(2, 2, 3, 1, 2) EXCEPT !.header = 1], [Case(2, 3, 3, 2, 1) EXCEPT !.header = 1]}

\* Packets whose headers count, and whose size divides initial credit and window, so that the bound is met; one octet less.  The last one's
\* initial credit holds a packet of each size.
MCTightHeaders == <<
    [Case(2, 2, 2, 1, 1) EXCEPT !.header = 1], [Case(2, 2, 4, 1, 2) EXCEPT !.header = 1],
    [Case(3, 2, 2, 1, 2) EXCEPT !.header = 1], [Case(2, 3, 5, 2, 2) EXCEPT !.header = 1]>>
MCWithHeaders == {MCTightHeaders[i] : i \in {1, 2, 4}}
BelowWithHeaders(i) == {[MCTightHeaders[i] EXCEPT !.buffer = @ - 1]}
MCBelowHeaders1 == BelowWithHeaders(1)
MCBelowHeaders2 == BelowWithHeaders(2)
MCBelowHeaders3 == BelowWithHeaders(3)
MCBelowHeaders4 == BelowWithHeaders(4)

MCAll == Rows(DOMAIN MCTable) \cup {MCTightHeaders[i] : i \in DOMAIN MCTightHeaders}

MCPair == Rows({5})
MCPair1 == Rows({3})
MCPair1Twice == {[Case(2, 1, 1, 1, 1) EXCEPT !.buffer = 2 * @]}
MCPair2 == Rows({7})
MCLive == {[Case(2, 2, 2, 1, 1) EXCEPT !.buffer = 5], Case(2, 1, 1, 1, 1)}
MCRoomy == {[Case(2, 1, 2, 1, 1) EXCEPT !.buffer = @ + 3]}
MCInduction == Rows({2, 5, 7, 10}) \cup {MCTightHeaders[1]}
MCLeaves == Rows({3, 4})

\* Without its clock the receiver does no less than with it.
Untimed == INSTANCE RcccIncast WITH room <- case.slice, budget <- case.slice
ImplementsUntimedProp == Untimed!UntimedSpec        \* RCCC-10

\* A window that is larger than the initial credit, for one sender; and packets of one octet beside a larger MTU.
MCAlone == {Case(1, 2, 4, 1, 1)}
MCTwoMtus == {Case(1, 2, 2, 1, 1), Case(1, 2, 2, 2, 1)}

\* One octet less than the formula asks for, row by row.
Below(i) == {[MCTable[i] EXCEPT !.buffer = @ - 1]}
MCBelow1 == Below(1)
MCBelow2 == Below(2)
MCBelow3 == Below(3)
MCBelow4 == Below(4)
MCBelow5 == Below(5)
MCBelow6 == Below(6)
MCBelow7 == Below(7)
MCBelow8 == Below(8)
MCBelow9 == Below(9)
MCBelow10 == Below(10)
MCBelow11 == Below(11)
MCBelow12 == Below(12)
MCBelow13 == Below(13)
MCBelow14 == Below(14)

WithinWindow(S) == {[s \in Sender |-> IF s \in S THEN f[s] ELSE 0] : f \in [S -> 0 .. case.window]}

\* What the inductive invariant allows, reached or not.  The clock stands still: the invariant says nothing of it.
MCFromInvariant ==
    /\ case \in Cases
    /\ open \in {some \in SUBSET (1 .. case.senders + Spare) : Cardinality(some) <= case.senders}
    /\ closing \in SUBSET ((1 .. case.senders + Spare) \ open)
    /\ known \in SUBSET (open \cup closing)
    /\ unused \in WithinWindow(open)
    /\ queue \in WithinWindow(open)
    /\ SumOver(open, Beyond) <= case.window - case.initial      \* part of what follows; here it saves most of the enumeration
    /\ counted \in WithinWindow(known)
    /\ OutstandingInv
    /\ room = case.slice
    /\ budget = case.slice
    /\ lost = FALSE
=============================================================================
