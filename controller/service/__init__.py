"""`chhakka service`: a table that the machine starts, watches and starts again."""
