"""Measuring chhakka beside its peers, as ratios: `make bench`, or `python -m bench`.

Speeds depend on the machine and on what else it does. So nothing is measured alone: what is
compared runs by turns in the same run, and only ratios are told. See docs/bench.md.
"""
