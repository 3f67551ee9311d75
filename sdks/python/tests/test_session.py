"""Who hears what: subscriptions and numbers of events, without a network."""

from __future__ import annotations

import asyncio
import json
from typing import Any, List, Optional, Sequence

import pytest

from mcp_evaluator import (
    AuthenticationError,
    ConfigurationError,
    ConnectionFailedError,
    MalformedAnswerError,
    TooSlowError,
)
from mcp_evaluator._session import EVENT_NAMES, Session, Want, check_events, is_asked, why_closed
from mcp_evaluator.events import EVENTS_MAX, Queue


class Ear:
    """Notes the numbers of what it hears."""

    def __init__(
        self, session: Session, evaluation: Optional[str], events: Sequence[str] = (), after: Any = None
    ) -> None:
        self.numbers: List[Optional[str]] = []
        self.failed: List[Exception] = []
        self.want = Want(
            evaluation, tuple(events), after, self.hear, self.failed.append, hears_system=evaluation is None
        )
        self.want.is_on = True
        session.wants.append(self.want)

    def hear(self, event: Any) -> None:
        self.numbers.append(event.get("eventId"))


def tell(session: Session, number: int, kind: str = "evaluation:progress", of: str = "a") -> None:
    name = "id" if kind.startswith("evaluation") else "evaluationId"
    session.read(json.dumps({"type": kind, "eventId": str(number), "data": {name: of}}))


# As the service's own tests have it (`is_asked`).
@pytest.mark.parametrize(
    ("kind", "asked", "expected"),
    [
        ("evaluation:progress", ["progress", "completed", "error"], True),
        ("evaluation:completed", ["evaluation:completed"], True),
        ("error:occurred", ["error"], True),
        ("hook:running", ["hook:*"], True),
        ("tool:result", ["*"], True),
        ("tool:result", [], True),
        ("hook:completed", ["progress", "tool:*"], False),
        ("hook:completed", ["completed"], False),
        ("evaluation:completed", ["completed"], True),
        ("hook:running", ["running"], True),
        ("evaluation:failed", ["evaluation"], False),
    ],
)
def test_names_short_names_and_groups_are_asked_for(kind: str, asked: List[str], expected: bool) -> None:
    assert is_asked(kind, asked) is expected


@pytest.mark.parametrize("wrong", ["progres", "evaluation:pro*", "foo:*", "h*", ""])
def test_a_misspelt_event_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigurationError, match="names no event"):
        check_events([wrong])


def test_every_event_of_the_api_can_be_asked_for() -> None:
    assert len(EVENT_NAMES) == 11
    assert check_events(EVENT_NAMES) == EVENT_NAMES
    assert check_events("progress") == ("progress",)


def test_each_listener_hears_of_its_evaluation_once_whatever_is_told_again() -> None:
    session = Session()
    one, other, both = Ear(session, "a"), Ear(session, "b"), Ear(session, None)
    for number, of in [(1, "a"), (2, "b"), (1, "a"), (2, "b"), (3, "a")]:
        tell(session, number, of=of)
    tell(session, 4, "hook:running", of="b")
    assert (one.numbers, other.numbers, both.numbers) == (["1", "3"], ["2", "4"], ["1", "2", "3", "4"])


def test_an_event_that_is_not_asked_for_hides_no_earlier_one() -> None:
    # Told again for another listener, the older event comes after the newer one.
    session = Session()
    ear = Ear(session, "a", ["completed"])
    tell(session, 9, "evaluation:progress")
    tell(session, 8, "evaluation:completed")
    assert ear.numbers == ["8"]


def test_a_subscription_is_for_all_who_want_and_from_the_earliest() -> None:
    session = Session()
    assert session.subscription("a") is None
    ear = Ear(session, "a", ["progress"], after=7)
    assert session.subscription("a") == {"evaluationId": "a", "events": ["progress"], "lastEventId": "7"}
    Ear(session, "a", ["error", "progress"], after=3)
    assert session.subscription("a") == {"evaluationId": "a", "events": ["error", "progress"], "lastEventId": "3"}
    Ear(session, "a")
    assert session.subscription("a") == {"evaluationId": "a", "lastEventId": "3"}, "one of them wants all"
    Ear(session, None)
    assert session.subscriptions() == [{"evaluationId": "a", "lastEventId": "3"}, {}]
    session.wants = [ear.want]
    tell(session, 12)
    assert session.subscriptions() == [{"evaluationId": "a", "events": ["progress"], "lastEventId": "12"}]


def test_what_was_not_agreed_to_is_not_asked_for_again() -> None:
    session = Session()
    Ear(session, "a").want.is_on = False
    assert session.subscriptions() == []


def test_the_system_is_told_to_those_who_want_it() -> None:
    session = Session()
    everything, one = Ear(session, None), Ear(session, "a")
    session.read('{"type": "system:status", "data": {"activeEvaluations": 1}}')
    assert (everything.numbers, one.numbers) == ([None], [])


def test_answers_are_told_from_events_by_their_number() -> None:
    session = Session()
    number, text = session.command("getStatus", {"evaluationId": "a"})
    assert json.loads(text) == {"type": "getStatus", "id": number, "data": {"evaluationId": "a"}}
    reply = session.read(json.dumps({"type": "status", "id": number, "data": {"status": "running"}}))
    assert reply is not None
    assert (reply.number, reply.data, reply.error) == (number, {"status": "running"}, None)
    complaint = {"error": {"code": "AUTHENTICATION_REQUIRED", "message": "who?"}}
    reply = session.read(json.dumps({"type": "error", "id": number, "data": complaint}))
    assert reply is not None
    assert isinstance(reply.error, AuthenticationError)
    assert session.read('{"type": "of a later version", "data": {}}') is None


@pytest.mark.parametrize("text", ["", "no", "[]", "{}", '{"type": 1}', b"\xff", "[" * 100_000])
def test_a_message_that_is_none_is_told(text: Any) -> None:
    with pytest.raises(MalformedAnswerError):
        Session().read(text)


@pytest.mark.parametrize(
    ("code", "again"),
    [(1000, False), (1001, True), (None, True), (1011, True), (1012, True), (1013, True), (1008, False), (1009, False)],
)
def test_the_code_of_a_close_says_whether_to_come_again(code: Optional[int], again: bool) -> None:
    error = why_closed(code, "words", None)
    assert isinstance(error, ConnectionFailedError)
    assert error.retry_safe is again


def test_what_the_service_said_last_is_why_it_closed() -> None:
    session = Session()
    session.read('{"type": "error", "data": {"error": {"code": "RATE_LIMIT_EXCEEDED", "message": "more than 10"}}}')
    error = why_closed(1008, "more than 10", session.complaint)
    assert (type(error).__name__, error.retry_safe) == ("RateLimitError", True)


def test_a_listener_that_never_takes_has_a_bound_and_may_go_on_from_there() -> None:
    async def main() -> None:
        queue = Queue()
        for number in range(EVENTS_MAX + 5):
            event: Any = {"type": "evaluation:progress", "eventId": str(number)}
            queue.put(event)
        for _ in range(EVENTS_MAX):
            await queue.take()
        with pytest.raises(TooSlowError) as told:
            await queue.take()
        assert told.value.last_event_id == EVENTS_MAX - 1

    asyncio.run(main())
