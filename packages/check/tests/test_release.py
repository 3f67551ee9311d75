"""The release: its workflow has every platform, its scripts do their work, cargo-binstall finds archives."""

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, List

import pytest
import yaml

from places import PACKAGES, PROJECT, WORKFLOWS
from process import must, run
from targets import PROGRAMS, TARGETS, archive_name, stem

ARCHIVE = PACKAGES / "archive"


def workflow(name: str) -> Dict[str, Any]:
    return yaml.safe_load((WORKFLOWS / name).read_text(encoding="utf-8"))


def test_every_platform_is_built() -> None:
    matrix = workflow("release.yml")["jobs"]["build"]["strategy"]["matrix"]["include"]
    assert [entry["target"] for entry in matrix] == [target.triple for target in TARGETS]


def test_npm_has_a_package_for_every_platform() -> None:
    source = (PACKAGES / "npm/src/platforms.ts").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\{ name: '([^']+)'", source)) == sorted(target.npm for target in TARGETS)


def test_nothing_is_published_without_a_tag() -> None:
    jobs = workflow("release.yml")["jobs"]
    publishing = [name for name, job in jobs.items() if "environment" in job]
    assert publishing == ["github", "image", "npm", "pypi", "crates", "homebrew"]
    assert {jobs[name]["if"] for name in publishing} == {"github.ref_type == 'tag'"}


def test_no_sdk_is_published_without_a_tag() -> None:
    jobs = workflow("sdks.yml")["jobs"]
    assert {name: job.get("if") for name, job in jobs.items() if "environment" in job} == {
        "npm": "github.ref_type == 'tag'",
        "pypi": "github.ref_type == 'tag'",
    }


def needed(jobs: Dict[str, Any], name: str) -> List[str]:
    """The jobs that must have passed before, however far."""
    needs = jobs[name].get("needs", [])
    direct = [needs] if isinstance(needs, str) else needs
    return [*direct, *(far for near in direct for far in needed(jobs, near))]


def test_nothing_is_published_that_cannot_be_made_again() -> None:
    jobs = workflow("release.yml")["jobs"]
    publishing = [name for name, job in jobs.items() if "environment" in job]
    assert [name for name in publishing if "reproduce" not in needed(jobs, name)] == []


def test_every_script_of_a_workflow_is_there() -> None:
    for name in ("release.yml", "sdks.yml", "action.yml"):
        text = (WORKFLOWS / name).read_text(encoding="utf-8")
        scripts = re.findall(r"packages/[a-z/-]+\.(?:sh|py|txt)", text)
        assert scripts
        assert [script for script in scripts if not (PROJECT / script).is_file()] == []


def test_binstall_finds_every_archive() -> None:
    manifest = (PROJECT / "crates/mcpvals-cli/Cargo.toml").read_text(encoding="utf-8")
    fields = dict(re.findall(r'^([a-z-]+) = "(.*)"$', manifest.split("[package.metadata.binstall]")[1], re.MULTILINE))
    windows = manifest.split("[package.metadata.binstall.overrides.x86_64-pc-windows-msvc]")[1]
    for target in TARGETS:
        words = {"repo": "R", "version": "1.2.3", "target": target.triple, "archive-suffix": target.suffix}
        url = filled(fields["pkg-url"], words)
        assert url == f"R/releases/download/v1.2.3/{archive_name('1.2.3', target)}"
        for program in PROGRAMS:
            name = filled(fields["bin-dir"], {**words, "bin": program, "binary-ext": target.program_suffix})
            assert name == f"{stem('1.2.3', target)}/{program}{target.program_suffix}"
    assert ('pkg-fmt = "zip"' in windows, 'pkg-fmt = "tgz"' in manifest) == (True, True)


def filled(template: str, words: Dict[str, str]) -> str:
    return re.sub(r"\{ ([a-z-]+) \}", lambda hole: words[hole[1]], template)


CARGO = """#!/bin/sh
printf '%s\\n' "$*" "RUSTFLAGS=$RUSTFLAGS" "CFLAGS=$CFLAGS" >> "{folder}/asked"
mkdir -p "$CARGO_TARGET_DIR/{triple}/dist"
cp "{programs}"/mcp* "$CARGO_TARGET_DIR/{triple}/dist/"
"""


@pytest.mark.parametrize(
    ("triple", "command"),
    [
        ("x86_64-unknown-linux-gnu", "zigbuild --target x86_64-unknown-linux-gnu.2.17"),
        ("x86_64-unknown-linux-musl", "zigbuild --target x86_64-unknown-linux-musl"),
        ("aarch64-apple-darwin", "build --target aarch64-apple-darwin"),
    ],
)
def test_build_keeps_this_machine_out(tmp_path: Path, stub: Path, triple: str, command: str) -> None:
    env = with_stand_in(tmp_path, "cargo", CARGO.format(folder=tmp_path, triple=triple, programs=stub))
    env.update(CARGO_TARGET_DIR=str(tmp_path / "target"), CARGO_HOME=str(tmp_path / "cargo-home"))
    must(["bash", ARCHIVE / "build.sh", triple, tmp_path / "output"], env=env)
    asked, rust, c = (tmp_path / "asked").read_text().splitlines()
    assert asked == f"{command} --locked --profile dist --package mcpvals-cli --bins"
    for flags, flag in ((rust, "--remap-path-prefix"), (c, "-ffile-prefix-map")):
        assert f"{flag}={PROJECT}=mcpvals {flag}={tmp_path}/cargo-home=cargo" in flags
    assert [path.name for path in (tmp_path / "output").iterdir()] == [f"mcpvals-1.2.3-{triple}.tar.gz"]


