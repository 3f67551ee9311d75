"""The WebSocket against a service that misbehaves: cuts, refusals, nonsense."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from typing import Any, Callable, List, cast

import pytest
from conftest import Ask
from fakes import FakeSocket, Line

from mcp_evaluator import (
    AsyncMCPEvaluatorClient,
    AuthenticationError,
    ClientClosedError,
    ConfigurationError,
    ConnectionFailedError,
    InternalServerError,
    MalformedAnswerError,
    MCPEvaluatorClient,
    NotFoundError,
    RequestTimedOutError,
    WaitTimeoutError,
)

pytestmark = pytest.mark.usefixtures("fast")


def numbers_sync(client: Any, *what: Any, **options: Any) -> List[int]:
    return [int(event["eventId"]) for event in client.events(*what, **options)]


async def numbers_async(client: Any, *what: Any, **options: Any) -> List[int]:
    return [int(event["eventId"]) async for event in client.events(*what, **options)]


def numbers(client: Any, *what: Any, **options: Any) -> Any:
    """The numbers of all events, from either client."""
    which = numbers_sync if isinstance(client, MCPEvaluatorClient) else numbers_async
    return cast("Callable[..., Any]", which)(client, *what, **options)


def whole(line: Line) -> None:
    """An evaluation from its beginning to its end."""
    line.subscribed()
    line.event(1, "evaluation:started")
    line.event(2)
    line.event(3, "evaluation:completed", score=85.5)
    line.stay()


def test_the_events_of_an_evaluation_end_with_it(ask: Ask) -> None:
    with FakeSocket(whole) as service:
        assert ask(service.url, lambda client: numbers(client, "eval_1")) == [1, 2, 3]
    subscribed, unsubscribed = service.heard
    assert subscribed["data"] == {"evaluationId": "eval_1", "lastEventId": "0"}
    assert (unsubscribed["type"], unsubscribed["data"]) == ("unsubscribe", {"evaluationId": "eval_1"})
    assert service.upgrades[0].headers["Authorization"] == "Bearer key"
    assert service.upgrades[0].path == "/ws"


def test_only_what_is_asked_for_is_shown_and_the_end_is_heard_all_the_same(ask: Ask) -> None:
    with FakeSocket(whole) as service:
        assert ask(service.url, lambda client: numbers(client, "eval_1", ["progress"])) == [2]
    ends = ["evaluation:cancelled", "evaluation:completed", "evaluation:failed"]
    assert service.heard[0]["data"]["events"] == [*ends, "progress"]


@pytest.mark.parametrize("code", [1001, 1011, 1013])
def test_after_a_cut_it_goes_on_where_it_was(ask: Ask, code: int) -> None:
    def first(line: Line) -> None:
        line.subscribed()
        line.event(1, "evaluation:started")
        line.event(2)
        line.close(code)

    def second(line: Line) -> None:
        line.subscribed()
        line.event(2)
        line.event(3)
        line.event(4, "evaluation:failed")
        line.stay()

    with FakeSocket(first, 500, second) as service:
        assert ask(service.url, lambda client: numbers(client, "eval_1")) == [1, 2, 3, 4]
    told = [heard["data"] for heard in service.heard if heard["type"] == "subscribe"]
    assert [one["lastEventId"] for one in told] == ["0", "2"]
    assert len(service.upgrades) == 3


def test_it_begins_after_the_event_that_is_named(ask: Ask) -> None:
    with FakeSocket(whole) as service:
        assert ask(service.url, lambda client: numbers(client, "eval_1", last_event_id="2")) == [3]
    assert service.heard[0]["data"]["lastEventId"] == "2"


def test_who_is_not_let_in_is_told_at_once(ask: Ask) -> None:
    with FakeSocket(401) as service, pytest.raises(AuthenticationError):
        ask(service.url, lambda client: numbers(client, "eval_1"))
    assert len(service.upgrades) == 1


def test_a_key_that_is_revoked_meanwhile_ends_it(ask: Ask) -> None:
    def revoked(line: Line) -> None:
        line.subscribed()
        line.say("error", {"error": {"code": "AUTHENTICATION_REQUIRED", "message": "not taken any more"}})
        line.close(1008, "not taken any more")

    with FakeSocket(revoked) as service, pytest.raises(AuthenticationError, match="not taken any more"):
        ask(service.url, lambda client: numbers(client, "eval_1"))
    assert len(service.upgrades) == 1


def test_a_normal_end_is_not_come_back_from(ask: Ask) -> None:
    def bye(line: Line) -> None:
        line.subscribed()
        line.close(1000, "bye")

    with FakeSocket(bye) as service, pytest.raises(ConnectionFailedError, match="1000 bye"):
        ask(service.url, lambda client: numbers(client, "eval_1"))
    assert len(service.upgrades) == 1


def test_nonsense_is_told_and_ends_it(ask: Ask) -> None:
    def mad(line: Line) -> None:
        line.subscribed()
        line.say_text("<html>")
        line.stay()

    with FakeSocket(mad) as service, pytest.raises(MalformedAnswerError, match="<html>"):
        ask(service.url, lambda client: numbers(client, "eval_1"))


def test_a_service_that_never_comes_back_is_left(ask: Ask) -> None:
    def cut(line: Line) -> None:
        line.subscribed()
        line.close(1011)

    with FakeSocket(cut, 500) as service, pytest.raises(InternalServerError, match="INTERNAL_SERVER_ERROR"):
        ask(service.url, lambda client: numbers(client, "eval_1"))
    assert len(service.upgrades) == 11


def test_a_command_that_is_refused_is_a_typed_error(ask: Ask) -> None:
    def refuses(line: Line) -> None:
        error = {"code": "RESOURCE_NOT_FOUND", "message": "There is no evaluation `x`", "details": {"value": "x"}}
        line.answer(line.hear(), "error", {"error": error})
        line.stay()

    def listens(client: Any) -> Any:
        return numbers(client, "x")

    asked: List[Callable[[Any], Any]] = [lambda c: c.get_status("x"), lambda c: c.subscribe("x"), listens]
    for what in asked:
        with FakeSocket(refuses) as service, pytest.raises(NotFoundError, match="no evaluation") as told:
            ask(service.url, what)
        assert told.value.details == {"value": "x"}


def test_what_is_gone_after_a_cut_is_told_to_who_listens(ask: Ask) -> None:
    def cut(line: Line) -> None:
        line.subscribed()
        line.close(1001)

    def gone(line: Line) -> None:
        line.answer(line.hear("subscribe"), "error", {"error": {"code": "RESOURCE_NOT_FOUND", "message": "gone"}})
        line.stay()

    with FakeSocket(cut, gone) as service, pytest.raises(NotFoundError, match="gone"):
        ask(service.url, lambda client: numbers(client, "eval_1"))


def test_a_command_without_an_answer_times_out(ask: Ask) -> None:
    with FakeSocket(Line.stay) as service, pytest.raises(RequestTimedOutError, match="getStatus"):
        ask(service.url, lambda client: client.get_status("x"), timeout=0.3)


def test_a_command_is_said_again_after_a_cut(ask: Ask) -> None:
    def cut(line: Line) -> None:
        line.hear("getStatus")
        line.close(1012)

    def answers(line: Line) -> None:
        line.answer(line.hear("getStatus"), "status", {"id": "x", "status": "running"})
        line.stay()

    with FakeSocket(cut, answers) as service:
        assert ask(service.url, lambda client: client.get_status("x"))["status"] == "running"


def test_waiting_for_an_event_has_an_end(ask: Ask) -> None:
    def silent(line: Line) -> None:
        line.subscribed()
        line.stay()

    with FakeSocket(silent) as service, pytest.raises(WaitTimeoutError, match=r"no event within 0\.3 s"):
        ask(service.url, lambda client: numbers(client, timeout=0.3))
    assert service.heard[0]["data"] == {}, "all evaluations, from now on"


def test_handlers_of_the_sync_client_may_use_it_and_may_fail() -> None:
    def script(line: Line) -> None:
        line.subscribed()
        line.event(1, progress={"percentage": 50.0})
        line.answer(line.hear("getStatus"), "status", {"status": "running"})
        line.event(2, progress={"percentage": 100.0})
        line.stay()

    with FakeSocket(script) as service, MCPEvaluatorClient(service.url) as client:
        seen: queue.Queue[Any] = queue.Queue()

        @client.on("evaluation:progress")
        def broken(data: Any) -> None:  # pyright: ignore[reportUnusedFunction]
            raise ValueError("of a handler")

        @client.on("evaluation:progress")
        def progress(data: Any) -> None:
            if data["progress"]["percentage"] < 100:
                seen.put(client.get_status(data["id"])["status"])
            seen.put((data["progress"]["percentage"], threading.current_thread() is threading.main_thread()))

        assert client.subscribe("eval_1", ["progress"])["events"] == ["progress"]
        assert [seen.get(timeout=30) for _ in range(3)] == ["running", (50.0, False), (100.0, False)]
        client.off("evaluation:progress", progress)


def test_handlers_of_asyncio_may_be_coroutines() -> None:
    async def main(url: str) -> List[Any]:
        seen: asyncio.Queue[Any] = asyncio.Queue()
        async with AsyncMCPEvaluatorClient(url) as client:

            async def completed(data: Any) -> None:
                await seen.put((data["score"], (await client.get_status("eval_1"))["status"]))

            client.on("evaluation:started", lambda data: seen.put_nowait(data["id"]))
            client.on("evaluation:completed", completed)
            await client.subscribe("eval_1")
            found = [await asyncio.wait_for(seen.get(), 30) for _ in range(2)]
            await client.unsubscribe("eval_1")
            return found

    def script(line: Line) -> None:
        line.subscribed()
        line.event(1, "evaluation:started")
        line.event(3, "evaluation:completed", score=85.5)
        line.answer(line.hear("getStatus"), "status", {"status": "completed"})
        line.answer(line.hear("unsubscribe"), "unsubscribed", {})
        line.stay()

    with FakeSocket(script) as service:
        assert asyncio.run(main(service.url)) == ["eval_1", (85.5, "completed")]


def test_handlers_are_told_what_ends_the_events_and_can_begin_anew() -> None:
    def bye(line: Line) -> None:
        line.subscribed()
        line.close(1000, "bye")

    with FakeSocket(bye, whole) as service, MCPEvaluatorClient(service.url) as client:
        seen: queue.Queue[Any] = queue.Queue()
        client.on("error", seen.put)
        client.on("evaluation:completed", seen.put)
        client.subscribe("eval_1")
        assert isinstance(seen.get(timeout=30), ConnectionFailedError)
        client.subscribe("eval_1")
        assert seen.get(timeout=30)["score"] == 85.5


def test_a_handler_may_close_the_client() -> None:
    with FakeSocket(whole) as service:
        client = MCPEvaluatorClient(service.url)
        closed = threading.Event()

        def close(data: Any) -> None:
            client.close()
            closed.set()

        client.on("evaluation:started", close)
        client.subscribe("eval_1")
        assert closed.wait(30)


def test_a_misspelt_event_is_refused_by_handlers(ask: Ask) -> None:
    with pytest.raises(ConfigurationError, match="names no event"):
        ask("http://x", lambda client: client.on("evaluation:progres", print))
    with pytest.raises(ConfigurationError, match="last_event_id"):
        ask("http://x", lambda client: numbers(client, "eval_1", last_event_id="x"))


def test_closing_ends_an_iterator_of_another_thread() -> None:
    def silent(line: Line) -> None:
        line.subscribed()
        line.event(1)
        line.stay()

    with FakeSocket(silent) as service:
        client = MCPEvaluatorClient(service.url)
        raised: queue.Queue[Any] = queue.Queue()

        def listen() -> None:
            try:
                for event in client.events("eval_1"):
                    raised.put(event)
            except ClientClosedError as error:
                raised.put(error)

        thread = threading.Thread(target=listen)
        thread.start()
        assert raised.get(timeout=30)["eventId"] == "1"
        client.close()
        assert isinstance(raised.get(timeout=30), ClientClosedError)
        thread.join(30)
        with pytest.raises(ClientClosedError):
            client.get_status("eval_1")


def test_closing_ends_a_command_of_another_thread() -> None:
    with FakeSocket(Line.stay) as service:
        client = MCPEvaluatorClient(service.url)
        raised: queue.Queue[BaseException] = queue.Queue()

        def ask_for_status() -> None:
            try:
                client.get_status("eval_1")
            except ClientClosedError as error:
                raised.put(error)

        threads = [threading.Thread(target=ask_for_status) for _ in range(3)]
        for thread in threads:
            thread.start()
        while len(service.heard) < len(threads):
            time.sleep(0.01)
        client.close()
        for thread in threads:
            assert isinstance(raised.get(timeout=10), ClientClosedError)
            thread.join(10)
        client.close()


def test_a_fault_while_connecting_is_told(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*what: Any, **options: Any) -> Any:
        raise ImportError("connecting through a SOCKS proxy requires something else")

    monkeypatch.setattr("mcp_evaluator._socket.Straight", broken)
    with pytest.raises(ConnectionFailedError, match="SOCKS"):
        ask("http://127.0.0.1:9", lambda client: client.subscribe())


def test_an_iterator_of_asyncio_can_be_cancelled_and_leaves_nothing() -> None:
    def silent(line: Line) -> None:
        line.subscribed()
        line.stay()

    async def main(url: str) -> float:
        async with AsyncMCPEvaluatorClient(url) as client:
            async with client.events("eval_1") as events:
                waiting = asyncio.ensure_future(events.__anext__())
                while not service.heard:  # noqa: ASYNC110, it is heard in another thread
                    await asyncio.sleep(0.01)
                began = time.monotonic()
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting
            return time.monotonic() - began

    with FakeSocket(silent) as service:
        assert asyncio.run(main(service.url), debug=True) < 5


def test_leaving_early_unsubscribes() -> None:
    def script(line: Line) -> None:
        line.subscribed()
        line.event(1)
        line.answer(line.hear("unsubscribe"), "unsubscribed", {"wasSubscribed": True})
        line.stay()

    with FakeSocket(script) as service, MCPEvaluatorClient(service.url) as client:
        with client.events("eval_1") as events:
            assert next(events)["type"] == "evaluation:progress"
        assert list(events) == []
        with client.events("eval_1") as unused:
            pass
        assert list(unused) == []
    assert [heard["type"] for heard in service.heard] == ["subscribe", "unsubscribe"]


def test_an_iterator_and_handlers_of_one_evaluation_share_a_subscription() -> None:
    def script(line: Line) -> None:
        line.subscribed()
        line.event(1)
        line.event(2)
        line.subscribed()
        for number in (1, 2):
            line.event(number)
        line.event(3, "evaluation:completed")
        line.subscribed()
        line.stay()

    with FakeSocket(script) as service, MCPEvaluatorClient(service.url) as client:
        seen: queue.Queue[str] = queue.Queue()
        client.on("evaluation:progress", lambda data: seen.put("progress"))
        client.subscribe("eval_1", ["progress"])
        assert [seen.get(timeout=30), seen.get(timeout=30)] == ["progress", "progress"]
        assert [event.get("eventId") for event in client.events("eval_1")] == ["1", "2", "3"]
        assert seen.empty(), "what is told again for the iterator is told to handlers once"
    told = [(heard["data"].get("events"), heard["data"]["lastEventId"]) for heard in service.heard]
    assert told == [(["progress"], "0"), (None, "0"), (["progress"], "2")]
