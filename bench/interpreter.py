"""The interpreter that measured programs run on: as where chhakka is installed, not as developed.

The environment for development installs the checkout as it stands, for which its interpreter looks
through much of the standard library at every start; a table on a Pi does not. So programs are
measured in a fresh environment of their own, with the packages of this one on the path; and
bytecode is kept, whatever this process was told, as an installed program has it compiled.
"""

from __future__ import annotations

import os
import sysconfig
import venv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.disk import ROOT


@cache
def _fresh_environment() -> TemporaryDirectory[str]:
    folder = TemporaryDirectory(prefix="chhakka-bench-")
    venv.create(folder.name, symlinks=True, with_pip=True)
    return folder


def interpreter() -> str:
    """The path of an interpreter in an environment as `python -m venv` makes it."""
    return str(Path(_fresh_environment().name) / "bin" / "python")


def environment(*folders: Path, **more: str) -> Mapping[str, str]:
    """What a measured program finds around it; modules in `folders` come first."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    path = ":".join(map(str, (*folders, ROOT, sysconfig.get_path("purelib"))))
    return {**kept, "PYTHONPATH": path, **more}
