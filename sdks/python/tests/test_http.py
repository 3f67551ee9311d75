"""Requests over HTTP against a service that misbehaves, with both clients."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from typing import Any, Callable, List, Tuple

import pytest
from conftest import Ask
from fakes import FakeAPI, Reply, bad, good

from mcp_evaluator import (
    APIError,
    AsyncMCPEvaluatorClient,
    ClientClosedError,
    ConcurrentLimitError,
    ConfigurationError,
    ConnectionFailedError,
    EvaluationCancelledError,
    EvaluationFailedError,
    InternalServerError,
    MalformedAnswerError,
    MCPEvaluatorClient,
    MigrationError,
    NotFoundError,
    RateLimitError,
    RequestTimedOutError,
    Result,
    ValidationError,
    WaitTimeoutError,
    as_result,
)

RUNNING = good({"id": "eval_1", "status": "running"})
COMPLETED = good({"id": "eval_1", "status": "completed", "score": 85.5})


def get(client: Any) -> Any:
    return client.evaluations.get("eval_1")


def get_status(client: Any) -> Any:
    return client.get_status("eval_1")


@pytest.mark.usefixtures("fast")
def test_a_service_that_recovers_is_asked_again(ask: Ask) -> None:
    with FakeAPI(bad(500, "INTERNAL_SERVER_ERROR"), Reply(502, b"<html>"), COMPLETED) as api:
        assert ask(api.url, get)["score"] == 85.5
    assert [asked.path for asked in api.asked] == ["/api/v1/evaluations/eval_1"] * 3


@pytest.mark.usefixtures("fast")
def test_a_service_that_does_not_recover_is_left(ask: Ask) -> None:
    with FakeAPI(bad(503, "CONCURRENT_LIMIT", Retry_After="0")) as api, pytest.raises(ConcurrentLimitError):
        ask(api.url, get, retries=2)
    assert len(api.asked) == 3


def test_429_waits_for_as_long_as_it_says(ask: Ask) -> None:
    with FakeAPI(bad(429, "RATE_LIMIT_EXCEEDED", Retry_After="1"), COMPLETED) as api:
        ask(api.url, get)
    assert api.asked[1].at - api.asked[0].at > 0.9


def test_a_request_that_is_wrong_is_sent_once(ask: Ask) -> None:
    with (
        FakeAPI(bad(400, "VALIDATION_ERROR", "must be")) as api,
        pytest.raises(ValidationError, match="must be") as told,
    ):
        ask(api.url, get)
    assert (len(api.asked), told.value.retry_safe, told.value.details) == (1, False, {"field": "x"})


def test_a_silent_service_times_out(ask: Ask) -> None:
    with FakeAPI(Reply(delay=2.0)) as api, pytest.raises(RequestTimedOutError, match=r"within 0\.2 s"):
        ask(api.url, get, timeout=0.2)
    assert len(api.asked) == 1


def test_an_answer_that_never_ends_times_out(ask: Ask) -> None:
    with FakeAPI(Reply(200, b"x" * 1000, trickle=0.1)) as api, pytest.raises(RequestTimedOutError):
        ask(api.url, get, timeout=0.5)


def test_one_request_may_have_another_time(ask: Ask) -> None:
    with FakeAPI(Reply(delay=2.0)) as api, pytest.raises(RequestTimedOutError):
        ask(api.url, lambda client: get(client.with_options(timeout=0.2)), timeout=60)


def test_a_tool_is_waited_for_longer_than_it_may_take(ask: Ask) -> None:
    slow = Reply(200, {"success": True, "data": {"status": "passed"}, "meta": {}}, delay=1.0)
    with FakeAPI(slow) as api:
        assert ask(api.url, lambda client: client.tools.test("/s", "t", timeout=2.5), timeout=0.1)["status"] == "passed"
    assert api.asked[0].body == {"serverPath": "/s", "toolName": "t", "timeout": 2500}


@pytest.mark.usefixtures("fast")
def test_a_broken_connection_is_tried_again_where_nothing_is_begun_twice(ask: Ask) -> None:
    with FakeAPI(Reply(is_cut=True), COMPLETED) as api:
        assert ask(api.url, get)["status"] == "completed"
    with FakeAPI(Reply(is_cut=True), COMPLETED) as api, pytest.raises(ConnectionFailedError) as told:
        ask(api.url, lambda client: client.evaluations.create("/s"))
    assert (len(api.asked), told.value.retry_safe) == (1, False)
    with FakeAPI(Reply(is_cut=True)) as api, pytest.raises(ConnectionFailedError) as told:
        ask(api.url, get)
    assert told.value.retry_safe


def test_what_may_have_been_done_is_not_safe_to_ask_again(ask: Ask) -> None:
    calls: List[Tuple[Callable[[Any], Any], bool]] = [
        (get, True),
        (lambda client: client.evaluations.create("/s"), False),
    ]
    for call, is_safe in calls:
        with FakeAPI(Reply(delay=2.0)) as api, pytest.raises(RequestTimedOutError) as told:
            ask(api.url, call, timeout=0.2)
        assert told.value.retry_safe is is_safe


@pytest.mark.usefixtures("fast")
def test_nobody_there_is_told_with_the_request(ask: Ask) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(ConnectionFailedError, match="GET /health") as told:
            ask(url, lambda client: client.health())
    assert told.value.retry_safe


@pytest.mark.parametrize("body", [b"<html>Welcome</html>", b'{"ok": true}', b""])
def test_something_else_at_the_address_is_told(ask: Ask, body: bytes) -> None:
    with FakeAPI(Reply(200, body)) as api, pytest.raises(MalformedAnswerError, match="envelope"):
        ask(api.url, get)


def test_options_of_python_become_the_api_s(ask: Ask) -> None:
    env = {"MY_TOKEN_NAME": "x"}
    options = {"run_static": True, "runRuntime": False, "timeout": 1.5, "retries": None, "tags": ["ci"]}
    with FakeAPI(good({"id": "eval_1"}, 201)) as api:
        ask(api.url, lambda client: client.evaluations.create("/s", options=options, server={"env": env}, config=env))
    expected = {"runStatic": True, "runRuntime": False, "timeout": 1500, "tags": ["ci"]}
    assert api.asked[0].body == {"serverPath": "/s", "options": expected, "server": {"env": env}, "config": env}
    assert api.asked[0].headers["authorization"] == "Bearer key"
    assert api.asked[0].headers["user-agent"].startswith("mcp-evaluator-python/1.")


def test_both_spellings_of_the_seed_work(ask: Ask) -> None:
    with FakeAPI(COMPLETED) as api:
        result = ask(api.url, get)
    assert result["score"] == result.data["score"] == result["data"]["score"] == 85.5
    assert sorted(result) == ["id", "score", "status"], "the way through `data` is not among the keys"
    assert isinstance(result, Result)
    assert as_result(result).meta["version"] == "1.0.0"
    with pytest.raises(KeyError):
        result["nothing"]


def test_an_id_is_one_part_of_the_path(ask: Ask) -> None:
    with FakeAPI(bad(404, "RESOURCE_NOT_FOUND")) as api:
        with pytest.raises(NotFoundError):
            ask(api.url, lambda client: client.reports.download("../keys?x=ä"))
        for wrong in ("", ".."):
            with pytest.raises(ConfigurationError):
                ask(api.url, lambda client, wrong=wrong: client.evaluations.get(wrong))
    assert [asked.path for asked in api.asked] == ["/api/v1/reports/..%2Fkeys%3Fx%3D%C3%A4/download"]


@pytest.mark.usefixtures("fast")
def test_waits_until_an_evaluation_completed(ask: Ask) -> None:
    with FakeAPI(RUNNING, bad(500, "INTERNAL_SERVER_ERROR"), RUNNING, COMPLETED) as api:
        result = ask(api.url, lambda client: client.evaluations.wait_for_completion("eval_1", poll_interval=0.01))
    assert (result["score"], len(api.asked)) == (85.5, 4)


def test_an_evaluation_without_a_score_has_none(ask: Ask) -> None:
    with FakeAPI(good({"id": "eval_1", "status": "completed"})) as api:
        assert ask(api.url, lambda client: client.evaluations.wait_for_completion("eval_1"))["score"] is None


def test_an_evaluation_that_failed_is_an_error_with_its_code(ask: Ask) -> None:
    error = {"code": "SERVER_UNREACHABLE", "message": "it ends at once"}
    with FakeAPI(good({"id": "eval_1", "status": "failed", "error": error})) as api:
        with pytest.raises(EvaluationFailedError, match="it ends at once") as told:
            ask(api.url, lambda client: client.evaluations.wait_for_completion("eval_1"))
        assert (told.value.code, told.value.retry_safe) == ("SERVER_UNREACHABLE", True)
        assert told.value.evaluation["status"] == "failed"
    with FakeAPI(good({"id": "eval_1", "status": "cancelled"})) as api, pytest.raises(EvaluationCancelledError):
        ask(api.url, lambda client: client.evaluations.wait_for_completion("eval_1"))


def test_waiting_has_an_end(ask: Ask) -> None:
    with FakeAPI(RUNNING) as api, pytest.raises(WaitTimeoutError, match=r"running after 0\.3 s"):
        ask(api.url, lambda client: client.evaluations.wait_for_completion("eval_1", timeout=0.3, poll_interval=0.1))
    assert 2 <= len(api.asked) <= 5


def test_a_rate_limit_is_not_waited_for_longer_than_the_wait_it_is_for(ask: Ask) -> None:
    with FakeAPI(bad(429, "RATE_LIMIT_EXCEEDED", Retry_After="100")) as api, pytest.raises(RateLimitError):
        ask(api.url, lambda client: client.evaluations.wait_for_completion("eval_1", timeout=5))
    assert len(api.asked) == 1


def test_a_redirect_is_not_followed_with_the_key(ask: Ask) -> None:
    with FakeAPI(COMPLETED) as other, FakeAPI(Reply(302, b"", {"Location": other.url})) as api:
        for what in (get, get_status):
            with pytest.raises(APIError, match="status 302"):
                ask(api.url, what)
    assert other.asked == []


def test_a_wait_of_asyncio_can_be_cancelled() -> None:
    async def main(url: str) -> float:
        async with AsyncMCPEvaluatorClient(url) as client:
            waiting = asyncio.create_task(client.evaluations.wait_for_completion("eval_1", poll_interval=60))
            while not api.asked:  # noqa: ASYNC110, it is asked in another thread
                await asyncio.sleep(0.01)
            began = time.monotonic()
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            return time.monotonic() - began

    with FakeAPI(RUNNING) as api:
        assert asyncio.run(main(api.url)) < 5
    assert len(api.asked) == 1


def test_closing_ends_a_wait_of_another_thread() -> None:
    with FakeAPI(RUNNING) as api:
        client = MCPEvaluatorClient(api.url)
        raised: List[BaseException] = []

        def wait() -> None:
            try:
                client.evaluations.wait_for_completion("eval_1", poll_interval=60)
            except ClientClosedError as error:
                raised.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        while not api.asked:
            time.sleep(0.01)
        client.close()
        thread.join(10)
    assert not thread.is_alive()
    assert len(raised) == 1


def test_a_closed_client_says_so(ask: Ask) -> None:
    clients: List[Any] = []
    with FakeAPI(COMPLETED) as api:
        ask(api.url, lambda client: (clients.append(client), get(client))[1])
        with pytest.raises(ClientClosedError):
            asyncio.run(get(clients[0]))


def page(ids: List[str], has_next: bool) -> Reply:
    found = [{"id": one} for one in ids]
    return good({"evaluations": found, "pagination": {"hasNext": has_next}, "filters": {}})


def test_iterates_over_all_pages_and_tells_nothing_twice() -> None:
    with FakeAPI(page(["d", "c"], True), page(["c", "b"], True), page(["a"], False)) as api:
        with MCPEvaluatorClient(api.url) as client:
            found = [one["id"] for one in client.evaluations.iterate(limit=2, tags=["x", "y"], status="completed")]
    assert found == ["d", "c", "b", "a"]
    queries = [asked.path.partition("?")[2] for asked in api.asked]
    assert queries[0] == "status=completed&tags=x%2Cy&limit=2&offset=0"
    assert [query.rpartition("=")[2] for query in queries] == ["0", "2", "4"]


def test_iterates_with_asyncio_too() -> None:
    async def main(url: str) -> List[str]:
        async with AsyncMCPEvaluatorClient(url) as client:
            return [one["id"] async for one in client.evaluations.iterate()]

    with FakeAPI(page(["b"], True), page(["a"], False)) as api:
        assert asyncio.run(main(api.url)) == ["b", "a"]


def test_a_report_that_is_not_there_is_not_found(ask: Ask) -> None:
    with FakeAPI(good({"reportId": "rpt_1"}), bad(404, "RESOURCE_NOT_FOUND")) as api:
        assert ask(api.url, lambda client: client.reports.get("rpt_1")) == {"reportId": "rpt_1"}
        with pytest.raises(NotFoundError):
            ask(api.url, lambda client: client.reports.get("rpt_2"))


def test_v0_names_the_migration(ask: Ask) -> None:
    with FakeAPI(COMPLETED) as api, pytest.raises(MigrationError, match=r"evaluations\.create.*wait_for_completion"):
        ask(api.url, lambda client: client.evaluate("/path/to/server"))
    assert api.asked == []


@pytest.mark.parametrize(
    "options",
    [{"base_url": "localhost:3457"}, {"base_url": "ftp://x"}, {"api_key": "a\nb"}, {"timeout": 0}, {"retries": -1}],
)
def test_an_option_that_cannot_be_is_refused_at_once(options: Any) -> None:
    for kind in (MCPEvaluatorClient, AsyncMCPEvaluatorClient):
        with pytest.raises(ConfigurationError):
            kind(**options)


def test_a_time_that_is_no_number_is_refused() -> None:
    with MCPEvaluatorClient() as client, pytest.raises(ConfigurationError, match="seconds"):
        client.tools.test("/s", "t", timeout="5")  # pyright: ignore[reportArgumentType]


def test_no_key_is_ever_printed() -> None:
    with MCPEvaluatorClient("http://x", "very-secret") as client:
        assert "very-secret" not in repr(client) + repr(vars(client))
        assert repr(client) == "MCPEvaluatorClient(base_url='http://x')"


@pytest.mark.usefixtures("fast")
def test_several_threads_may_ask_at_once() -> None:
    with FakeAPI(COMPLETED) as api, MCPEvaluatorClient(api.url) as client:
        threads = [threading.Thread(target=lambda: client.evaluations.get("eval_1")) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(api.asked) == 20
    assert InternalServerError.retry_safe
