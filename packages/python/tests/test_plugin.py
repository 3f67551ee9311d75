"""The plugin: the cases of a config as tests of pytest."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest
from conftest import CALCULATOR, EXAMPLES, adds, config, server, write

import mcpvals

WRONG = adds(9, description="is wrong", tags=["bad"])


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    """Runs pytest, in a process of its own."""
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "no:randomly", *words, timeout=120)


def outcomes(ran: pytest.RunResult, **expected: int) -> None:
    """It ended so, and in no other way; what is not named is none."""
    ran.assert_outcomes(**expected)


def played(pytester: pytest.Pytester, *words: str) -> List[str]:
    """The cases that the program played."""
    file = pytester.path / "played.json"
    run(pytester, "-o", f"mcpvals_args=-r json={file}", *words)
    return [case["id"] for suite in json.loads(file.read_text())["suites"] for case in suite["cases"]]


def args(*words: str) -> List[str]:
    """Says that these are more arguments for the program."""
    return ["-o", f"mcpvals_args={' '.join(words)}"]


def example(pytester: pytest.Pytester, name: str) -> Path:
    """One of the project's examples, in the folder of the test."""
    return Path(shutil.copy(EXAMPLES / name / "mcp-eval.config.yaml", pytester.path))


def test_cases_of_a_good_server_pass(pytester: pytest.Pytester) -> None:
    example(pytester, "quickstart")
    ran = run(pytester, "-v")
    outcomes(ran, passed=4)
    ran.stdout.fnmatch_lines(["mcp-eval.config.yaml::Calculator/adds small numbers PASSED*"])


def test_failures_have_the_words_of_the_command_line(pytester: pytest.Pytester) -> None:
    example(pytester, "failing")
    ran = run(pytester)
    outcomes(ran, passed=1, failed=2)
    command = [mcpvals.find_binary(), "eval", "mcp-eval.config.yaml", "--color", "never"]
    told = subprocess.run(command, cwd=pytester.path, capture_output=True, text=True).stdout
    blocks = re.findall(r"^FAIL  .*\n(?:  .*\n)+", told, re.MULTILINE)
    assert len(blocks) == 2
    for block in map(without_times, blocks):
        assert all(word in block for word in ("expected", "actual", "at", "rerun"))
        assert block in without_times(ran.stdout.str() + "\n")


def without_times(text: str) -> str:
    """The same without what differs from run to run, and without the metrics of the suite, which are no case's."""
    return re.sub(r"^      .*\n", "", re.sub(r"  [\d.,]+ m?s$", "", text, flags=re.MULTILINE), flags=re.MULTILINE)


def test_what_is_deselected_is_not_played(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), WRONG, adds(description="is right")]))
    assert played(pytester) == ["S/add", "S/is wrong", "S/is right"]
    assert played(pytester, "-k", "right") == ["S/is right"]
    assert played(pytester, "mcp-eval.config.json::S/add") == ["S/add"]


def test_tags_are_markers(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), WRONG, adds(description="odd", tags=["skip", "two words"])]))
    assert played(pytester, "--strict-markers", "-m", "bad") == ["S/is wrong"]
    outcomes(run(pytester, "-m", "not bad and mcpvals"), passed=2, deselected=1)


def test_a_case_that_the_config_skips_is_skipped(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), adds(description="later", skip="not before Monday")]))
    ran = run(pytester, "-rs")
    outcomes(ran, passed=1, skipped=1)
    ran.stdout.fnmatch_lines(["SKIPPED*mcp-eval.config.json*not before Monday"])
    outcomes(run(pytester, "-k", "later"), skipped=1)


def test_a_case_that_the_run_skips_is_skipped_with_its_reason(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), adds(description="alone", only=True)]))
    ran = run(pytester, "-rs")
    outcomes(ran, passed=1, skipped=1)
    ran.stdout.fnmatch_lines(["SKIPPED*mcp-eval.config.json:1: *only*"])


