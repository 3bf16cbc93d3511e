"""What a tap means, what the referee says to it, and what the director may do."""
