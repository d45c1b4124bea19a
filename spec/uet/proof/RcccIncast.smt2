; The inductive step of RcccIncast's theorem, for any number of senders and integers of any size.
;
; The model checker goes through small worlds. Here a solver shows, for all of them, that each action of spec/uet/RcccIncast.tla keeps
; OutstandingInv, and that OutstandingInv leaves room in the buffer. It is a translation by hand, as short as can be; the same invariant is
; checked as TLA+ in RcccIncast/induction.
;
; An action changes one sender, so a state is that sender, and sums over all the others, which are integers of their own:
;
;   outstanding   of the sender: credit issued that has not come in, unused + queue
;   open closing  of the sender
;   known counted of the sender, at the receiver
;   restKnown     sum of counted over the other senders that the receiver knows, those that have left among them
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
(declare-const closing Bool)
(declare-const known Bool)
(declare-const counted Int)
(declare-const restKnown Int)
(declare-const restBeyond Int)
(declare-const restAll Int)
(declare-const others Int)

(define-fun beyond ((p Int)) Int (ite (> p initial) (- p initial) 0))

; TypeOK, as far as it is needed.
(define-fun typeOK ((u Int) (q Int) (o Bool) (l Bool) (k Bool) (c Int)) Bool
  (and (>= u 0) (>= q 0) (>= c 0)
       (not (and o l)) (=> k (or o l)) (=> (not k) (= c 0))
       (<= (+ others (ite o 1 0)) senders)))

; OutstandingInv, for the sender and the others.
(define-fun inv ((u Int) (q Int) (o Bool) (k Bool) (c Int)) Bool
  (and (<= (+ restBeyond (ite o (beyond (+ u q)) 0)) (- window initial))
       (=> (and o (not k)) (<= (+ u q) initial))
       (=> (not o) (= (+ u q) 0))
       (=> k (<= (+ u q) c))))

(define-fun holds ((u Int) (q Int) (o Bool) (l Bool) (k Bool) (c Int)) Bool (and (typeOK u q o l k c) (inv u q o k c)))

; What "sums: ..." shows.
(define-fun sums () Bool
  (and (<= 0 restBeyond) (<= restBeyond restKnown) (<= restBeyond restAll)
       (<= restAll (+ restBeyond (* others initial)))
       (<= 0 others)))

(define-fun before () Bool (and parameters sums (holds unused queue open closing known counted)))

; ---- obligation: a state that satisfies all this exists
; expect: sat
(assert before)
(assert (and open known (> unused 0) (> queue 0) (> restBeyond 0) (> others 1) (> initial 0)))

; ---- obligation: one in which a sender has left and still counts exists
; expect: sat
(assert before)
(assert (and closing known (> counted 0) (> restBeyond 0)))

; ---- obligation: Init
; expect: unsat
(assert parameters)
(assert (and (= restBeyond 0) (= others 0) (= unused 0) (= queue 0) (= counted 0) (not open) (not closing) (not known)))
(assert (not (holds unused queue open closing known counted)))

; ---- obligation: Join
; expect: unsat
(assert before)
(assert (and (not open) (not closing) (< others senders)))
(assert (not (holds initial queue true closing known counted)))

; ---- obligation: Ask
; expect: unsat
(assert before)
(assert (and open (not known)))
(assert (not (holds unused queue open closing true initial)))

; ---- obligation: Send, into the queue
; expect: unsat
(declare-const charge Int)
(assert before)
(assert (and open (> charge 0) (<= charge unused)))
(assert (not (holds (- unused charge) (+ queue charge) open closing known counted)))

; ---- obligation: Serve, of any number of octets
; expect: unsat
(declare-const octets Int)
(assert before)
(assert (and (> octets 0) (<= octets queue)))
(assert (not (holds unused (- queue octets) open closing true (- (ite known counted initial) octets))))

; ---- obligation: Serve that takes more off than has come in fails
; expect: sat
(assert before)
(assert (and known (> queue 0) (> counted 1)))
(assert (not (inv unused (- queue 1) open true (- counted 2))))

; ---- obligation: Grant
; expect: unsat
(declare-const size Int)
(assert before)
(assert (and known open (> size 0)))
(assert (<= (+ restKnown counted size) window))
(assert (not (holds (+ unused size) queue open closing known (+ counted size))))

; ---- obligation: Grant to one that has left
; expect: unsat
(declare-const size Int)
(assert before)
(assert (and known (not open) (> size 0)))
(assert (<= (+ restKnown counted size) window))
(assert (not (holds unused queue open closing known (+ counted size))))

; ---- obligation: Grant is possible
; expect: sat
(declare-const size Int)
(assert before)
(assert (and known open (> size 0) (> restBeyond 0)))
(assert (<= (+ restKnown counted size) window))

; ---- obligation: Grant without a window fails (FIND-5)
; expect: sat
(declare-const size Int)
(assert before)
(assert (and known open (> size 0)))
(assert (not (inv (+ unused size) queue open known (+ counted size))))

; ---- obligation: Grant beside the initial credit fails (FIND-6)
; expect: sat
(declare-const size Int)
(assert before)
(assert (and known open (> size 0) (> initial 0)))
(assert (<= (+ restKnown (- counted initial) size) window))
(assert (not (inv (+ unused size) queue open known (+ counted size))))

; ---- obligation: Leave, at the sender's end
; expect: unsat
(assert before)
(assert (and open (= queue 0)))
(assert (not (holds 0 queue false true known counted)))

; ---- obligation: Leave before what was sent has come in fails
; expect: sat
(assert before)
(assert (and open (> queue 0)))
(assert (not (inv 0 queue false known counted)))

; ---- obligation: Forget, at the receiver's
; expect: unsat
(assert before)
(assert closing)
(assert (not (holds unused queue open false false 0)))

; ---- obligation: Forget of one that has not left fails
; expect: sat
(assert before)
(assert (and open known))
(assert (not (inv unused queue open false 0)))

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

; ---- obligation: sums: of one more sender that is open and known
; expect: unsat
(declare-const p Int)
(declare-const c Int)
(assert (and parameters sums (>= p 0) (>= c p)))
(assert (not (and (<= 0 (+ restBeyond (beyond p)))
                  (<= (+ restBeyond (beyond p)) (+ restKnown c))
                  (<= (+ restBeyond (beyond p)) (+ restAll p))
                  (<= (+ restAll p) (+ restBeyond (beyond p) (* (+ others 1) initial))))))

; ---- obligation: sums: of one more sender that is open and not known
; expect: unsat
(declare-const p Int)
(assert (and parameters sums (>= p 0) (<= p initial)))
(assert (not (and (<= 0 (+ restBeyond (beyond p)))
                  (<= (+ restBeyond (beyond p)) restKnown)
                  (<= (+ restBeyond (beyond p)) (+ restAll p))
                  (<= (+ restAll p) (+ restBeyond (beyond p) (* (+ others 1) initial))))))

; ---- obligation: sums: of one more sender that is known and has left
; expect: unsat
(declare-const c Int)
(assert (and parameters sums (>= c 0)))
(assert (not (and (<= restBeyond (+ restKnown c)) sums)))

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
