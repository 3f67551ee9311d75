"""The report of an evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List

from ._generated.report import CaseResult, ReportData, SuiteReport, Summary, Violation

__all__ = ["CaseResult", "Report", "ReportData", "SuiteReport", "Summary", "Violation"]


@dataclass(frozen=True)
class Report:
    """What a run found out."""

    data: ReportData
    """The JSON report as it is, with the names of its documentation: times in milliseconds, scores from 0 to 1."""
    exit_code: int
    """0, or 1 where a case or a gate (`fail_under`, `min_coverage`, `strict_protocol`) was not met."""
    log: str
    """What the program wrote to stderr; with `debug`, what the servers did, too."""

    @property
    def passed(self) -> bool:
        """Did every case that ran pass, did at least one run, and were all gates met?"""
        return self.exit_code == 0

    @property
    def score(self) -> float:
        """Passed cases of those that ran, 0 to 1."""
        return self.data["score"]

    @property
    def summary(self) -> Summary:
        """How many cases ended how."""
        return self.data["summary"]

    @property
    def suites(self) -> List[SuiteReport]:
        """The suites, in the order of the config."""
        return self.data["suites"]

    @property
    def cases(self) -> List[CaseResult]:
        """The cases of all suites, in the order of the config."""
        return [case for suite in self.suites for case in suite["cases"]]

    @property
    def problems(self) -> List[CaseResult]:
        """Those that failed or errored."""
        return [case for case in self.cases if case["verdict"] in ("failed", "errored")]
