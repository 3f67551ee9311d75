"""Configs as files of pytest, and their cases as items."""

from __future__ import annotations

import itertools
import re
import warnings
from pathlib import Path
from typing import Any, Dict, Iterator, List, NoReturn, Optional, Sequence, Tuple, cast

import pytest

from ..errors import MCPValsError, NothingToRunError, ProtocolViolationWarning
from ..report import Violation
from . import _gates
from ._runs import Listed, Played, Run, Runner, way_to
from ._settings import Settings
from ._workers import plays_whole_files

# What pytest itself does something on; as a tag it is none of its business.
RESERVED = frozenset(["filterwarnings", "parametrize", "skip", "skipif", "usefixtures", "xfail"])
# What `-m` can name.
MARKER = re.compile(r"[A-Za-z][\w.+-]*")


class ConfigFile(pytest.File):
    """A config: its cases are listed by the program, and played in one run of it."""

    def __init__(self, folder: Path, **rest: Any) -> None:
        """As pytest makes it: `at` is the door."""
        cast(Any, super()).__init__(**rest)
        settings = Settings(self.config)
        self._runner = Runner(
            self.path, folder, way_to(folder, self.config.invocation_params.dir), settings.args, settings.deadline
        )
        self._is_fail_fast = settings.is_fail_fast
        self._has_gates = _gates.are_in(settings.args)
        self._has_coverage = _gates.has_coverage(settings.args)
        self._deselects = settings.deselects
        self._runnable = 0
        self._has_begun = not plays_whole_files(self.config)
        self._played: Dict[str, Played] = {}
        # Of what is selected: for the gates.
        self._runs: List[Run] = []
        self._unmet: List[str] = []
        self._problem: Optional[str] = None

    @classmethod
    def at(cls, path: Path, parent: pytest.Collector, folder: Path) -> ConfigFile:
        """The config at `path`, whose servers start in `folder`."""
        return cast(Any, cls).from_parent(parent, path=path, folder=folder)

    def collect(self) -> Iterator[ConfigItem]:
        """The cases, and the gates where there are some. What is wrong with the config is said in the program's own
        words."""
        try:
            listed = self._runner.listing()
        except MCPValsError as error:
            raise self.CollectError(str(error)) from None
        self._runnable = sum(case.skip is None for case in listed)
        for tag in sorted({tag for case in listed for tag in markers(case)}):
            self.config.addinivalue_line("markers", f"{tag}: a tag in {self.path.name}")
        for name, case in named(listed):
            yield CaseItem.of(name, case, self)
        if listed and self._has_gates:
            yield GatesItem.of_file(self)

    def played(self, item: CaseItem) -> Played:
        """How a case ended. The first one has all played that are selected; one that comes again is played anew."""
        if item.case not in self._played and not self._has_begun:
            names = self._selected()
            # One that is alone is played whatever becomes of those whose captured values it needs.
            self._runs = self._play(names, item, self._is_fail_fast and len(names) > 1)
        if item.case not in self._played:
            self._play([item.case], item)
        if item.case not in self._played:
            self._fail(f"the program was asked for `{item.case}`, and its report has no such case")
        return self._played.pop(item.case)

    def unmet_gates(self, item: GatesItem) -> List[str]:
        """Why gates are not met by the cases that are selected, or by all where only the gates are asked for.

        What comes again, or was not played to its end, is played anew.
        """
        if not self._selected() and self._deselects:
            pytest.skip("no case of the file is selected")
        runs, self._runs = self._runs, []
        is_anew = not runs or any(run.is_cut for run in runs)
        if is_anew:
            runs = self._play(self._selected(), item)
        unmet = [run.unmet for run in runs if run.unmet is not None]
        # What fails in a run of their own, no other item has to say.
        return unmet or (list(failed(runs)) if is_anew else [])

    def is_coverage_unknown(self) -> bool:
        """Is it asked for, and too little selected to say?"""
        return self._has_coverage and 0 < len(self._selected()) < self._runnable

    def take_unmet(self) -> List[str]:
        """Why the program failed beside its cases, once; nothing, where the item of the gates says it."""
        unmet, self._unmet = self._unmet, []
        is_said = any(isinstance(item, GatesItem) and item.file is self for item in self.session.items)
        return [] if is_said else unmet

    def _play(self, names: List[str], item: ConfigItem, is_fail_fast: bool = False) -> List[Run]:
        """Plays these cases, or all where none is named."""
        if self._problem is not None:
            pytest.skip(self._problem)
        self._has_begun = True
        try:
            runs = list(self._runner.play(names if 0 < len(names) < self._runnable else None, is_fail_fast))
        except NothingToRunError as error:
            pytest.skip(str(error))
        except MCPValsError as error:
            self._problem = f"not played: see the error of {item.nodeid}"
            self._fail(str(error))
        for run in runs:
            self._played.update(run.played)
        self._unmet += [run.unmet for run in runs if run.unmet is not None]
        for violation in [one for run in runs for one in run.violations]:
            item.warn_of(violation)
        return runs

    def _fail(self, why: str) -> NoReturn:
        raise pytest.fail.Exception(f"{self.nodeid}: {why}", pytrace=False) from None

    def _selected(self) -> List[str]:
        """What is to be played of it: neither what is deselected nor what the config skips."""
        return [item.case for item in self.session.items if isinstance(item, CaseItem) and item.is_to_play(self)]


