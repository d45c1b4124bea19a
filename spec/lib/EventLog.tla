------------------------------- MODULE EventLog -------------------------------
(***************************************************************************)
(* What an event of a log tells, for the modules that hold a log against a *)
(* specification (docs/eventlog.md).                                       *)
(*                                                                         *)
(* An event e is a record: do, the action; in, its arguments; st, what is  *)
(* told of the variables after it; given, constants that it fixes; msg,    *)
(* the message as on the wire; at, the host; of, whose event it is; n, its *)
(* number.  A log may tell less of in, st, given and msg than there is:    *)
(* what is not told is not held against it.                                *)
(***************************************************************************)
EXTENDS Naturals, Sequences

\* A record or sequence r holds a field of this name.
Has(r, name) == name \in DOMAIN r

\* If the event tells this variable, it tells what it is.
Told(e, name, actual) == Has(e.st, name) => actual = e.st[name]

\* Likewise an argument.
ToldIn(e, name, actual) == Has(e.in, name) => actual = e.in[name]

\* Likewise a field of the message.
ToldMsg(e, name, actual) == Has(e.msg, name) => actual = e.msg[name]

\* A list whose order means nothing.
SetOf(list) == {list[i] : i \in DOMAIN list}

\* If the event tells this set, as such a list, it tells what it is.
ToldSet(e, name, actual) == Has(e.st, name) => actual = SetOf(e.st[name])
===============================================================================
