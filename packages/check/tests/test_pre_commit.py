"""The hooks of pre-commit, run by pre-commit from a repository that has them and nothing else."""

import shutil
from pathlib import Path

import pytest

from places import PROJECT
from process import Ended, must, run

MANIFEST = ".pre-commit-hooks.yaml"


def commit(folder: Path) -> None:
    must(["git", "init", "--quiet"], cwd=folder)
    must(["git", "add", "--all"], cwd=folder)
    who = ["-c", "user.name=test", "-c", "user.email=test@example.com"]
    must(["git", *who, "commit", "--quiet", "--message", "all"], cwd=folder)


@pytest.fixture
def hooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository with the hooks."""
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "hooks"
    shutil.copytree(PROJECT / "packages/pre-commit", folder / "packages/pre-commit")
    shutil.copy(PROJECT / MANIFEST, folder)
    commit(folder)
    return folder


def play(hooks: Path, hook: str, project: Path, stage: str = "pre-commit") -> Ended:
    """Runs a hook on all files of the project."""
    if not (project / ".git").exists():
        commit(project)
    return run(["pre-commit", "try-repo", hooks, hook, "--all-files", "--hook-stage", stage], cwd=project)


def test_manifest_is_one(tmp_path: Path) -> None:
    text = (PROJECT / MANIFEST).read_text()
    (tmp_path / MANIFEST).write_text(text.replace("  entry: mcpvals audit\n", ""))
    must(["pre-commit", "validate-manifest", PROJECT / MANIFEST])
    assert run(["pre-commit", "validate-manifest", tmp_path / MANIFEST]).code != 0


def test_list_takes_good_configs(hooks: Path, passing: Path, with_programs: Path) -> None:
    shutil.copytree(passing, passing / "b c")
    ended = play(hooks, "mcpvals-list", passing)
    assert ended.code == 0, ended.out
    assert "Passed" in ended.out


def test_list_refuses_one_bad_config_of_two(hooks: Path, passing: Path, with_programs: Path) -> None:
    (passing / "a").mkdir()
    (passing / "a/mcpvals.config.json").write_text('{"server": {}, "toolHealthSuitse": []}')
    ended = play(hooks, "mcpvals-list", passing)
    assert ended.code == 1
    assert "toolHealthSuitse" in ended.out


def test_list_looks_at_configs_only(hooks: Path, passing: Path, with_programs: Path) -> None:
    (passing / "mcp-eval.config.yaml").rename(passing / "other.yaml")
    assert "no files to check" in play(hooks, "mcpvals-list", passing).out


def test_a_file_named_as_the_command_is_none(hooks: Path, passing: Path, with_programs: Path) -> None:
    (passing / "list").mkdir()
    ended = run([hooks / "packages/pre-commit/each.sh", "list", "--quiet", "mcp-eval.config.yaml"], cwd=passing)
    assert ended.code == 0, ended.out


def test_list_says_that_mcpvals_is_missing(hooks: Path, passing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    ended = run([hooks / "packages/pre-commit/each.sh", "list", passing / "mcp-eval.config.yaml"])
    assert (ended.code, "mcpvals is not in PATH" in ended.out) == (2, True)


def test_eval_passes_and_fails(hooks: Path, passing: Path, failing: Path, with_programs: Path) -> None:
    assert play(hooks, "mcpvals-eval", passing, "pre-push").code == 0
    ended = play(hooks, "mcpvals-eval", failing, "pre-push")
    assert (ended.code, "averages a list" in ended.out) == (1, True)


def test_audit_passes_and_fails(hooks: Path, passing: Path, with_programs: Path) -> None:
    (passing / "README.md").write_text("# Server\n\n## Usage\n\nAdds two numbers: `add {a: 1, b: 2}` is 3.\n")
    good = play(hooks, "mcpvals-audit", passing)
    assert good.code == 0, good.out
    (passing / "server.js").write_text(
        "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n"
        "import { exec } from 'node:child_process';\n"
        "const server = new McpServer({ name: 'x', version: '1' });\n"
        "server.registerTool('x', { inputSchema: { cmd: z.string() } }, async ({ cmd }) => exec(cmd));\n"
    )
    ended = play(hooks, "mcpvals-audit", passing)
    assert (ended.code, "server.js" in ended.out) == (1, True), ended.out
