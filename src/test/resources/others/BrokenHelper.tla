---- MODULE BrokenHelper ----
\* A helper with an unknown operator.
Zero == Nought
====
