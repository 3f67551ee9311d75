"""Whether and when a request is sent again. Pure: knows no clock and no dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .errors import APIError, ConnectionFailedError, MCPEvaluatorError

BACKOFF_BASE = 1.0
JITTER_MAX = 1.0
RECONNECT_DELAY_MAX = 30.0


@dataclass(frozen=True)
class Policy:
    """How patient a client is; times in seconds."""

    timeout: float = 30.0
    """Of one request."""
    retries: int = 3
    """How often a request is sent again."""
    rate_limit_wait: float = 3660.0
    """No longer is it waited because the service says so: an hour is its window, and clocks differ."""


def backoff(attempt: int, dice: float) -> float:
    """Seed 003: one second, doubled with each attempt, and up to one more; `dice` is 0 to 1."""
    return BACKOFF_BASE * 2.0**attempt + dice * JITTER_MAX


def reconnect_delay(attempt: int) -> float:
    """Seed 003: one second, doubled with each attempt, 30 at most."""
    return min(BACKOFF_BASE * 2.0 ** min(attempt, 10), RECONNECT_DELAY_MAX)


def delay_before_retry(
    error: MCPEvaluatorError, attempt: int, policy: Policy, *, is_idempotent: bool, dice: float
) -> Optional[float]:
    """After how many seconds to ask again; nothing if that is not to be done. `attempt` counts from 0."""
    if attempt >= policy.retries:
        return None
    if isinstance(error, APIError):
        return delay_of_answer(error, attempt, policy, dice)
    # What may have begun to work is not begun twice. A request without an answer in time is not sent again, either:
    # its time is what the caller wanted to wait.
    is_safe = isinstance(error, ConnectionFailedError) and (is_idempotent or not error.was_sent)
    return backoff(attempt, dice) if is_safe else None


def delay_of_answer(error: APIError, attempt: int, policy: Policy, dice: float) -> Optional[float]:
    """Only 429 and 5xx are asked again, though other codes are safe to: an unreachable server will hardly come back by
    itself within seconds."""
    if error.status is None or not (error.status == 429 or error.status >= 500):
        return None
    if error.retry_after is None:
        return backoff(attempt, dice)
    return error.retry_after if error.retry_after <= policy.rate_limit_wait else None