def test_a_case_that_errors_is_an_error(pytester: pytest.Pytester) -> None:
    given = config([adds()])
    division = {"name": "divide", "args": {"a": 1, "b": 0}}
    given["toolHealthSuites"].append({"name": "T", "setup": [division], "tests": [adds(description="odd")]})
    write(pytester.path, given)
    ran = run(pytester)
    outcomes(ran, passed=1, errors=1)
    ran.stdout.fnmatch_lines(["*ERROR at setup of T/odd*", "ERROR T/odd*", "  reason *"])


def test_a_server_that_cannot_be_reached_is_one_error(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), WRONG], {"transport": "stdio", "command": "no-such-program"}))
    ran = run(pytester)
    outcomes(ran, errors=1, skipped=1)
    ran.stdout.fnmatch_lines(["mcp-eval.config.json: no case could be run: *`no-such-program` is not in PATH*"])
    assert ran.ret == pytest.ExitCode.TESTS_FAILED


def test_what_a_server_wrote_before_it_died_is_shown(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), WRONG], server("die")))
    ran = run(pytester)
    outcomes(ran, errors=1, skipped=1)
    ran.stdout.fnmatch_lines(
        ["ERROR S/add*", "  reason *", "  stderr    no licence", "  rerun     mcpvals eval *--filter S/add"]
    )


def test_a_config_with_only_a_server_has_no_cases(pytester: pytest.Pytester) -> None:
    write(pytester.path, {"server": server()})
    pytester.makepyfile("def test_adds(mcp_server): assert mcp_server.call_tool('add', {'a': 5, 'b': 3}).text == '8'")
    outcomes(run(pytester), passed=1)
    outcomes(run(pytester, *args("--strict-protocol")), passed=1)


MISTAKES: List[Tuple[Dict[str, Any], str]] = [
    ({}, "`server` is missing"),
    ({"server": server(), "toolHealthSuite": []}, "toolHealthSuite"),
    (config([]), "has no tests"),
]


@pytest.mark.parametrize(("given", "said"), MISTAKES)
def test_other_mistakes_of_a_config_without_cases_are_told(
    given: Dict[str, Any], said: str, pytester: pytest.Pytester
) -> None:
    write(pytester.path, given)
    ran = run(pytester)
    outcomes(ran, errors=1)
    assert said in ran.stdout.str()


def test_mistakes_of_a_config_are_errors_of_collection(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(maxLatenzy=5)]))
    ran = run(pytester)
    outcomes(ran, errors=1)
    ran.stdout.fnmatch_lines(["*ERROR collecting mcp-eval.config.json*", "*did you mean `maxLatency`?*"])
    assert ran.ret == pytest.ExitCode.INTERRUPTED


def test_the_first_failure_stops_the_program_too(pytester: pytest.Pytester) -> None:
    log = pytester.path / "log"
    multiply = {"name": "multiply", "args": {"a": 1, "b": 2}, "expectedResult": 2}
    write(pytester.path, config([WRONG, multiply], server("good", str(log))))
    outcomes(run(pytester, "-x"), failed=1)
    assert "multiply" not in log.read_text()
    outcomes(run(pytester), failed=1, passed=1)
    assert "multiply" in log.read_text()


def test_after_the_first_failure_of_what_is_only_needed_the_case_itself_has_a_verdict(
    pytester: pytest.Pytester,
) -> None:
    needs = {"name": "add", "description": "needs", "args": {"a": "${{sum}}", "b": 1}, "expectedResult": 9}
    write(pytester.path, config([{**WRONG, "capture": {"sum": "$.content[0].text"}}, needs]))
    ran = run(pytester, "-x", "mcp-eval.config.json::S/needs")
    assert "no such case" not in ran.stdout.str()
    ran.stdout.fnmatch_lines(["FAIL  S/needs*", "*rerun *--filter S/needs"])


def test_violations_of_the_protocol_are_warnings(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()], server("noise")))
    ran = run(pytester)
    outcomes(ran, passed=1, warnings=1)
    ran.stdout.fnmatch_lines(["*ProtocolViolationWarning: noise-on-stdout: *"])
    outcomes(run(pytester, "-W", "error::mcpvals.ProtocolViolationWarning"), errors=1)


def test_a_warning_shows_no_line_of_the_config(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()], {**server("noise"), "env": {"API_KEY": "sk-verysecret12345"}}))
    assert "ProtocolViolationWarning" in (said := run(pytester).stdout.str())
    assert "sk-verysecret12345" not in said