def with_stand_in(folder: Path, name: str, script: str) -> Dict[str, str]:
    """The environment with a program of ours in front of the one that it has."""
    file = folder / "stand-ins" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(script)
    file.chmod(0o755)
    return {**os.environ, "PATH": f"{file.parent}:{os.environ['PATH']}"}


MATURIN = """#!/bin/sh
printf '%s\\n' "$PWD" "$*" >> "{folder}/asked"
"""


def test_wheel_is_for_every_distribution(tmp_path: Path) -> None:
    env = with_stand_in(tmp_path, "maturin", MATURIN.format(folder=tmp_path))
    must(["bash", ARCHIVE / "wheel.sh", "x86_64-unknown-linux-gnu", tmp_path / "output"], env=env)
    folder, asked = (tmp_path / "asked").read_text().splitlines()
    assert folder == str(PACKAGES / "python")
    assert asked.endswith("--zig --compatibility manylinux2014")


NODE = """#!/bin/sh
cat "$3" >> "{folder}/programs"
echo "{folder}/mcpvals-$7.tgz"
echo "{folder}/mcpvals.tgz"
"""


def test_npm_publishes_platforms_first(tmp_path: Path, stub: Path) -> None:
    release = tmp_path / "release"
    for target in TARGETS:
        binaries = tmp_path / "binaries" / target.triple
        binaries.mkdir(parents=True)
        for program in PROGRAMS:
            shutil.copy(stub / program, binaries / (program + target.program_suffix))
        words = ["--target", target.triple, "--binaries", binaries, "--output", release]
        must([sys.executable, ARCHIVE / "archive.py", *words])
    env = with_stand_in(tmp_path, "node", NODE.format(folder=tmp_path))
    order = must([sys.executable, ARCHIVE / "npm.py", release, tmp_path / "tarballs"], env=env).splitlines()
    assert [Path(path).name for path in order] == [*(f"mcpvals-{target.npm}.tgz" for target in TARGETS), "mcpvals.tgz"]
    assert (tmp_path / "programs").read_text() == len(TARGETS) * (stub / "mcpvals").read_text()


@pytest.fixture
def versions(tmp_path: Path) -> Path:
    """A copy of what tells the version, all of which agree."""
    files = ("Cargo.toml", "packages/archive/version.sh", "packages/gitlab/templates/mcpvals.yml")
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / name, tmp_path / name)
    version = re.findall(r'^version = "(.*)"$', (tmp_path / "Cargo.toml").read_text(), re.MULTILINE)[0]
    (tmp_path / "packages/npm").mkdir()
    (tmp_path / "packages/npm/package.json").write_text(json.dumps({"version": version}))
    return tmp_path


def test_version_is_the_same_everywhere(versions: Path) -> None:
    script = versions / "packages/archive/version.sh"
    version = must(["bash", script]).strip()
    assert must(["bash", script, f"v{version}"]).strip() == version
    assert run(["bash", script, "v9.9.9"]).code == 1
    (versions / "packages/npm/package.json").write_text('{"version": "9.9.9"}')
    ended = run(["bash", script])
    assert (ended.code, "packages/npm/package.json says 9.9.9" in ended.out) == (1, True)


def test_version_of_the_sdks_is_the_same_in_both(tmp_path: Path) -> None:
    script, node = "packages/archive/sdk-version.sh", "sdks/node/package.json"
    for name in (script, node, "sdks/node/src/version.ts", "sdks/python/src/mcp_evaluator/_version.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / name, tmp_path / name)
    version = must(["bash", tmp_path / script]).strip()
    assert must(["bash", tmp_path / script, f"sdk-v{version}"]).strip() == version
    assert run(["bash", tmp_path / script, "sdk-v9.9.9"]).code == 1
    (tmp_path / node).write_text('{"version": "9.9.9"}')
    ended = run(["bash", tmp_path / script])
    assert (ended.code, "version.ts says" in ended.out) == (1, True)


PUSH = """#!/bin/sh
printf '%s %s\\n' "$(basename "$0")" "$*" >> "{folder}/asked"
[ "$3" = inspect ] && echo '{{"digest": "sha256:{a}"}}'
while [ $# -gt 0 ]; do
  [ "$1" = --metadata-file ] && echo '{{"containerimage.digest": "{digest}"}}' > "$2"
  shift
done
exit 0
"""


def push(folder: Path, digest: str) -> List[str]:
    """Pushes with a Docker and a cosign that only say what was asked of them; gives that, or what went wrong."""
    script = PUSH.format(folder=folder, a=64 * "a", digest=digest)
    with_stand_in(folder, "cosign", script)
    env = with_stand_in(folder, "docker", script)
    ended = run(["bash", PACKAGES / "docker/push.sh", folder, "registry.example/mcpvals", "1.2.3"], env=env)
    return (folder / "asked").read_text().splitlines() if ended.code == 0 else [ended.out]


def test_images_are_signed_by_digest(tmp_path: Path) -> None:
    digest = "sha256:" + 64 * "b"
    asked = [line for line in push(tmp_path, digest) if "inspect" not in line]
    assert len(asked) == 6
    assert asked[1::2] == 3 * [f"cosign sign --yes --recursive registry.example/mcpvals@{digest}"]
    tags = [re.findall(r"--tag (\S+)", line)[0] for line in asked[::2]]
    assert tags == [f"registry.example/mcpvals:1.2.3{end}" for end in ("", "-full", "-service")]
    assert all(f"SLIM_BASE=gcr.io/distroless/static-debian12:nonroot@sha256:{64 * 'a'}" in line for line in asked[::2])


def test_an_image_without_digest_is_not_signed(tmp_path: Path) -> None:
    (said,) = push(tmp_path, "")
    assert "does not say the digest" in said
    assert "cosign" not in (tmp_path / "asked").read_text()
