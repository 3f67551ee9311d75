"""`evaluate`: a config in, a report out."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Optional

from . import _options
from ._config import Config, as_stdin
from ._process import Process
from .errors import error_of
from .report import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options

DEADLINE = 3600.0


def evaluate(config: Optional[Config] = None, **options: Unpack[Options]) -> Report:
    """Evaluates a server as a config says.

    Without one, `mcp-eval.config.*` is searched in the working folder and its parents. Relative paths of a dict belong
    to the working folder. The options are those of `Options`.

    Raises a `MCPValsError`, by the exit code of the program, where there is no verdict; `TypeError` for an option that
    is none.
    """
    evaluation = Evaluation(config, options)
    try:
        return evaluation.report()
    finally:
        evaluation.close()


async def evaluate_async(config: Optional[Config] = None, **options: Unpack[Options]) -> Report:
    """The same for asyncio. A task that is cancelled ends the program and its servers first."""
    evaluation = Evaluation(config, options)
    try:
        return await asyncio.to_thread(evaluation.report)
    finally:
        await asyncio.shield(asyncio.to_thread(evaluation.close))


class Evaluation:
    """A run of the program, with a folder for its report."""

    def __init__(self, config: Optional[Config], options: Options) -> None:
        """Starts it."""
        words, given = as_stdin(config)
        flags = _options.words(options)
        self._deadline = options.get("deadline", DEADLINE)
        self._folder = tempfile.TemporaryDirectory(prefix="mcpvals-")
        folder = Path(self._folder.name)
        self._file = folder / "report.json"
        words = ["eval", "--error-format=json", f"--reporter=json={self._file}", *flags, *words]
        try:
            self._process = Process(words, folder, cwd=options.get("cwd"), env=options.get("env"), given=given)
        except BaseException:
            self._folder.cleanup()
            raise

    def report(self) -> Report:
        """Waits for it."""
        code = self._process.wait(self._deadline)
        log = self._process.log()
        report = read(self._file, code, log)
        if code in (0, 1) and report is not None:
            return report
        raise error_of(code, log, report)

    def close(self) -> None:
        """Ends it, if it still runs."""
        self._process.end()
        self._folder.cleanup()


def read(file: Path, code: int, log: str) -> Optional[Report]:
    """The report, where one was written."""
    if not file.exists():
        return None
    return Report(json.loads(file.read_text(encoding="utf-8")), code, log)
