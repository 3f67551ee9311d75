"""A live session, and the fixture `mcp_server`."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest
from conftest import EXAMPLES, adds, config, is_running, server, until, write

import mcpvals
from mcpvals import Session

WAITING = """
import json, sys, time, mcpvals
session = mcpvals.Session(json.loads(sys.argv[1]))
print("ready", flush=True)
time.sleep(99)
"""
CALLING = WAITING.replace("time.sleep(99)", 'session.call_tool("add", {"a": 1, "b": 1}, timeout=500)')


@pytest.fixture
def calculator(tmp_path: Path) -> Iterator[Session]:
    """A session with the calculator."""
    with Session(config([adds()], server("good", str(tmp_path / "log")))) as session:
        yield session


def test_tools_are_listed_and_called(calculator: Session) -> None:
    assert [tool["name"] for tool in calculator.list_tools()] == ["add", "subtract", "multiply", "divide"]
    assert calculator.call_tool("add", {"a": 5, "b": 3}).text == "8"
    assert calculator.server["name"] == "simple-mcp-server"


def test_a_tool_that_fails_says_so(calculator: Session) -> None:
    result = calculator.call_tool("divide", {"a": 1, "b": 0})
    assert (result.is_error, result.text) == (True, "Division by zero is not allowed")
    assert not calculator.call_tool("divide", {"a": 1, "b": 1}).is_error


def test_one_server_answers_all(calculator: Session, tmp_path: Path) -> None:
    for _ in range(3):
        calculator.call_tool("add", {"a": 5, "b": 3})
    log = (tmp_path / "log").read_text().split()
    assert (len(log), log[1:]) == (4, ["add", "add", "add"])


def test_structured_content_is_at_hand() -> None:
    with Session(EXAMPLES / "quickstart" / "mcp-eval.config.yaml") as session:
        result = session.call_tool("describe", {"values": [1, 2, 3, 4]})
    assert result.structured == {"count": 4, "sum": 10.0, "mean": 2.5}


def test_an_error_of_the_protocol_is_raised() -> None:
    with Session(EXAMPLES / "quickstart" / "mcp-eval.config.yaml") as session:
        with pytest.raises(mcpvals.ServerError) as raised:
            session.read_resource("note://none")
        assert raised.value.code == -32601
        assert session.call_tool("add", {"a": 1, "b": 1}).text == "2"


def test_requests_of_several_threads_are_open_at_the_same_time() -> None:
    with Session({"server": server("meet")}) as session, ThreadPoolExecutor(2) as threads:
        calls = [threads.submit(session.call_tool, "add", {"a": a, "b": 3}) for a in (5, 6)]
        assert [call.result().text for call in calls] == ["8", "9"]


def test_a_session_that_is_closed_answers_what_is_open(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with ThreadPoolExecutor(1) as threads, Session({"server": server("hang", str(log))}) as session:
        call = threads.submit(session.call_tool, "add", {"a": 1, "b": 1}, timeout=1)
        assert until(lambda: "add" in log.read_text())
        session.close()
        with pytest.raises(mcpvals.NoAnswerError, match=r"tools/call: .*1000 ms"):
            call.result()


def test_a_result_has_its_time(calculator: Session) -> None:
    began = time.monotonic()
    result = calculator.call_tool("add", {"a": 1, "b": 1})
    assert 0 < result.took < time.monotonic() - began


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (float("nan"), ValueError),
        (float("inf"), ValueError),
        ("\ud800", mcpvals.NoAnswerError),
        (10**400, mcpvals.NoAnswerError),
    ],
)
def test_what_cannot_be_sent_ends_no_session(value: Any, kind: type, calculator: Session) -> None:
    with pytest.raises(kind):
        calculator.call_tool("add", {"a": value, "b": 1})
    assert calculator.call_tool("add", {"a": 1, "b": 1}).text == "2"


@pytest.mark.filterwarnings("ignore::mcpvals.ProtocolViolationWarning")
@pytest.mark.parametrize("timeout", [-0.2, 1e300, float("inf")])
def test_a_time_that_is_none_ends_no_session(timeout: float, calculator: Session) -> None:
    with contextlib.suppress(mcpvals.NoAnswerError):
        calculator.call_tool("add", {"a": 1, "b": 1}, timeout=timeout)
    assert calculator.call_tool("add", {"a": 1, "b": 1}).text == "2"


def test_no_answer_in_time_is_raised() -> None:
    with Session(config([adds()], server("hang")), timeout=0.3) as session:
        began = time.monotonic()
        with pytest.raises(mcpvals.NoAnswerError, match=r"tools/call: .*300 ms"):
            session.call_tool("add", {"a": 1, "b": 1})
        assert time.monotonic() - began < 5


def test_a_server_that_ends_is_told(tmp_path: Path) -> None:
    with Session(config([adds()], server("good", str(tmp_path / "log")))) as session:
        os.kill(int((tmp_path / "log").read_text()), signal.SIGKILL)
        with pytest.raises(mcpvals.NoAnswerError):
            session.call_tool("add", {"a": 1, "b": 1})


def test_violations_are_warnings() -> None:
    warned = pytest.warns(mcpvals.ProtocolViolationWarning, match="noise-on-stdout")
    with warned, Session(config([adds()], server("noise"))) as session:
        assert session.call_tool("add", {"a": 1, "b": 1}).text == "2"


def test_violations_beside_the_requests_are_warnings_at_the_end() -> None:
    session = Session(config([adds()], server("greets")))
    with pytest.warns(mcpvals.ProtocolViolationWarning, match="noise-on-stdout"):
        session.close()


def test_a_session_that_is_closed_answers_nothing(calculator: Session, tmp_path: Path) -> None:
    process = int((tmp_path / "log").read_text())
    calculator.close()
    assert not is_running(process)
    with pytest.raises(mcpvals.NoAnswerError, match="closed"):
        calculator.list_tools()


@pytest.mark.parametrize(
    ("given", "options", "kind"),
    [
        (config([adds()], {"transport": "stdio", "command": "no-such-program"}), {}, mcpvals.ServerUnreachableError),
        (config([adds()], {"transport": "carrier pigeon"}), {}, mcpvals.UsageError),
        (config([adds()]), {"server": "other"}, mcpvals.UsageError),
    ],
)
def test_what_cannot_be_started_is_told(given: Any, options: Dict[str, Any], kind: type) -> None:
    with pytest.raises(mcpvals.MCPValsError) as raised:
        Session(given, **options)
    assert type(raised.value) is kind


def test_a_server_that_dies_is_told_with_its_last_words() -> None:
    with pytest.raises(mcpvals.ServerUnreachableError) as raised:
        Session({"server": server("die")})
    assert raised.value.stderr == "no licence\n"
    assert raised.value.message.endswith("exit code 1")
    assert str(raised.value) == f"{raised.value.message}\nThe server wrote on stderr:\n  no licence"


def test_of_last_words_the_end_is_in_the_message() -> None:
    error = mcpvals.ServerUnreachableError("it died", stderr=f"{'x' * 10_000}end\n")
    assert str(error).endswith("xend")
    assert len(str(error)) < 5000


def test_a_server_is_chosen_by_its_name(tmp_path: Path) -> None:
    given = config([adds()])
    del given["server"]
    given["servers"] = {"bad": {"transport": "stdio", "command": "no-such-program"}, "good": server()}
    with Session(given, server="good") as session:
        assert session.call_tool("add", {"a": 1, "b": 1}).text == "2"


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_when_we_are_ended_so_is_the_server(end: signal.Signals, tmp_path: Path) -> None:
    given, log = config([adds()], server("good", str(tmp_path / "log"))), tmp_path / "log"
    command = [sys.executable, "-c", WAITING, json.dumps(given)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as ours:
        assert ours.stdout is not None
        assert ours.stdout.readline() == b"ready\n"
        process = int(log.read_text())
        assert is_running(process)
        os.kill(ours.pid, end)
        assert ours.wait(60) != 0
    assert until(lambda: not is_running(process))


def test_a_call_that_is_open_holds_up_no_end(tmp_path: Path) -> None:
    log = tmp_path / "log"
    given = {"server": server("hang", str(log))}
    command = [sys.executable, "-c", CALLING, json.dumps(given)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as ours:
        assert until(lambda: log.exists() and "add" in log.read_text())
        process = int(log.read_text().split()[0])
        os.kill(ours.pid, signal.SIGKILL)
    assert until(lambda: not is_running(process), 20)


def test_a_session_leaves_no_secret_behind(tmp_path: Path) -> None:
    given = {"server": {**server("good", str(tmp_path / "log")), "env": {"KEY": "sk-very-secret"}}}
    folder = tmp_path / "files"
    folder.mkdir()
    command = [sys.executable, "-c", WAITING, json.dumps(given)]
    env = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env) as ours:
        assert ours.stdout is not None
        assert ours.stdout.readline() == b"ready\n"
        os.kill(ours.pid, signal.SIGKILL)
    assert [path for path in folder.rglob("*") if path.is_file() and b"sk-very" in path.read_bytes()] == []


TESTS = """
def test_adds(mcp_server):
    assert mcp_server.call_tool("add", {"a": 5, "b": 3}).text == "8"

