"""Runs of the program for the plugin: what a config holds, and how its cases end. Knows nothing of pytest."""

from __future__ import annotations

import json
import os
import shlex
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Dict, Iterator, List, Optional, Sequence
from xml.etree import ElementTree

from .._generated.report import CaseResult, ReportData, VerdictWord, Violation
from .._process import Process
from ..errors import error_of, last_object

LIST_DEADLINE = 120.0
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
    log: str

    def unmet(self) -> Optional[str]:
        """What the program says of a gate that was not met (`--min-coverage`, `--strict-protocol`)."""
        said = last_object(self.log)
        return None if said is None else said["message"]


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
        """The cases of the config, in order. Raises a `MCPValsError` where it cannot be used."""
        with tempfile.TemporaryDirectory(prefix="mcpvals-") as name:
            file = Path(name) / "list.json"
            with file.open("wb") as stdout:
                self._run(["list", "--json"], Path(name), LIST_DEADLINE, stdout)
            listed = json.loads(file.read_text(encoding="utf-8"))
        cases = [case for suite in listed["suites"] for case in suite["cases"]]
        return [Listed(case["id"], case["tags"], case["skip"]) for case in cases]

    def play(self, ids: Optional[Sequence[str]], fail_fast: bool = False) -> Iterator[Run]:
        """Plays these cases, or all. Raises a `MCPValsError` where there are no verdicts."""
        for filters in [[]] if ids is None else portions(ids):
            yield self._play(filters, fail_fast)

    def _play(self, ids: List[str], fail_fast: bool) -> Run:
        with tempfile.TemporaryDirectory(prefix="mcpvals-") as name:
            files = Path(name) / "report.json", Path(name) / "report.xml"
            reports = [f"--reporter=json={files[0]}", f"--reporter=junit={files[1]}"]
            filters = [f"--filter={one}" for one in ids]
            words = ["eval", *reports, *filters, *(["--fail-fast"] if fail_fast else []), *self.args]
            log = self._run(words, Path(name), self.deadline)
            report: ReportData = json.loads(files[0].read_text(encoding="utf-8"))
            beside = [one for one in report["violations"] if one.get("case") is None]
            return Run(outcomes(report, ElementTree.parse(files[1]), self.way), beside, log)

    def _run(self, words: Sequence[str], files: Path, deadline: float, stdout: Optional[IO[bytes]] = None) -> str:
        shown = self.config
        if self.config.is_relative_to(self.folder):
            shown = self.config.relative_to(self.folder)
        words = [*words, "--error-format=json", f"--config={shown}"]
        with Process(words, files / "log", cwd=self.folder, stdout=stdout) as process:
            code = process.wait(deadline)
            if code not in (0, 1):
                raise error_of(code, process.log())
            return process.log()


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
    cases = [case for suite in report["suites"] for case in suite["cases"]]
    elements = list(junit.iter("testcase"))
    if len(cases) != len(elements):
        raise AssertionError(f"the reports of one run differ: {len(cases)} cases, and {len(elements)}")
    pairs = zip(cases, elements)
    return {case["id"]: outcome(case, element, way) for case, element in pairs if not was_put_off(case)}


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
