"""Runs of the program for the plugin: what a config holds, and how its cases end. Knows nothing of pytest."""

from __future__ import annotations

import json
import os
import shlex
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Dict, Iterator, List, Optional, Sequence, Tuple
from xml.etree import ElementTree

from .._generated.report import CaseResult, ReportData, VerdictWord, Violation
from .._process import Process
from ..errors import MCPValsError, ServerUnreachableError, UsageError, error_of
from . import _gates

LIST_DEADLINE = 120.0
# What the program says of a config with a server and nothing else.
NO_SUITES = "nothing to run: the file has none of "
# Arguments of one run, in characters: half of what the strictest system takes.
FILTERS_MAX = 16_000


@dataclass(frozen=True)
class Listed:
    """A case as the config has it."""

    id: str
    tags: List[str]
    skip: Optional[str]


@dataclass(frozen=True)
class Played:
    """How a case ended."""

    verdict: VerdictWord
    text: str
    """What the program shows of it; of one that is skipped, why. Empty where it passed."""
    seconds: float
    violations: List[Violation]
    """What broke the protocol while it ran."""


@dataclass(frozen=True)
class Run:
    """What a run found out."""

    played: Dict[str, Played]
    violations: List[Violation]
    """What broke the protocol beside the cases: in the handshake, say."""
    is_cut: bool
    """Was something left for later because another failed?"""
    unmet: Optional[str]
    """Why the program says that it failed, beside its cases."""


@dataclass(frozen=True)
class Runner:
    """Runs the program on one config."""

    config: Path
    folder: Path
    """The working folder."""
    way: str = ""
    """What leads a shell into that folder from where people are: the start of a command."""
    args: Sequence[str] = field(default_factory=list[str])
    deadline: float = 3600.0

    def listing(self) -> List[Listed]:
        """The cases of the config, in order; none where it has only a server, for a session. Raises a `MCPValsError`
        where it cannot be used."""
        with tempfile.TemporaryDirectory(prefix="mcpvals-") as name:
            file = Path(name) / "list.json"
            with file.open("wb") as stdout:
                code, log = self._run(["list", "--json"], Path(name), LIST_DEADLINE, stdout)
            if code != 0:
                error = error_of(code, log)
                if has_only_a_server(error):
                    return []
                raise error
            listed = json.loads(file.read_text(encoding="utf-8"))
        cases = [case for suite in listed["suites"] for case in suite["cases"]]
        return [Listed(case["id"], case["tags"], case["skip"]) for case in cases]

    def play(self, ids: Optional[Sequence[str]], fail_fast: bool = False) -> Iterator[Run]:
        """Plays these cases, or all. Raises a `MCPValsError` where there are no verdicts."""
        for filters in [[]] if ids is None else portions(ids):
            yield self._play(filters, fail_fast)

    def _play(self, ids: List[str], fail_fast: bool) -> Run:
        args = _gates.of_some(self.args) if ids else self.args
        with tempfile.TemporaryDirectory(prefix="mcpvals-") as name:
            files = Path(name) / "report.json", Path(name) / "report.xml"
            reports = [f"--reporter=json={files[0]}", f"--reporter=junit={files[1]}"]
            filters = [f"--filter={one}" for one in ids]
            words = ["eval", *reports, *filters, *(["--fail-fast"] if fail_fast else []), *args]
            code, log = self._run(words, Path(name), self.deadline)
            error = None if code in (0, 1) else error_of(code, log)
            if error is not None and not (isinstance(error, ServerUnreachableError) and files[0].exists()):
                raise error
            report: ReportData = json.loads(files[0].read_text(encoding="utf-8"))
            played = outcomes(report, ElementTree.parse(files[1]), self.way)
        if error is not None:
            raise with_first_case(error, played)
        beside = [one for one in report["violations"] if one.get("case") is None]
        is_cut = any(was_put_off(case) for case in cases_of(report))
        return Run(played, beside, is_cut, self._unmet(code, log, report))

    def _unmet(self, code: int, log: str, report: ReportData) -> Optional[str]:
        """What was not met beside the cases, and how to see it again."""
        reasons = _gates.unmet(self.args, code, log, report)
        if not reasons:
            return None
        command = shlex.join(["mcpvals", "eval", str(self._shown()), *self.args])
        return "\n".join([*reasons, f"  rerun     {self.way}{command}"])

    def _run(
        self, words: Sequence[str], files: Path, deadline: float, stdout: Optional[IO[bytes]] = None
    ) -> Tuple[int, str]:
        """Its exit code, and what it wrote to stderr."""
        words = [*words, "--error-format=json", f"--config={self._shown()}"]
        with Process(words, files, cwd=self.folder, stdout=stdout) as process:
            return process.wait(deadline), process.log()

    def _shown(self) -> Path:
        """The config, as it is named in the working folder."""
        return self.config.relative_to(self.folder) if self.config.is_relative_to(self.folder) else self.config


