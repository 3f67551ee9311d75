"""The client, for asyncio."""

from __future__ import annotations

from typing import Any, Callable, Dict, NoReturn, Optional, Sequence, TypeVar, Union, overload

from ._call import Operation
from ._generated.answers import EvaluationView
from ._generated.events import EvaluationEvent, EvaluationPattern, Event
from ._http import Address, AsyncHTTP
from ._retry import Policy
from ._socket import Socket
from ._typing import Self
from .client import DEFAULT_URL, MIGRATION, policy_of
from .config import AsyncConfig
from .errors import MigrationError
from .evaluations import AsyncEvaluations
from .events import AsyncEventStream, Handler, Handlers, Name, decorator
from .keys import AsyncKeys
from .reports import AsyncReports
from .system import AsyncSystem
from .tools import AsyncTools
from .webhooks import AsyncWebhooks

T = TypeVar("T")
H = TypeVar("H", bound=Handler)


class AsyncMCPEvaluatorClient(AsyncSystem):
    """As `MCPEvaluatorClient`, with methods to be awaited. It belongs to one event loop."""

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        api_key: Optional[str] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        rate_limit_wait: Optional[float] = None,
    ) -> None:
        address = Address(base_url, api_key)
        policy = policy_of(timeout, retries, rate_limit_wait, Policy())
        socket = Socket(address, policy)
        self._set_up(address, policy, AsyncHTTP(address), (socket, Handlers(socket)))

    def _set_up(self, address: Address, policy: Policy, http: AsyncHTTP, events: tuple[Socket, Handlers]) -> None:
        self._address, self._policy, self._http = address, policy, http
        self._socket, self._handlers = events
        super().__init__(self._do)
        self.evaluations = AsyncEvaluations(self._do)
        self.reports = AsyncReports(self._do)
        self.tools = AsyncTools(self._do)
        self.config = AsyncConfig(self._do)
        self.webhooks = AsyncWebhooks(self._do)
        self.keys = AsyncKeys(self._do)

    async def _do(self, operation: Operation[T]) -> T:
        return await self._http.run(operation.flow(self._policy))

    def with_options(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        rate_limit_wait: Optional[float] = None,
    ) -> Self:
        """The same client, connections and handlers, with other patience for what is asked through it."""
        other = object.__new__(type(self))
        policy = policy_of(timeout, retries, rate_limit_wait, self._policy)
        other._set_up(self._address, policy, self._http, (self._socket, self._handlers))
        return other

    @overload
    def on(self, name: Name) -> Callable[[H], H]: ...
    @overload
    def on(self, name: Name, handler: Handler) -> None: ...
    def on(self, name: Name, handler: Optional[Handler] = None) -> Optional[Callable[[H], H]]:
        """Calls `handler(data)` at each such event of what is subscribed to, in order; it may be a coroutine function.

        Also `@client.on("evaluation:progress")`. `error` is told what ends the events for good.
        """
        if handler is None:
            return decorator(self._handlers.on, name)
        return self._handlers.on(name, handler)

    def off(self, name: Name, handler: Optional[Handler] = None) -> None:
        """Calls it, or every handler of this event, no more."""
        self._handlers.off(name, handler)

    async def subscribe(
        self,
        evaluation_id: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
    ) -> Dict[str, Any]:
        """Has the events of an evaluation told to handlers from its beginning, or after `last_event_id`; without an
        evaluation those of all, from now on. `events` are full names, short ones, and groups (`hook:*`)."""
        return await self._handlers.subscribe(evaluation_id, events, last_event_id)

    async def unsubscribe(self, evaluation_id: Optional[str] = None) -> Dict[str, Any]:
        """Has them not told any more."""
        return await self._handlers.unsubscribe(evaluation_id)

    async def get_status(self, evaluation_id: str) -> EvaluationView:
        """How an evaluation stands, asked over the WebSocket."""
        return await self._handlers.get_status(evaluation_id)

    @overload
    def events(
        self,
        evaluation_id: str,
        events: Optional[Sequence[EvaluationPattern]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
        timeout: Optional[float] = None,
    ) -> AsyncEventStream[EvaluationEvent]: ...

    @overload
    def events(
        self,
        evaluation_id: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
        timeout: Optional[float] = None,
    ) -> AsyncEventStream[Event]: ...

    def events(
        self,
        evaluation_id: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
        timeout: Optional[float] = None,
    ) -> AsyncEventStream[Any]:
        """An iterator of events; arguments as of `subscribe`. That of one evaluation ends when the evaluation does.
        `timeout` is how long to wait for one event."""
        return AsyncEventStream(self._socket, evaluation_id, events, last_event_id, timeout)

    def evaluate(self, *args: Any, **options: Any) -> NoReturn:
        """Of v0; says what to use."""
        raise MigrationError(MIGRATION)

    async def close(self) -> None:
        """Ends connections, and whoever listens."""
        await self._handlers.close()
        await self._socket.close()
        await self._http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._address.base_url!r})"
