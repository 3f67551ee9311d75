"""The events of the sync client: the asyncio half in a thread of its own, and handlers in another."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, Coroutine, Dict, Iterator, Optional, Sequence, Type, TypeVar, Union

from ._generated.answers import EvaluationView
from ._http import CLOSED, Address
from ._retry import Policy
from ._socket import Socket
from ._typing import Self
from .errors import ClientClosedError
from .events import AsyncEventStream, E, Handler, Handlers

T = TypeVar("T")


class LoopThread:
    """An event loop that runs when it is first needed, until it is closed. A daemon: a program may end without."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._thread: Optional[threading.Thread] = None
        self._is_closed = False

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Has the loop do something, and waits for it; an interrupt (Ctrl-C) of the wait cancels it."""
        with self._lock:
            if self._is_closed:
                work.close()
                raise ClientClosedError(CLOSED)
            promise: Future[T] = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            return promise.result()
        except CancelledError:
            raise ClientClosedError(CLOSED) from None
        finally:
            promise.cancel()

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="mcp-evaluator-events", daemon=True)
            self._thread.start()
        return self._loop

    @property
    def is_used(self) -> bool:
        """Was it ever needed?"""
        return self._loop is not None and not self._is_closed

    def close(self) -> None:
        """Ends the thread, and whoever waits for it."""
        with self._lock:
            loop, thread, self._is_closed = self._loop, self._thread, True
            self._loop = None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(cancel_others(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def cancel_others() -> None:
    """Ends every other task of this loop."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others)


class EventStream(Iterator[E]):
    """Events, one after the other: `for event in client.events(id)`.

    That of one evaluation ends with the event that says how it ended. `with` lets go of it early.
    """

    def __init__(self, thread: LoopThread, stream: AsyncEventStream[E]) -> None:
        self._thread = thread
        self._stream = stream

    def __next__(self) -> E:
        event = self._thread.run(self._next())
        if event is None:
            raise StopIteration
        return event

    async def _next(self) -> Optional[E]:
        # `StopAsyncIteration` cannot leave a coroutine of another thread.
        return await anext_or_none(self._stream)

    def close(self) -> None:
        """Listens no longer."""
        self._stream.is_over = True
        if self._thread.is_used:
            self._thread.run(self._stream.aclose())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


async def anext_or_none(stream: AsyncEventStream[E]) -> Optional[E]:
    """The next event; nothing at the end."""
    async for event in stream:
        return event
    return None


class Events:
    """Handlers and iterators of the sync client."""

    def __init__(self, address: Address, policy: Policy) -> None:
        self._thread = LoopThread()
        self._socket = Socket(address, policy)
        # One thread, so that handlers are called in order; not the loop's, so that they may use the client.
        self._caller = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mcp-evaluator-handlers")
        self._handlers = Handlers(self._socket, self._call)
        self.on, self.off = self._handlers.on, self._handlers.off

    async def _call(self, handler: Handler, data: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self._caller, handler, data)

    def subscribe(
        self, evaluation_id: Optional[str], events: Optional[Sequence[str]], last_event_id: Union[int, str, None]
    ) -> Dict[str, Any]:
        """As of `Handlers`."""
        return self._thread.run(self._handlers.subscribe(evaluation_id, events, last_event_id))

    def unsubscribe(self, evaluation_id: Optional[str]) -> Dict[str, Any]:
        """As of `Handlers`."""
        return self._thread.run(self._handlers.unsubscribe(evaluation_id))

    def get_status(self, evaluation_id: str) -> EvaluationView:
        """As of `Handlers`."""
        return self._thread.run(self._handlers.get_status(evaluation_id))

    def stream(
        self,
        evaluation_id: Optional[str],
        events: Optional[Sequence[str]],
        last_event_id: Union[int, str, None],
        timeout: Optional[float],
    ) -> EventStream[Any]:
        """An iterator."""
        return EventStream(self._thread, AsyncEventStream(self._socket, evaluation_id, events, last_event_id, timeout))

    async def _end(self) -> None:
        await self._handlers.close()
        await self._socket.close()

    def close(self) -> None:
        """Ends the connection and both threads."""
        if self._thread.is_used:
            self._thread.run(self._end())
        self._thread.close()
        # Not waited for: it may be a handler that closes the client.
        self._caller.shutdown(wait=False)
