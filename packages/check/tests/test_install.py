"""Where the action takes mcpvals from: a release that is served on this machine, and an npm that only seems so."""

import contextlib
import functools
import hashlib
import http.server
import shutil
import threading
from pathlib import Path
from typing import Generator, Optional

import pytest

from job import Job, Outcome


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Requests are not told."""


@contextlib.contextmanager
def served(folder: Path) -> Generator[str, None, None]:
    """The address of the folder."""
    handler = functools.partial(Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def releases(archive: Path, tmp_path: Path) -> Path:
    """A folder of releases with one in it."""
    folder = tmp_path / "releases" / ("v" + archive.name.split("-")[1])
    folder.mkdir(parents=True)
    shutil.copy(archive, folder)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{digest}  {archive.name}\n")
    return folder.parent


def act(tmp_path: Path, workspace: Path, url: Optional[str] = None, **inputs: str) -> Outcome:
    given = {"releases_url": url} if url else {}
    return Job(tmp_path / "job", workspace).run(**given, **inputs)


def test_installs_a_release(tmp_path: Path, passing: Path, releases: Path) -> None:
    with served(releases) as url:
        outcome = act(tmp_path, passing, url)
    assert (outcome.code, outcome.outputs["passed"]) == (0, "true"), outcome.log


def test_installs_nothing_whose_checksum_is_another(tmp_path: Path, passing: Path, releases: Path) -> None:
    for archive in releases.rglob("*.tar.gz"):
        archive.write_bytes(archive.read_bytes() + b"\0")
    with served(releases) as url:
        outcome = act(tmp_path, passing, url)
    assert outcome.code == 2
    assert "is not what SHA256SUMS" in outcome.commands[-1]
    assert not list((tmp_path / "job").rglob("mcp-evaluate"))


def test_installs_nothing_that_has_no_checksum(tmp_path: Path, passing: Path, releases: Path) -> None:
    for sums in releases.rglob("SHA256SUMS"):
        sums.write_text("")
    with served(releases) as url:
        outcome = act(tmp_path, passing, url)
    assert (outcome.code, "is not what SHA256SUMS" in outcome.commands[-1]) == (2, True)


def test_says_that_a_version_is_not_there(tmp_path: Path, passing: Path, releases: Path) -> None:
    with served(releases) as url:
        outcome = act(tmp_path, passing, url, version="9.9.9")
    assert (outcome.code, "cannot download" in outcome.commands[-1]) == (2, True)


NPM = """#!/bin/sh
echo "$@" >> "{folder}/asked"
[ "$1" = install ] && [ "$2" = --prefix ] || exit 1
mkdir -p "$3/node_modules/.bin" && ln -s "{programs}/mcpvals" "$3/node_modules/.bin/mcpvals"
"""


def test_installs_from_npm(tmp_path: Path, passing: Path, programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = tmp_path / "bin/npm"
    npm.parent.mkdir()
    npm.write_text(NPM.format(folder=tmp_path, programs=programs))
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent), prepend=":")
    outcome = act(tmp_path, passing, **{"from": "npm", "version": "1.2.3"})
    assert (outcome.code, outcome.outputs["passed"]) == (0, "true"), outcome.log
    # Nothing that a package says is run while it is installed.
    assert "--ignore-scripts" in (tmp_path / "asked").read_text()
    assert (tmp_path / "asked").read_text().strip().endswith("mcpvals@1.2.3")


@pytest.mark.parametrize(("source", "name"), [("path", "path"), ("release", "releases_url"), ("npm", "version")])
def test_takes_no_input_for_a_command(tmp_path: Path, passing: Path, source: str, name: str) -> None:
    hostile = "x'; touch pwned; $(touch pwned) `touch pwned` \"; touch pwned #"
    outcome = act(tmp_path, passing, **{"from": source, name: hostile})
    assert outcome.code == 2
    assert not list(tmp_path.rglob("pwned"))


def test_says_that_a_path_leads_nowhere(tmp_path: Path, passing: Path) -> None:
    outcome = act(tmp_path, passing, **{"from": "path", "path": "absent"})
    assert (outcome.code, "which is no file" in outcome.commands[-1]) == (2, True)
