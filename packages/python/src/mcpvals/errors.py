"""Why an evaluation has no verdict: one class for each exit code of the program, and what goes wrong before it runs.

A case that fails is no error: it stands in the report. Then, what a session meets.
"""

from __future__ import annotations

import json
import textwrap
from typing import Any, Dict, List, Optional, Type, cast

from .report import Report, Violation

# So many of the last characters of a server's stderr are in a message.
STDERR_MAX = 4000


class MCPValsError(Exception):
    """Any of them. `str(error)` is what the program says, with the places of a config's mistakes."""

    exit_code: int = 70
    """The exit code of the program."""
    report: Optional[Report] = None
    """What was found out, where the program wrote a report all the same."""

    def __init__(self, message: str, details: Optional[List[Dict[str, Any]]] = None, stderr: str = "") -> None:
        mistakes = [words_of(detail) for detail in details or []]
        super().__init__("\n\n".join([*mistakes, message + wrote_on(stderr)]))
        self.message = message
        """One line."""
        self.details = details or []
        """Of a config, each mistake: `file`, `line`, `column`, `pointer`, `message`, `nearest`, `frame`."""
        self.stderr = stderr
        """The end of what the server wrote there, where it could not be reached; `str(error)` ends with it."""


def words_of(mistake: Dict[str, Any]) -> str:
    """What has no place in the file has no frame, which would name it: a file that is not there."""
    return mistake["frame"] or f"{mistake['file']}: {mistake['message']}"


def wrote_on(stderr: str) -> str:
    """The end of a server's stderr, as the program says it to people."""
    end = stderr.rstrip()[-STDERR_MAX:]
    return f"\nThe server wrote on stderr:\n{textwrap.indent(end, '  ')}" if end else ""


class UsageError(MCPValsError):
    """The options or the config cannot be used, or the result cannot be written."""

    exit_code = 2


class ServerUnreachableError(MCPValsError):
    """The server could not be started or reached. `stderr` has the end of what it wrote there; `report`, of an
    evaluation, has every case, errored."""

    exit_code = 3


class NothingToRunError(MCPValsError):
    """Nothing was selected, or everything that was is skipped."""

    exit_code = 4


class InternalError(MCPValsError):
    """A bug of mcpvals, or a program that ended in a way that is not its own."""


class InterruptedRunError(MCPValsError):
    """The program was stopped by a signal."""

    exit_code = 130


class DeadlineExceededError(MCPValsError):
    """The evaluation took longer than `deadline`, and was ended."""

    exit_code = 130


class BinaryNotFoundError(MCPValsError):
    """The program is not where it is installed."""

    exit_code = 2


BY_EXIT_CODE: Dict[int, Type[MCPValsError]] = {
    kind.exit_code: kind for kind in (UsageError, ServerUnreachableError, NothingToRunError, InterruptedRunError)
}


def error_of(code: int, log: str, report: Optional[Report] = None) -> MCPValsError:
    """What the program says last, as an error: of its exit code, its stderr, and its report where it wrote one."""
    kind = BY_EXIT_CODE.get(code, InternalError)
    said = last_object(log)
    if said is None:
        error = kind(f"mcpvals ended with exit code {code}, and said: {log.strip() or 'nothing'}")
    else:
        stderr = said.get("stderr") or (stderr_in(report) if kind is ServerUnreachableError else "")
        error = kind(said["message"], said.get("details"), stderr)
    error.report = report
    return error


def stderr_in(report: Optional[Report]) -> str:
    """The end of a server's stderr, of the first case that has it."""
    tails = [case.get("stderrTail") for case in report.problems] if report is not None else []
    return next(filter(None, tails), "")


def last_object(log: str) -> Optional[Dict[str, Any]]:
    """The last line, where it is what `--error-format json` writes."""
    line = log.strip().rpartition("\n")[2]
    try:
        value: Any = json.loads(line)
    except ValueError:
        return None
    said = cast("Dict[str, Any]", value) if isinstance(value, dict) else {}
    return said if "message" in said else None


class NoAnswerError(Exception):
    """Of a session: a request has no answer in time, or the server or the session is gone."""


class ServerError(Exception):
    """Of a session: the server answered a request with an error of JSON-RPC."""

    def __init__(self, code: Optional[int], message: str, data: Any = None) -> None:
        super().__init__(f"error {code}: {message}")
        self.code = code
        self.message = message
        self.data = data

    @classmethod
    def of(cls, error: Dict[str, Any]) -> ServerError:
        """As it came."""
        return cls(error["code"], error["message"], error["data"])


class ProtocolViolationWarning(UserWarning):
    """The server broke a rule of the protocol, whatever else it did."""

    @classmethod
    def of(cls, violation: Violation) -> ProtocolViolationWarning:
        """As a report has it."""
        return cls(f"{violation['kind']}: {violation['message']} (see {violation['spec']})")
