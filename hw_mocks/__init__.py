"""Pretend hardware for tests and for the demo: readers, pins, lights and people.

Each module says in its docstring what it does not pretend. Nothing here reads a clock: moments
are floats in seconds, handed in by whoever runs the part; only `hw_mocks.real_time` turns the
monotonic clock into such moments.

A wrong call on a pretend part is a mistake of the tester and raises ValueError or RuntimeError;
what the pretend part does to the program under test is what the real part would do to it.

- `frames`, `line_faults`, `reader`: what a plain RFID reader puts on its serial line, and when
- `polled`, `pn532`, `r200`: readers that have to be asked
- `module`, `kinds`: what all of these have in common, and the table of them
- `pty_line`, `pty_reader`: the same behind a real pseudo-terminal that can be unplugged
- `bridge`, `pty_bridge`: a microcontroller with several readers, buttons and lights on one line
- `pins`, `rpi_gpio`: a board of GPIO pins, and the module RPi.GPIO on top of it
- `shift_register`: 74HC595 chips on those pins
- `deck`, `people`, `hand`, `hands`: tags for a whole deck, and players who move them
- `real_time`: runs any of these on the monotonic clock
- `lockstep`: a clock that jumps, for the readers and the program that reads them
"""
