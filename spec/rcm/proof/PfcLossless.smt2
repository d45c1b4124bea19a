; The inductive step of PfcLossless's theorem, for frames, cables, responses and times of any size.
;
; The model checker goes through small worlds. Here a solver shows, for all of them, that each action of spec/rcm/PfcLossless.tla keeps what the
; headroom rests on, and that a lane never holds more than its limit and the bound. It is a translation by hand, as short as can be.
;
; Time is counted in what the sending port's line carries, so that a unit of time is a unit of room. A port whose clock is faster makes each
; duration longer by as much, and changes nothing else. An action concerns one lane, its link, and one frame on that link, which may be any:
;
;   busy      what has not left yet of the frame being sent
;   due       of any frame on the link: until it counts; size: its own
;   behind    what that frame and all behind it take of the line
;   after     what the frame that passed the threshold and all that count after it take
;   since     time since it passed the threshold
;   stage     0 the XOFF is owed; 1 it is on its way; 2 it is heeded
;   waited    how long it has been owed
;   coming    until it arrives; below 0 how long ago it did
;   sent      time since the last XOFF that was heeded had left
;   next      of the XOFF after that: 0 not due; 1 owed; 2 on its way
;
; Each obligation is a block. It is refuted or shown by (check-sat): unsat where there is no counterexample, sat where one is meant to be
; found, so that nothing follows from a contradiction, and a wrong rule is seen to fail.

(set-logic ALL)
(declare-const own Int)
(declare-const pauseFrame Int)
(declare-const cable Int)
(declare-const response Int)
(declare-const largest Int)
(declare-const pause Int)
(declare-const refreshAfter Int)
(define-fun sizes () Bool
  (and (>= pauseFrame 1) (>= own pauseFrame) (>= cable 0) (>= response 0) (>= largest 1) (>= refreshAfter 1)))
(define-fun refreshIsEarly () Bool (< (+ refreshAfter own response) pause))

(define-fun lineTime () Int (+ own pauseFrame (* 2 cable) response))
(define-fun bound () Int (+ lineTime largest))

(declare-const busy Int)
(declare-const due Int)
(declare-const size Int)
(declare-const behind Int)
(declare-const after Int)
(declare-const since Int)
(declare-const stage Int)
(declare-const waited Int)
(declare-const coming Int)
(declare-const sent Int)
(declare-const next Int)

(define-fun most ((a Int) (b Int)) Int (ite (> a b) a b))

; What is on a line at a time is what it has carried: of the frame and those behind it, all but the rest of the last one has left since the
; frame began, which is as long ago as it is on its way. A frame that counts with its last bit is on its way for longer, by its own size.
(define-fun line ((b Int) (d Int) (q Int)) Bool (and (<= 0 b) (<= b largest) (<= 0 d) (<= d cable) (<= (- q b) (- cable d))))
(define-fun lineLastBit ((b Int) (d Int) (s Int) (q Int)) Bool
  (and (<= 0 b) (<= b largest) (<= 1 s) (<= s largest) (<= 0 d) (<= (- q b) (- (+ cable s) d))))

; Since a lane has passed its threshold the line has carried what it could, and the XOFF is where it is in time.
(define-fun xoff ((b Int) (a Int) (t Int) (g Int) (w Int) (c Int)) Bool
  (and (<= 0 b) (<= b largest) (<= 0 t)
       (=> (< g 2) (<= a (+ cable t b)))
       (=> (= g 0) (and (<= 0 w) (<= w own) (<= t w)))
       (=> (= g 1) (and (<= (- response) c) (<= c (+ pauseFrame cable)) (<= t (+ own (- (+ pauseFrame cable) c)))))
       (=> (= g 2) (<= a bound))
       (<= 0 g) (<= g 2)))

; The next XOFF is where it is in time, since the last one has left.
(define-fun refresh ((s Int) (n Int) (w Int) (c Int)) Bool
  (and (<= 0 s)
       (=> (= n 0) (<= s refreshAfter))
       (=> (= n 1) (and (<= 0 w) (<= w own) (<= s (+ refreshAfter w))))
       (=> (= n 2) (and (<= (- response) c) (<= c (+ pauseFrame cable))
                        (<= s (+ refreshAfter own (- (+ pauseFrame cable) c)))))
       (<= 0 n) (<= n 2)))