def test_colons_in_names_can_be_selected(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([{**WRONG, "description": "is::wrong"}, adds()]))
    ran = run(pytester)
    (node,) = set(re.findall(r"^FAILED (.*?) - ", ran.stdout.str(), re.MULTILINE))
    outcomes(run(pytester, node), failed=1)


def test_violations_beside_the_cases_are_warnings_once(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), adds(description="two")], server("greets")))
    ran = run(pytester)
    outcomes(ran, passed=2, warnings=1)
    ran.stdout.fnmatch_lines(["*ProtocolViolationWarning: noise-on-stdout: *good morning*"])
    outcomes(run(pytester, "-W", "error::mcpvals.ProtocolViolationWarning"), errors=1, passed=1)


def test_a_case_that_is_gone_when_it_is_to_be_played_is_an_error(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()]))
    other = config([adds(description="addition")])
    pytester.makeconftest(
        "from pathlib import Path\n\ndef pytest_collection_finish():\n"
        f"    Path('mcp-eval.config.json').write_text({json.dumps(other)!r})\n"
    )
    ran = run(pytester)
    outcomes(ran, errors=1)
    ran.stdout.fnmatch_lines(
        ["mcp-eval.config.json: the program was asked for `S/add`, and its report has no such case"]
    )


def test_a_failure_is_played_again_from_where_pytest_was_run(pytester: pytest.Pytester) -> None:
    write(pytester.mkdir("be low"), config([WRONG]))
    said = run(pytester).stdout.str()
    # In CI pytest tells a failure twice: its summary is not cut there.
    (command,) = set(re.findall(r"^  rerun     (.*)$", said, re.MULTILINE))
    assert command == "cd 'be low' && mcpvals eval mcp-eval.config.json --filter 'S/is wrong'"
    command = command.replace("mcpvals", mcpvals.find_binary(), 1)
    again = subprocess.run(["/bin/sh", "-c", command], cwd=pytester.path, capture_output=True, text=True)
    assert "FAIL  S/is wrong" in again.stdout


def test_a_case_that_comes_again_is_played_again(pytester: pytest.Pytester) -> None:
    log = pytester.path / "log"
    write(pytester.path, config([WRONG], server("good", str(log))))
    outcomes(run(pytester, "--reruns", "2"), failed=1)
    assert log.read_text().count("add") == 3


def test_what_was_put_off_after_a_failure_is_played_if_pytest_goes_on(pytester: pytest.Pytester) -> None:
    (pytester.path / "server.py").write_text(FLAKY.format(folder=str(CALCULATOR.parent)))
    write(pytester.path, config([adds(), adds(description="two")], {**server(), "args": ["server.py"]}))
    ran = run(pytester, "-x", "--reruns", "1")
    assert ran.parseoutcomes() == {"passed": 2, "rerun": 1}


FLAKY = """
import pathlib, sys

sys.path.insert(0, {folder!r})
import calculator

# The first process adds wrongly.
if not pathlib.Path("started").exists():
    pathlib.Path("started").touch()
    calculator.TOOLS["add"] = ("Adds two numbers", lambda a, b: 9)
calculator.main()
"""


@pytest.mark.parametrize(("dist", "servers"), [("loadfile", 1), ("load", 4)])
def test_workers_of_xdist(dist: str, servers: int, pytester: pytest.Pytester) -> None:
    log = pytester.path / "log"
    given = [adds(), WRONG, adds(description="two"), adds(description="three")]
    write(pytester.path, config(given, server("good", str(log))))
    outcomes(run(pytester, "-n", "2", "--dist", dist), passed=3, failed=1)
    lines = log.read_text().split()
    assert (lines.count("add"), sum(line.isdigit() for line in lines)) == (4, servers)


def test_servers_start_in_the_folder_of_a_file_that_is_found(pytester: pytest.Pytester) -> None:
    below = pytester.mkdir("below")
    shutil.copy(server()["args"][0], below / "server.py")
    given = config([adds()], {**server(), "args": ["server.py"]})
    write(below, given)
    outcomes(run(pytester), passed=1)
    named = write(below, given, "other.json")
    outcomes(run(pytester, "--mcpvals-config", str(named), "-k", "other"), errors=1, deselected=1)
    shutil.copy(below / "server.py", pytester.path)
    outcomes(run(pytester, "--mcpvals-config", "below/other.json"), passed=2)


