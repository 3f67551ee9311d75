"""Against a real service: every method once with each client, and what only a service can show."""

from __future__ import annotations

import asyncio
import inspect
import json
import queue
import time
from typing import Any, Awaitable, Callable, Dict, List

import pytest
from conftest import Service
from fakes import FakeAPI, Reply

from mcp_evaluator import (
    AuthenticationError,
    ConflictError,
    EvaluationCancelledError,
    EvaluationFailedError,
    MCPEvaluatorClient,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerUnreachableError,
    ValidationError,
    is_signed,
)

# The machine may be busy with others.
PATIENCE = 240.0
FAST: Any = {"transport": "stdio", "run_static": True, "run_runtime": False}


async def done(value: Any) -> Any:
    """The same for both clients."""
    return await value if inspect.isawaitable(value) else value


@pytest.fixture(params=["sync", "async"])
def play(request: pytest.FixtureRequest, service: Service) -> Callable[[Callable[[Any], Awaitable[Any]]], Any]:
    """Has one of the two clients play a story."""

    def run(story: Callable[[Any], Awaitable[Any]]) -> Any:
        async def main() -> Any:
            if request.param == "async":
                async with service.async_client(timeout=PATIENCE) as client:
                    return await story(client)
            with service.client(timeout=PATIENCE) as client:
                return await story(client)

        return asyncio.run(main())

    return run


Play = Callable[[Callable[[Any], Awaitable[Any]]], Any]


def test_evaluations_and_reports(play: Play, service: Service) -> None:
    async def story(client: Any) -> None:
        options = {"transport": "stdio", "run_static": True, "run_runtime": True, "timeout": 20, "tags": ["of-story"]}
        accepted = await done(client.evaluations.create(server_path=service.server, options=options))
        assert (accepted["status"], accepted["options"]["timeout"]) == ("queued", 20_000)
        evaluation_id = accepted["id"]
        result = await done(client.evaluations.wait_for_completion(evaluation_id, timeout=PATIENCE))
        assert 0 < result["score"] == result.data["score"] <= 100
        assert [tool["name"] for tool in result["results"]["runtime"]["toolTests"]] == ["add_numbers", "reverse_text"]
        assert (await done(client.evaluations.get(evaluation_id)))["score"] == result["score"]
        assert (await done(client.get_status(evaluation_id)))["score"] == result["score"]

        listed = await done(client.evaluations.list(status="completed", limit=1, tags=["of-story"], sort_by="score"))
        assert (len(listed["evaluations"]), listed["filters"]["tags"]) == (1, ["of-story"])
        pages = client.evaluations.iterate(limit=1, tags="of-story")
        ids = [one["id"] async for one in pages] if hasattr(pages, "__aiter__") else [one["id"] for one in pages]
        assert evaluation_id in ids
        assert len(ids) == len(set(ids))

        kept = (await done(client.evaluations.documents(evaluation_id)))["documents"]
        assert kept
        assert len(await done(client.evaluations.document(evaluation_id, kept[0]["name"]))) == kept[0]["size"]
        await reports(client, evaluation_id)
        with pytest.raises(ConflictError):
            await done(client.evaluations.cancel(evaluation_id))

    play(story)


async def reports(client: Any, evaluation_id: str) -> None:
    for format in ("markdown", "json", "html", "xml", "sarif", "junit"):
        made = await done(client.reports.create(evaluation_id, format=format, include_evidence=False))
        text = await done(client.reports.download(made["reportId"]))
        assert isinstance(text, str)
        assert len(text.encode()) == made["size"]
        assert await done(client.reports.download_bytes(made["reportId"])) == text.encode()
        assert (await done(client.reports.get(made["reportId"])))["format"] == format
    assert len((await done(client.reports.list()))["reports"]) >= 6


def test_tools(play: Play, service: Service) -> None:
    async def story(client: Any) -> None:
        listed = await done(client.tools.list(service.server))
        assert [tool["name"] for tool in listed["tools"]] == ["add_numbers", "reverse_text"]
        tested = await done(client.tools.test(service.server, "reverse_text", {"text": "snake_case"}, timeout=60))
        assert (tested["status"], tested["result"]["data"]) == ("passed", "esac_ekans")
        given = {"command": "python3", "args": [service.server], "env": {"MY_NAME": "x"}}
        tested = await done(client.tools.test(tool_name="add_numbers", arguments={"a": 1, "b": 2}, server=given))
        assert tested["result"]["data"] == "3"
        broken = {"command": "python3", "args": ["-c", "pass"]}
        with pytest.raises(ServerUnreachableError) as told:
            await done(client.tools.list(service.server, server=broken))
        assert (told.value.status, told.value.retry_safe) == (422, True)

    play(story)


