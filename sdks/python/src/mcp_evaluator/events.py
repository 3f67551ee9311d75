"""Events of evaluations, as they happen: handlers, and iterators."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import deque
from typing import Any, Awaitable, Callable, Deque, Dict, Generic, List, Optional, Sequence, Set, TypeVar, Union, cast

import anyio

from ._generated.answers import EvaluationView
from ._generated.events import Event, EventName
from ._session import ENDS, EVENT_NAMES, Want, check_events, is_asked, read_number
from ._socket import Socket
from ._typing import Self
from .errors import ConfigurationError, MCPEvaluatorError, TooSlowError, WaitTimeoutError

logger = logging.getLogger("mcp_evaluator")

Handler = Callable[[Any], Any]
H = TypeVar("H", bound=Handler)
# Which events a stream has: all, or those of evaluations.
E = TypeVar("E", bound=Event, covariant=True)
Name = Union[EventName, str]
EVENTS_MAX = 10_000
"""So many may wait for a listener; beyond, it is told that it is too slow."""


class Queue:
    """What a listener has not taken yet, with a bound."""

    def __init__(self) -> None:
        self._events: Deque[Event] = deque()
        self._error: Optional[MCPEvaluatorError] = None
        self._news = asyncio.Event()

    def put(self, event: Event) -> None:
        """One more, if there is room. The connection itself never waits: answers to commands come over it, too."""
        if len(self._events) < EVENTS_MAX:
            self._events.append(event)
        elif self._error is None:
            last = read_number(self._events[-1].get("eventId"))
            self._error = TooSlowError(f"more than {EVENTS_MAX} events wait to be taken", last)
        self._news.set()

    def fail(self, error: MCPEvaluatorError) -> None:
        """After what there is, this."""
        self._error = self._error or error
        self._news.set()

    async def take(self) -> Event:
        """The next, or why there is none."""
        while not self._events:
            if self._error is not None:
                raise self._error
            self._news.clear()
            await self._news.wait()
        return self._events.popleft()


def first_after(evaluation_id: Optional[str], last_event_id: Union[int, str, None]) -> Optional[int]:
    """Of one evaluation everything is told, so that nothing is missed between its start and the subscription; of all of
    them what comes from now on."""
    if last_event_id is None:
        return None if evaluation_id is None else 0
    number = read_number(last_event_id)
    if number is None:
        raise ConfigurationError(f"`last_event_id` must be the `eventId` of an event, got {last_event_id!r}")
    return number


class AsyncEventStream(Generic[E]):
    """Events, one after the other: `async for event in client.events(id)`.

    That of one evaluation ends with the event that says how it ended. `async with` lets go of it early.
    """

    def __init__(
        self,
        socket: Socket,
        evaluation_id: Optional[str],
        events: Optional[Sequence[str]],
        last_event_id: Union[int, str, None],
        timeout: Optional[float],
    ) -> None:
        self._socket = socket
        self._shown = check_events(events)
        # Its end is heard in any case.
        asked = (*self._shown, *ENDS) if self._shown and evaluation_id is not None else self._shown
        self._what = (evaluation_id, asked, first_after(evaluation_id, last_event_id))
        self._timeout = timeout
        self._queue: Optional[Queue] = None
        self._want: Optional[Want] = None
        self.is_over = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> E:
        while not self.is_over:
            try:
                with anyio.fail_after(self._timeout):
                    event = await self._next()
            except TimeoutError:
                raise WaitTimeoutError(f"no event within {self._timeout} s") from None
            except MCPEvaluatorError:
                await self.aclose()
                raise
            if self._what[0] is not None and event["type"] in ENDS:
                await self.aclose()
            if is_asked(event["type"], self._shown):
                return cast("E", event)
        raise StopAsyncIteration

    async def _next(self) -> Event:
        if self._queue is None:
            queue = Queue()
            want = Want(*self._what, queue.put, queue.fail, hears_system=self._what[0] is None or bool(self._shown))
            await self._socket.listen(want)
            self._queue, self._want = queue, want
        return await self._queue.take()

    async def aclose(self) -> None:
        """Listens no longer."""
        self.is_over = True
        want, self._want = self._want, None
        if want is not None:
            await self._socket.leave(want)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()


async def call_directly(handler: Handler, data: Any) -> None:
    """Handlers of asyncio: functions, and coroutine functions."""
    done = handler(data)
    if inspect.isawaitable(done):
        await done


def decorator(on: Callable[[Name, Handler], None], name: Name) -> Callable[[H], H]:
    """`@client.on(name)`."""

    def register(handler: H) -> H:
        on(name, handler)
        return handler

    return register


class Handlers:
    """What is called when something happens, one after the other, in order."""

    def __init__(self, socket: Socket, call: Callable[[Handler, Any], Awaitable[None]] = call_directly) -> None:
        self._socket = socket
        self._call = call
        self._handlers: Dict[str, List[Handler]] = {}
        self._wants: List[Want] = []
        self._queue: Optional[Queue] = None
        self._tasks: Set[asyncio.Task[None]] = set()

    def on(self, name: Name, handler: Handler) -> None:
        """Has a handler called with the `data` of each such event; `error` is what ends the connection for good."""
        if name not in EVENT_NAMES and name != "error":
            raise ConfigurationError(f"`{name}` names no event; there are {', '.join(EVENT_NAMES)}, and `error`")
        self._handlers.setdefault(name, []).append(handler)

    def off(self, name: Name, handler: Optional[Handler] = None) -> None:
        """Has it, or all of this event, not called any more."""
        kept = [one for one in self._handlers.get(name, []) if handler is not None and one != handler]
        self._handlers[name] = kept

    async def subscribe(
        self,
        evaluation_id: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        last_event_id: Union[int, str, None] = None,
    ) -> Dict[str, Any]:
        """Has the events of an evaluation, or of all, told to handlers. A second time replaces the first."""
        asked, after = check_events(events), first_after(evaluation_id, last_event_id)
        queue = self._listening()
        self._drop(evaluation_id)
        want = Want(evaluation_id, asked, after, queue.put, queue.fail, hears_system=True)
        reply = await self._socket.listen(want)
        self._wants.append(want)
        return reply

    async def unsubscribe(self, evaluation_id: Optional[str] = None) -> Dict[str, Any]:
        """Has them not told any more."""
        self._drop(evaluation_id)
        return await self._socket.unlisten(evaluation_id)

    async def get_status(self, evaluation_id: str) -> EvaluationView:
        """How an evaluation stands, asked over the same connection."""
        return cast(EvaluationView, await self._socket.command("getStatus", {"evaluationId": evaluation_id}))

    def _drop(self, evaluation_id: Optional[str]) -> None:
        for want in [want for want in self._wants if want.evaluation_id == evaluation_id]:
            self._wants.remove(want)
            self._socket.forget(want)

    def _listening(self) -> Queue:
        if self._queue is None:
            self._queue = Queue()
            task = asyncio.get_running_loop().create_task(self._dispatch(self._queue))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._queue

    async def _dispatch(self, queue: Queue) -> None:
        while True:
            try:
                event = await queue.take()
            except MCPEvaluatorError as error:
                # Before anybody is told: whoever then subscribes begins anew.
                self._queue = None
                for want in self._wants:
                    self._socket.forget(want)
                self._wants.clear()
                if not self._handlers.get("error"):
                    logger.error("no more events: %s", error)
                await self._tell("error", error)
                return
            await self._tell(event["type"], event["data"])

    async def _tell(self, name: str, data: Any) -> None:
        for handler in list(self._handlers.get(name, [])):
            try:
                await self._call(handler, data)
            except Exception:
                # One handler that fails does not keep the others from what they wait for.
                logger.exception("a handler of `%s` failed", name)

    async def close(self) -> None:
        """Calls no handler any more."""
        # A handler that closes the client is not cut off.
        others = self._tasks - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others)
