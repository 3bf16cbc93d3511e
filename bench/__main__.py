"""`python -m bench`: measure, tell, remember.

The status is 0 whatever was measured; only a bench that breaks ends otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.figures import Found, lines_of
from bench.history import HISTORY, append
from bench.parts import PARTS, measure
from bench.sizes import TINY, USUAL


def main(argv: Sequence[str] | None = None) -> int:
    """Run the parts asked for; the value is the exit status."""
    parser = _parser()
    args = parser.parse_args(argv)
    for part in args.parts:
        if part not in PARTS:
            parser.error(f"found the part {part}, expected one of {', '.join(PARTS)}")
    found: dict[str, list[Found]] = {}
    for part in args.parts or PARTS:
        print(f"{part}: {PARTS[part]}", flush=True)
        found[part] = measure(part, TINY if args.tiny else USUAL)
        for line in lines_of(found[part]):
            print(f"  {line}", flush=True)
    if args.history is not None:
        append(args.history, found)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description="Measure chhakka beside its peers.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"out of {', '.join(PARTS)}")
    parser.add_argument("--tiny", action="store_true", help="only see whether everything runs")
    parser.add_argument(
        "--history", type=Path, help=f"add the run to this file, such as {HISTORY.name}"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