def test_adds_wrongly(mcp_server):
    assert mcp_server.call_tool("add", {"a": 5, "b": 3}).text == "9"
"""


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    """Runs pytest, in a process of its own."""
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *words, "-k", "adds", timeout=120)


def lines(log: Path) -> List[str]:
    """What the server wrote."""
    return log.read_text().split()


def test_the_fixture_has_the_config_that_is_found(pytester: pytest.Pytester) -> None:
    log = pytester.path / "log"
    write(pytester.path, config([adds()], server("good", str(log))))
    pytester.makepyfile(TESTS)
    ran = run(pytester)
    ran.assert_outcomes(passed=1, failed=1, deselected=1)
    ran.stdout.fnmatch_lines(["E*assert '8' == '9'"])
    assert lines(log)[1:] == ["add", "add"]


def test_the_fixture_has_the_config_that_is_named(pytester: pytest.Pytester) -> None:
    write(pytester.mkdir("below"), config([adds()]), "other.json")
    pytester.makepyfile(TESTS)
    run(pytester, "--mcpvals-config", "below/other.json").assert_outcomes(passed=1, failed=1, deselected=1)
    run(pytester).assert_outcomes(errors=2)


def test_the_fixture_has_the_config_of_a_conftest(pytester: pytest.Pytester) -> None:
    given = config([adds()])
    pytester.makeconftest(
        f"import pytest\n\n@pytest.fixture(scope='session')\ndef mcp_config():\n    return {given!r}\n"
    )
    pytester.makepyfile(TESTS)
    run(pytester).assert_outcomes(passed=1, failed=1)


def test_a_real_server_is_used(everything: Dict[str, Any]) -> None:
    with Session(config([adds()], everything)) as session:
        assert session.call_tool("echo", {"message": "hello"}).text == "Echo: hello"
        resources, prompts = session.list_resources(), session.list_prompts()
        assert session.read_resource(resources[0]["uri"])[0]["uri"] == resources[0]["uri"]
        assert session.list_resource_templates()
        simple = next(prompt for prompt in prompts if not prompt.get("arguments"))
        assert session.get_prompt(simple["name"])["messages"]
