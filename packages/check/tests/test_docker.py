"""The images: built with bases of our own, since none can be fetched, and run as their user."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Generator

import pytest

from image import DOCKERFILE, Store, glibc
from places import PACKAGES
from process import DIES_WITH_US, end, must, run

STATIC = ("x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl")


@pytest.fixture(scope="module")
def context(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The context, made of archives that have this machine's program instead of the static one."""
    release = tmp_path_factory.mktemp("release")
    for target in STATIC:
        (release / archive.name.replace(STATIC[0], target)).symlink_to(archive)
    folder = tmp_path_factory.mktemp("context")
    must(["bash", PACKAGES / "docker/context.sh", release, folder])
    return folder


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Generator[Store, None, None]:
    folder = tmp_path_factory.mktemp("store")
    yield Store(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def slim(store: Store, context: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    base = store.base("slim-base", glibc(tmp_path_factory.mktemp("slim")))
    ended = store.build(DOCKERFILE, "slim", context, SLIM_BASE=base)
    assert ended.code == 0, ended.out
    return "slim"


@pytest.fixture(scope="module")
def service(store: Store, context: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """`service` and the `full` below it, on a base where apt-get installs nothing."""
    root = glibc(tmp_path_factory.mktemp("full"))
    (root / "bin").mkdir()
    shutil.copy("/bin/busybox", root / "bin/busybox")
    for name in ("sh", "rm", "mkdir", "chown", "chmod"):
        (root / "bin" / name).symlink_to("busybox")
    (root / "bin/apt-get").write_text("#!/bin/sh\necho apt-get $*\n")
    (root / "bin/apt-get").chmod(0o755)
    base = store.base("full-base", root)
    uv = tmp_path_factory.mktemp("uv")
    for name in ("uv", "uvx"):
        (uv / name).touch()
    ended = store.build(DOCKERFILE, "service", context, FULL_BASE=base, UV_BASE=store.base("uv-base", uv))
    assert ended.code == 0, ended.out
    return "service"


def test_slim_is_what_is_built_by_default() -> None:
    assert [line.split()[3] for line in DOCKERFILE.read_text().splitlines() if line.startswith("FROM ")][-1] == "slim"


def test_slim_evaluates_as_nobody(store: Store, slim: str, passing: Path) -> None:
    passing.chmod(0o777)
    ended = store.run(slim, passing, "eval", "--reporter", "json=/project/report.json")
    assert ended.code == 0, ended.out
    report = passing / "report.json"
    assert json.loads(report.read_text())["passed"] is True
    assert report.stat().st_uid == 65532


def test_slim_fails_with_what_fails(store: Store, slim: str, failing: Path) -> None:
    assert store.run(slim, failing, "eval").code == 1


@pytest.mark.parametrize("image", ["slim", "service"])
def test_no_image_runs_as_root(store: Store, image: str, request: pytest.FixtureRequest) -> None:
    config = store.config(request.getfixturevalue(image))
    assert config["User"] in ("65532:65532", "1000:1000")
    assert config["Labels"]["org.opencontainers.image.licenses"] == "MIT OR Apache-2.0"
    assert config["Entrypoint"] == ["/usr/local/bin/mcpvals"]


def test_health_is_that_of_the_service(store: Store, service: str, with_programs: Path, tmp_path: Path) -> None:
    config = store.config(service)
    assert config["Cmd"] == ["serve", "--log-json"]
    assert list(config["ExposedPorts"]) == ["3457/tcp"]
    probe = config["Healthcheck"]["Test"]
    assert probe[0] == "CMD"
    with serving(tmp_path) as port:
        must(probe[1:], env={**os.environ, "MCPVALS_PORT": port})
    assert run(probe[1:], env={**os.environ, "MCPVALS_PORT": port}).code != 0


@contextlib.contextmanager
def serving(folder: Path) -> Generator[str, None, None]:
    """A service; gives its port."""
    port = str(free_port())
    command = [*DIES_WITH_US, "mcpvals", "serve", "--port", port, "--data-dir", str(folder)]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, text=True, start_new_session=True
    )
    try:
        await_answer(f"http://127.0.0.1:{port}/api/v1/health")
        yield port
    finally:
        end(process)


def await_answer(url: str, seconds_max: float = 30) -> None:
    deadline = time.monotonic() + seconds_max
    while True:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(url, timeout=5).close()  # noqa: S310
            return
        assert time.monotonic() < deadline, f"{url} did not answer"
        time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def test_context_needs_both_platforms(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "release").mkdir()
    (tmp_path / "release" / archive.name).symlink_to(archive)
    ended = run(["bash", PACKAGES / "docker/context.sh", tmp_path / "release", tmp_path / "context"])
    assert (ended.code, STATIC[1] in ended.out) == (1, True)


DOCKER = """#!/bin/sh
[ "$1 $2 $3" = "buildx imagetools inspect" ] || exit 1
echo '{{"digest": "{digest}"}}'
"""


def docker(folder: Path, digest: str) -> str:
    """A search path with a Docker in it that knows one digest."""
    folder.mkdir()
    (folder / "docker").write_text(DOCKER.format(digest=digest))
    (folder / "docker").chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def test_bases_are_pinned(tmp_path: Path) -> None:
    digest = "sha256:" + 64 * "a"
    env = {**os.environ, "PATH": docker(tmp_path / "bin", digest)}
    pins = dict(line.split("=", 1) for line in must(["bash", PACKAGES / "docker/pin.sh"], env=env).splitlines())
    assert set(pins) == {"SLIM_BASE", "FULL_BASE", "UV_BASE"}
    assert all(image.endswith(f"@{digest}") for image in pins.values())


def test_a_base_without_digest_is_refused(tmp_path: Path) -> None:
    env = {**os.environ, "PATH": docker(tmp_path / "bin", "null")}
    ended = run(["bash", PACKAGES / "docker/pin.sh"], env=env)
    assert (ended.code, "has no digest" in ended.out) == (1, True)


def test_linter_finds_nothing(tmp_path: Path) -> None:
    must(["hadolint", DOCKERFILE])
    broken = tmp_path / "Dockerfile"
    broken.write_text(DOCKERFILE.read_text().replace("# hadolint ignore=DL3008\n", ""))
    assert run(["hadolint", broken]).code != 0