def test_a_file_that_is_named_is_collected_beside_what_else_is_asked_for(pytester: pytest.Pytester) -> None:
    file = write(pytester.mkdir("below"), config([adds()]), "other.json")
    pytester.makepyfile("def test_nothing(): pass")
    asked = pytester.mkdir("asked")
    (asked / "test_more.py").write_text("def test_more(): pass")
    named = ("--mcpvals-config", str(file))
    outcomes(run(pytester, *named), passed=3)
    outcomes(run(pytester, *named, "asked"), passed=2)
    outcomes(run(pytester, *named, "asked", "below/other.json::S/add"), passed=2)


def test_files_beside_a_config_are_none(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()]), "mcp-eval.config.json")
    write(pytester.path, {"format": "mcpvals-cassette"}, "mcp-eval.config.json.cassette.json")
    write(pytester.path, config([adds()]), "servers.json")
    outcomes(run(pytester), passed=1)
    outcomes(run(pytester, "-o", "mcpvals_stems=servers mcp-eval.config"), passed=2)
    assert run(pytester, "-o", "mcpvals_stems=").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_the_names_of_configs_are_those_of_the_program(pytester: pytest.Pytester) -> None:
    from mcpvals.pytest_plugin import _settings

    ran = subprocess.run([mcpvals.find_binary(), "eval"], cwd=pytester.path, capture_output=True, text=True)
    assert set(re.findall(r"\.([a-z]+)[,)]", ran.stderr)) == _settings.EXTENSIONS
    assert set(re.findall(r"`([a-z.-]+)\.\*`", ran.stderr)) == set(_settings.STEMS)


@pytest.mark.parametrize(
    ("option", "said"), [("mcpvals_deadline=soon", "takes a number"), ("mcpvals_args=--odd", "--odd")]
)
def test_settings_that_are_wrong_are_told(option: str, said: str, pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()]))
    ran = run(pytester, "-o", option)
    assert ran.ret != pytest.ExitCode.OK
    assert said in ran.stdout.str() + ran.stderr.str()


@pytest.mark.parametrize("way", [["--min-coverage", "100%"], ["--min-coverage=1"]])
def test_gates_are_an_item_of_their_own(way: List[str], pytester: pytest.Pytester) -> None:
    write(pytester.path, config([WRONG, adds()]))
    ran = run(pytester, *args(*way))
    outcomes(ran, failed=2, passed=1)
    ran.stdout.fnmatch_lines(["FAIL  S/is wrong*", "  expected*", "  actual*", "  rerun*"])
    ran.stdout.fnmatch_lines(["*_ gates _*", "coverage is * less than --min-coverage asks for", f"*{way[0]}*"])
    outcomes(run(pytester, *args("--min-coverage", "10%")), failed=1, passed=2)
    outcomes(run(pytester), failed=1, passed=1)


def test_a_protocol_that_is_not_kept_fails(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()], server("greets")))
    ran = run(pytester, *args("--strict-protocol"))
    outcomes(ran, failed=1, passed=1, warnings=1)
    ran.stdout.fnmatch_lines(
        [
            "the server broke the protocol (--strict-protocol)",
            '  noise-on-stdout: "good morning" *',
            "  rerun     mcpvals eval mcp-eval.config.json --strict-protocol",
        ]
    )
    write(pytester.path, config([adds()]))
    outcomes(run(pytester, *args("--strict-protocol")), passed=2)


def test_coverage_is_not_judged_by_some_of_the_cases(pytester: pytest.Pytester) -> None:
    tools = ("add", "subtract", "multiply", "divide")
    cases = [{"name": tool, "args": {"a": 1, "b": 1}, "tags": [tool]} for tool in tools]
    write(pytester.path, config(cases))
    given = args("--min-coverage", "100%", "--strict-protocol")
    outcomes(run(pytester, *given), passed=5)
    outcomes(run(pytester, *given, "-k", "divide"), passed=1, deselected=4)
    ran = run(pytester, *given, "-rs", "-m", "not divide")
    outcomes(ran, passed=3, skipped=1, deselected=1)
    ran.stdout.fnmatch_lines(["SKIPPED*mcp-eval.config.json:1: --min-coverage is judged where all cases *"])


