"""A request as data, and the steps from it to its result. Pure: whoever takes the steps stands outside."""

from __future__ import annotations

import logging
import random
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Generator, Generic, Mapping, Optional, Protocol, TypeVar, Union
from urllib.parse import quote

from ._answer import Answer, read_error, read_resource
from ._retry import Policy, delay_before_retry
from .errors import APIError, ConfigurationError, MCPEvaluatorError, RateLimitError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

logger = logging.getLogger("mcp_evaluator")


@dataclass(frozen=True)
class Exchange:
    """A step: send this, and come back with what came."""

    call: Call[Any]
    timeout: float


@dataclass(frozen=True)
class Pause:
    """A step: wait, in seconds."""

    seconds: float


Outcome = Union[Answer, MCPEvaluatorError]
"""What comes of an `Exchange`: an answer, or why there is none."""
Flow = Generator[Union[Exchange, Pause], Any, T]
"""Steps to a result."""


class Operation(Protocol[T_co]):
    """Something that a client can do."""

    def flow(self, policy: Policy) -> Flow[T_co]:
        """Its steps."""
        ...


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, and how its answer is read."""

    method: str
    path: str
    read: Callable[[Answer], T] = read_resource
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    body: Optional[Mapping[str, Any]] = None
    timeout_min: float = 0.0
    """The service itself takes up to so many seconds for it."""

    @property
    def is_idempotent(self) -> bool:
        """Does the same, asked twice, do no more than once?"""
        return self.method in ("GET", "PUT")

    def flow(self, policy: Policy) -> Flow[T]:
        """Sends it, again where that is to be done."""
        for attempt in range(policy.retries + 1):
            outcome = yield Exchange(self, max(policy.timeout, self.timeout_min))
            error = fault(outcome)
            if error is None:
                return self.read(outcome)
            dice = random.random()  # noqa: S311, it only spreads clients over time
            delay = delay_before_retry(error, attempt, policy, is_idempotent=self.is_idempotent, dice=dice)
            if delay is None:
                raise error
            tell(error, delay)
            yield Pause(delay)
        raise AssertionError("the last attempt returns or raises")


def fault(outcome: Outcome) -> Optional[MCPEvaluatorError]:
    """Why there is nothing to read."""
    if isinstance(outcome, MCPEvaluatorError):
        return outcome
    return None if 200 <= outcome.status < 300 else read_error(outcome, time.time())


def tell(error: MCPEvaluatorError, delay: float) -> None:
    """A wait for a rate limit can be long: whoever wonders finds it in the log."""
    level = logging.WARNING if isinstance(error, RateLimitError) else logging.INFO
    code = error.code if isinstance(error, APIError) else type(error).__name__
    logger.log(level, "%s: asking again in %.1f s", code, delay)


def path(template: str, *ids: str) -> str:
    """A path with ids in it, whatever they are made of."""
    for one in ids:
        if one in ("", ".", ".."):
            raise ConfigurationError(f"`{one}` is no id")
    return template.format(*(quote(one, safe="") for one in ids))
