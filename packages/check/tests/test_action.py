"""The GitHub Action, run by a runner of our own (job.py) with the real program."""

import json
import shutil
from pathlib import Path

import pytest

from job import Job, Outcome, copy_of_action
from process import must


@pytest.fixture
def program(programs: Path) -> str:
    return str(programs / "mcpvals")


def act(folder: Path, workspace: Path, program: str, **inputs: str) -> Outcome:
    return Job(folder / "job", workspace).run(**{"from": "path", "path": program, **inputs})


def test_passes_with_what_passes(tmp_path: Path, passing: Path, program: str) -> None:
    outcome = act(tmp_path, passing, program, badge="badge.json")
    assert outcome.code == 0, outcome.log
    assert (outcome.outputs["passed"], outcome.outputs["score"], outcome.outputs["exit-code"]) == ("true", "1", "0")
    assert outcome.outputs["version"] == must([program, "--version"]).split()[1]
    assert outcome.commands == []
    assert "PASS  Calculator/add" in outcome.log
    badge = json.loads((passing / "badge.json").read_text())
    assert badge == json.loads(outcome.outputs["badge"])
    assert badge["schemaVersion"] == 1
    assert badge["color"] == "brightgreen"
    assert json.loads(Path(outcome.outputs["json"]).read_text())["passed"] is True
    assert Path(outcome.outputs["junit"]).read_text().startswith("<?xml")
    assert outcome.outputs["sarif"] == ""
    assert outcome.used == []


def test_fails_with_what_fails(tmp_path: Path, failing: Path, program: str) -> None:
    outcome = act(tmp_path, failing, program, artifact="reports")
    assert (outcome.code, outcome.outputs["passed"], outcome.outputs["exit-code"]) == (1, "false", "1")
    assert float(outcome.outputs["score"]) == pytest.approx(1 / 3)
    titles = [command.split("title=")[1].split("::")[0] for command in outcome.commands]
    assert titles == ["FAIL Calculator/averages a list", "FAIL Calculator/refuses to divide by zero"]
    assert all(command.startswith(f"::error file={failing}/mcp-eval.config.yaml,line=") for command in outcome.commands)
    assert "2 of 3 cases did not pass" in outcome.summary
    badge = json.loads(outcome.outputs["badge"])
    assert (badge["message"], badge["color"]) == ("1 of 3 passed", "red")
    # The reports are kept before the step fails.
    assert [used["with"] for used in outcome.used] == [{"name": "reports", "path": outcome.outputs["reports"]}]


def test_says_why_nothing_could_be_run(tmp_path: Path, passing: Path, program: str) -> None:
    outcome = act(tmp_path, passing, program, config="absent.yaml")
    assert (outcome.code, outcome.outputs["passed"], outcome.outputs["score"]) == (2, "false", "")
    assert outcome.commands[-1].startswith("::error title=mcpvals::mcpvals ended with exit code 2")
    assert json.loads(outcome.outputs["badge"])["isError"] is True
    assert outcome.outputs["json"] == outcome.outputs["junit"] == ""


def test_never_fails_if_asked_not_to(tmp_path: Path, failing: Path, program: str) -> None:
    outcome = act(tmp_path, failing, program, fail_on="never")
    assert (outcome.code, outcome.outputs["passed"], outcome.outputs["exit-code"]) == (0, "false", "1")
    unusable = act(tmp_path / "second", failing, program, fail_on="never", config="absent.yaml")
    assert unusable.code == 2


def test_compares_with_a_baseline(tmp_path: Path, failing: Path, program: str) -> None:
    before = act(tmp_path / "before", failing, program, reports="before")
    assert before.outputs["json"] == str(failing / "before/report.json")
    after = act(tmp_path / "after", failing, program, fail_on="regression", baseline="before/report.json")
    assert (after.code, after.outputs["passed"]) == (0, "true"), after.log
    config = failing / "mcp-eval.config.yaml"
    config.write_text(config.read_text().replace("expectedResult: 8", "expectedResult: 9"))
    worse = act(tmp_path / "worse", failing, program, fail_on="regression", baseline="before/report.json")
    assert (worse.code, worse.outputs["passed"]) == (1, "false")


def test_audits(tmp_path: Path, passing: Path, program: str) -> None:
    (passing / "server.js").write_text(
        "const { exec } = require('child_process');\nserver.tool('x', a => exec(a.cmd));\n"
    )
    found = act(tmp_path, passing, program, audit=".", audit_fail_on="low", eval="false", upload_sarif="true")
    sarif = json.loads(Path(found.outputs["sarif"]).read_text())
    assert sarif["version"] == "2.1.0"
    assert sarif["runs"][0]["results"]
    assert (found.code, found.outputs["json"]) == (1, "")
    assert [used["with"]["sarif_file"] for used in found.used] == [found.outputs["sarif"]]
    ignored = act(tmp_path / "second", passing, program, audit=".", audit_fail_on="never")
    assert (ignored.code, ignored.outputs["passed"]) == (0, "true")


