---- MODULE BadImport ----
\* Style: the error is in the module that is extended, in a line of that file.
EXTENDS BrokenHelper
VARIABLE x
Init == x = Zero
Next == UNCHANGED x
====