class ConfigItem(pytest.Item):
    """Something of a config."""

    def __init__(self, **rest: Any) -> None:
        """As pytest makes it."""
        cast(Any, super()).__init__(**rest)
        self.add_marker("mcpvals")

    @property
    def file(self) -> ConfigFile:
        """Its config."""
        return cast(ConfigFile, self.parent)

    def warn_of(self, violation: Violation) -> None:
        """What broke the protocol. At no line: Python would show it, and the first of a config may have its secrets."""
        warnings.warn_explicit(ProtocolViolationWarning.of(violation), None, self.location[0], 0)

    def reportinfo(self) -> Tuple[Path, int, str]:
        """In which file it stands."""
        return self.path, 0, self.name

    def tell(self, report: pytest.TestReport) -> None:
        """Where it is skipped, its own place."""
        if report.skipped and isinstance(report.longrepr, tuple):
            report.longrepr = (str(self.path), 1, report.longrepr[2])


class CaseItem(ConfigItem):
    """A case. One that errors is an error, not a failure: nothing is known of the server."""

    def __init__(self, listed: Listed, **rest: Any) -> None:
        """As pytest makes it: `of` is the door."""
        cast(Any, super()).__init__(**rest)
        self._played: Optional[Played] = None
        self.case = listed.id
        self._is_skipped = listed.skip is not None
        for tag in markers(listed):
            self.add_marker(tag)
        if listed.skip is not None:
            self.add_marker(pytest.mark.skip(reason=listed.skip))

    @classmethod
    def of(cls, name: str, listed: Listed, file: ConfigFile) -> CaseItem:
        """A case of a file."""
        return cast(Any, cls).from_parent(file, name=name, listed=listed)

    def is_to_play(self, file: ConfigFile) -> bool:
        """Is it one of this file's that the program has to play?"""
        return self.file is file and not self._is_skipped

    def setup(self) -> None:
        """Has it played."""
        self._played = None
        self._played = self.file.played(self)
        for violation in self._played.violations:
            self.warn_of(violation)
        if self._played.verdict == "skipped":
            pytest.skip(self._played.text)
        if self._played.verdict == "errored":
            pytest.fail(self._played.text, pytrace=False)

    def runtest(self) -> None:
        """Says how it ended."""
        if self._played is not None and self._played.verdict == "failed":
            pytest.fail(self._played.text, pytrace=False)

    def teardown(self) -> None:
        """Says what is nobody's, where no item of its own does: beside how the case ended, so that it hides nothing."""
        unmet = self.file.take_unmet()
        if unmet:
            pytest.fail("\n".join([f"{self.file.nodeid}: the run failed", *unmet]), pytrace=False)

    def tell(self, report: pytest.TestReport) -> None:
        """Its own time, too, not that of all that were played with it."""
        super().tell(report)
        decides = "setup" if self._played is None or self._played.verdict in ("skipped", "errored") else "call"
        if self._played is not None:
            report.duration = self._played.seconds if report.when == decides else 0.0


class GatesItem(ConfigItem):
    """The gates among `mcpvals_args`: what all selected cases must meet together."""

    @classmethod
    def of_file(cls, file: ConfigFile) -> GatesItem:
        """Those of a file."""
        # No case is called so: its name has its suite in front.
        return cast(Any, cls).from_parent(file, name="gates")

    def runtest(self) -> None:
        """Says which are not met."""
        unmet = self.file.unmet_gates(self)
        if unmet:
            pytest.fail("\n".join(unmet), pytrace=False)
        if self.file.is_coverage_unknown():
            pytest.skip("--min-coverage is judged where all cases of the file are selected")


def named(listed: Sequence[Listed]) -> Iterator[Tuple[str, Listed]]:
    """Each case with a name of its own, also where titles differ in nothing but what pytest takes for its own."""
    taken = {case.id for case in listed if plain(case.id) == case.id}
    for case in listed:
        name = plain(case.id)
        if name != case.id:
            numbered = (f"{name} ({number})" for number in itertools.count(2))
            name = next(one for one in itertools.chain([name], numbered) if one not in taken)
            taken.add(name)
        yield name, case


def plain(name: str) -> str:
    """A name as a node id may have it: what stands behind `::` is another node, and in brackets parameters are."""
    return name.replace("::", ": :").translate(str.maketrans("[]", "()"))


def failed(runs: Sequence[Run]) -> Iterator[str]:
    """Which cases did not pass when all were played for the gates."""
    for case, played in ((case, played) for run in runs for case, played in run.played.items()):
        if played.verdict in ("failed", "errored"):
            yield f"{case} {played.verdict} when the cases were played for the gates"


def markers(case: Listed) -> List[str]:
    """Its tags, as far as they can be markers."""
    return [tag for tag in case.tags if tag not in RESERVED and MARKER.fullmatch(tag)]