def test_the_service_itself(play: Play) -> None:
    async def story(client: Any) -> None:
        assert (await done(client.health()))["status"] == "healthy"
        assert (await done(client.metrics()))["period"] == "24h"
        assert "markdown" in (await done(client.config.get()))["supportedFormats"]
        changed = await done(client.config.update(limits={"evaluation_timeout": 240, "max_concurrent_per_key": 3}))
        assert (await done(client.config.get()))["limits"]["evaluationTimeout"] == 240_000
        assert any("maxConcurrentPerKey" in change for change in changed["changes"])
        await done(client.config.update(limits={"evaluationTimeout": 300_000, "maxConcurrentPerKey": 0}))
        assert (await done(client.config.get()))["limits"]["evaluationTimeout"] == 300_000

    play(story)


def test_keys_and_webhooks(play: Play, service: Service) -> None:
    async def story(client: Any) -> None:
        made = await done(client.keys.create("of tests", ["evaluate:read"], expires_in_days=1, priority=-1))
        listed = (await done(client.keys.list()))["keys"]
        assert [one for one in listed if one["id"] == made["id"] and one["good"] and "key" not in one]
        with MCPEvaluatorClient(service.url, made["key"]) as reader:
            assert reader.evaluations.list()["pagination"]["offset"] == 0
            with pytest.raises(PermissionDeniedError) as told:
                reader.evaluations.create(service.server)
            assert (told.value.status, told.value.retry_safe) == (403, False)
            assert (await done(client.keys.revoke(made["id"])))["deleted"]
            with pytest.raises(AuthenticationError):
                reader.metrics()

        hook = await done(client.webhooks.create("http://127.0.0.1:9/none", ["evaluation:*"]))
        assert hook["id"] in [one["id"] for one in (await done(client.webhooks.list()))["webhooks"]]
        assert (await done(client.webhooks.delete(hook["id"])))["deleted"]

    play(story)


def test_events_of_an_evaluation(play: Play, service: Service) -> None:
    async def story(client: Any) -> None:
        accepted = await done(client.evaluations.create(service.server, options=FAST))
        seen = await heard(client, accepted["id"])
        kinds = [event["type"] for event in seen]
        assert (kinds[0], kinds[-1]) == ("evaluation:started", "evaluation:completed")
        assert {"evaluation:progress", "hook:running", "hook:completed"} <= set(kinds)
        assert seen[-1]["data"]["score"] == (await done(client.get_status(accepted["id"])))["score"]
        # All of it is told again to who comes later, and what came after an event to who has that already.
        assert await heard(client, accepted["id"]) == seen
        assert await heard(client, accepted["id"], last_event_id=seen[4]["eventId"]) == seen[5:]
        only = await heard(client, accepted["id"], ["hook:*"])
        assert only == [event for event in seen if event["type"].startswith("hook:")]

    play(story)


async def heard(client: Any, *what: Any, **options: Any) -> List[Dict[str, Any]]:
    events = client.events(*what, timeout=PATIENCE, **options)
    return [event async for event in events] if hasattr(events, "__aiter__") else list(events)


def test_handlers_as_in_the_seed_s_example_of_node(play: Play, service: Service) -> None:
    async def story(client: Any) -> None:
        evaluation = await done(client.evaluations.create(server_path=service.server, options=FAST))
        told: queue.Queue[str] = queue.Queue()
        percentages: List[float] = []

        def progress(data: Any) -> None:
            percentages.append(data["progress"]["percentage"])

        async def completed(data: Any) -> None:
            report = await done(client.reports.create(data["id"], format="markdown", include_evidence=True))
            told.put(report["downloadUrl"])

        def completed_sync(data: Any) -> None:
            asyncio.run(completed(data))

        client.on("evaluation:progress", progress)
        client.on("evaluation:completed", completed_sync if isinstance(client, MCPEvaluatorClient) else completed)
        assert (await done(client.subscribe(evaluation["id"])))["evaluationId"] == evaluation["id"]
        url = await asyncio.get_running_loop().run_in_executor(None, lambda: told.get(timeout=PATIENCE))
        assert url.startswith("/api/v1/reports/rpt_")
        assert percentages[-1] == 100.0
        assert percentages == sorted(percentages)
        assert (await done(client.unsubscribe(evaluation["id"])))["wasSubscribed"] is True

    play(story)