def test_a_protocol_that_is_not_kept_fails_some_of_the_cases_too(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([WRONG, adds(tags=["good"]), adds(description="two")], server("greets")))
    given = args("--min-coverage", "10%", "--strict-protocol")
    outcomes(run(pytester, *given, "-m", "not good"), failed=2, passed=1, warnings=1, deselected=1)
    ran = run(pytester, *given, "-k", "wrong")
    outcomes(ran, failed=1, errors=1, warnings=1, deselected=3)
    ran.stdout.fnmatch_lines(["*ERROR at teardown of S/is wrong*", "*the run failed", "the server broke the protocol*"])
    ran.stdout.fnmatch_lines(["FAIL  S/is wrong*", "  expected*"])


def test_gates_alone_are_judged_by_all_cases_unless_those_are_deselected(pytester: pytest.Pytester) -> None:
    log = pytester.path / "log"
    cases = [adds(tags=["slow"]), adds(description="two", tags=["slow"])]
    write(pytester.path, config(cases, server("good", str(log))))
    given = args("--min-coverage", "100%")
    outcomes(run(pytester, *given, "mcp-eval.config.json::gates"), failed=1)
    assert log.read_text().count("add") == 2
    ran = run(pytester, *given, "-rs", "-m", "not slow")
    outcomes(ran, skipped=1, deselected=2)
    ran.stdout.fnmatch_lines(["SKIPPED*no case of the file is selected"])
    assert log.read_text().count("add") == 2


def test_gates_alone_say_which_cases_failed_for_them(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), WRONG]))
    ran = run(pytester, *args("--min-coverage", "1%"), "mcp-eval.config.json::gates")
    outcomes(ran, failed=1)
    ran.stdout.fnmatch_lines(["S/is wrong failed when the cases were played for the gates"])


def test_a_case_with_brackets_in_its_title_is_played_again_where_it_failed(pytester: pytest.Pytester) -> None:
    cases = [{**WRONG, "description": "wrong [1,2] too"}, WRONG]
    write(pytester.path, config(cases))
    words = ("-p", "no:randomly")
    outcomes(pytester.runpytest_subprocess(*words, timeout=120), failed=2)
    write(pytester.path, config([cases[0], adds(description=WRONG["description"])]))
    outcomes(pytester.runpytest_subprocess(*words, "--lf", timeout=120), failed=1, passed=1)


def test_titles_that_differ_in_brackets_only_are_items_of_their_own(pytester: pytest.Pytester) -> None:
    titles = ("sum [1]", "sum (1)", "sum ::", "sum : :")
    cases = [{**WRONG, "description": titles[0]}, *(adds(description=title) for title in titles[1:])]
    write(pytester.path, config(cases))
    ran = pytester.runpytest_subprocess("-p", "no:randomly", "-v", timeout=120)
    outcomes(ran, failed=1, passed=3)
    ran.stdout.fnmatch_lines(
        ["*S/sum (1) (2) FAILED*", "*S/sum (1) PASSED*", "*S/sum : : (2) PASSED*", "*S/sum : : PASSED*"]
    )
    outcomes(pytester.runpytest_subprocess("-p", "no:randomly", "--lf", timeout=120), failed=1)


def test_gates_that_failed_last_time_are_judged_again(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), adds(description="two")]))
    words = ("-p", "no:randomly", *args("--min-coverage", "100%"))
    outcomes(pytester.runpytest_subprocess(*words, timeout=120), failed=1, passed=2)
    outcomes(pytester.runpytest_subprocess(*words, "--lf", timeout=120), failed=1)