; What is left of the pause of the last XOFF.
(define-fun left ((s Int)) Int (- (+ pauseFrame cable pause) s))

; ---- obligation: a state that satisfies all this exists
; expect: sat
(assert (and sizes refreshIsEarly (> cable 2) (> response 0)))
(assert (line busy due behind))
(assert (xoff busy after since stage waited coming))
(assert (and (= stage 1) (> busy 0) (> behind 1) (> after behind)))

; ---- obligation: line: a frame that begins
; expect: unsat
(assert sizes)
(assert (and (<= 1 size) (<= size largest)))
(assert (not (line size cable size)))

; ---- obligation: line: a frame that begins behind it
; expect: unsat
(assert sizes)
(assert (and (line busy due behind) (= busy 0) (<= 1 size) (<= size largest)))
(assert (not (line size due (+ behind size))))

; ---- obligation: line: Elapse, of any time
; expect: unsat
(declare-const d Int)
(assert sizes)
(assert (and (line busy due behind) (<= 1 d) (<= d due)))
(assert (not (line (most 0 (- busy d)) (- due d) behind)))

; ---- obligation: line: a frame that begins before the last one has left fails
; expect: sat
(assert sizes)
(assert (and (line busy due behind) (> busy 0) (<= 1 size) (<= size largest)))
(assert (not (line size due (+ behind size))))

; ---- obligation: xoff: Admit, of the frame that passes the threshold
; expect: unsat
(assert sizes)
(assert (and (line busy due behind) (= due 0) (<= 0 waited) (<= waited own)))
(assert (not (xoff busy behind 0 0 waited coming)))

; ---- obligation: xoff: Begin, as long as it is not heeded
; expect: unsat
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (< stage 2) (= busy 0) (<= 1 size) (<= size largest)))
(assert (not (xoff size (+ after size) since stage waited coming)))

; ---- obligation: xoff: Begin although it is heeded fails
; expect: sat
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 2) (= busy 0) (<= 1 size) (<= size largest)))
(assert (not (xoff size (+ after size) since stage waited coming)))

; ---- obligation: xoff: Elapse while it is owed
; expect: unsat
(declare-const d Int)
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 0) (<= 1 d) (<= (+ waited d) own)))
(assert (not (xoff (most 0 (- busy d)) after (+ since d) 0 (+ waited d) coming)))

; ---- obligation: xoff: Elapse while it waits for a second frame fails
; expect: sat
(declare-const d Int)
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 0) (<= 1 d) (<= (+ waited d) (* 2 own))))
(assert (not (xoff (most 0 (- busy d)) after (+ since d) 0 (+ waited d) coming)))

; ---- obligation: xoff: SendPause
; expect: unsat
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 0)))
(assert (not (xoff busy after since 1 0 (+ pauseFrame cable))))

; ---- obligation: xoff: Elapse while it is on its way
; expect: unsat
(declare-const d Int)
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 1) (<= 1 d) (<= (- response) (- coming d))))
(assert (not (xoff (most 0 (- busy d)) after (+ since d) 1 waited (- coming d))))

; ---- obligation: xoff: Elapse beyond the response fails
; expect: sat
(declare-const d Int)
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 1) (<= 1 d)))
(assert (not (xoff (most 0 (- busy d)) after (+ since d) 1 waited (- coming d))))

; ---- obligation: xoff: ReceivePause
; expect: unsat
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 1) (<= coming 0)))
(assert (not (xoff busy after since 2 waited coming)))

; ---- obligation: xoff: Elapse once it is heeded
; expect: unsat
(declare-const d Int)
(assert sizes)
(assert (and (xoff busy after since stage waited coming) (= stage 2) (<= 1 d)))
(assert (not (xoff (most 0 (- busy d)) after (+ since d) 2 waited coming)))

; ---- obligation: what counts after the threshold was passed is within the bound
; expect: unsat
(assert sizes)
(assert (xoff busy after since stage waited coming))
(assert (> after bound))

