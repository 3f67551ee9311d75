"""Where the program is that was installed with this package."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import Iterator

from .errors import BinaryNotFoundError

NAME = "mcpvals" + (sysconfig.get_config_var("EXE") or "")


def find_binary() -> str:
    """The path of the program `mcpvals`.

    Raises `BinaryNotFoundError` where it is in none of the folders into which installers put programs.
    """
    folders = list(dict.fromkeys(script_folders()))
    for folder in folders:
        path = folder / NAME
        if path.is_file():
            return str(path)
    looked = ", ".join(f"`{folder}`" for folder in folders)
    raise BinaryNotFoundError(
        f"the program `{NAME}` is missing: looked in {looked}; install the package `mcpvals` anew"
    )


def script_folders() -> Iterator[Path]:
    """Where installers put programs: of this environment, of the user, and beside what `pip install --target` made."""
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", vars={"base": sys.base_prefix}))
    yield Path(sysconfig.get_path("scripts", scheme=user_scheme()))
    yield Path(__file__).resolve().parent.parent / "bin"


def user_scheme() -> str:
    """What `pip install --user` goes by."""
    if sys.version_info >= (3, 10):
        return sysconfig.get_preferred_scheme("user")  # novm: it is 3.10 or later here
    if os.name == "nt":
        return "nt_user"
    return (
        "osx_framework_user"
        if sys.platform == "darwin" and sysconfig.get_config_var("PYTHONFRAMEWORK")
        else "posix_user"
    )
