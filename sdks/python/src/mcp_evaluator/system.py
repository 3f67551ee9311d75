"""How the service is: health and metrics, as methods of the clients themselves."""

from __future__ import annotations

from ._call import Call
from ._generated.answers import Health, MetricsView
from ._group import AsyncGroup, Group, async_method, method


def health() -> Call[Health]:
    """Is the service well? Asks for no key."""
    return Call("GET", "/health")


def metrics() -> Call[MetricsView]:
    """What the last day came to."""
    return Call("GET", "/metrics")


class System(Group):
    """What both clients have at their top."""

    health = method(health)
    metrics = method(metrics)


class AsyncSystem(AsyncGroup):
    """The same, to be awaited."""

    health = async_method(health)
    metrics = async_method(metrics)