@pytest.mark.parametrize("dist", ["loadfile", "load"])
def test_gates_with_workers_of_xdist(dist: str, pytester: pytest.Pytester) -> None:
    tools = ("add", "subtract", "multiply", "divide")
    write(pytester.path, config([{"name": tool, "args": {"a": 1, "b": 1}} for tool in tools]))
    outcomes(run(pytester, "-n", "2", "--dist", dist, *args("--min-coverage", "100%")), passed=5)
    write(pytester.path, config([{"name": tool, "args": {"a": 1, "b": 1}} for tool in tools[:3]]))
    outcomes(run(pytester, "-n", "2", "--dist", dist, *args("--min-coverage", "100%")), passed=3, failed=1)


def test_gates_that_come_again_are_played_again(pytester: pytest.Pytester) -> None:
    log = pytester.path / "log"
    write(pytester.path, config([adds()], server("good", str(log))))
    outcomes(run(pytester, "--reruns", "2", *args("--min-coverage", "100%")), passed=1, failed=1)
    assert log.read_text().count("add") == 3


def test_gates_are_not_judged_by_what_was_cut_short(pytester: pytest.Pytester) -> None:
    (pytester.path / "server.py").write_text(FLAKY.format(folder=str(CALCULATOR.parent)))
    tools = ("subtract", "multiply", "divide")
    cases = [adds(), *({"name": tool, "args": {"a": 1, "b": 1}} for tool in tools)]
    write(pytester.path, config(cases, {**server(), "args": ["server.py"]}))
    ran = run(pytester, "-x", "--reruns", "1", *args("--min-coverage", "100%"))
    assert ran.parseoutcomes() == {"passed": 5, "rerun": 1}


def test_gates_are_skipped_where_no_server_is_reached(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()], {"transport": "stdio", "command": "no-such-program"}))
    outcomes(run(pytester, *args("--strict-protocol")), errors=1, skipped=1)


@pytest.mark.parametrize(("case", "counts"), [(adds(), {"passed": 1, "errors": 1}), (WRONG, {"failed": 1})])
def test_a_program_that_fails_and_does_not_say_why_is_an_error(
    case: Dict[str, Any], counts: Dict[str, int], pytester: pytest.Pytester
) -> None:
    write(pytester.path, config([case]))
    program = pytester.path / "program"
    program.write_text(f'#!/bin/sh\n"{mcpvals.find_binary()}" "$@" || exit\n[ "$1" = list ]\n')
    program.chmod(0o755)
    pytester.makeconftest(f"from mcpvals import _process\n_process.find_binary = lambda: {str(program)!r}\n")
    ran = run(pytester)
    outcomes(ran, **counts)
    assert ("mcpvals ended with exit code 1, and no case failed" in ran.stdout.str()) == ("errors" in counts)


def test_what_the_arguments_leave_out_is_skipped(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds(), WRONG]))
    ran = run(pytester, "-rs", "-o", "mcpvals_args=--tag bad")
    outcomes(ran, failed=1, skipped=1)
    ran.stdout.fnmatch_lines(["SKIPPED*nothing to run: *"])


def test_a_deadline_is_kept(pytester: pytest.Pytester) -> None:
    write(pytester.path, config([adds()], server("hang")))
    ran = run(pytester, "-o", "mcpvals_deadline=1")
    outcomes(ran, errors=1)
    ran.stdout.fnmatch_lines(["*it took longer than 1 s*"])


def test_the_time_of_a_case_is_its_own(pytester: pytest.Pytester) -> None:
    given: Dict[str, Any] = config([adds(), adds(description="two")])
    write(pytester.path, given)
    run(pytester, "--junit-xml=junit.xml")
    times = [float(time) for time in re.findall(r'<testcase.*? time="([\d.]+)"', Path("junit.xml").read_text())]
    assert len(times) == 2
    assert 0 <= times[1] < 0.5


def test_many_cases_are_more_than_one_command_line(pytester: pytest.Pytester) -> None:
    log = pytester.path / "log"
    names = [f"{number:04} {'long ' * 40}".strip() for number in range(200)]
    write(pytester.path, config([adds(description=name) for name in names], server("good", str(log))))
    outcomes(run(pytester, "-k", "not 0007"), passed=199, deselected=1)
    lines = log.read_text().split()
    assert (lines.count("add"), sum(line.isdigit() for line in lines)) == (199, 3)
