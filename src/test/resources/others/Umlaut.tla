---- MODULE Umlaut ----
\* Style: letters outside ASCII in comments and strings: Größe, naïve, Ærø.
EXTENDS Naturals
VARIABLE text
(* Übergänge: so werden sie benannt. *)
Init == text = "größe"
Next == \/ text = "größe" /\ text' = "Ærø"
        \/ text = "Ærø" /\ text' = "naïve «¿»"
        \/ text = "naïve «¿»" /\ text' = "größe"
Known == text \in {"größe", "Ærø", "naïve «¿»"}
NoIsland == text # "Ærø"
====
