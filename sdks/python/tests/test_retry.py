"""When a request is sent again: decisions, without a network."""

from __future__ import annotations

import json
import time
from email.utils import formatdate
from typing import Any, Dict, List, Sequence, Tuple

import pytest

from mcp_evaluator import APIError, ConnectionFailedError, RateLimitError, RequestTimedOutError
from mcp_evaluator._answer import Answer, retry_after
from mcp_evaluator._call import Call, Exchange, Operation, Outcome
from mcp_evaluator._retry import Policy, backoff, reconnect_delay
from mcp_evaluator.evaluations import wait_for_completion

PATIENT = Policy()
GET: Call[Any] = Call("GET", "/x")
POST: Call[Any] = Call("POST", "/x", body={})
GOOD = Answer(200, {}, b'{"success": true, "data": {"id": "x"}, "meta": {}}')


def answer(status: int, code: str = "INTERNAL_SERVER_ERROR", **headers: str) -> Answer:
    body = json.dumps({"success": False, "error": {"code": code, "message": "no"}, "meta": {}})
    return Answer(status, {name.replace("_", "-"): value for name, value in headers.items()}, body.encode())


def play(call: Operation[Any], outcomes: Sequence[Outcome], policy: Policy = PATIENT) -> Tuple[Any, List[float], int]:
    """Takes the steps of a call: its result or error, how long it paused, how often it asked."""
    pauses: List[float] = []
    flow, asked, sent = call.flow(policy), 0, None
    try:
        while True:
            step = flow.send(sent)
            if isinstance(step, Exchange):
                sent, asked = outcomes[min(asked, len(outcomes) - 1)], asked + 1
            else:
                pauses.append(step.seconds)
                sent = None
    except StopIteration as end:
        return end.value, pauses, asked
    except Exception as error:
        return error, pauses, asked


def test_asks_for_an_evaluation_less_and_less_often() -> None:
    running = Answer(200, {}, b'{"success": true, "data": {"id": "x", "status": "running"}, "meta": {}}')
    ended = Answer(200, {}, b'{"success": true, "data": {"id": "x", "status": "completed"}, "meta": {}}')
    result, pauses, _ = play(wait_for_completion("x"), [running] * 8 + [ended])
    assert result["status"] == "completed"
    assert [round(pause, 2) for pause in pauses] == [0.5, 0.75, 1.12, 1.69, 2.53, 3.8, 5.0, 5.0]


def test_backs_off_as_the_seed_writes() -> None:
    assert [backoff(attempt, 0) for attempt in range(4)] == [1, 2, 4, 8]
    assert [backoff(attempt, 1) for attempt in range(4)] == [2, 3, 5, 9]
    assert [reconnect_delay(attempt) for attempt in range(7)] == [1, 2, 4, 8, 16, 30, 30]
    assert reconnect_delay(10**6) == 30


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_429_and_5xx_are_asked_again_with_jitter(status: int) -> None:
    result, pauses, asked = play(POST, [answer(status), answer(status), GOOD])
    assert (result, asked) == ({"id": "x"}, 3)
    assert 1 <= pauses[0] <= 2 <= pauses[1] <= 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422])
def test_other_errors_are_not_asked_again(status: int) -> None:
    error, pauses, asked = play(GET, [answer(status, "SERVER_UNREACHABLE"), GOOD])
    assert isinstance(error, APIError)
    assert (error.status, pauses, asked) == (status, [], 1)
    assert error.retry_safe, "whether it is safe is another question than whether we do it"


@pytest.mark.parametrize("retries", [0, 1, 3])
def test_gives_up_after_so_many(retries: int) -> None:
    error, pauses, asked = play(GET, [answer(500)], Policy(retries=retries))
    assert isinstance(error, APIError)
    assert (asked, len(pauses)) == (retries + 1, retries)


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (429, {"retry_after": "7", "x_ratelimit_reset": "1100"}, 7.0),
        (429, {"x_ratelimit_reset": "1100"}, 100.0),
        (429, {"x_ratelimit_reset": "900"}, 0.0),
        (429, {"retry_after": "soon"}, None),
        (429, {"retry_after": "-1", "x_ratelimit_reset": "nan"}, None),
        (503, {"retry_after": "30"}, 30.0),
        (503, {"x_ratelimit_reset": "1100"}, None),
        (429, {"retry_after": formatdate(1042, usegmt=True)}, 42.0),
    ],
)
def test_waits_as_long_as_the_service_says(status: int, headers: Dict[str, str], expected: Any) -> None:
    assert retry_after(answer(status, **headers), now=1000.0) == expected


def test_a_rate_limit_is_waited_for_until_its_window_closes() -> None:
    reset = str(int(time.time()) + 50)
    result, pauses, _ = play(GET, [answer(429, "RATE_LIMIT_EXCEEDED", x_ratelimit_reset=reset), GOOD])
    assert result == {"id": "x"}
    assert 45 < pauses[0] <= 50


def test_a_wait_that_is_too_long_is_told_at_once() -> None:
    limited = answer(429, "RATE_LIMIT_EXCEEDED", retry_after="100")
    error, pauses, asked = play(GET, [limited, GOOD], Policy(rate_limit_wait=99))
    assert isinstance(error, RateLimitError)
    assert (error.retry_after, pauses, asked) == (100.0, [], 1)


@pytest.mark.parametrize(
    ("call", "fault", "expected"),
    [
        (GET, ConnectionFailedError("cut", was_sent=True), 2),
        (POST, ConnectionFailedError("cut", was_sent=True), 1),
        (POST, ConnectionFailedError("refused"), 2),
        (GET, RequestTimedOutError("late"), 1),
    ],
)
def test_what_may_have_begun_is_not_begun_twice(call: Call[Any], fault: Outcome, expected: int) -> None:
    assert play(call, [fault, GOOD])[2] == expected