def test_a_failed_audit_counts_though_failed_tests_do_not(tmp_path: Path, failing: Path, program: str) -> None:
    outcome = act(tmp_path, failing, program, fail_on="never", audit=".", audit_fail_on="low")
    assert outcome.code == 1


def test_gives_each_line_of_args_as_one_word(tmp_path: Path, failing: Path, program: str) -> None:
    outcome = act(tmp_path, failing, program, args="--filter\nCalculator/add\r\n\n--repeat\n2\n")
    assert (outcome.code, outcome.outputs["passed"]) == (0, "true"), outcome.log


def test_writes_no_summary_if_asked_not_to(tmp_path: Path, failing: Path, program: str) -> None:
    assert act(tmp_path, failing, program, summary="false").summary == ""


def test_runs_where_it_is_told(tmp_path: Path, passing: Path, program: str) -> None:
    outcome = act(tmp_path, passing.parent, program, working_directory=passing.name)
    assert (outcome.code, outcome.outputs["passed"]) == (0, "true"), outcome.log


HOSTILE = "x'; touch pwned; $(touch pwned) `touch pwned` \"; touch pwned #"


SERVER = """
from mcp.server.fastmcp import FastMCP

server = FastMCP("x")


@server.tool()
def run(command: str) -> str:
    return command


server.run()
"""


def test_paths_are_seen_from_the_repository(tmp_path: Path, failing: Path, program: str) -> None:
    folder = tmp_path / "repository" / "a, b"
    folder.parent.mkdir()
    shutil.copytree(failing, folder)
    (folder / "server.py").write_text(SERVER)
    inputs = {"working_directory": folder.name, "config": "mcp-eval.config.yaml", "audit": "."}
    outcome = act(tmp_path, folder.parent, program, **inputs)
    places = [command.split(",line=")[0] for command in outcome.commands]
    assert places == ["::error file=a%2C b/mcp-eval.config.yaml"] * 2
    run = json.loads(Path(outcome.outputs["sarif"]).read_text())["runs"][0]
    locations = [location for result in run["results"] for location in result["locations"]]
    uris = {location["physicalLocation"]["artifactLocation"]["uri"] for location in locations}
    assert uris == {"a%2C%20b/server.py"}


@pytest.mark.parametrize("name", ["config", "baseline", "working_directory", "audit", "reports", "badge", "args"])
def test_takes_no_input_for_a_command(tmp_path: Path, passing: Path, program: str, name: str) -> None:
    act(tmp_path, passing, program, **{name: HOSTILE})
    assert not list(tmp_path.rglob("pwned"))


@pytest.mark.parametrize("name", ["fail_on", "audit_fail_on", "eval", "summary", "from", "version"])
def test_refuses_what_is_none_of_the_choices(tmp_path: Path, passing: Path, program: str, name: str) -> None:
    outcome = act(tmp_path, passing, program, **{name: HOSTILE})
    assert outcome.code == 2
    assert outcome.commands[-1].startswith("::error title=mcpvals::the input `")
    assert not list(tmp_path.rglob("pwned"))


NOISY = r"""
server: { transport: stdio, command: mcpvals, args: [example-server] }
toolHealthSuites:
  - name: Noisy
    tests: [{ name: add, description: "adds\n::warning::forged", args: { a: 5, b: 3 }, expectedResult: 9 }]
"""


def forged(outcome: Outcome) -> bool:
    return any(command.startswith("::warning::forged") for command in outcome.commands)


def test_obeys_no_command_that_mcpvals_prints(tmp_path: Path, program: str) -> None:
    (tmp_path / "mcp-eval.config.yaml").write_text(NOISY)
    outcome = act(tmp_path, tmp_path, program)
    assert "::warning::forged" in outcome.log
    assert not forged(outcome)
    assert len(outcome.commands) == 1


def test_one_that_is_obeyed_would_be_seen(tmp_path: Path, program: str) -> None:
    (tmp_path / "mcp-eval.config.yaml").write_text(NOISY)
    action = copy_of_action(tmp_path / "action")
    say = action / "packages/action/say.sh"
    say.write_text(say.read_text().replace('  echo "::stop-commands::$token"\n', ""))
    assert forged(Job(tmp_path / "job", tmp_path, action).run(**{"from": "path", "path": program}))


def test_every_input_reaches_a_script(tmp_path: Path) -> None:
    definition = Job(tmp_path / "job", tmp_path).definition
    steps = str(definition["runs"])
    assert [name for name in definition["inputs"] if f"inputs.{name} " not in steps] == []
