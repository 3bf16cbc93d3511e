"""Simulation: many matches with pretend players, and how rule sets behave in them."""
