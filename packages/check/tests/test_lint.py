"""Linters over what others run: workflows, the action, shell scripts. Each is shown a broken copy, too."""

import shutil
from pathlib import Path
from typing import List

import pytest

from places import PACKAGES, PROJECT, WORKFLOWS
from process import Ended, must, run

SCRIPTS = sorted(PACKAGES.glob("*/*.sh"))
RELEASE = WORKFLOWS / "release.yml"
ACTION = PROJECT / "action.yml"


def schema(name: str, *files: Path) -> Ended:
    return run(["check-jsonschema", "--builtin-schema", name, *files])


def broken(file: Path, folder: Path, words: str, others: str) -> Path:
    """A copy with other words, in a folder of the same name: linters look at it."""
    copy = folder / file.relative_to(PROJECT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    text = file.read_text(encoding="utf-8")
    assert words in text
    copy.write_text(text.replace(words, others, 1), encoding="utf-8")
    return copy


def test_workflows_are_workflows(tmp_path: Path) -> None:
    ended = schema("vendor.github-workflows", *sorted(WORKFLOWS.glob("*.yml")))
    assert ended.code == 0, ended.out
    assert schema("vendor.github-workflows", broken(RELEASE, tmp_path, "runs-on:", "run-on:")).code != 0


def test_every_job_has_a_deadline(tmp_path: Path) -> None:
    ended = schema("custom.github-workflows-require-timeout", *sorted(WORKFLOWS.glob("*.yml")))
    assert ended.code == 0, ended.out
    lacking = broken(RELEASE, tmp_path, "    timeout-minutes: 5\n", "")
    assert schema("custom.github-workflows-require-timeout", lacking).code != 0


def test_action_is_an_action(tmp_path: Path) -> None:
    ended = schema("vendor.github-actions", ACTION)
    assert ended.code == 0, ended.out
    assert schema("vendor.github-actions", broken(ACTION, tmp_path, "using: composite", "using: magic")).code != 0


def zizmor(*files: Path) -> Ended:
    return run(["zizmor", "--offline", "--no-progress", *files])


def test_zizmor_finds_nothing() -> None:
    ended = zizmor(ACTION, *sorted(WORKFLOWS.glob("*.yml")))
    assert ended.code == 0, ended.out


@pytest.mark.parametrize(
    ("file", "words", "others", "finding"),
    [
        (
            ACTION,
            'run: bash "$GITHUB_ACTION_PATH',
            'run: echo ${{ inputs.args }}; bash "$GITHUB_ACTION_PATH',
            "template-injection",
        ),
        (
            RELEASE,
            "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8",
            "actions/checkout@main",
            "unpinned-uses",
        ),
        (RELEASE, "permissions: { contents: read }", "permissions: write-all", "excessive-permissions"),
    ],
    ids=["injection", "not pinned", "all permissions"],
)
def test_zizmor_would_find(tmp_path: Path, file: Path, words: str, others: str, finding: str) -> None:
    ended = zizmor(broken(file, tmp_path, words, others))
    assert (ended.code != 0, finding in ended.out) == (True, True), ended.out


def shellcheck(folder: Path, scripts: List[Path]) -> Ended:
    return run(["shellcheck", "--external-sources", *scripts], cwd=folder)


def test_shellcheck_finds_nothing(tmp_path: Path) -> None:
    ended = shellcheck(PROJECT, SCRIPTS)
    assert ended.code == 0, ended.out
    shutil.copytree(PACKAGES / "action", tmp_path / "packages/action")
    unquoted = broken(
        PACKAGES / "action/run.sh", tmp_path, 'cd -- "$INPUT_WORKING_DIRECTORY"', "cd -- $INPUT_WORKING_DIRECTORY"
    )
    assert "SC2086" in shellcheck(tmp_path, [unquoted]).out


def test_scripts_are_bash_of_every_system() -> None:
    # macOS has bash 3.2: no `mapfile`, no associative arrays, no `${x,,}`.
    for script in SCRIPTS:
        text = script.read_text(encoding="utf-8")
        assert not [word for word in ("mapfile", "readarray", "declare -A", ",,}", "^^}") if word in text], script
        must(["bash", "-n", script])
