"""`chhakka demo`: a whole match on pretend hardware, played by pretend people."""
