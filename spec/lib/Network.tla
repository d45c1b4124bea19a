------------------------------- MODULE Network -------------------------------
(***************************************************************************)
(* A network whose guarantee is a constant: whether it loses, repeats and  *)
(* reorders messages, and for how long a message can be under way.         *)
(*                                                                         *)
(* Shared by the specifications of this folder's neighbours.  It has no    *)
(* variable of its own: the module that instantiates it owns one, here     *)
(* always called net, and applies these operators to it.                   *)
(*                                                                         *)
(* Time       a tick ages every message by one, and several at once by so  *)
(*            many.  A message can be delivered while its age is below L:  *)
(*            L ticks after it was sent, nothing is left of it.  A network *)
(*            that loses drops what grows too old; in one that does not,   *)
(*            time waits until it has been delivered.                      *)
(* Copies     a receiver cannot tell copies of a message apart, so the     *)
(*            oldest is always delivered, and lost, first: what is left    *)
(*            then lives longest, and can do all that the other could.     *)
(*            In a network that repeats and reorders, one copy, the        *)
(*            youngest, stands for all of them by the same argument.       *)
(* Open       without Capacity the network is open: any message may come   *)
(*            at any time, as often as it likes, whether or not one of the *)
(*            model has sent it.  Its senders are chaos peers, which are   *)
(*            not in the model; what one of the model sends leaves it, and *)
(*            the network shows the last of it.                            *)
(*                                                                         *)
(* The Java twin is dev.sluice.model.replay.NetworkTwin.                   *)
(***************************************************************************)
LOCAL INSTANCE Naturals
LOCAL INSTANCE FiniteSets

CONSTANTS
    Lossy,       \* TRUE: a message may be lost
    Repeating,   \* TRUE: a message may be delivered more than once
    Reordering,  \* TRUE: messages of one channel may overtake each other
    L,           \* ticks after which nothing is left of a message
    Capacity,    \* messages under way in one channel, a bound of the model; 0: open
    Channel(_)   \* the channel that a message travels in

ASSUME NetworkAssumption ==
    /\ {Lossy, Repeating, Reordering} \subseteq BOOLEAN
    /\ Repeating => Lossy       \* a copy may come once more, or not
    /\ L \in Nat \ {0}
    /\ Capacity \in Nat
    /\ Capacity = 0 => ~Lossy    \* what is lost is what does not come

(* One copy of a message under way.  nth is its place in the queue of its  *)
(* channel (1 comes next) where order is kept; where it is not, it tells   *)
(* equal copies of equal age apart.                                        *)
Open == Capacity = 0
Places == IF Open THEN {1} ELSE 1 .. Capacity
Envelope(Body) == [body : Body, age : 0 .. L - 1, nth : Places]

OneForAll == Reordering /\ Repeating

Copies(net, m) == {e \in net : e.body = m}
Queue(net, m) == {e \in net : Channel(e.body) = Channel(m)}

OnWay(net, m) == Copies(net, m) # {}

(* Whether a message may be sent: bounds are guards, not constraints.  No  *)
(* guard here is a disjunction or an \E: TLC would draw an edge for each.  *)
Room(net, m) ==
    IF Open THEN TRUE
    ELSE IF OneForAll /\ OnWay(net, m) THEN TRUE
    ELSE Cardinality(Queue(net, m)) < Capacity

(* The network after a message was sent.                                   *)
Put(net, m) ==
    LET copy(n) == [body |-> m, age |-> 0, nth |-> n]
    IN  IF Open
        THEN {copy(1)}
        ELSE IF OneForAll
        THEN (net \ Copies(net, m)) \cup {copy(1)}
        ELSE IF Reordering
        THEN net \cup {copy(1 + Cardinality({e \in Copies(net, m) : e.age = 0}))}
        ELSE net \cup {copy(1 + Cardinality(Queue(net, m)))}

(* The copy that is delivered or lost first.                               *)
Oldest(net, m) ==
    IF Reordering
    THEN CHOOSE e \in Copies(net, m) : \A o \in Copies(net, m) :
             o.age < e.age \/ (o.age = e.age /\ o.nth <= e.nth)
    ELSE CHOOSE e \in Copies(net, m) : \A o \in Copies(net, m) : e.nth <= o.nth

Without(net, gone) ==
    IF Reordering
    THEN net \ {gone}
    ELSE {IF Channel(e.body) = Channel(gone.body) /\ e.nth > gone.nth
          THEN [e EXCEPT !.nth = @ - 1] ELSE e : e \in net \ {gone}}

(* Whether a message may be delivered now, and the network after that.     *)
Deliverable(net, m) ==
    IF Open THEN TRUE
    ELSE /\ OnWay(net, m)
         /\ IF Reordering THEN TRUE ELSE Oldest(net, m).nth = 1

Take(net, m) ==
    IF Open THEN {}
    ELSE IF Repeating THEN net ELSE Without(net, Oldest(net, m))

(* Whether a message may be lost now, and the network after that.          *)
Losable(net, m) == Lossy /\ OnWay(net, m)

Drop(net, m) == Without(net, Oldest(net, m))

(* Whether so much time may pass, and the network so much later.           *)
TooOld(net, time) == {e \in net : e.age + time >= L}

MayAge(net, time) ==
    IF Open THEN TRUE ELSE IF Lossy THEN TRUE ELSE TooOld(net, time) = {}

RECURSIVE WithoutAll(_, _)
WithoutAll(net, gone) ==
    IF gone = {} THEN net
    ELSE LET last == CHOOSE e \in gone : \A o \in gone : o.nth <= e.nth
         IN  WithoutAll(Without(net, last), gone \ {last})

Aged(net, time) ==
    IF Open THEN {} ELSE
    {[e EXCEPT !.age = @ + time] : e \in WithoutAll(net, TooOld(net, time))}
=============================================================================
