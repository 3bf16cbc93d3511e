"""`chhakka check --live`: the machine, the ports, the readers, the lights and the buttons."""
