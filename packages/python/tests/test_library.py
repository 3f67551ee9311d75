"""`evaluate`: reports, errors by exit code, options."""

from __future__ import annotations

import asyncio
import re
import subprocess
from pathlib import Path
from typing import Any, Callable, Dict

import pytest
from conftest import EXAMPLES, adds, config, server, write

import mcpvals
from mcpvals import Report, _options


def evaluate_sync(given: Any, **options: Any) -> Report:
    """Has the sync function do it."""
    return mcpvals.evaluate(given, **options)


def evaluate_async(given: Any, **options: Any) -> Report:
    """Has the function for asyncio do it."""
    return asyncio.run(mcpvals.evaluate_async(given, **options))


Evaluate = Callable[..., Report]


@pytest.fixture(params=[evaluate_sync, evaluate_async], ids=["sync", "async"])
def evaluate(request: pytest.FixtureRequest) -> Evaluate:
    """One of the two."""
    return request.param


def test_a_good_server_passes(evaluate: Evaluate) -> None:
    report = evaluate(EXAMPLES / "quickstart" / "mcp-eval.config.yaml")
    assert (report.passed, report.score, report.exit_code, report.problems) == (True, 1.0, 0, [])
    assert report.summary["passed"] == len(report.cases) == 4


def test_a_wrong_answer_fails(evaluate: Evaluate) -> None:
    report = evaluate(EXAMPLES / "failing" / "mcp-eval.config.yaml")
    assert (report.passed, report.exit_code, report.summary["failed"]) == (False, 1, 2)
    assert [case.get("mismatches", [])[0]["kind"] for case in report.problems] == ["result", "error"]


def test_a_dict_is_a_config(evaluate: Evaluate) -> None:
    assert evaluate(config([adds(8)])).passed
    assert not evaluate(config([adds(9)])).passed


def test_paths_of_a_dict_belong_to_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text((Path(__file__).parent / "calculator.py").read_text(encoding="utf-8"))
    given = config([adds()], {**server(), "args": ["server.py"]})
    assert mcpvals.evaluate(given, cwd=tmp_path).passed


def test_a_config_is_found(tmp_path: Path) -> None:
    write(tmp_path, config([adds()]))
    (tmp_path / "below").mkdir()
    assert mcpvals.evaluate(cwd=tmp_path / "below").passed


def problem(given: Any, evaluate: Evaluate = evaluate_sync, **options: Any) -> mcpvals.MCPValsError:
    """What keeps it from having a verdict."""
    with pytest.raises(mcpvals.MCPValsError) as raised:
        evaluate(given, **options)
    return raised.value


def test_mistakes_of_a_config_are_told_with_their_places(evaluate: Evaluate, tmp_path: Path) -> None:
    error = problem(write(tmp_path, config([adds(expectedResutl=8)])), evaluate)
    assert (type(error), error.exit_code, error.report) == (mcpvals.UsageError, 2, None)
    assert error.message == "the config has a mistake"
    assert error.details[0]["nearest"] == "expectedResult"
    assert "did you mean `expectedResult`?" in str(error)


def test_a_config_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert f"{tmp_path / 'none.json'}: cannot read the file" in str(problem(tmp_path / "none.json"))


def test_a_server_that_does_not_start_is_unreachable(evaluate: Evaluate) -> None:
    error = problem(config([adds()], {"transport": "stdio", "command": "no-such-program"}), evaluate)
    assert (type(error), error.exit_code) == (mcpvals.ServerUnreachableError, 3)
    assert "`no-such-program` is not in PATH" in str(error)
    assert error.report is not None
    assert error.report.cases[0]["verdict"] == "errored"


def test_what_a_server_wrote_before_it_died_is_told(evaluate: Evaluate) -> None:
    error = problem(config([adds()], server("die")), evaluate)
    assert (type(error), error.stderr.strip()) == (mcpvals.ServerUnreachableError, "no licence")
    assert str(error).endswith("The server wrote on stderr:\n  no licence")


def test_nothing_to_run_is_told(evaluate: Evaluate) -> None:
    error = problem(config([adds()]), evaluate, filters=["nothing"])
    assert (type(error), error.exit_code) == (mcpvals.NothingToRunError, 4)


def test_a_wrong_value_of_an_option_is_the_programs_to_tell() -> None:
    error = problem(config([adds()]), sandbox="strong")
    assert (type(error), error.exit_code) == (mcpvals.UsageError, 2)
    assert "strong" in str(error)


@pytest.mark.parametrize("options", [{"tool_health": True}, {"filters": "add"}])
def test_an_option_that_is_none_is_a_type_error(options: Dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"tool_health|filters"):
        mcpvals.evaluate(config([adds()]), **options)


def test_options_reach_the_program(tmp_path: Path) -> None:
    given = config([adds(), adds(9, description="is wrong", tags=["bad"])])
    assert [case["id"] for case in mcpvals.evaluate(given, filters=["S/add"]).cases] == ["S/add"]
    assert mcpvals.evaluate(given, tags=["bad"]).summary["failed"] == 1
    assert mcpvals.evaluate(given, fail_under=0.5).passed
    assert not mcpvals.evaluate(given, fail_under=0.6).passed
    mcpvals.evaluate(given, reporters=[f"junit={tmp_path / 'junit.xml'}"], trace=tmp_path / "traces")
    assert "is wrong" in (tmp_path / "junit.xml").read_text(encoding="utf-8")
    assert list((tmp_path / "traces").iterdir())


def test_times_are_in_seconds() -> None:
    hanging = config([adds()], server("hang"))
    report = mcpvals.evaluate(hanging, timeout=0.2)
    assert "200 ms" in str(report.problems)


def test_a_report_for_people_goes_to_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    mcpvals.evaluate(config([adds()]), reporters=["console"])
    assert "PASS  S/add" in capfd.readouterr().out


def test_debug_has_what_the_server_said_in_the_log() -> None:
    said = {**server(), "command": "sh", "args": ["-c", 'echo "warming up" >&2; exec "$0" "$1"', *words()]}
    assert "warming up" in mcpvals.evaluate(config([adds()], said), debug=True).log
    assert "warming up" not in mcpvals.evaluate(config([adds()], said)).log


def words() -> list[str]:
    """The command of the calculator."""
    return [server()["command"], *server()["args"]]


def test_every_option_is_one_of_the_program() -> None:
    said = subprocess.run([mcpvals.find_binary(), "eval", "--help"], capture_output=True, text=True, check=True).stdout
    flags = set(re.findall(r"--([a-z-]+)", said))
    ours = {*_options.VALUES, *_options.LISTS.values(), *_options.SWITCHES}
    assert {name.replace("_", "-") for name in ours} <= flags


def test_every_option_is_typed() -> None:
    known = {*_options.VALUES, *_options.LISTS, *_options.SWITCHES, *_options.OURS}
    assert set(_options.Options.__annotations__) == known


def test_the_environment_is_the_one_that_is_given() -> None:
    given = config([adds()], {**server(), "command": "${PYTHON_OF_TEST}"})
    error = problem(given, env={})
    assert "PYTHON_OF_TEST" in str(error)
    assert mcpvals.evaluate(given, env={"PYTHON_OF_TEST": server()["command"]}).passed
