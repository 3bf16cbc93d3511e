"""`chhakka wiring`: what is soldered to what at a table, as data and as a drawing."""
