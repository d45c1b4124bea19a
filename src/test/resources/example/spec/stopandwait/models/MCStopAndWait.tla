---- MODULE MCStopAndWait ----
EXTENDS StopAndWait
====
