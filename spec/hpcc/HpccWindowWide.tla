--------------------------- MODULE HpccWindowWide ---------------------------
(***************************************************************************)
(* Claims of HpccWindow of which products do not fit TLC's integers at     *)
(* full size: the same ones, counted in the digits of Wide.  Logs are held *)
(* against them, and the model of full size.                               *)
(***************************************************************************)
EXTENDS HpccWindow

Big == INSTANCE Wide

Twofold(a, b) == Big!Product(Big!Of(a), Big!Of(b))
Share == Least(told'.tau, T)

WideClockedProp == \* HPCC-5 HPCC-21
    [][Sends =>
        /\ Big!Less(Twofold(InFlight(s') - 1, Size), Big!Of(s.w))
        /\ Big!NoMore(Twofold(T, Size), Twofold(s.sinceSent, s.w))
        /\ s'.sinceSent = 0]_vars
WideFitsProp == \* HPCC-5
    [][Sends => Big!NoMore(Twofold(InFlight(s'), Size), Big!Of(s.w)) \/ (Bounded /\ InFlight(s') = 1)]_vars
WideLineRateProp == \* HPCC-5 HPCC-19
    [][Sends /\ Bounded => Big!NoMore(Twofold(T, Size), Twofold(s.sinceSent, WInit))]_vars
WideEstimateProp == \* HPCC-2
    [][Heard =>
        LET sum == Big!Plus(Twofold(T - Share, c.u), Twofold(Share, Least(told'.u, MaxU)))
        IN Big!NoMore(Twofold(T, c'.u), sum) /\ Big!Less(sum, Twofold(T, c'.u + 1))]_vars
WideTargetProp == \* HPCC-3 HPCC-4 HPCC-20
    [][Gives /\ ByTarget /\ Given # None =>
        LET step(w) == Twofold(Most(0, w), c'.u)
        IN /\ Given > MinW => Big!NoMore(step(Given - Added), Twofold(c.wc, Eta))
           /\ Given < WInit => Big!Less(Twofold(c.wc, Eta), step(Given - Added + 1))]_vars
=============================================================================
