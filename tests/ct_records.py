"""A whole short match as a record, for the controller's and the end-to-end tests."""

from __future__ import annotations

SHORT = """\
record: 1
game: twenty-nine
rules: bangladesh
option: match_target = 1
option: void_trumpless = false
seats: S W N E
dealer: S
hands: scanned

# E has all the spades. S deals, so E speaks first, then N, W, S.
E take Js 9s As Ts
N take 7h 8h 9h Th
W take Jd 9d Ad Td
S take 7c 8c 9c Tc
E bid 16
N bid 17
E ditto
N pass
S pass
W pass
E mark 2s
N pass
S double
E pass
W pass
E take Ks Qs 8s 7s
N take Jh Ah Kh Qh
W take Kd Qd 8d 7d
S take Jc Ac Kc Qc
E pass
N pass
W pass
S pass
E play Js
N play Jh
W show
W play 7d
S play Jc
E play 9s
N play Ah
W play Kd
S play Ac
E play As
N play Qh
W play Qd
S play Kc
E play Ts
N play Kh
W play 8d
S play Qc
E play Ks
N play 9h
W play Jd
S play 9c
"""
"""E makes 17 doubled with 22 points after five tricks, and EW win the match of one point."""
