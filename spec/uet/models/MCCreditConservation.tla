------------------------ MODULE MCCreditConservation ------------------------
(***************************************************************************)
(* Values for the models of CreditConservation.                            *)
(*                                                                         *)
(* Small numbers, chosen so that something can go wrong in each: a packet  *)
(* of 2 or 3 units against shares of 1 or 2 (credit must be saved up), a   *)
(* slice that the number of senders does not divide, a modulus that the    *)
(* totals run past, at the very bound at which the comparison is safe.     *)
(***************************************************************************)
EXTENDS CreditConservation

MCOneSender == <<"a">>
MCTwoSenders == <<"a", "b">>
MCThreeSenders == <<"a", "b", "c">>
MCOnePdc == <<"p">>
MCTwoPdcs == <<"p", "q">>

\* One sender: a message of a packet and a half; one of two and then a small one, for which it may come back;
\* a long one; two that run past a modulus of 8 together.
MCJobsThree == [a |-> [p |-> <<3>>]]
MCJobsTwo == [a |-> [p |-> <<2>>]]
MCJobsTwoThenOne == [a |-> [p |-> <<2, 1>>]]
MCJobsFour == [a |-> [p |-> <<4>>]]
MCJobsFive == [a |-> [p |-> <<5>>]]
MCJobsSix == [a |-> [p |-> <<6>>]]
MCJobsEight == [a |-> [p |-> <<8>>]]
MCJobsFiveThenFour == [a |-> [p |-> <<5, 4>>]]

\* One sender with two PDCs.
MCJobsTwoAndOne == [a |-> [p |-> <<2>>, q |-> <<1>>]]
MCJobsTwoAndTwo == [a |-> [p |-> <<2>>, q |-> <<2>>]]
MCJobsOneAndOne == [a |-> [p |-> <<1>>, q |-> <<1>>]]
MCJobsMessagesByTurns == [a |-> [p |-> <<2, 3>>, q |-> <<2>>]]

\* Two senders.
MCJobsOneEach == [a |-> [p |-> <<1>>], b |-> [p |-> <<1>>]]
MCJobsTwoEach == [a |-> [p |-> <<2>>], b |-> [p |-> <<2>>]]
MCJobsTwoToOne == [a |-> [p |-> <<2>>], b |-> [p |-> <<1>>]]
MCJobsThreeToOne == [a |-> [p |-> <<3>>], b |-> [p |-> <<1>>]]
MCJobsThreeEach == [a |-> [p |-> <<3>>], b |-> [p |-> <<3>>]]
MCJobsFiveToTwo == [a |-> [p |-> <<5>>], b |-> [p |-> <<2>>]]
MCJobsFourToOne == [a |-> [p |-> <<4>>], b |-> [p |-> <<1>>]]
MCJobsFourToTwo == [a |-> [p |-> <<4>>], b |-> [p |-> <<2>>]]
MCJobsFourEach == [a |-> [p |-> <<4>>], b |-> [p |-> <<4>>]]
MCJobsNineEach == [a |-> [p |-> <<9>>], b |-> [p |-> <<9>>]]

\* Three senders.
MCJobsOneEachOfThree == [a |-> [p |-> <<1>>], b |-> [p |-> <<1>>], c |-> [p |-> <<1>>]]
MCJobsTwoEachOfThree == [a |-> [p |-> <<2>>], b |-> [p |-> <<2>>], c |-> [p |-> <<2>>]]
MCJobsTwoTwoOne == [a |-> [p |-> <<2>>], b |-> [p |-> <<2>>], c |-> [p |-> <<1>>]]
MCJobsThreeThreeTwo == [a |-> [p |-> <<3>>], b |-> [p |-> <<3>>], c |-> [p |-> <<2>>]]
\* A network that trims packets, and loses nothing.
MCTrimsAlone == FALSE

=============================================================================
