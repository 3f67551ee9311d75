"""What the service can do, and its settings."""

from __future__ import annotations

from typing import Optional

from ._call import Call
from ._generated.answers import ConfigUpdated, ConfigView
from ._generated.requests import LimitsUpdate, ObservabilityUpdate
from ._group import AsyncGroup, Group, async_method, method
from ._wire import to_api


def get() -> Call[ConfigView]:
    """What the service can do, and its settings."""
    return Call("GET", "/config")


def update(
    *, limits: Optional[LimitsUpdate] = None, observability: Optional[ObservabilityUpdate] = None
) -> Call[ConfigUpdated]:
    """Changes settings; what is left out stays. `limits["evaluation_timeout"]` is in seconds."""
    return Call("PUT", "/config", body=to_api({"limits": to_api(limits), "observability": to_api(observability)}))


class Config(Group):
    """`client.config`."""

    get = method(get)
    update = method(update)


class AsyncConfig(AsyncGroup):
    """`client.config`, to be awaited."""

    get = async_method(get)
    update = async_method(update)