def has_only_a_server(error: MCPValsError) -> bool:
    """Is it the one mistake of a config that it has no suites? A session needs none."""
    if not isinstance(error, UsageError) or len(error.details) != 1:
        return False
    (mistake,) = error.details
    return mistake["pointer"] == "" and mistake["message"].startswith(NO_SUITES)


def with_first_case(error: MCPValsError, played: Dict[str, Played]) -> MCPValsError:
    """The same with what the program shows of the first case: it has the server's stderr."""
    texts = [one.text for one in played.values() if one.verdict == "errored"]
    return type(error)("\n".join([error.message, *texts[:1]]))


def portions(ids: Sequence[str]) -> Iterator[List[str]]:
    """As many at once as the system takes."""
    portion: List[str] = []
    for one in ids:
        if portion and sum(map(len, portion)) + len(one) > FILTERS_MAX:
            yield portion
            portion = []
        portion.append(one)
    yield portion


def way_to(folder: Path, start: Path) -> str:
    """What is put before a command so that it works from `start`."""
    if folder == start:
        return ""
    try:
        path = os.path.relpath(folder, start)
    except ValueError:  # They are on different drives of Windows.
        path = str(folder)
    return f"cd {shlex.quote(path)} && "


def outcomes(
    report: ReportData, junit: ElementTree.ElementTree[ElementTree.Element], way: str = ""
) -> Dict[str, Played]:
    """Each case of a report, with the text that the JUnit report of the same run has for it: both have one order."""
    cases = cases_of(report)
    elements = list(junit.iter("testcase"))
    if len(cases) != len(elements):
        raise AssertionError(f"the reports of one run differ: {len(cases)} cases, and {len(elements)}")
    pairs = zip(cases, elements)
    return {case["id"]: outcome(case, element, way) for case, element in pairs if not was_put_off(case)}


def cases_of(report: ReportData) -> List[CaseResult]:
    """Those of all suites."""
    return [case for suite in report["suites"] for case in suite["cases"]]


def was_put_off(case: CaseResult) -> bool:
    """Was it left for later because another failed? So pytest has it played, if it goes on all the same."""
    skipped = case.get("skipped")
    return skipped is not None and skipped["kind"] == "failFast"


def outcome(case: CaseResult, element: ElementTree.Element, way: str) -> Played:
    """One of them."""
    # A command of several lines is indented; its first one is as it is.
    command = case["rerun"].partition("\n")[0]
    text = text_of(element).replace(f"  rerun     {command}", f"  rerun     {way}{command}")
    return Played(case["verdict"], text, case["durationMs"] / 1000, case.get("violations", []))


def text_of(element: ElementTree.Element) -> str:
    """The block of the console, or the reason for skipping."""
    for child in element:
        if child.tag in ("failure", "error"):
            return (child.text or "").rstrip("\n")
        if child.tag == "skipped":
            return child.get("message", "")
    return ""
