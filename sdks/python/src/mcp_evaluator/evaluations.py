"""Evaluations: started, looked at, listed, cancelled, waited for; and the documents that are kept of them."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, AsyncIterator, Iterator, List, Literal, Mapping, Optional, Sequence, Union

from ._answer import read_bytes
from ._call import Call, Flow, Pause, path
from ._generated.answers import (
    Accepted,
    Cancelled,
    DocumentList,
    EvaluationList,
    EvaluationView,
    ListedEvaluation,
)
from ._generated.completed import CompletedEvaluation
from ._generated.requests import EvaluationOptions, ServerOptions
from ._group import AsyncGroup, Group, async_method, method
from ._retry import Policy
from ._wire import query, to_api
from .errors import EvaluationCancelledError, EvaluationFailedError, WaitTimeoutError
from .result import as_result

Status = Literal["queued", "running", "completed", "failed", "cancelled"]
SortBy = Literal["createdAt", "updatedAt", "score"]
POLL_MIN, POLL_MAX, POLL_GROWTH = 0.5, 5.0, 1.5


def create(
    server_path: Optional[str] = None,
    *,
    options: Optional[EvaluationOptions] = None,
    server: Optional[ServerOptions] = None,
    config: Optional[Mapping[str, Any]] = None,
) -> Call[Accepted]:
    """Starts an evaluation: of a path, address or package, of a `server`, or as a whole `config` says."""
    given = {"server_path": server_path, "options": to_api(options), "server": to_api(server), "config": config}
    return Call("POST", "/evaluations", body=to_api(given))


def get(evaluation_id: str) -> Call[EvaluationView]:
    """How an evaluation stands, and what it found."""
    return Call("GET", path("/evaluations/{}", evaluation_id))


def list_evaluations(
    *,
    status: Optional[Status] = None,
    limit: Optional[int] = None,
    offset: Optional[int] = None,
    sort_by: Optional[SortBy] = None,
    sort_order: Optional[Literal["asc", "desc"]] = None,
    tags: Union[str, Sequence[str], None] = None,
    server_path: Optional[str] = None,
    date_from: Union[str, datetime, None] = None,
    date_to: Union[str, datetime, None] = None,
) -> Call[EvaluationList]:
    """A page of the evaluations; with `tags`, of those that have all of them."""
    words = tags if tags is None or isinstance(tags, str) else list(tags)
    which = {"status": status, "tags": words, "server_path": server_path, "date_from": date_from, "date_to": date_to}
    place = {"limit": limit, "offset": offset, "sort_by": sort_by, "sort_order": sort_order}
    return Call("GET", "/evaluations", query=query({**which, **place}))


def cancel(evaluation_id: str) -> Call[Cancelled]:
    """Cancels an evaluation that waits or runs."""
    return Call("DELETE", path("/evaluations/{}", evaluation_id))


def documents(evaluation_id: str) -> Call[DocumentList]:
    """What is kept of an evaluation: its whole report, its traces."""
    return Call("GET", path("/evaluations/{}/documents", evaluation_id))


def document(evaluation_id: str, name: str) -> Call[bytes]:
    """One of them, as it is."""
    return Call("GET", path("/evaluations/{}/documents/{}", evaluation_id, name), read=read_bytes)


@dataclass(frozen=True)
class Waiting:
    """Asks how an evaluation stands until it has ended."""

    evaluation_id: str
    timeout: Optional[float]
    poll_interval: Optional[float]

    def flow(self, policy: Policy) -> Flow[CompletedEvaluation]:
        """Asks often at first, then less and less: a key has only so many requests an hour."""
        until = math.inf if self.timeout is None else time.monotonic() + self.timeout
        pause = POLL_MIN if self.poll_interval is None else self.poll_interval
        while True:
            # No request, and no pause for a rate limit, outlasts the wait that it is for.
            left = max(until - time.monotonic(), 1.0)
            limits = {"timeout": min(policy.timeout, left), "rate_limit_wait": min(policy.rate_limit_wait, left)}
            evaluation = yield from get(self.evaluation_id).flow(replace(policy, **limits))
            if evaluation["status"] not in ("queued", "running"):
                return ended_well(evaluation)
            left = until - time.monotonic()
            if left <= 0:
                raise WaitTimeoutError(f"`{self.evaluation_id}` is {evaluation['status']} after {self.timeout} s")
            yield Pause(min(pause, left))
            pause = min(pause * POLL_GROWTH, POLL_MAX) if self.poll_interval is None else pause


def wait_for_completion(
    evaluation_id: str, timeout: Optional[float] = 300.0, *, poll_interval: Optional[float] = None
) -> Waiting:
    """Waits until an evaluation completed, and returns it with its `score` (null where nothing was judged).

    `timeout` and `poll_interval` are in seconds; without a `timeout` (`None`) it waits for as long as it takes.
    Raises `EvaluationFailedError`, `EvaluationCancelledError`, or `WaitTimeoutError`; the evaluation itself goes on.
    """
    return Waiting(evaluation_id, timeout, poll_interval)


def ended_well(evaluation: EvaluationView) -> CompletedEvaluation:
    """What completed, or the error that says how it ended."""
    if evaluation["status"] == "completed":
        completed = CompletedEvaluation(evaluation, as_result(evaluation).meta)
        completed.setdefault("score", None)
        return completed
    if evaluation["status"] == "cancelled":
        raise EvaluationCancelledError(f"`{evaluation['id']}` was cancelled", evaluation)
    error = evaluation.get("error") or {}
    told = f"{error.get('code')}: {error.get('message')}" if error else "no reason is given"
    raise EvaluationFailedError(f"`{evaluation['id']}` is {evaluation['status']}: {told}", evaluation)


class Pages:
    """Where one is in a list that grows meanwhile."""

    def __init__(self, which: Mapping[str, Any]) -> None:
        self._which = dict(which)
        self._offset = int(self._which.pop("offset", None) or 0)
        self._seen: List[str] = []
        self.is_more = True

    def next_call(self) -> Call[EvaluationList]:
        """The next page."""
        return list_evaluations(**self._which, offset=self._offset)

    def take(self, page: EvaluationList) -> List[ListedEvaluation]:
        """What is new in it: what was begun since pushes the rest onto the next page, where it would come again."""
        found = page["evaluations"]
        fresh = [one for one in found if one["id"] not in self._seen]
        self._seen = [one["id"] for one in found]
        self._offset += len(found)
        self.is_more = page["pagination"]["hasNext"] and bool(found)
        return fresh


class Evaluations(Group):
    """`client.evaluations`."""

    create = method(create)
    get = method(get)
    list = method(list_evaluations)
    cancel = method(cancel)
    documents = method(documents)
    document = method(document)
    wait_for_completion = method(wait_for_completion)

    def iterate(self, **which: Any) -> Iterator[ListedEvaluation]:
        """All evaluations, page after page; arguments as of `list`, where `limit` is how long a page is."""
        pages = Pages(which)
        while pages.is_more:
            yield from pages.take(self._run(pages.next_call()))


class AsyncEvaluations(AsyncGroup):
    """`client.evaluations`, to be awaited."""

    create = async_method(create)
    get = async_method(get)
    list = async_method(list_evaluations)
    cancel = async_method(cancel)
    documents = async_method(documents)
    document = async_method(document)
    wait_for_completion = async_method(wait_for_completion)

    async def iterate(self, **which: Any) -> AsyncIterator[ListedEvaluation]:
        """All evaluations, page after page; arguments as of `list`, where `limit` is how long a page is."""
        pages = Pages(which)
        while pages.is_more:
            for evaluation in pages.take(await self._run(pages.next_call())):
                yield evaluation
