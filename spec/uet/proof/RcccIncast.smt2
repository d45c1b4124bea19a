; The inductive step of RcccIncast's theorem, for any number of senders and integers of any size.
;
; The model checker goes through small worlds. Here a solver shows, for all of them, that each action of spec/uet/RcccIncast.tla keeps
; OutstandingInv, and that OutstandingInv leaves room in the buffer. It is a translation by hand, as short as can be; the same invariant is
; checked as TLA+ in RcccIncast/induction.
;
; An action changes one sender, so a state is that sender, and sums over all the others, which are integers of their own:
;
;   outstanding   of the sender: credit issued that has not come in, unused + queue
;   open known    of the sender
;   restKnown     sum of outstanding over the other senders that the receiver knows
;   restBeyond    sum of Beyond over the other open senders; those not known have none
;   restAll       sum of outstanding over the other open senders
;   others        how many other open senders there are
;
; What holds of such sums holds because it holds of no sender, and of one more: the obligations "sums: ..." show it.
;
; Each obligation is a block. It is refuted or shown by (check-sat): unsat where there is no counterexample, sat where one is meant to be
; found, so that nothing follows from a contradiction, and a wrong rule is seen to fail.

(set-logic ALL)
(declare-const initial Int)
(declare-const window Int)
(declare-const senders Int)
(define-fun parameters () Bool (and (>= initial 0) (>= window initial) (>= senders 1)))

(define-fun buffer () Int (+ window (* (- senders 1) initial)))

(declare-const unused Int)
(declare-const queue Int)
(declare-const open Bool)
(declare-const known Bool)
(declare-const restKnown Int)
(declare-const restBeyond Int)
(declare-const restAll Int)
(declare-const others Int)

(define-fun beyond ((p Int)) Int (ite (> p initial) (- p initial) 0))

; TypeOK, as far as it is needed.
(define-fun typeOK ((u Int) (q Int) (o Bool) (k Bool)) Bool (and (>= u 0) (>= q 0) (=> k o)))

; OutstandingInv, for the sender and the others.
(define-fun inv ((u Int) (q Int) (o Bool) (k Bool)) Bool
  (and (<= (+ restBeyond (ite o (beyond (+ u q)) 0)) (- window initial))
       (=> (and o (not k)) (<= (+ u q) initial))
       (=> (not o) (= (+ u q) 0))))

; What "sums: ..." shows.
(define-fun sums () Bool
  (and (<= 0 restBeyond) (<= restBeyond restKnown) (<= restKnown restAll)
       (<= restAll (+ restBeyond (* others initial)))
       (<= 0 others) (<= others (- senders 1))))

(define-fun before () Bool (and parameters sums (typeOK unused queue open known) (inv unused queue open known)))

; ---- obligation: a state that satisfies all this exists
; expect: sat
(assert before)
(assert (and open known (> unused 0) (> queue 0) (> restBeyond 0) (> others 1) (> initial 0)))

; ---- obligation: Init
; expect: unsat
(assert parameters)
(assert (and (= restBeyond 0) (= unused 0) (= queue 0) (not open) (not known)))
(assert (not (inv unused queue open known)))

; ---- obligation: Join
; expect: unsat
(assert before)
(assert (not open))
(assert (not (and (typeOK initial queue true known) (inv initial queue true known))))

; ---- obligation: Ask
; expect: unsat
(assert before)
(assert (and open (not known)))
(assert (not (inv unused queue open true)))

; ---- obligation: Send, into the queue
; expect: unsat
(declare-const charge Int)
(assert before)
(assert (and open (> charge 0) (<= charge unused)))
(assert (not (and (typeOK (- unused charge) (+ queue charge) open known) (inv (- unused charge) (+ queue charge) open known))))

; ---- obligation: Serve
; expect: unsat
(assert before)
(assert (and open (> queue 0)))
(assert (not (and (typeOK unused (- queue 1) open true) (inv unused (- queue 1) open true))))

; ---- obligation: Grant
; expect: unsat
(declare-const size Int)
(assert before)
(assert (and known (> size 0)))
(assert (<= (+ restKnown unused queue size) window))
(assert (not (and (typeOK (+ unused size) queue open known) (inv (+ unused size) queue open known))))

; ---- obligation: Grant is possible
; expect: sat
(declare-const size Int)
(assert before)
(assert (and known (> size 0) (> restBeyond 0)))
(assert (<= (+ restKnown unused queue size) window))

; ---- obligation: Grant without a window fails (FIND-5)
; expect: sat
(declare-const size Int)
(assert before)
(assert (and known (> size 0)))
(assert (not (inv (+ unused size) queue open known)))

; ---- obligation: Grant beside the initial credit fails (FIND-6)
; expect: sat
(declare-const size Int)
(assert before)
(assert (and known (> size 0) (> initial 0)))
(assert (<= (+ restKnown (- (+ unused queue) initial) size) window))
(assert (not (inv (+ unused size) queue open known)))

; ---- obligation: Leave
; expect: unsat
(assert before)
(assert (and open (= queue 0)))
(assert (not (and (typeOK 0 queue false false) (inv 0 queue false false))))

; ---- obligation: of each sender 0 <= Beyond <= Outstanding <= Beyond + initial
; expect: unsat
(declare-const p Int)
(assert parameters)
(assert (and (<= 0 p) (not (and (<= 0 (beyond p)) (<= (beyond p) p) (<= p (+ (beyond p) initial))))))

; ---- obligation: sums: of no sender
; expect: unsat
(assert parameters)
(assert (and (= restKnown 0) (= restBeyond 0) (= restAll 0) (= others 0)))
(assert (not sums))

; ---- obligation: sums: of one more sender that is known
; expect: unsat
(declare-const p Int)
(assert (and parameters sums (>= p 0) (< others (- senders 1))))
(assert (not (and (<= 0 (+ restBeyond (beyond p)))
                  (<= (+ restBeyond (beyond p)) (+ restKnown p))
                  (<= (+ restKnown p) (+ restAll p))
                  (<= (+ restAll p) (+ restBeyond (beyond p) (* (+ others 1) initial)))
                  (<= (+ others 1) (- senders 1)))))

; ---- obligation: sums: of one more sender that is not known
; expect: unsat
(declare-const p Int)
(assert (and parameters sums (>= p 0) (<= p initial) (< others (- senders 1))))
(assert (not (and (<= 0 (+ restBeyond (beyond p)))
                  (<= (+ restBeyond (beyond p)) restKnown)
                  (<= restKnown (+ restAll p))
                  (<= (+ restAll p) (+ restBeyond (beyond p) (* (+ others 1) initial)))
                  (<= (+ others 1) (- senders 1)))))

; ---- obligation: what waits fits the buffer, and so does the next packet
; expect: unsat
(declare-const charge Int)
(declare-const restQueue Int)
(assert before)
(assert (and (<= 0 restQueue) (<= restQueue restAll)))
(assert (and open (> charge 0) (<= charge unused)))
(assert (not (<= (+ restQueue queue charge) buffer)))

; ---- obligation: in a buffer one smaller the next packet may not fit
; expect: sat
(declare-const charge Int)
(declare-const restQueue Int)
(assert before)
(assert (and (<= 0 restQueue) (<= restQueue restAll)))
(assert (and open (> charge 0) (<= charge unused) (> initial 0) (> others 1)))
(assert (not (<= (+ restQueue queue charge) (- buffer 1))))
