---- MODULE Original ----
\* Style: a module of another name than its file.
VARIABLE x
Init == x = 0
Next == x' = 1 - x
====
