------------------------------ MODULE Wrapping ------------------------------
(***************************************************************************)
(* Counters that wrap: what the wire shows of a total, and how far apart   *)
(* two of them are read to be.                                             *)
(*                                                                         *)
(* A total only grows; the wire carries it modulo some number (2^24 for    *)
(* the credit of an ACK_CC).  The reader compares serially: up to half the *)
(* modulus ahead is progress, anything else is old.                        *)
(*                                                                         *)
(* The reading is right as long as no total lies half the modulus or more  *)
(* ahead of the reader, and none more than half the modulus behind it.     *)
(* Both bounds are exact: one unit beyond either, a reading is wrong.      *)
(* TLC checks that below for every modulus up to 9.                        *)
(***************************************************************************)
EXTENDS Integers

\* What the wire shows of a total.
Wire(total, modulus) == total % modulus

\* Units by which the wire value `seen` is read to be ahead of `own`; 0 means "old, or the same".
Progress(seen, own, modulus) ==
    LET ahead == (seen - own) % modulus
    IN  IF 2 * ahead < modulus THEN ahead ELSE 0

\* What an observer of the whole totals would answer.
TrueProgress(seen, own) == IF seen > own THEN seen - own ELSE 0

\* The reader is told the truth about a total that lies `gap` ahead of its own (behind it, if negative).
SafeGap(gap, modulus) == 2 * gap < modulus /\ -(2 * gap) <= modulus

\* Within one modulus either way, a gap is read right exactly where it is safe.
ASSUME SafeGapIsExact ==
    \A modulus \in 2 .. 9, own \in 0 .. 8 :
        \A gap \in (1 - modulus) .. (modulus - 1) :
            own + gap >= 0 =>
                (SafeGap(gap, modulus) <=>
                    Progress(Wire(own + gap, modulus), Wire(own, modulus), modulus)
                        = TrueProgress(own + gap, own))
=============================================================================
