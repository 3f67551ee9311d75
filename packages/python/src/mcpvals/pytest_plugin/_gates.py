"""Gates: what a run must meet beside its cases. Knows nothing of pytest."""

from __future__ import annotations

from typing import Iterator, List, Sequence

from .._generated.report import ReportData
from ..errors import ProtocolViolationWarning, last_object

COVERAGE = "--min-coverage"
PROTOCOL = "--strict-protocol"
# A run may miss each although no case failed: of `--fail-on regression` because one is flaky now.
GATES = frozenset([COVERAGE, PROTOCOL, "--fail-on"])


def are_in(args: Sequence[str], gates: frozenset[str] = GATES) -> bool:
    """Do these arguments of `mcpvals eval` ask for one of the gates?"""
    return any(arg.partition("=")[0] in gates for arg in args)


def has_coverage(args: Sequence[str]) -> bool:
    """Do they ask for coverage?"""
    return are_in(args, frozenset([COVERAGE]))


def of_some(args: Sequence[str]) -> List[str]:
    """The arguments for a run of some of the cases: nobody asks that they cover as much as all."""
    kept: List[str] = []
    rest = iter(args)
    for arg in rest:
        if arg == COVERAGE:
            next(rest, None)
        elif not has_coverage([arg]):
            kept.append(arg)
    return kept


def unmet(args: Sequence[str], code: int, log: str, report: ReportData) -> List[str]:
    """Why a run failed, beside its cases; nothing, where it did not, or where its cases are why."""
    if code == 0:
        return []
    reasons = [*broken(report)] if PROTOCOL in args else []
    said = last_object(log)
    if said is not None:
        reasons.append(said["message"])
    if not reasons and report["summary"]["failed"] + report["summary"]["errored"] == 0:
        reasons.append(f"mcpvals ended with exit code {code}, and no case failed")
    return reasons


def broken(report: ReportData) -> Iterator[str]:
    """What broke the protocol, each once."""
    if report["violations"]:
        yield f"the server broke the protocol ({PROTOCOL})"
    yield from dict.fromkeys(f"  {ProtocolViolationWarning.of(one)}" for one in report["violations"])