; ---- obligation: and so is what a lane holds
; expect: unsat
(declare-const heldThen Int)
(declare-const limit Int)
(declare-const held Int)
(declare-const counted Int)
(assert sizes)
(assert (xoff busy after since stage waited coming))
(assert (and (<= 0 heldThen) (<= heldThen limit) (<= 0 counted) (<= counted after) (<= held (+ heldThen counted))))
(assert (> held (+ limit bound)))

; ---- obligation: in a headroom one smaller a frame may not fit
; expect: sat
(assert (and sizes (> cable 0) (> response 0)))
(assert (xoff busy after since stage waited coming))
(assert (> after (- bound 1)))

; ---- obligation: last bit: a frame that begins
; expect: unsat
(assert sizes)
(assert (and (<= 1 size) (<= size largest)))
(assert (not (lineLastBit size (+ cable size) size size)))

; ---- obligation: last bit: a frame that begins behind it
; expect: unsat
(declare-const more Int)
(assert sizes)
(assert (and (lineLastBit busy due size behind) (= busy 0) (<= 1 more) (<= more largest)))
(assert (not (lineLastBit more due size (+ behind more))))

; ---- obligation: last bit: Elapse, of any time
; expect: unsat
(declare-const d Int)
(assert sizes)
(assert (and (lineLastBit busy due size behind) (<= 1 d) (<= d due)))
(assert (not (lineLastBit (most 0 (- busy d)) (- due d) size behind)))

; ---- obligation: last bit: what is behind the frame that passes the threshold is as before, and that frame comes on top
; expect: unsat
(assert sizes)
(assert (and (lineLastBit busy due size behind) (= due 0) (<= 0 waited) (<= waited own)))
(assert (not (and (xoff busy (- behind size) 0 0 waited coming) (<= size largest))))

; ---- obligation: last bit: without that frame on top it fails
; expect: sat
(assert sizes)
(assert (and (lineLastBit busy due size behind) (= due 0) (= waited 0)))
(assert (not (xoff busy behind 0 0 waited coming)))

; ---- obligation: refresh: ReceivePause of an XOFF that has left so long ago
; expect: unsat
(assert (and sizes refreshIsEarly))
(assert (and (<= (- response) coming) (<= coming 0)))
(assert (not (> (left (- (+ pauseFrame cable) coming)) 0)))

; ---- obligation: refresh: SendPause begins the time until the next one
; expect: unsat
(assert (and sizes refreshIsEarly))
(assert (not (refresh 0 0 waited coming)))

; ---- obligation: refresh: Elapse until it is due
; expect: unsat
(declare-const d Int)
(assert (and sizes refreshIsEarly (refresh sent next waited coming) (= next 0)))
(assert (and (<= 1 d) (<= (+ sent d) refreshAfter)))
(assert (not (refresh (+ sent d) 0 waited coming)))

; ---- obligation: refresh: Refresh
; expect: unsat
(assert (and sizes refreshIsEarly (refresh sent next waited coming) (= next 0)))
(assert (not (refresh sent 1 0 coming)))

; ---- obligation: refresh: Elapse while it is owed
; expect: unsat
(declare-const d Int)
(assert (and sizes refreshIsEarly (refresh sent next waited coming) (= next 1)))
(assert (and (<= 1 d) (<= (+ waited d) own)))
(assert (not (refresh (+ sent d) 1 (+ waited d) coming)))

; ---- obligation: refresh: SendPause of the next one
; expect: unsat
(assert (and sizes refreshIsEarly (refresh sent next waited coming) (= next 1)))
(assert (not (refresh sent 2 0 (+ pauseFrame cable))))

; ---- obligation: refresh: Elapse while it is on its way
; expect: unsat
(declare-const d Int)
(assert (and sizes refreshIsEarly (refresh sent next waited coming) (= next 2)))
(assert (and (<= 1 d) (<= (- response) (- coming d))))
(assert (not (refresh (+ sent d) 2 waited (- coming d))))

; ---- obligation: the pause has not run out when the next one is heeded
; expect: unsat
(assert (and sizes refreshIsEarly (refresh sent next waited coming)))
(assert (not (> (left sent) 0)))

; ---- obligation: the pause may have run out where the next one comes one unit later
; expect: sat
(assert (and sizes (= (+ refreshAfter own response) pause) (refresh sent next waited coming)))
(assert (not (> (left sent) 0)))
