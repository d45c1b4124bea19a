------------------------------ MODULE MCRcmLoop ------------------------------
(***************************************************************************)
(* Model values of RcmLoop: which queue pairs belong together, and what    *)
(* each has to send.                                                       *)
(***************************************************************************)
EXTENDS RcmLoop

MCOne == <<2, 1>>
MCCrossed == <<4, 3, 2, 1>>

MCOnePacket == <<1, 0>>
MCTwoPackets == <<2, 0>>
MCThreePackets == <<3, 0>>
MCFourPackets == <<4, 0>>
MCOneEach == <<1, 1, 0, 0>>
MCTwoAndOne == <<2, 1, 0, 0>>
MCTwoEach == <<2, 2, 0, 0>>
=============================================================================
