---- MODULE MCSorter ----
EXTENDS Sorter
MCInput == <<3, 1, 2, 1>>
====
