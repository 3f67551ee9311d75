"""The client, sync."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Dict, NoReturn, Optional, Sequence, TypeVar, Union, overload

from ._call import Operation
from ._generated.answers import EvaluationView
from ._generated.events import EvaluationEvent, EvaluationPattern, Event
from ._http import HTTP, Address
from ._retry import Policy
from ._thread import Events, EventStream
from ._typing import Self
from .config import Config
from .errors import ConfigurationError, MigrationError
from .evaluations import Evaluations
from .events import Handler, Name, decorator
from .keys import Keys
from .reports import Reports
from .system import System
from .tools import Tools
from .webhooks import Webhooks

T = TypeVar("T")
H = TypeVar("H", bound=Handler)
DEFAULT_URL = "http://localhost:3457"
MIGRATION = (
    "`client.evaluate(path)` was of v0, and is gone: start with `client.evaluations.create(server_path=path)`, and "
    "wait with `client.evaluations.wait_for_completion(evaluation['id'])`; see `Migration from v0` in the README"
)


def policy_of(
    timeout: Optional[float], retries: Optional[int], rate_limit_wait: Optional[float], base: Policy
) -> Policy:
    """How patient, where something else than before is given."""
    given = {"timeout": timeout, "retries": retries, "rate_limit_wait": rate_limit_wait}
    for name, value in given.items():
        if value is not None and not (value >= 0 and (name == "retries" or value > 0)):
            raise ConfigurationError(
                f"`{name}` must be {'0 or more' if name == 'retries' else 'more than 0'}, got {value}"
            )
    return replace(base, **{name: value for name, value in given.items() if value is not None})


class MCPEvaluatorClient(System):
    """A client of the service. Times are in seconds; it may be used by several threads.

    `timeout` is of one request, `retries` how often one is sent again, and `rate_limit_wait` the longest that it waits
    because the service says so.
    """

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
        self._set_up(address, policy, HTTP(address), Events(address, policy))

    def _set_up(self, address: Address, policy: Policy, http: HTTP, events: Events) -> None:
        self._address, self._policy, self._http, self._events = address, policy, http, events
        super().__init__(self._do)
        self.evaluations = Evaluations(self._do)
        self.reports = Reports(self._do)
        self.tools = Tools(self._do)
        self.config = Config(self._do)
        self.webhooks = Webhooks(self._do)
        self.keys = Keys(self._do)

    def _do(self, operation: Operation[T]) -> T:
        return self._http.run(operation.flow(self._policy))

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
        other._set_up(self._address, policy, self._http, self._events)
        return other

    @overload
    def on(self, name: Name) -> Callable[[H], H]: ...
    @overload
    def on(self, name: Name, handler: Handler) -> None: ...
    def on(self, name: Name, handler: Optional[Handler] = None) -> Optional[Callable[[H], H]]:
        """Calls `handler(data)` at each such event of what is subscribed to, in a thread of its own, in order.

        Also `@client.on("evaluation:progress")`. `error` is told what ends the events for good.
        """
        if handler is None:
            return decorator(self._events.on, name)
        return self._events.on(name, handler)

    def off(self, name: Name, handler: Optional[Handler] = None) -> None:
        """Calls it, or every handler of this event, no more."""
        self._events.off(name, handler)

    def subscribe(
        self,
        evaluation_id: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
    ) -> Dict[str, Any]:
        """Has the events of an evaluation told to handlers from its beginning, or after `last_event_id`; without an
        evaluation those of all, from now on. `events` are full names, short ones, and groups (`hook:*`)."""
        return self._events.subscribe(evaluation_id, events, last_event_id)

    def unsubscribe(self, evaluation_id: Optional[str] = None) -> Dict[str, Any]:
        """Has them not told any more."""
        return self._events.unsubscribe(evaluation_id)

    def get_status(self, evaluation_id: str) -> EvaluationView:
        """How an evaluation stands, asked over the WebSocket."""
        return self._events.get_status(evaluation_id)

    @overload
    def events(
        self,
        evaluation_id: str,
        events: Optional[Sequence[EvaluationPattern]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
        timeout: Optional[float] = None,
    ) -> EventStream[EvaluationEvent]: ...

    @overload
    def events(
        self,
        evaluation_id: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
        timeout: Optional[float] = None,
    ) -> EventStream[Event]: ...

    def events(
        self,
        evaluation_id: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        *,
        last_event_id: Union[int, str, None] = None,
        timeout: Optional[float] = None,
    ) -> EventStream[Any]:
        """An iterator of events; arguments as of `subscribe`. That of one evaluation ends when the evaluation does.
        `timeout` is how long to wait for one event."""
        return self._events.stream(evaluation_id, events, last_event_id, timeout)

    def evaluate(self, *args: Any, **options: Any) -> NoReturn:
        """Of v0; says what to use."""
        raise MigrationError(MIGRATION)

    def close(self) -> None:
        """Ends connections, threads, and whoever waits."""
        self._events.close()
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._address.base_url!r})"