def test_a_cancelled_evaluation(play: Play, service: Service) -> None:
    async def story(client: Any) -> None:
        await done(client.config.update(limits={"max_concurrent_per_key": 1}))
        try:
            first, second = [await done(client.evaluations.create(service.server)) for _ in range(2)]
            cancelled = await done(client.evaluations.cancel(second["id"]))
            assert cancelled["status"] == "cancelled"
            with pytest.raises(EvaluationCancelledError):
                await done(client.evaluations.wait_for_completion(second["id"]))
            assert (await heard(client, second["id"]))[-1]["type"] == "evaluation:cancelled"
            await done(client.evaluations.wait_for_completion(first["id"], timeout=PATIENCE))
        finally:
            await done(client.config.update(limits={"max_concurrent_per_key": 0}))

    play(story)


def test_errors_are_typed(play: Play, service: Service) -> None:
    async def story(client: Any) -> None:
        with pytest.raises(ValidationError) as told:
            await done(client.evaluations.create("/nowhere/at/all"))
        assert (told.value.details["field"], told.value.details["value"]) == ("serverPath", "/nowhere/at/all")
        assert told.value.documentation is not None
        assert told.value.documentation.endswith("/docs/errors/VALIDATION_ERROR")
        with pytest.raises(ValidationError, match="runFast"):
            await done(client.evaluations.create(service.server, options={"run_fast": True}))
        for missing in (client.evaluations.get, client.reports.download, client.get_status, client.subscribe):
            with pytest.raises(NotFoundError):
                await done(missing("eval_none"))

    play(story)


def test_a_wrong_key_is_told_over_http_and_over_the_websocket(service: Service) -> None:
    for key in ("wrong", None):
        with MCPEvaluatorClient(service.url, key) as client:
            assert client.health()["status"] == "healthy"
            with pytest.raises(AuthenticationError):
                client.metrics()
            with pytest.raises(AuthenticationError):
                client.subscribe()


def test_a_rate_limit_is_told_where_it_is_too_long_to_wait(service: Service) -> None:
    with service.client(rate_limit_wait=1) as client:
        client.config.update(limits={"requests_per_hour": {"GET /webhooks": 1}})
        try:
            with pytest.raises(RateLimitError) as told:
                all(client.webhooks.list() for _ in range(50))
        finally:
            client.config.update(limits={"requests_per_hour": {"GET /webhooks": 1000}})
    assert told.value.retry_after is not None
    assert 3000 < told.value.retry_after <= 3600


def test_what_failed_says_why(service: Service) -> None:
    with service.client() as client:
        broken: Any = {"command": "python3", "args": ["-c", "pass"]}
        accepted = client.evaluations.create(server=broken, options={"run_static": False})
        with pytest.raises(EvaluationFailedError) as told:
            client.evaluations.wait_for_completion(accepted["id"], timeout=PATIENCE)
    assert told.value.code == "SERVER_UNREACHABLE"


def test_a_webhook_is_signed(service: Service) -> None:
    with FakeAPI(Reply(200, {})) as receiver, service.client() as client:
        hook = client.webhooks.create(receiver.url + "/hook", ["evaluation:started"])
        accepted = client.evaluations.create(service.server, options=FAST)
        client.evaluations.wait_for_completion(accepted["id"], timeout=PATIENCE)
        for _ in client.events(accepted["id"], timeout=PATIENCE):
            pass
        until_asked(receiver)
        client.webhooks.delete(hook["id"])
    got, secret = receiver.asked[0], hook.get("secret") or ""
    assert got.body["data"]["id"] == accepted["id"]
    signature = got.headers["x-mcpvals-signature"]
    assert is_signed(got.text, signature, secret)
    assert not is_signed(got.text + b" ", signature, secret)
    assert not is_signed(got.text, signature, secret + "x")
    assert not is_signed(got.text, signature, secret, tolerance=-1)
    assert json.loads(got.text) == got.body


def until_asked(api: FakeAPI) -> None:
    until = time.monotonic() + PATIENCE
    while not api.asked and time.monotonic() < until:
        api.wait(1)
    assert api.asked, "no webhook came"
